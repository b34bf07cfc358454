//! What the methods of several builtin types have in common.

use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
pub use crate::runtime::install::{GetterEntry as GetterFn, Method};
use crate::runtime::native::NativeKind;
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;
use lathe_ir::ClassId;
use std::cmp::Ordering;

pub const CLASS_GETITEM: Method =
    ("__class_getitem__", NativeKind::ClassMethod, "(cls, object, /)", class_getitem);

/// `list[int]`.
fn class_getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let arguments = if py.is(args[1], classes::TUPLE) { args[1] } else { py.new_tuple(&[args[1]]) };
    Ok(py.new_alias(args[0], arguments))
}

impl Py {
    /// The object of a layout that a method of a type is called with.
    pub(crate) fn receiver(&mut self, object: Word, class: ClassId, ty: TypeId) -> PyResult {
        match self.payload(object, class) {
            Some(payload) => Ok(payload),
            None => Err(self.wrong_receiver(object, ty)),
        }
    }

    pub(crate) fn wrong_receiver(&mut self, object: Word, ty: TypeId) -> Raised {
        let message = format!(
            "descriptor requires a '{}' object but received a '{}'",
            self.rt().ty(ty).name.borrow(),
            self.type_name(object)
        );
        self.type_error(&message)
    }

    /// The argument, if it was given.
    pub(crate) fn given(word: Word) -> Option<Word> {
        (!word.is_null()).then_some(word)
    }

    pub(crate) fn none_result(&self) -> PyResult {
        Ok(self.none())
    }

    pub(crate) fn bool_result(&self, value: bool) -> PyResult {
        Ok(self.bool(value))
    }

    pub(crate) fn int_result(&mut self, value: usize) -> PyResult {
        Ok(self.new_int(value as i64))
    }

    /// What a comparison says, given the order.
    pub(crate) fn holds(op: CompareOp, order: Ordering) -> bool {
        match op {
            CompareOp::Lt => order.is_lt(),
            CompareOp::Le => order.is_le(),
            CompareOp::Eq => order.is_eq(),
            CompareOp::Ne => order.is_ne(),
            CompareOp::Gt => order.is_gt(),
            CompareOp::Ge => order.is_ge(),
        }
    }

    /// Makes the `repr` of a container, unless it is being made already, further out: then it is `inner`.
    pub(crate) fn show(
        &mut self,
        object: Word,
        inner: &str,
        make: impl FnOnce(&mut Py) -> PyResult<String>,
    ) -> PyResult {
        self.check_stack()?;
        let rt = self.runtime();
        if rt.showing.borrow().contains(&object) {
            return Ok(self.new_str(inner));
        }
        if rt.showing.borrow().len() >= rt.recursion_limit.get() {
            let message = "maximum recursion depth exceeded while getting the repr of an object";
            return Err(self.error(types::RECURSION_ERROR, message));
        }
        rt.showing.borrow_mut().push(object);
        let text = make(self);
        rt.showing.borrow_mut().pop();
        let text = text?;
        Ok(self.new_str(&text))
    }

    /// An index for `index(x, start, stop)`: as far as it goes, counted from the end if it is negative.
    pub(crate) fn clamped(&mut self, word: Word, default: usize, length: usize) -> PyResult<usize> {
        if word.is_null() {
            return Ok(default);
        }
        let none = self.none();
        let slice = self.new_slice(word, none, none);
        let (start, _, _) = self.slice_parts(slice)?;
        let Some(index) = start else {
            return Err(self.type_error("slice indices must be integers or have an __index__ method"));
        };
        let index = if index < 0 { index.saturating_add(length as i64).max(0) } else { index };
        Ok(usize::try_from(index).unwrap_or(usize::MAX))
    }

    /// How often a sequence is repeated: none for what is no integer.
    pub(crate) fn repetitions(&mut self, word: Word) -> PyResult<Option<usize>> {
        match self.try_index(word)? {
            Some(Some(times)) => Ok(Some(times.max(0) as usize)),
            Some(None) => {
                let message = format!("cannot fit '{}' into an index-sized integer", self.type_name(word));
                Err(self.error(types::OVERFLOW_ERROR, &message))
            }
            None => Ok(None),
        }
    }

    /// An index into a sequence of this type: in range, from the front. `what` is as in `list index out of range`.
    pub(crate) fn checked_place(&mut self, index: i64, length: usize, what: &str) -> PyResult<usize> {
        let from_front = if index < 0 { index.saturating_add(length as i64) } else { index };
        match usize::try_from(from_front) {
            Ok(place) if place < length => Ok(place),
            _ => Err(self.error(types::INDEX_ERROR, &format!("{what} index out of range"))),
        }
    }

    /// What is not an index of a sequence.
    pub(crate) fn bad_index(&mut self, name: &str, index: Word) -> Raised {
        let message = format!("{name} indices must be integers or slices, not {}", self.type_name(index));
        self.type_error(&message)
    }

    /// An integer that indexes a sequence; none if it is something else.
    pub(crate) fn sequence_index(&mut self, index: Word) -> PyResult<Option<i64>> {
        match self.try_index(index)? {
            Some(Some(index)) => Ok(Some(index)),
            Some(None) => {
                let message = format!("cannot fit '{}' into an index-sized integer", self.type_name(index));
                Err(self.error(types::INDEX_ERROR, &message))
            }
            None => Ok(None),
        }
    }

    /// `a + b`, `a * b` that nobody has implemented: what a sequence says about it.
    pub fn sequence_operand_error(
        &mut self,
        op: crate::bytecode::BinaryOp,
        a: Word,
        b: Word,
    ) -> Option<Raised> {
        use crate::bytecode::BinaryOp;
        const SEQUENCES: [ClassId; 4] = [classes::LIST, classes::TUPLE, classes::STR, classes::BYTES];
        let is_sequence = |py: &Py, word| SEQUENCES.iter().any(|&class| py.payload(word, class).is_some());
        let (left, right) = (self.type_name(a), self.type_name(b));
        let message = match op {
            BinaryOp::Add if self.payload(a, classes::BYTES).is_some() || self.as_bytearray(a).is_some() => {
                format!("can't concat {right} to {left}")
            }
            BinaryOp::Add if is_sequence(self, a) => {
                let name = match self.payload(a, classes::LIST).or(self.payload(a, classes::TUPLE)) {
                    Some(_) if self.payload(a, classes::LIST).is_some() => "list",
                    Some(_) => "tuple",
                    None => "str",
                };
                format!("can only concatenate {name} (not \"{right}\") to {name}")
            }
            BinaryOp::Multiply if is_sequence(self, a) => {
                format!("can't multiply sequence by non-int of type '{right}'")
            }
            BinaryOp::Multiply if is_sequence(self, b) => {
                format!("can't multiply sequence by non-int of type '{left}'")
            }
            _ => return None,
        };
        Some(self.type_error(&message))
    }
}

/// The six comparisons of a type, from one function.
macro_rules! comparisons {
    ($compare:ident) => {
        [
            ("__lt__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Lt, args)),
            ("__le__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Le, args)),
            ("__eq__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Eq, args)),
            ("__ne__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Ne, args)),
            ("__gt__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Gt, args)),
            ("__ge__", NativeKind::Special, "(self, value, /)", |py, args| $compare(py, CompareOp::Ge, args)),
        ]
    };
}
pub(crate) use comparisons;
