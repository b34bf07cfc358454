//! Ranges of integers of any size.

use super::classes::{self, RANGE_LENGTH, RANGE_START, RANGE_STEP, RANGE_STOP};
use super::native::Kind;
use super::py::{Py, PyResult};
use lathe_heap::Word;
use std::cmp::Ordering;

impl Py {
    /// The three are integers, of any size; the step is not 0.
    pub fn new_range(&mut self, start: Word, stop: Word, step: Word) -> PyResult {
        let length = self.range_length(start, stop, step)?;
        let range = self.new_object(classes::RANGE);
        self.set(range, RANGE_START, start);
        self.set(range, RANGE_STOP, stop);
        self.set(range, RANGE_STEP, step);
        self.set(range, RANGE_LENGTH, length);
        Ok(range)
    }

    /// How many integers there are.
    fn range_length(&mut self, start: Word, stop: Word, step: Word) -> PyResult {
        if let (Some(start), Some(stop), Some(step)) =
            (self.as_int(start), self.as_int(stop), self.as_int(step))
        {
            let distance = if step > 0 { stop as i128 - start as i128 } else { start as i128 - stop as i128 };
            let length = if distance <= 0 { 0 } else { (distance - 1) / i128::from(step.unsigned_abs()) + 1 };
            if let Ok(length) = i64::try_from(length) {
                return Ok(self.new_int(length));
            }
        }
        let (zero, one) = (Word::wrap_small(0), Word::wrap_small(1));
        let upwards = self.integer_sign(step)? == Ordering::Greater;
        let (low, high) = if upwards { (start, stop) } else { (stop, start) };
        if self.integer_cmp(low, high)? != Ordering::Less {
            return Ok(zero);
        }
        let step = if upwards { step } else { self.integer_sub(zero, step)? };
        let distance = self.integer_sub(high, low)?;
        let distance = self.integer_sub(distance, one)?;
        let steps = self.integer_div(distance, step)?;
        self.integer_add(steps, one)
    }

    /// The integer at an index, which is not checked.
    pub fn range_item(&mut self, range: Word, index: Word) -> PyResult {
        let offset = self.integer_mul(index, self.get(range, RANGE_STEP))?;
        self.integer_add(self.get(range, RANGE_START), offset)
    }

    pub fn range_slice(&mut self, range: Word, slice: Word) -> PyResult {
        let [start, stop, step] = self.slice_indices(slice, self.get(range, RANGE_LENGTH))?;
        let step = self.integer_mul(self.get(range, RANGE_STEP), step)?;
        let start = self.range_item(range, start)?;
        let stop = self.range_item(range, stop)?;
        self.new_range(start, stop, step)
    }

    /// The index of an integer, if it is in the range.
    pub fn range_find(&mut self, range: Word, integer: Word) -> PyResult<Option<Word>> {
        let (zero, mut step) = (Word::wrap_small(0), self.get(range, RANGE_STEP));
        let mut distance = self.integer_sub(integer, self.get(range, RANGE_START))?;
        if self.integer_sign(step)? == Ordering::Less {
            step = self.integer_sub(zero, step)?;
            distance = self.integer_sub(zero, distance)?;
        }
        if self.integer_sign(distance)? == Ordering::Less {
            return Ok(None);
        }
        let rest = self.integer_rem(distance, step)?;
        if self.integer_sign(rest)? != Ordering::Equal {
            return Ok(None);
        }
        let index = self.integer_div(distance, step)?;
        let inside = self.integer_cmp(index, self.get(range, RANGE_LENGTH))? == Ordering::Less;
        Ok(inside.then_some(index))
    }

    pub fn new_range_iterator(&mut self, range: Word) -> Word {
        let (start, stop, step) =
            (self.get(range, RANGE_START), self.get(range, RANGE_STOP), self.get(range, RANGE_STEP));
        self.new_native(Kind::RangeIterator, start, stop, step)
    }

    /// An iterator from the last integer to the first.
    pub fn new_range_reverse_iterator(&mut self, range: Word) -> PyResult {
        let (start, step) = (self.get(range, RANGE_START), self.get(range, RANGE_STEP));
        let last = self.integer_sub(self.get(range, RANGE_LENGTH), Word::wrap_small(1))?;
        let last = self.range_item(range, last)?;
        let stop = self.integer_sub(start, step)?;
        let step = self.integer_sub(Word::wrap_small(0), step)?;
        Ok(self.new_native(Kind::RangeIterator, last, stop, step))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{int, with_py};

    #[test]
    fn ranges_of_64_bits_have_their_lengths() {
        with_py(|py| {
            for (start, stop, step, length) in [
                (0, 10, 1, 10),
                (0, 10, 3, 4),
                (0, 9, 3, 3),
                (10, 0, 1, 0),
                (10, 0, -1, 10),
                (10, 0, -4, 3),
                (i64::MIN, i64::MAX, i64::MAX, 3),
                (i64::MAX, i64::MIN, i64::MIN, 2),
                (i64::MIN, -1, 1, i64::MAX),
            ] {
                let words = [py.new_int(start), py.new_int(stop), py.new_int(step)];
                let range = py.new_range(words[0], words[1], words[2]).expect("a range");
                assert_eq!(py.as_int(py.get(range, RANGE_LENGTH)), Some(length), "{start} {stop} {step}");
                let iterator = py.new_range_iterator(range);
                let mut index = 0;
                while let Some(item) = py.native_next(iterator).expect("an iterator").expect("no error") {
                    assert_eq!(
                        py.as_int(item).map(i128::from),
                        Some(i128::from(start) + i128::from(index) * i128::from(step))
                    );
                    index += 1;
                    if index == 20 {
                        break;
                    }
                }
                assert_eq!(index, length.min(20));
                if length > 0 && step.unsigned_abs() < 20 && length < 20 {
                    let found = py.range_item(range, int(length - 1)).expect("an item");
                    assert_eq!(py.range_find(range, found), Ok(Some(int(length - 1))));
                }
            }
        });
    }
}
