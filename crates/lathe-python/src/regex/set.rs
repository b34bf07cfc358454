//! Characters: sets of them, categories, and what differs by case only.

use super::op::category::*;
use super::op::instruction::*;
use crate::text::properties;

/// How the case of letters is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Ascii,
    Unicode,
    /// Of the "C" locale: letters of ASCII.
    Locale,
}

pub fn lower(case: Case, c: u32) -> u32 {
    match case {
        Case::Ascii | Case::Locale if c < 128 => u32::from((c as u8).to_ascii_lowercase()),
        Case::Ascii | Case::Locale => c,
        Case::Unicode => unicode_lower(c),
    }
}

pub fn unicode_lower(c: u32) -> u32 {
    char::from_u32(c).and_then(|c| c.to_lowercase().next()).map_or(c, u32::from)
}

pub fn unicode_upper(c: u32) -> u32 {
    char::from_u32(c).and_then(|c| c.to_uppercase().next()).map_or(c, u32::from)
}

fn ascii_upper(c: u32) -> u32 {
    if c < 128 { u32::from((c as u8).to_ascii_uppercase()) } else { c }
}

/// Are there other characters that differ from it by case only?
pub fn is_cased(case: Case, c: u32) -> bool {
    match case {
        Case::Ascii | Case::Locale => c < 128 && (c as u8).is_ascii_alphabetic(),
        Case::Unicode => unicode_lower(c) != c || unicode_upper(c) != c,
    }
}

pub fn is_word(c: u32, unicode: bool) -> bool {
    match u8::try_from(c) {
        Ok(byte) if byte < 128 => byte.is_ascii_alphanumeric() || byte == b'_',
        _ => unicode && properties::is_alnum(c),
    }
}

pub fn in_category(category: i64, c: u32) -> bool {
    let ascii_digit = || (0x30..0x3a).contains(&c);
    // Not what `bytes.isspace` and its like take for space: no separators of files and records.
    let ascii_space = || matches!(c, 0x20 | 0x09..=0x0d);
    match category {
        DIGIT => ascii_digit(),
        NOT_DIGIT => !ascii_digit(),
        SPACE => ascii_space(),
        NOT_SPACE => !ascii_space(),
        WORD | LOC_WORD => is_word(c, false),
        NOT_WORD | LOC_NOT_WORD => !is_word(c, false),
        LINEBREAK => c == 0x0a,
        NOT_LINEBREAK => c != 0x0a,
        UNI_DIGIT => properties::is_decimal(c),
        UNI_NOT_DIGIT => !properties::is_decimal(c),
        UNI_SPACE => properties::is_space(c),
        UNI_NOT_SPACE => !properties::is_space(c),
        UNI_WORD => is_word(c, true),
        UNI_NOT_WORD => !is_word(c, true),
        UNI_LINEBREAK => properties::is_line_end(c),
        UNI_NOT_LINEBREAK => !properties::is_line_end(c),
        _ => false,
    }
}

/// Is the character in the set that begins here?
pub fn contains(set: &[i64], c: u32) -> bool {
    let at = |index: usize| set.get(index).copied().unwrap_or(0);
    // A set of 256 characters: a bit for each, 32 in a number.
    let has_bit = |start: usize, bit: u32| at(start + (bit / 32) as usize) >> (bit % 32) & 1 != 0;
    let (mut index, mut yes) = (0, true);
    loop {
        let op = at(index);
        index += 1;
        match op {
            LITERAL => {
                if at(index) == i64::from(c) {
                    return yes;
                }
                index += 1;
            }
            CATEGORY => {
                if in_category(at(index), c) {
                    return yes;
                }
                index += 1;
            }
            CHARSET => {
                if c < 256 && has_bit(index, c) {
                    return yes;
                }
                index += 8;
            }
            RANGE | RANGE_UNI_IGNORE => {
                let range = at(index)..=at(index + 1);
                if range.contains(&c.into())
                    || op == RANGE_UNI_IGNORE && range.contains(&unicode_upper(c).into())
                {
                    return yes;
                }
                index += 2;
            }
            NEGATE => yes = !yes,
            BIGCHARSET => {
                // For each 256 characters a byte, which says which of the sets that follow has them.
                let count = at(index) as usize;
                index += 1;
                let blocks = index + 64;
                if c < 0x1_0000 {
                    let number = at(index + (c >> 10) as usize) >> (8 * (c >> 8 & 3)) & 0xff;
                    if has_bit(blocks + 8 * number as usize, c & 0xff) {
                        return yes;
                    }
                }
                index = blocks + 8 * count;
            }
            // The end of the set.
            _ => return !yes,
        }
    }
}

/// The same, for a character in either case.
pub fn contains_in_locale(set: &[i64], c: u32) -> bool {
    contains(set, lower(Case::Locale, c)) || contains(set, ascii_upper(c))
}

/// Is it the literal, in either case?
pub fn is_literal_in_locale(literal: i64, c: u32) -> bool {
    [c, lower(Case::Locale, c), ascii_upper(c)].map(i64::from).contains(&literal)
}
