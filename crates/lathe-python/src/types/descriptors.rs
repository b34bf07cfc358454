//! `staticmethod`, `classmethod`, `super`.

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

fn descriptor_name(py: &mut Py, object: Word) -> PyResult {
    match py.native_kind(object) {
        Some(Kind::Getter) => {
            let name = py.rt().getters.get(py.get_int(object, classes::NATIVE_I) as u32).name;
            Ok(py.intern(name))
        }
        _ => Ok(py.get(object, classes::NATIVE_A)),
    }
}

fn descriptor_class(py: &mut Py, object: Word) -> PyResult {
    let getter = py.native_kind(object) == Some(Kind::Getter);
    Ok(py.get(object, if getter { classes::NATIVE_A } else { classes::NATIVE_B }))
}

pub fn install(py: &mut Py) {
    let descriptor: &[Method] =
        &[("__get__", Special, "(self, instance, owner=None, /)", super::function::get)];
    for id in [types::GETSET_DESCRIPTOR, types::MEMBER_DESCRIPTOR] {
        py.add_methods(id, descriptor);
        py.add_getters(id, &[("__name__", descriptor_name), ("__objclass__", descriptor_class)]);
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
    py.add_new(types::SUPER, "(cls, type=None, object=None, /)", super_new);
    py.add_methods(types::SUPER, &[("__getattribute__", Special, "(self, name, /)", super_getattribute)]);
    let rt = py.runtime();
    let ty = rt.ty(types::SUPER);
    ty.flags.set(ty.flags.get().with(types::TypeFlags::OWN_GETATTRIBUTE));
}
