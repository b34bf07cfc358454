//! Backward: what a guard that passed, or a fact learned later, says about the operands.
//!
//! ```text
//! i1 = int_lt(i0, 10); guard_true(i1)           i0 <= 9
//! i2 = int_and(i0, 1); guard_value(i2, 1)       i0 is odd
//! i3 = int_sub(i0, 5); i3 in [0, 10]            i0 in [5, 15]
//! i4 = int_add_ovf(i0, 5); guard_no_overflow    i0 <= MAX - 5
//! ```
//!
//! Every function returns facts that imply those it was given.

use super::bits::{Bits, low_mask};
use super::division;
use super::fact::IntFact;
use super::transfer::{self, mul_bounds, shift_counts, signext_width, unsigned_bounds};
use lathe_ir::arith::Width;
use lathe_ir::{CheckedInt, IntBinary, IntCompare, IntUnary};

/// After `op(a, b)` was seen to be `truth`. `None`: it cannot be.
pub fn refine_compare(
    w: Width,
    op: IntCompare,
    truth: bool,
    a: IntFact,
    b: IntFact,
) -> Option<(IntFact, IntFact)> {
    match if truth { op } else { op.inverted() } {
        IntCompare::Eq => a.meet(b).map(|same| (same, same)),
        IntCompare::Ne => {
            let without = |x: IntFact, y: IntFact| match y.as_constant() {
                Some(y) => x.without(y),
                None => Some(x),
            };
            Some((without(a, b)?, without(b, a)?))
        }
        IntCompare::Lt => below(a, b, 1),
        IntCompare::Le => below(a, b, 0),
        IntCompare::Gt => below(b, a, 1).map(swap),
        IntCompare::Ge => below(b, a, 0).map(swap),
        IntCompare::UintLt => below_unsigned(w, a, b, 1),
        IntCompare::UintLe => below_unsigned(w, a, b, 0),
        IntCompare::UintGt => below_unsigned(w, b, a, 1).map(swap),
        IntCompare::UintGe => below_unsigned(w, b, a, 0).map(swap),
    }
}

fn swap<T>((a, b): (T, T)) -> (T, T) {
    (b, a)
}

/// `a + gap <= b`
fn below(a: IntFact, b: IntFact, gap: i128) -> Option<(IntFact, IntFact)> {
    let new_a = a.clip(i128::MIN, b.hi() as i128 - gap)?;
    let new_b = b.clip(a.lo() as i128 + gap, i128::MAX)?;
    Some((new_a, new_b))
}

fn below_unsigned(w: Width, a: IntFact, b: IntFact, gap: i128) -> Option<(IntFact, IntFact)> {
    let (a_lo, b_hi) = (unsigned_bounds(w, a).0 as i128, unsigned_bounds(w, b).1 as i128);
    let new_a = clip_unsigned(w, a, 0, b_hi - gap)?;
    let new_b = clip_unsigned(w, b, a_lo + gap, low_mask(w.bits()) as i128)?;
    Some((new_a, new_b))
}

/// An unsigned interval is up to two signed ones: the negative integers are the largest.
fn clip_unsigned(w: Width, a: IntFact, lo: i128, hi: i128) -> Option<IntFact> {
    let modulus = low_mask(w.bits()) as i128 + 1;
    let small = a.nonnegative_part().and_then(|part| part.clip(lo, hi));
    let large = a.negative_part().and_then(|part| part.clip(lo - modulus, hi - modulus));
    match (small, large) {
        (Some(small), Some(large)) => Some(small.join(large)),
        (part, None) | (None, part) => part,
    }
}

/// After `op(a, b)` was computed and its result learned. `None`: it cannot be that.
pub fn refine_binary(
    w: Width,
    op: IntBinary,
    a: IntFact,
    b: IntFact,
    result: IntFact,
) -> Option<(IntFact, IntFact)> {
    let forward = |op, x, y| transfer::binary(w, op, x, y);
    match op {
        // Wrapping arithmetic is a group: these hold whether or not it wrapped.
        IntBinary::Add => {
            let a = a.meet(forward(IntBinary::Sub, result, b))?;
            let b = b.meet(forward(IntBinary::Sub, result, a))?;
            Some((a, b))
        }
        IntBinary::Sub => {
            let a = a.meet(forward(IntBinary::Add, result, b))?;
            let b = b.meet(forward(IntBinary::Sub, a, result))?;
            Some((a, b))
        }
        IntBinary::Xor => {
            let a = a.meet(forward(IntBinary::Xor, result, b))?;
            let b = b.meet(forward(IntBinary::Xor, result, a))?;
            Some((a, b))
        }
        IntBinary::And => {
            let a = a.with_bits(and_operand(b.bits(), result.bits()))?;
            let b = b.with_bits(and_operand(a.bits(), result.bits()))?;
            Some((a, b))
        }
        IntBinary::Or => {
            let or_operand = |other: Bits| and_operand(other.invert(), result.bits().invert()).invert();
            let a = a.with_bits(or_operand(b.bits()))?;
            let b = b.with_bits(or_operand(a.bits()))?;
            Some((a, b))
        }
        IntBinary::Mul => {
            let a = factor(w, a, b, result)?;
            let b = factor(w, b, a, result)?;
            Some((a, b))
        }
        IntBinary::Lshift => Some((shifted_left(w, a, b, result)?, b)),
        IntBinary::Rshift => Some((shifted_right(a, shift_counts(w, b), result)?, b)),
        IntBinary::UintRshift => Some((shifted_right_logical(w, a, b, result)?, b)),
        IntBinary::UintMulHigh => Some((a, b)),
        IntBinary::Div | IntBinary::FloorDiv => {
            let remainder_op = if op == IntBinary::Div { IntBinary::Rem } else { IntBinary::Mod };
            // a = result * b + remainder, exactly.
            let (product_lo, product_hi) = mul_bounds(result, b);
            let remainder = forward(remainder_op, a, b);
            let lo = product_lo + remainder.lo() as i128;
            let hi = product_hi + remainder.hi() as i128;
            Some((a.clip(lo, hi)?, b))
        }
        IntBinary::Rem | IntBinary::Mod => {
            let a = a.with_bits(division::low_bits_kept(result, b))?;
            Some((if result.excludes_zero() { a.without(0)? } else { a }, b))
        }
    }
}

/// The bits of `x` when `x & other` is `result`.
fn and_operand(other: Bits, result: Bits) -> Bits {
    Bits { zeros: result.zeros & other.ones, ones: result.ones }
}

/// `x * other` is `result`.
fn factor(w: Width, x: IntFact, other: IntFact, result: IntFact) -> Option<IntFact> {
    let x = if result.excludes_zero() { x.without(0)? } else { x };
    let (lo, hi) = mul_bounds(x, other);
    let fits = w.contains(lo) && w.contains(hi);
    let Some(c) = other.as_constant().filter(|&c| fits && c != 0) else {
        return Some(x);
    };
    // Exact, so `x` is a quotient without remainder. Truncation moves a bound over fractions only.
    let (low, high) = if c > 0 { (result.lo(), result.hi()) } else { (result.hi(), result.lo()) };
    x.clip(low as i128 / c as i128, high as i128 / c as i128)
}

fn shifted_left(w: Width, a: IntFact, b: IntFact, result: IntFact) -> Option<IntFact> {
    let (least, most) = shift_counts(w, b);
    if least != most {
        return Some(a);
    }
    let count = least;
    // The bits that were shifted out are not seen in the result.
    let seen = result.bits().only(low_mask(w.bits()));
    let seen = Bits { zeros: seen.zeros >> count, ones: seen.ones >> count };
    let a = a.with_bits(seen)?;
    let fits = w.contains((a.lo() as i128) << count) && w.contains((a.hi() as i128) << count);
    if !fits {
        return Some(a);
    }
    let round_up = (1i128 << count) - 1;
    a.clip((result.lo() as i128 + round_up) >> count, result.hi() as i128 >> count)
}

fn shifted_right(a: IntFact, (least, most): (u32, u32), result: IntFact) -> Option<IntFact> {
    if least != most {
        return Some(a);
    }
    let count = least;
    let lo = (result.lo() as i128) << count;
    let hi = ((result.hi() as i128 + 1) << count) - 1;
    let kept = result.bits().shift_left(count).only(!low_mask(count));
    a.clip(lo, hi)?.with_bits(kept)
}

fn shifted_right_logical(w: Width, a: IntFact, b: IntFact, result: IntFact) -> Option<IntFact> {
    let counts = shift_counts(w, b);
    if a.is_nonnegative() {
        return shifted_right(a, counts, result);
    }
    let (least, most) = counts;
    if least != most {
        return Some(a);
    }
    let kept = result.bits().shift_left(least).only(low_mask(w.bits()) & !low_mask(least));
    a.with_bits(kept.sign_extend(w))
}

/// After `op(a)` was computed and its result learned. `None`: it cannot be that.
pub fn refine_unary(w: Width, op: IntUnary, a: IntFact, result: IntFact) -> Option<IntFact> {
    let refine_zero = |is_zero: bool| if is_zero { a.meet(IntFact::constant(w, 0)) } else { a.without(0) };
    match op {
        // Their own inverses.
        IntUnary::Neg | IntUnary::Invert => a.meet(transfer::unary(w, op, result)),
        IntUnary::IsTrue | IntUnary::IsZero => {
            let on_zero = (op == IntUnary::IsZero) as i64;
            match (result.contains(on_zero), result.contains(1 - on_zero)) {
                (true, true) => Some(a),
                (true, false) => refine_zero(true),
                (false, true) => refine_zero(false),
                (false, false) => None,
            }
        }
        IntUnary::Signext8 | IntUnary::Signext16 | IntUnary::Signext32 => match signext_width(w, op) {
            None => a.meet(result),
            Some(narrow) => a.with_bits(result.bits().only(low_mask(narrow.bits()))),
        },
    }
}

/// After `op(a, b)` did not overflow. Facts that say it must have are returned as they are.
pub fn refine_checked_no_overflow(w: Width, op: CheckedInt, a: IntFact, b: IntFact) -> (IntFact, IntFact) {
    let (min, max) = (w.min() as i128, w.max() as i128);
    let (a_lo, a_hi) = (a.lo() as i128, a.hi() as i128);
    let (b_lo, b_hi) = (b.lo() as i128, b.hi() as i128);
    let (new_a, new_b) = match op {
        CheckedInt::Add => (a.clip(min - b_hi, max - b_lo), b.clip(min - a_hi, max - a_lo)),
        CheckedInt::Sub => (a.clip(min + b_lo, max + b_hi), b.clip(a_lo - max, a_hi - min)),
        CheckedInt::Mul => (small_factor(w, a, b), small_factor(w, b, a)),
    };
    (new_a.unwrap_or(a), new_b.unwrap_or(b))
}

/// `x * other` fits. Only the smallest magnitude of `other` matters.
fn small_factor(w: Width, x: IntFact, other: IntFact) -> Option<IntFact> {
    let (min, max) = (w.min() as i128, w.max() as i128);
    if other.lo() > 0 {
        let least = other.lo() as i128;
        x.clip(min / least, max / least)
    } else if other.hi() < 0 {
        let least = other.hi() as i128;
        x.clip(max / least, min / least)
    } else {
        Some(x)
    }
}
