//! `unicode_escape` and `raw_unicode_escape`: text as it is written in programs.

use super::{Decoded, Problem};
use crate::object::text::Text;
use crate::text::build::Builder;
use crate::text::repr::push_escaped;

type Handler<'h, E> = &'h mut dyn FnMut(Problem) -> Result<Decoded, E>;
type Result2<E> = Result<(Builder, usize), E>;

fn bytes_of(out: &Builder) -> Vec<u8> {
    match out {
        Builder::One(data) => data.clone(),
        Builder::Two(_) | Builder::Four(_) => unreachable!("escapes are ASCII"),
    }
}

pub fn encode(text: Text<'_>) -> Vec<u8> {
    let mut out = Builder::with_capacity(text.len());
    for c in text.code_points() {
        match c {
            0x5c => out.extend_str("\\\\"),
            0x20..0x7f => out.push(c),
            _ => push_escaped(&mut out, c),
        }
    }
    bytes_of(&out)
}

pub fn encode_raw(text: Text<'_>) -> Vec<u8> {
    let mut out = Builder::with_capacity(text.len());
    for c in text.code_points() {
        match c {
            ..0x100 => out.push(c),
            _ => push_escaped(&mut out, c),
        }
    }
    bytes_of(&out)
}

/// Up to `most` hexadecimal digits: their value and how many there are.
fn hexadecimal(data: &[u8], most: usize) -> (u32, usize) {
    let digits = data.iter().take(most).map_while(|&byte| (byte as char).to_digit(16));
    digits.fold((0, 0), |(value, count), digit| (value << 4 | digit, count + 1))
}

/// What a backslash and a letter with so many digits stand for; or where the problem ends, and what it is.
fn code_point(data: &[u8], at: usize, letter: u8) -> Result<(u32, usize), (usize, &'static str)> {
    let (most, truncated) = match letter {
        b'x' => (2, "truncated \\xXX escape"),
        b'u' => (4, "truncated \\uXXXX escape"),
        _ => (8, "truncated \\UXXXXXXXX escape"),
    };
    let (value, count) = hexadecimal(&data[at..], most);
    match (count == most, value) {
        (false, _) => Err((at + count, truncated)),
        (true, 0x11_0000..) => Err((at + count, "illegal Unicode character")),
        (true, _) => Ok((value, at + count)),
    }
}

/// The character of a name, with the names of control characters and abbreviations that Python knows.
pub fn named_character(name: &str) -> Option<char> {
    unicode_names2::character(name)
}

pub fn decode<E>(data: &[u8], more: bool, handler: Handler<'_, E>) -> Result2<E> {
    let mut out = Builder::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        let start = at;
        if data[at] != b'\\' {
            out.push(data[at].into());
            at += 1;
            continue;
        }
        at += 1;
        let Some(&letter) = data.get(at) else {
            if more {
                return Ok((out, start));
            }
            at = problem(&mut out, handler, "unicodeescape", start, data.len(), "\\ at end of string")?;
            continue;
        };
        at += 1;
        let plain = match letter {
            b'\n' => continue,
            b'\\' | b'\'' | b'"' => letter.into(),
            b'a' => 7,
            b'b' => 8,
            b't' => 9,
            b'n' => 10,
            b'v' => 11,
            b'f' => 12,
            b'r' => 13,
            b'0'..=b'7' => {
                let digits = data[at..].iter().take(2).take_while(|byte| (b'0'..=b'7').contains(byte));
                let count = digits.clone().count();
                let value = digits
                    .fold(u32::from(letter - b'0'), |value, &digit| value << 3 | u32::from(digit - b'0'));
                at += count;
                value
            }
            b'x' | b'u' | b'U' => match code_point(data, at, letter) {
                Ok((c, next)) => {
                    at = next;
                    c
                }
                Err((end, _)) if more && end == data.len() => return Ok((out, start)),
                Err((end, reason)) => {
                    at = problem(&mut out, handler, "unicodeescape", start, end, reason)?;
                    continue;
                }
            },
            b'N' => match name_at(data, at) {
                Ok((c, next)) => {
                    at = next;
                    c.into()
                }
                Err((end, _)) if more && end == data.len() => return Ok((out, start)),
                Err((end, reason)) => {
                    at = problem(&mut out, handler, "unicodeescape", start, end, reason)?;
                    continue;
                }
            },
            _ => {
                out.push(b'\\'.into());
                letter.into()
            }
        };
        out.push(plain);
    }
    Ok((out, data.len()))
}

/// `{name}`.
fn name_at(data: &[u8], at: usize) -> Result<(char, usize), (usize, &'static str)> {
    const MALFORMED: &str = "malformed \\N character escape";
    if at == data.len() {
        return Err((at, MALFORMED));
    }
    if data[at] != b'{' {
        return Err((at, MALFORMED));
    }
    let Some(close) = data[at..].iter().position(|&byte| byte == b'}').map(|close| at + close) else {
        return Err((data.len(), MALFORMED));
    };
    if close == at + 1 {
        return Err((at + 1, MALFORMED));
    }
    let name = std::str::from_utf8(&data[at + 1..close]).ok();
    match name.and_then(named_character) {
        Some(c) => Ok((c, close + 1)),
        None => Err((close + 1, "unknown Unicode character name")),
    }
}

pub fn decode_raw<E>(data: &[u8], more: bool, handler: Handler<'_, E>) -> Result2<E> {
    let mut out = Builder::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        let start = at;
        match (data[at], data.get(at + 1)) {
            (b'\\', None) if more => return Ok((out, start)),
            (b'\\', Some(&letter @ (b'u' | b'U'))) => match code_point(data, at + 2, letter) {
                Ok((c, next)) => {
                    out.push(c);
                    at = next;
                }
                Err((end, _)) if more && end == data.len() => return Ok((out, start)),
                Err((end, reason)) => {
                    let reason = match reason {
                        "illegal Unicode character" => "\\Uxxxxxxxx out of range",
                        _ => reason,
                    };
                    at = problem(&mut out, handler, "rawunicodeescape", start, end, reason)?;
                }
            },
            // The second one escapes nothing.
            (b'\\', Some(&letter)) => {
                out.push(b'\\'.into());
                out.push(letter.into());
                at += 2;
            }
            (byte, _) => {
                out.push(byte.into());
                at += 1;
            }
        }
    }
    Ok((out, data.len()))
}

fn problem<E>(
    out: &mut Builder,
    handler: Handler<'_, E>,
    encoding: &'static str,
    start: usize,
    end: usize,
    reason: &'static str,
) -> Result<usize, E> {
    let decoded = handler(Problem { encoding, start, end, reason })?;
    out.extend(decoded.text.text());
    Ok(decoded.next)
}
