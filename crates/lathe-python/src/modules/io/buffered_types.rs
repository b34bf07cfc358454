//! `BufferedReader`, `BufferedWriter`, `BufferedRandom`, `BufferedRWPair`: their methods.

use super::stream::{BUFFER_SIZE, Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

const BUFFERS: &[StreamKind] = &[StreamKind::Reader, StreamKind::Writer, StreamKind::Random];

/// What all three have.
pub const COMMON: &[Method] = &[
    ("__repr__", Special, "(self, /)", repr),
    ("close", Plain, "(self, /)", close),
    ("detach", Plain, "(self, /)", detach),
    ("seek", Plain, "(self, target, whence=0, /)", seek),
    ("tell", Plain, "(self, /)", tell),
    ("truncate", Plain, "(self, pos=None, /)", truncate),
    ("flush", Plain, "(self, /)", flush),
    ("seekable", Plain, "(self, /)", |py, args| ask_below(py, args, "seekable")),
    ("fileno", Plain, "(self, /)", |py, args| ask_below(py, args, "fileno")),
    ("isatty", Plain, "(self, /)", |py, args| ask_below(py, args, "isatty")),
    ("__getstate__", Plain, "(self, /)", super::no_pickle),
];

pub const READS: &[Method] = &[
    ("read", Plain, "(self, size=-1, /)", read),
    ("read1", Plain, "(self, size=-1, /)", read1),
    ("readinto", Plain, "(self, buffer, /)", |py, args| readinto(py, args, false)),
    ("readinto1", Plain, "(self, buffer, /)", |py, args| readinto(py, args, true)),
    ("readline", Plain, "(self, size=-1, /)", readline),
    ("peek", Plain, "(self, size=0, /)", peek),
    ("readable", Plain, "(self, /)", |py, args| ask_below(py, args, "readable")),
    ("__next__", Special, "(self, /)", next),
];

pub const WRITES: &[Method] = &[
    ("write", Plain, "(self, buffer, /)", write),
    ("writable", Plain, "(self, /)", |py, args| ask_below(py, args, "writable")),
];

const INIT: &str = "(self, /, raw, buffer_size=8192)";
pub const READER: &[Method] = &[("__init__", Special, INIT, |py, args| init(py, args, &["readable"]))];
pub const WRITER: &[Method] = &[("__init__", Special, INIT, |py, args| init(py, args, &["writable"]))];
pub const RANDOM: &[Method] =
    &[("__init__", Special, INIT, |py, args| init(py, args, &["seekable", "readable", "writable"]))];

pub const GETTERS: &[GetterEntry] = &[
    ("raw", raw),
    ("closed", closed),
    ("name", |py, object| attribute_below(py, object, "name")),
    ("mode", |py, object| attribute_below(py, object, "mode")),
];

pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new_reader(py: &mut Py, args: &[Word]) -> PyResult {
    new(py, args, StreamKind::Reader)
}

pub fn new_writer(py: &mut Py, args: &[Word]) -> PyResult {
    new(py, args, StreamKind::Writer)
}

pub fn new_random(py: &mut Py, args: &[Word]) -> PyResult {
    new(py, args, StreamKind::Random)
}

fn new(py: &mut Py, args: &[Word], kind: StreamKind) -> PyResult {
    let stream = py.new_stream(kind);
    py.add_stream_finalizer(args[0], kind.type_id(), stream)
}

fn init(py: &mut Py, args: &[Word], abilities: &[&str]) -> PyResult {
    let Some(stream) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::BUFFERED_READER));
    };
    py.set_int(stream, classes::STREAM_FLAGS, 0);
    for ability in abilities {
        py.stream_must_be(args[1], ability)?;
    }
    let size = py.size_argument(args[2], BUFFER_SIZE as i64)?;
    py.init_buffer(stream, args[1], size)?;
    Ok(py.none())
}

impl Py {
    /// Puts a buffer of so many bytes on a raw stream.
    pub fn init_buffer(&mut self, stream: Word, raw: Word, size: i64) -> PyResult<()> {
        let Some(size) = usize::try_from(size).ok().filter(|&size| size > 0) else {
            return Err(self.value_error("buffer size must be strictly positive"));
        };
        let data = self.try_array(classes::DATA, size).map_err(|error| self.memory_error(error))?;
        self.set(stream, classes::STREAM_DATA, data);
        self.set(stream, classes::STREAM_BELOW, raw);
        for field in [classes::STREAM_POSITION, classes::STREAM_LENGTH, classes::STREAM_PENDING] {
            self.set_int(stream, field, 0);
        }
        self.set_int(stream, classes::STREAM_FLAGS, Flags::READY.0);
        self.own_below(raw, true);
        Ok(())
    }

    /// A stream that is wrapped is closed by the one around it.
    pub fn own_below(&mut self, below: Word, owned: bool) {
        if let Some(below) = self.payload(below, classes::STREAM) {
            self.set_stream_flag(below, Flags::OWNED, owned);
        }
    }
}

/// The stream, which is open.
fn opened(py: &mut Py, object: Word, what: &str) -> PyResult {
    let stream = py.stream(object, BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    if py.is_closed(raw)? {
        return Err(py.value_error(&format!("{what} closed file")));
    }
    Ok(stream)
}

fn ask_below(py: &mut Py, args: &[Word], method: &str) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.call_method(raw, method, &[])
}

fn attribute_below(py: &mut Py, object: Word, name: &str) -> PyResult {
    let stream = py.stream(object, BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.get_attr_str(raw, name)
}

fn raw(py: &mut Py, object: Word) -> PyResult {
    let Some(stream) = py.payload(object, classes::STREAM) else {
        return Err(py.wrong_receiver(object, types::BUFFERED_READER));
    };
    let raw = py.get(stream, classes::STREAM_BELOW);
    Ok(if raw.is_null() { py.none() } else { raw })
}

fn closed(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.get_attr_str(raw, "closed")
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let class = py.qualified_type_name(args[0]);
    let shown = match py.stream_name(args[0])? {
        Some(name) => format!("<{class} name={name}>"),
        None => format!("<{class}>"),
    };
    Ok(py.new_str(&shown))
}

fn flush(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0], "flush of")?;
    py.sync_buffer(stream)?;
    Ok(py.none())
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    if py.is_closed(raw)? {
        return Ok(py.none());
    }
    // Closed in any case; what was wrong with the data is said.
    let flushed = match args[0] == stream {
        true => py.sync_buffer(stream),
        false => py.call_method(args[0], "flush", &[]).map(drop),
    };
    let closed = py.call_method(raw, "close", &[]);
    match (flushed, closed) {
        (Err(first), Err(second)) => {
            py.set_context(second.0, first.0);
            Err(second)
        }
        (Err(raised), _) | (Ok(()), Err(raised)) => Err(raised),
        (Ok(()), Ok(_)) => Ok(py.none()),
    }
}

fn detach(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    py.call_method(args[0], "flush", &[])?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.set(stream, classes::STREAM_BELOW, Word::NULL);
    py.set_int(stream, classes::STREAM_FLAGS, Flags::DETACHED.0);
    py.own_below(raw, false);
    Ok(raw)
}

fn seek(py: &mut Py, args: &[Word]) -> PyResult {
    let whence = py.whence_argument(args[2])?;
    if !(0..=4).contains(&whence) {
        return Err(py.value_error(&format!("whence value {whence} unsupported")));
    }
    let stream = opened(py, args[0], "seek of")?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.stream_must_be(raw, "seekable")?;
    let offset = py.offset_argument(args[1])?;
    let at = py.buffered_seek(stream, offset, whence)?;
    Ok(py.new_int(at))
}

fn tell(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let raw = py.get(stream, classes::STREAM_BELOW);
    if py.is_closed(raw)? {
        return Err(py.value_error("I/O operation on closed file"));
    }
    let at = py.buffered_tell(stream)?;
    Ok(py.new_int(at))
}

fn truncate(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0], "truncate of")?;
    if py.stream_kind_of(stream) == StreamKind::Reader {
        return Err(py.unsupported("truncate"));
    }
    py.sync_buffer(stream)?;
    let size = match args[1] {
        size if size.is_null() || py.is_none(size) => {
            let at = py.buffered_tell(stream)?;
            py.new_int(at)
        }
        size => size,
    };
    let raw = py.get(stream, classes::STREAM_BELOW);
    py.call_method(raw, "truncate", &[size])
}

fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let size = py.stream_size(args[1])?;
    if size < -1 {
        return Err(py.value_error("read length must be non-negative or -1"));
    }
    opened(py, args[0], "read of")?;
    let data = match usize::try_from(size) {
        Ok(size) => {
            // Without a copy, if all of it is there.
            let ahead = py.read_ahead(stream);
            if size <= ahead.len() {
                py.skip_read_ahead(stream, size);
                return py.try_bytes(&ahead[..size]);
            }
            py.buffered_read(stream, size)?
        }
        Err(_) => py.buffered_read_all(stream)?,
    };
    match data {
        Some(data) => py.try_bytes(&data),
        None => Ok(py.none()),
    }
}

fn read1(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let size = py.size_argument(args[1], -1)?;
    opened(py, args[0], "read of")?;
    let size = usize::try_from(size).unwrap_or(BUFFER_SIZE);
    if size == 0 {
        return py.try_bytes(&[]);
    }
    let data = py.buffered_read_once(stream, size)?;
    py.try_bytes(&data)
}

fn readinto(py: &mut Py, args: &[Word], once: bool) -> PyResult {
    let name = if once { "readinto1" } else { "readinto" };
    let size = match py.writable_buffer(args[1]) {
        Some(buffer) => buffer.len(),
        None => return Err(py.not_writable_buffer(name, args[1])),
    };
    let stream = opened(py, args[0], "readinto of")?;
    let data = match once {
        true if size == 0 => Some(Vec::new()),
        true => Some(py.buffered_read_once(stream, size)?),
        false => py.buffered_read(stream, size)?,
    };
    let (Some(data), Some(buffer)) = (data, py.writable_buffer(args[1])) else { return Ok(py.none()) };
    let count = data.len().min(buffer.len());
    buffer[..count].copy_from_slice(&data[..count]);
    Ok(py.new_int(count as i64))
}

fn readline(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.stream_size(args[1])?;
    let stream = opened(py, args[0], "readline of")?;
    let line = py.buffered_line(stream, size)?;
    py.try_bytes(&line)
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0], "readline of")?;
    let line = if args[0] == stream {
        let line = py.buffered_line(stream, -1)?;
        py.try_bytes(&line)?
    } else {
        py.call_method(args[0], "readline", &[])?
    };
    if py.truth(line)? { Ok(line) } else { Err(py.error_with(types::STOP_ITERATION, &[])) }
}

fn peek(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0], "peek of")?;
    py.size_argument(args[1], 0)?;
    py.write_pending(stream)?;
    if py.read_ahead(stream).is_empty() {
        py.fill_buffer(stream)?;
    }
    let ahead = py.read_ahead(stream);
    py.try_bytes(ahead)
}

fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], BUFFERS)?;
    let Some(data) = py.buffer(args[1]) else { return Err(py.not_bytes_like(args[1])) };
    opened(py, args[0], "write to")?;
    py.buffered_write(stream, data)?;
    Ok(py.new_int(data.len() as i64))
}

// --- A reader and a writer ------------------------------------------------------------------------------------------------

pub const PAIR: &[Method] = &[
    ("__init__", Special, "(self, /, reader, writer, buffer_size=8192)", init_pair),
    ("read", Plain, "(self, /, *args)", |py, args| forward(py, args, "read", Part::Reader)),
    ("read1", Plain, "(self, /, *args)", |py, args| forward(py, args, "read1", Part::Reader)),
    ("readinto", Plain, "(self, /, *args)", |py, args| forward(py, args, "readinto", Part::Reader)),
    ("readinto1", Plain, "(self, /, *args)", |py, args| forward(py, args, "readinto1", Part::Reader)),
    ("peek", Plain, "(self, /, *args)", |py, args| forward(py, args, "peek", Part::Reader)),
    ("readable", Plain, "(self, /, *args)", |py, args| forward(py, args, "readable", Part::Reader)),
    ("write", Plain, "(self, /, *args)", |py, args| forward(py, args, "write", Part::Writer)),
    ("flush", Plain, "(self, /, *args)", |py, args| forward(py, args, "flush", Part::Writer)),
    ("writable", Plain, "(self, /, *args)", |py, args| forward(py, args, "writable", Part::Writer)),
    ("isatty", Plain, "(self, /, *args)", pair_isatty),
    ("close", Plain, "(self, /)", close_pair),
];

pub const PAIR_GETTERS: &[GetterEntry] = &[("closed", |py, object| {
    let pair = py.stream(object, &[StreamKind::Pair])?;
    let writer = py.get(pair, classes::STREAM_SETTINGS);
    py.get_attr_str(writer, "closed")
})];

#[derive(Clone, Copy)]
enum Part {
    Reader,
    Writer,
}

pub fn new_pair(py: &mut Py, args: &[Word]) -> PyResult {
    let pair = py.new_stream(StreamKind::Pair);
    py.add_stream_finalizer(args[0], types::BUFFERED_PAIR, pair)
}

fn init_pair(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(pair) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::BUFFERED_PAIR));
    };
    py.stream_must_be(args[1], "readable")?;
    py.stream_must_be(args[2], "writable")?;
    let size = if args[3].is_null() { Word::wrap_small(BUFFER_SIZE as i64) } else { args[3] };
    let class = py.type_object(types::BUFFERED_READER);
    let reader = py.call(class, &[args[1], size])?;
    let class = py.type_object(types::BUFFERED_WRITER);
    let writer = py.call(class, &[args[2], size])?;
    py.set(pair, classes::STREAM_BELOW, reader);
    py.set(pair, classes::STREAM_SETTINGS, writer);
    py.set_int(pair, classes::STREAM_FLAGS, Flags::READY.0);
    Ok(py.none())
}

fn part(py: &mut Py, object: Word, part: Part) -> PyResult {
    let pair = py.stream(object, &[StreamKind::Pair])?;
    Ok(py.get(
        pair,
        match part {
            Part::Reader => classes::STREAM_BELOW,
            Part::Writer => classes::STREAM_SETTINGS,
        },
    ))
}

fn forward(py: &mut Py, args: &[Word], method: &str, to: Part) -> PyResult {
    let to = part(py, args[0], to)?;
    let given = py.items::<Word>(args[1]).to_vec();
    py.call_method(to, method, &given)
}

fn pair_isatty(py: &mut Py, args: &[Word]) -> PyResult {
    let writer = part(py, args[0], Part::Writer)?;
    let answer = py.call_method(writer, "isatty", &[])?;
    if py.truth(answer)? {
        return Ok(answer);
    }
    let reader = part(py, args[0], Part::Reader)?;
    py.call_method(reader, "isatty", &[])
}

fn close_pair(py: &mut Py, args: &[Word]) -> PyResult {
    let (writer, reader) = (part(py, args[0], Part::Writer)?, part(py, args[0], Part::Reader)?);
    let first = py.call_method(writer, "close", &[]);
    let second = py.call_method(reader, "close", &[]);
    first?;
    second
}
