//! What text starts and ends with.

use super::{Bounds, Flavor, own, part, slice_of};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use lathe_heap::Word;

fn starts(text: Text<'_>, prefix: Text<'_>) -> bool {
    prefix.len() <= text.len() && text.slice(0, prefix.len()) == prefix
}

fn ends(text: Text<'_>, suffix: Text<'_>) -> bool {
    suffix.len() <= text.len() && text.slice(text.len() - suffix.len(), text.len()) == suffix
}

fn has_affix<K: Flavor>(
    py: &mut Py,
    method: &str,
    args: &[Word],
    test: fn(Text<'_>, Text<'_>) -> bool,
) -> PyResult {
    own::<K>(py, args[0])?;
    let bounds = Bounds::new(py, args[2], args[3])?;
    let text = own::<K>(py, args[0])?;
    let inner = bounds.within(text.len()).map(|range| text.slice(range.start, range.end));
    let has = |affix: Text<'_>| inner.is_some_and(|inner| test(inner, affix));
    if let Some(tuple) = py.payload(args[1], classes::TUPLE) {
        for &affix in py.items::<Word>(tuple).iter() {
            let affix = part::<K>(py, affix, |found| {
                format!("tuple for {method} must only contain str, not {found}")
            })?;
            if has(affix) {
                return Ok(py.bool(true));
            }
        }
        return Ok(py.bool(false));
    }
    let Some(affix) = K::part(py, args[1]) else {
        let what = if K::IS_STR { "str" } else { "bytes" };
        let message =
            format!("{method} first arg must be {what} or a tuple of {what}, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    Ok(py.bool(has(affix)))
}

pub(super) fn startswith<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    has_affix::<K>(py, "startswith", args, starts)
}

pub(super) fn endswith<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    has_affix::<K>(py, "endswith", args, ends)
}

pub(super) fn removeprefix<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let prefix = part::<K>(py, args[1], |found| format!("removeprefix() argument must be str, not {found}"))?;
    let start = if starts(text, prefix) { prefix.len() } else { 0 };
    slice_of::<K>(py, args[0], start..text.len())
}

pub(super) fn removesuffix<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let suffix = part::<K>(py, args[1], |found| format!("removesuffix() argument must be str, not {found}"))?;
    let end = if ends(text, suffix) { text.len() - suffix.len() } else { text.len() };
    slice_of::<K>(py, args[0], 0..end)
}
