//! Rewrite rules: one pure op, looked at together with the ops that define its operands.
//!
//! ```text
//! i1 = int_add(i0, 3)
//! i2 = int_add(i1, 4)      =>    i2 = int_add(i0, 7)        the chain got shorter
//! i3 = int_mul(i2, 1)      =>    i3 is i2                   the op is gone
//! i4 = int_mod(i3, 8)      =>    i4 = int_and(i3, 7)        the op got cheaper
//! ```
//!
//! A rule never adds an op, never reorders what a reader would recognise just for the sake of a normal form, and never
//! makes an op partial. The result of a rule may be simplified again; that ends, because every rule removes an op,
//! shortens a chain or replaces an op by a cheaper one.
//!
//! Every rule has a name and a line `name  before => after` in the header of its file. The tests read those lines: a
//! rule that never fires fails them, and so does one without a line. Integer rules are checked for all 4-bit integers,
//! float rules on a grid of special values, so a rule is written once and believed afterwards.
//!
//! Requires: integer constants within the width; facts and definitions that hold where the op stands.
//! Ensures:  wherever the op was defined, the rewrite is, with the same result (NaNs are all equal). A checked op that is
//!           rewritten could not have overflowed, so its guard goes too.

mod bitwise;
mod booleans;
mod casts;
mod checked;
mod compare;
mod division;
mod floats;
mod linear;
mod pointers;
mod products;
mod select;
mod shifts;
mod sums;
mod view;

#[cfg(test)]
mod tests;

use crate::int_fact::IntFact;
use lathe_ir::arith::Width;
use lathe_ir::{Const, IntBinary, IntUnary, OpKind, Operand, Value};
use view::View;

/// What becomes of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// Its result is this operand; the op goes.
    Operand(Operand),
    /// It computes its result like this instead.
    Kind(OpKind),
}

/// For logs and counts.
pub type RuleName = &'static str;

/// What the caller knows at the op.
pub trait Known {
    /// The op that defines `v`, if it is a pure op that may be looked through.
    fn def(&self, v: Value) -> Option<&OpKind>;
    /// What is known of an integer operand. Asked for values only; constants speak for themselves.
    fn int(&self, x: Operand) -> IntFact;
    /// Whether a reference is certainly not null.
    fn nonnull(&self, x: Operand) -> bool;
}

type Simplified = Option<(Rewrite, RuleName)>;

/// One step. Call it again on what it returns until it returns `None`.
pub fn simplify(w: Width, kind: &OpKind, known: &impl Known) -> Option<(Rewrite, RuleName)> {
    let view = &View { w, known };
    match *kind {
        OpKind::Int(op, a, b) => int(view, op, a, b),
        OpKind::IntUnary(op, a) => int_unary(view, op, a),
        OpKind::IntCompare(op, a, b) => compare::compare(view, op, a, b),
        OpKind::IntChecked { op, a, b, overflow, snapshot: _ } => checked::checked(view, op, a, b, overflow),
        OpKind::Float(op, a, b) => floats::binary(view, op, a, b),
        OpKind::FloatUnary(op, a) => floats::unary(view, op, a),
        OpKind::FloatCompare(op, a, b) => floats::compare(view, op, a, b),
        OpKind::Cast(op, a) => casts::cast(view, op, a),
        OpKind::PtrCompare(op, a, b) => pointers::compare(view, op, a, b),
        OpKind::Select(condition, a, b) => select::select(view, condition, a, b),
        OpKind::New(_)
        | OpKind::NewArray(..)
        | OpKind::Get(..)
        | OpKind::Set(..)
        | OpKind::GetItem(..)
        | OpKind::SetItem(..)
        | OpKind::ArrayLen(..)
        | OpKind::Call(..)
        | OpKind::Guard(..)
        | OpKind::Jump(..)
        | OpKind::Finish(_)
        | OpKind::Exit(_) => None,
    }
}

fn int<K: Known>(view: &View<K>, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    view.decided_binary(op, a, b).or_else(|| match op {
        IntBinary::Add => sums::add(view, a, b),
        IntBinary::Sub => sums::sub(view, a, b),
        IntBinary::Mul => products::mul(view, a, b),
        IntBinary::UintMulHigh => products::uint_mul_high(view, a, b),
        IntBinary::And => bitwise::and(view, a, b),
        IntBinary::Or => bitwise::or(view, a, b),
        IntBinary::Xor => bitwise::xor(view, a, b),
        IntBinary::Lshift | IntBinary::Rshift | IntBinary::UintRshift => shifts::shift(view, op, a, b),
        IntBinary::Div | IntBinary::FloorDiv => division::quotient(view, op, a, b),
        IntBinary::Rem | IntBinary::Mod => division::remainder(view, op, a, b),
    })
}

fn int_unary<K: Known>(view: &View<K>, op: IntUnary, a: Operand) -> Simplified {
    view.decided_unary(op, a).or_else(|| match op {
        IntUnary::Neg => sums::neg(view, a),
        IntUnary::Invert => bitwise::invert(view, a),
        IntUnary::IsTrue => booleans::is_true(view, a),
        IntUnary::IsZero => booleans::is_zero(view, a),
        IntUnary::Signext8 | IntUnary::Signext16 | IntUnary::Signext32 => shifts::sign_extension(view, op, a),
    })
}

// How rules say what they do.

fn operand(rule: RuleName, x: Operand) -> Simplified {
    Some((Rewrite::Operand(x), rule))
}

fn constant(rule: RuleName, x: i64) -> Simplified {
    operand(rule, Operand::int(x))
}

fn truth(rule: RuleName, outcome: bool) -> Simplified {
    constant(rule, outcome as i64)
}

fn float(rule: RuleName, x: f64) -> Simplified {
    operand(rule, Operand::Const(Const::float(x)))
}

fn becomes(rule: RuleName, kind: OpKind) -> Simplified {
    Some((Rewrite::Kind(kind), rule))
}

fn becomes_int(rule: RuleName, op: IntBinary, a: Operand, b: Operand) -> Simplified {
    becomes(rule, OpKind::Int(op, a, b))
}

/// The constant goes to the right.
fn becomes_with(rule: RuleName, op: IntBinary, a: Operand, c: i64) -> Simplified {
    becomes_int(rule, op, a, Operand::int(c))
}

fn becomes_unary(rule: RuleName, op: IntUnary, a: Operand) -> Simplified {
    becomes(rule, OpKind::IntUnary(op, a))
}
