//! Every rule for all 4-bit integers; paths for random orders.

use super::rules::{AtMost, Found, Term, decide, of_binary, of_compare, of_exact, of_select};
use super::*;
use crate::int_fact::IntFact;
use crate::options::Options;
use lathe_ir::arith::{self, Width};
use lathe_ir::{CheckedInt, Descriptors, IntBinary, Section, Trace, Type};

fn w4() -> Width {
    Width::new(4)
}

fn integers() -> impl Iterator<Item = i64> + Clone {
    w4().min()..=w4().max()
}

/// Intervals with ends where something changes.
fn facts() -> Vec<IntFact> {
    let ends = [-8, -7, -3, -1, 0, 1, 2, 6, 7];
    let from =
        |lo: i64| ends.iter().filter(move |&&hi| hi >= lo).map(move |&hi| IntFact::range(w4(), lo, hi));
    ends.iter().flat_map(|&lo| from(lo)).collect()
}

/// Every pair of integers with every pair of facts that allow them.
fn pairs(mut check: impl FnMut(i64, i64, IntFact, IntFact)) {
    let facts = facts();
    for &fact_a in &facts {
        for &fact_b in &facts {
            for a in integers().filter(|&a| fact_a.contains(a)) {
                for b in integers().filter(|&b| fact_b.contains(b)) {
                    check(a, b, fact_a, fact_b);
                }
            }
        }
    }
}

#[track_caller]
fn holds(found: Found, a: i64, b: i64, result: i64, what: impl std::fmt::Debug) {
    let value = |term| match term {
        Term::A => a as i128,
        Term::B => b as i128,
        Term::Result => result as i128,
    };
    for at_most in found.iter() {
        assert!(
            value(at_most.lower) <= value(at_most.upper) + at_most.distance as i128,
            "{what:?} of {a} and {b} is {result}: {at_most:?}"
        );
    }
}

#[test]
fn comparisons_say_what_is_so() {
    for &op in IntCompare::ALL {
        pairs(|a, b, fact_a, fact_b| {
            let outcome = arith::int_compare(w4(), op, a, b);
            holds(of_compare(op, outcome, fact_a, fact_b), a, b, 0, (op, outcome));
        });
    }
}

#[test]
fn arithmetic_says_what_is_so() {
    for &op in IntBinary::ALL {
        pairs(|a, b, fact_a, fact_b| {
            if let Some(result) = arith::int_binary(w4(), op, a, b) {
                holds(of_binary(w4(), op, fact_a, fact_b), a, b, result, (op, fact_a, fact_b));
            }
        });
    }
}

#[test]
fn checked_arithmetic_says_what_is_so() {
    for op in [CheckedInt::Add, CheckedInt::Sub, CheckedInt::Mul] {
        pairs(|a, b, fact_a, fact_b| {
            let (result, overflow) = arith::int_checked(w4(), op, a, b);
            if !overflow {
                holds(of_exact(op, fact_a, fact_b), a, b, result, (op, fact_a, fact_b));
            }
        });
    }
}

#[test]
fn the_smaller_and_the_larger_one_are() {
    for &op in IntCompare::ALL {
        for turned in [false, true] {
            for a in integers() {
                for b in integers() {
                    let first = arith::int_compare(w4(), op, a, b);
                    let result = if first != turned { a } else { b };
                    holds(of_select(op, turned), a, b, result, (op, turned));
                }
            }
        }
    }
}

/// An order that is known in part decides as the integers do.
#[test]
fn decisions_are_right() {
    for &op in IntCompare::ALL {
        for a in integers() {
            for b in integers() {
                for known in -16..16 {
                    // All that is known of the two is `a <= b + known` or `b <= a + known`, where that is so.
                    let prove = |turned: bool, distance: i64| {
                        let (lower, upper) = if turned { (b, a) } else { (a, b) };
                        (lower <= upper + known && known <= distance).then(Path::new)
                    };
                    if let Some((outcome, _)) = decide(op, prove) {
                        assert_eq!(outcome, arith::int_compare(w4(), op, a, b), "{op:?} {a} {b} {known}");
                    }
                }
            }
        }
    }
}

#[test]
fn an_exact_sum_orders_both_ways() {
    let one = IntFact::constant(w4(), 1);
    let below = IntFact::range(w4(), -8, 6);
    let up = AtMost { lower: Term::Result, upper: Term::A, distance: 1 };
    let down = AtMost { lower: Term::A, upper: Term::Result, distance: -1 };
    let found = of_binary(w4(), IntBinary::Add, below, one);
    assert!(found.iter().any(|it| it == up) && found.iter().any(|it| it == down), "{found:?}");
    // 7 + 1 wraps around.
    assert_eq!(of_binary(w4(), IntBinary::Add, IntFact::unknown(w4()), one), Found::default());
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as i64
    }
}

/// Integers for eight names, edges that hold for them: what paths show holds as well.
#[test]
fn paths_show_what_is_so() {
    let descriptors = Descriptors::default();
    let section = Section { label: lathe_ir::Label(0), args: Vec::new(), snapshot: None, ops: Vec::new() };
    let input = Trace { types: vec![Type::Int; 8], sections: vec![section], snapshots: Vec::new() };
    let options = Options::default();
    let cx = Context::new(&descriptors, &input, options.passes, options.fuel);
    let mut random = Random(99);
    let mut shown = 0;
    for _ in 0..3000 {
        let integers: Vec<i64> = (0..8).map(|_| random.below(20) - 10).collect();
        let mut relations = Relations::default();
        for _ in 0..random.below(20) {
            let (x, y) = (random.below(8) as usize, random.below(8) as usize);
            if x != y {
                let distance = integers[x] - integers[y] + random.below(3);
                relations.insert(Value(x as u32), Value(y as u32), distance);
            }
        }
        for x in 0..8 {
            for y in (0..8).filter(|&y| y != x) {
                for distance in -6..6 {
                    if let Some(path) = relations.path(Value(x as u32), Value(y as u32), distance, &cx) {
                        assert!(integers[x] <= integers[y] + distance, "{integers:?} {relations:?}");
                        assert_eq!((path[0].1, path[path.len() - 1].0), (Value(y as u32), Value(x as u32)));
                        shown += 1;
                    }
                }
            }
        }
    }
    assert!(shown > 10_000, "{shown}");
}
