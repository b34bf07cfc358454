//! `BytesIO`: a stream in memory. Its data is a bytearray, so that `getbuffer` can give a view of it.

use super::stream::{Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, /, initial_bytes=b'')", init),
    ("read", Plain, "(self, size=-1, /)", read),
    ("read1", Plain, "(self, size=-1, /)", read),
    ("readline", Plain, "(self, size=-1, /)", readline),
    ("readlines", Plain, "(self, size=None, /)", readlines),
    ("readinto", Plain, "(self, buffer, /)", readinto),
    ("write", Plain, "(self, b, /)", write),
    ("writelines", Plain, "(self, lines, /)", writelines),
    ("seek", Plain, "(self, pos, whence=0, /)", seek),
    ("tell", Plain, "(self, /)", tell),
    ("truncate", Plain, "(self, size=None, /)", truncate),
    ("getvalue", Plain, "(self, /)", getvalue),
    ("getbuffer", Plain, "(self, /)", getbuffer),
    ("close", Plain, "(self, /)", close),
    ("flush", Plain, "(self, /)", |py, args| opened(py, args[0]).map(|_| py.none())),
    ("seekable", Plain, "(self, /)", yes),
    ("readable", Plain, "(self, /)", yes),
    ("writable", Plain, "(self, /)", yes),
    ("isatty", Plain, "(self, /)", |py, args| opened(py, args[0]).map(|_| py.bool(false))),
    ("__next__", Special, "(self, /)", next),
];

pub const GETTERS: &[GetterEntry] = &[("closed", closed)];

pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.new_stream(StreamKind::Bytes);
    let data = py.new_bytearray(&[])?;
    py.set(stream, classes::STREAM_DATA, data);
    py.set_stream_flag(stream, Flags::READY, true);
    py.of_class(args[0], types::BYTES_IO, stream)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::Bytes])?;
    let data = match args[1] {
        given if given.is_null() || py.is_none(given) => py.new_bytearray(&[])?,
        given => match py.buffer(given) {
            Some(data) => py.new_bytearray(data)?,
            None => return Err(py.not_bytes_like(given)),
        },
    };
    py.set(stream, classes::STREAM_DATA, data);
    py.set_int(stream, classes::STREAM_POSITION, 0);
    Ok(py.none())
}

/// The stream, if it is open.
fn opened(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::Bytes])?;
    if py.stream_is(stream, Flags::CLOSED) { Err(py.closed_stream()) } else { Ok(stream) }
}

fn data<'a>(py: &Py, stream: Word) -> &'a mut [u8] {
    py.bytearray_data(py.get(stream, classes::STREAM_DATA))
}

fn position(py: &Py, stream: Word) -> usize {
    py.get_int(stream, classes::STREAM_POSITION) as usize
}

/// The next bytes, at most so many (negative: all).
pub fn take<'a>(py: &mut Py, stream: Word, size: i64) -> &'a [u8] {
    let (data, at) = (data(py, stream), position(py, stream));
    let rest: &[u8] = data.get(at..).unwrap_or(&[]);
    let part = if size < 0 { rest } else { &rest[..rest.len().min(size as usize)] };
    py.set_int(stream, classes::STREAM_POSITION, (at + part.len()) as i64);
    part
}

fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let size = py.stream_size(args[1])?;
    let part = take(py, stream, size);
    py.try_bytes(part)
}

fn line<'a>(py: &mut Py, stream: Word, size: i64) -> &'a [u8] {
    let rest: &[u8] = data(py, stream).get(position(py, stream)..).unwrap_or(&[]);
    let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |at| at + 1) as i64;
    take(py, stream, if size < 0 { end } else { end.min(size) })
}

fn readline(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let size = py.stream_size(args[1])?;
    let line = line(py, stream, size);
    py.try_bytes(line)
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let line = line(py, stream, -1);
    if line.is_empty() {
        return Err(py.error_with(types::STOP_ITERATION, &[]));
    }
    py.try_bytes(line)
}

fn readlines(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let hint = match args[1] {
        size if size.is_null() || py.is_none(size) => -1,
        size => match py.try_index(size)? {
            Some(size) => size.unwrap_or(i64::MAX),
            None => {
                let message = format!("integer argument expected, got '{}'", py.type_name(size));
                return Err(py.type_error(&message));
            }
        },
    };
    let (list, mut length) = (py.new_list(&[]), 0);
    loop {
        let part = line(py, stream, -1);
        if part.is_empty() {
            return Ok(list);
        }
        let bytes = py.try_bytes(part)?;
        py.list_append(list, bytes)?;
        length += part.len() as i64;
        if hint > 0 && length >= hint {
            return Ok(list);
        }
    }
}

fn readinto(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let Some(buffer) = py.writable_buffer(args[1]) else {
        return Err(py.not_writable_buffer("readinto", args[1]));
    };
    let part = take(py, stream, buffer.len() as i64);
    buffer[..part.len()].copy_from_slice(part);
    Ok(py.new_int(part.len() as i64))
}

/// Writes at the position; what lies between it and the end is 0.
pub fn put(py: &mut Py, stream: Word, with: &[u8]) -> PyResult<()> {
    if with.is_empty() {
        return Ok(());
    }
    let (array, at) = (py.get(stream, classes::STREAM_DATA), position(py, stream));
    let length = py.bytearray_data(array).len();
    if at > length {
        let gap = py.new_zeroed_bytearray(at - length)?;
        py.bytearray_replace(array, length..length, py.bytearray_data(gap))?;
    }
    let length = length.max(at);
    // A view of its own data may be written to it.
    let with = with.to_vec();
    py.bytearray_replace(array, at..(at + with.len()).min(length), &with)?;
    py.set_int(stream, classes::STREAM_POSITION, (at + with.len()) as i64);
    Ok(())
}

fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let Some(with) = py.buffer(args[1]) else { return Err(py.not_bytes_like(args[1])) };
    put(py, stream, with)?;
    Ok(py.new_int(with.len() as i64))
}

fn writelines(py: &mut Py, args: &[Word]) -> PyResult {
    opened(py, args[0])?;
    let iterator = py.iter(args[1])?;
    while let Some(line) = py.next(iterator)? {
        write(py, &[args[0], line])?;
    }
    Ok(py.none())
}

pub fn seek(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let (offset, whence) = (py.offset_argument(args[1])?, py.whence_argument(args[2])?);
    let base = match whence {
        0 if offset < 0 => return Err(py.value_error(&format!("negative seek value {offset}"))),
        0 => 0,
        1 => position(py, stream),
        2 => data(py, stream).len(),
        _ => return Err(py.value_error(&format!("invalid whence ({whence}, should be 0, 1 or 2)"))),
    };
    let Some(at) = (base as i64).checked_add(offset) else {
        return Err(py.error(types::OVERFLOW_ERROR, "new position too large"));
    };
    py.set_int(stream, classes::STREAM_POSITION, at.max(0));
    Ok(py.new_int(at.max(0)))
}

fn tell(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let at = position(py, stream);
    Ok(py.new_int(at as i64))
}

fn truncate(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let size = match args[1] {
        size if size.is_null() || py.is_none(size) => position(py, stream) as i64,
        size => py.stream_size(size)?,
    };
    if size < 0 {
        return Err(py.value_error(&format!("negative size value {size}")));
    }
    let (array, length) = (py.get(stream, classes::STREAM_DATA), data(py, stream).len());
    if (size as usize) < length {
        py.bytearray_replace(array, size as usize..length, &[])?;
    }
    Ok(py.new_int(size))
}

fn getvalue(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let data = data(py, stream);
    py.try_bytes(data)
}

fn getbuffer(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let class = py.type_object(types::MEMORYVIEW);
    let data = py.get(stream, classes::STREAM_DATA);
    crate::types::memoryview::new(py, &[class, data])
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::Bytes])?;
    py.set_stream_flag(stream, Flags::CLOSED, true);
    let nothing = py.new_bytearray(&[])?;
    py.set(stream, classes::STREAM_DATA, nothing);
    Ok(py.none())
}

fn yes(py: &mut Py, args: &[Word]) -> PyResult {
    opened(py, args[0])?;
    Ok(py.bool(true))
}

fn closed(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::Bytes])?;
    Ok(py.bool(py.stream_is(stream, Flags::CLOSED)))
}
