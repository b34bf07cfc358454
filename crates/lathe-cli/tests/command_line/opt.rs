//! `lathe opt`: what it prints for a good file.

use crate::lathe::{file, lathe};

const SUM: &str = "\
trace (i0) {
  i1 = int_add(i0, 0)
  i2 = int_mul(i1, 8)
  finish(i2)
}
";

/// `lathe opt` with these words, reading `source`.
fn opt(words: &[&str], source: &str) -> crate::lathe::Run {
    lathe(&[&["opt"], words, &["-"]].concat(), source.as_bytes())
}

#[test]
fn prints_the_optimized_trace() {
    assert_eq!(opt(&[], SUM).ok(), "trace (i0) {\n  i2 = int_lshift(i0, 3)\n  finish(i2)\n}\n");
}

#[test]
fn reads_a_file() {
    let path = file("filetests/opt/papers/pepm11_figure_2.trace");
    let out = lathe(&["opt".as_ref(), path.as_os_str()], b"").ok();
    assert!(out.starts_with("class BoxedInteger { intval: int }\ntrace {\nL0("), "{out}");
}

#[test]
fn without_a_file_it_shows_an_example() {
    assert!(lathe(&["opt"], b"").ok().contains("class Counter"));
}

#[test]
fn what_is_printed_with_snapshots_can_be_read_again() {
    let path = file("filetests/opt/papers/pepm11_figure_2.trace");
    let words = ["opt", "--snapshots", "--no-peel"].map(AsRef::as_ref);
    let once = lathe(&[&words, &[path.as_os_str()][..]].concat(), b"").ok();
    let again = opt(&["--snapshots", "--passes", ""], &once).ok();
    assert_eq!(once, again);
}

#[test]
fn only_the_named_passes_run() {
    let out = opt(&["--passes", "dce"], SUM).ok();
    assert!(out.contains("int_add(i0, 0)"), "{out}");
    let none = opt(&["--passes", ""], SUM).ok();
    assert_eq!(none, SUM);
}

#[test]
fn fuel_stops_the_rewrites() {
    assert_eq!(opt(&["--fuel", "0"], SUM).ok(), SUM);
    let out = opt(&["--fuel", "1"], SUM).ok();
    assert!(!out.contains("int_add") && out.contains("int_mul(i0, 8)"), "{out}");
    assert_eq!(opt(&["--fuel", "1000"], SUM).ok(), opt(&[], SUM).ok());
}

#[test]
fn each_pass_is_shown() {
    let out = opt(&["--each", "--passes", "fold,dce"], SUM).ok();
    let headings: Vec<_> = out.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(headings, ["# as recorded", "# after fold", "# after dce"]);
    assert_eq!(out.matches("trace (i0)").count(), 3);
}

#[test]
fn no_peel_leaves_one_section() {
    let source = "helper f(int) trace (i0) { i1 = int_add(i0, 1) f(i1) jump(i0) }";
    assert!(opt(&[], source).ok().contains("L1("));
    assert!(!opt(&["--no-peel"], source).ok().contains("L1("));
}

#[test]
fn bridges_are_optimized_too() {
    let source = "trace (i0) { guard_true(i0) i1 = int_sub(i0, 1) jump(i1) } bridge L0.0 (i0) { finish(i0) }";
    let out = opt(&[], source).ok();
    assert!(out.contains("# bridge 0\n"), "{out}");
}

#[test]
fn statistics_of_pepm11_figure_2() {
    let path = file("filetests/opt/papers/pepm11_figure_2.trace");
    let words = ["opt", "--stats", "--passes", "virtualize"].map(AsRef::as_ref);
    let out = lathe(&[&words, &[path.as_os_str()][..]].concat(), b"").ok();
    let table: Vec<Vec<&str>> = (out.lines().filter(|line| line.starts_with('|')))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(table[0], ["ops", "before", "after", "removed"]);
    assert_eq!(table[2], ["new", "5", "2", "60%"]);
    assert_eq!(table.last().unwrap(), &["all", "30", "16", "47%"]);
}

#[test]
fn statistics_of_a_peeled_loop_have_both_parts() {
    let path = file("filetests/opt/papers/pepm11_figure_2.trace");
    let out = lathe(&["opt".as_ref(), "--stats".as_ref(), path.as_os_str()], b"").ok();
    assert!(out.contains("| preamble | loop |"), "{out}");
}

#[test]
fn json_is_json() {
    let source =
        "class \"a \\\"b\\\\\" { x: int } trace (p0) { guard_class(p0, \"a \\\"b\\\\\") finish(p0) }";
    for words in [&["--json"][..], &["--json", "--snapshots"], &["--json", "--passes", ""]] {
        for source in [SUM, source] {
            let out = opt(words, source).ok();
            let names = json::members(&out);
            assert_eq!(names, ["input", "preamble", "loop", "text"], "{out}");
        }
    }
    assert!(
        opt(&["--json"], SUM).ok().starts_with(r#"{"input": {"finish": 1, "int_add": 1, "int_mul": 1}, "#)
    );
}

#[test]
fn help_and_version() {
    for words in [&["--help"][..], &["-h"], &["opt", "--help"], &["eval", "-h"]] {
        assert!(lathe(words, b"").ok().starts_with("usage: lathe"), "{words:?}");
    }
    assert!(lathe(&["--version"], b"").ok().starts_with("lathe "));
}

/// Enough of a JSON reader to know that what we write is JSON.
mod json {
    /// The names of the members of the outermost object.
    pub fn members(text: &str) -> Vec<String> {
        let mut reader = Reader { rest: text };
        let names = reader.object();
        assert_eq!(reader.rest.trim(), "", "nothing follows");
        names
    }

    struct Reader<'a> {
        rest: &'a str,
    }

    impl Reader<'_> {
        fn eat(&mut self, c: char) -> bool {
            self.rest = self.rest.trim_start();
            match self.rest.strip_prefix(c) {
                Some(rest) => {
                    self.rest = rest;
                    true
                }
                None => false,
            }
        }

        fn expect(&mut self, c: char) {
            assert!(self.eat(c), "expected `{c}` before {:.40}", self.rest);
        }

        fn object(&mut self) -> Vec<String> {
            self.expect('{');
            let mut names = Vec::new();
            while !self.eat('}') {
                if !names.is_empty() {
                    self.expect(',');
                }
                names.push(self.string());
                self.expect(':');
                self.value();
            }
            names
        }

        fn value(&mut self) {
            self.rest = self.rest.trim_start();
            match self.rest.chars().next() {
                Some('{') => drop(self.object()),
                Some('"') => drop(self.string()),
                Some('0'..='9') => self.rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit()),
                other => panic!("unexpected {other:?}"),
            }
        }

        fn string(&mut self) -> String {
            self.expect('"');
            let mut text = String::new();
            let mut chars = self.rest.char_indices();
            while let Some((at, c)) = chars.next() {
                match c {
                    '"' => {
                        self.rest = &self.rest[at + 1..];
                        return text;
                    }
                    '\\' => match chars.next().map(|(_, c)| c) {
                        Some('u') => assert!(chars.by_ref().take(4).all(|(_, c)| c.is_ascii_hexdigit())),
                        Some('n') => text.push('\n'),
                        Some(c @ ('"' | '\\')) => text.push(c),
                        other => panic!("unexpected escape {other:?}"),
                    },
                    c if (c as u32) < 0x20 => panic!("a control character in a string"),
                    c => text.push(c),
                }
            }
            panic!("the string does not end")
        }
    }
}
