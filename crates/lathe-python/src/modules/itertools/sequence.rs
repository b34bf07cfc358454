//! Endless ones, and those that put items together in another way: `count`, `cycle`, `repeat`, `accumulate`, `batched`, `chain`,
//! `pairwise`, `zip_longest`.

use crate::bytecode::BinaryOp;
use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::ClassMethod;
use crate::runtime::types;
use lathe_heap::Word;

type Next = PyResult<Option<Word>>;

/// The iterator itself, for objects of subclasses too.
fn own(py: &mut Py, object: Word, kind: Kind) -> PyResult {
    match py.payload(object, classes::NATIVE) {
        Some(native) if py.native_kind(native) == Some(kind) => Ok(native),
        _ => Err(py.wrong_receiver(object, kind.type_id())),
    }
}

// --- count ---------------------------------------------------------------------------------------------------------------------

pub fn new_count(py: &mut Py, args: &[Word]) -> PyResult {
    let start = Py::given(args[1]).unwrap_or(Word::wrap_small(0));
    let step = Py::given(args[2]).unwrap_or(Word::wrap_small(1));
    for number in [start, step] {
        let is_number = py.number(number).is_some()
            || ["__index__", "__int__", "__float__", "__complex__"]
                .iter()
                .any(|name| py.lookup_special(number, name).is_some());
        if !is_number {
            return Err(py.type_error("a number is required"));
        }
    }
    // Plain integers are counted as such, whatever their class.
    let (mut start, mut step) = (start, step);
    if py.is_instance(start, types::INT)
        && py.is_instance(step, types::INT)
        && let (Some(Some(first)), Some(Some(1))) = (py.try_index(start)?, py.try_index(step)?)
    {
        (start, step) = (py.new_int(first), Word::wrap_small(1));
    }
    let count = py.new_native(Kind::Count, start, step, Word::NULL);
    py.of_class(args[0], types::COUNT, count)
}

pub fn count_next(py: &mut Py, iterator: Word) -> Next {
    let (now, step) = (py.get(iterator, NATIVE_A), py.get(iterator, NATIVE_B));
    let next = match (now.as_small(), step.as_small()) {
        (Some(a), Some(b)) => py.new_int(a + b),
        _ => py.binary(BinaryOp::Add, false, now, step)?,
    };
    py.set(iterator, NATIVE_A, next);
    Ok(Some(now))
}

pub fn count_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let count = own(py, args[0], Kind::Count)?;
    let (now, step) = (py.get(count, NATIVE_A), py.get(count, NATIVE_B));
    let (name, shown) = (py.type_of(args[0]), py.repr_string(now)?);
    let name = py.rt().ty(name).qualname.borrow().clone();
    let text = if py.as_int(step) == Some(1) {
        format!("{name}({shown})")
    } else {
        format!("{name}({shown}, {})", py.repr_string(step)?)
    };
    Ok(py.new_str(&text))
}

// --- cycle ---------------------------------------------------------------------------------------------------------------------

pub fn new_cycle(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[1])?;
    let saved = py.new_list(&[]);
    let cycle = py.new_native(Kind::Cycle, iterator, saved, Word::NULL);
    py.of_class(args[0], types::CYCLE, cycle)
}

pub fn cycle_next(py: &mut Py, cycle: Word) -> Next {
    let (iterator, saved) = (py.get(cycle, NATIVE_A), py.get(cycle, NATIVE_B));
    if !iterator.is_null() {
        if let Some(item) = py.next(iterator)? {
            py.list_append(saved, item)?;
            return Ok(Some(item));
        }
        py.set(cycle, NATIVE_A, Word::NULL);
    }
    let length = py.list_len(saved);
    if length == 0 {
        return Ok(None);
    }
    let index = py.get_int(cycle, NATIVE_I) as usize;
    py.set_int(cycle, NATIVE_I, if index + 1 >= length { 0 } else { index as i64 + 1 });
    Ok(Some(py.list_get(saved, index)))
}

// --- repeat --------------------------------------------------------------------------------------------------------------------

pub fn new_repeat(py: &mut Py, args: &[Word]) -> PyResult {
    let times = match Py::given(args[2]) {
        Some(times) => py.size(times)?.max(0),
        None => -1,
    };
    let repeat = py.new_native(Kind::Repeat, args[1], Word::NULL, Word::NULL);
    py.set_int(repeat, NATIVE_I, times);
    py.of_class(args[0], types::REPEAT, repeat)
}

pub fn repeat_next(py: &mut Py, repeat: Word) -> Next {
    match py.get_int(repeat, NATIVE_I) {
        0 => return Ok(None),
        -1 => {}
        left => py.set_int(repeat, NATIVE_I, left - 1),
    }
    Ok(Some(py.get(repeat, NATIVE_A)))
}

pub fn repeat_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let repeat = own(py, args[0], Kind::Repeat)?;
    let ty = py.type_of(args[0]);
    let name = py.rt().ty(ty).qualname.borrow().clone();
    let shown = py.repr_string(py.get(repeat, NATIVE_A))?;
    let text = match py.get_int(repeat, NATIVE_I) {
        -1 => format!("{name}({shown})"),
        left => format!("{name}({shown}, {left})"),
    };
    Ok(py.new_str(&text))
}

pub fn repeat_length(py: &mut Py, args: &[Word]) -> PyResult {
    let repeat = own(py, args[0], Kind::Repeat)?;
    match py.get_int(repeat, NATIVE_I) {
        -1 => Err(py.type_error("len() of unsized object")),
        left => Ok(py.new_int(left)),
    }
}

// --- accumulate ----------------------------------------------------------------------------------------------------------------

pub fn new_accumulate(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[1])?;
    let function = Py::given(args[2]).unwrap_or(py.none());
    let initial = Py::given(args[3]).filter(|&initial| !py.is_none(initial));
    let accumulate = py.new_native(Kind::Accumulate, iterator, function, initial.unwrap_or(Word::NULL));
    py.set_int(accumulate, NATIVE_I, initial.is_some().into());
    py.of_class(args[0], types::ACCUMULATE, accumulate)
}

pub fn accumulate_next(py: &mut Py, accumulate: Word) -> Next {
    if py.get_int(accumulate, NATIVE_I) != 0 {
        py.set_int(accumulate, NATIVE_I, 0);
        return Ok(Some(py.get(accumulate, NATIVE_C)));
    }
    let Some(item) = py.next(py.get(accumulate, NATIVE_A))? else { return Ok(None) };
    let (total, function) = (py.get(accumulate, NATIVE_C), py.get(accumulate, NATIVE_B));
    let total = if total.is_null() {
        item
    } else if py.is_none(function) {
        py.binary(BinaryOp::Add, false, total, item)?
    } else {
        py.call(function, &[total, item])?
    };
    py.set(accumulate, NATIVE_C, total);
    Ok(Some(total))
}

// --- batched -------------------------------------------------------------------------------------------------------------------

pub fn new_batched(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.size(args[2])?;
    let strict = match Py::given(args[3]) {
        Some(strict) => py.truth(strict)?,
        None => false,
    };
    if size < 1 {
        return Err(py.value_error("n must be at least one"));
    }
    let iterator = py.iter(args[1])?;
    let batched = py.new_native(Kind::Batched, iterator, Word::NULL, Word::NULL);
    py.set_int(batched, NATIVE_I, size);
    py.set_int(batched, NATIVE_J, strict.into());
    py.of_class(args[0], types::BATCHED, batched)
}

pub fn batched_next(py: &mut Py, batched: Word) -> Next {
    let (iterator, size) = (py.get(batched, NATIVE_A), py.get_int(batched, NATIVE_I) as usize);
    if iterator.is_null() {
        return Ok(None);
    }
    let items = py.rooted();
    while items.len() < size {
        match py.next(iterator) {
            Ok(Some(item)) => items.push(item),
            Ok(None) => {
                py.set(batched, NATIVE_A, Word::NULL);
                break;
            }
            Err(raised) => {
                py.set(batched, NATIVE_A, Word::NULL);
                return Err(raised);
            }
        }
    }
    if items.is_empty() {
        return Ok(None);
    }
    if items.len() < size && py.get_int(batched, NATIVE_J) != 0 {
        return Err(py.value_error("batched(): incomplete batch"));
    }
    py.tuple_from(&items.to_vec()).map(Some)
}

// --- chain ---------------------------------------------------------------------------------------------------------------------

pub const FROM_ITERABLE: Method = ("from_iterable", ClassMethod, "(cls, iterable, /)", from_iterable);

pub fn new_chain(py: &mut Py, args: &[Word]) -> PyResult {
    from_iterable(py, args)
}

fn from_iterable(py: &mut Py, args: &[Word]) -> PyResult {
    let iterables = py.iter(args[1])?;
    let chain = py.new_native(Kind::Chain, iterables, Word::NULL, Word::NULL);
    py.of_class(args[0], types::CHAIN, chain)
}

pub fn chain_next(py: &mut Py, chain: Word) -> Next {
    loop {
        let iterables = py.get(chain, NATIVE_A);
        if iterables.is_null() {
            return Ok(None);
        }
        let mut current = py.get(chain, NATIVE_B);
        if current.is_null() {
            let next = match py.next(iterables) {
                Ok(Some(iterable)) => py.iter(iterable).map(Some),
                other => other,
            };
            match next {
                Ok(Some(iterator)) => current = iterator,
                other => {
                    py.set(chain, NATIVE_A, Word::NULL);
                    return other;
                }
            }
            py.set(chain, NATIVE_B, current);
        }
        if let Some(item) = py.next(current)? {
            return Ok(Some(item));
        }
        py.set(chain, NATIVE_B, Word::NULL);
    }
}

// --- pairwise ------------------------------------------------------------------------------------------------------------------

pub fn new_pairwise(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = py.iter(args[1])?;
    let pairwise = py.new_native(Kind::Pairwise, iterator, Word::NULL, Word::NULL);
    py.of_class(args[0], types::PAIRWISE, pairwise)
}

pub fn pairwise_next(py: &mut Py, pairwise: Word) -> Next {
    let mut iterator = py.get(pairwise, NATIVE_A);
    if iterator.is_null() {
        return Ok(None);
    }
    let mut old = py.get(pairwise, NATIVE_B);
    if old.is_null() {
        let first = py.next(iterator)?;
        // The iterator may have asked us for more.
        iterator = py.get(pairwise, NATIVE_A);
        let Some(first) = first.filter(|_| !iterator.is_null()) else {
            py.set(pairwise, NATIVE_A, Word::NULL);
            py.set(pairwise, NATIVE_B, Word::NULL);
            return Ok(None);
        };
        old = first;
        py.set(pairwise, NATIVE_B, old);
    }
    let Some(new) = py.next(iterator)? else {
        py.set(pairwise, NATIVE_A, Word::NULL);
        py.set(pairwise, NATIVE_B, Word::NULL);
        return Ok(None);
    };
    py.set(pairwise, NATIVE_B, new);
    Ok(Some(py.new_tuple(&[old, new])))
}

// --- zip_longest ---------------------------------------------------------------------------------------------------------------

pub fn new_zip_longest(py: &mut Py, args: &[Word]) -> PyResult {
    let filler = Py::given(args[2]).unwrap_or(py.none());
    let iterables = py.tuple_items(args[1]);
    let iterators = py.new_array(classes::REFS, iterables.len());
    for (number, &iterable) in iterables.iter().enumerate() {
        let iterator = py.iter(iterable)?;
        py.set_item(iterators, number, iterator);
    }
    let zip = py.new_native(Kind::ZipLongest, iterators, filler, Word::NULL);
    py.set_int(zip, NATIVE_I, iterables.len() as i64);
    py.of_class(args[0], types::ZIP_LONGEST, zip)
}

pub fn zip_longest_next(py: &mut Py, zip: Word) -> Next {
    let (iterators, filler) = (py.get(zip, NATIVE_A), py.get(zip, NATIVE_B));
    if py.get_int(zip, NATIVE_I) == 0 {
        return Ok(None);
    }
    let count = py.array_len(iterators);
    let tuple = py.new_array(classes::TUPLE, count);
    for number in 0..count {
        let iterator = py.items::<Word>(iterators)[number];
        let item = if iterator.is_null() {
            filler
        } else {
            match py.next(iterator) {
                Ok(Some(item)) => item,
                Ok(None) => {
                    py.set_item(iterators, number, Word::NULL);
                    let left = py.get_int(zip, NATIVE_I) - 1;
                    py.set_int(zip, NATIVE_I, left.max(0));
                    if left <= 0 {
                        return Ok(None);
                    }
                    filler
                }
                Err(raised) => {
                    py.set_int(zip, NATIVE_I, 0);
                    return Err(raised);
                }
            }
        };
        py.set_item(tuple, number, item);
    }
    Ok(Some(tuple))
}
