//! `property`.
//!
//! A `NATIVE` object: getter, setter, and an array with the rest, which attribute accesses do not need. An object of a subclass has
//! it as payload, and keeps its documentation in its own `__dict__`, so that it hides that of the class.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

/// What is in the array: NATIVE_I says whether the documentation is the getter's.
const DELETER: usize = 0;
const DOC: usize = 1;
/// Null as long as it is not known.
const NAME: usize = 2;

impl Py {
    /// The `NATIVE` that a property is, or has.
    fn property(&mut self, object: Word) -> PyResult {
        self.native_receiver(object, Kind::Property, types::PROPERTY)
    }

    /// The `NATIVE` of this kind that an object of the type is, or has as payload.
    pub fn native_receiver(&mut self, object: Word, kind: Kind, ty: types::TypeId) -> PyResult {
        match self.payload(object, classes::NATIVE) {
            Some(native) if self.native_kind(native) == Some(kind) => Ok(native),
            _ => Err(self.wrong_receiver(object, ty)),
        }
    }

    fn property_rest(&self, property: Word, place: usize) -> Word {
        self.items::<Word>(self.get(property, classes::NATIVE_C))[place]
    }

    /// `object.attribute = value`, or deleted, for a property.
    pub fn set_property(&mut self, property: Word, object: Word, value: Option<Word>) -> PyResult<()> {
        let (function, what) = match value {
            Some(_) => (self.get(property, classes::NATIVE_B), "setter"),
            None => (self.property_rest(property, DELETER), "deleter"),
        };
        if self.is_none(function) {
            return Err(self.property_lacks(property, object, what));
        }
        match value {
            Some(value) => self.call(function, &[object, value])?,
            None => self.call(function, &[object])?,
        };
        Ok(())
    }

    pub fn property_lacks(&mut self, property: Word, object: Word, what: &str) -> Raised {
        let name = self.property_rest(property, NAME);
        let name = if name.is_null() { Ok(String::new()) } else { self.repr_string(name) };
        let class = self.rt().ty(self.type_of(object)).qualname.borrow().clone();
        let message = match name {
            Ok(name) if name.is_empty() => format!("property of '{class}' object has no {what}"),
            Ok(name) => format!("property {name} of '{class}' object has no {what}"),
            Err(raised) => return raised,
        };
        self.error(types::ATTRIBUTE_ERROR, &message)
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let rest = py.new_array(classes::REFS, 3);
    let none = py.none();
    for place in [DELETER, DOC] {
        py.set_item(rest, place, none);
    }
    let property = py.new_native(Kind::Property, none, none, rest);
    py.of_class(args[0], types::PROPERTY, property)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let property = py.property(args[0])?;
    let [get, set, delete, mut doc] = [1, 2, 3, 4].map(|n| if args[n].is_null() { none } else { args[n] });
    let rest = py.get(property, classes::NATIVE_C);
    py.set(property, classes::NATIVE_A, get);
    py.set(property, classes::NATIVE_B, set);
    py.set_item(rest, DELETER, delete);
    py.set_item(rest, NAME, Word::NULL);
    let own = doc;
    if doc == none && get != none {
        let name = py.intern("__doc__");
        doc = py.try_get_attr(get, name)?.unwrap_or(none);
    }
    py.set_int(property, classes::NATIVE_I, (own == none && doc != none).into());
    py.set_item(rest, DOC, doc);
    if property != args[0] && (doc != none || own == none) {
        let name = py.intern("__doc__");
        // A class with `__slots__` has no place for it: that only matters if somebody wanted it.
        match py.set_attr(args[0], name, doc) {
            Err(raised) if doc != none && !py.is_instance(raised.0, types::ATTRIBUTE_ERROR) => {
                return Err(raised);
            }
            _ => {}
        }
    }
    Ok(none)
}

/// A copy with another function in one place, of the same class.
fn changed(py: &mut Py, object: Word, place: usize, function: Word) -> PyResult {
    let property = py.property(object)?;
    let rest = py.get(property, classes::NATIVE_C);
    let none = py.none();
    let mut parts = [
        py.get(property, classes::NATIVE_A),
        py.get(property, classes::NATIVE_B),
        py.items::<Word>(rest)[DELETER],
        none,
    ];
    if function != none {
        parts[place] = function;
    }
    // Documentation that came from the getter comes from the new one.
    let of_getter = py.get_int(property, classes::NATIVE_I) != 0;
    if !of_getter || parts[0] == none {
        parts[3] = py.items::<Word>(rest)[DOC];
    }
    let class = py.type_object(py.type_of(object));
    let copy = py.call(class, &parts)?;
    if let Ok(new) = py.property(copy) {
        let rest_of_new = py.get(new, classes::NATIVE_C);
        let name = py.items::<Word>(rest)[NAME];
        py.set_item(rest_of_new, NAME, name);
    }
    Ok(copy)
}

fn getter(py: &mut Py, args: &[Word]) -> PyResult {
    changed(py, args[0], 0, args[1])
}

fn setter(py: &mut Py, args: &[Word]) -> PyResult {
    changed(py, args[0], 1, args[1])
}

fn deleter(py: &mut Py, args: &[Word]) -> PyResult {
    changed(py, args[0], 2, args[1])
}

fn get(py: &mut Py, args: &[Word]) -> PyResult {
    let property = py.property(args[0])?;
    if py.is_none(args[1]) {
        return Ok(args[0]);
    }
    let owner = py.type_object(py.type_of(args[1]));
    py.bind_to(property, args[1], owner)
}

fn set(py: &mut Py, args: &[Word]) -> PyResult {
    let property = py.property(args[0])?;
    py.set_property(property, args[1], Some(args[2]))?;
    py.none_result()
}

fn delete(py: &mut Py, args: &[Word]) -> PyResult {
    let property = py.property(args[0])?;
    py.set_property(property, args[1], None)?;
    py.none_result()
}

fn set_name(py: &mut Py, args: &[Word]) -> PyResult {
    let property = py.property(args[0])?;
    let given = py.items::<Word>(args[1]).to_vec();
    let [_, name] = given[..] else {
        let message = format!("__set_name__() takes 2 positional arguments but {} were given", given.len());
        return Err(py.type_error(&message));
    };
    let rest = py.get(property, classes::NATIVE_C);
    py.set_item(rest, NAME, name);
    py.none_result()
}

fn fget(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    Ok(py.get(property, classes::NATIVE_A))
}

fn fset(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    Ok(py.get(property, classes::NATIVE_B))
}

fn fdel(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    Ok(py.property_rest(property, DELETER))
}

fn get_doc(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    Ok(py.property_rest(property, DOC))
}

fn set_doc(py: &mut Py, object: Word, value: Option<Word>) -> PyResult<()> {
    let property = py.property(object)?;
    let (rest, none) = (py.get(property, classes::NATIVE_C), py.none());
    py.set_item(rest, DOC, value.unwrap_or(none));
    Ok(())
}

/// The name it has in its class, or that of its getter.
fn get_name(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    let name = py.property_rest(property, NAME);
    if !name.is_null() {
        return Ok(name);
    }
    let (getter, key) = (py.get(property, classes::NATIVE_A), py.intern("__name__"));
    if !py.is_none(getter)
        && let Some(name) = py.try_get_attr(getter, key)?
    {
        return Ok(name);
    }
    Err(py.no_attribute(object, key))
}

fn put_name(py: &mut Py, object: Word, value: Option<Word>) -> PyResult<()> {
    let property = py.property(object)?;
    let rest = py.get(property, classes::NATIVE_C);
    py.set_item(rest, NAME, value.unwrap_or(Word::NULL));
    Ok(())
}

/// Is one of the functions abstract?
fn is_abstract(py: &mut Py, object: Word) -> PyResult {
    let property = py.property(object)?;
    let name = py.intern("__isabstractmethod__");
    let functions = [
        py.get(property, classes::NATIVE_A),
        py.get(property, classes::NATIVE_B),
        py.property_rest(property, DELETER),
    ];
    for function in functions {
        if let Some(value) = py.try_get_attr(function, name)?
            && py.truth(value)?
        {
            return Ok(py.bool(true));
        }
    }
    Ok(py.bool(false))
}

pub fn install(py: &mut Py) {
    py.add_methods(
        types::PROPERTY,
        &[
            ("__init__", Special, "(self, fget=None, fset=None, fdel=None, doc=None)", init),
            ("getter", Plain, "(self, function, /)", getter),
            ("setter", Plain, "(self, function, /)", setter),
            ("deleter", Plain, "(self, function, /)", deleter),
            ("__get__", Special, "(self, instance, owner=None, /)", get),
            ("__set__", Special, "(self, instance, value, /)", set),
            ("__delete__", Special, "(self, instance, /)", delete),
            ("__set_name__", Plain, "(self, /, *args)", set_name),
        ],
    );
    py.add_getters(
        types::PROPERTY,
        &[("fget", fget), ("fset", fset), ("fdel", fdel), ("__isabstractmethod__", is_abstract)],
    );
    py.add_getter(types::PROPERTY, "__doc__", get_doc, Some(set_doc));
    py.add_getter(types::PROPERTY, "__name__", get_name, Some(put_name));
    py.add_new(types::PROPERTY, "(cls, /, *args, **kwargs)", new);
}
