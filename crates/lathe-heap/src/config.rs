//! What a VM chooses about its heap.

use crate::chunk::BLOCK;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

/// Bits that the heap sets in the VM's attention word, and the VM clears when it has seen to them. All other bits are the VM's.
pub mod attention {
    /// The heap is above its limit: raise as soon as the guest can take it.
    pub const OUT_OF_MEMORY: u32 = 1;
    /// [`crate::Heap::take_finalizable`] has something to give.
    pub const FINALIZERS_READY: u32 = 1 << 1;
    /// [`crate::Heap::take_cleared_weak`] has something to give.
    pub const WEAK_CLEARED: u32 = 1 << 2;
    /// All of the above.
    pub const HEAP_BITS: u32 = OUT_OF_MEMORY | FINALIZERS_READY | WEAK_CLEARED;
}

/// Collect more often than needed, so that a missing root or barrier shows at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Stress {
    #[default]
    Off,
    /// The bump window never has room; every allocation takes the slow path and collects first.
    CollectAtEveryAllocation { full: bool },
}

#[derive(Clone, Debug)]
pub struct Config {
    /// Bytes that blocks in use and large objects may take. What the collector itself needs (5 %) is not counted.
    pub limit: usize,
    /// What [`crate::Heap::allocate_anyway`] may take above the limit before it gives up.
    pub reserve: usize,
    /// Bytes handed out between two young collections.
    pub nursery: usize,
    /// A full collection is due when old objects take this many times what the last one left ...
    pub major_growth: f64,
    /// ... and at least this many bytes.
    pub major_minimum: usize,
    pub stress: Stress,
    /// Fill dead objects with [`Config::POISON`], and check that nobody writes to them.
    pub poison: bool,
    /// The word that compiled code and the interpreter poll.
    pub attention: Arc<AtomicU32>,
}

impl Config {
    pub const POISON: u64 = 0xDBDB_DBDB_DBDB_DBDB;

    /// How much is handed out before the next young collection, if this one had to trace that many old bytes.
    pub(crate) fn nursery_after(&self, remembered_bytes: usize) -> usize {
        // A heap with a tight limit collects young objects before it is full of them.
        self.nursery.max(2 * remembered_bytes).min(self.limit / 4).max(BLOCK)
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            limit: usize::MAX,
            reserve: 1 << 20,
            nursery: 4 << 20,
            major_growth: 1.75,
            major_minimum: 16 << 20,
            stress: Stress::Off,
            poison: false,
            attention: Arc::new(AtomicU32::new(0)),
        }
    }
}

/// The heap limit is reached, or the system has no more memory. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("out of memory")
    }
}

impl std::error::Error for OutOfMemory {}
