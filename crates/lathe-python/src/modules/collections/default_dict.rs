//! `defaultdict`: a dict that makes a value for a key that is not there. Its factory is a slot, as of `__slots__`.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use lathe_heap::Word;

const CONTENTS: Contents = Contents {
    new: Some(("(cls, /, *args, **kwargs)", new)),
    ..contents(types::DEFAULT_DICT, &[METHODS], &[])
};

const METHODS: &[Method] = &[
    ("__init__", S, "(self, /, *args, **kwargs)", init),
    ("__missing__", M, "(self, key, /)", missing),
    ("__repr__", S, "(self, /)", repr),
    ("copy", M, "(self, /)", copy),
    ("__copy__", M, "(self, /)", copy),
    ("__reduce__", M, "(self, /)", reduce),
    ("__or__", S, "(self, value, /)", or),
    ("__ror__", S, "(self, value, /)", ror),
];

pub fn filled_type(py: &mut Py) -> PyResult {
    let class = py.filled_type(&CONTENTS);
    let (name, dict) = (factory_name(py), py.type_dict(types::DEFAULT_DICT));
    if py.dict_get_name(dict, name).is_none() {
        let member = py.new_native(Kind::Member, name, class, Word::NULL);
        py.set_type_attribute(types::DEFAULT_DICT, name, member);
    }
    Ok(class)
}

fn factory_name(py: &mut Py) -> Word {
    py.intern("default_factory")
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.new_dict();
    let id = py.type_number(args[0]);
    Ok(py.new_wrapped(id, dict))
}

fn receiver(py: &mut Py, object: Word) -> PyResult {
    if !py.is_instance(object, types::DEFAULT_DICT) {
        return Err(py.wrong_receiver(object, types::DEFAULT_DICT));
    }
    py.receiver(object, classes::DICT, types::DICT)
}

fn factory(py: &mut Py, object: Word) -> Word {
    let name = factory_name(py);
    py.own_attribute(object, name).unwrap_or(py.none())
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let (mut factory, mut rest) = (py.none(), py.tuple_items(args[1]));
    if let Some((&first, others)) = rest.split_first() {
        if !py.is_none(first) && py.lookup_special(first, "__call__").is_none() {
            return Err(py.type_error("first argument must be callable or None"));
        }
        (factory, rest) = (first, others);
    }
    let name = factory_name(py);
    py.set_attr(args[0], name, factory)?;
    match *rest {
        [] => {}
        [from] => py.dict_update_from(dict, from)?,
        _ => {
            let message = format!("dict expected at most 1 argument, got {}", rest.len());
            return Err(py.type_error(&message));
        }
    }
    py.dict_update(dict, args[2])?;
    py.none_result()
}

fn missing(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let factory = factory(py, args[0]);
    if py.is_none(factory) {
        return Err(py.key_error(args[1]));
    }
    let value = py.call(factory, &[])?;
    py.set_item_of(args[0], args[1], value)?;
    Ok(value)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let (factory, ty) = (factory(py, args[0]), py.type_of(args[0]));
    let name = py.rt().ty(ty).qualname.borrow().rsplit('.').next().expect("a name").to_string();
    let items = py.repr_string(dict)?;
    // A factory may know the dict.
    let shown = py.show(factory, "...", |py| py.repr_string(factory))?;
    let shown = py.string_of(shown);
    Ok(py.new_str(&format!("{name}({shown}, {items})")))
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let (class, factory) = (py.type_object(py.type_of(args[0])), factory(py, args[0]));
    py.call(class, &[factory, args[0]])
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let (class, factory) = (py.type_object(py.type_of(args[0])), factory(py, args[0]));
    let arguments = if py.is_none(factory) { py.new_tuple(&[]) } else { py.new_tuple(&[factory]) };
    let items = py.call_method(args[0], "items", &[])?;
    let items = py.iter(items)?;
    let none = py.none();
    Ok(py.new_tuple(&[class, arguments, none, none, items]))
}

/// The first with what the second has, of the class and with the factory of the one that is a `defaultdict`.
fn merged(py: &mut Py, model: Word, a: Word, b: Word) -> PyResult {
    if py.payload(a, classes::DICT).is_none() || py.payload(b, classes::DICT).is_none() {
        return Ok(py.not_implemented());
    }
    let (class, factory) = (py.type_object(py.type_of(model)), factory(py, model));
    let result = py.call(class, &[factory, a])?;
    let dict = receiver(py, result)?;
    py.dict_update_from(dict, b)?;
    Ok(result)
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    merged(py, args[0], args[0], args[1])
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    merged(py, args[0], args[1], args[0])
}
