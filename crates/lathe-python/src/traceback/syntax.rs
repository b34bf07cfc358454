//! Where a `SyntaxError` was found in the text that could not be compiled.

use super::chain::Writer;
use crate::object::classes;
use crate::runtime::types;
use lathe_heap::Word;

impl Writer<'_> {
    /// Shows file, line and marks, and gives the message; none if the exception is no `SyntaxError` that knows its place.
    pub(super) fn syntax_place(&mut self, exception: Word) -> Option<String> {
        if !self.py.is_instance(exception, types::SYNTAX_ERROR) {
            return None;
        }
        let line = self.number(exception, "lineno")?;
        let message = self.py.get_attr_str(exception, "msg").ok()?;
        let file = self.text_of(exception, "filename").unwrap_or_else(|| "<string>".to_string());
        let offset = self.number(exception, "offset").unwrap_or(-1);
        let end_line = self.number(exception, "end_lineno").unwrap_or(line);
        let end_offset = self.number(exception, "end_offset");
        self.line(&format!("  File \"{file}\", line {line}"));
        if let Some(text) = self.text_of(exception, "text") {
            let end = if end_line > line { text.chars().count() as i64 } else { end_offset.unwrap_or(-1) };
            self.marked(&text, offset, end);
        }
        self.py.str_string(message).ok()
    }

    fn marked(&mut self, text: &str, offset: i64, end: i64) {
        let carets = if end > 0 && end > offset { end - offset } else { 1 };
        let shown = text.trim_start_matches([' ', '\t', '\x0c']);
        let stripped = (text.chars().count() - shown.chars().count()) as i64;
        let shown = shown.strip_suffix('\n').unwrap_or(shown);
        let start = (offset - 1 - stripped).min(shown.chars().count() as i64);
        self.line(&format!("    {shown}"));
        if start >= 0 {
            self.line(&format!("    {}{}", " ".repeat(start as usize), "^".repeat(carets as usize)));
        }
    }

    fn number(&mut self, exception: Word, name: &str) -> Option<i64> {
        let value = self.py.get_attr_str(exception, name).ok()?;
        self.py.as_int(value)
    }

    fn text_of(&mut self, exception: Word, name: &str) -> Option<String> {
        let value = self.py.get_attr_str(exception, name).ok()?;
        self.py.payload(value, classes::STR)?;
        Some(self.py.string_of(value))
    }
}
