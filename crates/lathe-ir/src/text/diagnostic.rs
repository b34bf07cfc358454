//! Where things are in a source text, and how an error there is shown.

use std::fmt;
use std::ops::Range;

/// Longer lines are shown in part.
const LONGEST_LINE: usize = 160;

/// A stretch of one line. Lines and columns count from 1; columns and lengths count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub line: u32,
    pub col: u32,
    pub len: u32,
}

impl Span {
    /// From the start of this span to the end of `last`, as far as both are on one line.
    pub fn to(self, last: Span) -> Span {
        let end = last.col.saturating_add(last.len);
        if self.line == last.line && end > self.col { Span { len: end - self.col, ..self } } else { self }
    }
}

/// Why a text is not a trace file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    pub span: Span,
    pub message: String,
}

impl ParseError {
    pub fn new(span: Span, message: impl Into<String>) -> ParseError {
        ParseError { span, message: message.into() }
    }

    /// `file:line:col: message`, the source line, and a line with `^~~~` below the place.
    pub fn render(&self, file: &str, source: &str) -> String {
        let Span { line, col, len } = self.span;
        let mut text = format!("{file}:{line}:{col}: {}\n", self.message);
        let source_line: Vec<char> = (source.lines().nth(line.saturating_sub(1) as usize).unwrap_or(""))
            .chars()
            .map(|c| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c })
            .collect();
        let before = (col.saturating_sub(1) as usize).min(source_line.len());
        let shown = shown_part(source_line.len(), before);
        let cut_before = if shown.start > 0 { "…" } else { "" };
        let cut_after = if shown.end < source_line.len() { "…" } else { "" };
        text.push_str(cut_before);
        text.extend(&source_line[shown.clone()]);
        text.push_str(cut_after);
        text.push('\n');
        // A tab stays a tab, so that the caret lines up whatever the terminal's tab width is.
        text.extend(cut_before.chars().map(|_| ' '));
        text.extend(source_line[shown.start..before].iter().map(|&c| if c == '\t' { '\t' } else { ' ' }));
        let available = (shown.end - before).max(1);
        text.push('^');
        text.extend(std::iter::repeat_n('~', (len as usize).min(available).saturating_sub(1)));
        text.push('\n');
        text
    }
}

/// What to show of a line so that the place is in sight.
fn shown_part(len: usize, place: usize) -> Range<usize> {
    if len <= LONGEST_LINE {
        return 0..len;
    }
    let start = place.saturating_sub(LONGEST_LINE / 3).min(len - LONGEST_LINE);
    start..start + LONGEST_LINE
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.span.line, self.span.col, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The spans of a trace's labels and ops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    pub(super) sections: Vec<SectionSpans>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SectionSpans {
    pub label: Span,
    pub ops: Vec<Span>,
}

impl SourceMap {
    /// The label (or the `trace` or `bridge` header) of a section.
    pub fn label(&self, section: usize) -> Option<Span> {
        self.sections.get(section).map(|s| s.label)
    }

    pub fn op(&self, section: usize, op: usize) -> Option<Span> {
        self.sections.get(section)?.ops.get(op).copied()
    }
}

/// One map for the trace of a file, one for each of its bridges.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMaps {
    pub trace: SourceMap,
    pub bridges: Vec<SourceMap>,
}
