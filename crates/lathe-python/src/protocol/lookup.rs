//! Attributes of types: along the method resolution order, remembered until something changes.

use crate::object::classes;
use crate::object::py::Py;
use crate::runtime::types::TypeId;
use lathe_heap::Word;

impl Py {
    /// The namespace of a type.
    pub fn type_dict(&self, id: TypeId) -> Word {
        self.get(self.type_object(id), classes::TYPE_DICT)
    }

    /// The attribute of a type, or of its bases; nothing is bound. The name is interned.
    pub fn lookup(&mut self, id: TypeId, name: Word) -> Option<Word> {
        let rt = self.runtime();
        let ty = rt.ty(id);
        if let Some(&found) = ty.found.borrow().get(&name) {
            return found;
        }
        let mro = ty.mro.borrow().clone();
        let found = mro.iter().find_map(|&base| self.dict_get_name(self.type_dict(base), name));
        ty.found.borrow_mut().insert(name, found);
        found
    }

    /// A special method: found in the type, never in the instance.
    pub fn lookup_special(&mut self, object: Word, name: &str) -> Option<Word> {
        let name = self.intern(name);
        self.lookup(self.type_of(object), name)
    }

    /// Where in the resolution order behind `after` the attribute is found first: for `super`.
    pub fn lookup_after(&mut self, id: TypeId, after: TypeId, name: Word) -> Option<Word> {
        let mro = self.rt().ty(id).mro.borrow().clone();
        let behind = mro.iter().position(|&base| base == after)? + 1;
        mro[behind..].iter().find_map(|&base| self.dict_get_name(self.type_dict(base), name))
    }

    /// Something that lookups in the type could give has changed.
    pub fn type_changed(&mut self, id: TypeId) {
        let rt = self.runtime();
        let ty = rt.ty(id);
        ty.found.borrow_mut().clear();
        ty.specials.clear();
        ty.version.set(rt.new_version());
        self.core().invalidate(ty.fact);
        let subclasses = ty.subclasses.borrow().clone();
        for subclass in subclasses {
            self.type_changed(subclass);
        }
    }

    /// Puts an attribute into the namespace of a type.
    pub fn set_type_attribute(&mut self, id: TypeId, name: Word, value: Word) {
        let dict = self.type_dict(id);
        self.dict_set_name(dict, name, value);
        self.type_changed(id);
    }
}
