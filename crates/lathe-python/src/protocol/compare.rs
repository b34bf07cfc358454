//! Equality, order, hashes and truth.

use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::list_sort::compare_texts;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;
use std::cmp::Ordering;

/// The method of a comparison, and that of the other operand.
fn methods(op: CompareOp) -> (&'static str, &'static str) {
    match op {
        CompareOp::Lt => ("__lt__", "__gt__"),
        CompareOp::Le => ("__le__", "__ge__"),
        CompareOp::Eq => ("__eq__", "__eq__"),
        CompareOp::Ne => ("__ne__", "__ne__"),
        CompareOp::Gt => ("__gt__", "__lt__"),
        CompareOp::Ge => ("__ge__", "__le__"),
    }
}

pub fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Lt => "<",
        CompareOp::Le => "<=",
        CompareOp::Eq => "==",
        CompareOp::Ne => "!=",
        CompareOp::Gt => ">",
        CompareOp::Ge => ">=",
    }
}

impl Py {
    /// `a op b`: any object.
    pub fn compare(&mut self, op: CompareOp, a: Word, b: Word) -> PyResult {
        if let Some(order) = self.builtin_order(a, b) {
            return Ok(self.bool(Py::holds(op, order)));
        }
        if let Some(result) = self.plain_number_comparison(op, a, b) {
            return Ok(self.bool(result));
        }
        self.check_stack()?;
        let (method, reflected) = methods(op);
        let (left, right) = (self.type_of(a), self.type_of(b));
        let not_implemented = self.not_implemented();
        // A subclass knows better.
        let right_first = left != right && self.rt().is_subtype(right, left);
        let mut tries = [(a, method, b), (b, reflected, a)];
        if right_first {
            tries.reverse();
        }
        for (object, method, other) in tries {
            if let Some(result) = self.call_special(object, method, &[other])?
                && result != not_implemented
            {
                return Ok(result);
            }
        }
        match op {
            CompareOp::Eq => Ok(self.bool(a == b)),
            CompareOp::Ne => Ok(self.bool(a != b)),
            _ => {
                let message = format!(
                    "'{}' not supported between instances of '{}' and '{}'",
                    symbol(op),
                    self.type_name(a),
                    self.type_name(b)
                );
                Err(self.type_error(&message))
            }
        }
    }

    /// The order of two integers of 64 bits, or two strings.
    #[inline]
    fn builtin_order(&self, a: Word, b: Word) -> Option<Ordering> {
        match (self.class_of(a), self.class_of(b)) {
            (Some(classes::INT), Some(classes::INT)) => Some(self.as_int(a).cmp(&self.as_int(b))),
            (Some(classes::STR), Some(classes::STR)) => Some(compare_texts(self.text(a), self.text(b))),
            _ => None,
        }
    }

    pub fn compare_truth(&mut self, op: CompareOp, a: Word, b: Word) -> PyResult<bool> {
        let result = self.compare(op, a, b)?;
        self.truth(result)
    }

    /// Are they equal, as containers see it: the same, or `==`?
    pub fn eq(&mut self, a: Word, b: Word) -> PyResult<bool> {
        if a == b {
            return Ok(true);
        }
        match (self.class_of(a), self.class_of(b)) {
            (Some(classes::STR), Some(classes::STR)) => Ok(self.text(a) == self.text(b)),
            (Some(classes::INT), Some(classes::INT)) => Ok(self.as_int(a) == self.as_int(b)),
            (Some(classes::FLOAT), Some(classes::FLOAT)) => {
                let [a, b] = [a, b].map(|float| self.get_float(float, classes::FLOAT_VALUE));
                // Floats are the same by value: a NaN is found where it was put.
                Ok(a == b || a.to_bits() == b.to_bits())
            }
            _ => self.compare_truth(CompareOp::Eq, a, b),
        }
    }

    pub fn lt(&mut self, a: Word, b: Word) -> PyResult<bool> {
        self.compare_truth(CompareOp::Lt, a, b)
    }

    pub fn hash(&mut self, object: Word) -> PyResult<i64> {
        match self.class_of(object) {
            Some(classes::STR) => return Ok(self.str_hash(object)),
            Some(classes::FLOAT | classes::BIG_INT) => {
                return Ok(self.number_hash(object).expect("a number"));
            }
            Some(classes::INT | classes::BOOL) => {
                if let Some(hash) = self.small_int_hash(object) {
                    return Ok(hash);
                }
            }
            _ => {}
        }
        self.check_stack()?;
        let method = self.lookup_special(object, "__hash__");
        let none = self.none();
        match method {
            Some(method) if method != none => {
                let method = self.bind(method, object)?;
                let hash = self.call(method, &[])?;
                match self.as_int(hash) {
                    Some(-1) => Ok(-2),
                    Some(hash) => Ok(hash),
                    None => self.long_hash(hash),
                }
            }
            _ => {
                let message = format!("unhashable type: '{}'", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// An integer modulo 2⁶¹ - 1, with its sign.
    fn small_int_hash(&self, object: Word) -> Option<i64> {
        const MODULUS: i64 = (1 << 61) - 1;
        let value = match self.class_of(object) {
            Some(classes::BOOL) => self.get_int(object, classes::BOOL_VALUE),
            _ => self.as_int(object)?,
        };
        Some(match value % MODULUS {
            -1 => -2,
            hash => hash,
        })
    }

    /// A `__hash__` that is not of 64 bits.
    fn long_hash(&mut self, hash: Word) -> PyResult<i64> {
        if self.is_instance(hash, types::INT) {
            return match self.call_special(hash, "__hash__", &[])? {
                Some(hash) => Ok(self.as_int(hash).unwrap_or(1)),
                None => Ok(1),
            };
        }
        Err(self.type_error("__hash__ method should return an integer"))
    }

    pub fn truth(&mut self, object: Word) -> PyResult<bool> {
        match self.class_of(object) {
            Some(classes::BOOL) => return Ok(self.get_int(object, classes::BOOL_VALUE) != 0),
            Some(classes::INT) => return Ok(self.as_int(object) != Some(0)),
            Some(classes::SINGLETON) if self.is_none(object) => return Ok(false),
            Some(classes::STR) => return Ok(!self.text(object).is_empty()),
            _ => {}
        }
        if let Some(result) = self.call_special(object, "__bool__", &[])? {
            if self.is(result, classes::BOOL) {
                return Ok(self.get_int(result, classes::BOOL_VALUE) != 0);
            }
            let message = format!("__bool__ should return bool, returned {}", self.type_name(result));
            return Err(self.type_error(&message));
        }
        match self.lookup_special(object, "__len__") {
            Some(_) => Ok(self.length(object)? != 0),
            None => Ok(true),
        }
    }

    /// `len(object)`.
    pub fn length(&mut self, object: Word) -> PyResult<usize> {
        let Some(length) = self.call_special(object, "__len__", &[])? else {
            let message = format!("object of type '{}' has no len()", self.type_name(object));
            return Err(self.type_error(&message));
        };
        let Some(length) = self.try_index(length)? else {
            let message = format!("'{}' object cannot be interpreted as an integer", self.type_name(length));
            return Err(self.type_error(&message));
        };
        match length {
            Some(length) => {
                usize::try_from(length).map_err(|_| self.value_error("__len__() should return >= 0"))
            }
            None => Err(self.error(types::OVERFLOW_ERROR, "cannot fit 'int' into an index-sized integer")),
        }
    }

    /// `__index__`: none if it has no such method; then an integer of 64 bits, or none if it is larger.
    pub fn try_index(&mut self, object: Word) -> PyResult<Option<Option<i64>>> {
        match self.class_of(object) {
            Some(classes::INT) => return Ok(Some(self.as_int(object))),
            Some(classes::BOOL) => return Ok(Some(Some(self.get_int(object, classes::BOOL_VALUE)))),
            Some(classes::BIG_INT) => return Ok(Some(None)),
            _ => {}
        }
        if let Some(payload) = self.payload(object, classes::INT) {
            return Ok(Some(self.as_int(payload)));
        }
        if self.payload(object, classes::BIG_INT).is_some() {
            return Ok(Some(None));
        }
        let Some(index) = self.call_special(object, "__index__", &[])? else { return Ok(None) };
        match self.class_of(index) {
            Some(classes::INT | classes::BOOL | classes::BIG_INT) => self.try_index(index),
            _ => {
                let message = format!("__index__ returned non-int (type {})", self.type_name(index));
                Err(self.type_error(&message))
            }
        }
    }

    /// An integer for indexing and the like: `TypeError` if it is none, `IndexError`-like errors are the caller's.
    pub fn index(&mut self, object: Word) -> PyResult<i64> {
        match self.try_index(object)? {
            Some(Some(index)) => Ok(index),
            Some(None) => {
                let message = format!("cannot fit '{}' into an index-sized integer", self.type_name(object));
                Err(self.error(types::INDEX_ERROR, &message))
            }
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }
}
