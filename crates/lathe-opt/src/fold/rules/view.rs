//! What a rule can see: the facts of an operand, and the op that defines it.
//!
//! ```text
//! int_decided      op whose result the facts leave one choice for    => that constant
//! ```

use super::{Known, RuleName, Simplified, constant};
use crate::int_fact::{self, IntFact};
use lathe_ir::arith::{self, Width};
use lathe_ir::{FloatUnary, IntBinary, IntUnary, OpKind, Operand};

const DECIDED: RuleName = "int_decided";

pub struct View<'k, K> {
    pub w: Width,
    pub known: &'k K,
}

impl<'k, K: Known> View<'k, K> {
    pub fn fact(&self, x: Operand) -> IntFact {
        match x.as_int() {
            Some(c) => IntFact::constant(self.w, c),
            None => self.known.int(x),
        }
    }

    /// A constant, or a value of which only one integer is left.
    pub fn constant(&self, x: Operand) -> Option<i64> {
        x.as_int().or_else(|| self.known.int(x).as_constant())
    }

    pub fn def(&self, x: Operand) -> Option<&'k OpKind> {
        self.known.def(x.as_value()?)
    }

    /// The operands, if `x` is defined by this op.
    pub fn binary(&self, op: IntBinary, x: Operand) -> Option<(Operand, Operand)> {
        match *self.def(x)? {
            OpKind::Int(found, a, b) if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// The operand, if `x` is defined by this op.
    pub fn unary(&self, op: IntUnary, x: Operand) -> Option<Operand> {
        match *self.def(x)? {
            OpKind::IntUnary(found, a) if found == op => Some(a),
            _ => None,
        }
    }

    pub fn float_unary(&self, op: FloatUnary, x: Operand) -> Option<Operand> {
        match *self.def(x)? {
            OpKind::FloatUnary(found, a) if found == op => Some(a),
            _ => None,
        }
    }

    /// `x` is `op(y, c)`, or `op(c, y)` where that is the same.
    pub fn with_constant(&self, x: Operand) -> Option<(IntBinary, Operand, i64)> {
        match *self.def(x)? {
            OpKind::Int(op, a, b) => {
                let (y, c) = self.split_constant(op, a, b)?;
                Some((op, y, c))
            }
            _ => None,
        }
    }

    /// The other operand and the constant, which is the right one unless the op is commutative.
    pub fn split_constant(&self, op: IntBinary, a: Operand, b: Operand) -> Option<(Operand, i64)> {
        match (self.constant(b), self.constant(a)) {
            (Some(c), _) => Some((a, c)),
            (None, Some(c)) if op.is_commutative() => Some((b, c)),
            (None, _) => None,
        }
    }

    /// The result, wrapped around. Not for divisions.
    pub fn compute(&self, op: IntBinary, a: i64, b: i64) -> i64 {
        arith::int_binary(self.w, op, a, b).expect("a total op")
    }

    /// A shift count as it takes effect.
    pub fn count(&self, c: i64) -> u32 {
        c as u32 & (self.w.bits() - 1)
    }

    pub fn decided_binary(&self, op: IntBinary, a: Operand, b: Operand) -> Simplified {
        constant(DECIDED, int_fact::binary(self.w, op, self.fact(a), self.fact(b)).as_constant()?)
    }

    pub fn decided_unary(&self, op: IntUnary, a: Operand) -> Simplified {
        constant(DECIDED, int_fact::unary(self.w, op, self.fact(a)).as_constant()?)
    }
}

/// Tries a rule of a commutative op both ways round.
pub fn either_way<T>(a: Operand, b: Operand, rule: impl Fn(Operand, Operand) -> Option<T>) -> Option<T> {
    rule(a, b).or_else(|| rule(b, a))
}
