//! What code points are, as of Unicode 16.0 (that of Python 3.14).
//!
//! Categories come from `unicode-properties`, whose version is pinned to the one with 16.0. Rust's own tables and those of `unicode-ident`
//! are newer: what 16.0 does not know has no properties here. What neither has (digits that are no decimals, ideographs that are
//! numbers) is in generated tables.

use super::tables;
use unicode_properties::{GeneralCategory as Category, UnicodeGeneralCategory as _};

pub fn category(c: u32) -> Category {
    match char::from_u32(c) {
        Some(c) => c.general_category(),
        None => Category::Surrogate,
    }
}

/// The character, if Unicode 16.0 has it.
pub fn assigned(c: u32) -> Option<char> {
    char::from_u32(c).filter(|c| c.is_ascii() || c.general_category() != Category::Unassigned)
}

pub fn is_alpha(c: u32) -> bool {
    use Category::*;
    match c {
        ..0x80 => (c as u8).is_ascii_alphabetic(),
        _ => matches!(
            category(c),
            UppercaseLetter | LowercaseLetter | TitlecaseLetter | ModifierLetter | OtherLetter
        ),
    }
}

pub fn is_decimal(c: u32) -> bool {
    match c {
        ..0x80 => (c as u8).is_ascii_digit(),
        _ => category(c) == Category::DecimalNumber,
    }
}

pub fn is_digit(c: u32) -> bool {
    is_decimal(c) || in_ranges(tables::DIGITS, c)
}

pub fn is_numeric(c: u32) -> bool {
    use Category::*;
    match c {
        ..0x80 => (c as u8).is_ascii_digit(),
        _ => {
            matches!(category(c), DecimalNumber | LetterNumber | OtherNumber)
                || tables::NUMERIC_LETTERS.binary_search(&c).is_ok()
        }
    }
}

pub fn is_alnum(c: u32) -> bool {
    is_alpha(c) || is_numeric(c)
}

/// The value of a decimal digit of any script.
pub fn decimal_value(c: u32) -> Option<u32> {
    match c {
        0x30..=0x39 => Some(c - 0x30),
        ..0x80 => None,
        // Decimal digits come in runs of ten, from zero. Only the mathematical ones follow each other without a gap.
        0x1d7ce..=0x1d7ff => Some((c - 0x1d7ce) % 10),
        _ if is_decimal(c) => {
            let zero = (0..10).map(|back| c - back).take_while(|&c| is_decimal(c)).last()?;
            Some(c - zero)
        }
        _ => None,
    }
}

pub fn is_space(c: u32) -> bool {
    matches!(c, 0x09..=0x0d | 0x1c..=0x20 | 0x85 | 0xa0 | 0x1680 | 0x2000..=0x200a | 0x2028 | 0x2029 | 0x202f | 0x205f | 0x3000)
}

/// What `bytes` take for a space.
pub fn is_ascii_space(c: u32) -> bool {
    matches!(c, 0x09..=0x0d | 0x20)
}

pub fn is_line_end(c: u32) -> bool {
    matches!(c, 0x0a..=0x0d | 0x1c..=0x1e | 0x85 | 0x2028 | 0x2029)
}

pub fn is_printable(c: u32) -> bool {
    use Category::*;
    match c {
        ..0x80 => (0x20..0x7f).contains(&c),
        _ => !matches!(
            category(c),
            Control
                | Format
                | Surrogate
                | PrivateUse
                | Unassigned
                | LineSeparator
                | ParagraphSeparator
                | SpaceSeparator
        ),
    }
}

/// The category decides about letters; others are of a case by a list that only grows.
pub fn is_upper(c: u32) -> bool {
    match c {
        ..0x80 => (c as u8).is_ascii_uppercase(),
        _ => assigned(c).is_some_and(char::is_uppercase) || category(c) == Category::UppercaseLetter,
    }
}

pub fn is_lower(c: u32) -> bool {
    match c {
        ..0x80 => (c as u8).is_ascii_lowercase(),
        _ => assigned(c).is_some_and(char::is_lowercase) || category(c) == Category::LowercaseLetter,
    }
}

pub fn is_title(c: u32) -> bool {
    c >= 0x80 && category(c) == Category::TitlecaseLetter
}

pub fn is_cased(c: u32) -> bool {
    is_upper(c) || is_lower(c) || is_title(c)
}

/// Does not end a word for the rule about final sigmas? The property is derived from these (Unicode, D136).
pub fn is_case_ignorable(c: u32) -> bool {
    use Category::*;
    let inside_words = matches!(
        c,
        0x27 | 0x2e
            | 0x3a
            | 0xb7
            | 0x387
            | 0x55f
            | 0x5f4
            | 0x2018
            | 0x2019
            | 0x2024
            | 0x2027
            | 0xfe13
            | 0xfe52
            | 0xfe55
            | 0xff07
            | 0xff0e
            | 0xff1a
    );
    inside_words
        || matches!(category(c), NonspacingMark | EnclosingMark | Format | ModifierLetter | ModifierSymbol)
}

pub fn starts_identifier(c: u32) -> bool {
    c == 0x5f || assigned(c).is_some_and(unicode_ident::is_xid_start)
}

pub fn continues_identifier(c: u32) -> bool {
    assigned(c).is_some_and(unicode_ident::is_xid_continue)
}

fn in_ranges(ranges: &[(u32, u32)], c: u32) -> bool {
    let after = ranges.partition_point(|&(start, _)| start <= c);
    after > 0 && c <= ranges[after - 1].1
}
