//! `str`: what it does not share with `bytes`.

use super::text::{Str, kind, own};
use crate::object::classes;
use crate::object::formatting::Arguments;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::object::text_build::width;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special, Static};
use crate::text::repr;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__hash__", Special, "(self, /)", hash),
    ("__iter__", Special, "(self, /)", iter),
    ("__repr__", Special, "(self, /)", repr_method),
    ("__str__", Special, "(self, /)", str_method),
    ("__format__", Plain, "(self, format_spec, /)", format_spec),
    ("__mod__", Special, "(self, value, /)", percent),
    ("__rmod__", Special, "(self, value, /)", rpercent),
    ("format", Plain, "(self, /, *args, **kwargs)", format),
    ("format_map", Plain, "(self, mapping, /)", format_map),
    ("__getnewargs__", Plain, "(self, /)", getnewargs),
    ("casefold", Plain, "(self, /)", kind::casefold::<Str>),
    ("isdecimal", Plain, "(self, /)", kind::isdecimal::<Str>),
    ("isnumeric", Plain, "(self, /)", kind::isnumeric::<Str>),
    ("isprintable", Plain, "(self, /)", kind::isprintable::<Str>),
    ("isidentifier", Plain, "(self, /)", kind::isidentifier::<Str>),
    ("encode", Plain, "(self, /, encoding='utf-8', errors='strict')", encode),
    ("translate", Plain, "(self, table, /)", super::str_translate::translate),
    ("maketrans", Static, "(x, y=None, z=None, /)", super::str_translate::maketrans),
];

pub const GETTERS: &[GetterEntry] = &[];

pub const NEW: &str = "(cls, object='', encoding='utf-8', errors='strict')";

/// `str(object)`, `str(bytes, encoding, errors)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let [_, object, encoding, errors] = args else { unreachable!("as the signature says") };
    let (object, encoding, errors) = (*object, *encoding, *errors);
    if object.is_null() {
        return py.try_text(Text::One(&[]));
    }
    if encoding.is_null() && errors.is_null() {
        let text = py.str(object)?;
        return Ok(py.payload(text, classes::STR).expect("checked"));
    }
    let encoding = py.name_argument("str", "encoding", encoding, "utf-8")?;
    let errors = py.name_argument("str", "errors", errors, "strict")?;
    if py.payload(object, classes::STR).is_some() {
        return Err(py.type_error("decoding str is not supported"));
    }
    if py.buffer(object).is_none() {
        let message = format!("decoding to str: need a bytes-like object, {} found", py.type_name(object));
        return Err(py.type_error(&message));
    }
    py.decode_object(object, &encoding, &errors)
}

fn string(py: &mut Py, object: Word) -> PyResult {
    own::<Str>(py, object)?;
    Ok(py.payload(object, classes::STR).expect("checked"))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    let text = py.text(string);
    if py.is(args[1], classes::SLICE) {
        let bounds = py.slice_bounds(args[1], text.len())?;
        if bounds.step == 1 {
            let start = bounds.start as usize;
            return py.substring(string, start..start + bounds.count);
        }
        return py.build_text(bounds.count, width(text), |out| {
            for index in 0..bounds.count as i64 {
                let at = (bounds.start + index * bounds.step) as usize;
                out.text(text.slice(at, at + 1));
            }
        });
    }
    match py.try_index(args[1])? {
        Some(Some(index)) => {
            let at = py.text_place(index, text.len(), "string index out of range")?;
            Ok(py.char_text(text.get(at)))
        }
        Some(None) => {
            let message = format!("cannot fit '{}' into an index-sized integer", py.type_name(args[1]));
            Err(py.error(crate::runtime::types::INDEX_ERROR, &message))
        }
        None => {
            let message = format!("string indices must be integers, not '{}'", py.type_name(args[1]));
            Err(py.type_error(&message))
        }
    }
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    let hash = py.str_hash(string);
    Ok(py.new_int(hash))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    Ok(py.new_native(Kind::StrIterator, string, Word::NULL, Word::NULL))
}

fn repr_method(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<Str>(py, args[0])?;
    py.built_text(&repr::repr(text))
}

fn str_method(py: &mut Py, args: &[Word]) -> PyResult {
    string(py, args[0])
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    Ok(py.new_tuple(&[string]))
}

fn format_spec(py: &mut Py, args: &[Word]) -> PyResult {
    string(py, args[0])?;
    py.format_builtin(args[0], args[1])
}

fn format(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    let positional = py.items::<Word>(args[1]);
    py.str_format(string, Arguments { positional: Some(positional), named: args[2] })
}

fn format_map(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    py.str_format(string, Arguments { positional: None, named: args[1] })
}

fn percent(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    py.str_percent(string, args[1])
}

fn rpercent(py: &mut Py, args: &[Word]) -> PyResult {
    let values = string(py, args[0])?;
    match py.payload(args[1], classes::STR) {
        Some(format) => py.str_percent(format, values),
        None => Ok(py.not_implemented()),
    }
}

fn encode(py: &mut Py, args: &[Word]) -> PyResult {
    let string = string(py, args[0])?;
    let encoding = py.name_argument("encode", "encoding", args[1], "utf-8")?;
    let errors = py.name_argument("encode", "errors", args[2], "strict")?;
    py.encode_str(string, &encoding, &errors)
}
