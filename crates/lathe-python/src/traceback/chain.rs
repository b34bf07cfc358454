//! The order in which exceptions are shown: what came first is first, members of groups come behind their group, indented.
//!
//! A chain is followed without recursion, for it may be as long as memory allows; only groups in groups recurse, and of these ten
//! levels are shown.

use super::lines::Files;
use crate::object::classes;
use crate::object::py::Py;
use crate::runtime::types;
use lathe_heap::{RootedVec, Word};
use rustc_hash::FxHashSet;

const CAUSE: &str = "The above exception was the direct cause of the following exception:";
const CONTEXT: &str = "During handling of the above exception, another exception occurred:";
const MAX_WIDTH: usize = 15;
const MAX_DEPTH: usize = 10;

pub(super) struct Writer<'p> {
    pub(super) py: &'p mut Py,
    pub(super) files: Files,
    pub(super) text: String,
    /// How many groups we are in, the one that is being shown included.
    pub(super) depth: usize,
    /// The last member of a group has the line that closes it.
    close: bool,
    /// Addresses of exceptions that were shown: a chain may go round.
    seen: FxHashSet<u64>,
}

impl Py {
    /// `Traceback (most recent call last): …`, with all that the exception came from.
    pub fn show_exception(&mut self, exception: Word) -> String {
        let mut writer = Writer {
            py: self,
            files: Files::default(),
            text: String::new(),
            depth: 0,
            close: false,
            seen: FxHashSet::default(),
        };
        writer.with_chain(exception);
        writer.text
    }
}

impl Writer<'_> {
    /// A line, indented and with the bar of the group it belongs to.
    pub(super) fn line(&mut self, line: &str) {
        self.margin();
        self.text.push_str(line);
        self.text.push('\n');
    }

    pub(super) fn margin(&mut self) {
        if self.depth > 0 {
            self.indent();
            self.text.push_str("| ");
        }
    }

    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n(' ', 2 * self.depth));
    }

    /// An exception behind its causes and contexts.
    fn with_chain(&mut self, exception: Word) {
        let chain = self.py.rooted();
        let mut reasons = Vec::new();
        chain.push(exception);
        self.seen.insert(exception.0);
        let mut link = exception;
        while let Some((before, why)) = self.before(link) {
            if !self.seen.insert(before.0) {
                break;
            }
            chain.push(before);
            reasons.push(why);
            link = before;
        }
        for index in (0..chain.len()).rev() {
            let close = self.close;
            self.exception_or_group(chain.get(index));
            if index > 0 {
                self.close = close;
                self.line("");
                self.line(reasons[index - 1]);
                self.line("");
            }
        }
    }

    /// What an exception came from.
    fn before(&mut self, exception: Word) -> Option<(Word, &'static str)> {
        let cause = self.py.get(exception, classes::EXCEPTION_CAUSE);
        if !cause.is_null() {
            return Some((cause, CAUSE));
        }
        if self.py.get_int(exception, classes::EXCEPTION_SUPPRESS) != 0 {
            return None;
        }
        let context = self.py.get(exception, classes::EXCEPTION_CONTEXT);
        (!context.is_null()).then_some((context, CONTEXT))
    }

    fn exception_or_group(&mut self, exception: Word) {
        if self.py.is_instance(exception, types::BASE_EXCEPTION_GROUP) {
            self.group(exception);
        } else {
            self.exception(exception, "Traceback");
        }
    }

    /// The traceback and the message.
    fn exception(&mut self, exception: Word, kind: &str) {
        let traceback = self.py.get(exception, classes::EXCEPTION_TRACEBACK);
        if !traceback.is_null() {
            let mut header = " ".repeat(2 * self.depth);
            header.push_str(match self.depth {
                0 => "",
                1 if kind != "Traceback" => "+ ",
                _ => "| ",
            });
            header.push_str(&format!("{kind} (most recent call last):\n"));
            self.entries(traceback, &header);
        }
        self.message(exception);
    }

    fn group(&mut self, group: Word) {
        if self.depth > MAX_DEPTH {
            self.line(&format!("... (max_group_depth is {MAX_DEPTH})"));
            return;
        }
        let outermost = self.depth == 0;
        if outermost {
            self.depth = 1;
        }
        self.exception(group, "Exception Group Traceback");
        let members = self.members(group);
        let (count, shown) = (members.len(), members.len().min(MAX_WIDTH + 1));
        self.close = false;
        for index in 0..shown {
            let is_last = index + 1 == shown;
            // A member that is a group closes itself, and us.
            self.close |= is_last;
            self.indent();
            let corner = if index == 0 { "+-" } else { "  " };
            let number = if index < MAX_WIDTH { (index + 1).to_string() } else { "...".to_string() };
            self.text.push_str(&format!("{corner}+---------------- {number} ----------------\n"));
            self.depth += 1;
            if index < MAX_WIDTH {
                self.with_chain(members.get(index));
            } else {
                let rest = count - MAX_WIDTH;
                let plural = if rest == 1 { "" } else { "s" };
                self.line(&format!("and {rest} more exception{plural}"));
            }
            if is_last && self.close {
                self.indent();
                self.text.push_str("+------------------------------------\n");
                self.close = false;
            }
            self.depth -= 1;
        }
        if outermost {
            self.depth = 0;
        }
    }

    /// The exceptions of a group.
    fn members(&mut self, group: Word) -> RootedVec {
        let none = self.py.rooted();
        let Ok(tuple) = self.py.get_attr_str(group, "exceptions") else { return none };
        let Ok(members) = self.py.collect(tuple) else { return none };
        for index in 0..members.len() {
            if self.py.is(members.get(index), classes::EXCEPTION) {
                none.push(members.get(index));
            }
        }
        none
    }
}
