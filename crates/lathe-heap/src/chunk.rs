//! Chunks: 4 MiB of address space at a multiple of 4 MiB, with the collector's tables for it in front.
//!
//! ```text
//! 0        64 KiB    128 KiB   144 KiB            160 KiB                        4 MiB
//! | marks  | starts  | lines   | states  |  ...   | block 5 | block 6 | ... | block 127 |
//! ```
//!
//! From the address of an object, its mark bit is two shifts and a mask away: no lookup, no branch on the kind of
//! object, and an object that is marked already is not touched at all. All tables are pages of zeros until used, so a
//! new chunk costs a few system calls and no memory.
//!
//! * *marks*, a bit per 8 bytes: the object that starts here was found alive. Bits stick until the next full
//!   collection, so a marked object is an old one.
//! * *starts*, a bit per 8 bytes: an object starts here. Equal to the marks between collections; during one, the
//!   objects of [`crate::young`] ranges are added when a conservative root asks, and the marks of a full collection
//!   start again from zero while the starts stay.
//! * *lines*, a byte per 256 bytes: some part of a marked object is here. In a chunk of pages (see [`crate::large`])
//!   the same bytes are a `u16` per page.
//! * *states*, a byte per block: see [`crate::blocks`].

use std::ptr;

pub(crate) const CHUNK: usize = 4 << 20;
pub(crate) const BLOCK: usize = 32 << 10;
pub(crate) const LINE: usize = 256;
pub(crate) const PAGE: usize = 4 << 10;

const BITS: usize = CHUNK / 8 / 8;
const MARKS: usize = 0;
const STARTS: usize = BITS;
const LINES: usize = 2 * BITS;
const STATES: usize = LINES + CHUNK / LINE;
/// Where objects begin.
pub(crate) const CHUNK_HEAD: usize = 5 * BLOCK;
pub(crate) const FIRST_BLOCK: usize = CHUNK_HEAD / BLOCK;
pub(crate) const BLOCKS: usize = CHUNK / BLOCK;
pub(crate) const LINES_PER_BLOCK: usize = BLOCK / LINE;
pub(crate) const FIRST_PAGE: usize = CHUNK_HEAD / PAGE;
pub(crate) const PAGES: usize = CHUNK / PAGE;

const _: () = assert!(STATES + BLOCKS <= CHUNK_HEAD);
const _: () = assert!(LINES + 2 * PAGES <= STATES);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChunkKind {
    /// Blocks of lines.
    Blocks,
    /// Objects of whole pages.
    Pages,
    /// One object, which may reach beyond the 4 MiB.
    Huge,
}

/// A mapped chunk. Plain addresses: [`crate::space::Space`] owns the mapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub base: usize,
    pub end: usize,
    pub kind: ChunkKind,
}

impl Chunk {
    /// `None` if the system has no more memory.
    pub fn map(kind: ChunkKind, size: usize) -> Option<Chunk> {
        let size = size.next_multiple_of(PAGE).max(CHUNK);
        let padded = size.checked_add(CHUNK)?;
        // SAFETY: a new anonymous mapping touches no memory in use.
        let start = unsafe {
            libc::mmap(
                ptr::null_mut(),
                padded,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        if start == libc::MAP_FAILED {
            return None;
        }
        let start = start.expose_provenance();
        let base = start.next_multiple_of(CHUNK);
        let end = base + size;
        // What is outside the aligned part goes back.
        unmap(start, base);
        unmap(end, start + padded);
        Some(Chunk { base, end, kind })
    }

    /// Give the memory back. No address in it may be used afterwards.
    pub fn unmap(self) {
        unmap(self.base, self.end);
    }

    pub fn size(self) -> usize {
        self.end - self.base
    }

    pub fn blocks(self) -> impl DoubleEndedIterator<Item = usize> {
        debug_assert_eq!(self.kind, ChunkKind::Blocks);
        (FIRST_BLOCK..BLOCKS).map(move |index| self.base + index * BLOCK)
    }

    /// Forget all marks, for a full collection.
    pub fn clear_marks(self) {
        // SAFETY: the tables of a mapped chunk, which nobody else refers to.
        unsafe {
            match self.kind {
                ChunkKind::Blocks => {
                    ptr::write_bytes(pointer(self.base + MARKS + CHUNK_HEAD / 64), 0, BITS - CHUNK_HEAD / 64);
                    ptr::write_bytes(pointer(self.base + LINES), 0, CHUNK / LINE);
                }
                ChunkKind::Pages => ptr::write_bytes(pointer(self.base + MARKS), 0, BITS),
                ChunkKind::Huge => clear_mark(self.base + CHUNK_HEAD),
            }
        }
    }
}

fn unmap(start: usize, end: usize) {
    if start < end {
        // SAFETY: part of a mapping made by `Chunk::map`, which the caller gives up.
        let result = unsafe { libc::munmap(pointer(start).cast(), end - start) };
        assert_eq!(result, 0, "munmap");
    }
}

#[inline(always)]
pub(crate) fn pointer(address: usize) -> *mut u8 {
    ptr::with_exposed_provenance_mut(address)
}

#[inline(always)]
fn bit(table: usize, address: usize) -> (*mut u64, u64) {
    let index = (address & (CHUNK - 1)) >> 3;
    let word = (address & !(CHUNK - 1)) + table + (index >> 6) * 8;
    (pointer(word).cast(), 1 << (index & 63))
}

/// Mark an object; `false` if it was marked already.
///
/// # Safety
/// `object` is the address of an object in a chunk that is mapped. (So for all functions below.)
#[inline(always)]
pub(crate) unsafe fn set_mark(object: usize) -> bool {
    let (word, mask) = bit(MARKS, object);
    // SAFETY: the word is in the tables of the chunk of the object, which the caller vouches for.
    unsafe {
        let old = *word;
        *word = old | mask;
        old & mask == 0
    }
}

/// # Safety
/// See [`set_mark`].
#[inline]
pub(crate) unsafe fn is_marked(object: usize) -> bool {
    let (word, mask) = bit(MARKS, object);
    // SAFETY: as in `set_mark`.
    unsafe { *word & mask != 0 }
}

/// # Safety
/// See [`set_mark`].
pub(crate) unsafe fn clear_mark(object: usize) {
    let (word, mask) = bit(MARKS, object);
    // SAFETY: as in `set_mark`.
    unsafe { *word &= !mask }
}

/// # Safety
/// See [`set_mark`].
pub(crate) unsafe fn set_start(object: usize) {
    let (word, mask) = bit(STARTS, object);
    // SAFETY: as in `set_mark`.
    unsafe { *word |= mask }
}

/// The last object that starts at `address` or before it in the same block.
///
/// # Safety
/// `address` is in a block of a mapped chunk.
pub(crate) unsafe fn last_start(address: usize) -> Option<usize> {
    let (mut word, mask) = bit(STARTS, address);
    let (first, _) = bit(STARTS, address & !(BLOCK - 1));
    // The bits up to and with that of the address.
    let mut keep = mask | (mask - 1);
    let mut base = address & !511;
    loop {
        // SAFETY: the words from `first` on belong to the block of the address.
        let bits = unsafe { *word } & keep;
        if bits != 0 {
            return Some(base + (63 - bits.leading_zeros() as usize) * 8);
        }
        if word == first {
            return None;
        }
        keep = u64::MAX;
        word = word.wrapping_sub(1);
        base -= 512;
    }
}

/// The two tables of bits for one block: marks and starts.
///
/// # Safety
/// `block` is a block of a mapped chunk, and the slices are dropped before any other function here is called.
pub(crate) unsafe fn block_bits<'a>(block: usize) -> (&'a [u64], &'a mut [u64]) {
    let words = BLOCK / 8 / 64;
    // SAFETY: the tables of the chunk of `block`; they do not overlap.
    unsafe {
        (
            std::slice::from_raw_parts(bit(MARKS, block).0, words),
            std::slice::from_raw_parts_mut(bit(STARTS, block).0, words),
        )
    }
}

/// Note that bytes from `start` to `end` belong to a marked object of a block.
///
/// # Safety
/// See [`set_mark`]; the chunk is one of blocks.
#[inline(always)]
pub(crate) unsafe fn mark_lines(start: usize, end: usize) {
    let first = line_byte(start);
    let count = ((end - 1) / LINE) - start / LINE;
    // SAFETY: an object of a block ends in its block, so all its lines are in the table.
    unsafe {
        *first = 1;
        for line in 1..=count {
            *first.add(line) = 1;
        }
    }
}

#[inline(always)]
pub(crate) fn line_byte(address: usize) -> *mut u8 {
    pointer((address & !(CHUNK - 1)) + LINES + (address & (CHUNK - 1)) / LINE)
}

/// The lines of a block: 0 is free.
///
/// # Safety
/// `block` is a block of a mapped chunk, and no line is marked while the slice lives.
pub(crate) unsafe fn block_lines<'a>(block: usize) -> &'a [u8] {
    // SAFETY: the table of the chunk of `block`.
    unsafe { std::slice::from_raw_parts(line_byte(block), LINES_PER_BLOCK) }
}

/// The state of a block.
///
/// # Safety
/// `block` is a block of a mapped chunk; `pages`, below, is for a chunk of pages.
pub(crate) unsafe fn block_state<'a>(block: usize) -> &'a mut u8 {
    let index = (block & (CHUNK - 1)) / BLOCK;
    // SAFETY: the table of the chunk of `block`; callers hold one reference at a time.
    unsafe { &mut *pointer((block & !(CHUNK - 1)) + STATES + index) }
}

/// The table of a chunk of pages: 0 is a free page, else the first page of the object that the page belongs to.
///
/// # Safety
/// `chunk` is a mapped chunk of pages, and the slice is dropped before the next is asked for.
pub(crate) unsafe fn pages<'a>(chunk: usize) -> &'a mut [u16; PAGES] {
    // SAFETY: the table fits where other chunks have lines (asserted above), and is aligned.
    unsafe { &mut *pointer(chunk + LINES).cast() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_aligned_and_their_tables_zero() {
        let chunk = Chunk::map(ChunkKind::Blocks, 1).expect("memory");
        assert_eq!(chunk.base % CHUNK, 0);
        assert_eq!(chunk.size(), CHUNK);
        for block in chunk.blocks() {
            // SAFETY: a block of a mapped chunk.
            unsafe {
                assert!(block_lines(block).iter().all(|&line| line == 0));
                assert_eq!(*block_state(block), 0);
                assert_eq!(last_start(block + BLOCK - 1), None);
            }
        }
        chunk.unmap();
    }

    #[test]
    fn marks_starts_and_lines_are_independent() {
        let chunk = Chunk::map(ChunkKind::Blocks, 1).expect("memory");
        let block = chunk.base + CHUNK_HEAD + 3 * BLOCK;
        let object = block + 3 * LINE - 8;
        // SAFETY: a block of a mapped chunk.
        unsafe {
            assert!(set_mark(object) && !set_mark(object) && is_marked(object));
            assert!(!is_marked(object + 8) && !is_marked(object - 8));
            assert_eq!(last_start(object + 100), None);
            mark_lines(object, object + LINE + 16);
            let used: Vec<usize> = (0..LINES_PER_BLOCK).filter(|&l| block_lines(block)[l] != 0).collect();
            assert_eq!(used, [2, 3, 4]);
            set_start(object);
            set_start(block);
            assert_eq!(last_start(object + 1000), Some(object));
            assert_eq!(last_start(object + 7), Some(object));
            assert_eq!(last_start(object - 1), Some(block));
            assert_eq!(last_start(block + BLOCK - 1), Some(object));
            assert_eq!(last_start(block + BLOCK), None);
            chunk.clear_marks();
            assert!(!is_marked(object));
            assert!(block_lines(block).iter().all(|&line| line == 0));
            assert_eq!(last_start(object), Some(object));
        }
        chunk.unmap();
    }
}
