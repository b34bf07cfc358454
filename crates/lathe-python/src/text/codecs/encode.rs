//! Encoders.

use super::{Order, Problem, Substitute, Trouble, is_surrogate};
use crate::object::text::Text;

type Handler<'h, E> = &'h mut dyn FnMut(Problem) -> Result<(Substitute, usize), E>;
type Encoded<E> = Result<Vec<u8>, Trouble<E>>;

const SURROGATES: &str = "surrogates not allowed";

/// The end of the run of code points from `start` on that the encoding does not have.
fn run_end(text: Text<'_>, start: usize, bad: impl Fn(u32) -> bool) -> usize {
    (start + 1..text.len()).find(|&at| !bad(text.get(at))).unwrap_or(text.len())
}

pub fn push_utf8(out: &mut Vec<u8>, c: u32) {
    let continued = |shift: u32| 0x80 | (c >> shift & 0x3f) as u8;
    match c {
        ..0x80 => out.push(c as u8),
        ..0x800 => out.extend([0xc0 | (c >> 6) as u8, continued(0)]),
        ..0x1_0000 => out.extend([0xe0 | (c >> 12) as u8, continued(6), continued(0)]),
        _ => out.extend([0xf0 | (c >> 18) as u8, continued(12), continued(6), continued(0)]),
    }
}

pub fn utf8<E>(text: Text<'_>, handler: Handler<'_, E>) -> Encoded<E> {
    if let Text::One(data) = text
        && data.is_ascii()
    {
        return Ok(data.to_vec());
    }
    let mut out = Vec::with_capacity(text.len() * 2);
    let mut at = 0;
    while at < text.len() {
        let c = text.get(at);
        if !is_surrogate(c) {
            push_utf8(&mut out, c);
            at += 1;
            continue;
        }
        let problem = Problem {
            encoding: "utf-8",
            start: at,
            end: run_end(text, at, is_surrogate),
            reason: SURROGATES,
        };
        let (substitute, next) = handler(problem)?;
        match substitute {
            Substitute::Bytes(bytes) => out.extend(bytes),
            Substitute::Text(text) if text.text().code_points().all(|c| c < 0x80) => {
                out.extend(text.text().code_points().map(|c| c as u8));
            }
            Substitute::Text(_) => return Err(Trouble::Unsolved(problem)),
        }
        at = next;
    }
    Ok(out)
}

/// Latin-1 and ASCII: code points below a limit are bytes.
pub fn narrow<E>(text: Text<'_>, limit: u32, handler: Handler<'_, E>) -> Encoded<E> {
    let (encoding, reason) = match limit {
        0x80 => ("ascii", "ordinal not in range(128)"),
        _ => ("latin-1", "ordinal not in range(256)"),
    };
    if let Text::One(data) = text
        && (limit == 0x100 || data.is_ascii())
    {
        return Ok(data.to_vec());
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let c = text.get(at);
        if c < limit {
            out.push(c as u8);
            at += 1;
            continue;
        }
        let problem = Problem { encoding, start: at, end: run_end(text, at, |c| c >= limit), reason };
        let (substitute, next) = handler(problem)?;
        match substitute {
            Substitute::Bytes(bytes) => out.extend(bytes),
            Substitute::Text(text) if text.text().code_points().all(|c| c < limit) => {
                out.extend(text.text().code_points().map(|c| c as u8));
            }
            Substitute::Text(_) => return Err(Trouble::Unsolved(problem)),
        }
        at = next;
    }
    Ok(out)
}

pub fn utf16<E>(text: Text<'_>, order: Order, handler: Handler<'_, E>) -> Encoded<E> {
    let encoding = match order {
        Order::Little => "utf-16-le",
        Order::Big => "utf-16-be",
        Order::Marked => "utf-16",
    };
    let push = |out: &mut Vec<u8>, unit: u16| match order {
        Order::Big => out.extend(unit.to_be_bytes()),
        Order::Little | Order::Marked => out.extend(unit.to_le_bytes()),
    };
    let push_point = |out: &mut Vec<u8>, c: u32| match c.checked_sub(0x1_0000) {
        None => push(out, c as u16),
        Some(rest) => {
            push(out, 0xd800 | (rest >> 10) as u16);
            push(out, 0xdc00 | (rest & 0x3ff) as u16);
        }
    };
    wide(text, encoding, order, 2, push_point, handler)
}

pub fn utf32<E>(text: Text<'_>, order: Order, handler: Handler<'_, E>) -> Encoded<E> {
    let encoding = match order {
        Order::Little => "utf-32-le",
        Order::Big => "utf-32-be",
        Order::Marked => "utf-32",
    };
    let push = |out: &mut Vec<u8>, c: u32| match order {
        Order::Big => out.extend(c.to_be_bytes()),
        Order::Little | Order::Marked => out.extend(c.to_le_bytes()),
    };
    wide(text, encoding, order, 4, push, handler)
}

/// UTF-16 and UTF-32: surrogates are problems one by one.
fn wide<E>(
    text: Text<'_>,
    encoding: &'static str,
    order: Order,
    unit: usize,
    push: impl Fn(&mut Vec<u8>, u32),
    handler: Handler<'_, E>,
) -> Encoded<E> {
    let mut out = Vec::with_capacity((text.len() + 1) * unit);
    if order == Order::Marked {
        push(&mut out, 0xfeff);
    }
    let mut at = 0;
    while at < text.len() {
        let c = text.get(at);
        if !is_surrogate(c) {
            push(&mut out, c);
            at += 1;
            continue;
        }
        let problem = Problem { encoding, start: at, end: at + 1, reason: SURROGATES };
        let (substitute, next) = handler(problem)?;
        match substitute {
            Substitute::Bytes(bytes) if bytes.len() % unit == 0 => out.extend(bytes),
            Substitute::Text(text) if text.text().code_points().all(|c| c < 0x80) => {
                text.text().code_points().for_each(|c| push(&mut out, c));
            }
            Substitute::Bytes(_) | Substitute::Text(_) => return Err(Trouble::Unsolved(problem)),
        }
        at = next;
    }
    Ok(out)
}
