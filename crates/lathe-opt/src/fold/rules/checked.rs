//! Checked arithmetic that cannot overflow: the guard goes, and the op is as any other.
//!
//! ```text
//! checked_sub_self     int_sub_ovf(x, x)                       => 0
//! checked_fits         int_add_ovf(x, 1), x < MAX              => int_add(x, 1), or what that simplifies to
//! ```
//!
//! An op that is expected to overflow (`guard_overflow`) is left alone, and nothing is looked through: what lies between
//! two checked ops may have left the trace.

use super::view::View;
use super::{Known, RuleName, Simplified, becomes_int, constant, int};
use crate::int_fact;
use lathe_ir::{CheckedInt, Operand};

pub fn checked<K: Known>(
    view: &View<K>,
    op: CheckedInt,
    a: Operand,
    b: Operand,
    overflow: bool,
) -> Simplified {
    const FITS: RuleName = "checked_fits";
    if overflow {
        return None;
    }
    if op == CheckedInt::Sub && a == b {
        return constant("checked_sub_self", 0);
    }
    if int_fact::overflows(view.w, op, view.fact(a), view.fact(b)) != Some(false) {
        return None;
    }
    match int(view, op.unchecked(), a, b) {
        Some((rewrite, _)) => Some((rewrite, FITS)),
        None => becomes_int(FITS, op.unchecked(), a, b),
    }
}
