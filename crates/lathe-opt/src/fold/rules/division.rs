//! The four divisions.
//!
//! ```text
//! div_one              x / 1                    => x           both roundings
//! div_minus_one        x / -1                   => -x
//! div_self             x / x                    => 1
//! div_power_of_two     x // 8                   => x >> 3      toward zero: only if x >= 0 or nothing is rounded
//! div_chain            (x // 3) // 5            => x // 15     5 must be positive
//! div_same_sign        x // y, signs agree      => int_div(x, y)      rounding down needs a correction, this does not
//! rem_self             x % x                    => 0
//! rem_in_range         x % y, x within y        => x
//! rem_power_of_two     x % 8                    => x & 7       int_rem: only if x >= 0
//! rem_chain            (x % 6) % 3              => x % 3
//! rem_same_sign        x % y, signs agree       => int_rem(x, y)
//! ```
//!
//! A division that is defined for fewer operands than its replacement is fine; the other way round never happens.

use super::view::View;
use super::{Known, Simplified, becomes_int, becomes_unary, becomes_with, constant, operand};
use crate::int_fact::IntFact;
use lathe_ir::{IntBinary, IntUnary, Operand};

/// `op` is `Div` or `FloorDiv`.
pub fn quotient<K: Known>(view: &View<K>, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return constant("div_self", 1);
    }
    let (dividend, divisor) = (view.fact(a), view.fact(b));
    if let Some(c) = divisor.as_constant() {
        match (c, power_of_two(c)) {
            (1, _) => return operand("div_one", a),
            (-1, _) => return becomes_unary("div_minus_one", IntUnary::Neg, a),
            (_, Some(k)) if op == IntBinary::FloorDiv || rounds_down(dividend, k) => {
                return becomes_with("div_power_of_two", IntBinary::Rshift, a, k as i64);
            }
            (_, Some(_) | None) => {}
        }
        if let Some((inner, x, d)) = view.with_constant(a)
            && inner == op
            && c > 0
            && d != 0
            && view.w.contains(c as i128 * d as i128)
        {
            return becomes_with("div_chain", op, x, c * d);
        }
    }
    (op == IntBinary::FloorDiv && same_sign(dividend, divisor)).then_some(())?;
    becomes_int("div_same_sign", IntBinary::Div, a, b)
}

/// `op` is `Rem` or `Mod`.
pub fn remainder<K: Known>(view: &View<K>, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    if a == b {
        return constant("rem_self", 0);
    }
    let (dividend, divisor) = (view.fact(a), view.fact(b));
    if is_in_range(op, dividend, divisor) {
        return operand("rem_in_range", a);
    }
    if let Some(c) = divisor.as_constant() {
        // `int_rem` does not look at the sign of the divisor.
        let power =
            if op == IntBinary::Rem { c.checked_abs().and_then(power_of_two) } else { power_of_two(c) };
        if let Some(k) = power
            && (op == IntBinary::Mod || dividend.is_nonnegative())
        {
            return becomes_with("rem_power_of_two", IntBinary::And, a, (1 << k) - 1);
        }
        if let Some((inner, x, d)) = view.with_constant(a)
            && inner == op
            && c != 0
            && d.checked_rem(c) == Some(0)
        {
            return becomes_with("rem_chain", op, x, c);
        }
    }
    (op == IntBinary::Mod && same_sign(dividend, divisor)).then_some(())?;
    becomes_int("rem_same_sign", IntBinary::Rem, a, b)
}

fn power_of_two(c: i64) -> Option<u32> {
    (c > 0 && c & (c - 1) == 0).then(|| c.trailing_zeros())
}

/// Rounding toward zero is rounding down: nothing negative, or nothing to round.
fn rounds_down(dividend: IntFact, k: u32) -> bool {
    dividend.is_nonnegative() || dividend.zeros().trailing_ones() >= k
}

fn same_sign(a: IntFact, b: IntFact) -> bool {
    (a.lo() >= 0 && b.lo() >= 0) || (a.hi() <= 0 && b.hi() <= 0)
}

/// Every dividend is its own remainder for every divisor.
fn is_in_range(op: IntBinary, dividend: IntFact, divisor: IntFact) -> bool {
    let (lo, hi) = (dividend.lo(), dividend.hi());
    let below = divisor.lo() > 0 && hi < divisor.lo();
    let above = divisor.hi() < 0 && lo > divisor.hi();
    match op {
        IntBinary::Mod => (below && lo >= 0) || (above && hi <= 0),
        // The negated bound is 0 or more, or at worst -(MAX): no overflow.
        _ => (below && lo > -divisor.lo()) || (above && (hi as i128) < -(divisor.hi() as i128)),
    }
}
