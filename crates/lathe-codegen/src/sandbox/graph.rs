//! Graphs.

use super::memory::Memory;
use super::runtime::{helpers, poll, runtime};
use super::session::Session;
use super::{Ended, Sandbox, Tables};
use crate::graph::GraphUnit;
use crate::lower::{CompileError, Compiled};
use crate::object::Layouts;
use lathe_graph::eval::{Exit, Outcome, Watch, World};
use lathe_graph::{Graph, Inst, InstKind};
use lathe_ir::eval::{Datum, rebuild};
use lathe_ir::{Descriptors, Value};
use std::fmt;

/// Arguments of slow paths are in the frame, too.
const SLOW_WORDS: usize = 8;

/// A graph as machine code.
#[derive(Debug)]
pub struct GraphProgram<'a> {
    descriptors: &'a Descriptors,
    graph: &'a Graph,
    model: Layouts,
    memory: Memory,
    place: *const u8,
    compiled: Compiled,
    /// How many words the code may use of the frame.
    frame: usize,
}

impl GraphProgram<'_> {
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }
}

/// Whose safepoints those are, and who sees them.
pub struct Polled<'s> {
    graph: &'s Graph,
    watch: &'s mut dyn Watch,
}

impl fmt::Debug for Polled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Polled").finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Compiles a graph. `observed`: a run shows its watch every safepoint, and asks its host whatever guards ask; otherwise
    /// code is as a VM would have it, which never wants attention.
    pub fn compile_graph<'a>(
        &mut self,
        descriptors: &'a Descriptors,
        graph: &'a Graph,
        observed: bool,
    ) -> Result<GraphProgram<'a>, CompileError> {
        let model = Layouts::of(descriptors);
        let (memory, constants) = Memory::with_constants(descriptors, &model);
        let compiled = self.compiler.compile_graph(&GraphUnit {
            descriptors,
            layouts: &model,
            runtime: &runtime(observed),
            helpers: &helpers(descriptors)?,
            constants: &constants,
            graph,
            unit: 0,
            first_exit: 0,
            poll: observed.then_some(poll as *const () as usize),
        })?;
        let place = self.arena.install_placed(compiled.placed());
        let place = place.map_err(|error| CompileError::Unsupported(error.to_string()))?;
        let results = graph.blocks().filter_map(|block| match graph.kind(graph.terminator(block)?) {
            InstKind::Return(results) => Some(results.len()),
            _ => None,
        });
        // An exit stores one word more if a guard has checked something.
        let exits = compiled.exits.iter().map(|exit| exit.values.len() + 1);
        let states = graph.snapshots().iter().map(|snapshot| {
            let mut values = 0;
            snapshot.for_each_value(|_| values += 1);
            values
        });
        let words =
            [graph.parameters().len(), SLOW_WORDS].into_iter().chain(results).chain(exits).chain(states);
        let frame = words.max().unwrap_or(SLOW_WORDS);
        Ok(GraphProgram { descriptors, graph, model, memory, place, compiled, frame })
    }

    /// Runs a graph as [`lathe_graph::eval::run`] does, but without limit: a graph that the evaluator does not bring to an end, or finds
    /// without meaning, must not be run. Edges are not watched. Guards may share an exit, which then names the first of them.
    pub fn run_graph(&self, program: &mut GraphProgram, world: World<'_>, args: &[Datum]) -> Outcome {
        let GraphProgram { descriptors, graph, model, memory, place, compiled, frame } = program;
        let World { heap, host, watch, .. } = world;
        let mut frame = vec![0u64; *frame];
        let polled = Some(Polled { graph, watch });
        let session = Session { descriptors, model, memory, heap, host, polled };
        let tables = Tables { labels: &[], exits: compiled.exits.len(), units: 1 };
        let Ended { number, exception, mut session } = self.enter(session, *place, args, &mut frame, tables);
        session.read_all();
        let exit = &compiled.exits[number];
        let inst = Inst(exit.op);
        let outcome = match (exit.snapshot, graph.kind(inst)) {
            (Some(snapshot), _) => {
                let environment = session.environment(graph.types(), &exit.values, &frame);
                let pending = session.pending(exception);
                Outcome::Exit(Exit { inst, snapshot, environment, pending })
            }
            (None, InstKind::Return(results)) => {
                let types = results.iter().map(|&result| graph.operand_type(result));
                Outcome::Return(types.zip(&frame).map(|(ty, &word)| session.import(ty, word)).collect())
            }
            (None, other) => unreachable!("only `return` has no snapshot, not {}", other.name()),
        };
        // What was only in the frame may have led to new objects.
        session.read_all();
        outcome
    }
}

impl Session<'_> {
    /// What a safepoint stores.
    pub fn live_at(&self, inst: Inst) -> Vec<Value> {
        let Some(Polled { graph, .. }) = &self.polled else { return Vec::new() };
        let mut values = Vec::new();
        if let Some(snapshot) = graph.kind(inst).snapshot() {
            graph.snapshot(snapshot).for_each_value(|v| {
                if !values.contains(&v) {
                    values.push(v);
                }
            });
        }
        values
    }

    /// Shows a safepoint to the watch; whether to leave.
    pub fn safepoint(&mut self, inst: Inst, values: &[Value], frame: &[u64]) -> bool {
        let Some(Polled { graph, .. }) = self.polled else { return false };
        self.read_all();
        let environment = self.environment(graph.types(), values, frame);
        // What was only in the frame may have led to new objects.
        self.read_all();
        let snapshot = graph.kind(inst).snapshot().expect("a safepoint has a state");
        let state = rebuild(self.descriptors, graph.snapshot(snapshot), &environment, self.heap)
            .unwrap_or_else(|fault| panic!("a state that cannot be rebuilt: {fault}"));
        let polled = self.polled.as_mut().expect("it was there");
        polled.watch.safepoint(inst, self.heap, &state)
    }
}
