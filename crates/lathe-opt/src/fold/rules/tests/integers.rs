//! Every integer rule, for all integers of a small width.

use super::scene::{A, B, Scene, X, Y};
use super::{Fired, assert_all_fired};
use crate::int_fact::IntFact;
use lathe_ir::arith::{W64, Width};
use lathe_ir::{CheckedInt, Const, IntBinary, IntCompare, IntUnary, OpKind, Operand, SnapshotId, Value};

const SOURCES: &[&str] = &[
    include_str!("../view.rs"),
    include_str!("../linear.rs"),
    include_str!("../sums.rs"),
    include_str!("../products.rs"),
    include_str!("../bitwise.rs"),
    include_str!("../shifts.rs"),
    include_str!("../division.rs"),
    include_str!("../booleans.rs"),
    include_str!("../compare.rs"),
    include_str!("../select.rs"),
    include_str!("../checked.rs"),
];

/// Need a width that a sign extension does something to.
const WIDE: &[&str] = &["shift_back_signext", "signext_chain"];

fn integers(w: Width) -> Vec<Const> {
    (w.min()..=w.max()).map(Const::Int).collect()
}

fn constants(w: Width) -> Vec<Operand> {
    integers(w).into_iter().map(Operand::Const).collect()
}

fn intervals(w: Width) -> Vec<IntFact> {
    (w.min()..=w.max()).flat_map(|lo| (lo..=w.max()).map(move |hi| IntFact::range(w, lo, hi))).collect()
}

/// Every pure integer op of two operands, and the checked ones.
fn binary_kinds(a: Operand, b: Operand) -> Vec<OpKind> {
    let mut kinds = pure_binary_kinds(a, b);
    for &op in CheckedInt::ALL {
        for overflow in [false, true] {
            kinds.push(OpKind::IntChecked { op, a, b, overflow, snapshot: SnapshotId(0) });
        }
    }
    kinds
}

fn pure_binary_kinds(a: Operand, b: Operand) -> Vec<OpKind> {
    let arithmetic = IntBinary::ALL.iter().map(|&op| OpKind::Int(op, a, b));
    arithmetic.chain(IntCompare::ALL.iter().map(|&op| OpKind::IntCompare(op, a, b))).collect()
}

fn unary_kinds(a: Operand) -> impl Iterator<Item = OpKind> {
    IntUnary::ALL.iter().map(move |&op| OpKind::IntUnary(op, a))
}

fn select_kinds(operands: &[Operand]) -> Vec<OpKind> {
    let mut kinds = vec![];
    for &condition in operands {
        for &a in operands {
            for &b in operands {
                kinds.push(OpKind::Select(condition, a, b));
            }
        }
    }
    kinds
}

fn operand(v: Value) -> Operand {
    Operand::Value(v)
}

/// Ops over `X` and constants.
fn single_kinds(w: Width) -> Vec<OpKind> {
    let x = operand(X);
    let mut kinds: Vec<OpKind> = unary_kinds(x).collect();
    kinds.extend(binary_kinds(x, x));
    for c in constants(w) {
        kinds.extend(binary_kinds(x, c));
        kinds.extend(binary_kinds(c, x));
    }
    kinds.extend(select_kinds(&[x, Operand::int(-1), Operand::int(0), Operand::int(1)]));
    kinds
}

/// Pure ops over `X`, `Y` and constants, as definitions of `A`.
fn definitions(constants: &[Operand]) -> Vec<OpKind> {
    let (x, y) = (operand(X), operand(Y));
    let mut kinds: Vec<OpKind> = unary_kinds(x).collect();
    kinds.extend(pure_binary_kinds(x, y));
    kinds.extend(pure_binary_kinds(y, x));
    for &c in constants {
        kinds.extend(IntBinary::ALL.iter().map(|&op| OpKind::Int(op, x, c)));
        kinds.extend(IntBinary::ALL.iter().map(|&op| OpKind::Int(op, c, x)));
    }
    // Of a comparison only its being one is looked at, and whether it is with 0.
    for c in [0, 1].map(Operand::int) {
        kinds.extend(IntCompare::ALL.iter().map(|&op| OpKind::IntCompare(op, x, c)));
        kinds.extend(IntCompare::ALL.iter().map(|&op| OpKind::IntCompare(op, c, x)));
    }
    kinds
}

/// Ops over `A` and what it is made of.
fn outer_kinds(constants: &[Operand]) -> Vec<OpKind> {
    let (x, y, a) = (operand(X), operand(Y), operand(A));
    let mut kinds: Vec<OpKind> = unary_kinds(a).collect();
    for other in [x, y, a] {
        kinds.extend(binary_kinds(a, other));
        kinds.extend(binary_kinds(other, a));
    }
    // Checked ops look at nothing but facts, which the flat shapes have tried.
    for &c in constants {
        kinds.extend(pure_binary_kinds(a, c));
        kinds.extend(pure_binary_kinds(c, a));
    }
    kinds.extend(select_kinds(&[a, x, Operand::int(0), Operand::int(1)]));
    kinds.push(OpKind::Select(a, x, y));
    kinds.push(OpKind::Select(a, y, x));
    kinds
}

/// One op: over constants, over a value with every fact, over two values with some.
fn check_flat(w: Width, fired: &mut Fired) {
    let domain = &integers(w);
    let mut scene = Scene::new(w, domain, domain);
    for a in constants(w) {
        unary_kinds(a).for_each(|kind| scene.check(&kind, fired));
        for b in constants(w) {
            binary_kinds(a, b).iter().for_each(|kind| scene.check(kind, fired));
        }
    }
    let kinds = single_kinds(w);
    let masks = 0..1u64 << w.bits();
    let patterns = masks.clone().flat_map(|zeros| masks.clone().map(move |ones| (zeros, ones)));
    let patterns = patterns.filter_map(|(zeros, ones)| IntFact::known_bits(w, zeros, ones));
    for fact in intervals(w).into_iter().chain(patterns) {
        scene.facts[X.index()] = fact;
        kinds.iter().for_each(|kind| scene.check(kind, fired));
    }
    let (x, y) = (operand(X), operand(Y));
    let mut kinds = binary_kinds(x, y);
    kinds.extend(select_kinds(&[x, y]));
    let coarse = intervals(w);
    let coarse: Vec<&IntFact> = coarse.iter().step_by(if w.bits() > 2 { 3 } else { 1 }).collect();
    for &&fact_x in &coarse {
        for &&fact_y in &coarse {
            scene.facts[X.index()] = fact_x;
            scene.facts[Y.index()] = fact_y;
            kinds.iter().for_each(|kind| scene.check(kind, fired));
        }
    }
}

/// One op over another: without facts, and with those of the inner op for every `stride`th outer one.
fn check_nested(w: Width, stride: usize, fired: &mut Fired) {
    let domain = &integers(w);
    let mut scene = Scene::new(w, domain, domain);
    let outer = outer_kinds(&constants(w));
    for (index, definition) in definitions(&constants(w)).into_iter().enumerate() {
        scene.define(A, definition);
        outer.iter().for_each(|kind| scene.check(kind, fired));
        if scene.infer() {
            // Starting elsewhere each time, so that every pair of ops is met with some constants.
            outer.iter().skip(index % stride).step_by(stride).for_each(|kind| scene.check(kind, fired));
        }
    }
}

/// One op over two others.
fn check_forked(w: Width, fired: &mut Fired) {
    let domain = &integers(w);
    let mut scene = Scene::new(w, domain, domain);
    let (x, y) = (operand(X), operand(Y));
    let mut definitions: Vec<OpKind> = unary_kinds(x).chain(unary_kinds(y)).collect();
    for c in constants(w) {
        definitions.extend(IntBinary::ALL.iter().map(|&op| OpKind::Int(op, x, c)));
    }
    let outer = pure_binary_kinds(operand(A), operand(B));
    for a in &definitions {
        for b in &definitions {
            scene.define(A, a.clone());
            scene.define(B, b.clone());
            outer.iter().for_each(|kind| scene.check(kind, fired));
        }
    }
}

/// One op over another, with a fact for the innermost value.
fn check_nested_facts(w: Width, fired: &mut Fired) {
    let domain = &integers(w);
    let mut scene = Scene::new(w, domain, domain);
    let (x, a) = (operand(X), operand(A));
    for op in [IntBinary::Add, IntBinary::Sub, IntBinary::Lshift, IntBinary::Mul] {
        for c in constants(w) {
            for fact in intervals(w).into_iter().step_by(w.bits() as usize) {
                scene.facts[X.index()] = fact;
                scene.define(A, OpKind::Int(op, x, c));
                // The count or constant that undoes the inner op, and one that does not.
                for d in [c, Operand::int(1), Operand::int(-1)] {
                    pure_binary_kinds(a, d).iter().for_each(|kind| scene.check(kind, fired));
                }
            }
        }
    }
}

#[test]
fn integer_rules_are_right_and_all_are_used() {
    let mut fired = Fired::new();
    for (w, stride) in [(Width::new(2), 1), (Width::new(4), 5)] {
        check_flat(w, &mut fired);
        check_nested_facts(w, &mut fired);
        check_nested(w, stride, &mut fired);
    }
    check_forked(Width::new(2), &mut fired);
    assert_all_fired(&fired, SOURCES, WIDE);
}

/// Nothing overflows inside a rule where integers are widest.
#[test]
fn integer_rules_are_right_at_the_edges_of_64_bits() {
    let edges =
        [i64::MIN, i64::MIN + 1, -64, -3, -2, -1, 0, 1, 3, 8, 63, 64, 1 << 40, i64::MAX - 1, i64::MAX];
    let domain = &edges.map(Const::Int)[..];
    let constants = &edges.map(Operand::int)[..];
    let mut scene = Scene::new(W64, domain, domain);
    let outer = outer_kinds(constants);
    for (index, definition) in definitions(constants).into_iter().enumerate() {
        scene.define(A, definition);
        if index % 2 == 0 {
            scene.infer();
        }
        for kind in outer.iter().skip(index % 11).step_by(11) {
            scene.check(kind, &mut Fired::new());
        }
    }
}

/// At width 16, `int_signext8` does something.
#[test]
fn sign_extensions() {
    let w = Width::new(16);
    let domain: Vec<Const> =
        (w.min()..=w.max()).step_by(61).chain(-300..300).chain([w.max()]).map(Const::Int).collect();
    let mut scene = Scene::new(w, &domain, &domain);
    let mut fired = Fired::new();
    let (x, a) = (operand(X), operand(A));
    let counts = [7, 8, 9].map(Operand::int);
    let inner = unary_kinds(x).chain(counts.map(|c| OpKind::Int(IntBinary::Lshift, x, c)));
    for definition in inner {
        for fact in [(w.min(), w.max()), (-128, 127), (-129, 127), (-128, 128)] {
            scene.facts[X.index()] = IntFact::range(w, fact.0, fact.1);
            unary_kinds(x).for_each(|kind| scene.check(&kind, &mut fired));
            scene.define(A, definition.clone());
            unary_kinds(a).for_each(|kind| scene.check(&kind, &mut fired));
            for c in counts {
                scene.check(&OpKind::Int(IntBinary::Rshift, a, c), &mut fired);
            }
        }
    }
    assert!(WIDE.iter().all(|rule| fired.contains(rule)), "{fired:?}");
}
