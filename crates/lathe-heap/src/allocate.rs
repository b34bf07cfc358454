//! Allocation: a pointer that moves up to an end.
//!
//! [`Bump`] is the window. Its memory is zero, so an object is complete, with null references, as soon as its header
//! (and an array's length) is stored. When the window has no room, the slow path decides whether to collect, and takes
//! the next window: the next hole among old objects for small objects; a whole free block for objects longer than a
//! line, which most holes could not hold. What was left of the window is lost until the next collection, and it was
//! less than the object. Objects above [`MAX_BUMP_SIZE`] are large ones.

use crate::blocks::Hole;
use crate::chunk::{self, BLOCK, LINE};
use crate::collect::Collection;
use crate::config::{OutOfMemory, Stress, attention};
use crate::header::{Array, Header, flags};
use crate::heap::Heap;
use crate::layout::{ScanKind, array_size};
use crate::poison;
use crate::word::Word;
use lathe_ir::ClassId;
use std::ptr::{self, NonNull};

/// The free memory that allocation moves through: `end - top` bytes of zeros. Its address never changes.
#[repr(C)]
#[derive(Debug)]
pub struct Bump {
    pub top: *mut u8,
    pub end: *mut u8,
}

impl Bump {
    pub(crate) const EMPTY: Bump = Bump { top: ptr::null_mut(), end: ptr::null_mut() };
}

/// Objects of more bytes are never bumped.
pub const MAX_BUMP_SIZE: usize = 8 << 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    /// Refuse when the limit is reached.
    Polite,
    /// Go above the limit, and tell the VM.
    Anyway,
}

impl Heap {
    /// A new record with null and zero fields.
    #[inline]
    pub fn allocate(&mut self, class: ClassId) -> Result<Word, OutOfMemory> {
        let size = self.layouts.scans[class.index()].bump_size as usize;
        match self.bump(size, Header::word(class)) {
            Some(object) => Ok(Word::from_pointer(object)),
            None => self.allocate_slow(class, None, Demand::Polite),
        }
    }

    /// A new array with null or zero items.
    #[inline]
    pub fn allocate_array(&mut self, class: ClassId, length: u64) -> Result<Word, OutOfMemory> {
        let scan = &self.layouts.scans[class.index()];
        debug_assert!(scan.is_array(), "{} is no array class", class.0);
        if let Some(size) = array_size(scan.shift, length)
            && size <= MAX_BUMP_SIZE
            && let Some(object) = self.bump(size, Header::word(class))
        {
            // SAFETY: the window had room for the array.
            unsafe { object.cast::<Array>().as_mut() }.length = length;
            return Ok(Word::from_pointer(object));
        }
        self.allocate_slow(class, Some(length), Demand::Polite)
    }

    /// A new record, above the limit if need be: for compiled code and deoptimisation, which can not raise. Sets
    /// [`attention::OUT_OF_MEMORY`] if the limit is exceeded, and ends the process if the reserve is used up as well.
    pub fn allocate_anyway(&mut self, class: ClassId) -> Word {
        self.allocate(class)
            .or_else(|_| self.allocate_slow(class, None, Demand::Anyway))
            .unwrap_or_else(give_up)
    }

    /// A new array, above the limit if need be.
    pub fn allocate_array_anyway(&mut self, class: ClassId, length: u64) -> Word {
        self.allocate_array(class, length)
            .or_else(|_| self.allocate_slow(class, Some(length), Demand::Anyway))
            .unwrap_or_else(give_up)
    }

    /// The fast path: `size` is a multiple of 8 and that of the object that `header` announces.
    #[inline(always)]
    pub(crate) fn bump(&mut self, size: usize, header: u64) -> Option<NonNull<Header>> {
        let Bump { top, end } = self.bump;
        if size > end.addr() - top.addr() {
            return None;
        }
        // SAFETY: the window has room for `size` bytes, which nobody else uses.
        unsafe {
            self.bump.top = top.add(size);
            top.cast::<u64>().write(header);
            Some(NonNull::new_unchecked(top).cast())
        }
    }

    #[cold]
    #[inline(never)]
    fn allocate_slow(
        &mut self,
        class: ClassId,
        length: Option<u64>,
        demand: Demand,
    ) -> Result<Word, OutOfMemory> {
        let scan = self.layouts.scans[class.index()];
        assert!(scan.kind != ScanKind::Undefined, "class {} has no layout", class.0);
        assert_eq!(scan.is_array(), length.is_some(), "only arrays have a length: class {}", class.0);
        let size = match length {
            None => scan.size as usize,
            Some(length) => array_size(scan.shift, length).ok_or(OutOfMemory)?,
        };
        let address = self.obtain(size, demand)?;
        let mut header = Header::new(class);
        if size > MAX_BUMP_SIZE {
            header.flags |= flags::LARGE;
        }
        // SAFETY: the memory is ours, and zero.
        unsafe {
            chunk::pointer(address).cast::<Header>().write(header);
            if let Some(length) = length {
                (*chunk::pointer(address).cast::<Array>()).length = length;
            }
        }
        let word = Word(address as u64);
        let layout = self.layouts.get(class);
        if layout.weak.is_some() {
            self.weak.young.push(word);
        }
        if layout.finalizer {
            self.finalizers.young.push(word);
        }
        Ok(word)
    }

    /// Zeroed memory, after a collection if one is due or would help.
    fn obtain(&mut self, size: usize, demand: Demand) -> Result<usize, OutOfMemory> {
        match self.config.stress {
            _ if self.paused > 0 => {}
            // The second attempt of one allocation need not collect again.
            Stress::CollectAtEveryAllocation { full } if demand == Demand::Polite => {
                self.collect(if full { Collection::Major } else { Collection::Minor });
            }
            _ if self.young_bytes >= self.nursery => self.collect(self.next_collection()),
            _ => {}
        }
        let limit = self.config.limit;
        if let Ok(address) = self.place(size, limit) {
            return Ok(address);
        }
        if demand == Demand::Polite {
            if self.may_help(size) {
                self.collect(Collection::Major);
                self.last_resort = Some(self.allocated_bytes());
                if let Ok(address) = self.place(size, limit) {
                    return Ok(address);
                }
            }
            self.last_resort = None;
            return Err(OutOfMemory);
        }
        self.raise_attention(attention::OUT_OF_MEMORY);
        self.place(size, limit.saturating_add(self.config.reserve))
    }

    /// Would a full collection make room? Not for what never fits; and not if the last one hardly did: a heap that is
    /// full but for a few bytes should fail, not collect for ever. After a failure it may be tried again.
    fn may_help(&self, size: usize) -> bool {
        let enough = (self.config.limit / 64) as u64;
        self.paused == 0
            && size <= self.config.limit
            && self.last_resort.is_none_or(|before| self.allocated_bytes() - before >= enough)
    }

    fn place(&mut self, size: usize, limit: usize) -> Result<usize, OutOfMemory> {
        if size > MAX_BUMP_SIZE {
            let address = self.space.large_object(size, limit)?;
            self.young_bytes += size;
            self.stats.allocated_bytes += size as u64;
            return Ok(address);
        }
        if self.bump.end.addr() - self.bump.top.addr() < size {
            let hole = self.find_hole(size, limit)?;
            self.retire_window();
            self.open_window(hole, size);
        }
        let address = self.bump.top.expose_provenance();
        self.bump.top = self.bump.top.wrapping_add(size);
        Ok(address)
    }

    fn find_hole(&mut self, size: usize, limit: usize) -> Result<Hole, OutOfMemory> {
        let blocks = &mut self.space.blocks;
        if size <= LINE {
            if let Some(hole) = blocks.next_hole() {
                return Ok(hole);
            }
            return self.space.free_block(limit);
        }
        self.space.free_block(limit).or_else(|error| {
            let blocks = &mut self.space.blocks;
            std::iter::from_fn(|| blocks.next_hole()).find(|hole| hole.end - hole.start >= size).ok_or(error)
        })
    }

    fn open_window(&mut self, hole: Hole, size: usize) {
        debug_assert!(hole.end - hole.start <= BLOCK);
        let mut end = hole.end;
        // What is cut off comes back with the collection before the next allocation.
        if self.config.stress != Stress::Off && self.paused == 0 {
            end = hole.start + size;
        }
        let start = chunk::pointer(hole.start);
        if !hole.zero {
            if self.config.poison {
                poison::check(hole.start, hole.end);
            }
            // SAFETY: nothing lives in a hole.
            unsafe { ptr::write_bytes(start, 0, end - hole.start) };
        }
        self.young_bytes += hole.end - hole.start;
        self.window_start = hole.start;
        self.bump = Bump { top: start, end: chunk::pointer(end) };
    }

    /// Close the window: what was allocated in it becomes a young range.
    pub(crate) fn retire_window(&mut self) {
        let top = self.bump.top.addr();
        if top > self.window_start {
            self.young.push(self.window_start, top);
            self.stats.allocated_bytes += (top - self.window_start) as u64;
        }
        self.window_start = 0;
        self.bump = Bump::EMPTY;
    }

    /// Enter the objects of the window into the young ranges, and leave the rest of it open.
    pub(crate) fn note_window(&mut self) {
        let top = self.bump.top.addr();
        if top > self.window_start {
            self.young.push(self.window_start, top);
            self.stats.allocated_bytes += (top - self.window_start) as u64;
            self.window_start = top;
        }
    }

    /// Bytes of all objects ever allocated.
    pub fn allocated_bytes(&self) -> u64 {
        self.stats.allocated_bytes + (self.bump.top.addr() - self.window_start) as u64
    }
}

#[cold]
fn give_up(_: OutOfMemory) -> Word {
    eprintln!("lathe: out of memory: the reserve above the heap limit is used up");
    std::process::abort();
}
