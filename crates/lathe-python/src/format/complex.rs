//! Complex numbers: both parts as floats, the imaginary one always with a sign.

use super::float::{is_negative, precision};
use super::layout::{self, Parts};
use super::spec::{Align, Defaults, Spec};
use crate::number::float_text::{self, Form, Style};
use crate::number::{Complex, Fault};

pub fn format(value: Complex, spec: &[u32], type_name: &str) -> Result<Vec<u32>, Fault> {
    let spec = Spec::parse(spec, Defaults { kind: None, align: Align::Right, type_name })?;
    if !matches!(spec.kind, None | Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n')) {
        return Err(spec.unknown_kind(type_name));
    }
    if spec.fill == u32::from('0') {
        return Err(Fault::value("Zero padding is not allowed in complex format specifier"));
    }
    if spec.align == Align::AfterSign {
        return Err(Fault::value("'=' alignment flag is not allowed in complex format specifier"));
    }
    let precision = precision(&spec)?;
    let given = precision.unwrap_or(6);
    let form = match spec.kind {
        None => precision.map_or(Form::Shortest, Form::General),
        Some('e' | 'E') => Form::Exponent(given),
        Some('f' | 'F') => Form::Fixed(given),
        _ => Form::General(given),
    };
    // Like `str`: no real part if it is 0, brackets otherwise.
    let plain = spec.kind.is_none();
    let no_real = plain && value.real == 0.0 && value.real.is_sign_positive();
    let part = |value: f64, sign: Option<char>| {
        let mut text =
            float_text::unsigned(value, form, Style { alternate: spec.alternate, point_zero: false });
        if matches!(spec.kind, Some('E' | 'F' | 'G')) {
            text.make_ascii_uppercase();
        }
        let sign = layout::sign(is_negative(value, &text, &spec), sign);
        let bare = Spec { width: 0, fill: ' '.into(), align: Align::Left, ..spec };
        layout::number(&Parts::of_float(&text, sign), &bare)
    };
    let mut body = Vec::new();
    if plain && !no_real {
        body.push('('.into());
    }
    match no_real {
        true => body.extend(part(value.imag, spec.sign)?),
        false => {
            body.extend(part(value.real, spec.sign)?);
            body.extend(part(value.imag, Some('+'))?);
        }
    }
    body.push('j'.into());
    if plain && !no_real {
        body.push(')'.into());
    }
    layout::check(spec.width)?;
    Ok(layout::padded(&[], &body, &spec))
}
