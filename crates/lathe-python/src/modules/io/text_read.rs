//! Reading text: chunks of bytes are decoded, lines and characters are cut from what came out.
//!
//! `INPUT` holds the bytes that `TEXT` was decoded from, and what is left of them: a character that is not whole yet, or a `\r` that
//! may be the first half of an end of line. So nothing is remembered but bytes, and `tell` can find any place again.

use super::newlines;
use super::stream::{BUFFER_SIZE, Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use crate::text::build::Builder;
use crate::text::codecs::{Encoding, Order};
use lathe_heap::Word;

const CR: u32 = '\r' as u32;

impl Py {
    pub fn forget_decoded(&mut self, stream: Word) {
        self.set(stream, classes::STREAM_TEXT, Word::NULL);
        self.set(stream, classes::STREAM_INPUT, Word::NULL);
        self.set_int(stream, classes::STREAM_POSITION, 0);
        self.set_int(stream, classes::STREAM_LENGTH, 0);
    }

    /// Bytes from below: a chunk, or all.
    fn bytes_below(&mut self, stream: Word, all: bool) -> PyResult<Vec<u8>> {
        let below = self.get(stream, classes::STREAM_BELOW);
        match self.exact_stream(below) {
            Some(StreamKind::Reader | StreamKind::Random) => {
                if self.is_closed(below)? {
                    return Err(self.value_error("read of closed file"));
                }
                return match all {
                    true => Ok(self.buffered_read_all(below)?.unwrap_or_default()),
                    false => self.buffered_read_once(below, BUFFER_SIZE),
                };
            }
            Some(StreamKind::Bytes) if !self.stream_is(below, Flags::CLOSED) => {
                let size = if all { -1 } else { BUFFER_SIZE as i64 };
                return Ok(super::bytes::take(self, below, size).to_vec());
            }
            _ => {}
        }
        let method = if self.stream_is(stream, Flags::HAS_READ1) && !all { "read1" } else { "read" };
        let data = match all {
            true => self.call_method(below, method, &[])?,
            false => self.call_method(below, method, &[Word::wrap_small(BUFFER_SIZE as i64)])?,
        };
        match self.buffer(data) {
            Some(data) => Ok(data.to_vec()),
            None if all && self.is_none(data) => Ok(Vec::new()),
            None => {
                let found = self.type_name(data);
                let message =
                    format!("underlying {method}() should have returned a bytes-like object, not '{found}'");
                Err(self.type_error(&message))
            }
        }
    }

    /// Decodes what is left of the last input, and these bytes. `last`: no more will come.
    fn decode_input(&mut self, stream: Word, more: &[u8], last: bool) -> PyResult<()> {
        let old = self.get(stream, classes::STREAM_INPUT);
        let used = self.get_int(stream, classes::STREAM_LENGTH) as usize;
        let input = match old.is_null() || used == self.bytes(old).len() {
            true => self.try_bytes(more)?,
            false => {
                let mut all = self.bytes(old)[used..].to_vec();
                all.extend_from_slice(more);
                self.try_bytes(&all)?
            }
        };
        // Without a mark at its start: what is left is text, and the end of what was read.
        let input = match self.marked_codec(stream, input, last).1 {
            0 => input,
            head => {
                let rest = &self.bytes(input)[head..];
                self.try_bytes(rest)?
            }
        };
        let (text, used) = self.decode_text(stream, input, last)?;
        let flags = self.stream_flags(stream);
        let points = self.text(text);
        if flags.contains(Flags::UNIVERSAL) {
            let seen = newlines::seen(points);
            self.set_int(stream, classes::STREAM_FLAGS, self.stream_flags(stream).0 | seen);
        }
        let text = match newlines::to_lf(points).filter(|_| flags.contains(Flags::TRANSLATE)) {
            Some(translated) => self.built_text(&translated)?,
            None => text,
        };
        self.set(stream, classes::STREAM_INPUT, input);
        self.set(stream, classes::STREAM_TEXT, text);
        self.set_int(stream, classes::STREAM_POSITION, 0);
        self.set_int(stream, classes::STREAM_LENGTH, used as i64);
        Ok(())
    }

    /// The text of bytes as it is before ends of lines are translated, and how many bytes it took.
    pub fn decode_text(&mut self, stream: Word, input: Word, last: bool) -> PyResult<(Word, usize)> {
        let errors = self.text_errors(stream);
        let (codec, _) = self.marked_codec(stream, input, last);
        let Some(codec) = codec else { return Ok((self.intern(""), 0)) };
        let (text, used) = self.decode_with(input, codec, &errors, !last)?;
        let flags = self.stream_flags(stream);
        let points = self.text(text);
        let keeps = flags.contains(Flags::UNIVERSAL) || flags.contains(Flags::READ_CRLF);
        if keeps && !last && !points.is_empty() && points.get(points.len() - 1) == CR {
            let unit = match codec {
                Encoding::Utf16(_) => 2,
                Encoding::Utf32(_) => 4,
                Encoding::Utf8 | Encoding::Latin1 | Encoding::Ascii => 1,
                // `\r` has several spellings there.
                Encoding::UnicodeEscape | Encoding::RawUnicodeEscape => return Ok((text, used)),
            };
            let text = self.substring(text, 0..points.len() - 1)?;
            return Ok((text, used - unit));
        }
        Ok((text, used))
    }

    /// The codec for some input: marks of the byte order and signatures are looked for once. How many bytes they take; no codec if
    /// more must be known.
    fn marked_codec(&mut self, stream: Word, input: Word, last: bool) -> (Option<Encoding>, usize) {
        let (codec, signature) = self.text_codec(stream);
        let flags = self.stream_flags(stream);
        let (big, little): (&[u8], &[u8]) = match codec {
            Encoding::Utf16(Order::Marked) => (&[0xfe, 0xff], &[0xff, 0xfe]),
            Encoding::Utf32(Order::Marked) => (&[0, 0, 0xfe, 0xff], &[0xff, 0xfe, 0, 0]),
            _ if signature && !flags.contains(Flags::MARKED) => (&[0xef, 0xbb, 0xbf], &[0xef, 0xbb, 0xbf]),
            _ => return (Some(codec), 0),
        };
        let ordered = |big: bool| match codec {
            Encoding::Utf16(_) => Encoding::Utf16(if big { Order::Big } else { Order::Little }),
            Encoding::Utf32(_) => Encoding::Utf32(if big { Order::Big } else { Order::Little }),
            other => other,
        };
        if flags.contains(Flags::MARKED) {
            return (Some(ordered(flags.contains(Flags::BIG_ENDIAN))), 0);
        }
        let data = self.bytes(input);
        if data.len() < big.len() && !last && (big.starts_with(data) || little.starts_with(data)) {
            return (None, 0);
        }
        let is_big = data.starts_with(big);
        let head = if is_big || data.starts_with(little) { big.len() } else { 0 };
        self.set_stream_flag(stream, Flags::MARKED, true);
        self.set_stream_flag(stream, Flags::BIG_ENDIAN, is_big);
        (Some(ordered(is_big)), head)
    }

    /// Reads and decodes a chunk; false at the end.
    fn read_chunk(&mut self, stream: Word) -> PyResult<bool> {
        let chunk = self.bytes_below(stream, false)?;
        self.decode_input(stream, &chunk, chunk.is_empty())?;
        Ok(!chunk.is_empty())
    }

    /// How much decoded text is not given out yet.
    fn decoded(&self, stream: Word) -> (Word, usize, usize) {
        let text = self.get(stream, classes::STREAM_TEXT);
        let length = if text.is_null() { 0 } else { self.text(text).len() };
        (text, self.get_int(stream, classes::STREAM_POSITION) as usize, length)
    }

    /// Gives out decoded text from the position to here.
    fn give(&mut self, stream: Word, text: Word, from: usize, to: usize) -> PyResult {
        self.set_int(stream, classes::STREAM_POSITION, to as i64);
        self.substring(text, from..to)
    }

    /// A line, its end included; at most `size` characters (negative: any number).
    pub fn text_line(&mut self, stream: Word, size: i64) -> PyResult {
        self.write_text_pending(stream)?;
        let most = usize::try_from(size).unwrap_or(usize::MAX);
        let mut parts = Builder::default();
        let mut ended = false;
        loop {
            let (text, from, length) = self.decoded(stream);
            if from < length {
                let points = self.text(text);
                let found = newlines::line_end(points, from, self.stream_flags(stream));
                let end = found.unwrap_or(length).min(from.saturating_add(most - parts.len()));
                let complete = found == Some(end) || parts.len() + (end - from) == most;
                if complete && parts.is_empty() {
                    return self.give(stream, text, from, end);
                }
                parts.extend(points.slice(from, end));
                self.set_int(stream, classes::STREAM_POSITION, end as i64);
                if complete {
                    break;
                }
            } else if ended || parts.len() == most {
                break;
            } else {
                ended = !self.read_chunk(stream)?;
            }
        }
        self.built_text(&parts)
    }

    /// So many characters, fewer at the end.
    fn text_characters(&mut self, stream: Word, size: usize) -> PyResult {
        let mut parts = Builder::default();
        let mut ended = false;
        loop {
            let (text, from, length) = self.decoded(stream);
            let end = length.min(from.saturating_add(size - parts.len()));
            if parts.is_empty() && end - from == size && size > 0 {
                return self.give(stream, text, from, end);
            }
            if end > from {
                parts.extend(self.text(text).slice(from, end));
                self.set_int(stream, classes::STREAM_POSITION, end as i64);
            }
            if parts.len() == size || ended {
                return self.built_text(&parts);
            }
            ended = !self.read_chunk(stream)?;
        }
    }

    fn text_rest(&mut self, stream: Word) -> PyResult {
        let data = self.bytes_below(stream, true)?;
        let (text, from, length) = self.decoded(stream);
        let mut parts = Builder::default();
        if from < length {
            parts.extend(self.text(text).slice(from, length));
        }
        self.decode_input(stream, &data, true)?;
        let rest = self.get(stream, classes::STREAM_TEXT);
        self.forget_decoded(stream);
        if parts.is_empty() {
            return Ok(rest);
        }
        parts.extend(self.text(rest));
        self.built_text(&parts)
    }

    /// The text stream, which is open for reading.
    fn readable_text(&mut self, object: Word) -> PyResult {
        let stream = self.open_text(object)?;
        match self.stream_is(stream, Flags::READABLE) {
            true => Ok(stream),
            false => Err(self.unsupported("not readable")),
        }
    }

    /// The next line of a stream that a loop goes over; none at the end.
    pub fn next_text_line(&mut self, object: Word) -> PyResult<Option<Word>> {
        let stream = self.open_text(object)?;
        self.set_stream_flag(stream, Flags::TELLING, false);
        self.readable_text(object)?;
        let line = match object == stream {
            true => self.text_line(stream, -1)?,
            false => {
                let line = self.call_method(object, "readline", &[])?;
                if self.payload(line, classes::STR).is_none() {
                    let found = self.type_name(line);
                    let message = format!("readline() should have returned an str object, not '{found}'");
                    return Err(self.io_failed(&message));
                }
                line
            }
        };
        if self.truth(line)? {
            return Ok(Some(line));
        }
        let seekable = self.stream_is(stream, Flags::SEEKABLE);
        self.set_stream_flag(stream, Flags::TELLING, seekable);
        self.forget_decoded(stream);
        Ok(None)
    }
}

pub fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.stream_size(args[1])?;
    let stream = py.readable_text(args[0])?;
    py.write_text_pending(stream)?;
    match usize::try_from(size) {
        Ok(size) => py.text_characters(stream, size),
        Err(_) => py.text_rest(stream),
    }
}

pub fn readline(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.size_argument(args[1], -1)?;
    let stream = py.readable_text(args[0])?;
    py.text_line(stream, size)
}

pub fn next(py: &mut Py, args: &[Word]) -> PyResult {
    match py.next_text_line(args[0])? {
        Some(line) => Ok(line),
        None => Err(py.error_with(types::STOP_ITERATION, &[])),
    }
}
