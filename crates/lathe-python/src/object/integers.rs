//! Arithmetic on integers of any size, for ranges and slices: in registers while everything is small.

use super::classes;
use super::py::{Py, PyResult};
use crate::bytecode::{BinaryOp, CompareOp};
use lathe_heap::Word;
use std::cmp::Ordering;

impl Py {
    /// The integer that an object stands for (`__index__`), whatever its size; none if it has no such method.
    pub(crate) fn index_word(&mut self, object: Word) -> PyResult<Option<Word>> {
        for class in [classes::INT, classes::BIG_INT] {
            if let Some(payload) = self.payload(object, class) {
                return Ok(Some(payload));
            }
        }
        if self.is(object, classes::BOOL) {
            return Ok(Some(Word::wrap_small(self.get_int(object, classes::BOOL_VALUE))));
        }
        let Some(index) = self.call_special(object, "__index__", &[])? else { return Ok(None) };
        for class in [classes::INT, classes::BIG_INT] {
            if let Some(payload) = self.payload(index, class) {
                return Ok(Some(payload));
            }
        }
        if self.is(index, classes::BOOL) {
            return Ok(Some(Word::wrap_small(self.get_int(index, classes::BOOL_VALUE))));
        }
        let message = format!("__index__ returned non-int (type {})", self.type_name(index));
        Err(self.type_error(&message))
    }

    /// The same for what must be an integer.
    pub(crate) fn required_index(&mut self, object: Word) -> PyResult {
        match self.index_word(object)? {
            Some(index) => Ok(index),
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    fn integer_op(&mut self, op: BinaryOp, a: Word, b: Word) -> PyResult {
        if let (Some(x), Some(y)) = (self.as_int(a), self.as_int(b)) {
            let result = match op {
                BinaryOp::Add => x.checked_add(y),
                BinaryOp::Subtract => x.checked_sub(y),
                BinaryOp::Multiply => x.checked_mul(y),
                BinaryOp::FloorDivide if y > 0 => Some(x.div_euclid(y)),
                BinaryOp::Remainder if y > 0 => Some(x.rem_euclid(y)),
                _ => None,
            };
            if let Some(result) = result {
                return Ok(self.new_int(result));
            }
        }
        self.binary(op, false, a, b)
    }

    pub(crate) fn integer_add(&mut self, a: Word, b: Word) -> PyResult {
        self.integer_op(BinaryOp::Add, a, b)
    }

    pub(crate) fn integer_sub(&mut self, a: Word, b: Word) -> PyResult {
        self.integer_op(BinaryOp::Subtract, a, b)
    }

    pub(crate) fn integer_mul(&mut self, a: Word, b: Word) -> PyResult {
        self.integer_op(BinaryOp::Multiply, a, b)
    }

    pub(crate) fn integer_div(&mut self, a: Word, b: Word) -> PyResult {
        self.integer_op(BinaryOp::FloorDivide, a, b)
    }

    pub(crate) fn integer_rem(&mut self, a: Word, b: Word) -> PyResult {
        self.integer_op(BinaryOp::Remainder, a, b)
    }

    pub(crate) fn integer_cmp(&mut self, a: Word, b: Word) -> PyResult<Ordering> {
        if let (Some(a), Some(b)) = (self.as_int(a), self.as_int(b)) {
            return Ok(a.cmp(&b));
        }
        if self.compare_truth(CompareOp::Lt, a, b)? {
            return Ok(Ordering::Less);
        }
        Ok(if self.compare_truth(CompareOp::Eq, a, b)? { Ordering::Equal } else { Ordering::Greater })
    }

    /// How it compares to 0.
    pub(crate) fn integer_sign(&mut self, a: Word) -> PyResult<Ordering> {
        self.integer_cmp(a, Word::wrap_small(0))
    }
}
