//! Iterators: `next` for all of them, and the constructors of those that go over other iterables.

use super::support::{CLASS_GETITEM, GetterFn, Method};
use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

/// For each of [`TYPES`].
pub const METHODS: &[Method] =
    &[("__iter__", S, "(self, /)", iter), ("__next__", S, "(self, /)", next), LENGTH_HINT];

const LENGTH_HINT: Method = ("__length_hint__", M, "(self, /)", length_hint);

/// The iterators of containers, which programs do not make by calling their types.
pub const TYPES: &[TypeId] = &[
    types::SEQUENCE_ITERATOR,
    types::CALLABLE_ITERATOR,
    types::LIST_ITERATOR,
    types::LIST_REVERSE_ITERATOR,
    types::TUPLE_ITERATOR,
    types::RANGE_ITERATOR,
    types::SET_ITERATOR,
    types::DICT_KEY_ITERATOR,
    types::DICT_VALUE_ITERATOR,
    types::DICT_ITEM_ITERATOR,
    types::DICT_REVERSE_KEY_ITERATOR,
    types::DICT_REVERSE_VALUE_ITERATOR,
    types::DICT_REVERSE_ITEM_ITERATOR,
];

/// `enumerate`, `zip`, `map`, `filter`: signature of `__new__`, and the function.
pub const ENUMERATE_METHODS: &[Method] =
    &[("__iter__", S, "(self, /)", iter), ("__next__", S, "(self, /)", next), CLASS_GETITEM];
pub const PLAIN_METHODS: &[Method] =
    &[("__iter__", S, "(self, /)", iter), ("__next__", S, "(self, /)", next)];
pub const REVERSED_METHODS: &[Method] = METHODS;
pub const GETTERS: &[GetterFn] = &[];

pub const NEW_ENUMERATE: &str = "(cls, iterable, start=0)";
pub const NEW_ZIP: &str = "(cls, /, *iterables, strict=False)";
pub const NEW_MAP: &str = "(cls, function, iterable, /, *iterables, strict=False)";
pub const NEW_FILTER: &str = "(cls, function, iterable, /)";
pub const NEW_REVERSED: &str = "(cls, object, /)";

pub fn new_enumerate(py: &mut Py, args: &[Word]) -> PyResult {
    let start = match Py::given(args[2]) {
        Some(start) => py.required_index(start)?,
        None => Word::wrap_small(0),
    };
    let iterator = py.iter(args[1])?;
    let enumerate = py.new_native(Kind::Enumerate, iterator, start, Word::NULL);
    py.of_class(args[0], types::ENUMERATE, enumerate)
}

/// Iterators of all these.
fn iterators(py: &mut Py, iterables: &[Word]) -> PyResult {
    let tuple = py.new_array(classes::TUPLE, iterables.len());
    for (number, &iterable) in iterables.iter().enumerate() {
        let iterator = py.iter(iterable)?;
        py.set_item(tuple, number, iterator);
    }
    Ok(tuple)
}

fn strict(py: &mut Py, word: Word) -> PyResult<i64> {
    match Py::given(word) {
        Some(word) => Ok(py.truth(word)?.into()),
        None => Ok(0),
    }
}

pub fn new_zip(py: &mut Py, args: &[Word]) -> PyResult {
    let strict = strict(py, args[2])?;
    let iterators = iterators(py, py.tuple_items(args[1]))?;
    let zip = py.new_native(Kind::Zip, iterators, Word::NULL, Word::NULL);
    py.set_int(zip, NATIVE_I, strict);
    py.of_class(args[0], types::ZIP, zip)
}

pub fn new_map(py: &mut Py, args: &[Word]) -> PyResult {
    let strict = strict(py, args[4])?;
    let iterables = py.with_first(args[2], py.tuple_items(args[3]), iterators)?;
    let map = py.new_native(Kind::Map, args[1], iterables, Word::NULL);
    py.set_int(map, NATIVE_I, strict);
    py.of_class(args[0], types::MAP, map)
}

pub fn new_filter(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[2])?;
    let filter = py.new_native(Kind::Filter, args[1], iterator, Word::NULL);
    py.of_class(args[0], types::FILTER, filter)
}

/// `reversed(object)`.
pub fn new_reversed(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    match py.lookup_special(args[1], "__reversed__") {
        Some(method) if method != none => {
            let method = py.bind(method, args[1])?;
            py.call(method, &[])
        }
        None if py.lookup_special(args[1], "__getitem__").is_some()
            && py.payload(args[1], classes::DICT).is_none() =>
        {
            let length = py.length(args[1])?;
            let reversed = py.new_native(Kind::Reversed, args[1], Word::NULL, Word::NULL);
            py.set_int(reversed, NATIVE_I, length as i64);
            py.of_class(args[0], types::REVERSED, reversed)
        }
        _ => {
            let message = format!("'{}' object is not reversible", py.type_name(args[1]));
            Err(py.type_error(&message))
        }
    }
}

pub fn iter(_: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

pub fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let outcome = match py.payload(args[0], classes::NATIVE) {
        Some(iterator) => py.native_next(iterator),
        None => None,
    };
    match outcome {
        Some(Ok(Some(item))) => Ok(item),
        Some(Ok(None)) => Err(py.error_with(types::STOP_ITERATION, &[])),
        Some(Err(raised)) => Err(raised),
        None => Err(py.wrong_receiver(args[0], types::SEQUENCE_ITERATOR)),
    }
}

/// How many are still to come, as far as it is known.
fn length_hint(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(iterator) = py.payload(args[0], classes::NATIVE) else {
        return Err(py.wrong_receiver(args[0], types::SEQUENCE_ITERATOR));
    };
    let (over, index) = (py.get(iterator, NATIVE_A), py.get_int(iterator, NATIVE_I) as usize);
    let kind = py.native_kind(iterator).expect("a NATIVE");
    if kind != Kind::RangeIterator && over.is_null() {
        return Ok(Word::wrap_small(0));
    }
    let left = match kind {
        Kind::ListIterator => py.list_len(over).saturating_sub(index),
        Kind::ListReverseIterator if index <= py.list_len(over) => index,
        Kind::TupleIterator => py.array_len(over).saturating_sub(index),
        Kind::SequenceIterator => match py.lookup_special(over, "__len__") {
            Some(_) => py.length(over)?.saturating_sub(index),
            None => return Ok(py.not_implemented()),
        },
        Kind::Reversed => {
            let length = py.length(over)?;
            if index <= length { index } else { 0 }
        }
        Kind::RangeIterator => {
            let (stop, step) = (py.get(iterator, NATIVE_B), py.get(iterator, NATIVE_C));
            let rest = py.new_range(over, stop, step)?;
            return Ok(py.get(rest, classes::RANGE_LENGTH));
        }
        Kind::SetIterator if py.set_len(over) as i64 == py.get_int(iterator, NATIVE_J) => {
            return Ok(py.get(iterator, NATIVE_C));
        }
        Kind::DictKeyIterator
        | Kind::DictValueIterator
        | Kind::DictItemIterator
        | Kind::DictReverseKeyIterator
        | Kind::DictReverseValueIterator
        | Kind::DictReverseItemIterator
            if py.dict_len(over) as i64 == py.get_int(iterator, NATIVE_J) =>
        {
            return Ok(py.get(iterator, NATIVE_C));
        }
        Kind::CallableIterator => return Ok(py.not_implemented()),
        _ => 0,
    };
    py.int_result(left)
}
