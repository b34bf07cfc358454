//! Special methods that all three types have: comparison, length, concatenation, repetition.

use super::{Flavor, own};
use crate::object::py::{Py, PyResult};
use crate::object::text_build::width;
use crate::runtime::types;
use lathe_heap::Word;
use std::cmp::Ordering;

fn compared<K: Flavor>(py: &mut Py, args: &[Word], test: fn(Ordering) -> bool) -> PyResult {
    let text = own::<K>(py, args[0])?;
    Ok(match K::part(py, args[1]) {
        Some(other) => py.bool(test(text.cmp(&other))),
        None => py.not_implemented(),
    })
}

/// Equality need not look for the first difference.
fn equal<K: Flavor>(py: &mut Py, args: &[Word], wanted: bool) -> PyResult {
    let text = own::<K>(py, args[0])?;
    Ok(match K::part(py, args[1]) {
        Some(other) => py.bool((text == other) == wanted),
        None => py.not_implemented(),
    })
}

pub fn eq<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    equal::<K>(py, args, true)
}

pub fn ne<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    equal::<K>(py, args, false)
}

pub fn lt<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    compared::<K>(py, args, Ordering::is_lt)
}

pub fn le<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    compared::<K>(py, args, Ordering::is_le)
}

pub fn gt<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    compared::<K>(py, args, Ordering::is_gt)
}

pub fn ge<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    compared::<K>(py, args, Ordering::is_ge)
}

pub fn len<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let length = own::<K>(py, args[0])?.len();
    Ok(py.new_int(length as i64))
}

/// What `a + b` gives for something else is said by whoever knows that nobody has an answer.
pub fn add<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let Some(other) = K::part(py, args[1]) else { return Ok(py.not_implemented()) };
    if K::IS_STR && other.is_empty() {
        return K::same(py, args[0]);
    }
    K::build(py, text.len() + other.len(), width(text).max(width(other)), |out| {
        out.text(text);
        out.text(other);
    })
}

pub fn mul<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let Some(times) = py.repetitions_of(args[1])? else { return Ok(py.not_implemented()) };
    let text = own::<K>(py, args[0])?;
    if times == 1 || text.is_empty() {
        return K::same(py, args[0]);
    }
    if text.len().checked_mul(times).is_none_or(|length| length > isize::MAX as usize) {
        let message = if K::IS_STR { "repeated string is too long" } else { "repeated bytes are too long" };
        return Err(py.error(types::OVERFLOW_ERROR, message));
    }
    K::build(py, text.len() * times, width(text), |out| {
        if times > 0 {
            out.repeat(text);
        }
    })
}

impl Py {
    /// How often text is repeated; none if it is no integer.
    pub fn repetitions_of(&mut self, word: Word) -> PyResult<Option<usize>> {
        match self.try_index(word)? {
            None => Ok(None),
            Some(Some(times)) => Ok(Some(times.max(0) as usize)),
            Some(None) => {
                let message = format!("cannot fit '{}' into an index-sized integer", self.type_name(word));
                Err(self.error(types::OVERFLOW_ERROR, &message))
            }
        }
    }

    /// A place in a sequence of this length: counted from the end if it is negative.
    pub fn text_place(&mut self, index: i64, length: usize, message: &str) -> PyResult<usize> {
        let from_front = if index < 0 { index.saturating_add(length as i64) } else { index };
        match usize::try_from(from_front) {
            Ok(place) if place < length => Ok(place),
            _ => Err(self.error(types::INDEX_ERROR, message)),
        }
    }
}
