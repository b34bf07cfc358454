//! Union, intersection and difference: a set is changed with another one, whose stored hashes are used.
//!
//! Comparing elements may run guest code, which may change either set. What is gone over is therefore looked at anew with each step, and
//! the result is some set, as in CPython.

use super::classes;
use super::py::{Py, PyResult};
use super::table::{DICT, SET};
use lathe_heap::Word;

impl Py {
    /// Adds all that an iterable gives.
    pub fn set_update_from(&mut self, set: Word, iterable: Word) -> PyResult<()> {
        match self.class_of(iterable) {
            Some(classes::SET) => return self.set_update(set, iterable),
            Some(classes::DICT) => {
                // Its keys have been hashed.
                let mut position = 0;
                while let Some(entry) = self.table_next(DICT, iterable, position) {
                    position = entry + 1;
                    let words = self.table_entry(DICT, iterable, entry);
                    self.set_add_hashed(set, words[1], words[0])?;
                }
                return Ok(());
            }
            _ => {}
        }
        let items = self.iter(iterable)?;
        while let Some(item) = self.next(items)? {
            self.set_add(set, item)?;
        }
        Ok(())
    }

    /// The set that it is, or a new one of what it gives.
    pub fn as_set(&mut self, iterable: Word) -> PyResult {
        if let Some(set) = self.payload(iterable, classes::SET) {
            return Ok(set);
        }
        let set = self.new_set(false);
        self.set_update_from(set, iterable)?;
        Ok(set)
    }

    /// Takes out what is not in the other set. Of two equal elements, that of the smaller set stays, as in CPython.
    pub fn set_keep_common(&mut self, set: Word, other: Word) -> PyResult<()> {
        if set == other {
            return Ok(());
        }
        let (small, large) =
            if self.set_len(other) > self.set_len(set) { (set, other) } else { (other, set) };
        let (common, mut position) = (self.new_set(false), 0);
        while let Some((key, hash)) = self.set_next_hashed(small, &mut position) {
            if self.set_contains_hashed(large, key, hash)? {
                self.set_add_hashed(common, key, hash)?;
            }
        }
        self.set_become(set, common);
        Ok(())
    }

    /// Takes out what an iterable does not give; of two equal elements, that of the iterable stays.
    pub fn set_keep_given(&mut self, set: Word, iterable: Word) -> PyResult<()> {
        if let Some(other) = self.payload(iterable, classes::SET) {
            return self.set_keep_common(set, other);
        }
        let (common, items) = (self.new_set(false), self.iter(iterable)?);
        while let Some(item) = self.next(items)? {
            let hash = self.key_hash(item)?;
            if self.set_contains_hashed(set, item, hash)? {
                self.set_add_hashed(common, item, hash)?;
            }
        }
        self.set_become(set, common);
        Ok(())
    }

    /// Takes over the table of a set that nobody else has.
    fn set_become(&mut self, set: Word, other: Word) {
        for field in [SET.index, SET.entries] {
            let array = self.get(other, field);
            self.set(set, field, array);
        }
        for field in [SET.used, SET.fill] {
            let count = self.get_int(other, field);
            self.set_int(set, field, count);
        }
    }

    /// Takes out what is in the other set.
    pub fn set_subtract(&mut self, set: Word, other: Word) -> PyResult<()> {
        if set == other {
            self.set_clear(set);
            return Ok(());
        }
        // The smaller one is gone over.
        let mut position = 0;
        if self.set_len(other) <= self.set_len(set) {
            while let Some((key, hash)) = self.set_next_hashed(other, &mut position) {
                self.set_remove_hashed(set, key, hash)?;
            }
            return Ok(());
        }
        while let Some((key, hash)) = self.set_next_hashed(set, &mut position) {
            if self.set_contains_hashed(other, key, hash)? {
                self.set_remove_hashed(set, key, hash)?;
            }
        }
        Ok(())
    }

    /// Takes out what is in both, adds what is in the other only.
    pub fn set_toggle(&mut self, set: Word, other: Word) -> PyResult<()> {
        if set == other {
            self.set_clear(set);
            return Ok(());
        }
        let mut position = 0;
        while let Some((key, hash)) = self.set_next_hashed(other, &mut position) {
            if !self.set_remove_hashed(set, key, hash)? {
                self.set_add_hashed(set, key, hash)?;
            }
        }
        Ok(())
    }

    /// Are all elements of the first in the second?
    pub fn set_is_subset(&mut self, set: Word, of: Word) -> PyResult<bool> {
        if self.set_len(set) > self.set_len(of) {
            return Ok(false);
        }
        let mut position = 0;
        while let Some((key, hash)) = self.set_next_hashed(set, &mut position) {
            if !self.set_contains_hashed(of, key, hash)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    pub fn sets_disjoint(&mut self, a: Word, b: Word) -> PyResult<bool> {
        let (small, large) = if self.set_len(a) <= self.set_len(b) { (a, b) } else { (b, a) };
        let mut position = 0;
        while let Some((key, hash)) = self.set_next_hashed(small, &mut position) {
            if self.set_contains_hashed(large, key, hash)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[cfg(test)]
    fn set_of(&mut self, elements: impl IntoIterator<Item = i64>) -> Word {
        let set = self.new_set(false);
        for element in elements {
            self.set_add(set, Word::wrap_small(element)).expect("an int");
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, with_py};
    use std::collections::BTreeSet;

    fn elements(py: &Py, set: Word) -> BTreeSet<i64> {
        let (mut position, mut elements) = (0, BTreeSet::new());
        while let Some(key) = py.set_next(set, &mut position) {
            assert!(elements.insert(key.as_small().expect("an int")));
        }
        assert_eq!(elements.len(), py.set_len(set));
        elements
    }

    #[test]
    fn algebra_is_that_of_sets() {
        with_py(|py| {
            let mut random = Random::new(11);
            for _ in 0..200 {
                let mut sets = Vec::new();
                for _ in 0..2 {
                    let (count, range) = (random.below(60), 1 + random.below(80));
                    let set: BTreeSet<i64> = (0..count).map(|_| random.below(range) as i64).collect();
                    sets.push(set);
                }
                let (a, b) = (&sets[0], &sets[1]);
                let other = py.set_of(b.iter().copied());
                let check =
                    |py: &mut Py, with: fn(&mut Py, Word, Word) -> PyResult<()>, expected: BTreeSet<i64>| {
                        let set = py.set_of(a.iter().copied());
                        with(py, set, other).expect("ints");
                        assert_eq!(elements(py, set), expected);
                    };
                check(py, Py::set_update, a | b);
                check(py, Py::set_keep_common, a & b);
                check(py, Py::set_subtract, a - b);
                check(py, Py::set_toggle, a ^ b);
                let set = py.set_of(a.iter().copied());
                assert_eq!(py.set_is_subset(set, other), Ok(a.is_subset(b)));
                assert_eq!(py.sets_disjoint(set, other), Ok(a.is_disjoint(b)));
            }
        });
    }
}
