//! Complex numbers. A real operand stays real: it has no imaginary part that could turn an infinity into a NaN.
//!
//! Products and quotients that come out as two NaNs although an operand is infinite get the infinity that C99's Annex G asks for.

use super::fault::Fault;
use super::libm;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    pub real: f64,
    pub imag: f64,
}

/// An operand next to a complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    Real(f64),
    Complex(Complex),
}

use Operand::Real;

impl Operand {
    pub fn full(self) -> Complex {
        match self {
            Real(real) => Complex { real, imag: 0.0 },
            Operand::Complex(value) => value,
        }
    }
}

/// 1 with the sign of an infinity, 0 with the sign of anything else.
fn boxed(x: f64) -> f64 {
    (if x.is_infinite() { 1f64 } else { 0.0 }).copysign(x)
}

fn zero_if_nan(x: f64) -> f64 {
    if x.is_nan() { 0f64.copysign(x) } else { x }
}

pub fn add(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Real(a), b) => Complex { real: a + b.full().real, imag: b.full().imag },
        (a, Real(b)) => Complex { real: a.full().real + b, imag: a.full().imag },
        (a, b) => Complex { real: a.full().real + b.full().real, imag: a.full().imag + b.full().imag },
    }
}

pub fn sub(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Real(a), b) => Complex { real: a - b.full().real, imag: -b.full().imag },
        (a, Real(b)) => Complex { real: a.full().real - b, imag: a.full().imag },
        (a, b) => Complex { real: a.full().real - b.full().real, imag: a.full().imag - b.full().imag },
    }
}

pub fn mul(a: Operand, b: Operand) -> Complex {
    match (a, b) {
        (Real(r), z) | (z, Real(r)) => Complex { real: r * z.full().real, imag: r * z.full().imag },
        (a, b) => product(a.full(), b.full()),
    }
}

pub fn product(z: Complex, w: Complex) -> Complex {
    let (mut a, mut b, mut c, mut d) = (z.real, z.imag, w.real, w.imag);
    let (ac, bd, ad, bc) = (a * c, b * d, a * d, b * c);
    let result = Complex { real: ac - bd, imag: ad + bc };
    if !(result.real.is_nan() && result.imag.is_nan()) {
        return result;
    }
    let mut again = false;
    if a.is_infinite() || b.is_infinite() {
        (a, b, c, d) = (boxed(a), boxed(b), zero_if_nan(c), zero_if_nan(d));
        again = true;
    }
    if c.is_infinite() || d.is_infinite() {
        (a, b, c, d) = (zero_if_nan(a), zero_if_nan(b), boxed(c), boxed(d));
        again = true;
    }
    if !again && [ac, bd, ad, bc].into_iter().any(f64::is_infinite) {
        (a, b, c, d) = (zero_if_nan(a), zero_if_nan(b), zero_if_nan(c), zero_if_nan(d));
        again = true;
    }
    if !again {
        return result;
    }
    Complex { real: f64::INFINITY * (a * c - b * d), imag: f64::INFINITY * (a * d + b * c) }
}

pub fn div(a: Operand, b: Operand) -> Result<Complex, Fault> {
    let quotient = match (a, b) {
        (a, Real(b)) if b != 0.0 => Some(Complex { real: a.full().real / b, imag: a.full().imag / b }),
        (_, Real(_)) => None,
        (Real(a), b) => real_quotient(a, b.full()),
        (a, b) => quotient(a.full(), b.full()),
    };
    quotient.ok_or_else(Fault::zero_division)
}

/// Smith's method: divided by the larger part of the divisor first. None if that is 0.
fn quotient(a: Complex, b: Complex) -> Option<Complex> {
    let (mut real, mut imag) = (f64::NAN, f64::NAN);
    if b.real.abs() >= b.imag.abs() {
        if b.real == 0.0 {
            return None;
        }
        let ratio = b.imag / b.real;
        let divisor = b.real + b.imag * ratio;
        (real, imag) = ((a.real + a.imag * ratio) / divisor, (a.imag - a.real * ratio) / divisor);
    } else if b.imag.abs() >= b.real.abs() {
        let ratio = b.real / b.imag;
        let divisor = b.real * ratio + b.imag;
        (real, imag) = ((a.real * ratio + a.imag) / divisor, (a.imag * ratio - a.real) / divisor);
    }
    if real.is_nan() && imag.is_nan() {
        if (a.real.is_infinite() || a.imag.is_infinite()) && b.real.is_finite() && b.imag.is_finite() {
            let (x, y) = (boxed(a.real), boxed(a.imag));
            (real, imag) =
                (f64::INFINITY * (x * b.real + y * b.imag), f64::INFINITY * (y * b.real - x * b.imag));
        } else if (b.real.is_infinite() || b.imag.is_infinite()) && a.real.is_finite() && a.imag.is_finite() {
            let (x, y) = (boxed(b.real), boxed(b.imag));
            (real, imag) = (0.0 * (a.real * x + a.imag * y), 0.0 * (a.imag * x - a.real * y));
        }
    }
    Some(Complex { real, imag })
}

fn real_quotient(a: f64, b: Complex) -> Option<Complex> {
    let (mut real, mut imag) = (f64::NAN, f64::NAN);
    if b.real.abs() >= b.imag.abs() {
        if b.real == 0.0 {
            return None;
        }
        let ratio = b.imag / b.real;
        let divisor = b.real + b.imag * ratio;
        (real, imag) = (a / divisor, (-a * ratio) / divisor);
    } else if b.imag.abs() >= b.real.abs() {
        let ratio = b.real / b.imag;
        let divisor = b.real * ratio + b.imag;
        (real, imag) = ((a * ratio) / divisor, -a / divisor);
    }
    if real.is_nan() && imag.is_nan() && a.is_finite() && (b.real.is_infinite() || b.imag.is_infinite()) {
        (real, imag) = (0.0 * (a * boxed(b.real)), 0.0 * (-a * boxed(b.imag)));
    }
    Some(Complex { real, imag })
}

pub fn pow(base: Complex, exponent: Complex) -> Result<Complex, Fault> {
    let zero_power = || Fault::zero_power("zero to a negative or complex power");
    let whole =
        exponent.imag == 0.0 && exponent.real == exponent.real.floor() && exponent.real.abs() <= 100.0;
    let result = if whole {
        let power = whole_power(base, exponent.real.abs() as u32);
        match exponent.real > 0.0 {
            true => power,
            false => quotient(Complex { real: 1.0, imag: 0.0 }, power).ok_or_else(zero_power)?,
        }
    } else if base.real == 0.0 && base.imag == 0.0 {
        if exponent.imag != 0.0 || exponent.real < 0.0 {
            return Err(zero_power());
        }
        Complex { real: 0.0, imag: 0.0 }
    } else {
        let size = libm::hypot(base.real, base.imag);
        let angle = libm::atan2(base.imag, base.real);
        let (mut length, mut phase) = (libm::pow(size, exponent.real), angle * exponent.real);
        if exponent.imag != 0.0 {
            length /= libm::exp(angle * exponent.imag);
            phase += exponent.imag * libm::log(size);
        }
        // An infinite angle: what the C library says of it is what a zero base gets.
        if phase.is_infinite() {
            return Err(zero_power());
        }
        Complex { real: length * libm::cos(phase), imag: length * libm::sin(phase) }
    };
    if result.real.is_infinite() || result.imag.is_infinite() {
        return Err(Fault::overflow("complex exponentiation"));
    }
    Ok(result)
}

/// By squaring.
fn whole_power(base: Complex, exponent: u32) -> Complex {
    let (mut result, mut power, mut mask) = (Complex { real: 1.0, imag: 0.0 }, base, 1);
    while exponent >= mask {
        if exponent & mask != 0 {
            result = product(result, power);
        }
        mask <<= 1;
        power = product(power, power);
    }
    result
}

/// `abs`: the length.
pub fn length(z: Complex) -> Result<f64, Fault> {
    let result = libm::hypot(z.real, z.imag);
    if result.is_infinite() && z.real.is_finite() && z.imag.is_finite() {
        return Err(Fault::overflow("absolute value too large"));
    }
    Ok(result)
}
