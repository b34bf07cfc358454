//! What integer and float ops compute: the one place that evaluator, constant folding and their tests share.
//!
//! Integer semantics are generic over the width, so that every rewrite rule can be checked exhaustively on, say, 4-bit
//! integers. An integer of width *w* is an `i64` in `-2^(w-1) .. 2^(w-1)`.

use crate::op::{Cast, CheckedInt, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};

/// A number of bits, 2 to 64, a power of two (shift counts are taken modulo the width).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(u32);

/// The width of the integers in traces.
pub const W64: Width = Width(64);

impl Width {
    pub fn new(bits: u32) -> Width {
        assert!(bits.is_power_of_two() && (2..=64).contains(&bits), "unsupported width {bits}");
        Width(bits)
    }

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn min(self) -> i64 {
        i64::MIN >> (64 - self.0)
    }

    pub fn max(self) -> i64 {
        i64::MAX >> (64 - self.0)
    }

    pub fn contains(self, x: i128) -> bool {
        x >= self.min() as i128 && x <= self.max() as i128
    }

    /// Keeps the low bits, sign-extended.
    pub fn wrap(self, x: i128) -> i64 {
        let unused = 64 - self.0;
        ((x as i64) << unused) >> unused
    }

    /// The bits as an unsigned number.
    pub fn unsigned(self, x: i64) -> u64 {
        x as u64 & (u64::MAX >> (64 - self.0))
    }
}

/// `None` where a division is not defined.
pub fn int_binary(w: Width, op: IntBinary, a: i64, b: i64) -> Option<i64> {
    let (wide_a, wide_b) = (a as i128, b as i128);
    let count = (b & (w.bits() as i64 - 1)) as u32;
    let divisible = b != 0 && !(a == w.min() && b == -1);
    Some(match op {
        IntBinary::Add => w.wrap(wide_a + wide_b),
        IntBinary::Sub => w.wrap(wide_a - wide_b),
        IntBinary::Mul => w.wrap(wide_a * wide_b),
        IntBinary::And => a & b,
        IntBinary::Or => a | b,
        IntBinary::Xor => a ^ b,
        IntBinary::Lshift => w.wrap(wide_a << count),
        IntBinary::Rshift => a >> count,
        IntBinary::UintRshift => w.wrap((w.unsigned(a) >> count) as i128),
        IntBinary::UintMulHigh => {
            w.wrap(((w.unsigned(a) as u128 * w.unsigned(b) as u128) >> w.bits()) as i128)
        }
        _ if !divisible => return None,
        IntBinary::Div => a / b,
        IntBinary::Rem => a % b,
        IntBinary::FloorDiv => a.div_euclid(b) - (b < 0 && a.rem_euclid(b) != 0) as i64,
        IntBinary::Mod => {
            let rem = a % b;
            if rem != 0 && (rem < 0) != (b < 0) { rem + b } else { rem }
        }
    })
}

/// The wrapped result, and whether it wrapped.
pub fn int_checked(w: Width, op: CheckedInt, a: i64, b: i64) -> (i64, bool) {
    let exact = match op {
        CheckedInt::Add => a as i128 + b as i128,
        CheckedInt::Sub => a as i128 - b as i128,
        CheckedInt::Mul => a as i128 * b as i128,
    };
    (w.wrap(exact), !w.contains(exact))
}

pub fn int_compare(w: Width, op: IntCompare, a: i64, b: i64) -> bool {
    let (ua, ub) = (w.unsigned(a), w.unsigned(b));
    match op {
        IntCompare::Lt => a < b,
        IntCompare::Le => a <= b,
        IntCompare::Eq => a == b,
        IntCompare::Ne => a != b,
        IntCompare::Gt => a > b,
        IntCompare::Ge => a >= b,
        IntCompare::UintLt => ua < ub,
        IntCompare::UintLe => ua <= ub,
        IntCompare::UintGt => ua > ub,
        IntCompare::UintGe => ua >= ub,
    }
}

/// Sign extensions wider than the width change nothing.
pub fn int_unary(w: Width, op: IntUnary, a: i64) -> i64 {
    let signext = |bits: u32| if bits >= w.bits() { a } else { (a << (64 - bits)) >> (64 - bits) };
    match op {
        IntUnary::Neg => w.wrap(-(a as i128)),
        IntUnary::Invert => !a,
        IntUnary::IsTrue => (a != 0) as i64,
        IntUnary::IsZero => (a == 0) as i64,
        IntUnary::Signext8 => signext(8),
        IntUnary::Signext16 => signext(16),
        IntUnary::Signext32 => signext(32),
    }
}

pub fn float_binary(op: FloatBinary, a: f64, b: f64) -> f64 {
    match op {
        FloatBinary::Add => a + b,
        FloatBinary::Sub => a - b,
        FloatBinary::Mul => a * b,
        FloatBinary::TrueDiv => a / b,
    }
}

pub fn float_compare(op: FloatCompare, a: f64, b: f64) -> bool {
    match op {
        FloatCompare::Lt => a < b,
        FloatCompare::Le => a <= b,
        FloatCompare::Eq => a == b,
        FloatCompare::Ne => a != b,
        FloatCompare::Gt => a > b,
        FloatCompare::Ge => a >= b,
    }
}

pub fn float_unary(op: FloatUnary, a: f64) -> f64 {
    match op {
        FloatUnary::Neg => -a,
        FloatUnary::Abs => a.abs(),
        FloatUnary::Sqrt => a.sqrt(),
        FloatUnary::Floor => a.floor(),
        FloatUnary::Ceil => a.ceil(),
        FloatUnary::Trunc => a.trunc(),
        FloatUnary::ToSingle => a as f32 as f64,
    }
}

pub fn cast_int_to_float(a: i64) -> f64 {
    a as f64
}

pub fn cast_float_to_int(a: f64) -> i64 {
    a as i64
}

/// A cast of constants.
pub fn cast(op: Cast, a: crate::Const) -> Option<crate::Const> {
    use crate::{Const, FloatBits};
    match (op, a) {
        (Cast::IntToFloat, Const::Int(x)) => Some(Const::float(cast_int_to_float(x))),
        (Cast::FloatToInt, Const::Float(x)) => Some(Const::Int(cast_float_to_int(x.get()))),
        (Cast::FloatToBits, Const::Float(x)) => Some(Const::Int(x.0 as i64)),
        (Cast::BitsToFloat, Const::Int(x)) => Some(Const::Float(FloatBits(x as u64))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_division_rounds_down_and_mod_follows_the_divisor() {
        for a in -8i64..8 {
            for b in (-8i64..8).filter(|&b| b != 0) {
                let quotient = (a as f64 / b as f64).floor() as i64;
                if a == -8 && b == -1 {
                    assert_eq!(int_binary(Width::new(4), IntBinary::FloorDiv, a, b), None);
                } else {
                    assert_eq!(int_binary(Width::new(4), IntBinary::FloorDiv, a, b), Some(quotient));
                    assert_eq!(int_binary(Width::new(4), IntBinary::Mod, a, b), Some(a - b * quotient));
                    assert_eq!(int_binary(Width::new(4), IntBinary::Div, a, b), Some(a / b));
                }
            }
        }
    }

    #[test]
    fn narrow_widths_wrap() {
        let w = Width::new(4);
        assert_eq!((w.min(), w.max()), (-8, 7));
        assert_eq!(int_binary(w, IntBinary::Add, 7, 1), Some(-8));
        assert_eq!(int_binary(w, IntBinary::UintRshift, -1, 1), Some(7));
        assert_eq!(int_binary(w, IntBinary::UintMulHigh, -1, -1), Some(-2));
        assert_eq!(int_checked(w, CheckedInt::Mul, 4, 2), (-8, true));
    }
}
