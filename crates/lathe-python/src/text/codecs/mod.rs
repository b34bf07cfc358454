//! Encodings: text to bytes and back.
//!
//! The encodings here are those that the interpreter itself needs; all others are written in Python. An encoder or decoder does not
//! know what becomes of errors: it gives each [`Problem`] to whoever called it, who says how to go on, or gives up with an error of
//! its own kind. [`handlers`] has Python's usual answers.

mod decode;
mod encode;
mod escapes;
pub mod handlers;

use super::build::Builder;
use crate::object::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    Latin1,
    Ascii,
    /// Two bytes a unit, in this order.
    Utf16(Order),
    /// Four bytes.
    Utf32(Order),
    UnicodeEscape,
    RawUnicodeEscape,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Little,
    Big,
    /// Decided by the mark at the start, if there is one, or little-endian; encoders write the mark.
    Marked,
}

/// Something that cannot be encoded or decoded: a range of code points, or of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Problem {
    /// As the exception names it.
    pub encoding: &'static str,
    pub start: usize,
    pub end: usize,
    pub reason: &'static str,
}

/// What stands for text that cannot be encoded.
#[derive(Clone, Debug)]
pub enum Substitute {
    Bytes(Vec<u8>),
    /// Is encoded in turn; what cannot be is the original problem again.
    Text(Builder),
}

/// Bytes that cannot be decoded became this text, and decoding goes on here. The handler may have changed the data.
#[derive(Clone, Debug)]
pub struct Decoded {
    pub text: Builder,
    pub next: usize,
}

/// What a problem becomes; an error without a substitute is given up on with [`Trouble::Unsolved`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble<E> {
    /// The substitute cannot be encoded either.
    Unsolved(Problem),
    /// The handler's own error.
    Handler(E),
}

impl<E> From<E> for Trouble<E> {
    fn from(error: E) -> Trouble<E> {
        Trouble::Handler(error)
    }
}

impl Encoding {
    /// The encoding of a name, as Python spells and misspells them.
    pub fn named(name: &str) -> Option<Encoding> {
        let mut key = String::with_capacity(name.len());
        for c in name.chars() {
            match c {
                '-' | ' ' | '_' => key.push('_'),
                _ => key.push(c.to_ascii_lowercase()),
            }
        }
        Some(match key.as_str() {
            "utf_8" | "utf8" | "u8" | "utf" | "cp65001" | "utf8_ucs2" | "utf8_ucs4" => Encoding::Utf8,
            "latin_1" | "latin1" | "latin" | "l1" | "iso_8859_1" | "iso8859_1" | "8859" | "cp819"
            | "iso8859" | "iso_8859_1_1987" | "iso_ir_100" | "ibm819" | "csisolatin1" => Encoding::Latin1,
            "ascii" | "us_ascii" | "us" | "646" | "ansi_x3.4_1968" | "ansi_x3_4_1968" | "ansi_x3.4_1986"
            | "cp367" | "csascii" | "ibm367" | "iso646_us" | "iso_646.irv_1991" | "iso_ir_6" => {
                Encoding::Ascii
            }
            "utf_16" | "utf16" | "u16" => Encoding::Utf16(Order::Marked),
            "utf_16_le" | "utf_16le" | "unicodelittleunmarked" => Encoding::Utf16(Order::Little),
            "utf_16_be" | "utf_16be" | "unicodebigunmarked" => Encoding::Utf16(Order::Big),
            "utf_32" | "utf32" | "u32" => Encoding::Utf32(Order::Marked),
            "utf_32_le" | "utf_32le" => Encoding::Utf32(Order::Little),
            "utf_32_be" | "utf_32be" => Encoding::Utf32(Order::Big),
            "unicode_escape" | "unicodeescape" => Encoding::UnicodeEscape,
            "raw_unicode_escape" | "rawunicodeescape" => Encoding::RawUnicodeEscape,
            _ => return None,
        })
    }

    /// The bytes of a text.
    pub fn encode<E>(
        self,
        text: Text<'_>,
        handler: &mut dyn FnMut(Problem) -> Result<(Substitute, usize), E>,
    ) -> Result<Vec<u8>, Trouble<E>> {
        match self {
            Encoding::Utf8 => encode::utf8(text, handler),
            Encoding::Latin1 => encode::narrow(text, 0x100, handler),
            Encoding::Ascii => encode::narrow(text, 0x80, handler),
            Encoding::Utf16(order) => encode::utf16(text, order, handler),
            Encoding::Utf32(order) => encode::utf32(text, order, handler),
            Encoding::UnicodeEscape => Ok(escapes::encode(text)),
            Encoding::RawUnicodeEscape => Ok(escapes::encode_raw(text)),
        }
    }

    /// The text of bytes, and how many of them were used: all, unless they may go on (`more`) and end inside of something.
    pub fn decode<E>(
        self,
        data: &[u8],
        more: bool,
        handler: &mut dyn FnMut(Problem) -> Result<Decoded, E>,
    ) -> Result<(Builder, usize), E> {
        match self {
            Encoding::Utf8 => decode::utf8(data, more, handler),
            Encoding::Latin1 => {
                let mut out = Builder::with_capacity(data.len());
                out.extend(Text::One(data));
                Ok((out, data.len()))
            }
            Encoding::Ascii => decode::ascii(data, handler),
            Encoding::Utf16(order) => decode::utf16(data, order, more, handler),
            Encoding::Utf32(order) => decode::utf32(data, order, more, handler),
            Encoding::UnicodeEscape => escapes::decode(data, more, handler),
            Encoding::RawUnicodeEscape => escapes::decode_raw(data, more, handler),
        }
    }
}

/// Is it half of a pair that UTF-16 writes for one code point?
pub fn is_surrogate(c: u32) -> bool {
    (0xd800..0xe000).contains(&c)
}
