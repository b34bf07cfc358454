//! The fact itself: a set of integers, described by bounds and by bits.
//!
//! ```text
//! [3, 20], lowest two bits 00   is kept as   [4, 20], lowest two bits 00, upper 59 bits 0
//! ```
//!
//! A fact is never empty: whatever could be empty (`meet`, refinements) returns an `Option`.

use super::bits::Bits;
use lathe_ir::arith::Width;

/// The integers from `lo` to `hi` whose bits agree with `bits`.
///
/// Bits are those of the sign-extended 64-bit pattern at every width, so no query needs the width. Always reduced:
/// `lo` and `hi` are themselves allowed, and the bits that all integers between them share are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IntFact {
    lo: i64,
    hi: i64,
    bits: Bits,
}

impl IntFact {
    pub fn unknown(w: Width) -> IntFact {
        IntFact { lo: w.min(), hi: w.max(), bits: Bits::UNKNOWN }
    }

    pub fn constant(w: Width, x: i64) -> IntFact {
        debug_assert!(w.contains(x as i128));
        IntFact { lo: x, hi: x, bits: Bits::constant(x) }
    }

    /// `lo <= x <= hi`; the bounds are clipped to the width.
    pub fn range(w: Width, lo: i64, hi: i64) -> IntFact {
        let (lo, hi) = (lo.max(w.min()), hi.min(w.max()));
        assert!(lo <= hi, "an empty range: {lo} to {hi}");
        IntFact { lo, hi, bits: Bits::shared_by_range(lo, hi) }
    }

    /// The bits in `zeros` are 0, those in `ones` are 1. `None`: no integer of this width is like that.
    pub fn known_bits(w: Width, zeros: u64, ones: u64) -> Option<IntFact> {
        IntFact::reduced(w.min(), w.max(), Bits { zeros, ones })
    }

    /// 0 or 1.
    pub fn boolean(w: Width) -> IntFact {
        IntFact::range(w, 0, 1)
    }

    /// The smallest integer allowed.
    pub fn lo(&self) -> i64 {
        self.lo
    }

    /// The largest integer allowed.
    pub fn hi(&self) -> i64 {
        self.hi
    }

    /// Bits known to be 0.
    pub fn zeros(&self) -> u64 {
        self.bits.zeros
    }

    /// Bits known to be 1.
    pub fn ones(&self) -> u64 {
        self.bits.ones
    }

    pub(super) fn bits(&self) -> Bits {
        self.bits
    }

    pub fn as_constant(&self) -> Option<i64> {
        (self.lo == self.hi).then_some(self.lo)
    }

    pub fn contains(&self, x: i64) -> bool {
        self.lo <= x && x <= self.hi && self.bits.allow(x)
    }

    pub fn is_boolean(&self) -> bool {
        self.lo >= 0 && self.hi <= 1
    }

    pub fn excludes_zero(&self) -> bool {
        !self.contains(0)
    }

    pub fn is_nonnegative(&self) -> bool {
        self.lo >= 0
    }

    pub fn is_unknown(&self, w: Width) -> bool {
        *self == IntFact::unknown(w)
    }

    /// Both hold. `None`: they contradict each other, this point is never reached.
    pub fn meet(self, other: IntFact) -> Option<IntFact> {
        IntFact::reduced(self.lo.max(other.lo), self.hi.min(other.hi), self.bits.both(other.bits)?)
    }

    /// One of the two holds.
    pub fn join(self, other: IntFact) -> IntFact {
        // Both bounds are allowed by one side, so they are allowed by the joined bits: already reduced, except that the
        // bits shared by the range never exceed those shared by the two sides.
        IntFact { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), bits: self.bits.either(other.bits) }
    }

    /// Every integer that `self` allows is allowed by `other`. May miss it when only a combination of bounds and bits
    /// shows it.
    pub fn implies(self, other: IntFact) -> bool {
        self.lo >= other.lo && self.hi <= other.hi && self.bits.imply(other.bits)
    }

    /// `self` clipped to exact bounds that may lie outside of the width.
    pub(super) fn clip(self, lo: i128, hi: i128) -> Option<IntFact> {
        let lo = lo.max(self.lo as i128);
        let hi = hi.min(self.hi as i128);
        if lo > hi {
            return None;
        }
        // Both lie between `self.lo` and `self.hi`, so they fit.
        IntFact::reduced(lo as i64, hi as i64, self.bits)
    }

    /// `self` with more bits known.
    pub(super) fn with_bits(self, bits: Bits) -> Option<IntFact> {
        IntFact::reduced(self.lo, self.hi, self.bits.both(bits)?)
    }

    /// `self` without one integer: only possible at the ends of the interval.
    pub(super) fn without(self, x: i64) -> Option<IntFact> {
        match (x == self.lo, x == self.hi) {
            (true, true) => None,
            (true, false) => self.clip(x as i128 + 1, self.hi as i128),
            (false, true) => self.clip(self.lo as i128, x as i128 - 1),
            (false, false) => Some(self),
        }
    }

    pub(super) fn negative_part(self) -> Option<IntFact> {
        if self.hi < 0 { Some(self) } else { self.clip(self.lo as i128, -1) }
    }

    pub(super) fn nonnegative_part(self) -> Option<IntFact> {
        if self.lo >= 0 { Some(self) } else { self.clip(0, self.hi as i128) }
    }

    /// Lets bounds and bits sharpen each other. One round suffices: once `lo` and `hi` agree with the bits, the bits
    /// they share agree with both, so nothing moves any more.
    fn reduced(lo: i64, hi: i64, bits: Bits) -> Option<IntFact> {
        let lo = bits.at_least(lo)?;
        let hi = bits.at_most(hi)?;
        if lo > hi {
            return None;
        }
        let bits = bits.both(Bits::shared_by_range(lo, hi))?;
        Some(IntFact { lo, hi, bits })
    }
}
