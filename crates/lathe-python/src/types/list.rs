//! `list`: its methods.

use super::support::{CLASS_GETITEM, GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::list::Strategy;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const METHODS: &[Method] = &[
    ("__init__", S, "(self, iterable=(), /)", init),
    ("append", M, "(self, object, /)", append),
    ("extend", M, "(self, iterable, /)", extend),
    ("insert", M, "(self, index, object, /)", insert),
    ("pop", M, "(self, index=-1, /)", pop),
    ("remove", M, "(self, value, /)", remove),
    ("clear", M, "(self, /)", clear),
    ("copy", M, "(self, /)", copy),
    ("index", M, "(self, value, start=0, stop=9223372036854775807, /)", index),
    ("count", M, "(self, value, /)", count),
    ("reverse", M, "(self, /)", reverse),
    ("sort", M, "(self, /, *, key=None, reverse=False)", sort),
    ("__len__", S, "(self, /)", len),
    ("__getitem__", S, "(self, index, /)", getitem),
    ("__setitem__", S, "(self, key, value, /)", setitem),
    ("__delitem__", S, "(self, key, /)", delitem),
    ("__contains__", S, "(self, key, /)", contains),
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__add__", S, "(self, value, /)", add),
    ("__iadd__", S, "(self, value, /)", iadd),
    ("__mul__", S, "(self, value, /)", mul),
    ("__rmul__", S, "(self, value, /)", mul),
    ("__imul__", S, "(self, value, /)", imul),
    ("__repr__", S, "(self, /)", repr),
    COMPARISONS[0],
    COMPARISONS[1],
    COMPARISONS[2],
    COMPARISONS[3],
    COMPARISONS[4],
    COMPARISONS[5],
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterFn] = &[];

/// `__new__` makes an empty one; `__init__` fills it.
pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let list = py.new_list(&[]);
    py.of_class(args[0], types::LIST, list)
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::LIST, types::LIST)
}

impl Py {
    /// Adds all that an iterable gives.
    pub fn list_extend(&mut self, list: Word, iterable: Word) -> PyResult<()> {
        match self.class_of(iterable) {
            Some(classes::LIST) => {
                let length = self.list_len(list);
                return self.list_replace_with_list(list, length, length, iterable);
            }
            Some(classes::TUPLE) => return self.list_extend_words(list, self.tuple_items(iterable)),
            _ => {}
        }
        self.check_room(iterable)?;
        let iterator = self.iter(iterable)?;
        // It may be asked for how many there are; here, that only matters for the error it may raise.
        while let Some(item) = self.next(iterator)? {
            self.list_append(list, item)?;
        }
        Ok(())
    }

    /// A new list of all that an iterable gives.
    pub fn list_of(&mut self, iterable: Word) -> PyResult {
        let list = self.new_list(&[]);
        self.list_extend(list, iterable)?;
        Ok(list)
    }

    /// Where an equal item is, from a place on.
    pub fn list_find(&mut self, list: Word, item: Word, from: usize, to: usize) -> PyResult<Option<usize>> {
        // Numbers among numbers are found by their bits; not all floats are equal to themselves.
        if let (Some(Strategy::Ints), Some(value)) = (self.list_strategy(list), self.as_int(item)) {
            let raw = self.list_raw(list);
            let to = to.min(raw.len());
            return Ok((from..to).find(|&index| raw[index] == value as u64));
        }
        let mut index = from;
        // The comparison may change the list.
        while index < self.list_len(list).min(to) {
            let other = self.list_get(list, index);
            if self.eq(other, item)? {
                return Ok(Some(index));
            }
            index += 1;
        }
        Ok(None)
    }
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_clear(list);
    if let Some(iterable) = Py::given(args[1]) {
        py.list_extend(list, iterable)?;
    }
    py.none_result()
}

fn append(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_append(list, args[1])?;
    py.none_result()
}

fn extend(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_extend(list, args[1])?;
    py.none_result()
}

fn insert(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let index = match py.try_index(args[1])? {
        Some(Some(index)) => index,
        Some(None) => {
            let message = "Python int too large to convert to C ssize_t";
            return Err(py.error(types::OVERFLOW_ERROR, message));
        }
        None => return Err(py.required_index(args[1]).expect_err("it is no index")),
    };
    let length = py.list_len(list) as i64;
    let index = if index < 0 { index.saturating_add(length).max(0) } else { index.min(length) };
    py.list_insert(list, index as usize, args[2])?;
    py.none_result()
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let index = match Py::given(args[1]) {
        Some(index) => py.index(index)?,
        None => -1,
    };
    let length = py.list_len(list);
    if length == 0 {
        return Err(py.error(types::INDEX_ERROR, "pop from empty list"));
    }
    let index = if index < 0 { index.saturating_add(length as i64) } else { index };
    match usize::try_from(index) {
        Ok(index) if index < length => Ok(py.list_pop_at(list, index)),
        _ => Err(py.error(types::INDEX_ERROR, "pop index out of range")),
    }
}

fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    match py.list_find(list, args[1], 0, usize::MAX)? {
        Some(index) => {
            // The comparison may have made it shorter.
            if index < py.list_len(list) {
                py.list_delete(list, index, index + 1);
            }
            py.none_result()
        }
        None => Err(py.value_error("list.remove(x): x not in list")),
    }
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_clear(list);
    py.none_result()
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_copy(list)
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let length = py.list_len(list);
    let from = py.clamped(args[2], 0, length)?;
    let to = py.clamped(args[3], usize::MAX, length)?;
    match py.list_find(list, args[1], from, to)? {
        Some(index) => py.int_result(index),
        None => Err(py.value_error("list.index(x): x not in list")),
    }
}

fn count(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let (mut count, mut from) = (0, 0);
    while let Some(index) = py.list_find(list, args[1], from, usize::MAX)? {
        (count, from) = (count + 1, index + 1);
    }
    py.int_result(count)
}

fn reverse(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_reverse(list);
    py.none_result()
}

fn sort(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let key = Py::given(args[1]).filter(|&key| !py.is_none(key));
    let reverse = match Py::given(args[2]) {
        Some(reverse) => py.truth(reverse)?,
        None => false,
    };
    py.list_sort(list, key, reverse)?;
    py.none_result()
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.int_result(py.list_len(list))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        let (start, stop, step) = py.slice_parts(args[1])?;
        let bounds = crate::object::slice::Bounds::new(start, stop, step, py.list_len(list));
        return py.list_slice(list, bounds.start.max(0) as usize, bounds.step as isize, bounds.count);
    }
    match py.sequence_index(args[1])? {
        Some(index) => {
            let place = py.checked_place(index, py.list_len(list), "list")?;
            Ok(py.list_get(list, place))
        }
        None => Err(py.bad_index("list", args[1])),
    }
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        super::list_slices::assign(py, list, args[1], args[2])?;
        return py.none_result();
    }
    match py.sequence_index(args[1])? {
        Some(index) => {
            let place = py.checked_place(index, py.list_len(list), "list assignment")?;
            py.list_set(list, place, args[2])?;
            py.none_result()
        }
        None => Err(py.bad_index("list", args[1])),
    }
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    if py.is(args[1], classes::SLICE) {
        super::list_slices::delete(py, list, args[1])?;
        return py.none_result();
    }
    match py.sequence_index(args[1])? {
        Some(index) => {
            let place = py.checked_place(index, py.list_len(list), "list assignment")?;
            py.list_delete(list, place, place + 1);
            py.none_result()
        }
        None => Err(py.bad_index("list", args[1])),
    }
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let found = py.list_find(list, args[1], 0, usize::MAX)?;
    py.bool_result(found.is_some())
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    Ok(py.new_list_iterator(list))
}

fn reversed(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let iterator = py.new_iterator(Kind::ListReverseIterator, list);
    py.set_int(iterator, classes::NATIVE_I, py.list_len(list) as i64);
    Ok(iterator)
}

fn add(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::LIST) else { return Ok(py.not_implemented()) };
    let sum = py.list_copy(list)?;
    let length = py.list_len(sum);
    py.list_replace_with_list(sum, length, length, other)?;
    Ok(sum)
}

fn iadd(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.list_extend(list, args[1])?;
    Ok(args[0])
}

fn mul(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    match py.repetitions(args[1])? {
        Some(times) => py.list_repeat(list, times),
        None => Ok(py.not_implemented()),
    }
}

fn imul(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let Some(times) = py.repetitions(args[1])? else { return Ok(py.not_implemented()) };
    let repeated = py.list_repeat(list, times)?;
    let (items, length) = (py.get(repeated, classes::LIST_ITEMS), py.list_len(repeated));
    py.set(list, classes::LIST_ITEMS, items);
    py.set_int(list, classes::LIST_LENGTH, length as i64);
    Ok(args[0])
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    py.show(list, "[...]", |py| {
        let (mut text, mut index) = (String::from("["), 0);
        // An item's `__repr__` may change the list.
        while index < py.list_len(list) {
            if index > 0 {
                text.push_str(", ");
            }
            let item = py.list_get(list, index);
            text.push_str(&py.repr_string(item)?);
            index += 1;
        }
        text.push(']');
        Ok(text)
    })
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let list = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::LIST) else { return Ok(py.not_implemented()) };
    let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    if equality && py.list_len(list) != py.list_len(other) {
        return py.bool_result(op == CompareOp::Ne);
    }
    if (py.list_strategy(list), py.list_strategy(other)) == (Some(Strategy::Ints), Some(Strategy::Ints)) {
        let ints =
            |list: Word| -> &[i64] { &py.items(py.get(list, classes::LIST_ITEMS))[..py.list_len(list)] };
        let order = ints(list).cmp(ints(other));
        return py.bool_result(Py::holds(op, order));
    }
    let mut index = 0;
    while index < py.list_len(list).min(py.list_len(other)) {
        let (a, b) = (py.list_get(list, index), py.list_get(other, index));
        if !py.eq(a, b)? {
            return match op {
                CompareOp::Eq => py.bool_result(false),
                CompareOp::Ne => py.bool_result(true),
                _ => py.compare(op, a, b),
            };
        }
        index += 1;
    }
    let order = py.list_len(list).cmp(&py.list_len(other));
    py.bool_result(Py::holds(op, order))
}
