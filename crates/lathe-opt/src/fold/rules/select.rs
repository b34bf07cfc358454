//! Select.
//!
//! ```text
//! select_known         select(1, x, y)             => x           also if facts decide the condition
//! select_same          select(c, x, x)             => x
//! select_boolean       select(b, 1, 0)             => b,          select(x, 1, 0) => int_is_true(x)
//! select_inverted      select(x < y, 0, 1)         => x >= y,     select(x, 0, 1) => int_is_zero(x)
//! select_self          select(x, x, 0)             => x,          select(b, 1, b) => b
//! select_equal         select(x == y, x, y)        => y           either way they are equal
//! select_through       select(x != 0, a, b)        => select(x, a, b)      also int_is_true; `== 0` swaps a and b
//! ```

use super::view::View;
use super::{Known, Simplified, becomes, becomes_unary, booleans, operand};
use lathe_ir::{IntCompare, IntUnary, OpKind, Operand};

pub fn select<K: Known>(view: &View<K>, condition: Operand, a: Operand, b: Operand) -> Simplified {
    let fact = view.fact(condition);
    if fact.excludes_zero() {
        return operand("select_known", a);
    }
    if fact.as_constant() == Some(0) {
        return operand("select_known", b);
    }
    if a == b {
        return operand("select_same", a);
    }
    let is_boolean = booleans::is_boolean(view, condition);
    match (a.as_int(), b.as_int()) {
        (Some(1), Some(0)) if is_boolean => return operand("select_boolean", condition),
        (Some(1), Some(0)) => return becomes_unary("select_boolean", IntUnary::IsTrue, condition),
        (Some(0), Some(1)) => {
            let inverted =
                if is_boolean { booleans::inverted("select_inverted", view, condition) } else { None };
            return inverted.or_else(|| becomes_unary("select_inverted", IntUnary::IsZero, condition));
        }
        (_, Some(0)) if a == condition => return operand("select_self", condition),
        (Some(1), _) if b == condition && is_boolean => return operand("select_self", condition),
        (_, _) => {}
    }
    let through = |x, a, b| becomes("select_through", OpKind::Select(x, a, b));
    match *view.def(condition)? {
        OpKind::IntUnary(IntUnary::IsTrue, x) => through(x, a, b),
        OpKind::IntUnary(IntUnary::IsZero, x) => through(x, b, a),
        OpKind::IntCompare(op @ (IntCompare::Eq | IntCompare::Ne), x, y) => {
            let equal = op == IntCompare::Eq;
            if (a, b) == (x, y) || (a, b) == (y, x) {
                return operand("select_equal", if equal { b } else { a });
            }
            let tested = match (view.constant(x), view.constant(y)) {
                (_, Some(0)) => x,
                (Some(0), _) => y,
                (_, _) => return None,
            };
            if equal { through(tested, b, a) } else { through(tested, a, b) }
        }
        _ => None,
    }
}
