//! Programs that cannot be read, and how that is said.

use std::path::Path;
use std::{env, fs};

use lathe_fuzz::tape::Tape;
use tiny::{compile, parse};

/// Checks the message without the file and the source line.
fn fails(source: &str, message: &str) {
    let error = parse(source).expect_err(source);
    assert_eq!(error.to_string(), message, "{source}");
}

#[test]
fn a_message_has_the_line_and_a_caret() {
    let source = "x = 1\nif x < {\n}\n";
    let shown = parse(source).unwrap_err().show("test.tiny", source);
    assert_eq!(shown, "test.tiny:2:8: expected a value, found `{`\n  if x < {\n         ^\n");
}

#[test]
fn unexpected_tokens() {
    fails("x = ", "1:5: expected a value, found the end of the file");
    fails("x = 1 +\n* 2", "2:1: expected a value, found `*`");
    fails("if 1 { ", "1:8: expected `}`, found the end of the file");
    fails("print(1 2)", "1:9: expected `)`, found `2`");
    fails("x", "1:2: expected `=` or a call, found the end of the file");
    fails("x.y z = 1", "1:5: expected `=` or a call, found `z`");
    fails("1 + 2", "1:1: expected a statement, found `1`");
    fails("f(1) = 2", "1:1: cannot assign to this");
    fails("x = 1 ? 2", "1:7: unexpected character '?'");
    fails("x = \u{e4}", "1:5: unexpected character '\u{e4}'");
    fails("try { }", "1:8: expected `catch`, found the end of the file");
    fails("while = 1", "1:7: expected a value, found `=`");
}

#[test]
fn numbers() {
    fails("x = 12ab", "1:5: a number ends where a name begins");
    fails("x = 9223372036854775808", "1:5: 9223372036854775808 is out of range");
    fails("x = -9223372036854775809", "1:6: -9223372036854775809 is out of range");
    fails("x = 99999999999999999999", "1:5: 99999999999999999999 is out of range");
    fails("x = 1e999", "1:5: 1e999 is out of range");
    parse("x = -9223372036854775808 y = 1e5 z = 1.5E-3").unwrap();
}

#[test]
fn definitions() {
    fails("fn f() { } fn f() { }", "1:15: `f` is already defined");
    fails("record Error { x }", "1:8: `Error` is already defined");
    fails("fn len(a) { }", "1:4: `len` is built in");
    fails("fn f(a, a) { }", "1:9: `a` is there twice");
    fails("record P { x, x }", "1:15: `x` is there twice");
    fails("if 1 { fn f() { } }", "1:8: definitions stand outside of functions and blocks");
}

#[test]
fn names_and_places() {
    fails("print(x)", "1:7: `x` is not assigned anywhere");
    fails("fn f() { y = 1 }\nprint(y)", "2:7: `y` is not assigned anywhere");
    fails("fn f(a) { global a }", "1:4: `a` is a parameter and cannot be global");
    fails("break", "1:1: not in a loop");
    fails("while 1 { } continue", "1:13: not in a loop");
    fails("return 1", "1:1: not in a function");
    fails("global x", "1:1: not in a function");
    parse("fn f() { global y  y = 1 } print(y)").unwrap();
}

#[test]
fn trees_have_a_limited_depth() {
    let many = 100_000;
    for source in [
        format!("x = {}1{}", "(".repeat(many), ")".repeat(many)),
        format!("x = 1{}", " + 1".repeat(many)),
        format!("x = 1{}", " and 1".repeat(many)),
        format!("x = {}1", "- ".repeat(many) + "- "),
        format!("x = {}1", "not ".repeat(many)),
        format!("x = 1 y = x{}", "[0]".repeat(many)),
        format!("x = 1 y = x{}", ".y".repeat(many)),
        "if 1 { ".repeat(many),
        "while 1 { ".repeat(many),
        "try { ".repeat(many),
        format!("if 1 {{ }}{}", " else if 1 { }".repeat(many)),
        format!("x = {}", "abs(".repeat(many)),
    ] {
        let error = parse(&source).unwrap_err();
        assert_eq!(error.message, "nested too deeply", "{}...", &source[..40]);
    }
    parse(&format!("x = 1{}", " + 1".repeat(90))).unwrap();
}

#[test]
fn functions_have_a_limited_size() {
    let assignments: String = (0..70_000).map(|n| format!("v{n} = 1 ")).collect();
    let error = compile(&parse(&assignments).unwrap()).unwrap_err();
    assert_eq!(error.message, "too much for one program");
    let arguments = "1, ".repeat(300);
    fails(&format!("print({arguments}1)"), "1:772: at most 255 arguments");
}

/// Characters are deleted, doubled and swapped in real programs. Whatever comes out, nothing panics.
#[test]
fn damaged_programs() {
    let mut tape = Tape::random(1);
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tiny") {
            continue;
        }
        let source: Vec<char> = fs::read_to_string(&path).unwrap().chars().collect();
        for _ in 0..60 {
            let mut damaged = source.clone();
            for _ in 0..=tape.below(3) {
                let (from, to) = (tape.index(damaged.len()), tape.index(damaged.len()));
                match tape.below(3) {
                    0 => drop(damaged.remove(from)),
                    1 => damaged.insert(from, damaged[to]),
                    _ => damaged.swap(from, to),
                }
            }
            let text: String = damaged.into_iter().collect();
            match parse(&text) {
                Ok(program) => drop(compile(&program).unwrap()),
                Err(error) => assert!(error.show("x", &text).ends_with("^\n")),
            }
        }
    }
}
