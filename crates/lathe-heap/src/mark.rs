//! Marking: from roots to everything they reach, with a stack of our own.
//!
//! A marked object is one that will stay. It is pushed when its mark bit goes from 0 to 1, so once; popped, it becomes
//! old (its header says so to the write barrier), its lines are taken, and its references are followed. In a young
//! collection the marks of old objects are still set, so tracing stops at them by itself: that is all that "sticky
//! marks" means.

use crate::chunk;
use crate::header::{ARRAY_ITEMS_OFFSET, Array, Header, flags};
use crate::layout::{Layouts, ScanKind, array_size};
use crate::resolve::object_at;
use crate::space::Space;
use crate::word::Word;
use crate::young::YoungRanges;
use lathe_ir::ClassId;

pub(crate) struct Marker<'h> {
    pub layouts: &'h Layouts,
    pub space: &'h Space,
    pub young: &'h mut YoungRanges,
    /// Marked objects whose references are still to be followed.
    pub stack: Vec<usize>,
    pub objects: u64,
    pub bytes: usize,
}

impl Marker<'_> {
    /// A reference that is known to be one.
    #[inline(always)]
    pub fn word(&mut self, word: Word) {
        if word.is_pointer() {
            let object = word.address();
            debug_assert!(self.space.find(object).is_some(), "{word:?} is outside the heap");
            // SAFETY: a reference points to an object, and objects are in mapped chunks.
            if unsafe { chunk::set_mark(object) } {
                self.stack.push(object);
            }
        }
    }

    /// A word that may be a reference, or may point into an object.
    #[inline]
    pub fn ambiguous(&mut self, word: usize) {
        if let Some(object) = object_at(self.space, self.young, &self.layouts.scans, word) {
            self.word(Word(object as u64));
        }
    }

    /// Follow all references from what was marked.
    pub fn drain(&mut self) {
        while let Some(object) = self.stack.pop() {
            // SAFETY: only objects are pushed.
            unsafe { self.trace(object) };
        }
    }

    /// An object that was just marked.
    ///
    /// # Safety
    /// `object` is an object in a mapped chunk.
    #[inline(always)]
    unsafe fn trace(&mut self, object: usize) {
        let header = chunk::pointer(object).cast::<Header>();
        // SAFETY: the caller vouches for the object.
        unsafe {
            let Header { class, flags: bits } = *header;
            debug_assert!(bits & flags::OBJECT != 0, "{object:#x} is no object");
            // A full collection finds most objects old: their memory need not be written.
            if bits & flags::UNLOGGED == 0 {
                (*header).flags = bits | flags::UNLOGGED;
            }
            let size = self.references(object, class);
            if bits & flags::LARGE == 0 {
                chunk::mark_lines(object, object + size);
            }
            self.objects += 1;
            self.bytes += size;
        }
    }

    /// Mark what the object refers to, and return its size.
    ///
    /// # Safety
    /// `object` is an object of this class.
    #[inline(always)]
    unsafe fn references(&mut self, object: usize, class: u32) -> usize {
        let scan = self.layouts.scans[class as usize];
        match scan.kind {
            ScanKind::Record => {
                let mut mask = scan.mask;
                let fields = chunk::pointer(object + size_of::<Header>()).cast::<Word>();
                while mask != 0 {
                    // SAFETY: the layout says that this word of the object is a reference.
                    self.word(unsafe { *fields.add(mask.trailing_zeros() as usize) });
                    mask &= mask - 1;
                }
                scan.size as usize
            }
            ScanKind::LongRecord => {
                let layouts = self.layouts;
                for &offset in &layouts.get(ClassId(class)).references {
                    // SAFETY: as above.
                    self.word(unsafe { *chunk::pointer(object + offset as usize).cast::<Word>() });
                }
                scan.size as usize
            }
            ScanKind::References | ScanKind::Bytes => {
                // SAFETY: an array has its length behind its header, and its items behind that.
                unsafe {
                    let length = (*chunk::pointer(object).cast::<Array>()).length;
                    if scan.kind == ScanKind::References {
                        let items = chunk::pointer(object + ARRAY_ITEMS_OFFSET as usize).cast::<Word>();
                        for index in 0..length as usize {
                            self.word(*items.add(index));
                        }
                    }
                    array_size(scan.shift, length).expect("an array that was allocated")
                }
            }
            ScanKind::Undefined => panic!("an object of class {class}, which has no layout"),
        }
    }

    /// An old object that may have got references to young ones: it is complete again, and the barrier armed. Returns
    /// its size.
    ///
    /// # Safety
    /// `object` is an old object in a mapped chunk.
    pub unsafe fn remembered(&mut self, object: usize) -> usize {
        let header = chunk::pointer(object).cast::<Header>();
        // SAFETY: the caller vouches for the object.
        unsafe {
            (*header).flags |= flags::UNLOGGED;
            self.references(object, (*header).class)
        }
    }

    /// Is the object of this reference known to be alive? True for null and small integers.
    pub fn is_marked(&self, word: Word) -> bool {
        // SAFETY: a reference points to an object, and objects are in mapped chunks.
        !word.is_pointer() || unsafe { chunk::is_marked(word.address()) }
    }
}
