//! `range`: its methods.

use super::support::{GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes::{self, RANGE_LENGTH, RANGE_START, RANGE_STEP, RANGE_STOP};
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;
use std::cmp::Ordering;

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const METHODS: &[Method] = &[
    ("index", M, "(self, value, /)", index),
    ("count", M, "(self, value, /)", count),
    ("__len__", S, "(self, /)", len),
    ("__bool__", S, "(self, /)", bool),
    ("__getitem__", S, "(self, key, /)", getitem),
    ("__contains__", S, "(self, key, /)", contains),
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__hash__", S, "(self, /)", hash),
    ("__repr__", S, "(self, /)", repr),
    ("__reduce__", M, "(self, /)", reduce),
    COMPARISONS[2],
    COMPARISONS[3],
];

pub const GETTERS: &[GetterFn] = &[
    ("start", |py, range| receiver(py, range).map(|range| py.get(range, RANGE_START))),
    ("stop", |py, range| receiver(py, range).map(|range| py.get(range, RANGE_STOP))),
    ("step", |py, range| receiver(py, range).map(|range| py.get(range, RANGE_STEP))),
];

pub const NEW: &str = "(cls, start, stop=None, step=None, /)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let (zero, one) = (Word::wrap_small(0), Word::wrap_small(1));
    let first = py.required_index(args[1])?;
    let Some(stop) = Py::given(args[2]) else { return py.new_range(zero, first, one) };
    let stop = py.required_index(stop)?;
    let step = match Py::given(args[3]) {
        Some(step) => py.required_index(step)?,
        None => one,
    };
    if py.integer_sign(step)? == Ordering::Equal {
        return Err(py.value_error("range() arg 3 must not be zero"));
    }
    py.new_range(first, stop, step)
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::RANGE, types::RANGE)
}

/// Where a value is in a range.
fn find(py: &mut Py, range: Word, value: Word) -> PyResult<Option<Word>> {
    // Only integers themselves can be computed with: anything else may be equal to whatever it likes.
    let integer = match py.class_of(value) {
        Some(classes::INT | classes::BIG_INT) => value,
        Some(classes::BOOL) => Word::wrap_small(py.get_int(value, classes::BOOL_VALUE)),
        _ => {
            let mut index = Word::wrap_small(0);
            let iterator = py.new_range_iterator(range);
            while let Some(item) = py.next(iterator)? {
                if py.eq(item, value)? {
                    return Ok(Some(index));
                }
                index = py.integer_add(index, Word::wrap_small(1))?;
            }
            return Ok(None);
        }
    };
    py.range_find(range, integer)
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    match find(py, range, args[1])? {
        Some(index) => Ok(index),
        None if matches!(py.class_of(args[1]), Some(classes::INT | classes::BIG_INT | classes::BOOL)) => {
            let message = format!("{} is not in range", py.repr_string(args[1])?);
            Err(py.value_error(&message))
        }
        None => Err(py.value_error("sequence.index(x): x not in sequence")),
    }
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    if matches!(py.class_of(args[1]), Some(classes::INT | classes::BIG_INT | classes::BOOL)) {
        let found = find(py, range, args[1])?.is_some();
        return py.int_result(found.into());
    }
    let iterator = py.new_range_iterator(range);
    let mut count = 0;
    while let Some(item) = py.next(iterator)? {
        count += usize::from(py.eq(item, args[1])?);
    }
    py.int_result(count)
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let length = py.get(range, RANGE_LENGTH);
    match py.as_int(length) {
        Some(_) => Ok(length),
        None => Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C ssize_t")),
    }
}

fn bool(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let length = py.get(range, RANGE_LENGTH);
    py.bool_result(py.as_int(length) != Some(0))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        return py.range_slice(range, args[1]);
    }
    let Some(mut index) = py.index_word(args[1])? else {
        return Err(py.bad_index("range", args[1]));
    };
    let length = py.get(range, RANGE_LENGTH);
    if py.integer_sign(index)? == Ordering::Less {
        index = py.integer_add(index, length)?;
    }
    if py.integer_sign(index)? == Ordering::Less || py.integer_cmp(index, length)? != Ordering::Less {
        return Err(py.error(types::INDEX_ERROR, "range object index out of range"));
    }
    py.range_item(range, index)
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let found = find(py, range, args[1])?;
    py.bool_result(found.is_some())
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    Ok(py.new_range_iterator(range))
}

fn reversed(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    py.new_range_reverse_iterator(range)
}

/// Ranges are equal if they are the same integers in the same order: length, first and step, as far as they matter.
fn essence(py: &mut Py, range: Word) -> [Word; 3] {
    let (length, none) = (py.get(range, RANGE_LENGTH), py.none());
    match py.as_int(length) {
        Some(0) => [length, none, none],
        Some(1) => [length, py.get(range, RANGE_START), none],
        _ => [length, py.get(range, RANGE_START), py.get(range, RANGE_STEP)],
    }
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let essence = essence(py, range);
    let tuple = py.new_tuple(&essence);
    let hash = py.tuple_hash(tuple)?;
    Ok(py.new_int(hash))
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::RANGE) else { return Ok(py.not_implemented()) };
    let mut equal = true;
    let (mine, its) = (essence(py, range), essence(py, other));
    for (a, b) in mine.into_iter().zip(its) {
        equal = equal && py.eq(a, b)?;
    }
    py.bool_result(equal == (op == CompareOp::Eq))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let (start, stop) = (py.get(range, RANGE_START), py.get(range, RANGE_STOP));
    let mut text = format!("range({}, {}", py.repr_string(start)?, py.repr_string(stop)?);
    let step = py.get(range, RANGE_STEP);
    if py.as_int(step) != Some(1) {
        text.push_str(", ");
        text.push_str(&py.repr_string(step)?);
    }
    text.push(')');
    Ok(py.new_str(&text))
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let range = receiver(py, args[0])?;
    let parts = [py.get(range, RANGE_START), py.get(range, RANGE_STOP), py.get(range, RANGE_STEP)];
    let parts = py.new_tuple(&parts);
    let class = py.type_object(types::RANGE);
    Ok(py.new_tuple(&[class, parts]))
}
