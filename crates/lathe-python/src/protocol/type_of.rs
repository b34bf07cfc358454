//! The type of an object.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::Py;
use crate::runtime::Getter;
use crate::runtime::maps::MapId;
use crate::runtime::native::NativeKind;
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;
use lathe_ir::ClassId;
use std::rc::Rc;

impl Py {
    /// The type of an object, which is not null.
    pub fn type_of(&self, object: Word) -> TypeId {
        let class = self.class_of(object).expect("an object");
        match class {
            classes::INT | classes::BIG_INT => types::INT,
            classes::FLOAT => types::FLOAT,
            classes::BOOL => types::BOOL,
            classes::COMPLEX => types::COMPLEX,
            classes::STR => types::STR,
            classes::BYTES => types::BYTES,
            classes::TUPLE => types::TUPLE,
            classes::LIST => types::LIST,
            classes::DICT => types::DICT,
            classes::SET if self.get_int(object, classes::SET_FROZEN) != 0 => types::FROZENSET,
            classes::SET => types::SET,
            classes::SINGLETON => match self.get_int(object, classes::SINGLETON_NUMBER) {
                0 => types::NONE_TYPE,
                1 => types::NOT_IMPLEMENTED_TYPE,
                3 => types::NO_DEFAULT_TYPE,
                _ => types::ELLIPSIS_TYPE,
            },
            classes::TYPE => self.rt().ty(self.type_number(object)).metatype.get(),
            classes::FUNCTION => types::FUNCTION,
            classes::BUILTIN => self.builtin_type(object),
            classes::BOUND_METHOD => types::METHOD,
            classes::CELL => types::CELL,
            classes::MODULE => types::MODULE,
            classes::GENERATOR => self.generator_type(object),
            classes::RANGE => types::RANGE,
            classes::SLICE => types::SLICE,
            classes::INSTANCE | classes::WRAPPED | classes::EXCEPTION => {
                self.rt().maps.get(self.map_of(object)).ty
            }
            classes::STREAM => self.stream_kind_of(object).type_id(),
            classes::NATIVE => match Kind::of(self.get_int(object, classes::NATIVE_KIND)) {
                Kind::Getter if self.getter_of(object).is_member() => types::MEMBER_DESCRIPTOR,
                kind => kind.type_id(),
            },
            classes::WEAK => types::WEAK_REFERENCE,
            _ => unreachable!("not an object of Python's: class {}", class.0),
        }
    }

    pub fn getter_of(&self, descriptor: Word) -> &Getter {
        self.rt().getters.get(self.get_int(descriptor, classes::NATIVE_I) as u32)
    }

    fn builtin_type(&self, object: Word) -> TypeId {
        let native = self.rt().natives.get(self.get_int(object, classes::BUILTIN_NUMBER) as u32);
        let bound = !self.get(object, classes::BUILTIN_SELF).is_null();
        match native.kind {
            NativeKind::Method if !bound => types::METHOD_DESCRIPTOR,
            NativeKind::Special if !bound => types::WRAPPER_DESCRIPTOR,
            NativeKind::Special => types::METHOD_WRAPPER,
            NativeKind::ClassMethod if !bound => types::CLASS_METHOD_DESCRIPTOR,
            _ => types::BUILTIN_FUNCTION,
        }
    }

    fn generator_type(&self, object: Word) -> TypeId {
        use crate::bytecode::Flags;
        let code = self.rt().codes.get(self.get_int(object, classes::GENERATOR_CODE) as u32);
        let has = |flag| code.code.flags.contains(flag);
        if has(Flags::COROUTINE) {
            types::COROUTINE
        } else if has(Flags::ASYNC_GENERATOR) {
            types::ASYNC_GENERATOR
        } else {
            types::GENERATOR
        }
    }

    /// The map of an object of a class that has one. It is the first field in all of them.
    #[inline(always)]
    pub fn map_of(&self, object: Word) -> MapId {
        MapId(self.get_int(object, classes::INSTANCE_MAP) as u32)
    }

    /// Is it of a class whose objects have a map?
    #[inline(always)]
    pub fn has_map(class: ClassId) -> bool {
        matches!(class, classes::INSTANCE | classes::WRAPPED | classes::EXCEPTION)
    }

    /// The number of a `TYPE` object's type.
    #[inline(always)]
    pub fn type_number(&self, object: Word) -> TypeId {
        TypeId(self.get_int(object, classes::TYPE_NUMBER) as u32)
    }

    pub fn type_object(&self, id: TypeId) -> Word {
        self.root(self.rt().ty(id).object)
    }

    /// The type that a `TYPE` object stands for.
    pub fn as_type(&self, word: Word) -> Option<TypeId> {
        self.is(word, classes::TYPE).then(|| self.type_number(word))
    }

    /// What messages call the type of an object.
    pub fn type_name(&self, object: Word) -> Rc<str> {
        let ty = self.rt().ty(self.type_of(object));
        match ty.flags.get().contains(TypeFlags::HEAP) {
            true => ty.name.borrow().clone(),
            false => ty.shown.clone(),
        }
    }

    /// Is the object of the type or a subtype? Nobody is asked.
    pub fn is_instance(&self, object: Word, ty: TypeId) -> bool {
        self.rt().is_subtype(self.type_of(object), ty)
    }

    /// The object of this layout, for exact ones and for objects of a subclass.
    #[inline]
    pub fn payload(&self, object: Word, class: ClassId) -> Option<Word> {
        match self.class_of(object) {
            Some(found) if found == class => Some(object),
            Some(classes::WRAPPED) => {
                let payload = self.get(object, classes::WRAPPED_PAYLOAD);
                self.is(payload, class).then_some(payload)
            }
            _ => None,
        }
    }
}
