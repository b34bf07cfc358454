//! Multiplication.
//!
//! ```text
//! mul_one              x * 1             => x
//! mul_minus_one        x * -1            => -x
//! mul_chain            (x * 3) * 5       => x * 15,   (x << 2) * 3 => x * 12,   (-x) * 3 => x * -3
//! mul_power_of_two     x * 8             => x << 3
//! mul_negated          (-x) * (-y)       => x * y
//! mul_high_power       uint_mul_high(x, 2^k)   => x >> (width - k), unsigned
//! ```

use super::view::View;
use super::{Known, Simplified, becomes_int, becomes_unary, becomes_with, operand};
use lathe_ir::{IntBinary, IntUnary, OpKind, Operand};

pub fn mul<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if let Some((x, c)) = view.split_constant(IntBinary::Mul, a, b) {
        if let Some((base, scale)) = scaled(view, x) {
            let product = view.compute(IntBinary::Mul, scale, c);
            return becomes_with("mul_chain", IntBinary::Mul, base, product);
        }
        return match (c, power_of_two(view, c)) {
            (1, _) => operand("mul_one", x),
            (-1, _) => becomes_unary("mul_minus_one", IntUnary::Neg, x),
            (_, Some(k)) => becomes_with("mul_power_of_two", IntBinary::Lshift, x, k as i64),
            (_, None) => None,
        };
    }
    let x = view.unary(IntUnary::Neg, a)?;
    let y = view.unary(IntUnary::Neg, b)?;
    becomes_int("mul_negated", IntBinary::Mul, x, y)
}

/// `x` is another operand times a constant.
fn scaled<K: Known>(view: &View<K>, x: Operand) -> Option<(Operand, i64)> {
    if let OpKind::IntUnary(IntUnary::Neg, base) = *view.def(x)? {
        return Some((base, -1));
    }
    match view.with_constant(x)? {
        (IntBinary::Mul, base, c) => Some((base, c)),
        (IntBinary::Lshift, base, c) => Some((base, view.compute(IntBinary::Lshift, 1, c))),
        _ => None,
    }
}

pub fn uint_mul_high<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    let (x, c) = view.split_constant(IntBinary::UintMulHigh, a, b)?;
    // By 1 the high word is 0, which the facts know.
    let k = power_of_two(view, c).filter(|&k| k > 0)?;
    becomes_with("mul_high_power", IntBinary::UintRshift, x, (view.w.bits() - k) as i64)
}

/// `k` if `c` is `2^k` as an unsigned number.
fn power_of_two<K: Known>(view: &View<K>, c: i64) -> Option<u32> {
    let c = view.w.unsigned(c);
    c.is_power_of_two().then(|| c.trailing_zeros())
}
