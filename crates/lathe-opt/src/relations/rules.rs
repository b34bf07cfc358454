//! What an op says about the order of its operands and its result.
//!
//! ```text
//! i < n                   i <= n - 1
//! r = i + 1, no wrap      r <= i + 1, i <= r - 1
//! r = n - k, k >= 0       r <= n                        if it does not wrap
//! r = x & m, m >= 0       r <= m
//! r = x mod n, n > 0      r <= n - 1
//! r = x >> k, x >= 0      r <= x                        likewise x / k
//! r = min(a, b)           r <= a, r <= b                a select by its own comparison; likewise max
//! ```
//!
//! Pure functions, generic over the width: the tests check them for all 4-bit integers.

use crate::int_fact::{self, IntFact};
use lathe_ir::arith::Width;
use lathe_ir::{CheckedInt, IntBinary, IntCompare};

/// One of the integers that an op is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    A,
    B,
    Result,
}

/// `lower <= upper + distance`, in exact arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AtMost {
    pub lower: Term,
    pub upper: Term,
    pub distance: i64,
}

/// What a rule gives: few of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found([Option<AtMost>; 4]);

impl Found {
    /// `lower <= upper + distance`, too.
    fn and(mut self, lower: Term, upper: Term, distance: i64) -> Found {
        let free = self.0.iter_mut().find(|place| place.is_none()).expect("four are enough");
        *free = Some(AtMost { lower, upper, distance });
        self
    }

    fn and_if(self, holds: bool, lower: Term, upper: Term, distance: i64) -> Found {
        if holds { self.and(lower, upper, distance) } else { self }
    }

    pub fn iter(&self) -> impl Iterator<Item = AtMost> {
        self.0.iter().copied().flatten()
    }
}

fn nothing() -> Found {
    Found::default()
}

/// The comparison has this outcome.
pub fn of_compare(op: IntCompare, outcome: bool, a: IntFact, b: IntFact) -> Found {
    use Term::{A, B};
    let op = if outcome { op } else { op.inverted() };
    match (signed(op, a, b), op) {
        (Some(IntCompare::Lt), _) => nothing().and(A, B, -1),
        (Some(IntCompare::Le), _) => nothing().and(A, B, 0),
        (Some(IntCompare::Gt), _) => nothing().and(B, A, -1),
        (Some(IntCompare::Ge), _) => nothing().and(B, A, 0),
        (Some(IntCompare::Eq), _) => nothing().and(A, B, 0).and(B, A, 0),
        // Whatever is below a number that is not negative is not negative either.
        (None, IntCompare::UintLt) => nothing().and_if(b.is_nonnegative(), A, B, -1),
        (None, IntCompare::UintLe) => nothing().and_if(b.is_nonnegative(), A, B, 0),
        (None, IntCompare::UintGt) => nothing().and_if(a.is_nonnegative(), B, A, -1),
        (None, IntCompare::UintGe) => nothing().and_if(a.is_nonnegative(), B, A, 0),
        (Some(_) | None, _) => nothing(),
    }
}

/// The signed comparison that asks the same; `None` if none does.
pub fn signed(op: IntCompare, a: IntFact, b: IntFact) -> Option<IntCompare> {
    let same = a.is_nonnegative() && b.is_nonnegative();
    match op {
        IntCompare::UintLt => same.then_some(IntCompare::Lt),
        IntCompare::UintLe => same.then_some(IntCompare::Le),
        IntCompare::UintGt => same.then_some(IntCompare::Gt),
        IntCompare::UintGe => same.then_some(IntCompare::Ge),
        IntCompare::Lt
        | IntCompare::Le
        | IntCompare::Eq
        | IntCompare::Ne
        | IntCompare::Gt
        | IntCompare::Ge => Some(op),
    }
}

/// The outcome of a signed comparison. `prove(turned, distance)` is to show `a <= b + distance`, or with the two turned round;
/// what it gives on success is given back.
pub fn decide<P: Extend<E> + IntoIterator<Item = E>, E>(
    op: IntCompare,
    mut prove: impl FnMut(bool, i64) -> Option<P>,
) -> Option<(bool, P)> {
    let turned = matches!(op, IntCompare::Gt | IntCompare::Ge);
    let mut at_most = |reverse: bool, distance| prove(reverse != turned, distance);
    match op {
        IntCompare::Lt | IntCompare::Gt => match at_most(false, -1) {
            Some(proof) => Some((true, proof)),
            None => Some((false, at_most(true, 0)?)),
        },
        IntCompare::Le | IntCompare::Ge => match at_most(false, 0) {
            Some(proof) => Some((true, proof)),
            None => Some((false, at_most(true, -1)?)),
        },
        IntCompare::Eq | IntCompare::Ne => {
            let differ = at_most(false, -1).or_else(|| at_most(true, -1));
            let (equal, proof) = match differ {
                Some(proof) => (false, proof),
                None => {
                    let mut proof = at_most(false, 0)?;
                    proof.extend(at_most(true, 0)?);
                    (true, proof)
                }
            };
            Some((equal == (op == IntCompare::Eq), proof))
        }
        IntCompare::UintLt | IntCompare::UintLe | IntCompare::UintGt | IntCompare::UintGe => None,
    }
}

/// A sum or difference that did not wrap.
pub fn of_exact(op: CheckedInt, a: IntFact, b: IntFact) -> Found {
    use Term::{A, B, Result};
    match op {
        CheckedInt::Add => added(added(nothing(), A, b), B, a),
        // r = a - b: a is r + b.
        CheckedInt::Sub => {
            let found = nothing().and(A, Result, b.hi());
            b.lo().checked_neg().map_or(found, |distance| found.and(Result, A, distance))
        }
        CheckedInt::Mul => nothing(),
    }
}

/// The result is `term` and something more.
fn added(found: Found, term: Term, more: IntFact) -> Found {
    let found = found.and(Term::Result, term, more.hi());
    more.lo().checked_neg().map_or(found, |distance| found.and(term, Term::Result, distance))
}

pub fn of_binary(w: Width, op: IntBinary, a: IntFact, b: IntFact) -> Found {
    use Term::{A, B, Result};
    let exact = |checked| match int_fact::overflows(w, checked, a, b) {
        Some(false) => of_exact(checked, a, b),
        Some(true) | None => nothing(),
    };
    match op {
        IntBinary::Add => exact(CheckedInt::Add),
        IntBinary::Sub => exact(CheckedInt::Sub),
        IntBinary::And => {
            nothing().and_if(a.is_nonnegative(), Result, A, 0).and_if(b.is_nonnegative(), Result, B, 0)
        }
        IntBinary::Rem | IntBinary::Mod => {
            let positive = b.lo() > 0;
            nothing().and_if(positive, Result, B, -1).and_if(positive && a.is_nonnegative(), Result, A, 0)
        }
        IntBinary::Div | IntBinary::FloorDiv => {
            nothing().and_if(b.lo() > 0 && a.is_nonnegative(), Result, A, 0)
        }
        IntBinary::Rshift | IntBinary::UintRshift => nothing().and_if(a.is_nonnegative(), Result, A, 0),
        IntBinary::Mul | IntBinary::UintMulHigh | IntBinary::Or | IntBinary::Xor | IntBinary::Lshift => {
            nothing()
        }
    }
}

/// `select(a op b, a, b)`, or with the two turned round: the smaller or the larger one.
pub fn of_select(op: IntCompare, turned: bool) -> Found {
    use Term::{A, B, Result};
    let smaller = match op {
        IntCompare::Lt | IntCompare::Le => !turned,
        IntCompare::Gt | IntCompare::Ge => turned,
        IntCompare::Eq
        | IntCompare::Ne
        | IntCompare::UintLt
        | IntCompare::UintLe
        | IntCompare::UintGt
        | IntCompare::UintGe => return nothing(),
    };
    if smaller {
        nothing().and(Result, A, 0).and(Result, B, 0)
    } else {
        nothing().and(A, Result, 0).and(B, Result, 0)
    }
}
