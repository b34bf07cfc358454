//! Forward: from the operands' facts to the result's.
//!
//! ```text
//! a in [0, 10], b in [5, 6]:    a + b in [5, 16]
//! a in [MAX-1, MAX], b = 2:     a + b in [MIN, MIN+1]     all of it wraps, so the interval survives
//! a in [MAX-1, MAX], b = 1:     unknown                   only a part wraps
//! ```

use super::bits::{Bits, low_mask};
use super::division;
use super::fact::IntFact;
use lathe_ir::arith::{self, Width};
use lathe_ir::{IntBinary, IntUnary};

/// What `op(a, b)` can be. Operands for which a division is not defined count for nothing.
pub fn binary(w: Width, op: IntBinary, a: IntFact, b: IntFact) -> IntFact {
    if let (Some(x), Some(y)) = (a.as_constant(), b.as_constant()) {
        return match arith::int_binary(w, op, x, y) {
            Some(z) => IntFact::constant(w, z),
            None => IntFact::unknown(w),
        };
    }
    match op {
        IntBinary::Add => both(wrapped(w, add_bounds(a, b)), a.bits().add(b.bits()).sign_extend(w)),
        IntBinary::Sub => both(wrapped(w, sub_bounds(a, b)), a.bits().sub(b.bits()).sign_extend(w)),
        IntBinary::Mul => both(wrapped(w, mul_bounds(a, b)), a.bits().mul(b.bits()).sign_extend(w)),
        IntBinary::And => and(w, a, b),
        IntBinary::Or => invert(w, and(w, invert(w, a), invert(w, b))),
        IntBinary::Xor => xor(w, a, b),
        IntBinary::Lshift => shift_left(w, a, b),
        IntBinary::Rshift => shift_right(w, a, b),
        IntBinary::UintRshift => shift_right_logical(w, a, b),
        IntBinary::UintMulHigh => {
            let (a_lo, a_hi) = unsigned_bounds(w, a);
            let (b_lo, b_hi) = unsigned_bounds(w, b);
            let high = |x: u64, y: u64| ((x as u128 * y as u128) >> w.bits()) as i128;
            wrapped(w, (high(a_lo, b_lo), high(a_hi, b_hi)))
        }
        IntBinary::Div => division::quotient(w, division::Rounding::TowardZero, a, b),
        IntBinary::FloorDiv => division::quotient(w, division::Rounding::Down, a, b),
        IntBinary::Rem => division::remainder(w, division::Rounding::TowardZero, a, b),
        IntBinary::Mod => division::remainder(w, division::Rounding::Down, a, b),
    }
}

/// What `op(a)` can be.
pub fn unary(w: Width, op: IntUnary, a: IntFact) -> IntFact {
    match op {
        IntUnary::Neg => binary(w, IntBinary::Sub, IntFact::constant(w, 0), a),
        IntUnary::Invert => invert(w, a),
        IntUnary::IsTrue if a.excludes_zero() => IntFact::constant(w, 1),
        IntUnary::IsTrue if a.as_constant() == Some(0) => IntFact::constant(w, 0),
        IntUnary::IsZero if a.excludes_zero() => IntFact::constant(w, 0),
        IntUnary::IsZero if a.as_constant() == Some(0) => IntFact::constant(w, 1),
        IntUnary::IsTrue | IntUnary::IsZero => IntFact::boolean(w),
        IntUnary::Signext8 => sign_extension(w, 8, a),
        IntUnary::Signext16 => sign_extension(w, 16, a),
        IntUnary::Signext32 => sign_extension(w, 32, a),
    }
}

/// The width that an op sign-extends from, unless that changes nothing at width `w`.
pub(super) fn signext_width(w: Width, op: IntUnary) -> Option<Width> {
    let bits = match op {
        IntUnary::Signext8 => 8,
        IntUnary::Signext16 => 16,
        IntUnary::Signext32 => 32,
        IntUnary::Neg | IntUnary::Invert | IntUnary::IsTrue | IntUnary::IsZero => return None,
    };
    (bits < w.bits()).then(|| Width::new(bits))
}

fn sign_extension(w: Width, bits: u32, a: IntFact) -> IntFact {
    if bits >= w.bits() {
        return a;
    }
    let narrow = Width::new(bits);
    both(wrapped(narrow, (a.lo() as i128, a.hi() as i128)), a.bits().sign_extend(narrow))
}

/// Exact bounds, in more than the width.
pub(super) type Bounds = (i128, i128);

pub(super) fn add_bounds(a: IntFact, b: IntFact) -> Bounds {
    (a.lo() as i128 + b.lo() as i128, a.hi() as i128 + b.hi() as i128)
}

pub(super) fn sub_bounds(a: IntFact, b: IntFact) -> Bounds {
    (a.lo() as i128 - b.hi() as i128, a.hi() as i128 - b.lo() as i128)
}

pub(super) fn mul_bounds(a: IntFact, b: IntFact) -> Bounds {
    let product = |x: i64, y: i64| x as i128 * y as i128;
    hull([product(a.lo(), b.lo()), product(a.lo(), b.hi()), product(a.hi(), b.lo()), product(a.hi(), b.hi())])
}

pub(super) fn hull(corners: [i128; 4]) -> Bounds {
    let [p, q, r, s] = corners;
    (p.min(q).min(r.min(s)), p.max(q).max(r.max(s)))
}

/// The interval after wrapping around: known if all of it fits, or if all of it wraps equally often.
pub(super) fn wrapped(w: Width, (lo, hi): Bounds) -> IntFact {
    let (wrapped_lo, wrapped_hi) = (w.wrap(lo), w.wrap(hi));
    let same_distance = lo - wrapped_lo as i128 == hi - wrapped_hi as i128;
    if same_distance { IntFact::range(w, wrapped_lo, wrapped_hi) } else { IntFact::unknown(w) }
}

/// Two descriptions of the same result. They cannot contradict each other unless one of them is unsound.
pub(super) fn both(fact: IntFact, bits: Bits) -> IntFact {
    let result = fact.with_bits(bits);
    debug_assert!(result.is_some(), "{fact:?} contradicts {bits:?}");
    result.unwrap_or(fact)
}

fn invert(w: Width, a: IntFact) -> IntFact {
    both(IntFact::range(w, !a.hi(), !a.lo()), a.bits().invert())
}

/// `or` comes from here too, by De Morgan.
fn and(w: Width, a: IntFact, b: IntFact) -> IntFact {
    // Clearing bits makes a number smaller, as long as its sign stays.
    let hi = match (a.is_nonnegative(), b.is_nonnegative()) {
        (true, true) => a.hi().min(b.hi()),
        (true, false) => a.hi(),
        (false, true) => b.hi(),
        (false, false) if a.hi() < 0 && b.hi() < 0 => a.hi().min(b.hi()),
        (false, false) => a.hi().max(b.hi()),
    };
    let lo = if a.is_nonnegative() || b.is_nonnegative() { 0 } else { power_below(a.lo().min(b.lo())) };
    both(IntFact::range(w, lo, hi), a.bits().and(b.bits()))
}

/// The largest `-2^k` that is not above the negative number `x`.
fn power_below(x: i64) -> i64 {
    debug_assert!(x < 0);
    -1 << (64 - (!x).leading_zeros())
}

fn xor(w: Width, a: IntFact, b: IntFact) -> IntFact {
    // With all operands in -2^k .. 2^k, so is the result.
    let magnitude = |x: i64| (x ^ (x >> 63)) as u64;
    let widest = magnitude(a.lo()) | magnitude(a.hi()) | magnitude(b.lo()) | magnitude(b.hi());
    let hi = low_mask(64 - widest.leading_zeros()) as i64;
    let fact = both(IntFact::range(w, !hi, hi), a.bits().xor(b.bits()));
    // Where one operand has all the bits that the other may have, nothing borrows: 7 ^ x is 7 - x.
    let no_borrow = |a: IntFact, b: IntFact| !b.zeros() & !a.ones() == 0;
    let bounds = match (no_borrow(a, b), no_borrow(b, a)) {
        (true, _) => sub_bounds(a, b),
        (false, true) => sub_bounds(b, a),
        (false, false) => return fact,
    };
    both(wrapped(w, bounds), fact.bits())
}

/// The smallest and largest shift count: the low bits of `b`.
pub(super) fn shift_counts(w: Width, b: IntFact) -> (u32, u32) {
    let mask = w.bits() as u64 - 1;
    if b.lo() as u64 & !mask == b.hi() as u64 & !mask {
        ((b.lo() as u64 & mask) as u32, (b.hi() as u64 & mask) as u32)
    } else {
        ((b.ones() & mask) as u32, (!b.zeros() & mask) as u32)
    }
}

fn shift_left(w: Width, a: IntFact, b: IntFact) -> IntFact {
    let (least, most) = shift_counts(w, b);
    let shifted = |x: i64, count: u32| (x as i128) << count;
    let bounds =
        hull([shifted(a.lo(), least), shifted(a.lo(), most), shifted(a.hi(), least), shifted(a.hi(), most)]);
    let bits = if least == most {
        a.bits().shift_left(least)
    } else {
        Bits { zeros: low_mask(a.bits().trailing_zeros() + least), ones: 0 }
    };
    both(wrapped(w, bounds), bits.sign_extend(w))
}

fn shift_right(w: Width, a: IntFact, b: IntFact) -> IntFact {
    let (least, most) = shift_counts(w, b);
    // A longer shift comes closer to 0 or -1.
    let lo = a.lo() >> if a.lo() < 0 { least } else { most };
    let hi = a.hi() >> if a.hi() < 0 { most } else { least };
    let bits = if least == most { a.bits().shift_right(least) } else { Bits::UNKNOWN };
    both(IntFact::range(w, lo, hi), bits)
}

fn shift_right_logical(w: Width, a: IntFact, b: IntFact) -> IntFact {
    let (least, most) = shift_counts(w, b);
    if a.is_nonnegative() {
        return shift_right(w, a, b);
    }
    if most == 0 {
        return a;
    }
    let (lo, hi) = unsigned_bounds(w, a);
    let shifted = IntFact::range(w, (lo >> most) as i64, (hi >> least.max(1)) as i64);
    if least == most {
        both(shifted, a.bits().shift_right_logical(w, least))
    } else if least == 0 {
        a.join(shifted)
    } else {
        shifted
    }
}

/// The smallest and largest of the integers as unsigned numbers: the negative ones come last.
pub(super) fn unsigned_bounds(w: Width, a: IntFact) -> (u64, u64) {
    let lo = a.nonnegative_part().map_or(a.lo(), |part| part.lo());
    let hi = a.negative_part().map_or(a.hi(), |part| part.hi());
    (w.unsigned(lo), w.unsigned(hi))
}
