//! Writing text: it is encoded at once, and kept until there is enough of it for the stream below.

use super::newlines;
use super::stream::{BUFFER_SIZE, Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::text::codecs::{Encoding, Order};
use lathe_heap::Word;

impl Py {
    /// Gives bytes to the stream below.
    fn write_below(&mut self, stream: Word, data: &[u8]) -> PyResult<()> {
        let below = self.get(stream, classes::STREAM_BELOW);
        match self.exact_stream(below) {
            Some(StreamKind::Writer | StreamKind::Random) => {
                if self.is_closed(below)? {
                    return Err(self.value_error("write to closed file"));
                }
                self.buffered_write(below, data)
            }
            Some(StreamKind::Bytes) if !self.stream_is(below, Flags::CLOSED) => {
                super::bytes::put(self, below, data)
            }
            _ => {
                let bytes = self.try_bytes(data)?;
                self.call_method(below, "write", &[bytes])?;
                Ok(())
            }
        }
    }

    fn pending_text<'a>(&self, stream: Word) -> &'a mut [u8] {
        let data = self.get(stream, classes::STREAM_DATA);
        if data.is_null() {
            return &mut [];
        }
        &mut self.items::<u8>(data)[..self.get_int(stream, classes::STREAM_PENDING) as usize]
    }

    /// Gives what is pending to the stream below.
    pub fn write_text_pending(&mut self, stream: Word) -> PyResult<()> {
        let pending = self.pending_text(stream);
        if pending.is_empty() {
            return Ok(());
        }
        self.set_int(stream, classes::STREAM_PENDING, 0);
        // What the stream below does may come back here and write.
        let pending = pending.to_vec();
        self.write_below(stream, &pending)
    }

    /// Keeps encoded text until there is enough.
    fn add_pending_text(&mut self, stream: Word, data: &[u8]) -> PyResult<()> {
        let pending = self.pending_text(stream).len();
        if pending + data.len() > BUFFER_SIZE {
            self.write_text_pending(stream)?;
            if data.len() >= BUFFER_SIZE {
                return self.write_below(stream, data);
            }
        }
        let mut array = self.get(stream, classes::STREAM_DATA);
        if array.is_null() {
            array = self.new_array(classes::DATA, BUFFER_SIZE);
            self.set(stream, classes::STREAM_DATA, array);
        }
        let pending = self.pending_text(stream).len();
        if pending + data.len() > BUFFER_SIZE {
            return self.write_below(stream, data);
        }
        self.items::<u8>(array)[pending..pending + data.len()].copy_from_slice(data);
        self.set_int(stream, classes::STREAM_PENDING, (pending + data.len()) as i64);
        Ok(())
    }

    /// Writes text to a stream that is open for writing.
    pub fn text_write(&mut self, stream: Word, string: Word) -> PyResult<()> {
        let flags = self.stream_flags(stream);
        let text = self.text(string);
        let ends_line = flags.contains(Flags::LINE_BUFFERING) && has_line_end(text);
        let (codec, signature) = self.text_codec(stream);
        let translated = newlines::from_lf(text, flags);
        match (text, codec) {
            (Text::One(data), Encoding::Utf8 | Encoding::Latin1 | Encoding::Ascii)
                if translated.is_none() && !signature && data.is_ascii() =>
            {
                self.add_pending_text(stream, data)?;
            }
            _ => {
                let string = match &translated {
                    Some(text) => self.built_text(text)?,
                    None => string,
                };
                self.encode_pending(stream, string, codec, signature)?;
            }
        }
        if ends_line || flags.contains(Flags::WRITE_THROUGH) {
            self.write_text_pending(stream)?;
        }
        if ends_line {
            self.flush_below(stream)?;
        }
        // Who writes does not go on reading where he was.
        if !self.get(stream, classes::STREAM_TEXT).is_null() {
            self.forget_decoded(stream);
        }
        Ok(())
    }

    fn encode_pending(
        &mut self,
        stream: Word,
        string: Word,
        codec: Encoding,
        signature: bool,
    ) -> PyResult<()> {
        let errors = self.text_errors(stream);
        let marked = self.stream_is(stream, Flags::MARKED);
        // A mark is written once, and says what everything behind it is.
        let (codec, mark): (Encoding, &[u8]) = match codec {
            Encoding::Utf16(Order::Marked) => (Encoding::Utf16(Order::Little), &[0xff, 0xfe]),
            Encoding::Utf32(Order::Marked) => (Encoding::Utf32(Order::Little), &[0xff, 0xfe, 0, 0]),
            other if signature => (other, &[0xef, 0xbb, 0xbf]),
            other => (other, &[]),
        };
        let bytes = self.encode_with(string, codec, &errors)?;
        if !mark.is_empty() && !marked {
            self.set_stream_flag(stream, Flags::MARKED, true);
            self.add_pending_text(stream, mark)?;
        }
        let data = self.bytes(bytes);
        self.add_pending_text(stream, data)
    }

    fn flush_below(&mut self, stream: Word) -> PyResult<()> {
        let below = self.get(stream, classes::STREAM_BELOW);
        if matches!(self.exact_stream(below), Some(StreamKind::Writer | StreamKind::Random))
            && !self.is_closed(below)?
        {
            return self.sync_buffer(below);
        }
        self.call_method(below, "flush", &[])?;
        Ok(())
    }

    /// Writes all that is pending, here and below.
    pub fn text_flush(&mut self, stream: Word) -> PyResult<()> {
        self.write_text_pending(stream)?;
        self.flush_below(stream)
    }
}

fn has_line_end(text: Text<'_>) -> bool {
    match text {
        Text::One(data) => memchr::memchr2(b'\n', b'\r', data).is_some(),
        _ => text.code_points().any(|c| c == 10 || c == 13),
    }
}

pub fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::Text])?;
    let Some(string) = py.payload(args[1], classes::STR) else {
        let message = format!("write() argument must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    py.open_text(args[0])?;
    if !py.stream_is(stream, Flags::WRITABLE) {
        return Err(py.unsupported("not writable"));
    }
    py.text_write(stream, string)?;
    Ok(py.new_int(py.text(string).len() as i64))
}

pub fn flush(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.open_text(args[0])?;
    let seekable = py.stream_is(stream, Flags::SEEKABLE);
    py.set_stream_flag(stream, Flags::TELLING, seekable);
    py.text_flush(stream)?;
    Ok(py.none())
}
