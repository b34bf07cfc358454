//! What goes from match to match: A pattern, B text, C an array of where to go on, where to end, and whether to advance.

use super::matches::new_match;
use super::pattern::{self, range};
use super::{How, Range, apply};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::Method as Plain;
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("match", Plain, "(self, /)", |py, args| next(py, args[0], How::Match)),
    ("search", Plain, "(self, /)", |py, args| next(py, args[0], How::Search)),
];

pub const GETTERS: &[GetterEntry] = &[("pattern", |py, scanner| Ok(py.get(scanner, classes::NATIVE_A)))];

pub(super) fn scanner(py: &mut Py, args: &[Word]) -> PyResult {
    let pattern = pattern::own(py, args[0])?;
    let range = range(py, pattern, args[1], [args[2], args[3]])?;
    let state = py.new_array(classes::INTS, 3);
    py.items::<i64>(state).copy_from_slice(&[range.start as i64, range.end as i64, 0]);
    Ok(py.new_native(Kind::Scanner, pattern, args[1], state))
}

/// An iterator that calls `scanner.search` until it gives None.
pub(super) fn finditer(py: &mut Py, args: &[Word]) -> PyResult {
    let scanner = scanner(py, args)?;
    let (search, none) = (py.get_attr_str(scanner, "search")?, py.none());
    Ok(py.new_native(Kind::CallableIterator, search, none, Word::NULL))
}

fn next(py: &mut Py, scanner: Word, how: How) -> PyResult {
    if py.native_kind(scanner) != Some(Kind::Scanner) {
        return Err(py.wrong_receiver(scanner, types::SCANNER));
    }
    let (pattern, object, state) = (
        py.get(scanner, classes::NATIVE_A),
        py.get(scanner, classes::NATIVE_B),
        py.get(scanner, classes::NATIVE_C),
    );
    let [start, end, advance] = *py.items::<i64>(state) else { unreachable!("three numbers") };
    if start < 0 {
        return Ok(py.none());
    }
    let range = Range { start: start as usize, end: end as usize, advance: advance != 0 };
    match apply(py, pattern, object, how, range)? {
        Some(found) => {
            let state = py.items::<i64>(state);
            state[0] = found.end as i64;
            state[2] = (found.start == found.end).into();
            Ok(new_match(py, pattern, object, range, &found))
        }
        None => {
            py.items::<i64>(state)[0] = -1;
            Ok(py.none())
        }
    }
}
