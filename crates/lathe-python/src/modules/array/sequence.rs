//! What arrays do as sequences: items, slices, `+`, `*`, comparisons, iteration.

use super::items::{item, pack};
use super::methods::own;
use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use crate::types::support::comparisons;
use lathe_heap::Word;
use std::cmp::Ordering;

pub const METHODS: &[Method] = &[
    ("__len__", Special, "(self, /)", |py, args| {
        let array = own(py, args[0])?;
        let length = py.array_length(array);
        py.int_result(length)
    }),
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__setitem__", Special, "(self, key, value, /)", setitem),
    ("__delitem__", Special, "(self, key, /)", delitem),
    ("__contains__", Special, "(self, key, /)", |py, args| {
        let array = own(py, args[0])?;
        let found = find(py, array, args[1], 0, usize::MAX)?;
        py.bool_result(found.is_some())
    }),
    ("__iter__", Special, "(self, /)", |py, args| {
        own(py, args[0])?;
        Ok(py.new_native(Kind::ArrayIterator, args[0], Word::NULL, Word::NULL))
    }),
    ("__add__", Special, "(self, value, /)", add),
    ("__iadd__", Special, "(self, value, /)", iadd),
    ("__mul__", Special, "(self, value, /)", mul),
    ("__rmul__", Special, "(self, value, /)", mul),
    ("__imul__", Special, "(self, value, /)", imul),
];

pub const COMPARISONS: &[Method] = &comparisons!(compare);

pub const ITERATOR_METHODS: &[Method] =
    &[("__iter__", Special, "(self, /)", |_, args| Ok(args[0])), ("__next__", Special, "(self, /)", next)];

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    if py.native_kind(args[0]) != Some(Kind::ArrayIterator) {
        return Err(py.wrong_receiver(args[0], types::ARRAY_ITERATOR));
    }
    let over = py.get(args[0], classes::NATIVE_A);
    if !over.is_null() {
        let (array, at) = (own(py, over)?, py.get_int(args[0], classes::NATIVE_I) as usize);
        if at < py.array_length(array) {
            py.set_int(args[0], classes::NATIVE_I, at as i64 + 1);
            return item(py, array, at);
        }
        // Once it is over, it stays so.
        py.set(args[0], classes::NATIVE_A, Word::NULL);
    }
    Err(py.error_with(types::STOP_ITERATION, &[]))
}

/// Where an item is that equals a value.
pub fn find(py: &mut Py, array: Word, value: Word, start: usize, stop: usize) -> PyResult<Option<usize>> {
    let mut index = start;
    // The comparison may change the array.
    while index < py.array_length(array).min(stop) {
        let found = item(py, array, index)?;
        if py.eq(found, value)? {
            return Ok(Some(index));
        }
        index += 1;
    }
    Ok(None)
}

fn index_of(py: &mut Py, array: Word, index: Word, what: &str) -> PyResult<usize> {
    match py.sequence_index(index)? {
        Some(index) => {
            let length = py.array_length(array);
            py.checked_place(index, length, what)
        }
        None => Err(py.type_error("array indices must be integers")),
    }
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    if !py.is(args[1], classes::SLICE) {
        let index = index_of(py, array, args[1], "array")?;
        return item(py, array, index);
    }
    let length = py.array_length(array);
    let bounds = py.slice_bounds(args[1], length)?;
    let (code, data) = (py.array_code(array), py.array_bytes(array));
    let size = code.size;
    let mut bytes = Vec::with_capacity(bounds.count * size);
    for number in 0..bounds.count {
        let index = (bounds.start as i64 + number as i64 * bounds.step as i64) as usize;
        bytes.extend_from_slice(&data[index * size..][..size]);
    }
    py.array_from(code, &bytes)
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let code = py.array_code(array);
    if !py.is(args[1], classes::SLICE) {
        index_of(py, array, args[1], "array assignment")?;
        let bytes = pack(py, code, args[2])?;
        // Making the number may have changed the array.
        let index = index_of(py, array, args[1], "array assignment")?;
        py.array_bytes(array)[index * code.size..][..code.size].copy_from_slice(&bytes[..code.size]);
        return py.none_result();
    }
    let Some(other) = py.as_array(args[2]) else {
        let message = format!("can only assign array (not \"{}\") to array slice", py.type_name(args[2]));
        return Err(py.type_error(&message));
    };
    if py.array_code(other) != code {
        return Err(py.type_error("bad argument type for built-in operation"));
    }
    let bytes = py.array_bytes(other).to_vec();
    let length = py.array_length(array);
    let bounds = py.slice_bounds(args[1], length)?;
    if bounds.step == 1 {
        let start = bounds.start as usize;
        py.array_splice(array, start, start + bounds.count, &bytes)?;
        return py.none_result();
    }
    let given = bytes.len() / code.size;
    if given != bounds.count {
        let message =
            format!("attempt to assign array of size {given} to extended slice of size {}", bounds.count);
        return Err(py.value_error(&message));
    }
    for (number, item) in bytes.chunks_exact(code.size).enumerate() {
        let index = (bounds.start as i64 + number as i64 * bounds.step as i64) as usize;
        py.array_bytes(array)[index * code.size..][..code.size].copy_from_slice(item);
    }
    py.none_result()
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    if !py.is(args[1], classes::SLICE) {
        let index = index_of(py, array, args[1], "array assignment")?;
        py.array_splice(array, index, index + 1, &[])?;
        return py.none_result();
    }
    let length = py.array_length(array);
    let bounds = py.slice_bounds(args[1], length)?;
    let mut gone: Vec<usize> = (0..bounds.count)
        .map(|number| (bounds.start as i64 + number as i64 * bounds.step as i64) as usize)
        .collect();
    gone.sort_unstable();
    let (size, data) = (py.array_code(array).size, py.array_bytes(array));
    let mut kept = Vec::with_capacity(data.len() - gone.len() * size);
    let mut from = 0;
    for index in gone {
        kept.extend_from_slice(&data[from * size..index * size]);
        from = index + 1;
    }
    kept.extend_from_slice(&data[from * size..]);
    py.array_splice(array, 0, length, &kept)?;
    py.none_result()
}

fn add(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let Some(other) = py.as_array(args[1]) else {
        let message = format!("can only append array (not \"{}\") to array", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    let code = py.array_code(array);
    if py.array_code(other) != code {
        return Err(py.type_error("bad argument type for built-in operation"));
    }
    let bytes = [&*py.array_bytes(array), &*py.array_bytes(other)].concat();
    py.array_from(code, &bytes)
}

fn iadd(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    if py.as_array(args[1]).is_none() {
        let message = format!("can only extend array with array (not \"{}\")", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    super::methods::extend_with(py, array, args[1])?;
    Ok(args[0])
}

/// The bytes, so many times.
fn repeated(py: &mut Py, array: Word, times: Word) -> PyResult<Option<Vec<u8>>> {
    let Some(times) = py.repetitions(times)? else { return Ok(None) };
    let bytes = py.array_bytes(array);
    let mut all = Vec::new();
    let total = bytes.len().checked_mul(times).filter(|&total| total <= isize::MAX as usize);
    let room = total.map(|total| all.try_reserve_exact(total));
    if !matches!(room, Some(Ok(()))) {
        return Err(py.error_with(types::MEMORY_ERROR, &[]));
    }
    for _ in 0..times {
        all.extend_from_slice(bytes);
        if bytes.is_empty() {
            break;
        }
    }
    Ok(Some(all))
}

fn mul(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    match repeated(py, array, args[1])? {
        Some(bytes) => {
            let code = py.array_code(array);
            py.array_from(code, &bytes)
        }
        None => Err(not_a_number(py, args[1])),
    }
}

fn not_a_number(py: &mut Py, value: Word) -> crate::object::py::Raised {
    let message = format!("can't multiply sequence by non-int of type '{}'", py.type_name(value));
    py.type_error(&message)
}

fn imul(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    match repeated(py, array, args[1])? {
        Some(bytes) => {
            let length = py.array_length(array);
            py.array_splice(array, 0, length, &bytes)?;
            Ok(args[0])
        }
        None => Err(not_a_number(py, args[1])),
    }
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let (Some(left), Some(right)) = (py.as_array(args[0]), py.as_array(args[1])) else {
        return Ok(py.not_implemented());
    };
    let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    let mut index = 0;
    while index < py.array_length(left).min(py.array_length(right)) {
        let (a, b) = (item(py, left, index)?, item(py, right, index)?);
        if !py.compare_truth(CompareOp::Eq, a, b)? {
            return match equality {
                true => py.bool_result(op == CompareOp::Ne),
                false => py.compare(op, a, b),
            };
        }
        index += 1;
    }
    let order: Ordering = py.array_length(left).cmp(&py.array_length(right));
    py.bool_result(Py::holds(op, order))
}
