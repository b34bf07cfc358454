//! The operators: which numbers are these, and what comes out?
//!
//! The questions are decisions, so a trace is for the kinds of number that were seen. Where an int does not fit, the result is
//! a float.

use super::classes::{ARRAY, FLOAT, FLOAT_VALUE, INT};
use super::interpret::Tiny;
use crate::ErrorCode::{self, BadValue, DivisionByZero, WrongType};
use crate::ops::{BinaryOp, UnaryOp};
use lathe_ir::{CheckedInt, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare};
use lathe_meta::{Arg, HYBRID, Ops};

/// A number that was looked at.
pub enum Number<O: Ops> {
    Int(O::Int),
    Float(O::Float),
}

/// Two numbers of the same kind.
enum Pair<O: Ops> {
    Ints(O::Int, O::Int),
    Floats(O::Float, O::Float),
}

type Result<T> = std::result::Result<T, ErrorCode>;

impl Tiny {
    pub fn number<O: Ops>(&self, ops: &mut O, r: O::Ref) -> Option<Number<O>> {
        match ops.class_of(r) {
            Some(HYBRID) => Some(Number::Int(ops.unbox_int(INT, r))),
            Some(FLOAT) => Some(Number::Float(ops.get_float(r, FLOAT_VALUE))),
            Some(_) | None => None,
        }
    }

    fn pair<O: Ops>(&self, ops: &mut O, left: O::Ref, right: O::Ref) -> Option<Pair<O>> {
        Some(match (self.number(ops, left)?, self.number(ops, right)?) {
            (Number::Int(a), Number::Int(b)) => Pair::Ints(a, b),
            (Number::Int(a), Number::Float(b)) => Pair::Floats(ops.int_to_float(a), b),
            (Number::Float(a), Number::Int(b)) => Pair::Floats(a, ops.int_to_float(b)),
            (Number::Float(a), Number::Float(b)) => Pair::Floats(a, b),
        })
    }

    #[inline(always)]
    fn int<O: Ops>(&self, ops: &mut O, value: O::Int) -> O::Ref {
        ops.box_int(INT, value)
    }

    pub fn float<O: Ops>(&self, ops: &mut O, value: O::Float) -> O::Ref {
        let object = ops.new(FLOAT);
        ops.set_float(object, FLOAT_VALUE, value);
        object
    }

    fn flag<O: Ops>(&self, ops: &mut O, flag: bool) -> O::Ref {
        let value = ops.int(flag as i64);
        self.int(ops, value)
    }

    /// A decision.
    pub fn truth<O: Ops>(&self, ops: &mut O, r: O::Ref) -> bool {
        match ops.class_of(r) {
            None => false,
            Some(HYBRID) => {
                let value = ops.unbox_int(INT, r);
                ops.int_is_true(value)
            }
            Some(FLOAT) => {
                let value = ops.get_float(r, FLOAT_VALUE);
                let zero = ops.float(0.0);
                ops.float_test(FloatCompare::Ne, value, zero)
            }
            Some(_) => true,
        }
    }

    #[inline(always)]
    pub fn binary<O: Ops>(&self, ops: &mut O, op: BinaryOp, left: O::Ref, right: O::Ref) -> Result<O::Ref> {
        match op {
            BinaryOp::Add => self.arithmetic(ops, CheckedInt::Add, FloatBinary::Add, left, right),
            BinaryOp::Sub => self.arithmetic(ops, CheckedInt::Sub, FloatBinary::Sub, left, right),
            BinaryOp::Mul => self.arithmetic(ops, CheckedInt::Mul, FloatBinary::Mul, left, right),
            BinaryOp::Div => self.divide(ops, left, right),
            BinaryOp::Mod => self.modulo(ops, left, right),
            BinaryOp::Less => self.compare(ops, IntCompare::Lt, FloatCompare::Lt, left, right),
            BinaryOp::LessEqual => self.compare(ops, IntCompare::Le, FloatCompare::Le, left, right),
            BinaryOp::Greater => self.compare(ops, IntCompare::Gt, FloatCompare::Gt, left, right),
            BinaryOp::GreaterEqual => self.compare(ops, IntCompare::Ge, FloatCompare::Ge, left, right),
            BinaryOp::Equal => {
                let equal = self.equal(ops, left, right, true);
                Ok(self.flag(ops, equal))
            }
            BinaryOp::NotEqual => {
                let equal = self.equal(ops, left, right, true);
                Ok(self.flag(ops, !equal))
            }
            BinaryOp::Same => {
                let same = self.equal(ops, left, right, false);
                Ok(self.flag(ops, same))
            }
            BinaryOp::Min => self.choose(ops, IntCompare::Lt, FloatCompare::Lt, right, left, (right, left)),
            BinaryOp::Max => self.choose(ops, IntCompare::Lt, FloatCompare::Lt, left, right, (right, left)),
        }
    }

    #[inline(always)]
    fn arithmetic<O: Ops>(
        &self,
        ops: &mut O,
        int: CheckedInt,
        float: FloatBinary,
        left: O::Ref,
        right: O::Ref,
    ) -> Result<O::Ref> {
        match self.pair(ops, left, right).ok_or(WrongType)? {
            Pair::Ints(a, b) => match ops.int_checked(int, a, b) {
                Some(result) => Ok(self.int(ops, result)),
                None => {
                    let (a, b) = (ops.int_to_float(a), ops.int_to_float(b));
                    let result = ops.float_binary(float, a, b);
                    Ok(self.float(ops, result))
                }
            },
            Pair::Floats(a, b) => {
                let result = ops.float_binary(float, a, b);
                Ok(self.float(ops, result))
            }
        }
    }

    #[inline(always)]
    fn compare<O: Ops>(
        &self,
        ops: &mut O,
        int: IntCompare,
        float: FloatCompare,
        left: O::Ref,
        right: O::Ref,
    ) -> Result<O::Ref> {
        let result = match self.pair(ops, left, right).ok_or(WrongType)? {
            Pair::Ints(a, b) => ops.int_compare(int, a, b),
            Pair::Floats(a, b) => ops.float_compare(float, a, b),
        };
        Ok(self.int(ops, result))
    }

    /// The first of `results` if the comparison holds, else the second.
    fn choose<O: Ops>(
        &self,
        ops: &mut O,
        int: IntCompare,
        float: FloatCompare,
        left: O::Ref,
        right: O::Ref,
        results: (O::Ref, O::Ref),
    ) -> Result<O::Ref> {
        let first = match self.pair(ops, left, right).ok_or(WrongType)? {
            Pair::Ints(a, b) => ops.int_test(int, a, b),
            Pair::Floats(a, b) => ops.float_test(float, a, b),
        };
        Ok(if first { results.0 } else { results.1 })
    }

    fn divide<O: Ops>(&self, ops: &mut O, left: O::Ref, right: O::Ref) -> Result<O::Ref> {
        match self.pair(ops, left, right).ok_or(WrongType)? {
            Pair::Ints(a, b) => {
                let (zero, minus_one) = (ops.int(0), ops.int(-1));
                if ops.int_test(IntCompare::Eq, b, zero) {
                    return Err(DivisionByZero);
                }
                // The one quotient that does not fit is that of the smallest int by -1.
                if ops.int_test(IntCompare::Eq, b, minus_one) {
                    return match ops.int_checked(CheckedInt::Sub, zero, a) {
                        Some(result) => Ok(self.int(ops, result)),
                        None => {
                            let (a, b) = (ops.int_to_float(a), ops.int_to_float(b));
                            let result = ops.float_binary(FloatBinary::TrueDiv, a, b);
                            Ok(self.float(ops, result))
                        }
                    };
                }
                let result = ops.int_binary(IntBinary::FloorDiv, a, b);
                Ok(self.int(ops, result))
            }
            Pair::Floats(a, b) => {
                let result = ops.float_binary(FloatBinary::TrueDiv, a, b);
                Ok(self.float(ops, result))
            }
        }
    }

    fn modulo<O: Ops>(&self, ops: &mut O, left: O::Ref, right: O::Ref) -> Result<O::Ref> {
        match self.pair(ops, left, right).ok_or(WrongType)? {
            Pair::Ints(a, b) => {
                let (zero, minus_one) = (ops.int(0), ops.int(-1));
                if ops.int_test(IntCompare::Eq, b, zero) {
                    return Err(DivisionByZero);
                }
                if ops.int_test(IntCompare::Eq, b, minus_one) {
                    return Ok(self.int(ops, zero));
                }
                let result = ops.int_binary(IntBinary::Mod, a, b);
                Ok(self.int(ops, result))
            }
            Pair::Floats(a, b) => {
                let (a, b) = (ops.float_to_bits(a), ops.float_to_bits(b));
                let bits = ops.call_int(self.helpers.float_mod, &[Arg::Int(a), Arg::Int(b)]);
                let result = ops.bits_to_float(bits);
                Ok(self.float(ops, result))
            }
        }
    }

    /// A decision. `mixed`: an int and a float can be equal.
    fn equal<O: Ops>(&self, ops: &mut O, left: O::Ref, right: O::Ref, mixed: bool) -> bool {
        match (self.number(ops, left), self.number(ops, right)) {
            (Some(Number::Int(a)), Some(Number::Int(b))) => ops.int_test(IntCompare::Eq, a, b),
            (Some(Number::Float(a)), Some(Number::Float(b))) => ops.float_test(FloatCompare::Eq, a, b),
            (Some(Number::Int(a)), Some(Number::Float(b))) if mixed => {
                let a = ops.int_to_float(a);
                ops.float_test(FloatCompare::Eq, a, b)
            }
            (Some(Number::Float(a)), Some(Number::Int(b))) if mixed => {
                let b = ops.int_to_float(b);
                ops.float_test(FloatCompare::Eq, a, b)
            }
            (None, None) => ops.same(left, right),
            _ => false,
        }
    }

    pub fn unary<O: Ops>(&self, ops: &mut O, op: UnaryOp, operand: O::Ref) -> Result<O::Ref> {
        match op {
            UnaryOp::Not => {
                let truth = self.truth(ops, operand);
                return Ok(self.flag(ops, !truth));
            }
            UnaryOp::Length => {
                if ops.class_of(operand) != Some(ARRAY.class) {
                    return Err(WrongType);
                }
                let length = ops.array_len(ARRAY, operand);
                return Ok(self.int(ops, length));
            }
            UnaryOp::Negate
            | UnaryOp::IsPositive
            | UnaryOp::ToInt
            | UnaryOp::ToFloat
            | UnaryOp::Abs
            | UnaryOp::Sqrt => {}
        }
        match self.number(ops, operand).ok_or(WrongType)? {
            Number::Int(a) => self.unary_int(ops, op, a, operand),
            Number::Float(a) => self.unary_float(ops, op, a, operand),
        }
    }

    fn unary_int<O: Ops>(&self, ops: &mut O, op: UnaryOp, a: O::Int, operand: O::Ref) -> Result<O::Ref> {
        let zero = ops.int(0);
        Ok(match op {
            UnaryOp::IsPositive => {
                let result = ops.int_compare(IntCompare::Gt, a, zero);
                self.int(ops, result)
            }
            UnaryOp::Abs if !ops.int_test(IntCompare::Lt, a, zero) => operand,
            UnaryOp::Negate | UnaryOp::Abs => match ops.int_checked(CheckedInt::Sub, zero, a) {
                Some(result) => self.int(ops, result),
                None => {
                    let a = ops.int_to_float(a);
                    let result = ops.float_unary(FloatUnary::Neg, a);
                    self.float(ops, result)
                }
            },
            UnaryOp::ToInt => operand,
            UnaryOp::ToFloat => {
                let result = ops.int_to_float(a);
                self.float(ops, result)
            }
            UnaryOp::Sqrt => {
                let a = ops.int_to_float(a);
                let result = ops.float_unary(FloatUnary::Sqrt, a);
                self.float(ops, result)
            }
            UnaryOp::Not | UnaryOp::Length => unreachable!("for any value"),
        })
    }

    fn unary_float<O: Ops>(&self, ops: &mut O, op: UnaryOp, a: O::Float, operand: O::Ref) -> Result<O::Ref> {
        let result = match op {
            UnaryOp::IsPositive => {
                let zero = ops.float(0.0);
                let result = ops.float_compare(FloatCompare::Gt, a, zero);
                return Ok(self.int(ops, result));
            }
            UnaryOp::ToInt => {
                let (low, high) = (ops.float(i64::MIN as f64), ops.float(-(i64::MIN as f64)));
                let fits =
                    ops.float_test(FloatCompare::Le, low, a) && ops.float_test(FloatCompare::Lt, a, high);
                if !fits {
                    return Err(BadValue);
                }
                let result = ops.float_to_int(a);
                return Ok(self.int(ops, result));
            }
            UnaryOp::ToFloat => return Ok(operand),
            UnaryOp::Negate => ops.float_unary(FloatUnary::Neg, a),
            UnaryOp::Abs => ops.float_unary(FloatUnary::Abs, a),
            UnaryOp::Sqrt => ops.float_unary(FloatUnary::Sqrt, a),
            UnaryOp::Not | UnaryOp::Length => unreachable!("for any value"),
        };
        Ok(self.float(ops, result))
    }
}
