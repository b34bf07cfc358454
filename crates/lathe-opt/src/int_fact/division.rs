//! Forward through quotients and remainders.
//!
//! ```text
//! a in [10, 19], b = 10:       a // b = 1, a % b in [0, 9]     one quotient: the remainder is a - 10
//! a in [0, 5], b in [7, 9]:    a // b = 0, a % b = a
//! a unknown, b = 8:            a % b in [0, 7], its low bits are those of a
//! ```
//!
//! Positive and negative divisors are looked at apart: on either side quotients are monotone, so corners suffice.

use super::bits::{Bits, low_mask};
use super::fact::IntFact;
use super::transfer::{Bounds, both, hull};
use lathe_ir::arith::Width;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounding {
    /// `int_div`, `int_rem`.
    TowardZero,
    /// `int_floordiv`, `int_mod`.
    Down,
}

pub(super) fn quotient(w: Width, rounding: Rounding, a: IntFact, b: IntFact) -> IntFact {
    let by = |divisors: Option<IntFact>| {
        let (lo, hi) = quotient_bounds(rounding, a, divisors?);
        // The one quotient outside of the width is that of the smallest integer and -1, which is not defined.
        IntFact::unknown(w).clip(lo, hi)
    };
    join(w, by(b.negative_part()), by(positive_part(b)))
}

pub(super) fn remainder(w: Width, rounding: Rounding, a: IntFact, b: IntFact) -> IntFact {
    let by = |divisors: Option<IntFact>| {
        let (lo, hi) = remainder_bounds(rounding, a, divisors?);
        IntFact::unknown(w).clip(lo, hi)
    };
    let result = join(w, by(b.negative_part()), by(positive_part(b)));
    both(result, low_bits_kept(a, b))
}

/// A remainder differs from the dividend by a multiple of the divisor, so the low bits that are 0 in the divisor stay.
pub(super) fn low_bits_kept(from: IntFact, divisor: IntFact) -> Bits {
    if divisor.as_constant() == Some(0) {
        return Bits::UNKNOWN;
    }
    from.bits().only(low_mask(divisor.bits().trailing_zeros()))
}

fn positive_part(b: IntFact) -> Option<IntFact> {
    b.clip(1, b.hi() as i128)
}

fn join(w: Width, one: Option<IntFact>, other: Option<IntFact>) -> IntFact {
    match (one, other) {
        (Some(one), Some(other)) => one.join(other),
        (Some(one), None) | (None, Some(one)) => one,
        // Never defined.
        (None, None) => IntFact::unknown(w),
    }
}

/// All of `b` has one sign.
fn quotient_bounds(rounding: Rounding, a: IntFact, b: IntFact) -> Bounds {
    hull([
        divide(rounding, a.lo(), b.lo()),
        divide(rounding, a.lo(), b.hi()),
        divide(rounding, a.hi(), b.lo()),
        divide(rounding, a.hi(), b.hi()),
    ])
}

/// All of `b` has one sign.
fn remainder_bounds(rounding: Rounding, a: IntFact, b: IntFact) -> Bounds {
    let (lowest, highest) = quotient_bounds(rounding, a, b);
    // The remainder is smaller than the divisor, and never further from 0 than a dividend of its own sign.
    let limit = (b.lo() as i128).abs().max((b.hi() as i128).abs()) - 1;
    let (a_lo, a_hi) = (a.lo() as i128, a.hi() as i128);
    let (mut lo, mut hi) = match rounding {
        Rounding::TowardZero => (a_lo.clamp(-limit, 0), a_hi.clamp(0, limit)),
        Rounding::Down if b.lo() > 0 => (0, if a_lo >= 0 { a_hi.min(limit) } else { limit }),
        Rounding::Down => (if a_hi <= 0 { a_lo.max(-limit) } else { -limit }, 0),
    };
    if lowest == highest {
        // One quotient: the remainder is `a - quotient * b`.
        let (one, other) = (lowest * b.lo() as i128, lowest * b.hi() as i128);
        lo = lo.max(a_lo - one.max(other));
        hi = hi.min(a_hi - one.min(other));
    }
    (lo, hi)
}

/// In more than 64 bits, for the smallest integer divided by -1.
fn divide(rounding: Rounding, a: i64, b: i64) -> i128 {
    let Some(quotient) = a.checked_div(b) else {
        return -(a as i128);
    };
    let inexact_and_negative = rounding == Rounding::Down && a % b != 0 && (a < 0) != (b < 0);
    quotient as i128 - inexact_and_negative as i128
}
