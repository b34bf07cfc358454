//! `lathe eval`: arguments of every kind, and where the trace leaves.

use crate::lathe::{Run, lathe};

const DECLARATIONS: &str = "\
class Box { value: int, next: Box? }
class Point { x: float, y: f32 }
array Ints of int
array Bytes of u8
object one: Box { value: 1 }
helper show(ref, int) -> int
";

/// Runs a trace that gives back its argument.
fn identity(letter: char, argument: &str) -> Run {
    let source = format!("{DECLARATIONS}trace ({letter}0) {{\n  finish({letter}0)\n}}\n");
    lathe(&["eval", "--args", argument, "-"], source.as_bytes())
}

#[test]
fn arguments_of_every_kind() {
    for (letter, argument, result) in [
        ('i', "5", "5"),
        ('i', " -9223372036854775808 ", "-9223372036854775808"),
        ('f', "2.5", "2.5"),
        ('f', "3", "3.0"),
        ('f', "-0.0", "-0.0"),
        ('f', "-1e-3", "-0.001"),
        ('f', "inf", "inf"),
        ('f', "-inf", "-inf"),
        ('f', "nan", "NaN"),
        ('p', "null", "null"),
        ('p', "@one", "Box{value: 1, next: null}"),
        ('p', "Box{}", "Box{value: 0, next: null}"),
        ('p', "Box{value: 3, next: Box{value: 4}}", "Box{value: 3, next: Box{value: 4, next: null}}"),
        ('p', "Box{next: @one,}", "Box{value: 0, next: Box{value: 1, next: null}}"),
        ('p', "Point{x: 1, y: 0.1}", "Point{x: 1.0, y: 0.10000000149011612}"),
        ('p', "Ints[1, -2,]", "Ints[1, -2]"),
        ('p', "Ints[]", "Ints[]"),
        ('p', "Bytes[300, -1]", "Bytes[44, 255]"),
    ] {
        assert_eq!(identity(letter, argument).ok(), format!("finish({result})\n"), "{argument}");
    }
}

#[test]
fn arguments_that_make_no_sense() {
    for (letter, argument, col, message) in [
        ('i', "", 1, "the trace takes 1 argument, there are 0 here"),
        ('i', "1, 2", 4, "the trace takes only 1 argument"),
        ('i', "1,", 3, "expected a number"),
        ('i', "1 2", 3, "expected `,`, found `2`"),
        ('i', "1.5", 1, "expected an int, found a float"),
        ('i', "null", 1, "expected an int, found an object or null"),
        ('f', "null", 1, "expected a float"),
        ('p', "7", 1, "expected an object or null, found an int"),
        ('i', "99999999999999999999", 1, "does not fit in a signed 64-bit integer"),
        ('i', "0x10", 1, "`0x10` is no number and no class"),
        ('i', "-", 1, "`-` is no number and no class"),
        ('i', "é", 1, "`é` is no number and no class"),
        ('p', "@two", 1, "there is no object `@two`"),
        ('p', "@", 1, "there is no object `@`"),
        ('p', "Box", 4, "expected `{`, found the end"),
        ('p', "Box{value: 1", 13, "expected `}`, found the end"),
        ('p', "Box{valu: 1}", 5, "class `Box` has no field `valu`"),
        ('p', "Box{: 1}", 5, "expected the name of a field"),
        ('p', "Box{value 1}", 11, "expected `:`"),
        ('p', "Box{value: 1.5}", 12, "expected an int, found a float"),
        ('p', "Box{next: Point{}}", 11, "an object of class `Box` is promised, this is one of `Point`"),
        ('p', "Ints[1; 2]", 7, "expected `]`, found `;`"),
        ('p', "Ints[", 6, "expected a number"),
    ] {
        identity(letter, argument).fails_at(&format!("--args:1:{col}"), message);
    }
}

#[test]
fn deeply_nested_arguments_are_an_error() {
    let argument = format!("{}null{}", "Box{next: ".repeat(5_000), "}".repeat(5_000));
    let err = identity('p', &argument).fails();
    assert!(err.starts_with("--args:1:") && err.contains("nested too deeply") && err.len() < 2_000, "{err}");
}

#[test]
fn calls_are_printed_and_exits_described() {
    let source = format!(
        "{DECLARATIONS}trace (i0, p1) {{
  i2 = get(p1, value)
  i3 = show(p1, i2)
  guard_true(i0) {{
    resume f@7(v0, i3, _)
    v0 = Box {{ value: i2 }}
    p1.value = 9
  }}
  finish(i2)
}}"
    );
    let run = |args| lathe(&["eval", "--args", args, "-"], source.as_bytes()).ok();
    assert_eq!(run("1, @one"), "show(Box{value: 1, next: null}, 1)\nfinish(1)\n");
    assert_eq!(
        run("0, @one"),
        "show(Box{value: 1, next: null}, 1)\n\
         exit at op 2 of L0: guard_true(i0)\n\
         resume f@7(Box{value: 1, next: null}, 0, _)\n"
    );
}

#[test]
fn optimized_traces_leave_in_the_same_state() {
    let source =
        "class Box { x: int } trace (i0, i1) { p2 = new(Box) set(p2, x, i1) guard_true(i0) finish(p2) }";
    for args in ["1, 5", "0, 5"] {
        let plain = lathe(&["eval", "--args", args, "-"], source.as_bytes()).ok();
        for words in [&["--opt"][..], &["--passes", "virtualize"], &["--passes", ""]] {
            let words = [&["eval", "--args", args], words, &["-"]].concat();
            let optimized = lathe(&words, source.as_bytes()).ok();
            assert_eq!(plain.lines().last(), optimized.lines().last(), "{words:?}");
        }
    }
}

#[test]
fn loops_stop_at_the_limit_or_when_attention_is_wanted() {
    let source = "trace (i0) { guard_no_attention() i1 = int_add(i0, 1) jump(i1) }";
    let run =
        |words: &[&str]| lathe(&[&["eval", "--args", "0"], words, &["-"]].concat(), source.as_bytes()).ok();
    assert_eq!(run(&["--limit", "100"]), "stopped after 100 ops\n");
    assert!(run(&["--trips", "4"]).ends_with("resume trace@0(3)\n"));
}

#[test]
fn cyclic_objects_are_printed_in_part() {
    let source = "class N { next: N? } trace () { p1 = new(N) set(p1, next, p1) finish(p1) }";
    assert_eq!(lathe(&["eval", "-"], source.as_bytes()).ok(), "finish(N{next: N{..}})\n");
}

#[test]
fn ops_that_go_wrong_are_pointed_at() {
    for (arg, op, message) in [
        ("null", "i2 = get(p1, value)", "null has no contents"),
        ("null", "i2 = int_div(1, i0)", "1 divided by 0 is not defined"),
        ("null", "p2 = new_array(Ints, -1)", "an array cannot have -1 items"),
        ("@one", "f2 = get(p1, x)", "an object of class `Box` has no such field"),
    ] {
        let source = format!("{DECLARATIONS}trace (i0, p1) {{\n  {op}\n  finish()\n}}\n");
        let args = format!("0, {arg}");
        let run =
            |words: &[&str]| lathe(&[&["eval", "--args", &args], words, &["-"]].concat(), source.as_bytes());
        run(&[]).fails_at("<stdin>:8:3", message);
        let err = run(&["--passes", ""]).fails();
        assert!(
            err.starts_with("lathe: the trace went wrong: op 0 of L0 (") && err.contains(message),
            "{err}"
        );
    }
}
