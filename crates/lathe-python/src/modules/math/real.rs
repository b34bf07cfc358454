//! Functions of floats.
//!
//! A result that is no number although the argument is one is a domain error; an infinite one of a finite argument is a range error
//! where the function grows without bound, a domain error (a pole) where it does not.

use super::{domain, float, pair, range};
use crate::number::gamma::{self as gamma_function, NoValue};
use crate::number::{Fault, Int, Number, float_text, int_float, integer_math, libm, sum};
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

fn checked(x: f64, result: f64, can_overflow: bool, expected: &str) -> Result<f64, Fault> {
    let refused = || match expected {
        "" => domain(),
        _ => Fault::value(format!("{expected}, got {}", float_text::repr(x))),
    };
    match result {
        _ if result.is_nan() && !x.is_nan() => Err(refused()),
        _ if result.is_infinite() && x.is_finite() => Err(if can_overflow { range() } else { refused() }),
        _ => Ok(result),
    }
}

macro_rules! functions {
    ($($name:ident = $function:expr, $can_overflow:literal, $expected:literal;)*) => {
        $(pub fn $name(py: &mut Py, args: &[Word]) -> PyResult {
            let x = py.float_value(args[0])?;
            float(py, checked(x, $function(x), $can_overflow, $expected))
        })*
    };
}

functions! {
    acos = libm::acos, false, "expected a number in range from -1 up to 1";
    acosh = libm::acosh, false, "expected argument value not less than 1";
    asin = libm::asin, false, "expected a number in range from -1 up to 1";
    asinh = libm::asinh, false, "";
    atan = libm::atan, false, "";
    atanh = libm::atanh, false, "expected a number between -1 and 1";
    cbrt = libm::cbrt, false, "";
    cos = libm::cos, false, "expected a finite input";
    cosh = libm::cosh, true, "";
    erf = libm::erf, false, "";
    erfc = libm::erfc, false, "";
    exp = libm::exp, true, "";
    exp2 = libm::exp2, true, "";
    expm1 = libm::expm1, true, "";
    fabs = f64::abs, false, "";
    log1p = libm::log1p, false, "expected argument value > -1";
    sin = libm::sin, false, "expected a finite input";
    sinh = libm::sinh, true, "";
    sqrt = f64::sqrt, false, "expected a nonnegative input";
    tan = libm::tan, false, "expected a finite input";
    tanh = libm::tanh, false, "";
}

pub fn degrees(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    Ok(py.new_float(x * (180.0 / std::f64::consts::PI)))
}

pub fn radians(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    Ok(py.new_float(x * (std::f64::consts::PI / 180.0)))
}

fn of_gamma(x: f64, result: Result<f64, NoValue>) -> Result<f64, Fault> {
    result.map_err(|why| match why {
        NoValue::Range => range(),
        NoValue::Domain => {
            let x = float_text::repr(x);
            Fault::value(format!("expected a noninteger or positive integer, got {x}"))
        }
    })
}

pub fn gamma(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    float(py, of_gamma(x, gamma_function::gamma(x)))
}

pub fn lgamma(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    float(py, of_gamma(x, gamma_function::log_gamma(x)))
}

/// A logarithm of an integer of any size, or of a float.
fn logarithm(py: &mut Py, object: Word, log: fn(f64) -> f64) -> PyResult<f64> {
    if let Some(Number::Int(value)) = py.number(object) {
        return py.checked(integer_math::log(&value, log));
    }
    let x = py.float_value(object)?;
    if x <= 0.0 {
        let message = format!("expected a positive input, got {}", float_text::repr(x));
        return Err(py.value_error(&message));
    }
    Ok(log(x))
}

pub fn log(py: &mut Py, args: &[Word]) -> PyResult {
    let value = logarithm(py, args[0], |x| libm::log(x))?;
    if args[1].is_null() || py.is_none(args[1]) {
        return Ok(py.new_float(value));
    }
    let base = logarithm(py, args[1], |x| libm::log(x))?;
    float(py, crate::number::float::true_div(value, base))
}

pub fn log2(py: &mut Py, args: &[Word]) -> PyResult {
    let value = logarithm(py, args[0], |x| libm::log2(x))?;
    Ok(py.new_float(value))
}

pub fn log10(py: &mut Py, args: &[Word]) -> PyResult {
    let value = logarithm(py, args[0], |x| libm::log10(x))?;
    Ok(py.new_float(value))
}

pub fn atan2(py: &mut Py, args: &[Word]) -> PyResult {
    let (y, x) = pair(py, args[0], args[1])?;
    Ok(py.new_float(libm::atan2(y, x)))
}

pub fn copysign(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    Ok(py.new_float(x.copysign(y)))
}

pub fn fmod(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    let result = libm::fmod(x, y);
    let invalid = result.is_nan() && !x.is_nan() && !y.is_nan();
    float(py, if invalid { Err(domain()) } else { Ok(result) })
}

pub fn remainder(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    let result = libm::remainder(x, y);
    let invalid = result.is_nan() && !x.is_nan() && !y.is_nan();
    float(py, if invalid { Err(domain()) } else { Ok(result) })
}

pub fn pow(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    let result = libm::pow(x, y);
    let finite = x.is_finite() && y.is_finite();
    float(
        py,
        match result {
            _ if finite && result.is_nan() => Err(domain()),
            _ if finite && result.is_infinite() => Err(if x == 0.0 { domain() } else { range() }),
            _ => Ok(result),
        },
    )
}

pub fn fma(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    let z = py.float_value(args[2])?;
    let result = libm::fma(x, y, z);
    let nan = x.is_nan() || y.is_nan() || z.is_nan();
    let finite = x.is_finite() && y.is_finite() && z.is_finite();
    float(
        py,
        match result {
            _ if result.is_nan() && !nan => Err(Fault::value("invalid operation in fma")),
            _ if result.is_infinite() && finite => Err(Fault::overflow("overflow in fma")),
            _ => Ok(result),
        },
    )
}

pub fn ldexp(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    let Some(exponent) = py.int_value(args[1]) else {
        return Err(py.type_error("Expected an int as second argument to ldexp."));
    };
    if x == 0.0 || !x.is_finite() {
        return Ok(py.new_float(x));
    }
    let limit = i64::from(i32::MAX);
    let exponent = match exponent {
        Int::Small(exponent) => exponent.clamp(-limit, limit),
        big => {
            if big.is_negative() {
                -limit
            } else {
                limit
            }
        }
    };
    let result = int_float::ldexp(x, exponent as i32);
    float(py, if result.is_infinite() { Err(range()) } else { Ok(result) })
}

pub fn frexp(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    let (fraction, exponent) = sum::frexp(x);
    let fraction = py.new_float(fraction);
    let exponent = py.new_int(exponent.into());
    Ok(py.new_tuple(&[fraction, exponent]))
}

pub fn modf(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    let (fraction, whole) = match x {
        _ if x.is_infinite() => (0f64.copysign(x), x),
        _ => ((x - x.trunc()).copysign(x), x.trunc()),
    };
    let fraction = py.new_float(fraction);
    let whole = py.new_float(whole);
    Ok(py.new_tuple(&[fraction, whole]))
}

pub fn isfinite(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    Ok(py.bool(x.is_finite()))
}

pub fn isinf(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    Ok(py.bool(x.is_infinite()))
}

pub fn isnan(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?;
    Ok(py.bool(x.is_nan()))
}

/// The tolerances of `isclose`, relative and absolute.
pub fn tolerances(py: &mut Py, relative: Word, absolute: Word) -> PyResult<(f64, f64)> {
    let relative = if relative.is_null() { 1e-9 } else { py.float_value(relative)? };
    let absolute = if absolute.is_null() { 0.0 } else { py.float_value(absolute)? };
    if relative < 0.0 || absolute < 0.0 {
        return Err(py.value_error("tolerances must be non-negative"));
    }
    Ok((relative, absolute))
}

pub fn isclose(py: &mut Py, args: &[Word]) -> PyResult {
    let (a, b) = pair(py, args[0], args[1])?;
    let (relative, absolute) = tolerances(py, args[2], args[3])?;
    let difference = (a - b).abs();
    let close = a == b
        || !a.is_infinite()
            && !b.is_infinite()
            && (difference <= (relative * b).abs()
                || difference <= (relative * a).abs()
                || difference <= absolute);
    Ok(py.bool(close))
}

/// So many floats further: floats of one sign are in the order of their bits.
pub fn nextafter(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y) = pair(py, args[0], args[1])?;
    if args[2].is_null() || py.is_none(args[2]) {
        return Ok(py.new_float(libm::nextafter(x, y)));
    }
    let steps = py.index_value(args[2])?;
    if steps.is_negative() {
        return Err(py.value_error("steps must be a non-negative integer"));
    }
    if steps.is_zero() || x.is_nan() {
        return Ok(py.new_float(x));
    }
    if y.is_nan() || x == y {
        return Ok(py.new_float(y));
    }
    let place = |x: f64| {
        let size = i128::from(x.to_bits() & !(1 << 63));
        if x.is_sign_negative() { -size } else { size }
    };
    let (from, to) = (place(x), place(y));
    let steps = steps.as_i64().map_or(1 << 64, i128::from);
    let end = if from < to { (from + steps).min(to) } else { (from - steps).max(to) };
    // At zero the sign is that of where it comes from, unless it has arrived.
    let result = match end {
        _ if end == to => y,
        0 => 0f64.copysign(x),
        _ => f64::from_bits(end.unsigned_abs() as u64).copysign(end as f64),
    };
    Ok(py.new_float(result))
}

pub fn ulp(py: &mut Py, args: &[Word]) -> PyResult {
    let x = py.float_value(args[0])?.abs();
    let result = match x {
        _ if x.is_nan() || x.is_infinite() => x,
        f64::MAX => x - x.next_down(),
        _ => x.next_up() - x,
    };
    Ok(py.new_float(result))
}
