//! `%`: conversions like `%(name)-8.3f`, and how a converted value is laid out.

use super::layout::MAX_LENGTH;
use crate::number::float_text::{self, Form, Style};
use crate::number::{Fault, Int};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Given(usize),
    /// `*`: the next argument.
    Argument,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// `(name)`
    pub key: Option<Range<usize>>,
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Option<Amount>,
    pub precision: Option<Amount>,
    pub kind: u32,
    /// Where the kind is.
    pub at: usize,
}

/// Reads what follows a `%`; where the text goes on. Is there a mapping to take keys from?
pub fn parse(points: &[u32], start: usize, mapping: bool) -> Result<(Conversion, usize), Fault> {
    let incomplete = || Fault::value("incomplete format");
    let mut conversion = Conversion::default();
    let mut at = start;
    let c = |at: usize| points.get(at).map(|&c| char::from_u32(c).unwrap_or('\u{fffd}'));
    if c(at) == Some('(') {
        if !mapping {
            return Err(Fault::type_error("format requires a mapping"));
        }
        let start = at + 1;
        let mut depth = 1;
        while depth > 0 {
            at += 1;
            match c(at) {
                None => return Err(Fault::value("incomplete format key")),
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
        }
        conversion.key = Some(start..at);
        at += 1;
    }
    loop {
        match c(at) {
            Some('-') => conversion.left = true,
            Some('+') => conversion.plus = true,
            Some(' ') => conversion.space = true,
            Some('#') => conversion.alternate = true,
            Some('0') => conversion.zero = true,
            _ => break,
        }
        at += 1;
    }
    conversion.width = amount(points, &mut at, i64::MAX as usize, "width too big")?;
    if c(at) == Some('.') {
        at += 1;
        let amount = amount(points, &mut at, i32::MAX as usize, "precision too big")?;
        conversion.precision = Some(amount.unwrap_or(Amount::Given(0)));
    }
    if matches!(c(at), Some('h' | 'l' | 'L')) {
        at += 1;
    }
    conversion.kind = *points.get(at).ok_or_else(incomplete)?;
    conversion.at = at;
    Ok((conversion, at + 1))
}

fn amount(
    points: &[u32],
    at: &mut usize,
    most: usize,
    too_big: &'static str,
) -> Result<Option<Amount>, Fault> {
    if points.get(*at) == Some(&u32::from('*')) {
        *at += 1;
        return Ok(Some(Amount::Argument));
    }
    let mut amount: Option<usize> = None;
    while let Some(digit) = points.get(*at).and_then(|&c| char::from_u32(c)).and_then(|c| c.to_digit(10)) {
        let next = amount.unwrap_or(0).checked_mul(10).and_then(|amount| amount.checked_add(digit as usize));
        amount = Some(next.filter(|&next| next <= most).ok_or_else(|| Fault::value(too_big))?);
        *at += 1;
    }
    Ok(amount.map(Amount::Given))
}

/// A value to be laid out.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    pub sign: Option<char>,
    /// `0x`
    pub prefix: &'static str,
    pub body: Vec<u32>,
    /// Zeros may come before it.
    pub numeric: bool,
}

impl Conversion {
    fn sign(&self, negative: bool) -> Option<char> {
        match negative {
            true => Some('-'),
            false if self.plus => Some('+'),
            false if self.space => Some(' '),
            false => None,
        }
    }

    /// `d`, `i`, `u`, `o`, `x`, `X`: the precision is how many digits there are at least.
    pub fn int(&self, value: &Int, precision: Option<usize>, limit: usize) -> Result<Converted, Fault> {
        let (base, prefix) = match char::from_u32(self.kind) {
            Some('o') => (8, "0o"),
            Some('x') => (16, "0x"),
            Some('X') => (16, "0X"),
            _ => (10, ""),
        };
        let mut digits = if base == 10 { value.abs().to_decimal(limit)? } else { value.digits(base) };
        if self.kind == u32::from('X') {
            digits.make_ascii_uppercase();
        }
        let precision = precision.unwrap_or(0);
        if precision > MAX_LENGTH {
            return Err(Fault::memory());
        }
        let zeros = "0".repeat(precision.saturating_sub(digits.len()));
        Ok(Converted {
            sign: self.sign(value.is_negative()),
            prefix: if self.alternate { prefix } else { "" },
            body: super::points(&(zeros + &digits)),
            numeric: true,
        })
    }

    /// `e`, `f`, `g` and their capitals.
    pub fn float(&self, value: f64, precision: Option<usize>) -> Converted {
        let precision = precision.unwrap_or(6);
        let kind = char::from_u32(self.kind).unwrap_or('f');
        let form = match kind.to_ascii_lowercase() {
            'e' => Form::Exponent(precision),
            'g' => Form::General(precision),
            _ => Form::Fixed(precision),
        };
        let style = Style { alternate: self.alternate, point_zero: false };
        let mut text = float_text::unsigned(value, form, style);
        if kind.is_ascii_uppercase() {
            text.make_ascii_uppercase();
        }
        let negative = value.is_sign_negative() && !value.is_nan();
        Converted { sign: self.sign(negative), prefix: "", body: super::points(&text), numeric: true }
    }

    /// Pads to the width.
    pub fn layout(
        &self,
        converted: &Converted,
        width: usize,
        left: bool,
        text: &mut Vec<u32>,
    ) -> Result<(), Fault> {
        let head = converted.sign.is_some() as usize + converted.prefix.len();
        if width > MAX_LENGTH {
            return Err(Fault::memory());
        }
        let missing = width.saturating_sub(head + converted.body.len());
        let zeros = self.zero && converted.numeric && !left;
        if !left && !zeros {
            text.resize(text.len() + missing, ' '.into());
        }
        text.extend(converted.sign.map(u32::from));
        text.extend(converted.prefix.chars().map(u32::from));
        if zeros {
            text.resize(text.len() + missing, '0'.into());
        }
        text.extend_from_slice(&converted.body);
        if left {
            text.resize(text.len() + missing, ' '.into());
        }
        Ok(())
    }
}
