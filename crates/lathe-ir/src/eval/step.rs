//! One op: a transition of environment and heap.

use super::fault::FaultKind;
use super::heap::{Datum, Heap, Loc};
use super::host::Host;
use crate::arith::{self, W64};
use crate::descriptors::Descriptors;
use crate::op::{Cast, Guard, OpKind, PtrCompare};
use crate::snapshot::SnapshotId;
use crate::trace::Label;
use crate::value::{Const, Operand};
use std::fmt;

/// The data of a section's values, by index; `None` if not defined (yet).
pub type Environment = Vec<Option<Datum>>;

/// What an operand stands for.
pub(super) fn read(environment: &Environment, operand: Operand) -> Result<Datum, FaultKind> {
    match operand {
        Operand::Const(c) => Ok(c.into()),
        Operand::Value(v) => {
            environment.get(v.index()).copied().flatten().ok_or(FaultKind::UndefinedValue(v))
        }
    }
}

/// How a trace goes on after an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// At the next op.
    Next,
    /// At the next op, with this result.
    Result(Datum),
    Jump(Label, Vec<Datum>),
    Finish(Vec<Datum>),
    /// A guard failed.
    Exit(SnapshotId),
}

/// What ops work on. Which op is next is the caller's business: a run takes them from a trace, a recorder makes them up.
pub struct Machine<'a> {
    pub descriptors: &'a Descriptors,
    pub heap: &'a mut Heap,
    pub host: &'a mut dyn Host,
    pub environment: Environment,
    /// The exception that the next exception guard will see.
    pub pending: Option<Loc>,
}

impl fmt::Debug for Machine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine")
            .field("heap", &self.heap)
            .field("environment", &self.environment)
            .field("pending", &self.pending)
            .finish_non_exhaustive()
    }
}

impl Machine<'_> {
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

    /// Does one op. Its result, if any, is handed back and not yet in the environment.
    pub fn step(&mut self, kind: &OpKind) -> Result<Step, FaultKind> {
        let int = |x: i64| Ok(Step::Result(Datum::Int(x)));
        let float = |x: f64| Ok(Step::Result(Datum::Float(x)));
        let descriptors = self.descriptors;
        match kind {
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
                if overflowed == *overflow { int(result) } else { Ok(Step::Exit(*snapshot)) }
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
                Ok(Step::Jump(*label, self.read_all(args)?))
            }
            OpKind::Finish(results) => {
                self.nothing_pending()?;
                Ok(Step::Finish(self.read_all(results)?))
            }
            OpKind::Exit(snapshot) => Ok(Step::Exit(*snapshot)),
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
        Ok(if holds { Step::Next } else { Step::Exit(snapshot) })
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
}
