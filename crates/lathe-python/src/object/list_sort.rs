//! `list.sort`.
//!
//! While the guest's functions run (keys, comparisons) the list is empty, and its items are in an array that only we have; what
//! these functions do to the list is reported as an error afterwards, and has no effect. Keys that are all integers, all floats or
//! all strings are compared without asking anybody.

use super::classes;
use super::list::Strategy;
use super::py::{Py, PyResult};
use super::sort::sort;
use super::text::Text;
use lathe_heap::Word;
use std::cmp::Ordering;

/// The order of strings: that of their code points.
pub(crate) fn compare_texts(a: Text<'_>, b: Text<'_>) -> Ordering {
    match (a, b) {
        (Text::One(a), Text::One(b)) => a.cmp(b),
        (Text::Two(a), Text::Two(b)) => a.cmp(b),
        (Text::Four(a), Text::Four(b)) => a.cmp(b),
        _ => a.code_points().cmp(b.code_points()),
    }
}

impl Py {
    /// Sorts a list by its items, or by what `key` makes of them. Items that are equal stay in order, also if it is reversed.
    pub fn list_sort(&mut self, list: Word, key: Option<Word>, reverse: bool) -> PyResult<()> {
        let length = self.list_len(list);
        if key.is_none() && self.sort_numbers(list, reverse) {
            return Ok(());
        }
        if u32::try_from(length).is_err() {
            return Err(self.error_with(crate::runtime::types::MEMORY_ERROR, &[]));
        }
        let array = self.get(list, classes::LIST_ITEMS);
        let Some(strategy) = self.list_strategy(list) else { return Ok(()) };
        self.list_clear(list);
        let mut order: Vec<u32> = (0..length as u32).collect();
        let outcome = self.sort_order(strategy, array, key, reverse, &mut order);
        // Only what was appended meanwhile can be seen; that it was is all that matters.
        let modified = !self.get(list, classes::LIST_ITEMS).is_null();
        let sorted: Vec<u64> = {
            let raw = self.items::<u64>(array);
            order.iter().map(|&index| raw[index as usize]).collect()
        };
        // The same references in other places: no barrier.
        self.items::<u64>(array)[..length].copy_from_slice(&sorted);
        self.set(list, classes::LIST_ITEMS, array);
        self.set_int(list, classes::LIST_LENGTH, length as i64);
        outcome?;
        if modified {
            return Err(self.value_error("list modified during sort"));
        }
        Ok(())
    }

    /// A list of numbers that have an order, by themselves.
    fn sort_numbers(&mut self, list: Word, reverse: bool) -> bool {
        let items = self.get(list, classes::LIST_ITEMS);
        let length = self.list_len(list);
        match self.list_strategy(list) {
            None => true,
            Some(Strategy::Ints) => {
                let ints = &mut self.items::<i64>(items)[..length];
                // Equal integers can not be told apart.
                ints.sort_unstable();
                if reverse {
                    ints.reverse();
                }
                true
            }
            Some(Strategy::Floats) => {
                let floats = &mut self.items::<f64>(items)[..length];
                if floats.iter().any(|x| x.is_nan()) {
                    return false;
                }
                let order = |a: &f64, b: &f64| a.partial_cmp(b).expect("no NaN");
                // 0.0 and -0.0 are equal, and can be told apart.
                if reverse {
                    floats.sort_by(|a, b| order(b, a))
                } else {
                    floats.sort_by(order)
                }
                true
            }
            Some(Strategy::Refs) => false,
        }
    }

    fn sort_order(
        &mut self,
        strategy: Strategy,
        array: Word,
        key: Option<Word>,
        reverse: bool,
        order: &mut [u32],
    ) -> PyResult<()> {
        let length = order.len();
        let keys = match (key, strategy) {
            (None, Strategy::Refs) => array,
            _ => {
                let keys = self.try_array(classes::REFS, length).map_err(|error| self.memory_error(error))?;
                for index in 0..length {
                    let bits = self.items::<u64>(array)[index];
                    let item = self.decode(strategy, bits);
                    let item = match key {
                        Some(key) => self.call(key, &[item])?,
                        None => item,
                    };
                    self.set_item(keys, index, item);
                }
                keys
            }
        };
        if reverse {
            order.reverse();
        }
        let outcome = self.sort_by_keys(keys, order);
        if reverse {
            order.reverse();
        }
        outcome
    }

    fn sort_by_keys(&mut self, keys: Word, order: &mut [u32]) -> PyResult<()> {
        let words = &self.items::<Word>(keys)[..order.len()];
        if words.iter().all(|&word| self.is(word, classes::STR)) {
            order.sort_by(|&a, &b| compare_texts(self.text(words[a as usize]), self.text(words[b as usize])));
            return Ok(());
        }
        match self.strategy_for_all(words) {
            Some(Strategy::Ints) => {
                let ints: Vec<i64> = words.iter().filter_map(|&word| self.as_int(word)).collect();
                order.sort_by_key(|&index| ints[index as usize]);
                return Ok(());
            }
            Some(Strategy::Floats) => {
                let floats: Vec<f64> =
                    words.iter().map(|&word| self.get_float(word, classes::FLOAT_VALUE)).collect();
                if floats.iter().all(|x| !x.is_nan()) {
                    order.sort_by(|&a, &b| {
                        floats[a as usize].partial_cmp(&floats[b as usize]).expect("no NaN")
                    });
                    return Ok(());
                }
            }
            Some(Strategy::Refs) | None => {}
        }
        sort(order, &mut |a, b| self.lt(words[a as usize], words[b as usize]))
    }
}
