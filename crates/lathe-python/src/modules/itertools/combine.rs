//! Combinations, permutations and products: tuples of items of a *pool*, in the order of their places.
//!
//! The state is an array of places. The next state is found from the right: the last place that can go on does, and those behind it
//! start again.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

type Next = PyResult<Option<Word>>;

fn places(py: &mut Py, values: impl ExactSizeIterator<Item = i64>) -> PyResult {
    let array = py.try_array(classes::INTS, values.len()).map_err(|error| py.memory_error(error))?;
    for (place, value) in py.items::<i64>(array).iter_mut().zip(values) {
        *place = value;
    }
    Ok(array)
}

/// The items of a pool in some places.
fn chosen(py: &mut Py, pool: Word, places: &[i64]) -> Next {
    if places.is_empty() {
        return Ok(Some(py.new_tuple(&[])));
    }
    let tuple = py.try_array(classes::TUPLE, places.len()).map_err(|error| py.memory_error(error))?;
    let pool = py.tuple_items(pool);
    // It is new: no barrier.
    for (item, &place) in py.items::<Word>(tuple).iter_mut().zip(places) {
        *item = pool[place as usize];
    }
    Ok(Some(tuple))
}

fn new(py: &mut Py, class: Word, (kind, ty): (Kind, TypeId), pool: Word, count: i64, none: bool) -> PyResult {
    let object = py.new_native(kind, pool, Word::NULL, Word::NULL);
    py.set_int(object, NATIVE_I, count);
    py.set_int(object, NATIVE_J, none.into());
    py.of_class(class, ty, object)
}

fn count(py: &mut Py, word: Word) -> PyResult<i64> {
    match py.size(word)? {
        count if count < 0 => Err(py.value_error("r must be non-negative")),
        count => Ok(count),
    }
}

pub fn new_combinations(py: &mut Py, args: &[Word]) -> PyResult {
    let r = py.size(args[2])?;
    let pool = py.tuple_of(args[1])?;
    if r < 0 {
        return Err(py.value_error("r must be non-negative"));
    }
    let none = r > py.array_len(pool) as i64;
    new(py, args[0], (Kind::Combinations, types::COMBINATIONS), pool, r, none)
}

pub fn new_with_replacement(py: &mut Py, args: &[Word]) -> PyResult {
    let r = py.size(args[2])?;
    let pool = py.tuple_of(args[1])?;
    if r < 0 {
        return Err(py.value_error("r must be non-negative"));
    }
    let none = py.array_len(pool) == 0 && r > 0;
    let kind = (Kind::CombinationsWithReplacement, types::COMBINATIONS_WITH_REPLACEMENT);
    new(py, args[0], kind, pool, r, none)
}

pub fn combinations_next(py: &mut Py, object: Word, again: bool) -> Next {
    if py.get_int(object, NATIVE_J) != 0 {
        return Ok(None);
    }
    let (pool, indices) = (py.get(object, NATIVE_A), py.get(object, NATIVE_B));
    let (n, r) = (py.array_len(pool) as i64, py.get_int(object, NATIVE_I));
    if indices.is_null() {
        let first = places(py, (0..r as usize).map(|place| if again { 0 } else { place as i64 }))?;
        py.set(object, NATIVE_B, first);
        return chosen(py, pool, py.items::<i64>(first));
    }
    let indices = py.items::<i64>(indices);
    let greatest = |place: usize| if again { n - 1 } else { place as i64 + n - r };
    let Some(place) = (0..indices.len()).rev().find(|&place| indices[place] != greatest(place)) else {
        py.set_int(object, NATIVE_J, 1);
        return Ok(None);
    };
    let value = indices[place] + 1;
    for (behind, index) in indices[place..].iter_mut().enumerate() {
        *index = if again { value } else { value + behind as i64 };
    }
    chosen(py, pool, indices)
}

// --- permutations --------------------------------------------------------------------------------------------------------------

pub fn new_permutations(py: &mut Py, args: &[Word]) -> PyResult {
    let pool = py.tuple_of(args[1])?;
    let n = py.array_len(pool) as i64;
    let r = match Py::given(args[2]).filter(|&r| !py.is_none(r)) {
        Some(r) if !py.is_instance(r, types::INT) => return Err(py.type_error("Expected int as r")),
        Some(r) => count(py, r)?,
        None => n,
    };
    new(py, args[0], (Kind::Permutations, types::PERMUTATIONS), pool, r, r > n)
}

pub fn permutations_next(py: &mut Py, object: Word) -> Next {
    if py.get_int(object, NATIVE_J) != 0 {
        return Ok(None);
    }
    let (pool, indices) = (py.get(object, NATIVE_A), py.get(object, NATIVE_B));
    let (n, r) = (py.array_len(pool), py.get_int(object, NATIVE_I) as usize);
    if indices.is_null() {
        let first = places(py, (0..n).map(|place| place as i64))?;
        let cycles = places(py, (0..r).map(|place| (n - place) as i64))?;
        py.set(object, NATIVE_B, first);
        py.set(object, NATIVE_C, cycles);
        return chosen(py, pool, &py.items::<i64>(first)[..r]);
    }
    let indices = py.items::<i64>(indices);
    let cycles = py.items::<i64>(py.get(object, NATIVE_C));
    for place in (0..r).rev() {
        cycles[place] -= 1;
        if cycles[place] == 0 {
            // All have been in this place: as it was at the beginning.
            indices[place..].rotate_left(1);
            cycles[place] = (n - place) as i64;
        } else {
            indices.swap(place, n - cycles[place] as usize);
            return chosen(py, pool, &indices[..r]);
        }
    }
    py.set_int(object, NATIVE_J, 1);
    Ok(None)
}

// --- product -------------------------------------------------------------------------------------------------------------------

pub fn new_product(py: &mut Py, args: &[Word]) -> PyResult {
    let repeat = match Py::given(args[2]) {
        Some(repeat) => py.size(repeat)?,
        None => 1,
    };
    if repeat < 0 {
        return Err(py.value_error("repeat argument cannot be negative"));
    }
    let given = if repeat == 0 { &[] } else { py.tuple_items(args[1]) };
    let Some(total) =
        given.len().checked_mul(repeat as usize).filter(|&total| total < isize::MAX as usize / 8)
    else {
        return Err(py.error(types::OVERFLOW_ERROR, "repeat argument too large"));
    };
    let pools = if total == 0 {
        py.new_tuple(&[])
    } else {
        py.try_array(classes::TUPLE, total).map_err(|error| py.memory_error(error))?
    };
    for (number, &iterable) in given.iter().enumerate() {
        let pool = py.tuple_of(iterable)?;
        py.set_item(pools, number, pool);
    }
    for number in given.len()..total {
        let pool = py.items::<Word>(pools)[number - given.len()];
        py.set_item(pools, number, pool);
    }
    new(py, args[0], (Kind::Product, types::PRODUCT), pools, total as i64, false)
}

pub fn product_next(py: &mut Py, object: Word) -> Next {
    if py.get_int(object, NATIVE_J) != 0 {
        return Ok(None);
    }
    let (pools, indices) = (py.get(object, NATIVE_A), py.get(object, NATIVE_B));
    let count = py.array_len(pools);
    if indices.is_null() {
        if py.tuple_items(pools).iter().any(|&pool| py.array_len(pool) == 0) {
            py.set_int(object, NATIVE_J, 1);
            return Ok(None);
        }
        let first = places(py, (0..count).map(|_| 0))?;
        py.set(object, NATIVE_B, first);
        return items_of_all(py, pools, py.items::<i64>(first));
    }
    let indices = py.items::<i64>(indices);
    for place in (0..count).rev() {
        indices[place] += 1;
        if (indices[place] as usize) < py.array_len(py.tuple_items(pools)[place]) {
            return items_of_all(py, pools, indices);
        }
        indices[place] = 0;
    }
    py.set_int(object, NATIVE_J, 1);
    Ok(None)
}

/// One item of each pool.
fn items_of_all(py: &mut Py, pools: Word, places: &[i64]) -> Next {
    if places.is_empty() {
        return Ok(Some(py.new_tuple(&[])));
    }
    let tuple = py.try_array(classes::TUPLE, places.len()).map_err(|error| py.memory_error(error))?;
    let pools = py.tuple_items(pools);
    for ((item, &place), &pool) in py.items::<Word>(tuple).iter_mut().zip(places).zip(pools) {
        *item = py.tuple_items(pool)[place as usize];
    }
    Ok(Some(tuple))
}
