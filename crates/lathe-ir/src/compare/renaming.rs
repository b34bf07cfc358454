//! Which value of the first trace is which of the second: a bijection that grows.

use super::Sides;
use super::head::constant;
use crate::value::{Operand, Type, Value};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug, Default)]
pub(super) struct Renaming {
    to_b: FxHashMap<Value, Value>,
    to_a: FxHashMap<Value, Value>,
    /// Label arguments without a partner yet.
    open_a: FxHashMap<Value, Type>,
    open_b: FxHashMap<Value, Type>,
}

impl Renaming {
    /// Label arguments that any use may pair.
    pub fn leave_open(
        &mut self,
        a: impl Iterator<Item = (Value, Type)>,
        b: impl Iterator<Item = (Value, Type)>,
    ) {
        self.open_a.extend(a);
        self.open_b.extend(b);
    }

    pub fn pair(&mut self, a: Value, b: Value) {
        self.open_a.remove(&a);
        self.open_b.remove(&b);
        self.to_b.insert(a, b);
        self.to_a.insert(b, a);
    }

    pub fn partner(&self, a: Value) -> Option<Value> {
        self.to_b.get(&a).copied()
    }

    pub fn is_open(&self, a: Value) -> bool {
        self.open_a.contains_key(&a)
    }

    /// The two may be the same; no statement yet that they are.
    pub fn may_unify(&self, sides: Sides<'_>, a: Operand, b: Operand) -> bool {
        match (a, b) {
            (Operand::Const(a), Operand::Const(b)) => {
                constant(sides.a.descriptors, a) == constant(sides.b.descriptors, b)
            }
            (Operand::Value(a), Operand::Value(b)) => match (self.to_b.get(&a), self.to_a.get(&b)) {
                (Some(&partner), Some(_)) => partner == b,
                (None, None) => match (self.open_a.get(&a), self.open_b.get(&b)) {
                    (Some(ty_a), Some(ty_b)) => ty_a == ty_b,
                    _ => false,
                },
                (Some(_), None) | (None, Some(_)) => false,
            },
            (Operand::Const(_), Operand::Value(_)) | (Operand::Value(_), Operand::Const(_)) => false,
        }
    }

    /// Makes the two the same; false if they cannot be.
    pub fn unify(&mut self, sides: Sides<'_>, a: Operand, b: Operand) -> bool {
        let possible = self.may_unify(sides, a, b);
        if let (true, Operand::Value(a), Operand::Value(b)) = (possible, a, b)
            && self.is_open(a)
        {
            self.pair(a, b);
        }
        possible
    }
}
