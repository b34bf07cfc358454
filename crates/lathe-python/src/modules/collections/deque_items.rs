//! The items of a deque: by index, by value, one after the other.

use super::deque::receiver;
use crate::object::classes::{NATIVE_A, NATIVE_B, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use crate::types::iterators;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__getitem__", S, "(self, key, /)", getitem),
    ("__setitem__", S, "(self, key, value, /)", setitem),
    ("__delitem__", S, "(self, key, /)", delitem),
    ("__contains__", S, "(self, key, /)", contains),
    ("count", M, "(self, value, /)", count),
    ("index", M, "(self, value, start=0, stop=9223372036854775807, /)", index),
    ("insert", M, "(self, index, value, /)", insert),
    ("remove", M, "(self, value, /)", remove),
];

const ITERATOR_METHODS: &[Method] = &[
    ("__iter__", S, "(self, /)", iterators::iter),
    ("__next__", S, "(self, /)", iterators::next),
    ("__length_hint__", M, "(self, /)", |py, args| Ok(py.new_int(py.get_int(args[0], NATIVE_J)))),
];
pub const ITERATOR: Contents = contents(types::DEQUE_ITERATOR, &[ITERATOR_METHODS], &[]);
pub const REVERSE_ITERATOR: Contents = contents(types::DEQUE_REVERSE_ITERATOR, &[ITERATOR_METHODS], &[]);

fn new_iterator(py: &mut Py, object: Word, kind: Kind) -> PyResult {
    let deque = receiver(py, object)?;
    let iterator = py.new_native(kind, deque, py.deque_changes(deque), Word::NULL);
    py.set_int(iterator, NATIVE_J, py.deque_len(deque) as i64);
    Ok(iterator)
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    new_iterator(py, args[0], Kind::DequeIterator)
}

fn reversed(py: &mut Py, args: &[Word]) -> PyResult {
    new_iterator(py, args[0], Kind::DequeReverseIterator)
}

pub fn next(py: &mut Py, iterator: Word, backwards: bool) -> PyResult<Option<Word>> {
    let (deque, left) = (py.get(iterator, NATIVE_A), py.get_int(iterator, NATIVE_J));
    // Backwards, it does not care at its end.
    if backwards && left == 0 {
        return Ok(None);
    }
    if py.deque_changes(deque) != py.get(iterator, NATIVE_B) {
        py.set_int(iterator, NATIVE_J, 0);
        return Err(py.error(types::RUNTIME_ERROR, "deque mutated during iteration"));
    }
    if left == 0 {
        return Ok(None);
    }
    let at = py.get_int(iterator, NATIVE_I) as usize;
    let index = if backwards { py.deque_len(deque) - 1 - at } else { at };
    py.set_int(iterator, NATIVE_I, at as i64 + 1);
    py.set_int(iterator, NATIVE_J, left - 1);
    Ok(Some(py.deque_get(deque, index)))
}

fn place(py: &mut Py, deque: Word, index: Word) -> PyResult<usize> {
    match py.sequence_index(index)? {
        Some(index) => py.checked_place(index, py.deque_len(deque), "deque"),
        None => {
            let message = format!("sequence index must be integer, not '{}'", py.type_name(index));
            Err(py.type_error(&message))
        }
    }
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let place = place(py, deque, args[1])?;
    Ok(py.deque_get(deque, place))
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let place = place(py, deque, args[1])?;
    py.deque_set(deque, place, args[2]);
    py.none_result()
}

/// Takes out the item at a place: it is turned to the front, and back.
fn delete(py: &mut Py, deque: Word, place: usize) {
    py.deque_rotate(deque, -(place as i64));
    py.deque_take_first(deque);
    py.deque_rotate(deque, place as i64);
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let place = place(py, deque, args[1])?;
    delete(py, deque, place);
    py.none_result()
}

/// Goes over the items from a place on until one is equal; the comparison must not change the deque.
fn find(py: &mut Py, deque: Word, value: Word, from: usize, to: usize) -> PyResult<Option<usize>> {
    let changes = py.deque_changes(deque);
    for index in from..to.min(py.deque_len(deque)) {
        let item = py.deque_get(deque, index);
        let equal = py.eq(item, value)?;
        if py.deque_changes(deque) != changes {
            return Err(py.error(types::RUNTIME_ERROR, "deque mutated during iteration"));
        }
        if equal {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let found = find(py, deque, args[1], 0, usize::MAX)?;
    py.bool_result(found.is_some())
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let (mut count, mut from) = (0, 0);
    while let Some(index) = find(py, deque, args[1], from, usize::MAX)? {
        (count, from) = (count + 1, index + 1);
    }
    py.int_result(count)
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let length = py.deque_len(deque);
    let (from, to) = (py.clamped(args[2], 0, length)?, py.clamped(args[3], usize::MAX, length)?);
    match find(py, deque, args[1], from, to)? {
        Some(index) => py.int_result(index),
        None => {
            let message = format!("{} is not in deque", py.repr_string(args[1])?);
            Err(py.value_error(&message))
        }
    }
}

fn insert(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let index = py.size(args[1])?;
    let length = py.deque_len(deque) as i64;
    if length as usize >= py.deque_max(deque) {
        return Err(py.error(types::INDEX_ERROR, "deque already at its maximum size"));
    }
    let place = if index < 0 { index.saturating_add(length).max(0) } else { index.min(length) };
    py.deque_rotate(deque, -place);
    py.deque_push_first(deque, args[2])?;
    py.deque_rotate(deque, place);
    py.none_result()
}

fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let changes = py.deque_changes(deque);
    for index in 0..py.deque_len(deque) {
        let item = py.deque_get(deque, index);
        let equal = py.eq(item, args[1])?;
        if py.deque_changes(deque) != changes {
            return Err(py.error(types::INDEX_ERROR, "deque mutated during iteration"));
        }
        if equal {
            delete(py, deque, index);
            return py.none_result();
        }
    }
    let message = format!("{} is not in deque", py.repr_string(args[1])?);
    Err(py.value_error(&message))
}
