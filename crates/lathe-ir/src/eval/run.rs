//! One op after the other.

use super::fault::{Fault, FaultKind, Place};
use super::heap::{Datum, Heap, Loc};
use super::host::Host;
use crate::arith::{self, W64};
use crate::descriptors::Descriptors;
use crate::op::{Cast, Guard, OpKind, PtrCompare};
use crate::snapshot::SnapshotId;
use crate::trace::{Label, Trace};
use crate::value::{Const, Operand};

/// The data of a section's values, by index; `None` if not defined (yet).
pub type Environment = Vec<Option<Datum>>;

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
    let mut machine = Machine::new(descriptors, trace, heap, host);
    match machine.enter(entry, args) {
        Ok(true) => machine.go(limit),
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
    let mut machine = Machine::new(descriptors, trace, heap, host);
    machine.section = start.section;
    machine.op = start.op;
    machine.environment = start.environment;
    machine.environment.resize(trace.types.len(), None);
    machine.pending = start.pending;
    machine.go(limit)
}

/// What an operand stands for.
pub(super) fn read(environment: &Environment, operand: Operand) -> Result<Datum, FaultKind> {
    match operand {
        Operand::Const(c) => Ok(c.into()),
        Operand::Value(v) => {
            environment.get(v.index()).copied().flatten().ok_or(FaultKind::UndefinedValue(v))
        }
    }
}

/// What an op does apart from defining its result.
enum Step {
    Next,
    Result(Datum),
    Entered,
    Leave(Outcome),
}

struct Machine<'a> {
    descriptors: &'a Descriptors,
    trace: &'a Trace,
    heap: &'a mut Heap,
    host: &'a mut dyn Host,
    section: usize,
    op: usize,
    environment: Environment,
    pending: Option<Loc>,
}

impl<'a> Machine<'a> {
    fn new(
        descriptors: &'a Descriptors,
        trace: &'a Trace,
        heap: &'a mut Heap,
        host: &'a mut dyn Host,
    ) -> Machine<'a> {
        Machine { descriptors, trace, heap, host, section: 0, op: 0, environment: Vec::new(), pending: None }
    }

    fn go(&mut self, limit: u64) -> Result<Outcome, Fault> {
        for _ in 0..limit {
            match self.step().map_err(|kind| Fault { place: self.place(), kind })? {
                Step::Leave(outcome) => return Ok(outcome),
                Step::Entered => {}
                Step::Next => self.op += 1,
                Step::Result(datum) => {
                    if let Some(v) = self.trace.sections[self.section].ops[self.op].result {
                        self.environment[v.index()] = Some(datum);
                    }
                    self.op += 1;
                }
            }
        }
        Ok(Outcome::OutOfFuel)
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
        self.environment.clear();
        self.environment.resize(self.trace.types.len(), None);
        for (&param, &arg) in params.iter().zip(args) {
            let expected = self.trace.ty(param);
            if expected != arg.ty() {
                return Err(FaultKind::WrongType { expected, found: arg.ty() });
            }
            self.environment[param.index()] = Some(arg);
        }
        self.section = section;
        self.op = 0;
        Ok(true)
    }

    fn read(&self, operand: Operand) -> Result<Datum, FaultKind> {
        read(&self.environment, operand)
    }

    fn read_all(&self, operands: &[Operand]) -> Result<Vec<Datum>, FaultKind> {
        operands.iter().map(|&operand| self.read(operand)).collect()
    }

    fn int(&self, operand: Operand) -> Result<i64, FaultKind> {
        self.read(operand)?.int()
    }

    fn float(&self, operand: Operand) -> Result<f64, FaultKind> {
        self.read(operand)?.float()
    }

    fn step(&mut self) -> Result<Step, FaultKind> {
        let trace = self.trace;
        let section = trace.sections.get(self.section).ok_or(FaultKind::NoSuchOp)?;
        let op = section.ops.get(self.op).ok_or(FaultKind::NoSuchOp)?;
        let int = |x: i64| Ok(Step::Result(Datum::Int(x)));
        let float = |x: f64| Ok(Step::Result(Datum::Float(x)));
        let descriptors = self.descriptors;
        match &op.kind {
            OpKind::Int(op, a, b) => {
                let (dividend, divisor) = (self.int(*a)?, self.int(*b)?);
                let result = arith::int_binary(W64, *op, dividend, divisor);
                int(result.ok_or(FaultKind::UndefinedDivision { dividend, divisor })?)
            }
            OpKind::IntCompare(op, a, b) => {
                int(arith::int_compare(W64, *op, self.int(*a)?, self.int(*b)?) as i64)
            }
            OpKind::IntUnary(op, a) => int(arith::int_unary(W64, *op, self.int(*a)?)),
            OpKind::IntChecked { op, a, b, overflow, snapshot } => {
                let (result, overflowed) = arith::int_checked(W64, *op, self.int(*a)?, self.int(*b)?);
                if overflowed == *overflow { int(result) } else { Ok(self.exit(*snapshot)) }
            }
            OpKind::Float(op, a, b) => float(arith::float_binary(*op, self.float(*a)?, self.float(*b)?)),
            OpKind::FloatCompare(op, a, b) => {
                int(arith::float_compare(*op, self.float(*a)?, self.float(*b)?) as i64)
            }
            OpKind::FloatUnary(op, a) => float(arith::float_unary(*op, self.float(*a)?)),
            OpKind::Cast(cast, a) => match cast {
                Cast::IntToFloat => float(arith::cast_int_to_float(self.int(*a)?)),
                Cast::FloatToInt => int(arith::cast_float_to_int(self.float(*a)?)),
                Cast::FloatToBits => int(self.float(*a)?.to_bits() as i64),
                Cast::BitsToFloat => float(f64::from_bits(self.int(*a)? as u64)),
            },
            OpKind::PtrCompare(op, a, b) => {
                let (a, b) = (self.read(*a)?, self.read(*b)?);
                a.reference()?;
                b.reference()?;
                let same = self.heap.is_same(descriptors, a, b);
                match op {
                    PtrCompare::Eq => int(same as i64),
                    PtrCompare::Ne => int(!same as i64),
                }
            }
            OpKind::Select(condition, a, b) => {
                let (a, b) = (self.read(*a)?, self.read(*b)?);
                Ok(Step::Result(if self.int(*condition)? != 0 { a } else { b }))
            }
            OpKind::New(class) => {
                let loc = self.heap.allocate(descriptors, *class)?;
                Ok(Step::Result(Datum::object(loc)))
            }
            OpKind::NewArray(class, length) => {
                let loc = self.heap.allocate_array(descriptors, *class, self.int(*length)?)?;
                Ok(Step::Result(Datum::object(loc)))
            }
            OpKind::Get(base, field) => {
                Ok(Step::Result(self.heap.get(descriptors, self.read(*base)?, *field)?))
            }
            OpKind::Set(base, field, value) => {
                let (base, value) = (self.read(*base)?, self.read(*value)?);
                self.heap.set(descriptors, base, *field, value)?;
                Ok(Step::Next)
            }
            OpKind::GetItem(class, base, index) => {
                let (base, index) = (self.read(*base)?, self.int(*index)?);
                Ok(Step::Result(self.heap.get_item(descriptors, *class, base, index)?))
            }
            OpKind::SetItem(class, base, index, value) => {
                let (base, index, value) = (self.read(*base)?, self.int(*index)?, self.read(*value)?);
                self.heap.set_item(descriptors, *class, base, index, value)?;
                Ok(Step::Next)
            }
            OpKind::ArrayLen(class, base) => {
                int(self.heap.array_len(descriptors, *class, self.read(*base)?)? as i64)
            }
            OpKind::Call(helper, args) => {
                self.nothing_pending()?;
                let args = self.read_all(args)?;
                let expected = descriptors.helper(*helper).result;
                match self.host.call(self.heap, descriptors, *helper, &args) {
                    Err(exception) => {
                        self.pending = Some(exception);
                        Ok(expected.map_or(Step::Next, |ty| Step::Result(Datum::zero(ty))))
                    }
                    Ok(result) => match (result, expected) {
                        (_, None) => Ok(Step::Next),
                        (Some(datum), Some(ty)) if datum.ty() == ty => Ok(Step::Result(datum)),
                        (Some(datum), Some(expected)) => {
                            Err(FaultKind::WrongType { expected, found: datum.ty() })
                        }
                        (None, Some(ty)) => Ok(Step::Result(Datum::zero(ty))),
                    },
                }
            }
            OpKind::Guard(guard, snapshot) => self.guard(*guard, *snapshot),
            OpKind::Jump(label, args) => {
                self.nothing_pending()?;
                let args = self.read_all(args)?;
                if self.enter(*label, &args)? {
                    Ok(Step::Entered)
                } else {
                    Ok(Step::Leave(Outcome::Jump { label: *label, args }))
                }
            }
            OpKind::Finish(results) => {
                self.nothing_pending()?;
                Ok(Step::Leave(Outcome::Finish(self.read_all(results)?)))
            }
            OpKind::Exit(snapshot) => Ok(self.exit(*snapshot)),
        }
    }

    fn guard(&mut self, guard: Guard, snapshot: SnapshotId) -> Result<Step, FaultKind> {
        let holds = match guard {
            Guard::True(a) => self.int(a)? != 0,
            Guard::False(a) => self.int(a)? == 0,
            Guard::Value(a, expected) => self.is_value(self.read(a)?, expected)?,
            Guard::Class(a, class) => {
                self.read(a)?.reference()?.is_some_and(|loc| self.heap.class(loc) == class)
            }
            Guard::NonNull(a) => self.read(a)?.reference()?.is_some(),
            Guard::IsNull(a) => self.read(a)?.reference()?.is_none(),
            Guard::NoException => self.pending.is_none(),
            Guard::Exception(class) => match self.pending {
                Some(exception) if self.heap.class(exception) == class => {
                    self.pending = None;
                    return Ok(Step::Result(Datum::object(exception)));
                }
                Some(_) | None => false,
            },
            Guard::NotInvalidated => !self.host.invalidated(),
            Guard::NotForced => !self.host.forced(),
            Guard::NoAttention => !self.host.attention(),
        };
        Ok(if holds { Step::Next } else { self.exit(snapshot) })
    }

    fn is_value(&self, found: Datum, expected: Const) -> Result<bool, FaultKind> {
        if found.ty() != expected.ty() {
            return Err(FaultKind::WrongType { expected: expected.ty(), found: found.ty() });
        }
        Ok(self.heap.is_same(self.descriptors, found, expected.into()))
    }

    /// Only guards may see a pending exception.
    fn nothing_pending(&self) -> Result<(), FaultKind> {
        self.pending.map_or(Ok(()), |exception| Err(FaultKind::PendingException(exception)))
    }

    fn exit(&mut self, snapshot: SnapshotId) -> Step {
        Step::Leave(Outcome::Exit(Exit {
            section: self.section,
            op: self.op,
            snapshot,
            environment: std::mem::take(&mut self.environment),
            pending: self.pending,
        }))
    }
}
