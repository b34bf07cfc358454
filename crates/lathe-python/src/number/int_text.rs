//! Integers as text: all bases, and the limit on decimal digits that Python has.
//!
//! Printing and reading a base that is not a power of two takes more than linear time, so by default at most [`DEFAULT_LIMIT`] digits are
//! printed or read; whoever asks gives the limit (0: none).

use super::fault::Fault;
use super::int::Int;
use dashu_int::{IBig, Sign, UBig};

/// `sys.get_int_max_str_digits()` at the start.
pub const DEFAULT_LIMIT: usize = 4300;
/// A limit below this is no limit, and `sys.set_int_max_str_digits` refuses it.
pub const LEAST_LIMIT: usize = 640;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IntTextFault {
    /// Not a number in this base.
    Invalid,
    Fault(Fault),
}

impl Int {
    /// Decimal. A `ValueError` if there are more digits than the limit.
    pub fn to_decimal(&self, limit: usize) -> Result<String, Fault> {
        match self {
            Int::Small(value) => Ok(value.to_string()),
            Int::Big(value) => {
                let too_long = || {
                    Fault::value(format!(
                        "Exceeds the limit ({limit} digits) for integer string conversion; \
                         use sys.set_int_max_str_digits() to increase the limit"
                    ))
                };
                // Three digits need less than ten bits.
                if limit != 0 && self.bit_length() / 10 * 3 > limit as u64 {
                    return Err(too_long());
                }
                let text = value.to_string();
                let digits = text.len() - (value.sign() == Sign::Negative) as usize;
                if limit != 0 && digits > limit && digits > LEAST_LIMIT { Err(too_long()) } else { Ok(text) }
            }
        }
    }

    /// The digits of the magnitude in base 2, 8 or 16 (small letters).
    pub fn digits(&self, base: u32) -> String {
        match self {
            Int::Small(value) => {
                let value = value.unsigned_abs();
                match base {
                    2 => format!("{value:b}"),
                    8 => format!("{value:o}"),
                    16 => format!("{value:x}"),
                    _ => value.to_string(),
                }
            }
            Int::Big(_) => self.magnitude().in_radix(base as u8).to_string(),
        }
    }

    /// What `bin`, `oct` and `hex` print.
    pub fn to_prefixed(&self, base: u32) -> String {
        let prefix = match base {
            2 => "0b",
            8 => "0o",
            _ => "0x",
        };
        format!("{}{prefix}{}", if self.is_negative() { "-" } else { "" }, self.digits(base))
    }

    /// Reads an integer as `int(text, base)` does. Digits and spaces are ASCII already.
    pub fn parse(text: &str, base: u32, limit: usize) -> Result<Int, IntTextFault> {
        debug_assert!(base == 0 || (2..=36).contains(&base));
        let text = text.trim_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c));
        let (negative, text) = match text.as_bytes().first() {
            Some(b'-') => (true, &text[1..]),
            Some(b'+') => (false, &text[1..]),
            _ => (false, text),
        };
        let (base, body) = with_base(text, base).ok_or(IntTextFault::Invalid)?;
        let digits = without_underscores(body, base).ok_or(IntTextFault::Invalid)?;
        if !base.is_power_of_two() && limit != 0 && digits.len() > limit && digits.len() > LEAST_LIMIT {
            return Err(IntTextFault::Fault(Fault::value(format!(
                "Exceeds the limit ({limit} digits) for integer string conversion: value has {} digits; \
                 use sys.set_int_max_str_digits() to increase the limit",
                digits.len()
            ))));
        }
        if let Ok(small) = i64::from_str_radix(&digits, base) {
            return Ok(Int::Small(if negative { -small } else { small }));
        }
        let magnitude = UBig::from_str_radix(&digits, base).map_err(|_| IntTextFault::Invalid)?;
        let sign = if negative { Sign::Negative } else { Sign::Positive };
        Ok(IBig::from_parts(sign, magnitude).into())
    }
}

/// The base, and what follows its prefix (an underscore may be between them).
fn with_base(text: &str, base: u32) -> Option<(u32, &str)> {
    let bytes = text.as_bytes();
    let named = match bytes {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        _ => 0,
    };
    if named != 0 && (base == 0 || base == named) {
        let body = &text[2..];
        return Some((named, body.strip_prefix('_').unwrap_or(body)));
    }
    if base != 0 {
        return Some((base, text));
    }
    // `int('010', 0)` is no number, as in a program.
    let zero = bytes.iter().all(|&c| c == b'0' || c == b'_');
    (bytes.first() != Some(&b'0') || zero).then_some((10, text))
}

/// Underscores are between digits, one at a time.
fn without_underscores(text: &str, base: u32) -> Option<String> {
    let mut digits = String::with_capacity(text.len());
    let mut last = b'_';
    for &c in text.as_bytes() {
        if c == b'_' {
            if last == b'_' {
                return None;
            }
        } else if char::from(c).is_digit(base) {
            digits.push(char::from(c));
        } else {
            return None;
        }
        last = c;
    }
    (last != b'_').then_some(digits)
}
