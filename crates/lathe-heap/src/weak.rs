//! Weak references: objects with one field that does not keep its referent alive.
//!
//! When the roots have been followed, every weak reference whose referent is not marked is cleared, and, if it is
//! alive itself, queued for its callback. That is before finalizers bring anything back: a finalizer can not reach an
//! object through a weak reference that others hold and believe dead, and after this point every weak reference is
//! null or points to an object that stays. (The order of CPython's cycle collector.)
//!
//! A young collection looks at young weak references, and at old ones that were written to since.

use crate::chunk;
use crate::layout::Layouts;
use crate::mark::Marker;
use crate::word::Word;
use lathe_ir::ClassId;
use std::collections::VecDeque;

#[derive(Debug, Default)]
pub(crate) struct WeakReferences {
    pub young: Vec<Word>,
    old: Vec<Word>,
    /// Cleared, and their callbacks not run yet. Roots.
    pub cleared: VecDeque<Word>,
}

impl WeakReferences {
    /// Clear what refers to unmarked objects. `written`: old weak references that a young collection has to look at.
    /// Returns how many were queued.
    pub fn clear(&mut self, marker: &Marker<'_>, all: bool, written: &[Word]) -> u64 {
        let before = self.cleared.len();
        let old: &[Word] = if all { &self.old } else { written };
        for &weak in old.iter().chain(&self.young) {
            // SAFETY: our lists hold objects of weak classes, not swept yet.
            let referent = unsafe { &mut *referent(marker.layouts, weak) };
            if !marker.is_marked(*referent) {
                *referent = Word::NULL;
                if marker.is_marked(weak) {
                    self.cleared.push_back(weak);
                }
            }
        }
        (self.cleared.len() - before) as u64
    }

    /// Forget weak references that are dead themselves; the others are old now.
    pub fn forget_dead(&mut self, marker: &Marker<'_>, all: bool) {
        if all {
            self.old.retain(|&weak| marker.is_marked(weak));
        }
        self.old.extend(self.young.drain(..).filter(|&weak| marker.is_marked(weak)));
    }
}

/// Is this an object of a weak class?
///
/// # Safety
/// `object` is an object.
pub(crate) unsafe fn is_weak(layouts: &Layouts, object: usize) -> bool {
    // SAFETY: an object starts with its class.
    let class = unsafe { *chunk::pointer(object).cast::<u32>() };
    layouts.get(ClassId(class)).weak.is_some()
}

/// The weak field.
///
/// # Safety
/// `weak` is an object of a weak class.
unsafe fn referent(layouts: &Layouts, weak: Word) -> *mut Word {
    // SAFETY: an object starts with its class.
    let class = unsafe { *weak.cast::<u32>() };
    let offset = layouts.get(ClassId(class)).weak.expect("a weak class");
    chunk::pointer(weak.address() + offset as usize).cast()
}
