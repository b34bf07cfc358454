//! The verifier: walks the heap and panics at the first thing that is wrong.
//!
//! * Every reference is null, a small integer, or the start of an object of a known class.
//! * Objects do not overlap, and stay in their block.
//! * Old means marked: an object with the barrier armed is marked, and so are its lines.
//! * The remembered set is complete: an old object whose barrier is armed refers to old objects only.

use crate::chunk::{self, BLOCK, ChunkKind};
use crate::header::{Array, Header, flags};
use crate::heap::Heap;
use crate::layout::{ScanKind, object_size};
use crate::mark::Marker;
use crate::resolve::object_at;
use crate::word::Word;
use lathe_ir::ClassId;
use std::collections::HashSet;

/// What [`Heap::check_heap`] has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Objects reachable from precise roots.
    pub reachable: usize,
    pub reachable_bytes: usize,
    /// All objects in blocks and pages, dead young ones included.
    pub objects: usize,
}

impl Heap {
    /// Check everything.
    ///
    /// # Panics
    /// If something is wrong.
    pub fn check_heap(&mut self) -> Checked {
        self.note_window();
        self.young.sort();
        self.young.expose_all(&self.layouts.scans);
        let objects = self.check_all_objects();

        let mut seen = HashSet::new();
        let mut stack = self.precise_roots();
        let mut reachable_bytes = 0;
        while let Some(word) = stack.pop() {
            self.check_reference(word);
            if word.is_pointer() && seen.insert(word) {
                // SAFETY: `check_reference` has found an object there.
                reachable_bytes += unsafe { object_size(&self.layouts.scans, word.address()) };
                let (strong, weak) = self.references_of(word.address());
                stack.extend(strong);
                weak.into_iter().for_each(|word| self.check_reference(word));
            }
        }
        Checked { reachable: seen.len(), reachable_bytes, objects }
    }

    /// Collected by a marker that marks nothing: it only notes what sources report.
    fn precise_roots(&mut self) -> Vec<Word> {
        let mut words: Vec<Word> = self.roots.words().to_vec();
        words.extend(&self.finalizers.ready);
        words.extend(&self.weak.cleared);
        // Marks are set by visiting and taken back; old objects are marked already and so not reported, but they
        // are all checked by `check_all_objects`.
        let mut marker = Marker {
            layouts: &self.layouts,
            space: &self.space,
            young: &mut self.young,
            stack: vec![],
            objects: 0,
            bytes: 0,
        };
        self.sources.visit(&mut marker);
        for object in marker.stack {
            // SAFETY: the marker has just marked it.
            unsafe { chunk::clear_mark(object) };
            words.push(Word(object as u64));
        }
        words
    }

    fn check_all_objects(&mut self) -> usize {
        let mut count = 0;
        for chunk in self.space.chunks.clone() {
            if chunk.kind == ChunkKind::Blocks {
                for block in chunk.blocks() {
                    count += self.check_block(block);
                }
            }
        }
        let large: Vec<usize> =
            self.space.large.young.iter().chain(&self.space.large.old).map(|o| o.address).collect();
        for &object in &large {
            self.check_object(object);
        }
        count + large.len()
    }

    fn check_block(&mut self, block: usize) -> usize {
        // SAFETY: a block of a mapped chunk; copied, so nothing is held.
        let starts = unsafe { chunk::block_bits(block).1.to_vec() };
        let mut free_from = block;
        let mut count = 0;
        for (index, bits) in starts.into_iter().enumerate() {
            for bit in (0..64).filter(|bit| bits >> bit & 1 != 0) {
                let object = block + (index * 64 + bit) * 8;
                assert!(object >= free_from, "{object:#x} lies in the object before it");
                let size = self.check_object(object);
                free_from = object + size;
                count += 1;
            }
        }
        assert!(free_from <= block + BLOCK, "the last object of block {block:#x} leaves it");
        count
    }

    /// Check an object that starts there, and return its size.
    fn check_object(&mut self, object: usize) -> usize {
        // SAFETY: starts are those of objects.
        let (header, marked) =
            unsafe { (*chunk::pointer(object).cast::<Header>(), chunk::is_marked(object)) };
        assert!(header.flags & flags::OBJECT != 0, "{object:#x} is no object: {header:?}");
        let known = self.layouts.find(ClassId(header.class)).is_some();
        assert!(known, "{object:#x} is of unknown class: {header:?}");
        // SAFETY: its header is fine.
        let size = unsafe { object_size(&self.layouts.scans, object) };
        let armed = header.flags & flags::UNLOGGED != 0;
        assert!(marked || !armed, "{object:#x} is young and has the barrier armed");
        if marked && header.flags & flags::LARGE == 0 {
            for line in (object..object + size).step_by(chunk::LINE).chain([object + size - 1]) {
                // SAFETY: lines of a block.
                assert!(unsafe { *chunk::line_byte(line) } != 0, "{object:#x} is old on a free line");
            }
        }
        // A dead young object may refer to what is gone; live young ones are checked from the roots.
        if marked {
            let (strong, weak) = self.references_of(object);
            for word in strong.into_iter().chain(weak) {
                self.check_reference(word);
                // SAFETY: `check_reference` has found an object there.
                let old = !word.is_pointer() || unsafe { chunk::is_marked(word.address()) };
                assert!(old || !armed, "{object:#x} is old and refers to young {word:?}, unremembered");
            }
        }
        size
    }

    fn check_reference(&mut self, word: Word) {
        if word.is_pointer() {
            let found = object_at(&self.space, &mut self.young, &self.layouts.scans, word.address());
            assert_eq!(found, Some(word.address()), "{word:?} is not the start of an object");
        }
    }

    /// The references of an object, and the weak one.
    fn references_of(&self, object: usize) -> (Vec<Word>, Option<Word>) {
        // SAFETY: the caller has found an object there; its layout says where its references are.
        unsafe {
            let class = (*chunk::pointer(object).cast::<Header>()).class;
            if self.layouts.scans[class as usize].kind == ScanKind::References {
                return (Array::items::<Word>(chunk::pointer(object).cast()).to_vec(), None);
            }
            let layout = self.layouts.get(ClassId(class));
            let read = |&offset: &u32| *chunk::pointer(object + offset as usize).cast::<Word>();
            (layout.references.iter().map(read).collect(), layout.weak.as_ref().map(read))
        }
    }
}
