//! Graph after graph through passes, until one fails.

use super::generate::GraphCase;
use super::oracle::{Failure, Peels, Reference, check_input, safepoint_pc};
use crate::shrink::shrink;
use crate::tape::{Tape, scramble};
use lathe_graph::Graph;
use lathe_graph::passes::{Pass, Report, run_pass};
use lathe_graph::text::print_graph;
use lathe_graph::verify::verify;
use lathe_ir::Descriptors;
use lathe_ir::eval::describe;
use lathe_ir::text::print_descriptors;
use std::fmt::Write;

const SHRINK_ATTEMPTS: u32 = 6000;

/// What runs a pass; tests put broken ones here.
pub type Transform<'t> = dyn FnMut(&Descriptors, &mut Graph, Pass) -> Report + 't;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub peeled: u64,
    pub refused: u64,
    pub removed: u64,
    pub hoisted: u64,
    pub merged: u64,
    /// Runs as machine code.
    pub native: u64,
}

/// A case that fails.
#[derive(Debug)]
pub struct Broken {
    pub tape: Vec<u32>,
    pub case: GraphCase,
    /// Which of its states, and the graph after the passes so far.
    pub state: usize,
    pub transformed: Graph,
    pub passes: Vec<Pass>,
    pub failure: Failure,
}

/// The passes for a seed: each alone, the standard ones, or any.
pub fn passes_for(seed: u64) -> Vec<Pass> {
    match seed % 4 {
        0 => vec![Pass::ALL[(seed / 4) as usize % Pass::ALL.len()]],
        1 => Pass::STANDARD.to_vec(),
        _ => {
            let mut dice = scramble(seed);
            let mut list = Vec::new();
            for _ in 0..1 + dice % 6 {
                dice = scramble(dice);
                list.push(Pass::ALL[(dice >> 32) as usize % Pass::ALL.len()]);
            }
            list
        }
    }
}

/// Generates a case and checks it after every pass.
pub fn try_passes(
    descriptors: &Descriptors,
    tape: &mut Tape,
    passes: &[Pass],
    transform: &mut Transform<'_>,
    counts: &mut Counts,
) -> Result<(), Box<Broken>> {
    let case = GraphCase::generate(descriptors, tape);
    let mut graph = case.graph.clone();
    let mut done = Vec::new();
    let failed = |case: &GraphCase, state, graph: &Graph, done: &[Pass], failure, tape: &Tape| {
        Box::new(Broken {
            tape: tape.numbers().to_vec(),
            case: case.clone(),
            state,
            transformed: graph.clone(),
            passes: done.to_vec(),
            failure,
        })
    };
    if let Err(failure) = check_input(descriptors, &case) {
        return Err(failed(&case, 0, &graph, &done, failure, tape));
    }
    let mut peels = Peels::new();
    for &pass in passes {
        let before = graph.clone();
        let report = transform(descriptors, &mut graph, pass);
        done.push(pass);
        count(pass, &report, counts);
        if let Report::Peel(report) = &report {
            for peeled in &report.peeled {
                for &inst in &before.block(peeled.header).insts {
                    if let Some(pc) = safepoint_pc(&before, inst) {
                        *peels.entry(pc).or_default() += 1;
                    }
                }
            }
        }
        if let Err(rejection) = verify(descriptors, &graph) {
            return Err(failed(&case, 0, &graph, &done, Failure::Rejected(rejection), tape));
        }
        let reference = Reference::new(descriptors, &case, &peels);
        for (index, state) in case.states.iter().enumerate() {
            if let Err(failure) = reference.check(&graph, state) {
                return Err(failed(&case, index, &graph, &done, failure, tape));
            }
        }
    }
    Ok(())
}

fn count(pass: Pass, report: &Report, counts: &mut Counts) {
    match report {
        Report::Peel(report) => {
            counts.peeled += report.peeled.len() as u64;
            counts.refused += report.refused.len() as u64;
        }
        Report::Count(n) => match pass {
            Pass::Licm => counts.hoisted += *n as u64,
            Pass::Merge => counts.merged += *n as u64,
            Pass::Gvn | Pass::Dce | Pass::Peel | Pass::PeelPreLoop => counts.removed += *n as u64,
        },
    }
}

/// Our own passes.
pub fn real_passes(descriptors: &Descriptors, graph: &mut Graph, pass: Pass) -> Report {
    run_pass(descriptors, graph, pass)
}

/// A smaller case that fails, too.
pub fn minimise(
    descriptors: &Descriptors,
    broken: &Broken,
    passes: &[Pass],
    transform: &mut Transform<'_>,
) -> Box<Broken> {
    minimise_by(descriptors, broken, &mut |tape| {
        try_passes(descriptors, tape, passes, transform, &mut Counts::default()).err()
    })
}

/// The same, for whatever finds it broken.
pub fn minimise_by(
    descriptors: &Descriptors,
    broken: &Broken,
    find: &mut dyn FnMut(&mut Tape) -> Option<Box<Broken>>,
) -> Box<Broken> {
    let mut attempt = |numbers: &[u32]| find(&mut Tape::replay(numbers.to_vec()));
    let smallest = shrink(
        broken.tape.clone(),
        SHRINK_ATTEMPTS,
        |numbers| attempt(numbers).is_some(),
        |numbers| {
            let mut tape = Tape::replay(numbers.to_vec());
            GraphCase::generate(descriptors, &mut tape);
            tape.marks().to_vec()
        },
    );
    attempt(&smallest).expect("shrinking keeps the failure")
}

/// Everything needed to look at a failure.
pub fn report(descriptors: &Descriptors, seed: u64, broken: &Broken) -> String {
    let state = &broken.case.states[broken.state];
    let args: Vec<String> = state.args.iter().map(|&arg| describe(descriptors, &state.heap, arg)).collect();
    let passes: Vec<&str> = broken.passes.iter().map(|pass| pass.name()).collect();
    let mut text = format!("# seed {seed}, after {}: {}\n", passes.join(","), broken.failure);
    let _ = writeln!(text, "# args: {}", args.join(", "));
    let _ = writeln!(text, "# attention at {}, helpers' seed {}\n", state.attention_at, state.seed);
    text.push_str(&print_descriptors(descriptors));
    text.push_str(&print_graph(descriptors, &broken.case.graph));
    let _ = writeln!(text, "\n# after:\n{}", print_graph(descriptors, &broken.transformed));
    text
}
