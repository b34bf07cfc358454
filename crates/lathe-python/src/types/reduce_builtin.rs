//! Taking objects of builtin types apart: what to call with what to get the same again.
//!
//! Iterators are `iter` of what they go over, and a position for `__setstate__`, where the position cannot be part of what is called.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::Method as Plain;
use crate::runtime::types;
use lathe_heap::Word;

impl Py {
    /// Something of `builtins`.
    pub fn builtin(&mut self, name: &str) -> PyResult {
        let (name, builtins) = (self.intern(name), self.root(self.rt().singletons.builtins));
        match self.dict_get_name(builtins, name) {
            Some(value) => Ok(value),
            None => {
                let message = format!("name '{}' is not defined", self.string(name));
                Err(self.error(types::NAME_ERROR, &message))
            }
        }
    }
}

// --- Containers ----------------------------------------------------------------------------------------------------------------

/// The class, its arguments, and the attributes of an object of a subclass.
fn with_state(py: &mut Py, object: Word, arguments: &[Word]) -> PyResult {
    let class = py.type_object(py.type_of(object));
    let arguments = py.new_tuple(arguments);
    let state = py.call_method(object, "__getstate__", &[])?;
    Ok(py.new_tuple(&[class, arguments, state]))
}

fn reduce_set(py: &mut Py, args: &[Word]) -> PyResult {
    let items = py.list_of(args[0])?;
    with_state(py, args[0], &[items])
}

fn reduce_bytearray(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = py.builtin("bytes")?;
    let bytes = py.call(bytes, &[args[0]])?;
    let latin = py.new_str("latin-1");
    let text = py.call_method(bytes, "decode", &[latin])?;
    with_state(py, args[0], &[text, latin])
}

fn reduce_method(py: &mut Py, args: &[Word]) -> PyResult {
    let (getattr, object) = (py.builtin("getattr")?, py.get_attr_str(args[0], "__self__")?);
    let name = py.get_attr_str(args[0], "__name__")?;
    if py.is_none(object) {
        return Ok(name);
    }
    let parts = py.new_tuple(&[object, name]);
    Ok(py.new_tuple(&[getattr, parts]))
}

/// A method of a builtin type, by itself.
fn reduce_descriptor(py: &mut Py, args: &[Word]) -> PyResult {
    let (getattr, class) = (py.builtin("getattr")?, py.get_attr_str(args[0], "__objclass__")?);
    let name = py.get_attr_str(args[0], "__name__")?;
    let parts = py.new_tuple(&[class, name]);
    Ok(py.new_tuple(&[getattr, parts]))
}

fn reduce_singleton(py: &mut Py, args: &[Word]) -> PyResult {
    py.repr(args[0])
}

// --- Exceptions ----------------------------------------------------------------------------------------------------------------

fn reduce_exception(py: &mut Py, args: &[Word]) -> PyResult {
    let class = py.type_object(py.type_of(args[0]));
    let arguments = py.get_attr_str(args[0], "args")?;
    let dict = py.instance_dict(args[0]);
    if py.dict_len(dict) == 0 {
        return Ok(py.new_tuple(&[class, arguments]));
    }
    Ok(py.new_tuple(&[class, arguments, dict]))
}

fn set_exception_state(py: &mut Py, args: &[Word]) -> PyResult {
    if py.is_none(args[1]) {
        return py.none_result();
    }
    let Some(state) = py.payload(args[1], classes::DICT) else {
        return Err(py.type_error("state is not a dictionary"));
    };
    // Setting an attribute may change the dict.
    let (state, mut position) = (py.dict_copy(state)?, 0);
    while let Some((name, value)) = py.dict_next(state, &mut position) {
        let name = super::object::attribute_name(py, name)?;
        py.set_attr(args[0], name, value)?;
    }
    py.none_result()
}

// --- Iterators -----------------------------------------------------------------------------------------------------------------

fn iterator(py: &mut Py, object: Word) -> PyResult {
    match py.payload(object, classes::NATIVE) {
        Some(native) => Ok(native),
        None => Err(py.wrong_receiver(object, types::SEQUENCE_ITERATOR)),
    }
}

/// `iter(sequence)` and a position; of one that is done, `iter` of nothing.
fn reduce_position(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let (over, index) = (py.get(native, NATIVE_A), py.get_int(native, NATIVE_I));
    let kind = py.native_kind(native).expect("a NATIVE");
    let backwards = matches!(kind, Kind::ListReverseIterator | Kind::Reversed);
    if over.is_null() {
        let iter = py.builtin("iter")?;
        let nothing = match kind {
            Kind::ListIterator | Kind::ListReverseIterator => py.new_list(&[]),
            Kind::StrIterator => py.new_str(""),
            _ => py.new_tuple(&[]),
        };
        let nothing = py.new_tuple(&[nothing]);
        return Ok(py.new_tuple(&[iter, nothing]));
    }
    let function = py.builtin(if backwards { "reversed" } else { "iter" })?;
    let parts = py.new_tuple(&[over]);
    // One more than the index of the next.
    let position = py.new_int(if backwards { index - 1 } else { index });
    Ok(py.new_tuple(&[function, parts, position]))
}

fn set_position(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let index = py.index(args[1])?;
    let over = py.get(native, NATIVE_A);
    if over.is_null() {
        return py.none_result();
    }
    let length = match py.native_kind(native).expect("a NATIVE") {
        // Nothing is asked of an object of a program's.
        Kind::SequenceIterator => i64::MAX,
        _ => py.length(over)? as i64,
    };
    let index = match py.native_kind(native) {
        Some(Kind::ListReverseIterator | Kind::Reversed) => index.clamp(-1, length - 1) + 1,
        _ => index.clamp(0, length),
    };
    py.set_int(native, NATIVE_I, index);
    py.none_result()
}

fn reduce_range(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let [next, stop, step] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(native, field));
    let (iter, rest, none) = (py.builtin("iter")?, py.new_range(next, stop, step)?, py.none());
    let parts = py.new_tuple(&[rest]);
    Ok(py.new_tuple(&[iter, parts, none]))
}

fn set_range_position(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let [next, stop, step] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(native, field));
    let rest = py.new_range(next, stop, step)?;
    let length = py.get(rest, classes::RANGE_LENGTH);
    let zero = Word::wrap_small(0);
    let index = if py.lt(args[1], zero)? { zero } else { args[1] };
    let index = if py.lt(length, index)? { length } else { index };
    let far = py.binary(crate::bytecode::BinaryOp::Multiply, false, index, step)?;
    let next = py.binary(crate::bytecode::BinaryOp::Add, false, next, far)?;
    py.set(native, NATIVE_A, next);
    py.none_result()
}

/// Sets and dicts have no positions that mean anything elsewhere: a list of what is still to come.
fn reduce_rest(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let copy = py.new_native(
        py.native_kind(native).expect("a NATIVE"),
        py.get(native, NATIVE_A),
        py.get(native, NATIVE_B),
        py.get(native, NATIVE_C),
    );
    for field in [NATIVE_I, classes::NATIVE_J] {
        py.set_int(copy, field, py.get_int(native, field));
    }
    let (iter, rest) = (py.builtin("iter")?, py.list_of(copy)?);
    let parts = py.new_tuple(&[rest]);
    Ok(py.new_tuple(&[iter, parts]))
}

fn reduce_callable(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let (callable, sentinel) = (py.get(native, NATIVE_A), py.get(native, NATIVE_B));
    let iter = py.builtin("iter")?;
    let parts = if callable.is_null() {
        let nothing = py.new_tuple(&[]);
        py.new_tuple(&[nothing])
    } else {
        py.new_tuple(&[callable, sentinel])
    };
    Ok(py.new_tuple(&[iter, parts]))
}

/// `enumerate`, `zip`, `map`, `filter`: their class, and the iterators as they are now.
fn reduce_over(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let class = py.type_object(py.type_of(args[0]));
    let (a, b) = (py.get(native, NATIVE_A), py.get(native, NATIVE_B));
    let strict = py.get_int(native, NATIVE_I) != 0;
    let parts = match py.native_kind(native) {
        Some(Kind::Zip) if a.is_null() => py.new_tuple(&[]),
        Some(Kind::Zip) => a,
        Some(Kind::Map) => {
            let iterators = py.items::<Word>(b);
            py.with_first(a, iterators, |py, all| py.new_tuple(all))
        }
        _ => py.new_tuple(&[a, b]),
    };
    if strict && matches!(py.native_kind(native), Some(Kind::Zip | Kind::Map)) {
        let yes = py.bool(true);
        return Ok(py.new_tuple(&[class, parts, yes]));
    }
    Ok(py.new_tuple(&[class, parts]))
}

fn set_strict(py: &mut Py, args: &[Word]) -> PyResult {
    let native = iterator(py, args[0])?;
    let strict = py.truth(args[1])?;
    py.set_int(native, NATIVE_I, strict.into());
    py.none_result()
}

pub fn install(py: &mut Py) {
    const SELF: &str = "(self, /)";
    const STATE: &str = "(self, state, /)";
    for id in [types::SET, types::FROZENSET] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_set)]);
    }
    py.add_methods(types::BYTEARRAY, &[("__reduce__", Plain, SELF, reduce_bytearray)]);
    for id in [types::METHOD, types::BUILTIN_FUNCTION, types::METHOD_WRAPPER] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_method)]);
    }
    for id in [types::METHOD_DESCRIPTOR, types::WRAPPER_DESCRIPTOR] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_descriptor)]);
    }
    for id in [types::ELLIPSIS_TYPE, types::NOT_IMPLEMENTED_TYPE] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_singleton)]);
    }
    py.add_methods(
        types::BASE_EXCEPTION,
        &[("__reduce__", Plain, SELF, reduce_exception), ("__setstate__", Plain, STATE, set_exception_state)],
    );
    for id in [
        types::SEQUENCE_ITERATOR,
        types::LIST_ITERATOR,
        types::LIST_REVERSE_ITERATOR,
        types::TUPLE_ITERATOR,
        types::STR_ITERATOR,
        types::BYTES_ITERATOR,
        types::BYTEARRAY_ITERATOR,
        types::REVERSED,
    ] {
        py.add_methods(
            id,
            &[("__reduce__", Plain, SELF, reduce_position), ("__setstate__", Plain, STATE, set_position)],
        );
    }
    py.add_methods(
        types::RANGE_ITERATOR,
        &[("__reduce__", Plain, SELF, reduce_range), ("__setstate__", Plain, STATE, set_range_position)],
    );
    for id in [
        types::SET_ITERATOR,
        types::DICT_KEY_ITERATOR,
        types::DICT_VALUE_ITERATOR,
        types::DICT_ITEM_ITERATOR,
        types::DICT_REVERSE_KEY_ITERATOR,
        types::DICT_REVERSE_VALUE_ITERATOR,
        types::DICT_REVERSE_ITEM_ITERATOR,
    ] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_rest)]);
    }
    py.add_methods(types::CALLABLE_ITERATOR, &[("__reduce__", Plain, SELF, reduce_callable)]);
    for id in [types::ENUMERATE, types::FILTER] {
        py.add_methods(id, &[("__reduce__", Plain, SELF, reduce_over)]);
    }
    for id in [types::ZIP, types::MAP] {
        py.add_methods(
            id,
            &[("__reduce__", Plain, SELF, reduce_over), ("__setstate__", Plain, STATE, set_strict)],
        );
    }
}
