//! A guest reference: one 64-bit word.
//!
//! ```text
//! 0                      null
//! ...vvvvvvv1            a small integer, 63 bits (classes of hybrid representation)
//! aaaaaaaa000            the address of an object's header
//! ```
//!
//! A word says nothing about who keeps its object alive: see [`crate::roots`] for the places where a reference counts.

use crate::header::Header;
use std::fmt;
use std::ptr::NonNull;

#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Word(pub u64);

impl Word {
    pub const NULL: Word = Word(0);
    /// The bit that tells a small integer.
    pub const SMALL_TAG: u64 = 1;
    pub const SMALL_MIN: i64 = i64::MIN >> 1;
    pub const SMALL_MAX: i64 = i64::MAX >> 1;

    /// The word for a small integer; `None` if it needs more than 63 bits.
    #[inline]
    pub fn small(value: i64) -> Option<Word> {
        let word = Word::wrap_small(value);
        (word.0 as i64 >> 1 == value).then_some(word)
    }

    /// The word for the low 63 bits of an integer.
    #[inline]
    pub fn wrap_small(value: i64) -> Word {
        Word((value as u64) << 1 | Word::SMALL_TAG)
    }

    #[inline]
    pub fn from_pointer(object: NonNull<Header>) -> Word {
        Word(object.as_ptr().expose_provenance() as u64)
    }

    #[inline]
    pub fn is_null(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn is_small(self) -> bool {
        self.0 & Word::SMALL_TAG != 0
    }

    #[inline]
    pub fn is_pointer(self) -> bool {
        !self.is_small() && !self.is_null()
    }

    #[inline]
    pub fn as_small(self) -> Option<i64> {
        self.is_small().then_some(self.0 as i64 >> 1)
    }

    #[inline]
    pub fn as_pointer(self) -> Option<NonNull<Header>> {
        if self.is_small() {
            None
        } else {
            NonNull::new(std::ptr::with_exposed_provenance_mut(self.0 as usize))
        }
    }

    /// The object as the Rust struct of its class. Null for null; of no use for a small integer.
    #[inline]
    pub fn cast<T>(self) -> *mut T {
        std::ptr::with_exposed_provenance_mut(self.0 as usize)
    }

    #[inline]
    pub(crate) fn address(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_small() {
            Some(value) => write!(f, "Word({value})"),
            None if self.is_null() => f.write_str("Word(null)"),
            None => write!(f, "Word({:#x})", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_have_63_bits() {
        for value in [0, 1, -1, 12345, Word::SMALL_MIN, Word::SMALL_MAX] {
            let word = Word::small(value).expect("fits");
            assert!(word.is_small() && !word.is_null() && !word.is_pointer());
            assert_eq!(word.as_small(), Some(value));
            assert_eq!(word.as_pointer(), None);
        }
        assert_eq!(Word::small(Word::SMALL_MAX + 1), None);
        assert_eq!(Word::small(Word::SMALL_MIN - 1), None);
        assert_eq!(Word::small(i64::MIN), None);
    }

    #[test]
    fn null_is_neither_small_nor_a_pointer() {
        assert!(Word::NULL.is_null() && !Word::NULL.is_small() && !Word::NULL.is_pointer());
        assert_eq!(Word::NULL.as_pointer(), None);
        assert_eq!(Word::default(), Word::NULL);
    }
}
