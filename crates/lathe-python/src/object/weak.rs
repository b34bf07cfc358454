//! Weak references, and how an object knows those to it.
//!
//! A `WEAK` object has one field that does not keep its referent alive; the collector clears it, and hands the object out to have
//! its callback called. `weakref.ref(x)` is the same object each time, and `weakref.getweakrefs(x)` lists all: so there is an
//! *anchor* for each object that has weak references, itself a `WEAK`, in a table by the object's address. It has a list
//! of *links*: `WEAK`s again, to the references. Nothing of this keeps either end alive.
//!
//! ```text
//!     table --> anchor - - > x < - - reference (or proxy's)
//!                 |                      ^
//!                 +--> [link, ...] - - - +
//! ```
//!
//! Objects do not move, but an address can be used again. The anchor is cleared with its object, before that: whoever finds a
//! cleared one makes a new one.

use super::classes;
use super::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types::{self, TypeFlags};
use lathe_heap::Word;

/// What a `WEAK` is for: its field `WEAK_ROLE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Of a program: `WEAK_CALLBACK` is a callable or null, `WEAK_OWNER` what the program has of it, if that is another object: that
    /// of a subclass, or a proxy.
    Reference,
    /// `WEAK_CALLBACK` is a list of links, `WEAK_HASH` the address.
    Anchor,
    Link,
}

/// `WEAK_HASH` of a reference whose hash nobody has asked for: no hash is -1.
pub const NO_HASH: i64 = -1;

impl Py {
    pub fn new_weak(&mut self, role: Role, referent: Word) -> Word {
        let weak = self.new_object(classes::WEAK);
        self.set(weak, classes::WEAK_REFERENT, referent);
        self.set_int(weak, classes::WEAK_HASH, NO_HASH);
        self.set_int(weak, classes::WEAK_ROLE, role as i64);
        weak
    }

    /// What a reference refers to, as long as that is alive.
    pub fn referent(&self, weak: Word) -> Option<Word> {
        let referent = self.get(weak, classes::WEAK_REFERENT);
        (!referent.is_null()).then_some(referent)
    }

    /// Can there be weak references to it?
    pub fn is_weakly_referable(&self, object: Word) -> bool {
        match self.class_of(object) {
            Some(class) if Py::has_map(class) => {
                let flags = self.rt().ty(self.type_of(object)).flags.get();
                flags.contains(TypeFlags::HEAP) && !flags.contains(TypeFlags::NO_WEAK)
            }
            Some(
                classes::TYPE
                | classes::FUNCTION
                | classes::BUILTIN
                | classes::BOUND_METHOD
                | classes::MODULE
                | classes::GENERATOR
                | classes::SET,
            ) => true,
            Some(classes::NATIVE) => {
                matches!(
                    self.native_kind(object),
                    Some(Kind::MemoryView | Kind::Code | Kind::GenericAlias | Kind::Pattern | Kind::Array)
                )
            }
            _ => false,
        }
    }

    /// A reference to an object, made known to it. Its owner is to be set by whoever has one.
    pub fn new_reference(&mut self, object: Word, callback: Word) -> PyResult {
        if !self.is_weakly_referable(object) {
            let message = format!("cannot create weak reference to '{}' object", self.type_name(object));
            return Err(self.type_error(&message));
        }
        let weak = self.new_weak(Role::Reference, object);
        if !callback.is_null() && !self.is_none(callback) {
            self.set(weak, classes::WEAK_CALLBACK, callback);
        }
        Ok(weak)
    }

    /// Lets an object know that `visible` (a reference, or the owner of one) refers to it.
    pub fn link_reference(&mut self, object: Word, visible: Word) -> PyResult<()> {
        let anchor = match self.anchor(object) {
            Some(anchor) => anchor,
            None => self.new_anchor(object),
        };
        // Links to what is gone are left out whenever the list has doubled since the last time.
        let links = self.get(anchor, classes::WEAK_CALLBACK);
        if self.list_len(links).is_power_of_two() {
            let alive = self.rooted();
            for index in 0..self.list_len(links) {
                let link = self.list_get(links, index);
                if self.referent(link).is_some() {
                    alive.push(link);
                }
            }
            let links = self.list_from(&alive.to_vec())?;
            self.set(anchor, classes::WEAK_CALLBACK, links);
        }
        let link = self.new_weak(Role::Link, visible);
        let links = self.get(anchor, classes::WEAK_CALLBACK);
        self.list_append(links, link)
    }

    /// All references and proxies to an object that are alive, the oldest first.
    pub fn references_to(&mut self, object: Word) -> Vec<Word> {
        let Some(anchor) = self.anchor(object) else { return Vec::new() };
        let links = self.get(anchor, classes::WEAK_CALLBACK);
        (0..self.list_len(links))
            .filter_map(|index| {
                let link = self.list_get(links, index);
                self.referent(link)
            })
            .collect()
    }

    fn anchor(&mut self, object: Word) -> Option<Word> {
        let rt = self.runtime();
        let root = *rt.anchors.borrow().get(&object.0)?;
        let anchor = self.root(root);
        if self.referent(anchor) == Some(object) {
            return Some(anchor);
        }
        // Of an object that was here before.
        self.remove_anchor(anchor);
        None
    }

    fn new_anchor(&mut self, object: Word) -> Word {
        let anchor = self.new_weak(Role::Anchor, object);
        self.set_int(anchor, classes::WEAK_HASH, object.0 as i64);
        let links = self.new_list(&[]);
        self.set(anchor, classes::WEAK_CALLBACK, links);
        let root = self.core().heap.add_root(anchor);
        self.rt().anchors.borrow_mut().insert(object.0, root);
        anchor
    }

    fn remove_anchor(&mut self, anchor: Word) {
        let address = self.get_int(anchor, classes::WEAK_HASH) as u64;
        let rt = self.runtime();
        let mut anchors = rt.anchors.borrow_mut();
        // Another object may have got the address, and its own anchor, since.
        if let Some(&root) = anchors.get(&address)
            && self.root(root) == anchor
        {
            anchors.remove(&address);
            self.core().heap.remove_root(root);
        }
    }

    /// A `WEAK` was cleared: its callback is due.
    pub fn weak_was_cleared(&mut self, weak: Word) {
        match self.get_int(weak, classes::WEAK_ROLE) {
            role if role == Role::Anchor as i64 => self.remove_anchor(weak),
            role if role == Role::Reference as i64 => {
                let callback = self.get(weak, classes::WEAK_CALLBACK);
                if callback.is_null() {
                    return;
                }
                // Once, and not again.
                self.set(weak, classes::WEAK_CALLBACK, Word::NULL);
                let owner = self.get(weak, classes::WEAK_OWNER);
                let visible = if owner.is_null() { weak } else { owner };
                if let Err(raised) = self.call(callback, &[visible]) {
                    self.show_ignored(raised, callback);
                }
            }
            _ => {}
        }
    }

    /// The reference that an object of `weakref.ref` or a subclass is.
    pub fn as_reference(&self, object: Word) -> Option<Word> {
        self.payload(object, classes::WEAK)
    }

    /// `weakref.ref(object)`, the one that everybody shares.
    pub fn shared_reference(&mut self, object: Word) -> Option<Word> {
        self.references_to(object).into_iter().find(|&reference| {
            self.type_of(reference) == types::WEAK_REFERENCE
                && self.get(reference, classes::WEAK_CALLBACK).is_null()
        })
    }
}
