//! Integers as two's complement with endlessly many sign bits: shifts and bitwise operations.

use super::fault::Fault;
use super::int::{Int, MAX_BITS};

impl Int {
    pub fn and(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a & b),
            _ => (self.to_big() & other.to_big()).into(),
        }
    }

    pub fn or(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a | b),
            _ => (self.to_big() | other.to_big()).into(),
        }
    }

    pub fn xor(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => Int::Small(a ^ b),
            _ => (self.to_big() ^ other.to_big()).into(),
        }
    }

    pub fn shl(&self, by: &Int) -> Result<Int, Fault> {
        if by.is_negative() {
            return Err(Fault::value("negative shift count"));
        }
        if self.is_zero() {
            return Ok(Int::ZERO);
        }
        let Int::Small(by) = *by else { return Err(Fault::overflow("too many digits in integer")) };
        if let Int::Small(value) = *self
            && by < 64
            && (value << by) >> by == value
        {
            return Ok(Int::Small(value << by));
        }
        if by as u64 + self.bit_length() > MAX_BITS {
            return Err(Fault::memory());
        }
        Ok((self.to_big() << by as usize).into())
    }

    pub fn shr(&self, by: &Int) -> Result<Int, Fault> {
        if by.is_negative() {
            return Err(Fault::value("negative shift count"));
        }
        let everything = || Int::Small(if self.is_negative() { -1 } else { 0 });
        Ok(match (self, by) {
            (_, Int::Big(_)) => everything(),
            (Int::Small(value), Int::Small(by)) => Int::Small(value >> (*by).min(63)),
            (Int::Big(value), Int::Small(by)) if (*by as u64) < self.bit_length() => {
                (value >> *by as usize).into()
            }
            (Int::Big(_), Int::Small(_)) => everything(),
        })
    }

    /// The ones in the magnitude.
    pub fn bit_count(&self) -> u64 {
        match self {
            Int::Small(value) => value.unsigned_abs().count_ones().into(),
            Int::Big(value) => value.as_sign_words().1.iter().map(|word| u64::from(word.count_ones())).sum(),
        }
    }

    /// The zeros at the end; none for 0.
    pub fn trailing_zeros(&self) -> u64 {
        match self {
            Int::Small(0) => 0,
            Int::Small(value) => value.trailing_zeros().into(),
            Int::Big(value) => value.trailing_zeros().map_or(0, |zeros| zeros as u64),
        }
    }
}
