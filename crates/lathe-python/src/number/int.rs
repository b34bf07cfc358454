//! Integers: 64 bits if they fit, arbitrary precision beyond, never the latter for the former.
//!
//! Since the form is unique, equality is equality of forms, and what is `Big` is outside the range of `i64`. Results that would need
//! more than [`MAX_BITS`] are a `MemoryError` before anything is computed.

use super::fault::Fault;
use dashu_int::fast_div::ConstDivisor;
use dashu_int::ops::{BitTest, DivRem, ExtendedGcd, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};
use std::cmp::Ordering;

/// Bits of the largest integer: a gigabyte.
pub const MAX_BITS: u64 = 1 << 33;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Int {
    Small(i64),
    /// Beyond 64 bits.
    Big(IBig),
}

impl From<IBig> for Int {
    fn from(value: IBig) -> Int {
        match i64::try_from(&value) {
            Ok(small) => Int::Small(small),
            Err(_) => Int::Big(value),
        }
    }
}

impl From<UBig> for Int {
    fn from(value: UBig) -> Int {
        IBig::from(value).into()
    }
}

impl From<i64> for Int {
    fn from(value: i64) -> Int {
        Int::Small(value)
    }
}

impl From<i128> for Int {
    fn from(value: i128) -> Int {
        match i64::try_from(value) {
            Ok(small) => Int::Small(small),
            Err(_) => Int::Big(value.into()),
        }
    }
}

impl From<u64> for Int {
    fn from(value: u64) -> Int {
        i128::from(value).into()
    }
}

impl From<usize> for Int {
    fn from(value: usize) -> Int {
        (value as u64).into()
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => a.cmp(b),
            (Int::Big(a), Int::Big(b)) => a.cmp(b),
            (Int::Small(_), Int::Big(b)) => {
                if b.sign() == Sign::Negative {
                    Ordering::Greater
                } else {
                    Ordering::Less
                }
            }
            (Int::Big(a), Int::Small(_)) => {
                if a.sign() == Sign::Negative {
                    Ordering::Less
                } else {
                    Ordering::Greater
                }
            }
        }
    }
}

impl Int {
    pub const ZERO: Int = Int::Small(0);
    pub const ONE: Int = Int::Small(1);

    /// As arbitrary precision.
    pub fn to_big(&self) -> IBig {
        match self {
            Int::Small(value) => IBig::from(*value),
            Int::Big(value) => value.clone(),
        }
    }

    pub fn magnitude(&self) -> UBig {
        match self {
            Int::Small(value) => UBig::from(value.unsigned_abs()),
            Int::Big(value) => value.unsigned_abs(),
        }
    }

    pub fn is_zero(&self) -> bool {
        *self == Int::ZERO
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Int::Small(value) => *value < 0,
            Int::Big(value) => value.sign() == Sign::Negative,
        }
    }

    pub fn is_odd(&self) -> bool {
        match self {
            Int::Small(value) => value & 1 != 0,
            Int::Big(value) => value.bit(0),
        }
    }

    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Int::Small(value) => Some(*value),
            Int::Big(_) => None,
        }
    }

    /// Bits of the magnitude.
    pub fn bit_length(&self) -> u64 {
        match self {
            Int::Small(value) => 64 - u64::from(value.unsigned_abs().leading_zeros()),
            Int::Big(value) => value.as_sign_words().1.len() as u64 * 64 - top_zeros(value),
        }
    }

    pub fn neg(&self) -> Int {
        match self {
            Int::Small(value) => match value.checked_neg() {
                Some(value) => Int::Small(value),
                None => (-i128::from(*value)).into(),
            },
            Int::Big(value) => (-value).into(),
        }
    }

    pub fn abs(&self) -> Int {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    pub fn invert(&self) -> Int {
        match self {
            Int::Small(value) => Int::Small(!value),
            Int::Big(value) => (!value).into(),
        }
    }

    pub fn add(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Int::Small(sum),
                None => (i128::from(*a) + i128::from(*b)).into(),
            },
            (Int::Big(a), Int::Big(b)) => (a + b).into(),
            (Int::Big(a), Int::Small(b)) | (Int::Small(b), Int::Big(a)) => (a + *b).into(),
        }
    }

    pub fn sub(&self, other: &Int) -> Int {
        match (self, other) {
            (Int::Small(a), Int::Small(b)) => match a.checked_sub(*b) {
                Some(difference) => Int::Small(difference),
                None => (i128::from(*a) - i128::from(*b)).into(),
            },
            (Int::Big(a), Int::Big(b)) => (a - b).into(),
            (Int::Big(a), Int::Small(b)) => (a - *b).into(),
            (Int::Small(a), Int::Big(b)) => (*a - b).into(),
        }
    }

    pub fn mul(&self, other: &Int) -> Result<Int, Fault> {
        Ok(match (self, other) {
            (Int::Small(a), Int::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Int::Small(product),
                None => (i128::from(*a) * i128::from(*b)).into(),
            },
            (Int::Big(a), Int::Big(b)) => {
                if self.bit_length() + other.bit_length() > MAX_BITS {
                    return Err(Fault::memory());
                }
                (a * b).into()
            }
            (Int::Big(a), Int::Small(b)) | (Int::Small(b), Int::Big(a)) => (a * *b).into(),
        })
    }

    /// The quotient rounded down, and the remainder with the sign of the divisor.
    pub fn div_mod(&self, other: &Int) -> Result<(Int, Int), Fault> {
        if other.is_zero() {
            return Err(Fault::zero_division());
        }
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && let (Some(quotient), Some(remainder)) = (a.checked_div(*b), a.checked_rem(*b))
        {
            return Ok(match remainder != 0 && (remainder < 0) != (*b < 0) {
                true => (Int::Small(quotient - 1), Int::Small(remainder + b)),
                false => (Int::Small(quotient), Int::Small(remainder)),
            });
        }
        // Much larger divisors are frequent in number theory: nothing to divide.
        if self.bit_length() < other.bit_length() {
            return Ok(match !self.is_zero() && self.is_negative() != other.is_negative() {
                true => (Int::Small(-1), self.add(other)),
                false => (Int::ZERO, self.clone()),
            });
        }
        let divisor = other.to_big();
        let (mut quotient, mut remainder) = self.to_big().div_rem(&divisor);
        if !remainder.is_zero() && remainder.sign() != divisor.sign() {
            quotient -= 1;
            remainder += divisor;
        }
        Ok((quotient.into(), remainder.into()))
    }

    pub fn floor_div(&self, other: &Int) -> Result<Int, Fault> {
        Ok(self.div_mod(other)?.0)
    }

    pub fn modulo(&self, other: &Int) -> Result<Int, Fault> {
        Ok(self.div_mod(other)?.1)
    }

    /// To a power that is not negative.
    pub fn pow(&self, exponent: &Int) -> Result<Int, Fault> {
        debug_assert!(!exponent.is_negative());
        match (self, exponent) {
            (_, Int::Small(0)) | (Int::Small(1), _) => return Ok(Int::ONE),
            (Int::Small(0), _) => return Ok(Int::ZERO),
            (Int::Small(-1), _) => return Ok(Int::Small(if exponent.is_odd() { -1 } else { 1 })),
            _ => {}
        }
        let Int::Small(exponent) = *exponent else { return Err(Fault::memory()) };
        if let Int::Small(base) = *self
            && let Ok(exponent) = u32::try_from(exponent)
            && let Some(power) = base.checked_pow(exponent)
        {
            return Ok(Int::Small(power));
        }
        // The power has at least this many bits, and at most twice as many.
        let bits = u128::from(self.bit_length() - 1) * exponent as u128;
        if bits > u128::from(MAX_BITS) {
            return Err(Fault::memory());
        }
        if let Int::Small(base) = *self
            && base.unsigned_abs().is_power_of_two()
        {
            let power = IBig::from(UBig::ONE << bits as usize);
            return Ok(if base < 0 && exponent & 1 == 1 { -power } else { power }.into());
        }
        Ok(self.to_big().pow(exponent as usize).into())
    }

    /// To a power, modulo. Negative exponents are for the inverse.
    pub fn pow_mod(&self, exponent: &Int, modulus: &Int) -> Result<Int, Fault> {
        if modulus.is_zero() {
            return Err(Fault::value("pow() 3rd argument cannot be 0"));
        }
        let divisor = modulus.magnitude();
        if divisor.is_one() {
            return Ok(Int::ZERO);
        }
        let mut base = self.modulo(&divisor.clone().into())?;
        let mut exponent = exponent.clone();
        if exponent.is_negative() {
            base = base.inverse(&divisor)?;
            exponent = exponent.neg();
        }
        let ring = ConstDivisor::new(divisor);
        let power: Int = ring.reduce(base.magnitude()).pow(&exponent.magnitude()).residue().into();
        // The result has the sign of the modulus.
        Ok(if modulus.is_negative() && !power.is_zero() { power.add(modulus) } else { power })
    }

    fn inverse(&self, modulus: &UBig) -> Result<Int, Fault> {
        let fault = || Fault::value("base is not invertible for the given modulus");
        if self.is_zero() {
            return Err(fault());
        }
        let (gcd, coefficient, _) = self.magnitude().gcd_ext(modulus.clone());
        if !gcd.is_one() {
            return Err(fault());
        }
        Int::from(coefficient).modulo(&modulus.clone().into())
    }
}

fn top_zeros(value: &IBig) -> u64 {
    value.as_sign_words().1.last().map_or(0, |word| u64::from(word.leading_zeros()))
}
