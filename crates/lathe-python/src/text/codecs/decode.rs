//! Decoders.

use super::{Decoded, Order, Problem};
use crate::object::text::Text;
use crate::text::build::Builder;

type Handler<'h, E> = &'h mut dyn FnMut(Problem) -> Result<Decoded, E>;
type Result2<E> = Result<(Builder, usize), E>;

pub fn utf8<E>(data: &[u8], more: bool, handler: Handler<'_, E>) -> Result2<E> {
    let mut out = Builder::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        let rest = &data[at..];
        let error = match std::str::from_utf8(rest) {
            Ok(text) => {
                out.extend_str(text);
                break;
            }
            Err(error) => error,
        };
        let valid = error.valid_up_to();
        out.extend_str(std::str::from_utf8(&rest[..valid]).expect("checked"));
        let start = at + valid;
        let (end, reason) = match error.error_len() {
            None if more => return Ok((out, start)),
            None => (data.len(), "unexpected end of data"),
            Some(length) => match data[start] {
                0x80..0xc2 | 0xf5.. => (start + length, "invalid start byte"),
                _ => (start + length, "invalid continuation byte"),
            },
        };
        let decoded = handler(Problem { encoding: "utf-8", start, end, reason })?;
        out.extend(decoded.text.text());
        at = decoded.next;
    }
    Ok((out, data.len()))
}

pub fn ascii<E>(data: &[u8], handler: Handler<'_, E>) -> Result2<E> {
    let mut out = Builder::with_capacity(data.len());
    let mut at = 0;
    while at < data.len() {
        let bad = data[at..].iter().position(|&byte| byte >= 0x80).map_or(data.len(), |bad| at + bad);
        out.extend(Text::One(&data[at..bad]));
        at = bad;
        if bad < data.len() {
            let reason = "ordinal not in range(128)";
            let decoded = handler(Problem { encoding: "ascii", start: bad, end: bad + 1, reason })?;
            out.extend(decoded.text.text());
            at = decoded.next;
        }
    }
    Ok((out, data.len()))
}

/// The order that the mark at the start says, and where the text begins.
fn marked(data: &[u8], order: Order, little: &[u8], big: &[u8]) -> (bool, usize) {
    match order {
        Order::Little => (false, 0),
        Order::Big => (true, 0),
        Order::Marked if data.starts_with(little) => (false, little.len()),
        Order::Marked if data.starts_with(big) => (true, big.len()),
        Order::Marked => (false, 0),
    }
}

pub fn utf16<E>(data: &[u8], order: Order, more: bool, handler: Handler<'_, E>) -> Result2<E> {
    let (big, mut at) = marked(data, order, &[0xff, 0xfe], &[0xfe, 0xff]);
    let encoding = if big { "utf-16-be" } else { "utf-16-le" };
    let unit = |at: usize| {
        let bytes = [*data.get(at)?, *data.get(at + 1)?];
        Some(u32::from(if big { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }))
    };
    let mut out = Builder::with_capacity(data.len() / 2);
    while at < data.len() {
        let (start, end, reason) = match (unit(at), unit(at + 2)) {
            (None, _) if more => return Ok((out, at)),
            (None, _) => (at, data.len(), "truncated data"),
            (Some(high @ 0xd800..0xdc00), Some(low @ 0xdc00..0xe000)) => {
                out.push(0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff));
                at += 4;
                continue;
            }
            (Some(0xd800..0xdc00), None) if more => return Ok((out, at)),
            (Some(0xd800..0xdc00), None) => (at, data.len(), "unexpected end of data"),
            (Some(0xd800..0xdc00), Some(_)) => (at, at + 2, "illegal UTF-16 surrogate"),
            (Some(0xdc00..0xe000), _) => (at, at + 2, "illegal encoding"),
            (Some(c), _) => {
                out.push(c);
                at += 2;
                continue;
            }
        };
        let decoded = handler(Problem { encoding, start, end, reason })?;
        out.extend(decoded.text.text());
        at = decoded.next;
    }
    Ok((out, data.len()))
}

pub fn utf32<E>(data: &[u8], order: Order, more: bool, handler: Handler<'_, E>) -> Result2<E> {
    let (big, mut at) = marked(data, order, &[0xff, 0xfe, 0, 0], &[0, 0, 0xfe, 0xff]);
    let encoding = if big { "utf-32-be" } else { "utf-32-le" };
    let mut out = Builder::with_capacity(data.len() / 4);
    while at < data.len() {
        let unit = data[at..].first_chunk::<4>();
        let (end, reason) =
            match unit.map(|&b| if big { u32::from_be_bytes(b) } else { u32::from_le_bytes(b) }) {
                None if more => return Ok((out, at)),
                None => (data.len(), "truncated data"),
                Some(0xd800..0xe000) => (at + 4, "code point in surrogate code point range(0xd800, 0xe000)"),
                Some(0x11_0000..) => (at + 4, "code point not in range(0x110000)"),
                Some(c) => {
                    out.push(c);
                    at += 4;
                    continue;
                }
            };
        let decoded = handler(Problem { encoding, start: at, end, reason })?;
        out.extend(decoded.text.text());
        at = decoded.next;
    }
    Ok((out, data.len()))
}
