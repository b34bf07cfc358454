//! `find`, `index`, `count` and their reverses.

use super::{Bounds, Flavor, own};
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::text::search;
use lathe_heap::Word;

/// What is looked for: a part, or for bytes also a number.
pub(super) enum Needle {
    Word(Word),
    Byte([u8; 1]),
}

impl Needle {
    pub(super) fn new<K: Flavor>(py: &mut Py, method: &str, word: Word) -> PyResult<Needle> {
        if K::part(py, word).is_some() {
            return Ok(Needle::Word(word));
        }
        if K::IS_STR {
            let message = format!("{method}() argument 1 must be str, not {}", py.type_name(word));
            return Err(py.type_error(&message));
        }
        match py.try_index(word)? {
            Some(byte) => match byte.and_then(|byte| u8::try_from(byte).ok()) {
                Some(byte) => Ok(Needle::Byte([byte])),
                None => Err(py.value_error("byte must be in range(0, 256)")),
            },
            None => {
                let message =
                    format!("argument should be integer or bytes-like object, not '{}'", py.type_name(word));
                Err(py.type_error(&message))
            }
        }
    }

    pub(super) fn text<K: Flavor>(&self, py: &Py) -> Text<'_> {
        match self {
            Needle::Word(word) => K::part(py, *word).unwrap_or(Text::One(&[])),
            Needle::Byte(byte) => Text::One(byte),
        }
    }
}

type Search = fn(Text<'_>, Text<'_>) -> Option<usize>;

fn search<K: Flavor>(py: &mut Py, method: &str, args: &[Word], search: Search) -> PyResult<Option<usize>> {
    own::<K>(py, args[0])?;
    let needle = Needle::new::<K>(py, method, args[1])?;
    let bounds = Bounds::new(py, args[2], args[3])?;
    let text = own::<K>(py, args[0])?;
    let Some(range) = bounds.within(text.len()) else { return Ok(None) };
    let found = search(text.slice(range.start, range.end), needle.text::<K>(py));
    Ok(found.map(|at| range.start + at))
}

fn or_minus_one(py: &mut Py, found: Option<usize>) -> PyResult {
    Ok(py.new_int(found.map_or(-1, |at| at as i64)))
}

fn or_error<K: Flavor>(py: &mut Py, found: Option<usize>) -> PyResult {
    match found {
        Some(at) => Ok(py.new_int(at as i64)),
        None if K::IS_STR => Err(py.value_error("substring not found")),
        None => Err(py.value_error("subsection not found")),
    }
}

pub(super) fn find<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let found = search::<K>(py, "find", args, search::find)?;
    or_minus_one(py, found)
}

pub(super) fn rfind<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let found = search::<K>(py, "rfind", args, search::rfind)?;
    or_minus_one(py, found)
}

pub(super) fn index<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let found = search::<K>(py, "index", args, search::find)?;
    or_error::<K>(py, found)
}

pub(super) fn rindex<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let found = search::<K>(py, "rindex", args, search::rfind)?;
    or_error::<K>(py, found)
}

pub(super) fn count<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let needle = Needle::new::<K>(py, "count", args[1])?;
    let bounds = Bounds::new(py, args[2], args[3])?;
    let text = own::<K>(py, args[0])?;
    let count = bounds
        .within(text.len())
        .map_or(0, |range| search::count(text.slice(range.start, range.end), needle.text::<K>(py)));
    Ok(py.new_int(count as i64))
}

/// `part in self`.
pub fn contains<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    let needle = if K::part(py, args[1]).is_some() {
        Needle::Word(args[1])
    } else if K::IS_STR {
        let message = format!("'in <string>' requires string as left operand, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    } else if py.try_index(args[1])?.is_some() {
        Needle::new::<K>(py, "__contains__", args[1])?
    } else {
        return Err(py.not_bytes_like(args[1]));
    };
    let found = search::find(own::<K>(py, args[0])?, needle.text::<K>(py)).is_some();
    Ok(py.bool(found))
}
