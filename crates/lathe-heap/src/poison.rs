//! Poison: what is dead looks like `0xDBDBDBDB`, and nobody may change it.
//!
//! Dead objects are filled when they are swept, one by one, so a stale reference shows even if a neighbour on the same
//! line lives. A hole must hold nothing but poison and the zeros of unused windows when it is opened again; anything
//! else was written through a stale reference.

use crate::chunk::{self, BLOCK};
use crate::config::Config;
use crate::layout::{Scan, object_size};
use std::ptr;

/// Fill the dead objects of a block, whose starts are complete and whose marks are final.
pub(crate) fn fill_block(scans: &[Scan], block: usize) {
    // SAFETY: a block of a mapped chunk; objects that start there and are not marked are dead.
    unsafe {
        let (marks, starts) = chunk::block_bits(block);
        for (index, (&marks, &mut starts)) in marks.iter().zip(starts).enumerate() {
            let mut dead = starts & !marks;
            while dead != 0 {
                let object = block + (index * 64 + dead.trailing_zeros() as usize) * 8;
                fill(object, object_size(scans, object));
                dead &= dead - 1;
            }
        }
    }
}

/// Fill a dead object.
///
/// # Safety
/// The memory belongs to a dead object.
pub(crate) unsafe fn fill(start: usize, size: usize) {
    // SAFETY: the caller vouches for the memory.
    unsafe { ptr::write_bytes(chunk::pointer(start), Config::POISON as u8, size) };
}

/// Panics if someone wrote to free memory.
pub(crate) fn check(start: usize, end: usize) {
    debug_assert!(end - start <= BLOCK);
    // SAFETY: a hole: whole lines of a block that nobody uses.
    let words = unsafe { std::slice::from_raw_parts(chunk::pointer(start).cast::<u64>(), (end - start) / 8) };
    if let Some(index) = words.iter().position(|&word| word != 0 && word != Config::POISON) {
        panic!("free memory at {:#x} was written to: {:#x}", start + index * 8, words[index]);
    }
}
