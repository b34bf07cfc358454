//! All memory of a heap: its chunks, and what is free in them.
//!
//! Chunks are kept sorted by address. To reject a word of the native stack that is no reference, the lowest and
//! highest address nearly always do; the others cost a binary search among a few hundred chunks at most.

use crate::blocks::{Blocks, Hole};
use crate::chunk::{BLOCK, BLOCKS, Chunk, ChunkKind, FIRST_BLOCK};
use crate::config::OutOfMemory;
use crate::large::LargeObjects;

#[derive(Debug, Default)]
pub(crate) struct Space {
    pub chunks: Vec<Chunk>,
    pub blocks: Blocks,
    pub large: LargeObjects,
}

impl Space {
    /// What the heap limit counts.
    pub fn used(&self) -> usize {
        self.blocks.used * BLOCK + self.large.used
    }

    pub fn mapped(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.size()).sum()
    }

    /// The chunk with this address.
    #[inline]
    pub fn find(&self, address: usize) -> Option<Chunk> {
        let (first, last) = (self.chunks.first()?, self.chunks.last()?);
        if address < first.base || address >= last.end {
            return None;
        }
        let index = self.chunks.partition_point(|chunk| chunk.base <= address);
        let chunk = self.chunks[index.checked_sub(1)?];
        (address < chunk.end).then_some(chunk)
    }

    fn add_chunk(&mut self, kind: ChunkKind, size: usize) -> Result<Chunk, OutOfMemory> {
        let chunk = Chunk::map(kind, size).ok_or(OutOfMemory)?;
        let index = self.chunks.partition_point(|other| other.base < chunk.base);
        self.chunks.insert(index, chunk);
        Ok(chunk)
    }

    /// A whole free block, if the heap may have `limit` bytes.
    pub fn free_block(&mut self, limit: usize) -> Result<Hole, OutOfMemory> {
        if self.used().saturating_add(BLOCK) > limit {
            return Err(OutOfMemory);
        }
        if let Some(hole) = self.blocks.take_free() {
            return Ok(hole);
        }
        let chunk = self.add_chunk(ChunkKind::Blocks, 0)?;
        self.blocks.add_free(chunk.blocks());
        self.blocks.take_free().ok_or(OutOfMemory)
    }

    /// Zeroed memory for a large object.
    pub fn large_object(&mut self, size: usize, limit: usize) -> Result<usize, OutOfMemory> {
        if self.used().saturating_add(size) > limit {
            return Err(OutOfMemory);
        }
        let (kind, mapping) = LargeObjects::chunk_for(size);
        if kind == ChunkKind::Huge {
            let chunk = self.add_chunk(kind, mapping)?;
            return Ok(self.large.allocate_huge(chunk, size));
        }
        if let Some(address) = self.large.allocate(&self.chunks, size) {
            return Ok(address);
        }
        let chunk = self.add_chunk(kind, mapping)?;
        self.large.add_chunk(chunk);
        self.large.allocate(&[], size).ok_or(OutOfMemory)
    }

    /// Sweep blocks and large objects after marking.
    pub fn sweep(&mut self, all: bool) {
        if all {
            let chunks = self.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Blocks);
            self.blocks.sweep_all(chunks.flat_map(|chunk| chunk.blocks()));
        } else {
            self.blocks.sweep_young();
        }
        for base in self.large.sweep(all) {
            let index = self.chunks.partition_point(|chunk| chunk.base < base);
            self.chunks.remove(index).unmap();
        }
    }

    /// Give chunks without objects back to the system, but keep about `keep` bytes of free blocks.
    pub fn release(&mut self, keep: usize) {
        let per_chunk = BLOCKS - FIRST_BLOCK;
        let mut free_in = vec![0; self.chunks.len()];
        for &block in &self.blocks.free {
            free_in[self.chunks.partition_point(|chunk| chunk.base <= block) - 1] += 1;
        }
        let mut spare = self.blocks.free.len().saturating_sub(keep / BLOCK);
        let mut gone = self.large.unused_chunks(&self.chunks);
        for (chunk, free) in self.chunks.iter().zip(free_in) {
            if free == per_chunk && spare >= per_chunk {
                spare -= per_chunk;
                gone.push(*chunk);
            }
        }
        if gone.is_empty() {
            return;
        }
        let is_gone = |address: usize| gone.iter().any(|chunk| (chunk.base..chunk.end).contains(&address));
        self.blocks.free.retain(|&block| !is_gone(block));
        self.chunks.retain(|chunk| !is_gone(chunk.base));
        gone.into_iter().for_each(Chunk::unmap);
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        self.chunks.drain(..).for_each(Chunk::unmap);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::CHUNK;

    #[test]
    fn addresses_outside_are_rejected() {
        let mut space = Space::default();
        assert!(space.find(0x1000).is_none());
        let block = space.free_block(usize::MAX).expect("memory").start;
        let huge = space.large_object(10 << 20, usize::MAX).expect("memory");
        let shared = space.large_object(20_000, usize::MAX).expect("memory");
        assert_eq!(space.find(block).expect("ours").kind, ChunkKind::Blocks);
        assert_eq!(space.find(huge).expect("ours").kind, ChunkKind::Huge);
        assert_eq!(space.find(huge + (9 << 20)).expect("ours").kind, ChunkKind::Huge);
        assert_eq!(space.find(shared).expect("ours").kind, ChunkKind::Pages);
        assert!(space.find(0).is_none() && space.find(usize::MAX).is_none());
        assert!(space.find(&space as *const Space as usize).is_none());
        assert_eq!(space.used(), BLOCK + (10 << 20) + 5 * 4096);
        // Nothing is marked: all of it goes.
        space.sweep(true);
        assert_eq!(space.used(), 0);
        assert!(space.find(huge).is_none());
    }

    #[test]
    fn the_limit_holds_for_blocks_and_large_objects() {
        let mut space = Space::default();
        assert!(space.free_block(BLOCK).is_ok());
        assert_eq!(space.free_block(BLOCK), Err(OutOfMemory));
        assert_eq!(space.large_object(BLOCK, BLOCK), Err(OutOfMemory));
        assert!(space.large_object(BLOCK, 2 * BLOCK).is_ok());
    }

    #[test]
    fn free_chunks_go_back_to_the_system() {
        let mut space = Space::default();
        for _ in 0..500 {
            space.free_block(usize::MAX).expect("memory");
        }
        assert_eq!(space.chunks.len(), 5);
        for _ in 0..5 {
            space.large_object(1_000_000, usize::MAX).expect("memory");
        }
        assert_eq!(space.chunks.len(), 7);
        space.sweep(true);
        space.release(2 * CHUNK);
        assert_eq!((space.chunks.len(), space.blocks.free.len()), (4, 3 * 123));
    }
}
