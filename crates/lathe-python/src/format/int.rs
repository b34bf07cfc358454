//! Integers: `b`, `c`, `d`, `n`, `o`, `x`, `X`, and the types of floats.

use super::layout::{self, Parts};
use super::spec::{Align, Defaults, Spec};
use crate::number::{Fault, Int};

/// `limit`: of decimal digits, see [`crate::number::int_text`].
pub fn format(value: &Int, spec: &[u32], type_name: &str, limit: usize) -> Result<Vec<u32>, Fault> {
    let spec = Spec::parse(spec, Defaults { kind: Some('d'), align: Align::Right, type_name })?;
    let base = match spec.kind {
        Some('b') => 2,
        Some('o') => 8,
        Some('d' | 'n') => 10,
        Some('x' | 'X') => 16,
        Some('c') => return character(value, &spec),
        Some('e' | 'E' | 'f' | 'F' | 'g' | 'G' | '%') => {
            return super::float::format_parsed(value.to_f64()?, spec, type_name);
        }
        _ => return Err(spec.unknown_kind(type_name)),
    };
    check(&spec)?;
    let mut digits = match base {
        10 => value.abs().to_decimal(limit)?,
        _ => value.digits(base),
    };
    let mut prefix = match (spec.alternate, base) {
        (true, 2) => "0b",
        (true, 8) => "0o",
        (true, 16) => "0x",
        _ => "",
    }
    .to_string();
    if spec.kind == Some('X') {
        digits.make_ascii_uppercase();
        prefix.make_ascii_uppercase();
    }
    let sign = layout::sign(value.is_negative(), spec.sign);
    layout::number(&Parts { sign, prefix, digits, ..Parts::default() }, &spec)
}

fn check(spec: &Spec) -> Result<(), Fault> {
    if spec.precision.is_some() || spec.fraction_grouping.is_some() {
        return Err(Fault::value("Precision not allowed in integer format specifier"));
    }
    if spec.no_negative_zero {
        return Err(Fault::value("Negative zero coercion (z) not allowed in integer format specifier"));
    }
    Ok(())
}

fn character(value: &Int, spec: &Spec) -> Result<Vec<u32>, Fault> {
    check(spec)?;
    if spec.sign.is_some() {
        return Err(Fault::value("Sign not allowed with integer format specifier 'c'"));
    }
    if spec.alternate {
        return Err(Fault::value("Alternate form (#) not allowed with integer format specifier 'c'"));
    }
    let Some(value) = value.as_i64() else {
        return Err(Fault::overflow("Python int too large to convert to C long"));
    };
    let Some(point) = u32::try_from(value).ok().filter(|&c| c < 0x11_0000) else {
        return Err(Fault::overflow("%c arg not in range(0x110000)"));
    };
    layout::check(spec.width)?;
    Ok(layout::padded(&[], &[point], spec))
}
