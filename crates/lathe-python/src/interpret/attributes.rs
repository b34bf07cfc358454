//! Attributes of objects with maps, and items of lists.

use super::intrinsics::type_of_class;
use super::{Flow, Python};
use crate::bytecode::{Cache as CacheIndex, NO_CACHE};
use crate::object::classes;
use crate::object::py::Py;
use crate::protocol::attributes::Descriptor;
use crate::protocol::call::scratch;
use crate::runtime::maps::{MAX_SLOTS, MapId};
use crate::runtime::special::Special;
use crate::runtime::types::{self, TypeFlags, TypeId};
use crate::runtime::{Cache, Found, LoadedCode};
use lathe_heap::Word;
use lathe_ir::{ClassId, IntBinary, IntCompare};
use lathe_meta::{Arg, FieldRef, Ops};

/// Where objects of a class have their map, attributes and more of them.
#[derive(Clone, Copy)]
struct Fields {
    map: FieldRef,
    slots: [FieldRef; 4],
    more: FieldRef,
}

#[inline(always)]
fn fields(class: ClassId) -> Option<Fields> {
    use classes::*;
    Some(match class {
        INSTANCE => Fields {
            map: INSTANCE_MAP,
            slots: [INSTANCE_0, INSTANCE_1, INSTANCE_2, INSTANCE_3],
            more: INSTANCE_MORE,
        },
        WRAPPED => Fields {
            map: WRAPPED_MAP,
            slots: [WRAPPED_0, WRAPPED_1, WRAPPED_2, WRAPPED_3],
            more: WRAPPED_MORE,
        },
        EXCEPTION => Fields {
            map: EXCEPTION_MAP,
            slots: [EXCEPTION_0, EXCEPTION_1, EXCEPTION_2, EXCEPTION_3],
            more: EXCEPTION_MORE,
        },
        _ => return None,
    })
}

impl Python {
    /// What an attribute of an object with this map is, from the cache or anew. The trace relies on the type.
    #[inline(always)]
    fn find_attribute<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        cache: CacheIndex,
        name: u32,
        map: i64,
        store: bool,
    ) -> Found {
        let entry = loaded.caches[cache as usize].get();
        if entry.key == map && !entry.ty.is_null() {
            // SAFETY: types are never freed before the runtime.
            let ty = unsafe { &*entry.ty };
            if entry.version == ty.version.get() {
                ops.assume(ty.fact);
                return entry.found;
            }
        }
        ops.assume(self.rt.ty(self.rt.maps.get(MapId(map as u32)).ty).fact);
        self.resolve_attribute(loaded, cache, name, map, store)
    }

    #[inline(never)]
    fn resolve_attribute(
        &self,
        loaded: &LoadedCode,
        cache: CacheIndex,
        name: u32,
        id: i64,
        store: bool,
    ) -> Found {
        let (mut py, name) = (self.py(), loaded.names[name as usize].0);
        let map = self.rt.maps.get(MapId(id as u32));
        let ty = self.rt.ty(map.ty);
        let found = if store {
            self.resolve_store(&mut py, map.id, name)
        } else {
            self.resolve_load(&mut py, map.id, name)
        };
        loaded.caches[cache as usize].set(Cache {
            key: id,
            version: ty.version.get(),
            ty: &raw const *ty,
            found,
        });
        found
    }

    fn resolve_load(&self, py: &mut Py, id: MapId, name: Word) -> Found {
        let map = self.rt.maps.get(id);
        let ty = self.rt.ty(map.ty);
        if map.in_dict || ty.flags.get().contains(TypeFlags::OWN_GETATTRIBUTE) {
            return Found::Nothing;
        }
        let in_type = py.lookup(ty.id, name);
        match (in_type, map.slot(name)) {
            (None, Some(slot)) => Found::Slot(slot),
            (None, None) => Found::Nothing,
            (Some(attribute), slot) => match (py.descriptor(attribute), slot) {
                (Descriptor::Data, _) => match py.native_kind(attribute) {
                    Some(crate::object::native::Kind::Property) => {
                        let getter = py.get(attribute, classes::NATIVE_A);
                        if py.is(getter, classes::FUNCTION) { Found::Getter(getter) } else { Found::Nothing }
                    }
                    _ => Found::Nothing,
                },
                (_, Some(slot)) => Found::Slot(slot),
                (Descriptor::Method, None) => Found::Method(attribute),
                (Descriptor::Plain, None) => Found::Value(attribute),
                (Descriptor::NonData, None) => Found::Nothing,
            },
        }
    }

    fn resolve_store(&self, py: &mut Py, id: MapId, name: Word) -> Found {
        let map = self.rt.maps.get(id);
        let ty = self.rt.ty(map.ty);
        let flags = ty.flags.get();
        if map.in_dict || flags.contains(TypeFlags::OWN_SETATTR) {
            return Found::Nothing;
        }
        if let Some(attribute) = py.lookup(ty.id, name)
            && py.descriptor(attribute) == Descriptor::Data
        {
            return Found::Nothing;
        }
        match map.slot(name) {
            Some(slot) => Found::Slot(slot),
            None if flags.contains(TypeFlags::NO_DICT) || map.names.len() >= MAX_SLOTS => Found::Nothing,
            None => Found::NewSlot(map.names.len() as u32, self.rt.maps.with(id, name).0),
        }
    }

    #[inline(always)]
    fn load_slot<O: Ops>(&self, ops: &mut O, object: O::Ref, fields: Fields, slot: u32) -> O::Ref {
        if slot < classes::INLINE_SLOTS {
            return ops.get_ref(object, fields.slots[slot as usize]);
        }
        let more = ops.get_ref(object, fields.more);
        let index = ops.int((slot - classes::INLINE_SLOTS).into());
        ops.item_ref(classes::REFS_ITEMS, more, index)
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn get_attr<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        dst: u16,
        object: u16,
        cache: CacheIndex,
        name: u32,
    ) -> Flow<O::Ref> {
        let object = ops.local(object.into());
        if cache != NO_CACHE
            && let Some(fields) = ops.class_of(object).and_then(fields)
        {
            let map = ops.get_int(object, fields.map);
            let map = ops.promote_int(map);
            match self.find_attribute(ops, loaded, cache, name, map, false) {
                Found::Slot(slot) => {
                    let value = self.load_slot(ops, object, fields, slot);
                    // A slot of `__slots__` may be empty.
                    if !ops.is_null(value) {
                        ops.set_local(dst.into(), value);
                        return Flow::Next;
                    }
                }
                Found::Value(value) => {
                    let fact = self.rt.ty(self.rt.maps.get(MapId(map as u32)).ty).fact;
                    let value = ops.known(fact, value);
                    ops.set_local(dst.into(), value);
                    return Flow::Next;
                }
                Found::Getter(getter) => {
                    let fact = self.rt.ty(self.rt.maps.get(MapId(map as u32)).ty).fact;
                    let getter = ops.known(fact, getter);
                    if let Some(flow) = self.push_call(ops, pc, super::action::RESULT, getter, &[object]) {
                        return flow;
                    }
                }
                _ => {}
            }
        }
        if let Some(class @ (classes::MODULE | classes::TYPE)) = ops.class_of(object)
            && let Some(value) = self.attribute_of_holder(ops, loaded, cache, name, object, class)
        {
            ops.set_local(dst.into(), value);
            return Flow::Next;
        }
        let name = ops.constant(loaded.names[name as usize].1);
        self.call_helper(ops, pc, self.helpers.get_attr, &[Arg::Ref(object), Arg::Ref(name)], dst.into())
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn set_attr<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        object: u16,
        src: u16,
        cache: CacheIndex,
        name: u32,
    ) -> Flow<O::Ref> {
        let (object, value) = (ops.local(object.into()), ops.local(src.into()));
        if cache != NO_CACHE
            && let Some(fields) = ops.class_of(object).and_then(fields)
        {
            let map = ops.get_int(object, fields.map);
            let map = ops.promote_int(map);
            match self.find_attribute(ops, loaded, cache, name, map, true) {
                Found::Slot(slot) if slot < classes::INLINE_SLOTS => {
                    ops.set_ref(object, fields.slots[slot as usize], value);
                    return Flow::Next;
                }
                Found::Slot(slot) => {
                    let more = ops.get_ref(object, fields.more);
                    let index = ops.int((slot - classes::INLINE_SLOTS).into());
                    ops.set_item_ref(classes::REFS_ITEMS, more, index, value);
                    return Flow::Next;
                }
                Found::NewSlot(slot, map) if slot < classes::INLINE_SLOTS => {
                    ops.set_ref(object, fields.slots[slot as usize], value);
                    let map = ops.int(map.into());
                    ops.set_int(object, fields.map, map);
                    return Flow::Next;
                }
                _ => {}
            }
        }
        let name = ops.constant(loaded.names[name as usize].1);
        let args = [Arg::Ref(object), Arg::Ref(name), Arg::Ref(value)];
        self.call_helper(ops, pc, self.helpers.set_attr, &args, scratch(loaded))
    }

    #[inline(always)]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn load_method<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        base: u16,
        object: u16,
        cache: CacheIndex,
        name: u32,
    ) -> Flow<O::Ref> {
        let object = ops.local(object.into());
        let base = u32::from(base);
        if cache != NO_CACHE
            && let Some(fields) = ops.class_of(object).and_then(fields)
        {
            let map = ops.get_int(object, fields.map);
            let map = ops.promote_int(map);
            match self.find_attribute(ops, loaded, cache, name, map, false) {
                Found::Method(function) => {
                    let fact = self.rt.ty(self.rt.maps.get(MapId(map as u32)).ty).fact;
                    let function = ops.known(fact, function);
                    ops.set_local(base, function);
                    ops.set_local(base + 1, object);
                    return Flow::Next;
                }
                Found::Slot(slot) => {
                    let value = self.load_slot(ops, object, fields, slot);
                    if !ops.is_null(value) {
                        let null = ops.null();
                        ops.set_local(base, null);
                        ops.set_local(base + 1, value);
                        return Flow::Next;
                    }
                }
                _ => {}
            }
        }
        if let Some((function, object)) = self.method_of_builtin(ops, loaded, cache, name, object) {
            ops.set_local(base, function);
            ops.set_local(base + 1, object);
            return Flow::Next;
        }
        // The attribute is called as it is.
        let null = ops.null();
        ops.set_local(base, null);
        let name = ops.constant(loaded.names[name as usize].1);
        self.call_helper(ops, pc, self.helpers.get_attr, &[Arg::Ref(object), Arg::Ref(name)], base + 1)
    }

    /// For objects without a map: a function of their type and the object, or null and a function of a module or class.
    #[inline(never)]
    fn method_of_builtin<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        cache: CacheIndex,
        name: u32,
        object: O::Ref,
    ) -> Option<(O::Ref, O::Ref)> {
        let class = ops.class_of(object)?;
        if let Some(id) = type_of_class(class) {
            let (mut py, ty) = (self.py(), self.rt.ty(id));
            let method = py.lookup(id, loaded.names[name as usize].0)?;
            if !py.is(method, classes::BUILTIN) || py.type_of(method) != types::METHOD_DESCRIPTOR {
                return None;
            }
            return Some((ops.known(ty.fact, method), object));
        }
        let value = self.attribute_of_holder(ops, loaded, cache, name, object, class)?;
        Some((ops.null(), value))
    }

    /// An attribute of a module or a class.
    #[inline(never)]
    fn attribute_of_holder<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        cache: CacheIndex,
        name: u32,
        object: O::Ref,
        class: ClassId,
    ) -> Option<O::Ref> {
        let text = &loaded.code.names[name as usize];
        if cache == NO_CACHE || text.starts_with("__") {
            return None;
        }
        match class {
            classes::MODULE => {
                let dict = ops.get_ref(object, classes::MODULE_DICT);
                self.entry_of(ops, loaded, cache, name, dict)
            }
            classes::TYPE => {
                let number = ops.get_int(object, classes::TYPE_NUMBER);
                let ty = self.rt.ty(TypeId(ops.promote_int(number) as u32));
                if ty.metatype.get() != types::TYPE {
                    return None;
                }
                ops.assume(ty.fact);
                let (mut py, name) = (self.py(), loaded.names[name as usize].0);
                if py.lookup(types::TYPE, name).is_some() {
                    return None;
                }
                let value = py.lookup(ty.id, name)?;
                let plain = py.is(value, classes::FUNCTION)
                    || !py.is(value, classes::BUILTIN) && py.descriptor(value) == Descriptor::Plain;
                plain.then(|| ops.known(ty.fact, value))
            }
            _ => None,
        }
    }

    #[inline(always)]
    pub(super) fn get_item<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        dst: u16,
        object: O::Ref,
        index: O::Ref,
    ) -> Flow<O::Ref> {
        if let Some(value) = self.quick_item(ops, object, index) {
            ops.set_local(dst.into(), value);
            return Flow::Next;
        }
        if let Some(flow) = self.push_special(ops, pc, Special::GetItem, &[object, index]) {
            return flow;
        }
        self.call_helper(ops, pc, self.helpers.get_item, &[Arg::Ref(object), Arg::Ref(index)], dst.into())
    }

    /// An index into a sequence of this length, from its end if it is negative; none if it is out of range.
    #[inline(always)]
    fn position<O: Ops>(&self, ops: &mut O, index: O::Ref, length: O::Int) -> Option<O::Int> {
        let index = ops.unbox_int(classes::INT_REF, index);
        if ops.int_test(IntCompare::UintLt, index, length) {
            return Some(index);
        }
        let zero = ops.int(0);
        if !ops.int_test(IntCompare::Lt, index, zero) {
            return None;
        }
        let from_end = ops.int_binary(IntBinary::Add, index, length);
        ops.int_test(IntCompare::UintLt, from_end, length).then_some(from_end)
    }

    #[inline(always)]
    fn quick_item<O: Ops>(&self, ops: &mut O, object: O::Ref, index: O::Ref) -> Option<O::Ref> {
        match ops.class_of(object)? {
            classes::LIST => {
                if ops.class_of(index) != Some(classes::INT) {
                    return None;
                }
                let length = ops.get_int(object, classes::LIST_LENGTH);
                let position = self.position(ops, index, length)?;
                let items = ops.get_ref(object, classes::LIST_ITEMS);
                self.list_item(ops, items, position)
            }
            classes::TUPLE => {
                if ops.class_of(index) != Some(classes::INT) {
                    return None;
                }
                let length = ops.array_len(classes::TUPLE_ITEMS, object);
                let position = self.position(ops, index, length)?;
                Some(ops.item_ref(classes::TUPLE_ITEMS, object, position))
            }
            _ => None,
        }
    }

    /// An item of a list's storage, by its strategy.
    #[inline(always)]
    pub(super) fn list_item<O: Ops>(&self, ops: &mut O, items: O::Ref, position: O::Int) -> Option<O::Ref> {
        Some(match ops.class_of(items)? {
            classes::INTS => {
                let value = ops.item_int(classes::INTS_ITEMS, items, position);
                ops.box_int(classes::INT_REF, value)
            }
            classes::FLOATS => {
                let value = ops.item_float(classes::FLOATS_ITEMS, items, position);
                self.float(ops, value)
            }
            _ => ops.item_ref(classes::REFS_ITEMS, items, position),
        })
    }

    #[inline(always)]
    pub(super) fn set_item<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        object: O::Ref,
        index: O::Ref,
        value: O::Ref,
    ) -> Flow<O::Ref> {
        if self.quick_set_item(ops, object, index, value).is_some() {
            return Flow::Next;
        }
        if let Some(flow) = self.push_special(ops, pc, Special::SetItem, &[object, index, value]) {
            return flow;
        }
        let args = [Arg::Ref(object), Arg::Ref(index), Arg::Ref(value)];
        self.call_helper(ops, pc, self.helpers.set_item, &args, scratch(loaded))
    }

    #[inline(always)]
    fn quick_set_item<O: Ops>(
        &self,
        ops: &mut O,
        object: O::Ref,
        index: O::Ref,
        value: O::Ref,
    ) -> Option<()> {
        if ops.class_of(object)? != classes::LIST || ops.class_of(index)? != classes::INT {
            return None;
        }
        let length = ops.get_int(object, classes::LIST_LENGTH);
        let position = self.position(ops, index, length)?;
        let items = ops.get_ref(object, classes::LIST_ITEMS);
        match ops.class_of(items)? {
            classes::INTS => {
                if ops.class_of(value)? != classes::INT {
                    return None;
                }
                let value = ops.unbox_int(classes::INT_REF, value);
                ops.set_item_int(classes::INTS_ITEMS, items, position, value);
            }
            classes::FLOATS => {
                if ops.class_of(value)? != classes::FLOAT {
                    return None;
                }
                let value = ops.get_float(value, classes::FLOAT_VALUE);
                ops.set_item_float(classes::FLOATS_ITEMS, items, position, value);
            }
            _ => ops.set_item_ref(classes::REFS_ITEMS, items, position, value),
        }
        Some(())
    }
}
