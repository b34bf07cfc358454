//! Where the parts of a formatted number go: sign, prefix, digits in groups, the rest, and padding.

use super::spec::{Align, Grouping, Spec};
use crate::number::Fault;

/// More than this is no text that fits anywhere.
pub const MAX_LENGTH: usize = 1 << 32;

#[derive(Clone, Debug, Default)]
pub struct Parts {
    pub sign: Option<char>,
    /// `0x`
    pub prefix: String,
    /// Before the point.
    pub digits: String,
    /// After the point.
    pub fraction: Option<String>,
    /// An exponent, a percent sign, or what is not a number.
    pub rest: String,
}

impl Parts {
    /// Of a text like `12.5e+10`, `inf`.
    pub fn of_float(text: &str, sign: Option<char>) -> Parts {
        let end = |text: &str| text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        let (digits, rest) = text.split_at(end(text));
        let (fraction, rest) = match rest.strip_prefix('.') {
            Some(rest) => {
                let (fraction, rest) = rest.split_at(end(rest));
                (Some(fraction.to_string()), rest)
            }
            None => (None, rest),
        };
        Parts { sign, prefix: String::new(), digits: digits.into(), fraction, rest: rest.into() }
    }
}

/// The sign to be shown.
pub fn sign(negative: bool, wanted: Option<char>) -> Option<char> {
    match wanted {
        _ if negative => Some('-'),
        Some('+') => Some('+'),
        Some(' ') => Some(' '),
        _ => None,
    }
}

/// Digits with separators, counted from the right, and as many zeros before them as the width asks for.
fn grouped(digits: &str, grouping: Option<Grouping>, width: usize) -> String {
    let Some(Grouping { separator, size }) = grouping else {
        return format!("{}{digits}", "0".repeat(width.saturating_sub(digits.len())));
    };
    let length = |count: usize| count + count.saturating_sub(1) / size;
    let mut count = digits.len();
    if length(count) < width {
        // Where a separator would come first, there is one digit more.
        count = width - width / (size + 1);
        count += usize::from(length(count) < width);
    }
    let zeros = std::iter::repeat_n('0', count - digits.len());
    let mut text = String::with_capacity(length(count));
    for (index, digit) in zeros.chain(digits.chars()).enumerate() {
        if index > 0 && (count - index).is_multiple_of(size) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// Digits with separators, counted from the left.
fn grouped_fraction(digits: &str, grouping: Option<Grouping>) -> String {
    let Some(Grouping { separator, size }) = grouping else { return digits.to_string() };
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && index % size == 0 {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

pub fn number(parts: &Parts, spec: &Spec) -> Result<Vec<u32>, Fault> {
    let fraction = match &parts.fraction {
        Some(fraction) => format!(".{}", grouped_fraction(fraction, spec.fraction_grouping)),
        None => String::new(),
    };
    let after = format!("{fraction}{}", parts.rest);
    let before = parts.sign.is_some() as usize + parts.prefix.len();
    check(spec.width)?;
    // Zeros after the sign are digits: they are in groups too.
    let width = match spec.fill == u32::from('0') && spec.align == Align::AfterSign {
        true => spec.width.saturating_sub(before + after.len()),
        false => 0,
    };
    // Zeros before an infinity are not digits.
    let grouping = spec.grouping.filter(|_| !parts.digits.is_empty());
    let digits = grouped(&parts.digits, grouping, width);
    let mut head = super::points(&parts.prefix);
    head.splice(0..0, parts.sign.map(u32::from));
    let body = super::points(&(digits + &after));
    Ok(padded(&head, &body, spec))
}

/// With the fill where it belongs.
pub fn padded(head: &[u32], body: &[u32], spec: &Spec) -> Vec<u32> {
    let missing = spec.width.saturating_sub(head.len() + body.len());
    let (left, inside, right) = match spec.align {
        Align::Left => (0, 0, missing),
        Align::Right => (missing, 0, 0),
        Align::Center => (missing / 2, 0, missing - missing / 2),
        Align::AfterSign => (0, missing, 0),
    };
    let mut text = Vec::with_capacity(head.len() + body.len() + missing);
    text.resize(left, spec.fill);
    text.extend_from_slice(head);
    text.resize(text.len() + inside, spec.fill);
    text.extend_from_slice(body);
    text.resize(text.len() + right, spec.fill);
    text
}

/// Is there room for so many characters?
pub fn check(length: usize) -> Result<(), Fault> {
    if length > MAX_LENGTH { Err(Fault::memory()) } else { Ok(()) }
}
