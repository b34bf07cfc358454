//! `module`.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.new_namespace();
    let module = py.new_object(classes::MODULE);
    py.set(module, classes::MODULE_DICT, dict);
    py.of_class(args[0], types::MODULE, module)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    if py.payload(args[1], classes::STR).is_none() {
        let message = format!("module() argument 'name' must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    let doc = if args[2].is_null() { none } else { args[2] };
    for (name, value) in [
        ("__name__", args[1]),
        ("__doc__", doc),
        ("__package__", none),
        ("__loader__", none),
        ("__spec__", none),
    ] {
        let name = py.intern(name);
        py.generic_set_attr(args[0], name, Some(value))?;
    }
    Ok(none)
}

/// What is in the module's namespace.
fn own(py: &mut Py, module: Word, name: &str) -> PyResult<Option<Word>> {
    let name = py.intern(name);
    match py.class_of(module) {
        Some(classes::MODULE) => {
            let dict = py.get(module, classes::MODULE_DICT);
            Ok(py.dict_get_name(dict, name))
        }
        _ => py.optional_attr(module, name),
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = match own(py, args[0], "__name__")? {
        Some(name) => py.repr_string(name)?,
        None => "'?'".to_string(),
    };
    if let Some(file) = own(py, args[0], "__file__")? {
        let file = py.repr_string(file)?;
        return Ok(py.new_str(&format!("<module {name} from {file}>")));
    }
    let text = match own(py, args[0], "__loader__")? {
        // Those that are written in Rust have none.
        None if own(py, args[0], "__name__")?.is_some() => format!("<module {name} (built-in)>"),
        Some(loader) if !py.is_none(loader) => format!("<module {name} ({})>", py.repr_string(loader)?),
        _ => format!("<module {name}>"),
    };
    Ok(py.new_str(&text))
}

/// The names in it, or what a function of the module says.
fn dir(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.get_attr_str(args[0], "__dict__")?;
    let Some(dict) = py.payload(dict, classes::DICT) else {
        return Err(py.type_error("<module>.__dict__ is not a dictionary"));
    };
    let name = py.intern("__dir__");
    match py.dict_get_name(dict, name) {
        Some(function) => py.call(function, &[]),
        None => py.list_of(dict),
    }
}

pub fn install(py: &mut Py) {
    py.add_new(types::MODULE, "(cls, /, *args, **kwargs)", new);
    py.add_methods(
        types::MODULE,
        &[
            ("__init__", Special, "(self, name, doc=None)", init),
            ("__repr__", Special, "(self, /)", repr),
            ("__dir__", Plain, "(self, /)", dir),
        ],
    );
}
