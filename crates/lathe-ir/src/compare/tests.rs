//! What is equal up to renaming, and what is not.

use super::{CompareOptions, equal_up_to_renaming};
use crate::text::parse;

fn compare(a: &str, b: &str, snapshots: bool) -> Result<(), String> {
    let [a, b] =
        [a, b].map(|source| parse(source).unwrap_or_else(|e| panic!("{}", e.render("test", source))).0);
    let options = CompareOptions { snapshots };
    let forward = equal_up_to_renaming(&a.descriptors, &a.trace, &b.descriptors, &b.trace, options);
    let backward = equal_up_to_renaming(&b.descriptors, &b.trace, &a.descriptors, &a.trace, options);
    assert_eq!(forward.is_ok(), backward.is_ok(), "{forward:?} {backward:?}");
    forward.map_err(|difference| difference.to_string())
}

#[track_caller]
fn equal(a: &str, b: &str) {
    assert_eq!(compare(a, b, false), Ok(()));
}

#[track_caller]
fn differ(a: &str, b: &str, message: &str) {
    assert_eq!(compare(a, b, false), Err(message.to_string()));
}

#[test]
fn names_do_not_matter() {
    equal(
        "trace (p0, i1) { i2 = int_add(i1, 1) guard_true(i2) jump(p0, i2) }",
        "trace (p7, i3) { i9 = int_add(i3, 1) guard_true(i9) jump(p7, i9) }",
    );
}

#[test]
fn descriptors_compare_by_name() {
    equal(
        "class A { n: int } class B { n: int } trace (p0) { i1 = get(p0, B.n) finish(i1) }",
        "class B { m: int, n: int } trace (p0) { i1 = get(p0, n) finish(i1) }",
    );
    differ(
        "class A { n: int } class B { n: int } trace (p0) { i1 = get(p0, A.n) finish(i1) }",
        "class B { n: int } trace (p0) { i1 = get(p0, n) finish(i1) }",
        "section 0, op 0: `i1 = get(p0, A.n)` against `i1 = get(p0, n)`: they do different things",
    );
}

#[test]
fn ops_operands_and_lengths_matter() {
    differ(
        "trace (i0) { i1 = int_add(i0, 1) jump(i1) }",
        "trace (i0) { i1 = int_sub(i0, 1) jump(i1) }",
        "section 0, op 0: `i1 = int_add(i0, 1)` against `i1 = int_sub(i0, 1)`: they do different things",
    );
    differ(
        "trace (i0) { i1 = int_add(i0, 1) i2 = int_add(i0, i1) jump(i2) }",
        "trace (i0) { i1 = int_add(i0, 1) i2 = int_add(i1, i0) jump(i2) }",
        "section 0, op 1: `i2 = int_add(i0, i1)` against `i2 = int_add(i1, i0)`: \
         operand `i0` against `i1`, but `i0` is `i0` in the second trace",
    );
    differ(
        "trace (i0) { i1 = int_add(i0, 1) finish(i1) }",
        "trace (i0) { i1 = int_add(i0, 2) finish(i1) }",
        "section 0, op 0: `i1 = int_add(i0, 1)` against `i1 = int_add(i0, 2)`: operand `1` against `2`",
    );
    differ(
        "trace (i0) { i1 = int_add_ovf(i0, 1) guard_no_overflow() finish(i1) }",
        "trace (i0) { i1 = int_add_ovf(i0, 1) guard_overflow() finish(i1) }",
        "section 0, op 0: `i1 = int_add_ovf(i0, 1); guard_no_overflow()` against \
         `i1 = int_add_ovf(i0, 1); guard_overflow()`: they do different things",
    );
    differ(
        "trace () { finish(0.0) }",
        "trace () { finish(-0.0) }",
        "section 0, op 0: `finish(0.0)` against `finish(-0.0)`: operand `0.0` against `-0.0`",
    );
    differ(
        "trace () { finish(1) }",
        "trace () { finish(1, 2) }",
        "section 0, op 0: `finish(1)` against `finish(1, 2)`: 1 operands against 2",
    );
    differ("trace (i0) { jump(i0) }", "trace (f0) { jump(f0) }", "section 0: argument `i0` against `f0`");
    differ(
        "trace (i0) { guard_true(i0) finish() }",
        "trace (i0) { finish() }",
        "section 0, op 0: `guard_true(i0)` against `finish()`: they do different things",
    );
}

#[test]
fn two_values_do_not_become_one() {
    let two = "trace (i0) { i1 = int_neg(i0) i2 = int_neg(i0) finish(i1, i2) }";
    let same = "trace (i0) { i1 = int_neg(i0) i2 = int_neg(i0) finish(i1, i1) }";
    assert!(compare(two, same, false).is_err());
}

#[test]
fn the_first_label_keeps_the_order_of_its_arguments() {
    differ(
        "trace (i0, i1) { i2 = int_sub(i0, i1) finish(i2) }",
        "trace (i0, i1) { i2 = int_sub(i1, i0) finish(i2) }",
        "section 0, op 0: `i2 = int_sub(i0, i1)` against `i2 = int_sub(i1, i0)`: \
         operand `i0` against `i1`, but `i0` is `i0` in the second trace",
    );
    differ(
        "trace (i0, i1) { jump(i0, i1) }",
        "trace (i0, i1) { jump(i1, i0) }",
        "section 0, op 0: the jump passes `i0` in the first trace, `i1` in the second",
    );
}

#[test]
fn label_arguments_may_be_permuted() {
    let original = "trace {
        L0(i0, i1, p0): jump(L1, i0, i1, p0)
        L1(i0, i1, p0): i2 = int_sub(i0, i1) jump(L1, i2, i1, p0) }";
    equal(
        original,
        "trace {
        L0(i0, i1, p0): jump(L5, p0, i1, i0)
        L5(p0, i7, i3): i4 = int_sub(i3, i7) jump(L5, p0, i7, i4) }",
    );
    let wrong_entry = "trace {
        L0(i0, i1, p0): jump(L5, p0, i0, i1)
        L5(p0, i7, i3): i4 = int_sub(i3, i7) jump(L5, p0, i7, i4) }";
    assert!(compare(original, wrong_entry, false).is_err());
    let wrong_loop = "trace {
        L0(i0, i1, p0): jump(L5, p0, i1, i0)
        L5(p0, i7, i3): i4 = int_sub(i3, i7) jump(L5, p0, i4, i7) }";
    assert!(compare(original, wrong_loop, false).is_err());
}

#[test]
fn arguments_that_only_jumps_use_are_paired_through_jumps() {
    equal(
        "trace { L0(p0, p1): jump(L1, p0, p1, 5) L1(p0, p1, i0): jump(L1, p0, p1, 7) }",
        "trace { L0(p0, p1): jump(L1, p1, 5, p0) L1(p0, i0, p1): jump(L1, p0, 7, p1) }",
    );
    // The same is passed to both at first; which is which shows only in the loop.
    equal(
        "trace { L0(p0): jump(L1, p0, p0) L1(p1, p2): jump(L1, p1, p1) }",
        "trace { L0(p0): jump(L1, p0, p0) L1(p2, p1): jump(L1, p1, p1) }",
    );
    differ(
        "trace { L0(p0): jump(L1, p0, p0) L1(p1, p2): jump(L1, p1, p1) }",
        "trace { L0(p0): jump(L1, p0, p0) L1(p1, p2): jump(L1, p2, p1) }",
        "section 1, op 0: the jump passes `p1` in the first trace, `p2` in the second",
    );
    let swap = "trace { L0(p0, p1): jump(L1, p0, p1) L1(p0, p1): jump(L1, p1, p0) }";
    let keep = "trace { L0(p0, p1): jump(L1, p0, p1) L1(p0, p1): jump(L1, p0, p1) }";
    assert!(compare(swap, keep, false).is_err());
}

#[test]
fn many_arguments_alike_do_not_take_forever() {
    let names: Vec<String> = (0..60).map(|n| format!("i{n}")).collect();
    let args = names.join(", ");
    let zeros = vec!["0"; 60].join(", ");
    let rotated = format!("{}, i0", names[1..].join(", "));
    let source = |passed: &str| format!("trace {{ L0(): jump(L1, {zeros}) L1({args}): jump(L1, {passed}) }}");
    equal(&source(&args), &source(&args));
    assert!(compare(&source(&args), &source(&rotated), false).is_err());
}

#[test]
fn sections_and_targets_matter() {
    let one = "trace { L0(): jump(L0) }";
    let two = "trace { L0(): jump(L1) L1(): jump(L1) }";
    let back = "trace { L0(): jump(L1) L1(): jump(L0) }";
    assert!(compare(one, two, false).is_err());
    differ(two, back, "section 1, op 0: a jump to L1 against one to L0");
    let unused = "trace { L0(): jump(L1, 1) L1(i0): jump(L1, i0) }";
    differ(two, unused, "section 0, op 0: `jump(L1)` against `jump(L1, 1)`: 0 operands against 1");
}

#[test]
fn snapshots_count_if_wanted() {
    let with = |snapshot: &str| {
        let declarations = "class C { n: int, c: C? } array A of int";
        format!(
            "{declarations} trace (p0, i0) resume f@0(p0, i0) {{ guard_true(i0) {{ {snapshot} }} finish() }}"
        )
    };
    let original =
        with("resume f@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5");
    let renumbered =
        with("resume f@1(v1, v0, i0) v0 = C { n: i0, c: v0 } v1 = C { c: v0 } p0.n = i0 p0[i0] = 5");
    assert_eq!(compare(&original, &renumbered, true), Ok(()));
    for other in [
        "resume f@1(v0, v0, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5",
        "resume f@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: 1, c: v1 } p0.n = i0 p0[i0] = 5",
        "resume f@2(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5",
        "resume g@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5",
        "raise f@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5",
        "resume f@1(v0, v1, _) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0 p0[i0] = 5",
        "resume f@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0[i0] = 5 p0.n = i0",
        "resume f@1(v0, v1, i0) v0 = C { c: v1 } v1 = C { n: i0, c: v1 } p0.n = i0",
    ] {
        assert!(compare(&original, &with(other), true).is_err(), "{other}");
        assert_eq!(compare(&original, &with(other), false), Ok(()));
    }
}
