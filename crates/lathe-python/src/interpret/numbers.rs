//! Arithmetic and comparison of integers and floats.

use super::{Flow, Python};
use crate::bytecode::{BinaryOp, CompareOp};
use crate::object::classes;
use lathe_ir::{CheckedInt, FloatBinary, FloatCompare, IntBinary, IntCompare};
use lathe_meta::{Arg, Ops};

/// Two operands as numbers of one kind.
enum Pair<O: Ops> {
    Ints(O::Int, O::Int),
    Floats(O::Float, O::Float),
    Other,
}

impl Python {
    #[inline(always)]
    fn pair<O: Ops>(&self, ops: &mut O, a: O::Ref, b: O::Ref) -> Pair<O> {
        let int = classes::INT_REF;
        match (ops.class_of(a), ops.class_of(b)) {
            (Some(classes::INT), Some(classes::INT)) => {
                Pair::Ints(ops.unbox_int(int, a), ops.unbox_int(int, b))
            }
            (Some(classes::FLOAT), Some(classes::FLOAT)) => {
                Pair::Floats(ops.get_float(a, classes::FLOAT_VALUE), ops.get_float(b, classes::FLOAT_VALUE))
            }
            (Some(classes::FLOAT), Some(classes::INT)) => {
                let (x, y) = (ops.get_float(a, classes::FLOAT_VALUE), ops.unbox_int(int, b));
                Pair::Floats(x, ops.int_to_float(y))
            }
            (Some(classes::INT), Some(classes::FLOAT)) => {
                let (x, y) = (ops.unbox_int(int, a), ops.get_float(b, classes::FLOAT_VALUE));
                Pair::Floats(ops.int_to_float(x), y)
            }
            _ => Pair::Other,
        }
    }

    #[inline(always)]
    pub(super) fn binary<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        (op, in_place): (BinaryOp, bool),
        dst: u16,
        a: O::Ref,
        b: O::Ref,
    ) -> Flow<O::Ref> {
        let value = match self.pair(ops, a, b) {
            Pair::Ints(x, y) => self.int_binary(ops, op, x, y),
            Pair::Floats(x, y) => self.float_binary(ops, op, x, y),
            Pair::Other => None,
        };
        match value {
            Some(value) => {
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            None => {
                if let Some(flow) = self.push_operator(ops, pc, (op, in_place), a, b) {
                    return flow;
                }
                let what = ops.int((op as i64) << 1 | i64::from(in_place));
                self.call_helper(
                    ops,
                    pc,
                    self.helpers.binary,
                    &[Arg::Int(what), Arg::Ref(a), Arg::Ref(b)],
                    dst.into(),
                )
            }
        }
    }

    #[inline(always)]
    fn int_binary<O: Ops>(&self, ops: &mut O, op: BinaryOp, x: O::Int, y: O::Int) -> Option<O::Ref> {
        let value = match op {
            BinaryOp::Add => ops.int_checked(CheckedInt::Add, x, y)?,
            BinaryOp::Subtract => ops.int_checked(CheckedInt::Sub, x, y)?,
            BinaryOp::Multiply => ops.int_checked(CheckedInt::Mul, x, y)?,
            BinaryOp::And => ops.int_binary(IntBinary::And, x, y),
            BinaryOp::Or => ops.int_binary(IntBinary::Or, x, y),
            BinaryOp::Xor => ops.int_binary(IntBinary::Xor, x, y),
            BinaryOp::FloorDivide | BinaryOp::Remainder => {
                let (zero, minus_one) = (ops.int(0), ops.int(-1));
                // The one quotient that does not fit has -1 as divisor.
                if ops.int_test(IntCompare::Eq, y, zero) || ops.int_test(IntCompare::Eq, y, minus_one) {
                    return None;
                }
                let op = if op == BinaryOp::Remainder { IntBinary::Mod } else { IntBinary::FloorDiv };
                ops.int_binary(op, x, y)
            }
            BinaryOp::RightShift => {
                let limit = ops.int(64);
                if !ops.int_test(IntCompare::UintLt, y, limit) {
                    return None;
                }
                ops.int_binary(IntBinary::Rshift, x, y)
            }
            BinaryOp::LeftShift => {
                // What is shifted out must come back.
                let limit = ops.int(63);
                if !ops.int_test(IntCompare::UintLt, y, limit) {
                    return None;
                }
                let shifted = ops.int_binary(IntBinary::Lshift, x, y);
                let back = ops.int_binary(IntBinary::Rshift, shifted, y);
                if !ops.int_test(IntCompare::Eq, back, x) {
                    return None;
                }
                shifted
            }
            BinaryOp::Divide => {
                // Exact only if both are floats without loss.
                let (limit, twice) = (ops.int(1 << 53), ops.int(1 << 54));
                let (a, b) =
                    (ops.int_binary(IntBinary::Add, x, limit), ops.int_binary(IntBinary::Add, y, limit));
                let zero = ops.int(0);
                if !ops.int_test(IntCompare::UintLe, a, twice)
                    || !ops.int_test(IntCompare::UintLe, b, twice)
                    || ops.int_test(IntCompare::Eq, y, zero)
                {
                    return None;
                }
                let (a, b) = (ops.int_to_float(x), ops.int_to_float(y));
                let quotient = ops.float_binary(FloatBinary::TrueDiv, a, b);
                return Some(self.float(ops, quotient));
            }
            BinaryOp::Power | BinaryOp::MatrixMultiply => return None,
        };
        Some(ops.box_int(classes::INT_REF, value))
    }

    #[inline(always)]
    fn float_binary<O: Ops>(&self, ops: &mut O, op: BinaryOp, x: O::Float, y: O::Float) -> Option<O::Ref> {
        let op = match op {
            BinaryOp::Add => FloatBinary::Add,
            BinaryOp::Subtract => FloatBinary::Sub,
            BinaryOp::Multiply => FloatBinary::Mul,
            BinaryOp::Divide => {
                let zero = ops.float(0.0);
                if ops.float_test(FloatCompare::Eq, y, zero) {
                    return None;
                }
                FloatBinary::TrueDiv
            }
            _ => return None,
        };
        let value = ops.float_binary(op, x, y);
        Some(self.float(ops, value))
    }

    #[inline(always)]
    pub(super) fn float<O: Ops>(&self, ops: &mut O, value: O::Float) -> O::Ref {
        let object = ops.new(classes::FLOAT);
        ops.set_float(object, classes::FLOAT_VALUE, value);
        object
    }

    /// The result of a comparison of numbers as 0 or 1.
    #[inline(always)]
    pub(super) fn quick_compare<O: Ops>(
        &self,
        ops: &mut O,
        op: CompareOp,
        a: O::Ref,
        b: O::Ref,
    ) -> Option<O::Int> {
        Some(match (ops.class_of(a), ops.class_of(b)) {
            (Some(classes::INT), Some(classes::INT)) => {
                let (x, y) = (ops.unbox_int(classes::INT_REF, a), ops.unbox_int(classes::INT_REF, b));
                ops.int_compare(int_compare(op), x, y)
            }
            // An integer and a float are compared exactly, which is not what conversion does.
            (Some(classes::FLOAT), Some(classes::FLOAT)) => {
                let (x, y) = (ops.get_float(a, classes::FLOAT_VALUE), ops.get_float(b, classes::FLOAT_VALUE));
                ops.float_compare(float_compare(op), x, y)
            }
            _ => return None,
        })
    }

    #[inline(always)]
    pub(super) fn quick_test<O: Ops>(
        &self,
        ops: &mut O,
        op: CompareOp,
        a: O::Ref,
        b: O::Ref,
    ) -> Option<bool> {
        Some(match (ops.class_of(a), ops.class_of(b)) {
            (Some(classes::INT), Some(classes::INT)) => {
                let (x, y) = (ops.unbox_int(classes::INT_REF, a), ops.unbox_int(classes::INT_REF, b));
                ops.int_test(int_compare(op), x, y)
            }
            (Some(classes::FLOAT), Some(classes::FLOAT)) => {
                let (x, y) = (ops.get_float(a, classes::FLOAT_VALUE), ops.get_float(b, classes::FLOAT_VALUE));
                ops.float_test(float_compare(op), x, y)
            }
            (Some(classes::FLOAT), Some(classes::INT)) => {
                let (x, y) = (ops.get_float(a, classes::FLOAT_VALUE), ops.unbox_int(classes::INT_REF, b));
                let y = self.exact_float(ops, y)?;
                ops.float_test(float_compare(op), x, y)
            }
            (Some(classes::INT), Some(classes::FLOAT)) => {
                let (x, y) = (ops.unbox_int(classes::INT_REF, a), ops.get_float(b, classes::FLOAT_VALUE));
                let x = self.exact_float(ops, x)?;
                ops.float_test(float_compare(op), x, y)
            }
            _ => return None,
        })
    }

    /// An integer as a float, if that is the same number.
    #[inline(always)]
    fn exact_float<O: Ops>(&self, ops: &mut O, x: O::Int) -> Option<O::Float> {
        let (limit, twice) = (ops.int(1 << 53), ops.int(1 << 54));
        let moved = ops.int_binary(IntBinary::Add, x, limit);
        if !ops.int_test(IntCompare::UintLe, moved, twice) {
            return None;
        }
        Some(ops.int_to_float(x))
    }

    /// The truth of what needs no code of the user's.
    #[inline(always)]
    pub(super) fn quick_truth<O: Ops>(&self, ops: &mut O, value: O::Ref) -> Option<bool> {
        Some(match ops.class_of(value)? {
            classes::BOOL => {
                let value = ops.get_int(value, classes::BOOL_VALUE);
                ops.int_is_true(value)
            }
            classes::INT => {
                let value = ops.unbox_int(classes::INT_REF, value);
                ops.int_is_true(value)
            }
            classes::FLOAT => {
                let (value, zero) = (ops.get_float(value, classes::FLOAT_VALUE), ops.float(0.0));
                ops.float_test(FloatCompare::Ne, value, zero)
            }
            classes::LIST => {
                let length = ops.get_int(value, classes::LIST_LENGTH);
                ops.int_is_true(length)
            }
            classes::SINGLETON => {
                let none = ops.constant(self.rt.singletons.none);
                if ops.same(value, none) {
                    false
                } else {
                    return None;
                }
            }
            classes::TUPLE => {
                let length = ops.array_len(classes::TUPLE_ITEMS, value);
                ops.int_is_true(length)
            }
            classes::DICT => {
                let used = ops.get_int(value, classes::DICT_USED);
                ops.int_is_true(used)
            }
            _ => return None,
        })
    }
}

fn int_compare(op: CompareOp) -> IntCompare {
    match op {
        CompareOp::Lt => IntCompare::Lt,
        CompareOp::Le => IntCompare::Le,
        CompareOp::Eq => IntCompare::Eq,
        CompareOp::Ne => IntCompare::Ne,
        CompareOp::Gt => IntCompare::Gt,
        CompareOp::Ge => IntCompare::Ge,
    }
}

fn float_compare(op: CompareOp) -> FloatCompare {
    match op {
        CompareOp::Lt => FloatCompare::Lt,
        CompareOp::Le => FloatCompare::Le,
        CompareOp::Eq => FloatCompare::Eq,
        CompareOp::Ne => FloatCompare::Ne,
        CompareOp::Gt => FloatCompare::Gt,
        CompareOp::Ge => FloatCompare::Ge,
    }
}
