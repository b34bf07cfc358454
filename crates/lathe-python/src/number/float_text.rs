//! Floats as text: the shortest decimal that reads back as the same float, and the forms with a given number of digits.
//!
//! Rust's formatting gives the digits (shortest, or exact and rounded to even); Python's decides where the point goes, and when there is an
//! exponent.

/// Digits that a float can have after the point; beyond are only zeros.
const MAX_DIGITS: usize = 1100;

/// How a float is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With an exponent, so many digits after the point.
    Exponent(usize),
    /// So many digits after the point.
    Fixed(usize),
    /// So many digits in all, with or without an exponent.
    General(usize),
    /// As few as are needed.
    Shortest,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// `#`: a point in any case, and zeros at the end stay.
    pub alternate: bool,
    /// A whole number ends with `.0`.
    pub point_zero: bool,
}

/// What `repr` prints.
pub fn repr(value: f64) -> String {
    let sign = if value.is_sign_negative() && !value.is_nan() { "-" } else { "" };
    format!("{sign}{}", unsigned(value, Form::Shortest, Style { alternate: false, point_zero: true }))
}

/// Without a sign.
pub fn unsigned(value: f64, form: Form, style: Style) -> String {
    let value = value.abs();
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return "inf".into();
    }
    match form {
        Form::Fixed(digits) => {
            let mut text = fixed(value, digits);
            if digits == 0 && style.alternate {
                text.push('.');
            }
            text
        }
        Form::Exponent(digits) => {
            let (text, exponent) = scientific(value, digits);
            let (first, rest) = text.split_at(1);
            let point = if rest.is_empty() && !style.alternate { "" } else { "." };
            format!("{first}{point}{rest}{}", exponent_text(exponent))
        }
        Form::General(digits) => {
            let digits = digits.max(1);
            let (text, exponent) = scientific(value, digits - 1);
            let limit = digits as i64 - i64::from(style.point_zero);
            let text = if style.alternate { &text[..] } else { trimmed(&text) };
            place(text, exponent, exponent < -4 || i64::from(exponent) >= limit, style)
        }
        Form::Shortest => {
            let (text, exponent) = shortest(value);
            place(&text, exponent, !(-4..16).contains(&exponent), style)
        }
    }
}

/// Digits and a decimal exponent as text.
fn place(digits: &str, exponent: i32, with_exponent: bool, style: Style) -> String {
    let point = |rest: &str| if rest.is_empty() && !style.alternate { "" } else { "." };
    if with_exponent {
        let (first, rest) = digits.split_at(1);
        return format!("{first}{}{rest}{}", point(rest), exponent_text(exponent));
    }
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let before = exponent as usize + 1;
    if digits.len() > before {
        let (whole, rest) = digits.split_at(before);
        return format!("{whole}.{rest}");
    }
    let zeros = "0".repeat(before - digits.len());
    format!("{digits}{zeros}{}", if style.point_zero { ".0" } else { point("") })
}

fn exponent_text(exponent: i32) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

fn trimmed(digits: &str) -> &str {
    let trimmed = digits.trim_end_matches('0');
    if trimmed.is_empty() { &digits[..1] } else { trimmed }
}

/// So many digits after the point. Not negative, finite.
pub fn fixed(value: f64, digits: usize) -> String {
    let exact = digits.min(MAX_DIGITS);
    let mut text = format!("{value:.exact$}");
    text.extend(std::iter::repeat_n('0', digits - exact));
    text
}

/// One digit and so many more, and the exponent.
fn scientific(value: f64, digits: usize) -> (String, i32) {
    let exact = digits.min(MAX_DIGITS);
    let (mut text, exponent) = split(&format!("{value:.exact$e}"));
    text.extend(std::iter::repeat_n('0', digits - exact));
    (text, exponent)
}

fn shortest(value: f64) -> (String, i32) {
    let text = format!("{value:e}");
    let short = split(&text);
    let digits = short.0.len();
    // Half way between two such decimals, both of which read back: Rust takes the upper, Python the even one. No float has so
    // few digits that end with a 5 beyond the ones that tell it from its neighbours, unless these are almost all it can have.
    if digits >= 15 {
        let even = format!("{value:.*e}", digits - 1);
        if even != text && even.parse() == Ok(value) {
            return split(&even);
        }
    }
    short
}

/// `d.ddde±x` as digits and exponent.
fn split(text: &str) -> (String, i32) {
    let (mantissa, exponent) = text.split_once('e').expect("an exponent");
    (mantissa.replace('.', ""), exponent.parse().expect("an exponent"))
}

/// Reads a float as `float(text)` does. Digits and spaces are ASCII already.
pub fn parse(text: &str) -> Option<f64> {
    let text = text.trim_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c));
    let (value, rest) = parse_prefix(text)?;
    rest.is_empty().then_some(value)
}

/// Reads as much as is a float.
pub fn parse_prefix(text: &str) -> Option<(f64, &str)> {
    let bytes = text.as_bytes();
    let start = matches!(bytes.first(), Some(b'+' | b'-')) as usize;
    let negative = bytes.first() == Some(&b'-');
    let signed = |value: f64| if negative { -value } else { value };
    for (name, value) in [("infinity", f64::INFINITY), ("inf", f64::INFINITY), ("nan", f64::NAN)] {
        if text.get(start..start + name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name)) {
            return Some((signed(value), &text[start + name.len()..]));
        }
    }
    let mut digits = String::with_capacity(text.len());
    let mut at = start;
    let whole = take_digits(bytes, &mut at, &mut digits)?;
    let mut fraction = 0;
    if bytes.get(at) == Some(&b'.') {
        at += 1;
        digits.push('.');
        // An underscore after a point is between no digits.
        fraction = take_digits(bytes, &mut at, &mut digits)?;
    }
    if whole + fraction == 0 {
        return None;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let mut after = at + 1;
        let sign = match bytes.get(after) {
            Some(c @ (b'+' | b'-')) => {
                after += 1;
                char::from(*c).to_string()
            }
            _ => String::new(),
        };
        let mut exponent = String::new();
        if take_digits(bytes, &mut after, &mut exponent)? > 0 {
            digits.push('e');
            digits.push_str(&sign);
            digits.push_str(&exponent);
            at = after;
        }
    }
    Some((signed(digits.parse().ok()?), &text[at..]))
}

/// Digits with single underscores between them; how many.
fn take_digits(bytes: &[u8], at: &mut usize, digits: &mut String) -> Option<usize> {
    let (start, mut count) = (*at, 0);
    while let Some(&c) = bytes.get(*at) {
        match c {
            b'0'..=b'9' => {
                digits.push(char::from(c));
                count += 1;
            }
            b'_' if *at > start
                && bytes[*at - 1] != b'_'
                && bytes.get(*at + 1).is_some_and(u8::is_ascii_digit) => {}
            b'_' => return None,
            _ => break,
        }
        *at += 1;
    }
    Some(count)
}
