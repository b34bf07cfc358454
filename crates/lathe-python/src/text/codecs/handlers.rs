//! What Python's error handlers do: `strict`, `ignore`, `replace`, …

use super::encode::push_utf8;
use super::{Decoded, Problem, Substitute, is_surrogate};
use crate::object::text::Text;
use crate::text::build::Builder;
use crate::text::repr::push_escaped;
use std::fmt::Write as _;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    Strict,
    Ignore,
    Replace,
    BackslashReplace,
    XmlCharRefReplace,
    NameReplace,
    SurrogateEscape,
    SurrogatePass,
}

impl Errors {
    pub fn named(name: &str) -> Option<Errors> {
        Some(match name {
            "strict" => Errors::Strict,
            "ignore" => Errors::Ignore,
            "replace" => Errors::Replace,
            "backslashreplace" => Errors::BackslashReplace,
            "xmlcharrefreplace" => Errors::XmlCharRefReplace,
            "namereplace" => Errors::NameReplace,
            "surrogateescape" => Errors::SurrogateEscape,
            "surrogatepass" => Errors::SurrogatePass,
            _ => return None,
        })
    }

    /// What to encode instead, and where to go on; none if the problem is an error.
    pub fn substitute(self, text: Text<'_>, problem: Problem) -> Option<(Substitute, usize)> {
        let (start, end) = (problem.start, problem.end);
        let part = text.slice(start, end);
        let mut out = Builder::default();
        match self {
            Errors::Strict => return None,
            Errors::Ignore => {}
            Errors::Replace => part.code_points().for_each(|_| out.push(b'?'.into())),
            Errors::BackslashReplace => part.code_points().for_each(|c| push_numeric(&mut out, c)),
            Errors::XmlCharRefReplace => {
                part.code_points().for_each(|c| write!(out, "&#{c};").expect("text grows"));
            }
            Errors::NameReplace => {
                for c in part.code_points() {
                    match char::from_u32(c).and_then(unicode_names2::name) {
                        Some(name) => write!(out, "\\N{{{name}}}").expect("text grows"),
                        None => push_numeric(&mut out, c),
                    }
                }
            }
            Errors::SurrogateEscape => {
                let bytes: Option<Vec<u8>> =
                    part.code_points().map(|c| (0xdc80..0xdd00).contains(&c).then_some(c as u8)).collect();
                return Some((Substitute::Bytes(bytes?), end));
            }
            Errors::SurrogatePass => {
                let mut bytes = Vec::new();
                let unit = Unit::of(problem.encoding)?;
                for c in part.code_points() {
                    if !is_surrogate(c) {
                        return None;
                    }
                    unit.push(&mut bytes, c);
                }
                return Some((Substitute::Bytes(bytes), end));
            }
        }
        Some((Substitute::Text(out), end))
    }

    /// What the bytes become, and where to go on.
    pub fn decoded(self, data: &[u8], problem: Problem) -> Option<Decoded> {
        let (start, mut next) = (problem.start, problem.end);
        let part = &data[start..next];
        let mut text = Builder::default();
        match self {
            Errors::Strict | Errors::XmlCharRefReplace | Errors::NameReplace => return None,
            Errors::Ignore => {}
            Errors::Replace => text.push(0xfffd),
            Errors::BackslashReplace => {
                part.iter().for_each(|byte| write!(text, "\\x{byte:02x}").expect("text grows"));
            }
            Errors::SurrogateEscape => {
                // Not more than four, and none that is ASCII.
                let escaped = part.iter().take(4).take_while(|&&byte| byte >= 0x80);
                escaped.for_each(|&byte| text.push(0xdc00 | u32::from(byte)));
                if text.is_empty() {
                    return None;
                }
                next = start + text.len();
            }
            Errors::SurrogatePass => {
                let (c, length) = Unit::of(problem.encoding)?.surrogate_at(&data[start..])?;
                text.push(c);
                next = start + length;
            }
        }
        Some(Decoded { text, next })
    }
}

/// `\x`, `\u` or `\U`, also for what has an escape of its own.
fn push_numeric(out: &mut Builder, c: u32) {
    match c {
        ..0x100 => write!(out, "\\x{c:02x}").expect("text grows"),
        _ => push_escaped(out, c),
    }
}

/// How an encoding would write surrogates.
enum Unit {
    Utf8,
    Utf16 { big: bool },
    Utf32 { big: bool },
}

impl Unit {
    fn of(encoding: &str) -> Option<Unit> {
        let big = encoding.ends_with("-be");
        match encoding {
            "utf-8" => Some(Unit::Utf8),
            _ if encoding.starts_with("utf-16") => Some(Unit::Utf16 { big }),
            _ if encoding.starts_with("utf-32") => Some(Unit::Utf32 { big }),
            _ => None,
        }
    }

    fn push(&self, out: &mut Vec<u8>, c: u32) {
        match *self {
            Unit::Utf8 => push_utf8(out, c),
            Unit::Utf16 { big: true } => out.extend((c as u16).to_be_bytes()),
            Unit::Utf16 { big: false } => out.extend((c as u16).to_le_bytes()),
            Unit::Utf32 { big: true } => out.extend(c.to_be_bytes()),
            Unit::Utf32 { big: false } => out.extend(c.to_le_bytes()),
        }
    }

    fn surrogate_at(&self, data: &[u8]) -> Option<(u32, usize)> {
        let (c, length) = match *self {
            Unit::Utf8 => match *data.first_chunk::<3>()? {
                [0xed, b @ 0x80..0xc0, c @ 0x80..0xc0] => {
                    (0xd000 | u32::from(b & 0x3f) << 6 | u32::from(c & 0x3f), 3)
                }
                _ => return None,
            },
            Unit::Utf16 { big } => {
                let bytes = *data.first_chunk::<2>()?;
                (if big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }.into(), 2)
            }
            Unit::Utf32 { big } => {
                let bytes = *data.first_chunk::<4>()?;
                (if big { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }, 4)
            }
        };
        is_surrogate(c).then_some((c, length))
    }
}
