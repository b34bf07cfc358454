//! Identity of references.
//!
//! ```text
//! ptr_self             p == p                  => 1
//! ptr_null             p == null, p not null   => 0
//! ```
//!
//! Two different constant objects are not told apart here: value classes are the same by class and bits, so two of them
//! may be identical.

use super::view::View;
use super::{Known, Simplified, truth};
use lathe_ir::{Const, Operand, PtrCompare};

pub fn compare<K: Known>(view: &View<K>, op: PtrCompare, a: Operand, b: Operand) -> Simplified {
    let equal = op == PtrCompare::Eq;
    if a == b {
        return truth("ptr_self", equal);
    }
    let differs_from_null = |x: Operand, other: Operand| other == Operand::NULL && is_object(view, x);
    (differs_from_null(a, b) || differs_from_null(b, a)).then_some(())?;
    truth("ptr_null", !equal)
}

fn is_object<K: Known>(view: &View<K>, x: Operand) -> bool {
    matches!(x, Operand::Const(Const::Object(_))) || view.known.nonnull(x)
}
