//! `None`, `NotImplemented`, `Ellipsis`; modules, cells, mapping proxies: objects with little to them.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.intern(match py.type_of(args[0]) {
        types::NONE_TYPE => "None",
        types::NOT_IMPLEMENTED_TYPE => "NotImplemented",
        _ => "Ellipsis",
    }))
}

fn none_bool(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.bool(false))
}

fn not_implemented_bool(py: &mut Py, _args: &[Word]) -> PyResult {
    Err(py.type_error("NotImplemented should not be used in a boolean context"))
}

/// `type(None)()` and its like give the one object.
fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let singletons = py.rt().singletons;
    Ok(py.root(match py.as_type(args[0]) {
        Some(types::NOT_IMPLEMENTED_TYPE) => singletons.not_implemented,
        Some(types::ELLIPSIS_TYPE) => singletons.ellipsis,
        _ => singletons.none,
    }))
}

fn module_new(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.new_namespace();
    let module = py.new_object(classes::MODULE);
    py.set(module, classes::MODULE_DICT, dict);
    let none = py.none();
    for (name, value) in [("__name__", args[1]), ("__doc__", args[2])] {
        let name = py.intern(name);
        py.dict_set_name(dict, name, if value.is_null() { none } else { value });
    }
    Ok(module)
}

fn module_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.get(args[0], classes::MODULE_DICT);
    let (name, file) = (py.intern("__name__"), py.intern("__file__"));
    let name = match py.dict_get_name(dict, name) {
        Some(name) => py.str_string(name)?,
        None => "?".to_string(),
    };
    let text = match py.dict_get_name(dict, file) {
        Some(file) => format!("<module '{name}' from {}>", py.repr_string(file)?),
        None => format!("<module '{name}' (built-in)>"),
    };
    Ok(py.new_str(&text))
}

fn set_cell_contents(py: &mut Py, cell: Word, value: Option<Word>) -> PyResult<()> {
    py.set(cell, classes::CELL_CONTENT, value.unwrap_or(Word::NULL));
    Ok(())
}

fn new_cell(py: &mut Py, args: &[Word]) -> PyResult {
    let cell = py.new_object(classes::CELL);
    py.set(cell, classes::CELL_CONTENT, args[1]);
    Ok(cell)
}

fn cell_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let content = match py.get(args[0], classes::CELL_CONTENT) {
        content if content.is_null() => "empty".to_string(),
        content => format!("{} object at {:#x}", py.type_name(content), content.0),
    };
    Ok(py.new_str(&format!("<cell at {:#x}: {content}>", args[0].0)))
}

fn cell_eq(py: &mut Py, args: &[Word]) -> PyResult {
    if !py.is(args[1], classes::CELL) {
        return Ok(py.not_implemented());
    }
    let (a, b) = (py.get(args[0], classes::CELL_CONTENT), py.get(args[1], classes::CELL_CONTENT));
    let same = if a.is_null() || b.is_null() { a == b } else { py.eq(a, b)? };
    Ok(py.bool(same))
}

fn cell_contents(py: &mut Py, cell: Word) -> PyResult {
    match py.get(cell, classes::CELL_CONTENT) {
        content if content.is_null() => Err(py.value_error("cell is empty")),
        content => Ok(content),
    }
}

/// A mapping proxy does what its mapping does, as far as that changes nothing.
macro_rules! forwarded {
    ($($function:ident = $name:literal;)*) => {
        $(fn $function(py: &mut Py, args: &[Word]) -> PyResult {
            let mapping = py.get(args[0], classes::NATIVE_A);
            py.call_method(mapping, $name, &args[1..])
        })*
    };
}

forwarded! {
    proxy_getitem = "__getitem__";
    proxy_contains = "__contains__";
    proxy_len = "__len__";
    proxy_iter = "__iter__";
    proxy_keys = "keys";
    proxy_values = "values";
    proxy_items = "items";
    proxy_copy = "copy";
}

fn proxy_get(py: &mut Py, args: &[Word]) -> PyResult {
    let mapping = py.get(args[0], classes::NATIVE_A);
    let default = if args[2].is_null() { py.none() } else { args[2] };
    py.call_method(mapping, "get", &[args[1], default])
}

fn proxy_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let mapping = py.get(args[0], classes::NATIVE_A);
    let text = py.repr_string(mapping)?;
    Ok(py.new_str(&format!("mappingproxy({text})")))
}

fn proxy_new(py: &mut Py, args: &[Word]) -> PyResult {
    let sequence = py.payload(args[1], classes::LIST).or(py.payload(args[1], classes::TUPLE)).is_some();
    if sequence || py.lookup_special(args[1], "__getitem__").is_none() {
        let message = format!("mappingproxy() argument must be a mapping, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    Ok(py.new_native(crate::object::native::Kind::MappingProxy, args[1], Word::NULL, Word::NULL))
}

const PROXY: &[Method] = &[
    ("__str__", Special, "(self, /)", |py, args| {
        let mapping = py.get(args[0], classes::NATIVE_A);
        py.str(mapping)
    }),
    ("__getitem__", Special, "(self, key, /)", proxy_getitem),
    ("__contains__", Special, "(self, key, /)", proxy_contains),
    ("__len__", Special, "(self, /)", proxy_len),
    ("__iter__", Special, "(self, /)", proxy_iter),
    ("__repr__", Special, "(self, /)", proxy_repr),
    ("keys", Plain, "(self, /)", proxy_keys),
    ("values", Plain, "(self, /)", proxy_values),
    ("items", Plain, "(self, /)", proxy_items),
    ("copy", Plain, "(self, /)", proxy_copy),
    ("get", Plain, "(self, key, default=None, /)", proxy_get),
];

pub fn install(py: &mut Py) {
    for id in [types::NONE_TYPE, types::NOT_IMPLEMENTED_TYPE, types::ELLIPSIS_TYPE] {
        py.add_methods(id, &[("__repr__", Special, "(self, /)", repr)]);
        py.add_new(id, "(cls, /)", new);
    }
    py.add_methods(types::NONE_TYPE, &[("__bool__", Special, "(self, /)", none_bool)]);
    py.add_methods(types::NOT_IMPLEMENTED_TYPE, &[("__bool__", Special, "(self, /)", not_implemented_bool)]);
    py.add_methods(types::MODULE, &[("__repr__", Special, "(self, /)", module_repr)]);
    py.add_new(types::MODULE, "(cls, name, doc=None)", module_new);
    py.add_getter(types::CELL, "cell_contents", cell_contents, Some(set_cell_contents));
    py.add_new(types::CELL, "(cls, contents=None, /)", new_cell);
    py.add_methods(
        types::CELL,
        &[("__repr__", Special, "(self, /)", cell_repr), ("__eq__", Special, "(self, value, /)", cell_eq)],
    );
    py.add_methods(types::MAPPING_PROXY, PROXY);
    py.add_new(types::MAPPING_PROXY, "(cls, mapping)", proxy_new);
}
