//! Finalizers: an object that became unreachable is handed to the VM once, before it goes.
//!
//! After weak references were cleared, every object with a finalizer that is not marked is queued, and marked with all
//! it reaches: it lives on until the VM has taken it from the queue and let go. It is off our list by then, so it is
//! handed out at most once; should the guest keep it, it is an ordinary object (or gets a finalizer again by
//! [`crate::Heap::add_finalizer`]).
//!
//! Order: all objects found dead by a collection are queued by it, in the order in which they got their finalizers,
//! also if they refer to each other; cycles are nothing special. No finalizer runs when the heap is
//! dropped; a VM that ends can ask for all of them.

use crate::mark::Marker;
use crate::word::Word;
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(crate) struct Finalizers {
    pub young: Vec<Word>,
    old: Vec<Word>,
    /// Found dead, and not handed out yet. Roots.
    pub ready: VecDeque<Word>,
}

impl Finalizers {
    /// Queue all, the youngest last.
    pub fn queue_all(&mut self) {
        self.ready.extend(self.old.drain(..));
        self.ready.extend(self.young.drain(..));
    }

    /// Queue what is not marked, and mark it; survivors are old now. Returns how many were queued.
    pub fn resurrect(&mut self, marker: &mut Marker<'_>, all: bool) -> u64 {
        let before = self.ready.len();
        // Decide for all before marking any: what one of them refers to is dead as well.
        if all {
            self.ready.extend(self.old.extract_if(.., |object| !marker.is_marked(*object)));
        }
        for object in self.young.drain(..) {
            if marker.is_marked(object) {
                self.old.push(object);
            } else {
                self.ready.push_back(object);
            }
        }
        for &object in self.ready.range(before..) {
            marker.word(object);
        }
        marker.drain();
        (self.ready.len() - before) as u64
    }
}
