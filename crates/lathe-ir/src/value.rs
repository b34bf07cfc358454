//! Types, values, constants and operands: what an op can be given.

use crate::descriptors::ObjectId;
use std::fmt;

/// The three kinds of SSA value. The letter is the prefix of the value's name: `i3`, `f4`, `p5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// A 64-bit two's complement integer; comparisons give 0 or 1.
    Int,
    /// A 64-bit IEEE float.
    Float,
    /// A reference to an object, or null.
    Ref,
}

impl Type {
    pub fn prefix(self) -> char {
        match self {
            Type::Int => 'i',
            Type::Float => 'f',
            Type::Ref => 'p',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Float => "float",
            Type::Ref => "ref",
        }
    }

    /// What `new` puts into a field of this type.
    pub fn zero(self) -> Const {
        match self {
            Type::Int => Const::Int(0),
            Type::Float => Const::float(0.0),
            Type::Ref => Const::Null,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An SSA value of a trace: an index into [`crate::Trace::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u32);

impl Value {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A float constant, compared by bits: `0.0` and `-0.0` differ, a NaN equals itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FloatBits(pub u64);

impl FloatBits {
    pub fn get(self) -> f64 {
        f64::from_bits(self.0)
    }
}

impl fmt::Debug for FloatBits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.get())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Const {
    Int(i64),
    Float(FloatBits),
    Null,
    /// A guest object known while recording; an index into the descriptors' table, never an address.
    Object(ObjectId),
}

impl Const {
    pub fn float(x: f64) -> Const {
        Const::Float(FloatBits(x.to_bits()))
    }

    pub fn ty(self) -> Type {
        match self {
            Const::Int(_) => Type::Int,
            Const::Float(_) => Type::Float,
            Const::Null | Const::Object(_) => Type::Ref,
        }
    }
}

/// What an op works on: an SSA value or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operand {
    Value(Value),
    Const(Const),
}

impl Operand {
    pub const NULL: Operand = Operand::Const(Const::Null);
    pub const FALSE: Operand = Operand::Const(Const::Int(0));
    pub const TRUE: Operand = Operand::Const(Const::Int(1));

    pub fn int(x: i64) -> Operand {
        Operand::Const(Const::Int(x))
    }

    pub fn float(x: f64) -> Operand {
        Operand::Const(Const::float(x))
    }

    pub fn as_value(self) -> Option<Value> {
        match self {
            Operand::Value(v) => Some(v),
            Operand::Const(_) => None,
        }
    }

    pub fn as_const(self) -> Option<Const> {
        match self {
            Operand::Value(_) => None,
            Operand::Const(c) => Some(c),
        }
    }

    pub fn as_int(self) -> Option<i64> {
        match self {
            Operand::Const(Const::Int(x)) => Some(x),
            _ => None,
        }
    }

    pub fn as_float(self) -> Option<f64> {
        match self {
            Operand::Const(Const::Float(x)) => Some(x.get()),
            _ => None,
        }
    }
}

impl From<Value> for Operand {
    fn from(v: Value) -> Operand {
        Operand::Value(v)
    }
}

impl From<Const> for Operand {
    fn from(c: Const) -> Operand {
        Operand::Const(c)
    }
}
