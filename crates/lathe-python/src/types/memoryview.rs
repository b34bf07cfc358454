//! `memoryview`: a window into the data of bytes or a bytearray.
//!
//! In one dimension. `A` is the object (null: released), `B` is not null for a view that is only for reading, `C` is the letter of the
//! format of items, null for unsigned bytes.
//! Weak at: a slice with a step is a copy; a bytearray can be resized while there are views, which then end where it ends.

use super::bytes_common as common;
use crate::modules::array::Code;
use crate::modules::array::items::{pack, unpack};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__len__", Special, "(self, /)", len),
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__setitem__", Special, "(self, key, value, /)", setitem),
    ("__eq__", Special, "(self, value, /)", eq),
    ("__ne__", Special, "(self, value, /)", ne),
    ("__hash__", Special, "(self, /)", hash),
    ("__iter__", Special, "(self, /)", iter),
    ("__repr__", Special, "(self, /)", repr),
    ("__enter__", Plain, "(self, /)", enter),
    ("__exit__", Plain, "(self, /, *args)", exit),
    ("tobytes", Plain, "(self, /, order='C')", tobytes),
    ("tolist", Plain, "(self, /)", tolist),
    ("hex", Plain, "(self, /, sep=None, bytes_per_sep=1)", hex),
    ("release", Plain, "(self, /)", release),
    ("cast", Plain, "(self, /, format, shape=None)", cast),
    ("toreadonly", Plain, "(self, /)", toreadonly),
    ("count", Plain, "(self, value, /)", count),
    ("index", Plain, "(self, value, start=0, stop=9223372036854775807, /)", index),
];

pub const GETTERS: &[GetterEntry] = &[
    ("obj", obj),
    ("nbytes", nbytes),
    ("readonly", readonly),
    ("format", format),
    ("itemsize", itemsize),
    ("ndim", one),
    ("shape", shape),
    ("strides", strides),
    ("suboffsets", suboffsets),
    ("contiguous", yes),
    ("c_contiguous", yes),
    ("f_contiguous", yes),
];

pub const NEW: &str = "(cls, object)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    match py.buffer(args[1]) {
        Some(data) => {
            let view = window(py, args[1], 0, data.len(), false);
            if let Some(array) = py.as_array(args[1]) {
                let letter = py.array_code(array).letter;
                py.set(view, classes::NATIVE_C, Word::wrap_small(letter.into()));
            }
            Ok(view)
        }
        None => match py.released_view(args[1]) {
            Some(raised) => Err(raised),
            None => {
                let message =
                    format!("memoryview: a bytes-like object is required, not '{}'", py.type_name(args[1]));
                Err(py.type_error(&message))
            }
        },
    }
}

/// A window into an object; `B` is not null if it may not be written through.
fn window(py: &mut Py, object: Word, start: usize, length: usize, read_only: bool) -> Word {
    // A view of a view is one of its object.
    let (owner, offset, read_only) = match py.native_kind(object) {
        Some(Kind::MemoryView) => (
            py.get(object, classes::NATIVE_A),
            py.get_int(object, classes::NATIVE_I) as usize,
            read_only || !py.get(object, classes::NATIVE_B).is_null(),
        ),
        _ => (object, 0, read_only),
    };
    let mark = if read_only { py.bool(true) } else { Word::NULL };
    let format = match py.native_kind(object) {
        Some(Kind::MemoryView) => py.get(object, classes::NATIVE_C),
        _ => Word::NULL,
    };
    let view = py.new_native(Kind::MemoryView, owner, mark, format);
    py.set_int(view, classes::NATIVE_I, (offset + start) as i64);
    py.set_int(view, classes::NATIVE_J, length as i64);
    view
}

impl Py {
    /// The error for a memoryview that was released.
    pub fn released_view(&mut self, object: Word) -> Option<Raised> {
        let released = self.native_kind(object) == Some(Kind::MemoryView)
            && self.get(object, classes::NATIVE_A).is_null();
        released.then(|| self.value_error("operation forbidden on released memoryview object"))
    }
}

impl Py {
    /// The data of a bytearray, or of a view of one, to be written to; none if it cannot be.
    pub fn writable_buffer<'a>(&mut self, object: Word) -> Option<&'a mut [u8]> {
        if let Some(array) = self.as_bytearray(object) {
            return Some(self.bytearray_data(array));
        }
        if let Some(array) = self.as_array(object) {
            return Some(self.array_bytes(array));
        }
        let view = self.payload(object, classes::NATIVE)?;
        let writable = self.native_kind(view) == Some(Kind::MemoryView)
            && !self.get(view, classes::NATIVE_A).is_null()
            && !is_read_only(self, view);
        writable.then(|| writable_part(self, view))
    }
}

fn data<'a>(py: &mut Py, view: Word) -> PyResult<&'a [u8]> {
    if py.native_kind(view) != Some(Kind::MemoryView) {
        let message =
            format!("descriptor requires a 'memoryview' object but received a '{}'", py.type_name(view));
        return Err(py.type_error(&message));
    }
    match py.buffer(view) {
        Some(data) => Ok(data),
        None => Err(py.not_bytes_like(view)),
    }
}

fn is_read_only(py: &mut Py, view: Word) -> bool {
    let owner = py.get(view, classes::NATIVE_A);
    py.as_bytearray(owner).is_none() && py.as_array(owner).is_none()
        || !py.get(view, classes::NATIVE_B).is_null()
}

/// What items are.
fn code(py: &Py, view: Word) -> Code {
    let letter = py.get(view, classes::NATIVE_C).as_small().unwrap_or(b'B'.into());
    Code::of(letter as u32).expect("checked when it was made")
}

fn item(py: &mut Py, view: Word, at: usize) -> PyResult {
    let code = code(py, view);
    let mut bytes = [0; 8];
    bytes[..code.size].copy_from_slice(&data(py, view)?[at * code.size..][..code.size]);
    unpack(py, code, u64::from_le_bytes(bytes))
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len() / code(py, args[0]).size;
    Ok(py.new_int(length as i64))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let size = code(py, args[0]).size;
    let length = data(py, args[0])?.len() / size;
    if py.is(args[1], classes::SLICE) {
        let bounds = py.slice_bounds(args[1], length)?;
        if bounds.step != 1 && size == 1 {
            // A copy that cannot be written through: of the same items, as long as they are not changed.
            let part = common::sliced(data(py, args[0])?, bounds);
            let bytes = py.try_bytes(&part)?;
            return Ok(window(py, bytes, 0, part.len(), true));
        }
        if bounds.step != 1 {
            let mut part = Vec::with_capacity(bounds.count * size);
            for number in 0..bounds.count as i64 {
                let at = (bounds.start + number * bounds.step) as usize * size;
                part.extend_from_slice(&data(py, args[0])?[at..at + size]);
            }
            let bytes = py.try_bytes(&part)?;
            let view = window(py, bytes, 0, part.len(), true);
            py.set(view, classes::NATIVE_C, py.get(args[0], classes::NATIVE_C));
            return Ok(view);
        }
        return Ok(window(py, args[0], bounds.start as usize * size, bounds.count * size, false));
    }
    let index = match py.try_index(args[1])? {
        Some(index) => index.unwrap_or(i64::MAX),
        None => return Err(py.type_error("memoryview: invalid slice key")),
    };
    let at = py.text_place(index, length, "index out of bounds on dimension 1")?;
    item(py, args[0], at)
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    if is_read_only(py, args[0]) {
        return Err(py.type_error("cannot modify read-only memory"));
    }
    let code = code(py, args[0]);
    if code.size > 1 || code.letter != b'B' {
        return set_wide_item(py, args, code);
    }
    if py.is(args[1], classes::SLICE) {
        let length = data(py, args[0])?.len();
        let bounds = py.slice_bounds(args[1], length)?;
        let Some(value) = py.buffer(args[2]) else { return Err(py.not_bytes_like(args[2])) };
        if value.len() != bounds.count {
            let message = "memoryview assignment: lvalue and rvalue have different structures";
            return Err(py.value_error(message));
        }
        let value = value.to_vec();
        let place = writable_part(py, args[0]);
        for (index, &byte) in value.iter().enumerate() {
            place[(bounds.start + index as i64 * bounds.step) as usize] = byte;
        }
        return Ok(py.none());
    }
    let index = match py.try_index(args[1])? {
        Some(index) => index.unwrap_or(i64::MAX),
        None => return Err(py.type_error("memoryview: invalid slice key")),
    };
    let byte = match py.try_index(args[2])? {
        None => return Err(py.type_error("memoryview: invalid type for format 'B'")),
        Some(byte) => match byte.and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => byte,
            None => return Err(py.value_error("memoryview: invalid value for format 'B'")),
        },
    };
    let length = data(py, args[0])?.len();
    let at = py.text_place(index, length, "index out of bounds on dimension 1")?;
    writable_part(py, args[0])[at] = byte;
    Ok(py.none())
}

/// The same for items of another kind than bytes.
fn set_wide_item(py: &mut Py, args: &[Word], code: Code) -> PyResult {
    let different = "memoryview assignment: lvalue and rvalue have different structures";
    if py.is(args[1], classes::SLICE) {
        let length = data(py, args[0])?.len() / code.size;
        let bounds = py.slice_bounds(args[1], length)?;
        let Some(value) = py.buffer(args[2]).map(<[u8]>::to_vec) else {
            return Err(py.not_bytes_like(args[2]));
        };
        if value.len() != bounds.count * code.size {
            return Err(py.value_error(different));
        }
        for (number, item) in value.chunks_exact(code.size).enumerate() {
            let at = (bounds.start + number as i64 * bounds.step) as usize * code.size;
            writable_part(py, args[0])[at..at + code.size].copy_from_slice(item);
        }
        return Ok(py.none());
    }
    let index = match py.try_index(args[1])? {
        Some(index) => index.unwrap_or(i64::MAX),
        None => return Err(py.type_error("memoryview: invalid slice key")),
    };
    let letter = code.letter as char;
    let bytes = match pack(py, code, args[2]) {
        Ok(bytes) => bytes,
        Err(raised) if py.is_instance(raised.0, types::TYPE_ERROR) => {
            return Err(py.type_error(&format!("memoryview: invalid type for format '{letter}'")));
        }
        Err(raised) if py.is_instance(raised.0, types::OVERFLOW_ERROR) => {
            return Err(py.value_error(&format!("memoryview: invalid value for format '{letter}'")));
        }
        Err(raised) => return Err(raised),
    };
    let length = data(py, args[0])?.len() / code.size;
    let at = py.text_place(index, length, "index out of bounds on dimension 1")? * code.size;
    writable_part(py, args[0])[at..at + code.size].copy_from_slice(&bytes[..code.size]);
    Ok(py.none())
}

/// The data of a view of a bytearray or an array.
fn writable_part<'a>(py: &mut Py, view: Word) -> &'a mut [u8] {
    let owner = py.get(view, classes::NATIVE_A);
    if let Some(array) = py.as_array(owner) {
        let start = py.get_int(view, classes::NATIVE_I) as usize;
        let length = py.get_int(view, classes::NATIVE_J) as usize;
        let data = py.array_bytes(array);
        let size = data.len();
        return &mut data[start.min(size)..(start + length).min(size)];
    }
    let array = py.as_bytearray(owner).expect("checked");
    let start = py.get_int(view, classes::NATIVE_I) as usize;
    let length = py.get_int(view, classes::NATIVE_J) as usize;
    let data = py.bytearray_data(array);
    let size = data.len();
    &mut data[start.min(size)..(start + length).min(size)]
}

fn equal(py: &mut Py, args: &[Word]) -> PyResult<Option<bool>> {
    if args[0] == args[1] {
        return Ok(Some(true));
    }
    // A released view equals nothing else.
    let Some(left) = py.buffer(args[0]) else { return Ok(Some(false)) };
    Ok(py.buffer(args[1]).map(|right| left == right))
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(match equal(py, args)? {
        Some(equal) => py.bool(equal),
        None => py.not_implemented(),
    })
}

fn ne(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(match equal(py, args)? {
        Some(equal) => py.bool(!equal),
        None => py.not_implemented(),
    })
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    if !is_read_only(py, args[0]) {
        return Err(py.value_error("cannot hash writable memoryview object"));
    }
    let data = data(py, args[0])?;
    let bytes = py.try_bytes(data)?;
    let hash = py.bytes_hash(bytes);
    Ok(py.new_int(hash))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    let kind = if code(py, args[0]).letter == b'B' { Kind::MemoryIterator } else { Kind::SequenceIterator };
    Ok(py.new_native(kind, args[0], Word::NULL, Word::NULL))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let released = py.get(args[0], classes::NATIVE_A).is_null();
    let what = if released { "released memory" } else { "memory" };
    Ok(py.new_str(&format!("<{what} at {:#x}>", args[0].0)))
}

fn enter(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    Ok(args[0])
}

fn exit(py: &mut Py, args: &[Word]) -> PyResult {
    release(py, args)
}

fn release(py: &mut Py, args: &[Word]) -> PyResult {
    if py.native_kind(args[0]) == Some(Kind::MemoryView) {
        py.set(args[0], classes::NATIVE_A, Word::NULL);
    }
    Ok(py.none())
}

fn tobytes(py: &mut Py, args: &[Word]) -> PyResult {
    let data = data(py, args[0])?;
    py.try_bytes(data)
}

fn tolist(py: &mut Py, args: &[Word]) -> PyResult {
    let list = py.new_list(&[]);
    for at in 0..data(py, args[0])?.len() / code(py, args[0]).size {
        let item = item(py, args[0], at)?;
        py.list_append(list, item)?;
    }
    Ok(list)
}

fn hex(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    common::hex(py, args)
}

fn cast(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    let Some(format) = py.payload(args[1], classes::STR) else {
        return Err(py.type_error("format argument must be a string"));
    };
    let text = py.string(format);
    let letter = text.strip_prefix('@').unwrap_or(&text);
    let target = match letter.as_bytes() {
        [letter] if !matches!(letter, b'u' | b'w') => Code::of((*letter).into()),
        _ => None,
    };
    let Some(target) = target else {
        return Err(py.value_error(
            "memoryview: destination format must be a native single character format prefixed with an optional '@'",
        ));
    };
    if code(py, args[0]).size > 1 && target.size > 1 {
        return Err(py.type_error("memoryview: cannot cast between two non-byte formats"));
    }
    if !length.is_multiple_of(target.size) {
        return Err(py.type_error("memoryview: length is not a multiple of itemsize"));
    }
    let view = window(py, args[0], 0, length, false);
    py.set(view, classes::NATIVE_C, Word::wrap_small(target.letter.into()));
    Ok(view)
}

fn toreadonly(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    Ok(window(py, args[0], 0, length, true))
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let mut count = 0;
    for at in 0..data(py, args[0])?.len() / code(py, args[0]).size {
        let item = item(py, args[0], at)?;
        count += py.eq(item, args[1])? as i64;
    }
    Ok(py.new_int(count))
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len() / code(py, args[0]).size;
    let bounds = super::text::Bounds::new(py, args[2], args[3])?;
    for at in bounds.within(length).unwrap_or(0..0) {
        let item = item(py, args[0], at)?;
        if py.eq(item, args[1])? {
            return Ok(py.new_int(at as i64));
        }
    }
    Err(py.value_error("memoryview.index(x): x not found"))
}

fn obj(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.get(view, classes::NATIVE_A))
}

fn nbytes(py: &mut Py, view: Word) -> PyResult {
    let length = data(py, view)?.len();
    Ok(py.new_int(length as i64))
}

fn itemsize(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    let size = code(py, view).size;
    Ok(py.new_int(size as i64))
}

fn readonly(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    let read_only = is_read_only(py, view);
    Ok(py.bool(read_only))
}

fn format(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    let letter = code(py, view).letter;
    Ok(py.char_text(letter.into()))
}

fn one(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.new_int(1))
}

fn yes(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.bool(true))
}

fn shape(py: &mut Py, view: Word) -> PyResult {
    let length = len(py, &[view])?;
    Ok(py.new_tuple(&[length]))
}

fn strides(py: &mut Py, view: Word) -> PyResult {
    let size = itemsize(py, view)?;
    Ok(py.new_tuple(&[size]))
}

fn suboffsets(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.new_tuple(&[]))
}
