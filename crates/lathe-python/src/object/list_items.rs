//! Items of lists that come, go and move, whatever they are: words of 64 bits.

use super::classes;
use super::list::Strategy;
use super::py::{Py, PyResult};
use lathe_heap::{Header, OutOfMemory, Word};
use std::ptr::NonNull;

/// A list that uses less of its array than this part of it gets a smaller one.
const SPARSE: usize = 4;
/// Arrays of so few items are never too large.
const FEW: usize = 32;

/// How much room a list of this length gets when it grows: CPython's numbers.
fn roomy(length: usize) -> usize {
    (length + (length >> 3) + 6) & !3
}

impl Py {
    /// The array of a list has got references that it did not have.
    #[inline]
    pub(crate) fn list_barrier(&mut self, list: Word) {
        let items = self.get(list, classes::LIST_ITEMS);
        if self.is(items, classes::REFS) {
            let array: NonNull<Header> = items.as_pointer().expect("an array");
            // SAFETY: the list's array.
            unsafe { self.core().heap.write_barrier(array) };
        }
    }

    /// Makes room for so many items in all. An empty list gets this strategy; any other has it.
    pub(crate) fn list_reserve(
        &mut self,
        list: Word,
        strategy: Strategy,
        total: usize,
    ) -> Result<(), OutOfMemory> {
        let (items, length) = (self.get(list, classes::LIST_ITEMS), self.list_len(list));
        let fits = self.list_strategy(list) == Some(strategy);
        debug_assert!(fits || length == 0);
        if fits && total <= self.array_len(items) {
            return Ok(());
        }
        // One that is not made by appending gets what it needs.
        let capacity = if length == 0 && total > 1 { total } else { roomy(total) };
        let array = self.try_array(strategy.class(), capacity)?;
        if length > 0 {
            // The array is new: no barrier.
            self.items::<u64>(array)[..length].copy_from_slice(&self.items::<u64>(items)[..length]);
        }
        self.set(list, classes::LIST_ITEMS, array);
        Ok(())
    }

    /// Makes room for `count` items in place of those from `start` to `stop`, for the caller to fill; then comes [`Py::list_barrier`].
    /// If all are replaced the strategy may be a new one.
    pub(crate) fn list_open<'a>(
        &mut self,
        list: Word,
        strategy: Strategy,
        start: usize,
        stop: usize,
        count: usize,
    ) -> Result<&'a mut [u64], OutOfMemory> {
        let length = self.list_len(list);
        debug_assert!(start <= stop && stop <= length);
        if self.list_strategy(list) != Some(strategy) {
            debug_assert!(start == 0 && stop == length);
            let array = self.try_array(strategy.class(), count)?;
            self.set(list, classes::LIST_ITEMS, array);
            self.set_int(list, classes::LIST_LENGTH, count as i64);
            return Ok(self.list_raw(list));
        }
        let new_length = (length - (stop - start)).checked_add(count).ok_or(OutOfMemory)?;
        self.list_reserve(list, strategy, new_length)?;
        let items = self.get(list, classes::LIST_ITEMS);
        let raw = self.items::<u64>(items);
        raw.copy_within(stop..length, start + count);
        if new_length < length && strategy == Strategy::Refs {
            // Null: no barrier.
            raw[new_length..length].fill(0);
        }
        self.set_int(list, classes::LIST_LENGTH, new_length as i64);
        if new_length < length {
            self.list_shrink(list, strategy);
        }
        Ok(&mut self.list_raw(list)[start..start + count])
    }

    /// Takes out the items from `start` to `stop`.
    pub(crate) fn list_delete(&mut self, list: Word, start: usize, stop: usize) {
        let items = self.get(list, classes::LIST_ITEMS);
        // A list that was popped empty will often be appended to.
        if start == 0 && stop == self.list_len(list) && !items.is_null() && self.array_len(items) > FEW {
            self.list_clear(list);
        } else if let Some(strategy) = self.list_strategy(list) {
            self.list_open(list, strategy, start, stop, 0).expect("it needs no room");
        }
    }

    /// Takes out `count` items, each `step` after the one before. The step is positive.
    pub(crate) fn list_delete_steps(&mut self, list: Word, start: usize, step: usize, count: usize) {
        let (Some(strategy), true) = (self.list_strategy(list), count > 0) else { return };
        let raw = self.list_raw(list);
        let (mut kept, mut next, mut left) = (start, start, count);
        for index in start..raw.len() {
            if left > 0 && index == next {
                next += step;
                left -= 1;
            } else {
                raw[kept] = raw[index];
                kept += 1;
            }
        }
        debug_assert_eq!(kept + count, raw.len());
        if strategy == Strategy::Refs {
            raw[kept..].fill(0);
        }
        self.set_int(list, classes::LIST_LENGTH, kept as i64);
        self.list_shrink(list, strategy);
    }

    /// Gives back most of an array that is hardly used.
    fn list_shrink(&mut self, list: Word, strategy: Strategy) {
        let (items, length) = (self.get(list, classes::LIST_ITEMS), self.list_len(list));
        if self.array_len(items) <= FEW || length >= self.array_len(items) / SPARSE {
            return;
        }
        // If there is no room for a smaller one, the old one will do.
        if let Ok(array) = self.try_array(strategy.class(), roomy(length)) {
            self.items::<u64>(array)[..length].copy_from_slice(&self.items::<u64>(items)[..length]);
            self.set(list, classes::LIST_ITEMS, array);
        }
    }

    /// A new list of `count` items, each `step` after the one before.
    pub fn list_slice(&mut self, list: Word, start: usize, step: isize, count: usize) -> PyResult {
        let slice = self.new_object(classes::LIST);
        let Some(strategy) = self.list_strategy(list).filter(|_| count > 0) else { return Ok(slice) };
        let array = self.try_array(strategy.class(), count).map_err(|error| self.memory_error(error))?;
        let (from, to) = (self.list_raw(list), self.items::<u64>(array));
        // The array is new: no barrier.
        if step == 1 {
            to.copy_from_slice(&from[start..start + count]);
        } else {
            let mut index = start;
            for place in to {
                *place = from[index];
                index = index.wrapping_add_signed(step);
            }
        }
        self.set(slice, classes::LIST_ITEMS, array);
        self.set_int(slice, classes::LIST_LENGTH, count as i64);
        Ok(slice)
    }

    /// Puts the items of another list in place of those from `start` to `stop`. It may be the same list.
    pub fn list_replace_with_list(
        &mut self,
        list: Word,
        start: usize,
        stop: usize,
        other: Word,
    ) -> PyResult<()> {
        let other = if other == list { self.list_copy(other)? } else { other };
        let count = self.list_len(other);
        let Some(mut strategy) = self.list_strategy(other).filter(|_| count > 0) else {
            self.list_delete(list, start, stop);
            return Ok(());
        };
        let all = start == 0 && stop == self.list_len(list);
        if !all && self.list_strategy(list).is_some_and(|own| own != strategy) {
            let other_refs = self.list_copy(other)?;
            self.list_to_refs(list)
                .and_then(|()| self.list_to_refs(other_refs))
                .map_err(|error| self.memory_error(error))?;
            strategy = Strategy::Refs;
            return self.list_take_over(list, strategy, start, stop, other_refs);
        }
        self.list_take_over(list, strategy, start, stop, other)
    }

    fn list_take_over(
        &mut self,
        list: Word,
        strategy: Strategy,
        start: usize,
        stop: usize,
        other: Word,
    ) -> PyResult<()> {
        let room = self.list_open(list, strategy, start, stop, self.list_len(other));
        let room = room.map_err(|error| self.memory_error(error))?;
        room.copy_from_slice(self.list_raw(other));
        self.list_barrier(list);
        Ok(())
    }

    /// A new list with the items so many times.
    pub fn list_repeat(&mut self, list: Word, times: usize) -> PyResult {
        let length = self.list_len(list);
        let result = self.new_object(classes::LIST);
        let Some(strategy) = self.list_strategy(list).filter(|_| length > 0 && times > 0) else {
            return Ok(result);
        };
        let total = length.checked_mul(times).ok_or(OutOfMemory);
        let array = total.and_then(|total| self.try_array(strategy.class(), total));
        let array = array.map_err(|error| self.memory_error(error))?;
        let (from, to) = (self.list_raw(list), self.items::<u64>(array));
        match *from {
            [one] => to.fill(one),
            _ => to.chunks_exact_mut(length).for_each(|part| part.copy_from_slice(from)),
        }
        self.set(result, classes::LIST_ITEMS, array);
        self.set_int(result, classes::LIST_LENGTH, (length * times) as i64);
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, int, with_py, with_stressed_py};

    /// An item that can be told from others without its object.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Item {
        Int(i64),
        Float(f64),
        None,
    }

    fn word(py: &mut Py, item: Item) -> Word {
        match item {
            Item::Int(value) => py.new_int(value),
            Item::Float(value) => py.new_float(value),
            Item::None => py.none(),
        }
    }

    fn item(py: &Py, word: Word) -> Item {
        match py.as_int(word) {
            Some(value) => Item::Int(value),
            None if py.is(word, classes::FLOAT) => Item::Float(py.get_float(word, classes::FLOAT_VALUE)),
            None => Item::None,
        }
    }

    fn random_item(random: &mut Random, phase: usize) -> Item {
        match (phase, random.below(30)) {
            (0, _) => Item::Int(random.next() as i64 >> random.below(64)),
            (1, _) => Item::Float(random.below(1000) as f64 / 8.0),
            (_, 0..15) => Item::None,
            (_, 15..22) => Item::Int(i64::MAX - random.below(10) as i64),
            _ => Item::Float(-0.0),
        }
    }

    fn check(py: &mut Py, list: Word, model: &[Item]) {
        assert_eq!(py.list_len(list), model.len());
        let items: Vec<Item> = (0..model.len())
            .map(|index| {
                let word = py.list_get(list, index);
                item(py, word)
            })
            .collect();
        assert_eq!(items, model);
        if let Some(strategy) = py.list_strategy(list) {
            let fits = |item: &Item| match strategy {
                Strategy::Ints => matches!(item, Item::Int(_)),
                Strategy::Floats => matches!(item, Item::Float(_)),
                Strategy::Refs => true,
            };
            assert!(model.iter().all(fits), "{strategy:?} {model:?}");
        }
    }

    fn random_operations(py: &mut Py, seed: u64, steps: usize) {
        let mut random = Random::new(seed);
        let (mut list, mut model) = (py.new_list(&[]), Vec::<Item>::new());
        let mut phase = 0;
        for step in 0..steps {
            if step % 100 == 0 {
                phase = random.below(3);
            }
            let length = model.len();
            let new = random_item(&mut random, phase);
            let words = py.rooted();
            let more: Vec<Item> = (0..random.below(12)).map(|_| random_item(&mut random, phase)).collect();
            for &item in &more {
                let word = word(py, item);
                words.push(word);
            }
            let (start, stop) = (random.below(length + 1), random.below(length + 1));
            let (start, stop) = (start.min(stop), start.max(stop));
            match random.below(14) {
                0..4 => {
                    let word = word(py, new);
                    py.list_append(list, word).expect("append");
                    model.push(new);
                }
                4 => {
                    let word = word(py, new);
                    py.list_insert(list, start, word).expect("insert");
                    model.insert(start, new);
                }
                5 | 6 if length > 0 => {
                    let index = random.below(length);
                    let word = py.list_pop_at(list, index);
                    assert_eq!(item(py, word), model.remove(index));
                }
                7 if length > 0 => {
                    let (word, index) = (word(py, new), random.below(length));
                    py.list_set(list, index, word).expect("set");
                    model[index] = new;
                }
                8 => {
                    py.list_replace_slice(list, start, stop, &words.to_vec()).expect("splice");
                    model.splice(start..stop, more);
                }
                9 => {
                    let other = if random.below(4) == 0 { list } else { py.new_list(&words.to_vec()) };
                    let items = if other == list { model.clone() } else { more };
                    py.list_replace_with_list(list, start, stop, other).expect("splice");
                    model.splice(start..stop, items);
                    if model.len() > 400 {
                        py.list_delete(list, 50, model.len());
                        model.truncate(50);
                    }
                }
                10 => {
                    py.list_reverse(list);
                    model.reverse();
                }
                11 if stop > start => {
                    let step = 1 + random.below(4);
                    let count = (stop - start).div_ceil(step);
                    let slice = py.list_slice(list, start, step as isize, count).expect("slice");
                    let expected: Vec<Item> = model[start..stop].iter().step_by(step).copied().collect();
                    check(py, slice, &expected);
                    let back = py.list_slice(list, stop - 1, -(step as isize), count).expect("slice");
                    let expected: Vec<Item> =
                        model[start..stop].iter().rev().step_by(step).copied().collect();
                    check(py, back, &expected);
                    py.list_delete_steps(list, start, step, count);
                    let mut index = 0;
                    model.retain(|_| {
                        let gone = (start..stop).contains(&index) && (index - start).is_multiple_of(step);
                        index += 1;
                        !gone
                    });
                }
                12 => {
                    list = if random.below(8) == 0 {
                        py.new_list(&[])
                    } else {
                        py.list_copy(list).expect("copy")
                    };
                    if py.list_len(list) == 0 {
                        model.clear();
                    }
                }
                _ => {
                    let twice = py.list_repeat(list, 2).expect("repeat");
                    assert_eq!(py.list_len(twice), 2 * length);
                }
            }
            check(py, list, &model);
        }
    }

    #[test]
    fn random_operations_do_what_a_vec_does() {
        with_py(|py| {
            for seed in 1..6 {
                random_operations(py, seed, 1500);
            }
        });
        with_stressed_py(|py| random_operations(py, 9, 150));
    }

    #[test]
    fn strategies_go_from_numbers_to_references_only() {
        with_py(|py| {
            let list = py.new_list(&[int(1), int(2)]);
            assert_eq!(py.list_strategy(list), Some(Strategy::Ints));
            let large = py.new_int(i64::MIN);
            py.list_append(list, large).expect("append");
            assert_eq!(py.list_strategy(list), Some(Strategy::Ints));
            let float = py.new_float(0.5);
            py.list_append(list, float).expect("append");
            assert_eq!(py.list_strategy(list), Some(Strategy::Refs));
            py.list_pop_at(list, 3);
            assert_eq!(py.list_strategy(list), Some(Strategy::Refs));
            py.list_clear(list);
            py.list_append(list, float).expect("append");
            assert_eq!(py.list_strategy(list), Some(Strategy::Floats));
            let yes = py.bool(true);
            let bools = py.new_list(&[yes, yes]);
            assert_eq!(py.list_strategy(bools), Some(Strategy::Refs));
        });
    }

    #[test]
    fn lists_of_what_has_an_order_are_sorted() {
        with_py(|py| {
            let mut random = Random::new(3);
            for round in 0..60 {
                let (words, mut texts) = (py.rooted(), Vec::new());
                for _ in 0..random.below(100) {
                    let text = match round % 3 {
                        0 => format!("{}", random.below(50)),
                        1 => format!("ä{}", random.below(50)),
                        _ => ["é", "z", "語", "𝄞", ""][random.below(5)].repeat(1 + random.below(2)),
                    };
                    let word = py.new_str(&text);
                    words.push(word);
                    texts.push(text);
                }
                let list = py.new_list(&words.to_vec());
                py.list_sort(list, None, round % 2 == 0).expect("sort");
                texts.sort();
                if round % 2 == 0 {
                    texts.reverse();
                }
                for (index, text) in texts.iter().enumerate() {
                    let word = py.list_get(list, index);
                    assert_eq!(py.string(word), *text);
                }
            }
            let zeros = [py.new_float(0.0), py.new_float(-0.0), py.new_float(-1.0)];
            let list = py.new_list(&zeros);
            py.list_sort(list, None, true).expect("sort");
            let raw: Vec<f64> = py.list_raw(list).iter().map(|&bits| f64::from_bits(bits)).collect();
            assert_eq!(format!("{raw:?}"), "[0.0, -0.0, -1.0]");
        });
    }
}
