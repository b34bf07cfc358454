//! `frozenset`: its methods, and those that `set` has as well.

use super::support::{CLASS_GETITEM, GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;

const COMPARISONS: [Method; 6] = comparisons!(compare);

pub const COMMON_METHODS: &[Method] = &[
    ("copy", M, "(self, /)", copy),
    ("union", M, "(self, /, *others)", union),
    ("intersection", M, "(self, /, *others)", intersection),
    ("difference", M, "(self, /, *others)", difference),
    ("symmetric_difference", M, "(self, other, /)", symmetric_difference),
    ("isdisjoint", M, "(self, other, /)", isdisjoint),
    ("issubset", M, "(self, other, /)", issubset),
    ("issuperset", M, "(self, other, /)", issuperset),
    ("__len__", S, "(self, /)", len),
    ("__iter__", S, "(self, /)", iter),
    ("__contains__", S, "(self, object, /)", contains),
    ("__repr__", S, "(self, /)", repr),
    ("__or__", S, "(self, value, /)", or),
    ("__ror__", S, "(self, value, /)", ror),
    ("__and__", S, "(self, value, /)", and),
    ("__rand__", S, "(self, value, /)", rand),
    ("__sub__", S, "(self, value, /)", sub),
    ("__rsub__", S, "(self, value, /)", rsub),
    ("__xor__", S, "(self, value, /)", xor),
    ("__rxor__", S, "(self, value, /)", rxor),
    COMPARISONS[0],
    COMPARISONS[1],
    COMPARISONS[2],
    COMPARISONS[3],
    COMPARISONS[4],
    COMPARISONS[5],
    CLASS_GETITEM,
];

pub const METHODS: &[Method] = &[("__hash__", S, "(self, /)", hash)];

pub const GETTERS: &[GetterFn] = &[];

pub const NEW: &str = "(cls, iterable=(), /)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let set = match Py::given(args[1]) {
        Some(set) if py.is(set, classes::SET) && py.set_is_frozen(set) => set,
        iterable => {
            let set = py.new_set(true);
            if let Some(iterable) = iterable {
                py.set_update_from(set, iterable)?;
            }
            set
        }
    };
    py.of_class(args[0], types::FROZENSET, set)
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::SET, types::SET)
}

/// A set that is looked for in a set: it has no hash, but a frozen copy of it has.
pub(super) fn key_of_set(py: &mut Py, key: Word, raised: Raised) -> PyResult {
    match py.payload(key, classes::SET) {
        Some(set) if !py.set_is_frozen(set) && py.is_instance(raised.0, types::TYPE_ERROR) => {
            py.set_copy(set, true)
        }
        _ => Err(raised),
    }
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let hash = py.set_hash(set);
    Ok(py.new_int(hash))
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let frozen = py.set_is_frozen(set);
    if frozen && set == args[0] {
        return Ok(set);
    }
    py.set_copy(set, frozen)
}

/// A set like the first operand, changed with each of the others in turn.
fn changed(
    py: &mut Py,
    set: Word,
    others: &[Word],
    with: impl Fn(&mut Py, Word, Word) -> PyResult<()>,
) -> PyResult {
    let frozen = py.set_is_frozen(set);
    let result = py.set_copy(set, frozen)?;
    for &other in others {
        with(py, result, other)?;
    }
    Ok(result)
}

fn union(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let others = py.tuple_items(args[1]);
    changed(py, set, others, Py::set_update_from)
}

fn intersection(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let others = py.tuple_items(args[1]);
    changed(py, set, others, Py::set_keep_given)
}

fn difference(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let others = py.tuple_items(args[1]);
    changed(py, set, others, |py, set, other| {
        let other = py.as_set(other)?;
        py.set_subtract(set, other)
    })
}

fn symmetric_difference(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    changed(py, set, &[args[1]], |py, set, other| {
        let other = py.as_set(other)?;
        py.set_toggle(set, other)
    })
}

fn isdisjoint(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    if let Some(other) = py.payload(args[1], classes::SET) {
        let disjoint = py.sets_disjoint(set, other)?;
        return py.bool_result(disjoint);
    }
    let items = py.iter(args[1])?;
    while let Some(item) = py.next(items)? {
        if py.set_contains(set, item)? {
            return py.bool_result(false);
        }
    }
    py.bool_result(true)
}

fn issubset(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let other = py.as_set(args[1])?;
    let holds = py.set_is_subset(set, other)?;
    py.bool_result(holds)
}

fn issuperset(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let other = py.as_set(args[1])?;
    let holds = py.set_is_subset(other, set)?;
    py.bool_result(holds)
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    py.int_result(py.set_len(set))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    Ok(py.new_set_iterator(set))
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let found = match py.set_contains(set, args[1]) {
        Err(raised) => {
            let key = key_of_set(py, args[1], raised)?;
            py.set_contains(set, key)?
        }
        Ok(found) => found,
    };
    py.bool_result(found)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let name = py.type_name(args[0]);
    if py.set_len(set) == 0 {
        return Ok(py.new_str(&format!("{name}()")));
    }
    let exact = py.type_of(args[0]) == types::SET;
    py.show(set, &format!("{name}(...)"), |py| {
        let mut text = if exact { String::from("{") } else { format!("{name}({{") };
        let (mut position, mut first) = (0, true);
        while let Some(key) = py.set_next(set, &mut position) {
            if !std::mem::take(&mut first) {
                text.push_str(", ");
            }
            text.push_str(&py.repr_string(key)?);
        }
        text.push_str(if exact { "}" } else { "})" });
        Ok(text)
    })
}

/// The operators take sets only; the result is like the first.
fn operator(py: &mut Py, a: Word, b: Word, with: fn(&mut Py, Word, Word) -> PyResult<()>) -> PyResult {
    let (Some(a), Some(b)) = (py.payload(a, classes::SET), py.payload(b, classes::SET)) else {
        return Ok(py.not_implemented());
    };
    changed(py, a, &[b], with)
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[0], args[1], Py::set_update)
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[1], args[0], Py::set_update)
}

fn and(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[0], args[1], Py::set_keep_common)
}

fn rand(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[1], args[0], Py::set_keep_common)
}

fn sub(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[0], args[1], Py::set_subtract)
}

fn rsub(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[1], args[0], Py::set_subtract)
}

fn xor(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[0], args[1], Py::set_toggle)
}

fn rxor(py: &mut Py, args: &[Word]) -> PyResult {
    operator(py, args[1], args[0], Py::set_toggle)
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let set = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::SET) else { return Ok(py.not_implemented()) };
    let (mine, its) = (py.set_len(set), py.set_len(other));
    let holds = match op {
        CompareOp::Eq => mine == its && py.set_is_subset(set, other)?,
        CompareOp::Ne => !(mine == its && py.set_is_subset(set, other)?),
        CompareOp::Lt => mine < its && py.set_is_subset(set, other)?,
        CompareOp::Le => py.set_is_subset(set, other)?,
        CompareOp::Gt => mine > its && py.set_is_subset(other, set)?,
        CompareOp::Ge => py.set_is_subset(other, set)?,
    };
    py.bool_result(holds)
}
