//! `tuple`: its methods.

use super::support::{CLASS_GETITEM, GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::{OutOfMemory, Word};

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const METHODS: &[Method] = &[
    ("index", M, "(self, value, start=0, stop=9223372036854775807, /)", index),
    ("count", M, "(self, value, /)", count),
    ("__len__", S, "(self, /)", len),
    ("__getitem__", S, "(self, key, /)", getitem),
    ("__contains__", S, "(self, key, /)", contains),
    ("__iter__", S, "(self, /)", iter),
    ("__add__", S, "(self, value, /)", add),
    ("__mul__", S, "(self, value, /)", mul),
    ("__rmul__", S, "(self, value, /)", mul),
    ("__hash__", S, "(self, /)", hash),
    ("__repr__", S, "(self, /)", repr),
    ("__getnewargs__", M, "(self, /)", getnewargs),
    COMPARISONS[0],
    COMPARISONS[1],
    COMPARISONS[2],
    COMPARISONS[3],
    COMPARISONS[4],
    COMPARISONS[5],
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterFn] = &[];

pub const NEW: &str = "(cls, iterable=(), /)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = match Py::given(args[1]) {
        Some(iterable) => py.tuple_of(iterable)?,
        None => py.new_tuple(&[]),
    };
    py.of_class(args[0], types::TUPLE, tuple)
}

impl Py {
    /// A tuple of all that an iterable gives.
    pub fn tuple_of(&mut self, iterable: Word) -> PyResult {
        match self.class_of(iterable) {
            Some(classes::TUPLE) => Ok(iterable),
            Some(classes::LIST) => self.list_to_tuple(iterable),
            _ => {
                let items = self.collect(iterable)?;
                self.tuple_from(&items.to_vec())
            }
        }
    }
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::TUPLE, types::TUPLE)
}

fn find(py: &mut Py, tuple: Word, item: Word, from: usize, to: usize) -> PyResult<Option<usize>> {
    let items = py.tuple_items(tuple);
    for (index, &found) in items.iter().enumerate().take(to).skip(from) {
        if py.eq(found, item)? {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let length = py.array_len(tuple);
    let from = py.clamped(args[2], 0, length)?;
    let to = py.clamped(args[3], usize::MAX, length)?;
    match find(py, tuple, args[1], from, to)? {
        Some(index) => py.int_result(index),
        None => Err(py.value_error("tuple.index(x): x not in tuple")),
    }
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let (mut count, mut from) = (0, 0);
    while let Some(index) = find(py, tuple, args[1], from, usize::MAX)? {
        (count, from) = (count + 1, index + 1);
    }
    py.int_result(count)
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    py.int_result(py.array_len(tuple))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let items = py.tuple_items(tuple);
    if py.is(args[1], classes::SLICE) {
        let bounds = py.slice_bounds(args[1], items.len())?;
        if bounds.count == items.len() && bounds.step == 1 && tuple == args[0] {
            return Ok(tuple);
        }
        if bounds.step == 1 {
            let start = bounds.start as usize;
            return py.tuple_from(&items[start..start + bounds.count]);
        }
        let chosen: Vec<Word> =
            (0..bounds.count as i64).map(|n| items[(bounds.start + n * bounds.step) as usize]).collect();
        return py.tuple_from(&chosen);
    }
    match py.sequence_index(args[1])? {
        Some(index) => Ok(items[py.checked_place(index, items.len(), "tuple")?]),
        None => Err(py.bad_index("tuple", args[1])),
    }
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let found = find(py, tuple, args[1], 0, usize::MAX)?;
    py.bool_result(found.is_some())
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    Ok(py.new_iterator(Kind::TupleIterator, tuple))
}

fn add(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::TUPLE) else { return Ok(py.not_implemented()) };
    let (a, b) = (py.tuple_items(tuple), py.tuple_items(other));
    // An exact one is not copied.
    if b.is_empty() && tuple == args[0] {
        return Ok(tuple);
    }
    if a.is_empty() && other == args[1] {
        return Ok(other);
    }
    py.tuple_from(&[a, b].concat())
}

fn mul(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let Some(times) = py.repetitions(args[1])? else { return Ok(py.not_implemented()) };
    let items = py.tuple_items(tuple);
    if times == 1 && tuple == args[0] {
        return Ok(tuple);
    }
    if items.is_empty() || times == 0 {
        return Ok(py.new_tuple(&[]));
    }
    let total = items.len().checked_mul(times).ok_or(OutOfMemory);
    let repeated = total.and_then(|total| py.try_array(classes::TUPLE, total));
    let repeated = repeated.map_err(|error| py.memory_error(error))?;
    // It is new: no barrier.
    for part in py.items::<Word>(repeated).chunks_exact_mut(items.len()) {
        part.copy_from_slice(items);
    }
    Ok(repeated)
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let hash = py.tuple_hash(tuple)?;
    Ok(py.new_int(hash))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let items = py.tuple_items(tuple);
    if items.is_empty() {
        return Ok(py.new_str("()"));
    }
    py.show(tuple, "(...)", |py| {
        let mut text = String::from("(");
        for (index, &item) in items.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            text.push_str(&py.repr_string(item)?);
        }
        text.push_str(if items.len() == 1 { ",)" } else { ")" });
        Ok(text)
    })
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    Ok(py.new_tuple(&[tuple]))
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let tuple = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::TUPLE) else { return Ok(py.not_implemented()) };
    let (a, b) = (py.tuple_items(tuple), py.tuple_items(other));
    if matches!(op, CompareOp::Eq | CompareOp::Ne) && a.len() != b.len() {
        return py.bool_result(op == CompareOp::Ne);
    }
    for (&x, &y) in a.iter().zip(b) {
        if !py.eq(x, y)? {
            return match op {
                CompareOp::Eq => py.bool_result(false),
                CompareOp::Ne => py.bool_result(true),
                _ => py.compare(op, x, y),
            };
        }
    }
    py.bool_result(Py::holds(op, a.len().cmp(&b.len())))
}
