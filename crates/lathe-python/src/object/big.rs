//! Integers beyond 64 bits: a `BIG_INT` is an array of bytes, its sign in the first, then limbs of 64 bits, the least significant first.
//!
//! What fits 64 bits is never one, so that equal integers look alike, and `INT` is all that fast paths need to know.

use super::classes;
use super::py::{Py, PyResult};
use crate::number::Int;
use crate::runtime::types;
use dashu_int::{IBig, Sign};
use lathe_heap::Word;

/// Bytes before the limbs: the sign, and padding.
const HEAD: usize = 8;
const LIMB: usize = 8;

impl Py {
    /// An integer of any size.
    pub fn new_int_value(&mut self, value: &Int) -> PyResult {
        match value {
            Int::Small(value) => Ok(self.new_int(*value)),
            Int::Big(value) => self.new_big(value),
        }
    }

    /// One that does not fit 64 bits.
    pub fn new_big(&mut self, value: &IBig) -> PyResult {
        debug_assert!(i64::try_from(value).is_err());
        let (sign, limbs) = value.as_sign_words();
        let length = HEAD + LIMB * limbs.len();
        let Ok(object) = self.core().heap.allocate_array(classes::BIG_INT, length as u64) else {
            return Err(self.error_with(types::MEMORY_ERROR, &[]));
        };
        let bytes = self.items::<u8>(object);
        bytes[0] = (sign == Sign::Negative) as u8;
        for (place, limb) in bytes[HEAD..].chunks_exact_mut(LIMB).zip(limbs) {
            place.copy_from_slice(&limb.to_le_bytes());
        }
        Ok(object)
    }

    /// The value of a `BIG_INT`.
    pub fn as_big(&self, word: Word) -> Option<IBig> {
        if !self.is(word, classes::BIG_INT) {
            return None;
        }
        let bytes = self.items::<u8>(word);
        let sign = if bytes[0] == 0 { Sign::Positive } else { Sign::Negative };
        let limb = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let limbs: Vec<u64> = bytes[HEAD..].chunks_exact(LIMB).map(limb).collect();
        Some(IBig::from_sign_words(sign, &limbs))
    }

    /// The value of an `int` or `bool`, or of an object of a subclass.
    pub fn int_value(&self, word: Word) -> Option<Int> {
        if let Some(value) = self.as_int(word) {
            return Some(Int::Small(value));
        }
        match self.class_of(word)? {
            classes::BOOL => Some(Int::Small(self.get_int(word, classes::BOOL_VALUE))),
            classes::BIG_INT => self.as_big(word).map(Int::Big),
            classes::WRAPPED => self.int_value(self.get(word, classes::WRAPPED_PAYLOAD)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::number::Int;
    use crate::number::tests::Random;
    use crate::object::classes;
    use crate::testing::with_stressed_py;

    #[test]
    fn integers_come_back_from_objects() {
        with_stressed_py(|py| {
            let mut random = Random::new(7);
            for _ in 0..500 {
                let value = random.int();
                let object = py.new_int_value(&value).expect("room");
                assert_eq!(py.is(object, classes::BIG_INT), matches!(value, Int::Big(_)));
                assert_eq!(py.int_value(object), Some(value));
            }
        });
    }
}
