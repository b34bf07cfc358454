//! Constant folding and simplification of single ops.
//!
//!     i1 = int_mul(i0, 8)               i1 = int_lshift(i0, 3)
//!     f2 = float_truediv(f0, 2.0)       f2 = float_mul(f0, 0.5)
//!     i3 = int_lt(i0, 4)          =>    i3 = int_lt(i0, 4)
//!     i4 = int_is_zero(i3)              guard_false(i3)
//!     guard_true(i4)                    finish(i1, f2)
//!     finish(i1, f2)
//!
//! The rules themselves are in [`rules`], as pure functions that know nothing of traces; each integer rule is checked
//! exhaustively on 4-bit integers. Float rules are exact for every operand, signed zeros and NaNs included: there is no
//! reassociation, and `x + 0.0` is not `x`.
//!
//! Requires: operands resolved.
//! Ensures:  one op becomes at most one op.
//! Source:   DESIGN §5, §7.

pub mod rules;

use crate::context::Context;
use crate::int_fact::IntFact;
use lathe_ir::arith::W64;
use lathe_ir::{Const, Guard, Op, OpKind, Operand, PtrCompare, Value};
use rules::{Known, Rewrite};

impl Known for Context<'_> {
    fn def(&self, v: Value) -> Option<&OpKind> {
        Context::def(self, v).filter(|kind| kind.is_pure())
    }

    fn int(&self, x: Operand) -> IntFact {
        Context::int(self, x)
    }

    fn nonnull(&self, x: Operand) -> bool {
        Context::nonnull(self, x)
    }
}

/// A rewritten op may match another rule; rules make ops simpler, so few rounds are enough.
const MAX_ROUNDS: u32 = 4;

pub fn visit(mut op: Op, cx: &mut Context, out: &mut Vec<Op>) {
    if let OpKind::Guard(guard, _) = &mut op.kind {
        if let Some(simpler) = simplify_guard(*guard, cx)
            && cx.spend_fuel()
        {
            if simpler.operand() != guard.operand() {
                cx.answered = outcome(*guard);
            }
            *guard = simpler;
        }
        return out.push(op);
    }
    for _ in 0..MAX_ROUNDS {
        let Some((rewrite, _rule)) = rules::simplify(W64, &op.kind, cx) else { break };
        if !cx.spend_fuel() {
            break;
        }
        match rewrite {
            Rewrite::Operand(operand) => {
                return cx.replace(op.result.expect("rules are for ops with results"), operand);
            }
            Rewrite::Kind(mut kind) => {
                // A rule may have looked through a definition to a value that a guard has since made a constant.
                kind.map_operands(|operand| cx.resolve(operand));
                op.kind = kind;
            }
        }
    }
    out.push(op);
}

/// The condition of a guard and what it is if the guard holds. Only for conditions that are 0 or 1.
fn outcome(guard: Guard) -> Option<(Value, Operand)> {
    match guard {
        Guard::True(Operand::Value(v)) => Some((v, Operand::TRUE)),
        Guard::False(Operand::Value(v)) => Some((v, Operand::FALSE)),
        _ => None,
    }
}

/// Asks the condition's own question: `guard_true(int_is_zero(x))` is `guard_false(x)`.
fn simplify_guard(guard: Guard, cx: &Context) -> Option<Guard> {
    let (condition, truth) = match guard {
        Guard::True(a) => (a, true),
        Guard::False(a) => (a, false),
        Guard::Value(a, Const::Int(x @ (0 | 1))) if cx.is_boolean(a) => {
            return Some(if x == 1 { Guard::True(a) } else { Guard::False(a) });
        }
        _ => return None,
    };
    let direct = |a, truth| if truth { Guard::True(a) } else { Guard::False(a) };
    match *cx.def(condition.as_value()?)? {
        OpKind::IntUnary(lathe_ir::IntUnary::IsZero, a) => Some(direct(a, !truth)),
        OpKind::IntUnary(lathe_ir::IntUnary::IsTrue, a) => Some(direct(a, truth)),
        OpKind::PtrCompare(compare, p, Operand::NULL) | OpKind::PtrCompare(compare, Operand::NULL, p) => {
            Some(if (compare == PtrCompare::Eq) == truth { Guard::IsNull(p) } else { Guard::NonNull(p) })
        }
        _ => None,
    }
}
