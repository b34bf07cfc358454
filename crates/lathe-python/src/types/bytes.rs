//! `bytes`: what it does not share with `str`.

use super::bytes_common::{self as common, Length};
use super::text::{Bytes, own};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special, Static};
use crate::text::repr;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__hash__", Special, "(self, /)", hash),
    ("__mod__", Special, "(self, value, /)", common::percent::<Bytes>),
    ("__rmod__", Special, "(self, value, /)", common::rpercent),
    ("__iter__", Special, "(self, /)", iter),
    ("__repr__", Special, "(self, /)", repr_method),
    ("__str__", Special, "(self, /)", repr_method),
    ("__bytes__", Plain, "(self, /)", bytes_method),
    ("__getnewargs__", Plain, "(self, /)", getnewargs),
    ("decode", Plain, "(self, /, encoding='utf-8', errors='strict')", common::decode),
    ("hex", Plain, "(self, /, sep=None, bytes_per_sep=1)", common::hex),
    ("fromhex", ClassMethod, "(cls, string, /)", fromhex),
    ("translate", Plain, "(self, table, /, delete=b'')", common::translate::<Bytes>),
    ("maketrans", Static, "(frm, to, /)", common::maketrans),
];

pub const GETTERS: &[GetterEntry] = &[];

pub const NEW: &str = "(cls, source=b'', encoding='utf-8', errors='strict')";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let source = args[1];
    let plain = args[2].is_null() && args[3].is_null();
    if plain && !source.is_null() && py.payload(source, classes::STR).is_none() {
        if py.is(source, classes::BYTES) {
            return Ok(source);
        }
        if let Some(bytes) = py.call_special(source, "__bytes__", &[])? {
            return match py.payload(bytes, classes::BYTES) {
                Some(bytes) => Ok(bytes),
                None => {
                    let message = format!("__bytes__ returned non-bytes (type {})", py.type_name(bytes));
                    Err(py.type_error(&message))
                }
            };
        }
    }
    match common::source(py, "bytes", source, args[2], args[3])? {
        Length::Zeros(length) => py.build_bytes(length, |_| ()),
        Length::Data(data) => py.try_bytes(&data),
    }
}

fn payload(py: &mut Py, object: Word) -> PyResult {
    own::<Bytes>(py, object)?;
    Ok(py.payload(object, classes::BYTES).expect("checked"))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = payload(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        let length = py.bytes(bytes).len();
        let bounds = py.slice_bounds(args[1], length)?;
        if bounds.step == 1 && bounds.count == length {
            return Ok(bytes);
        }
        let data = common::sliced(py.bytes(bytes), bounds);
        return py.try_bytes(&data);
    }
    let index = common::index_argument(py, args[1], "byte")?;
    let data = py.bytes(bytes);
    let at = py.text_place(index, data.len(), "index out of range")?;
    Ok(py.new_int(data[at].into()))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = payload(py, args[0])?;
    let hash = py.bytes_hash(bytes);
    Ok(py.new_int(hash))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = payload(py, args[0])?;
    Ok(py.new_native(Kind::BytesIterator, bytes, Word::NULL, Word::NULL))
}

fn repr_method(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = payload(py, args[0])?;
    let quoted = repr::bytes(py.bytes(bytes));
    let b = py.new_text(Text::One(b"b"));
    let quoted = py.built_text(&quoted)?;
    py.str_concat(b, quoted)
}

fn bytes_method(py: &mut Py, args: &[Word]) -> PyResult {
    payload(py, args[0])
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = payload(py, args[0])?;
    Ok(py.new_tuple(&[bytes]))
}

fn fromhex(py: &mut Py, args: &[Word]) -> PyResult {
    let data = common::from_hex(py, args[1])?;
    let bytes = py.try_bytes(&data)?;
    common::of_class(py, args[0], bytes)
}
