//! Integer comparisons.
//!
//! ```text
//! compare_self         x <= x                  => 1
//! compare_decided      x < 10, x <= 9          => 1
//! compare_boolean      b == 1                  => b            any comparison with a constant that asks the same
//! compare_inverted     (x < y) == 0            => x >= y       likewise
//! compare_not_boolean  b == 0                  => int_is_zero(b)
//! compare_difference   x - y == 0              => x == y       also x ^ y
//! compare_xor          x ^ 5 == 3              => x == 6
//! compare_both         -x == -y                => x == y       also ~x
//! compare_shared       x + y == x              => int_is_zero(y)     also x - y and x ^ y
//! compare_moved        x + 3 < 10, no wrap     => x < 7        also x - 3
//! compare_unsigned_zero    uint_gt(x, 0)       => int_is_true(x)     likewise uint_lt(x, 1) and so on
//! compare_unsigned     uint_lt(x, y), x >= 0, y >= 0   => x < y      so that it can meet an int_lt of the same
//! ```
//!
//! Operands stay where they are: `0 < x` is not turned round, `x > 0` is not made `x >= 1`.

use super::view::{View, either_way};
use super::{Known, Simplified, becomes, becomes_unary, booleans, linear, operand, truth};
use crate::int_fact::{self, IntFact};
use lathe_ir::arith;
use lathe_ir::{CheckedInt, IntBinary, IntCompare, IntUnary, OpKind, Operand};

pub fn compare<K: Known>(view: &View<K>, op: IntCompare, a: Operand, b: Operand) -> Simplified {
    if a == b {
        // Any integer compares with itself alike.
        return truth("compare_self", arith::int_compare(view.w, op, 0, 0));
    }
    if let Some(outcome) = int_fact::compare(view.w, op, view.fact(a), view.fact(b)) {
        return truth("compare_decided", outcome);
    }
    let with_constant = match (view.constant(a), view.constant(b)) {
        (_, Some(c)) => compare_constant(view, op, a, c),
        (Some(c), None) => compare_constant(view, op.swapped(), b, c),
        (None, None) => None,
    };
    with_constant.or_else(|| match op {
        IntCompare::Eq | IntCompare::Ne => equal(view, op, a, b),
        IntCompare::Lt | IntCompare::Le | IntCompare::Gt | IntCompare::Ge => None,
        IntCompare::UintLt | IntCompare::UintLe | IntCompare::UintGt | IntCompare::UintGe => {
            let (x, y) = (view.fact(a), view.fact(b));
            let same_sign = (x.lo() >= 0 && y.lo() >= 0) || (x.hi() < 0 && y.hi() < 0);
            same_sign.then_some(())?;
            becomes("compare_unsigned", OpKind::IntCompare(signed(op), a, b))
        }
    })
}

fn compare_constant<K: Known>(view: &View<K>, op: IntCompare, x: Operand, c: i64) -> Simplified {
    if booleans::is_boolean(view, x) {
        let asks = |b: i64| arith::int_compare(view.w, op, b, c);
        match (asks(0), asks(1)) {
            (false, true) => return operand("compare_boolean", x),
            (true, false) => {
                return booleans::inverted("compare_inverted", view, x)
                    .or_else(|| becomes_unary("compare_not_boolean", IntUnary::IsZero, x));
            }
            // Only facts that nobody computed leave this open.
            (outcome, _) => return truth("compare_decided", outcome),
        }
    }
    match op {
        IntCompare::Eq | IntCompare::Ne => {
            if let (0, Some(found)) = (c, difference(view, op, x)) {
                return Some(found);
            }
            if let Some((IntBinary::Xor, base, d)) = view.with_constant(x) {
                return becomes("compare_xor", OpKind::IntCompare(op, base, Operand::int(c ^ d)));
            }
            linear::equal(view, op, x, c)
        }
        IntCompare::Lt | IntCompare::Le | IntCompare::Gt | IntCompare::Ge => moved(view, op, x, c),
        IntCompare::UintGt if c == 0 => becomes_unary("compare_unsigned_zero", IntUnary::IsTrue, x),
        IntCompare::UintGe if c == 1 => becomes_unary("compare_unsigned_zero", IntUnary::IsTrue, x),
        IntCompare::UintLe if c == 0 => becomes_unary("compare_unsigned_zero", IntUnary::IsZero, x),
        IntCompare::UintLt if c == 1 => becomes_unary("compare_unsigned_zero", IntUnary::IsZero, x),
        IntCompare::UintLt | IntCompare::UintLe | IntCompare::UintGt | IntCompare::UintGe => None,
    }
}

/// `x - y == 0`; a constant `y` is left to the chains.
fn difference<K: Known>(view: &View<K>, op: IntCompare, x: Operand) -> Simplified {
    match *view.def(x)? {
        OpKind::Int(IntBinary::Sub | IntBinary::Xor, p, q) => {
            becomes("compare_difference", OpKind::IntCompare(op, p, q))
        }
        _ => None,
    }
}

/// `x + d < c` is `x < c - d` if nothing wraps on either side.
fn moved<K: Known>(view: &View<K>, op: IntCompare, x: Operand, c: i64) -> Simplified {
    let (base, d, checked, back) = match view.with_constant(x)? {
        (IntBinary::Add, base, d) => (base, d, CheckedInt::Add, CheckedInt::Sub),
        (IntBinary::Sub, base, d) => (base, d, CheckedInt::Sub, CheckedInt::Add),
        _ => return None,
    };
    let wraps = int_fact::overflows(view.w, checked, view.fact(base), IntFact::constant(view.w, d));
    let (bound, bound_wraps) = arith::int_checked(view.w, back, c, d);
    (wraps == Some(false) && !bound_wraps).then_some(())?;
    becomes("compare_moved", OpKind::IntCompare(op, base, Operand::int(bound)))
}

fn equal<K: Known>(view: &View<K>, op: IntCompare, a: Operand, b: Operand) -> Simplified {
    for complement in [IntUnary::Neg, IntUnary::Invert] {
        if let (Some(x), Some(y)) = (view.unary(complement, a), view.unary(complement, b)) {
            return becomes("compare_both", OpKind::IntCompare(op, x, y));
        }
    }
    let rest = either_way(a, b, |sum, x| match *view.def(sum)? {
        OpKind::Int(IntBinary::Add | IntBinary::Xor, p, q) if p == x => Some(q),
        OpKind::Int(IntBinary::Add | IntBinary::Xor, p, q) if q == x => Some(p),
        OpKind::Int(IntBinary::Sub, p, q) if p == x => Some(q),
        _ => None,
    })?;
    let test = if op == IntCompare::Eq { IntUnary::IsZero } else { IntUnary::IsTrue };
    becomes_unary("compare_shared", test, rest)
}

fn signed(op: IntCompare) -> IntCompare {
    match op {
        IntCompare::UintLt => IntCompare::Lt,
        IntCompare::UintLe => IntCompare::Le,
        IntCompare::UintGt => IntCompare::Gt,
        IntCompare::UintGe => IntCompare::Ge,
        IntCompare::Lt
        | IntCompare::Le
        | IntCompare::Eq
        | IntCompare::Ne
        | IntCompare::Gt
        | IntCompare::Ge => op,
    }
}
