//! Puts native methods into the namespaces of builtin types, and native functions into modules.

use super::Getter;
use super::native::{Native, NativeFn, NativeKind, Signature};
use super::types::TypeId;
use crate::interpret::intrinsics::Intrinsic;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;
use std::rc::Rc;

/// A method: name, how it is bound, what it takes, what it does.
pub type Method = (&'static str, NativeKind, &'static str, NativeFn);
/// A computed attribute.
pub type GetterEntry = (&'static str, fn(&mut Py, Word) -> PyResult);
/// A function of a module.
pub type Function = (&'static str, &'static str, NativeFn);

impl Py {
    /// A native function as an object. `owner`: the type or module it belongs to.
    pub fn new_builtin(
        &mut self,
        owner: &str,
        name: &'static str,
        kind: NativeKind,
        signature: &'static str,
        call: NativeFn,
    ) -> Word {
        self.new_native_function(owner, None, (name, kind, signature, call))
    }

    fn new_native_function(&mut self, owner: &str, owner_type: Option<TypeId>, method: Method) -> Word {
        let (name, kind, signature, call) = method;
        let qualname: Rc<str> = if owner.is_empty() { name.into() } else { format!("{owner}.{name}").into() };
        let signature = Signature::new(signature);
        let intrinsic = Intrinsic::of(&qualname);
        let native = Native { name, qualname, owner: owner_type, kind, signature, call, intrinsic, doc: "" };
        let number = self.rt().natives.add(native);
        let object = self.new_object(classes::BUILTIN);
        self.set_int(object, classes::BUILTIN_NUMBER, number.into());
        object
    }

    pub fn add_methods(&mut self, id: TypeId, methods: &[Method]) {
        let owner = self.rt().ty(id).qualname.borrow().clone();
        for &method in methods {
            let builtin = self.new_native_function(&owner, Some(id), method);
            let key = self.intern(method.0);
            let dict = self.type_dict(id);
            self.dict_set_name(dict, key, builtin);
        }
    }

    pub fn add_getters(&mut self, id: TypeId, getters: &[GetterEntry]) {
        for &(name, get) in getters {
            self.add_getter(id, name, get, None);
        }
    }

    #[allow(clippy::type_complexity)]
    pub fn add_getter(
        &mut self,
        id: TypeId,
        name: &'static str,
        get: fn(&mut Py, Word) -> PyResult,
        set: Option<fn(&mut Py, Word, Option<Word>) -> PyResult<()>>,
    ) {
        let number = self.rt().getters.add(Getter { name, owner: id, get, set });
        let object = self.new_native(Kind::Getter, self.type_object(id), Word::NULL, Word::NULL);
        self.set_int(object, classes::NATIVE_I, number.into());
        let key = self.intern(name);
        let dict = self.type_dict(id);
        self.dict_set_name(dict, key, object);
    }

    /// `__new__` of a builtin type: makes the exact object; an object of a subclass gets it as payload.
    pub fn add_new(&mut self, id: TypeId, signature: &'static str, new: NativeFn) {
        let owner = self.rt().ty(id).qualname.borrow().clone();
        let builtin =
            self.new_native_function(&owner, Some(id), ("__new__", NativeKind::Static, signature, new));
        let key = self.intern("__new__");
        let dict = self.type_dict(id);
        self.dict_set_name(dict, key, builtin);
    }

    /// Puts functions into a namespace.
    pub fn add_functions(&mut self, dict: Word, module: &str, functions: &[Function]) {
        let module_name = self.new_str(module);
        // Messages show where a function is.
        let owner = if module == "builtins" { "" } else { module };
        for &(name, signature, call) in functions {
            let builtin = self.new_builtin(owner, name, NativeKind::Function, signature, call);
            self.set(builtin, classes::BUILTIN_MODULE, module_name);
            let key = self.intern(name);
            self.dict_set_name(dict, key, builtin);
        }
    }

    /// What `__new__` of a builtin type gives for a class: the object itself, or one of the subclass around it.
    pub fn of_class(&mut self, class: Word, exact: TypeId, object: Word) -> PyResult {
        let ty = self.rt().ty(exact).name.borrow().clone();
        let Some(id) = self.as_type(class) else {
            let message = format!("{ty}.__new__(X): X is not a type object ({})", self.type_name(class));
            return Err(self.type_error(&message));
        };
        if id == exact {
            return Ok(object);
        }
        // Without the layout there is no place for the payload.
        if !self.rt().is_subtype(id, exact) {
            let name = self.rt().ty(id).name.borrow().clone();
            let message = format!("{ty}.__new__({name}): {name} is not a subtype of {ty}");
            return Err(self.type_error(&message));
        }
        Ok(self.new_wrapped(id, object))
    }
}
