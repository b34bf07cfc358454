//! Large objects: whole pages of their own, so that a big array neither moves through blocks nor wastes one.
//!
//! Up to 1 MiB they share chunks, first fit by pages; above, each has a mapping. Either way the object lies behind the
//! tables of a chunk, so marking does not know the difference. Young and old ones are listed apart: a young collection
//! looks at the young ones only.

use crate::chunk::{self, CHUNK_HEAD, Chunk, ChunkKind, FIRST_PAGE, PAGE, PAGES};
use std::ptr;

/// Larger objects have a mapping of their own.
const MAX_SHARED: usize = 1 << 20;
/// Runs of free pages this long go back to the system; shorter ones are cleared when they are used again.
const RETURN_PAGES: usize = 16;

#[derive(Clone, Copy, Debug)]
pub(crate) struct LargeObject {
    pub address: usize,
    pub pages: usize,
}

#[derive(Debug, Default)]
pub(crate) struct LargeObjects {
    pub young: Vec<LargeObject>,
    pub old: Vec<LargeObject>,
    /// Bytes of all objects, in whole pages.
    pub used: usize,
    /// The chunk of pages that had room last: most others are full.
    recent: Option<usize>,
}

impl LargeObjects {
    /// Zeroed memory for an object; `None` if the chunks have no room and a new one of that kind is needed.
    pub fn allocate(&mut self, chunks: &[Chunk], size: usize) -> Option<usize> {
        let pages = size.div_ceil(PAGE);
        let recent = self.recent.and_then(|base| take_pages(base, pages));
        let address = recent.or_else(|| {
            let others = chunks.iter().filter(|c| c.kind == ChunkKind::Pages && Some(c.base) != self.recent);
            others.map(|chunk| chunk.base).find_map(|base| take_pages(base, pages))
        })?;
        self.recent = Some(address & !(chunk::CHUNK - 1));
        // SAFETY: the pages are free, and now ours.
        unsafe { ptr::write_bytes(chunk::pointer(address), 0, pages * PAGE) };
        self.add(LargeObject { address, pages });
        Some(address)
    }

    /// A new chunk of pages: look there first.
    pub fn add_chunk(&mut self, chunk: Chunk) {
        self.recent = Some(chunk.base);
    }

    /// Chunks of pages without an object. The recent one stays.
    pub fn unused_chunks(&self, chunks: &[Chunk]) -> Vec<Chunk> {
        let shared = chunks.iter().filter(|c| c.kind == ChunkKind::Pages && Some(c.base) != self.recent);
        // SAFETY: mapped chunks of pages.
        shared.filter(|c| unsafe { chunk::pages(c.base) }.iter().all(|&page| page == 0)).copied().collect()
    }

    /// The object of a new huge chunk.
    pub fn allocate_huge(&mut self, chunk: Chunk, size: usize) -> usize {
        let address = chunk.base + CHUNK_HEAD;
        self.add(LargeObject { address, pages: size.div_ceil(PAGE) });
        address
    }

    /// The chunk that an object of this size needs.
    pub fn chunk_for(size: usize) -> (ChunkKind, usize) {
        if size <= MAX_SHARED { (ChunkKind::Pages, 0) } else { (ChunkKind::Huge, CHUNK_HEAD + size) }
    }

    fn add(&mut self, object: LargeObject) {
        self.used += object.pages * PAGE;
        self.young.push(object);
    }

    /// Free what is not marked: of the young ones, or of all. Returns the huge chunks that are not needed any more.
    pub fn sweep(&mut self, all: bool) -> Vec<usize> {
        let mut huge = vec![];
        let old = if all { std::mem::take(&mut self.old) } else { vec![] };
        for object in old.into_iter().chain(std::mem::take(&mut self.young)) {
            // SAFETY: our lists hold objects of mapped chunks.
            if unsafe { chunk::is_marked(object.address) } {
                self.old.push(object);
                continue;
            }
            self.used -= object.pages * PAGE;
            if object.pages * PAGE > MAX_SHARED {
                huge.push(object.address - CHUNK_HEAD);
            } else {
                free_pages(object);
            }
        }
        huge
    }
}

fn take_pages(base: usize, pages: usize) -> Option<usize> {
    // SAFETY: a mapped chunk of pages.
    let table = unsafe { chunk::pages(base) };
    let first = find_run(table, pages)?;
    table[first..first + pages].fill(first as u16);
    Some(base + first * PAGE)
}

fn free_pages(object: LargeObject) {
    let base = object.address & !(chunk::CHUNK - 1);
    let first = (object.address - base) / PAGE;
    // SAFETY: a shared large object lies in a mapped chunk of pages, and nobody can reach it any more.
    unsafe {
        chunk::pages(base)[first..first + object.pages].fill(0);
        if object.pages >= RETURN_PAGES {
            libc::madvise(chunk::pointer(object.address).cast(), object.pages * PAGE, libc::MADV_DONTNEED);
        }
    }
}

fn find_run(table: &[u16; PAGES], pages: usize) -> Option<usize> {
    let mut first = FIRST_PAGE;
    while first + pages <= PAGES {
        // The last page in the way decides where to look next.
        match table[first..first + pages].iter().rposition(|&page| page != 0) {
            None => return Some(first),
            Some(used) => first += used + 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_found_first_fit_and_freed() {
        let chunk = Chunk::map(ChunkKind::Pages, 0).expect("memory");
        let mut large = LargeObjects::default();
        large.add_chunk(chunk);
        let mut allocate = |pages| large.allocate(&[chunk], pages * PAGE).map(|a| (a - chunk.base) / PAGE);
        assert_eq!(allocate(3), Some(40));
        assert_eq!(allocate(1), Some(43));
        assert_eq!(allocate(2), Some(44));
        assert_eq!(allocate(PAGES - 46 + 1), None);
        // SAFETY: objects of a mapped chunk.
        unsafe {
            chunk::set_mark(chunk.base + 43 * PAGE);
            ptr::write_bytes(chunk::pointer(chunk.base + 40 * PAGE), 0xff, 3 * PAGE);
        }
        assert!(large.sweep(false).is_empty());
        assert_eq!((large.old.len(), large.young.len(), large.used), (1, 0, PAGE));
        let mut allocate = |pages| large.allocate(&[chunk], pages * PAGE);
        assert_eq!(allocate(4), Some(chunk.base + 44 * PAGE));
        let again = allocate(2).expect("room");
        assert_eq!(again, chunk.base + 40 * PAGE);
        // SAFETY: just allocated.
        let bytes = unsafe { std::slice::from_raw_parts(chunk::pointer(again), 2 * PAGE) };
        assert!(bytes.iter().all(|&byte| byte == 0));
        chunk.unmap();
    }
}
