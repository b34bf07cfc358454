//! How arrays are made, and their methods.

use super::Code;
use super::items::{item, pack};
use super::sequence::find;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::text::build::Builder;
use crate::types::support::CLASS_GETITEM;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("append", Plain, "(self, v, /)", |py, args| {
        let array = own(py, args[0])?;
        push(py, array, args[1])?;
        py.none_result()
    }),
    ("extend", Plain, "(self, bb, /)", |py, args| {
        let array = own(py, args[0])?;
        extend_with(py, array, args[1])?;
        py.none_result()
    }),
    ("insert", Plain, "(self, i, v, /)", insert),
    ("pop", Plain, "(self, i=-1, /)", pop),
    ("remove", Plain, "(self, v, /)", remove),
    ("index", Plain, "(self, v, start=0, stop=9223372036854775807, /)", index),
    ("count", Plain, "(self, v, /)", count),
    ("reverse", Plain, "(self, /)", reverse),
    ("byteswap", Plain, "(self, /)", byteswap),
    ("tolist", Plain, "(self, /)", tolist),
    ("fromlist", Plain, "(self, list, /)", fromlist),
    ("tobytes", Plain, "(self, /)", |py, args| {
        let array = own(py, args[0])?;
        py.try_bytes(py.array_bytes(array))
    }),
    ("frombytes", Plain, "(self, buffer, /)", frombytes),
    ("tounicode", Plain, "(self, /)", tounicode),
    ("fromunicode", Plain, "(self, ustr, /)", fromunicode),
    ("tofile", Plain, "(self, f, /)", tofile),
    ("fromfile", Plain, "(self, f, n, /)", fromfile),
    ("buffer_info", Plain, "(self, /)", |py, args| {
        let array = own(py, args[0])?;
        let (address, length) = (py.array_bytes(array).as_ptr() as i64, py.array_length(array));
        let (address, length) = (py.new_int(address), py.new_int(length as i64));
        Ok(py.new_tuple(&[address, length]))
    }),
    ("__copy__", Plain, "(self, /)", copy),
    ("__deepcopy__", Plain, "(self, unused, /)", copy),
    ("__reduce_ex__", Plain, "(self, value, /)", reduce),
    ("__repr__", Special, "(self, /)", repr),
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterEntry] = &[
    ("typecode", |py, object| {
        let array = own(py, object)?;
        let letter = py.array_code(array).letter;
        Ok(py.char_text(letter.into()))
    }),
    ("itemsize", |py, object| {
        let array = own(py, object)?;
        let size = py.array_code(array).size;
        py.int_result(size)
    }),
];

pub fn own(py: &mut Py, object: Word) -> PyResult {
    match py.as_array(object) {
        Some(array) => Ok(array),
        None => Err(py.wrong_receiver(object, types::ARRAY)),
    }
}

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let (letter, initial) = match *py.items::<Word>(args[1]) {
        [] => return Err(py.type_error("array() takes at least 1 argument (0 given)")),
        [letter] => (letter, Word::NULL),
        [letter, initial] => (letter, initial),
        [_, _, ..] => {
            let message = format!("array() takes at most 2 arguments ({} given)", py.array_len(args[1]));
            return Err(py.type_error(&message));
        }
    };
    let letter = match py.payload(letter, classes::STR).map(|string| py.text(string)) {
        Some(text) if text.len() == 1 => text.get(0),
        _ => {
            let message =
                format!("array() argument 1 must be a unicode character, not {}", py.type_name(letter));
            return Err(py.type_error(&message));
        }
    };
    let Some(code) = Code::of(letter) else {
        return Err(py.value_error("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)"));
    };
    let array = py.new_array_object(code);
    if !initial.is_null() {
        fill(py, array, code, initial)?;
    }
    py.of_class(args[0], types::ARRAY, array)
}

fn fill(py: &mut Py, array: Word, code: Code, initial: Word) -> PyResult<()> {
    if py.payload(initial, classes::STR).is_some() {
        if !code.is_text() {
            let message =
                format!("cannot use a str to initialize an array with typecode '{}'", code.letter as char);
            return Err(py.type_error(&message));
        }
        fromunicode(py, &[array, initial])?;
        return Ok(());
    }
    if py.payload(initial, classes::BYTES).is_some() || py.as_bytearray(initial).is_some() {
        frombytes(py, &[array, initial])?;
        return Ok(());
    }
    if let Some(other) = py.as_array(initial) {
        if py.array_code(other).is_text() && !code.is_text() {
            let message = format!(
                "cannot use a unicode array to initialize an array with typecode '{}'",
                code.letter as char
            );
            return Err(py.type_error(&message));
        }
        if py.array_code(other) == code {
            return extend_with(py, array, initial);
        }
    }
    extend_from_iterable(py, array, initial)
}

fn push(py: &mut Py, array: Word, value: Word) -> PyResult<()> {
    let code = py.array_code(array);
    let bytes = pack(py, code, value)?;
    let length = py.array_length(array);
    py.array_resize(array, length + 1)?;
    py.array_bytes(array)[length * code.size..].copy_from_slice(&bytes[..code.size]);
    Ok(())
}

fn extend_from_iterable(py: &mut Py, array: Word, iterable: Word) -> PyResult<()> {
    let iterator = py.iter(iterable)?;
    while let Some(value) = py.next(iterator)? {
        push(py, array, value)?;
    }
    Ok(())
}

pub fn extend_with(py: &mut Py, array: Word, more: Word) -> PyResult<()> {
    let Some(other) = py.as_array(more) else { return extend_from_iterable(py, array, more) };
    if py.array_code(other) != py.array_code(array) {
        return Err(py.type_error("can only extend with array of same kind"));
    }
    let (bytes, length) = (py.array_bytes(other).to_vec(), py.array_length(array));
    py.array_splice(array, length, length, &bytes)
}

fn insert(py: &mut Py, args: &[Word]) -> PyResult {
    let (array, at) = (own(py, args[0])?, py.index(args[1])?);
    let code = py.array_code(array);
    let bytes = pack(py, code, args[2])?;
    let length = py.array_length(array) as i64;
    let at = if at < 0 { (at.saturating_add(length)).max(0) } else { at.min(length) } as usize;
    py.array_splice(array, at, at, &bytes[..code.size])?;
    py.none_result()
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let at = if args[1].is_null() { -1 } else { py.index(args[1])? };
    let length = py.array_length(array);
    if length == 0 {
        return Err(py.error(types::INDEX_ERROR, "pop from empty array"));
    }
    let at = if at < 0 { at.saturating_add(length as i64) } else { at };
    if at < 0 || at >= length as i64 {
        return Err(py.error(types::INDEX_ERROR, "pop index out of range"));
    }
    let value = item(py, array, at as usize)?;
    py.array_splice(array, at as usize, at as usize + 1, &[])?;
    Ok(value)
}

fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    match find(py, array, args[1], 0, usize::MAX)? {
        // The comparison may have made it shorter.
        Some(at) if at < py.array_length(array) => {
            py.array_splice(array, at, at + 1, &[])?;
            py.none_result()
        }
        _ => Err(py.value_error("array.remove(x): x not in array")),
    }
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let length = py.array_length(array);
    let start = py.clamped(args[2], 0, length)?;
    let stop = py.clamped(args[3], usize::MAX, length)?;
    match find(py, array, args[1], start, stop)? {
        Some(at) => py.int_result(at),
        None => Err(py.value_error("array.index(x): x not in array")),
    }
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let (mut count, mut from) = (0, 0);
    while let Some(at) = find(py, array, args[1], from, usize::MAX)? {
        (count, from) = (count + 1, at + 1);
    }
    py.int_result(count)
}

fn reverse(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let size = py.array_code(array).size;
    let data = py.array_bytes(array);
    data.reverse();
    data.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    py.none_result()
}

fn byteswap(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let size = py.array_code(array).size;
    py.array_bytes(array).chunks_exact_mut(size).for_each(<[u8]>::reverse);
    py.none_result()
}

fn tolist(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let list = py.new_list(&[]);
    for index in 0..py.array_length(array) {
        let value = item(py, array, index)?;
        py.list_append(list, value)?;
    }
    Ok(list)
}

fn fromlist(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let Some(list) = py.payload(args[1], classes::LIST) else {
        return Err(py.type_error("arg must be list"));
    };
    let (length, code) = (py.array_length(array), py.array_code(array));
    let mut bytes = Vec::new();
    let mut index = 0;
    // All or nothing.
    while index < py.list_len(list) {
        let value = py.list_get(list, index);
        bytes.extend_from_slice(&pack(py, code, value)?[..code.size]);
        index += 1;
    }
    py.array_splice(array, length, length, &bytes)?;
    py.none_result()
}

fn frombytes(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let Some(data) = py.buffer(args[1]).map(<[u8]>::to_vec) else { return Err(py.not_bytes_like(args[1])) };
    if !data.len().is_multiple_of(py.array_code(array).size) {
        return Err(py.value_error("bytes length not a multiple of item size"));
    }
    let length = py.array_length(array);
    py.array_splice(array, length, length, &data)?;
    py.none_result()
}

fn text_array(py: &mut Py, object: Word, name: &str) -> PyResult {
    let array = own(py, object)?;
    if py.array_code(array).is_text() {
        return Ok(array);
    }
    Err(py.value_error(&format!("{name}() may only be called on unicode type arrays")))
}

fn tounicode(py: &mut Py, args: &[Word]) -> PyResult {
    let array = text_array(py, args[0], "tounicode")?;
    let mut text = Builder::default();
    for c in py.array_bytes(array).chunks_exact(4) {
        text.push(u32::from_le_bytes(c.try_into().expect("four bytes")));
    }
    py.built_text(&text)
}

fn fromunicode(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(string) = py.payload(args[1], classes::STR) else {
        let message = format!("fromunicode() argument must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    let array = text_array(py, args[0], "fromunicode")?;
    let text: Text<'_> = py.text(string);
    let bytes: Vec<u8> = text.code_points().flat_map(u32::to_le_bytes).collect();
    let length = py.array_length(array);
    py.array_splice(array, length, length, &bytes)?;
    py.none_result()
}

fn tofile(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let bytes = py.try_bytes(py.array_bytes(array))?;
    py.call_method(args[1], "write", &[bytes])?;
    py.none_result()
}

fn fromfile(py: &mut Py, args: &[Word]) -> PyResult {
    let (array, count) = (own(py, args[0])?, py.index(args[2])?);
    if count < 0 {
        return Err(py.value_error("negative count"));
    }
    let size = py.array_code(array).size;
    let wanted = py.new_int(count.saturating_mul(size as i64));
    let read = py.call_method(args[1], "read", &[wanted])?;
    let Some(bytes) = py.payload(read, classes::BYTES).map(|bytes| py.bytes(bytes).len()) else {
        return Err(py.type_error("read() didn't return bytes"));
    };
    let short = bytes as i64 != count.saturating_mul(size as i64);
    frombytes(py, &[array, read])?;
    if short {
        return Err(py.error(types::EOF_ERROR, "read() didn't return enough bytes"));
    }
    py.none_result()
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let code = py.array_code(array);
    let bytes = py.array_bytes(array).to_vec();
    py.array_from(code, &bytes)
}

/// The class, its kind and a list of its items: what every protocol can have.
fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let class = py.type_object(py.type_of(args[0]));
    let letter = py.array_code(array).letter;
    let (letter, items) = (py.char_text(letter.into()), tolist(py, &[array])?);
    let made_from = py.new_tuple(&[letter, items]);
    let state = match py.class_of(args[0]) {
        Some(classes::WRAPPED) => py.get_attr_str(args[0], "__dict__")?,
        _ => py.none(),
    };
    Ok(py.new_tuple(&[class, made_from, state]))
}

/// What CPython's pickles of arrays call: bytes in the order of this machine.
pub fn reconstruct(py: &mut Py, args: &[Word]) -> PyResult {
    let made_from = py.new_tuple(&[args[1], args[3]]);
    new(py, &[args[0], made_from])
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let array = own(py, args[0])?;
    let letter = py.array_code(array).letter as char;
    let name = py.rt().ty(py.type_of(args[0])).name.borrow().clone();
    let name = name.rsplit('.').next().expect("a name");
    if py.array_length(array) == 0 {
        return Ok(py.new_str(&format!("{name}('{letter}')")));
    }
    let shown = match py.array_code(array).is_text() {
        true => tounicode(py, &[array])?,
        false => tolist(py, &[array])?,
    };
    let shown = py.repr_string(shown)?;
    Ok(py.new_str(&format!("{name}('{letter}', {shown})")))
}
