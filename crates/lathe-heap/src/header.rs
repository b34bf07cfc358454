//! What every object starts with: its class, and a few bits of the collector.
//!
//! ```text
//! record:  class u32 | flags u32 | fields ...
//! array:   class u32 | flags u32 | length u64 | items ...
//! ```
//!
//! A new object's header is one constant word per class ([`Header::word`]): compiled code stores it with one
//! instruction. Its flags are [`flags::OBJECT`] alone, so memory that is zero is never taken for an object.

use lathe_ir::ClassId;

/// Bits of [`Header::flags`].
pub mod flags {
    /// The object is old and not in the remembered set: a store of a reference into it must be noted.
    pub const UNLOGGED: u32 = 1;
    /// Set in every object.
    pub const OBJECT: u32 = 1 << 1;
    /// The object has pages of its own.
    pub const LARGE: u32 = 1 << 2;
}

/// The first word of every object.
#[repr(C, align(8))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// A [`ClassId`].
    pub class: u32,
    pub flags: u32,
}

impl Header {
    /// Offset of the flags, for the write barrier in compiled code.
    pub const FLAGS_OFFSET: u32 = 4;

    #[inline]
    pub const fn new(class: ClassId) -> Header {
        Header { class: class.0, flags: flags::OBJECT }
    }

    /// The header of a new object as compiled code stores it.
    #[inline]
    pub const fn word(class: ClassId) -> u64 {
        // Memory order of the two halves is that of the struct, on either endianness.
        if cfg!(target_endian = "little") {
            class.0 as u64 | (flags::OBJECT as u64) << 32
        } else {
            (class.0 as u64) << 32 | flags::OBJECT as u64
        }
    }

    #[inline]
    pub fn class(self) -> ClassId {
        ClassId(self.class)
    }
}

/// Offset of an array's length, a `u64`.
pub const ARRAY_LENGTH_OFFSET: u32 = 8;
/// Offset of an array's first item.
pub const ARRAY_ITEMS_OFFSET: u32 = 16;

/// What every array starts with.
#[repr(C)]
#[derive(Debug)]
pub struct Array {
    pub header: Header,
    pub length: u64,
}

impl Array {
    /// The items of an array.
    ///
    /// # Safety
    /// `array` is an array whose items have the size of `T`, it stays reachable, and nobody else uses the items while
    /// the slice lives.
    pub unsafe fn items<'a, T>(array: *mut Array) -> &'a mut [T] {
        // SAFETY: the caller vouches for the array; its items follow its 16-byte head.
        unsafe {
            let first = array.cast::<u8>().add(ARRAY_ITEMS_OFFSET as usize).cast::<T>();
            std::slice::from_raw_parts_mut(first, (*array).length as usize)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{align_of, offset_of, size_of};

    #[test]
    fn compiled_code_and_rust_agree_about_the_header() {
        assert_eq!((size_of::<Header>(), align_of::<Header>()), (8, 8));
        assert_eq!(offset_of!(Header, flags), Header::FLAGS_OFFSET as usize);
        assert_eq!(offset_of!(Array, length), ARRAY_LENGTH_OFFSET as usize);
        assert_eq!(size_of::<Array>(), ARRAY_ITEMS_OFFSET as usize);
        let header = Header::new(ClassId(77));
        // SAFETY: both are 8 bytes without padding.
        let word: u64 = unsafe { std::mem::transmute(header) };
        assert_eq!(word, Header::word(ClassId(77)));
        assert_ne!(Header::word(ClassId(0)), 0);
    }
}
