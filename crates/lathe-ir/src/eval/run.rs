//! A whole run: one op after the other, up to an outcome.

use super::fault::{Fault, FaultKind, Place};
use super::heap::{Datum, Heap, Loc};
use super::host::Host;
use super::step::{Environment, Machine, Step};
use crate::descriptors::Descriptors;
use crate::snapshot::SnapshotId;
use crate::trace::{Label, Trace};

/// Where and how a run begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// An index into [`Trace::sections`].
    pub section: usize,
    /// The first op to be done, counted from 0.
    pub op: usize,
    pub environment: Environment,
    /// An exception that the guard at `op` will find.
    pub pending: Option<Loc>,
}

/// A guard failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    pub section: usize,
    pub op: usize,
    pub snapshot: SnapshotId,
    pub environment: Environment,
    pub pending: Option<Loc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finish(Vec<Datum>),
    Exit(Exit),
    /// To a label that this trace does not have.
    Jump {
        label: Label,
        args: Vec<Datum>,
    },
    OutOfFuel,
}

/// Runs a trace from a label on, for at most `limit` ops.
pub fn run(
    descriptors: &Descriptors,
    trace: &Trace,
    entry: Label,
    args: &[Datum],
    heap: &mut Heap,
    host: &mut dyn Host,
    limit: u64,
) -> Result<Outcome, Fault> {
    let machine = Machine { descriptors, heap, host, environment: Vec::new(), pending: None };
    let mut run = Run { machine, trace, section: 0, op: 0 };
    match run.enter(entry, args) {
        Ok(true) => run.go(limit),
        Ok(false) => Err(Fault { place: Place::Entry(entry), kind: FaultKind::NoSuchLabel(entry) }),
        Err(kind) => Err(Fault { place: Place::Entry(entry), kind }),
    }
}

/// Runs a trace from the middle on.
pub fn resume(
    descriptors: &Descriptors,
    trace: &Trace,
    start: Start,
    heap: &mut Heap,
    host: &mut dyn Host,
    limit: u64,
) -> Result<Outcome, Fault> {
    let Start { section, op, mut environment, pending } = start;
    environment.resize(trace.types.len(), None);
    Run { machine: Machine { descriptors, heap, host, environment, pending }, trace, section, op }.go(limit)
}

struct Run<'a> {
    machine: Machine<'a>,
    trace: &'a Trace,
    section: usize,
    op: usize,
}

impl Run<'_> {
    fn go(mut self, limit: u64) -> Result<Outcome, Fault> {
        for _ in 0..limit {
            if let Some(outcome) = self.advance().map_err(|kind| Fault { place: self.place(), kind })? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::OutOfFuel)
    }

    /// Does the next op; the outcome if it was the last.
    fn advance(&mut self) -> Result<Option<Outcome>, FaultKind> {
        let section = self.trace.sections.get(self.section).ok_or(FaultKind::NoSuchOp)?;
        let op = section.ops.get(self.op).ok_or(FaultKind::NoSuchOp)?;
        match self.machine.step(&op.kind)? {
            Step::Next => self.op += 1,
            Step::Result(datum) => {
                if let Some(v) = op.result {
                    self.machine.environment[v.index()] = Some(datum);
                }
                self.op += 1;
            }
            Step::Jump(label, args) => {
                if !self.enter(label, &args)? {
                    return Ok(Some(Outcome::Jump { label, args }));
                }
            }
            Step::Finish(results) => return Ok(Some(Outcome::Finish(results))),
            Step::Exit(snapshot) => {
                return Ok(Some(Outcome::Exit(Exit {
                    section: self.section,
                    op: self.op,
                    snapshot,
                    environment: std::mem::take(&mut self.machine.environment),
                    pending: self.machine.pending,
                })));
            }
        }
        Ok(None)
    }

    fn place(&self) -> Place {
        let section = self.trace.sections.get(self.section);
        let name = section.and_then(|s| s.ops.get(self.op)).map_or("nothing", |op| op.kind.name());
        let label = section.map_or(Label(0), |s| s.label);
        Place::Op { label, index: self.op, name }
    }

    /// Goes to a label; false if this trace does not have it. A section is a scope of its own, so everything but the
    /// arguments is forgotten.
    fn enter(&mut self, label: Label, args: &[Datum]) -> Result<bool, FaultKind> {
        let Some(section) = self.trace.sections.iter().position(|s| s.label == label) else {
            return Ok(false);
        };
        let params = &self.trace.sections[section].args;
        if params.len() != args.len() {
            return Err(FaultKind::WrongArgumentCount { expected: params.len(), found: args.len() });
        }
        let environment = &mut self.machine.environment;
        environment.clear();
        environment.resize(self.trace.types.len(), None);
        for (&param, &arg) in params.iter().zip(args) {
            let expected = self.trace.ty(param);
            if expected != arg.ty() {
                return Err(FaultKind::WrongType { expected, found: arg.ty() });
            }
            environment[param.index()] = Some(arg);
        }
        self.section = section;
        self.op = 0;
        Ok(true)
    }
}
