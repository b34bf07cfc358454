//! `isinstance` and `issubclass`: types, `__instancecheck__` and `__subclasscheck__`, and objects that only say what their bases are.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types::{self, TypeFlags, TypeId};
use lathe_heap::Word;

const NOT_FOR_ISINSTANCE: &str = "isinstance() arg 2 must be a type, a tuple of types, or a union";
const NOT_FOR_ISSUBCLASS: &str = "issubclass() arg 2 must be a class, a tuple of classes, or a union";

impl Py {
    /// `isinstance(object, class)`, with `__instancecheck__`.
    pub fn is_instance_of(&mut self, object: Word, class: Word) -> PyResult<bool> {
        if self.type_object(self.type_of(object)) == class {
            return Ok(true);
        }
        if let Some(id) = self.as_type(class)
            && self.type_of(class) == types::TYPE
        {
            return Ok(self.is_instance(object, id) || self.claims_to_be(object, id)?);
        }
        if let Some(parts) = self.classes_in(class) {
            self.check_stack()?;
            for index in 0..self.array_len(parts) {
                let one = self.items::<Word>(parts)[index];
                if self.is_instance_of(object, one)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        match self.call_special(class, "__instancecheck__", &[object])? {
            Some(result) => self.truth(result),
            None => self.plain_is_instance(object, class),
        }
    }

    /// `issubclass(derived, class)`, with `__subclasscheck__`.
    pub fn is_subclass_of(&mut self, derived: Word, class: Word) -> PyResult<bool> {
        if self.type_of(class) == types::TYPE {
            return if derived == class { Ok(true) } else { self.plain_is_subclass(derived, class) };
        }
        if let Some(parts) = self.classes_in(class) {
            self.check_stack()?;
            for index in 0..self.array_len(parts) {
                let one = self.items::<Word>(parts)[index];
                if self.is_subclass_of(derived, one)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        match self.call_special(class, "__subclasscheck__", &[derived])? {
            Some(result) => self.truth(result),
            None => self.plain_is_subclass(derived, class),
        }
    }

    /// The classes of a tuple, or of `A | B`.
    fn classes_in(&self, class: Word) -> Option<Word> {
        match self.native_kind(class) {
            Some(Kind::Union) => Some(self.get(class, classes::NATIVE_A)),
            _ => self.payload(class, classes::TUPLE),
        }
    }

    /// What `type.__instancecheck__` says.
    pub fn plain_is_instance(&mut self, object: Word, class: Word) -> PyResult<bool> {
        if let Some(id) = self.as_type(class) {
            return Ok(self.is_instance(object, id) || self.claims_to_be(object, id)?);
        }
        self.check_class(class, NOT_FOR_ISINSTANCE)?;
        let name = self.intern("__class__");
        match self.optional_attr(object, name)? {
            Some(own) => self.has_base(own, class),
            None => Ok(false),
        }
    }

    /// What `type.__subclasscheck__` says.
    pub fn plain_is_subclass(&mut self, derived: Word, class: Word) -> PyResult<bool> {
        if let (Some(sub), Some(of)) = (self.as_type(derived), self.as_type(class)) {
            return Ok(self.rt().is_subtype(sub, of));
        }
        self.check_class(derived, "issubclass() arg 1 must be a class")?;
        self.check_class(class, NOT_FOR_ISSUBCLASS)?;
        self.has_base(derived, class)
    }

    /// Does the object say that its class is another than it is, one that is of the type? A proxy does.
    pub fn claims_to_be(&mut self, object: Word, ty: TypeId) -> PyResult<bool> {
        let name = self.intern("__class__");
        let own = self.type_of(object);
        if !self.rt().ty(own).flags.get().contains(TypeFlags::OWN_GETATTRIBUTE)
            && self.lookup(own, name) == self.lookup(types::OBJECT, name)
        {
            return Ok(false);
        }
        let class = self.optional_attr(object, name)?;
        Ok(class.and_then(|class| self.as_type(class)).is_some_and(|id| self.rt().is_subtype(id, ty)))
    }

    /// An attribute, if there is one; an `AttributeError` means that there is none, wherever it comes from.
    pub fn optional_attr(&mut self, object: Word, name: Word) -> PyResult<Option<Word>> {
        match self.try_get_attr(object, name) {
            Err(raised) if self.is_instance(raised.0, types::ATTRIBUTE_ERROR) => Ok(None),
            found => found,
        }
    }

    /// `__bases__`, if it is there and a tuple: this is what makes an object a class.
    fn bases_of(&mut self, class: Word) -> PyResult<Option<Word>> {
        let name = self.intern("__bases__");
        Ok(self.optional_attr(class, name)?.filter(|&bases| self.is(bases, classes::TUPLE)))
    }

    fn check_class(&mut self, class: Word, message: &str) -> PyResult<()> {
        match self.bases_of(class)? {
            Some(_) => Ok(()),
            None => Err::<(), Raised>(self.type_error(message)),
        }
    }

    /// Is the class among what `__bases__` leads to?
    fn has_base(&mut self, derived: Word, class: Word) -> PyResult<bool> {
        self.check_stack()?;
        let mut derived = derived;
        loop {
            if derived == class {
                return Ok(true);
            }
            let Some(bases) = self.bases_of(derived)? else { return Ok(false) };
            match *self.items::<Word>(bases) {
                [] => return Ok(false),
                [only] => derived = only,
                _ => {
                    for index in 0..self.array_len(bases) {
                        let base = self.items::<Word>(bases)[index];
                        if self.has_base(base, class)? {
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
            }
        }
    }
}
