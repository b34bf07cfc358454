//! `replace`.

use super::{Flavor, own, part};
use crate::object::py::{Py, PyResult};
use crate::object::text_build::width;
use crate::runtime::types;
use crate::text::search;
use lathe_heap::Word;

pub(super) fn replace<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let most = py.size_argument(args[3], -1)?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let old = part::<K>(py, args[1], |found| format!("replace() argument 1 must be str, not {found}"))?;
    let new = part::<K>(py, args[2], |found| format!("replace() argument 2 must be str, not {found}"))?;
    let text = own::<K>(py, args[0])?;
    // The empty text is before every code point, and at the end.
    let found = match old.is_empty() {
        true => (0..=text.len()).take(most).collect(),
        false => search::matches(text, old, most),
    };
    if found.is_empty() {
        return K::same(py, args[0]);
    }
    let rest = text.len() - found.len() * old.len();
    let Some(length) = found.len().checked_mul(new.len()).and_then(|added| added.checked_add(rest)) else {
        return Err(py.error(types::OVERFLOW_ERROR, "replace string is too long"));
    };
    K::build(py, length, width(text).max(width(new)), |out| {
        let mut at = 0;
        for &next in &found {
            out.text(text.slice(at, next));
            out.text(new);
            at = next + old.len();
        }
        out.text(text.slice(at, text.len()));
    })
}
