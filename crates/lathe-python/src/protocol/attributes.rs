//! Attributes of objects: `object.__getattribute__`, `__setattr__`, `__delattr__`, and descriptors.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::Getter;
use crate::runtime::maps::MAX_SLOTS;
use crate::runtime::native::NativeKind;
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

/// What an attribute of a type does when it is looked up through an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// It is itself.
    Plain,
    /// A function or native method: bound to the object, unless the instance has an attribute of the name.
    Method,
    /// Has `__get__`, and neither `__set__` nor `__delete__`.
    NonData,
    /// Comes before attributes of the instance.
    Data,
}

impl Py {
    pub fn descriptor(&mut self, attribute: Word) -> Descriptor {
        match self.class_of(attribute) {
            Some(classes::FUNCTION) => Descriptor::Method,
            Some(classes::BUILTIN) => {
                let native = self.rt().natives.get(self.get_int(attribute, classes::BUILTIN_NUMBER) as u32);
                match native.kind {
                    NativeKind::Method | NativeKind::Special
                        if self.get(attribute, classes::BUILTIN_SELF).is_null() =>
                    {
                        Descriptor::Method
                    }
                    _ => Descriptor::Plain,
                }
            }
            Some(classes::NATIVE) => match Kind::of(self.get_int(attribute, classes::NATIVE_KIND)) {
                Kind::Property | Kind::Getter | Kind::Member | Kind::TupleGetter => Descriptor::Data,
                Kind::StaticMethod | Kind::ClassMethod | Kind::Super => Descriptor::NonData,
                _ => Descriptor::Plain,
            },
            Some(classes::INSTANCE | classes::WRAPPED) => {
                if self.lookup_special(attribute, "__set__").is_some()
                    || self.lookup_special(attribute, "__delete__").is_some()
                {
                    Descriptor::Data
                } else if self.lookup_special(attribute, "__get__").is_some() {
                    Descriptor::NonData
                } else {
                    Descriptor::Plain
                }
            }
            _ => Descriptor::Plain,
        }
    }

    /// What an attribute of an object's type is for the object: `type(object).attribute.__get__(object)`.
    pub fn bind(&mut self, attribute: Word, object: Word) -> PyResult {
        let owner = self.type_object(self.type_of(object));
        self.bind_to(attribute, object, owner)
    }

    /// `attribute.__get__(object, owner)`; `object` is null for an attribute of the class itself.
    pub fn bind_to(&mut self, attribute: Word, object: Word, owner: Word) -> PyResult {
        match self.class_of(attribute) {
            Some(classes::FUNCTION) if object.is_null() => Ok(attribute),
            Some(classes::FUNCTION) => Ok(self.new_method(attribute, object)),
            Some(classes::BUILTIN) => {
                let number = self.get_int(attribute, classes::BUILTIN_NUMBER);
                let rt = self.runtime();
                let native = rt.natives.get(number as u32);
                let bound = !self.get(attribute, classes::BUILTIN_SELF).is_null();
                match native.kind {
                    _ if bound => Ok(attribute),
                    NativeKind::Method | NativeKind::Special if !object.is_null() => {
                        if let Some(owner) = native.owner {
                            self.check_receiver(native, owner, Some(object))?;
                        }
                        Ok(self.bind_builtin(attribute, object))
                    }
                    NativeKind::ClassMethod => Ok(self.bind_builtin(attribute, owner)),
                    _ => Ok(attribute),
                }
            }
            Some(classes::NATIVE) => match Kind::of(self.get_int(attribute, classes::NATIVE_KIND)) {
                Kind::Property if !object.is_null() => {
                    let getter = self.get(attribute, classes::NATIVE_A);
                    if self.is_none(getter) {
                        return Err(self.property_lacks(attribute, object, "getter"));
                    }
                    self.call(getter, &[object])
                }
                Kind::Getter if !object.is_null() => {
                    let rt = self.runtime();
                    let getter = rt.getters.get(self.get_int(attribute, classes::NATIVE_I) as u32);
                    self.check_getter(getter, object)?;
                    (getter.get)(self, object)
                }
                Kind::Member if !object.is_null() => self.get_member(attribute, object),
                Kind::TupleGetter if !object.is_null() => self.tuple_field(attribute, object),
                // One that is not bound to an object yet.
                Kind::Super if !object.is_null() && self.get(attribute, classes::NATIVE_B).is_null() => {
                    self.new_super(self.get(attribute, classes::NATIVE_A), object)
                }
                Kind::StaticMethod => Ok(self.get(attribute, classes::NATIVE_A)),
                Kind::ClassMethod => {
                    let function = self.get(attribute, classes::NATIVE_A);
                    Ok(self.new_method(function, owner))
                }
                _ => Ok(attribute),
            },
            Some(classes::INSTANCE | classes::WRAPPED) => {
                let none = self.none();
                let object = if object.is_null() { none } else { object };
                Ok(self.call_special(attribute, "__get__", &[object, owner])?.unwrap_or(attribute))
            }
            _ => Ok(attribute),
        }
    }

    pub fn new_method(&mut self, function: Word, object: Word) -> Word {
        let method = self.new_object(classes::BOUND_METHOD);
        self.set(method, classes::METHOD_FUNCTION, function);
        self.set(method, classes::METHOD_SELF, object);
        method
    }

    fn bind_builtin(&mut self, builtin: Word, object: Word) -> Word {
        let bound = self.new_object(classes::BUILTIN);
        self.set_int(bound, classes::BUILTIN_NUMBER, self.get_int(builtin, classes::BUILTIN_NUMBER));
        self.set(bound, classes::BUILTIN_SELF, object);
        self.set(bound, classes::BUILTIN_MODULE, self.get(builtin, classes::BUILTIN_MODULE));
        bound
    }

    /// `object.name`, with everything that a program can define. The name is interned.
    pub fn get_attr(&mut self, object: Word, name: Word) -> PyResult {
        match self.try_get_attr(object, name)? {
            Some(value) => Ok(value),
            None => Err(self.no_attribute(object, name)),
        }
    }

    pub fn get_attr_str(&mut self, object: Word, name: &str) -> PyResult {
        let name = self.intern(name);
        self.get_attr(object, name)
    }

    /// The attribute; none if there is no such attribute (an `AttributeError` of user code counts).
    pub fn try_get_attr(&mut self, object: Word, name: Word) -> PyResult<Option<Word>> {
        let id = self.type_of(object);
        let flags = self.rt().ty(id).flags.get();
        let found = if flags.contains(TypeFlags::OWN_GETATTRIBUTE) {
            match self.call_special(object, "__getattribute__", &[name]) {
                Ok(value) => value,
                Err(raised) if self.is_instance(raised.0, types::ATTRIBUTE_ERROR) => {
                    return match self.call_special(object, "__getattr__", &[name])? {
                        Some(value) => Ok(Some(value)),
                        None => Err(raised),
                    };
                }
                Err(raised) => return Err(raised),
            }
        } else {
            match self.generic_get_attr(object, name) {
                Ok(value) => value,
                Err(raised)
                    if self.is_instance(raised.0, types::ATTRIBUTE_ERROR)
                        && self.lookup_special(object, "__getattr__").is_some() =>
                {
                    None
                }
                Err(raised) => return Err(raised),
            }
        };
        match found {
            Some(value) => Ok(Some(value)),
            None => self.call_special(object, "__getattr__", &[name]),
        }
    }

    /// `object.__getattribute__`, and `type.__getattribute__` and that of modules; none if there is no such attribute.
    pub fn generic_get_attr(&mut self, object: Word, name: Word) -> PyResult<Option<Word>> {
        match self.class_of(object) {
            Some(classes::TYPE) => return self.type_get_attr(object, name),
            Some(classes::MODULE) => {
                let dict = self.get(object, classes::MODULE_DICT);
                if let Some(value) = self.dict_get_name(dict, name) {
                    return Ok(Some(value));
                }
                let getter = self.intern("__getattr__");
                if let Some(found) = self.lookup(types::MODULE, name) {
                    return self.bind(found, object).map(Some);
                }
                return match self.dict_get_name(dict, getter) {
                    Some(getter) => self.call(getter, &[name]).map(Some),
                    None => Ok(None),
                };
            }
            _ => {}
        }
        let in_type = self.lookup(self.type_of(object), name);
        let kind = in_type.map(|attribute| self.descriptor(attribute));
        if kind == Some(Descriptor::Data) {
            let attribute = in_type.expect("found");
            // With only `__set__`, reading is as without it.
            let reads =
                self.is(attribute, classes::NATIVE) || self.lookup_special(attribute, "__get__").is_some();
            if reads {
                return self.bind(attribute, object).map(Some);
            }
        }
        if let Some(value) = self.own_attribute(object, name) {
            return Ok(Some(value));
        }
        if let Some(Kind::StaticMethod | Kind::ClassMethod) = self.native_kind(object) {
            let dict = self.method_wrapper_dict(object)?;
            if let Some(value) = self.dict_get_name(dict, name) {
                return Ok(Some(value));
            }
        }
        match in_type {
            Some(attribute) => self.bind(attribute, object).map(Some),
            None => Ok(None),
        }
    }

    /// `type.__getattribute__`.
    fn type_get_attr(&mut self, class: Word, name: Word) -> PyResult<Option<Word>> {
        let (id, meta) = (self.type_number(class), self.type_of(class));
        let in_meta = self.lookup(meta, name);
        if let Some(attribute) = in_meta
            && self.descriptor(attribute) == Descriptor::Data
        {
            return self.bind(attribute, class).map(Some);
        }
        if let Some(attribute) = self.lookup(id, name) {
            return self.bind_to(attribute, Word::NULL, class).map(Some);
        }
        match in_meta {
            Some(attribute) => self.bind(attribute, class).map(Some),
            None => Ok(None),
        }
    }

    /// An attribute of the instance itself.
    pub fn own_attribute(&mut self, object: Word, name: Word) -> Option<Word> {
        match self.class_of(object) {
            Some(classes::FUNCTION) => {
                let dict = self.get(object, classes::FUNCTION_DICT);
                if dict.is_null() { None } else { self.dict_get_name(dict, name) }
            }
            Some(classes::STREAM) => {
                let dict = self.get(object, classes::STREAM_DICT);
                if dict.is_null() { None } else { self.dict_get_name(dict, name) }
            }
            Some(class) if Py::has_map(class) => {
                let rt = self.runtime();
                let map = rt.maps.get(self.map_of(object));
                if map.in_dict {
                    let dict = self.slot(object, 0);
                    return self.dict_get_name(dict, name);
                }
                map.slot(name).map(|slot| self.slot(object, slot)).filter(|value| !value.is_null())
            }
            _ => None,
        }
    }

    /// A slot of an object with a map. The first ones are in the same place in all classes that have maps.
    #[inline(always)]
    pub fn slot(&self, object: Word, slot: u32) -> Word {
        if slot < classes::INLINE_SLOTS {
            return self.get(object, inline_slot(slot));
        }
        let more = self.get(object, classes::INSTANCE_MORE);
        self.items::<Word>(more)[(slot - classes::INLINE_SLOTS) as usize]
    }

    pub fn set_slot(&mut self, object: Word, slot: u32, value: Word) {
        if slot < classes::INLINE_SLOTS {
            return self.set(object, inline_slot(slot), value);
        }
        let index = (slot - classes::INLINE_SLOTS) as usize;
        let mut more = self.get(object, classes::INSTANCE_MORE);
        let length = if more.is_null() { 0 } else { self.array_len(more) };
        if index >= length {
            let larger = self.new_array(classes::REFS, (index + 1).next_power_of_two().max(4));
            if length > 0 {
                self.items::<Word>(larger)[..length].copy_from_slice(self.items::<Word>(more));
            }
            self.set(object, classes::INSTANCE_MORE, larger);
            more = larger;
        }
        self.set_item(more, index, value);
    }

    /// `object.name = value`. The name is interned.
    pub fn set_attr(&mut self, object: Word, name: Word, value: Word) -> PyResult<()> {
        let id = self.type_of(object);
        if self.rt().ty(id).flags.get().contains(TypeFlags::OWN_SETATTR) {
            self.call_special(object, "__setattr__", &[name, value])?;
            return Ok(());
        }
        self.generic_set_attr(object, name, Some(value))
    }

    pub fn delete_attr(&mut self, object: Word, name: Word) -> PyResult<()> {
        let id = self.type_of(object);
        if self.rt().ty(id).flags.get().contains(TypeFlags::OWN_SETATTR)
            && self.call_special(object, "__delattr__", &[name])?.is_some()
        {
            return Ok(());
        }
        self.generic_set_attr(object, name, None)
    }

    /// `object.__setattr__`, or with no value `object.__delattr__`.
    pub fn generic_set_attr(&mut self, object: Word, name: Word, value: Option<Word>) -> PyResult<()> {
        let in_type = self.lookup(self.type_of(object), name);
        if let Some(attribute) = in_type
            && self.descriptor(attribute) == Descriptor::Data
        {
            return self.set_through_descriptor(attribute, object, name, value);
        }
        match self.class_of(object) {
            Some(classes::TYPE) => self.type_set_attr(object, name, value),
            Some(classes::MODULE) => {
                let dict = self.get(object, classes::MODULE_DICT);
                self.set_in_dict(object, dict, name, value)
            }
            Some(classes::FUNCTION) => {
                let mut dict = self.get(object, classes::FUNCTION_DICT);
                if dict.is_null() {
                    dict = self.new_dict();
                    self.set(object, classes::FUNCTION_DICT, dict);
                }
                self.set_in_dict(object, dict, name, value)
            }
            Some(classes::STREAM) => {
                let dict = self.stream_dict(object);
                self.set_in_dict(object, dict, name, value)
            }
            Some(class) if Py::has_map(class) => self.set_own_attribute(object, name, value),
            Some(classes::NATIVE)
                if matches!(self.native_kind(object), Some(Kind::StaticMethod | Kind::ClassMethod)) =>
            {
                let dict = self.method_wrapper_dict(object)?;
                self.set_in_dict(object, dict, name, value)
            }
            _ => match in_type {
                Some(_) => Err(self.read_only(object, name)),
                None => Err(self.no_attribute(object, name)),
            },
        }
    }

    fn set_in_dict(&mut self, object: Word, dict: Word, name: Word, value: Option<Word>) -> PyResult<()> {
        match value {
            Some(value) => self.dict_set_name(dict, name, value),
            None if self.dict_remove_name(dict, name).is_some() => {}
            None => return Err(self.no_attribute(object, name)),
        }
        Ok(())
    }

    fn set_own_attribute(&mut self, object: Word, name: Word, value: Option<Word>) -> PyResult<()> {
        let rt = self.runtime();
        let id = self.map_of(object);
        let map = rt.maps.get(id);
        if map.in_dict {
            let dict = self.slot(object, 0);
            return self.set_in_dict(object, dict, name, value);
        }
        match (map.slot(name), value) {
            (Some(slot), Some(value)) => self.set_slot(object, slot, value),
            (Some(slot), None) => {
                for next in slot + 1..map.names.len() as u32 {
                    let moved = self.slot(object, next);
                    self.set_slot(object, next - 1, moved);
                }
                self.set_slot(object, map.names.len() as u32 - 1, Word::NULL);
                let map = rt.maps.without(id, name);
                self.set_int(object, classes::INSTANCE_MAP, map.0.into());
            }
            (None, None) => return Err(self.no_attribute(object, name)),
            (None, Some(_)) if rt.ty(map.ty).flags.get().contains(TypeFlags::NO_DICT) => {
                return Err(match self.lookup(map.ty, name) {
                    Some(_) => self.read_only(object, name),
                    None => self.no_attribute(object, name),
                });
            }
            (None, Some(value)) if map.names.len() >= MAX_SLOTS => {
                let dict = self.instance_dict(object);
                self.dict_set_name(dict, name, value);
            }
            (None, Some(value)) => {
                self.set_slot(object, map.names.len() as u32, value);
                let map = rt.maps.with(id, name);
                self.set_int(object, classes::INSTANCE_MAP, map.0.into());
            }
        }
        Ok(())
    }

    /// `__dict__`: from now on the attributes are there.
    pub fn instance_dict(&mut self, object: Word) -> Word {
        let rt = self.runtime();
        let id = self.map_of(object);
        let map = rt.maps.get(id);
        if map.in_dict {
            return self.slot(object, 0);
        }
        let dict = self.new_dict();
        for (slot, &name) in map.names.iter().enumerate() {
            let value = self.slot(object, slot as u32);
            if !value.is_null() {
                self.dict_set_name(dict, name, value);
            }
        }
        self.set_instance_dict(object, dict);
        dict
    }

    /// The object's attributes are those of the dict.
    pub fn set_instance_dict(&mut self, object: Word, dict: Word) {
        for slot in 1..classes::INLINE_SLOTS {
            self.set_slot(object, slot, Word::NULL);
        }
        self.set(object, classes::INSTANCE_MORE, Word::NULL);
        self.set_slot(object, 0, dict);
        let map = self.rt().maps.to_dict(self.map_of(object));
        self.set_int(object, classes::INSTANCE_MAP, map.0.into());
    }

    pub fn set_through_descriptor(
        &mut self,
        attribute: Word,
        object: Word,
        name: Word,
        value: Option<Word>,
    ) -> PyResult<()> {
        if let Some(classes::NATIVE) = self.class_of(attribute) {
            return match Kind::of(self.get_int(attribute, classes::NATIVE_KIND)) {
                Kind::Property => self.set_property(attribute, object, value),
                Kind::Member => self.set_member(attribute, object, value),
                Kind::TupleGetter => {
                    let what = if value.is_some() { "can't set attribute" } else { "can't delete attribute" };
                    Err(self.error(types::ATTRIBUTE_ERROR, what))
                }
                _ => {
                    let rt = self.runtime();
                    let getter = rt.getters.get(self.get_int(attribute, classes::NATIVE_I) as u32);
                    self.check_getter(getter, object)?;
                    match getter.set {
                        Some(setter) => setter(self, object, value),
                        None if getter.is_member() => {
                            Err(self.error(types::ATTRIBUTE_ERROR, "readonly attribute"))
                        }
                        None => {
                            let message = format!(
                                "attribute '{}' of '{}' objects is not writable",
                                self.string(name),
                                self.type_name(object)
                            );
                            Err(self.error(types::ATTRIBUTE_ERROR, &message))
                        }
                    }
                }
            };
        }
        let done = match value {
            Some(value) => self.call_special(attribute, "__set__", &[object, value])?,
            None => self.call_special(attribute, "__delete__", &[object])?,
        };
        if done.is_some() {
            return Ok(());
        }
        let what = if value.is_some() { "__set__" } else { "__delete__" };
        Err(self.error(types::ATTRIBUTE_ERROR, what))
    }

    /// A computed attribute of a type is for objects of the type.
    fn check_getter(&mut self, getter: &Getter, object: Word) -> PyResult<()> {
        if getter.owner == types::OBJECT || self.is_instance(object, getter.owner) {
            return Ok(());
        }
        let message = format!(
            "descriptor '{}' for '{}' objects doesn't apply to a '{}' object",
            getter.name,
            self.rt().ty(getter.owner).name.borrow(),
            self.type_name(object)
        );
        Err(self.type_error(&message))
    }

    pub fn no_attribute(&mut self, object: Word, name: Word) -> Raised {
        let key = name;
        let name = self.string(name);
        let message = match self.class_of(object) {
            Some(classes::TYPE) => {
                let ty = self.rt().ty(self.type_number(object)).name.borrow().clone();
                format!("type object '{ty}' has no attribute '{name}'")
            }
            Some(classes::MODULE) => {
                let dict = self.get(object, classes::MODULE_DICT);
                let key = self.intern("__name__");
                match self.dict_get_name(dict, key) {
                    Some(module) if self.is(module, classes::STR) => {
                        format!("module '{}' has no attribute '{name}'", self.string(module))
                    }
                    _ => format!("module has no attribute '{name}'"),
                }
            }
            _ => format!("'{}' object has no attribute '{name}'", self.type_name(object)),
        };
        let raised = self.error(types::ATTRIBUTE_ERROR, &message);
        self.set_exception_extra(raised.0, 0, key);
        self.set_exception_extra(raised.0, 1, object);
        raised
    }

    fn read_only(&mut self, object: Word, name: Word) -> Raised {
        let message =
            format!("'{}' object attribute '{}' is read-only", self.type_name(object), self.string(name));
        self.error(types::ATTRIBUTE_ERROR, &message)
    }
}

/// The field of one of the first slots.
#[inline(always)]
pub fn inline_slot(slot: u32) -> lathe_meta::FieldRef {
    match slot {
        0 => classes::INSTANCE_0,
        1 => classes::INSTANCE_1,
        2 => classes::INSTANCE_2,
        _ => classes::INSTANCE_3,
    }
}
