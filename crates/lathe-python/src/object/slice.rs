//! Slices: from three objects to places in a sequence.

use super::classes::{self, SLICE_START, SLICE_STEP, SLICE_STOP};
use super::py::{Py, PyResult};
use lathe_heap::Word;
use std::cmp::Ordering;

/// What a slice selects from a sequence of some length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub start: i64,
    pub stop: i64,
    pub step: i64,
    /// How many items.
    pub count: usize,
}

impl Bounds {
    /// CPython's rules: what is out of range is cut off.
    pub fn new(start: Option<i64>, stop: Option<i64>, step: i64, length: usize) -> Bounds {
        debug_assert!(step != 0 && step != i64::MIN);
        let length = length as i64;
        // Where a place is that far from either end.
        let (lowest, highest) = if step < 0 { (-1, length - 1) } else { (0, length) };
        let place = |index: i64| {
            let index = if index < 0 { index.saturating_add(length) } else { index };
            index.clamp(lowest, highest)
        };
        let start = start.map_or(if step < 0 { highest } else { lowest }, place);
        let stop = stop.map_or(if step < 0 { lowest } else { highest }, place);
        let distance = if step < 0 { start - stop } else { stop - start };
        let count = if distance > 0 { (distance - 1) / step.abs() + 1 } else { 0 };
        Bounds { start, stop, step, count: count as usize }
    }

    /// The same items, first to last: where they start, and a positive step.
    pub fn upwards(self) -> (usize, usize) {
        if self.count == 0 {
            return (self.start.max(0) as usize, 1);
        }
        let lowest =
            if self.step < 0 { self.start + (self.count as i64 - 1) * self.step } else { self.start };
        (lowest as usize, self.step.unsigned_abs() as usize)
    }
}

impl Py {
    pub fn new_slice(&mut self, start: Word, stop: Word, step: Word) -> Word {
        let slice = self.new_object(classes::SLICE);
        self.set(slice, SLICE_START, start);
        self.set(slice, SLICE_STOP, stop);
        self.set(slice, SLICE_STEP, step);
        slice
    }

    /// One of the three: none for `None`; numbers that are too large are as large as they can be.
    fn slice_part(&mut self, part: Word) -> PyResult<Option<i64>> {
        if self.is_none(part) {
            return Ok(None);
        }
        let Some(index) = self.index_word(part)? else {
            return Err(self.slice_part_error());
        };
        if let Some(index) = self.as_int(index) {
            return Ok(Some(index));
        }
        Ok(Some(if self.integer_sign(index)? == Ordering::Less { i64::MIN } else { i64::MAX }))
    }

    fn slice_part_error(&mut self) -> super::py::Raised {
        self.type_error("slice indices must be integers or None or have an __index__ method")
    }

    /// The parts of a slice as numbers: this may run guest code, which may change the length of what is sliced.
    pub fn slice_parts(&mut self, slice: Word) -> PyResult<(Option<i64>, Option<i64>, i64)> {
        let step = self.slice_part(self.get(slice, SLICE_STEP))?.unwrap_or(1);
        if step == 0 {
            return Err(self.value_error("slice step cannot be zero"));
        }
        let start = self.slice_part(self.get(slice, SLICE_START))?;
        let stop = self.slice_part(self.get(slice, SLICE_STOP))?;
        Ok((start, stop, step.max(-i64::MAX)))
    }

    /// For a sequence whose length does not change.
    pub fn slice_bounds(&mut self, slice: Word, length: usize) -> PyResult<Bounds> {
        let (start, stop, step) = self.slice_parts(slice)?;
        Ok(Bounds::new(start, stop, step, length))
    }

    /// Start, stop and step for a length of any size: integers of any size. The step may have been left out.
    pub fn slice_indices(&mut self, slice: Word, length: Word) -> PyResult<[Word; 3]> {
        let (zero, one) = (Word::wrap_small(0), Word::wrap_small(1));
        let step = self.get(slice, SLICE_STEP);
        let step = if self.is_none(step) { one } else { self.slice_integer(step)? };
        let sign = self.integer_sign(step)?;
        if sign == Ordering::Equal {
            return Err(self.value_error("slice step cannot be zero"));
        }
        let backwards = sign == Ordering::Less;
        let lowest = if backwards { Word::wrap_small(-1) } else { zero };
        let highest = if backwards { self.integer_sub(length, one)? } else { length };
        let mut ends = [zero; 2];
        for (place, field) in ends.iter_mut().zip([SLICE_START, SLICE_STOP]) {
            let part = self.get(slice, field);
            *place = if self.is_none(part) {
                if (field.id == SLICE_START.id) == backwards { highest } else { lowest }
            } else {
                let part = self.slice_integer(part)?;
                if self.integer_sign(part)? == Ordering::Less {
                    let part = self.integer_add(part, length)?;
                    if self.integer_cmp(part, lowest)? == Ordering::Less { lowest } else { part }
                } else if self.integer_cmp(part, highest)? == Ordering::Greater {
                    highest
                } else {
                    part
                }
            };
        }
        Ok([ends[0], ends[1], step])
    }

    fn slice_integer(&mut self, part: Word) -> PyResult {
        match self.index_word(part)? {
            Some(index) => Ok(index),
            None => Err(self.slice_part_error()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{int, with_py};

    #[test]
    fn bounds_and_indices_agree_with_going_through_the_places() {
        let ends =
            [None, Some(i64::MIN), Some(-5), Some(-4), Some(-1), Some(0), Some(1), Some(3), Some(i64::MAX)];
        with_py(|py| {
            for length in 0..5usize {
                for (start, stop) in ends.iter().flat_map(|&a| ends.iter().map(move |&b| (a, b))) {
                    for step in [1, 2, 3, i64::MAX, -1, -2, -i64::MAX] {
                        let bounds = Bounds::new(start, stop, step, length);
                        let all: Vec<i64> = (0..length as i64).collect();
                        let taken: Vec<i64> =
                            (0..bounds.count as i64).map(|n| bounds.start + n * step).collect();
                        // As the language defines it: from one place to the next, while not at the end.
                        let place =
                            |index: i64| index.saturating_add(if index < 0 { length as i64 } else { 0 });
                        let mut expected = Vec::new();
                        let order: Box<dyn Iterator<Item = &i64>> =
                            if step > 0 { Box::new(all.iter()) } else { Box::new(all.iter().rev()) };
                        let mut skip = 0;
                        for &at in order {
                            let begun = start.is_none_or(|start| {
                                if step > 0 { at >= place(start) } else { at <= place(start) }
                            });
                            let ended = stop.is_some_and(|stop| {
                                if step > 0 { at >= place(stop) } else { at <= place(stop) }
                            });
                            if begun && !ended {
                                if skip == 0 {
                                    expected.push(at);
                                    skip = step.unsigned_abs();
                                }
                                skip -= 1;
                            }
                        }
                        assert_eq!(taken, expected, "{start:?} {stop:?} {step} of {length}");
                        let (lowest, up) = bounds.upwards();
                        let mut sorted = taken.clone();
                        sorted.sort_unstable();
                        let upwards: Vec<i64> = (0..bounds.count).map(|n| (lowest + n * up) as i64).collect();
                        assert_eq!(upwards, sorted);
                        let part = |py: &mut Py, part: Option<i64>| match part {
                            Some(part) => py.new_int(part),
                            None => py.none(),
                        };
                        let words = [part(py, start), part(py, stop), part(py, Some(step))];
                        let slice = py.new_slice(words[0], words[1], words[2]);
                        let indices = py.slice_indices(slice, int(length as i64)).expect("indices");
                        let indices = indices.map(|word| py.as_int(word));
                        assert_eq!(indices, [Some(bounds.start), Some(bounds.stop), Some(step)]);
                        assert_eq!(py.slice_bounds(slice, length), Ok(bounds));
                    }
                }
            }
        });
    }
}
