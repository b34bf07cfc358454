//! `OrderedDict`. Dicts keep their order anyway; what it has besides is equality that looks at the order, `move_to_end`, and
//! `popitem` at both ends.

use super::ordered_views;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{ClassMethod, Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use lathe_heap::Word;

const CONTENTS: Contents = Contents {
    new: Some(("(cls, /, *args, **kwargs)", new)),
    unhashable: true,
    ..contents(types::ORDERED_DICT, &[METHODS], &[])
};

const METHODS: &[Method] = &[
    ("__init__", S, "(self, /, *args, **kwargs)", init),
    ("update", M, "(self, /, *args, **kwargs)", init),
    ("move_to_end", M, "(self, key, last=True)", move_to_end),
    ("popitem", M, "(self, last=True)", popitem),
    ("pop", M, "(self, key, default=None)", pop),
    ("setdefault", M, "(self, key, default=None)", setdefault),
    ("fromkeys", ClassMethod, "(cls, iterable, value=None)", fromkeys),
    ("keys", M, "(self, /)", |py, args| view(py, args[0], Kind::OdictKeys)),
    ("values", M, "(self, /)", |py, args| view(py, args[0], Kind::OdictValues)),
    ("items", M, "(self, /)", |py, args| view(py, args[0], Kind::OdictItems)),
    ("copy", M, "(self, /)", copy),
    ("__iter__", S, "(self, /)", |py, args| iterator(py, args[0], false)),
    ("__reversed__", M, "(self, /)", |py, args| iterator(py, args[0], true)),
    ("__eq__", S, "(self, value, /)", eq),
    ("__ne__", S, "(self, value, /)", ne),
    ("__repr__", S, "(self, /)", repr),
    ("__reduce__", M, "(self, /)", reduce),
    ("__or__", S, "(self, value, /)", or),
    ("__ror__", S, "(self, value, /)", ror),
    ("__ior__", S, "(self, value, /)", ior),
];

pub fn filled_type(py: &mut Py) -> PyResult {
    ordered_views::fill_types(py);
    Ok(py.filled_type(&CONTENTS))
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = py.new_dict();
    let id = py.type_number(args[0]);
    Ok(py.new_wrapped(id, dict))
}

pub fn receiver(py: &mut Py, object: Word) -> PyResult {
    if !py.is_instance(object, types::ORDERED_DICT) {
        return Err(py.wrong_receiver(object, types::ORDERED_DICT));
    }
    py.receiver(object, classes::DICT, types::DICT)
}

/// Does the object set its items as this class does?
fn sets_plainly(py: &mut Py, object: Word) -> bool {
    let name = py.intern("__setitem__");
    py.lookup(py.type_of(object), name) == py.lookup(types::DICT, name)
}

/// Takes over what is given: a mapping, an iterable of pairs, keywords. A subclass is asked to set each.
fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let given = py.tuple_items(args[1]);
    if given.len() > 1 {
        let message = format!("expected at most 1 arguments, got {}", given.len());
        return Err(py.type_error(&message));
    }
    if sets_plainly(py, args[0]) {
        if let &[from] = given {
            py.dict_update_from(dict, from)?;
        }
        py.dict_update(dict, args[2])?;
        return py.none_result();
    }
    let all = py.new_dict();
    if let &[from] = given {
        py.dict_update_from(all, from)?;
    }
    py.dict_update(all, args[2])?;
    let mut position = 0;
    while let Some((key, value)) = py.dict_next(all, &mut position) {
        py.set_item_of(args[0], key, value)?;
    }
    py.none_result()
}

fn flag(py: &mut Py, word: Word, default: bool) -> PyResult<bool> {
    match Py::given(word) {
        Some(word) => py.truth(word),
        None => Ok(default),
    }
}

fn move_to_end(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let last = flag(py, args[2], true)?;
    // Where it is already: nothing happens.
    let mut end = if last { usize::MAX } else { 0 };
    let at_end = if last { py.dict_previous(dict, &mut end) } else { py.dict_next(dict, &mut end) };
    if let Some((key, _)) = at_end
        && py.eq(key, args[1])?
    {
        return py.none_result();
    }
    // The key that is there stays; the one given is only equal to it.
    let Some((key, value)) = py.dict_take(dict, args[1])? else { return Err(py.key_error(args[1])) };
    if last {
        py.dict_set(dict, key, value)?;
        return py.none_result();
    }
    // New entries go to the end: all the others follow it there.
    let rest = py.dict_copy(dict)?;
    py.dict_clear(dict);
    py.dict_set(dict, key, value)?;
    py.dict_update(dict, rest)?;
    py.none_result()
}

fn popitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let last = flag(py, args[1], true)?;
    let taken = if last {
        py.dict_pop_last(dict)
    } else {
        match py.dict_next(dict, &mut 0) {
            Some((key, _)) => py.dict_take(dict, key)?,
            None => None,
        }
    };
    match taken {
        Some((key, value)) => Ok(py.new_tuple(&[key, value])),
        None => Err(py.error(types::KEY_ERROR, "dictionary is empty")),
    }
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    if let Some(value) = py.dict_remove(dict, args[1])? {
        return Ok(value);
    }
    match Py::given(args[2]) {
        Some(default) => Ok(default),
        None => Err(py.key_error(args[1])),
    }
}

fn setdefault(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let default = Py::given(args[2]).unwrap_or(py.none());
    if sets_plainly(py, args[0]) {
        return py.dict_set_default(dict, args[1], default);
    }
    if let Some(value) = py.dict_get(dict, args[1])? {
        return Ok(value);
    }
    py.set_item_of(args[0], args[1], default)?;
    Ok(default)
}

fn fromkeys(py: &mut Py, args: &[Word]) -> PyResult {
    let value = Py::given(args[2]).unwrap_or(py.none());
    let result = py.call(args[0], &[])?;
    let keys = py.iter(args[1])?;
    while let Some(key) = py.next(keys)? {
        py.set_item_of(result, key, value)?;
    }
    Ok(result)
}

fn view(py: &mut Py, object: Word, kind: Kind) -> PyResult {
    let dict = receiver(py, object)?;
    Ok(py.new_native(kind, dict, Word::NULL, Word::NULL))
}

fn iterator(py: &mut Py, object: Word, backwards: bool) -> PyResult {
    let dict = receiver(py, object)?;
    Ok(ordered_views::new_iterator(py, dict, crate::object::iterators::Part::Key, backwards))
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let class = py.type_object(py.type_of(args[0]));
    let result = py.call(class, &[])?;
    let target = receiver(py, result)?;
    py.dict_update_from(target, args[0])?;
    Ok(result)
}

fn equal(py: &mut Py, args: &[Word]) -> PyResult<Option<bool>> {
    let dict = receiver(py, args[0])?;
    let Some(other) = py.payload(args[1], classes::DICT) else { return Ok(None) };
    if !py.dicts_equal(dict, other)? {
        return Ok(Some(false));
    }
    if !py.is_instance(args[1], types::ORDERED_DICT) {
        return Ok(Some(true));
    }
    let (mut here, mut there) = (0, 0);
    loop {
        match (py.dict_next(dict, &mut here), py.dict_next(other, &mut there)) {
            (Some((a, _)), Some((b, _))) if py.eq(a, b)? => {}
            (None, None) => return Ok(Some(true)),
            _ => return Ok(Some(false)),
        }
    }
}

fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    match equal(py, args)? {
        Some(equal) => py.bool_result(equal),
        None => Ok(py.not_implemented()),
    }
}

fn ne(py: &mut Py, args: &[Word]) -> PyResult {
    match equal(py, args)? {
        Some(equal) => py.bool_result(!equal),
        None => Ok(py.not_implemented()),
    }
}

/// As 3.12 and later show it: like a dict.
fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = receiver(py, args[0])?;
    let ty = py.type_of(args[0]);
    let name = py.rt().ty(ty).qualname.borrow().rsplit('.').next().expect("a name").to_string();
    if py.dict_len(dict) == 0 {
        return Ok(py.new_str(&format!("{name}()")));
    }
    py.show(args[0], "...", |py| {
        let (mut parts, mut position) = (Vec::new(), 0);
        while let Some((key, value)) = py.dict_next(dict, &mut position) {
            parts.push(format!("{}: {}", py.repr_string(key)?, py.repr_string(value)?));
        }
        Ok(format!("{name}({{{}}})", parts.join(", ")))
    })
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    receiver(py, args[0])?;
    let class = py.type_object(py.type_of(args[0]));
    let (none, arguments) = (py.none(), py.new_tuple(&[]));
    let own = py.get_attr_str(args[0], "__dict__")?;
    let state = if py.dict_len(own) == 0 { none } else { own };
    let items = py.call_method(args[0], "items", &[])?;
    let items = py.iter(items)?;
    Ok(py.new_tuple(&[class, arguments, state, none, items]))
}

fn merged(py: &mut Py, model: Word, a: Word, b: Word) -> PyResult {
    if py.payload(a, classes::DICT).is_none() || py.payload(b, classes::DICT).is_none() {
        return Ok(py.not_implemented());
    }
    let class = py.type_object(py.type_of(model));
    let result = py.call(class, &[a])?;
    py.call_method(result, "update", &[b])?;
    Ok(result)
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    merged(py, args[0], args[0], args[1])
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    merged(py, args[0], args[1], args[0])
}

fn ior(py: &mut Py, args: &[Word]) -> PyResult {
    py.call_method(args[0], "update", &[args[1]])?;
    Ok(args[0])
}
