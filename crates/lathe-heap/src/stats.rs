//! What the heap counts, for logs and benchmarks.

use crate::collect::Collection;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pauses {
    pub count: u64,
    pub total: Duration,
    pub longest: Duration,
}

impl Pauses {
    pub(crate) fn add(&mut self, pause: Duration) {
        self.count += 1;
        self.total += pause;
        self.longest = self.longest.max(pause);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapStats {
    pub minor: Pauses,
    pub major: Pauses,
    /// Bytes of all objects ever allocated, up to the last time an allocation left the fast path.
    pub allocated_bytes: u64,
    /// Objects and bytes that collections have marked.
    pub marked_objects: u64,
    pub marked_bytes: u64,
    /// Bytes of old objects: what the last full collection found alive, and what survived young ones since.
    pub old_bytes: usize,
    /// Blocks in use and pages of large objects: what the heap limit counts.
    pub used_bytes: usize,
    /// Address space taken from the system.
    pub mapped_bytes: usize,
    /// Finalizable objects found dead, and weak references cleared, in all.
    pub finalized: u64,
    pub weak_cleared: u64,
}

/// A collection that has just ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollectionReport {
    pub collection: Collection,
    pub pause: Duration,
    /// What it has found alive: of a young collection, among what was new.
    pub marked_bytes: usize,
    /// As in [`HeapStats`], after it.
    pub old_bytes: usize,
    pub used_bytes: usize,
}

impl fmt::Display for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:.1?}, longest {:.1?}", self.count, self.total, self.longest)
    }
}

impl fmt::Display for HeapStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: u64| bytes as f64 / (1 << 20) as f64;
        write!(
            f,
            "young collections: {}; full: {}; allocated {:.1} MiB, marked {:.1}, old {:.1}, used {:.1}, mapped {:.1}",
            self.minor,
            self.major,
            mib(self.allocated_bytes),
            mib(self.marked_bytes),
            mib(self.old_bytes as u64),
            mib(self.used_bytes as u64),
            mib(self.mapped_bytes as u64),
        )
    }
}
