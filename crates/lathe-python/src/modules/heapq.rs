//! `_heapq`: heaps in lists, the least item first; the functions with `_max` have the greatest first.
//!
//! An item that is put in goes up until its parent is not behind it. One that is put at the top goes down all the way to a leaf, along the
//! smaller children, and then up: that is fewer comparisons, since what comes from the end of the heap mostly belongs near the end.
//!
//! Comparisons may change the list; that is an error once its length is another. Lists of plain numbers ask nobody.

use crate::object::classes;
use crate::object::list::Strategy;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

macro_rules! functions {
    ($(($name:literal, $max_name:literal, $old_name:literal, $signature:literal, $function:ident),)*) => {
        pub const FUNCTIONS: &[Function] = &[
            $(($name, $signature, |py, args| $function(py, args, ($name, false))),)*
            $(($max_name, $signature, |py, args| $function(py, args, ($max_name, true))),)*
            $(($old_name, $signature, |py, args| $function(py, args, ($old_name, true))),)*
        ];
    };
}

functions! {
    ("heappush", "heappush_max", "_heappush_max", "(heap, item, /)", push),
    ("heappop", "heappop_max", "_heappop_max", "(heap, /)", pop),
    ("heapify", "heapify_max", "_heapify_max", "(heap, /)", heapify),
    ("heapreplace", "heapreplace_max", "_heapreplace_max", "(heap, item, /)", replace),
    ("heappushpop", "heappushpop_max", "_heappushpop_max", "(heap, item, /)", push_pop),
}

fn list(py: &mut Py, word: Word, several: bool, name: &str) -> PyResult {
    match py.payload(word, classes::LIST) {
        Some(list) => Ok(list),
        None => {
            let which = if several { "argument 1" } else { "argument" };
            let message = format!("{name}() {which} must be list, not {}", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}

type Named = (&'static str, bool);

fn push(py: &mut Py, args: &[Word], (name, max): Named) -> PyResult {
    let heap = list(py, args[0], true, name)?;
    py.list_append(heap, args[1])?;
    let last = py.list_len(heap) - 1;
    up(py, heap, 0, last, max)?;
    py.none_result()
}

fn pop(py: &mut Py, args: &[Word], (name, max): Named) -> PyResult {
    let heap = list(py, args[0], false, name)?;
    let length = py.list_len(heap);
    if length == 0 {
        return Err(py.error(types::INDEX_ERROR, "index out of range"));
    }
    let last = py.list_pop_at(heap, length - 1);
    if length == 1 {
        return Ok(last);
    }
    let top = py.list_get(heap, 0);
    py.list_set(heap, 0, last)?;
    down(py, heap, 0, max)?;
    Ok(top)
}

fn replace(py: &mut Py, args: &[Word], (name, max): Named) -> PyResult {
    let heap = list(py, args[0], true, name)?;
    if py.list_len(heap) == 0 {
        return Err(py.error(types::INDEX_ERROR, "index out of range"));
    }
    let top = py.list_get(heap, 0);
    py.list_set(heap, 0, args[1])?;
    down(py, heap, 0, max)?;
    Ok(top)
}

fn push_pop(py: &mut Py, args: &[Word], (name, max): Named) -> PyResult {
    let heap = list(py, args[0], true, name)?;
    if py.list_len(heap) == 0 {
        return Ok(args[1]);
    }
    let top = py.list_get(heap, 0);
    if !before(py, top, args[1], max)? {
        return Ok(args[1]);
    }
    if py.list_len(heap) == 0 {
        return Err(py.error(types::INDEX_ERROR, "index out of range"));
    }
    let top = py.list_get(heap, 0);
    py.list_set(heap, 0, args[1])?;
    down(py, heap, 0, max)?;
    Ok(top)
}

fn heapify(py: &mut Py, args: &[Word], (name, max): Named) -> PyResult {
    let heap = list(py, args[0], false, name)?;
    for place in (0..py.list_len(heap) / 2).rev() {
        down(py, heap, place, max)?;
    }
    py.none_result()
}

fn before(py: &mut Py, a: Word, b: Word, max: bool) -> PyResult<bool> {
    if max { py.lt(b, a) } else { py.lt(a, b) }
}

fn unchanged(py: &mut Py, heap: Word, length: usize) -> PyResult<()> {
    match py.list_len(heap) == length {
        true => Ok(()),
        false => Err(py.error(types::RUNTIME_ERROR, "list changed size during iteration")),
    }
}

/// How plain numbers are compared, if these are such; the items are then taken as they are kept.
fn plain(py: &Py, heap: Word, max: bool) -> Option<fn(u64, u64) -> bool> {
    fn ints(a: u64, b: u64) -> bool {
        (a as i64) < b as i64
    }
    fn floats(a: u64, b: u64) -> bool {
        f64::from_bits(a) < f64::from_bits(b)
    }
    match (py.list_strategy(heap)?, max) {
        (Strategy::Ints, false) => Some(ints),
        (Strategy::Ints, true) => Some(|a, b| ints(b, a)),
        (Strategy::Floats, false) => Some(floats),
        (Strategy::Floats, true) => Some(|a, b| floats(b, a)),
        (Strategy::Refs, _) => None,
    }
}

/// The item at `place` goes up, to `start` at most.
fn up(py: &mut Py, heap: Word, start: usize, mut place: usize, max: bool) -> PyResult<()> {
    if let Some(before) = plain(py, heap, max) {
        plain_up(py.list_raw(heap), start, place, before);
        return Ok(());
    }
    let length = py.list_len(heap);
    let item = py.list_get(heap, place);
    while place > start {
        let parent_place = (place - 1) / 2;
        let parent = py.list_get(heap, parent_place);
        let goes_up = before(py, item, parent, max)?;
        unchanged(py, heap, length)?;
        if !goes_up {
            break;
        }
        // The comparison may have put others in their places.
        let (item, parent) = (py.list_get(heap, place), py.list_get(heap, parent_place));
        py.list_set(heap, place, parent)?;
        py.list_set(heap, parent_place, item)?;
        place = parent_place;
    }
    Ok(())
}

/// The item at `start` goes to a leaf, and up again.
fn down(py: &mut Py, heap: Word, start: usize, max: bool) -> PyResult<()> {
    if let Some(before) = plain(py, heap, max) {
        plain_down(py.list_raw(heap), start, before);
        return Ok(());
    }
    let length = py.list_len(heap);
    let mut place = start;
    while place < length / 2 {
        let mut child = 2 * place + 1;
        if child + 1 < length {
            let (left, right) = (py.list_get(heap, child), py.list_get(heap, child + 1));
            child += usize::from(!before(py, left, right, max)?);
            unchanged(py, heap, length)?;
        }
        let (lower, upper) = (py.list_get(heap, child), py.list_get(heap, place));
        py.list_set(heap, child, upper)?;
        py.list_set(heap, place, lower)?;
        place = child;
    }
    up(py, heap, start, place, max)
}

fn plain_up(items: &mut [u64], start: usize, mut place: usize, before: fn(u64, u64) -> bool) {
    let item = items[place];
    while place > start {
        let parent = (place - 1) / 2;
        if !before(item, items[parent]) {
            break;
        }
        items[place] = items[parent];
        place = parent;
    }
    items[place] = item;
}

fn plain_down(items: &mut [u64], start: usize, before: fn(u64, u64) -> bool) {
    let (item, mut place) = (items[start], start);
    while place < items.len() / 2 {
        let mut child = 2 * place + 1;
        if child + 1 < items.len() {
            child += usize::from(!before(items[child], items[child + 1]));
        }
        items[place] = items[child];
        place = child;
    }
    items[place] = item;
    plain_up(items, start, place, before);
}
