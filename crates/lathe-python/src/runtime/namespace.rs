//! Namespaces that are watched: the globals of modules.
//!
//! A global that was assigned only a few times is taken for a constant by traces, which rely on a fact of its own. Every store
//! into a watched dict, whoever does it, says which key it was for.

use super::Runtime;
use crate::object::classes;
use crate::object::py::Py;
use lathe_heap::Word;
use lathe_meta::FactId;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// So often a global can be assigned before it is a variable.
const QUIET_CHANGES: u32 = 4;

#[derive(Debug, Default)]
pub struct Namespace {
    names: RefCell<FxHashMap<Word, Rc<Global>>>,
}

#[derive(Debug)]
pub struct Global {
    pub fact: FactId,
    changes: Cell<u32>,
}

impl Global {
    /// Once false, always false; before, it changes only together with the fact.
    pub fn is_quiet(&self) -> bool {
        self.changes.get() < QUIET_CHANGES
    }
}

impl Runtime {
    /// A namespace; its number, for `DICT_WATCH`, which is not 0.
    pub fn add_namespace(&self) -> i64 {
        i64::from(self.namespaces.add(Namespace::default())) + 1
    }
}

impl Py {
    /// What is known of a name (an interned string) in a watched dict.
    pub fn global(&mut self, watch: i64, name: Word) -> Rc<Global> {
        let rt = self.runtime();
        let mut names = rt.namespaces.get((watch - 1) as u32).names.borrow_mut();
        let global = names
            .entry(name)
            .or_insert_with(|| Rc::new(Global { fact: self.core().facts.add_fact(), changes: Cell::new(0) }));
        global.clone()
    }

    /// The value of a key in a watched dict has changed.
    pub fn namespace_changed(&mut self, watch: i64, key: Word) {
        // Names are interned; a key need not be.
        let Some(name) = (if self.is(key, classes::STR) { self.intern_str(key) } else { None }) else {
            return;
        };
        let rt = self.runtime();
        let global = rt.namespaces.get((watch - 1) as u32).names.borrow().get(&name).cloned();
        if let Some(global) = global {
            global.changes.set(global.changes.get().saturating_add(1));
            self.core().invalidate(global.fact);
        }
    }
}
