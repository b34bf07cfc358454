//! Sources that nobody writes: an answer or an error, never a crash.

use lathe_python::bytecode::verify;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::{ErrorKind, Source, SyntaxError};

fn compile_text(text: &str) -> Result<(), SyntaxError> {
    let code = compile(&Source::new("x.py", text)?, Options::new(Mode::Module))?;
    verify(&code).map_err(|message| SyntaxError::of_file(message, "x.py"))
}

fn error(text: &str) -> SyntaxError {
    compile_text(text).expect_err("an error")
}

#[test]
fn a_million_brackets_are_an_error() {
    for bracket in ["(", "[", "{", "f("] {
        let error = error(&bracket.repeat(1_000_000));
        assert_eq!(error.message, "too many nested parentheses");
    }
    let balanced = format!("{}1{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    assert_eq!(error(&balanced).message, "too many nested parentheses");
}

#[test]
fn brackets_up_to_the_limit_compile() {
    let text = |depth: usize| format!("x = {}1{}", "[".repeat(depth), "]".repeat(depth));
    compile_text(&text(200)).expect("200 are allowed");
    assert_eq!(error(&text(201)).message, "too many nested parentheses");
    // Brackets in strings and comments do not count.
    compile_text(&format!("x = '{}' # {}\n", "[".repeat(5000), "(".repeat(5000))).expect("a string");
}

#[test]
fn nesting_without_brackets_is_limited_too() {
    let million = 1_000_000;
    for text in [
        "-".repeat(million) + "1",
        "not ".repeat(million) + "1",
        "lambda: ".repeat(million) + "1",
        "a if b else ".repeat(million) + "1",
        "a ** ".repeat(million) + "1",
        "a".to_string() + &" + a".repeat(million),
        "a".to_string() + &".b".repeat(million),
        "a".to_string() + &"()".repeat(100_000),
        "a".to_string() + &"[0]".repeat(100_000),
        "async def f(): ".to_string() + &"await ".repeat(million) + "x",
        "f'{".repeat(100_000),
        "x: ".to_string() + &"'".repeat(3),
    ] {
        let error = error(&text);
        assert!(
            matches!(error.kind, ErrorKind::Recursion | ErrorKind::Syntax),
            "{:?}: {error}",
            &text[..text.len().min(20)]
        );
    }
}

#[test]
fn long_chains_within_the_limit_compile() {
    for text in [
        "x = a".to_string() + &" + a".repeat(2000),
        "x = a".to_string() + &".b".repeat(2000),
        "x = ".to_string() + &"-".repeat(2000) + "1",
        "x = ".to_string() + &"a and ".repeat(20_000) + "a",
        "x = ".to_string() + &"a < ".repeat(5000) + "a",
        "if a: pass\n".to_string() + &"elif a: pass\n".repeat(5000),
    ] {
        compile_text(&text).unwrap_or_else(|error| panic!("{:?}: {error}", &text[..30]));
    }
}

#[test]
fn a_hundred_levels_of_indentation_are_an_error() {
    let nested = |depth: usize| {
        let lines = (0..depth).map(|level| " ".repeat(level) + "if x:\n");
        lines.collect::<String>() + &" ".repeat(depth) + "pass\n"
    };
    compile_text(&nested(99)).expect("99 levels");
    let error = error(&nested(100));
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::Indentation, "too many levels of indentation")
    );
}

#[test]
fn long_lines_and_many_items_compile() {
    compile_text(&format!("x = '{}'\n", "a".repeat(10_000_000))).expect("a long string");
    compile_text(&format!("x = [{}]\n", "a, ".repeat(300_000))).expect("a long list");
    compile_text(&format!("x = ({})\n", "a, ".repeat(100_000))).expect("a long tuple");
    compile_text(&format!("x = {{{}}}\n", "a: b, ".repeat(100_000))).expect("a long dict");
    compile_text(&format!("f({})\n", "a, ".repeat(100_000))).expect("a call of many arguments");
    compile_text(&format!("x = f'{}'\n", "{a}".repeat(100_000))).expect("a long f-string");
    compile_text(&"x = 1\n".repeat(200_000)).expect("many lines");
    compile_text(&format!("x = 0x{}\n", "f".repeat(1_000_000))).expect("a large integer");
    assert!(
        error(&format!("x = {}\n", "1".repeat(1_000_000)))
            .message
            .starts_with("Exceeds the limit (4300 digits)")
    );
}

#[test]
fn limits_of_the_bytecode_are_errors() {
    let variables: String = (0..70_000).map(|n| format!("    v{n} = 1\n")).collect();
    let too_many = error(&format!("def f():\n{variables}"));
    assert_eq!(too_many.kind, ErrorKind::Overflow);
    let loops = "    while x: x = f()\n".repeat(70_000);
    assert_eq!(error(&format!("def f(x):\n{loops}")).kind, ErrorKind::Overflow);
    assert_eq!(error(&format!("from {}a import b\n", ".".repeat(300))).kind, ErrorKind::Overflow);
}

#[test]
fn large_functions_are_not_quadratic() {
    let variables: String = (0..20_000).map(|n| format!("    if x: v{n} = x\n")).collect();
    compile_text(&format!("def f(x):\n{variables}    return v1\n")).expect("many variables and branches");
    let attributes = "    x.a = x.b + 1\n".repeat(100_000);
    compile_text(&format!("def f(x):\n{attributes}")).expect("more attributes than caches");
}

#[test]
fn null_bytes_are_an_error() {
    assert_eq!(error("x = 1\0").message, "source code string cannot contain null bytes");
}

#[test]
fn encodings() {
    let decode = |bytes: &[u8]| Source::decode("x.py", bytes).map(|source| source.text().to_string());
    assert_eq!(decode(b"\xef\xbb\xbfx = 1").expect("a byte order mark"), "x = 1");
    assert_eq!(
        decode(b"# -*- coding: latin-1 -*-\nx = '\xe9'").expect("latin-1"),
        "# -*- coding: latin-1 -*-\nx = 'é'"
    );
    assert_eq!(
        decode(b"#!/usr/bin/python\n# vim: set fileencoding=iso-8859-15 :\n").expect_err("unknown").message,
        "encoding problem: iso-8859-15"
    );
    assert_eq!(decode("# coding: utf-8\nx = 'é'".as_bytes()).expect("utf-8"), "# coding: utf-8\nx = 'é'");
    // Only comments in the first two lines count.
    assert!(decode(b"x = 1\n# coding: nonsense\n").is_ok());
    assert!(decode(b"\n\n# coding: nonsense\n").is_ok());
    let error = decode(b"x = 1\ny = '\xff'\n").expect_err("no utf-8");
    assert_eq!(
        error.message,
        "Non-UTF-8 code starting with '\\xff' in file x.py on line 2, but no encoding declared; see https://peps.python.org/pep-0263/ for details"
    );
    assert!(decode(b"# coding: ascii\nx = '\xe9'").is_err());
    assert!(decode(b"\xef\xbb\xbf# coding: latin-1\nx = 1").is_err());
}

#[test]
fn every_beginning_of_a_program_is_a_program_or_an_error() {
    let text = include_str!("../../../filetests/python/class_with_everything.py").to_string()
        + include_str!("../../../filetests/python/f_strings.py")
        + include_str!("../../../filetests/python/match_mappings_and_classes.py")
        + include_str!("../../../filetests/python/type_parameters.py")
        + include_str!("../../../filetests/python/coroutine.py")
        + "x = 'é“' + f'''{x:{y}\n}'''\n";
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        let _ = compile_text(&text[..end]).map_err(|error| error.to_string());
        // And with a piece missing.
        let next = text.ceil_char_boundary((end + 7).min(text.len()));
        let _ =
            compile_text(&format!("{}{}", &text[..end], &text[next..])).map_err(|error| error.to_string());
    }
}
