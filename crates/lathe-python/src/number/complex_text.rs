//! Complex numbers as text.

use super::complex::Complex;
use super::float_text;

/// What `repr` prints.
pub fn repr(z: Complex) -> String {
    let short = |x: f64| {
        let sign = if x.is_sign_negative() && !x.is_nan() { "-" } else { "" };
        format!("{sign}{}", float_text::unsigned(x, float_text::Form::Shortest, float_text::Style::default()))
    };
    if z.real == 0.0 && z.real.is_sign_positive() {
        return format!("{}j", short(z.imag));
    }
    let plus = if z.imag.is_nan() || z.imag.is_sign_positive() { "+" } else { "" };
    format!("({}{plus}{}j)", short(z.real), short(z.imag))
}

/// Reads what `complex(text)` does. Digits and spaces are ASCII already.
pub fn parse(text: &str) -> Option<Complex> {
    let space = |c: char| c == ' ' || ('\t'..='\r').contains(&c);
    let text = text.trim_matches(space);
    let text = match text.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?.trim_matches(space),
        None => text,
    };
    let is_unit = |c: Option<char>| matches!(c, Some('j' | 'J'));
    // A sign alone before the unit is one of it.
    let imaginary_unit = |text: &str| match text {
        "j" | "J" | "+j" | "+J" => Some(1.0),
        "-j" | "-J" => Some(-1.0),
        _ => None,
    };
    if let Some(imag) = imaginary_unit(text) {
        return Some(Complex { real: 0.0, imag });
    }
    let (first, rest) = float_text::parse_prefix(text)?;
    if rest.is_empty() {
        return Some(Complex { real: first, imag: 0.0 });
    }
    if rest.len() == 1 && is_unit(rest.chars().next()) {
        return Some(Complex { real: 0.0, imag: first });
    }
    if !rest.starts_with(['+', '-']) {
        return None;
    }
    if let Some(imag) = imaginary_unit(rest) {
        return Some(Complex { real: first, imag });
    }
    let (imag, rest) = float_text::parse_prefix(rest)?;
    (rest.len() == 1 && is_unit(rest.chars().next())).then_some(Complex { real: first, imag })
}
