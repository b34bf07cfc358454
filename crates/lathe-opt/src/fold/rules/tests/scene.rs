//! A tiny world for one op: values, what defines them, what is known of them, and what they may be.

use super::Fired;
use crate::fold::rules::{Known, Rewrite, simplify};
use crate::int_fact::{self, IntFact};
use lathe_ir::arith::{self, Width};
use lathe_ir::{Const, OpKind, Operand, PtrCompare, Value};

/// Free values.
pub const X: Value = Value(0);
pub const Y: Value = Value(1);
/// Values that an op over `X`, `Y` and constants may define.
pub const A: Value = Value(2);
pub const B: Value = Value(3);

const VALUES: usize = 4;

/// More steps than any rewrite should take.
const MOST_STEPS: usize = 8;

pub struct Scene<'d> {
    pub w: Width,
    pub defs: [Option<OpKind>; VALUES],
    /// Of integers; ignored elsewhere.
    pub facts: [IntFact; VALUES],
    /// What `X` and `Y` may be, if the facts allow it.
    pub domains: [&'d [Const]; 2],
    pub nonnull: bool,
}

impl Known for Scene<'_> {
    fn def(&self, v: Value) -> Option<&OpKind> {
        self.defs[v.index()].as_ref()
    }

    fn int(&self, x: Operand) -> IntFact {
        self.facts[x.as_value().expect("constants speak for themselves").index()]
    }

    fn nonnull(&self, x: Operand) -> bool {
        self.nonnull && x.as_value().is_some()
    }
}

impl<'d> Scene<'d> {
    /// Nothing is known.
    pub fn new(w: Width, x: &'d [Const], y: &'d [Const]) -> Scene<'d> {
        Scene {
            w,
            defs: [const { None }; VALUES],
            facts: [IntFact::unknown(w); VALUES],
            domains: [x, y],
            nonnull: false,
        }
    }

    /// Lets `v` be the result of an op, of which nothing else is known.
    pub fn define(&mut self, v: Value, kind: OpKind) {
        self.defs[v.index()] = Some(kind);
        self.facts[v.index()] = IntFact::unknown(self.w);
    }

    /// What a pass would know of `A` and `B`. True if that is anything.
    pub fn infer(&mut self) -> bool {
        let mut learned = false;
        for v in [A, B] {
            let fact = |x: Operand| match x {
                Operand::Value(v) => self.facts[v.index()],
                Operand::Const(Const::Int(c)) => IntFact::constant(self.w, c),
                Operand::Const(_) => IntFact::unknown(self.w),
            };
            let inferred = match self.defs[v.index()] {
                Some(OpKind::Int(op, a, b)) => int_fact::binary(self.w, op, fact(a), fact(b)),
                Some(OpKind::IntUnary(op, a)) => int_fact::unary(self.w, op, fact(a)),
                Some(OpKind::IntCompare(..)) => IntFact::boolean(self.w),
                _ => continue,
            };
            learned |= !inferred.is_unknown(self.w);
            self.facts[v.index()] = inferred;
        }
        learned
    }

    /// Simplifies `kind` until nothing changes; every step must mean what `kind` means.
    pub fn check(&self, kind: &OpKind, fired: &mut Fired) {
        let mut current = kind.clone();
        for _ in 0..MOST_STEPS {
            let Some((rewrite, rule)) = simplify(self.w, &current, self) else {
                return;
            };
            fired.insert(rule);
            self.compare(kind, &rewrite, rule);
            match rewrite {
                Rewrite::Operand(_) => return,
                Rewrite::Kind(next) => current = next,
            }
        }
        panic!("{kind:?} is still not simple: {current:?}");
    }

    fn compare(&self, kind: &OpKind, rewrite: &Rewrite, rule: &str) {
        let used = |v: Value| {
            let mut used = false;
            let mut look = |x: Operand| used |= x == Operand::Value(v);
            kind.for_each_operand(&mut look);
            self.defs.iter().flatten().for_each(|def| def.for_each_operand(&mut look));
            used
        };
        // A value that nothing uses needs one representative only.
        let domain = |v: Value| {
            let count = if used(v) { usize::MAX } else { 1 };
            let allowed = move |c: &&Const| match **c {
                Const::Int(c) => self.facts[v.index()].contains(c),
                _ => true,
            };
            self.domains[v.index()].iter().filter(allowed).take(count).collect()
        };
        let domains: [Vec<&Const>; 2] = [X, Y].map(domain);
        for &&x in &domains[0] {
            for &&y in &domains[1] {
                let mut values = [x, y, x, x];
                let defined = [A, B].into_iter().all(|v| match &self.defs[v.index()] {
                    Some(def) => match evaluate(self.w, def, &values) {
                        Some(result) => {
                            values[v.index()] = result;
                            true
                        }
                        None => false,
                    },
                    None => true,
                });
                if !defined {
                    continue;
                }
                let Some(expected) = evaluate(self.w, kind, &values) else {
                    continue;
                };
                let found = match rewrite {
                    Rewrite::Operand(x) => Some(value(*x, &values)),
                    Rewrite::Kind(kind) => evaluate(self.w, kind, &values),
                };
                assert!(
                    found.is_some_and(|found| same(expected, found)),
                    "{rule}: {kind:?} => {rewrite:?} with {values:?}: {expected:?} became {found:?}; {:?}",
                    self.defs
                );
            }
        }
    }
}

/// NaNs are all equal.
fn same(a: Const, b: Const) -> bool {
    match (a, b) {
        (Const::Float(x), Const::Float(y)) => x == y || (x.get().is_nan() && y.get().is_nan()),
        _ => a == b,
    }
}

fn value(x: Operand, values: &[Const]) -> Const {
    match x {
        Operand::Value(v) => values[v.index()],
        Operand::Const(c) => c,
    }
}

/// `None` where a division is not defined.
pub fn evaluate(w: Width, kind: &OpKind, values: &[Const]) -> Option<Const> {
    let int = |x| match value(x, values) {
        Const::Int(x) => x,
        other => panic!("{other:?} in {kind:?}"),
    };
    let float = |x| match value(x, values) {
        Const::Float(x) => x.get(),
        other => panic!("{other:?} in {kind:?}"),
    };
    let truth = |outcome: bool| Const::Int(outcome as i64);
    Some(match *kind {
        OpKind::Int(op, a, b) => Const::Int(arith::int_binary(w, op, int(a), int(b))?),
        OpKind::IntUnary(op, a) => Const::Int(arith::int_unary(w, op, int(a))),
        OpKind::IntCompare(op, a, b) => truth(arith::int_compare(w, op, int(a), int(b))),
        OpKind::IntChecked { op, a, b, overflow, .. } => {
            let (result, overflowed) = arith::int_checked(w, op, int(a), int(b));
            // Whatever was rewritten has lost its guard.
            assert_eq!(overflow, overflowed, "a guard that could fail is gone: {kind:?}");
            Const::Int(result)
        }
        OpKind::Float(op, a, b) => Const::float(arith::float_binary(op, float(a), float(b))),
        OpKind::FloatUnary(op, a) => Const::float(arith::float_unary(op, float(a))),
        OpKind::FloatCompare(op, a, b) => truth(arith::float_compare(op, float(a), float(b))),
        OpKind::Cast(op, a) => arith::cast(op, value(a, values)).expect("well typed"),
        OpKind::PtrCompare(op, a, b) => {
            let equal = value(a, values) == value(b, values);
            truth(equal == (op == PtrCompare::Eq))
        }
        OpKind::Select(condition, a, b) => value(if int(condition) != 0 { a } else { b }, values),
        _ => panic!("not a pure op: {kind:?}"),
    })
}
