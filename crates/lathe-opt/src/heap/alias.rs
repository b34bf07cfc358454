//! Can two places be the same?
//!
//! Two fields never overlap; nor do arrays of different classes. Within one field, objects differ if their classes do, if
//! both are different constants, or if one was allocated here and the other is older, or nobody else could have got
//! hold of it. Items differ if their indices are different constants, lie in ranges that do not meet, or are
//! different constants away from the same value.

use super::{Heap, Key};
use crate::context::{Context, Place};
use lathe_ir::{Const, IntBinary, OpKind, Operand};

impl Heap {
    pub(super) fn may_alias(&self, (base_a, place_a): Key, (base_b, place_b): Key, cx: &Context) -> bool {
        let same_place = match (place_a, place_b) {
            (Place::Field(a), Place::Field(b)) => a == b,
            (Place::Item(class_a, a), Place::Item(class_b, b)) => {
                class_a == class_b && may_be_equal(cx.resolve(a), cx.resolve(b), cx)
            }
            (Place::Field(_), Place::Item(..)) | (Place::Item(..), Place::Field(_)) => false,
        };
        same_place && self.may_be_same(cx.resolve(base_a), cx.resolve(base_b), cx)
    }

    fn may_be_same(&self, a: Operand, b: Operand, cx: &Context) -> bool {
        if a == b {
            return true;
        }
        if let (Operand::Const(_), Operand::Const(_)) = (a, b) {
            return false;
        }
        if let (Some(class_a), Some(class_b)) = (cx.class(a), cx.class(b))
            && class_a != class_b
        {
            return false;
        }
        !self.excludes(a, b, cx) && !self.excludes(b, a, cx)
    }

    /// `new` was allocated here, and `other` cannot be it.
    fn excludes(&self, new: Operand, other: Operand, cx: &Context) -> bool {
        let Operand::Value(v) = new else { return false };
        match self.allocations.get(&v) {
            Some(allocation) => !allocation.escaped || cx.position(other) < allocation.position,
            None => false,
        }
    }

    /// An object that this section has allocated.
    pub(super) fn is_new(&self, base: Operand) -> bool {
        matches!(base, Operand::Value(v) if self.allocations.contains_key(&v))
    }

    pub(super) fn escape(&mut self, operand: Operand) {
        if let Operand::Value(v) = operand
            && let Some(allocation) = self.allocations.get_mut(&v)
        {
            allocation.escaped = true;
        }
    }
}

fn may_be_equal(a: Operand, b: Operand, cx: &Context) -> bool {
    if a == b {
        return true;
    }
    let ((base_a, offset_a), (base_b, offset_b)) = (split(a, cx), split(b, cx));
    if base_a == base_b {
        return offset_a == offset_b;
    }
    cx.int(a).meet(cx.int(b)).is_some()
}

/// An index as a value and a constant distance from it.
fn split(index: Operand, cx: &Context) -> (Option<Operand>, i64) {
    match index {
        Operand::Const(Const::Int(x)) => (None, x),
        Operand::Value(v) => match cx.def(v) {
            Some(&OpKind::Int(IntBinary::Add, base, Operand::Const(Const::Int(x)))) => (Some(base), x),
            Some(&OpKind::Int(IntBinary::Add, Operand::Const(Const::Int(x)), base)) => (Some(base), x),
            Some(&OpKind::Int(IntBinary::Sub, base, Operand::Const(Const::Int(x)))) => {
                (Some(base), x.wrapping_neg())
            }
            _ => (Some(index), 0),
        },
        Operand::Const(_) => (Some(index), 0),
    }
}
