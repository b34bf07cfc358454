//! Upper, lower, title case and case folding, with the mappings to several code points.
//!
//! Rust knows upper and lower case (of Unicode 17: what 16.0 does not have is left alone). Title case and folding are tables of
//! where they differ from these.

use super::build::Builder;
use super::properties::{assigned, is_case_ignorable, is_cased, is_lower, is_title, is_upper};
use super::tables;
use crate::object::text::Text;

const SIGMA: u32 = 0x3a3;
const FINAL_SIGMA: u32 = 0x3c2;
const SMALL_SIGMA: u32 = 0x3c3;

fn push_mapped<I: Iterator<Item = char> + Clone>(out: &mut Builder, c: u32, map: impl Fn(char) -> I) {
    let mapped = assigned(c).map(map).filter(|mapped| mapped.clone().all(|m| assigned(m.into()).is_some()));
    match mapped {
        Some(mapped) => mapped.for_each(|c| out.push(c.into())),
        None => out.push(c),
    }
}

fn push_upper(out: &mut Builder, c: u32) {
    match c {
        ..0x80 => out.push((c as u8).to_ascii_uppercase().into()),
        _ => push_mapped(out, c, char::to_uppercase),
    }
}

fn push_lower(out: &mut Builder, c: u32) {
    match c {
        ..0x80 => out.push((c as u8).to_ascii_lowercase().into()),
        _ => push_mapped(out, c, char::to_lowercase),
    }
}

fn push_special(out: &mut Builder, table: &[(u32, [u32; 3])], c: u32) -> bool {
    let Ok(index) = table.binary_search_by_key(&c, |entry| entry.0) else { return false };
    table[index].1.into_iter().filter(|&c| c != 0).for_each(|c| out.push(c));
    true
}

fn push_title(out: &mut Builder, c: u32) {
    if c < 0x80 || !push_special(out, tables::TITLE, c) {
        push_upper(out, c);
    }
}

fn push_folded(out: &mut Builder, c: u32) {
    if c < 0x80 || !push_special(out, tables::FOLDED, c) {
        push_lower(out, c);
    }
}

/// Lower case where a sigma is: at the end of a word it looks different.
fn push_lower_at(out: &mut Builder, text: Text<'_>, at: usize) {
    let c = text.get(at);
    match c {
        SIGMA => {
            let before = (0..at).rev().map(|at| text.get(at)).find(|&c| !is_case_ignorable(c));
            let after = (at + 1..text.len()).map(|at| text.get(at)).find(|&c| !is_case_ignorable(c));
            let last = before.is_some_and(is_cased) && !after.is_some_and(is_cased);
            out.push(if last { FINAL_SIGMA } else { SMALL_SIGMA });
        }
        _ => push_lower(out, c),
    }
}

pub fn upper(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    text.code_points().for_each(|c| push_upper(&mut out, c));
    out
}

pub fn lower(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    (0..text.len()).for_each(|at| push_lower_at(&mut out, text, at));
    out
}

pub fn casefold(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    text.code_points().for_each(|c| push_folded(&mut out, c));
    out
}

pub fn capitalize(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    for at in 0..text.len() {
        match at {
            0 => push_title(&mut out, text.get(0)),
            _ => push_lower_at(&mut out, text, at),
        }
    }
    out
}

pub fn title(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    let mut in_word = false;
    for at in 0..text.len() {
        match in_word {
            true => push_lower_at(&mut out, text, at),
            false => push_title(&mut out, text.get(at)),
        }
        in_word = is_cased(text.get(at));
    }
    out
}

pub fn swapcase(text: Text<'_>) -> Builder {
    let mut out = Builder::with_capacity(text.len());
    for (at, c) in text.code_points().enumerate() {
        if is_upper(c) {
            push_lower_at(&mut out, text, at);
        } else if is_lower(c) {
            push_upper(&mut out, c);
        } else {
            out.push(c);
        }
    }
    out
}

/// `isupper`: something has case, and nothing is of lower or title case.
pub fn all_upper(text: Text<'_>) -> bool {
    !text.code_points().any(|c| is_lower(c) || is_title(c)) && text.code_points().any(is_upper)
}

pub fn all_lower(text: Text<'_>) -> bool {
    !text.code_points().any(|c| is_upper(c) || is_title(c)) && text.code_points().any(is_lower)
}

/// `istitle`: capitals only at the start of words, and there always.
pub fn is_titled(text: Text<'_>) -> bool {
    let (mut any, mut in_word) = (false, false);
    for c in text.code_points() {
        if is_upper(c) || is_title(c) {
            if in_word {
                return false;
            }
            (any, in_word) = (true, true);
        } else if is_lower(c) {
            if !in_word {
                return false;
            }
        } else {
            in_word = false;
        }
    }
    any
}
