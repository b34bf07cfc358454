//! Shifts and sign extensions.
//!
//! ```text
//! shift_zero           x << 0                      => x
//! shift_modulo         x << (width + 3)            => x << 3         counts are taken modulo the width
//! shift_masked         x << (y & (width - 1))      => x << y
//! shift_chain          (x >> 2) >> 3               => x >> 5         past the width: 0, or copies of the sign
//! shift_scaled         (x * 3) << 2                => x * 12
//! shift_back_up        (x >> 4) << 4               => x & ~15
//! shift_back_down      (x << 4) >> 4, unsigned     => x & (MAX_UNSIGNED >> 4)
//! shift_back_fits      (x << 4) >> 4, no bit lost  => x
//! shift_back_signext   (x << (width - 8)) >> (width - 8)   => int_signext8(x)
//! signext_fits         int_signext8(x), -128 <= x <= 127   => x
//! signext_chain        int_signext8(int_signext16(x))      => int_signext8(x)
//! ```

use super::view::View;
use super::{Known, Simplified, becomes_int, becomes_unary, becomes_with, constant, operand};
use lathe_ir::arith::Width;
use lathe_ir::{IntBinary, IntUnary, OpKind, Operand};

pub fn shift<K: Known>(view: &View<K>, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    let Some(c) = view.constant(b) else {
        return masked_count(view, op, a, b);
    };
    let count = view.count(c);
    if count == 0 {
        return operand("shift_zero", a);
    }
    if c != count as i64 {
        return becomes_with("shift_modulo", op, a, count as i64);
    }
    let (inner, base, c) = view.with_constant(a)?;
    if op == IntBinary::Lshift && inner == IntBinary::Mul {
        let product = view.compute(IntBinary::Lshift, c, count as i64);
        return becomes_with("shift_scaled", IntBinary::Mul, base, product);
    }
    // A count of 0 is left to the rule for the inner shift.
    let inner_count = view.count(c);
    if inner_count == 0 {
        return None;
    }
    let (sum, last) = (count + inner_count, view.w.bits() - 1);
    match (op, inner) {
        (IntBinary::Lshift, IntBinary::Lshift) | (IntBinary::UintRshift, IntBinary::UintRshift) => {
            shift_or_zero(op, base, sum, last)
        }
        // What the logical shift leaves is not negative.
        (IntBinary::Rshift, IntBinary::UintRshift) => shift_or_zero(inner, base, sum, last),
        (IntBinary::Rshift, IntBinary::Rshift) => becomes_with("shift_chain", op, base, sum.min(last) as i64),
        (IntBinary::Lshift, IntBinary::Rshift | IntBinary::UintRshift) if count == inner_count => {
            becomes_with("shift_back_up", IntBinary::And, base, -1 << count)
        }
        (IntBinary::UintRshift, IntBinary::Lshift) if count == inner_count => {
            let mask = view.compute(IntBinary::UintRshift, -1, count as i64);
            becomes_with("shift_back_down", IntBinary::And, base, mask)
        }
        (IntBinary::Rshift, IntBinary::Lshift) if count == inner_count => shift_back(view, base, count),
        _ => None,
    }
}

fn masked_count<K: Known>(view: &View<K>, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    let (IntBinary::And, count, mask) = view.with_constant(b)? else {
        return None;
    };
    let effective = view.w.bits() - 1;
    (view.count(mask) == effective).then_some(())?;
    becomes_int("shift_masked", op, a, count)
}

fn shift_or_zero(op: IntBinary, base: Operand, count: u32, last: u32) -> Simplified {
    if count > last {
        constant("shift_chain", 0)
    } else {
        becomes_with("shift_chain", op, base, count as i64)
    }
}

/// `(base << count) >> count` repeats the sign of the bits that are left.
fn shift_back<K: Known>(view: &View<K>, base: Operand, count: u32) -> Simplified {
    let w = view.w;
    let fact = view.fact(base);
    if fact.lo() >= w.min() >> count && fact.hi() <= w.max() >> count {
        return operand("shift_back_fits", base);
    }
    let op = match w.bits() - count {
        8 => IntUnary::Signext8,
        16 => IntUnary::Signext16,
        32 => IntUnary::Signext32,
        _ => return None,
    };
    becomes_unary("shift_back_signext", op, base)
}

pub fn sign_extension<K: Known>(view: &View<K>, op: IntUnary, a: Operand) -> Simplified {
    let bits = extended_bits(op)?;
    let fact = view.fact(a);
    let fits = bits >= view.w.bits() || {
        let narrow = Width::new(bits);
        fact.lo() >= narrow.min() && fact.hi() <= narrow.max()
    };
    if fits {
        return operand("signext_fits", a);
    }
    let OpKind::IntUnary(inner, x) = *view.def(a)? else {
        return None;
    };
    // The narrower extension decides.
    let inner_bits = extended_bits(inner)?;
    if inner_bits <= bits { operand("signext_chain", a) } else { becomes_unary("signext_chain", op, x) }
}

fn extended_bits(op: IntUnary) -> Option<u32> {
    match op {
        IntUnary::Signext8 => Some(8),
        IntUnary::Signext16 => Some(16),
        IntUnary::Signext32 => Some(32),
        IntUnary::Neg | IntUnary::Invert | IntUnary::IsTrue | IntUnary::IsZero => None,
    }
}
