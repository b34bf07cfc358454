//! Objects that Rust code holds on to between runs.
//!
//! A word in a variable of Rust is seen by collections only while the interpreter is entered, on the stack below the entry. What has to
//! live longer has a place in the table of roots.

use super::py::Py;
use lathe_heap::{RootIndex, Word};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// Places in the table of roots that nobody needs any more.
pub type Released = Rc<RefCell<Vec<RootIndex>>>;

/// An object of an interpreter. It stays alive as long as this.
pub struct Object {
    root: RootIndex,
    released: Released,
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Object").finish_non_exhaustive()
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // The heap cannot be reached from here; the place is given back when the next object is held.
        self.released.borrow_mut().push(self.root);
    }
}

impl Py {
    /// Keeps an object alive.
    pub fn hold(&mut self, object: Word) -> Object {
        let released = self.rt().released.clone();
        for root in released.borrow_mut().drain(..) {
            self.core().heap.remove_root(root);
        }
        Object { root: self.core().heap.add_root(object), released }
    }

    /// The object itself. It must be one of this interpreter.
    pub fn held(&self, object: &Object) -> Word {
        assert!(Rc::ptr_eq(&object.released, &self.rt().released), "an object of another interpreter");
        self.root(object.root)
    }
}
