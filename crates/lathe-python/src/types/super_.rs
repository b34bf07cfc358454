//! `super`: attributes of an object as its class has them behind one of its bases.
//!
//! A `NATIVE` object: the class that is skipped with all before it, the object (null as long as it is not bound), and the class whose
//! resolution order is followed.

use crate::object::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

impl Py {
    /// `super(class, object)`.
    pub fn new_super(&mut self, class: Word, object: Word) -> PyResult {
        let start = self.super_start(class, object)?;
        Ok(self.new_native(Kind::Super, class, object, start))
    }

    /// The class in whose order is searched: the object is an instance, or a subclass, or says so.
    fn super_start(&mut self, class: Word, object: Word) -> PyResult {
        let Some(id) = self.as_type(class) else {
            let message = format!("super() argument 1 must be a type, not {}", self.type_name(class));
            return Err(self.type_error(&message));
        };
        match self.as_type(object) {
            Some(sub) if self.rt().is_subtype(sub, id) => return Ok(object),
            _ if self.is_instance(object, id) => return Ok(self.type_object(self.type_of(object))),
            _ => {}
        }
        let name = self.intern("__class__");
        if let Some(claimed) = self.optional_attr(object, name)?
            && let Some(sub) = self.as_type(claimed)
            && self.rt().is_subtype(sub, id)
        {
            return Ok(claimed);
        }
        Err(self.type_error("super(type, obj): obj must be an instance or subtype of type"))
    }

    fn super_receiver(&mut self, object: Word) -> PyResult {
        self.native_receiver(object, Kind::Super, types::SUPER)
    }
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let proxy = py.new_native(Kind::Super, Word::NULL, Word::NULL, Word::NULL);
    py.of_class(args[0], types::SUPER, proxy)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let proxy = py.super_receiver(args[0])?;
    if args[1].is_null() {
        return Err(py.error(types::RUNTIME_ERROR, "super(): no arguments"));
    }
    if !py.is(args[1], classes::TYPE) {
        let message = format!("super() argument 1 must be a type, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    let object = if args[2].is_null() || py.is_none(args[2]) { Word::NULL } else { args[2] };
    let start = if object.is_null() { Word::NULL } else { py.super_start(args[1], object)? };
    for (field, value) in [(NATIVE_A, args[1]), (NATIVE_B, object), (NATIVE_C, start)] {
        py.set(proxy, field, value);
    }
    py.none_result()
}

fn getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let name = super::object::attribute_name(py, args[1])?;
    let proxy = py.super_receiver(args[0])?;
    let [class, object, start] = [NATIVE_A, NATIVE_B, NATIVE_C].map(|field| py.get(proxy, field));
    if !start.is_null()
        && &*py.string(name) != "__class__"
        && let Some(found) = py.lookup_after(py.type_number(start), py.type_number(class), name)
    {
        let instance = if object == start { Word::NULL } else { object };
        return py.bind_to(found, instance, start);
    }
    match py.generic_get_attr(args[0], name)? {
        Some(value) => Ok(value),
        None => Err(py.no_attribute(args[0], name)),
    }
}

/// One that is not bound yet is bound as an attribute of a class is.
fn get(py: &mut Py, args: &[Word]) -> PyResult {
    let proxy = py.super_receiver(args[0])?;
    if py.is_none(args[1]) || !py.get(proxy, NATIVE_B).is_null() {
        return Ok(args[0]);
    }
    let class = py.get(proxy, NATIVE_A);
    match py.type_of(args[0]) {
        types::SUPER => py.new_super(class, args[1]),
        own => {
            let own = py.type_object(own);
            py.call(own, &[class, args[1]])
        }
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let proxy = py.super_receiver(args[0])?;
    let [class, start] = [NATIVE_A, NATIVE_C].map(|field| py.get(proxy, field));
    let name_of = |py: &Py, class: Word| match py.as_type(class) {
        Some(id) => py.rt().ty(id).name.borrow().to_string(),
        None => "NULL".to_string(),
    };
    let class = if class.is_null() { "NULL".to_string() } else { name_of(py, class) };
    let object =
        if start.is_null() { "NULL".to_string() } else { format!("<{} object>", name_of(py, start)) };
    Ok(py.new_str(&format!("<super: <class '{class}'>, {object}>")))
}

fn part(py: &mut Py, object: Word, field: lathe_meta::FieldRef) -> PyResult {
    let proxy = py.super_receiver(object)?;
    let value = py.get(proxy, field);
    Ok(if value.is_null() { py.none() } else { value })
}

pub fn install(py: &mut Py) {
    py.add_new(types::SUPER, "(cls, /, *args, **kwargs)", new);
    py.add_methods(
        types::SUPER,
        &[
            ("__init__", Special, "(self, type=None, object=None, /)", init),
            ("__getattribute__", Special, "(self, name, /)", getattribute),
            ("__get__", Special, "(self, instance, owner=None, /)", get),
            ("__repr__", Special, "(self, /)", repr),
        ],
    );
    py.add_getters(
        types::SUPER,
        &[
            ("__thisclass__", |py, object| part(py, object, NATIVE_A)),
            ("__self__", |py, object| part(py, object, NATIVE_B)),
            ("__self_class__", |py, object| part(py, object, NATIVE_C)),
        ],
    );
    let rt = py.runtime();
    let ty = rt.ty(types::SUPER);
    ty.flags.set(ty.flags.get().with(TypeFlags::OWN_GETATTRIBUTE));
}
