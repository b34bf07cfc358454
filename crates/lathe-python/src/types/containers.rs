//! Builtin containers, and what goes over them: what is in their types.

use super::support::{GetterFn, Method};
use super::{dict, dict_views, frozenset, iterators, list, range, set, slice, tuple};
use crate::object::py::Py;
use crate::runtime::native::NativeFn;
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

/// What is in a builtin type.
#[derive(Clone, Copy, Debug)]
pub struct Contents {
    pub ty: TypeId,
    pub methods: &'static [&'static [Method]],
    pub getters: &'static [GetterFn],
    /// Signature and function of `__new__`.
    pub new: Option<(&'static str, NativeFn)>,
    /// Its `__hash__` is `None`.
    pub unhashable: bool,
}

pub const fn contents(
    ty: TypeId,
    methods: &'static [&'static [Method]],
    getters: &'static [GetterFn],
) -> Contents {
    Contents { ty, methods, getters, new: None, unhashable: false }
}

/// Builtin containers, and what goes over them. Those of [`iterators::TYPES`] have [`iterators::METHODS`].
pub const CONTAINERS: &[Contents] = &[
    Contents {
        new: Some((list::NEW, list::new)),
        unhashable: true,
        ..contents(types::LIST, &[list::METHODS], list::GETTERS)
    },
    Contents {
        new: Some((tuple::NEW, tuple::new)),
        ..contents(types::TUPLE, &[tuple::METHODS], tuple::GETTERS)
    },
    Contents {
        new: Some((dict::NEW, dict::new)),
        unhashable: true,
        ..contents(types::DICT, &[dict::METHODS], dict::GETTERS)
    },
    Contents {
        unhashable: true,
        ..contents(types::DICT_KEYS, &[dict_views::SET_METHODS], dict_views::GETTERS)
    },
    Contents {
        unhashable: true,
        ..contents(types::DICT_ITEMS, &[dict_views::SET_METHODS], dict_views::GETTERS)
    },
    contents(types::DICT_VALUES, &[dict_views::VALUES_METHODS], dict_views::GETTERS),
    Contents {
        new: Some((set::NEW, set::new)),
        unhashable: true,
        ..contents(types::SET, &[set::METHODS, set::COMMON_METHODS], set::GETTERS)
    },
    Contents {
        new: Some((frozenset::NEW, frozenset::new)),
        ..contents(types::FROZENSET, &[frozenset::METHODS, frozenset::COMMON_METHODS], frozenset::GETTERS)
    },
    Contents {
        new: Some((range::NEW, range::new)),
        ..contents(types::RANGE, &[range::METHODS], range::GETTERS)
    },
    Contents {
        new: Some((slice::NEW, slice::new)),
        ..contents(types::SLICE, &[slice::METHODS], slice::GETTERS)
    },
    Contents {
        new: Some((iterators::NEW_ENUMERATE, iterators::new_enumerate)),
        ..contents(types::ENUMERATE, &[iterators::ENUMERATE_METHODS], iterators::GETTERS)
    },
    Contents {
        new: Some((iterators::NEW_ZIP, iterators::new_zip)),
        ..contents(types::ZIP, &[iterators::PLAIN_METHODS], iterators::GETTERS)
    },
    Contents {
        new: Some((iterators::NEW_MAP, iterators::new_map)),
        ..contents(types::MAP, &[iterators::PLAIN_METHODS], iterators::GETTERS)
    },
    Contents {
        new: Some((iterators::NEW_FILTER, iterators::new_filter)),
        ..contents(types::FILTER, &[iterators::PLAIN_METHODS], iterators::GETTERS)
    },
    Contents {
        new: Some((iterators::NEW_REVERSED, iterators::new_reversed)),
        ..contents(types::REVERSED, &[iterators::REVERSED_METHODS], iterators::GETTERS)
    },
];

impl Contents {
    fn install(&self, py: &mut Py) {
        for methods in self.methods {
            py.add_methods(self.ty, methods);
        }
        py.add_getters(self.ty, self.getters);
        if let Some((signature, new)) = self.new {
            py.add_new(self.ty, signature, new);
        }
        if self.unhashable {
            let (name, none) = (py.intern("__hash__"), py.none());
            let dict = py.type_dict(self.ty);
            py.dict_set_name(dict, name, none);
        }
    }
}

impl Py {
    /// The type of a module that is being imported, with what is in it.
    pub fn filled_type(&mut self, contents: &Contents) -> Word {
        // Nobody has looked anything up in it before, and a module that is imported again finds it as it is.
        if self.dict_len(self.type_dict(contents.ty)) <= 1 {
            contents.install(self);
            super::object::install_dict(self, contents.ty);
            self.type_changed(contents.ty);
        }
        self.type_object(contents.ty)
    }
}

pub fn install(py: &mut Py) {
    for contents in CONTAINERS {
        contents.install(py);
    }
    for &ty in iterators::TYPES {
        py.add_methods(ty, iterators::METHODS);
    }
}
