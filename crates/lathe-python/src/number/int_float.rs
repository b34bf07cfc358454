//! Between integers and floats: nothing is rounded twice, and comparison does not round at all.

use super::fault::Fault;
use super::int::Int;
use dashu_int::ops::DivRem;
use dashu_int::{IBig, UBig};
use std::cmp::Ordering;

/// 2 to the 63rd, the first float beyond 64 bits.
const TWO_63: f64 = 9_223_372_036_854_775_808.0;

impl Int {
    /// The nearest float, ties to even.
    pub fn to_f64(&self) -> Result<f64, Fault> {
        match self {
            Int::Small(value) => Ok(*value as f64),
            Int::Big(_) => {
                let bits = self.bit_length();
                let too_large = || Fault::overflow("int too large to convert to float");
                if bits > 1024 {
                    return Err(too_large());
                }
                let magnitude = self.magnitude();
                let dropped = bits.saturating_sub(64) as usize;
                let value = ldexp(sticky(&magnitude, dropped) as f64, dropped as i32);
                if value.is_infinite() {
                    return Err(too_large());
                }
                Ok(if self.is_negative() { -value } else { value })
            }
        }
    }

    /// `int(x)`: towards zero.
    pub fn from_f64(value: f64) -> Result<Int, Fault> {
        if value.is_nan() {
            return Err(Fault::value("cannot convert float NaN to integer"));
        }
        if value.is_infinite() {
            return Err(Fault::overflow("cannot convert float infinity to integer"));
        }
        Ok(Int::truncated(value))
    }

    /// The same for a finite one.
    pub fn truncated(value: f64) -> Int {
        if (-TWO_63..TWO_63).contains(&value) {
            return Int::Small(value as i64);
        }
        let (mantissa, exponent) = decompose(value);
        (IBig::from(mantissa) << exponent as usize).into()
    }

    /// Exact. None for a NaN.
    pub fn partial_cmp_f64(&self, other: f64) -> Option<Ordering> {
        if other.is_nan() {
            return None;
        }
        let sign = if other < 0.0 { Ordering::Greater } else { Ordering::Less };
        Some(match self {
            Int::Small(value) if (-TWO_63..TWO_63).contains(&other) => {
                let whole = other.trunc();
                value.cmp(&(whole as i64)).then_with(|| whole.partial_cmp(&other).expect("finite"))
            }
            Int::Small(_) => sign,
            Int::Big(_) if other.is_infinite() => sign,
            Int::Big(_) => self
                .cmp(&Int::truncated(other))
                .then_with(|| other.trunc().partial_cmp(&other).expect("finite")),
        })
    }

    /// `a / b`: the float nearest to the quotient.
    pub fn true_div(&self, other: &Int) -> Result<f64, Fault> {
        if other.is_zero() {
            return Err(Fault::zero_division());
        }
        const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
        if let (Int::Small(a), Int::Small(b)) = (self, other)
            && a.unsigned_abs() <= EXACT
            && b.unsigned_abs() <= EXACT
        {
            return Ok(*a as f64 / *b as f64);
        }
        let negative = self.is_negative() != other.is_negative();
        if self.is_zero() {
            return Ok(if negative { -0.0 } else { 0.0 });
        }
        let value = quotient(&self.magnitude(), &other.magnitude());
        if value.is_infinite() {
            return Err(Fault::overflow("integer division result too large for a float"));
        }
        Ok(if negative { -value } else { value })
    }
}

/// The float nearest to the quotient of two numbers that are not 0: infinite if there is none.
fn quotient(a: &UBig, b: &UBig) -> f64 {
    let bits = |x: &UBig| {
        x.as_words().len() as i64 * 64 - i64::from(x.as_words()[x.as_words().len() - 1].leading_zeros())
    };
    // The quotient is between 2 to the `exponent - 1` and 2 to the `exponent + 1`.
    let exponent = bits(a) - bits(b);
    if exponent > 1025 {
        return f64::INFINITY;
    }
    // Two bits more than the result has, and one for "not exactly"; the last bit of a subnormal is worth 2 to the -1074.
    let last = (exponent - 1 - 56).max(-1074 - 2);
    let (whole, rest) = match last {
        ..0 => (a << (-last) as usize).div_rem(b),
        _ => a.div_rem(b << last as usize),
    };
    rounded(u64::try_from(&whole).expect("58 bits"), last, rest.is_zero())
}

/// The float nearest to a number times a power of 2: infinite if there is none.
pub fn scaled(magnitude: &UBig, exponent: i64) -> f64 {
    let Some(&top) = magnitude.as_words().last() else { return 0.0 };
    let bits = magnitude.as_words().len() as i64 * 64 - i64::from(top.leading_zeros());
    if bits.saturating_add(exponent) > 1024 {
        return f64::INFINITY;
    }
    if bits.saturating_add(exponent) < -1080 {
        return 0.0;
    }
    let last = (bits + exponent - 57).max(-1074 - 2);
    match last - exponent {
        shift @ ..0 => rounded(u64::try_from(magnitude << (-shift) as usize).expect("57 bits"), last, true),
        shift => {
            let exact = magnitude.trailing_zeros().is_none_or(|zeros| zeros as i64 >= shift);
            rounded(u64::try_from(magnitude >> shift as usize).expect("57 bits"), last, exact)
        }
    }
}

/// At least two bits more than the result has; what the last of them is worth; is that all there is?
fn rounded(whole: u64, last: i64, exact: bool) -> f64 {
    let whole = whole << 1 | u64::from(!exact);
    let last = last - 1;
    if last > -1074 - 3 || whole >= 1 << (f64::MANTISSA_DIGITS + 3) {
        return ldexp(whole as f64, last as i32);
    }
    // Subnormal, or just not: three bits too many, to be rounded once. Then the bits of the float count how many of the smallest it is.
    let (kept, dropped) = (whole >> 3, whole & 7);
    let up = dropped > 4 || dropped == 4 && kept & 1 == 1;
    f64::from_bits(kept + u64::from(up))
}

/// What remains without the last bits; the last one is set if any of those was.
fn sticky(magnitude: &UBig, dropped: usize) -> u64 {
    let kept = u64::try_from(magnitude >> dropped).expect("64 bits");
    let exact = magnitude.trailing_zeros().is_none_or(|zeros| zeros >= dropped);
    kept | u64::from(!exact)
}

/// A finite float as an integer times a power of 2.
pub fn decompose(value: f64) -> (i64, i32) {
    let bits = value.to_bits();
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let (mantissa, exponent) =
        if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) };
    (if value.is_sign_negative() { -mantissa } else { mantissa }, exponent)
}

/// Times a power of 2; exact unless the result is subnormal or infinite, and then rounded once.
pub fn ldexp(value: f64, exponent: i32) -> f64 {
    super::libm::ldexp(value, exponent)
}

/// `float.as_integer_ratio`: in lowest terms, the denominator a power of 2.
pub fn integer_ratio(value: f64) -> Result<(Int, Int), Fault> {
    if value.is_nan() {
        return Err(Fault::value("cannot convert NaN to integer ratio"));
    }
    if value.is_infinite() {
        return Err(Fault::overflow("cannot convert Infinity to integer ratio"));
    }
    let (mut mantissa, mut exponent) = decompose(value);
    if mantissa == 0 {
        return Ok((Int::ZERO, Int::ONE));
    }
    let zeros = mantissa.trailing_zeros();
    mantissa >>= zeros;
    exponent += zeros as i32;
    let power = |bits: i32| Int::ONE.shl(&Int::Small(bits.into()));
    Ok(match exponent {
        ..0 => (Int::Small(mantissa), power(-exponent)?),
        _ => (Int::Small(mantissa).shl(&Int::Small(exponent.into()))?, Int::ONE),
    })
}
