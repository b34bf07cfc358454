//! Ranges and known bits of integers: checks whose outcome they decide go away.
//!
//!     i2 = int_lt(i0, i1)               i2 = int_lt(i0, i1)
//!     guard_true(i2)                    guard_true(i2)
//!     i3 = int_add_ovf(i0, 1)     =>    i3 = int_add(i0, 1)
//!     guard_no_overflow()               jump(i3, i1)
//!     jump(i3, i1)
//!
//! `i0 < i1` leaves room for one more: the addition cannot overflow. Facts come from constants, comparisons once they are
//! guarded, array lengths, narrow loads, masks, shifts and divisions; they flow forward through arithmetic, and backward
//! from a guard to what its condition was computed from.
//!
//! Requires: operands resolved.
//! Ensures:  facts of emitted ops' results are in the context.
//! Source:   DESIGN §5, §7 (overflow checks are not fused by Cranelift, so each one removed counts).
//! Weak at:  relations between two variables, which `relations` keeps.

use crate::context::Context;
use crate::int_fact::{self, IntFact};
use crate::options::Pass;
use lathe_ir::arith::W64;
use lathe_ir::{Const, Guard, IntCompare, Op, OpKind, Operand, PtrCompare};

/// How far a guard's knowledge is carried back through the ops that made its condition.
const BACKWARD_DEPTH: u32 = 4;

pub fn visit(op: Op, cx: &mut Context, out: &mut Vec<Op>) {
    match op.kind {
        OpKind::IntCompare(compare, a, b) => {
            decide(op, int_fact::compare(W64, compare, cx.int(a), cx.int(b)).map(i64::from), cx, out);
        }
        OpKind::Int(binary, a, b) => {
            let result = int_fact::binary(W64, binary, cx.int(a), cx.int(b)).as_constant();
            decide(op, result, cx, out);
        }
        OpKind::IntUnary(unary, a) => {
            let result = int_fact::unary(W64, unary, cx.int(a)).as_constant();
            decide(op, result, cx, out);
        }
        OpKind::IntChecked { op: checked, a, b, overflow, snapshot } => {
            match int_fact::overflows(W64, checked, cx.int(a), cx.int(b)) {
                Some(known) if known == overflow && cx.spend_fuel() => {
                    let result = op.result.expect("arithmetic has a result");
                    out.push(Op::new(result, OpKind::Int(checked.unchecked(), a, b)));
                }
                Some(known) if known != overflow && cx.enabled(Pass::Guards) && cx.spend_fuel() => {
                    out.push(Op::effect(OpKind::Exit(snapshot)));
                }
                _ => out.push(op),
            }
        }
        OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::PtrCompare(..)
        | OpKind::Select(..)
        | OpKind::New(_)
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
        | OpKind::Exit(_) => out.push(op),
    }
}

/// The op is dropped if its result is known.
fn decide(op: Op, result: Option<i64>, cx: &mut Context, out: &mut Vec<Op>) {
    match result {
        Some(x) if cx.spend_fuel() => cx.replace(op.result.expect("it computes something"), Operand::int(x)),
        _ => out.push(op),
    }
}

pub fn learn(op: &Op, cx: &mut Context) {
    let result = op.result.map(Operand::Value);
    let fact = match op.kind {
        OpKind::Int(binary, a, b) => int_fact::binary(W64, binary, cx.int(a), cx.int(b)),
        OpKind::IntUnary(unary, a) => int_fact::unary(W64, unary, cx.int(a)),
        OpKind::IntCompare(..) | OpKind::FloatCompare(..) | OpKind::PtrCompare(..) => IntFact::boolean(W64),
        OpKind::IntChecked { op: checked, a, b, overflow, .. } => {
            let result = int_fact::checked(W64, checked, cx.int(a), cx.int(b), overflow);
            if !overflow {
                let (fact_a, fact_b) =
                    int_fact::refine_checked_no_overflow(W64, checked, cx.int(a), cx.int(b));
                learn_backward(a, fact_a, BACKWARD_DEPTH, cx);
                learn_backward(b, fact_b, BACKWARD_DEPTH, cx);
            }
            result
        }
        OpKind::Get(_, field) => match cx.descriptors.field(field).storage.int_range() {
            Some((lo, hi)) => IntFact::range(W64, lo, hi),
            None => return,
        },
        OpKind::GetItem(class, ..) => match cx.descriptors.item(class).and_then(|item| item.int_range()) {
            Some((lo, hi)) => IntFact::range(W64, lo, hi),
            None => return,
        },
        OpKind::ArrayLen(..) => IntFact::range(W64, 0, MAX_ARRAY_LEN),
        OpKind::NewArray(_, len) => {
            // It was allocated, so the length was a possible one.
            learn_backward(len, IntFact::range(W64, 0, MAX_ARRAY_LEN), BACKWARD_DEPTH, cx);
            return;
        }
        OpKind::Guard(guard, _) => return learn_guard(guard, cx),
        OpKind::Float(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::Select(..)
        | OpKind::New(_)
        | OpKind::Set(..)
        | OpKind::SetItem(..)
        | OpKind::Call(..)
        | OpKind::Jump(..)
        | OpKind::Finish(_)
        | OpKind::Exit(_) => return,
    };
    cx.learn_int(result.expect("integer ops have results"), fact);
}

/// No heap holds a longer array: indices up to here can be added to without overflow.
const MAX_ARRAY_LEN: i64 = 1 << 47;

fn learn_guard(guard: Guard, cx: &mut Context) {
    match guard {
        Guard::True(a) => learn_truth(a, true, cx),
        Guard::False(a) => learn_truth(a, false, cx),
        Guard::Value(a, Const::Int(x)) => learn_backward(a, IntFact::constant(W64, x), BACKWARD_DEPTH, cx),
        Guard::Value(..)
        | Guard::Class(..)
        | Guard::NonNull(_)
        | Guard::IsNull(_)
        | Guard::NoException
        | Guard::Exception(_)
        | Guard::NotInvalidated
        | Guard::NotForced
        | Guard::NoAttention => {}
    }
}

/// What the failure of a guard says.
pub fn learn_failure(guard: Guard, cx: &mut Context) {
    match guard {
        Guard::True(a) => learn_truth(a, false, cx),
        Guard::False(a) => learn_truth(a, true, cx),
        Guard::Value(a, Const::Int(x)) => {
            let constant = IntFact::constant(W64, x);
            if let Some((fact, _)) = int_fact::refine_compare(W64, IntCompare::Eq, false, cx.int(a), constant)
            {
                learn_backward(a, fact, BACKWARD_DEPTH, cx);
            }
        }
        Guard::Value(..)
        | Guard::Class(..)
        | Guard::NonNull(_)
        | Guard::IsNull(_)
        | Guard::NoException
        | Guard::Exception(_)
        | Guard::NotInvalidated
        | Guard::NotForced
        | Guard::NoAttention => {}
    }
}

fn learn_truth(condition: Operand, truth: bool, cx: &mut Context) {
    let zero = IntFact::constant(W64, 0);
    if let Some((fact, _)) = int_fact::refine_compare(W64, IntCompare::Ne, truth, cx.int(condition), zero) {
        learn_backward(condition, fact, BACKWARD_DEPTH, cx);
    }
}

/// Something new is known of `operand`: so it may be of what it was computed from.
fn learn_backward(operand: Operand, fact: IntFact, depth: u32, cx: &mut Context) {
    if !cx.learn_int(operand, fact) || depth == 0 {
        return;
    }
    let Some(v) = operand.as_value() else { return };
    let known = cx.int(operand);
    let Some(kind) = cx.def(v) else { return };
    match *kind {
        OpKind::IntCompare(compare, a, b) => {
            let Some(truth) = known.as_constant() else { return };
            if let Some((fact_a, fact_b)) =
                int_fact::refine_compare(W64, compare, truth != 0, cx.int(a), cx.int(b))
            {
                learn_backward(a, fact_a, depth - 1, cx);
                learn_backward(b, fact_b, depth - 1, cx);
            }
        }
        OpKind::Int(binary, a, b) => {
            if let Some((fact_a, fact_b)) = int_fact::refine_binary(W64, binary, cx.int(a), cx.int(b), known)
            {
                learn_backward(a, fact_a, depth - 1, cx);
                learn_backward(b, fact_b, depth - 1, cx);
            }
        }
        OpKind::IntUnary(unary, a) => {
            if let Some(fact) = int_fact::refine_unary(W64, unary, cx.int(a), known) {
                learn_backward(a, fact, depth - 1, cx);
            }
        }
        OpKind::PtrCompare(compare, p, Operand::NULL) | OpKind::PtrCompare(compare, Operand::NULL, p)
            if known.as_constant() == Some((compare == PtrCompare::Ne) as i64) =>
        {
            cx.learn_nonnull(p);
        }
        _ => {}
    }
}
