//! The write barrier: an old object that gets a reference may now refer to a young one.
//!
//! ```text
//! store p.field = value
//! if p.flags & UNLOGGED != 0 { remember(heap, p) }
//! ```
//!
//! A young collection does not look at old objects, except those remembered here. The bit is cleared with the first
//! store, so an object is remembered once per collection however often it is written; young objects have never had it.
//! Needed after every store of a reference, unless the object is known to be young: no allocation and no call since
//! its `new`.

use crate::header::{Header, flags};
use crate::heap::Heap;
use crate::word::Word;
use std::ptr::NonNull;

impl Heap {
    /// To be called after a reference was stored into an object, before anything is allocated.
    ///
    /// # Safety
    /// `object` is an object of this heap.
    #[inline(always)]
    pub unsafe fn write_barrier(&mut self, object: NonNull<Header>) {
        // SAFETY: the caller vouches for the object.
        if unsafe { object.as_ref() }.flags & flags::UNLOGGED != 0 {
            // SAFETY: as above.
            unsafe { self.remember(object) };
        }
    }

    /// Store a reference, barrier included.
    ///
    /// # Safety
    /// `object` is an object of this heap with a reference at `offset`.
    #[inline(always)]
    pub unsafe fn store(&mut self, object: NonNull<Header>, offset: u32, value: Word) {
        // SAFETY: the caller vouches for object and offset.
        unsafe {
            object.cast::<u8>().add(offset as usize).cast::<Word>().write(value);
            self.write_barrier(object);
        }
    }

    /// The slow path of the barrier.
    ///
    /// # Safety
    /// `object` is an object of this heap with the flag [`flags::UNLOGGED`].
    #[cold]
    #[inline(never)]
    pub(crate) unsafe fn remember(&mut self, mut object: NonNull<Header>) {
        // SAFETY: the caller vouches for the object.
        unsafe { object.as_mut() }.flags &= !flags::UNLOGGED;
        self.remembered.push(object.as_ptr().expose_provenance());
    }
}
