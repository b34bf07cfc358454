//! New strings of any size: one that does not fit is a `MemoryError`, and nothing is built twice.
//!
//! Whoever makes a long string knows its length and the width it may need, gets the string from the heap, and writes into it.

use super::classes;
use super::py::{Py, PyResult};
use super::text::{self, Text};
use crate::text::build::Builder;
use lathe_heap::Word;

/// Bytes of a code point in a text.
pub fn width(text: Text<'_>) -> usize {
    match text {
        Text::One(_) => 1,
        Text::Two(_) => 2,
        Text::Four(_) => 4,
    }
}

/// Bytes that a code point needs.
pub fn width_of(c: u32) -> usize {
    match c {
        ..0x100 => 1,
        ..0x1_0000 => 2,
        _ => 4,
    }
}

/// Writes the code points of a new string, from its start on.
#[derive(Debug)]
pub struct Writer<'a> {
    data: &'a mut [u8],
    width: usize,
}

impl<'a> Writer<'a> {
    /// Writes bytes: code points below 256.
    pub fn bytes(data: &'a mut [u8]) -> Writer<'a> {
        Writer { data, width: 1 }
    }

    fn room(&mut self, count: usize) -> &mut [u8] {
        let (room, rest) = std::mem::take(&mut self.data).split_at_mut(count * self.width);
        self.data = rest;
        room
    }

    pub fn text(&mut self, text: Text<'_>) {
        let wide = self.width;
        let room = self.room(text.len());
        match (text, wide) {
            (Text::One(from), 1) => room.copy_from_slice(from),
            (_, 1) => room.iter_mut().zip(text.code_points()).for_each(|(place, c)| *place = c as u8),
            (_, 2) => {
                for (place, c) in room.chunks_exact_mut(2).zip(text.code_points()) {
                    place.copy_from_slice(&(c as u16).to_ne_bytes());
                }
            }
            _ => {
                for (place, c) in room.chunks_exact_mut(4).zip(text.code_points()) {
                    place.copy_from_slice(&c.to_ne_bytes());
                }
            }
        }
    }

    pub fn fill(&mut self, c: u32, count: usize) {
        let wide = self.width;
        let room = self.room(count);
        match wide {
            1 => room.fill(c as u8),
            _ => {
                room.chunks_exact_mut(wide).for_each(|place| place.copy_from_slice(&c.to_ne_bytes()[..wide]))
            }
        }
    }

    /// A text, again and again until the end.
    pub fn repeat(&mut self, text: Text<'_>) {
        let size = text.len() * self.width;
        if size == 0 {
            return;
        }
        let whole = std::mem::take(&mut self.data);
        Writer { data: &mut whole[..size], width: self.width }.text(text);
        let mut done = size;
        // Doubling: few, long copies.
        while done < whole.len() {
            let (from, to) = whole.split_at_mut(done);
            let count = done.min(to.len());
            to[..count].copy_from_slice(&from[..count]);
            done += count;
        }
    }
}

impl Py {
    /// A new string of so many code points, which `write` writes. `width` is enough for all of them; if it is more than that, the
    /// string is made narrower.
    pub fn build_text(
        &mut self,
        length: usize,
        width: usize,
        write: impl FnOnce(&mut Writer<'_>),
    ) -> PyResult {
        let size = length.checked_mul(width).and_then(|size| size.checked_add(text::HEAD));
        let Some(size) = size.filter(|&size| size <= isize::MAX as usize) else {
            return Err(self.error_with(crate::runtime::types::MEMORY_ERROR, &[]));
        };
        let string = self.try_array(classes::STR, size).map_err(|error| self.memory_error(error))?;
        let bytes = self.items::<u8>(string);
        let mut writer = Writer { data: &mut bytes[text::HEAD..], width };
        write(&mut writer);
        debug_assert!(writer.data.is_empty(), "the length was known");
        text::set_head(bytes, width);
        let made = self.text(string);
        if width > 1 && made.code_points().all(|c| width_of(c) < width) {
            return self.try_text(made);
        }
        Ok(string)
    }

    /// A new string with these code points.
    pub fn try_text(&mut self, text: Text<'_>) -> PyResult {
        let width = text.code_points().map(width_of).max().unwrap_or(1);
        self.build_text(text.len(), width, |out| out.text(text))
    }

    pub fn built_text(&mut self, text: &Builder) -> PyResult {
        self.try_text(text.text())
    }

    /// Some code points of a string: the string itself, if it is all of them.
    pub fn substring(&mut self, string: Word, range: std::ops::Range<usize>) -> PyResult {
        let text = self.text(string);
        if range == (0..text.len()) {
            return Ok(string);
        }
        self.try_text(text.slice(range.start, range.end))
    }

    pub fn char_text(&mut self, c: u32) -> Word {
        self.new_text(Text::Four(&[c]))
    }

    /// `a + b` of strings.
    pub fn str_concat(&mut self, a: Word, b: Word) -> PyResult {
        let (left, right) = (self.text(a), self.text(b));
        if right.is_empty() {
            return Ok(a);
        }
        if left.is_empty() {
            return Ok(b);
        }
        self.build_text(left.len() + right.len(), width(left).max(width(right)), |out| {
            out.text(left);
            out.text(right);
        })
    }

    pub fn str_repeat(&mut self, string: Word, times: usize) -> PyResult {
        let text = self.text(string);
        match times {
            1 => Ok(string),
            _ if text.is_empty() => Ok(string),
            _ => self.build_text(text.len().saturating_mul(times), width(text), |out| {
                if times > 0 {
                    out.repeat(text);
                }
            }),
        }
    }
}
