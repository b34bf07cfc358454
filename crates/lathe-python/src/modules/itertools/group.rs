//! `groupby` and `tee`: several iterators that share one.
//!
//! All groups of a `groupby` read from the same iterator, so only the newest can give anything: the others find that the current group
//! is not they, and end.
//!
//! The iterators of a `tee` walk along a list of links, each with one item. The last link has none yet: whoever comes there first asks
//! the iterator. Links that all have passed are garbage.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

type Next = PyResult<Option<Word>>;

/// What is in a `groupby`'s array.
const WANTED: usize = 0;
const KEY: usize = 1;
const VALUE: usize = 2;
const GROUP: usize = 3;

pub fn new_group_by(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[1])?;
    let key = Py::given(args[2]).unwrap_or(py.none());
    let state = py.new_array(classes::REFS, 4);
    let group_by = py.new_native(Kind::GroupBy, iterator, key, state);
    py.of_class(args[0], types::GROUP_BY, group_by)
}

fn part(py: &Py, group_by: Word, which: usize) -> Word {
    py.items::<Word>(py.get(group_by, NATIVE_C))[which]
}

fn set_part(py: &mut Py, group_by: Word, which: usize, value: Word) {
    let state = py.get(group_by, NATIVE_C);
    py.set_item(state, which, value);
}

/// Takes one more item; false at the end.
fn step(py: &mut Py, group_by: Word) -> PyResult<bool> {
    let Some(value) = py.next(py.get(group_by, NATIVE_A))? else { return Ok(false) };
    let function = py.get(group_by, NATIVE_B);
    let key = if py.is_none(function) { value } else { py.call(function, &[value])? };
    set_part(py, group_by, VALUE, value);
    set_part(py, group_by, KEY, key);
    Ok(true)
}

pub fn group_by_next(py: &mut Py, group_by: Word) -> Next {
    set_part(py, group_by, GROUP, Word::NULL);
    // Whatever is left of the group before is skipped.
    loop {
        let (key, wanted) = (part(py, group_by, KEY), part(py, group_by, WANTED));
        if !key.is_null() && (wanted.is_null() || !py.eq(wanted, key)?) {
            break;
        }
        if !step(py, group_by)? {
            return Ok(None);
        }
    }
    let key = part(py, group_by, KEY);
    set_part(py, group_by, WANTED, key);
    let group = py.new_native(Kind::Grouper, group_by, key, Word::NULL);
    set_part(py, group_by, GROUP, group);
    Ok(Some(py.new_tuple(&[key, group])))
}

pub fn grouper_next(py: &mut Py, group: Word) -> Next {
    let group_by = py.get(group, NATIVE_A);
    if part(py, group_by, GROUP) != group {
        return Ok(None);
    }
    if part(py, group_by, VALUE).is_null() && !step(py, group_by)? {
        return Ok(None);
    }
    let key = part(py, group_by, KEY);
    if key.is_null() || !py.eq(py.get(group, NATIVE_B), key)? {
        return Ok(None);
    }
    let value = part(py, group_by, VALUE);
    set_part(py, group_by, VALUE, Word::NULL);
    set_part(py, group_by, KEY, Word::NULL);
    // The comparison may have taken it.
    Ok((!value.is_null()).then_some(value))
}

// --- tee -----------------------------------------------------------------------------------------------------------------------

pub fn tee(py: &mut Py, args: &[Word]) -> PyResult {
    let count = match Py::given(args[1]) {
        Some(count) => py.size(count)?,
        None => 2,
    };
    if count < 0 {
        return Err(py.value_error("n must be >= 0"));
    }
    if count == 0 {
        return Ok(py.new_tuple(&[]));
    }
    let link = first_link(py, args[0])?;
    let tuple = py.try_array(classes::TUPLE, count as usize).map_err(|error| py.memory_error(error))?;
    for number in 0..count as usize {
        let tee = py.new_native(Kind::Tee, link, Word::NULL, Word::NULL);
        py.set_item(tuple, number, tee);
    }
    Ok(tuple)
}

/// Where a tee over an iterable starts; one over a tee shares its links.
fn first_link(py: &mut Py, iterable: Word) -> PyResult {
    let iterator = py.iter(iterable)?;
    if py.native_kind(iterator) == Some(Kind::Tee) {
        return Ok(py.get(iterator, NATIVE_A));
    }
    Ok(py.new_native(Kind::TeeLink, iterator, Word::NULL, Word::NULL))
}

pub fn new_tee(py: &mut Py, args: &[Word]) -> PyResult {
    let link = first_link(py, args[1])?;
    let tee = py.new_native(Kind::Tee, link, Word::NULL, Word::NULL);
    py.of_class(args[0], types::TEE, tee)
}

pub fn tee_copy(py: &mut Py, args: &[Word]) -> PyResult {
    if py.native_kind(args[0]) != Some(Kind::Tee) {
        return Err(py.wrong_receiver(args[0], types::TEE));
    }
    let link = py.get(args[0], NATIVE_A);
    Ok(py.new_native(Kind::Tee, link, Word::NULL, Word::NULL))
}

pub fn tee_next(py: &mut Py, tee: Word) -> Next {
    let link = py.get(tee, NATIVE_A);
    if py.get(link, NATIVE_C).is_null() {
        if py.get_int(link, NATIVE_I) != 0 {
            return Err(py.error(types::RUNTIME_ERROR, "cannot re-enter the tee iterator"));
        }
        let iterator = py.get(link, NATIVE_A);
        py.set_int(link, NATIVE_I, 1);
        let item = py.next(iterator);
        py.set_int(link, NATIVE_I, 0);
        let Some(item) = item? else { return Ok(None) };
        let next = py.new_native(Kind::TeeLink, iterator, Word::NULL, Word::NULL);
        py.set(link, NATIVE_B, item);
        py.set(link, NATIVE_C, next);
        // It would keep alive what nobody needs.
        py.set(link, NATIVE_A, Word::NULL);
    }
    py.set(tee, NATIVE_A, py.get(link, NATIVE_C));
    Ok(Some(py.get(link, NATIVE_B)))
}
