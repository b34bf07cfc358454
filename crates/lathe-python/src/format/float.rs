//! Floats: `e`, `E`, `f`, `F`, `g`, `G`, `n`, `%`, and the type that is not given.

use super::layout::{self, Parts};
use super::spec::{Align, Defaults, Spec};
use crate::number::Fault;
use crate::number::float_text::{self, Form, Style};

pub fn format(value: f64, spec: &[u32], type_name: &str) -> Result<Vec<u32>, Fault> {
    let spec = Spec::parse(spec, Defaults { kind: None, align: Align::Right, type_name })?;
    format_parsed(value, spec, type_name)
}

pub fn format_parsed(value: f64, spec: Spec, type_name: &str) -> Result<Vec<u32>, Fault> {
    if !matches!(spec.kind, None | Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | 'n' | '%')) {
        return Err(spec.unknown_kind(type_name));
    }
    let precision = precision(&spec)?;
    let mut value = value;
    if spec.kind == Some('%') {
        value *= 100.0;
    }
    let given = precision.unwrap_or(6);
    let form = match spec.kind {
        None => precision.map_or(Form::Shortest, Form::General),
        Some('e' | 'E') => Form::Exponent(given),
        Some('f' | 'F' | '%') => Form::Fixed(given),
        _ => Form::General(given),
    };
    let style = Style { alternate: spec.alternate, point_zero: spec.kind.is_none() };
    let mut text = float_text::unsigned(value, form, style);
    if matches!(spec.kind, Some('E' | 'F' | 'G')) {
        text.make_ascii_uppercase();
    }
    let negative = is_negative(value, &text, &spec);
    if spec.kind == Some('%') {
        text.push('%');
    }
    layout::number(&Parts::of_float(&text, layout::sign(negative, spec.sign)), &spec)
}

pub fn precision(spec: &Spec) -> Result<Option<usize>, Fault> {
    if spec.precision.is_some_and(|precision| precision > i32::MAX as usize) {
        return Err(Fault::value("precision too big"));
    }
    Ok(spec.precision)
}

/// Does it get a minus? With `z`, not if all its digits are 0.
pub fn is_negative(value: f64, text: &str, spec: &Spec) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let zero = mantissa.bytes().all(|c| c == b'0' || c == b'.');
    value.is_sign_negative() && !value.is_nan() && !(spec.no_negative_zero && zero)
}
