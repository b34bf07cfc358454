//! Known bits: which are certainly 0, which are certainly 1.
//!
//! ```text
//! x = ????00      y = ???1
//! x + y = ???????1 (the low bits of `x` give no carry)
//! ```
//!
//! Operations act on all 64 bits; a caller at a narrower width passes the result through [`Bits::sign_extend`].

use lathe_ir::arith::Width;

/// No bit is in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bits {
    pub zeros: u64,
    pub ones: u64,
}

/// Flips between signed and unsigned order.
const SIGN: u64 = 1 << 63;

impl Bits {
    pub const UNKNOWN: Bits = Bits { zeros: 0, ones: 0 };

    pub fn constant(x: i64) -> Bits {
        Bits { zeros: !(x as u64), ones: x as u64 }
    }

    /// The leading bits that `lo` and `hi`, and so everything between them, have in common.
    pub fn shared_by_range(lo: i64, hi: i64) -> Bits {
        let differing = (lo ^ hi) as u64;
        let shared = match differing.leading_zeros() {
            0 => 0,
            n => u64::MAX << (64 - n),
        };
        Bits { zeros: !(lo as u64) & shared, ones: lo as u64 & shared }
    }

    pub fn known(self) -> u64 {
        self.zeros | self.ones
    }

    pub fn allow(self, x: i64) -> bool {
        x as u64 & self.zeros == 0 && !(x as u64) & self.ones == 0
    }

    pub fn both(self, other: Bits) -> Option<Bits> {
        let bits = Bits { zeros: self.zeros | other.zeros, ones: self.ones | other.ones };
        (bits.zeros & bits.ones == 0).then_some(bits)
    }

    pub fn either(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros & other.zeros, ones: self.ones & other.ones }
    }

    pub fn imply(self, other: Bits) -> bool {
        other.zeros & !self.zeros == 0 && other.ones & !self.ones == 0
    }

    /// Only what is known of the bits in `mask`.
    pub fn only(self, mask: u64) -> Bits {
        Bits { zeros: self.zeros & mask, ones: self.ones & mask }
    }

    /// How many of the lowest bits are known to be 0.
    pub fn trailing_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }

    /// The smallest `x >= bound` with these bits.
    pub fn at_least(self, bound: i64) -> Option<i64> {
        // In unsigned order the sign bit is a bit like any other.
        let (zeros, ones) = self.unsigned_order();
        let bound = bound as u64 ^ SIGN;
        let conflicts = (bound & zeros) | (!bound & ones);
        if conflicts == 0 {
            return Some((bound ^ SIGN) as i64);
        }
        let highest = 63 - conflicts.leading_zeros();
        // The bit that makes the answer larger than the bound; below it everything is as small as possible.
        let raised = if ones >> highest & 1 == 1 {
            highest
        } else {
            // A bit of the bound must go, so a higher one that is free has to come.
            let free = !bound & !zeros & (u64::MAX << highest) & !(1 << highest);
            if free == 0 {
                return None;
            }
            free.trailing_zeros()
        };
        let above = bound & (u64::MAX << raised);
        let below = ones & !(u64::MAX << raised);
        Some(((above | 1 << raised | below) ^ SIGN) as i64)
    }

    /// The largest `x <= bound` with these bits: complementing reverses the order.
    pub fn at_most(self, bound: i64) -> Option<i64> {
        self.invert().at_least(!bound).map(|x| !x)
    }

    fn unsigned_order(self) -> (u64, u64) {
        let swapped = (self.zeros ^ self.ones) & SIGN;
        (self.zeros ^ swapped, self.ones ^ swapped)
    }

    /// Makes the bits above the width copies of its sign bit.
    pub fn sign_extend(self, w: Width) -> Bits {
        Bits { zeros: w.wrap(self.zeros as i128) as u64, ones: w.wrap(self.ones as i128) as u64 }
    }

    pub fn invert(self) -> Bits {
        Bits { zeros: self.ones, ones: self.zeros }
    }

    pub fn and(self, other: Bits) -> Bits {
        Bits { zeros: self.zeros | other.zeros, ones: self.ones & other.ones }
    }

    pub fn xor(self, other: Bits) -> Bits {
        let known = self.known() & other.known();
        let value = self.ones ^ other.ones;
        Bits { zeros: !value & known, ones: value & known }
    }

    pub fn add(self, other: Bits) -> Bits {
        self.add_carry(other, 0)
    }

    /// `x - y` is `x + !y + 1`.
    pub fn sub(self, other: Bits) -> Bits {
        self.add_carry(other.invert(), 1)
    }

    /// A bit of the sum is known where both bits and the carry into it are. The carries are those that the smallest
    /// and the largest possible operands have in common.
    fn add_carry(self, other: Bits, carry: u64) -> Bits {
        let largest = (!self.zeros).wrapping_add(!other.zeros).wrapping_add(carry);
        let smallest = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let carry_zeros = !(largest ^ self.zeros ^ other.zeros);
        let carry_ones = smallest ^ self.ones ^ other.ones;
        let known = self.known() & other.known() & (carry_zeros | carry_ones);
        Bits { zeros: !largest & known, ones: smallest & known }
    }

    /// The low bits of a product depend on the low bits of the factors only; a factor's trailing zeros push what is
    /// unknown of the other one further up.
    pub fn mul(self, other: Bits) -> Bits {
        let known_low = |bits: Bits| bits.known().trailing_ones();
        let (zeros_a, zeros_b) = (self.trailing_zeros(), other.trailing_zeros());
        let known = (known_low(self) - zeros_a).min(known_low(other) - zeros_b) + zeros_a + zeros_b;
        let low = |bits: Bits| bits.ones & low_mask(known_low(bits));
        let product = low(self).wrapping_mul(low(other));
        Bits { zeros: !product, ones: product }.only(low_mask(known))
    }

    pub fn shift_left(self, count: u32) -> Bits {
        Bits { zeros: self.zeros << count | low_mask(count), ones: self.ones << count }
    }

    /// Copies the sign.
    pub fn shift_right(self, count: u32) -> Bits {
        Bits { zeros: (self.zeros as i64 >> count) as u64, ones: (self.ones as i64 >> count) as u64 }
    }

    /// Shifts zeros into the integer of width `w`; the count is not 0.
    pub fn shift_right_logical(self, w: Width, count: u32) -> Bits {
        let width_mask = low_mask(w.bits());
        let shifted_in = !(width_mask >> count);
        Bits {
            zeros: (self.zeros & width_mask) >> count | shifted_in,
            ones: (self.ones & width_mask) >> count,
        }
    }
}

/// The lowest `count` bits, at most 64.
pub(super) fn low_mask(count: u32) -> u64 {
    match count {
        0 => 0,
        _ => u64::MAX >> (64 - count.min(64)),
    }
}
