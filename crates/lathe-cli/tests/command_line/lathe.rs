//! Runs the built `lathe` and looks at what it says.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs `lathe` with these words, and `input` as standard input.
pub fn lathe<W: AsRef<OsStr>>(words: &[W], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lathe"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lathe starts");
    // It may stop before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("lathe ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let run = Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    assert!(!run.err.contains("panicked"), "{run:?}");
    run
}

impl Run {
    /// Ends well, with nothing to complain about; what it printed.
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// Fails with a message; the message.
    pub fn fails(self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(!self.err.is_empty() && self.err.ends_with('\n'), "{self:?}");
        self.err
    }

    /// Fails with `place: message`, a line of the source and a caret below the place.
    pub fn fails_at(self, place: &str, message: &str) {
        let err = self.fails();
        let lines: Vec<&str> = err.lines().collect();
        assert!(lines[0].starts_with(&format!("{place}: ")), "expected {place}, got\n{err}");
        assert!(lines[0].contains(message), "expected `{message}`, got\n{err}");
        assert_eq!(lines.len(), 3, "{err}");
        let caret = lines[2].chars().take_while(|c| c.is_whitespace()).count();
        assert!(lines[2].trim_start().starts_with('^'), "{err}");
        let col: usize = place.rsplit(':').next().expect("a column").parse().expect("a number");
        assert!(caret == col - 1 || lines[1].starts_with('…'), "{err}");
    }
}

/// A file of the repository.
pub fn file(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}
