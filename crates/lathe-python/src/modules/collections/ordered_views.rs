//! The views of an `OrderedDict` and their iterators, which do not go on when keys have moved.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use crate::object::iterators::Part;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::contents;
use crate::types::iterators;
use lathe_heap::Word;

const VIEW: &[Method] = &[
    ("__iter__", S, "(self, /)", |py, args| iterate(py, args[0], false)),
    ("__reversed__", M, "(self, /)", |py, args| iterate(py, args[0], true)),
];
const ITERATOR: &[Method] =
    &[("__iter__", S, "(self, /)", iterators::iter), ("__next__", S, "(self, /)", iterators::next)];

/// Everything else the views have from those of dicts.
pub fn fill_types(py: &mut Py) {
    for ty in [types::ODICT_KEYS, types::ODICT_VALUES, types::ODICT_ITEMS] {
        py.filled_type(&contents(ty, &[VIEW], &[]));
    }
    py.filled_type(&contents(types::ODICT_ITERATOR, &[ITERATOR], &[]));
}

fn iterate(py: &mut Py, view: Word, backwards: bool) -> PyResult {
    let part = match py.native_kind(view) {
        Some(Kind::OdictKeys) => Part::Key,
        Some(Kind::OdictValues) => Part::Value,
        Some(Kind::OdictItems) => Part::Item,
        _ => return Err(py.wrong_receiver(view, types::ODICT_KEYS)),
    };
    let dict = py.get(view, NATIVE_A);
    Ok(new_iterator(py, dict, part, backwards))
}

pub fn new_iterator(py: &mut Py, dict: Word, part: Part, backwards: bool) -> Word {
    let version = py.new_int(py.get_int(dict, classes::DICT_VERSION));
    let length = py.new_int(py.dict_len(dict) as i64);
    let iterator = py.new_native(Kind::OdictIterator, dict, version, length);
    py.set_int(iterator, NATIVE_I, if backwards { i64::MAX } else { 0 });
    py.set_int(iterator, NATIVE_J, 2 * part as i64 + i64::from(backwards));
    iterator
}

pub fn next(py: &mut Py, iterator: Word) -> PyResult<Option<Word>> {
    let dict = py.get(iterator, NATIVE_A);
    if dict.is_null() {
        return Ok(None);
    }
    let how = py.get_int(iterator, NATIVE_J);
    let mut position = py.get_int(iterator, NATIVE_I) as usize;
    let changed = py.as_int(py.get(iterator, NATIVE_B)) != Some(py.get_int(dict, classes::DICT_VERSION));
    if changed {
        py.set(iterator, NATIVE_A, Word::NULL);
        let resized = py.as_int(py.get(iterator, NATIVE_C)) != Some(py.dict_len(dict) as i64);
        let message = if resized {
            "OrderedDict changed size during iteration"
        } else {
            "OrderedDict mutated during iteration"
        };
        return Err(py.error(types::RUNTIME_ERROR, message));
    }
    let entry =
        if how & 1 == 0 { py.dict_next(dict, &mut position) } else { py.dict_previous(dict, &mut position) };
    let Some((key, value)) = entry else {
        py.set(iterator, NATIVE_A, Word::NULL);
        return Ok(None);
    };
    py.set_int(iterator, NATIVE_I, position as i64);
    Ok(Some(match how >> 1 {
        0 => key,
        1 => value,
        _ => py.new_tuple(&[key, value]),
    }))
}
