//! A collection, from the first root to the last hole.
//!
//! | | young (minor) | full (major) |
//! |---|---|---|
//! | marks | kept: old objects are marked | cleared |
//! | starts from | roots, and old objects written to since the last collection | roots |
//! | traces, sweeps | what is new | everything |
//!
//! Whatever survives a collection is old. Old garbage waits for a full collection, which is due when old objects take
//! 1.75 times what the last full collection left.
//!
//! A remembered object is traced as a whole. So that a loop which stores into one huge array does not trace it over and
//! over, the nursery grows to twice what had to be traced: its cost stays in proportion to what is new.
//!
//! The order matters: roots; then weak references are cleared; then finalizable objects are brought back with all they
//! reach; then the rest is swept.

use crate::config::{Stress, attention};
use crate::heap::Heap;
use crate::mark::Marker;
use crate::stack;
use crate::stats::CollectionReport;
use crate::weak;
use crate::word::Word;
use std::sync::atomic::Ordering;
use std::time::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collection {
    /// Frees objects allocated since the last collection.
    Minor,
    /// Frees all that is dead.
    Major,
}

impl Heap {
    /// Collect now.
    ///
    /// # Panics
    /// Inside [`Heap::without_collections`].
    pub fn collect(&mut self, collection: Collection) {
        assert_eq!(self.paused, 0, "a collection inside `without_collections`");
        stack::with_registers_on_stack(&mut |low| self.collect_above(collection, low));
    }

    /// Collect now, with nothing on the native stack below `low` looked at: for a guest that asks for a collection and wants to see
    /// what it does, undisturbed by what its interpreter has left behind in its frame.
    ///
    /// # Safety
    /// No function whose frame is below `low` uses a reference after this that is not found otherwise.
    ///
    /// # Panics
    /// Inside [`Heap::without_collections`].
    pub unsafe fn collect_from(&mut self, collection: Collection, low: usize) {
        assert_eq!(self.paused, 0, "a collection inside `without_collections`");
        self.collect_above(collection, low);
    }

    /// Allocate without collecting: for work that is short and holds references where nobody looks, such as
    /// deoptimisation with its table of objects half built. Use [`Heap::allocate_anyway`] inside; it may go above the
    /// limit where a collection would have helped.
    pub fn without_collections<R>(&mut self, work: impl FnOnce(&mut Heap) -> R) -> R {
        self.paused += 1;
        let result = work(self);
        self.paused -= 1;
        if self.config.stress != Stress::Off {
            // The next allocation must not find room.
            self.retire_window();
        }
        result
    }

    /// What is due next.
    pub(crate) fn next_collection(&self) -> Collection {
        if self.stats.old_bytes >= self.major_threshold { Collection::Major } else { Collection::Minor }
    }

    fn collect_above(&mut self, collection: Collection, stack_low: usize) {
        let start = Instant::now();
        let all = collection == Collection::Major;
        self.retire_window();
        self.space.blocks.stop();
        self.young.sort();

        let mut marker = Marker {
            layouts: &self.layouts,
            space: &self.space,
            young: &mut self.young,
            stack: std::mem::take(&mut self.mark_stack),
            objects: 0,
            bytes: 0,
        };
        if all {
            self.space.chunks.iter().for_each(|chunk| chunk.clear_marks());
        }
        let mut written_weak = vec![];
        let mut remembered_bytes = 0;
        for object in self.remembered.drain(..) {
            // A full collection starts from nothing, and arms the barrier of all that it marks.
            if !all {
                // SAFETY: remembered objects are old ones, and nothing was swept since.
                unsafe {
                    remembered_bytes += marker.remembered(object);
                    if weak::is_weak(&self.layouts, object) {
                        written_weak.push(Word(object as u64));
                    }
                }
            }
        }
        for &word in self.roots.words().iter().chain(&self.finalizers.ready).chain(&self.weak.cleared) {
            marker.word(word);
        }
        self.sources.visit(&mut marker);
        if let Some(base) = self.stack_base {
            debug_assert!(base >= stack_low, "the collection runs above the registered base of the stack");
            // SAFETY: `stack_low` is in a frame below us; who set the base vouches for it (`set_stack_base`).
            unsafe { stack::words(stack_low, base, |word| marker.ambiguous(word)) };
        }
        marker.drain();

        let cleared = self.weak.clear(&marker, all, &written_weak);
        let finalized = self.finalizers.resurrect(&mut marker, all);
        self.weak.forget_dead(&marker, all);

        let (objects, bytes) = (marker.objects, marker.bytes);
        self.mark_stack = marker.stack;
        // A deep structure needed it once; most collections need little.
        self.mark_stack.shrink_to(1 << 16);
        self.sweep(all);

        self.young_bytes = 0;
        self.nursery = self.config.nursery_after(remembered_bytes);
        if all {
            self.stats.old_bytes = bytes;
            let growth = (bytes as f64 * self.config.major_growth) as usize;
            self.major_threshold = growth.max(self.config.major_minimum);
        } else {
            self.stats.old_bytes += bytes;
        }
        self.stats.marked_objects += objects;
        self.stats.marked_bytes += bytes as u64;
        self.stats.weak_cleared += cleared;
        self.stats.finalized += finalized;
        if cleared > 0 {
            self.raise_attention(attention::WEAK_CLEARED);
        }
        if finalized > 0 {
            self.raise_attention(attention::FINALIZERS_READY);
        }
        let pause = start.elapsed();
        let pauses = if all { &mut self.stats.major } else { &mut self.stats.minor };
        pauses.add(pause);
        if let Some(observe) = &self.observer {
            observe(&CollectionReport {
                collection,
                pause,
                marked_bytes: bytes,
                old_bytes: self.stats.old_bytes,
                used_bytes: self.space.used(),
            });
        }
    }

    pub(crate) fn raise_attention(&self, bits: u32) {
        self.config.attention.fetch_or(bits, Ordering::Relaxed);
    }
}
