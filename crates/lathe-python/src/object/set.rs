//! Sets, as Rust code uses them. The table is that of [`super::table`], with two words an entry: hash and key.
//!
//! Elements are in the order they came in, which programs must not rely on, but which makes their output the same in every run.

use super::classes;
use super::py::{Py, PyResult};
use super::table::SET;
use lathe_heap::Word;

impl Py {
    /// A frozen one is to be filled before anybody sees it.
    pub fn new_set(&mut self, frozen: bool) -> Word {
        let set = self.new_object(classes::SET);
        self.set_int(set, classes::SET_FROZEN, frozen.into());
        set
    }

    pub fn is_set(&self, word: Word) -> bool {
        self.is(word, classes::SET)
    }

    pub fn set_is_frozen(&self, set: Word) -> bool {
        self.get_int(set, classes::SET_FROZEN) != 0
    }

    #[inline(always)]
    pub fn set_len(&self, set: Word) -> usize {
        self.get_int(set, classes::SET_USED) as usize
    }

    pub fn set_contains(&mut self, set: Word, key: Word) -> PyResult<bool> {
        let hash = self.key_hash(key)?;
        self.set_contains_hashed(set, key, hash)
    }

    pub(crate) fn set_contains_hashed(&mut self, set: Word, key: Word, hash: Word) -> PyResult<bool> {
        Ok(self.table_find(SET, set, key, hash)?.is_some())
    }

    /// Was it new?
    pub fn set_add(&mut self, set: Word, key: Word) -> PyResult<bool> {
        let hash = self.key_hash(key)?;
        self.set_add_hashed(set, key, hash)
    }

    pub(crate) fn set_add_hashed(&mut self, set: Word, key: Word, hash: Word) -> PyResult<bool> {
        if self.table_find(SET, set, key, hash)?.is_some() {
            return Ok(false);
        }
        self.table_add(SET, set, &[hash, key]).map_err(|error| self.memory_error(error))?;
        Ok(true)
    }

    /// Was it there?
    pub fn set_remove(&mut self, set: Word, key: Word) -> PyResult<bool> {
        let hash = self.key_hash(key)?;
        self.set_remove_hashed(set, key, hash)
    }

    pub(crate) fn set_remove_hashed(&mut self, set: Word, key: Word, hash: Word) -> PyResult<bool> {
        match self.table_find(SET, set, key, hash)? {
            Some(entry) => {
                self.table_delete(SET, set, entry);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// Goes over a set: starts at 0.
    pub fn set_next(&self, set: Word, position: &mut usize) -> Option<Word> {
        self.set_next_hashed(set, position).map(|(key, _)| key)
    }

    /// The same with the hash, as it is stored.
    pub(crate) fn set_next_hashed(&self, set: Word, position: &mut usize) -> Option<(Word, Word)> {
        let entry = self.table_next(SET, set, *position)?;
        *position = entry + 1;
        let words = self.table_entry(SET, set, entry);
        Some((words[1], words[0]))
    }

    /// Takes out some element: the first.
    pub fn set_pop(&mut self, set: Word) -> Option<Word> {
        let entry = self.table_next(SET, set, 0)?;
        let key = self.table_entry(SET, set, entry)[1];
        self.table_delete(SET, set, entry);
        Some(key)
    }

    pub fn set_clear(&mut self, set: Word) {
        self.table_clear(SET, set);
    }

    /// A new set with the same elements.
    pub fn set_copy(&mut self, set: Word, frozen: bool) -> PyResult {
        let copy = self.new_set(frozen);
        self.table_copy((SET, copy), (SET, set)).map_err(|error| self.memory_error(error))?;
        Ok(copy)
    }

    /// Adds all elements of another set.
    pub fn set_update(&mut self, set: Word, other: Word) -> PyResult<()> {
        if set == other {
            return Ok(());
        }
        if self.set_len(set) == 0 {
            self.table_clear(SET, set);
            return self.table_copy((SET, set), (SET, other)).map_err(|error| self.memory_error(error));
        }
        let mut position = 0;
        while let Some((key, hash)) = self.set_next_hashed(other, &mut position) {
            self.set_add_hashed(set, key, hash)?;
        }
        Ok(())
    }

    /// The hash of a frozen set: the same in whatever order its elements are. CPython's.
    pub fn set_hash(&mut self, set: Word) -> i64 {
        let known = self.get_int(set, classes::SET_HASH);
        if known != 0 {
            return known;
        }
        let mut position = 0;
        let mut hashes = Vec::with_capacity(self.set_len(set));
        while let Some((_, hash)) = self.set_next_hashed(set, &mut position) {
            hashes.push(hash.as_small().expect("a hash"));
        }
        let hash = unordered_hash(&hashes);
        self.set_int(set, classes::SET_HASH, hash);
        hash
    }
}

/// The hash of a set of elements with these hashes. Never 0 or -1.
fn unordered_hash(hashes: &[i64]) -> i64 {
    // Close hashes must not cancel each other out, so they are spread before they are combined.
    let spread = |h: u64| ((h ^ 89_869_747) ^ (h << 16)).wrapping_mul(3_644_798_167);
    let mut hash = hashes.iter().fold(0, |hash, &h| hash ^ spread(h as u64));
    hash ^= (hashes.len() as u64 + 1).wrapping_mul(1_927_868_237);
    hash ^= (hash >> 11) ^ (hash >> 25);
    hash = hash.wrapping_mul(69_069).wrapping_add(907_133_923);
    match hash as i64 {
        -1 | 0 => 590_923_713,
        hash => hash,
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{Random, int, with_py};

    /// `hash(frozenset(...))` of CPython for sets of these integers.
    #[test]
    fn the_hash_is_that_of_cpython() {
        let expected: &[(&[i64], i64)] = &[
            (&[], 133_146_708_735_736),
            (&[0], -2_704_248_722_033_767_810),
            (&[1, 2, 3], -272_375_401_224_217_160),
            (&[1, 20, 300, 4000, 50_000], -813_590_815_285_016_196),
        ];
        with_py(|py| {
            for &(elements, hash) in expected {
                let set = py.new_set(true);
                for &element in elements.iter().rev() {
                    assert_eq!(py.set_add(set, int(element)), Ok(true));
                }
                assert_eq!(py.set_hash(set), hash, "{elements:?}");
                assert_eq!(py.set_hash(set), hash);
            }
        });
    }

    #[test]
    fn random_operations_do_what_a_list_without_duplicates_does() {
        with_py(|py| {
            let mut random = Random::new(7);
            let (mut set, mut model) = (py.new_set(false), Vec::<i64>::new());
            for step in 0..8000 {
                let element = random.below(if step < 4000 { 30 } else { 600 }) as i64;
                let place = model.iter().position(|&other| other == element);
                match random.below(10) {
                    0..5 => {
                        assert_eq!(py.set_add(set, int(element)), Ok(place.is_none()));
                        if place.is_none() {
                            model.push(element);
                        }
                    }
                    5..7 => {
                        assert_eq!(py.set_remove(set, int(element)), Ok(place.is_some()));
                        if let Some(place) = place {
                            model.remove(place);
                        }
                    }
                    7 => {
                        let popped = if model.is_empty() { None } else { Some(int(model.remove(0))) };
                        assert_eq!(py.set_pop(set), popped);
                    }
                    8 if random.below(30) == 0 => set = py.set_copy(set, false).expect("copy"),
                    _ => assert_eq!(py.set_contains(set, int(element)), Ok(place.is_some())),
                }
                let (mut position, mut elements) = (0, Vec::new());
                while let Some(key) = py.set_next(set, &mut position) {
                    elements.push(key.as_small().expect("an int"));
                }
                assert_eq!(elements, model);
            }
        });
    }
}
