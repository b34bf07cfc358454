//! Constant folding: what operators on literals give is computed here, if it is exact, cannot fail and is not large.
//!
//! The bounds are CPython's: strings of 4096 characters, tuples of 256 items. Integers stay within 64 bits: larger results are
//! left to run time, which has big integers.

use super::Compiler;
use super::literal::literal;
use crate::bytecode::{BigInt, Constant, Text};
use ruff_python_ast::{Expr, Operator, UnaryOp};
use std::rc::Rc;

const MAX_STRING: usize = 4096;
const MAX_TUPLE: usize = 256;
/// Larger trees are not literals that somebody wrote.
const MAX_DEPTH: u32 = 60;

impl Compiler<'_> {
    /// The value of an expression, if it is constant.
    pub(crate) fn fold(&self, expression: &Expr) -> Option<Constant> {
        self.fold_within(expression, MAX_DEPTH)
    }

    fn fold_within(&self, expression: &Expr, depth: u32) -> Option<Constant> {
        let depth = depth.checked_sub(1)?;
        match expression {
            Expr::UnaryOp(node) => unary(node.op, self.fold_within(&node.operand, depth)?),
            Expr::BinOp(node) => {
                // The right side first: it is a leaf in long chains.
                let right = self.fold_within(&node.right, depth)?;
                binary(node.op, &self.fold_within(&node.left, depth)?, &right)
            }
            Expr::Tuple(node) => {
                let items: Option<Rc<[Constant]>> =
                    node.elts.iter().map(|item| self.fold_within(item, depth)).collect();
                items.map(Constant::Tuple)
            }
            Expr::Name(node) if node.id.as_str() == "__debug__" => {
                Some(Constant::Bool(self.options.optimize == 0))
            }
            _ => literal(self.source, expression),
        }
    }
}

fn unary(op: UnaryOp, operand: Constant) -> Option<Constant> {
    Some(match (op, operand) {
        (UnaryOp::Not, operand) => Constant::Bool(!operand.is_true()),
        (UnaryOp::USub, Constant::Int(value)) => Constant::Int(value.checked_neg()?),
        (UnaryOp::USub, Constant::Bool(value)) => Constant::Int(-i64::from(value)),
        (UnaryOp::USub, Constant::Float(value)) => Constant::Float(-value),
        (UnaryOp::USub, Constant::Complex { real, imaginary }) => {
            Constant::Complex { real: -real, imaginary: -imaginary }
        }
        (UnaryOp::USub, Constant::BigInt(value))
            if &*value.digits == "9223372036854775808" && !value.negative =>
        {
            Constant::Int(i64::MIN)
        }
        (UnaryOp::USub, Constant::BigInt(value)) if value.radix == 10 => {
            Constant::BigInt(BigInt { negative: !value.negative, ..value })
        }
        (UnaryOp::UAdd, Constant::Bool(value)) => Constant::Int(value.into()),
        (UnaryOp::UAdd, number @ (Constant::Int(_) | Constant::Float(_) | Constant::Complex { .. })) => {
            number
        }
        (UnaryOp::Invert, Constant::Int(value)) => Constant::Int(!value),
        _ => return None,
    })
}

fn binary(op: Operator, left: &Constant, right: &Constant) -> Option<Constant> {
    match (left, right) {
        (Constant::Str(a), Constant::Str(b)) if op == Operator::Add => match (a, b) {
            (Text::Str(a), Text::Str(b)) if a.len() + b.len() <= MAX_STRING => {
                Some(Constant::str(&format!("{a}{b}")))
            }
            _ => None,
        },
        (Constant::Bytes(a), Constant::Bytes(b)) if op == Operator::Add => {
            (a.len() + b.len() <= MAX_STRING).then(|| Constant::Bytes([&a[..], &b[..]].concat().into()))
        }
        (Constant::Tuple(a), Constant::Tuple(b)) if op == Operator::Add => {
            (a.len() + b.len() <= MAX_TUPLE).then(|| Constant::tuple(a.iter().chain(b.iter()).cloned()))
        }
        (sequence, Constant::Int(count)) | (Constant::Int(count), sequence) if op == Operator::Mult => {
            repeat(sequence, *count).or_else(|| numbers(op, left, right))
        }
        _ => numbers(op, left, right),
    }
}

fn repeat(sequence: &Constant, count: i64) -> Option<Constant> {
    let count = usize::try_from(count).unwrap_or(0);
    let fits = |length: usize, limit: usize| length.checked_mul(count).is_some_and(|total| total <= limit);
    match sequence {
        Constant::Str(Text::Str(text)) if fits(text.len(), MAX_STRING) => {
            Some(Constant::str(&text.repeat(count)))
        }
        Constant::Bytes(bytes) if fits(bytes.len(), MAX_STRING) => {
            Some(Constant::Bytes(bytes.repeat(count).into()))
        }
        Constant::Tuple(items) if fits(items.len(), MAX_TUPLE) => {
            Some(Constant::tuple((0..count).flat_map(|_| items.iter().cloned())))
        }
        _ => None,
    }
}

fn numbers(op: Operator, left: &Constant, right: &Constant) -> Option<Constant> {
    let int = |constant: &Constant| match *constant {
        Constant::Int(value) => Some(value),
        Constant::Bool(value) => Some(value.into()),
        _ => None,
    };
    if let (Some(a), Some(b)) = (int(left), int(right)) {
        let logic = |value: bool| match (left, right) {
            (Constant::Bool(_), Constant::Bool(_)) => Some(Constant::Bool(value)),
            _ => None,
        };
        return match op {
            Operator::BitAnd => logic(a & b != 0).or(Some(Constant::Int(a & b))),
            Operator::BitOr => logic(a | b != 0).or(Some(Constant::Int(a | b))),
            Operator::BitXor => logic(a ^ b != 0).or(Some(Constant::Int(a ^ b))),
            Operator::Div => divide_ints(a, b).map(Constant::Float),
            _ => ints(op, a, b).map(Constant::Int),
        };
    }
    // Integers that a float does not hold exactly are left alone.
    let float = |constant: &Constant| match *constant {
        Constant::Float(value) => Some(value),
        _ => int(constant).filter(|value| value.unsigned_abs() <= 1 << 53).map(|value| value as f64),
    };
    if let (Some(a), Some(b)) = (float(left), float(right)) {
        return floats(op, a, b).map(Constant::Float);
    }
    complex(op, left, right, float)
}

fn ints(op: Operator, a: i64, b: i64) -> Option<i64> {
    match op {
        Operator::Add => a.checked_add(b),
        Operator::Sub => a.checked_sub(b),
        Operator::Mult => a.checked_mul(b),
        Operator::FloorDiv => {
            let quotient = a.checked_div(b)?;
            Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
        }
        Operator::Mod => {
            let remainder = a.checked_rem(b)?;
            Some(if remainder != 0 && (remainder < 0) != (b < 0) { remainder + b } else { remainder })
        }
        Operator::Pow => a.checked_pow(u32::try_from(b).ok()?),
        Operator::LShift => {
            let count = u32::try_from(b).ok().filter(|&count| count < 63)?;
            a.checked_mul(1 << count)
        }
        Operator::RShift => Some(a >> u32::try_from(b).ok()?.min(63)),
        Operator::Div | Operator::MatMult | Operator::BitAnd | Operator::BitOr | Operator::BitXor => None,
    }
}

/// Exact operands give the correctly rounded quotient.
fn divide_ints(a: i64, b: i64) -> Option<f64> {
    let exact = |value: i64| value.unsigned_abs() <= 1 << 53;
    (b != 0 && exact(a) && exact(b)).then(|| a as f64 / b as f64)
}

fn floats(op: Operator, a: f64, b: f64) -> Option<f64> {
    match op {
        Operator::Add => Some(a + b),
        Operator::Sub => Some(a - b),
        Operator::Mult => Some(a * b),
        Operator::Div => (b != 0.0).then(|| a / b),
        // Rounding of these is left to one place, at run time.
        Operator::Pow | Operator::FloorDiv | Operator::Mod => None,
        Operator::MatMult | Operator::LShift | Operator::RShift => None,
        Operator::BitAnd | Operator::BitOr | Operator::BitXor => None,
    }
}

/// `1 + 2j` and its like, which is how complex literals are written.
fn complex(
    op: Operator,
    left: &Constant,
    right: &Constant,
    float: impl Fn(&Constant) -> Option<f64>,
) -> Option<Constant> {
    let (Constant::Complex { real, imaginary }, a) = (right, float(left)?) else { return None };
    match op {
        Operator::Add => Some(Constant::Complex { real: a + real, imaginary: *imaginary }),
        // A real number has no imaginary part to subtract from: the sign of zero is that of 3.14's mixed arithmetic.
        Operator::Sub => Some(Constant::Complex { real: a - real, imaginary: -imaginary }),
        _ => None,
    }
}
