//! Interned names.

use crate::bytecode::Name;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub u32);

#[derive(Debug)]
pub struct Names {
    by_text: FxHashMap<Name, NameId>,
    all: Vec<Name>,
}

macro_rules! known {
    ($($constant:ident = $text:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Known { $($constant),* }
        impl Names {
            $(pub const $constant: NameId = NameId(Known::$constant as u32);)*
            const KNOWN: &[&str] = &[$($text),*];
        }
    };
}

known! {
    CLASS = "__class__",
    CLASS_DICT = "__classdict__",
    CLASS_CELL = "__classcell__",
    CLASS_DICT_CELL = "__classdictcell__",
    SUPER = "super",
    DEBUG = "__debug__",
    CONDITIONAL_ANNOTATIONS = "__conditional_annotations__",
    NAMESPACE = ".namespace",
    FORMAT = ".format",
    ITERATOR = ".0",
    DEFAULTS = ".defaults",
    KEYWORD_DEFAULTS = ".kwdefaults",
    TYPE_PARAMS = ".type_params",
    GENERIC_BASE = ".generic_base",
}

impl Default for Names {
    fn default() -> Names {
        let mut names = Names { by_text: FxHashMap::default(), all: Vec::new() };
        Names::KNOWN.iter().for_each(|text| {
            names.intern(text);
        });
        names
    }
}

impl Names {
    pub fn intern(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.by_text.get(text) {
            return id;
        }
        let id = NameId(self.all.len() as u32);
        let name: Name = text.into();
        self.all.push(name.clone());
        self.by_text.insert(name, id);
        id
    }

    /// A name that has been seen before.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.by_text.get(text).copied()
    }

    pub fn get(&self, id: NameId) -> &Name {
        &self.all[id.0 as usize]
    }

    /// The cells that classes make for inner scopes.
    pub fn is_class_cell(&self, id: NameId) -> bool {
        id == Names::CLASS || id == Names::CLASS_DICT || id == Names::CONDITIONAL_ANNOTATIONS
    }
}
