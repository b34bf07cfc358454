//! Floats: only what is exact for every operand, signed zeros and infinities included. NaNs are all equal.
//!
//! ```text
//! float_constant       2.0 * 3.0               => 6.0
//! float_mul_one        x * 1.0                 => x            also x / 1.0
//! float_mul_minus_one  x * -1.0                => -x           also x / -1.0
//! float_add_zero       x + -0.0                => x            not x + 0.0: that makes 0.0 of -0.0
//! float_sub_zero       x - 0.0                 => x
//! float_sub_from_zero  -0.0 - x                => -x           not 0.0 - x
//! float_add_negated    x + (-y)                => x - y
//! float_sub_negated    x - (-y)                => x + y
//! float_mul_negated    (-x) * (-y)             => x * y        also (-x) * 3.0 => x * -3.0, and divisions
//! float_div_power      x / 8.0                 => x * 0.125    the reciprocal is exact
//! float_neg_neg        -(-x)                   => x
//! float_abs_abs        abs(abs(x))             => abs(x),      abs(-x) => abs(x)
//! float_round_whole    floor(trunc(x))         => trunc(x)     whole already, also if it was an integer
//! float_single_single  single(single(x))       => single(x)
//! float_compare_constant   1.0 < 2.0           => 1            also anything with a NaN
//! float_compare_self   x < x                   => 0            a NaN makes x == x false: only if x was an integer
//! float_compare_ints   float(i) < float(j)     => i < j        both exact; also with a whole constant
//! ```
//!
//! There is no reassociation, no `x - x`, no `x * 0.0`: rounding, infinities and NaNs see to that.

use super::view::{View, either_way};
use super::{Known, Simplified, becomes, float, operand, truth};
use lathe_ir::arith;
use lathe_ir::{Cast, FloatBinary, FloatCompare, FloatUnary, IntCompare, OpKind, Operand};

/// Integers up to this are floats without rounding.
pub const EXACT: i64 = 1 << f64::MANTISSA_DIGITS;

pub fn binary<K: Known>(view: &View<K>, op: FloatBinary, a: Operand, b: Operand) -> Simplified {
    if let (Some(x), Some(y)) = (a.as_float(), b.as_float()) {
        return float("float_constant", arith::float_binary(op, x, y));
    }
    match op {
        FloatBinary::Add => add(view, a, b),
        FloatBinary::Sub => sub(view, a, b),
        FloatBinary::Mul => mul(view, a, b),
        FloatBinary::TrueDiv => div(view, a, b),
    }
}

fn add<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    either_way(a, b, |x, other| {
        if is_constant(other, -0.0) {
            return operand("float_add_zero", x);
        }
        let y = negated(view, other)?;
        becomes("float_add_negated", OpKind::Float(FloatBinary::Sub, x, y))
    })
}

fn sub<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if is_constant(b, 0.0) {
        return operand("float_sub_zero", a);
    }
    if is_constant(a, -0.0) {
        return becomes("float_sub_from_zero", OpKind::FloatUnary(FloatUnary::Neg, b));
    }
    let y = negated(view, b)?;
    becomes("float_sub_negated", OpKind::Float(FloatBinary::Add, a, y))
}

fn mul<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    either_way(a, b, |x, other| {
        if is_constant(other, 1.0) {
            return operand("float_mul_one", x);
        }
        if is_constant(other, -1.0) {
            return becomes("float_mul_minus_one", OpKind::FloatUnary(FloatUnary::Neg, x));
        }
        None
    })
    .or_else(|| both_negated(view, FloatBinary::Mul, a, b))
}

fn div<K: Known>(view: &View<K>, a: Operand, b: Operand) -> Simplified {
    if is_constant(b, 1.0) {
        return operand("float_mul_one", a);
    }
    if is_constant(b, -1.0) {
        return becomes("float_mul_minus_one", OpKind::FloatUnary(FloatUnary::Neg, a));
    }
    if let Some(reciprocal) = b.as_float().and_then(exact_reciprocal) {
        let by = Operand::float(reciprocal);
        return becomes("float_div_power", OpKind::Float(FloatBinary::Mul, a, by));
    }
    both_negated(view, FloatBinary::TrueDiv, a, b)
}

/// Two signs cancel; the sign of a constant is changed for free.
fn both_negated<K: Known>(view: &View<K>, op: FloatBinary, a: Operand, b: Operand) -> Simplified {
    let flipped = |x: Operand| match x.as_float() {
        Some(c) => Some(Operand::float(-c)),
        None => negated(view, x),
    };
    becomes("float_mul_negated", OpKind::Float(op, flipped(a)?, flipped(b)?))
}

/// `1 / c`, if that is a power of two and neither is subnormal.
fn exact_reciprocal(c: f64) -> Option<f64> {
    let mantissa = (1 << (f64::MANTISSA_DIGITS - 1)) - 1;
    let reciprocal = 1.0 / c;
    (c.is_normal() && reciprocal.is_normal() && c.to_bits() & mantissa == 0).then_some(reciprocal)
}

/// Compared by bits: the sign of a zero matters.
fn is_constant(x: Operand, c: f64) -> bool {
    x == Operand::float(c)
}

fn negated<K: Known>(view: &View<K>, x: Operand) -> Option<Operand> {
    view.float_unary(FloatUnary::Neg, x)
}

pub fn unary<K: Known>(view: &View<K>, op: FloatUnary, a: Operand) -> Simplified {
    if let Some(x) = a.as_float() {
        return float("float_constant", arith::float_unary(op, x));
    }
    match op {
        FloatUnary::Neg => operand("float_neg_neg", negated(view, a)?),
        FloatUnary::Abs => {
            if view.float_unary(FloatUnary::Abs, a).is_some() {
                return operand("float_abs_abs", a);
            }
            becomes("float_abs_abs", OpKind::FloatUnary(FloatUnary::Abs, negated(view, a)?))
        }
        FloatUnary::Floor | FloatUnary::Ceil | FloatUnary::Trunc => {
            is_whole(view, a).then_some(())?;
            operand("float_round_whole", a)
        }
        FloatUnary::ToSingle => {
            view.float_unary(FloatUnary::ToSingle, a)?;
            operand("float_single_single", a)
        }
        FloatUnary::Sqrt => None,
    }
}

/// Has no fraction, or is an infinity or a NaN, which rounding leaves alone.
fn is_whole<K: Known>(view: &View<K>, x: Operand) -> bool {
    match view.def(x) {
        Some(OpKind::FloatUnary(op, _)) => {
            matches!(op, FloatUnary::Floor | FloatUnary::Ceil | FloatUnary::Trunc)
        }
        Some(OpKind::Cast(op, _)) => *op == Cast::IntToFloat,
        Some(_) | None => false,
    }
}

pub fn never_nan<K: Known>(view: &View<K>, x: Operand) -> bool {
    match x.as_float() {
        Some(c) => !c.is_nan(),
        None => matches!(view.def(x), Some(OpKind::Cast(Cast::IntToFloat, _))),
    }
}

pub fn compare<K: Known>(view: &View<K>, op: FloatCompare, a: Operand, b: Operand) -> Simplified {
    let (x, y) = (a.as_float(), b.as_float());
    if let (Some(x), Some(y)) = (x, y) {
        return truth("float_compare_constant", arith::float_compare(op, x, y));
    }
    if x.or(y).is_some_and(f64::is_nan) {
        return truth("float_compare_constant", op == FloatCompare::Ne);
    }
    if a == b {
        return match op {
            FloatCompare::Lt | FloatCompare::Gt => truth("float_compare_self", false),
            _ if !never_nan(view, a) => None,
            FloatCompare::Le | FloatCompare::Ge | FloatCompare::Eq => truth("float_compare_self", true),
            FloatCompare::Ne => truth("float_compare_self", false),
        };
    }
    let op = match op {
        FloatCompare::Lt => IntCompare::Lt,
        FloatCompare::Le => IntCompare::Le,
        FloatCompare::Eq => IntCompare::Eq,
        FloatCompare::Ne => IntCompare::Ne,
        FloatCompare::Gt => IntCompare::Gt,
        FloatCompare::Ge => IntCompare::Ge,
    };
    let (i, j) = (exact_int(view, a)?, exact_int(view, b)?);
    becomes("float_compare_ints", OpKind::IntCompare(op, i, j))
}

/// The integer that `x` is, without rounding.
fn exact_int<K: Known>(view: &View<K>, x: Operand) -> Option<Operand> {
    if let Some(c) = x.as_float() {
        let int = arith::cast_float_to_int(c);
        let exact = (-EXACT..=EXACT).contains(&int) && int as f64 == c && view.w.contains(int as i128);
        return exact.then(|| Operand::int(int));
    }
    match *view.def(x)? {
        OpKind::Cast(Cast::IntToFloat, i) => is_exact(view, i).then_some(i),
        _ => None,
    }
}

/// The integer survives the way to a float and back.
pub fn is_exact<K: Known>(view: &View<K>, i: Operand) -> bool {
    let fact = view.fact(i);
    fact.lo() >= -EXACT && fact.hi() <= EXACT
}
