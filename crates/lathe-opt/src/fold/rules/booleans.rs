//! Truth values: integers that are 0 or 1, most of them results of comparisons.
//!
//! ```text
//! is_true_boolean      int_is_true(b)               => b
//! is_true_negated      int_is_true(-x)              => int_is_true(x)        also int_is_zero
//! is_true_difference   int_is_true(x - y)           => x != y                also x ^ y and x + constant
//! is_zero_inverted     int_is_zero(x < y)           => x >= y
//! is_zero_difference   int_is_zero(x - y)           => x == y
//! ```
//!
//! The result of a float comparison is inverted only for `==` and `!=`, or if neither side can be a NaN: with a NaN both
//! `x < y` and `x >= y` are 0.

use super::view::View;
use super::{Known, Rewrite, RuleName, Simplified, becomes, becomes_unary, floats, operand};
use lathe_ir::{FloatCompare, IntBinary, IntCompare, IntUnary, OpKind, Operand, PtrCompare};

/// 0 or 1: by its fact, or by the op that made it.
pub fn is_boolean<K: Known>(view: &View<K>, x: Operand) -> bool {
    let made_by_comparison = match view.def(x) {
        Some(OpKind::IntCompare(..) | OpKind::FloatCompare(..) | OpKind::PtrCompare(..)) => true,
        Some(OpKind::IntUnary(op, _)) => matches!(op, IntUnary::IsTrue | IntUnary::IsZero),
        Some(&OpKind::Int(IntBinary::And, a, b)) => {
            view.constant(a) == Some(1) || view.constant(b) == Some(1)
        }
        Some(_) | None => false,
    };
    made_by_comparison || view.fact(x).is_boolean()
}

/// `1 - b` without another op: the comparison that made `b`, the other way round.
pub fn inverted<K: Known>(rule: RuleName, view: &View<K>, b: Operand) -> Simplified {
    let rewrite = match *view.def(b)? {
        OpKind::IntCompare(op, x, y) => Rewrite::Kind(OpKind::IntCompare(op.inverted(), x, y)),
        OpKind::FloatCompare(op, x, y) => {
            let ordered = floats::never_nan(view, x) && floats::never_nan(view, y);
            Rewrite::Kind(OpKind::FloatCompare(inverted_float(op, ordered)?, x, y))
        }
        OpKind::PtrCompare(PtrCompare::Eq, x, y) => Rewrite::Kind(OpKind::PtrCompare(PtrCompare::Ne, x, y)),
        OpKind::PtrCompare(PtrCompare::Ne, x, y) => Rewrite::Kind(OpKind::PtrCompare(PtrCompare::Eq, x, y)),
        OpKind::IntUnary(IntUnary::IsTrue, x) => Rewrite::Kind(OpKind::IntUnary(IntUnary::IsZero, x)),
        OpKind::IntUnary(IntUnary::IsZero, x) => Rewrite::Kind(OpKind::IntUnary(IntUnary::IsTrue, x)),
        _ => match view.with_constant(b)? {
            (IntBinary::Xor, x, 1) if is_boolean(view, x) => Rewrite::Operand(x),
            _ => return None,
        },
    };
    Some((rewrite, rule))
}

fn inverted_float(op: FloatCompare, ordered: bool) -> Option<FloatCompare> {
    match op {
        FloatCompare::Eq => Some(FloatCompare::Ne),
        FloatCompare::Ne => Some(FloatCompare::Eq),
        FloatCompare::Lt => ordered.then_some(FloatCompare::Ge),
        FloatCompare::Le => ordered.then_some(FloatCompare::Gt),
        FloatCompare::Gt => ordered.then_some(FloatCompare::Le),
        FloatCompare::Ge => ordered.then_some(FloatCompare::Lt),
    }
}

pub fn is_true<K: Known>(view: &View<K>, a: Operand) -> Simplified {
    if is_boolean(view, a) {
        return operand("is_true_boolean", a);
    }
    if let Some(x) = view.unary(IntUnary::Neg, a) {
        return becomes_unary("is_true_negated", IntUnary::IsTrue, x);
    }
    difference("is_true_difference", view, IntCompare::Ne, a)
}

pub fn is_zero<K: Known>(view: &View<K>, a: Operand) -> Simplified {
    if is_boolean(view, a)
        && let Some(inverted) = inverted("is_zero_inverted", view, a)
    {
        return Some(inverted);
    }
    if let Some(x) = view.unary(IntUnary::Neg, a) {
        return becomes_unary("is_true_negated", IntUnary::IsZero, x);
    }
    difference("is_zero_difference", view, IntCompare::Eq, a)
}

/// A difference is 0 exactly if both sides are equal.
pub fn difference<K: Known>(rule: RuleName, view: &View<K>, op: IntCompare, a: Operand) -> Simplified {
    let (x, y) = match *view.def(a)? {
        OpKind::Int(IntBinary::Sub | IntBinary::Xor, x, y) => (x, y),
        OpKind::Int(IntBinary::Add, x, y) => {
            let (x, c) = view.split_constant(IntBinary::Add, x, y)?;
            (x, Operand::int(view.compute(IntBinary::Sub, 0, c)))
        }
        _ => return None,
    };
    becomes(rule, OpKind::IntCompare(op, x, y))
}
