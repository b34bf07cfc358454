//! Random graphs as machine code.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_fuzz::graph::campaign::{Counts, passes_for};
use lathe_fuzz::graph::generate::GraphCase;
use lathe_fuzz::graph::native::{check_code, try_native};
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use lathe_graph::InstKind;

const CASES: u64 = 250;

fn sandbox(target: Target) -> Sandbox {
    Sandbox::new(target).expect("there is a code generator")
}

#[test]
fn machine_code_does_what_the_evaluator_does() {
    let descriptors = world::descriptors();
    for target in [Target::Host, Target::HostQuick] {
        let mut sandbox = sandbox(target);
        let mut counts = Counts::default();
        for seed in 0..CASES {
            let tape = &mut Tape::random(seed);
            if let Err(broken) = try_native(&descriptors, tape, &passes_for(seed), &mut sandbox, &mut counts)
            {
                let why = &broken.failure;
                panic!("seed {seed}: {why} (lathe-graph-fuzz --native 1 --seed {seed} makes it small)");
            }
        }
        assert!(counts.native > CASES, "most graphs come to an end: {counts:?}");
    }
}

#[test]
fn every_graph_has_code_for_aarch64() {
    let descriptors = world::descriptors();
    let mut sandbox = sandbox(Target::Aarch64);
    for seed in 0..CASES / 2 {
        let case = GraphCase::generate(&descriptors, &mut Tape::random(seed));
        sandbox.compile_graph(&descriptors, &case.graph, false).expect("every instruction is lowered");
    }
}

/// Code for one graph, held against the evaluator on another: the difference must be seen.
#[test]
fn other_code_is_caught() {
    let descriptors = world::descriptors();
    let mut sandbox = sandbox(Target::Host);
    let (mut changed, mut caught) = (0, 0);
    for seed in 0..CASES {
        let case = GraphCase::generate(&descriptors, &mut Tape::random(seed));
        let mut other = case.graph.clone();
        // Results in another order are another graph.
        let swapped = other.blocks().find_map(|block| {
            let last = other.terminator(block)?;
            match other.kind(last) {
                InstKind::Return(results) if results.len() > 1 && results[0] != results[1] => Some(last),
                _ => None,
            }
        });
        let Some(last) = swapped else { continue };
        if let InstKind::Return(results) = &mut other.inst_mut(last).kind {
            results.reverse();
        }
        changed += 1;
        let graphs = (&other, &case.graph);
        let counts = &mut Counts::default();
        caught += check_code(&descriptors, graphs, &case.states, &mut sandbox, counts).is_err() as u64;
    }
    assert!(changed > 20 && caught > changed / 3, "{caught} of {changed}");
}
