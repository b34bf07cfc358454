//! `StringIO`: text in memory, four bytes a code point, so that any place can be written to.

use super::newlines;
use super::stream::{Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, /, initial_value='', newline='\\n')", init),
    ("read", Plain, "(self, size=-1, /)", read),
    ("readline", Plain, "(self, size=-1, /)", readline),
    ("write", Plain, "(self, s, /)", write),
    ("seek", Plain, "(self, pos, whence=0, /)", seek),
    ("tell", Plain, "(self, /)", tell),
    ("truncate", Plain, "(self, pos=None, /)", truncate),
    ("getvalue", Plain, "(self, /)", getvalue),
    ("close", Plain, "(self, /)", close),
    ("seekable", Plain, "(self, /)", yes),
    ("readable", Plain, "(self, /)", yes),
    ("writable", Plain, "(self, /)", yes),
    ("__next__", Special, "(self, /)", next),
];

pub const GETTERS: &[GetterEntry] = &[
    ("closed", closed),
    ("newlines", newlines_seen),
    ("line_buffering", |py, object| {
        opened(py, object)?;
        Ok(py.bool(false))
    }),
];

pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.new_stream(StreamKind::String);
    py.of_class(args[0], types::STRING_IO, stream)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(stream) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::STRING_IO));
    };
    let newline = match args[2] {
        word if word.is_null() => Some("\n".to_string()),
        word if py.is_none(word) => None,
        word => match py.payload(word, classes::STR) {
            Some(text) => Some(py.string(text).into_owned()),
            None => {
                let message = format!("newline must be str or None, not {}", py.type_name(word));
                return Err(py.type_error(&message));
            }
        },
    };
    let Some(flags) = newlines::flags(newline.as_deref()) else {
        let shown = py.repr_string(args[2])?;
        return Err(py.value_error(&format!("illegal newline value: {shown}")));
    };
    let initial = match args[1] {
        word if word.is_null() || py.is_none(word) => None,
        word => match py.payload(word, classes::STR) {
            Some(text) => Some(text),
            None => {
                let message = format!("initial_value must be str or None, not {}", py.type_name(word));
                return Err(py.type_error(&message));
            }
        },
    };
    py.set(stream, classes::STREAM_DATA, Word::NULL);
    py.set_int(stream, classes::STREAM_POSITION, 0);
    py.set_int(stream, classes::STREAM_LENGTH, 0);
    py.set_int(stream, classes::STREAM_FLAGS, flags | Flags::READY.0);
    if let Some(text) = initial {
        put(py, stream, text)?;
    }
    py.set_int(stream, classes::STREAM_POSITION, 0);
    Ok(py.none())
}

/// The stream, if it is open.
fn opened(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::String])?;
    match py.stream_is(stream, Flags::CLOSED) {
        true => Err(py.value_error("I/O operation on closed file")),
        false => Ok(stream),
    }
}

fn data<'a>(py: &Py, stream: Word) -> &'a mut [u32] {
    let (data, length) = (py.get(stream, classes::STREAM_DATA), py.get_int(stream, classes::STREAM_LENGTH));
    if data.is_null() {
        return &mut [];
    }
    // SAFETY: an array of bytes whose first item is aligned like all objects; it was made with four bytes for each code point.
    unsafe { std::slice::from_raw_parts_mut(py.items::<u8>(data).as_mut_ptr().cast(), length as usize) }
}

/// Room for so many code points: those that are there, then zeros.
fn grow(py: &mut Py, stream: Word, length: usize) -> PyResult<()> {
    let old = data(py, stream);
    let array = py.get(stream, classes::STREAM_DATA);
    let capacity = if array.is_null() { 0 } else { py.array_len(array) / 4 };
    if length > capacity {
        let room = (length + length / 4 + 16).saturating_mul(4);
        let array = py.try_array(classes::DATA, room).map_err(|error| py.memory_error(error))?;
        py.set(stream, classes::STREAM_DATA, array);
        py.set_int(stream, classes::STREAM_LENGTH, length as i64);
        data(py, stream)[..old.len()].copy_from_slice(old);
    } else if length > old.len() {
        let start = old.len();
        py.set_int(stream, classes::STREAM_LENGTH, length as i64);
        // It may have been longer before.
        data(py, stream)[start..].fill(0);
    }
    Ok(())
}

fn position(py: &Py, stream: Word) -> usize {
    py.get_int(stream, classes::STREAM_POSITION) as usize
}

/// Writes a string at the position.
fn put(py: &mut Py, stream: Word, string: Word) -> PyResult<()> {
    let flags = py.stream_flags(stream);
    let text = py.text(string);
    if flags.contains(Flags::UNIVERSAL) {
        let seen = newlines::seen(text);
        py.set_int(stream, classes::STREAM_FLAGS, flags.0 | seen);
    }
    let translated = match flags.contains(Flags::TRANSLATE) {
        true => newlines::to_lf(text),
        false => newlines::from_lf(text, flags),
    };
    let text = translated.as_ref().map_or(text, |text| text.text());
    if text.is_empty() {
        return Ok(());
    }
    let at = position(py, stream);
    let Some(end) = at.checked_add(text.len()).filter(|&end| end < 1 << 60) else {
        return Err(py.error(types::OVERFLOW_ERROR, "new position too large"));
    };
    if end > data(py, stream).len() {
        grow(py, stream, end)?;
    }
    for (place, c) in data(py, stream)[at..end].iter_mut().zip(text.code_points()) {
        *place = c;
    }
    py.set_int(stream, classes::STREAM_POSITION, end as i64);
    Ok(())
}

fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::String])?;
    let Some(text) = py.payload(args[1], classes::STR) else {
        let message = format!("string argument expected, got '{}'", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    opened(py, args[0])?;
    put(py, stream, text)?;
    Ok(py.new_int(py.text(text).len() as i64))
}

/// The next code points, at most so many (negative: all).
fn take(py: &mut Py, stream: Word, size: i64) -> PyResult {
    let (data, at) = (data(py, stream), position(py, stream));
    let rest = data.get(at..).unwrap_or(&[]);
    let count = if size < 0 { rest.len() } else { rest.len().min(size as usize) };
    if count > 0 {
        py.set_int(stream, classes::STREAM_POSITION, (at + count) as i64);
    }
    py.try_text(Text::Four(&rest[..count]))
}

fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let size = py.stream_size(args[1])?;
    take(py, stream, size)
}

fn line(py: &mut Py, stream: Word, size: i64) -> PyResult {
    let (at, text) = (position(py, stream), Text::Four(data(py, stream)));
    let end = match newlines::line_end(text, at.min(text.len()), py.stream_flags(stream)) {
        Some(end) => (end - at) as i64,
        None => i64::MAX,
    };
    take(py, stream, if size < 0 { end } else { end.min(size) })
}

fn readline(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let size = py.stream_size(args[1])?;
    line(py, stream, size)
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let line =
        if args[0] == stream { line(py, stream, -1)? } else { py.call_method(args[0], "readline", &[])? };
    if py.truth(line)? { Ok(line) } else { Err(py.error_with(types::STOP_ITERATION, &[])) }
}

fn seek(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let (offset, whence) = (py.offset_argument(args[1])?, py.whence_argument(args[2])?);
    let at = match whence {
        0 if offset < 0 => return Err(py.value_error(&format!("Negative seek position {offset}"))),
        0 => offset,
        1 | 2 if offset != 0 => return Err(py.io_failed("Can't do nonzero cur-relative seeks")),
        1 => position(py, stream) as i64,
        2 => data(py, stream).len() as i64,
        _ => return Err(py.value_error(&format!("Invalid whence ({whence}, should be 0, 1 or 2)"))),
    };
    py.set_int(stream, classes::STREAM_POSITION, at);
    Ok(py.new_int(at))
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
        return Err(py.value_error(&format!("Negative size value {size}")));
    }
    if size < py.get_int(stream, classes::STREAM_LENGTH) {
        py.set_int(stream, classes::STREAM_LENGTH, size);
    }
    Ok(py.new_int(size))
}

fn getvalue(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = opened(py, args[0])?;
    let data = data(py, stream);
    py.try_text(Text::Four(data))
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::String])?;
    py.set_stream_flag(stream, Flags::CLOSED, true);
    py.set_int(stream, classes::STREAM_LENGTH, 0);
    py.set(stream, classes::STREAM_DATA, Word::NULL);
    Ok(py.none())
}

fn yes(py: &mut Py, args: &[Word]) -> PyResult {
    opened(py, args[0])?;
    Ok(py.bool(true))
}

fn closed(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::String])?;
    Ok(py.bool(py.stream_is(stream, Flags::CLOSED)))
}

fn newlines_seen(py: &mut Py, object: Word) -> PyResult {
    let stream = opened(py, object)?;
    Ok(py.seen_newlines(stream))
}

impl Py {
    /// The ends of lines that a stream has seen: `None`, one, or a tuple of several.
    pub fn seen_newlines(&mut self, stream: Word) -> Word {
        let flags = self.stream_flags(stream);
        let ends: Vec<&str> = [(Flags::SEEN_CR, "\r"), (Flags::SEEN_LF, "\n"), (Flags::SEEN_CRLF, "\r\n")]
            .into_iter()
            .filter(|&(flag, _)| flags.contains(flag))
            .map(|(_, end)| end)
            .collect();
        match ends[..] {
            [] => self.none(),
            [one] => self.intern(one),
            _ => {
                // Interned: they live without us.
                let words: Vec<Word> = ends.iter().map(|end| self.intern(end)).collect();
                self.new_tuple(&words)
            }
        }
    }
}
