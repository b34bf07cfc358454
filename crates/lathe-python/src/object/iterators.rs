//! Iterators of builtin containers, and those that go over other iterators.
//!
//! Each is a `NATIVE` object with what it iterates over in A, and where it is in I. When it has come to its end it drops A, so it stays
//! at its end, whatever happens to the container.

use super::classes::{self, NATIVE_A, NATIVE_B, NATIVE_C, NATIVE_I, NATIVE_J};
use super::native::Kind;
use super::py::{Py, PyResult};
use crate::bytecode::{BinaryOp, CompareOp};
use crate::runtime::types;
use lathe_heap::Word;

/// What of a dict's entry an iterator gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Key,
    Value,
    Item,
}

impl Py {
    /// An iterator of this kind over a container, from its beginning.
    pub fn new_iterator(&mut self, kind: Kind, over: Word) -> Word {
        self.new_native(kind, over, Word::NULL, Word::NULL)
    }

    pub fn new_list_iterator(&mut self, list: Word) -> Word {
        self.new_iterator(Kind::ListIterator, list)
    }

    pub fn new_dict_iterator(&mut self, dict: Word, part: Part, backwards: bool) -> Word {
        let kind = match (part, backwards) {
            (Part::Key, false) => Kind::DictKeyIterator,
            (Part::Value, false) => Kind::DictValueIterator,
            (Part::Item, false) => Kind::DictItemIterator,
            (Part::Key, true) => Kind::DictReverseKeyIterator,
            (Part::Value, true) => Kind::DictReverseValueIterator,
            (Part::Item, true) => Kind::DictReverseItemIterator,
        };
        let iterator = self.new_iterator(kind, dict);
        let length = self.dict_len(dict) as i64;
        self.set_int(iterator, NATIVE_I, if backwards { i64::MAX } else { 0 });
        self.set_int(iterator, NATIVE_J, length);
        // How many are still to come.
        self.set(iterator, NATIVE_C, Word::wrap_small(length));
        iterator
    }

    pub fn new_set_iterator(&mut self, set: Word) -> Word {
        let iterator = self.new_iterator(Kind::SetIterator, set);
        let length = self.set_len(set) as i64;
        self.set_int(iterator, NATIVE_J, length);
        self.set(iterator, NATIVE_C, Word::wrap_small(length));
        iterator
    }

    /// Ends an iterator.
    fn exhaust(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        self.set(iterator, NATIVE_A, Word::NULL);
        Ok(None)
    }

    /// The next of an iterator that this file knows; none if it is of another kind.
    pub fn native_next(&mut self, iterator: Word) -> Option<PyResult<Option<Word>>> {
        let kind = self.native_kind(iterator)?;
        let over = self.get(iterator, NATIVE_A);
        let index = self.get_int(iterator, NATIVE_I) as usize;
        Some(match kind {
            Kind::SequenceIterator
            | Kind::CallableIterator
            | Kind::ListIterator
            | Kind::ListReverseIterator
            | Kind::TupleIterator
            | Kind::SetIterator
            | Kind::DictKeyIterator
            | Kind::DictValueIterator
            | Kind::DictItemIterator
            | Kind::DictReverseKeyIterator
            | Kind::DictReverseValueIterator
            | Kind::DictReverseItemIterator
            | Kind::Reversed
                if over.is_null() =>
            {
                Ok(None)
            }
            Kind::ListIterator => {
                // The list may have become shorter, or longer.
                if index >= self.list_len(over) {
                    return Some(self.exhaust(iterator));
                }
                self.set_int(iterator, NATIVE_I, index as i64 + 1);
                Ok(Some(self.list_get(over, index)))
            }
            Kind::ListReverseIterator => {
                // One more than the index.
                if index == 0 || index > self.list_len(over) {
                    return Some(self.exhaust(iterator));
                }
                self.set_int(iterator, NATIVE_I, index as i64 - 1);
                Ok(Some(self.list_get(over, index - 1)))
            }
            Kind::TupleIterator => {
                let items = self.items::<Word>(over);
                if index >= items.len() {
                    return Some(self.exhaust(iterator));
                }
                self.set_int(iterator, NATIVE_I, index as i64 + 1);
                Ok(Some(items[index]))
            }
            Kind::RangeIterator => self.range_next(iterator),
            Kind::SetIterator => self.set_iterator_next(iterator, over, index),
            Kind::DictKeyIterator => self.dict_iterator_next(iterator, over, Part::Key, false),
            Kind::DictValueIterator => self.dict_iterator_next(iterator, over, Part::Value, false),
            Kind::DictItemIterator => self.dict_iterator_next(iterator, over, Part::Item, false),
            Kind::DictReverseKeyIterator => self.dict_iterator_next(iterator, over, Part::Key, true),
            Kind::DictReverseValueIterator => self.dict_iterator_next(iterator, over, Part::Value, true),
            Kind::DictReverseItemIterator => self.dict_iterator_next(iterator, over, Part::Item, true),
            Kind::SequenceIterator => self.sequence_next(iterator, over, index as i64, 1),
            Kind::Reversed => self.sequence_next(iterator, over, index as i64 - 1, -1),
            Kind::CallableIterator => self.callable_next(iterator, over),
            Kind::Enumerate => self.enumerate_next(iterator),
            Kind::Zip => self.zip_next(iterator),
            Kind::Map => self.map_next(iterator),
            Kind::Filter => self.filter_next(iterator),
            _ => {
                let next = self.text_next(iterator);
                return if next.is_some() { next } else { self.module_next(kind, iterator) };
            }
        })
    }

    fn set_iterator_next(&mut self, iterator: Word, set: Word, position: usize) -> PyResult<Option<Word>> {
        if self.set_len(set) as i64 != self.get_int(iterator, NATIVE_J) {
            // From now on as well.
            self.set_int(iterator, NATIVE_J, -1);
            return Err(self.error(types::RUNTIME_ERROR, "Set changed size during iteration"));
        }
        let mut position = position;
        match self.set_next(set, &mut position) {
            Some(key) => {
                self.set_int(iterator, NATIVE_I, position as i64);
                self.one_less(iterator);
                Ok(Some(key))
            }
            None => self.exhaust(iterator),
        }
    }

    /// Counts down what is still to come; false if nothing should.
    fn one_less(&mut self, iterator: Word) -> bool {
        let left = self.get(iterator, NATIVE_C).as_small().unwrap_or(0);
        self.set(iterator, NATIVE_C, Word::wrap_small((left - 1).max(0)));
        left > 0
    }

    fn dict_iterator_next(
        &mut self,
        iterator: Word,
        dict: Word,
        part: Part,
        backwards: bool,
    ) -> PyResult<Option<Word>> {
        if self.dict_len(dict) as i64 != self.get_int(iterator, NATIVE_J) {
            self.set_int(iterator, NATIVE_J, -1);
            return Err(self.error(types::RUNTIME_ERROR, "dictionary changed size during iteration"));
        }
        let mut position = self.get_int(iterator, NATIVE_I) as usize;
        let next = if backwards {
            self.dict_previous(dict, &mut position)
        } else {
            self.dict_next(dict, &mut position)
        };
        let Some((key, value)) = next else { return self.exhaust(iterator) };
        if !self.one_less(iterator) {
            // As many went as came, and there is more than there should be.
            self.exhaust(iterator)?;
            return Err(self.error(types::RUNTIME_ERROR, "dictionary keys changed during iteration"));
        }
        self.set_int(iterator, NATIVE_I, position as i64);
        Ok(Some(match part {
            Part::Key => key,
            Part::Value => value,
            Part::Item => self.new_tuple(&[key, value]),
        }))
    }

    fn range_next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        let (next, stop, step) =
            (self.get(iterator, NATIVE_A), self.get(iterator, NATIVE_B), self.get(iterator, NATIVE_C));
        if let (Some(at), Some(end), Some(by)) = (self.as_int(next), self.as_int(stop), self.as_int(step)) {
            if if by > 0 { at >= end } else { at <= end } {
                return Ok(None);
            }
            // Beyond what fits is beyond the end.
            let after = match at.checked_add(by) {
                Some(after) => self.new_int(after),
                None => stop,
            };
            self.set(iterator, NATIVE_A, after);
            return Ok(Some(next));
        }
        let zero = Word::wrap_small(0);
        let upwards = self.compare_truth(CompareOp::Gt, step, zero)?;
        let op = if upwards { CompareOp::Lt } else { CompareOp::Gt };
        if !self.compare_truth(op, next, stop)? {
            return Ok(None);
        }
        let after = self.binary(BinaryOp::Add, false, next, step)?;
        self.set(iterator, NATIVE_A, after);
        Ok(Some(next))
    }

    /// An object with `__getitem__` only, or one that `reversed` goes over.
    fn sequence_next(&mut self, iterator: Word, over: Word, index: i64, step: i64) -> PyResult<Option<Word>> {
        if index < 0 {
            return self.exhaust(iterator);
        }
        let number = self.new_int(index);
        match self.get_item_of(over, number) {
            Ok(item) => {
                // `reversed` has one more than the index of what comes next.
                self.set_int(iterator, NATIVE_I, if step > 0 { index + 1 } else { index });
                Ok(Some(item))
            }
            Err(raised)
                if self.is_instance(raised.0, types::INDEX_ERROR)
                    || self.is_instance(raised.0, types::STOP_ITERATION) =>
            {
                self.exhaust(iterator)
            }
            Err(raised) => Err(raised),
        }
    }

    fn callable_next(&mut self, iterator: Word, callable: Word) -> PyResult<Option<Word>> {
        match self.call(callable, &[]) {
            Ok(value) => {
                let sentinel = self.get(iterator, NATIVE_B);
                // The call may have ended it.
                if sentinel.is_null() || self.get(iterator, NATIVE_A).is_null() {
                    return Ok(None);
                }
                if self.eq(sentinel, value)? {
                    return self.exhaust(iterator);
                }
                Ok(Some(value))
            }
            Err(raised) if self.is_instance(raised.0, types::STOP_ITERATION) => self.exhaust(iterator),
            Err(raised) => Err(raised),
        }
    }

    fn enumerate_next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        let Some(item) = self.next(self.get(iterator, NATIVE_A))? else { return Ok(None) };
        let number = self.get(iterator, NATIVE_B);
        let after = match self.as_int(number).and_then(|number| number.checked_add(1)) {
            Some(after) => self.new_int(after),
            None => self.binary(BinaryOp::Add, false, number, Word::wrap_small(1))?,
        };
        self.set(iterator, NATIVE_B, after);
        Ok(Some(self.new_tuple(&[number, item])))
    }

    /// One item of each; `None` if one has come to its end.
    fn next_of_all(&mut self, iterators: Word, strict: bool, name: &str) -> PyResult<Option<Word>> {
        let count = self.array_len(iterators);
        let tuple = self.new_array(classes::TUPLE, count);
        for number in 0..count {
            let Some(item) = self.next(self.items::<Word>(iterators)[number])? else {
                return if strict { self.check_lengths(iterators, number, name) } else { Ok(None) };
            };
            self.set_item(tuple, number, item);
        }
        Ok(Some(tuple))
    }

    /// One of several that should have the same length has come to its end.
    fn check_lengths(&mut self, iterators: Word, ended: usize, name: &str) -> PyResult<Option<Word>> {
        let others = |count: usize| if count == 1 { "" } else { "s 1-" };
        if ended > 0 {
            let message = format!(
                "{name}() argument {} is shorter than argument{}{ended}",
                ended + 1,
                if ended == 1 { " " } else { others(ended) }
            );
            return Err(self.value_error(&message));
        }
        for number in 1..self.array_len(iterators) {
            if self.next(self.items::<Word>(iterators)[number])?.is_some() {
                let message = format!(
                    "{name}() argument {} is longer than argument{}{number}",
                    number + 1,
                    if number == 1 { " " } else { others(number) }
                );
                return Err(self.value_error(&message));
            }
        }
        Ok(None)
    }

    fn zip_next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        let (iterators, strict) = (self.get(iterator, NATIVE_A), self.get_int(iterator, NATIVE_I) != 0);
        if iterators.is_null() || self.array_len(iterators) == 0 {
            return Ok(None);
        }
        self.next_of_all(iterators, strict, "zip")
    }

    fn map_next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        let (function, iterators) = (self.get(iterator, NATIVE_A), self.get(iterator, NATIVE_B));
        if let [only] = *self.items::<Word>(iterators) {
            return match self.next(only)? {
                Some(item) => self.call(function, &[item]).map(Some),
                None => Ok(None),
            };
        }
        let strict = self.get_int(iterator, NATIVE_I) != 0;
        let Some(args) = self.next_of_all(iterators, strict, "map")? else { return Ok(None) };
        self.call(function, self.items::<Word>(args)).map(Some)
    }

    fn filter_next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        let (function, items) = (self.get(iterator, NATIVE_A), self.get(iterator, NATIVE_B));
        let by_truth = self.is_none(function);
        while let Some(item) = self.next(items)? {
            let answer = if by_truth { item } else { self.call(function, &[item])? };
            if self.truth(answer)? {
                return Ok(Some(item));
            }
        }
        Ok(None)
    }
}
