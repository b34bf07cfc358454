//! Floats as hexadecimal text: `float.hex`, `float.fromhex`.

use super::fault::Fault;
use super::{float_text, int_float};
use dashu_int::UBig;

pub fn hex(value: f64) -> String {
    if !value.is_finite() {
        return float_text::repr(value);
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let bits = value.to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    match (fraction, exponent) {
        (0, 0) => format!("{sign}0x0.0p+0"),
        (_, 0) => format!("{sign}0x0.{fraction:013x}p-1022"),
        _ => format!("{sign}0x1.{fraction:013x}p{:+}", exponent - 1023),
    }
}

pub fn from_hex(text: &str) -> Result<f64, Fault> {
    let text = text.trim_matches(|c: char| c == ' ' || ('\t'..='\r').contains(&c));
    let (negative, body) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let value = match body.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        body => {
            let invalid = || Fault::value("invalid hexadecimal floating-point string");
            let (value, complete) = finite(body).ok_or_else(invalid)?;
            // Before what follows the exponent is looked at.
            if value.is_infinite() {
                return Err(Fault::overflow("hexadecimal value too large to represent as a float"));
            }
            if !complete {
                return Err(invalid());
            }
            value
        }
    };
    Ok(if negative { -value } else { value })
}

/// The value, and whether nothing follows it.
fn finite(text: &str) -> Option<(f64, bool)> {
    let text = text.strip_prefix("0x").unwrap_or(text);
    let (mantissa, (exponent, complete)) = match text.split_once('p') {
        Some((mantissa, exponent)) => (mantissa, decimal(exponent)?),
        None => (text, (0, true)),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    let magnitude = UBig::from_str_radix(&digits, 16).ok()?;
    Some((int_float::scaled(&magnitude, exponent.saturating_sub(4 * fraction.len() as i64)), complete))
}

/// A decimal exponent, which may be absurd, and whether it is all there is.
fn decimal(text: &str) -> Option<(i64, bool)> {
    let rest = text.strip_prefix(['+', '-']).unwrap_or(text);
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return None;
    }
    let size = rest[..count].parse().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    Some((if text.starts_with('-') { -size } else { size }, count == rest.len()))
}
