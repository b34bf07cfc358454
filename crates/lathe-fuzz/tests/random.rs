//! The generator makes varied, well-formed loops, and the oracle accepts the loops themselves.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_fuzz::bridges::Counts;
use lathe_fuzz::campaign::try_options;
use lathe_fuzz::case::Case;
use lathe_fuzz::optimizer::options;
use lathe_fuzz::oracle::{End, reference};
use lathe_fuzz::record::{BridgeStart, record_bridge};
use lathe_fuzz::tape::{Random, Tape};
use lathe_fuzz::world;
use lathe_ir::eval::{self, Outcome};
use lathe_ir::{Label, Type};
use std::collections::BTreeMap;

const CASES: u64 = 3000;

#[test]
fn the_optimizer_changes_nothing_that_can_be_seen() {
    let descriptors = world::descriptors();
    let mut counts = Counts::default();
    for seed in 0..CASES {
        let tape = &mut Tape::random(seed);
        if let Err(broken) = try_options(&descriptors, tape, &options(seed), None, &mut counts) {
            panic!("seed {seed}: {} (lathe-fuzz --seed {seed} makes it small)", broken.failure);
        }
    }
    assert!(counts.entered * 20 > counts.bridges, "{counts:?}");
}

#[test]
fn machine_code_does_what_the_evaluator_does() {
    let descriptors = world::descriptors();
    for target in [Target::Host, Target::HostQuick] {
        let mut sandbox = Sandbox::new(target).expect("there is a code generator for this machine");
        for seed in 0..CASES / 10 {
            let tape = &mut Tape::random(seed);
            let tried =
                try_options(&descriptors, tape, &options(seed), Some(&mut sandbox), &mut Counts::default());
            if let Err(broken) = tried {
                panic!(
                    "seed {seed}: {} (lathe-fuzz --native 1 --seed {seed} makes it small)",
                    broken.failure
                );
            }
        }
    }
}

#[test]
fn code_is_generated_for_aarch64_too() {
    let descriptors = world::descriptors();
    let mut sandbox = Sandbox::new(Target::Aarch64).expect("Cranelift knows aarch64");
    for seed in 0..CASES / 30 {
        let case = Case::generate(&descriptors, &mut Tape::random(seed));
        let optimized = lathe_opt::optimize(&descriptors, &case.trace, &options(seed));
        // Compiled, not run.
        sandbox.compile(&descriptors, &optimized.trace).expect("every op is lowered");
    }
}

#[test]
fn any_tape_is_a_well_formed_case() {
    let descriptors = world::descriptors();
    let mut random = Random::new(1);
    for _ in 0..CASES {
        let length = random.word() % 300;
        // Mostly small numbers, with long runs of zeros: what shrinking tries.
        let numbers = (0..length).map(|_| (random.word() as u32) >> (random.word() % 40).min(31)).collect();
        let case = Case::generate(&descriptors, &mut Tape::replay(numbers));
        for state in &case.states {
            reference(&descriptors, &case.trace, state).expect("well-formed from any state");
        }
    }
}

#[test]
fn a_tape_that_is_replayed_gives_the_same_case() {
    let descriptors = world::descriptors();
    for seed in 0..100 {
        let mut tape = Tape::random(seed);
        let case = Case::generate(&descriptors, &mut tape);
        let again = Case::generate(&descriptors, &mut Tape::replay(tape.numbers().to_vec()));
        assert_eq!(case.trace, again.trace);
    }
}

#[test]
fn a_bridge_goes_on_from_any_exit() {
    let descriptors = world::descriptors();
    let mut jumps = 0;
    for seed in 0..CASES {
        let mut tape = Tape::random(seed);
        let case = Case::generate(&descriptors, &mut tape);
        let types: Vec<Type> = case.states[0].args.iter().map(|arg| arg.ty()).collect();
        for state in &case.states {
            let mut run = reference(&descriptors, &case.trace, state).expect("well-formed");
            let Some(args) = run.live_slots() else { continue };
            let start = BridgeStart { heap: &run.heap, host: &run.host, args: &args };
            let entry = Label(1);
            let bridge = record_bridge(&descriptors, &mut tape, start, entry, (Label(0), &types));
            let outcome =
                eval::run(&descriptors, &bridge, entry, &args, &mut run.heap, &mut run.host, 10_000);
            match outcome.expect("well-formed") {
                Outcome::Jump { label, args } => {
                    jumps += 1;
                    assert_eq!(label, Label(0));
                    assert_eq!(args.iter().map(|arg| arg.ty()).collect::<Vec<_>>(), types);
                }
                Outcome::Finish(_) | Outcome::Exit(_) => {}
                Outcome::OutOfFuel => panic!("a bridge is a straight line"),
            }
        }
    }
    assert!(jumps > CASES / 4, "only {jumps} bridges came to the loop");
}

/// A generator that has lost its variety finds nothing, and nobody notices.
#[test]
fn cases_are_varied() {
    let descriptors = world::descriptors();
    let mut ops: BTreeMap<&str, u64> = BTreeMap::new();
    let mut exits: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut runs, mut again, mut long) = (0u64, 0u64, 0u64);
    for seed in 0..CASES {
        let case = Case::generate(&descriptors, &mut Tape::random(seed));
        let section = &case.trace.sections[0];
        long += (section.ops.len() > 40) as u64;
        for op in &section.ops {
            *ops.entry(op.kind.name()).or_default() += 1;
        }
        for state in &case.states {
            let run = reference(&descriptors, &case.trace, state).expect("well-formed");
            runs += 1;
            again += (run.host.iterations() > 2) as u64;
            let name = match run.end {
                End::Finish(_) => "finish",
                End::Exit { op, .. } => section.ops[op].kind.name(),
            };
            *exits.entry(name).or_default() += 1;
        }
    }
    let summary =
        format!("{ops:#?}\nexits: {exits:#?}\n{runs} runs, {again} of several iterations, {long} long");
    if std::env::var_os("LATHE_FUZZ_SUMMARY").is_some() {
        eprintln!("{summary}");
    }
    // Every op but `exit`, which recorders do not make.
    assert!(ops.len() >= 65, "{} kinds of op: {summary}", ops.len());
    assert!(again * 4 > runs, "{summary}");
    assert!(long * 10 > CASES, "{summary}");
    for guard in [
        "guard_true",
        "guard_false",
        "guard_class",
        "guard_value",
        "guard_nonnull",
        "guard_isnull",
        "guard_no_exception",
        "guard_exception",
        "guard_not_forced",
        "guard_not_invalidated",
        "guard_no_attention",
        "int_add_ovf",
        "finish",
    ] {
        assert!(exits.get(guard).is_some_and(|&count| count * 2000 > runs), "{guard}: {summary}");
    }
}
