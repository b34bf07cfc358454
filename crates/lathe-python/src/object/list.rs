//! Lists: all integers, all floats, or anything.
//!
//! The class of the items is the *strategy*. A list of numbers has them as they are, without boxes: half the memory, nothing
//! for a collection to look at, and loads that traces need not unbox. The first item that does not fit makes it a list of references
//! for good; an empty list takes the strategy of what comes first. All items are words of 64 bits, so what moves items
//! about (insertion, slices, reversal) is the same for all strategies: see [`super::list_items`].
//!
//! The array has room for more than the list's length: an eighth more, as in CPython, so appending costs the same however long
//! the list is.

use super::classes;
use super::py::{Py, PyResult};
use lathe_heap::{OutOfMemory, Word};
use lathe_ir::ClassId;

/// How the items of a list are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// Integers of 64 bits (no bools).
    Ints,
    /// Floats, no subclasses.
    Floats,
    Refs,
}

impl Strategy {
    pub fn class(self) -> ClassId {
        match self {
            Strategy::Ints => classes::INTS,
            Strategy::Floats => classes::FLOATS,
            Strategy::Refs => classes::REFS,
        }
    }
}

impl Py {
    // --- Strategies -----------------------------------------------------------------------------------------------------

    /// The strategy that is best for an item.
    #[inline]
    pub(crate) fn strategy_for(&self, word: Word) -> Strategy {
        match self.class_of(word) {
            Some(classes::INT) => Strategy::Ints,
            Some(classes::FLOAT) => Strategy::Floats,
            _ => Strategy::Refs,
        }
    }

    /// The strategy for all of these; none for none.
    pub(crate) fn strategy_for_all(&self, words: &[Word]) -> Option<Strategy> {
        let first = self.strategy_for(*words.first()?);
        let same = words.iter().all(|&word| self.strategy_for(word) == first);
        Some(if same { first } else { Strategy::Refs })
    }

    /// The item as a list of this strategy has it.
    #[inline]
    pub(crate) fn encode(&self, strategy: Strategy, word: Word) -> Option<u64> {
        match strategy {
            Strategy::Ints => self.as_int(word).map(|value| value as u64),
            Strategy::Floats if self.is(word, classes::FLOAT) => {
                Some(self.get_float(word, classes::FLOAT_VALUE).to_bits())
            }
            Strategy::Floats => None,
            Strategy::Refs => Some(word.0),
        }
    }

    #[inline]
    pub(crate) fn decode(&mut self, strategy: Strategy, bits: u64) -> Word {
        match strategy {
            Strategy::Ints => self.new_int(bits as i64),
            Strategy::Floats => self.new_float(f64::from_bits(bits)),
            Strategy::Refs => Word(bits),
        }
    }

    /// None for a list that has no array.
    #[inline(always)]
    pub(crate) fn list_strategy(&self, list: Word) -> Option<Strategy> {
        let items = self.get(list, classes::LIST_ITEMS);
        if items.is_null() {
            return None;
        }
        Some(match self.class_of(items) {
            Some(classes::INTS) => Strategy::Ints,
            Some(classes::FLOATS) => Strategy::Floats,
            class => {
                debug_assert_eq!(class, Some(classes::REFS));
                Strategy::Refs
            }
        })
    }

    /// The items as they are kept. Not to be used after anything was allocated or run.
    #[inline]
    pub(crate) fn list_raw<'a>(&self, list: Word) -> &'a mut [u64] {
        let items = self.get(list, classes::LIST_ITEMS);
        if items.is_null() {
            return &mut [];
        }
        &mut self.items::<u64>(items)[..self.list_len(list)]
    }

    /// Makes the items references.
    pub(crate) fn list_to_refs(&mut self, list: Word) -> Result<(), OutOfMemory> {
        let (items, length) = (self.get(list, classes::LIST_ITEMS), self.list_len(list));
        let Some(strategy @ (Strategy::Ints | Strategy::Floats)) = self.list_strategy(list) else {
            return Ok(());
        };
        let capacity = self.array_len(items);
        let refs = self.try_array(classes::REFS, capacity)?;
        for index in 0..length {
            let bits = self.items::<u64>(items)[index];
            let word = self.decode(strategy, bits);
            self.set_item(refs, index, word);
        }
        self.set(list, classes::LIST_ITEMS, refs);
        Ok(())
    }

    // --- Making lists ---------------------------------------------------------------------------------------------------

    /// A new list of a few items.
    pub fn new_list(&mut self, words: &[Word]) -> Word {
        let list = self.new_object(classes::LIST);
        if let Some(strategy) = self.strategy_for_all(words) {
            let items = self.new_array(strategy.class(), words.len());
            self.fill_new_list(list, strategy, items, words);
        }
        list
    }

    /// A new list of any number of items.
    pub fn list_from(&mut self, words: &[Word]) -> PyResult {
        let list = self.new_object(classes::LIST);
        if let Some(strategy) = self.strategy_for_all(words) {
            let items =
                self.try_array(strategy.class(), words.len()).map_err(|error| self.memory_error(error))?;
            self.fill_new_list(list, strategy, items, words);
        }
        Ok(list)
    }

    fn fill_new_list(&mut self, list: Word, strategy: Strategy, items: Word, words: &[Word]) {
        // The array is new: no barrier. The list may be older than that.
        for (place, &word) in self.items::<u64>(items).iter_mut().zip(words) {
            *place = self.encode(strategy, word).expect("the strategy was chosen for all");
        }
        self.set(list, classes::LIST_ITEMS, items);
        self.set_int(list, classes::LIST_LENGTH, words.len() as i64);
    }

    // --- One item -------------------------------------------------------------------------------------------------------

    #[inline(always)]
    pub fn list_len(&self, list: Word) -> usize {
        self.get_int(list, classes::LIST_LENGTH) as usize
    }

    /// The item, which there is.
    #[inline]
    pub fn list_get(&mut self, list: Word, index: usize) -> Word {
        let bits = self.list_raw(list)[index];
        match self.list_strategy(list) {
            Some(strategy) => self.decode(strategy, bits),
            None => unreachable!("a list with items has an array"),
        }
    }

    /// Replaces an item, which there is.
    pub fn list_set(&mut self, list: Word, index: usize, word: Word) -> PyResult<()> {
        debug_assert!(index < self.list_len(list));
        let strategy = self.list_strategy(list).expect("a list with items has an array");
        match self.encode(strategy, word) {
            Some(bits) => self.list_store(list, strategy, index, bits),
            None => {
                self.list_to_refs(list).map_err(|error| self.memory_error(error))?;
                self.list_store(list, Strategy::Refs, index, word.0);
            }
        }
        Ok(())
    }

    #[inline]
    fn list_store(&mut self, list: Word, strategy: Strategy, index: usize, bits: u64) {
        let items = self.get(list, classes::LIST_ITEMS);
        match strategy {
            Strategy::Refs => self.set_item(items, index, Word(bits)),
            Strategy::Ints | Strategy::Floats => self.items::<u64>(items)[index] = bits,
        }
    }

    pub fn list_append(&mut self, list: Word, word: Word) -> PyResult<()> {
        let length = self.list_len(list);
        let strategy = match self.list_strategy(list) {
            Some(strategy) if length > 0 => strategy,
            _ => self.strategy_for(word),
        };
        match self.encode(strategy, word) {
            Some(bits) => self.list_push(list, strategy, bits),
            None => self.list_to_refs(list).and_then(|()| self.list_push(list, Strategy::Refs, word.0)),
        }
        .map_err(|error| self.memory_error(error))
    }

    fn list_push(&mut self, list: Word, strategy: Strategy, bits: u64) -> Result<(), OutOfMemory> {
        let length = self.list_len(list);
        self.list_reserve(list, strategy, length + 1)?;
        self.list_store(list, strategy, length, bits);
        self.set_int(list, classes::LIST_LENGTH, length as i64 + 1);
        Ok(())
    }

    /// Before the item at this index, or at the end.
    pub fn list_insert(&mut self, list: Word, index: usize, word: Word) -> PyResult<()> {
        self.list_replace_slice(list, index, index, &[word])
    }

    /// Takes out the item, which there is.
    pub fn list_pop_at(&mut self, list: Word, index: usize) -> Word {
        let word = self.list_get(list, index);
        self.list_delete(list, index, index + 1);
        word
    }

    // --- Many items -----------------------------------------------------------------------------------------------------

    pub fn list_extend_words(&mut self, list: Word, words: &[Word]) -> PyResult<()> {
        let length = self.list_len(list);
        self.list_replace_slice(list, length, length, words)
    }

    /// Puts other items in place of those from `start` to `stop`. The words are not in the memory of the list.
    pub fn list_replace_slice(
        &mut self,
        list: Word,
        start: usize,
        stop: usize,
        words: &[Word],
    ) -> PyResult<()> {
        if words.is_empty() {
            self.list_delete(list, start, stop);
            return Ok(());
        }
        let all = start == 0 && stop == self.list_len(list);
        let strategy = match self.list_strategy(list) {
            Some(strategy) if !all => {
                if words.iter().any(|&word| self.encode(strategy, word).is_none()) {
                    self.list_to_refs(list).map_err(|error| self.memory_error(error))?;
                    Strategy::Refs
                } else {
                    strategy
                }
            }
            _ => self.strategy_for_all(words).expect("there are some"),
        };
        let room = self.list_open(list, strategy, start, stop, words.len());
        let room = room.map_err(|error| self.memory_error(error))?;
        for (place, &word) in room.iter_mut().zip(words) {
            *place = self.encode(strategy, word).expect("the strategy takes all");
        }
        self.list_barrier(list);
        Ok(())
    }

    pub fn list_clear(&mut self, list: Word) {
        self.set(list, classes::LIST_ITEMS, Word::NULL);
        self.set_int(list, classes::LIST_LENGTH, 0);
    }

    pub fn list_reverse(&mut self, list: Word) {
        // They are the same references: no barrier.
        self.list_raw(list).reverse();
    }

    pub fn list_copy(&mut self, list: Word) -> PyResult {
        let length = self.list_len(list);
        self.list_slice(list, 0, 1, length)
    }

    /// All items, as a tuple has them.
    pub fn list_to_tuple(&mut self, list: Word) -> PyResult {
        let length = self.list_len(list);
        if length == 0 {
            return Ok(self.new_tuple(&[]));
        }
        let tuple = self.try_array(classes::TUPLE, length).map_err(|error| self.memory_error(error))?;
        for index in 0..length {
            let word = self.list_get(list, index);
            self.set_item(tuple, index, word);
        }
        Ok(tuple)
    }

    /// A new list with the words of a tuple, or another array of references.
    pub fn list_from_array(&mut self, array: Word) -> PyResult {
        self.list_from(self.items::<Word>(array))
    }
}
