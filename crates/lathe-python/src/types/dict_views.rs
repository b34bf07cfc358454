//! `dict_keys`, `dict_values`, `dict_items`: what a dict has, as it changes. The first and the last are also sets.

use super::support::{GetterFn, Method, comparisons};
use crate::bytecode::CompareOp;
use crate::object::classes::{self, NATIVE_A};
use crate::object::iterators::Part;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;

const COMPARISONS: [Method; 6] = comparisons!(compare);

/// For keys and items.
pub const SET_METHODS: &[Method] = &[
    ("__len__", S, "(self, /)", len),
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__contains__", S, "(self, key, /)", contains),
    ("__repr__", S, "(self, /)", repr),
    ("__and__", S, "(self, value, /)", and),
    ("__rand__", S, "(self, value, /)", rand),
    ("__or__", S, "(self, value, /)", or),
    ("__ror__", S, "(self, value, /)", ror),
    ("__sub__", S, "(self, value, /)", sub),
    ("__rsub__", S, "(self, value, /)", rsub),
    ("__xor__", S, "(self, value, /)", xor),
    ("__rxor__", S, "(self, value, /)", rxor),
    ("isdisjoint", M, "(self, other, /)", isdisjoint),
    COMPARISONS[0],
    COMPARISONS[1],
    COMPARISONS[2],
    COMPARISONS[3],
    COMPARISONS[4],
    COMPARISONS[5],
];

pub const VALUES_METHODS: &[Method] = &[
    ("__len__", S, "(self, /)", len),
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__repr__", S, "(self, /)", repr),
];

pub const GETTERS: &[GetterFn] = &[("mapping", mapping)];

/// The dict of a view, and what of it the view shows.
fn view(py: &Py, word: Word) -> Option<(Word, Part)> {
    let part = match py.native_kind(word)? {
        Kind::DictKeys | Kind::OdictKeys => Part::Key,
        Kind::DictValues | Kind::OdictValues => Part::Value,
        Kind::DictItems | Kind::OdictItems => Part::Item,
        _ => return None,
    };
    Some((py.get(word, NATIVE_A), part))
}

fn receiver(py: &mut Py, word: Word) -> PyResult<(Word, Part)> {
    match view(py, word) {
        Some(view) => Ok(view),
        None => Err(py.wrong_receiver(word, types::DICT_KEYS)),
    }
}

fn mapping(py: &mut Py, object: Word) -> PyResult {
    let (dict, _) = receiver(py, object)?;
    Ok(py.new_native(Kind::MappingProxy, dict, Word::NULL, Word::NULL))
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let (dict, _) = receiver(py, args[0])?;
    py.int_result(py.dict_len(dict))
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let (dict, part) = receiver(py, args[0])?;
    Ok(py.new_dict_iterator(dict, part, false))
}

fn reversed(py: &mut Py, args: &[Word]) -> PyResult {
    let (dict, part) = receiver(py, args[0])?;
    Ok(py.new_dict_iterator(dict, part, true))
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let (dict, part) = receiver(py, args[0])?;
    let found = match part {
        Part::Key => py.dict_contains(dict, args[1])?,
        Part::Item => match py.payload(args[1], classes::TUPLE).map(|tuple| py.tuple_items(tuple)) {
            Some(&[key, value]) => match py.dict_get(dict, key)? {
                Some(found) => py.eq(found, value)?,
                None => false,
            },
            _ => false,
        },
        Part::Value => return Err(py.wrong_receiver(args[0], types::DICT_KEYS)),
    };
    py.bool_result(found)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (dict, part) = receiver(py, args[0])?;
    let name = py.type_name(args[0]);
    py.show(args[0], "...", |py| {
        let (mut text, mut position, mut first) = (format!("{name}(["), 0, true);
        while let Some((key, value)) = py.dict_next(dict, &mut position) {
            if !std::mem::take(&mut first) {
                text.push_str(", ");
            }
            let shown = match part {
                Part::Key => key,
                Part::Value => value,
                Part::Item => py.new_tuple(&[key, value]),
            };
            text.push_str(&py.repr_string(shown)?);
        }
        text.push_str("])");
        Ok(text)
    })
}

/// A new set of what a view, or any other iterable, gives.
fn to_set(py: &mut Py, iterable: Word) -> PyResult {
    let set = py.new_set(false);
    py.set_update_from(set, iterable)?;
    Ok(set)
}

/// The same for the other operand: none if it can not be iterated over.
fn operand(py: &mut Py, iterable: Word) -> PyResult<Option<Word>> {
    if py.lookup_special(iterable, "__iter__").is_none()
        && py.lookup_special(iterable, "__getitem__").is_none()
    {
        return Ok(None);
    }
    to_set(py, iterable).map(Some)
}

fn combine(py: &mut Py, a: Word, b: Word, with: fn(&mut Py, Word, Word) -> PyResult<()>) -> PyResult {
    let (Some(a), Some(b)) = (operand(py, a)?, operand(py, b)?) else { return Ok(py.not_implemented()) };
    with(py, a, b)?;
    Ok(a)
}

fn and(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[0], args[1], Py::set_keep_common)
}

fn rand(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[1], args[0], Py::set_keep_common)
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[0], args[1], Py::set_update)
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[1], args[0], Py::set_update)
}

fn sub(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[0], args[1], Py::set_subtract)
}

fn rsub(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[1], args[0], Py::set_subtract)
}

fn xor(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[0], args[1], Py::set_toggle)
}

fn rxor(py: &mut Py, args: &[Word]) -> PyResult {
    combine(py, args[1], args[0], Py::set_toggle)
}

fn isdisjoint(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let others = py.iter(args[1])?;
    while let Some(item) = py.next(others)? {
        if py.contains(args[0], item)? {
            return py.bool_result(false);
        }
    }
    py.bool_result(true)
}

/// Views, sets and their like: each has a length and membership.
fn is_set_like(py: &Py, word: Word) -> bool {
    py.payload(word, classes::SET).is_some() || matches!(view(py, word), Some((_, Part::Key | Part::Item)))
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let (a, b) = (args[0], args[1]);
    receiver(py, a)?;
    if !is_set_like(py, b) {
        return Ok(py.not_implemented());
    }
    let (mine, its) = (py.length(a)?, py.length(b)?);
    let all_in = |py: &mut Py, items: Word, container: Word| -> PyResult<bool> {
        let items = py.iter(items)?;
        while let Some(item) = py.next(items)? {
            if !py.contains(container, item)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    let holds = match op {
        CompareOp::Eq => mine == its && all_in(py, a, b)?,
        CompareOp::Ne => !(mine == its && all_in(py, a, b)?),
        CompareOp::Lt => mine < its && all_in(py, a, b)?,
        CompareOp::Le => mine <= its && all_in(py, a, b)?,
        CompareOp::Gt => mine > its && all_in(py, b, a)?,
        CompareOp::Ge => mine >= its && all_in(py, b, a)?,
    };
    py.bool_result(holds)
}
