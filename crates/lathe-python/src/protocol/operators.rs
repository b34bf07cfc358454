//! Arithmetic operators, with reflected and in-place forms.

use crate::bytecode::{BinaryOp, UnaryOp};
use crate::object::py::{Py, PyResult, Raised};
use lathe_heap::Word;

/// How an operator is written, and its three methods.
#[derive(Clone, Copy, Debug)]
pub struct Methods {
    pub symbol: &'static str,
    pub plain: &'static str,
    pub reflected: &'static str,
    pub in_place: &'static str,
}

pub fn methods(op: BinaryOp) -> Methods {
    macro_rules! named {
        ($symbol:literal, $name:literal) => {
            Methods {
                symbol: $symbol,
                plain: concat!("__", $name, "__"),
                reflected: concat!("__r", $name, "__"),
                in_place: concat!("__i", $name, "__"),
            }
        };
    }
    match op {
        BinaryOp::Add => named!("+", "add"),
        BinaryOp::Subtract => named!("-", "sub"),
        BinaryOp::Multiply => named!("*", "mul"),
        BinaryOp::MatrixMultiply => named!("@", "matmul"),
        BinaryOp::Divide => named!("/", "truediv"),
        BinaryOp::FloorDivide => named!("//", "floordiv"),
        BinaryOp::Remainder => named!("%", "mod"),
        BinaryOp::Power => named!("**", "pow"),
        BinaryOp::LeftShift => named!("<<", "lshift"),
        BinaryOp::RightShift => named!(">>", "rshift"),
        BinaryOp::And => named!("&", "and"),
        BinaryOp::Or => named!("|", "or"),
        BinaryOp::Xor => named!("^", "xor"),
    }
}

impl Py {
    /// `a op b`, or `a op= b`.
    pub fn binary(&mut self, op: BinaryOp, in_place: bool, a: Word, b: Word) -> PyResult {
        if let Some(result) = self.plain_number_operation(op, a, b)? {
            return Ok(result);
        }
        self.check_stack()?;
        let methods = methods(op);
        let not_implemented = self.not_implemented();
        if in_place
            && let Some(result) = self.call_special(a, methods.in_place, &[b])?
            && result != not_implemented
        {
            return Ok(result);
        }
        let (left, right) = (self.type_of(a), self.type_of(b));
        let reflected = if left == right { None } else { self.lookup_special(b, methods.reflected) };
        let plain = self.lookup_special(a, methods.plain);
        // A subclass that has a method of its own knows better.
        let right_first = reflected.is_some()
            && self.rt().is_subtype(right, left)
            && reflected != self.lookup_special(a, methods.reflected);
        let mut tries = [(plain, a, b), (reflected, b, a)];
        if right_first {
            tries.reverse();
        }
        for (method, object, other) in tries {
            if let Some(method) = method {
                let method = self.bind(method, object)?;
                let result = self.call(method, &[other])?;
                if result != not_implemented {
                    return Ok(result);
                }
            }
        }
        Err(self.unsupported_operands(op, in_place, a, b))
    }

    /// The error of an operator that nobody does.
    pub fn unsupported_operands(&mut self, op: BinaryOp, in_place: bool, a: Word, b: Word) -> Raised {
        if let Some(error) = self.sequence_operand_error(op, a, b) {
            return error;
        }
        let methods = methods(op);
        let symbol = if op == BinaryOp::Power && !in_place { "** or pow()" } else { methods.symbol };
        let equals = if in_place { "=" } else { "" };
        let message = format!(
            "unsupported operand type(s) for {symbol}{equals}: '{}' and '{}'",
            self.type_name(a),
            self.type_name(b)
        );
        self.type_error(&message)
    }

    pub fn unary(&mut self, op: UnaryOp, a: Word) -> PyResult {
        let (symbol, method) = match op {
            UnaryOp::Negative => ("-", "__neg__"),
            UnaryOp::Positive => ("+", "__pos__"),
            UnaryOp::Invert => ("~", "__invert__"),
        };
        match self.call_special(a, method, &[])? {
            Some(result) => Ok(result),
            None => {
                let message = format!("bad operand type for unary {symbol}: '{}'", self.type_name(a));
                Err(self.type_error(&message))
            }
        }
    }
}
