//! `deque`: a ring of references. Its first item is anywhere in an array whose length is a power of two.
//!
//! Every change of the length is counted: iterators, and methods that compare items, find out by it that the deque is not what it
//! was.

use super::deque_items;
use crate::bytecode::CompareOp;
use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use crate::types::support::{CLASS_GETITEM, comparisons};
use lathe_heap::Word;

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const CONTENTS: Contents = Contents {
    new: Some(("(cls, /, *args, **kwargs)", new)),
    unhashable: true,
    ..contents(types::DEQUE, &[METHODS, deque_items::METHODS, &COMPARISONS], &[("maxlen", maxlen)])
};

const METHODS: &[Method] = &[
    ("__init__", S, "(self, iterable=(), maxlen=None)", init),
    ("append", M, "(self, item, /)", append),
    ("appendleft", M, "(self, item, /)", append_left),
    ("pop", M, "(self, /)", pop),
    ("popleft", M, "(self, /)", pop_left),
    ("extend", M, "(self, iterable, /)", extend),
    ("extendleft", M, "(self, iterable, /)", extend_left),
    ("clear", M, "(self, /)", clear),
    ("rotate", M, "(self, n=1, /)", rotate),
    ("reverse", M, "(self, /)", reverse),
    ("copy", M, "(self, /)", copy),
    ("__copy__", M, "(self, /)", copy),
    ("__reduce__", M, "(self, /)", reduce),
    ("__len__", S, "(self, /)", len),
    ("__repr__", S, "(self, /)", repr),
    ("__add__", S, "(self, value, /)", add),
    ("__iadd__", S, "(self, value, /)", iadd),
    ("__mul__", S, "(self, value, /)", mul),
    ("__rmul__", S, "(self, value, /)", mul),
    ("__imul__", S, "(self, value, /)", imul),
    CLASS_GETITEM,
];

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = py.new_deque();
    py.of_class(args[0], types::DEQUE, deque)
}

/// The deque that a method is called with.
pub fn receiver(py: &mut Py, object: Word) -> PyResult {
    match as_deque(py, object) {
        Some(deque) => Ok(deque),
        None => Err(py.wrong_receiver(object, types::DEQUE)),
    }
}

pub fn as_deque(py: &Py, object: Word) -> Option<Word> {
    py.payload(object, classes::NATIVE).filter(|&native| py.native_kind(native) == Some(Kind::Deque))
}

impl Py {
    fn new_deque(&mut self) -> Word {
        self.new_native(Kind::Deque, Word::NULL, Word::wrap_small(0), Word::NULL)
    }

    pub(super) fn deque_len(&self, deque: Word) -> usize {
        self.get_int(deque, NATIVE_J) as usize
    }

    /// The greatest length.
    pub(super) fn deque_max(&self, deque: Word) -> usize {
        let max = self.get(deque, NATIVE_C);
        if max.is_null() { usize::MAX } else { self.as_int(max).expect("an integer") as usize }
    }

    /// Where in the array an item is.
    fn deque_place(&self, deque: Word, index: usize) -> usize {
        let capacity = self.array_len(self.get(deque, NATIVE_A));
        (self.get_int(deque, NATIVE_I) as usize + index) & (capacity - 1)
    }

    pub(super) fn deque_get(&self, deque: Word, index: usize) -> Word {
        debug_assert!(index < self.deque_len(deque));
        self.items::<Word>(self.get(deque, NATIVE_A))[self.deque_place(deque, index)]
    }

    pub(super) fn deque_set(&mut self, deque: Word, index: usize, value: Word) {
        let (ring, place) = (self.get(deque, NATIVE_A), self.deque_place(deque, index));
        self.set_item(ring, place, value);
    }

    /// It has another length, or its items are in other places.
    fn deque_changed(&mut self, deque: Word) {
        let changes = self.get(deque, NATIVE_B).as_small().expect("a count");
        self.set(deque, NATIVE_B, Word::wrap_small(changes.wrapping_add(1) & 0xffff_ffff_ffff));
    }

    pub(super) fn deque_changes(&self, deque: Word) -> Word {
        self.get(deque, NATIVE_B)
    }

    fn deque_room(&mut self, deque: Word) -> PyResult<()> {
        let (ring, length) = (self.get(deque, NATIVE_A), self.deque_len(deque));
        let capacity = if ring.is_null() { 0 } else { self.array_len(ring) };
        if length < capacity {
            return Ok(());
        }
        let larger =
            self.try_array(classes::REFS, (2 * capacity).max(8)).map_err(|error| self.memory_error(error))?;
        if length > 0 {
            let (from, to, start) = (
                self.items::<Word>(ring),
                self.items::<Word>(larger),
                self.get_int(deque, NATIVE_I) as usize,
            );
            let tail = (capacity - start).min(length);
            to[..tail].copy_from_slice(&from[start..start + tail]);
            to[tail..length].copy_from_slice(&from[..length - tail]);
        }
        self.set(deque, NATIVE_A, larger);
        self.set_int(deque, NATIVE_I, 0);
        Ok(())
    }

    pub(super) fn deque_push(&mut self, deque: Word, item: Word) -> PyResult<()> {
        let max = self.deque_max(deque);
        if max == 0 {
            return Ok(());
        }
        if self.deque_len(deque) >= max {
            self.deque_take_first(deque);
        }
        self.deque_room(deque)?;
        let length = self.deque_len(deque);
        self.set_int(deque, NATIVE_J, length as i64 + 1);
        self.deque_set(deque, length, item);
        self.deque_changed(deque);
        Ok(())
    }

    pub(super) fn deque_push_first(&mut self, deque: Word, item: Word) -> PyResult<()> {
        let max = self.deque_max(deque);
        if max == 0 {
            return Ok(());
        }
        if self.deque_len(deque) >= max {
            self.deque_take_last(deque);
        }
        self.deque_room(deque)?;
        let capacity = self.array_len(self.get(deque, NATIVE_A));
        let first = (self.get_int(deque, NATIVE_I) as usize + capacity - 1) & (capacity - 1);
        self.set_int(deque, NATIVE_I, first as i64);
        let length = self.deque_len(deque);
        self.set_int(deque, NATIVE_J, length as i64 + 1);
        self.deque_set(deque, 0, item);
        self.deque_changed(deque);
        Ok(())
    }

    pub(super) fn deque_take_last(&mut self, deque: Word) -> Option<Word> {
        let last = self.deque_len(deque).checked_sub(1)?;
        let item = self.deque_get(deque, last);
        self.deque_set(deque, last, Word::NULL);
        self.set_int(deque, NATIVE_J, last as i64);
        self.deque_changed(deque);
        Some(item)
    }

    pub(super) fn deque_take_first(&mut self, deque: Word) -> Option<Word> {
        let left = self.deque_len(deque).checked_sub(1)?;
        let item = self.deque_get(deque, 0);
        self.deque_set(deque, 0, Word::NULL);
        let first = self.deque_place(deque, 1);
        self.set_int(deque, NATIVE_I, first as i64);
        self.set_int(deque, NATIVE_J, left as i64);
        self.deque_changed(deque);
        Some(item)
    }

    fn deque_clear(&mut self, deque: Word) {
        if self.deque_len(deque) > 0 {
            self.deque_changed(deque);
        }
        self.set(deque, NATIVE_A, Word::NULL);
        self.set_int(deque, NATIVE_I, 0);
        self.set_int(deque, NATIVE_J, 0);
    }

    /// The last item goes to the front, `times` times.
    pub(super) fn deque_rotate(&mut self, deque: Word, times: i64) {
        let length = self.deque_len(deque);
        if length <= 1 {
            return;
        }
        let times = times.rem_euclid(length as i64) as usize;
        // The shorter way round. There is always something to take, and no room is needed.
        if times <= length / 2 {
            for _ in 0..times {
                let item = self.deque_take_last(deque).expect("an item");
                self.deque_push_first(deque, item).expect("room");
            }
        } else {
            for _ in 0..length - times {
                let item = self.deque_take_first(deque).expect("an item");
                self.deque_push(deque, item).expect("room");
            }
        }
    }

    /// A deque with the same items and the same greatest length.
    fn deque_copy(&mut self, deque: Word) -> PyResult {
        let copy = self.new_deque();
        self.set(copy, NATIVE_C, self.get(deque, NATIVE_C));
        for index in 0..self.deque_len(deque) {
            let item = self.deque_get(deque, index);
            self.deque_push(copy, item)?;
        }
        Ok(copy)
    }
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let mut max = Word::NULL;
    if let Some(given) = Py::given(args[2]).filter(|&given| !py.is_none(given)) {
        if !py.is_instance(given, types::INT) {
            return Err(py.type_error("an integer is required"));
        }
        let size = py.size(given)?;
        if size < 0 {
            return Err(py.value_error("maxlen must be non-negative"));
        }
        max = py.new_int(size);
    }
    py.set(deque, NATIVE_C, max);
    py.deque_clear(deque);
    if let Some(iterable) = Py::given(args[1]) {
        extend_with(py, deque, iterable, false)?;
    }
    py.none_result()
}

fn append(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.deque_push(deque, args[1])?;
    py.none_result()
}

fn append_left(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.deque_push_first(deque, args[1])?;
    py.none_result()
}

fn empty(py: &mut Py) -> Raised {
    py.error(types::INDEX_ERROR, "pop from an empty deque")
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.deque_take_last(deque).ok_or_else(|| empty(py))
}

fn pop_left(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.deque_take_first(deque).ok_or_else(|| empty(py))
}

fn extend_with(py: &mut Py, deque: Word, iterable: Word, left: bool) -> PyResult<()> {
    // Itself: as it is now.
    let iterable = match as_deque(py, iterable) {
        Some(other) if other == deque => py.list_of(iterable)?,
        _ => iterable,
    };
    let items = py.iter(iterable)?;
    while let Some(item) = py.next(items)? {
        if left {
            py.deque_push_first(deque, item)?;
        } else {
            py.deque_push(deque, item)?;
        }
    }
    Ok(())
}

fn extend(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    extend_with(py, deque, args[1], false)?;
    py.none_result()
}

fn extend_left(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    extend_with(py, deque, args[1], true)?;
    py.none_result()
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.deque_clear(deque);
    py.none_result()
}

fn rotate(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let times = match Py::given(args[1]) {
        Some(times) => py.size(times)?,
        None => 1,
    };
    py.deque_rotate(deque, times);
    py.none_result()
}

fn reverse(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let length = py.deque_len(deque);
    for index in 0..length / 2 {
        let (a, b) = (py.deque_get(deque, index), py.deque_get(deque, length - 1 - index));
        py.deque_set(deque, index, b);
        py.deque_set(deque, length - 1 - index, a);
    }
    py.none_result()
}

/// Of a subclass: its constructor is called.
fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let ty = py.type_of(args[0]);
    if ty == types::DEQUE {
        return py.deque_copy(deque);
    }
    let (class, max) = (py.type_object(ty), py.get(deque, NATIVE_C));
    if max.is_null() { py.call(class, &[args[0]]) } else { py.call(class, &[args[0], max]) }
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let (class, max) = (py.type_object(py.type_of(args[0])), py.get(deque, NATIVE_C));
    let arguments = if max.is_null() {
        py.new_tuple(&[])
    } else {
        let none = py.new_tuple(&[]);
        py.new_tuple(&[none, max])
    };
    let none = py.none();
    let dict = py.intern("__dict__");
    let state = match py.try_get_attr(args[0], dict) {
        Ok(Some(dict)) if py.is(dict, classes::DICT) && py.dict_len(dict) > 0 => dict,
        _ => none,
    };
    let items = py.iter(args[0])?;
    Ok(py.new_tuple(&[class, arguments, state, items]))
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    py.int_result(py.deque_len(deque))
}

fn maxlen(py: &mut Py, object: Word) -> PyResult {
    let deque = receiver(py, object)?;
    let max = py.get(deque, NATIVE_C);
    Ok(if max.is_null() { py.none() } else { max })
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let ty = py.type_of(args[0]);
    let name = py.rt().ty(ty).qualname.borrow().rsplit('.').next().expect("a name").to_string();
    py.show(args[0], "[...]", |py| {
        let list = py.list_of(args[0])?;
        let shown = py.repr_string(list)?;
        let max = py.get(deque, NATIVE_C);
        Ok(if max.is_null() {
            format!("{name}({shown})")
        } else {
            format!("{name}({shown}, maxlen={})", py.as_int(max).expect("an integer"))
        })
    })
}

fn add(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let Some(other) = as_deque(py, args[1]) else {
        let message = format!("can only concatenate deque (not \"{}\") to deque", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    let result = copy(py, args)?;
    let target = receiver(py, result)?;
    extend_with(py, target, other, false)?;
    Ok(result)
}

fn iadd(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    extend_with(py, deque, args[1], false)?;
    Ok(args[0])
}

fn repeat(py: &mut Py, deque: Word, times: Word) -> PyResult<bool> {
    let Some(times) = py.repetitions(times)? else { return Ok(false) };
    let (items, max) = (py.list_of(deque)?, py.deque_max(deque));
    let length = py.list_len(items);
    if times == 0 || length == 0 {
        py.deque_clear(deque);
        return Ok(true);
    }
    if max == usize::MAX && length.checked_mul(times).is_none_or(|total| total > isize::MAX as usize / 8) {
        return Err(py.error_with(types::MEMORY_ERROR, &[]));
    }
    // Only the last rounds can be seen if there is a greatest length.
    let rounds = if max == usize::MAX { times - 1 } else { (times - 1).min(max / length + 1) };
    for _ in 0..rounds {
        for index in 0..length {
            let item = py.list_get(items, index);
            py.deque_push(deque, item)?;
        }
    }
    Ok(true)
}

fn mul(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let result = copy(py, args)?;
    let target = receiver(py, result)?;
    Ok(if repeat(py, target, args[1])? { result } else { not_a_count(py, args[1])? })
}

fn imul(py: &mut Py, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    Ok(if repeat(py, deque, args[1])? { args[0] } else { not_a_count(py, args[1])? })
}

fn not_a_count(py: &mut Py, times: Word) -> PyResult {
    let message = format!("can't multiply sequence by non-int of type '{}'", py.type_name(times));
    Err(py.type_error(&message))
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let deque = receiver(py, args[0])?;
    let Some(other) = as_deque(py, args[1]) else { return Ok(py.not_implemented()) };
    let lengths = py.deque_len(deque).cmp(&py.deque_len(other));
    match op {
        CompareOp::Eq if deque == other => return py.bool_result(true),
        CompareOp::Ne if deque == other => return py.bool_result(false),
        CompareOp::Eq if lengths.is_ne() => return py.bool_result(false),
        CompareOp::Ne if lengths.is_ne() => return py.bool_result(true),
        _ => {}
    }
    py.check_stack()?;
    let (a, b) = (py.iter(args[0])?, py.iter(args[1])?);
    loop {
        match (py.next(a)?, py.next(b)?) {
            (Some(x), Some(y)) if py.eq(x, y)? => {}
            (Some(x), Some(y)) => {
                return match op {
                    CompareOp::Eq => py.bool_result(false),
                    CompareOp::Ne => py.bool_result(true),
                    _ => py.compare(op, x, y),
                };
            }
            (x, y) => return py.bool_result(Py::holds(op, x.is_some().cmp(&y.is_some()))),
        }
    }
}
