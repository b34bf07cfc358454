//! `slice`: its methods.

use super::support::{GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes::{self, SLICE_START, SLICE_STEP, SLICE_STOP};
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;
use std::cmp::Ordering;

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const METHODS: &[Method] = &[
    ("indices", M, "(self, object, /)", indices),
    ("__hash__", S, "(self, /)", hash),
    ("__repr__", S, "(self, /)", repr),
    ("__reduce__", M, "(self, /)", reduce),
    COMPARISONS[0],
    COMPARISONS[1],
    COMPARISONS[2],
    COMPARISONS[3],
    COMPARISONS[4],
    COMPARISONS[5],
    super::support::CLASS_GETITEM,
];

pub const GETTERS: &[GetterFn] = &[
    ("start", |py, slice| receiver(py, slice).map(|slice| py.get(slice, SLICE_START))),
    ("stop", |py, slice| receiver(py, slice).map(|slice| py.get(slice, SLICE_STOP))),
    ("step", |py, slice| receiver(py, slice).map(|slice| py.get(slice, SLICE_STEP))),
];

pub const NEW: &str = "(cls, start, stop=None, step=None, /)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let step = Py::given(args[3]).unwrap_or(none);
    // One argument is the stop.
    match Py::given(args[2]) {
        Some(stop) => Ok(py.new_slice(args[1], stop, step)),
        None => Ok(py.new_slice(none, args[1], none)),
    }
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::SLICE, types::SLICE)
}

fn parts(py: &mut Py, slice: Word) -> Word {
    let parts = [py.get(slice, SLICE_START), py.get(slice, SLICE_STOP), py.get(slice, SLICE_STEP)];
    py.new_tuple(&parts)
}

fn indices(py: &mut Py, args: &[Word]) -> PyResult {
    let slice = receiver(py, args[0])?;
    let length = py.required_index(args[1])?;
    if py.integer_sign(length)? == Ordering::Less {
        return Err(py.value_error("length should not be negative"));
    }
    let indices = py.slice_indices(slice, length)?;
    Ok(py.new_tuple(&indices))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let slice = receiver(py, args[0])?;
    let parts = parts(py, slice);
    let hash = py.tuple_hash(parts)?;
    Ok(py.new_int(hash))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let slice = receiver(py, args[0])?;
    let parts = parts(py, slice);
    let parts = py.repr_string(parts)?;
    Ok(py.new_str(&format!("slice{parts}")))
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let slice = receiver(py, args[0])?;
    let (class, parts) = (py.type_object(types::SLICE), parts(py, slice));
    Ok(py.new_tuple(&[class, parts]))
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let slice = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::SLICE) else { return Ok(py.not_implemented()) };
    if slice == other {
        return py.bool_result(Py::holds(op, Ordering::Equal));
    }
    let (mine, its) = (parts(py, slice), parts(py, other));
    py.compare(op, mine, its)
}
