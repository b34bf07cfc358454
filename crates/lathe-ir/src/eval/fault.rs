//! Why a trace has no meaning at some op.
//!
//! A fault is a bug of whoever made the trace: the recorder promises, and the optimizer preserves, that guards stand
//! before everything partial. The verifier catches what can be seen without running; a fault is the rest.

use super::heap::Loc;
use crate::descriptors::{ClassId, Descriptors};
use crate::trace::Label;
use crate::value::{Type, Value};
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    NoSuchLabel(Label),
    NoSuchOp,
    WrongArgumentCount {
        expected: usize,
        found: usize,
    },
    UndefinedValue(Value),
    WrongType {
        expected: Type,
        found: Type,
    },
    NullDereference,
    NoSuchField(ClassId),
    WrongClass {
        expected: ClassId,
        found: ClassId,
    },
    /// A stored reference breaks the promise of its `RefType::Exact`.
    NullInExactField,
    IndexOutOfBounds {
        index: i64,
        length: usize,
    },
    BadArrayLength(i64),
    NotAnArray(ClassId),
    NotARecord(ClassId),
    UndefinedDivision {
        dividend: i64,
        divisor: i64,
    },
    /// Neither `guard_no_exception` nor `guard_exception` stood behind a call that raised.
    PendingException(Loc),
    NoSuchVirtual(u32),
    DeadSlotUsed,
    HeapExhausted,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoSuchLabel(label) => write!(f, "there is no label L{}", label.0),
            FaultKind::NoSuchOp => f.write_str("there is no such op"),
            FaultKind::WrongArgumentCount { expected, found } => {
                write!(f, "{expected} arguments expected, {found} given")
            }
            FaultKind::UndefinedValue(v) => write!(f, "value {} is not defined", v.0),
            FaultKind::WrongType { expected, found } => write!(f, "{expected} expected, {found} found"),
            FaultKind::NullDereference => f.write_str("null has no contents"),
            FaultKind::NoSuchField(class) => write!(f, "an object of class {} has no such field", class.0),
            FaultKind::WrongClass { expected, found } => {
                write!(f, "class {} promised, class {} found", expected.0, found.0)
            }
            FaultKind::NullInExactField => f.write_str("null where an object is promised"),
            FaultKind::IndexOutOfBounds { index, length } => write!(f, "index {index} of {length} items"),
            FaultKind::BadArrayLength(length) => write!(f, "an array cannot have {length} items"),
            FaultKind::NotAnArray(class) => write!(f, "class {} is not an array class", class.0),
            FaultKind::NotARecord(class) => write!(f, "class {} is not a record class", class.0),
            FaultKind::UndefinedDivision { dividend, divisor } => {
                write!(f, "{dividend} divided by {divisor} is not defined")
            }
            FaultKind::PendingException(_) => f.write_str("an exception is still pending"),
            FaultKind::NoSuchVirtual(index) => write!(f, "the snapshot has no virtual {index}"),
            FaultKind::DeadSlotUsed => f.write_str("a dead slot is used"),
            FaultKind::HeapExhausted => f.write_str("the evaluator's heap is full"),
        }
    }
}

impl FaultKind {
    /// The same in words, with the names of classes.
    pub fn explain(&self, descriptors: &Descriptors) -> String {
        let name = |class: ClassId| &descriptors.class(class).name;
        match *self {
            FaultKind::NoSuchField(class) => {
                format!("an object of class `{}` has no such field", name(class))
            }
            FaultKind::WrongClass { expected, found } => {
                format!(
                    "an object of class `{}` is promised, this is one of `{}`",
                    name(expected),
                    name(found)
                )
            }
            FaultKind::NotAnArray(class) => format!("class `{}` is not an array class", name(class)),
            FaultKind::NotARecord(class) => format!("class `{}` is not a record class", name(class)),
            _ => self.to_string(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the way into a section.
    Entry(Label),
    /// An op of a section, counted from 0, with its name.
    Op { label: Label, index: usize, name: &'static str },
    /// While frames were rebuilt.
    Snapshot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Place::Entry(label) => write!(f, "entering L{}: {}", label.0, self.kind),
            Place::Op { label, index, name } => {
                write!(f, "op {index} of L{} ({name}): {}", label.0, self.kind)
            }
            Place::Snapshot => write!(f, "rebuilding frames: {}", self.kind),
        }
    }
}

impl std::error::Error for Fault {}
