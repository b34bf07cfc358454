//! Error messages say what is wrong, and where.

use super::super::parse;
use super::{body_error, error};

#[test]
fn ops() {
    assert_eq!(body_error("i1 = int_ad(i0, 1)"), "3:6: unknown op `int_ad`; did you mean `int_add`?");
    assert_eq!(body_error("prin(i0)"), "3:1: unknown op `prin`; did you mean `print`?");
    assert_eq!(body_error("i1 = int_add(i0, 1, 2)"), "3:6: int_add takes 2 operands, got 3");
    assert_eq!(body_error("guard_true()"), "3:1: guard_true takes 1 operand, got 0");
    assert_eq!(body_error("guard_no_attention(i0)"), "3:1: guard_no_attention takes no operands, got 1");
    assert_eq!(body_error("i1 = getitem(p0)"), "3:6: getitem takes 2 or 3 operands, got 1");
    assert_eq!(
        body_error("i1 = getitem(p0, 0, Box)"),
        "3:1: getitem needs an array class, and `Box` is not one"
    );
    assert_eq!(body_error("i1 = int_add(i0, ,)"), "3:18: expected a value or a constant, found `,`");
    assert_eq!(body_error("i1 = int_add(i0 i0)"), "3:6: int_add takes 2 operands, got 1");
    assert_eq!(body_error("i1 = i0"), "4:1: expected `+`, `-` or `*`, found `}`");
    assert_eq!(body_error("i0"), "3:1: expected an op, found `i0`");
    assert_eq!(body_error("call(prnt, i0)"), "3:6: unknown helper `prnt`; did you mean `print`?");
    assert_eq!(body_error("guard_value(i0, i0)"), "3:17: expected a constant, found `i0`");
}

#[test]
fn values() {
    assert_eq!(body_error("i1 = int_add(i0, i7)"), "3:18: `i7` is not defined here");
    assert_eq!(body_error("i1 = int_add(i0, p7)"), "3:18: `p7` is not defined here");
    assert_eq!(
        body_error("i3 = i0 + 1\nguard_nonnull(p3)"),
        "4:15: `p3` is not defined here; did you mean `i3`?"
    );
    assert_eq!(body_error("i0 = int_add(i0, 1)"), "3:1: `i0` is defined twice");
    assert_eq!(
        body_error("x = int_add(i0, 1)"),
        "3:1: `x` is not the name of a value: values are called i3 (int), f4 (float) or p5 (ref)"
    );
    assert!(body_error("i1 = int_add(i0, total)").starts_with("3:18: `total` is not the name of a value"));
    assert_eq!(
        error("trace { L0(i0): i1 = i0 + 1 jump(L1)\n L1(): finish(i1) }"),
        "2:15: `i1` is not defined in this section; it could be an argument of the label"
    );
}

#[test]
fn types_are_checked() {
    assert_eq!(
        body_error("i1 = int_add(i0, p0)"),
        "3:1: operand 2 of int_add must be an int, but `p0` is a ref"
    );
    assert_eq!(body_error("p1 = int_add(i0, 1)"), "3:1: the result of int_add is an int, `p1` a ref");
    assert_eq!(body_error("print(i0, 1)"), "3:1: print takes 1 operand, got 2");
    assert_eq!(body_error("hash(p0)"), "3:1: call has a result (an int), which needs a name");
    assert_eq!(body_error("i1 = i0 + 1"), "3:1: a section must end in jump, finish or exit");
    assert_eq!(body_error("jump(p0, i0)"), "3:1: a jump to L0 takes 3 operands, got 2");
}

#[test]
fn numbers() {
    assert_eq!(
        body_error("finish(9223372036854775808)"),
        "3:8: `9223372036854775808` does not fit in a signed 64-bit integer"
    );
    assert_eq!(
        body_error("finish( -9223372036854775809)"),
        "3:9: `-9223372036854775809` does not fit in a signed 64-bit integer"
    );
    assert!(body_error("finish(0xffffffffffffffff)").contains("does not fit"));
    assert!(body_error("finish(1e999)").contains("too large for a float"));
    assert_eq!(body_error("finish(nan:0x1)"), "3:12: `0x1` is not the bits of a NaN");
    assert_eq!(body_error("finish(-p0)"), "3:9: expected a number after `-`, found `p0`");
}

#[test]
fn overflow_checks_go_with_their_guard() {
    assert_eq!(
        body_error("i1 = int_add_ovf(i0, 1)\nfinish()"),
        "4:1: expected guard_no_overflow() or guard_overflow() directly after int_add_ovf, found `finish`"
    );
    assert_eq!(
        body_error("guard_no_overflow()"),
        "3:1: `guard_no_overflow` must directly follow int_add_ovf, int_sub_ovf or int_mul_ovf"
    );
}

#[test]
fn fields_and_classes() {
    assert_eq!(body_error("i1 = get(p0, m)"), "3:14: unknown field `m`; did you mean `n`?");
    assert_eq!(
        body_error("i1 = get(p0, value)"),
        "3:14: several classes have a field `value`: say `Box.value` or `Node.value`"
    );
    assert_eq!(body_error("p1 = new(Nod)"), "3:10: unknown class `Nod`; did you mean `Node`?");
    assert_eq!(
        body_error("f1 = getitem(p0, 0)"),
        "3:19: getitem needs an array class, and no array of float is declared"
    );
    assert_eq!(body_error("finish(@two)"), "3:9: unknown object `two`");
    assert_eq!(
        error("array A of int array B of int trace (p0) { i1 = arraylen(p0) finish() }"),
        "1:60: arraylen must say which array class: `A`, `B`, …"
    );
}

#[test]
fn declarations() {
    assert_eq!(error("class A { } class A { } trace () { finish() }"), "1:19: class `A` is declared twice");
    assert_eq!(
        error("class A extends B { } class B extends A { } trace () { finish() }"),
        "1:7: class `A` inherits from itself"
    );
    assert_eq!(error("class A { n: itn }"), "1:14: unknown class `itn`");
    assert_eq!(error("class A { n: int? }"), "1:14: `?` goes with a class, not with `int`");
    assert_eq!(error("class A { n int }"), "1:13: expected `:`, found `int`");
    assert_eq!(error("class A { n: int m: int }"), "1:18: expected `,` or `}`, found `m`");
    assert_eq!(
        error("hybrid class A { a: int, b: int }"),
        "1:14: hybrid class `A` must have exactly one field, not 2"
    );
    assert_eq!(error("value array A of int"), "1:7: expected `class` after `value`, found `array`");
    assert_eq!(error("helper f(word)"), "1:10: expected a type (int, float or ref), found `word`");
    assert_eq!(
        error("class C { } helper f() reads C"),
        "1:30: `C` is not an array class: say which field, `C.field`"
    );
    assert_eq!(error("class C { n: u8 } object o: C { n: 300 }"), "1:26: field `n` of `@o` cannot hold 300");
    assert_eq!(error("class C { n: int } object o: C [1]"), "1:32: expected `{`, found `[`");
}

#[test]
fn files() {
    assert_eq!(error(""), "1:1: expected a trace, found the end of the input");
    assert_eq!(error("class C { }"), "1:12: expected a trace, found the end of the input");
    assert_eq!(error("trace () { finish() } trace () { finish() }"), "1:23: a file holds only one trace");
    assert_eq!(error("trace () { finish()"), "1:20: expected an op, found the end of the input");
    assert_eq!(error("trace { finish() }"), "1:9: expected a label, such as `L0(p0):`, found `finish`");
    assert_eq!(error("trace { }"), "1:1: this trace has no sections");
    assert!(error("jump()").starts_with("1:1: expected a declaration"));
    assert_eq!(
        error("trace () { finish() } bridge 3"),
        "1:30: expected the guard that the bridge starts from, such as `L1.0`, found `3`"
    );
    assert_eq!(
        error("trace () { finish() } bridge L0.0 () { jump(L1) }"),
        "1:40: there is no label L1 to jump to"
    );
    assert_eq!(error("trace () { finish() => }"), "1:21: `=>` must be the first thing on its line");
}

#[test]
fn errors_are_shown_in_their_line() {
    let source = "trace (i0) {\n\ti1 = int_add(i0, i77)\n}";
    let error = parse(source).unwrap_err();
    let shown = error.render("a.trace", source);
    assert_eq!(
        shown,
        "a.trace:2:19: `i77` is not defined here\n\ti1 = int_add(i0, i77)\n\t                 ^~~\n"
    );
}

#[test]
fn the_source_map_knows_labels_and_ops() {
    let (_, maps) =
        parse("trace (i0) {\n  i1 = int_add_ovf(i0, 1)\n  guard_no_overflow()\n  jump(i1) }").unwrap();
    let place = |span: Option<super::super::Span>| span.map(|s| (s.line, s.col, s.len));
    assert_eq!(place(maps.trace.label(0)), Some((1, 1, 10)));
    assert_eq!(place(maps.trace.op(0, 0)).map(|p| p.0), Some(2));
    assert_eq!(place(maps.trace.op(0, 1)), Some((4, 3, 8)));
    assert_eq!(maps.trace.op(0, 2), None);
}
