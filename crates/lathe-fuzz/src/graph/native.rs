//! Whether machine code for a graph does what the evaluator says the graph means.
//!
//! Nothing is lenient here: it is one and the same graph, so end, calls, heap and the state at every safepoint are the same. States
//! for which the evaluator finds no end are left out, since nothing would stop machine code.

use super::campaign::{Broken, Counts, real_passes};
use super::generate::GraphCase;
use super::oracle::{Failure, check_input};
use crate::digest::digest;
use crate::host::TestHost;
use crate::state::State;
use crate::tape::Tape;
use lathe_codegen::sandbox::{GraphProgram, Sandbox};
use lathe_graph::eval::{Outcome, Watch, World, run};
use lathe_graph::passes::Pass;
use lathe_graph::{Graph, Inst};
use lathe_ir::eval::{Datum, Heap, Rebuilt, rebuild, same_state};
use lathe_ir::{Descriptors, Effects};

const LIMIT: u64 = 10_000;

/// Generates a case, and runs it natively as it is and after all passes.
pub fn try_native(
    descriptors: &Descriptors,
    tape: &mut Tape,
    passes: &[Pass],
    sandbox: &mut Sandbox,
    counts: &mut Counts,
) -> Result<(), Box<Broken>> {
    let case = GraphCase::generate(descriptors, tape);
    let mut graph = case.graph.clone();
    let mut failed = None;
    let mut done: &[Pass] = &[];
    if let Err(failure) = check_input(descriptors, &case) {
        failed = Some((0, failure));
    }
    for upto in [0, passes.len()] {
        if failed.is_some() {
            break;
        }
        done = &passes[..upto];
        for &pass in done {
            real_passes(descriptors, &mut graph, pass);
        }
        failed = check_native(descriptors, &graph, &case.states, sandbox, counts).err();
    }
    match failed {
        None => Ok(()),
        Some((state, failure)) => {
            let (tape, passes) = (tape.numbers().to_vec(), done.to_vec());
            Err(Box::new(Broken { tape, case, state, transformed: graph, passes, failure }))
        }
    }
}

/// Compiles a graph and runs it from each state; the first state that makes a difference.
pub fn check_native(
    descriptors: &Descriptors,
    graph: &Graph,
    states: &[State],
    sandbox: &mut Sandbox,
    counts: &mut Counts,
) -> Result<(), (usize, Failure)> {
    check_code(descriptors, (graph, graph), states, sandbox, counts)
}

/// Holds the code of one graph against what another means; tests of the oracle have two that differ.
pub fn check_code(
    descriptors: &Descriptors,
    (compiled, meant): (&Graph, &Graph),
    states: &[State],
    sandbox: &mut Sandbox,
    counts: &mut Counts,
) -> Result<(), (usize, Failure)> {
    let program = sandbox.compile_graph(descriptors, compiled, true);
    let mut program = program.map_err(|error| (0, Failure::Native(error.to_string())))?;
    for (index, state) in states.iter().enumerate() {
        let Some(evaluated) = Seen::evaluator(descriptors, meant, state) else { continue };
        counts.native += 1;
        let native = Seen::native(descriptors, compiled, state, sandbox, &mut program);
        evaluated.compare(&native, descriptors).map_err(|why| (index, Failure::Native(why)))?;
    }
    Ok(())
}

/// All that can be seen of a run.
struct Seen {
    /// Where it left.
    end: String,
    /// What it left with.
    roots: Vec<Datum>,
    heap: Heap,
    host: TestHost,
    safepoints: Vec<(u32, u64)>,
}

/// Notes safepoints, and leaves at some.
struct Notes<'a> {
    descriptors: &'a Descriptors,
    safepoints: Vec<(u32, u64)>,
    leaves: u64,
}

impl Watch for Notes<'_> {
    fn safepoint(&mut self, inst: Inst, heap: &Heap, state: &Rebuilt) -> bool {
        let slots = state.frames.iter().flat_map(|frame| &frame.slots);
        let data = slots.map(|slot| slot.unwrap_or(Datum::Int(-99))).collect();
        let hash = digest(self.descriptors, heap, &Effects::unknown(), data).hash;
        self.safepoints.push((inst.0, hash));
        (hash ^ self.leaves).is_multiple_of(23)
    }
}

impl Seen {
    fn evaluator(descriptors: &Descriptors, graph: &Graph, state: &State) -> Option<Seen> {
        let seen = Seen::of(descriptors, graph, state, |world| run(world, graph, &state.args, LIMIT).ok());
        seen.filter(|seen| seen.end != OUT_OF_FUEL)
    }

    fn native(
        descriptors: &Descriptors,
        graph: &Graph,
        state: &State,
        sandbox: &Sandbox,
        program: &mut GraphProgram,
    ) -> Seen {
        let run = |world: World<'_>| Some(sandbox.run_graph(program, world, &state.args));
        Seen::of(descriptors, graph, state, run).expect("it has an outcome")
    }

    fn of(
        descriptors: &Descriptors,
        graph: &Graph,
        state: &State,
        run: impl FnOnce(World<'_>) -> Option<Outcome>,
    ) -> Option<Seen> {
        let (mut heap, mut host) = (state.heap.clone(), state.host());
        let mut notes = Notes { descriptors, safepoints: Vec::new(), leaves: host.seed() };
        let world = World { descriptors, heap: &mut heap, host: &mut host, watch: &mut notes };
        let outcome = run(world)?;
        let safepoints = notes.safepoints;
        let (end, mut roots) = match outcome {
            Outcome::Return(results) => ("return".to_string(), results),
            Outcome::OutOfFuel => (OUT_OF_FUEL.to_string(), Vec::new()),
            Outcome::Exit(exit) => {
                let snapshot = graph.snapshot(exit.snapshot);
                match rebuild(descriptors, snapshot, &exit.environment, &mut heap) {
                    Ok(rebuilt) => {
                        let slots = rebuilt.frames.iter().flat_map(|frame| frame.slots.iter().flatten());
                        let roots = slots.copied().chain(exit.pending.map(Datum::object)).collect();
                        (format!("exit {}", exit.snapshot.0), roots)
                    }
                    Err(fault) => (format!("exit {}: {fault}", exit.snapshot.0), Vec::new()),
                }
            }
        };
        roots.extend(host.known_objects().map(Datum::object));
        Some(Seen { end, roots, heap, host, safepoints })
    }

    fn compare(&self, native: &Seen, descriptors: &Descriptors) -> Result<(), String> {
        if self.end != native.end {
            return Err(format!("the evaluator ends with {}, machine code with {}", self.end, native.end));
        }
        if self.host.log != native.host.log {
            return Err("machine code makes other calls".to_string());
        }
        if self.safepoints != native.safepoints {
            return Err(format!(
                "machine code has other safepoints: {:x?}, not {:x?}",
                native.safepoints, self.safepoints
            ));
        }
        let name = |index| format!("root {index}");
        same_state(descriptors, (&self.heap, &self.roots), (&native.heap, &native.roots), &name)
            .map_err(|difference| format!("machine code leaves another state: {difference}"))
    }
}

const OUT_OF_FUEL: &str = "no end";
