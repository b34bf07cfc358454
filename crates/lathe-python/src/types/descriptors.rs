//! `staticmethod`, `classmethod`; attributes of builtin types.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

// --- staticmethod and classmethod ----------------------------------------------------------------------------------------------

fn static_new(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let method = py.new_native(Kind::StaticMethod, none, Word::NULL, Word::NULL);
    py.of_class(args[0], types::STATIC_METHOD, method)
}

fn class_new(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let method = py.new_native(Kind::ClassMethod, none, Word::NULL, Word::NULL);
    py.of_class(args[0], types::CLASS_METHOD, method)
}

impl Py {
    /// The `NATIVE` that a static method or class method is, or has.
    fn method_wrapper(&mut self, object: Word) -> PyResult {
        match self.payload(object, classes::NATIVE) {
            Some(native)
                if matches!(self.native_kind(native), Some(Kind::StaticMethod | Kind::ClassMethod)) =>
            {
                Ok(native)
            }
            _ => Err(self.wrong_receiver(object, types::CLASS_METHOD)),
        }
    }

    /// The attributes of a static method or class method: those of its function, until somebody changes them.
    pub fn method_wrapper_dict(&mut self, wrapper: Word) -> PyResult {
        let known = self.get(wrapper, classes::NATIVE_B);
        if !known.is_null() {
            return Ok(known);
        }
        let (dict, function) = (self.new_dict(), self.get(wrapper, classes::NATIVE_A));
        self.set(wrapper, classes::NATIVE_B, dict);
        for name in ["__module__", "__name__", "__qualname__", "__doc__"] {
            let name = self.intern(name);
            if let Some(value) = self.try_get_attr(function, name)? {
                self.dict_set_name(dict, name, value);
            }
        }
        Ok(dict)
    }
}

fn wrapper_init(py: &mut Py, args: &[Word]) -> PyResult {
    let wrapper = py.method_wrapper(args[0])?;
    py.set(wrapper, classes::NATIVE_A, args[1]);
    py.set(wrapper, classes::NATIVE_B, Word::NULL);
    py.none_result()
}

fn wrapped(py: &mut Py, object: Word) -> PyResult {
    let wrapper = py.method_wrapper(object)?;
    Ok(py.get(wrapper, classes::NATIVE_A))
}

fn wrapper_dict(py: &mut Py, object: Word) -> PyResult {
    if py.is(object, classes::WRAPPED) {
        return Ok(py.instance_dict(object));
    }
    let wrapper = py.method_wrapper(object)?;
    py.method_wrapper_dict(wrapper)
}

fn wrapper_is_abstract(py: &mut Py, object: Word) -> PyResult {
    let (function, name) = (wrapped(py, object)?, py.intern("__isabstractmethod__"));
    match py.try_get_attr(function, name)? {
        Some(value) => {
            let value = py.truth(value)?;
            Ok(py.bool(value))
        }
        None => Ok(py.bool(false)),
    }
}

fn wrapper_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (function, kind) = (wrapped(py, args[0])?, py.type_name(args[0]));
    let function = py.repr_string(function)?;
    Ok(py.new_str(&format!("<{kind}({function})>")))
}

fn wrapper_get(py: &mut Py, args: &[Word]) -> PyResult {
    let wrapper = py.method_wrapper(args[0])?;
    super::function::get(py, &[wrapper, args[1], args[2]])
}

fn static_call(py: &mut Py, args: &[Word]) -> PyResult {
    let function = wrapped(py, args[0])?;
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.call_with_names(function, &all, &names)
}

// --- Attributes of builtin types -------------------------------------------------------------------------------------------------

fn set(py: &mut Py, args: &[Word]) -> PyResult {
    let name = descriptor_name(py, args[0])?;
    py.set_through_descriptor(args[0], args[1], name, Some(args[2]))?;
    py.none_result()
}

fn delete(py: &mut Py, args: &[Word]) -> PyResult {
    let name = descriptor_name(py, args[0])?;
    py.set_through_descriptor(args[0], args[1], name, None)?;
    py.none_result()
}

fn descriptor_name(py: &mut Py, descriptor: Word) -> PyResult {
    match py.native_kind(descriptor) {
        Some(Kind::Getter) => {
            let name = py.getter_of(descriptor).name;
            Ok(py.intern(name))
        }
        _ => Ok(py.get(descriptor, classes::NATIVE_A)),
    }
}

/// The class that it is an attribute of.
fn descriptor_class(py: &mut Py, descriptor: Word) -> PyResult {
    let class = py.get(descriptor, classes::NATIVE_B);
    match py.native_kind(descriptor) {
        Some(Kind::Getter) if class.is_null() => Ok(py.type_object(py.getter_of(descriptor).owner)),
        _ => Ok(class),
    }
}

fn descriptor_qualname(py: &mut Py, descriptor: Word) -> PyResult {
    let (class, name) = (descriptor_class(py, descriptor)?, descriptor_name(py, descriptor)?);
    let class = py.rt().ty(py.type_number(class)).qualname.borrow().clone();
    let name = py.string(name);
    Ok(py.new_str(&format!("{class}.{name}")))
}

fn descriptor_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, name) = (descriptor_class(py, args[0])?, descriptor_name(py, args[0])?);
    let class = py.rt().ty(py.type_number(class)).name.borrow().clone();
    let kind = if py.type_of(args[0]) == types::MEMBER_DESCRIPTOR { "member" } else { "attribute" };
    let name = py.string(name);
    Ok(py.new_str(&format!("<{kind} '{name}' of '{class}' objects>")))
}

fn no_doc(py: &mut Py, _descriptor: Word) -> PyResult {
    py.none_result()
}

pub fn install(py: &mut Py) {
    let descriptor: &[Method] =
        &[("__get__", Special, "(self, instance, owner=None, /)", super::function::get)];
    for id in [types::GETSET_DESCRIPTOR, types::MEMBER_DESCRIPTOR] {
        py.add_methods(id, descriptor);
        py.add_methods(
            id,
            &[
                ("__set__", Special, "(self, instance, value, /)", set),
                ("__delete__", Special, "(self, instance, /)", delete),
                ("__repr__", Special, "(self, /)", descriptor_repr),
            ],
        );
        py.add_getters(
            id,
            &[
                ("__objclass__", descriptor_class),
                ("__name__", descriptor_name),
                ("__qualname__", descriptor_qualname),
                ("__doc__", no_doc),
            ],
        );
    }
    py.add_new(types::STATIC_METHOD, "(cls, /, *args, **kwargs)", static_new);
    py.add_new(types::CLASS_METHOD, "(cls, /, *args, **kwargs)", class_new);
    py.add_methods(types::STATIC_METHOD, &[("__call__", Special, "(self, /, *args, **kwargs)", static_call)]);
    for id in [types::STATIC_METHOD, types::CLASS_METHOD] {
        py.add_methods(
            id,
            &[
                ("__init__", Special, "(self, function, /)", wrapper_init),
                ("__repr__", Special, "(self, /)", wrapper_repr),
                ("__get__", Special, "(self, instance, owner=None, /)", wrapper_get),
            ],
        );
        py.add_getters(
            id,
            &[
                ("__func__", wrapped),
                ("__wrapped__", wrapped),
                ("__isabstractmethod__", wrapper_is_abstract),
                ("__dict__", wrapper_dict),
            ],
        );
    }
}
