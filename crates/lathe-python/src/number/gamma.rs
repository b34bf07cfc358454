//! The gamma function, by Lanczos' approximation with 13 terms (g = 6.0246800407767296), and its reflection for negative arguments.
//!
//! The sum is evaluated as a rational function. What rounding loses in `x + g - 1/2` would be multiplied by the power, so it is put back as
//! a factor: to first order, an error `e` in `y = x + g - 1/2` changes the result by `e * g / y`.

use super::libm;
use std::f64::consts::PI;

#[allow(clippy::excessive_precision)]
const G: f64 = 6.024_680_040_776_729_583_740_234_375;
#[allow(clippy::excessive_precision)]
const G_MINUS_HALF: f64 = 5.524_680_040_776_729_583_740_234_375;
const LOG_PI: f64 = 1.144_729_885_849_400_2;

#[allow(clippy::excessive_precision)]
const NUMERATOR: [f64; 13] = [
    23531376880.410759688572007674451636754734846804940,
    42919803642.649098768957899047001988850926355848959,
    35711959237.355668049440185451547166705960488635843,
    17921034426.037209699919755754458931112671403265390,
    6039542586.3520280050642916443072979210699388420708,
    1439720407.3117216736632230727949123939715485786772,
    248874557.86205415651146038641322942321632125127801,
    31426415.585400194380614231628318205362874684987640,
    2876370.6289353724412254090516208496135991145378768,
    186056.26539522349504029498971604569928220784236328,
    8071.6720023658162106380029022722506138218516325024,
    210.82427775157934587250973392071336271166969580291,
    2.5066282746310002701649081771338373386264310793408,
];

/// The coefficients of x (x + 1) … (x + 11).
const DENOMINATOR: [f64; 13] = [
    0.0,
    39916800.0,
    120543840.0,
    150917976.0,
    105258076.0,
    45995730.0,
    13339535.0,
    2637558.0,
    357423.0,
    32670.0,
    1925.0,
    66.0,
    1.0,
];

/// Why there is no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoValue {
    Domain,
    Range,
}

/// In powers of `x`, or of its inverse, so that nothing overflows.
fn lanczos_sum(x: f64) -> f64 {
    let pairs = NUMERATOR.into_iter().zip(DENOMINATOR);
    let (numerator, denominator) = match x < 5.0 {
        true => pairs.rev().fold((0.0, 0.0), |(n, d), (a, b)| (n * x + a, d * x + b)),
        false => pairs.fold((0.0, 0.0), |(n, d), (a, b)| (n / x + a, d / x + b)),
    };
    numerator / denominator
}

/// The sine of pi times `x`, accurate next to whole numbers.
fn sin_pi(x: f64) -> f64 {
    let y = libm::fmod(x.abs(), 2.0);
    let value = match (2.0 * y).round() as u32 {
        0 => libm::sin(PI * y),
        1 => libm::cos(PI * (y - 0.5)),
        2 => libm::sin(PI * (1.0 - y)),
        3 => -libm::cos(PI * (y - 1.5)),
        _ => libm::sin(PI * (y - 2.0)),
    };
    1f64.copysign(x) * value
}

pub fn gamma(x: f64) -> Result<f64, NoValue> {
    if x.is_nan() || x == f64::INFINITY {
        return Ok(x);
    }
    if x == f64::NEG_INFINITY || x == 0.0 {
        return Err(NoValue::Domain);
    }
    if x == x.floor() {
        if x < 0.0 {
            return Err(NoValue::Domain);
        }
        if x <= 23.0 {
            // Exact: the factorial of `x - 1` is a float.
            return Ok((1..x as u64).fold(1.0, |product, factor| product * factor as f64));
        }
    }
    let size = x.abs();
    let finite = |value: f64| if value.is_infinite() { Err(NoValue::Range) } else { Ok(value) };
    if size < 1e-20 {
        return finite(1.0 / x);
    }
    if size > 200.0 {
        return if x < 0.0 { Ok(0.0 / sin_pi(x)) } else { Err(NoValue::Range) };
    }
    let y = size + G_MINUS_HALF;
    let error = match size > G_MINUS_HALF {
        true => (y - size) - G_MINUS_HALF,
        false => (y - G_MINUS_HALF) - size,
    };
    let correction = error * G / y;
    // The power can overflow where the result does not: in two steps then.
    let (power, steps) = match size < 140.0 {
        true => (libm::pow(y, size - 0.5), 1),
        false => (libm::pow(y, size / 2.0 - 0.25), 2),
    };
    let mut result;
    if x < 0.0 {
        result = -PI / sin_pi(size) / size * libm::exp(y) / lanczos_sum(size);
        result -= correction * result;
        (0..steps).for_each(|_| result /= power);
    } else {
        result = lanczos_sum(size) / libm::exp(y);
        result += correction * result;
        (0..steps).for_each(|_| result *= power);
    }
    finite(result)
}

/// The logarithm of the absolute value of the gamma function.
pub fn log_gamma(x: f64) -> Result<f64, NoValue> {
    if x.is_nan() {
        return Ok(x);
    }
    if x.is_infinite() {
        return Ok(f64::INFINITY);
    }
    if x == x.floor() && x <= 2.0 {
        return if x <= 0.0 { Err(NoValue::Domain) } else { Ok(0.0) };
    }
    let size = x.abs();
    if size < 1e-20 {
        return Ok(-libm::log(size));
    }
    let mut result = libm::log(lanczos_sum(size)) - G;
    result += (size - 0.5) * (libm::log(size + G - 0.5) - 1.0);
    if x < 0.0 {
        result = LOG_PI - libm::log(sin_pi(size).abs()) - libm::log(size) - result;
    }
    if result.is_infinite() { Err(NoValue::Range) } else { Ok(result) }
}
