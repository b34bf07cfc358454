//! Cutting text into parts: all as ranges, so that whoever asks decides what becomes of them.

use super::search;
use crate::object::text::Text;
use std::ops::Range;

/// The parts between spaces; `most` cuts at most.
pub fn at_spaces(text: Text<'_>, most: usize, space: impl Fn(u32) -> bool) -> Vec<Range<usize>> {
    let (mut parts, mut at) = (Vec::new(), 0);
    let length = text.len();
    loop {
        while at < length && space(text.get(at)) {
            at += 1;
        }
        if at == length {
            return parts;
        }
        let start = at;
        if parts.len() == most {
            // The rest is one part, with the spaces at its end.
            parts.push(start..length);
            return parts;
        }
        while at < length && !space(text.get(at)) {
            at += 1;
        }
        parts.push(start..at);
    }
}

/// The same from the end; the parts are in their order nevertheless.
pub fn at_spaces_from_end(text: Text<'_>, most: usize, space: impl Fn(u32) -> bool) -> Vec<Range<usize>> {
    let (mut parts, mut at) = (Vec::new(), text.len());
    loop {
        while at > 0 && space(text.get(at - 1)) {
            at -= 1;
        }
        if at == 0 {
            break;
        }
        let end = at;
        if parts.len() == most {
            parts.push(0..end);
            break;
        }
        while at > 0 && !space(text.get(at - 1)) {
            at -= 1;
        }
        parts.push(at..end);
    }
    parts.reverse();
    parts
}

/// The parts between separators, which are not empty.
pub fn at_separator(text: Text<'_>, separator: Text<'_>, most: usize) -> Vec<Range<usize>> {
    let cuts = search::matches(text, separator, most);
    between(text, separator, &cuts)
}

pub fn at_separator_from_end(text: Text<'_>, separator: Text<'_>, most: usize) -> Vec<Range<usize>> {
    let mut cuts = search::matches_from_end(text, separator, most);
    cuts.reverse();
    between(text, separator, &cuts)
}

fn between(text: Text<'_>, separator: Text<'_>, cuts: &[usize]) -> Vec<Range<usize>> {
    let mut parts = Vec::with_capacity(cuts.len() + 1);
    let mut start = 0;
    for &cut in cuts {
        parts.push(start..cut);
        start = cut + separator.len();
    }
    parts.push(start..text.len());
    parts
}

/// The lines, with or without their ends. `\r\n` is one end.
pub fn lines(text: Text<'_>, keep_ends: bool, line_end: impl Fn(u32) -> bool) -> Vec<Range<usize>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    let length = text.len();
    while start < length {
        let end = (start..length).find(|&at| line_end(text.get(at))).unwrap_or(length);
        let crlf = end + 1 < length && text.get(end) == 0x0d && text.get(end + 1) == 0x0a;
        let next = (end + 1 + crlf as usize).min(length);
        parts.push(start..if keep_ends { next } else { end });
        start = next;
    }
    parts
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    Left,
    Right,
    Both,
}

/// What is left without code points of a kind at the sides.
pub fn strip(text: Text<'_>, sides: Sides, strip: impl Fn(u32) -> bool) -> Range<usize> {
    let (mut start, mut end) = (0, text.len());
    if sides != Sides::Right {
        while start < end && strip(text.get(start)) {
            start += 1;
        }
    }
    if sides != Sides::Left {
        while start < end && strip(text.get(end - 1)) {
            end -= 1;
        }
    }
    start..end
}
