//! After marking: what is not marked is free.
//!
//! Nothing is done per dead object. A block's lines say what is free in it; large objects are looked at one by one. A
//! young collection sweeps the blocks that were allocated in and the large objects that are young.

use crate::blocks::state;
use crate::chunk::{self, ChunkKind, PAGE};
use crate::heap::Heap;
use crate::poison;

impl Heap {
    pub(crate) fn sweep(&mut self, all: bool) {
        if self.config.poison {
            self.poison_dead(all);
        }
        self.space.sweep(all);
        self.young.clear();
        if all {
            // Enough to go on without asking for memory again at once.
            self.space.release(self.nursery.saturating_mul(4).max(self.space.used() / 2));
        }
    }

    fn poison_dead(&mut self, all: bool) {
        let scans = &self.layouts.scans;
        self.young.expose_all(scans);
        let poison = |block| poison::fill_block(scans, block);
        if all {
            let chunks = self.space.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Blocks);
            // SAFETY: blocks of mapped chunks.
            let used = |&block: &usize| unsafe { *chunk::block_state(block) } == state::USED;
            chunks.flat_map(|chunk| chunk.blocks()).filter(used).for_each(poison);
        } else {
            self.space.blocks.young.iter().copied().for_each(poison);
        }
        let large = &self.space.large;
        let old = if all { large.old.as_slice() } else { &[] };
        for object in old.iter().chain(&large.young) {
            // SAFETY: a large object that is not marked is dead.
            unsafe {
                if !chunk::is_marked(object.address) {
                    poison::fill(object.address, object.pages * PAGE);
                }
            }
        }
    }
}
