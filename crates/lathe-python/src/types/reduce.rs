//! How objects are taken apart, for `copy` and `pickle`: `object.__reduce_ex__`, `__reduce__`, `__getstate__`.
//!
//! What is the same for all protocols from 2 on is here; the older ones are `copyreg`'s.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain};
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__reduce_ex__", Plain, "(self, protocol, /)", reduce_ex),
    ("__reduce__", Plain, "(self, /)", |py, args| by_copyreg(py, args[0], Word::wrap_small(0))),
    ("__getstate__", Plain, "(self, /)", getstate),
    ("__sizeof__", Plain, "(self, /)", sizeof),
    ("__subclasshook__", ClassMethod, "(cls, object, /)", |py, _| Ok(py.not_implemented())),
];

fn copyreg(py: &mut Py, name: &str) -> PyResult {
    let (globals, none) = (py.new_dict(), py.none());
    let module = py.import("copyreg", globals, none, 0)?;
    py.get_attr_str(module, name)
}

fn by_copyreg(py: &mut Py, object: Word, protocol: Word) -> PyResult {
    let reduce = copyreg(py, "_reduce_ex")?;
    py.call(reduce, &[object, protocol])
}

fn reduce_ex(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, protocol) = (args[0], py.index(args[1])?);
    let name = py.intern("__reduce__");
    // A class that says how is asked.
    if py.lookup(py.type_of(object), name) != py.lookup(types::OBJECT, name)
        && let Some(result) = py.call_special(object, "__reduce__", &[])?
    {
        return Ok(result);
    }
    if protocol < 2 {
        return by_copyreg(py, object, args[1]);
    }
    let (arguments, keywords) = new_arguments(py, object)?;
    let class = py.type_object(py.type_of(object));
    let is_list = py.payload(object, classes::LIST).is_some();
    let is_dict = py.payload(object, classes::DICT).is_some();
    if arguments.is_null() && !is_list && !is_dict && !is_plain(py, object) {
        let message = format!("cannot pickle '{}' object", py.type_name(object));
        return Err(py.type_error(&message));
    }
    let none = py.none();
    let state = py.call_special(object, "__getstate__", &[])?.unwrap_or(none);
    let list_items = if is_list { py.iter(object)? } else { none };
    let dict_items = match is_dict {
        true => {
            let items = py.call_method(object, "items", &[])?;
            py.iter(items)?
        }
        false => none,
    };
    let (maker, made_from) = if keywords.is_null() {
        let mut all = vec![class];
        if !arguments.is_null() {
            all.extend(py.items::<Word>(arguments).iter());
        }
        let all = py.new_tuple(&all);
        (copyreg(py, "__newobj__")?, all)
    } else {
        let all = py.new_tuple(&[class, arguments, keywords]);
        (copyreg(py, "__newobj_ex__")?, all)
    };
    Ok(py.new_tuple(&[maker, made_from, state, list_items, dict_items]))
}

/// Is all that there is to it in its attributes?
fn is_plain(py: &Py, object: Word) -> bool {
    match py.class_of(object) {
        Some(classes::INSTANCE | classes::EXCEPTION | classes::SINGLETON) => true,
        Some(classes::WRAPPED) => {
            let payload = py.get(object, classes::WRAPPED_PAYLOAD);
            py.is(payload, classes::SET)
        }
        _ => false,
    }
}

/// What `__new__` is to be called with: a tuple and a dict, or null for none.
fn new_arguments(py: &mut Py, object: Word) -> PyResult<(Word, Word)> {
    if let Some(both) = py.call_special(object, "__getnewargs_ex__", &[])? {
        let parts: &[Word] = if py.is(both, classes::TUPLE) { py.items(both) } else { &[] };
        return match *parts {
            [arguments, keywords] if py.is(arguments, classes::TUPLE) && py.is(keywords, classes::DICT) => {
                Ok((arguments, keywords))
            }
            _ => Err(py.type_error("__getnewargs_ex__ should return a tuple of a tuple and a dict")),
        };
    }
    match py.call_special(object, "__getnewargs__", &[])? {
        Some(arguments) if py.is(arguments, classes::TUPLE) => Ok((arguments, Word::NULL)),
        Some(other) => {
            let message = format!("__getnewargs__ should return a tuple, not '{}'", py.type_name(other));
            Err(py.type_error(&message))
        }
        None => Ok((Word::NULL, Word::NULL)),
    }
}

/// The attributes: a dict, or with slots a tuple of a dict (or None) and another dict.
fn getstate(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, none) = (args[0], py.none());
    let id = py.type_of(object);
    let has_dict = py.class_of(object).is_some_and(Py::has_map)
        && !py.rt().ty(id).flags.get().contains(TypeFlags::NO_DICT);
    let slots = slot_values(py, object)?;
    let dict = match has_dict {
        true => {
            let dict = py.get_attr_str(object, "__dict__")?;
            if py.length(dict)? == 0 { none } else { py.dict_copy(dict)? }
        }
        false => none,
    };
    if slots.is_null() {
        return Ok(dict);
    }
    Ok(py.new_tuple(&[dict, slots]))
}

/// The slots that have values, as a dict; null if there are none.
fn slot_values(py: &mut Py, object: Word) -> PyResult {
    let id = py.type_of(object);
    if !py.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
        return Ok(Word::NULL);
    }
    let (find, class) = (copyreg(py, "_slotnames")?, py.type_object(id));
    let names = py.call(find, &[class])?;
    let values = py.new_dict();
    for name in py.collect(names)?.to_vec() {
        let name = super::object::attribute_name(py, name)?;
        if let Some(value) = py.try_get_attr(object, name).unwrap_or(None) {
            py.dict_set(values, name, value)?;
        }
    }
    Ok(if py.dict_len(values) == 0 { Word::NULL } else { values })
}

/// About what CPython says: a header and a word for each field.
fn sizeof(py: &mut Py, args: &[Word]) -> PyResult {
    let size = match py.class_of(args[0]) {
        Some(classes::INT | classes::BOOL) => 28,
        Some(classes::FLOAT) => 24,
        Some(classes::STR) => 49 + py.text(args[0]).len(),
        Some(classes::TUPLE) => 40 + 8 * py.array_len(args[0]),
        Some(classes::LIST) => 56 + 8 * py.list_len(args[0]),
        Some(classes::DICT) => 64 + 24 * py.dict_len(args[0]),
        _ => 48,
    };
    py.int_result(size)
}
