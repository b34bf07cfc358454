//! `_collections`: the containers of `collections` that are worth Rust. The others are Python.

mod default_dict;
mod deque;
mod deque_items;
mod ordered_dict;
mod ordered_views;
mod tuple_getter;

use super::Constant;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

pub const CONSTANTS: &[Constant] = &[
    ("deque", |py| Ok(py.filled_type(&deque::CONTENTS))),
    ("_deque_iterator", |py| Ok(py.filled_type(&deque_items::ITERATOR))),
    ("_deque_reverse_iterator", |py| Ok(py.filled_type(&deque_items::REVERSE_ITERATOR))),
    ("defaultdict", default_dict::filled_type),
    ("OrderedDict", ordered_dict::filled_type),
    ("_tuplegetter", |py| {
        let class = py.filled_type(&tuple_getter::CONTENTS);
        py.add_getter_doc();
        Ok(class)
    }),
];

pub const FUNCTIONS: &[Function] =
    &[("_count_elements", "(mapping, iterable, /)", count_elements), ("_caller_module", "()", caller_module)];

impl Py {
    /// The next of an iterator of this module; none if it is of another kind.
    pub(crate) fn collections_next(&mut self, kind: Kind, iterator: Word) -> Option<PyResult<Option<Word>>> {
        match kind {
            Kind::DequeIterator => Some(deque_items::next(self, iterator, false)),
            Kind::DequeReverseIterator => Some(deque_items::next(self, iterator, true)),
            Kind::OdictIterator => Some(ordered_views::next(self, iterator)),
            _ => None,
        }
    }
}

/// How often each item is there: what `Counter` is made of.
fn count_elements(py: &mut Py, args: &[Word]) -> PyResult {
    let mapping = args[0];
    let one = Word::wrap_small(1);
    let items = py.iter(args[1])?;
    // A subclass that has another idea of its items is asked.
    let plain = py.payload(mapping, classes::DICT).filter(|_| {
        ["get", "__setitem__"].iter().all(|name| {
            let name = py.intern(name);
            py.lookup(py.type_of(mapping), name) == py.lookup(types::DICT, name)
        })
    });
    while let Some(item) = py.next(items)? {
        let known = match plain {
            Some(dict) => py.dict_get(dict, item)?,
            None => Some(py.call_method(mapping, "get", &[item, Word::wrap_small(0)])?),
        };
        let count = match known {
            Some(known) => py.binary(crate::bytecode::BinaryOp::Add, false, known, one)?,
            None => one,
        };
        match plain {
            Some(dict) => py.dict_set(dict, item, count)?,
            None => py.set_item_of(mapping, item, count)?,
        }
    }
    py.none_result()
}

/// The name of the module whose code has called the function that asks.
fn caller_module(py: &mut Py, _: &[Word]) -> PyResult {
    let depth = py.core().stack.depth();
    let name = py.intern("__name__");
    let Some(caller) = depth.checked_sub(2) else { return py.none_result() };
    let frame = py.core().stack.frame(caller);
    let function = py.core().stack.word(frame.base);
    let globals = py.get(function, classes::FUNCTION_GLOBALS);
    Ok(py.dict_get_name(globals, name).unwrap_or(py.none()))
}
