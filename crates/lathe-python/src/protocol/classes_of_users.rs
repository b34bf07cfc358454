//! Classes that programs make: the class statement, `type(...)`, and making instances.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::mro;
use crate::runtime::start::NewType;
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;
use lathe_ir::ClassId;
use std::rc::Rc;

impl Py {
    /// `__build_class__(function, name, *bases, **keywords)`.
    pub fn build_class(&mut self, args: &[Word], names: &[Word]) -> PyResult {
        let given = args.len() - names.len();
        if given < 2 {
            return Err(self.type_error("__build_class__: not enough arguments"));
        }
        let (function, name) = (args[0], args[1]);
        let original = self.new_tuple(&args[2..given]);
        let bases = self.resolve_bases(original)?;
        // The metaclass, and the other keywords.
        let metaclass_name = self.intern("metaclass");
        let mut metaclass = Word::NULL;
        let (keyword_names, keyword_values) = (self.rooted(), self.rooted());
        for (&key, &value) in names.iter().zip(&args[given..]) {
            if self.eq(key, metaclass_name)? {
                metaclass = value;
            } else {
                keyword_names.push(key);
                keyword_values.push(value);
            }
        }
        if metaclass.is_null() {
            metaclass = match self.items::<Word>(bases).first() {
                Some(&first) => self.type_object(self.type_of(first)),
                None => self.type_object(types::TYPE),
            };
        }
        if let Some(meta) = self.as_type(metaclass) {
            let meta = self.best_metatype(meta, bases)?;
            metaclass = self.type_object(meta);
        }
        let namespace =
            self.prepare(metaclass, name, bases, &keyword_names.to_vec(), &keyword_values.to_vec())?;
        let cell = self.call(function, &[namespace])?;
        if bases != original {
            let key = self.new_str("__orig_bases__");
            self.set_item_of(namespace, key, original)?;
        }
        let mut all = vec![name, bases, namespace];
        all.extend(keyword_values.to_vec());
        let class = self.call_with_names(metaclass, &all, &keyword_names.to_vec())?;
        if self.is(cell, classes::CELL) && self.is(class, classes::TYPE) {
            let content = self.get(cell, classes::CELL_CONTENT);
            if content.is_null() {
                let name = self.string_of(name);
                let shown = self.repr_string(class)?;
                return Err(self.error(
                    types::RUNTIME_ERROR,
                    &format!("__class__ not set defining '{name}' as {shown}. Was __classcell__ propagated to type.__new__?"),
                ));
            }
        }
        Ok(class)
    }

    /// `__mro_entries__` of bases that are no types.
    fn resolve_bases(&mut self, bases: Word) -> PyResult {
        let resolved = self.rooted();
        let mut changed = false;
        for index in 0..self.array_len(bases) {
            let base = self.items::<Word>(bases)[index];
            if self.is(base, classes::TYPE) {
                resolved.push(base);
                continue;
            }
            let name = self.intern("__mro_entries__");
            match self.try_get_attr(base, name)? {
                Some(method) => {
                    changed = true;
                    let more = self.call(method, &[bases])?;
                    if !self.is(more, classes::TUPLE) {
                        return Err(self.type_error("__mro_entries__ must return a tuple"));
                    }
                    resolved.extend(self.items::<Word>(more));
                }
                None => resolved.push(base),
            }
        }
        Ok(if changed { self.new_tuple(&resolved.to_vec()) } else { bases })
    }

    fn prepare(
        &mut self,
        metaclass: Word,
        name: Word,
        bases: Word,
        names: &[Word],
        values: &[Word],
    ) -> PyResult {
        let key = self.intern("__prepare__");
        match self.try_get_attr(metaclass, key)? {
            Some(prepare) => {
                let mut all = vec![name, bases];
                all.extend(values);
                self.call_with_names(prepare, &all, names)
            }
            None => Ok(self.new_dict()),
        }
    }

    /// The most derived metatype of the bases.
    pub fn best_metatype(&mut self, meta: TypeId, bases: Word) -> PyResult<TypeId> {
        let mut best = meta;
        for &base in self.items::<Word>(bases).iter() {
            let other = self.type_of(base);
            if self.rt().is_subtype(best, other) {
                continue;
            }
            if !self.rt().is_subtype(other, best) {
                return Err(self.type_error(
                    "metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases",
                ));
            }
            best = other;
        }
        Ok(best)
    }

    /// `type.__new__(metatype, name, bases, namespace, **keywords)`.
    pub fn new_type(
        &mut self,
        meta: TypeId,
        name: Word,
        bases: Word,
        namespace: Word,
        names: &[Word],
        values: &[Word],
    ) -> PyResult {
        let mut ids = Vec::new();
        for &base in self.items::<Word>(bases).iter() {
            match self.as_type(base) {
                Some(id) if self.rt().ty(id).flags.get().contains(TypeFlags::BASE) => ids.push(id),
                Some(id) => {
                    let name = self.rt().ty(id).name.borrow().clone();
                    return Err(self.type_error(&format!("type '{name}' is not an acceptable base type")));
                }
                None => return Err(self.type_error("bases must be types")),
            }
        }
        if ids.is_empty() {
            ids.push(types::OBJECT);
        }
        let meta = self.best_metatype(meta, bases)?;
        let layout = self.best_layout(&ids)?;
        let dict = self.dict_copy(namespace)?;
        let slots_key = self.intern("__slots__");
        let slots = self.dict_get_name(dict, slots_key);
        let bases_have_dict = ids.iter().any(|&id| id != types::OBJECT && self.instances_have_dict(id));
        let mut flags = TypeFlags::HEAP.with(TypeFlags::BASE);
        for &id in &ids {
            let inherited = self.rt().ty(id).flags.get();
            for flag in [
                TypeFlags::SEQUENCE,
                TypeFlags::MAPPING,
                TypeFlags::OWN_GETATTRIBUTE,
                TypeFlags::OWN_SETATTR,
                TypeFlags::FINALIZER,
            ] {
                if inherited.contains(flag) {
                    flags = flags.with(flag);
                }
            }
        }
        for (name, flag) in [
            ("__getattribute__", TypeFlags::OWN_GETATTRIBUTE),
            ("__setattr__", TypeFlags::OWN_SETATTR),
            ("__delattr__", TypeFlags::OWN_SETATTR),
            ("__del__", TypeFlags::FINALIZER),
        ] {
            let name = self.intern(name);
            if self.dict_get_name(dict, name).is_some() {
                flags = flags.with(flag);
            }
        }
        let class = self.class_for_layout(layout);
        if let Err(conflict) = mro::linearize(&self.runtime(), TypeId(u32::MAX), &ids) {
            return Err(self.order_conflict(conflict));
        }
        self.special_functions(dict);
        let text: Rc<str> = self.string_of(name).into();
        let members = match slots {
            Some(slots) => Some(self.slot_names(slots, &text, layout, dict)?),
            None => None,
        };
        if let Some(members) = &members
            && !bases_have_dict
            && !members.iter().any(|name| &**name == "__dict__")
        {
            flags = flags.with(TypeFlags::NO_DICT);
        }
        let says =
            |name: &str| members.as_ref().map(|members| members.iter().any(|member| &**member == name));
        let bases_are_referable = ids.iter().any(|&id| {
            let flags = self.rt().ty(id).flags.get();
            flags.contains(TypeFlags::HEAP) && !flags.contains(TypeFlags::NO_WEAK)
        });
        if says("__dict__") == Some(true) && bases_have_dict {
            return Err(self.type_error("__dict__ slot disallowed: we already got one"));
        }
        let varies = matches!(layout, types::INT | types::TUPLE | types::BYTES);
        if says("__weakref__") == Some(true) && (bases_are_referable || varies) {
            return Err(self
                .type_error("__weakref__ slot disallowed: either we already got one, or __itemsize__ != 0"));
        }
        if !bases_are_referable && (varies || says("__weakref__") == Some(false)) {
            flags = flags.with(TypeFlags::NO_WEAK);
        }
        let id = self.add_type(NewType {
            name: text.clone(),
            bases: &ids,
            metatype: meta,
            layout,
            class,
            flags,
            dict,
        });
        let object = self.type_object(id);
        self.finish_type(id, object, dict, members)?;
        self.apply_own_order(id)?;
        self.set_names(object, dict)?;
        self.init_subclass(id, object, names, values)?;
        Ok(object)
    }

    fn finish_type(
        &mut self,
        id: TypeId,
        object: Word,
        dict: Word,
        members: Option<Vec<Rc<str>>>,
    ) -> PyResult<()> {
        let qualname = self.intern("__qualname__");
        if let Some(value) = self.dict_remove_name(dict, qualname) {
            if self.payload(value, classes::STR).is_none() {
                let message = format!("type __qualname__ must be a str, not {}", self.type_name(value));
                return Err(self.type_error(&message));
            }
            let value: Rc<str> = self.string_of(value).into();
            *self.rt().ty(id).qualname.borrow_mut() = value;
        }
        let cell_name = self.intern("__classcell__");
        if let Some(cell) = self.dict_remove_name(dict, cell_name) {
            if !self.is(cell, classes::CELL) {
                let message =
                    format!("type.__new__(): __classcell__ must be a cell, not {}", self.type_name(cell));
                return Err(self.type_error(&message));
            }
            self.set(cell, classes::CELL_CONTENT, object);
        }
        // A class that defines `__eq__` and no `__hash__` is not hashable.
        let (eq, hash) = (self.intern("__eq__"), self.intern("__hash__"));
        if self.dict_get_name(dict, eq).is_some() && self.dict_get_name(dict, hash).is_none() {
            let none = self.none();
            self.dict_set_name(dict, hash, none);
        }
        let (module, name) = (self.intern("__module__"), self.intern("__name__"));
        if self.dict_get_name(dict, module).is_none() && self.core().stack.depth() > 0 {
            let globals = self.frame_globals();
            if let Some(value) = self.dict_get_name(globals, name) {
                self.dict_set_name(dict, module, value);
            }
        }
        let doc = self.intern("__doc__");
        if self.dict_get_name(dict, doc).is_none() {
            let none = self.none();
            self.dict_set_name(dict, doc, none);
        }
        self.instance_attributes(id, object, dict);
        for name in members.into_iter().flatten() {
            if matches!(&*name, "__dict__" | "__weakref__") {
                continue;
            }
            let name = self.intern(&name);
            let member = self.new_native(Kind::Member, name, object, Word::NULL);
            self.dict_set_name(dict, name, member);
        }
        self.type_changed(id);
        Ok(())
    }

    /// `__dict__` and `__weakref__`, for a class whose instances have them and those of its bases do not.
    fn instance_attributes(&mut self, id: TypeId, object: Word, dict: Word) {
        let rt = self.runtime();
        let bases = rt.ty(id).bases.borrow().clone();
        let layout = rt.ty(id).layout;
        // Instances of these have it by themselves.
        let has_dict = |id: TypeId| {
            self.instances_have_dict(id)
                || matches!(layout, types::TYPE | types::MODULE | types::BASE_EXCEPTION)
        };
        let (has, inherits) = (has_dict(id), bases.iter().any(|&base| has_dict(base)));
        let refers = |id: TypeId| {
            let flags = rt.ty(id).flags.get();
            flags.contains(TypeFlags::HEAP) && !flags.contains(TypeFlags::NO_WEAK)
        };
        let (weak, inherits_weak) = (refers(id), bases.iter().any(|&base| refers(base)));
        let getters = rt.instance_getters.get();
        for (add, number, name) in
            [(has && !inherits, getters.0, "__dict__"), (weak && !inherits_weak, getters.1, "__weakref__")]
        {
            let name = self.intern(name);
            if add && self.dict_get_name(dict, name).is_none() {
                let getter = self.new_native(Kind::Getter, Word::NULL, object, Word::NULL);
                self.set_int(getter, classes::NATIVE_I, number.into());
                self.dict_set_name(dict, name, getter);
            }
        }
    }

    /// Some functions in a class body are class methods or static methods without being said to be.
    fn special_functions(&mut self, dict: Word) {
        for (name, kind) in [
            ("__new__", Kind::StaticMethod),
            ("__init_subclass__", Kind::ClassMethod),
            ("__class_getitem__", Kind::ClassMethod),
        ] {
            let name = self.intern(name);
            if let Some(function) = self.dict_get_name(dict, name)
                && self.is(function, classes::FUNCTION)
            {
                let wrapped = self.new_native(kind, function, Word::NULL, Word::NULL);
                self.dict_set_name(dict, name, wrapped);
            }
        }
    }

    fn slot_names(&mut self, slots: Word, class: &str, layout: TypeId, dict: Word) -> PyResult<Vec<Rc<str>>> {
        let mut names: Vec<Rc<str>> = Vec::new();
        let words = if self.payload(slots, classes::STR).is_some() {
            let words = self.rooted();
            words.push(slots);
            words
        } else {
            self.collect(slots)?
        };
        if !words.is_empty() && matches!(layout, types::INT | types::TUPLE | types::BYTES | types::BOOL) {
            let name = self.rt().ty(layout).name.borrow().clone();
            let message = format!("nonempty __slots__ not supported for subtype of '{name}'");
            return Err(self.type_error(&message));
        }
        let (qualname, cell) = (self.intern("__qualname__"), self.intern("__classcell__"));
        for word in words.to_vec() {
            let Some(text) = self.payload(word, classes::STR) else {
                let message = format!("__slots__ items must be strings, not '{}'", self.type_name(word));
                return Err(self.type_error(&message));
            };
            let is_name = self.call_method(text, "isidentifier", &[])?;
            if !self.truth(is_name)? {
                return Err(self.type_error("__slots__ must be identifiers"));
            }
            let text = self.string(text);
            let mangled: Rc<str> = if text.starts_with("__") && !text.ends_with("__") {
                format!("_{}{text}", class.trim_start_matches('_')).into()
            } else {
                text.into()
            };
            if matches!(&*mangled, "__dict__" | "__weakref__") && names.contains(&mangled) {
                let message = match &*mangled {
                    "__dict__" => "__dict__ slot disallowed: we already got one",
                    _ => "__weakref__ slot disallowed: we already got one",
                };
                return Err(self.type_error(message));
            }
            let key = self.intern(&mangled);
            // These two are taken out of the namespace.
            if key != qualname && key != cell && self.dict_get_name(dict, key).is_some() {
                let message = format!("'{mangled}' in __slots__ conflicts with class variable");
                return Err(self.value_error(&message));
            }
            names.push(mangled);
        }
        Ok(names)
    }

    /// Calls `__set_name__` of what the class defines.
    fn set_names(&mut self, object: Word, dict: Word) -> PyResult<()> {
        let snapshot = self.dict_copy(dict)?;
        let mut position = 0;
        while let Some((name, value)) = self.dict_next(snapshot, &mut position) {
            if matches!(self.class_of(value), Some(classes::INSTANCE | classes::WRAPPED | classes::NATIVE))
                && let Err(raised) = self.call_special(value, "__set_name__", &[object, name])
            {
                let class = self.rt().ty(self.type_number(object)).name.borrow().clone();
                let note = format!(
                    "Error calling __set_name__ on '{}' instance {} in '{class}'",
                    self.type_name(value),
                    self.repr_string(name)?
                );
                let note = self.new_str(&note);
                self.call_method(raised.0, "add_note", &[note])?;
                return Err(raised);
            }
        }
        Ok(())
    }

    fn init_subclass(&mut self, id: TypeId, object: Word, names: &[Word], values: &[Word]) -> PyResult<()> {
        let name = self.intern("__init_subclass__");
        if let Some(method) = self.lookup_after(id, id, name) {
            let method = self.bind_to(method, Word::NULL, object)?;
            self.call_with_names(method, values, names)?;
        }
        Ok(())
    }

    pub(super) fn instances_have_dict(&self, id: TypeId) -> bool {
        let ty = self.rt().ty(id);
        ty.flags.get().contains(TypeFlags::HEAP) && !ty.flags.get().contains(TypeFlags::NO_DICT)
    }

    /// The builtin type that decides what instances look like.
    pub(super) fn best_layout(&mut self, bases: &[TypeId]) -> PyResult<TypeId> {
        let mut best = types::OBJECT;
        for &base in bases {
            let layout = self.rt().ty(base).layout;
            if layout == types::OBJECT || layout == best {
                continue;
            }
            if best != types::OBJECT && !self.rt().is_subtype(best, layout) {
                if self.rt().is_subtype(layout, best) {
                    best = layout;
                    continue;
                }
                return Err(self.type_error("multiple bases have instance lay-out conflict"));
            }
            best = layout;
        }
        Ok(best)
    }

    fn class_for_layout(&self, layout: TypeId) -> ClassId {
        match layout {
            types::OBJECT => classes::INSTANCE,
            types::TYPE => classes::TYPE,
            types::BASE_EXCEPTION => classes::EXCEPTION,
            _ => classes::WRAPPED,
        }
    }

    /// `class(...)`: `type.__call__`, or that of its metaclass.
    pub fn call_type(&mut self, class: Word, args: &[Word], names: &[Word]) -> PyResult {
        let meta = self.type_of(class);
        if meta != types::TYPE {
            let name = self.intern("__call__");
            if let Some(method) = self.lookup(meta, name)
                && !self.is(method, classes::BUILTIN)
            {
                let method = self.bind(method, class)?;
                return self.call_with_names(method, args, names);
            }
        }
        self.type_call(class, args, names)
    }

    /// `type.__call__(class, ...)`.
    pub fn type_call(&mut self, class: Word, args: &[Word], names: &[Word]) -> PyResult {
        let id = self.type_number(class);
        if id == types::TYPE && args.len() == 1 && names.is_empty() {
            return Ok(self.type_object(self.type_of(args[0])));
        }
        let new_name = self.intern("__new__");
        let Some(new) = self.lookup(id, new_name) else {
            let name = self.rt().ty(id).name.borrow().clone();
            return Err(self.type_error(&format!("cannot create '{name}' instances")));
        };
        let new = self.bind_to(new, Word::NULL, class)?;
        let object = self.with_first(class, args, |py, args| py.call_with_names(new, args, names))?;
        if !self.is_instance(object, id) {
            return Ok(object);
        }
        let init_name = self.intern("__init__");
        if let Some(init) = self.lookup(self.type_of(object), init_name) {
            let init = self.bind(init, object)?;
            let result = self.call_with_names(init, args, names)?;
            if !self.is_none(result) {
                return Err(self.init_returned(result));
            }
        }
        Ok(object)
    }

    /// The error of an `__init__` that returns something.
    pub fn init_returned(&mut self, result: Word) -> Raised {
        let message = format!("__init__() should return None, not '{}'", self.type_name(result));
        self.type_error(&message)
    }

    /// A new object of a class made by a program, or of `object` or an exception.
    pub fn new_instance(&mut self, id: TypeId) -> Word {
        let rt = self.runtime();
        let ty = rt.ty(id);
        let object = self.new_object(ty.instance_class);
        self.set_int(object, classes::INSTANCE_MAP, ty.map.get().0.into());
        if ty.flags.get().contains(TypeFlags::FINALIZER) {
            self.core().heap.add_finalizer(object);
        }
        object
    }

    /// An object of a subclass of a builtin type.
    pub fn new_wrapped(&mut self, id: TypeId, payload: Word) -> Word {
        let object = self.new_instance(id);
        self.set(object, classes::WRAPPED_PAYLOAD, payload);
        object
    }

    /// `class.name = value`, or deleted.
    pub fn type_set_attr(&mut self, class: Word, name: Word, value: Option<Word>) -> PyResult<()> {
        let id = self.type_number(class);
        if !self.rt().ty(id).flags.get().contains(TypeFlags::HEAP) {
            let message = format!(
                "cannot set '{}' attribute of immutable type '{}'",
                self.string(name),
                self.rt().ty(id).name.borrow()
            );
            return Err(self.type_error(&message));
        }
        let dict = self.type_dict(id);
        match value {
            Some(value) => {
                self.dict_set_name(dict, name, value);
                let flag = match &*self.string(name) {
                    "__getattribute__" => Some(TypeFlags::OWN_GETATTRIBUTE),
                    "__setattr__" | "__delattr__" => Some(TypeFlags::OWN_SETATTR),
                    "__del__" => Some(TypeFlags::FINALIZER),
                    _ => None,
                };
                if let Some(flag) = flag {
                    self.add_flag(id, flag);
                }
            }
            None if self.dict_remove_name(dict, name).is_some() => {}
            None => return Err(self.no_attribute(class, name)),
        }
        self.type_changed(id);
        Ok(())
    }

    /// For the type and all that inherit from it.
    pub(super) fn add_flag(&mut self, id: TypeId, flag: TypeFlags) {
        let rt = self.runtime();
        let ty = rt.ty(id);
        ty.flags.set(ty.flags.get().with(flag));
        let subclasses = ty.subclasses.borrow().clone();
        subclasses.into_iter().for_each(|subclass| self.add_flag(subclass, flag));
    }

    /// `module.Class`, or just the name for builtins.
    pub fn qualified_name(&mut self, id: TypeId) -> String {
        let qualname = self.rt().ty(id).qualname.borrow().clone();
        let module = self.intern("__module__");
        match self.dict_get_name(self.type_dict(id), module) {
            Some(module) if self.is(module, classes::STR) && &*self.string(module) != "builtins" => {
                format!("{}.{qualname}", self.string(module))
            }
            _ => qualname.to_string(),
        }
    }

    /// A slot of `__slots__`.
    pub fn get_member(&mut self, member: Word, object: Word) -> PyResult {
        let name = self.get(member, classes::NATIVE_A);
        self.check_member(member, object)?;
        match self.own_attribute(object, name) {
            Some(value) => Ok(value),
            None => Err(self.no_attribute(object, name)),
        }
    }

    fn check_member(&mut self, member: Word, object: Word) -> PyResult<()> {
        let class = self.get(member, classes::NATIVE_B);
        if self.is_instance(object, self.type_number(class)) {
            return Ok(());
        }
        let (name, class) = (
            self.string(self.get(member, classes::NATIVE_A)),
            self.rt().ty(self.type_number(class)).name.borrow().clone(),
        );
        let message = format!(
            "descriptor '{name}' for '{class}' objects doesn't apply to a '{}' object",
            self.type_name(object)
        );
        Err(self.type_error(&message))
    }

    pub fn set_member(&mut self, member: Word, object: Word, value: Option<Word>) -> PyResult<()> {
        self.check_member(member, object)?;
        let name = self.get(member, classes::NATIVE_A);
        let rt = self.runtime();
        let id = self.map_of(object);
        let map = rt.maps.get(id);
        if map.in_dict {
            let dict = self.slot(object, 0);
            match value {
                Some(value) => self.dict_set_name(dict, name, value),
                None if self.dict_remove_name(dict, name).is_some() => {}
                None => return Err(self.no_attribute(object, name)),
            }
            return Ok(());
        }
        match (map.slot(name), value) {
            (Some(slot), Some(value)) => self.set_slot(object, slot, value),
            (Some(slot), None) if !self.slot(object, slot).is_null() => {
                self.set_slot(object, slot, Word::NULL)
            }
            (_, None) => return Err(self.no_attribute(object, name)),
            (None, Some(value)) => {
                self.set_slot(object, map.names.len() as u32, value);
                let map = rt.maps.with(id, name);
                self.set_int(object, classes::INSTANCE_MAP, map.0.into());
            }
        }
        Ok(())
    }
}
