//! `IOBase`, `RawIOBase`, `BufferedIOBase`, `TextIOBase`: what streams do that a program defines, by what it has defined.

use super::stream::BUFFER_SIZE;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

pub const IO_BASE: &[Method] = &[
    ("seek", Plain, "(self, offset, whence=0, /)", |py, _| Err(py.unsupported("seek"))),
    ("tell", Plain, "(self, /)", tell),
    ("truncate", Plain, "(self, size=None, /)", |py, _| Err(py.unsupported("truncate"))),
    ("flush", Plain, "(self, /)", flush),
    ("close", Plain, "(self, /)", close),
    ("seekable", Plain, "(self, /)", |py, _| Ok(py.bool(false))),
    ("readable", Plain, "(self, /)", |py, _| Ok(py.bool(false))),
    ("writable", Plain, "(self, /)", |py, _| Ok(py.bool(false))),
    ("fileno", Plain, "(self, /)", |py, _| Err(py.unsupported("fileno"))),
    ("isatty", Plain, "(self, /)", isatty),
    ("__enter__", Plain, "(self, /)", enter),
    ("__exit__", Plain, "(self, /, *args)", exit),
    ("__iter__", Special, "(self, /)", enter),
    ("__next__", Special, "(self, /)", next),
    ("__del__", Special, "(self, /)", del),
    ("readline", Plain, "(self, size=-1, /)", readline),
    ("readlines", Plain, "(self, hint=-1, /)", readlines),
    ("writelines", Plain, "(self, lines, /)", writelines),
    ("_checkClosed", Plain, "(self, msg=None, /)", check_closed_method),
    ("_checkReadable", Plain, "(self, msg=None, /)", |py, args| {
        check_able(py, args, "readable", "File or stream is not readable.")
    }),
    ("_checkWritable", Plain, "(self, msg=None, /)", |py, args| {
        check_able(py, args, "writable", "File or stream is not writable.")
    }),
    ("_checkSeekable", Plain, "(self, msg=None, /)", |py, args| {
        check_able(py, args, "seekable", "File or stream is not seekable.")
    }),
];

pub const IO_BASE_GETTERS: &[GetterEntry] = &[("closed", closed)];

pub const RAW_IO_BASE: &[Method] = &[
    ("read", Plain, "(self, size=-1, /)", raw_read),
    ("readall", Plain, "(self, /)", raw_readall),
    ("readinto", Plain, "(self, buffer, /)", |py, _| Err(py.error_with(types::NOT_IMPLEMENTED_ERROR, &[]))),
    ("write", Plain, "(self, buffer, /)", |py, _| Err(py.error_with(types::NOT_IMPLEMENTED_ERROR, &[]))),
];

pub const BUFFERED_IO_BASE: &[Method] = &[
    ("detach", Plain, "(self, /)", |py, _| Err(py.unsupported("detach"))),
    ("read", Plain, "(self, size=-1, /)", |py, _| Err(py.unsupported("read"))),
    ("read1", Plain, "(self, size=-1, /)", |py, _| Err(py.unsupported("read1"))),
    ("readinto", Plain, "(self, buffer, /)", |py, args| buffered_readinto(py, args, "read")),
    ("readinto1", Plain, "(self, buffer, /)", |py, args| buffered_readinto(py, args, "read1")),
    ("write", Plain, "(self, buffer, /)", |py, _| Err(py.unsupported("write"))),
];

pub const TEXT_IO_BASE: &[Method] = &[
    ("detach", Plain, "(self, /)", |py, _| Err(py.unsupported("detach"))),
    ("read", Plain, "(self, size=-1, /)", |py, _| Err(py.unsupported("read"))),
    ("readline", Plain, "(self, size=-1, /)", |py, _| Err(py.unsupported("readline"))),
    ("write", Plain, "(self, s, /)", |py, _| Err(py.unsupported("write"))),
];

pub const TEXT_IO_BASE_GETTERS: &[GetterEntry] = &[
    ("encoding", |py, _| Ok(py.none())),
    ("newlines", |py, _| Ok(py.none())),
    ("errors", |py, _| Ok(py.none())),
];

/// The attribute that says that a stream is closed.
const CLOSED: &str = "__IOBase_closed";

fn closed(py: &mut Py, object: Word) -> PyResult {
    let name = py.intern(CLOSED);
    let closed = py.own_attribute(object, name).is_some();
    Ok(py.bool(closed))
}

fn check_closed(py: &mut Py, object: Word) -> PyResult<()> {
    if py.is_closed(object)? { Err(py.closed_stream()) } else { Ok(()) }
}

fn check_closed_method(py: &mut Py, args: &[Word]) -> PyResult {
    check_closed(py, args[0])?;
    Ok(py.none())
}

fn check_able(py: &mut Py, args: &[Word], method: &str, message: &str) -> PyResult {
    let answer = py.call_method(args[0], method, &[])?;
    if answer == py.bool(true) { Ok(answer) } else { Err(py.unsupported(message)) }
}

impl Py {
    /// Asks a stream that is to be wrapped whether it can do something.
    pub fn stream_must_be(&mut self, stream: Word, method: &str) -> PyResult<()> {
        let able = self.call_method(stream, method, &[])?;
        if self.truth(able)? {
            return Ok(());
        }
        Err(self.unsupported(&format!("File or stream is not {method}.")))
    }
}

fn tell(py: &mut Py, args: &[Word]) -> PyResult {
    py.call_method(args[0], "seek", &[Word::wrap_small(0), Word::wrap_small(1)])
}

fn flush(py: &mut Py, args: &[Word]) -> PyResult {
    check_closed(py, args[0])?;
    Ok(py.none())
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.intern(CLOSED);
    if py.own_attribute(args[0], name).is_some() {
        return Ok(py.none());
    }
    let flushed = py.call_method(args[0], "flush", &[]);
    let yes = py.bool(true);
    py.generic_set_attr(args[0], name, Some(yes))?;
    flushed?;
    Ok(py.none())
}

fn isatty(py: &mut Py, args: &[Word]) -> PyResult {
    check_closed(py, args[0])?;
    Ok(py.bool(false))
}

fn enter(py: &mut Py, args: &[Word]) -> PyResult {
    check_closed(py, args[0])?;
    Ok(args[0])
}

fn exit(py: &mut Py, args: &[Word]) -> PyResult {
    py.call_method(args[0], "close", &[])
}

/// Closes it, so that nothing is lost that was written. Nobody is told of errors.
fn del(py: &mut Py, args: &[Word]) -> PyResult {
    if let Some(stream) = py.payload(args[0], classes::STREAM)
        && py.is_left_alone(stream)
    {
        return Ok(py.none());
    }
    if let Ok(false) = py.is_closed(args[0]) {
        let _ = py.call_method(args[0], "close", &[]);
    }
    Ok(py.none())
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let line = py.call_method(args[0], "readline", &[])?;
    if py.truth(line)? { Ok(line) } else { Err(py.error_with(types::STOP_ITERATION, &[])) }
}

/// What a method gives that must give bytes.
fn bytes_from(py: &mut Py, object: Word, method: &str, size: Word) -> PyResult {
    let data = py.call_method(object, method, &[size])?;
    match py.payload(data, classes::BYTES) {
        Some(bytes) => Ok(bytes),
        None => {
            let found = py.type_name(data);
            let message = format!("{method}() should have returned a bytes object, not '{found}'");
            Err(py.error(types::OS_ERROR, &message))
        }
    }
}

fn readline(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.stream_size(args[1])?;
    let peek = py.intern("peek");
    let can_peek = py.try_get_attr(args[0], peek)?.is_some();
    let mut line = Vec::new();
    while size < 0 || (line.len() as i64) < size {
        let mut count = 1;
        if can_peek {
            let ahead = bytes_from(py, args[0], "peek", Word::wrap_small(1))?;
            let ahead = py.bytes(ahead);
            if !ahead.is_empty() {
                let end = memchr::memchr(b'\n', ahead).map_or(ahead.len(), |at| at + 1);
                count = if size < 0 { end } else { end.min(size as usize - line.len()) };
            }
        }
        let more = bytes_from(py, args[0], "read", Word::wrap_small(count as i64))?;
        let more = py.bytes(more);
        line.extend_from_slice(more);
        if more.is_empty() || line.ends_with(b"\n") {
            break;
        }
    }
    py.try_bytes(&line)
}

fn readlines(py: &mut Py, args: &[Word]) -> PyResult {
    let hint = py.stream_size(args[1])?;
    let (list, iterator) = (py.new_list(&[]), py.iter(args[0])?);
    let mut length = 0;
    while let Some(line) = py.next(iterator)? {
        py.list_append(list, line)?;
        if hint > 0 {
            length += py.length(line)? as i64;
            if length > hint {
                break;
            }
        }
    }
    Ok(list)
}

fn writelines(py: &mut Py, args: &[Word]) -> PyResult {
    check_closed(py, args[0])?;
    let iterator = py.iter(args[1])?;
    while let Some(line) = py.next(iterator)? {
        py.call_method(args[0], "write", &[line])?;
    }
    Ok(py.none())
}

fn raw_read(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.stream_size(args[1])?;
    let Ok(size) = usize::try_from(size) else { return py.call_method(args[0], "readall", &[]) };
    let array = py.new_zeroed_bytearray(size)?;
    let count = py.call_method(args[0], "readinto", &[array])?;
    if py.is_none(count) {
        return Ok(count);
    }
    let count = py.index(count)?;
    let data = py.bytearray_data(array);
    match usize::try_from(count) {
        Ok(count) if count <= data.len() => py.try_bytes(&data[..count]),
        _ => {
            let message = format!("readinto returned {count} outside buffer size {}", data.len());
            Err(py.value_error(&message))
        }
    }
}

fn raw_readall(py: &mut Py, args: &[Word]) -> PyResult {
    let mut all: Option<Vec<u8>> = None;
    loop {
        let data = py.call_method(args[0], "read", &[Word::wrap_small(BUFFER_SIZE as i64)])?;
        if py.is_none(data) {
            if all.is_none() {
                return Ok(data);
            }
            break;
        }
        let Some(bytes) = py.payload(data, classes::BYTES) else {
            return Err(py.type_error("read() should return bytes"));
        };
        let bytes = py.bytes(bytes);
        if bytes.is_empty() {
            break;
        }
        all.get_or_insert_default().extend_from_slice(bytes);
    }
    py.try_bytes(&all.unwrap_or_default())
}

fn buffered_readinto(py: &mut Py, args: &[Word], method: &str) -> PyResult {
    let size = match py.writable_buffer(args[1]) {
        Some(buffer) => buffer.len(),
        None => return Err(py.not_writable_buffer("readinto", args[1])),
    };
    let data = py.call_method(args[0], method, &[Word::wrap_small(size as i64)])?;
    let Some(bytes) = py.payload(data, classes::BYTES) else {
        return Err(py.type_error("read() should return bytes"));
    };
    let data = py.bytes(bytes);
    match py.writable_buffer(args[1]) {
        Some(buffer) if data.len() <= buffer.len() => buffer[..data.len()].copy_from_slice(data),
        _ => {
            let message =
                format!("read() returned too much data: {size} bytes requested, {} returned", data.len());
            return Err(py.value_error(&message));
        }
    }
    Ok(py.new_int(data.len() as i64))
}

impl Py {
    pub fn not_writable_buffer(&mut self, method: &str, object: Word) -> crate::object::py::Raised {
        let found = self.type_name(object);
        let message = format!("{method}() argument must be read-write bytes-like object, not {found}");
        self.type_error(&message)
    }
}
