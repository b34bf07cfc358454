//! `itemgetter`, `attrgetter`, `methodcaller`: what is asked of an object, as a function.

use super::Constant;
use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as M, Special as S};
use crate::runtime::types;
use crate::types::containers::{Contents, contents};
use lathe_heap::Word;

const CALL: &str = "(self, /, *args, **kwargs)";

const METHODS: &[Method] = &[
    ("__call__", S, CALL, super::callables::call),
    ("__repr__", S, "(self, /)", repr),
    ("__reduce__", M, "(self, /)", reduce),
];

const ITEM_GETTER: Contents = Contents {
    new: Some(("(cls, /, *items)", new_item_getter)),
    ..contents(types::ITEM_GETTER, &[METHODS], &[])
};
const ATTRIBUTE_GETTER: Contents = Contents {
    new: Some(("(cls, /, *attrs)", new_attribute_getter)),
    ..contents(types::ATTRIBUTE_GETTER, &[METHODS], &[])
};
const METHOD_CALLER: Contents = Contents {
    new: Some(("(cls, /, *args, **kwargs)", new_method_caller)),
    ..contents(types::METHOD_CALLER, &[METHODS], &[])
};

pub const CONSTANTS: &[Constant] = &[
    ("itemgetter", |py| Ok(py.filled_type(&ITEM_GETTER))),
    ("attrgetter", |py| Ok(py.filled_type(&ATTRIBUTE_GETTER))),
    ("methodcaller", |py| Ok(py.filled_type(&METHOD_CALLER))),
];

/// The arguments, of which there must be one.
fn some(py: &mut Py, given: Word, name: &str) -> PyResult {
    match py.array_len(given) {
        0 => Err(py.type_error(&format!("{name} expected 1 argument, got 0"))),
        _ => Ok(given),
    }
}

fn new_item_getter(py: &mut Py, args: &[Word]) -> PyResult {
    let items = some(py, args[1], "itemgetter")?;
    let getter = py.new_native(Kind::ItemGetter, items, Word::NULL, Word::NULL);
    py.of_class(args[0], types::ITEM_GETTER, getter)
}

fn new_attribute_getter(py: &mut Py, args: &[Word]) -> PyResult {
    let names = some(py, args[1], "attrgetter")?;
    let paths = py.new_array(classes::TUPLE, py.array_len(names));
    for (number, &name) in py.tuple_items(names).iter().enumerate() {
        let Some(name) = py.payload(name, classes::STR) else {
            return Err(py.type_error("attribute name must be a string"));
        };
        let text = py.string(name);
        // Interned strings live for ever.
        let path: Vec<Word> = text.split('.').map(|part| py.intern(part)).collect();
        let path = py.new_tuple(&path);
        py.set_item(paths, number, path);
    }
    let getter = py.new_native(Kind::AttributeGetter, paths, names, Word::NULL);
    py.of_class(args[0], types::ATTRIBUTE_GETTER, getter)
}

fn new_method_caller(py: &mut Py, args: &[Word]) -> PyResult {
    let Some((&name, rest)) = py.tuple_items(args[1]).split_first() else {
        return Err(py.type_error("methodcaller needs at least one argument, the method name"));
    };
    if py.payload(name, classes::STR).is_none() {
        return Err(py.type_error("method name must be a string"));
    }
    let name = crate::types::object::attribute_name(py, name)?;
    let rest = py.new_tuple(rest);
    let caller = py.new_native(Kind::MethodCaller, name, rest, args[2]);
    py.of_class(args[0], types::METHOD_CALLER, caller)
}

/// What is asked of each, in a tuple if it is not one thing.
fn one_or_all(py: &mut Py, parts: Word, ask: impl Fn(&mut Py, Word) -> PyResult) -> PyResult {
    if let &[only] = py.tuple_items(parts) {
        return ask(py, only);
    }
    let found = py.new_array(classes::TUPLE, py.array_len(parts));
    for (number, &part) in py.tuple_items(parts).iter().enumerate() {
        let value = ask(py, part)?;
        py.set_item(found, number, value);
    }
    Ok(found)
}

impl Py {
    /// Calls one of them; the arguments have been found to be just one.
    pub(super) fn call_getter(&mut self, kind: Kind, getter: Word, object: Word) -> PyResult {
        let parts = self.get(getter, NATIVE_A);
        match kind {
            Kind::ItemGetter => one_or_all(self, parts, |py, item| py.get_item_of(object, item)),
            Kind::AttributeGetter => one_or_all(self, parts, |py, path| {
                let mut value = object;
                for &name in py.tuple_items(path) {
                    value = py.get_attr(value, name)?;
                }
                Ok(value)
            }),
            _ => {
                let method = self.get_attr(object, parts)?;
                let (args, keywords) = (self.get(getter, NATIVE_B), self.get(getter, NATIVE_C));
                if self.dict_len(keywords) == 0 {
                    return self.call(method, self.tuple_items(args));
                }
                let (all, names) = self.arguments_of(args, keywords);
                self.call_with_names(method, &all, &names)
            }
        }
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.qualified_type_name(args[0]);
    py.show(args[0], &format!("{name}(...)"), |py| {
        let kind = py.native_kind(args[0]).expect("a NATIVE");
        let mut shown = Vec::new();
        let (first, second, third) =
            (py.get(args[0], NATIVE_A), py.get(args[0], NATIVE_B), py.get(args[0], NATIVE_C));
        let items = match kind {
            Kind::ItemGetter => first,
            Kind::AttributeGetter => second,
            _ => {
                shown.push(py.repr_string(first)?);
                second
            }
        };
        for &item in py.tuple_items(items) {
            shown.push(py.repr_string(item)?);
        }
        if kind == Kind::MethodCaller {
            let mut position = 0;
            while let Some((key, value)) = py.dict_next(third, &mut position) {
                shown.push(format!("{}={}", py.string_of(key), py.repr_string(value)?));
            }
        }
        Ok(format!("{name}({})", shown.join(", ")))
    })
}

fn reduce(py: &mut Py, args: &[Word]) -> PyResult {
    let class = py.type_object(py.type_of(args[0]));
    let (first, second) = (py.get(args[0], NATIVE_A), py.get(args[0], NATIVE_B));
    let arguments = match py.native_kind(args[0]) {
        Some(Kind::ItemGetter) => first,
        Some(Kind::AttributeGetter) => second,
        _ => {
            let keywords = py.get(args[0], NATIVE_C);
            let all = py.with_first(first, py.tuple_items(second), |py, all| py.new_tuple(all));
            if py.dict_len(keywords) > 0 {
                // Only a function that has the keywords already can be called again with them.
                let partial = super::functools::new_partial_of(py, class, &[first], keywords)?;
                return Ok(py.new_tuple(&[partial, second]));
            }
            all
        }
    };
    Ok(py.new_tuple(&[class, arguments]))
}
