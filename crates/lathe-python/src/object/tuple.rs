//! Tuples: immutable arrays of references.

use super::classes;
use super::py::{Py, PyResult};
use lathe_heap::Word;

impl Py {
    /// A tuple of any number of items.
    pub fn tuple_from(&mut self, words: &[Word]) -> PyResult {
        if words.is_empty() {
            return Ok(self.new_tuple(&[]));
        }
        let tuple = self.try_array(classes::TUPLE, words.len()).map_err(|error| self.memory_error(error))?;
        // It is new: no barrier.
        self.items::<Word>(tuple).copy_from_slice(words);
        Ok(tuple)
    }

    /// The items of a tuple, which never change.
    #[inline(always)]
    pub fn tuple_items<'a>(&self, tuple: Word) -> &'a [Word] {
        self.items::<Word>(tuple)
    }

    /// CPython's: xxHash's rounds over the hashes of the items.
    pub fn tuple_hash(&mut self, tuple: Word) -> PyResult<i64> {
        self.check_stack()?;
        const PRIME_1: u64 = 11_400_714_785_074_694_791;
        const PRIME_2: u64 = 14_029_467_366_897_019_727;
        const PRIME_5: u64 = 2_870_177_450_012_600_261;
        let mut sum = PRIME_5;
        let items = self.tuple_items(tuple);
        for &item in items {
            let lane = self.hash(item)? as u64;
            sum = sum.wrapping_add(lane.wrapping_mul(PRIME_2)).rotate_left(31).wrapping_mul(PRIME_1);
        }
        sum = sum.wrapping_add(items.len() as u64 ^ (PRIME_5 ^ 3_527_539));
        Ok(if sum == u64::MAX { 1_546_275_796 } else { sum as i64 })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{int, with_py};

    /// `hash(tuple)` of CPython.
    #[test]
    fn the_hash_is_that_of_cpython() {
        with_py(|py| {
            for (items, hash) in [
                (&[][..], 5_740_354_900_026_072_187),
                (&[0], -8_753_497_827_991_233_192),
                (&[1, 2, 3], 529_344_067_295_497_451),
                (&[-1, -2, 1 << 60], -7_617_856_178_336_637_861),
            ] {
                let words: Vec<_> = items.iter().map(|&item| int(item)).collect();
                let tuple = py.new_tuple(&words);
                assert_eq!(py.tuple_hash(tuple), Ok(hash), "{items:?}");
            }
        });
    }
}
