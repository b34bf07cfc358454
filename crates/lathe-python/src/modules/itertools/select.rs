//! Those that leave items out, or pass them to a function: `compress`, `dropwhile`, `takewhile`, `filterfalse`, `starmap`, `islice`.

use crate::object::classes::{NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

type Next = PyResult<Option<Word>>;

/// A function and an iterator over the second argument.
fn with_function(py: &mut Py, args: &[Word], kind: Kind, ty: TypeId) -> PyResult {
    let iterator = py.iter(args[2])?;
    let object = py.new_native(kind, args[1], iterator, Word::NULL);
    py.of_class(args[0], ty, object)
}

pub fn new_drop_while(py: &mut Py, args: &[Word]) -> PyResult {
    with_function(py, args, Kind::DropWhile, types::DROP_WHILE)
}

pub fn new_take_while(py: &mut Py, args: &[Word]) -> PyResult {
    with_function(py, args, Kind::TakeWhile, types::TAKE_WHILE)
}

pub fn new_filter_false(py: &mut Py, args: &[Word]) -> PyResult {
    with_function(py, args, Kind::FilterFalse, types::FILTER_FALSE)
}

pub fn new_star_map(py: &mut Py, args: &[Word]) -> PyResult {
    with_function(py, args, Kind::StarMap, types::STAR_MAP)
}

pub fn new_compress(py: &mut Py, args: &[Word]) -> PyResult {
    let (data, selectors) = (py.iter(args[1])?, py.iter(args[2])?);
    let compress = py.new_native(Kind::Compress, data, selectors, Word::NULL);
    py.of_class(args[0], types::COMPRESS, compress)
}

pub fn compress_next(py: &mut Py, compress: Word) -> Next {
    let (data, selectors) = (py.get(compress, NATIVE_A), py.get(compress, NATIVE_B));
    while let Some(item) = py.next(data)? {
        let Some(selector) = py.next(selectors)? else { return Ok(None) };
        if py.truth(selector)? {
            return Ok(Some(item));
        }
    }
    Ok(None)
}

fn parts(py: &Py, object: Word) -> (Word, Word) {
    (py.get(object, NATIVE_A), py.get(object, NATIVE_B))
}

pub fn drop_while_next(py: &mut Py, object: Word) -> Next {
    let (predicate, iterator) = parts(py, object);
    while let Some(item) = py.next(iterator)? {
        if py.get_int(object, NATIVE_I) != 0 {
            return Ok(Some(item));
        }
        let dropped = py.call(predicate, &[item])?;
        if !py.truth(dropped)? {
            py.set_int(object, NATIVE_I, 1);
            return Ok(Some(item));
        }
    }
    Ok(None)
}

pub fn take_while_next(py: &mut Py, object: Word) -> Next {
    if py.get_int(object, NATIVE_I) != 0 {
        return Ok(None);
    }
    let (predicate, iterator) = parts(py, object);
    let Some(item) = py.next(iterator)? else { return Ok(None) };
    let taken = py.call(predicate, &[item])?;
    if py.truth(taken)? {
        return Ok(Some(item));
    }
    py.set_int(object, NATIVE_I, 1);
    Ok(None)
}

pub fn filter_false_next(py: &mut Py, object: Word) -> Next {
    let (function, iterator) = parts(py, object);
    let by_truth = py.is_none(function);
    while let Some(item) = py.next(iterator)? {
        let answer = if by_truth { item } else { py.call(function, &[item])? };
        if !py.truth(answer)? {
            return Ok(Some(item));
        }
    }
    Ok(None)
}

pub fn star_map_next(py: &mut Py, object: Word) -> Next {
    let (function, iterator) = parts(py, object);
    let Some(args) = py.next(iterator)? else { return Ok(None) };
    let args = py.tuple_of(args)?;
    py.call(function, py.tuple_items(args)).map(Some)
}

// --- islice --------------------------------------------------------------------------------------------------------------------

/// An index of `islice`: none for `None`.
fn bound(py: &mut Py, word: Word, message: &str) -> PyResult<Option<i64>> {
    if word.is_null() || py.is_none(word) {
        return Ok(None);
    }
    match py.try_index(word) {
        Ok(Some(Some(index))) if index >= 0 => Ok(Some(index)),
        _ => Err(py.value_error(message)),
    }
}

pub fn new_islice(py: &mut Py, args: &[Word]) -> PyResult {
    const STOP: &str = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const INDICES: &str = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const STEP: &str = "Step for islice() must be a positive integer or None.";
    // With two arguments, the second is where to stop.
    let (start, stop) = if args[3].is_null() { (Word::NULL, args[2]) } else { (args[2], args[3]) };
    let stop = bound(py, stop, STOP)?;
    let start = bound(py, start, INDICES)?.unwrap_or(0);
    let step = match bound(py, args[4], STEP)? {
        Some(0) => return Err(py.value_error(STEP)),
        step => step.unwrap_or(1),
    };
    let iterator = py.iter(args[1])?;
    let stop = match stop {
        Some(stop) => py.new_int(stop),
        None => Word::NULL,
    };
    let step = py.new_int(step);
    let islice = py.new_native(Kind::Islice, iterator, stop, step);
    py.set_int(islice, NATIVE_J, start);
    py.of_class(args[0], types::ISLICE, islice)
}

pub fn islice_next(py: &mut Py, islice: Word) -> Next {
    let iterator = py.get(islice, NATIVE_A);
    if iterator.is_null() {
        return Ok(None);
    }
    let (stop, step) = (py.get(islice, NATIVE_B), py.get(islice, NATIVE_C));
    let stop = if stop.is_null() { None } else { py.as_int(stop) };
    let step = py.as_int(step).expect("an integer of 64 bits");
    let mut taken = py.get_int(islice, NATIVE_I);
    while taken < py.get_int(islice, NATIVE_J) {
        if py.next(iterator)?.is_none() {
            py.set(islice, NATIVE_A, Word::NULL);
            return Ok(None);
        }
        taken = py.get_int(islice, NATIVE_I) + 1;
        py.set_int(islice, NATIVE_I, taken);
    }
    let item = match stop {
        Some(stop) if taken >= stop => None,
        _ => py.next(iterator)?,
    };
    if item.is_none() {
        py.set(islice, NATIVE_A, Word::NULL);
        return Ok(None);
    }
    py.set_int(islice, NATIVE_I, py.get_int(islice, NATIVE_I) + 1);
    let next = py.get_int(islice, NATIVE_J).checked_add(step);
    // Never beyond the stop: nobody wants the items between.
    let next = match (next, stop) {
        (Some(next), Some(stop)) => next.min(stop),
        (Some(next), None) => next,
        (None, stop) => stop.unwrap_or(i64::MAX),
    };
    py.set_int(islice, NATIVE_J, next);
    Ok(item)
}
