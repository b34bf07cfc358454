//! `cmath`: functions of complex numbers.

use super::Constant;
use super::math::tolerances;
use crate::number::gamma::NoValue;
use crate::number::{Complex, Fault, complex, complex_math, libm};
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;

pub const CONSTANTS: &[Constant] = &[
    ("pi", |py| Ok(py.new_float(std::f64::consts::PI))),
    ("e", |py| Ok(py.new_float(std::f64::consts::E))),
    ("tau", |py| Ok(py.new_float(std::f64::consts::TAU))),
    ("inf", |py| Ok(py.new_float(f64::INFINITY))),
    ("nan", |py| Ok(py.new_float(f64::NAN))),
    ("infj", |py| Ok(py.new_complex(Complex { real: 0.0, imag: f64::INFINITY }))),
    ("nanj", |py| Ok(py.new_complex(Complex { real: 0.0, imag: f64::NAN }))),
];

const ONE: &str = "(z, /)";

macro_rules! functions {
    ($($name:ident),*) => {
        $(fn $name(py: &mut Py, args: &[Word]) -> PyResult {
            let z = py.complex_value(args[0])?;
            answer(py, complex_math::$name(z))
        })*
    };
}

functions! { exp, log10, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh }

pub const FUNCTIONS: &[Function] = &[
    ("acos", ONE, acos),
    ("acosh", ONE, acosh),
    ("asin", ONE, asin),
    ("asinh", ONE, asinh),
    ("atan", ONE, atan),
    ("atanh", ONE, atanh),
    ("cos", ONE, cos),
    ("cosh", ONE, cosh),
    ("exp", ONE, exp),
    ("isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", isclose),
    ("isfinite", ONE, |py, args| test(py, args, |z| z.real.is_finite() && z.imag.is_finite())),
    ("isinf", ONE, |py, args| test(py, args, |z| z.real.is_infinite() || z.imag.is_infinite())),
    ("isnan", ONE, |py, args| test(py, args, |z| z.real.is_nan() || z.imag.is_nan())),
    ("log", "(z, base=None, /)", log),
    ("log10", ONE, log10),
    ("phase", ONE, phase),
    ("polar", ONE, polar),
    ("rect", "(r, phi, /)", rect),
    ("sin", ONE, sin),
    ("sinh", ONE, sinh),
    ("sqrt", ONE, sqrt),
    ("tan", ONE, tan),
    ("tanh", ONE, tanh),
];

fn answer(py: &mut Py, result: Result<Complex, NoValue>) -> PyResult {
    let value = py.checked(result.map_err(|why| match why {
        NoValue::Domain => Fault::value("math domain error"),
        NoValue::Range => Fault::overflow("math range error"),
    }))?;
    Ok(py.new_complex(value))
}

fn test(py: &mut Py, args: &[Word], test: fn(Complex) -> bool) -> PyResult {
    let z = py.complex_value(args[0])?;
    Ok(py.bool(test(z)))
}

fn sqrt(py: &mut Py, args: &[Word]) -> PyResult {
    let z = py.complex_value(args[0])?;
    Ok(py.new_complex(complex_math::sqrt(z)))
}

fn log(py: &mut Py, args: &[Word]) -> PyResult {
    let z = py.complex_value(args[0])?;
    let value = complex_math::log(z);
    if args[1].is_null() || py.is_none(args[1]) {
        return answer(py, value);
    }
    let base = py.complex_value(args[1])?;
    match (value, complex_math::log(base)) {
        (Ok(value), Ok(base)) => {
            let quotient = complex::div(complex::Operand::Complex(value), complex::Operand::Complex(base));
            // A base of 1 is outside the domain.
            answer(py, quotient.map_err(|_| NoValue::Domain))
        }
        (Err(why), _) | (_, Err(why)) => answer(py, Err(why)),
    }
}

fn phase(py: &mut Py, args: &[Word]) -> PyResult {
    let z = py.complex_value(args[0])?;
    Ok(py.new_float(libm::atan2(z.imag, z.real)))
}

fn polar(py: &mut Py, args: &[Word]) -> PyResult {
    let z = py.complex_value(args[0])?;
    let length = py.checked(complex::length(z).map_err(|_| Fault::overflow("math range error")))?;
    let length = py.new_float(length);
    let angle = py.new_float(libm::atan2(z.imag, z.real));
    Ok(py.new_tuple(&[length, angle]))
}

fn rect(py: &mut Py, args: &[Word]) -> PyResult {
    let length = py.float_value(args[0])?;
    let angle = py.float_value(args[1])?;
    answer(py, complex_math::rect(length, angle))
}

fn isclose(py: &mut Py, args: &[Word]) -> PyResult {
    let a = py.complex_value(args[0])?;
    let b = py.complex_value(args[1])?;
    let (relative, absolute) = tolerances(py, args[2], args[3])?;
    let infinite = |z: Complex| z.real.is_infinite() || z.imag.is_infinite();
    let length = |z: Complex| libm::hypot(z.real, z.imag);
    let difference = length(Complex { real: a.real - b.real, imag: a.imag - b.imag });
    let close = a == b
        || !infinite(a)
            && !infinite(b)
            && (difference <= relative * length(b)
                || difference <= relative * length(a)
                || difference <= absolute);
    Ok(py.bool(close))
}
