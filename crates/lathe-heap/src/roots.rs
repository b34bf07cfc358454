//! Where a reference counts: what a collection starts from.
//!
//! * A [`RootSource`] is asked at every collection: the VM stack, an exit frame, an embedder's structure. It reports
//!   words that are references, or words that may be (an exit frame also holds integers).
//! * The *root table* of the heap holds references by index, for constants of traces and embedders' handles. Compiled
//!   code loads the table's base from a fixed address, then the word at the index.
//! * A [`RootedVec`] is a vector of references for a Rust helper: the elements of an ordinary `Vec` are in Rust's heap,
//!   where nobody looks.
//!
//! References in locals of Rust functions need nothing: the native stack is scanned.

use crate::mark::Marker;
use crate::word::Word;
use std::cell::UnsafeCell;
use std::fmt;
use std::rc::{Rc, Weak};

/// Something that holds references. A source lives as long as its owner's `Rc`.
pub trait RootSource {
    /// Report all words. Called in the middle of a collection: it must not use the heap.
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>);
}

/// What a [`RootSource`] reports to.
pub struct RootVisitor<'a, 'h> {
    pub(crate) marker: &'a mut Marker<'h>,
}

impl RootVisitor<'_, '_> {
    /// A reference, a small integer or null; nothing else.
    #[inline]
    pub fn word(&mut self, word: Word) {
        self.marker.word(word);
    }

    #[inline]
    pub fn words(&mut self, words: &[Word]) {
        for &word in words {
            self.marker.word(word);
        }
    }

    /// Words that may be references, or addresses inside objects, or anything else.
    pub fn ambiguous(&mut self, words: &[u64]) {
        for &word in words {
            self.marker.ambiguous(word as usize);
        }
    }
}

impl fmt::Debug for RootVisitor<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RootVisitor").finish_non_exhaustive()
    }
}

/// The registered sources.
#[derive(Default)]
pub(crate) struct Sources {
    sources: Vec<Weak<dyn RootSource>>,
    /// How many there may be before dead ones are looked for.
    prune_at: usize,
}

impl Sources {
    pub fn add(&mut self, source: Weak<dyn RootSource>) {
        // A helper may make rooted vectors for ever and never cause a collection.
        if self.sources.len() >= self.prune_at {
            self.sources.retain(|source| source.strong_count() > 0);
            self.prune_at = 2 * self.sources.len() + 32;
        }
        self.sources.push(source);
    }

    pub fn visit(&mut self, marker: &mut Marker<'_>) {
        self.sources.retain(|source| {
            let source = source.upgrade();
            if let Some(source) = &source {
                source.visit(&mut RootVisitor { marker });
            }
            source.is_some()
        });
    }
}

/// A place in the root table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RootIndex(pub u32);

/// References by index. Free places are a list, linked by small integers.
#[derive(Debug)]
pub(crate) struct RootTable {
    words: Vec<Word>,
    /// Always `words.as_ptr()`, at an address that compiled code can know.
    base: *const Word,
    free: Option<u32>,
}

impl Default for RootTable {
    fn default() -> RootTable {
        RootTable { words: vec![], base: std::ptr::null(), free: None }
    }
}

impl RootTable {
    pub fn insert(&mut self, word: Word) -> RootIndex {
        match self.free {
            Some(index) => {
                let place = &mut self.words[index as usize];
                self.free = place.as_small().and_then(|next| u32::try_from(next).ok());
                *place = word;
                RootIndex(index)
            }
            None => {
                self.words.push(word);
                self.base = self.words.as_ptr();
                RootIndex(self.words.len() as u32 - 1)
            }
        }
    }

    #[inline]
    pub fn get(&self, index: RootIndex) -> Word {
        self.words[index.0 as usize]
    }

    pub fn set(&mut self, index: RootIndex, word: Word) {
        self.words[index.0 as usize] = word;
    }

    pub fn remove(&mut self, index: RootIndex) -> Word {
        let next = self.free.map_or(-1, i64::from);
        self.free = Some(index.0);
        std::mem::replace(&mut self.words[index.0 as usize], Word::wrap_small(next))
    }

    pub fn words(&self) -> &[Word] {
        &self.words
    }

    pub fn base_address(&self) -> *const *const Word {
        &raw const self.base
    }
}

/// A vector of references that a collection sees. Clones share it.
#[derive(Clone)]
pub struct RootedVec {
    words: Rc<SharedWords>,
}

struct SharedWords(UnsafeCell<Vec<Word>>);

impl RootSource for SharedWords {
    fn visit(&self, visitor: &mut RootVisitor<'_, '_>) {
        // SAFETY: `RootedVec` hands out no references, and none of its methods runs a collection.
        visitor.words(unsafe { &*self.0.get() });
    }
}

impl RootedVec {
    pub(crate) fn new(sources: &mut Sources) -> RootedVec {
        let words = Rc::new(SharedWords(UnsafeCell::new(vec![])));
        let weak: Weak<SharedWords> = Rc::downgrade(&words);
        sources.add(weak);
        RootedVec { words }
    }

    fn with<R>(&self, work: impl FnOnce(&mut Vec<Word>) -> R) -> R {
        // SAFETY: `work` is one of the closures below; none comes back here, and the vector is of one thread (`Rc`).
        work(unsafe { &mut *self.words.0.get() })
    }

    pub fn push(&self, word: Word) {
        self.with(|words| words.push(word));
    }

    pub fn pop(&self) -> Option<Word> {
        self.with(Vec::pop)
    }

    pub fn len(&self) -> usize {
        self.with(|words| words.len())
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn get(&self, index: usize) -> Word {
        self.with(|words| words[index])
    }

    pub fn set(&self, index: usize, word: Word) {
        self.with(|words| words[index] = word);
    }

    pub fn swap(&self, a: usize, b: usize) {
        self.with(|words| words.swap(a, b));
    }

    pub fn truncate(&self, length: usize) {
        self.with(|words| words.truncate(length));
    }

    pub fn extend(&self, more: &[Word]) {
        self.with(|words| words.extend_from_slice(more));
    }

    pub fn to_vec(&self) -> Vec<Word> {
        self.with(|words| words.clone())
    }
}

impl fmt::Debug for RootedVec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.with(|words| f.debug_list().entries(words.iter()).finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dead_sources_are_forgotten_without_a_collection() {
        let mut sources = Sources::default();
        let kept: Vec<RootedVec> = (0..100).map(|_| RootedVec::new(&mut sources)).collect();
        for _ in 0..10_000 {
            RootedVec::new(&mut sources).push(Word::NULL);
        }
        assert!(sources.sources.len() < 300);
        drop(kept);
    }

    #[test]
    fn freed_places_of_the_root_table_are_used_again() {
        let mut table = RootTable::default();
        let words: Vec<Word> = (0..5).map(Word::wrap_small).collect();
        let places: Vec<RootIndex> = words.iter().map(|&word| table.insert(word)).collect();
        assert_eq!(table.remove(places[1]), words[1]);
        assert_eq!(table.remove(places[3]), words[3]);
        assert!(!table.words()[1].is_pointer() && !table.words()[3].is_pointer());
        assert_eq!(table.insert(words[0]), places[3]);
        assert_eq!(table.insert(words[0]), places[1]);
        assert_eq!(table.insert(words[0]), RootIndex(5));
        table.set(places[2], Word::NULL);
        assert_eq!(table.get(places[2]), Word::NULL);
        // SAFETY: the base address is that of a pointer to the words.
        unsafe { assert_eq!(*(*table.base_address()).add(4), words[4]) };
    }
}
