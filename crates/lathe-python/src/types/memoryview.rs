//! `memoryview`: a window into the data of bytes or a bytearray.
//!
//! Items are unsigned bytes, in one dimension. `A` is the object (null: released), `B` is not null for a view that is only for reading.
//! Weak at: a slice with a step is a copy; a bytearray can be resized while there are views, which then end where it ends.

use super::bytes_common as common;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
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
    ("itemsize", one),
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
        Some(data) => Ok(window(py, args[1], 0, data.len(), false)),
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
    let view = py.new_native(Kind::MemoryView, owner, mark, Word::NULL);
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
    py.as_bytearray(owner).is_none() || !py.get(view, classes::NATIVE_B).is_null()
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    Ok(py.new_int(length as i64))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    if py.is(args[1], classes::SLICE) {
        let bounds = py.slice_bounds(args[1], length)?;
        if bounds.step != 1 {
            // A copy that cannot be written through: of the same items, as long as they are not changed.
            let part = common::sliced(data(py, args[0])?, bounds);
            let bytes = py.try_bytes(&part)?;
            return Ok(window(py, bytes, 0, part.len(), true));
        }
        return Ok(window(py, args[0], bounds.start as usize, bounds.count, false));
    }
    let index = match py.try_index(args[1])? {
        Some(index) => index.unwrap_or(i64::MAX),
        None => return Err(py.type_error("memoryview: invalid slice key")),
    };
    let data = data(py, args[0])?;
    let at = py.text_place(index, data.len(), "index out of bounds on dimension 1")?;
    Ok(py.new_int(data[at].into()))
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    data(py, args[0])?;
    if is_read_only(py, args[0]) {
        return Err(py.type_error("cannot modify read-only memory"));
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

/// The data of a view of a bytearray.
fn writable_part<'a>(py: &mut Py, view: Word) -> &'a mut [u8] {
    let owner = py.get(view, classes::NATIVE_A);
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
    Ok(py.new_native(Kind::MemoryIterator, args[0], Word::NULL, Word::NULL))
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
    let items: Vec<Word> =
        data(py, args[0])?.iter().map(|&byte| Word::small(byte.into()).expect("small")).collect();
    py.list_from(&items)
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
    match &*py.string(format) {
        "B" | "@B" => Ok(window(py, args[0], 0, length, false)),
        _ => Err(py.value_error(
            "memoryview: destination format must be a native single character format prefixed with an optional '@'",
        )),
    }
}

fn toreadonly(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    Ok(window(py, args[0], 0, length, true))
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let mut count = 0;
    for at in 0..data(py, args[0])?.len() {
        let item = Word::small(data(py, args[0])?[at].into()).expect("small");
        count += py.eq(item, args[1])? as i64;
    }
    Ok(py.new_int(count))
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let length = data(py, args[0])?.len();
    let bounds = super::text::Bounds::new(py, args[2], args[3])?;
    for at in bounds.within(length).unwrap_or(0..0) {
        let item = Word::small(data(py, args[0])?[at].into()).expect("small");
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
    len(py, &[view])
}

fn readonly(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    let read_only = is_read_only(py, view);
    Ok(py.bool(read_only))
}

fn format(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.new_str("B"))
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
    let one = one(py, view)?;
    Ok(py.new_tuple(&[one]))
}

fn suboffsets(py: &mut Py, view: Word) -> PyResult {
    data(py, view)?;
    Ok(py.new_tuple(&[]))
}
