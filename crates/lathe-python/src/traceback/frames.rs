//! The entries of a traceback, oldest first.

use super::carets::carets;
use super::chain::Writer;
use crate::bytecode::Position;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::Py;
use lathe_heap::Word;

/// A line that comes more often in a row is counted from then on.
const SHOWN_REPEATS: u64 = 3;
/// Entries that are shown at most; `sys.tracebacklimit` is another number.
const LIMIT: i64 = 1000;

impl Py {
    /// Where an entry of a traceback was: the number of its code, and the position.
    pub fn traceback_place(&self, entry: Word) -> (u32, Position) {
        let (code, pc) =
            (self.get_int(entry, classes::NATIVE_I) as u32, self.get_int(entry, classes::NATIVE_J));
        let loaded = self.rt().codes.get(code);
        let position = loaded.code.positions.get(pc as usize).unwrap_or_default();
        (code, position)
    }

    /// The entry that was made before, or null: an entry of the frame that was called.
    pub fn traceback_next(&self, entry: Word) -> Word {
        let next = self.get(entry, classes::NATIVE_A);
        if next.is_null() || self.native_kind(next) != Some(Kind::Traceback) { Word::NULL } else { next }
    }

    /// `sys.tracebacklimit`.
    fn traceback_limit(&mut self) -> i64 {
        match self.sys_attribute("tracebacklimit").map(|limit| self.index(limit)) {
            Some(Ok(limit)) => limit,
            _ => LIMIT,
        }
    }
}

impl Writer<'_> {
    /// All entries; `header` comes before them.
    pub(super) fn entries(&mut self, first: Word, header: &str) {
        let limit = self.py.traceback_limit();
        if limit <= 0 {
            return;
        }
        self.text.push_str(header);
        let mut depth = 0;
        let mut entry = first;
        while !entry.is_null() {
            depth += 1;
            entry = self.py.traceback_next(entry);
        }
        entry = first;
        while depth > limit {
            depth -= 1;
            entry = self.py.traceback_next(entry);
        }
        let mut last = (u32::MAX, 0);
        let mut count = 0;
        while !entry.is_null() {
            let (code, position) = self.py.traceback_place(entry);
            let line = match position.line {
                0 => self.py.rt().codes.get(code).code.first_line,
                line => line,
            };
            if (code, line) != last {
                self.repeated(count);
                (last, count) = ((code, line), 0);
            }
            count += 1;
            if count <= SHOWN_REPEATS {
                self.entry(code, line, position);
            }
            entry = self.py.traceback_next(entry);
        }
        self.repeated(count);
    }

    fn repeated(&mut self, count: u64) {
        if let Some(more @ 1..) = count.checked_sub(SHOWN_REPEATS) {
            let plural = if more == 1 { "" } else { "s" };
            self.line(&format!("  [Previous line repeated {more} more time{plural}]"));
        }
    }

    fn entry(&mut self, code: u32, line: u32, position: Position) {
        let rt = self.py.runtime();
        let code = &rt.codes.get(code).code;
        self.line(&format!("  File \"{}\", line {line}, in {}", code.filename, code.name));
        let Some(text) = self.files.line(&code.filename, line) else { return };
        let shown = format!("    {}", text.trim_start_matches([' ', '\t', '\x0c']));
        let marks = carets(text, position).map(|marks| format!("    {marks}"));
        self.line(&shown);
        if let Some(marks) = marks {
            self.line(&marks);
        }
    }
}
