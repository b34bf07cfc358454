//! Float, cast and pointer rules, on a grid of values that break careless ones.

use super::scene::{A, B, Scene, X, Y};
use super::{Fired, assert_all_fired};
use crate::int_fact::IntFact;
use lathe_ir::arith::W64;
use lathe_ir::{
    Cast, Const, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntUnary, ObjectId, OpKind, Operand,
    PtrCompare,
};

const GRID: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    3.0,
    -7.25,
    1e300,
    -1e300,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    -5e-324,
    4.5e15,
    9007199254740993.0,
    // 2^1023 and its reciprocal, which is subnormal.
    8.98846567431158e307,
    f64::MIN_POSITIVE / 2.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

const INTS: [i64; 15] = [
    0,
    1,
    -1,
    2,
    7,
    -8,
    1 << 53,
    (1 << 53) + 1,
    -(1 << 53),
    -(1 << 53) - 1,
    1 << 62,
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
];

fn float_kinds(a: Operand, b: Operand) -> impl Iterator<Item = OpKind> {
    let arithmetic = FloatBinary::ALL.iter().map(move |&op| OpKind::Float(op, a, b));
    arithmetic.chain(FloatCompare::ALL.iter().map(move |&op| OpKind::FloatCompare(op, a, b)))
}

fn unary_kinds(a: Operand) -> impl Iterator<Item = OpKind> {
    let casts = [Cast::FloatToInt, Cast::FloatToBits].map(|op| OpKind::Cast(op, a));
    FloatUnary::ALL.iter().map(move |&op| OpKind::FloatUnary(op, a)).chain(casts)
}

#[test]
fn float_rules_are_right_and_all_are_used() {
    let floats = &GRID.map(Const::float)[..];
    let ints = &INTS.map(Const::Int)[..];
    let mut fired = Fired::new();
    let (x, y, a, b) = (Operand::Value(X), Operand::Value(Y), Operand::Value(A), Operand::Value(B));

    // Constants, one value, two values.
    let scene = Scene::new(W64, floats, floats);
    let operands: Vec<Operand> = GRID.map(Operand::float).into_iter().chain([x, y]).collect();
    for &p in &operands {
        unary_kinds(p).for_each(|kind| scene.check(&kind, &mut fired));
        for &q in &operands {
            float_kinds(p, q).for_each(|kind| scene.check(&kind, &mut fired));
        }
    }

    // Over another float op.
    let mut scene = Scene::new(W64, floats, floats);
    let constants = GRID.map(Operand::float);
    let mut definitions: Vec<OpKind> = FloatUnary::ALL.iter().map(|&op| OpKind::FloatUnary(op, x)).collect();
    for c in [1.0, -0.0, 0.0, 3.0].map(Operand::float).into_iter().chain([y]) {
        definitions.extend(FloatBinary::ALL.iter().map(|&op| OpKind::Float(op, x, c)));
    }
    for definition in &definitions {
        scene.define(A, definition.clone());
        unary_kinds(a).for_each(|kind| scene.check(&kind, &mut fired));
        for other in constants.into_iter().chain([x, y, a]) {
            float_kinds(a, other)
                .chain(float_kinds(other, a))
                .for_each(|kind| scene.check(&kind, &mut fired));
        }
    }
    for op in FloatUnary::ALL {
        scene.define(A, OpKind::FloatUnary(*op, x));
        scene.define(B, OpKind::FloatUnary(FloatUnary::Neg, y));
        float_kinds(a, b).for_each(|kind| scene.check(&kind, &mut fired));
    }

    // A comparison, inverted.
    for op in FloatCompare::ALL {
        scene.define(A, OpKind::FloatCompare(*op, x, y));
        let one = Operand::TRUE;
        for kind in [
            OpKind::IntUnary(IntUnary::IsZero, a),
            OpKind::IntUnary(IntUnary::IsTrue, a),
            OpKind::Int(IntBinary::Xor, a, one),
            OpKind::Int(IntBinary::Sub, one, a),
            OpKind::Select(a, Operand::FALSE, one),
            OpKind::Select(a, x, y),
        ] {
            // These are not float rules: checked here, counted elsewhere.
            scene.check(&kind, &mut Fired::new());
        }
    }

    // Integers on their way to floats, with and without a bound.
    let exact = 1 << 53;
    for (lo, hi) in [(i64::MIN, i64::MAX), (-exact, exact), (-exact - 1, 0), (0, exact + 1)] {
        let mut scene = Scene::new(W64, ints, ints);
        scene.facts[X.index()] = IntFact::range(W64, lo, hi);
        scene.facts[Y.index()] = IntFact::range(W64, -exact, exact);
        scene.define(A, OpKind::Cast(Cast::IntToFloat, x));
        scene.define(B, OpKind::Cast(Cast::IntToFloat, y));
        unary_kinds(a).for_each(|kind| scene.check(&kind, &mut fired));
        for other in constants.into_iter().chain([a, b]) {
            for kind in float_kinds(a, other).chain(float_kinds(other, a)) {
                // A comparison of integers goes on by integer rules.
                scene.check(&kind, &mut fired);
            }
        }
    }
    // Such floats are never NaNs, so every comparison can be inverted.
    let mut scene = Scene::new(W64, ints, ints);
    scene.define(A, OpKind::Cast(Cast::IntToFloat, x));
    let mut inverted = Fired::new();
    for &op in FloatCompare::ALL {
        scene.define(B, OpKind::FloatCompare(op, a, Operand::float(2.5)));
        inverted.clear();
        scene.check(&OpKind::IntUnary(IntUnary::IsZero, b), &mut inverted);
        assert!(inverted.contains("is_zero_inverted"), "{op:?}");
    }
    fired.retain(|rule| rule.starts_with("float_") || rule.starts_with("cast_"));

    // Bits.
    let mut scene = Scene::new(W64, floats, floats);
    scene.define(A, OpKind::Cast(Cast::FloatToBits, x));
    scene.check(&OpKind::Cast(Cast::BitsToFloat, a), &mut fired);
    for c in INTS.map(Operand::int) {
        scene.check(&OpKind::Cast(Cast::IntToFloat, c), &mut fired);
        scene.check(&OpKind::Cast(Cast::BitsToFloat, c), &mut fired);
    }

    assert_all_fired(&fired, &[include_str!("../floats.rs"), include_str!("../casts.rs")], &[]);
}

#[test]
fn pointer_rules_are_right_and_all_are_used() {
    let objects = [Const::Object(ObjectId(1)), Const::Object(ObjectId(2))];
    let any = [Const::Null, objects[0], objects[1]];
    let (x, y) = (Operand::Value(X), Operand::Value(Y));
    let mut fired = Fired::new();
    for nonnull in [false, true] {
        let domain = if nonnull { &objects[..] } else { &any[..] };
        let mut scene = Scene::new(W64, domain, domain);
        scene.nonnull = nonnull;
        for a in [x, y, Operand::NULL, Operand::Const(objects[0])] {
            for b in [x, y, Operand::NULL, Operand::Const(objects[1])] {
                for &op in PtrCompare::ALL {
                    scene.check(&OpKind::PtrCompare(op, a, b), &mut fired);
                }
            }
        }
    }
    assert_all_fired(&fired, &[include_str!("../pointers.rs")], &[]);
}
