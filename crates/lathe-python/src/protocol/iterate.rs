//! Iteration.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::{RootedVec, Word};

/// How often a long collection of items looks whether there is room for them.
const LOOK_AT_MEMORY: usize = 1 << 20;

impl Py {
    /// `iter(object)`.
    pub fn iter(&mut self, object: Word) -> PyResult {
        let none = self.none();
        match self.lookup_special(object, "__iter__") {
            Some(method) if method != none => {
                let method = self.bind(method, object)?;
                let iterator = self.call(method, &[])?;
                if self.lookup_special(iterator, "__next__").is_none() {
                    let message =
                        format!("iter() returned non-iterator of type '{}'", self.type_name(iterator));
                    return Err(self.type_error(&message));
                }
                Ok(iterator)
            }
            None if self.lookup_special(object, "__getitem__").is_some() => {
                Ok(self.new_native(Kind::SequenceIterator, object, Word::NULL, Word::NULL))
            }
            _ => {
                let message = format!("'{}' object is not iterable", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// `next(iterator)`; none at the end.
    pub fn next(&mut self, iterator: Word) -> PyResult<Option<Word>> {
        if self.is(iterator, classes::GENERATOR) {
            let none = self.none();
            return self.resume_generator(iterator, none);
        }
        if self.is(iterator, classes::NATIVE)
            && let Some(next) = self.native_next(iterator)
        {
            return next;
        }
        if self.exact_stream(iterator) == Some(crate::modules::io::stream::StreamKind::Text) {
            return self.next_text_line(iterator);
        }
        match self.call_special(iterator, "__next__", &[]) {
            Ok(Some(value)) => Ok(Some(value)),
            Ok(None) => {
                let message = format!("'{}' object is not an iterator", self.type_name(iterator));
                Err(self.type_error(&message))
            }
            Err(raised) if self.is_instance(raised.0, types::STOP_ITERATION) => Ok(None),
            Err(raised) => Err(raised),
        }
    }

    /// A range says beforehand that all of it is too much.
    pub fn check_room(&mut self, iterable: Word) -> PyResult<()> {
        if !self.is(iterable, classes::RANGE) {
            return Ok(());
        }
        let length = self.get(iterable, classes::RANGE_LENGTH);
        match self.as_int(length) {
            None => Err(self.error(types::OVERFLOW_ERROR, "Python int too large to convert to C ssize_t")),
            Some(length) if !self.has_room(length as usize) => Err(self.error_with(types::MEMORY_ERROR, &[])),
            Some(_) => Ok(()),
        }
    }

    /// Could so many references be kept?
    fn has_room(&self, count: usize) -> bool {
        // More than any machine has, unless a limit was set.
        const MOST: usize = 1 << 46;
        count.checked_mul(8).is_some_and(|bytes| bytes < MOST.min(self.core().heap.limit()))
    }

    /// Is there too little memory even after a collection?
    pub fn is_out_of_memory(&mut self) -> bool {
        self.core().heap.collect(lathe_heap::Collection::Major);
        self.core().heap.is_above_limit()
    }

    /// All that an iterable gives.
    pub fn collect(&mut self, iterable: Word) -> PyResult<RootedVec> {
        let items = self.rooted();
        match self.class_of(iterable) {
            Some(classes::TUPLE) => items.extend(self.items::<Word>(iterable)),
            Some(classes::LIST) => {
                for index in 0..self.list_len(iterable) {
                    let item = self.list_get(iterable, index);
                    items.push(item);
                }
            }
            _ => {
                self.check_room(iterable)?;
                let iterator = self.iter(iterable)?;
                while let Some(item) = self.next(iterator)? {
                    items.push(item);
                    // Nothing of this is on the heap yet, and it may never end.
                    if items.len().is_multiple_of(LOOK_AT_MEMORY) && !self.has_room(items.len()) {
                        return Err(self.error_with(types::MEMORY_ERROR, &[]));
                    }
                }
            }
        }
        Ok(items)
    }
}
