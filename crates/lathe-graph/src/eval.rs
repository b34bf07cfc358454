//! The evaluator: what a graph means.
//!
//! Slow and obvious, as the evaluator of traces, whose machine, heap and hosts it uses. Phis of a block read their inputs
//! all at once. A [`Watch`] sees what a run does besides calls: the edges it takes and the state at every safepoint, where it
//! may also leave. A run can be resumed anywhere: an exit gives the interpreter's frames back, and whoever knows what they
//! stand for in a graph can go on there.

use crate::graph::{Block, Graph, Inst};
use crate::inst::InstKind;
use lathe_ir::eval::{Datum, Environment, FaultKind, Heap, Host, Loc, Machine, Rebuilt, Step, rebuild};
use lathe_ir::{Descriptors, Operand, SnapshotId};
use std::fmt;

/// Sees a run go by.
pub trait Watch {
    /// Control goes from one block to another.
    fn edge(&mut self, _from: Block, _to: Block) {}

    /// Whether to leave at this safepoint.
    fn safepoint(&mut self, _at: Inst, _heap: &Heap, _state: &Rebuilt) -> bool {
        false
    }
}

/// Sees nothing, never leaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {}

/// Where a run goes on.
#[derive(Clone, Debug)]
pub struct Start {
    pub block: Block,
    /// A position among the instructions of the block; not before its phis.
    pub position: usize,
    pub environment: Environment,
    /// An exception that the guard there will find.
    pub pending: Option<Loc>,
}

/// A deoptimising instruction left the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    pub inst: Inst,
    pub snapshot: SnapshotId,
    pub environment: Environment,
    pub pending: Option<Loc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Return(Vec<Datum>),
    Exit(Exit),
    OutOfFuel,
}

/// An instruction has no meaning: a bug of whoever made the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// `None`: the arguments do not fit.
    pub inst: Option<Inst>,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.inst {
            Some(inst) => write!(f, "instruction {}: {}", inst.0, self.kind),
            None => write!(f, "{}", self.kind),
        }
    }
}

impl std::error::Error for Fault {}

/// What a run works on and who watches it.
pub struct World<'a> {
    pub descriptors: &'a Descriptors,
    pub heap: &'a mut Heap,
    pub host: &'a mut dyn Host,
    pub watch: &'a mut dyn Watch,
}

impl fmt::Debug for World<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("heap", &self.heap).finish_non_exhaustive()
    }
}

/// Runs a graph from its entry, for at most `limit` instructions.
pub fn run(world: World<'_>, graph: &Graph, args: &[Datum], limit: u64) -> Result<Outcome, Fault> {
    let types = graph.parameters();
    let fault = |kind| Fault { inst: None, kind };
    if types.len() != args.len() {
        return Err(fault(FaultKind::WrongArgumentCount { expected: types.len(), found: args.len() }));
    }
    for (&expected, arg) in types.iter().zip(args) {
        if expected != arg.ty() {
            return Err(fault(FaultKind::WrongType { expected, found: arg.ty() }));
        }
    }
    let start = Start {
        block: Block::ENTRY,
        position: 0,
        environment: vec![None; graph.value_count()],
        pending: None,
    };
    Run::new(world, graph, start, args).go(limit)
}

/// Runs a graph from the middle on.
pub fn resume(world: World<'_>, graph: &Graph, start: Start, limit: u64) -> Result<Outcome, Fault> {
    Run::new(world, graph, start, &[]).go(limit)
}

struct Run<'w, 'a> {
    machine: Machine<'w>,
    watch: &'w mut dyn Watch,
    graph: &'a Graph,
    args: &'a [Datum],
    block: Block,
    position: usize,
}

impl<'w, 'a> Run<'w, 'a> {
    fn new(world: World<'w>, graph: &'a Graph, start: Start, args: &'a [Datum]) -> Run<'w, 'a> {
        let World { descriptors, heap, host, watch } = world;
        let Start { block, position, mut environment, pending } = start;
        environment.resize(graph.value_count(), None);
        let machine = Machine { descriptors, heap, host, environment, pending };
        Run { machine, watch, graph, args, block, position }
    }

    fn go(mut self, limit: u64) -> Result<Outcome, Fault> {
        for _ in 0..limit {
            let inst = self.graph.block(self.block).insts[self.position];
            if let Some(outcome) = self.step(inst).map_err(|kind| Fault { inst: Some(inst), kind })? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::OutOfFuel)
    }

    fn read(&self, operand: Operand) -> Result<Datum, FaultKind> {
        match operand {
            Operand::Const(c) => Ok(c.into()),
            Operand::Value(v) => {
                self.machine.environment.get(v.index()).copied().flatten().ok_or(FaultKind::UndefinedValue(v))
            }
        }
    }

    fn read_all(&self, operands: &[Operand]) -> Result<Vec<Datum>, FaultKind> {
        operands.iter().map(|&operand| self.read(operand)).collect()
    }

    fn define(&mut self, inst: Inst, datum: Datum) {
        if let Some(value) = self.graph.inst(inst).result {
            self.machine.environment[value.index()] = Some(datum);
        }
    }

    /// Does one instruction; the outcome if it was the last.
    fn step(&mut self, inst: Inst) -> Result<Option<Outcome>, FaultKind> {
        let graph = self.graph;
        match graph.kind(inst) {
            InstKind::Op(kind) => match self.machine.step(kind)? {
                Step::Next => {}
                Step::Result(datum) => self.define(inst, datum),
                Step::Exit(snapshot) => return Ok(Some(self.exit(inst, snapshot))),
                Step::Jump(..) | Step::Finish(_) => return Err(FaultKind::NoSuchOp),
            },
            InstKind::Parameter(number) => {
                let datum = self.args.get(*number as usize).copied().ok_or(FaultKind::NoSuchOp)?;
                self.define(inst, datum);
            }
            // Done on the edge.
            InstKind::Phi(_) => {}
            InstKind::NullCheck(reference, snapshot) => {
                let datum = self.read(*reference)?;
                if datum.reference()?.is_none() {
                    return Ok(Some(self.exit(inst, *snapshot)));
                }
                self.define(inst, datum);
            }
            InstKind::SaveState(_) | InstKind::InlinedCall(..) | InstKind::InlinedReturn => {}
            InstKind::SafePoint(id) => {
                let machine = &mut self.machine;
                let snapshot = graph.snapshot(*id);
                let state = rebuild(machine.descriptors, snapshot, &machine.environment, machine.heap)
                    .map_err(|fault| fault.kind)?;
                if self.watch.safepoint(inst, machine.heap, &state) {
                    return Ok(Some(self.exit(inst, *id)));
                }
            }
            InstKind::If(condition) => {
                let taken = self.read(*condition)?.int()? != 0;
                self.enter(graph.block(self.block).succs[!taken as usize])?;
                return Ok(None);
            }
            InstKind::Goto => {
                self.enter(graph.block(self.block).succs[0])?;
                return Ok(None);
            }
            InstKind::Return(results) => {
                // Only guards may see a pending exception; the verifier has put one behind every call.
                return Ok(Some(Outcome::Return(self.read_all(results)?)));
            }
        }
        self.position += 1;
        Ok(None)
    }

    fn exit(&mut self, inst: Inst, snapshot: SnapshotId) -> Outcome {
        let environment = std::mem::take(&mut self.machine.environment);
        Outcome::Exit(Exit { inst, snapshot, environment, pending: self.machine.pending })
    }

    fn enter(&mut self, block: Block) -> Result<(), FaultKind> {
        let graph = self.graph;
        let from = graph.pred_index(block, self.block).ok_or(FaultKind::NoSuchOp)?;
        let mut data = Vec::new();
        for phi in graph.phis(block) {
            if let InstKind::Phi(inputs) = graph.kind(phi) {
                data.push((phi, self.read(inputs[from])?));
            }
        }
        self.position = data.len();
        for (phi, datum) in data {
            self.define(phi, datum);
        }
        self.watch.edge(self.block, block);
        self.block = block;
        Ok(())
    }
}
