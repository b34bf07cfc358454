//! What can go wrong with numbers: the kind of exception, and its message.

use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: FaultKind,
    pub message: Cow<'static, str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    ZeroDivision,
    Overflow,
    /// An `OverflowError` with an error number, as the C library has it: `(34, 'Numerical result out of range')`.
    OutOfRange,
    Value,
    Type,
    Memory,
    Key,
    Index,
}

impl Fault {
    pub fn value(message: impl Into<Cow<'static, str>>) -> Fault {
        Fault { kind: FaultKind::Value, message: message.into() }
    }

    pub fn overflow(message: impl Into<Cow<'static, str>>) -> Fault {
        Fault { kind: FaultKind::Overflow, message: message.into() }
    }

    pub fn type_error(message: impl Into<Cow<'static, str>>) -> Fault {
        Fault { kind: FaultKind::Type, message: message.into() }
    }

    pub fn zero_division() -> Fault {
        Fault { kind: FaultKind::ZeroDivision, message: "division by zero".into() }
    }

    pub fn zero_power(message: &'static str) -> Fault {
        Fault { kind: FaultKind::ZeroDivision, message: message.into() }
    }

    pub fn out_of_range() -> Fault {
        Fault { kind: FaultKind::OutOfRange, message: "Numerical result out of range".into() }
    }

    pub fn memory() -> Fault {
        Fault { kind: FaultKind::Memory, message: "".into() }
    }
}
