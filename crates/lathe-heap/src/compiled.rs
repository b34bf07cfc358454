//! What compiled code calls when its fast paths do not do.
//!
//! | fast path | else |
//! |---|---|
//! | `new`: bump by the layout's size, store [`crate::Header::word`] | [`new_object`] |
//! | `new_array`, size at most [`crate::MAX_BUMP_SIZE`]: bump, store header word and length | [`new_array`], [`try_new_array`] |
//! | store of a reference: test [`crate::flags::UNLOGGED`] | [`remember`] |
//!
//! Memory between `top` and `end` is zero, so fields need no initialisation. Classes whose layout says no
//! [`crate::Layout::inline_allocation`] always take the call. None of these unwinds: a panic ends the process.

use crate::header::Header;
use crate::heap::Heap;
use lathe_ir::ClassId;
use std::ptr::{self, NonNull};

/// A new record. Never fails; above the limit it sets [`crate::attention::OUT_OF_MEMORY`].
///
/// # Safety
/// `heap` is a live heap which no Rust reference is using, and the class has a record layout in it. (So for all.)
pub unsafe extern "C" fn new_object(heap: *mut Heap, class: u32) -> *mut Header {
    // SAFETY: the caller vouches for the heap.
    unsafe { &mut *heap }.allocate_anyway(ClassId(class)).cast()
}

/// A new array of a length that is bounded by the trace. Never fails.
///
/// # Safety
/// See [`new_object`]; an array class.
pub unsafe extern "C" fn new_array(heap: *mut Heap, class: u32, length: u64) -> *mut Header {
    // SAFETY: the caller vouches for the heap.
    unsafe { &mut *heap }.allocate_array_anyway(ClassId(class), length).cast()
}

/// A new array of any length, or null if the heap has no room.
///
/// # Safety
/// See [`new_object`]; an array class.
pub unsafe extern "C" fn try_new_array(heap: *mut Heap, class: u32, length: u64) -> *mut Header {
    // SAFETY: the caller vouches for the heap.
    let heap = unsafe { &mut *heap };
    heap.allocate_array(ClassId(class), length).map_or(ptr::null_mut(), |word| word.cast())
}

/// The slow path of the write barrier, for an object with the flag [`crate::flags::UNLOGGED`].
///
/// # Safety
/// See [`new_object`]; an object of this heap.
pub unsafe extern "C" fn remember(heap: *mut Heap, object: NonNull<Header>) {
    // SAFETY: the caller vouches for heap and object.
    unsafe { (*heap).remember(object) };
}
