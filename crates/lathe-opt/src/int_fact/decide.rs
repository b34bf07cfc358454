//! Decisions: a comparison or an overflow check whose outcome follows from what is known.
//!
//! ```text
//! i0 in [0, 9]:               int_lt(i0, 10) is 1
//! i0 odd, i1 even:            int_eq(i0, i1) is 0
//! i0 in [0, 9]:               int_add_ovf(i0, 1) does not overflow
//! ```

use super::fact::IntFact;
use super::transfer::{self, Bounds, unsigned_bounds, wrapped};
use lathe_ir::arith::Width;
use lathe_ir::{CheckedInt, IntCompare};

/// `None`: not decided.
pub fn compare(w: Width, op: IntCompare, a: IntFact, b: IntFact) -> Option<bool> {
    match op {
        IntCompare::Lt => less(a.lo(), a.hi(), b.lo(), b.hi()),
        IntCompare::Gt => less(b.lo(), b.hi(), a.lo(), a.hi()),
        IntCompare::UintLt => {
            let ((a_lo, a_hi), (b_lo, b_hi)) = (unsigned_bounds(w, a), unsigned_bounds(w, b));
            less(a_lo, a_hi, b_lo, b_hi)
        }
        IntCompare::UintGt => compare(w, IntCompare::UintLt, b, a),
        IntCompare::Eq if a.meet(b).is_none() => Some(false),
        IntCompare::Eq => (a.as_constant()? == b.as_constant()?).then_some(true),
        IntCompare::Le | IntCompare::Ge | IntCompare::Ne | IntCompare::UintLe | IntCompare::UintGe => {
            compare(w, op.inverted(), a, b).map(|outcome| !outcome)
        }
    }
}

fn less<T: Ord>(a_lo: T, a_hi: T, b_lo: T, b_hi: T) -> Option<bool> {
    if a_hi < b_lo {
        Some(true)
    } else if a_lo >= b_hi {
        Some(false)
    } else {
        None
    }
}

/// Whether the checked op overflows. `None`: not decided.
pub fn overflows(w: Width, op: CheckedInt, a: IntFact, b: IntFact) -> Option<bool> {
    let (lo, hi) = exact_bounds(op, a, b);
    if w.contains(lo) && w.contains(hi) {
        Some(false)
    } else if lo > w.max() as i128 || hi < w.min() as i128 {
        Some(true)
    } else {
        None
    }
}

/// The (wrapped) result of an op that is known to have overflowed, or known not to have.
pub fn checked(w: Width, op: CheckedInt, a: IntFact, b: IntFact, overflow: bool) -> IntFact {
    let unchecked = transfer::binary(w, op.unchecked(), a, b);
    let (lo, hi) = exact_bounds(op, a, b);
    let restricted = if overflow {
        let above = (hi > w.max() as i128).then(|| wrapped(w, (lo.max(w.max() as i128 + 1), hi)));
        let below = (lo < w.min() as i128).then(|| wrapped(w, (lo, hi.min(w.min() as i128 - 1))));
        match (above, below) {
            (Some(above), Some(below)) => unchecked.meet(above.join(below)),
            (Some(side), None) | (None, Some(side)) => unchecked.meet(side),
            (None, None) => None,
        }
    } else {
        // Not from `unchecked`: its interval is unknown as soon as a part of it wraps; its bits hold all the same.
        IntFact::unknown(w).clip(lo, hi).and_then(|exact| exact.with_bits(unchecked.bits()))
    };
    // A contradiction means that this is never reached: any answer is right.
    restricted.unwrap_or(unchecked)
}

fn exact_bounds(op: CheckedInt, a: IntFact, b: IntFact) -> Bounds {
    match op {
        CheckedInt::Add => transfer::add_bounds(a, b),
        CheckedInt::Sub => transfer::sub_bounds(a, b),
        CheckedInt::Mul => transfer::mul_bounds(a, b),
    }
}
