//! Guard removal: a guard that earlier ops already answer is not asked again.
//!
//!     guard_nonnull(p0)
//!     i1 = get(p1, x)                 guard_class(p0, Box)
//!     guard_class(p0, Box)      =>    i1 = get(p1, x)
//!     guard_class(p0, Box)            guard_value(i1, 5)
//!     guard_value(i1, 5)              finish(5)
//!     finish(i1)
//!
//! Three things happen: a guard implied by what is known goes; `guard_nonnull` followed by `guard_class` on the same
//! value becomes one `guard_class` in the earlier place (it may leave earlier than the trace did, from a state that is just
//! as good); and a guard that passes makes its value a constant. A guard that must fail ends the trace with `exit`.
//!
//! With peeling, guards of the preamble make those of the loop redundant (DLS'12 §6.1).
//!
//! Requires: facts of the context.
//! Ensures:  `guard_no_attention` and `guard_not_forced` stay, in their places.
//! Source:   DLS'12 §6.1.

use crate::context::Context;
use lathe_ir::{Const, Guard, Op, OpKind, Operand, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Debug, Default)]
pub struct Guards {
    /// Where in the output of this section a value's `guard_nonnull` stands.
    nonnull_at: FxHashMap<Value, usize>,
    /// Integers that passed a `guard_true` in this section. Ranges cannot say "anything but 0".
    nonzero: FxHashSet<Value>,
}

impl Guards {
    pub fn visit(&mut self, op: Op, cx: &mut Context, out: &mut Vec<Op>) {
        let OpKind::Guard(guard, snapshot) = op.kind else { return out.push(op) };
        match self.answer(guard, cx) {
            Some(true) if cx.spend_fuel() => {}
            Some(false) if cx.spend_fuel() => out.push(Op::effect(OpKind::Exit(snapshot))),
            _ => match self.earlier_nonnull(guard, cx) {
                Some((index, class_guard)) if cx.spend_fuel() => {
                    let OpKind::Guard(earlier, _) = &mut cx.out[index].kind else {
                        unreachable!("a guard was emitted there")
                    };
                    *earlier = class_guard;
                    if let Guard::Class(p, class) = guard {
                        cx.learn_class(p, class);
                    }
                }
                _ => out.push(op),
            },
        }
    }

    /// A `guard_nonnull` of the same value that can check the class as well.
    fn earlier_nonnull(&self, guard: Guard, cx: &Context) -> Option<(usize, Guard)> {
        let Guard::Class(operand, class) = guard else { return None };
        let index = *self.nonnull_at.get(&operand.as_value()?)?;
        match cx.out[index].kind {
            OpKind::Guard(Guard::NonNull(p), _) => Some((index, Guard::Class(p, class))),
            _ => None,
        }
    }

    /// What is known once a guard has passed: above all, constants.
    pub fn learn(&mut self, op: &Op, cx: &mut Context) {
        let OpKind::Guard(guard, _) = op.kind else { return };
        let (operand, constant) = match guard {
            Guard::True(a) if cx.is_boolean(a) => (a, Const::Int(1)),
            Guard::False(a) => (a, Const::Int(0)),
            Guard::Value(a, constant) => (a, constant),
            Guard::IsNull(a) => (a, Const::Null),
            Guard::NonNull(a) => {
                if let Operand::Value(v) = a {
                    self.nonnull_at.insert(v, cx.out.len());
                }
                return;
            }
            Guard::True(a) => {
                self.nonzero.extend(a.as_value());
                return;
            }
            Guard::Class(..)
            | Guard::NoException
            | Guard::Exception(_)
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => return,
        };
        if let Operand::Value(v) = operand
            && is_exact(constant)
        {
            cx.replace(v, Operand::Const(constant));
        }
    }

    /// A guard of the preamble cannot be changed by what the loop finds out, and a value of the loop may be another one in
    /// the next trip.
    pub fn start_section(&mut self) {
        self.nonnull_at.clear();
        self.nonzero.clear();
    }

    /// Does the guard hold, as far as is known?
    fn answer(&self, guard: Guard, cx: &Context) -> Option<bool> {
        match guard {
            Guard::True(Operand::Value(v)) if self.nonzero.contains(&v) => Some(true),
            Guard::False(Operand::Value(v)) if self.nonzero.contains(&v) => Some(false),
            _ => answer(guard, cx),
        }
    }
}

/// Is passing the guard as good as being the constant? Not for a NaN, of which the guard sees all bits, and arithmetic
/// does not promise any.
fn is_exact(constant: Const) -> bool {
    match constant {
        Const::Int(_) | Const::Null | Const::Object(_) => true,
        Const::Float(x) => !x.get().is_nan(),
    }
}

/// What the facts say.
fn answer(guard: Guard, cx: &Context) -> Option<bool> {
    match guard {
        Guard::True(a) => is_true(a, cx),
        Guard::False(a) => is_true(a, cx).map(|truth| !truth),
        Guard::Value(Operand::Const(a), constant) => same_constant(a, constant, cx),
        Guard::Value(a, constant) => {
            let fact = cx.fact(a);
            match constant {
                Const::Int(x) if !fact.int.contains(x) => Some(false),
                Const::Null if fact.nonnull => Some(false),
                Const::Object(object)
                    if fact.class.is_some_and(|class| class != cx.descriptors.object(object).class) =>
                {
                    Some(false)
                }
                _ => None,
            }
        }
        Guard::Class(Operand::Const(Const::Null), _) => Some(false),
        Guard::Class(a, class) => cx.class(a).map(|known| known == class),
        Guard::NonNull(a) if a == Operand::NULL => Some(false),
        Guard::NonNull(a) => cx.nonnull(a).then_some(true),
        Guard::IsNull(a) if a == Operand::NULL => Some(true),
        Guard::IsNull(a) => cx.nonnull(a).then_some(false),
        Guard::NoException => cx.exception_clear.then_some(true),
        Guard::Exception(_) => cx.exception_clear.then_some(false),
        Guard::NotInvalidated => cx.valid.then_some(true),
        Guard::NotForced | Guard::NoAttention => None,
    }
}

fn is_true(a: Operand, cx: &Context) -> Option<bool> {
    debug_assert_eq!(cx.operand_type(a), Type::Int);
    let fact = cx.int(a);
    match fact.as_constant() {
        Some(x) => Some(x != 0),
        None => fact.excludes_zero().then_some(true),
    }
}

/// Constants of value classes may be the same value under two names.
fn same_constant(a: Const, b: Const, cx: &Context) -> Option<bool> {
    match (a, b) {
        _ if a == b => Some(true),
        (Const::Object(a), Const::Object(b)) => {
            let (a, b) = (cx.descriptors.object(a), cx.descriptors.object(b));
            if a.class != b.class {
                Some(false)
            } else if cx.descriptors.is_value_class(a.class) {
                let numbers = a.fields.iter().all(|field| !matches!(field, Const::Object(_)));
                (a.fields == b.fields).then_some(true).or(numbers.then_some(false))
            } else {
                Some(false)
            }
        }
        _ => Some(false),
    }
}
