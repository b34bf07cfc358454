//! `dict`: its methods.

use super::support::{CLASS_GETITEM, GetterFn, Method};
use crate::object::classes;
use crate::object::iterators::Part;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::{ClassMethod, Method as M, Special as S};
use crate::runtime::types;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", S, "(self, mapping=(), /, **kwargs)", init),
    ("update", M, "(self, mapping=(), /, **kwargs)", update),
    ("get", M, "(self, key, default=None, /)", get),
    ("setdefault", M, "(self, key, default=None, /)", setdefault),
    ("pop", M, "(self, key, default=None, /)", pop),
    ("popitem", M, "(self, /)", popitem),
    ("clear", M, "(self, /)", clear),
    ("copy", M, "(self, /)", copy),
    ("keys", M, "(self, /)", keys),
    ("values", M, "(self, /)", values),
    ("items", M, "(self, /)", items),
    ("fromkeys", ClassMethod, "(cls, iterable, value=None, /)", fromkeys),
    ("__len__", S, "(self, /)", len),
    ("__getitem__", S, "(self, key, /)", getitem),
    ("__setitem__", S, "(self, key, value, /)", setitem),
    ("__delitem__", S, "(self, key, /)", delitem),
    ("__contains__", S, "(self, key, /)", contains),
    ("__iter__", S, "(self, /)", iter),
    ("__reversed__", M, "(self, /)", reversed),
    ("__eq__", S, "(self, value, /)", eq),
    ("__ne__", S, "(self, value, /)", ne),
    ("__or__", S, "(self, value, /)", or),
    ("__ror__", S, "(self, value, /)", ror),
    ("__ior__", S, "(self, value, /)", ior),
    ("__repr__", S, "(self, /)", repr),
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterFn] = &[];

/// `__new__` makes an empty one; `__init__` fills it.
pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.new_dict();
    py.of_class(args[0], types::DICT, dict)
}

fn receiver(py: &mut Py, word: Word) -> PyResult {
    py.receiver(word, classes::DICT, types::DICT)
}

impl Py {
    /// `KeyError` for a key.
    pub fn key_error(&mut self, key: Word) -> crate::object::py::Raised {
        self.error_with(types::KEY_ERROR, &[key])
    }

    /// Takes over what a mapping, or an iterable of pairs, has.
    pub fn dict_update_from(&mut self, dict: Word, from: Word) -> PyResult<()> {
        if self.is(from, classes::DICT) {
            return self.dict_update(dict, from);
        }
        if let Some(payload) = self.payload(from, classes::DICT) {
            // A subclass that has another idea of its items is asked for them.
            let (own, iter) = (self.lookup_special(from, "__iter__"), self.intern("__iter__"));
            if own == self.lookup(types::DICT, iter) {
                return self.dict_update(dict, payload);
            }
        }
        let name = self.intern("keys");
        if let Some(keys) = self.try_get_attr(from, name)? {
            let keys = self.call(keys, &[])?;
            let keys = self.iter(keys)?;
            while let Some(key) = self.next(keys)? {
                let value = self.get_item_of(from, key)?;
                self.dict_set(dict, key, value)?;
            }
            return Ok(());
        }
        let pairs = self.iter(from)?;
        let mut number = 0;
        while let Some(pair) = self.next(pairs)? {
            let [key, value] = self.pair(pair, number)?;
            self.dict_set(dict, key, value)?;
            number += 1;
        }
        Ok(())
    }

    /// The two items of an element.
    fn pair(&mut self, pair: Word, number: usize) -> PyResult<[Word; 2]> {
        if let Some(tuple) = self.payload(pair, classes::TUPLE)
            && let &[key, value] = self.tuple_items(tuple)
        {
            return Ok([key, value]);
        }
        let items = match self.collect(pair) {
            Ok(items) => items,
            Err(raised) if self.is_instance(raised.0, types::TYPE_ERROR) => {
                let message =
                    format!("cannot convert dictionary update sequence element #{number} to a sequence");
                return Err(self.type_error(&message));
            }
            Err(raised) => return Err(raised),
        };
        if items.len() != 2 {
            let message = format!(
                "dictionary update sequence element #{number} has length {}; 2 is required",
                items.len()
            );
            return Err(self.value_error(&message));
        }
        Ok([items.get(0), items.get(1)])
    }

    /// Have both the same keys with equal values?
    pub fn dicts_equal(&mut self, a: Word, b: Word) -> PyResult<bool> {
        self.check_stack()?;
        if self.dict_len(a) != self.dict_len(b) {
            return Ok(false);
        }
        let mut position = 0;
        while let Some((key, value)) = self.dict_next(a, &mut position) {
            match self.dict_get(b, key)? {
                Some(other) if self.eq(value, other)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    update(py, args)
}

fn update(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    if let Some(from) = Py::given(args[1]) {
        py.dict_update_from(dict, from)?;
    }
    py.dict_update(dict, args[2])?;
    py.none_result()
}

fn get(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let value = py.dict_get(dict, args[1])?;
    Ok(value.or(Py::given(args[2])).unwrap_or(py.none()))
}

fn setdefault(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let default = Py::given(args[2]).unwrap_or(py.none());
    py.dict_set_default(dict, args[1], default)
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    match py.dict_remove(dict, args[1])?.or(Py::given(args[2])) {
        Some(value) => Ok(value),
        None => Err(py.key_error(args[1])),
    }
}

fn popitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    match py.dict_pop_last(dict) {
        Some((key, value)) => Ok(py.new_tuple(&[key, value])),
        None => Err(py.error(types::KEY_ERROR, "popitem(): dictionary is empty")),
    }
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.dict_clear(dict);
    py.none_result()
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.dict_copy(dict)
}

fn keys(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    Ok(py.new_native(Kind::DictKeys, dict, Word::NULL, Word::NULL))
}

fn values(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    Ok(py.new_native(Kind::DictValues, dict, Word::NULL, Word::NULL))
}

fn items(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    Ok(py.new_native(Kind::DictItems, dict, Word::NULL, Word::NULL))
}

fn fromkeys(py: &mut Py, args: &[Word]) -> PyResult {
    let value = Py::given(args[2]).unwrap_or(py.none());
    let dict = py.call(args[0], &[])?;
    let keys = py.iter(args[1])?;
    let exact = py.is(dict, classes::DICT);
    while let Some(key) = py.next(keys)? {
        if exact {
            py.dict_set(dict, key, value)?;
        } else {
            py.set_item_of(dict, key, value)?;
        }
    }
    Ok(dict)
}

fn len(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.int_result(py.dict_len(dict))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    if let Some(value) = py.dict_get(dict, args[1])? {
        return Ok(value);
    }
    // Only of subclasses.
    if dict != args[0]
        && let Some(value) = py.call_special(args[0], "__missing__", &[args[1]])?
    {
        return Ok(value);
    }
    Err(py.key_error(args[1]))
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.dict_set(dict, args[1], args[2])?;
    py.none_result()
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    match py.dict_remove(dict, args[1])? {
        Some(_) => py.none_result(),
        None => Err(py.key_error(args[1])),
    }
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let found = py.dict_contains(dict, args[1])?;
    py.bool_result(found)
}

fn iter(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    Ok(py.new_dict_iterator(dict, Part::Key, false))
}

fn reversed(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    Ok(py.new_dict_iterator(dict, Part::Key, true))
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::DICT) else { return Ok(py.not_implemented()) };
    let equal = py.dicts_equal(dict, other)?;
    py.bool_result(equal)
}

fn ne(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::DICT) else { return Ok(py.not_implemented()) };
    let equal = py.dicts_equal(dict, other)?;
    py.bool_result(!equal)
}

/// The first with what the second has.
fn merged(py: &mut Py, a: Word, b: Word) -> PyResult {
    let (Some(first), Some(_)) = (py.payload(a, classes::DICT), py.payload(b, classes::DICT)) else {
        return Ok(py.not_implemented());
    };
    let result = py.dict_copy(first)?;
    py.dict_update_from(result, b)?;
    Ok(result)
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    merged(py, args[0], args[1])
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    merged(py, args[1], args[0])
}

fn ior(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.dict_update_from(dict, args[1])?;
    Ok(args[0])
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    py.show(dict, "{...}", |py| {
        let (mut text, mut position) = (String::from("{"), 0);
        while let Some((key, value)) = py.dict_next(dict, &mut position) {
            if text.len() > 1 {
                text.push_str(", ");
            }
            text.push_str(&py.repr_string(key)?);
            text.push_str(": ");
            text.push_str(&py.repr_string(value)?);
        }
        text.push('}');
        Ok(text)
    })
}
