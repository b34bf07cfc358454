//! Soundness for all 4-bit integers, precision where it pays.
//!
//! A fact at width 4 is a set of at most 16 integers, so a set is a `u16` and every claim can be checked by looking at
//! all of them.

use super::*;
use lathe_ir::arith::{self, W64, Width};
use lathe_ir::{CheckedInt, IntBinary, IntCompare, IntUnary};

fn integers(w: Width) -> impl Iterator<Item = i64> + Clone {
    w.min()..=w.max()
}

/// A fact and the integers it allows: as a set, one bit each, and as a list.
#[derive(Clone)]
struct Case {
    fact: IntFact,
    members: u16,
    list: Vec<i64>,
}

fn bit(w: Width, x: i64) -> u16 {
    1 << (x - w.min())
}

fn members(w: Width, fact: IntFact) -> u16 {
    integers(w).filter(|&x| fact.contains(x)).map(|x| bit(w, x)).sum()
}

impl Case {
    fn new(w: Width, fact: IntFact) -> Case {
        let list = integers(w).filter(|&x| fact.contains(x)).collect();
        Case { fact, members: members(w, fact), list }
    }

    fn each(&self) -> impl Iterator<Item = i64> + Clone {
        self.list.iter().copied()
    }
}

fn intervals(w: Width) -> Vec<Case> {
    integers(w).flat_map(|lo| (lo..=w.max()).map(move |hi| Case::new(w, IntFact::range(w, lo, hi)))).collect()
}

fn bit_patterns(w: Width) -> Vec<Case> {
    let masks = 0..1u64 << w.bits();
    masks
        .clone()
        .flat_map(|zeros| masks.clone().map(move |ones| (zeros, ones)))
        .filter_map(|(zeros, ones)| IntFact::known_bits(w, zeros, ones))
        .map(|fact| Case::new(w, fact))
        .collect()
}

/// Every fact there is at this width.
fn all_facts(w: Width) -> Vec<Case> {
    let mut cases: Vec<Case> = vec![];
    let patterns = bit_patterns(w);
    for interval in intervals(w) {
        for pattern in &patterns {
            if let Some(fact) = interval.fact.meet(pattern.fact)
                && cases.iter().all(|case| case.fact != fact)
            {
                cases.push(Case::new(w, fact));
            }
        }
    }
    cases
}

/// A seeded generator: the same sample on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

const W2: fn() -> Width = || Width::new(2);
const W4: fn() -> Width = || Width::new(4);

/// Every function of two operands, on every pair of members.
fn check_pair(w: Width, a: &Case, b: &Case) {
    for &op in IntBinary::ALL {
        let result = members(w, binary(w, op, a.fact, b.fact));
        for x in a.each() {
            for y in b.each() {
                if let Some(z) = arith::int_binary(w, op, x, y) {
                    assert!(result & bit(w, z) != 0, "{op:?}({x}, {y}) = {z}: {:?} {:?}", a.fact, b.fact);
                }
            }
        }
    }
    for &op in IntCompare::ALL {
        let decided = compare(w, op, a.fact, b.fact);
        let mut left = [0; 2];
        let mut right = [0; 2];
        for x in a.each() {
            for y in b.each() {
                let truth = arith::int_compare(w, op, x, y);
                assert!(decided.is_none_or(|decided| decided == truth), "{op:?} {:?} {:?}", a.fact, b.fact);
                left[truth as usize] |= bit(w, x);
                right[truth as usize] |= bit(w, y);
            }
        }
        for truth in [false, true] {
            let (new_a, new_b) = match refine_compare(w, op, truth, a.fact, b.fact) {
                Some((new_a, new_b)) => (members(w, new_a), members(w, new_b)),
                None => (0, 0),
            };
            let (left, right) = (left[truth as usize], right[truth as usize]);
            assert!(left & !new_a == 0 && right & !new_b == 0, "{op:?} {truth} {:?} {:?}", a.fact, b.fact);
            assert!(new_a & !a.members == 0 && new_b & !b.members == 0);
        }
    }
    for &op in CheckedInt::ALL {
        let decided = overflows(w, op, a.fact, b.fact);
        let results = [false, true].map(|overflow| members(w, checked(w, op, a.fact, b.fact, overflow)));
        let (new_a, new_b) = refine_checked_no_overflow(w, op, a.fact, b.fact);
        for x in a.each() {
            for y in b.each() {
                let (z, overflow) = arith::int_checked(w, op, x, y);
                assert!(decided.is_none_or(|decided| decided == overflow));
                assert!(
                    results[overflow as usize] & bit(w, z) != 0,
                    "{op:?}({x}, {y}) {:?} {:?}",
                    a.fact,
                    b.fact
                );
                assert!(overflow || (new_a.contains(x) && new_b.contains(y)));
            }
        }
    }
}

fn check_one(w: Width, a: &Case) {
    for &op in IntUnary::ALL {
        let result = unary(w, op, a.fact);
        for x in a.each() {
            assert!(result.contains(arith::int_unary(w, op, x)), "{op:?}({x}) {:?}", a.fact);
        }
    }
}

fn check_refine_binary(w: Width, op: IntBinary, a: &Case, b: &Case, result: &Case) {
    let refined = refine_binary(w, op, a.fact, b.fact, result.fact);
    for x in a.each() {
        for y in b.each() {
            let possible = arith::int_binary(w, op, x, y).is_some_and(|z| result.members & bit(w, z) != 0);
            if possible {
                assert!(
                    refined.is_some_and(|(a, b)| a.contains(x) && b.contains(y)),
                    "{op:?}({x}, {y}) {:?} {:?} {:?} gave {refined:?}",
                    a.fact,
                    b.fact,
                    result.fact
                );
            }
        }
    }
}

fn check_refine_unary(w: Width, a: &Case, result: &Case) {
    for &op in IntUnary::ALL {
        let refined = refine_unary(w, op, a.fact, result.fact);
        for x in a.each().filter(|&x| result.fact.contains(arith::int_unary(w, op, x))) {
            assert!(refined.is_some_and(|a| a.contains(x)), "{op:?}({x}) {:?} {:?}", a.fact, result.fact);
        }
    }
}

#[test]
fn sound_for_all_pairs_of_intervals() {
    let cases = intervals(W4());
    for a in &cases {
        check_one(W4(), a);
        for b in &cases {
            check_pair(W4(), a, b);
        }
    }
}

#[test]
fn sound_for_all_pairs_of_bit_patterns() {
    let cases = bit_patterns(W4());
    for a in &cases {
        check_one(W4(), a);
        for b in &cases {
            check_pair(W4(), a, b);
        }
    }
}

#[test]
fn sound_for_all_facts_of_two_bits() {
    let cases = all_facts(W2());
    for a in &cases {
        check_one(W2(), a);
        for b in &cases {
            check_pair(W2(), a, b);
            check_refine_unary(W2(), a, b);
            for result in &cases {
                for &op in IntBinary::ALL {
                    check_refine_binary(W2(), op, a, b, result);
                }
            }
        }
    }
}

#[test]
fn sound_for_a_sample_of_mixed_facts() {
    let (intervals, patterns) = (intervals(W4()), bit_patterns(W4()));
    let mut random = Random(0x1234_5678_9abc_def1);
    let mut mixed = || loop {
        let interval = intervals[random.below(intervals.len())].fact;
        if let Some(fact) = interval.meet(patterns[random.below(patterns.len())].fact) {
            return Case::new(W4(), fact);
        }
    };
    for _ in 0..3000 {
        let [a, b, result] = &[(); 3].map(|()| mixed());
        // Reduced: the bounds are members, and nothing moves when the fact meets itself.
        assert!(a.fact.contains(a.fact.lo()) && a.fact.contains(a.fact.hi()));
        assert_eq!(a.fact.meet(a.fact), Some(a.fact));
        check_one(W4(), a);
        check_pair(W4(), a, b);
        check_refine_unary(W4(), a, result);
        for &op in IntBinary::ALL {
            check_refine_binary(W4(), op, a, b, result);
        }
    }
}

/// Where `refine_binary` does most: one operand is a constant.
#[test]
fn sound_backward_through_every_op_with_a_constant() {
    let w = W4();
    let cases = intervals(w);
    let mut random = Random(0x9876_5432_1fed_cba1);
    for a in &cases {
        for c in integers(w) {
            let constant = Case::new(w, IntFact::constant(w, c));
            for &op in IntBinary::ALL {
                let result = &cases[random.below(cases.len())];
                check_refine_binary(w, op, a, &constant, result);
                check_refine_binary(w, op, &constant, a, result);
            }
        }
    }
}

/// Nothing overflows inside the analysis where integers are widest.
#[test]
fn sound_at_the_edges_of_64_bits() {
    const EDGES: [i64; 14] = [
        i64::MIN,
        i64::MIN + 1,
        i64::MIN / 2,
        -(1 << 32),
        -65,
        -2,
        -1,
        0,
        1,
        2,
        63,
        1 << 32,
        i64::MAX / 2,
        i64::MAX,
    ];
    let mut random = Random(0x0123_4567_89ab_cdef);
    let mut fact = || {
        let (x, y) = (EDGES[random.below(EDGES.len())], EDGES[random.below(EDGES.len())]);
        IntFact::range(W64, x.min(y), x.max(y))
    };
    let each = |fact: IntFact| EDGES.into_iter().filter(move |&x| fact.contains(x));
    for _ in 0..2000 {
        let (a, b, c) = (fact(), fact(), fact());
        for &op in IntUnary::ALL {
            let (result, refined) = (unary(W64, op, a), refine_unary(W64, op, a, c));
            for x in each(a) {
                let z = arith::int_unary(W64, op, x);
                assert!(result.contains(z));
                assert!(!c.contains(z) || refined.is_some_and(|refined| refined.contains(x)));
            }
        }
        for &op in IntBinary::ALL {
            let (result, refined) = (binary(W64, op, a, b), refine_binary(W64, op, a, b, c));
            for (x, y) in each(a).flat_map(|x| each(b).map(move |y| (x, y))) {
                let Some(z) = arith::int_binary(W64, op, x, y) else { continue };
                assert!(result.contains(z), "{op:?}({x}, {y}) = {z}: {a:?} {b:?}");
                assert!(!c.contains(z) || refined.is_some_and(|(a, b)| a.contains(x) && b.contains(y)));
            }
        }
        for &op in IntCompare::ALL {
            let decided = compare(W64, op, a, b);
            let refined = [false, true].map(|truth| refine_compare(W64, op, truth, a, b));
            for (x, y) in each(a).flat_map(|x| each(b).map(move |y| (x, y))) {
                let truth = arith::int_compare(W64, op, x, y);
                assert!(decided.is_none_or(|decided| decided == truth));
                assert!(refined[truth as usize].is_some_and(|(a, b)| a.contains(x) && b.contains(y)));
            }
        }
        for &op in CheckedInt::ALL {
            let decided = overflows(W64, op, a, b);
            let results = [false, true].map(|overflow| checked(W64, op, a, b, overflow));
            let (new_a, new_b) = refine_checked_no_overflow(W64, op, a, b);
            for (x, y) in each(a).flat_map(|x| each(b).map(move |y| (x, y))) {
                let (z, overflow) = arith::int_checked(W64, op, x, y);
                assert!(decided.is_none_or(|decided| decided == overflow));
                assert!(results[overflow as usize].contains(z));
                assert!(overflow || (new_a.contains(x) && new_b.contains(y)));
            }
        }
    }
}

/// The sign extensions do nothing at width 4.
#[test]
fn sound_for_sign_extensions() {
    let w = Width::new(16);
    let interesting =
        [-32768, -32767, -300, -256, -129, -128, -127, -1, 0, 1, 127, 128, 129, 255, 256, 32767];
    for lo in interesting {
        for hi in interesting.into_iter().filter(|&hi| hi >= lo) {
            let fact = IntFact::range(w, lo, hi);
            let result = unary(w, IntUnary::Signext8, fact);
            for x in (lo..=hi).step_by(5).chain(interesting).filter(|&x| fact.contains(x)) {
                let y = arith::int_unary(w, IntUnary::Signext8, x);
                assert!(result.contains(y));
                let refined = refine_unary(w, IntUnary::Signext8, fact, IntFact::constant(w, y));
                assert!(refined.is_some_and(|refined| refined.contains(x)));
            }
        }
    }
    assert_eq!(unary(w, IntUnary::Signext8, IntFact::range(w, -5, 127)), IntFact::range(w, -5, 127));
    assert_eq!(unary(w, IntUnary::Signext8, IntFact::range(w, 128, 255)), IntFact::range(w, -128, -1));
}

#[test]
fn facts_are_reduced_and_combine_as_sets() {
    let w = W2();
    let cases = all_facts(w);
    for case in &cases {
        let mut each = case.each();
        assert_eq!(each.next(), Some(case.fact.lo()));
        assert_eq!(each.last().unwrap_or(case.fact.lo()), case.fact.hi());
    }
    for a in &cases {
        for b in &cases {
            let meet = a.fact.meet(b.fact).map_or(0, |fact| members(w, fact));
            assert_eq!(meet, a.members & b.members);
            let join = a.fact.join(b.fact);
            assert_eq!((a.members | b.members) & !members(w, join), 0);
            assert_eq!(join.meet(join), Some(join), "join is reduced");
            assert!(!a.fact.implies(b.fact) || a.members & !b.members == 0);
            assert!(a.fact.implies(a.fact) && a.fact.implies(join));
        }
    }
}

#[test]
fn constants_stay_constants() {
    let w = W4();
    for x in integers(w) {
        let a = IntFact::constant(w, x);
        for &op in IntUnary::ALL {
            assert_eq!(unary(w, op, a), IntFact::constant(w, arith::int_unary(w, op, x)));
        }
        for y in integers(w) {
            let b = IntFact::constant(w, y);
            for &op in IntBinary::ALL {
                if let Some(z) = arith::int_binary(w, op, x, y) {
                    assert_eq!(binary(w, op, a, b), IntFact::constant(w, z));
                }
            }
            for &op in IntCompare::ALL {
                assert_eq!(compare(w, op, a, b), Some(arith::int_compare(w, op, x, y)));
            }
            for &op in CheckedInt::ALL {
                let (z, overflow) = arith::int_checked(w, op, x, y);
                assert_eq!(overflows(w, op, a, b), Some(overflow));
                assert_eq!(checked(w, op, a, b, overflow), IntFact::constant(w, z));
            }
        }
    }
}

/// On intervals that do not wrap, the bounds are those of the exact results; comparisons are decided whenever they can
/// be.
#[test]
fn addition_subtraction_and_comparison_are_optimal_on_intervals() {
    let w = W4();
    let cases = intervals(w);
    for a in &cases {
        for b in &cases {
            for (op, checked_op) in [(IntBinary::Add, CheckedInt::Add), (IntBinary::Sub, CheckedInt::Sub)] {
                if overflows(w, checked_op, a.fact, b.fact) == Some(false) {
                    let exact = |x, y| arith::int_binary(w, op, x, y).unwrap();
                    let results = a.each().flat_map(|x| b.each().map(move |y| exact(x, y)));
                    let result = binary(w, op, a.fact, b.fact);
                    assert_eq!(results.clone().min(), Some(result.lo()));
                    assert_eq!(results.max(), Some(result.hi()));
                }
            }
            for &op in IntCompare::ALL {
                let mut outcomes =
                    a.each().flat_map(|x| b.each().map(move |y| arith::int_compare(w, op, x, y)));
                let first = outcomes.next().unwrap();
                let best = outcomes.all(|outcome| outcome == first).then_some(first);
                assert_eq!(compare(w, op, a.fact, b.fact), best, "{op:?} {:?} {:?}", a.fact, b.fact);
            }
        }
    }
}

fn unknown() -> IntFact {
    IntFact::unknown(W64)
}

fn constant(x: i64) -> IntFact {
    IntFact::constant(W64, x)
}

fn range(lo: i64, hi: i64) -> IntFact {
    IntFact::range(W64, lo, hi)
}

#[test]
fn a_mask_bounds() {
    assert_eq!(binary(W64, IntBinary::And, unknown(), constant(7)), range(0, 7));
    assert_eq!(binary(W64, IntBinary::Mod, unknown(), constant(8)), range(0, 7));
    assert_eq!(binary(W64, IntBinary::Mod, unknown(), constant(-8)), range(-7, 0));
    assert_eq!(binary(W64, IntBinary::Rem, unknown(), constant(10)), range(-9, 9));
    assert_eq!(binary(W64, IntBinary::UintRshift, unknown(), constant(60)), range(0, 15));
    assert_eq!(binary(W64, IntBinary::Rshift, unknown(), constant(60)), range(-8, 7));
    assert_eq!(binary(W64, IntBinary::Xor, constant(7), range(2, 5)), range(2, 5));
    assert_eq!(binary(W64, IntBinary::Or, range(8, 9), range(0, 3)).lo(), 8);
}

#[test]
fn one_quotient_keeps_the_remainder_exact() {
    assert_eq!(binary(W64, IntBinary::Mod, range(10, 19), constant(10)), range(0, 9));
    assert_eq!(binary(W64, IntBinary::Mod, range(12, 15), constant(10)), range(2, 5));
    assert_eq!(binary(W64, IntBinary::FloorDiv, range(-10, -1), constant(10)), constant(-1));
    assert_eq!(binary(W64, IntBinary::Rem, range(-3, 3), constant(i64::MIN)), range(-3, 3));
}

#[test]
fn an_upper_bound_rules_out_overflow() {
    let (i, n) = refine_compare(W64, IntCompare::Lt, true, unknown(), unknown()).unwrap();
    assert_eq!((i.hi(), n.lo()), (i64::MAX - 1, i64::MIN + 1));
    assert_eq!(overflows(W64, CheckedInt::Add, i, constant(1)), Some(false));
    let (i, _) = refine_checked_no_overflow(W64, CheckedInt::Add, unknown(), constant(5));
    assert_eq!(i, range(i64::MIN, i64::MAX - 5));
    let (i, _) = refine_checked_no_overflow(W64, CheckedInt::Mul, unknown(), constant(1 << 60));
    assert_eq!(i, range(-8, 7));
}

#[test]
fn an_unsigned_bound_check_gives_both_bounds() {
    let (i, n) = refine_compare(W64, IntCompare::UintLt, true, unknown(), range(0, 100)).unwrap();
    assert_eq!((i, n), (range(0, 99), range(1, 100)));
}

#[test]
fn odd_is_not_even() {
    let even = binary(W64, IntBinary::Lshift, unknown(), constant(1));
    let odd = binary(W64, IntBinary::Add, even, constant(1));
    assert_eq!(compare(W64, IntCompare::Eq, even, odd), Some(false));
    assert_eq!(compare(W64, IntCompare::Ne, even, constant(7)), Some(true));
    let (learned, _) =
        refine_binary(W64, IntBinary::And, unknown(), constant(3), constant(2)).expect("possible");
    assert_eq!(compare(W64, IntCompare::Eq, learned, constant(6)), None);
    assert_eq!(compare(W64, IntCompare::Eq, learned, constant(5)), Some(false));
}

#[test]
fn guards_reach_through_arithmetic() {
    let learned = |op, c, result| refine_binary(W64, op, unknown(), constant(c), result).unwrap().0;
    assert_eq!(learned(IntBinary::Add, 5, range(0, 10)), range(-5, 5));
    assert_eq!(learned(IntBinary::Sub, 5, range(0, 10)), range(5, 15));
    assert_eq!(learned(IntBinary::Rshift, 2, range(0, 10)), range(0, 43));
    assert_eq!(learned(IntBinary::FloorDiv, 10, range(0, 1)), range(0, 19));
    assert_eq!(learned(IntBinary::Mod, 8, constant(0)).as_constant(), None);
    assert_eq!(learned(IntBinary::Mod, 8, constant(0)).zeros(), 7);
    assert_eq!(refine_unary(W64, IntUnary::Neg, unknown(), range(1, 9)), Some(range(-9, -1)));
}

#[test]
fn contradictions_are_seen() {
    assert_eq!(refine_compare(W64, IntCompare::Lt, true, range(5, 9), range(0, 5)), None);
    assert_eq!(refine_compare(W64, IntCompare::Ne, true, constant(1), constant(1)), None);
    assert_eq!(range(0, 3).meet(range(4, 5)), None);
    assert_eq!(IntFact::known_bits(W64, 1, 1), None);
}

#[test]
fn checked_results_are_clipped() {
    assert_eq!(checked(W64, CheckedInt::Add, range(0, i64::MAX), range(1, 5), false), range(1, i64::MAX));
    let wrapped = checked(W64, CheckedInt::Add, range(0, i64::MAX), range(1, 5), true);
    assert_eq!(wrapped, range(i64::MIN, i64::MIN + 4));
}

#[test]
fn booleans() {
    let b = IntFact::boolean(W64);
    assert!(b.is_boolean() && !b.excludes_zero() && constant(3).excludes_zero());
    assert!(unary(W64, IntUnary::IsTrue, unknown()).is_boolean());
    assert!(unknown().is_unknown(W64) && !b.is_unknown(W64));
    assert!(b.implies(unknown()) && !unknown().implies(b));
}
