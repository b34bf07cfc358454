//! Arithmetic, comparisons, casts, selections.

use super::Recorder;
use crate::world::{FLOAT, FLOAT_VALUE, INT, INT_VALUE};
use lathe_ir::*;

impl Recorder<'_> {
    pub(super) fn int_op(&mut self) {
        use IntBinary::*;
        let op = self.tape.choose(&[
            Add,
            Add,
            Sub,
            And,
            Mul,
            Or,
            Xor,
            Lshift,
            Rshift,
            UintRshift,
            UintMulHigh,
            Add,
            And,
            Sub,
        ]);
        let a = self.int();
        let b = match op {
            // Counts are mostly small constants.
            Lshift | Rshift | UintRshift if self.tape.below(4) < 3 => {
                Operand::int(self.tape.below(65) as i64)
            }
            Add | Sub if self.tape.below(3) == 0 => Operand::int(self.tape.below(3) as i64),
            Add | Sub | Mul | And | Or | Xor | Lshift | Rshift | UintRshift | UintMulHigh | Div | Rem
            | FloorDiv | Mod => self.int(),
        };
        self.emit(OpKind::Int(op, a, b));
    }

    pub(super) fn int_unary(&mut self) {
        let op = self.tape.choose(IntUnary::ALL);
        let a = self.int_value();
        let result = self.value(OpKind::IntUnary(op, a));
        if matches!(op, IntUnary::IsTrue | IntUnary::IsZero) && self.tape.below(2) == 0 {
            self.guard_as_seen(result);
        }
    }

    pub(super) fn checked_int_op(&mut self) {
        let op = self.tape.choose(CheckedInt::ALL);
        let (a, b) = (self.int_value(), self.int());
        self.checked_int(op, a, b);
    }

    fn checked_int(&mut self, op: CheckedInt, a: Operand, b: Operand) -> Operand {
        let (_, overflow) = arith::int_checked(arith::W64, op, self.int_now(a), self.int_now(b));
        let snapshot = self.clean_boundary();
        self.value(OpKind::IntChecked { op, a, b, overflow, snapshot })
    }

    pub(super) fn int_comparison(&mut self) {
        let op = self.tape.choose(IntCompare::ALL);
        let a = self.int_value();
        let b = match self.tape.below(3) {
            // Something that a counter reaches in the next iterations.
            0 => Operand::int(self.int_now(a).wrapping_add(self.tape.below(6) as i64 - 1)),
            _ => self.int(),
        };
        let condition = self.value(OpKind::IntCompare(op, a, b));
        if self.tape.below(4) < 3 {
            self.guard_as_seen(condition);
        }
    }

    /// A comparison from before, a little aside: `i < n`, then `i - 1 < n` or `n + 1 >= i`. Or one of the two, the smaller or
    /// the larger one.
    pub(super) fn comparison_aside(&mut self) {
        let compared = |op: &Op| match op.kind {
            OpKind::IntCompare(_, a, b) => Some((op.result?, a, b)),
            _ => None,
        };
        let recent: Vec<(Value, Operand, Operand)> =
            self.ops.iter().rev().filter_map(compared).take(6).collect();
        if recent.is_empty() {
            return self.int_comparison();
        }
        let (outcome, mut a, mut b) = self.tape.choose(&recent);
        if self.tape.one_in(3) {
            std::mem::swap(&mut a, &mut b);
        }
        match self.tape.below(6) {
            0 | 1 => a = self.aside(a),
            2 => b = self.aside(b),
            3 => (a, b) = (self.aside(a), self.aside(b)),
            4 => {
                self.emit(OpKind::Select(outcome.into(), a, b));
                return;
            }
            _ => {}
        }
        let op = self.tape.choose(IntCompare::ALL);
        let condition = self.value(OpKind::IntCompare(op, a, b));
        if self.tape.below(4) < 3 {
            self.guard_as_seen(condition);
        }
    }

    /// A neighbour; now and then one that is far away, by wrapping around.
    fn aside(&mut self, x: Operand) -> Operand {
        let by = Operand::int(self.tape.choose(&[1, 1, 2, 3, -1, 1, i64::MAX, i64::MIN]));
        match self.tape.below(4) {
            0 => self.checked_int(CheckedInt::Add, x, by),
            1 => self.value(OpKind::Int(IntBinary::Sub, x, by)),
            2 => self.checked_int(CheckedInt::Sub, x, by),
            _ => self.value(OpKind::Int(IntBinary::Add, x, by)),
        }
    }

    /// By a constant, or by a value that guards have shown to be neither 0 nor -1.
    pub(super) fn division(&mut self) {
        use IntBinary::{Div, FloorDiv, Mod, Rem};
        let op = self.tape.choose(&[FloorDiv, Mod, Div, Rem]);
        let (a, b) = (self.int_value(), self.int_value());
        let (divisor, protected) = match self.tape.below(4) {
            0 | 1 => {
                let divisors = [2, 3, 1, 10, 8, 7, -3, -2, 1 << 20, i64::MAX, i64::MIN];
                (Operand::int(self.tape.choose(&divisors)), true)
            }
            2 => {
                self.guard_comparison(IntCompare::Gt, b, Operand::int(0));
                (b, self.int_now(b) > 0)
            }
            _ => {
                self.guard_comparison(IntCompare::Ne, b, Operand::int(0));
                self.guard_comparison(IntCompare::Eq, b, Operand::int(-1));
                (b, !matches!(self.int_now(b), 0 | -1))
            }
        };
        if protected {
            self.emit(OpKind::Int(op, a, divisor));
        }
    }

    fn guard_comparison(&mut self, op: IntCompare, a: Operand, b: Operand) {
        let condition = self.value(OpKind::IntCompare(op, a, b));
        self.guard_as_seen(condition);
    }

    pub(super) fn float_op(&mut self) {
        if self.tape.below(4) < 3 {
            let op = self.tape.choose(FloatBinary::ALL);
            let (a, b) = (self.float(), self.float());
            self.emit(OpKind::Float(op, a, b));
        } else {
            let op = self.tape.choose(FloatUnary::ALL);
            let a = self.float();
            self.emit(OpKind::FloatUnary(op, a));
        }
    }

    pub(super) fn float_comparison(&mut self) {
        let op = self.tape.choose(FloatCompare::ALL);
        let (a, b) = (self.float(), self.float());
        let condition = self.value(OpKind::FloatCompare(op, a, b));
        if self.tape.below(4) < 3 {
            self.guard_as_seen(condition);
        }
    }

    /// Guards against NaNs, whose payload must not be seen; false if the float is one now.
    pub(super) fn is_number(&mut self, a: Operand) -> bool {
        if a.as_const().is_none() {
            let condition = self.value(OpKind::FloatCompare(FloatCompare::Eq, a, a));
            self.guard_as_seen(condition);
        }
        !self.float_now(a).is_nan()
    }

    pub(super) fn cast(&mut self) {
        let op = self.tape.choose(Cast::ALL);
        let a = match op.operand_type() {
            Type::Float => self.float(),
            Type::Int | Type::Ref => self.int(),
        };
        if op != Cast::FloatToBits || self.is_number(a) {
            self.emit(OpKind::Cast(op, a));
        }
    }

    pub(super) fn select(&mut self) {
        let ty = self.tape.choose(&[Type::Int, Type::Ref, Type::Float]);
        let condition = self.int_value();
        let (a, b) = (self.of_type(ty), self.of_type(ty));
        self.emit(OpKind::Select(condition, a, b));
    }

    pub(super) fn pointer_comparison(&mut self) {
        let op = self.tape.choose(PtrCompare::ALL);
        let a = self.reference_value();
        let b = if self.tape.below(2) == 0 { self.reference() } else { self.same_class(a) };
        let condition = self.value(OpKind::PtrCompare(op, a, b));
        if self.tape.below(4) < 3 {
            self.guard_as_seen(condition);
        }
    }

    /// What a guest's `a + 1` becomes: open boxes, compute, close.
    pub(super) fn boxed_arithmetic(&mut self) {
        let boxed = self.reference_value();
        match self.class_now(boxed) {
            Some(INT) => {
                self.incremented(boxed);
            }
            Some(FLOAT) => {
                if self.known_class(boxed).is_some() {
                    let x = self.value(OpKind::Get(boxed, FLOAT_VALUE));
                    let y = self.float();
                    let sum = self.value(OpKind::Float(FloatBinary::Add, x, y));
                    if self.is_number(sum) {
                        let result = self.value(OpKind::New(FLOAT));
                        self.emit(OpKind::Set(result, FLOAT_VALUE, sum));
                    }
                }
            }
            Some(_) | None => {
                let x = self.int();
                self.boxed_int(x);
            }
        }
    }

    /// A new box holding a little more than this one, if it is an `Int`.
    pub(super) fn incremented(&mut self, boxed: Operand) -> Option<Operand> {
        if self.class_now(boxed) != Some(INT) || self.known_class(boxed).is_none() {
            return None;
        }
        let x = self.value(OpKind::Get(boxed, INT_VALUE));
        let y = match self.tape.below(4) {
            0 | 1 => Operand::int(1),
            2 => self.int(),
            // The same value in another box: new, and yet the same.
            _ => {
                let copy = self.boxed_int(x);
                if self.tape.below(2) == 0 {
                    let op = self.tape.choose(PtrCompare::ALL);
                    self.value(OpKind::PtrCompare(op, boxed, copy));
                }
                return Some(copy);
            }
        };
        let sum = if self.tape.below(2) == 0 {
            self.value(OpKind::Int(IntBinary::Add, x, y))
        } else {
            self.checked_int(CheckedInt::Add, x, y)
        };
        Some(self.boxed_int(sum))
    }

    fn boxed_int(&mut self, x: Operand) -> Operand {
        let result = self.value(OpKind::New(INT));
        self.emit(OpKind::Set(result, INT_VALUE, x));
        result
    }
}
