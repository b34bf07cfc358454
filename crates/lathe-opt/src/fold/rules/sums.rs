//! Addition, subtraction, negation.
//!
//! ```text
//! add_zero             x + 0             => x
//! add_negated          x + (-y)          => x - y
//! add_difference       (x - y) + y       => x
//! add_complement       x + ~x            => -1
//! sub_zero             x - 0             => x
//! sub_self             x - x             => 0
//! sub_from_zero        0 - x             => -x
//! sub_from_minus_one   -1 - x            => ~x
//! sub_negated          x - (-y)          => x + y
//! sub_from_sum         (x + y) - y       => x
//! sub_difference       x - (x - y)       => y
//! sub_leaves_negated   (x - y) - x       => -y,   x - (x + y) => -y
//! sub_from_one         1 - (x < y)       => x >= y
//! neg_difference       -(x - y)          => y - x
//! ```
//!
//! All of these wrap. `x + x => x << 1` is left out: both are one cycle, and the sum reads better.

use super::view::{View, either_way};
use super::{Known, Simplified, becomes_int, becomes_unary, booleans, constant, linear, operand};
use lathe_ir::{IntBinary, IntUnary, OpKind, Operand};

pub fn add<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if let Some((x, 0)) = view.split_constant(IntBinary::Add, a, b) {
        return operand("add_zero", x);
    }
    linear::chain(view, &OpKind::Int(IntBinary::Add, a, b)).or_else(|| {
        either_way(a, b, |x, other| {
            if let Some(y) = view.unary(IntUnary::Neg, other) {
                return becomes_int("add_negated", IntBinary::Sub, x, y);
            }
            match view.binary(IntBinary::Sub, x) {
                Some((minuend, subtrahend)) if subtrahend == other => operand("add_difference", minuend),
                _ if view.unary(IntUnary::Invert, other) == Some(x) => constant("add_complement", -1),
                _ => None,
            }
        })
    })
}

pub fn sub<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return constant("sub_self", 0);
    }
    if view.constant(b) == Some(0) {
        return operand("sub_zero", a);
    }
    if let Some(chained) = linear::chain(view, &OpKind::Int(IntBinary::Sub, a, b)) {
        return Some(chained);
    }
    match view.constant(a) {
        Some(0) => return becomes_unary("sub_from_zero", IntUnary::Neg, b),
        Some(-1) => return becomes_unary("sub_from_minus_one", IntUnary::Invert, b),
        Some(1) => return booleans::inverted("sub_from_one", view, b),
        Some(_) | None => {}
    }
    if let Some(y) = view.unary(IntUnary::Neg, b) {
        return becomes_int("sub_negated", IntBinary::Add, a, y);
    }
    if let Some((x, y)) = view.binary(IntBinary::Add, a) {
        if y == b {
            return operand("sub_from_sum", x);
        }
        if x == b {
            return operand("sub_from_sum", y);
        }
    }
    if let Some((x, y)) = view.binary(IntBinary::Sub, b)
        && x == a
    {
        return operand("sub_difference", y);
    }
    let left = match (view.binary(IntBinary::Sub, a), view.binary(IntBinary::Add, b)) {
        (Some((x, y)), _) if x == b => y,
        (_, Some((x, y))) if x == a => y,
        (_, Some((x, y))) if y == a => x,
        (Some(_) | None, Some(_) | None) => return None,
    };
    becomes_unary("sub_leaves_negated", IntUnary::Neg, left)
}

pub fn neg<K: Known>(view: &View<K>, a: Operand) -> Simplified {
    linear::chain(view, &OpKind::IntUnary(IntUnary::Neg, a)).or_else(|| {
        let (x, y) = view.binary(IntBinary::Sub, a)?;
        becomes_int("neg_difference", IntBinary::Sub, y, x)
    })
}
