//! What is printed parses back to the same.

use super::super::{PrintOptions, parse_trace, print_op, print_trace};
use super::{BOXED, EVERYTHING, full, module, plain};
use crate::op::OpKind;
use crate::trace::Label;
use crate::value::{Const, Operand};

#[test]
fn the_papers_example_prints_as_it_is_written() {
    assert_eq!(plain(&module(BOXED)), BOXED);
}

#[test]
fn everything_comes_back_with_and_without_snapshots() {
    let first = module(EVERYTHING);
    let text = full(&first);
    let second = module(&text);
    assert_eq!(first, second, "{text}");
    assert_eq!(text, full(&second));
    // Default snapshots are the same whether or not they were printed.
    assert_eq!(first, module(&plain(&first)));
}

#[test]
fn several_sections_come_back() {
    let text = "\
trace {
L0(p0, i1):
  i4 = int_add(i1, 1)
  guard_true(i4)
  jump(L1, p0, i4)
L1(p0, i4):
  i8 = int_add(i4, 1)
  guard_false(i8)
  jump(L1, p0, i8)
}
";
    let parsed = module(text);
    assert_eq!(plain(&parsed), text);
    assert_eq!(module(&full(&parsed)), parsed);
    assert_eq!(
        parsed.trace.sections[1].args,
        parsed.trace.sections[0].jump().unwrap().1[..]
            .iter()
            .map(|o| o.as_value().unwrap())
            .collect::<Vec<_>>()
    );
}

#[test]
fn the_wrapper_may_be_left_out() {
    let bare = module("L0(i0):\n jump(L1, i0)\nL1(i0):\n i1 = i0 + 1\n jump(L1, i1)\nclass C { }\n");
    let wrapped = module("class C { } trace { L0(i0): jump(L1, i0) L1(i0): i1 = i0 + 1 jump(i1) }");
    assert_eq!(bare, wrapped);
    let with_bridge =
        module("L0(i0):\n jump(L0, i0)\nbridge L0.0 (i0) { jump(i0) }\n=> the rest is not parsed §");
    assert_eq!(with_bridge.bridges.len(), 1);
    assert_eq!(with_bridge.bridges[0].trace.sections[0].jump().unwrap().0, Label::START);
}

#[test]
fn declarations_may_follow_their_uses() {
    let late = module("trace (p0) { i1 = get(p0, n) finish(i1) } class C extends B { n: int } class B { }");
    assert_eq!(late.descriptors.class(late.descriptors.field(crate::FieldId(0)).class).name, "C");
}

#[test]
fn the_authors_names_are_kept() {
    let text = "trace (p7, i5, p5, i90000) {\n  i3 = int_add(i5, i90000)\n  finish(p5, i3)\n}\n";
    let printed = plain(&module(text));
    assert_eq!(printed, "trace (p7, i5, p8, i9) {\n  i3 = int_add(i5, i9)\n  finish(p8, i3)\n}\n");
}

#[test]
fn floats_keep_their_bits() {
    let bits = [
        0u64,
        1 << 63,
        1,
        0x7fefffffffffffff,
        0x7ff0000000000000,
        0xfff0000000000000,
        0x7ff8000000000000,
        0x7ff8000000000001,
        0xfff8000000000000,
        0x7ff0000000000001,
        0x3fb999999999999a,
        0x7e37e43c8800759c,
    ];
    for bits in bits {
        let mut original = module("trace () { finish(0.0) }");
        original.trace.sections[0].ops[0].kind =
            OpKind::Finish(vec![Operand::Const(Const::float(f64::from_bits(bits)))]);
        let text = plain(&original);
        assert_eq!(module(&text), original, "{text}");
    }
}

#[test]
fn ops_print_one_by_one() {
    let parsed = module("trace (i0) { i1 = int_sub_ovf(i0, 1) guard_no_overflow() jump(i1) }");
    let print =
        |index: usize| print_op(&parsed.descriptors, &parsed.trace, &parsed.trace.sections[0].ops[index]);
    assert_eq!(print(0), "i1 = int_sub_ovf(i0, 1)\nguard_no_overflow()");
    assert_eq!(print(1), "jump(i1)");
}

#[test]
fn broken_traces_print_too() {
    let mut parsed = module(EVERYTHING);
    parsed.descriptors = Default::default();
    parsed.trace.types.clear();
    for snapshot in &mut parsed.trace.snapshots {
        snapshot.slots.clear();
    }
    let text = print_trace(&parsed.descriptors, &parsed.trace, PrintOptions { snapshots: true });
    assert!(text.contains("?class"), "{text}");
}

#[test]
fn a_trace_alone_uses_the_descriptors_it_is_given() {
    let whole = module(EVERYTHING);
    let text = print_trace(&whole.descriptors, &whole.trace, PrintOptions { snapshots: true });
    let (descriptors, trace) = parse_trace(&whole.descriptors, &[], &text).unwrap();
    assert_eq!(descriptors, whole.descriptors);
    assert_eq!(trace, whole.trace);
    let (more, _) =
        parse_trace(&whole.descriptors, &[], "trace () resume new_code@0() { finish() }").unwrap();
    assert_eq!(more.codes.last().map(String::as_str), Some("new_code"));
}

#[test]
fn a_trace_alone_may_jump_to_labels_outside() {
    let target = module("class Box { value: int } trace (p0, i1) { jump(p0, i1) }");
    let labels = target.trace.labels();
    let parse = |source: &str| parse_trace(&target.descriptors, &labels, source).map_err(|e| e.to_string());
    let (_, bridge) = parse("trace { L2(p0): i1 = get(p0, value) jump(L0, p0, i1) }").unwrap();
    assert_eq!(bridge.sections[0].jump().unwrap().0, Label::START);
    assert!(parse("L2(p0): jump(L0, p0, p0)").is_err());
    assert!(parse("L2(p0): jump(L1, p0)").is_err());
    assert_eq!(
        parse("L2(p0): jump(L0, p0, 1) class C { }").unwrap_err(),
        "1:25: expected the end: here stands one trace, without declarations, found `class`"
    );
}
