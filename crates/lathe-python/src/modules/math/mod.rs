//! `math`: the C library's functions with Python's errors, number theory, and sums that keep their digits.

mod integers;
mod real;
mod several;

pub use real::tolerances;

use super::Constant;
use crate::number::Fault;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;

pub const CONSTANTS: &[Constant] = &[
    ("pi", |py| Ok(py.new_float(std::f64::consts::PI))),
    ("e", |py| Ok(py.new_float(std::f64::consts::E))),
    ("tau", |py| Ok(py.new_float(std::f64::consts::TAU))),
    ("inf", |py| Ok(py.new_float(f64::INFINITY))),
    ("nan", |py| Ok(py.new_float(f64::NAN))),
];

const ONE: &str = "(x, /)";
const TWO: &str = "(x, y, /)";

pub const FUNCTIONS: &[Function] = &[
    ("acos", ONE, real::acos),
    ("acosh", ONE, real::acosh),
    ("asin", ONE, real::asin),
    ("asinh", ONE, real::asinh),
    ("atan", ONE, real::atan),
    ("atan2", "(y, x, /)", real::atan2),
    ("atanh", ONE, real::atanh),
    ("cbrt", ONE, real::cbrt),
    ("ceil", ONE, integers::ceil),
    ("comb", "(n, k, /)", integers::comb),
    ("copysign", TWO, real::copysign),
    ("cos", ONE, real::cos),
    ("cosh", ONE, real::cosh),
    ("degrees", ONE, real::degrees),
    ("dist", "(p, q, /)", several::dist),
    ("erf", ONE, real::erf),
    ("erfc", ONE, real::erfc),
    ("exp", ONE, real::exp),
    ("exp2", ONE, real::exp2),
    ("expm1", ONE, real::expm1),
    ("fabs", ONE, real::fabs),
    ("factorial", "(n, /)", integers::factorial),
    ("floor", ONE, integers::floor),
    ("fma", "(x, y, z, /)", real::fma),
    ("fmod", TWO, real::fmod),
    ("frexp", ONE, real::frexp),
    ("fsum", "(seq, /)", several::fsum),
    ("gamma", ONE, real::gamma),
    ("gcd", "(*integers)", integers::gcd),
    ("hypot", "(*coordinates)", several::hypot),
    ("isclose", "(a, b, *, rel_tol=1e-09, abs_tol=0.0)", real::isclose),
    ("isfinite", ONE, real::isfinite),
    ("isinf", ONE, real::isinf),
    ("isnan", ONE, real::isnan),
    ("isqrt", "(n, /)", integers::isqrt),
    ("lcm", "(*integers)", integers::lcm),
    ("ldexp", "(x, i, /)", real::ldexp),
    ("lgamma", ONE, real::lgamma),
    ("log", "(x, base=None, /)", real::log),
    ("log10", ONE, real::log10),
    ("log1p", ONE, real::log1p),
    ("log2", ONE, real::log2),
    ("modf", ONE, real::modf),
    ("nextafter", "(x, y, /, *, steps=None)", real::nextafter),
    ("perm", "(n, k=None, /)", integers::perm),
    ("pow", TWO, real::pow),
    ("prod", "(iterable, /, *, start=1)", several::prod),
    ("radians", ONE, real::radians),
    ("remainder", TWO, real::remainder),
    ("sin", ONE, real::sin),
    ("sinh", ONE, real::sinh),
    ("sqrt", ONE, real::sqrt),
    ("sumprod", "(p, q, /)", several::sumprod),
    ("tan", ONE, real::tan),
    ("tanh", ONE, real::tanh),
    ("trunc", ONE, integers::trunc),
    ("ulp", ONE, real::ulp),
];

fn domain() -> Fault {
    Fault::value("math domain error")
}

fn range() -> Fault {
    Fault::overflow("math range error")
}

fn float(py: &mut Py, result: Result<f64, Fault>) -> PyResult {
    let value = py.checked(result)?;
    Ok(py.new_float(value))
}

fn pair(py: &mut Py, a: Word, b: Word) -> PyResult<(f64, f64)> {
    Ok((py.float_value(a)?, py.float_value(b)?))
}
