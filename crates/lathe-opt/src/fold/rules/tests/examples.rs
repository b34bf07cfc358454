//! Single rewrites as a reader would write them down, each with its negative twin where there is one.

use super::scene::{A, Scene, X, Y};
use crate::fold::rules::{Rewrite, simplify};
use crate::int_fact::IntFact;
use lathe_ir::arith::W64;
use lathe_ir::{
    Cast, CheckedInt, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, OpKind,
    Operand, PtrCompare, SnapshotId,
};

fn x() -> Operand {
    Operand::Value(X)
}

fn y() -> Operand {
    Operand::Value(Y)
}

fn a() -> Operand {
    Operand::Value(A)
}

fn int(c: i64) -> Operand {
    Operand::int(c)
}

fn scene() -> Scene<'static> {
    Scene::new(W64, &[], &[])
}

/// Nothing known but the definition of `A`.
fn defining(kind: OpKind) -> Scene<'static> {
    let mut scene = scene();
    scene.define(A, kind);
    scene
}

fn with_fact(lo: i64, hi: i64) -> Scene<'static> {
    let mut scene = scene();
    scene.facts[X.index()] = IntFact::range(W64, lo, hi);
    scene
}

/// One step.
fn step(scene: &Scene, kind: OpKind) -> Option<Rewrite> {
    simplify(W64, &kind, scene).map(|(rewrite, _)| rewrite)
}

fn kind(kind: OpKind) -> Option<Rewrite> {
    Some(Rewrite::Kind(kind))
}

fn operand(x: Operand) -> Option<Rewrite> {
    Some(Rewrite::Operand(x))
}

#[test]
fn what_a_reader_recognises_stays() {
    let plain = scene();
    for kind in [
        OpKind::IntCompare(IntCompare::Gt, x(), int(0)),
        OpKind::IntCompare(IntCompare::Lt, int(0), x()),
        OpKind::IntCompare(IntCompare::Eq, x(), int(0)),
        OpKind::Int(IntBinary::Add, int(5), x()),
        OpKind::Int(IntBinary::Sub, x(), int(5)),
        OpKind::Int(IntBinary::Add, x(), x()),
        OpKind::IntUnary(IntUnary::IsTrue, x()),
    ] {
        assert_eq!(step(&plain, kind), None);
    }
}

#[test]
fn chains_get_shorter() {
    let scene = defining(OpKind::Int(IntBinary::Add, x(), int(3)));
    let shorter = OpKind::Int(IntBinary::Add, x(), int(7));
    assert_eq!(step(&scene, OpKind::Int(IntBinary::Add, a(), int(4))), kind(shorter));
    assert_eq!(step(&scene, OpKind::Int(IntBinary::Sub, a(), int(3))), operand(x()));
    let moved = OpKind::IntCompare(IntCompare::Eq, x(), int(4));
    assert_eq!(step(&scene, OpKind::IntCompare(IntCompare::Eq, a(), int(7))), kind(moved));
    // `x + 3` may have wrapped.
    assert_eq!(step(&scene, OpKind::IntCompare(IntCompare::Lt, a(), int(7))), None);
}

#[test]
fn multiplications_and_divisions_by_powers_of_two_become_shifts() {
    let unknown = scene();
    let shift = |op, c| kind(OpKind::Int(op, x(), int(c)));
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::Mul, x(), int(8))), shift(IntBinary::Lshift, 3));
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::Mul, x(), int(i64::MIN))), shift(IntBinary::Lshift, 63));
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::FloorDiv, x(), int(8))), shift(IntBinary::Rshift, 3));
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::Mod, x(), int(8))), shift(IntBinary::And, 7));
    // Rounding toward zero is not rounding down.
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::Div, x(), int(8))), None);
    assert_eq!(step(&unknown, OpKind::Int(IntBinary::Rem, x(), int(8))), None);
    let nonnegative = with_fact(0, i64::MAX);
    assert_eq!(step(&nonnegative, OpKind::Int(IntBinary::Div, x(), int(8))), shift(IntBinary::Rshift, 3));
    assert_eq!(step(&nonnegative, OpKind::Int(IntBinary::Rem, x(), int(8))), shift(IntBinary::And, 7));
}

#[test]
fn a_mask_that_clears_nothing_goes() {
    let mask = OpKind::Int(IntBinary::And, x(), int(255));
    assert_eq!(step(&with_fact(0, 255), mask.clone()), operand(x()));
    assert_eq!(step(&with_fact(0, 256), mask), None);
}

#[test]
fn an_overflow_check_goes_only_if_it_cannot_fail() {
    let checked = |op, a, b, overflow| OpKind::IntChecked { op, a, b, overflow, snapshot: SnapshotId(0) };
    let increment = checked(CheckedInt::Add, x(), int(1), false);
    assert_eq!(
        step(&with_fact(0, i64::MAX - 1), increment.clone()),
        kind(OpKind::Int(IntBinary::Add, x(), int(1)))
    );
    assert_eq!(step(&scene(), increment), None);
    assert_eq!(step(&scene(), checked(CheckedInt::Add, x(), int(0), false)), operand(x()));
    assert_eq!(step(&scene(), checked(CheckedInt::Mul, int(1), x(), false)), operand(x()));
    assert_eq!(step(&scene(), checked(CheckedInt::Sub, x(), x(), false)), operand(int(0)));
    // Expected to overflow: the guard fails, and that is for it to say.
    assert_eq!(step(&scene(), checked(CheckedInt::Add, x(), int(0), true)), None);
    assert_eq!(step(&scene(), checked(CheckedInt::Add, int(1), int(2), true)), None);
    // Certain to overflow although it should not: the same.
    assert_eq!(step(&scene(), checked(CheckedInt::Add, int(i64::MAX), int(2), false)), None);
}

#[test]
fn comparisons_are_inverted_but_not_those_of_floats() {
    let not = OpKind::IntUnary(IntUnary::IsZero, a());
    let less = defining(OpKind::IntCompare(IntCompare::Lt, x(), y()));
    assert_eq!(step(&less, not.clone()), kind(OpKind::IntCompare(IntCompare::Ge, x(), y())));
    let same = defining(OpKind::PtrCompare(PtrCompare::Eq, x(), y()));
    assert_eq!(step(&same, not.clone()), kind(OpKind::PtrCompare(PtrCompare::Ne, x(), y())));
    let equal = defining(OpKind::FloatCompare(FloatCompare::Eq, x(), y()));
    assert_eq!(step(&equal, not.clone()), kind(OpKind::FloatCompare(FloatCompare::Ne, x(), y())));
    let float_less = defining(OpKind::FloatCompare(FloatCompare::Lt, x(), y()));
    assert_eq!(step(&float_less, not), None);
}

#[test]
fn floats_keep_their_zeros_and_nans() {
    let plain = scene();
    let zero = Operand::float(0.0);
    for kind in [
        OpKind::Float(FloatBinary::Add, x(), zero),
        OpKind::Float(FloatBinary::Mul, x(), zero),
        OpKind::Float(FloatBinary::Sub, x(), x()),
        OpKind::Float(FloatBinary::Sub, zero, x()),
        OpKind::Float(FloatBinary::TrueDiv, x(), Operand::float(3.0)),
        OpKind::FloatCompare(FloatCompare::Eq, x(), x()),
        OpKind::FloatCompare(FloatCompare::Le, x(), x()),
        OpKind::FloatCompare(FloatCompare::Ne, x(), x()),
    ] {
        assert_eq!(step(&plain, kind), None);
    }
    let bits = defining(OpKind::Cast(Cast::BitsToFloat, x()));
    assert_eq!(step(&bits, OpKind::Cast(Cast::FloatToBits, a())), None);
    let negated = defining(OpKind::FloatUnary(FloatUnary::Neg, x()));
    assert_eq!(step(&negated, OpKind::FloatUnary(FloatUnary::Neg, a())), operand(x()));
}
