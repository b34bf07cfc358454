//! Bad input is a message with file, line and column and a failing exit, never a panic.

use crate::lathe::{file, lathe};

/// `lathe opt -` on `source` fails at `place`, and `lathe eval -` in the same way.
fn fails_at(source: &str, place: &str, message: &str) {
    for command in ["opt", "eval"] {
        lathe(&[command, "-"], source.as_bytes()).fails_at(&format!("<stdin>:{place}"), message);
    }
}

fn in_trace(op: &str) -> String {
    format!("class Box {{ x: int }}\ntrace (i0, f1, p2) {{\n  {op}\n  finish(i0)\n}}\n")
}

#[test]
fn ops() {
    for (op, place, message) in [
        ("i3 = int_ad(i0, 1)", "3:8", "unknown op `int_ad`; did you mean `int_add`?"),
        ("i3 = int_add(i9, 1)", "3:16", "`i9` is not defined here"),
        ("i3 = int_add(i0)", "3:8", "int_add takes 2 operands, got 1"),
        ("i3 = int_add(i0, 1, 2)", "3:8", "int_add takes 2 operands, got 3"),
        ("i3 = int_add(i0, f1)", "3:3", "operand 2 of int_add must be an int, but `f1` is a float"),
        ("f3 = int_add(i0, 1)", "3:3", ""),
        ("i0 = int_add(i0, 1)", "3:3", "`i0` is defined twice"),
        ("x3 = int_add(i0, 1)", "3:3", "`x3` is not the name of a value"),
        ("i3 = get(p2, y)", "3:16", ""),
        ("p3 = new(Bix)", "3:12", "did you mean `Box`?"),
        ("i3 = call(f)", "3:13", "unknown helper `f`"),
        ("i3 = int_add(i0, 99999999999999999999)", "3:20", "does not fit in a signed 64-bit integer"),
        ("i3 = int_add(i0, 12ab)", "3:20", "`12ab` is not a number"),
        ("i3 = int_add(i0, é)", "3:20", "unexpected character"),
        ("i3 = int_add_ovf(i0, 1)", "4:3", "guard_no_overflow()"),
        ("guard_no_overflow()", "3:3", "must directly follow"),
        ("guard_true(i0) { resume f@0(v0) }", "3:31", "does not say what `v0` is"),
        ("guard_true(i0) { resume f@99999999999(i0) }", "3:29", ""),
        ("set(p2, x, 1) { resume f@0() }", "3:17", "only guards and `exit` have a snapshot"),
        ("finish()", "3:3", "nothing may follow `finish`"),
        ("jump(L7, i0)", "3:3", ""),
    ] {
        fails_at(&in_trace(op), place, message);
    }
}

#[test]
fn files() {
    for (source, place, message) in [
        ("", "1:1", "expected a trace, found the end of the input"),
        ("# nothing\n", "1:1", "expected a trace"),
        ("class Box { x: int }\n", "1:21", "expected a trace"),
        ("trace (i0) {\n  finish(i0)\n", "2:13", "found the end of the input"),
        ("trace (i0) {\n  i1 = int_add(i0, 1)\n}\n", "2:3", "a section must end in jump, finish or exit"),
        ("trace (i0) {\n  jump(i0, i0)\n}\n", "2:3", "takes 1 operand, got 2"),
        ("trace () {\n  finish()\n}\ntrace () {\n  finish()\n}\n", "4:1", "a file holds only one trace"),
        ("class A extends A { x: int }\ntrace () { finish() }\n", "1:7", "inherits from itself"),
        ("class A { x: int }\nclass A { y: int }\ntrace () { finish() }\n", "2:7", "declared twice"),
        ("class A { x: Missing }\ntrace () { finish() }\n", "1:14", "Missing"),
        ("object a: A { }\ntrace () { finish() }\n", "1:11", "unknown class `A`"),
        ("helper f() raises\ntrace () {\n  f()\n  finish()\n}\n", "4:3", "guard_no_exception"),
        ("frob\n", "1:1", ""),
        ("\r\ntrace (i0) {\r\n  i1 = int_addd(i0, 1)\r\n}\r\n", "3:8", "unknown op"),
    ] {
        fails_at(source, place, message);
    }
}

#[test]
fn deep_nesting_is_an_error_like_any_other() {
    for open in ["(", "{", "[", "\"", "-", "v0 = "] {
        let source = format!("trace (i0) {{\n  i1 = {}\n", open.repeat(100_000));
        let err = lathe(&["opt", "-"], source.as_bytes()).fails();
        assert!(err.starts_with("<stdin>:2:"), "{err:.200}");
        assert!(err.len() < 2_000 || open == "\"", "{} bytes", err.len());
    }
}

#[test]
fn long_lines_are_shown_in_part() {
    let source = format!("trace (i0) {{ {} i1 = int_ad(i0, 1) {} }}", " ".repeat(5_000), " ".repeat(5_000));
    let err = lathe(&["opt", "-"], source.as_bytes()).fails();
    let lines: Vec<&str> = err.lines().collect();
    let caret = lines[2].chars().position(|c| c == '^').unwrap();
    let shown: String = lines[1].chars().skip(caret).take(6).collect();
    assert_eq!(shown, "int_ad");
    assert!(lines[1].chars().count() < 200, "{err}");
}

#[test]
fn bytes_that_are_no_text() {
    lathe(&["opt", "-"], b"trace (i0) {\n  # \xc3\xa9 \xff\xfe\n}").fails_at("<stdin>:2:7", "not UTF-8");
    // Control characters do not reach the terminal.
    let garbage: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let err = lathe(&["opt", "-"], &garbage).fails();
    assert!(err.starts_with("<stdin>:1:"), "{err}");
    assert!(!err.chars().any(|c| c.is_control() && c != '\n' && c != '\t'), "{err:?}");
    let err = lathe(&["opt", "-"], b"trace \x1b[31m\x00").fails();
    assert!(!err.contains('\x1b') && !err.contains('\0'), "{err:?}");
}

#[test]
fn bridges_that_do_not_fit() {
    let source = "trace (i0) {\n  guard_true(i0)\n  finish(i0)\n}\nbridge ";
    for (bridge, message) in [
        ("L0.5 (i0) {\n  finish(i0)\n}", "there is no guard number 5"),
        ("L3.0 (i0) {\n  finish(i0)\n}", "no section L3"),
        ("L0.0 (p0) {\n  finish(p0)\n}", "of other types"),
    ] {
        let run = lathe(&["opt", "-"], format!("{source}{bridge}\n").as_bytes());
        run.fails_at("<stdin>:5:11", message);
    }
}

#[test]
fn optimized_traces_are_not_optimized_again() {
    let source = "L0(i0):\n  jump(L1, i0)\nL1(i1):\n  jump(L1, i1)\n";
    lathe(&["opt", "-"], source.as_bytes()).fails_at("<stdin>:3:1", "optimized already");
    lathe(&["eval", "--opt", "--args", "1", "-"], source.as_bytes())
        .fails_at("<stdin>:3:1", "optimized already");
}

#[test]
fn files_that_cannot_be_read() {
    for command in ["opt", "eval"] {
        let err = lathe(&[command, "no such file"], b"").fails();
        assert!(err.starts_with("lathe: cannot read no such file: "), "{err}");
        let folder = file("filetests");
        let err = lathe(&[command.as_ref(), folder.as_os_str()], b"").fails();
        assert!(err.starts_with("lathe: cannot read ") && err.contains("irectory"), "{err}");
    }
}

#[test]
fn words_that_make_no_sense() {
    for (words, message) in [
        (&[][..], "usage: lathe"),
        (&["frob"], "unknown command `frob`"),
        (&["--frob"], "--frob"),
        (&["opt", "--frob"], "--frob"),
        (&["opt", "--passes", "fold,frob"], "unknown pass `frob`; the passes are int_bounds, fold,"),
        (&["opt", "--passes"], "--passes"),
        (&["opt", "--fuel", "x"], "--fuel takes a number, not `x`"),
        (&["opt", "--fuel", "-1"], "--fuel takes a number, not `-1`"),
        (&["opt", "--fuel", "99999999999999999999"], "--fuel takes a number"),
        (&["opt", "--fuel"], "--fuel"),
        (&["opt", "one", "two"], "two"),
        (&["eval", "--limit", "many"], "--limit takes a number, not `many`"),
        (&["eval", "--trips", "1.5"], "--trips takes a number, not `1.5`"),
        (&["eval", "--passes", "frob"], "unknown pass `frob`"),
        (&["eval", "--args"], "--args"),
    ] {
        let err = lathe(words, b"").fails();
        assert!(err.contains(message), "{words:?}: {err}");
    }
}
