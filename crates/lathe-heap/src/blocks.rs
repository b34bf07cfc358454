//! Blocks of 128 lines: where a window for bump allocation comes from.
//!
//! A *hole* is a run of free lines. The allocator asks for one hole after the other: first those of blocks that are
//! partly full, one block at a time, then whole free blocks. Between collections no line is marked or freed, so a block
//! is walked once, by a cursor that moves forward. Blocks that gave a hole since the last collection are the *young*
//! blocks: a young collection looks at no other.

use crate::chunk::{self, BLOCK, LINE, LINES_PER_BLOCK};

/// States of a block, in the table of its chunk.
pub(crate) mod state {
    /// Free, and all its bytes are zero.
    pub const FREE_ZERO: u8 = 0;
    pub const FREE: u8 = 1;
    /// Has objects, or is being allocated in.
    pub const USED: u8 = 2;
}

/// A block with fewer free lines is not worth walking.
const FEWEST_FREE_LINES: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Blocks {
    pub free: Vec<usize>,
    /// Blocks with objects and with holes.
    pub partial: Vec<usize>,
    /// Blocks that gave a hole since the last collection.
    pub young: Vec<usize>,
    /// The partial block being allocated in, and the next line to look at.
    current: Option<(usize, usize)>,
    /// Blocks in state [`state::USED`].
    pub used: usize,
}

/// A free range, and whether it is known to be zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hole {
    pub start: usize,
    pub end: usize,
    pub zero: bool,
}

impl Blocks {
    /// Take in a new chunk, all of whose blocks are free and zero.
    pub fn add_free(&mut self, blocks: impl DoubleEndedIterator<Item = usize>) {
        // The lowest is on top.
        self.free.extend(blocks.rev());
    }

    /// The next hole in a block with objects.
    pub fn next_hole(&mut self) -> Option<Hole> {
        loop {
            let (block, line) = match self.current {
                Some(current) => current,
                None => {
                    let block = self.partial.pop()?;
                    self.young.push(block);
                    (block, 0)
                }
            };
            // SAFETY: blocks in our lists belong to mapped chunks, and nothing is being marked now.
            let lines = unsafe { chunk::block_lines(block) };
            let Some(skip) = lines[line..].iter().position(|&line| line == 0) else {
                self.current = None;
                continue;
            };
            let first = line + skip;
            let last = lines[first..].iter().position(|&line| line != 0).map_or(lines.len(), |n| first + n);
            self.current = (last < lines.len()).then_some((block, last));
            return Some(Hole { start: block + first * LINE, end: block + last * LINE, zero: false });
        }
    }

    /// A whole block.
    pub fn take_free(&mut self) -> Option<Hole> {
        let block = self.free.pop()?;
        self.young.push(block);
        self.used += 1;
        // SAFETY: blocks in our lists belong to mapped chunks.
        let state = unsafe { chunk::block_state(block) };
        let zero = *state == state::FREE_ZERO;
        *state = state::USED;
        Some(Hole { start: block, end: block + BLOCK, zero })
    }

    /// No hole is handed out any more: the collector is about to mark.
    pub fn stop(&mut self) {
        self.current = None;
    }

    /// Put a block in use where its marks say it belongs; its starts are now its marks.
    pub fn sweep(&mut self, block: usize) {
        // SAFETY: blocks in our lists belong to mapped chunks, and marking is over.
        let (lines, (marks, starts), state) =
            unsafe { (chunk::block_lines(block), chunk::block_bits(block), chunk::block_state(block)) };
        starts.copy_from_slice(marks);
        let free = LINES_PER_BLOCK - lines.iter().map(|&line| line as usize).sum::<usize>();
        if free == LINES_PER_BLOCK {
            *state = state::FREE;
            self.used -= 1;
            self.free.push(block);
        } else if free >= FEWEST_FREE_LINES {
            self.partial.push(block);
        }
    }

    /// Sweep the blocks that were allocated in: in no other can something have been marked or have died.
    pub fn sweep_young(&mut self) {
        // Backwards, so that free blocks are used in the same order again.
        for block in std::mem::take(&mut self.young).into_iter().rev() {
            self.sweep(block);
        }
    }

    /// Sweep all blocks of all chunks, given from the lowest to the highest.
    pub fn sweep_all(&mut self, blocks: impl DoubleEndedIterator<Item = usize>) {
        self.young.clear();
        self.free.clear();
        self.partial.clear();
        for block in blocks.rev() {
            // SAFETY: blocks of mapped chunks.
            match unsafe { *chunk::block_state(block) } {
                state::USED => self.sweep(block),
                _ => self.free.push(block),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::{Chunk, ChunkKind};

    #[test]
    fn holes_come_from_partial_blocks_line_run_by_line_run() {
        let chunk = Chunk::map(ChunkKind::Blocks, 1).expect("memory");
        let mut blocks = Blocks::default();
        blocks.add_free(chunk.blocks());
        let first = chunk.blocks().next().expect("a block");
        let hole = blocks.take_free().expect("free");
        assert_eq!(hole, Hole { start: first, end: first + BLOCK, zero: true });
        assert_eq!(blocks.next_hole(), None);
        // Two objects survive: one in line 1, one over lines 10 to 12.
        // SAFETY: addresses in a block of a mapped chunk.
        unsafe {
            for (start, size) in [(first + LINE, 16), (first + 10 * LINE, 3 * LINE)] {
                chunk::set_mark(start);
                chunk::mark_lines(start, start + size);
            }
        }
        blocks.stop();
        blocks.sweep_young();
        assert_eq!((blocks.partial.as_slice(), blocks.used), (&[first][..], 1));
        let mut holes = vec![];
        while let Some(hole) = blocks.next_hole() {
            assert!(!hole.zero);
            holes.push(((hole.start - first) / LINE, (hole.end - first) / LINE));
        }
        assert_eq!(holes, [(0, 1), (2, 10), (13, 128)]);
        assert_eq!(blocks.young, [first]);
        // All die.
        chunk.clear_marks();
        blocks.sweep_all(chunk.blocks());
        assert_eq!((blocks.free.len(), blocks.used), (123, 0));
        assert!(!blocks.take_free().expect("free").zero);
        assert!(blocks.take_free().expect("free").zero);
        chunk.unmap();
    }
}
