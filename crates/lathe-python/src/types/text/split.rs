//! `split`, `partition`, `strip` and their kin.

use super::{Flavor, list_of, own, part, slice_of};
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::text::search;
use crate::text::split::{self, Sides};
use lathe_heap::Word;
use std::ops::Range;

fn cut<K: Flavor>(
    py: &mut Py,
    args: &[Word],
    at_spaces: fn(Text<'_>, usize) -> Vec<Range<usize>>,
    at_separator: fn(Text<'_>, Text<'_>, usize) -> Vec<Range<usize>>,
) -> PyResult {
    own::<K>(py, args[0])?;
    let most = py.size_argument(args[2], -1)?;
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    let text = own::<K>(py, args[0])?;
    let ranges = if args[1].is_null() || py.is_none(args[1]) {
        at_spaces(text, most)
    } else {
        let separator = part::<K>(py, args[1], |found| format!("must be str or None, not {found}"))?;
        if separator.is_empty() {
            return Err(py.value_error("empty separator"));
        }
        at_separator(text, separator, most)
    };
    list_of::<K>(py, text, &ranges)
}

pub(super) fn split<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    cut::<K>(py, args, |text, most| split::at_spaces(text, most, K::space), split::at_separator)
}

pub(super) fn rsplit<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let at_spaces = |text: Text<'_>, most| split::at_spaces_from_end(text, most, K::space);
    cut::<K>(py, args, at_spaces, split::at_separator_from_end)
}

pub(super) fn splitlines<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let keep_ends = !args[1].is_null() && py.truth(args[1])?;
    let text = own::<K>(py, args[0])?;
    list_of::<K>(py, text, &split::lines(text, keep_ends, K::line_end))
}

fn parts<K: Flavor>(
    py: &mut Py,
    args: &[Word],
    find: fn(Text<'_>, Text<'_>) -> Option<usize>,
    whole_first: bool,
) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let separator = part::<K>(py, args[1], |found| format!("must be str, not {found}"))?;
    if separator.is_empty() {
        return Err(py.value_error("empty separator"));
    }
    let length = text.len();
    let [before, middle, after] = match find(text, separator) {
        Some(at) => {
            let end = at + separator.len();
            let before = slice_of::<K>(py, args[0], 0..at)?;
            let middle = K::make(py, separator)?;
            [before, middle, slice_of::<K>(py, args[0], end..length)?]
        }
        None => {
            let whole = K::same(py, args[0])?;
            let (empty, other) = (K::make(py, Text::One(&[]))?, K::make(py, Text::One(&[]))?);
            if whole_first { [whole, empty, other] } else { [empty, other, whole] }
        }
    };
    Ok(py.new_tuple(&[before, middle, after]))
}

pub(super) fn partition<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    parts::<K>(py, args, search::find, true)
}

pub(super) fn rpartition<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    parts::<K>(py, args, search::rfind, false)
}

fn stripped<K: Flavor>(py: &mut Py, args: &[Word], method: &str, sides: Sides) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let range = if args[1].is_null() || py.is_none(args[1]) {
        split::strip(text, sides, K::space)
    } else {
        let chars = part::<K>(py, args[1], |_| format!("{method} arg must be None or str"))?;
        // Sorted, so that many of them do not make it slow.
        let mut set: Vec<u32> = chars.code_points().collect();
        set.sort_unstable();
        split::strip(text, sides, |c| set.binary_search(&c).is_ok())
    };
    slice_of::<K>(py, args[0], range)
}

pub(super) fn strip<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    stripped::<K>(py, args, "strip", Sides::Both)
}

pub(super) fn lstrip<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    stripped::<K>(py, args, "lstrip", Sides::Left)
}

pub(super) fn rstrip<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    stripped::<K>(py, args, "rstrip", Sides::Right)
}
