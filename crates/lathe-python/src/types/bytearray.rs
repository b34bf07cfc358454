//! `bytearray`: bytes that can be changed.

use super::bytes_common::{self as common, Length};
use super::text::{ByteArray, own};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::object::slice::Bounds;
use crate::object::text::Text;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special, Static};
use crate::runtime::types;
use crate::text::repr;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__setitem__", Special, "(self, key, value, /)", setitem),
    ("__delitem__", Special, "(self, key, /)", delitem),
    ("__iadd__", Special, "(self, value, /)", iadd),
    ("__imul__", Special, "(self, value, /)", imul),
    ("__init__", Special, "(self, /, source=b'', encoding='utf-8', errors='strict')", init),
    ("__mod__", Special, "(self, value, /)", common::percent::<ByteArray>),
    ("__rmod__", Special, "(self, value, /)", common::rpercent),
    ("__iter__", Special, "(self, /)", iter),
    ("__repr__", Special, "(self, /)", repr_method),
    ("__str__", Special, "(self, /)", repr_method),
    ("append", Plain, "(self, item, /)", append),
    ("extend", Plain, "(self, iterable_of_ints, /)", extend),
    ("insert", Plain, "(self, index, item, /)", insert),
    ("pop", Plain, "(self, index=-1, /)", pop),
    ("remove", Plain, "(self, value, /)", remove),
    ("reverse", Plain, "(self, /)", reverse),
    ("clear", Plain, "(self, /)", clear),
    ("copy", Plain, "(self, /)", copy),
    ("resize", Plain, "(self, size, /)", resize),
    ("decode", Plain, "(self, /, encoding='utf-8', errors='strict')", common::decode),
    ("hex", Plain, "(self, /, sep=None, bytes_per_sep=1)", common::hex),
    ("fromhex", ClassMethod, "(cls, string, /)", fromhex),
    ("translate", Plain, "(self, table, /, delete=b'')", common::translate::<ByteArray>),
    ("maketrans", Static, "(frm, to, /)", common::maketrans),
];

pub const GETTERS: &[GetterEntry] = &[];

/// It is filled by `__init__`.
pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, _args: &[Word]) -> PyResult {
    py.new_bytearray(&[])
}

fn array(py: &mut Py, object: Word) -> PyResult {
    own::<ByteArray>(py, object)?;
    Ok(py.as_bytearray(object).expect("checked"))
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let source = common::source(py, "bytearray", args[1], args[2], args[3])?;
    match source {
        Length::Zeros(length) => {
            let zeros = py.new_zeroed_bytearray(length)?;
            let data = py.get(zeros, classes::NATIVE_A);
            py.set(array, classes::NATIVE_A, data);
            py.set_int(array, classes::NATIVE_I, length as i64);
        }
        Length::Data(data) => replace_all(py, array, &data)?,
    }
    Ok(py.none())
}

fn replace_all(py: &mut Py, array: Word, data: &[u8]) -> PyResult<()> {
    let length = py.bytearray_data(array).len();
    py.bytearray_replace(array, 0..length, data)
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        let (start, stop, step) = py.slice_parts(args[1])?;
        let data = py.bytearray_data(array);
        let part = common::sliced(data, Bounds::new(start, stop, step, data.len()));
        return py.new_bytearray(&part);
    }
    let index = common::index_argument(py, args[1], "bytearray")?;
    let data = py.bytearray_data(array);
    let at = py.text_place(index, data.len(), "bytearray index out of range")?;
    Ok(py.new_int(data[at].into()))
}

/// What is assigned to a slice.
fn assigned(py: &mut Py, value: Word) -> PyResult<Vec<u8>> {
    if let Some(data) = py.buffer(value) {
        return Ok(data.to_vec());
    }
    if py.payload(value, classes::STR).is_some() || py.try_index(value)?.is_some() {
        let message = "can assign only bytes, buffers, or iterables of ints in range(0, 256)";
        return Err(py.type_error(message));
    }
    common::from_iterable(py, value, "byte")
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        let with = assigned(py, args[2])?;
        let (start, stop, step) = py.slice_parts(args[1])?;
        let data = py.bytearray_data(array);
        let bounds = Bounds::new(start, stop, step, data.len());
        if step == 1 {
            let start = bounds.start as usize;
            py.bytearray_replace(array, start..start + bounds.count, &with)?;
            return Ok(py.none());
        }
        if with.is_empty() {
            delete(py, array, bounds)?;
            return Ok(py.none());
        }
        if with.len() != bounds.count {
            let message = format!(
                "attempt to assign bytes of size {} to extended slice of size {}",
                with.len(),
                bounds.count
            );
            return Err(py.value_error(&message));
        }
        for (index, &byte) in with.iter().enumerate() {
            data[(bounds.start + index as i64 * bounds.step) as usize] = byte;
        }
        return Ok(py.none());
    }
    let index = common::index_argument(py, args[1], "bytearray")?;
    let byte = common::byte_argument(py, args[2], "byte")?;
    let data = py.bytearray_data(array);
    let at = py.text_place(index, data.len(), "bytearray index out of range")?;
    data[at] = byte;
    Ok(py.none())
}

fn delete(py: &mut Py, array: Word, bounds: Bounds) -> PyResult<()> {
    if bounds.count == 0 {
        return Ok(());
    }
    let (start, step) = bounds.upwards();
    let data = py.bytearray_data(array);
    let end = start + (bounds.count - 1) * step + 1;
    let kept: Vec<u8> =
        (start..end).filter(|at| !(at - start).is_multiple_of(step)).map(|at| data[at]).collect();
    py.bytearray_replace(array, start..end, &kept)
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        let (start, stop, step) = py.slice_parts(args[1])?;
        let bounds = Bounds::new(start, stop, step, py.bytearray_data(array).len());
        delete(py, array, bounds)?;
        return Ok(py.none());
    }
    let index = common::index_argument(py, args[1], "bytearray")?;
    let at = py.text_place(index, py.bytearray_data(array).len(), "bytearray index out of range")?;
    py.bytearray_replace(array, at..at + 1, &[])?;
    Ok(py.none())
}

fn iadd(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let Some(more) = py.buffer(args[1]) else {
        let message = format!("can't concat {} to bytearray", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    // It may be the array itself.
    let more = more.to_vec();
    push(py, array, &more)?;
    Ok(args[0])
}

fn push(py: &mut Py, array: Word, more: &[u8]) -> PyResult<()> {
    let length = py.bytearray_data(array).len();
    py.bytearray_replace(array, length..length, more)
}

fn imul(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let Some(times) = py.repetitions_of(args[1])? else { return Ok(py.not_implemented()) };
    let length = py.bytearray_data(array).len();
    let repeated = py.new_zeroed_bytearray(length.saturating_mul(times))?;
    let data = py.bytearray_data(array);
    if length > 0 {
        py.bytearray_data(repeated).chunks_exact_mut(length).for_each(|chunk| chunk.copy_from_slice(data));
    }
    let store = py.get(repeated, classes::NATIVE_A);
    py.set(array, classes::NATIVE_A, store);
    py.set_int(array, classes::NATIVE_I, py.get_int(repeated, classes::NATIVE_I));
    Ok(args[0])
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    Ok(py.new_native(Kind::ByteArrayIterator, array, Word::NULL, Word::NULL))
}

fn repr_method(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let quoted = repr::bytearray(py.bytearray_data(array));
    let name = py.type_name(args[0]);
    let mut out = crate::text::build::Builder::default();
    out.extend_str(&name);
    out.extend_str("(b");
    out.extend(quoted.text());
    out.push(b')'.into());
    py.built_text(&out)
}

fn append(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let byte = common::byte_argument(py, args[1], "byte")?;
    push(py, array, &[byte])?;
    Ok(py.none())
}

fn extend(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let more = match py.buffer(args[1]) {
        Some(data) => data.to_vec(),
        None => {
            if py.payload(args[1], classes::STR).is_some() {
                return Err(py.type_error("expected iterable of integers; got: 'str'"));
            }
            if py.lookup_special(args[1], "__iter__").is_none()
                && py.lookup_special(args[1], "__getitem__").is_none()
            {
                let message = format!("can't extend bytearray with {}", py.type_name(args[1]));
                return Err(py.type_error(&message));
            }
            common::from_iterable(py, args[1], "byte")?
        }
    };
    push(py, array, &more)?;
    Ok(py.none())
}

fn insert(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let index = py.size_argument(args[1], 0)?;
    let byte = common::byte_argument(py, args[2], "byte")?;
    let length = py.bytearray_data(array).len() as i64;
    let at = if index < 0 { (index + length).max(0) } else { index.min(length) } as usize;
    py.bytearray_replace(array, at..at, &[byte])?;
    Ok(py.none())
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let index = py.size_argument(args[1], -1)?;
    let data = py.bytearray_data(array);
    if data.is_empty() {
        return Err(py.error(types::INDEX_ERROR, "pop from empty bytearray"));
    }
    let at = py.text_place(index, data.len(), "pop index out of range")?;
    let byte = data[at];
    py.bytearray_replace(array, at..at + 1, &[])?;
    Ok(py.new_int(byte.into()))
}

fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let byte = common::byte_argument(py, args[1], "byte")?;
    match memchr::memchr(byte, py.bytearray_data(array)) {
        Some(at) => {
            py.bytearray_replace(array, at..at + 1, &[])?;
            Ok(py.none())
        }
        None => Err(py.value_error("value not found in bytearray")),
    }
}

fn reverse(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    py.bytearray_data(array).reverse();
    Ok(py.none())
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    replace_all(py, array, &[])?;
    Ok(py.none())
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let Text::One(data) = own::<ByteArray>(py, args[0])? else { unreachable!("bytes") };
    py.new_bytearray(data)
}

fn resize(py: &mut Py, args: &[Word]) -> PyResult {
    let array = array(py, args[0])?;
    let size = py.size_argument(args[1], 0)?;
    let Ok(size) = usize::try_from(size) else {
        return Err(py.value_error(&format!("Can only resize to positive sizes, got {size}")));
    };
    let length = py.bytearray_data(array).len();
    if size <= length {
        py.bytearray_replace(array, size..length, &[])?;
    } else {
        // Through the heap, which says if there is no room.
        let zeros = py.new_zeroed_bytearray(size - length)?;
        push(py, array, py.bytearray_data(zeros))?;
    }
    Ok(py.none())
}

fn fromhex(py: &mut Py, args: &[Word]) -> PyResult {
    let data = common::from_hex(py, args[1])?;
    let array = py.new_bytearray(&data)?;
    common::of_class(py, args[0], array)
}
