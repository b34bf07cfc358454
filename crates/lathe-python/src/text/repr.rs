//! How strings and bytes are written down: `repr`, `ascii`.

use super::build::Builder;
use super::properties::is_printable;
use crate::object::text::Text;
use std::fmt::Write as _;

/// `repr(str)`; `plain` says which code points beyond ASCII are written as they are. Single quotes may be escaped between double ones.
fn quoted(text: Text<'_>, plain: impl Fn(u32) -> bool, escape_quotes: bool) -> Builder {
    let quote = quote_for(text);
    let mut out = Builder::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.code_points() {
        match c {
            0x5c => out.extend_str("\\\\"),
            _ if c == quote || (escape_quotes && c == 0x27) => {
                out.push(0x5c);
                out.push(c);
            }
            0x20..=0x7e => out.push(c),
            0x80.. if plain(c) => out.push(c),
            _ => push_escaped(&mut out, c),
        }
    }
    out.push(quote);
    out
}

/// Single quotes, unless there are some inside, and no double ones.
fn quote_for(text: Text<'_>) -> u32 {
    let has = |quote: u8| super::search::find(text, Text::One(&[quote])).is_some();
    if has(b'\'') && !has(b'"') { b'"'.into() } else { b'\''.into() }
}

/// A code point as an escape sequence.
pub fn push_escaped(out: &mut Builder, c: u32) {
    let written = match c {
        0x09 => out.write_str("\\t"),
        0x0a => out.write_str("\\n"),
        0x0d => out.write_str("\\r"),
        ..0x100 => write!(out, "\\x{c:02x}"),
        ..0x1_0000 => write!(out, "\\u{c:04x}"),
        _ => write!(out, "\\U{c:08x}"),
    };
    written.expect("text grows");
}

pub fn repr(text: Text<'_>) -> Builder {
    quoted(text, is_printable, false)
}

pub fn ascii(text: Text<'_>) -> Builder {
    quoted(text, |_| false, false)
}

/// `repr(bytes)`, without the `b`.
pub fn bytes(data: &[u8]) -> Builder {
    quoted(Text::One(data), |_| false, false)
}

/// The same inside of `bytearray(b…)`, which escapes all single quotes.
pub fn bytearray(data: &[u8]) -> Builder {
    quoted(Text::One(data), |_| false, true)
}

/// What `ascii` makes of a `repr`: everything else is escaped.
pub fn escape_non_ascii(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    for c in text.code_points() {
        match c {
            ..0x80 => out.push(c),
            _ => push_escaped(&mut out, c),
        }
    }
    out
}
