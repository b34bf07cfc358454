//! `bool`: an `int` whose `&`, `|` and `^` stay among `False` and `True`.

use crate::number::Number;
use crate::number::arithmetic::{self, Answer};
use crate::object::classes;
use crate::object::number::Rank;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeFn;
use crate::runtime::native::NativeKind::{self, Special};
use crate::types::numeric;
use lathe_heap::Word;

const BINARY: &str = "(self, value, /)";

pub const NEW: &str = "(cls, x=False, /)";

pub const METHODS: &[(&str, NativeKind, &str, NativeFn)] = &[
    ("__repr__", Special, "(self, /)", repr),
    ("__and__", Special, BINARY, |py, args| logical(py, args, |a, b| a & b, arithmetic::and)),
    ("__rand__", Special, BINARY, |py, args| logical(py, args, |a, b| a & b, arithmetic::and)),
    ("__or__", Special, BINARY, |py, args| logical(py, args, |a, b| a | b, arithmetic::or)),
    ("__ror__", Special, BINARY, |py, args| logical(py, args, |a, b| a | b, arithmetic::or)),
    ("__xor__", Special, BINARY, |py, args| logical(py, args, |a, b| a ^ b, arithmetic::xor)),
    ("__rxor__", Special, BINARY, |py, args| logical(py, args, |a, b| a ^ b, arithmetic::xor)),
];

fn as_bool(py: &Py, object: Word) -> Option<bool> {
    py.is(object, classes::BOOL).then(|| py.get_int(object, classes::BOOL_VALUE) != 0)
}

/// The operations commute, so the reflected ones are the same.
fn logical(
    py: &mut Py,
    args: &[Word],
    apply: fn(bool, bool) -> bool,
    of_ints: fn(&Number, &Number) -> Answer,
) -> PyResult {
    match (as_bool(py, args[0]), as_bool(py, args[1])) {
        (Some(a), Some(b)) => Ok(py.bool(apply(a, b))),
        _ => numeric::binary(py, args[0], args[1], Rank::Int, of_ints),
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    match as_bool(py, args[0]) {
        Some(value) => Ok(py.intern(if value { "True" } else { "False" })),
        None => numeric::repr_method(py, args),
    }
}

/// `bool(x)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let value = !args[1].is_null() && py.truth(args[1])?;
    Ok(py.bool(value))
}
