//! `set`: its methods. Those that it shares with `frozenset` are in [`super::frozenset`].

use super::frozenset::{self, key_of_set};
use super::support::{GetterFn, Method};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", S, "(self, iterable=(), /)", init),
    ("add", M, "(self, object, /)", add),
    ("remove", M, "(self, object, /)", remove),
    ("discard", M, "(self, object, /)", discard),
    ("pop", M, "(self, /)", pop),
    ("clear", M, "(self, /)", clear),
    ("update", M, "(self, /, *others)", update),
    ("intersection_update", M, "(self, /, *others)", intersection_update),
    ("difference_update", M, "(self, /, *others)", difference_update),
    ("symmetric_difference_update", M, "(self, other, /)", symmetric_difference_update),
    ("__ior__", S, "(self, value, /)", ior),
    ("__iand__", S, "(self, value, /)", iand),
    ("__isub__", S, "(self, value, /)", isub),
    ("__ixor__", S, "(self, value, /)", ixor),
];

/// These as well.
pub const COMMON_METHODS: &[Method] = frozenset::COMMON_METHODS;

pub const GETTERS: &[GetterFn] = &[];

/// `__new__` makes an empty one; `__init__` fills it.
pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let set = py.new_set(false);
    py.of_class(args[0], types::SET, set)
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    let set = py.receiver(word, classes::SET, types::SET)?;
    if py.set_is_frozen(set) {
        return Err(py.wrong_receiver(word, types::SET));
    }
    Ok(set)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    py.set_clear(set);
    if let Some(iterable) = Py::given(args[1]) {
        py.set_update_from(set, iterable)?;
    }
    py.none_result()
}

fn add(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    py.set_add(set, args[1])?;
    py.none_result()
}

fn take_out(py: &mut Py, args: &[Word]) -> PyResult<bool> {
    let set = receiver(py, args[0])?;
    match py.set_remove(set, args[1]) {
        Err(raised) => {
            let key = key_of_set(py, args[1], raised)?;
            py.set_remove(set, key)
        }
        done => done,
    }
}

fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    if take_out(py, args)? {
        return py.none_result();
    }
    Err(py.key_error(args[1]))
}

fn discard(py: &mut Py, args: &[Word]) -> PyResult {
    take_out(py, args)?;
    py.none_result()
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    match py.set_pop(set) {
        Some(key) => Ok(key),
        None => Err(py.error(types::KEY_ERROR, "pop from an empty set")),
    }
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    py.set_clear(set);
    py.none_result()
}

fn update(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    for &other in py.tuple_items(args[1]) {
        py.set_update_from(set, other)?;
    }
    py.none_result()
}

fn intersection_update(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    for &other in py.tuple_items(args[1]) {
        py.set_keep_given(set, other)?;
    }
    py.none_result()
}

fn difference_update(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    for &other in py.tuple_items(args[1]) {
        let other = py.as_set(other)?;
        py.set_subtract(set, other)?;
    }
    py.none_result()
}

fn symmetric_difference_update(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let other = py.as_set(args[1])?;
    py.set_toggle(set, other)?;
    py.none_result()
}

/// The operators take sets only.
fn in_place(py: &mut Py, args: &[Word], with: fn(&mut Py, Word, Word) -> PyResult<()>) -> PyResult {
    let set = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::SET) else { return Ok(py.not_implemented()) };
    with(py, set, other)?;
    Ok(args[0])
}

fn ior(py: &mut Py, args: &[Word]) -> PyResult {
    in_place(py, args, Py::set_update)
}

fn iand(py: &mut Py, args: &[Word]) -> PyResult {
    in_place(py, args, Py::set_keep_common)
}

fn isub(py: &mut Py, args: &[Word]) -> PyResult {
    in_place(py, args, Py::set_subtract)
}

fn ixor(py: &mut Py, args: &[Word]) -> PyResult {
    in_place(py, args, Py::set_toggle)
}
