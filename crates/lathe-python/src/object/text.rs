//! Strings: code points of one, two or four bytes each, whichever the largest needs.
//!
//! A `STR` is an array of bytes. The first [`HEAD`] of them hold the hash (0: not computed yet), the width of a code point and flags;
//! the code points follow. All that a program can see is decided by them, so `'é'` is one byte, and `s[i]` is one load.

use super::classes;
use crate::object::py::Py;
use lathe_heap::{Array, Word};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Bytes before the code points.
pub const HEAD: usize = 16;
const HASH: usize = 0;
const WIDTH: usize = 8;
const FLAGS: usize = 9;

/// All code points are below 128.
pub const ASCII: u8 = 1;
/// The one string with this text that names are compared by.
pub const INTERNED: u8 = 2;

/// The code points of a string.
#[derive(Clone, Copy, Debug)]
pub enum Text<'a> {
    /// Below 256.
    One(&'a [u8]),
    Two(&'a [u16]),
    Four(&'a [u32]),
}

impl<'a> Text<'a> {
    /// # Safety
    /// The word is a `STR`, which stays reachable as long as the text is used.
    pub unsafe fn of(string: Word) -> Text<'a> {
        // SAFETY: the caller's promise; the width is set when the string is made.
        unsafe {
            let bytes = Array::items::<u8>(string.cast());
            let data = bytes.as_ptr().add(HEAD);
            let size = bytes.len() - HEAD;
            match bytes[WIDTH] {
                1 => Text::One(std::slice::from_raw_parts(data, size)),
                2 => Text::Two(std::slice::from_raw_parts(data.cast(), size / 2)),
                _ => Text::Four(std::slice::from_raw_parts(data.cast(), size / 4)),
            }
        }
    }

    pub fn len(self) -> usize {
        match self {
            Text::One(data) => data.len(),
            Text::Two(data) => data.len(),
            Text::Four(data) => data.len(),
        }
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub fn get(self, index: usize) -> u32 {
        match self {
            Text::One(data) => data[index].into(),
            Text::Two(data) => data[index].into(),
            Text::Four(data) => data[index],
        }
    }

    pub fn code_points(self) -> impl DoubleEndedIterator<Item = u32> + ExactSizeIterator + Clone + 'a {
        (0..self.len()).map(move |index| self.get(index))
    }

    pub fn slice(self, start: usize, end: usize) -> Text<'a> {
        match self {
            Text::One(data) => Text::One(&data[start..end]),
            Text::Two(data) => Text::Two(&data[start..end]),
            Text::Four(data) => Text::Four(&data[start..end]),
        }
    }

    /// As Rust has it, borrowed if it is ASCII. Lone surrogates become U+FFFD.
    pub fn to_str(self) -> Cow<'a, str> {
        if let Text::One(data) = self
            && data.is_ascii()
        {
            return Cow::Borrowed(std::str::from_utf8(data).expect("ASCII"));
        }
        Cow::Owned(self.code_points().map(|c| char::from_u32(c).unwrap_or('\u{fffd}')).collect())
    }

    /// Does it have code points that UTF-8 has no encoding for?
    pub fn has_surrogates(self) -> bool {
        !matches!(self, Text::One(_)) && self.code_points().any(|c| (0xd800..0xe000).contains(&c))
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Text<'_>) -> bool {
        match (self, other) {
            (Text::One(a), Text::One(b)) => a == b,
            (Text::Two(a), Text::Two(b)) => a == b,
            (Text::Four(a), Text::Four(b)) => a == b,
            // The width is that of the largest code point, so they differ. A slice may be wider than it needs to be.
            _ => self.len() == other.len() && self.code_points().eq(other.code_points()),
        }
    }
}

impl Eq for Text<'_> {}

impl PartialOrd for Text<'_> {
    fn partial_cmp(&self, other: &Text<'_>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text<'_> {
    fn cmp(&self, other: &Text<'_>) -> Ordering {
        match (self, other) {
            (Text::One(a), Text::One(b)) => a.cmp(b),
            _ => self.code_points().cmp(other.code_points()),
        }
    }
}

/// Says how wide the code points of a new string are, which have been written.
pub(super) fn set_head(bytes: &mut [u8], width: usize) {
    bytes[WIDTH] = width as u8;
    bytes[FLAGS] = if width == 1 && bytes[HEAD..].is_ascii() { ASCII } else { 0 };
}

/// FNV over code points: the same for the same text, whatever its width. Never 0.
pub fn hash(text: Text<'_>) -> i64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for c in text.code_points() {
        hash = (hash ^ u64::from(c)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 29;
    // Hashes are kept as tagged integers, and Python has no hash of -1.
    match (hash << 2) as i64 >> 2 {
        0 => 1,
        -1 => -2,
        hash => hash,
    }
}

impl Py {
    /// A new string.
    pub fn new_str(&mut self, text: &str) -> Word {
        if text.is_ascii() {
            return self.new_text(Text::One(text.as_bytes()));
        }
        let points: Vec<u32> = text.chars().map(u32::from).collect();
        self.new_text(Text::Four(&points))
    }

    /// A new string with these code points, as narrow as it can be.
    pub fn new_text(&mut self, text: Text<'_>) -> Word {
        let largest = match text {
            Text::One(data) => data.iter().copied().max().map_or(0, u32::from),
            _ => text.code_points().max().unwrap_or(0),
        };
        let width = match largest {
            ..0x100 => 1,
            ..0x1_0000 => 2,
            _ => 4,
        };
        let string = self.new_byte_array(classes::STR, HEAD + text.len() * width);
        // SAFETY: the array was just made, and nothing else is allocated while it is filled.
        let bytes = unsafe { Array::items::<u8>(string.cast()) };
        bytes[WIDTH] = width as u8;
        bytes[FLAGS] = if largest < 128 { ASCII } else { 0 };
        let data = &mut bytes[HEAD..];
        match (text, width) {
            (Text::One(from), _) => data.copy_from_slice(from),
            (_, 1) => data.iter_mut().zip(text.code_points()).for_each(|(place, c)| *place = c as u8),
            (_, 2) => {
                for (place, c) in data.chunks_exact_mut(2).zip(text.code_points()) {
                    place.copy_from_slice(&(c as u16).to_ne_bytes());
                }
            }
            _ => {
                for (place, c) in data.chunks_exact_mut(4).zip(text.code_points()) {
                    place.copy_from_slice(&c.to_ne_bytes());
                }
            }
        }
        string
    }

    /// The code points of a `STR`. The string is kept alive by whoever has the word on the native stack.
    pub fn text<'a>(&self, string: Word) -> Text<'a> {
        debug_assert_eq!(self.class_of(string), Some(classes::STR));
        // SAFETY: callers have checked the class; the word is theirs, on the stack.
        unsafe { Text::of(string) }
    }

    /// The text of a `STR`.
    pub fn string<'a>(&self, string: Word) -> Cow<'a, str> {
        self.text(string).to_str()
    }

    pub fn str_hash(&mut self, string: Word) -> i64 {
        // SAFETY: a string; its first bytes are the hash. Nobody else has a reference to them.
        let place = unsafe { &mut *Array::items::<u8>(string.cast()).as_mut_ptr().add(HASH).cast::<i64>() };
        if *place == 0 {
            *place = hash(self.text(string));
        }
        *place
    }

    pub fn is_interned(&self, string: Word) -> bool {
        // SAFETY: as above.
        let bytes = unsafe { Array::items::<u8>(string.cast()) };
        bytes[FLAGS] & INTERNED != 0
    }

    /// The string that names are compared by.
    pub fn intern(&mut self, text: &str) -> Word {
        if let Some(&word) = self.rt().interned.borrow().get(text) {
            return word;
        }
        let string = self.new_str(text);
        self.str_hash(string);
        // SAFETY: as above.
        let bytes = unsafe { Array::items::<u8>(string.cast()) };
        bytes[FLAGS] |= INTERNED;
        // It lives for ever.
        self.core().heap.add_root(string);
        self.rt().interned.borrow_mut().insert(text.into(), string);
        string
    }

    /// The same for a string object; those with lone surrogates are never names.
    pub fn intern_str(&mut self, string: Word) -> Option<Word> {
        if self.is_interned(string) {
            return Some(string);
        }
        let text = self.text(string);
        (!text.has_surrogates()).then(|| self.intern(&text.to_str()))
    }
}
