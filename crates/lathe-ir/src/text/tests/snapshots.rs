//! Written and default snapshots.

use super::{error, full, module};

#[test]
fn guards_get_the_values_that_are_alive() {
    let parsed = module(
        "class C { n: int } helper h(ref) raises calls_back
         trace (p0, p1, i2) {
           guard_class(p1, C)
           i3 = get(p1, n)
           i4 = int_add_ovf(i3, i2)
           guard_no_overflow()
           guard_true(i4)
           call(h, p0)
           guard_not_forced()
           guard_no_exception()
           finish(i3)
         }",
    );
    let printed = full(&parsed);
    let expected = "\
trace (p0, p1, i2) resume trace@0(p0, p1, i2) {
  guard_class(p1, C) { resume trace@0(p0, p1, i2) }
  i3 = get(p1, n)
  i4 = int_add_ovf(i3, i2)
  guard_no_overflow() { resume trace@2(p0, i2, i3) }
  guard_true(i4) { resume trace@3(p0, i3, i4) }
  call(h, p0)
  guard_not_forced() { continue trace@5(i3) }
  guard_no_exception() { raise trace@6(i3) }
  finish(i3)
}
";
    assert!(printed.ends_with(expected), "{printed}");
    assert_eq!(module(&printed), parsed);
}

#[test]
fn uses_in_written_snapshots_keep_values_alive() {
    let parsed = module("trace (p0, i1) { guard_true(i1) guard_true(1) { resume f@0(p0) } exit() }");
    let printed = full(&parsed);
    assert!(printed.contains("guard_true(i1) { resume trace@0(p0, i1) }"), "{printed}");
    assert!(printed.contains("exit() { resume trace@2() }"), "{printed}");
    // `trace` comes before `f`, as it does in the printed text.
    assert_eq!(parsed.descriptors.codes, ["trace", "f"]);
    assert_eq!(module(&printed), parsed);
}

#[test]
fn bridges_have_codes_of_their_own() {
    let parsed = module(
        "trace (i0) { guard_true(i0) jump(i0) }
         bridge L1.0 (i0) { guard_false(i0) jump(i0) }
         bridge L0.3 (i0) { guard_false(i0) jump(L0, i0) }",
    );
    assert_eq!(parsed.descriptors.codes, ["trace", "bridge0", "bridge1"]);
    assert_eq!(module(&full(&parsed)), parsed);
}

#[test]
fn virtuals_and_delayed_stores_come_back() {
    let text = "\
class BoxedInteger { intval: int }
class Node { next: Node?, value: ref }
class Other { value: ref }
array Refs of ref
array Ints of int
object one: Node { next: null, value: null }

trace (p3, p4, i2, i14) resume f@3(p3, p4, i2, i14), \"<lambda>\"@0() {
  guard_true(i14) {
    resume f@8(v0, i2, 5, null, _), g@2(p3, v2, v1)
    v0 = BoxedInteger { intval: i14 }
    v1 = Ints [i2, 7]
    v2 = Node { next: v2, value: v0 }
    p3.next = v2
    @one.next = v2
    v2.Node.value = v0
    p4[i2] = v0 : Refs
    v1[0] = i2 : Ints
  }
  jump(p3, p4, i2, i14)
}
";
    let parsed = module(text);
    assert_eq!(full(&parsed), text);
    let shorter =
        text.replace(" : Refs", "").replace(" : Ints", "").replace("(p3, v2, v1)\n", "(p3, v2, v1),\n");
    assert_eq!(module(&shorter), parsed);
}

#[test]
fn labels_describe_their_virtuals() {
    let text = "\
class BoxedInteger { intval: int }
class Node { next: Node?, value: ref }
array Ints of int

trace {
L0(i0) resume f@0(v0) where v0 = BoxedInteger { intval: i0 }:
  jump(L1, null, i0)
L1(p1, i4) resume f@0(p1, v0), g@2(v1, v2) where v0 = Ints [i4, 7], v1 = Node { next: v1, value: v2 }, v2 = Node { next: null, value: null }:
  jump(L1, p1, i4)
}
";
    let parsed = module(text);
    assert_eq!(full(&parsed), text);
    let bare = text.replace("trace {\n", "").replace("(L1, p1, i4)\n}", "(L1, p1, i4)");
    assert_eq!(module(&bare), parsed);
    let trailing = text.replace("value: null }:", "value: null },:");
    assert_eq!(module(&trailing), parsed);
}

#[test]
fn the_header_of_a_trace_describes_its_virtuals() {
    let text = "\
class Box { value: ref }

trace (p0) resume f@0(v0, v1) where v0 = Box { value: v1 }, v1 = Box { value: p0 } {
  guard_nonnull(p0) { resume f@0(p0) }
  jump(p0)
}

bridge L0.0 (p0) {
  guard_isnull(p0) { resume f@1(p0) }
  jump(L0, p0)
}
";
    let parsed = module(text);
    assert_eq!(full(&parsed), text);
    assert_eq!(module(&full(&parsed)), parsed);
}

#[test]
fn mistakes_in_the_snapshots_of_labels_are_found() {
    let with_header =
        |header: &str| error(&format!("class C {{ n: int }} trace (i0)\n{header} {{ finish() }}"));
    assert_eq!(with_header("resume f@0(v0)"), "2:12: this snapshot does not say what `v0` is");
    assert_eq!(
        with_header("resume f@0(v0) where v1 = C { }"),
        "2:22: expected `v0` here: virtuals are described in order"
    );
    assert_eq!(
        with_header("resume f@0() where"),
        "2:20: expected a virtual, such as `v0 = Box { value: i4 }`, found `{`"
    );
    assert_eq!(
        with_header("resume f@0(v0) where v0 = C { m: 1 }"),
        "2:31: class `C` has no field `m`; did you mean `n`?"
    );
    assert_eq!(with_header("resume f@0(v0) where v0 = C { n: i9 }"), "2:34: `i9` is not defined here");
}

#[test]
fn unmentioned_fields_of_virtuals_are_zero() {
    let parsed = module(
        "class C { i: int, f: float, p: ref } trace () { exit() { resume f@0(v0) v0 = C { f: 1.0 } } }",
    );
    assert!(full(&parsed).contains("v0 = C { i: 0, f: 1.0, p: null }"));
}

#[test]
fn mistakes_in_snapshots_are_found() {
    let in_block = |block: &str| {
        error(&format!(
            "class C {{ n: int }} array A of int trace (p0, i0) {{ guard_true(i0) {{\n{block}\n}} finish() }}"
        ))
    };
    assert_eq!(in_block(""), "3:1: expected `resume`, `raise` or `continue`, found `}`");
    assert_eq!(in_block("resume f@0(i7)"), "2:12: `i7` is not defined here");
    assert_eq!(in_block("resume f@0(v0)"), "2:12: this snapshot does not say what `v0` is");
    assert_eq!(
        in_block("resume f@0() v1 = C {}"),
        "2:14: expected `v0` here: virtuals are described in order"
    );
    assert_eq!(
        in_block("resume f@0() v0 = C { m: 1 }"),
        "2:23: class `C` has no field `m`; did you mean `n`?"
    );
    assert_eq!(in_block("resume f@0() v0 = C { n: 1, n: 2 }"), "2:29: field `n` is given twice");
    assert_eq!(in_block("resume f@0() 5"), "2:14: expected a virtual, a delayed store or `}`, found `5`");
    assert_eq!(in_block("resume f@-1()"), "2:10: expected the position in a frame's code, found `-`");
    assert_eq!(
        error("trace () { finish() { resume f@0() } }"),
        "1:21: only guards and `exit` have a snapshot, not `finish`"
    );
}
