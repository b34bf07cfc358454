//! Numbers as objects: operands are taken out of objects, [`crate::number`] computes, results become objects.
//!
//! The functions answer `None` for operands that are no numbers of the kinds asked for: the caller makes a `NotImplemented` of it.

use super::classes;
use super::py::{Py, PyResult, Raised};
use crate::bytecode::{BinaryOp, CompareOp};
use crate::number::arithmetic::{self, Answer};
use crate::number::{Complex, Fault, FaultKind, Int, Number, hash, int_text};
use crate::runtime::types;
use lathe_heap::Word;
use std::cell::Cell;

/// Which numbers a type's methods take as operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Int,
    Float,
    Complex,
}

thread_local! {
    /// `sys.set_int_max_str_digits`; an interpreter has one thread.
    static MAX_STR_DIGITS: Cell<usize> = const { Cell::new(int_text::DEFAULT_LIMIT) };
}

/// How many decimal digits may be printed or read; 0 is no limit.
pub fn int_max_str_digits() -> usize {
    MAX_STR_DIGITS.get()
}

pub fn set_int_max_str_digits(limit: usize) {
    MAX_STR_DIGITS.set(limit);
}

impl Py {
    pub fn fault(&mut self, fault: Fault) -> Raised {
        let ty = match fault.kind {
            FaultKind::ZeroDivision => types::ZERO_DIVISION_ERROR,
            FaultKind::Overflow => types::OVERFLOW_ERROR,
            FaultKind::OutOfRange => {
                let number = self.new_int(34);
                let message = self.new_str(&fault.message);
                return self.error_with(types::OVERFLOW_ERROR, &[number, message]);
            }
            FaultKind::Value => types::VALUE_ERROR,
            FaultKind::Type => types::TYPE_ERROR,
            FaultKind::Memory => return self.error_with(types::MEMORY_ERROR, &[]),
            FaultKind::Key => types::KEY_ERROR,
            FaultKind::Index => types::INDEX_ERROR,
        };
        self.error(ty, &fault.message)
    }

    /// What went wrong, as an exception.
    pub fn checked<T>(&mut self, result: Result<T, Fault>) -> PyResult<T> {
        result.map_err(|fault| self.fault(fault))
    }

    /// The value of a number, or of an object of a subclass.
    pub fn number(&self, word: Word) -> Option<Number> {
        if let Some(value) = self.as_int(word) {
            return Some(Number::Int(Int::Small(value)));
        }
        Some(match self.class_of(word)? {
            classes::BOOL => Number::Int(Int::Small(self.get_int(word, classes::BOOL_VALUE))),
            classes::BIG_INT => Number::Int(Int::Big(self.as_big(word)?)),
            classes::FLOAT => Number::Float(self.get_float(word, classes::FLOAT_VALUE)),
            classes::COMPLEX => Number::Complex(Complex {
                real: self.get_float(word, classes::COMPLEX_REAL),
                imag: self.get_float(word, classes::COMPLEX_IMAGINARY),
            }),
            classes::WRAPPED => return self.number(self.get(word, classes::WRAPPED_PAYLOAD)),
            _ => return None,
        })
    }

    /// The same, if the operation is one of the rank's type.
    fn ranked(&self, word: Word, rank: Rank) -> Option<Number> {
        self.number(word).filter(|number| {
            let of = match number {
                Number::Int(_) => Rank::Int,
                Number::Float(_) => Rank::Float,
                Number::Complex(_) => Rank::Complex,
            };
            of <= rank
        })
    }

    pub fn new_complex(&mut self, value: Complex) -> Word {
        let object = self.new_object(classes::COMPLEX);
        self.set_float(object, classes::COMPLEX_REAL, value.real);
        self.set_float(object, classes::COMPLEX_IMAGINARY, value.imag);
        object
    }

    pub fn new_number(&mut self, number: &Number) -> PyResult {
        match number {
            Number::Int(value) => self.new_int_value(value),
            Number::Float(value) => Ok(self.new_float(*value)),
            Number::Complex(value) => Ok(self.new_complex(*value)),
        }
    }

    /// Is it an object of one of the builtin types itself, whose operators nobody has changed?
    #[inline]
    fn is_plain_number(&self, word: Word) -> bool {
        matches!(
            self.class_of(word),
            Some(classes::INT | classes::BIG_INT | classes::FLOAT | classes::BOOL | classes::COMPLEX)
        )
    }

    /// `a op b` of plain numbers, without their methods; none for anything else. Bools have `&`, `|` and `^` of their own.
    pub fn plain_number_operation(&mut self, op: BinaryOp, a: Word, b: Word) -> PyResult<Option<Word>> {
        if !self.is_plain_number(a) || !self.is_plain_number(b) {
            return Ok(None);
        }
        let apply = match op {
            BinaryOp::Add => arithmetic::add,
            BinaryOp::Subtract => arithmetic::sub,
            BinaryOp::Multiply => arithmetic::mul,
            BinaryOp::Divide => arithmetic::true_div,
            BinaryOp::FloorDivide => arithmetic::floor_div,
            BinaryOp::Remainder => arithmetic::modulo,
            BinaryOp::Power => arithmetic::pow,
            BinaryOp::LeftShift => arithmetic::shl,
            BinaryOp::RightShift => arithmetic::shr,
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                if self.is(a, classes::BOOL) && self.is(b, classes::BOOL) =>
            {
                return Ok(None);
            }
            BinaryOp::And => arithmetic::and,
            BinaryOp::Or => arithmetic::or,
            BinaryOp::Xor => arithmetic::xor,
            BinaryOp::MatrixMultiply => return Ok(None),
        };
        self.number_binary(a, b, Rank::Complex, apply)
    }

    /// `a op b` of plain numbers; none for anything else, and for complex numbers that are asked for an order.
    pub fn plain_number_comparison(&self, op: CompareOp, a: Word, b: Word) -> Option<bool> {
        if !self.is_plain_number(a) || !self.is_plain_number(b) {
            return None;
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        if matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Some(arithmetic::equal(&a, &b) == (op == CompareOp::Eq));
        }
        if matches!(a, Number::Complex(_)) || matches!(b, Number::Complex(_)) {
            return None;
        }
        let Some(order) = arithmetic::order(&a, &b) else { return Some(false) };
        Some(match op {
            CompareOp::Eq | CompareOp::Ne => return None,
            CompareOp::Lt => order.is_lt(),
            CompareOp::Le => order.is_le(),
            CompareOp::Gt => order.is_gt(),
            CompareOp::Ge => order.is_ge(),
        })
    }

    /// An operation on two numbers.
    pub fn number_binary(
        &mut self,
        a: Word,
        b: Word,
        rank: Rank,
        apply: fn(&Number, &Number) -> Answer,
    ) -> PyResult<Option<Word>> {
        let (Some(a), Some(b)) = (self.ranked(a, rank), self.ranked(b, rank)) else { return Ok(None) };
        match self.checked(apply(&a, &b))? {
            Some(result) => self.new_number(&result).map(Some),
            None => Ok(None),
        }
    }

    pub fn number_divmod(&mut self, a: Word, b: Word, rank: Rank) -> PyResult<Option<Word>> {
        let (Some(a), Some(b)) = (self.ranked(a, rank), self.ranked(b, rank)) else { return Ok(None) };
        match self.checked(arithmetic::div_mod(&a, &b))? {
            Some((quotient, remainder)) => {
                let quotient = self.new_number(&quotient)?;
                let remainder = self.new_number(&remainder)?;
                Ok(Some(self.new_tuple(&[quotient, remainder])))
            }
            None => Ok(None),
        }
    }

    /// `pow(a, b, modulus)`; null or None is no modulus.
    pub fn number_pow(&mut self, a: Word, b: Word, modulus: Word, rank: Rank) -> PyResult<Option<Word>> {
        if modulus.is_null() || self.is_none(modulus) {
            return self.number_binary(a, b, rank, arithmetic::pow);
        }
        let (Some(a), Some(b)) = (self.ranked(a, rank), self.ranked(b, rank)) else { return Ok(None) };
        let Some(modulus) = self.ranked(modulus, Rank::Complex) else { return Ok(None) };
        match self.checked(arithmetic::pow_mod(&a, &b, &modulus))? {
            Some(result) => self.new_number(&result).map(Some),
            None => Ok(None),
        }
    }

    /// Are they equal? None for what is no number.
    pub fn number_equal(&self, a: Word, b: Word, rank: Rank) -> Option<bool> {
        let (a, b) = (self.ranked(a, rank)?, self.ranked(b, rank)?);
        Some(arithmetic::equal(&a, &b))
    }

    /// Which is larger? None for what has no order; no ordering for a NaN.
    pub fn number_order(&self, a: Word, b: Word, rank: Rank) -> Option<Option<std::cmp::Ordering>> {
        let (a, b) = (self.ranked(a, rank)?, self.ranked(b, rank)?);
        match (&a, &b) {
            (Number::Complex(_), _) | (_, Number::Complex(_)) => None,
            _ => Some(arithmetic::order(&a, &b)),
        }
    }

    pub fn number_hash(&self, word: Word) -> Option<i64> {
        self.number(word).map(|number| hash::number(&number))
    }

    pub fn number_truth(&self, word: Word) -> Option<bool> {
        self.number(word).map(|number| number.truth())
    }

    /// What `repr` prints of a number.
    pub fn number_repr(&mut self, word: Word) -> PyResult<Option<Word>> {
        let text = match self.number(word) {
            Some(Number::Int(value)) => self.checked(value.to_decimal(int_max_str_digits()))?,
            Some(Number::Float(value)) => crate::number::float_text::repr(value),
            Some(Number::Complex(value)) => crate::number::complex_text::repr(value),
            None => return Ok(None),
        };
        Ok(Some(self.new_str(&text)))
    }
}

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $op:ident $(, $checked:ident)?;)*) => {
        impl Py {
            $($(#[$doc])* pub fn $name(&mut self, a: Word, b: Word) -> PyResult<Option<Word>> {
                $(if let (Some(a), Some(b)) = (self.as_int(a), self.as_int(b)) && let Some(result) = a.$checked(b) {
                    return Ok(Some(self.new_int(result)));
                })?
                self.number_binary(a, b, Rank::Complex, arithmetic::$op)
            })*
        }
    };
}

binary! {
    number_add = add, checked_add;
    number_sub = sub, checked_sub;
    number_mul = mul, checked_mul;
    number_true_div = true_div;
    number_floor_div = floor_div;
    number_modulo = modulo;
    number_lshift = shl;
    number_rshift = shr;
    number_and = and;
    number_or = or;
    number_xor = xor;
}
