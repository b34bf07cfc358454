//! And, or, xor, complement.
//!
//! ```text
//! and_self             x & x                 => x
//! and_redundant        x & 255, x <= 255     => x          every bit that may be 1 is kept
//! and_chain            (x & 12) & 10         => x & 8
//! and_unaffected       (x | 8) & 7           => x & 7      also for ^, + and -: the bits kept were not touched
//! and_absorbs          x & (x | y)           => x,         x & (x & y) => x & y
//! and_complement       x & ~x                => 0
//! or_self              x | x                 => x
//! or_redundant         x | 8, bit 3 is 1     => x
//! or_chain             (x | 12) | 3          => x | 15
//! or_unaffected        (x & ~8) | 12         => x | 12
//! or_absorbs           x | (x & y)           => x,         x | (x | y) => x | y
//! or_complement        x | ~x                => -1
//! or_masks             (x & 3) | (x & 12)    => x & 15
//! xor_self             x ^ x                 => 0
//! xor_zero             x ^ 0                 => x
//! xor_minus_one        x ^ -1                => ~x
//! xor_chain            (x ^ 5) ^ 3           => x ^ 6,     (~x) ^ 3 => x ^ ~3
//! xor_cancels          (x ^ y) ^ y           => x
//! xor_complement       x ^ ~x                => -1
//! xor_inverted         (~x) ^ (~y)           => x ^ y
//! xor_one              (x < y) ^ 1           => x >= y
//! invert_xor           ~(x ^ 5)              => x ^ ~5
//! ```

use super::view::{View, either_way};
use super::{
    Known, Simplified, becomes_int, becomes_unary, becomes_with, booleans, constant, linear, operand,
};
use lathe_ir::{IntBinary, IntUnary, OpKind, Operand};

pub fn and<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return operand("and_self", a);
    }
    either_way(a, b, |x, mask| {
        let may_be_one = !view.fact(x).zeros();
        (may_be_one & !view.fact(mask).ones() == 0).then_some(x)
    })
    .and_then(|x| operand("and_redundant", x))
    .or_else(|| and_constant(view, a, b))
    .or_else(|| {
        either_way(a, b, |x, other| {
            if view.unary(IntUnary::Invert, other) == Some(x) {
                return constant("and_complement", 0);
            }
            if uses(view, IntBinary::Or, other, x) {
                return operand("and_absorbs", x);
            }
            uses(view, IntBinary::And, other, x).then_some(())?;
            operand("and_absorbs", other)
        })
    })
}

fn and_constant<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    let (x, mask) = view.split_constant(IntBinary::And, a, b)?;
    let (inner, base, c) = view.with_constant(x)?;
    // A carry only moves up: bits above the mask are of no concern to those in it.
    let reached = match view.w.unsigned(mask) {
        0 => 0,
        mask => u64::MAX >> mask.leading_zeros(),
    };
    let unaffected = match inner {
        IntBinary::And if c & mask == c => return operand("and_chain", x),
        IntBinary::And => return becomes_with("and_chain", IntBinary::And, base, c & mask),
        IntBinary::Or | IntBinary::Xor => c & mask == 0,
        IntBinary::Add | IntBinary::Sub => c as u64 & reached == 0,
        IntBinary::Mul
        | IntBinary::Lshift
        | IntBinary::Rshift
        | IntBinary::UintRshift
        | IntBinary::UintMulHigh
        | IntBinary::Div
        | IntBinary::Rem
        | IntBinary::FloorDiv
        | IntBinary::Mod => false,
    };
    unaffected.then_some(())?;
    becomes_with("and_unaffected", IntBinary::And, base, mask)
}

pub fn or<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return operand("or_self", a);
    }
    either_way(a, b, |x, added| {
        let may_be_one = !view.fact(added).zeros();
        (may_be_one & !view.fact(x).ones() == 0).then_some(x)
    })
    .and_then(|x| operand("or_redundant", x))
    .or_else(|| or_constant(view, a, b))
    .or_else(|| or_masks(view, a, b))
    .or_else(|| {
        either_way(a, b, |x, other| {
            if view.unary(IntUnary::Invert, other) == Some(x) {
                return constant("or_complement", -1);
            }
            if uses(view, IntBinary::And, other, x) {
                return operand("or_absorbs", x);
            }
            uses(view, IntBinary::Or, other, x).then_some(())?;
            operand("or_absorbs", other)
        })
    })
}

fn or_constant<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    let (x, added) = view.split_constant(IntBinary::Or, a, b)?;
    match view.with_constant(x)? {
        (IntBinary::Or, _, c) if c | added == c => operand("or_chain", x),
        (IntBinary::Or, base, c) => becomes_with("or_chain", IntBinary::Or, base, c | added),
        (IntBinary::And, base, c) if c | added == -1 => {
            becomes_with("or_unaffected", IntBinary::Or, base, added)
        }
        _ => None,
    }
}

fn or_masks<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    match (view.with_constant(a)?, view.with_constant(b)?) {
        ((IntBinary::And, x, c), (IntBinary::And, y, d)) if x == y => {
            becomes_with("or_masks", IntBinary::And, x, c | d)
        }
        _ => None,
    }
}

pub fn xor<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return constant("xor_self", 0);
    }
    if let Some((x, c)) = view.split_constant(IntBinary::Xor, a, b) {
        return xor_constant(view, x, c);
    }
    if let (Some(x), Some(y)) = (view.unary(IntUnary::Invert, a), view.unary(IntUnary::Invert, b)) {
        return becomes_int("xor_inverted", IntBinary::Xor, x, y);
    }
    either_way(a, b, |x, other| {
        if view.unary(IntUnary::Invert, other) == Some(x) {
            return constant("xor_complement", -1);
        }
        let (p, q) = view.binary(IntBinary::Xor, other)?;
        if p == x {
            operand("xor_cancels", q)
        } else if q == x {
            operand("xor_cancels", p)
        } else {
            None
        }
    })
}

fn xor_constant<K: Known>(view: &View<K>, x: Operand, c: i64) -> Simplified {
    if c == 0 {
        return operand("xor_zero", x);
    }
    if let Some(y) = view.unary(IntUnary::Invert, x) {
        return becomes_with("xor_chain", IntBinary::Xor, y, !c);
    }
    if let Some((IntBinary::Xor, base, d)) = view.with_constant(x) {
        return becomes_with("xor_chain", IntBinary::Xor, base, c ^ d);
    }
    match c {
        -1 => becomes_unary("xor_minus_one", IntUnary::Invert, x),
        1 => booleans::inverted("xor_one", view, x),
        _ => None,
    }
}

pub fn invert<K: Known>(view: &View<K>, a: Operand) -> Simplified {
    linear::chain(view, &OpKind::IntUnary(IntUnary::Invert, a)).or_else(|| match view.with_constant(a)? {
        (IntBinary::Xor, base, c) => becomes_with("invert_xor", IntBinary::Xor, base, !c),
        _ => None,
    })
}

/// `x` is `op(operand, _)` or `op(_, operand)`.
fn uses<K: Known>(view: &View<K>, op: IntBinary, x: Operand, operand: Operand) -> bool {
    view.binary(op, x).is_some_and(|(a, b)| a == operand || b == operand)
}
