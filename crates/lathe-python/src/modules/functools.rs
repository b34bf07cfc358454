//! `_functools`: `partial`, `cmp_to_key`, and the wrapper of `lru_cache`, which is in [`super::lru_cache`]. The rest of `functools` is
//! Python.

use super::Constant;
use crate::bytecode::CompareOp;
use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{Function, Method};
use crate::runtime::native::NativeKind::{self, Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use crate::types::support::{CLASS_GETITEM, comparisons};
use lathe_heap::Word;

const CALL: &str = "(self, /, *args, **kwargs)";

const PARTIAL: Contents = Contents {
    new: Some(("(cls, /, *args, **kwargs)", new_partial)),
    ..contents(
        types::PARTIAL,
        &[&[
            ("__call__", S, CALL, super::callables::call),
            ("__repr__", S, "(self, /)", partial_repr),
            ("__get__", S, "(self, instance, owner=None, /)", partial_get),
            ("__reduce__", M, "(self, /)", partial_reduce),
            ("__setstate__", M, "(self, state, /)", partial_setstate),
            CLASS_GETITEM,
        ]],
        &[
            ("func", |py, object| part(py, object, 0)),
            ("args", |py, object| part(py, object, 1)),
            ("keywords", |py, object| part(py, object, 2)),
        ],
    )
};

const COMPARISONS: [Method; 6] = comparisons!(compare_keys);

const KEY_WRAPPER: Contents = Contents {
    unhashable: true,
    ..contents(
        types::KEY_WRAPPER,
        &[&[("__call__", S, CALL, super::callables::call)], &COMPARISONS],
        &[("obj", key_object)],
    )
};

pub const CONSTANTS: &[Constant] = &[
    ("partial", |py| Ok(py.filled_type(&PARTIAL))),
    ("_lru_cache_wrapper", |py| Ok(py.filled_type(&super::lru_cache::CONTENTS))),
    ("_KeyWrapper", |py| Ok(py.filled_type(&KEY_WRAPPER))),
    ("Placeholder", placeholder),
];

pub const FUNCTIONS: &[Function] = &[("cmp_to_key", "(mycmp)", cmp_to_key)];

// --- partial -------------------------------------------------------------------------------------------------------------------

const PLACEHOLDER: Contents = Contents {
    new: Some(("(cls, /)", |py, _| placeholder(py))),
    ..contents(
        types::PLACEHOLDER,
        &[&[
            ("__repr__", S, "(self, /)", |py, _| Ok(py.intern("Placeholder"))),
            ("__reduce__", M, "(self, /)", |py, _| Ok(py.intern("Placeholder"))),
        ]],
        &[],
    )
};

/// There is one: an attribute of its type keeps it.
fn placeholder(py: &mut Py) -> PyResult {
    py.filled_type(&PLACEHOLDER);
    let name = py.intern("_singleton");
    if let Some(known) = py.lookup(types::PLACEHOLDER, name) {
        return Ok(known);
    }
    let new = py.new_native(Kind::Placeholder, Word::NULL, Word::NULL, Word::NULL);
    py.set_type_attribute(types::PLACEHOLDER, name, new);
    Ok(new)
}

/// How many arguments are still to be filled in.
fn holes(py: &Py, args: &[Word]) -> usize {
    args.iter().filter(|&&arg| py.native_kind(arg) == Some(Kind::Placeholder)).count()
}

fn partial(py: &mut Py, object: Word) -> PyResult {
    match py.payload(object, classes::NATIVE) {
        Some(native) if py.native_kind(native) == Some(Kind::Partial) => Ok(native),
        _ => Err(py.wrong_receiver(object, types::PARTIAL)),
    }
}

fn part(py: &mut Py, object: Word, which: usize) -> PyResult {
    let partial = partial(py, object)?;
    Ok(py.get(partial, [NATIVE_A, NATIVE_B, NATIVE_C][which]))
}

fn new_partial(py: &mut Py, args: &[Word]) -> PyResult {
    new_partial_of_class(py, args[0], py.tuple_items(args[1]), args[2])
}

/// `partial(function, *rest, **keywords)`.
pub fn new_partial_of(py: &mut Py, function: Word, rest: &[Word], keywords: Word) -> PyResult {
    let class = py.filled_type(&PARTIAL);
    py.with_first(function, rest, |py, given| new_partial_of_class(py, class, given, keywords))
}

fn new_partial_of_class(py: &mut Py, class: Word, given: &[Word], keywords: Word) -> PyResult {
    let Some((&function, rest)) = given.split_first() else {
        return Err(py.type_error("type 'partial' takes at least one argument"));
    };
    if py.lookup_special(function, "__call__").is_none() {
        return Err(py.type_error("the first argument must be callable"));
    }
    if rest.last().is_some_and(|&last| holes(py, &[last]) > 0) {
        return Err(py.type_error("trailing Placeholders are not allowed"));
    }
    let mut position = 0;
    while let Some((_, value)) = py.dict_next(keywords, &mut position) {
        if holes(py, &[value]) > 0 {
            return Err(py.type_error("Placeholder cannot be passed as a keyword argument"));
        }
    }
    let id = py.type_number(class);
    // A partial of a partial is one, if nobody has changed the inner one.
    let flattened = (py.is(function, classes::WRAPPED)
        && py.type_of(function) == types::PARTIAL
        && py.map_of(function) == py.rt().ty(types::PARTIAL).map.get())
    .then(|| py.get(function, classes::WRAPPED_PAYLOAD));
    let (mut target, mut kept) = (function, py.new_tuple(rest));
    let dict;
    match flattened {
        Some(inner) => {
            target = py.get(inner, NATIVE_A);
            dict = py.dict_copy(py.get(inner, NATIVE_C))?;
            let inner_args = py.tuple_items(py.get(inner, NATIVE_B));
            let merged = fill(py, inner_args, rest);
            kept = py.new_tuple(&merged);
            py.dict_update(dict, keywords)?;
        }
        None => dict = py.dict_copy(keywords)?,
    }
    let native = py.new_native(Kind::Partial, target, kept, dict);
    Ok(py.new_wrapped(id, native))
}

/// The kept arguments with their holes filled, and what is left of the given ones behind them. Both keep the words alive.
fn fill(py: &Py, kept: &[Word], given: &[Word]) -> Vec<Word> {
    let mut given = given.iter().copied();
    let mut all: Vec<Word> = kept
        .iter()
        .map(|&arg| if holes(py, &[arg]) > 0 { given.next().unwrap_or(arg) } else { arg })
        .collect();
    all.extend(given);
    all
}

impl Py {
    pub(super) fn call_partial(&mut self, partial: Word, args: &[Word], names: &[Word]) -> PyResult {
        let [function, kept, keywords] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| self.get(partial, field));
        let (positional, named) = args.split_at(args.len() - names.len());
        let kept = self.tuple_items(kept);
        let missing = holes(self, kept);
        if missing > positional.len() {
            let message = format!(
                "missing positional arguments in 'partial' call; expected at least {missing}, got {}",
                positional.len()
            );
            return Err(self.type_error(&message));
        }
        // The words are in the partial and in the caller's arguments, too.
        let mut all = fill(self, kept, positional);
        if self.dict_len(keywords) == 0 {
            all.extend(named);
            return self.call_with_names(function, &all, names);
        }
        let merged = self.dict_copy(keywords)?;
        for (&name, &value) in names.iter().zip(named) {
            self.dict_set(merged, name, value)?;
        }
        let (mut all_names, mut position) = (Vec::new(), 0);
        while let Some((name, value)) = self.dict_next(merged, &mut position) {
            all_names.push(name);
            all.push(value);
        }
        let result = self.call_with_names(function, &all, &all_names);
        // Until now, it has kept the values alive.
        std::hint::black_box(merged);
        result
    }
}

fn partial_get(py: &mut Py, args: &[Word]) -> PyResult {
    if py.is_none(args[1]) {
        return Ok(args[0]);
    }
    Ok(py.new_method(args[0], args[1]))
}

fn partial_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let native = partial(py, args[0])?;
    let name = py.qualified_type_name(args[0]);
    py.show(args[0], "...", |py| {
        let [function, kept, keywords] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(native, field));
        let mut text = format!("{name}({}", py.repr_string(function)?);
        for &arg in py.tuple_items(kept) {
            text += &format!(", {}", py.repr_string(arg)?);
        }
        let mut position = 0;
        while let Some((key, value)) = py.dict_next(keywords, &mut position) {
            text += &format!(", {}={}", py.str_string(key)?, py.repr_string(value)?);
        }
        Ok(text + ")")
    })
}

fn partial_reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let native = partial(py, args[0])?;
    let [function, kept, keywords] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(native, field));
    let class = py.type_object(py.type_of(args[0]));
    let own = py.get_attr_str(args[0], "__dict__")?;
    let own = if py.dict_len(own) == 0 { py.none() } else { own };
    let state = py.new_tuple(&[function, kept, keywords, own]);
    let arguments = py.new_tuple(&[function]);
    Ok(py.new_tuple(&[class, arguments, state]))
}

fn partial_setstate(py: &mut Py, args: &[Word]) -> PyResult {
    let native = partial(py, args[0])?;
    let state = py.payload(args[1], classes::TUPLE).map(|state| py.tuple_items(state));
    let Some(&[function, kept, keywords, own]) = state else {
        return Err(py.type_error("invalid partial state"));
    };
    let keywords = if py.is_none(keywords) { py.new_dict() } else { keywords };
    if py.lookup_special(function, "__call__").is_none()
        || py.payload(kept, classes::TUPLE).is_none()
        || py.payload(keywords, classes::DICT).is_none()
    {
        return Err(py.type_error("invalid partial state"));
    }
    let (kept, keywords) = (
        py.payload(kept, classes::TUPLE).expect("a tuple"),
        py.payload(keywords, classes::DICT).expect("a dict"),
    );
    py.set(native, NATIVE_A, function);
    py.set(native, NATIVE_B, kept);
    py.set(native, NATIVE_C, keywords);
    if !py.is_none(own) {
        let name = py.intern("__dict__");
        py.set_attr(args[0], name, own)?;
    }
    py.none_result()
}

// --- cmp_to_key ----------------------------------------------------------------------------------------------------------------

fn cmp_to_key(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_native(Kind::KeyWrapper, args[0], Word::NULL, Word::NULL))
}

fn key_object(py: &mut Py, key: Word) -> PyResult {
    let object = py.get(key, NATIVE_B);
    match object.is_null() {
        true => {
            let name = py.intern("obj");
            Err(py.no_attribute(key, name))
        }
        false => Ok(object),
    }
}

impl Py {
    pub(super) fn call_key_wrapper(&mut self, key: Word, args: &[Word], names: &[Word]) -> PyResult {
        let compare = self.get(key, NATIVE_A);
        match (args, names) {
            (&[object], []) => Ok(self.new_native(Kind::KeyWrapper, compare, object, Word::NULL)),
            (&[object], &[name]) if &*self.string(name) == "obj" => {
                Ok(self.new_native(Kind::KeyWrapper, compare, object, Word::NULL))
            }
            ([], _) => Err(self.type_error("K() missing required argument 'obj' (pos 1)")),
            _ => {
                let message = format!("K() takes at most 1 argument ({} given)", args.len());
                Err(self.type_error(&message))
            }
        }
    }
}

fn compare_keys(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    if py.native_kind(args[1]) != Some(Kind::KeyWrapper) {
        return Err(py.type_error("other argument must be K instance"));
    }
    let object = |py: &mut Py, key: Word| -> Result<Word, Raised> { key_object(py, key) };
    let (a, b) = (object(py, args[0])?, object(py, args[1])?);
    let order = py.call(py.get(args[0], NATIVE_A), &[a, b])?;
    py.compare(op, order, Word::wrap_small(0))
}
