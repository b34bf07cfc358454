//! `_struct`: values as bytes, as C lays them out.
//!
//! A `Struct` is a `NATIVE`: A its format (bytes), I its size. Formats are read when they are used, and remembered.

mod format;
mod half;
mod values;

use super::Constant;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{Function, GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use format::Format;
use lathe_heap::Word;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

pub const FUNCTIONS: &[Function] = &[
    ("calcsize", "(format, /)", |py, args| {
        let format = read(py, args[0])?;
        py.int_result(format.size)
    }),
    ("pack", "(*args)", |py, args| {
        let (format, values) = first(py, args[0])?;
        pack(py, &format, &values)
    }),
    ("pack_into", "(*args)", |py, args| {
        let (format, values) = first(py, args[0])?;
        pack_into(py, &format, &values)
    }),
    ("unpack", "(format, buffer, /)", |py, args| {
        let format = read(py, args[0])?;
        unpack(py, &format, args[1])
    }),
    ("unpack_from", "(format, /, buffer, offset=0)", |py, args| {
        let format = read(py, args[0])?;
        unpack_from(py, &format, args[1], args[2])
    }),
    ("iter_unpack", "(format, buffer, /)", |py, args| {
        let made = new_struct(py, args[0])?;
        iter_unpack(py, made, args[1])
    }),
    ("_clearcache", "()", |py, _| py.none_result()),
];

pub const CONSTANTS: &[Constant] = &[
    ("Struct", |py| {
        install(py);
        Ok(py.type_object(types::STRUCT))
    }),
    ("error", |py| Ok(py.type_object(types::STRUCT_ERROR))),
];

const METHODS: &[Method] = &[
    ("pack", Plain, "(self, /, *args)", |py, args| {
        let (format, values) = (own(py, args[0])?, py.items::<Word>(args[1]).to_vec());
        pack(py, &format, &values)
    }),
    ("pack_into", Plain, "(self, /, *args)", |py, args| {
        let (format, values) = (own(py, args[0])?, py.items::<Word>(args[1]).to_vec());
        pack_into(py, &format, &values)
    }),
    ("unpack", Plain, "(self, buffer, /)", |py, args| {
        let format = own(py, args[0])?;
        unpack(py, &format, args[1])
    }),
    ("unpack_from", Plain, "(self, /, buffer, offset=0)", |py, args| {
        let format = own(py, args[0])?;
        unpack_from(py, &format, args[1], args[2])
    }),
    ("iter_unpack", Plain, "(self, buffer, /)", |py, args| {
        own(py, args[0])?;
        iter_unpack(py, args[0], args[1])
    }),
];

const GETTERS: &[GetterEntry] = &[
    ("format", |py, object| {
        own(py, object)?;
        let format = py.payload(object, classes::NATIVE).expect("a struct");
        let bytes = py.get(format, classes::NATIVE_A);
        let text: String = py.bytes(bytes).iter().map(|&byte| byte as char).collect();
        Ok(py.new_str(&text))
    }),
    ("size", |py, object| {
        let format = own(py, object)?;
        py.int_result(format.size)
    }),
];

/// A: struct, B: buffer, I: where.
const ITERATOR_METHODS: &[Method] = &[
    ("__iter__", Special, "(self, /)", |_, args| Ok(args[0])),
    ("__next__", Special, "(self, /)", next),
    ("__length_hint__", Plain, "(self, /)", |py, args| {
        let (format, buffer) = iterated(py, args[0])?;
        let length = py.buffer(buffer).map_or(0, <[u8]>::len);
        let at = py.get_int(args[0], classes::NATIVE_I) as usize;
        py.int_result(length.saturating_sub(at) / format.size)
    }),
];

fn install(py: &mut Py) {
    py.add_methods(types::STRUCT, METHODS);
    py.add_getters(types::STRUCT, GETTERS);
    py.add_new(types::STRUCT, "(cls, format)", |py, args| {
        let made = new_struct(py, args[1])?;
        py.of_class(args[0], types::STRUCT, made)
    });
    py.add_methods(types::STRUCT_ITERATOR, ITERATOR_METHODS);
    py.type_changed(types::STRUCT);
    py.type_changed(types::STRUCT_ITERATOR);
}

fn error(py: &mut Py, message: &str) -> Raised {
    py.error(types::STRUCT_ERROR, message)
}

/// The text of a format.
fn text(py: &mut Py, format: Word) -> PyResult<Vec<u8>> {
    let bytes = match py.payload(format, classes::STR) {
        Some(string) => py.string(string).bytes().collect(),
        None => match py.payload(format, classes::BYTES) {
            Some(bytes) => py.bytes(bytes).to_vec(),
            None => {
                let message = format!(
                    "Struct() argument 1 must be a str or bytes object, not {}",
                    py.type_name(format)
                );
                return Err(py.type_error(&message));
            }
        },
    };
    if bytes.contains(&0) {
        return Err(error(py, "embedded null character"));
    }
    Ok(bytes)
}

/// So many formats are remembered.
const REMEMBERED: usize = 100;

fn read(py: &mut Py, format: Word) -> PyResult<Rc<Format>> {
    let text = text(py, format)?;
    parsed(py, text)
}

fn parsed(py: &mut Py, text: Vec<u8>) -> PyResult<Rc<Format>> {
    thread_local! {
        static FORMATS: RefCell<FxHashMap<Vec<u8>, Rc<Format>>> = RefCell::default();
    }
    FORMATS.with(|formats| {
        if let Some(format) = formats.borrow().get(&text) {
            return Ok(format.clone());
        }
        let format = Rc::new(Format::parse(&text).map_err(|fault| error(py, fault.message()))?);
        let mut formats = formats.borrow_mut();
        if formats.len() >= REMEMBERED {
            formats.clear();
        }
        formats.insert(text, format.clone());
        Ok(format)
    })
}

fn new_struct(py: &mut Py, format: Word) -> PyResult {
    let text = text(py, format)?;
    parsed(py, text.clone())?;
    let text = py.try_bytes(&text)?;
    Ok(py.new_native(Kind::Struct, text, Word::NULL, Word::NULL))
}

fn own(py: &mut Py, object: Word) -> PyResult<Rc<Format>> {
    let made = py.payload(object, classes::NATIVE).filter(|&made| py.native_kind(made) == Some(Kind::Struct));
    let Some(made) = made else { return Err(py.wrong_receiver(object, types::STRUCT)) };
    let bytes = py.get(made, classes::NATIVE_A);
    parsed(py, py.bytes(bytes).to_vec())
}

/// The format that the arguments begin with, and the rest.
fn first(py: &mut Py, args: Word) -> PyResult<(Rc<Format>, Vec<Word>)> {
    match py.items::<Word>(args) {
        [format, values @ ..] => Ok((read(py, *format)?, values.to_vec())),
        [] => Err(py.type_error("missing format argument")),
    }
}

fn fill(py: &mut Py, format: &Format, values: &[Word], name: &str) -> PyResult<Vec<u8>> {
    if values.len() != format.values {
        let message = format!("{name} expected {} items for packing (got {})", format.values, values.len());
        return Err(error(py, &message));
    }
    let mut data = Vec::new();
    if data.try_reserve_exact(format.size).is_err() {
        return Err(py.error_with(types::MEMORY_ERROR, &[]));
    }
    data.resize(format.size, 0);
    let mut values = values.iter();
    for &item in &format.items {
        for number in 0..item.count {
            let start = item.offset + number * item.size;
            let value = *values.next().expect("they were counted");
            values::pack(py, format, item, value, &mut data[start..start + item.size])?;
        }
    }
    Ok(data)
}

fn pack(py: &mut Py, format: &Format, values: &[Word]) -> PyResult {
    let data = fill(py, format, values, "pack")?;
    py.try_bytes(&data)
}

/// Where in a buffer of this length an offset is, if there is room for the format.
fn place(py: &mut Py, format: &Format, offset: i64, length: usize, packing: bool) -> PyResult<usize> {
    let size = format.size;
    let (name, what) = if packing { ("pack_into", "packing") } else { ("unpack_from", "unpacking") };
    let mut start = offset;
    if offset < 0 {
        if offset.saturating_add(size as i64) > 0 {
            let message = match packing {
                true => format!("no space to pack {size} bytes at offset {offset}"),
                false => format!("not enough data to unpack {size} bytes at offset {offset}"),
            };
            return Err(error(py, &message));
        }
        start = offset.saturating_add(length as i64);
        if start < 0 {
            let message = format!("offset {offset} out of range for {length}-byte buffer");
            return Err(error(py, &message));
        }
    }
    let start = start as usize;
    if start > length || length - start < size {
        let message = format!(
            "{name} requires a buffer of at least {} bytes for {what} {size} bytes at offset {start} (actual buffer size is {length})",
            start + size
        );
        return Err(error(py, &message));
    }
    Ok(start)
}

fn pack_into(py: &mut Py, format: &Format, args: &[Word]) -> PyResult {
    let [buffer, offset, values @ ..] = args else {
        let missing = if args.is_empty() { "buffer" } else { "offset" };
        return Err(error(py, &format!("pack_into expected {missing} argument")));
    };
    if py.writable_buffer(*buffer).is_none() {
        let message = format!("argument must be read-write bytes-like object, not {}", py.type_name(*buffer));
        return Err(py.type_error(&message));
    }
    let offset = py.index(*offset)?;
    // Making the bytes may run code that changes the buffer: what counts is how it is afterwards.
    let length = py.writable_buffer(*buffer).map_or(0, |data| data.len());
    if values.len() == format.values {
        place(py, format, offset, length, true)?;
    }
    let data = fill(py, format, values, "pack_into")?;
    let length = py.writable_buffer(*buffer).map_or(0, |data| data.len());
    let start = place(py, format, offset, length, true)?;
    if let Some(target) = py.writable_buffer(*buffer) {
        target[start..start + data.len()].copy_from_slice(&data);
    }
    py.none_result()
}

fn bytes_of(py: &mut Py, buffer: Word) -> PyResult<Vec<u8>> {
    match py.buffer(buffer) {
        Some(data) => Ok(data.to_vec()),
        None => Err(py.not_bytes_like(buffer)),
    }
}

/// The values of the format at the start of the data.
fn tuple(py: &mut Py, format: &Format, data: &[u8]) -> PyResult {
    let values = py.rooted();
    for &item in &format.items {
        for number in 0..item.count {
            let start = item.offset + number * item.size;
            let value = values::unpack(py, format, item, &data[start..start + item.size])?;
            values.push(value);
        }
    }
    Ok(py.new_tuple(&values.to_vec()))
}

fn unpack(py: &mut Py, format: &Format, buffer: Word) -> PyResult {
    let data = bytes_of(py, buffer)?;
    if data.len() != format.size {
        return Err(error(py, &format!("unpack requires a buffer of {} bytes", format.size)));
    }
    tuple(py, format, &data)
}

fn unpack_from(py: &mut Py, format: &Format, buffer: Word, offset: Word) -> PyResult {
    let offset = if offset.is_null() { 0 } else { py.index(offset)? };
    let length = match py.buffer(buffer) {
        Some(data) => data.len(),
        None => return Err(py.not_bytes_like(buffer)),
    };
    let start = place(py, format, offset, length, false)?;
    let data = py.buffer(buffer).expect("it was one")[start..start + format.size].to_vec();
    tuple(py, format, &data)
}

fn iter_unpack(py: &mut Py, made: Word, buffer: Word) -> PyResult {
    let format = own(py, made)?;
    if format.size == 0 {
        return Err(error(py, "cannot iteratively unpack with a struct of length 0"));
    }
    let length = bytes_of(py, buffer)?.len();
    if !length.is_multiple_of(format.size) {
        let message = format!("iterative unpacking requires a buffer of a multiple of {} bytes", format.size);
        return Err(error(py, &message));
    }
    Ok(py.new_native(Kind::StructIterator, made, buffer, Word::NULL))
}

fn iterated(py: &mut Py, iterator: Word) -> PyResult<(Rc<Format>, Word)> {
    if py.native_kind(iterator) != Some(Kind::StructIterator) {
        return Err(py.wrong_receiver(iterator, types::STRUCT_ITERATOR));
    }
    let made = py.get(iterator, classes::NATIVE_A);
    Ok((own(py, made)?, py.get(iterator, classes::NATIVE_B)))
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let (format, buffer) = iterated(py, args[0])?;
    let start = py.get_int(args[0], classes::NATIVE_I) as usize;
    let data = py.buffer(buffer).and_then(|data| data.get(start..start + format.size)).map(<[u8]>::to_vec);
    match data {
        Some(data) => {
            py.set_int(args[0], classes::NATIVE_I, (start + format.size) as i64);
            tuple(py, &format, &data)
        }
        None => Err(py.error_with(types::STOP_ITERATION, &[])),
    }
}
