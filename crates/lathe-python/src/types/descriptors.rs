//! `property`, `staticmethod`, `classmethod`, `super`.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

fn or_none(py: &Py, word: Word) -> Word {
    if word.is_null() { py.none() } else { word }
}

fn property_new(py: &mut Py, args: &[Word]) -> PyResult {
    let [get, set, delete] = [1, 2, 3].map(|n| or_none(py, args[n]));
    let property = py.new_native(Kind::Property, get, set, delete);
    py.of_class(args[0], types::PROPERTY, property)
}

/// A copy with another function in one place.
fn changed(py: &mut Py, property: Word, place: usize, function: Word) -> PyResult {
    let mut parts =
        [classes::NATIVE_A, classes::NATIVE_B, classes::NATIVE_C].map(|field| py.get(property, field));
    parts[place] = function;
    Ok(py.new_native(Kind::Property, parts[0], parts[1], parts[2]))
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

fn fget(py: &mut Py, property: Word) -> PyResult {
    Ok(py.get(property, classes::NATIVE_A))
}

fn fset(py: &mut Py, property: Word) -> PyResult {
    Ok(py.get(property, classes::NATIVE_B))
}

fn fdel(py: &mut Py, property: Word) -> PyResult {
    Ok(py.get(property, classes::NATIVE_C))
}

fn static_new(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_native(Kind::StaticMethod, args[1], Word::NULL, Word::NULL))
}

fn class_new(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_native(Kind::ClassMethod, args[1], Word::NULL, Word::NULL))
}

fn wrapped(py: &mut Py, method: Word) -> PyResult {
    Ok(py.get(method, classes::NATIVE_A))
}

fn static_call(py: &mut Py, args: &[Word]) -> PyResult {
    let function = py.get(args[0], classes::NATIVE_A);
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.call_with_names(function, &all, &names)
}

// --- super -----------------------------------------------------------------------------------------------------------------------

impl Py {
    /// `super(class, object)`.
    pub fn new_super(&mut self, class: Word, object: Word) -> PyResult {
        let Some(id) = self.as_type(class) else {
            let message = format!("super() argument 1 must be a type, not {}", self.type_name(class));
            return Err(self.type_error(&message));
        };
        // The object is an instance, or a subclass.
        let start = match self.as_type(object) {
            Some(sub) if self.rt().is_subtype(sub, id) => object,
            _ if self.is_instance(object, id) => self.type_object(self.type_of(object)),
            _ => {
                let message = format!(
                    "super(type, obj): obj (instance of {}) is not an instance or subtype of type ({}).",
                    self.type_name(object),
                    self.rt().ty(id).name.borrow()
                );
                return Err(self.type_error(&message));
            }
        };
        Ok(self.new_native(Kind::Super, class, object, start))
    }
}

fn super_new(py: &mut Py, args: &[Word]) -> PyResult {
    if args[1].is_null() || args[2].is_null() {
        return Err(py.error(types::RUNTIME_ERROR, "super(): no arguments"));
    }
    py.new_super(args[1], args[2])
}

fn super_getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let name = super::object::attribute_name(py, args[1])?;
    let [class, object, start] =
        [classes::NATIVE_A, classes::NATIVE_B, classes::NATIVE_C].map(|field| py.get(args[0], field));
    if &*py.string(name) != "__class__"
        && let Some(found) = py.lookup_after(py.type_number(start), py.type_number(class), name)
    {
        let instance = if object == start { Word::NULL } else { object };
        return py.bind_to(found, instance, start);
    }
    match py.generic_get_attr(args[0], name)? {
        Some(value) => Ok(value),
        None => {
            let message = format!("'super' object has no attribute '{}'", py.string(name));
            Err(py.error(types::ATTRIBUTE_ERROR, &message))
        }
    }
}

pub fn install(py: &mut Py) {
    let descriptor: &[Method] =
        &[("__get__", Special, "(self, instance, owner=None, /)", super::function::get)];
    for id in [
        types::PROPERTY,
        types::STATIC_METHOD,
        types::CLASS_METHOD,
        types::GETSET_DESCRIPTOR,
        types::MEMBER_DESCRIPTOR,
    ] {
        py.add_methods(id, descriptor);
    }
    py.add_methods(
        types::PROPERTY,
        &[
            ("getter", Plain, "(self, function, /)", getter),
            ("setter", Plain, "(self, function, /)", setter),
            ("deleter", Plain, "(self, function, /)", deleter),
        ],
    );
    py.add_getters(types::PROPERTY, &[("fget", fget), ("fset", fset), ("fdel", fdel)]);
    py.add_new(types::PROPERTY, "(cls, fget=None, fset=None, fdel=None, doc=None)", property_new);
    py.add_new(types::STATIC_METHOD, "(cls, function, /)", static_new);
    py.add_new(types::CLASS_METHOD, "(cls, function, /)", class_new);
    py.add_methods(types::STATIC_METHOD, &[("__call__", Special, "(self, /, *args, **kwargs)", static_call)]);
    for id in [types::STATIC_METHOD, types::CLASS_METHOD] {
        py.add_getters(id, &[("__func__", wrapped), ("__wrapped__", wrapped)]);
    }
    py.add_new(types::SUPER, "(cls, type=None, object=None, /)", super_new);
    py.add_methods(types::SUPER, &[("__getattribute__", Special, "(self, name, /)", super_getattribute)]);
    let rt = py.runtime();
    let ty = rt.ty(types::SUPER);
    ty.flags.set(ty.flags.get().with(types::TypeFlags::OWN_GETATTRIBUTE));
}
