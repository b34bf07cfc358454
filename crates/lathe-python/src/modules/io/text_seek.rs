//! Where a text stream is, as a number that it can go back to.
//!
//! It is the position in bytes of the next character. A byte that became several characters (an escape for what could not be decoded) is
//! a place without a position of its own: then the number also says how many bytes to decode from the position on, and how many characters
//! of them to skip, in the bits from 128 and from 192 on.

use super::newlines;
use super::stream::Flags;
use crate::number::Int;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use lathe_heap::Word;

/// A place in a text stream.
struct Place {
    position: i64,
    feed: usize,
    skip: usize,
}

impl Place {
    fn at(position: i64) -> Place {
        Place { position, feed: 0, skip: 0 }
    }

    fn number(&self) -> Int {
        if self.skip == 0 {
            return Int::Small(self.position);
        }
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.position.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.feed.to_le_bytes());
        bytes[24..].copy_from_slice(&self.skip.to_le_bytes());
        Int::from_le_bytes(&bytes, false)
    }

    fn of(number: &Int) -> Option<Place> {
        if let Some(position) = number.as_i64() {
            return (position >= 0).then(|| Place::at(position));
        }
        if number.is_negative() {
            return None;
        }
        let magnitude = number.magnitude();
        let word = |index: usize| magnitude.as_words().get(index).copied().unwrap_or(0);
        Some(Place { position: word(0) as i64, feed: word(2) as usize, skip: word(3) as usize })
    }
}

/// So many characters come from a prefix of the input.
fn characters(py: &mut Py, stream: Word, input: Word, bytes: usize) -> PyResult<usize> {
    let prefix = &py.bytes(input)[..bytes];
    let prefix = py.try_bytes(prefix)?;
    // A `\r` at the end counts here, unlike when more is read.
    let flags = py.stream_flags(stream).0;
    py.set_int(stream, classes::STREAM_FLAGS, flags & !Flags::UNIVERSAL.0 & !Flags::READ_CRLF.0);
    let decoded = py.decode_text(stream, prefix, false);
    py.set_int(stream, classes::STREAM_FLAGS, flags);
    let (text, _) = decoded?;
    let points = py.text(text);
    let translated = newlines::to_lf(points).filter(|_| Flags(flags).contains(Flags::TRANSLATE));
    Ok(translated.map_or(points.len(), |text| text.len()))
}

/// Where in the input the first `count` characters end: bytes from where to decode, up to where, and how many characters to skip.
fn end_of(
    py: &mut Py,
    stream: Word,
    input: Word,
    used: usize,
    count: usize,
) -> PyResult<(usize, usize, usize)> {
    let data = py.bytes(input);
    if data[..used].is_ascii()
        && memchr::memchr(b'\r', &data[..used]).is_none()
        && py.text(py.get(stream, classes::STREAM_TEXT)).len() == used
    {
        return Ok((count, count, 0));
    }
    // The shortest prefix that gives as many.
    let shortest = |py: &mut Py, count: usize| -> PyResult<usize> {
        let (mut low, mut high) = (0, used);
        while low < high {
            let middle = (low + high) / 2;
            if characters(py, stream, input, middle)? >= count { high = middle } else { low = middle + 1 }
        }
        Ok(low)
    };
    let mut end = shortest(py, count)?;
    let found = characters(py, stream, input, end)?;
    if found > count && end > 0 {
        let before = characters(py, stream, input, end - 1)?;
        let start = shortest(py, before)?;
        return Ok((start, end, count - before.min(count)));
    }
    // An end of line of two characters that became one: both of them.
    let after = |py: &mut Py, end: usize| -> PyResult<bool> {
        Ok(end < used && characters(py, stream, input, end + 1)? == count && {
            let part = &py.bytes(input)[..end + 1];
            matches!(Text::One(part).slice(end.saturating_sub(1), end + 1), Text::One(b"\r\n"))
        })
    };
    if py.stream_is(stream, Flags::TRANSLATE) && after(py, end)? {
        end += 1;
    }
    Ok((end, end, 0))
}

fn below_tell(py: &mut Py, stream: Word) -> PyResult<i64> {
    let below = py.get(stream, classes::STREAM_BELOW);
    let at = py.call_method(below, "tell", &[])?;
    py.offset_argument(at)
}

pub fn tell(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.open_text(args[0])?;
    if !py.stream_is(stream, Flags::SEEKABLE) {
        return Err(py.unsupported("underlying stream is not seekable"));
    }
    if !py.stream_is(stream, Flags::TELLING) {
        return Err(py.io_failed("telling position disabled by next() call"));
    }
    py.write_text_pending(stream)?;
    py.call_method(args[0], "flush", &[])?;
    let at = below_tell(py, stream)?;
    let input = py.get(stream, classes::STREAM_INPUT);
    if input.is_null() {
        return Ok(py.new_int(at));
    }
    let (text, used) =
        (py.get(stream, classes::STREAM_TEXT), py.get_int(stream, classes::STREAM_LENGTH) as usize);
    let given = py.get_int(stream, classes::STREAM_POSITION) as usize;
    let base = at - py.bytes(input).len() as i64;
    let place = match given == py.text(text).len() {
        true => Place::at(base + used as i64),
        false => {
            let (start, end, skip) = end_of(py, stream, input, used, given)?;
            Place { position: base + start as i64, feed: end - start, skip }
        }
    };
    py.new_int_value(&place.number())
}

pub fn seek(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.open_text(args[0])?;
    let whence = py.whence_argument(args[2])?;
    if !py.stream_is(stream, Flags::SEEKABLE) {
        return Err(py.unsupported("underlying stream is not seekable"));
    }
    let number = py.index_value(args[1])?;
    let number = match whence {
        0 => number,
        1 if !number.is_zero() => return Err(py.unsupported("can't do nonzero cur-relative seeks")),
        1 => {
            let here = tell(py, args)?;
            py.index_value(here)?
        }
        2 if !number.is_zero() => return Err(py.unsupported("can't do nonzero end-relative seeks")),
        2 => return seek_end(py, args[0], stream),
        _ => return Err(py.value_error(&format!("invalid whence ({whence}, should be 0, 1 or 2)"))),
    };
    let Some(place) = Place::of(&number) else {
        let shown = py.repr_string(args[1])?;
        return Err(py.value_error(&format!("negative seek position {shown}")));
    };
    py.call_method(args[0], "flush", &[])?;
    let below = py.get(stream, classes::STREAM_BELOW);
    let position = py.new_int(place.position);
    py.call_method(below, "seek", &[position])?;
    py.forget_decoded(stream);
    py.set_stream_flag(stream, Flags::MARKED, place.position != 0);
    if place.skip > 0 {
        restore(py, stream, below, &place)?;
    }
    py.new_int_value(&number)
}

/// Decodes again what a place lies in the middle of.
fn restore(py: &mut Py, stream: Word, below: Word, place: &Place) -> PyResult<()> {
    let size = py.new_int(place.feed as i64);
    let data = py.call_method(below, "read", &[size])?;
    let Some(bytes) = py.payload(data, classes::BYTES) else {
        return Err(py.type_error("underlying read() should have returned a bytes object"));
    };
    let (text, used) = py.decode_text(stream, bytes, false)?;
    if py.text(text).len() < place.skip {
        return Err(py.io_failed("can't restore logical file position"));
    }
    py.set(stream, classes::STREAM_INPUT, bytes);
    py.set(stream, classes::STREAM_TEXT, text);
    py.set_int(stream, classes::STREAM_LENGTH, used as i64);
    py.set_int(stream, classes::STREAM_POSITION, place.skip as i64);
    Ok(())
}

fn seek_end(py: &mut Py, object: Word, stream: Word) -> PyResult {
    py.call_method(object, "flush", &[])?;
    py.forget_decoded(stream);
    let below = py.get(stream, classes::STREAM_BELOW);
    let at = py.call_method(below, "seek", &[Word::wrap_small(0), Word::wrap_small(2)])?;
    let marked = py.truth(at)?;
    py.set_stream_flag(stream, Flags::MARKED, marked);
    Ok(at)
}
