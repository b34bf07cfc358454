//! `lathe-python`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn python(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lathe-python"));
    let command = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("lathe-python runs");
    // It need not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn bytecode_is_shown() {
    let output = python(&["--dis", "-"], "def f(x):\n    return x + 1\n");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("%2 = x + 1"), "{}", text(&output.stdout));
}

#[test]
fn a_syntax_error_is_printed_as_cpython_prints_it() {
    let output = python(&["--dis", "-"], "x = (1,\ny = 2\n");
    assert_eq!(output.status.code(), Some(1));
    let expected = "  File \"<stdin>\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn bad_usage_gives_2() {
    for arguments in [&["--nonsense"][..], &[], &["--dis"], &["--dis", "a", "--dis", "b"], &["-x"]] {
        let output = python(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("usage:"), "{arguments:?}");
    }
}

#[test]
fn help_and_version() {
    assert!(text(&python(&["-h"], "").stdout).starts_with("usage: lathe-python"));
    assert!(text(&python(&["-V"], "").stdout).contains("Python 3.14"));
}

#[test]
fn a_missing_file_is_an_error() {
    let output = python(&["--dis", "no/such/file.py"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("can't open file 'no/such/file.py'"));
}
