//! Text of a certain width.

use super::{Flavor, own};
use crate::object::py::{Py, PyResult};
use crate::object::text_build::{width, width_of};
use crate::runtime::types;
use lathe_heap::Word;

/// The code point to fill with.
fn fill<K: Flavor>(py: &mut Py, method: &str, word: Word) -> PyResult<u32> {
    if word.is_null() {
        return Ok(0x20);
    }
    match K::part(py, word) {
        Some(text) if text.len() == 1 => Ok(text.get(0)),
        Some(_) if K::IS_STR => Err(py.type_error("The fill character must be exactly one character long")),
        None if K::IS_STR => {
            let message =
                format!("The fill character must be a unicode character, not {}", py.type_name(word));
            Err(py.type_error(&message))
        }
        Some(text) => {
            let found = py.type_name(word);
            let message = format!(
                "{method}(): argument 2 must be a byte string of length 1, not a {found} object of length {}",
                text.len()
            );
            Err(py.type_error(&message))
        }
        None => {
            let found = py.type_name(word);
            let message = format!("{method}() argument 2 must be a byte string of length 1, not {found}");
            Err(py.type_error(&message))
        }
    }
}

fn padded<K: Flavor>(
    py: &mut Py,
    args: &[Word],
    method: &str,
    left: impl FnOnce(usize, usize) -> usize,
) -> PyResult {
    own::<K>(py, args[0])?;
    let wanted = py.size_argument(args[1], 0)?;
    let fill = fill::<K>(py, method, args[2])?;
    let text = own::<K>(py, args[0])?;
    let Some(pad) = usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_sub(text.len())) else {
        return K::same(py, args[0]);
    };
    if pad == 0 {
        return K::same(py, args[0]);
    }
    let left = left(pad, wanted as usize);
    K::build(py, wanted as usize, width(text).max(width_of(fill)), |out| {
        out.fill(fill, left);
        out.text(text);
        out.fill(fill, pad - left);
    })
}

pub(super) fn center<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    // The odd one goes to the left if the width is odd.
    padded::<K>(py, args, "center", |pad, wanted| pad / 2 + (pad & wanted & 1))
}

pub(super) fn ljust<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    padded::<K>(py, args, "ljust", |_, _| 0)
}

pub(super) fn rjust<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    padded::<K>(py, args, "rjust", |pad, _| pad)
}

pub(super) fn zfill<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let wanted = py.size_argument(args[1], 0)?;
    let text = own::<K>(py, args[0])?;
    let pad = usize::try_from(wanted).map_or(0, |wanted| wanted.saturating_sub(text.len()));
    if pad == 0 {
        return K::same(py, args[0]);
    }
    // Zeros go behind the sign.
    let sign = (!text.is_empty() && matches!(text.get(0), 0x2b | 0x2d)) as usize;
    K::build(py, wanted as usize, width(text), |out| {
        out.text(text.slice(0, sign));
        out.fill(0x30, pad);
        out.text(text.slice(sign, text.len()));
    })
}

pub(super) fn expandtabs<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let size = py.size_argument(args[1], 8)?;
    let Ok(size) = i32::try_from(size) else {
        return Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C int"));
    };
    let size = size.max(0) as usize;
    let text = own::<K>(py, args[0])?;
    let spaces_at = |column: usize| if size == 0 { 0 } else { size - column % size };
    let after = |column: usize, c: u32| match c {
        0x09 => column + spaces_at(column),
        0x0a | 0x0d => 0,
        _ => column + 1,
    };
    let (mut column, mut length) = (0, 0usize);
    for c in text.code_points() {
        let more = if c == 0x09 { spaces_at(column) } else { 1 };
        let Some(longer) = length.checked_add(more) else {
            return Err(py.error(types::OVERFLOW_ERROR, "new string is too long"));
        };
        length = longer;
        column = after(column, c);
    }
    K::build(py, length, width(text), |out| {
        let mut column = 0;
        for (at, c) in text.code_points().enumerate() {
            match c {
                0x09 => out.fill(0x20, spaces_at(column)),
                _ => out.text(text.slice(at, at + 1)),
            }
            column = after(column, c);
        }
    })
}
