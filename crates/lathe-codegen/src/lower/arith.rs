//! Arithmetic, comparisons and casts.

use super::function::{Condition, Lower};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use lathe_ir::{
    Cast, CheckedInt, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, Operand,
    SnapshotId,
};

pub fn int_condition(compare: IntCompare) -> IntCC {
    match compare {
        IntCompare::Lt => IntCC::SignedLessThan,
        IntCompare::Le => IntCC::SignedLessThanOrEqual,
        IntCompare::Eq => IntCC::Equal,
        IntCompare::Ne => IntCC::NotEqual,
        IntCompare::Gt => IntCC::SignedGreaterThan,
        IntCompare::Ge => IntCC::SignedGreaterThanOrEqual,
        IntCompare::UintLt => IntCC::UnsignedLessThan,
        IntCompare::UintLe => IntCC::UnsignedLessThanOrEqual,
        IntCompare::UintGt => IntCC::UnsignedGreaterThan,
        IntCompare::UintGe => IntCC::UnsignedGreaterThanOrEqual,
    }
}

/// A NaN makes all of them false but `Ne`.
fn float_condition(compare: FloatCompare) -> FloatCC {
    match compare {
        FloatCompare::Lt => FloatCC::LessThan,
        FloatCompare::Le => FloatCC::LessThanOrEqual,
        FloatCompare::Eq => FloatCC::Equal,
        FloatCompare::Ne => FloatCC::NotEqual,
        FloatCompare::Gt => FloatCC::GreaterThan,
        FloatCompare::Ge => FloatCC::GreaterThanOrEqual,
    }
}

impl Lower<'_, '_> {
    pub fn int_binary(&mut self, op: IntBinary, a: Operand, b: Operand) -> ir::Value {
        let (a, b) = (self.operand(a), self.operand(b));
        let ins = self.b.ins();
        match op {
            IntBinary::Add => ins.iadd(a, b),
            IntBinary::Sub => ins.isub(a, b),
            IntBinary::Mul => ins.imul(a, b),
            IntBinary::And => ins.band(a, b),
            IntBinary::Or => ins.bor(a, b),
            IntBinary::Xor => ins.bxor(a, b),
            IntBinary::Lshift => ins.ishl(a, b),
            IntBinary::Rshift => ins.sshr(a, b),
            IntBinary::UintRshift => ins.ushr(a, b),
            IntBinary::UintMulHigh => ins.umulhi(a, b),
            IntBinary::Div => ins.sdiv(a, b),
            IntBinary::Rem => ins.srem(a, b),
            IntBinary::FloorDiv => {
                let quotient = ins.sdiv(a, b);
                let remainder = self.b.ins().srem(a, b);
                let off = self.rounds_down(remainder, b);
                let one = self.b.ins().uextend(types::I64, off);
                self.b.ins().isub(quotient, one)
            }
            IntBinary::Mod => {
                let remainder = ins.srem(a, b);
                let off = self.rounds_down(remainder, b);
                let corrected = self.b.ins().iadd(remainder, b);
                self.b.ins().select(off, corrected, remainder)
            }
        }
    }

    /// Does rounding down differ from rounding toward zero? The remainder is not 0, and has not the sign of the divisor.
    fn rounds_down(&mut self, remainder: ir::Value, divisor: ir::Value) -> ir::Value {
        let inexact = self.b.ins().icmp_imm_s(IntCC::NotEqual, remainder, 0);
        let signs = self.b.ins().bxor(remainder, divisor);
        let differ = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, signs, 0);
        self.b.ins().band(inexact, differ)
    }

    pub fn int_checked(
        &mut self,
        op: CheckedInt,
        a: Operand,
        b: Operand,
        overflow: bool,
        snapshot: SnapshotId,
    ) -> ir::Value {
        self.leave_by_chaos(snapshot);
        let alone = !self.has_exit_block(snapshot);
        let exit = self.exit_block(snapshot, None);
        // What is added to can be added to in place if nobody wants it any more.
        let (a, b) = if op == CheckedInt::Add && !self.dies(a) && self.dies(b) { (b, a) } else { (a, b) };
        let (x, y) = (self.operand(a), self.operand(b));
        self.mark_flag(true);
        let (result, overflowed) = match op {
            CheckedInt::Add => self.b.ins().sadd_overflow(x, y),
            CheckedInt::Sub => self.b.ins().ssub_overflow(x, y),
            CheckedInt::Mul => self.b.ins().smul_overflow(x, y),
        };
        if alone && self.dies(a) && a != b {
            match op {
                CheckedInt::Add => self.exit_takes_back(a, IntBinary::Sub, result, b),
                CheckedInt::Sub => self.exit_takes_back(a, IntBinary::Add, result, b),
                CheckedInt::Mul => {}
            }
        }
        self.leave_unless(overflowed, overflow, exit);
        self.mark_flag(false);
        result
    }

    /// Makes a comparison here.
    pub fn condition(&mut self, condition: Condition) -> ir::Value {
        match condition {
            Condition::Int(compare, a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.b.ins().icmp(int_condition(compare), a, b)
            }
            Condition::Float(compare, a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                self.b.ins().fcmp(float_condition(compare), a, b)
            }
            Condition::Nonzero(a, nonzero) => {
                let a = self.operand(a);
                let condition = if nonzero { IntCC::NotEqual } else { IntCC::Equal };
                self.b.ins().icmp_imm_s(condition, a, 0)
            }
        }
    }

    pub fn int_unary(&mut self, unary: IntUnary, operand: Operand) -> ir::Value {
        let a = self.operand(operand);
        let mut signext = |ty| {
            let low = self.b.ins().ireduce(ty, a);
            self.b.ins().sextend(types::I64, low)
        };
        match unary {
            IntUnary::Neg => self.b.ins().ineg(a),
            IntUnary::Invert => self.b.ins().bnot(a),
            IntUnary::Signext8 => signext(types::I8),
            IntUnary::Signext16 => signext(types::I16),
            IntUnary::Signext32 => signext(types::I32),
            IntUnary::IsTrue | IntUnary::IsZero => unreachable!("comparisons"),
        }
    }

    pub fn float_binary(&mut self, op: FloatBinary, a: Operand, b: Operand) -> ir::Value {
        let (a, b) = (self.operand(a), self.operand(b));
        match op {
            FloatBinary::Add => self.b.ins().fadd(a, b),
            FloatBinary::Sub => self.b.ins().fsub(a, b),
            FloatBinary::Mul => self.b.ins().fmul(a, b),
            FloatBinary::TrueDiv => self.b.ins().fdiv(a, b),
        }
    }

    pub fn float_unary(&mut self, op: FloatUnary, a: Operand) -> ir::Value {
        let a = self.operand(a);
        match op {
            FloatUnary::Neg => self.b.ins().fneg(a),
            FloatUnary::Abs => self.b.ins().fabs(a),
            FloatUnary::Sqrt => self.b.ins().sqrt(a),
            FloatUnary::Floor => self.b.ins().floor(a),
            FloatUnary::Ceil => self.b.ins().ceil(a),
            FloatUnary::Trunc => self.b.ins().trunc(a),
            FloatUnary::ToSingle => {
                let single = self.b.ins().fdemote(types::F32, a);
                self.b.ins().fpromote(types::F64, single)
            }
        }
    }

    pub fn cast(&mut self, cast: Cast, a: Operand) -> ir::Value {
        let a = self.operand(a);
        match cast {
            Cast::IntToFloat => self.b.ins().fcvt_from_sint(types::F64, a),
            Cast::FloatToInt => self.b.ins().fcvt_to_sint_sat(types::I64, a),
            Cast::FloatToBits => self.b.ins().bitcast(types::I64, MemFlagsData::new(), a),
            Cast::BitsToFloat => self.b.ins().bitcast(types::F64, MemFlagsData::new(), a),
        }
    }
}
