//! Functions that give integers.

use crate::number::{Fault, Int, integer_math};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

/// Is it an integer as it is, without methods of its own?
fn is_int(py: &Py, object: Word) -> bool {
    matches!(py.class_of(object), Some(classes::INT | classes::BIG_INT | classes::BOOL))
}

/// The method if there is one (floats are rounded here), the float's otherwise.
fn rounded(py: &mut Py, object: Word, method: &str, round: fn(f64) -> f64) -> PyResult {
    if is_int(py, object) {
        return crate::types::numeric::pos_method(py, &[object]);
    }
    if py.as_float(object).is_none()
        && let Some(result) = py.call_special(object, method, &[])?
    {
        return Ok(result);
    }
    let value = py.float_value(object)?;
    let value = py.checked(Int::from_f64(round(value)))?;
    py.new_int_value(&value)
}

pub fn ceil(py: &mut Py, args: &[Word]) -> PyResult {
    rounded(py, args[0], "__ceil__", f64::ceil)
}

pub fn floor(py: &mut Py, args: &[Word]) -> PyResult {
    rounded(py, args[0], "__floor__", f64::floor)
}

pub fn trunc(py: &mut Py, args: &[Word]) -> PyResult {
    if py.as_float(args[0]).is_some() || is_int(py, args[0]) {
        return rounded(py, args[0], "__trunc__", f64::trunc);
    }
    match py.call_special(args[0], "__trunc__", &[])? {
        Some(result) => Ok(result),
        None => {
            let message = format!("type {} doesn't define __trunc__ method", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
    }
}

fn int(py: &mut Py, result: Result<Int, Fault>) -> PyResult {
    let value = py.checked(result)?;
    py.new_int_value(&value)
}

pub fn factorial(py: &mut Py, args: &[Word]) -> PyResult {
    let n = py.index_value(args[0])?;
    int(py, integer_math::factorial(&n))
}

pub fn isqrt(py: &mut Py, args: &[Word]) -> PyResult {
    let n = py.index_value(args[0])?;
    int(py, integer_math::isqrt(&n))
}

pub fn comb(py: &mut Py, args: &[Word]) -> PyResult {
    let n = py.index_value(args[0])?;
    let k = py.index_value(args[1])?;
    int(py, integer_math::comb(&n, &k))
}

pub fn perm(py: &mut Py, args: &[Word]) -> PyResult {
    let n = py.index_value(args[0])?;
    if args[1].is_null() || py.is_none(args[1]) {
        return int(py, integer_math::factorial(&n));
    }
    let k = py.index_value(args[1])?;
    int(py, integer_math::perm(&n, &k))
}

/// Of any number of integers.
fn folded(py: &mut Py, all: Word, first: Int, apply: fn(&Int, &Int) -> Result<Int, Fault>) -> PyResult {
    let mut result = first;
    for index in 0..py.items::<Word>(all).len() {
        let item = py.items::<Word>(all)[index];
        let next = py.index_value(item)?;
        result = py.checked(apply(&result, &next))?;
    }
    py.new_int_value(&result)
}

pub fn gcd(py: &mut Py, args: &[Word]) -> PyResult {
    folded(py, args[0], Int::ZERO, |a, b| Ok(integer_math::gcd(a, b)))
}

pub fn lcm(py: &mut Py, args: &[Word]) -> PyResult {
    folded(py, args[0], Int::ONE, integer_math::lcm)
}
