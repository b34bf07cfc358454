//! Functions of many numbers.

use super::float;
use crate::bytecode::BinaryOp;
use crate::number::sum::{ExactSum, ProductSum, norm};
use crate::number::{Int, Number};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

pub fn fsum(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[0])?;
    let mut sum = ExactSum::default();
    while let Some(item) = py.next(iterator)? {
        let value = py.float_value(item)?;
        let added = sum.add(value);
        py.checked(added)?;
    }
    float(py, sum.finish())
}

pub fn hypot(py: &mut Py, args: &[Word]) -> PyResult {
    let vector = floats(py, args[0])?;
    Ok(py.new_float(norm(&vector)))
}

/// The items of a tuple as floats.
fn floats(py: &mut Py, tuple: Word) -> PyResult<Vec<f64>> {
    let mut values = Vec::new();
    for index in 0..py.items::<Word>(tuple).len() {
        let item = py.items::<Word>(tuple)[index];
        values.push(py.float_value(item)?);
    }
    Ok(values)
}

/// Any iterable as floats.
fn coordinates(py: &mut Py, point: Word) -> PyResult<Vec<f64>> {
    if let Some(tuple) = py.payload(point, classes::TUPLE) {
        return floats(py, tuple);
    }
    let iterator = py.iter(point)?;
    let mut values = Vec::new();
    while let Some(item) = py.next(iterator)? {
        values.push(py.float_value(item)?);
    }
    Ok(values)
}

pub fn dist(py: &mut Py, args: &[Word]) -> PyResult {
    let p = coordinates(py, args[0])?;
    let q = coordinates(py, args[1])?;
    if p.len() != q.len() {
        return Err(py.value_error("both points must have the same number of dimensions"));
    }
    let differences: Vec<f64> = p.iter().zip(q).map(|(p, q)| p - q).collect();
    Ok(py.new_float(norm(&differences)))
}

pub fn prod(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[0])?;
    let mut product = if args[1].is_null() { py.new_int(1) } else { args[1] };
    while let Some(item) = py.next(iterator)? {
        product = match (py.as_int(product), py.as_int(item)) {
            (Some(a), Some(b)) if a.checked_mul(b).is_some() => py.new_int(a * b),
            _ => py.binary(BinaryOp::Multiply, false, product, item)?,
        };
    }
    Ok(product)
}

/// A number of one of the builtin types itself: subclasses have operators of their own.
fn exact(py: &Py, object: Word) -> Option<Number> {
    match py.class_of(object) {
        Some(classes::INT | classes::BIG_INT | classes::FLOAT) => py.number(object),
        _ => None,
    }
}

fn sum_of(py: &mut Py, a: Word, b: Word) -> PyResult {
    if exact(py, a).is_some()
        && exact(py, b).is_some()
        && let Some(sum) = py.number_add(a, b)?
    {
        return Ok(sum);
    }
    py.binary(BinaryOp::Add, false, a, b)
}

/// A sum of products: exact of integers, with the precision of three floats of floats, and with the operators of anything else.
///
/// It goes from each to the next, and never back.
pub fn sumprod(py: &mut Py, args: &[Word]) -> PyResult {
    let (left, right) = (py.iter(args[0])?, py.iter(args[1])?);
    let mut total = py.new_int(0);
    let (mut ints, mut floats, mut any_float) = (Some(Int::ZERO), None, false);
    loop {
        let (p, q) = (py.next(left)?, py.next(right)?);
        if p.is_some() != q.is_some() {
            return Err(py.value_error("Inputs are not the same length"));
        }
        let both = p.zip(q);
        let numbers = both.and_then(|(p, q)| exact(py, p).zip(exact(py, q)));
        if let Some(sum) = &ints {
            if let Some((Number::Int(p), Number::Int(q))) = &numbers {
                let product = py.checked(p.mul(q))?;
                ints = Some(sum.add(&product));
                continue;
            }
            total = py.new_int_value(sum)?;
            (ints, floats) = (None, Some(ProductSum::default()));
        }
        if let Some(sum) = floats {
            let is_float = |number: &Number| matches!(number, Number::Float(_));
            let pair = numbers.filter(|(p, q)| is_float(p) || is_float(q));
            let next =
                pair.and_then(|(p, q)| p.to_f64().ok().zip(q.to_f64().ok())).map(|(p, q)| sum.add(p, q));
            if let Some(next) = next.filter(|next| next.is_finite()) {
                (floats, any_float) = (Some(next), true);
                continue;
            }
            if any_float {
                let value = py.new_float(sum.finish());
                total = sum_of(py, total, value)?;
            }
            floats = None;
        }
        let Some((p, q)) = both else { return Ok(total) };
        let product = py.binary(BinaryOp::Multiply, false, p, q)?;
        total = sum_of(py, total, product)?;
    }
}
