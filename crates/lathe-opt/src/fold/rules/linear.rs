//! Chains of additions, subtractions and complements with constants collapse: each is `x + c` or `c - x`.
//!
//! ```text
//! linear_chain     (x + 3) + 4       => x + 7
//!                  10 - (x - 2)      => 12 - x
//!                  -(~x)             => x + 1
//!                  ~~x               => x
//! linear_equal     x + 3 == 7        => x == 4
//! ```
//!
//! Exact in wrapping arithmetic, which is a group. Never used for checked ops: `(x + 3) - 3` may overflow half way.

use super::view::View;
use super::{Known, RuleName, Simplified, becomes_int, becomes_unary, becomes_with, operand};
use lathe_ir::{IntBinary, IntCompare, IntUnary, OpKind, Operand};

/// `base + offset`, or `offset - base`.
#[derive(Clone, Copy, Debug)]
struct Linear {
    negated: bool,
    base: Operand,
    offset: i64,
}

fn linear<K: Known>(view: &View<K>, kind: &OpKind) -> Option<Linear> {
    let form = |negated, base, offset| Some(Linear { negated, base, offset });
    match *kind {
        OpKind::Int(IntBinary::Add, a, b) => {
            let (base, c) = view.split_constant(IntBinary::Add, a, b)?;
            form(false, base, c)
        }
        OpKind::Int(IntBinary::Sub, a, b) => match (view.constant(a), view.constant(b)) {
            (_, Some(c)) => form(false, a, view.compute(IntBinary::Sub, 0, c)),
            (Some(c), None) => form(true, b, c),
            (None, None) => None,
        },
        // -x is 0 - x, ~x is -1 - x.
        OpKind::IntUnary(IntUnary::Neg, a) => form(true, a, 0),
        OpKind::IntUnary(IntUnary::Invert, a) => form(true, a, -1),
        _ => None,
    }
}

/// `kind` is linear in an operand that is linear in another one.
pub fn chain<K: Known>(view: &View<K>, kind: &OpKind) -> Simplified {
    const RULE: RuleName = "linear_chain";
    let outer = linear(view, kind)?;
    let inner = linear(view, view.def(outer.base)?)?;
    let combine = if outer.negated { IntBinary::Sub } else { IntBinary::Add };
    let offset = view.compute(combine, outer.offset, inner.offset);
    match (outer.negated != inner.negated, offset) {
        (false, 0) => operand(RULE, inner.base),
        (false, _) => becomes_with(RULE, IntBinary::Add, inner.base, offset),
        (true, 0) => becomes_unary(RULE, IntUnary::Neg, inner.base),
        (true, -1) => becomes_unary(RULE, IntUnary::Invert, inner.base),
        (true, _) => becomes_int(RULE, IntBinary::Sub, Operand::int(offset), inner.base),
    }
}

/// `x == c` or `x != c`, where `x` is linear in another operand: the offset goes to the other side.
pub fn equal<K: Known>(view: &View<K>, op: IntCompare, x: Operand, c: i64) -> Simplified {
    let form = linear(view, view.def(x)?)?;
    let (minuend, subtrahend) = if form.negated { (form.offset, c) } else { (c, form.offset) };
    let moved = view.compute(IntBinary::Sub, minuend, subtrahend);
    super::becomes("linear_equal", OpKind::IntCompare(op, form.base, Operand::int(moved)))
}
