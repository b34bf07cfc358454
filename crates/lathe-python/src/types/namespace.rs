//! `types.SimpleNamespace`: an object with the attributes that it is given.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

const METHODS: &[Method] = &[
    ("__init__", Special, "(self, mapping_or_iterable=(), /, **kwargs)", init),
    ("__repr__", Special, "(self, /)", repr),
    ("__eq__", Special, "(self, value, /)", eq),
];

/// Attributes from a mapping or pairs, then those with names.
fn init(py: &mut Py, args: &[Word]) -> PyResult {
    if !args[1].is_null() {
        let first = py.new_dict();
        py.dict_update(first, args[1])?;
        set_all(py, args[0], first)?;
    }
    set_all(py, args[0], args[2])?;
    Ok(py.none())
}

fn set_all(py: &mut Py, object: Word, dict: Word) -> PyResult<()> {
    let mut position = 0;
    while let Some((name, value)) = py.dict_next(dict, &mut position) {
        if py.payload(name, classes::STR).is_none() {
            return Err(py.type_error("keywords must be strings"));
        }
        let name = super::object::attribute_name(py, name)?;
        py.generic_set_attr(object, name, Some(value))?;
    }
    Ok(())
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = match py.type_of(args[0]) {
        types::SIMPLE_NAMESPACE => "namespace".to_string(),
        _ => py.type_name(args[0]).to_string(),
    };
    let inner = format!("{name}(...)");
    py.show(args[0], &inner, |py| {
        let dict = py.instance_dict(args[0]);
        let (mut shown, mut position) = (Vec::new(), 0);
        while let Some((key, value)) = py.dict_next(dict, &mut position) {
            if py.payload(key, classes::STR).is_some() {
                shown.push(format!("{}={}", py.string_of(key), py.repr_string(value)?));
            }
        }
        Ok(format!("{name}({})", shown.join(", ")))
    })
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    let both = args.iter().all(|&object| py.is_instance(object, types::SIMPLE_NAMESPACE));
    if !both {
        return Ok(py.not_implemented());
    }
    let (a, b) = (py.instance_dict(args[0]), py.instance_dict(args[1]));
    let equal = py.eq(a, b)?;
    Ok(py.bool(equal))
}

pub fn install(py: &mut Py) {
    let id = types::SIMPLE_NAMESPACE;
    py.add_methods(id, METHODS);
    let (hash, none) = (py.intern("__hash__"), py.none());
    py.set_type_attribute(id, hash, none);
}
