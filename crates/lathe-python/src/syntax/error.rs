//! Errors in the source: what is wrong and where, and how it is printed.

use super::source::Source;
use ruff_text_size::TextRange;
use std::fmt;

/// Which exception it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    Syntax,
    Indentation,
    Tab,
    /// Nested too deeply to be compiled.
    Recursion,
    /// The code is beyond a limit of the bytecode.
    Overflow,
}

impl ErrorKind {
    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Syntax => "SyntaxError",
            ErrorKind::Indentation => "IndentationError",
            ErrorKind::Tab => "TabError",
            ErrorKind::Recursion => "RecursionError",
            ErrorKind::Overflow => "OverflowError",
        }
    }
}

/// An error at a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub kind: ErrorKind,
    pub message: String,
    pub range: TextRange,
    /// No carets: CPython does not know the column of some errors.
    pub whole_line: bool,
}

impl Fault {
    pub fn new(message: impl Into<String>, range: TextRange) -> Fault {
        Fault { kind: ErrorKind::Syntax, message: message.into(), range, whole_line: false }
    }

    pub fn of_kind(kind: ErrorKind, message: impl Into<String>, range: TextRange) -> Fault {
        Fault { kind, ..Fault::new(message, range) }
    }

    pub fn too_deep(range: TextRange) -> Fault {
        Fault::of_kind(ErrorKind::Recursion, "maximum recursion depth exceeded during compilation", range)
    }
}

/// What a `SyntaxError` object has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub kind: ErrorKind,
    pub message: String,
    pub filename: String,
    /// From 1. 0: the error is in no line.
    pub line: u32,
    /// From 1, in characters; 0: unknown.
    pub offset: u32,
    pub end_line: u32,
    pub end_offset: u32,
    /// The line.
    pub text: Option<String>,
}

impl SyntaxError {
    pub fn new(fault: Fault, source: &Source) -> SyntaxError {
        let (line, offset) = source.line_and_offset(fault.range.start());
        let (end_line, end_offset) = source.line_and_offset(fault.range.end());
        let offset = if fault.whole_line { 0 } else { offset };
        let end_offset = if fault.whole_line { 0 } else { end_offset };
        SyntaxError {
            kind: fault.kind,
            message: fault.message,
            filename: source.filename().to_string(),
            line,
            offset,
            end_line,
            end_offset,
            text: Some(source.line_text(line).to_string()),
        }
    }

    /// An error of the file as a whole.
    pub fn of_file(message: impl Into<String>, filename: &str) -> SyntaxError {
        SyntaxError {
            kind: ErrorKind::Syntax,
            message: message.into(),
            filename: filename.to_string(),
            line: 0,
            offset: 0,
            end_line: 0,
            end_offset: 0,
            text: None,
        }
    }
}

/// As CPython prints it at the end of a traceback.
impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positioned = matches!(self.kind, ErrorKind::Syntax | ErrorKind::Indentation | ErrorKind::Tab);
        if self.line > 0 && positioned {
            writeln!(f, "  File \"{}\", line {}", self.filename, self.line)?;
            if let Some(text) = &self.text {
                let text = text.trim_end_matches(['\n', '\r', '\x0c']);
                let shown = text.trim_start_matches([' ', '\t', '\x0c']);
                let stripped = (text.chars().count() - shown.chars().count()) as i64;
                writeln!(f, "    {shown}")?;
                let length = shown.chars().count() as i64;
                let start = i64::from(self.offset) - 1 - stripped;
                if self.offset > 0 && start >= 0 {
                    let end = if self.end_line > self.line {
                        length
                    } else {
                        i64::from(self.end_offset) - 1 - stripped
                    };
                    let count = (end.min(length.max(start + 1)) - start).max(1) as usize;
                    // Tabs stay tabs, so that the carets stand under what they mean.
                    let space: String = shown
                        .chars()
                        .chain(std::iter::repeat(' '))
                        .take(start as usize)
                        .map(|c| if c == '\t' { '\t' } else { ' ' })
                        .collect();
                    writeln!(f, "    {space}{}", "^".repeat(count))?;
                }
            }
        }
        match self.line {
            0 if positioned => write!(f, "{}: {} ({})", self.kind.name(), self.message, self.filename),
            _ => write!(f, "{}: {}", self.kind.name(), self.message),
        }
    }
}

impl std::error::Error for SyntaxError {}
