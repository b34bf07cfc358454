//! Strings: cut to the precision, padded to the width.

use super::layout;
use super::spec::{Align, Defaults, Spec};
use crate::number::Fault;

pub fn format(text: &[u32], spec: &[u32], type_name: &str) -> Result<Vec<u32>, Fault> {
    let spec = Spec::parse(spec, Defaults { kind: Some('s'), align: Align::Left, type_name })?;
    if spec.kind != Some('s') {
        return Err(spec.unknown_kind(type_name));
    }
    let refused = |what: &str| Fault::value(format!("{what} not allowed in string format specifier"));
    match spec.sign {
        Some(' ') => return Err(refused("Space")),
        Some(_) => return Err(refused("Sign")),
        None => {}
    }
    if spec.no_negative_zero {
        return Err(refused("Negative zero coercion (z)"));
    }
    if spec.alternate {
        return Err(refused("Alternate form (#)"));
    }
    if spec.align == Align::AfterSign {
        return Err(refused("'=' alignment"));
    }
    let text = &text[..text.len().min(spec.precision.unwrap_or(usize::MAX))];
    layout::check(spec.width)?;
    Ok(layout::padded(&[], text, &spec))
}
