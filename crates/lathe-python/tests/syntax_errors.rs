//! Syntax errors as CPython prints them.
//!
//! `cases.txt` has programs, `expected.txt` what CPython says to each (`regenerate.py` writes it). `differs.txt` has the expectations of those that 3.14
//! words differently than the CPython that `regenerate.py` was run with. `wishlist.txt` names cases that are not as they should be yet; one that
//! works is reported.

use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::collections::BTreeMap;

fn read(name: &str) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/syntax_errors/");
    std::fs::read_to_string(format!("{path}{name}")).expect(name)
}

/// Name and text of each part.
fn parts(text: &str) -> BTreeMap<&str, &str> {
    text.split("#### ").skip(1).map(|part| part.split_once('\n').expect("a name")).collect()
}

fn message(source: &str) -> String {
    match Source::new("x.py", source).and_then(|source| compile(&source, Options::new(Mode::Module))) {
        Ok(_) => "no error\n".to_string(),
        Err(error) => format!("{error}\n"),
    }
}

#[test]
fn errors_are_those_of_cpython() {
    let (cases, expected, differs, wishlist) =
        (read("cases.txt"), read("expected.txt"), read("differs.txt"), read("wishlist.txt"));
    let (cases, mut expected) = (parts(&cases), parts(&expected));
    expected.extend(parts(&differs));
    let wishes: Vec<&str> = wishlist.lines().filter(|line| !line.starts_with('#')).collect();
    let mut report = String::new();
    let mut failed = Vec::new();
    for (name, source) in &cases {
        let (expected, found) = (expected[name], message(source));
        match (expected == found, wishes.contains(name)) {
            (true, true) => report += &format!("{name} works: remove it from wishlist.txt\n"),
            (false, false) => {
                report += &format!("== {name}\n{source}-- expected\n{expected}-- found\n{found}");
                failed.push(*name);
            }
            (true, false) | (false, true) => {}
        }
    }
    if !failed.is_empty() {
        report += &format!("{} of {} differ: {}\n", failed.len(), cases.len(), failed.join(" "));
    }
    assert!(report.is_empty(), "{report}");
}
