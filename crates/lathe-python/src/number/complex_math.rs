//! The functions of `cmath`: Kahan's formulas, and C99's Annex G where an argument is infinite or a NaN.
//!
//! `asin`, `atan`, `sin`, `cos` and `tan` are their hyperbolic sisters, turned by a right angle before and after.

use super::complex::Complex;
use super::gamma::NoValue;
use super::libm::{self, atan2, hypot};
use std::f64::consts::{E, FRAC_PI_2, LN_2, LN_10};

type Answer = Result<Complex, NoValue>;

/// Above, sums and products of two could overflow.
const LARGE: f64 = f64::MAX / 4.0;
const SCALE_UP: i32 = 53;
const SCALE_DOWN: i32 = -27;

fn z(real: f64, imag: f64) -> Complex {
    Complex { real, imag }
}

fn is_finite(a: Complex) -> bool {
    a.real.is_finite() && a.imag.is_finite()
}

/// The sign of a NaN says nothing.
fn without_sign(x: f64) -> f64 {
    if x.is_nan() { f64::NAN } else { x }
}

fn is_infinite(a: Complex) -> bool {
    a.real.is_infinite() || a.imag.is_infinite()
}

/// Times i.
fn turn(a: Complex) -> Complex {
    z(-a.imag, a.real)
}

/// Times -i.
fn turn_back(a: Complex) -> Complex {
    z(a.imag, -a.real)
}

fn in_range(result: Complex) -> Answer {
    if is_infinite(result) { Err(NoValue::Range) } else { Ok(result) }
}

/// The logarithm of the length of a large vector, doubled twice.
fn log_large(a: Complex) -> f64 {
    libm::log(hypot(a.real / 2.0, a.imag / 2.0)) + LN_2 * 2.0
}

fn is_large(a: Complex) -> bool {
    a.real.abs() > LARGE || a.imag.abs() > LARGE
}

pub fn sqrt(a: Complex) -> Complex {
    if a.imag.is_infinite() {
        return z(f64::INFINITY, a.imag);
    }
    if a.real == f64::NEG_INFINITY {
        return match a.imag.is_nan() {
            true => z(f64::NAN, f64::INFINITY),
            false => z(0.0, f64::INFINITY.copysign(a.imag)),
        };
    }
    if a.real == f64::INFINITY {
        return z(f64::INFINITY, if a.imag.is_nan() { f64::NAN } else { 0f64.copysign(a.imag) });
    }
    if !is_finite(a) {
        return z(f64::NAN, f64::NAN);
    }
    if a.real == 0.0 && a.imag == 0.0 {
        return z(0.0, a.imag);
    }
    let (x, y) = (a.real.abs(), a.imag.abs());
    let s = if x < f64::MIN_POSITIVE && y < f64::MIN_POSITIVE {
        let x = libm::ldexp(x, SCALE_UP);
        libm::ldexp((x + hypot(x, libm::ldexp(y, SCALE_UP))).sqrt(), SCALE_DOWN)
    } else {
        let x = x / 8.0;
        2.0 * (x + hypot(x, y / 8.0)).sqrt()
    };
    let d = y / (2.0 * s);
    if a.real >= 0.0 { z(s, d.copysign(a.imag)) } else { z(d, s.copysign(a.imag)) }
}

pub fn log(a: Complex) -> Answer {
    let imag = atan2(a.imag, a.real);
    if !is_finite(a) {
        return Ok(z(if is_infinite(a) { f64::INFINITY } else { f64::NAN }, imag));
    }
    let (x, y) = (a.real.abs(), a.imag.abs());
    let real = if x > LARGE || y > LARGE {
        libm::log(hypot(x / 2.0, y / 2.0)) + LN_2
    } else if x < f64::MIN_POSITIVE && y < f64::MIN_POSITIVE {
        if x == 0.0 && y == 0.0 {
            return Err(NoValue::Domain);
        }
        libm::log(hypot(libm::ldexp(x, 53), libm::ldexp(y, 53))) - 53.0 * LN_2
    } else {
        let length = hypot(x, y);
        // Next to the unit circle the logarithm is that of what the square has beyond 1.
        if (0.71..=1.73).contains(&length) {
            let (more, less) = (x.max(y), x.min(y));
            libm::log1p((more - 1.0) * (more + 1.0) + less * less) / 2.0
        } else {
            libm::log(length)
        }
    };
    Ok(z(real, imag))
}

pub fn log10(a: Complex) -> Answer {
    log(a).map(|a| z(a.real / LN_10, a.imag / LN_10))
}

/// A length times a direction, for an infinite length: `0 * inf` is no direction.
fn ray(length: f64, angle: f64) -> Complex {
    z(length.copysign(libm::cos(angle)), length.copysign(libm::sin(angle)))
}

pub fn exp(a: Complex) -> Answer {
    if !is_finite(a) {
        if a.real.is_infinite() && a.imag.is_finite() {
            let length = if a.real > 0.0 { f64::INFINITY } else { 0.0 };
            return Ok(if a.imag == 0.0 { z(length, a.imag) } else { ray(length, a.imag) });
        }
        // An infinite angle is no angle, which matters unless the length is 0.
        if a.imag.is_infinite() && (a.real.is_finite() || a.real == f64::INFINITY) {
            return Err(NoValue::Domain);
        }
        return Ok(match a.real {
            f64::NEG_INFINITY => z(0.0, 0.0),
            f64::INFINITY => z(f64::INFINITY, f64::NAN),
            real if real.is_nan() && a.imag == 0.0 => z(real, a.imag),
            _ => z(f64::NAN, f64::NAN),
        });
    }
    // Where the length alone would overflow, the product might not.
    let (length, factor) = match a.real > LARGE.ln() {
        true => (libm::exp(a.real - 1.0), E),
        false => (libm::exp(a.real), 1.0),
    };
    in_range(z(length * libm::cos(a.imag) * factor, length * libm::sin(a.imag) * factor))
}

pub fn cosh(a: Complex) -> Answer {
    if !is_finite(a) {
        if a.real.is_infinite() && a.imag.is_finite() && a.imag != 0.0 {
            let ray = ray(f64::INFINITY, a.imag);
            return Ok(if a.real > 0.0 { ray } else { z(ray.real, -ray.imag) });
        }
        if a.imag.is_infinite() && !a.real.is_nan() {
            return Err(NoValue::Domain);
        }
        return Ok(match (a.real, a.imag) {
            (real, 0.0) if real.is_infinite() => z(f64::INFINITY, if real > 0.0 { a.imag } else { -a.imag }),
            (real, _) if real.is_infinite() => z(f64::INFINITY, f64::NAN),
            (0.0, _) => z(f64::NAN, 0.0),
            (real, 0.0) if real.is_nan() => z(f64::NAN, 0.0),
            _ => z(f64::NAN, f64::NAN),
        });
    }
    let (real, factor) = less_one(a.real);
    in_range(z(libm::cos(a.imag) * libm::cosh(real) * factor, libm::sin(a.imag) * libm::sinh(real) * factor))
}

/// A number whose exponential might overflow, less 1, and what makes up for it.
fn less_one(x: f64) -> (f64, f64) {
    if x.abs() > LARGE.ln() { (x - 1f64.copysign(x), E) } else { (x, 1.0) }
}

pub fn sinh(a: Complex) -> Answer {
    if !is_finite(a) {
        if a.real.is_infinite() && a.imag.is_finite() && a.imag != 0.0 {
            let ray = ray(f64::INFINITY, a.imag);
            return Ok(if a.real > 0.0 { ray } else { z(-ray.real, ray.imag) });
        }
        if a.imag.is_infinite() && !a.real.is_nan() {
            return Err(NoValue::Domain);
        }
        return Ok(match (a.real, a.imag) {
            (real, 0.0) if real.is_infinite() || real.is_nan() => a,
            (real, _) if real.is_infinite() => z(f64::INFINITY, f64::NAN),
            (0.0, _) => z(a.real.abs(), f64::NAN),
            _ => z(f64::NAN, f64::NAN),
        });
    }
    let (real, factor) = less_one(a.real);
    in_range(z(libm::cos(a.imag) * libm::sinh(real) * factor, libm::sin(a.imag) * libm::cosh(real) * factor))
}

pub fn tanh(a: Complex) -> Answer {
    if !is_finite(a) {
        if a.real.is_infinite() && a.imag.is_finite() && a.imag != 0.0 {
            let imag = 0f64.copysign(2.0 * libm::sin(a.imag) * libm::cos(a.imag));
            return Ok(z(1f64.copysign(a.real), imag));
        }
        if a.imag.is_infinite() && a.real.is_finite() {
            return Err(NoValue::Domain);
        }
        return Ok(match (a.real, a.imag) {
            (real, 0.0) if real.is_infinite() => z(1f64.copysign(real), a.imag),
            (real, _) if real.is_infinite() => z(1f64.copysign(real), 0.0),
            (real, 0.0) if real.is_nan() => a,
            _ => z(f64::NAN, f64::NAN),
        });
    }
    if a.real.abs() > LARGE.ln() {
        let imag = 4.0 * libm::sin(a.imag) * libm::cos(a.imag) * libm::exp(-2.0 * a.real.abs());
        return Ok(z(1f64.copysign(a.real), imag));
    }
    let (x, y) = (libm::tanh(a.real), libm::tan(a.imag));
    let c = 1.0 / libm::cosh(a.real);
    let d = 1.0 + x * y * (x * y);
    Ok(z(x * (1.0 + y * y) / d, y / d * c * c))
}

pub fn acos(a: Complex) -> Answer {
    if !is_finite(a) {
        let imag = match is_infinite(a) {
            true if a.imag.is_nan() => f64::INFINITY,
            true => -f64::INFINITY.copysign(a.imag),
            false => f64::NAN,
        };
        let real = if a.real == 0.0 && a.imag.is_nan() { FRAC_PI_2 } else { atan2(a.imag.abs(), a.real) };
        return Ok(z(real, imag));
    }
    if is_large(a) {
        let imag = match a.real < 0.0 {
            true => -log_large(a).copysign(a.imag),
            false => log_large(a).copysign(-a.imag),
        };
        return Ok(z(atan2(a.imag.abs(), a.real), imag));
    }
    let (s, t) = (sqrt(z(1.0 - a.real, -a.imag)), sqrt(z(1.0 + a.real, a.imag)));
    Ok(z(2.0 * atan2(s.real, t.real), libm::asinh(t.real * s.imag - t.imag * s.real)))
}

pub fn acosh(a: Complex) -> Answer {
    if !is_finite(a) {
        return Ok(z(if is_infinite(a) { f64::INFINITY } else { f64::NAN }, atan2(a.imag, a.real)));
    }
    if is_large(a) {
        return Ok(z(log_large(a), atan2(a.imag, a.real)));
    }
    let (s, t) = (sqrt(z(a.real - 1.0, a.imag)), sqrt(z(a.real + 1.0, a.imag)));
    Ok(z(libm::asinh(s.real * t.real + s.imag * t.imag), 2.0 * atan2(s.imag, t.real)))
}

pub fn asinh(a: Complex) -> Answer {
    if !is_finite(a) {
        if a.real.is_nan() && a.imag == 0.0 {
            return Ok(a);
        }
        let real = if is_infinite(a) { f64::INFINITY.copysign(without_sign(a.real)) } else { f64::NAN };
        return Ok(z(real, atan2(a.imag, a.real.abs())));
    }
    if is_large(a) {
        let real = match a.imag >= 0.0 {
            true => log_large(a).copysign(a.real),
            false => -log_large(a).copysign(-a.real),
        };
        return Ok(z(real, atan2(a.imag, a.real.abs())));
    }
    let (s, t) = (sqrt(z(1.0 + a.imag, -a.real)), sqrt(z(1.0 - a.imag, a.real)));
    let imag = atan2(a.imag, s.real * t.real - s.imag * t.imag);
    Ok(z(libm::asinh(s.real * t.imag - t.real * s.imag), imag))
}

pub fn atanh(a: Complex) -> Answer {
    if !is_finite(a) {
        if is_infinite(a) {
            let imag = if a.imag.is_nan() { a.imag } else { FRAC_PI_2.copysign(a.imag) };
            return Ok(z(0f64.copysign(without_sign(a.real)), imag));
        }
        return Ok(if a.real == 0.0 { a } else { z(f64::NAN, f64::NAN) });
    }
    if a.real.is_sign_negative() {
        return atanh(z(-a.real, -a.imag)).map(|b| z(-b.real, -b.imag));
    }
    let y = a.imag.abs();
    let (large, small) = (LARGE.sqrt(), f64::MIN_POSITIVE.sqrt());
    if a.real > large || y > large {
        let h = hypot(a.real / 2.0, a.imag / 2.0);
        return Ok(z(a.real / 4.0 / h / h, -FRAC_PI_2.copysign(-a.imag)));
    }
    if a.real == 1.0 && y < small {
        if y == 0.0 {
            return Err(NoValue::Domain);
        }
        let real = -libm::log(y.sqrt() / hypot(y, 2.0).sqrt());
        return Ok(z(real, (atan2(2.0, -y) / 2.0).copysign(a.imag)));
    }
    let left = 1.0 - a.real;
    Ok(z(
        libm::log1p(4.0 * a.real / (left * left + y * y)) / 4.0,
        -atan2(-2.0 * a.imag, left * (1.0 + a.real) - y * y) / 2.0,
    ))
}

pub fn asin(a: Complex) -> Answer {
    asinh(turn(a)).map(turn_back)
}

pub fn atan(a: Complex) -> Answer {
    atanh(turn(a)).map(turn_back)
}

pub fn cos(a: Complex) -> Answer {
    cosh(turn(a))
}

pub fn sin(a: Complex) -> Answer {
    sinh(turn(a)).map(turn_back)
}

pub fn tan(a: Complex) -> Answer {
    tanh(turn(a)).map(turn_back)
}

/// From a length and an angle.
pub fn rect(length: f64, angle: f64) -> Answer {
    if !length.is_finite() || !angle.is_finite() {
        if length.is_infinite() && angle.is_finite() && angle != 0.0 {
            let ray = ray(f64::INFINITY, angle);
            return Ok(if length > 0.0 { ray } else { z(-ray.real, -ray.imag) });
        }
        if angle.is_infinite() && length != 0.0 && !length.is_nan() {
            return Err(NoValue::Domain);
        }
        return Ok(match (length, angle) {
            (length, 0.0) if length.is_infinite() => z(length, if length > 0.0 { angle } else { -angle }),
            (length, _) if length.is_infinite() => z(f64::INFINITY, f64::NAN),
            (0.0, _) => z(0.0, 0.0),
            (length, 0.0) if length.is_nan() => z(length, 0.0),
            _ => z(f64::NAN, f64::NAN),
        });
    }
    // A zero keeps its sign through this, not through the product with a cosine.
    if angle == 0.0 {
        return Ok(z(length, length * angle));
    }
    Ok(z(length * libm::cos(angle), length * libm::sin(angle)))
}
