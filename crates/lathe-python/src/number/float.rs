//! Arithmetic of floats where it is not the machine's: division that rounds down, powers, rounding to digits.

use super::fault::Fault;
use super::int::Int;
use super::{float_text, int_float, libm};
use dashu_int::ops::DivRem;
use dashu_int::{IBig, UBig};

pub fn true_div(a: f64, b: f64) -> Result<f64, Fault> {
    if b == 0.0 { Err(Fault::zero_division()) } else { Ok(a / b) }
}

/// The remainder with the sign of the divisor.
pub fn modulo(a: f64, b: f64) -> Result<f64, Fault> {
    if b == 0.0 {
        return Err(Fault::zero_division());
    }
    let remainder = libm::fmod(a, b);
    Ok(match remainder == 0.0 {
        true => 0f64.copysign(b),
        false if (b < 0.0) != (remainder < 0.0) => remainder + b,
        false => remainder,
    })
}

/// The quotient rounded down, and the remainder with the sign of the divisor.
pub fn div_mod(a: f64, b: f64) -> Result<(f64, f64), Fault> {
    let remainder = libm::fmod(a, b);
    let modulo = modulo(a, b)?;
    // The remainder is exact, so this is almost a whole number.
    let mut quotient = (a - remainder) / b;
    if remainder != 0.0 && (b < 0.0) != (remainder < 0.0) {
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return Ok((0f64.copysign(a / b), modulo));
    }
    let floor = quotient.floor();
    Ok((if quotient - floor > 0.5 { floor + 1.0 } else { floor }, modulo))
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Power {
    Real(f64),
    /// Of a negative number to a power that is not whole.
    Complex,
}

pub fn pow(base: f64, exponent: f64) -> Result<Power, Fault> {
    let odd = |x: f64| x.is_finite() && libm::fmod(x.abs(), 2.0) == 1.0;
    let real = match (base, exponent) {
        (_, 0.0) | (1.0, _) => 1.0,
        _ if base.is_nan() => base,
        _ if exponent.is_nan() => exponent,
        _ if exponent.is_infinite() => match base.abs() {
            1.0 => 1.0,
            size if (size > 1.0) == (exponent > 0.0) => f64::INFINITY,
            _ => 0.0,
        },
        _ if base.is_infinite() => match (exponent > 0.0, odd(exponent)) {
            (true, true) => base,
            (true, false) => base.abs(),
            (false, true) => 0f64.copysign(base),
            (false, false) => 0.0,
        },
        (0.0, _) if exponent < 0.0 => return Err(Fault::zero_power("zero to a negative power")),
        (0.0, _) => {
            if odd(exponent) {
                base
            } else {
                0.0
            }
        }
        _ if base < 0.0 && exponent != exponent.floor() => return Ok(Power::Complex),
        _ => {
            let size = libm::pow(base.abs(), exponent);
            if size.is_infinite() {
                return Err(Fault::out_of_range());
            }
            if base < 0.0 && odd(exponent) { -size } else { size }
        }
    };
    Ok(Power::Real(real))
}

/// To the nearest integer, ties to even.
pub fn round(value: f64) -> Result<Int, Fault> {
    Int::from_f64(value.round_ties_even())
}

/// To so many decimal digits after the point (before it, if negative), ties to even: of the exact value.
pub fn round_digits(value: f64, digits: i64) -> Result<f64, Fault> {
    // No float has digits beyond 323, nor before the 308th.
    if !value.is_finite() || value == 0.0 || digits > 323 {
        return Ok(value);
    }
    if digits < -308 {
        return Ok(0f64.copysign(value));
    }
    let rounded = match digits {
        0.. => float_text::fixed(value.abs(), digits as usize).parse().expect("a number"),
        _ => {
            let unit = UBig::from(10u8).pow(-digits as usize);
            let whole = Int::truncated(value.abs()).magnitude();
            let (mut count, rest) = whole.div_rem(&unit);
            // Exactly half only if nothing was cut off.
            let half = (rest * 2u8).cmp(&unit);
            let exact = value.fract() == 0.0;
            if half.is_gt() || half.is_eq() && (!exact || count.bit_is_odd()) {
                count += 1u8;
            }
            int_float::scaled(&(count * unit), 0)
        }
    };
    if rounded.is_infinite() {
        return Err(Fault::overflow("rounded value too large to represent"));
    }
    Ok(rounded.copysign(value))
}

trait Odd {
    fn bit_is_odd(&self) -> bool;
}

impl Odd for UBig {
    fn bit_is_odd(&self) -> bool {
        self.as_words().first().is_some_and(|word| word & 1 == 1)
    }
}

/// `round(n, digits)` of an integer: to a multiple of a power of ten, ties to even.
pub fn round_int(value: &Int, digits: &Int) -> Result<Int, Fault> {
    if !digits.is_negative() {
        return Ok(value.clone());
    }
    let Int::Small(digits) = *digits else { return Ok(Int::ZERO) };
    // A unit with more bits than twice the number: it rounds to nothing.
    if digits.unsigned_abs() > value.bit_length() {
        return Ok(Int::ZERO);
    }
    let unit: IBig = UBig::from(10u8).pow(digits.unsigned_abs() as usize).into();
    let unit = Int::from(unit);
    let (count, rest) = value.div_mod(&unit)?;
    let half = rest.mul(&Int::Small(2))?.cmp(&unit);
    let up = half.is_gt() || half.is_eq() && count.is_odd();
    if up { count.add(&Int::ONE) } else { count }.mul(&unit)
}
