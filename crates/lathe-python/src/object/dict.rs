//! Dicts, as Rust code uses them. The table is that of [`super::table`].
//!
//! Functions with `name` in their name take an interned string as key and never run guest code: they are for namespaces. The others ask
//! the key for its hash, and compare keys, which may do anything at all, also to the dict.
//!
//! The version of a dict says where its keys are: whoever has found an entry under some version finds the key there as
//! long as the version is the same. A watched dict, a namespace, also tells about every new value.

use super::classes;
use super::py::{Py, PyResult};
use super::table::{DICT, stored};
use crate::runtime::types;
use lathe_heap::{OutOfMemory, Word};

const VALUE: usize = 2;

impl Py {
    pub fn new_dict(&mut self) -> Word {
        let dict = self.new_object(classes::DICT);
        self.keys_changed(dict);
        dict
    }

    pub fn is_dict(&self, word: Word) -> bool {
        self.is(word, classes::DICT)
    }

    #[inline(always)]
    pub fn dict_len(&self, dict: Word) -> usize {
        self.get_int(dict, classes::DICT_USED) as usize
    }

    fn keys_changed(&mut self, dict: Word) {
        let version = self.rt().new_version();
        self.set_int(dict, classes::DICT_VERSION, version as i64);
    }

    fn value_changed(&mut self, dict: Word, key: Word) {
        let watch = self.get_int(dict, classes::DICT_WATCH);
        if watch != 0 {
            self.namespace_changed(watch, key);
        }
    }

    /// The hash of a key as a table stores it.
    #[inline]
    pub(crate) fn key_hash(&mut self, key: Word) -> PyResult<Word> {
        let hash = match key.as_small() {
            // The hash of an integer is the integer, but for -1 and those beyond the largest prime below 2^61.
            Some(value @ 0..0x1fff_ffff_ffff_ffff) => value,
            _ if self.is(key, classes::STR) => self.str_hash(key),
            _ => self.hash(key)?,
        };
        Ok(stored(hash))
    }

    pub(crate) fn memory_error(&mut self, _: OutOfMemory) -> super::py::Raised {
        self.error_with(types::MEMORY_ERROR, &[])
    }

    // --- Any keys -------------------------------------------------------------------------------------------------------

    pub fn dict_get(&mut self, dict: Word, key: Word) -> PyResult<Option<Word>> {
        let hash = self.key_hash(key)?;
        self.dict_get_hashed(dict, key, hash)
    }

    pub(crate) fn dict_get_hashed(&mut self, dict: Word, key: Word, hash: Word) -> PyResult<Option<Word>> {
        let entry = self.table_find(DICT, dict, key, hash)?;
        Ok(entry.map(|entry| self.dict_value_at(dict, entry)))
    }

    pub fn dict_contains(&mut self, dict: Word, key: Word) -> PyResult<bool> {
        Ok(self.dict_get(dict, key)?.is_some())
    }

    pub fn dict_set(&mut self, dict: Word, key: Word, value: Word) -> PyResult<()> {
        let hash = self.key_hash(key)?;
        self.dict_set_hashed(dict, key, hash, value)
    }

    pub(crate) fn dict_set_hashed(&mut self, dict: Word, key: Word, hash: Word, value: Word) -> PyResult<()> {
        match self.table_find(DICT, dict, key, hash)? {
            Some(entry) => self.dict_set_value_at(dict, entry, value),
            None => {
                self.dict_add(dict, &[hash, key, value]).map_err(|error| self.memory_error(error))?;
            }
        }
        Ok(())
    }

    /// The value of the key, which is set to this one if it has none.
    pub fn dict_set_default(&mut self, dict: Word, key: Word, value: Word) -> PyResult<Word> {
        let hash = self.key_hash(key)?;
        match self.table_find(DICT, dict, key, hash)? {
            Some(entry) => Ok(self.dict_value_at(dict, entry)),
            None => {
                self.dict_add(dict, &[hash, key, value]).map_err(|error| self.memory_error(error))?;
                Ok(value)
            }
        }
    }

    fn dict_add(&mut self, dict: Word, words: &[Word; 3]) -> Result<(), OutOfMemory> {
        self.table_add(DICT, dict, words)?;
        self.keys_changed(dict);
        self.value_changed(dict, words[1]);
        Ok(())
    }

    /// Its value, if it was there.
    pub fn dict_remove(&mut self, dict: Word, key: Word) -> PyResult<Option<Word>> {
        let hash = self.key_hash(key)?;
        let entry = self.table_find(DICT, dict, key, hash)?;
        Ok(entry.map(|entry| self.dict_remove_at(dict, entry).1))
    }

    /// The key that is there and its value, which are taken out.
    pub fn dict_take(&mut self, dict: Word, key: Word) -> PyResult<Option<(Word, Word)>> {
        let hash = self.key_hash(key)?;
        let entry = self.table_find(DICT, dict, key, hash)?;
        Ok(entry.map(|entry| self.dict_remove_at(dict, entry)))
    }

    // --- Entries --------------------------------------------------------------------------------------------------------

    #[inline(always)]
    pub fn dict_value_at(&self, dict: Word, entry: usize) -> Word {
        self.table_entry(DICT, dict, entry)[VALUE]
    }

    pub fn dict_set_value_at(&mut self, dict: Word, entry: usize, value: Word) {
        let words = self.table_entry(DICT, dict, entry);
        if words[VALUE] == value {
            return;
        }
        let entries = self.get(dict, classes::DICT_ENTRIES);
        self.set_item(entries, entry * DICT.stride + VALUE, value);
        self.value_changed(dict, words[1]);
    }

    /// Key and value of the entry, which is no more.
    pub(crate) fn dict_remove_at(&mut self, dict: Word, entry: usize) -> (Word, Word) {
        let words = self.table_entry(DICT, dict, entry);
        let (key, value) = (words[1], words[VALUE]);
        self.table_delete(DICT, dict, entry);
        self.keys_changed(dict);
        self.value_changed(dict, key);
        (key, value)
    }

    /// Goes over a dict: starts at 0. Whoever changes the dict meanwhile may miss entries, or see some twice.
    pub fn dict_next(&self, dict: Word, position: &mut usize) -> Option<(Word, Word)> {
        let entry = self.table_next(DICT, dict, *position)?;
        *position = entry + 1;
        let words = self.table_entry(DICT, dict, entry);
        Some((words[1], words[VALUE]))
    }

    /// The same from the end: starts at `usize::MAX`.
    pub fn dict_previous(&self, dict: Word, position: &mut usize) -> Option<(Word, Word)> {
        let entry = self.table_previous(DICT, dict, *position)?;
        *position = entry;
        let words = self.table_entry(DICT, dict, entry);
        Some((words[1], words[VALUE]))
    }

    /// Takes out the last entry.
    pub fn dict_pop_last(&mut self, dict: Word) -> Option<(Word, Word)> {
        let entry = self.table_previous(DICT, dict, usize::MAX)?;
        Some(self.dict_remove_at(dict, entry))
    }

    // --- Names ----------------------------------------------------------------------------------------------------------

    /// The entry of a name, for a cache under the dict's version.
    #[inline]
    pub fn dict_find_name(&mut self, dict: Word, name: Word) -> Option<usize> {
        debug_assert!(self.is_interned(name));
        self.table_find_name(DICT, dict, name)
    }

    #[inline]
    pub fn dict_get_name(&mut self, dict: Word, name: Word) -> Option<Word> {
        let entry = self.dict_find_name(dict, name)?;
        Some(self.dict_value_at(dict, entry))
    }

    pub fn dict_set_name(&mut self, dict: Word, name: Word, value: Word) {
        match self.dict_find_name(dict, name) {
            Some(entry) => self.dict_set_value_at(dict, entry, value),
            None => {
                let hash = stored(self.str_hash(name));
                if self.dict_add(dict, &[hash, name, value]).is_err() {
                    // Names are few: the heap's reserve is for them.
                    self.table_reserve_anyway(DICT, dict);
                    self.dict_add(dict, &[hash, name, value]).expect("there is room now");
                }
            }
        }
    }

    pub fn dict_remove_name(&mut self, dict: Word, name: Word) -> Option<Word> {
        let entry = self.dict_find_name(dict, name)?;
        Some(self.dict_remove_at(dict, entry).1)
    }

    // --- All of it ------------------------------------------------------------------------------------------------------

    pub fn dict_clear(&mut self, dict: Word) {
        let (entries, fill) = (self.get(dict, classes::DICT_ENTRIES), self.get_int(dict, classes::DICT_FILL));
        self.table_clear(DICT, dict);
        self.keys_changed(dict);
        if self.get_int(dict, classes::DICT_WATCH) != 0 && !entries.is_null() {
            for entry in self.items::<Word>(entries).chunks_exact(DICT.stride).take(fill as usize) {
                if !entry[1].is_null() {
                    self.value_changed(dict, entry[1]);
                }
            }
        }
    }

    pub fn dict_copy(&mut self, dict: Word) -> PyResult {
        let copy = self.new_dict();
        self.table_copy((DICT, copy), (DICT, dict)).map_err(|error| self.memory_error(error))?;
        Ok(copy)
    }

    /// Takes over the keys and values of another dict.
    pub fn dict_update(&mut self, dict: Word, other: Word) -> PyResult<()> {
        if dict == other {
            return Ok(());
        }
        if self.dict_len(dict) == 0 && self.get_int(dict, classes::DICT_WATCH) == 0 {
            self.table_copy((DICT, dict), (DICT, other)).map_err(|error| self.memory_error(error))?;
            self.keys_changed(dict);
            return Ok(());
        }
        let version = self.get_int(other, classes::DICT_VERSION);
        let mut position = 0;
        while let Some(entry) = self.table_next(DICT, other, position) {
            position = entry + 1;
            let words = self.table_entry(DICT, other, entry);
            self.dict_set_hashed(dict, words[1], words[0], words[VALUE])?;
            if self.get_int(other, classes::DICT_VERSION) != version {
                return Err(self.error(types::RUNTIME_ERROR, "dict mutated during update"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, int, with_py, with_stressed_py};

    /// What a dict is: keys and values in order.
    #[derive(Default)]
    struct Model(Vec<(usize, i64)>);

    fn key(py: &mut Py, number: usize, random: &mut Random) -> Word {
        // Equal keys need not be the same object.
        match number % 3 {
            0 => int(number as i64),
            1 if random.below(2) == 0 => py.new_str(&format!("key {number}")),
            1 => py.intern(&format!("key {number}")),
            _ => py.new_int(i64::MAX - number as i64),
        }
    }

    fn check(py: &mut Py, dict: Word, model: &Model) {
        assert_eq!(py.dict_len(dict), model.0.len());
        let (mut position, mut found) = (0, Vec::new());
        while let Some((key, value)) = py.dict_next(dict, &mut position) {
            found.push((key, value));
        }
        assert_eq!(found.len(), model.0.len());
        let mut backwards = Vec::new();
        position = usize::MAX;
        while let Some(pair) = py.dict_previous(dict, &mut position) {
            backwards.push(pair);
        }
        backwards.reverse();
        assert_eq!(found, backwards);
        for (&(key, value), &(number, expected)) in found.iter().zip(&model.0) {
            assert_eq!(value, int(expected));
            match number % 3 {
                0 => assert_eq!(key, int(number as i64)),
                1 => assert_eq!(py.string(key), format!("key {number}")),
                _ => assert_eq!(py.as_int(key), Some(i64::MAX - number as i64)),
            }
        }
    }

    fn random_operations(py: &mut Py, seed: u64, steps: usize, range: usize) {
        let mut random = Random::new(seed);
        let mut dict = py.new_dict();
        let mut model = Model::default();
        // Phases: it grows, it shrinks, it is a stack, it is a queue.
        let mut phase = 0;
        for step in 0..steps {
            if step % (2 * range) == 0 {
                phase = random.below(4);
            }
            let number = random.below(range);
            let key = key(py, number, &mut random);
            let place = model.0.iter().position(|&(other, _)| other == number);
            let version = py.get_int(dict, classes::DICT_VERSION);
            match (random.below(12), phase) {
                (0..4, _) | (_, 0) => {
                    py.dict_set(dict, key, int(step as i64)).expect("set");
                    match place {
                        Some(place) => model.0[place].1 = step as i64,
                        None => model.0.push((number, step as i64)),
                    }
                    let unchanged = py.get_int(dict, classes::DICT_VERSION) == version;
                    assert_eq!(unchanged, place.is_some());
                }
                (4..7, 1) => {
                    let removed = py.dict_remove(dict, key).expect("remove");
                    assert_eq!(removed, place.map(|place| int(model.0.remove(place).1)));
                    let unchanged = py.get_int(dict, classes::DICT_VERSION) == version;
                    assert_eq!(unchanged, place.is_none());
                }
                (4..8, 2) => {
                    let popped = py.dict_pop_last(dict).map(|(_, value)| value);
                    assert_eq!(popped, model.0.pop().map(|(_, value)| int(value)));
                }
                (4..8, 3) if !model.0.is_empty() => {
                    let (first, _) = py.dict_next(dict, &mut 0).expect("not empty");
                    let value = py.dict_remove(dict, first).expect("remove");
                    assert_eq!(value, Some(int(model.0.remove(0).1)));
                }
                (8, _) if random.below(40) == 0 => {
                    py.dict_clear(dict);
                    model.0.clear();
                }
                (9, _) if random.below(20) == 0 => dict = py.dict_copy(dict).expect("copy"),
                (10, _) => {
                    let default = int(-7);
                    let value = py.dict_set_default(dict, key, default).expect("setdefault");
                    assert_eq!(value, place.map_or(default, |place| int(model.0[place].1)));
                    if place.is_none() {
                        model.0.push((number, -7));
                    }
                }
                _ => {
                    let value = py.dict_get(dict, key).expect("get");
                    assert_eq!(value, place.map(|place| int(model.0[place].1)));
                    if number % 3 == 1 {
                        let name = py.intern(&format!("key {number}"));
                        assert_eq!(py.dict_get_name(dict, name), value);
                    }
                }
            }
            if step % 64 == 0 {
                check(py, dict, &model);
            }
        }
        check(py, dict, &model);
    }

    #[test]
    fn random_operations_do_what_a_list_of_pairs_does() {
        with_py(|py| {
            for (seed, range) in [(1, 4), (2, 10), (3, 40), (4, 300), (5, 2000)] {
                random_operations(py, seed, 6000, range);
            }
        });
        with_stressed_py(|py| random_operations(py, 6, 300, 20));
    }

    #[test]
    fn slots_of_all_sizes_are_found() {
        with_py(|py| {
            let dict = py.new_dict();
            for n in 0..200_000 {
                py.dict_set(dict, int(n * 7), int(n)).expect("set");
            }
            for n in (0..200_000).step_by(97) {
                assert_eq!(py.dict_get(dict, int(n * 7)), Ok(Some(int(n))));
                assert_eq!(py.dict_get(dict, int(n * 7 + 1)), Ok(None));
            }
        });
    }

    #[test]
    fn an_update_takes_over_all_pairs() {
        with_py(|py| {
            let (a, b) = (py.new_dict(), py.new_dict());
            for n in 0..20 {
                py.dict_set(a, int(n), int(n)).expect("set");
                py.dict_set(b, int(n + 10), int(-n)).expect("set");
            }
            py.dict_update(a, b).expect("update");
            let (mut position, mut pairs) = (0, Vec::new());
            while let Some((key, value)) = py.dict_next(a, &mut position) {
                pairs.push((key.as_small().expect("int"), value.as_small().expect("int")));
            }
            let expected: Vec<(i64, i64)> = (0..30).map(|n| (n, if n < 10 { n } else { 10 - n })).collect();
            assert_eq!(pairs, expected);
            let empty = py.new_dict();
            py.dict_update(empty, a).expect("update");
            assert_eq!(py.dict_len(empty), 30);
        });
    }
}
