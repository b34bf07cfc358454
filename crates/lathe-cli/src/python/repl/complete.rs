//! Names to complete: keywords, builtins, globals, and attributes of what a dotted name stands for.

use lathe_python::interpreter::Interpreter;
use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// What can be completed: names, each with the attributes of its value. Made before each line, as the interpreter cannot be
/// asked while one is typed.
#[derive(Debug, Default)]
pub struct Known {
    names: BTreeMap<String, Vec<String>>,
}

impl Known {
    pub fn update(&mut self, python: &mut Interpreter) {
        self.names = python.enter(|py| py.names_to_complete());
        for keyword in KEYWORDS {
            self.names.entry(keyword.to_string()).or_default();
        }
    }

    /// What the word before the cursor may become.
    fn complete(&self, word: &str) -> Vec<String> {
        match word.rsplit_once('.') {
            None => self.names.keys().filter(|name| name.starts_with(word)).cloned().collect(),
            Some((object, start)) => {
                let attributes = self.names.get(object).into_iter().flatten();
                let hidden = |name: &str| name.starts_with('_') && !start.starts_with('_');
                attributes
                    .filter(|name| name.starts_with(start) && !hidden(name))
                    .map(|name| format!("{object}.{name}"))
                    .collect()
            }
        }
    }
}

#[derive(Debug)]
pub struct Names {
    known: Rc<RefCell<Known>>,
}

impl Names {
    pub fn new(known: Rc<RefCell<Known>>) -> Names {
        Names { known }
    }
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
        let start =
            line[..at].char_indices().rev().take_while(|&(_, c)| is_part(c)).last().map_or(at, |(i, _)| i);
        let word = &line[start..at];
        if word.is_empty() {
            // Tab at the beginning of a line indents.
            let blank = line[..at].trim().is_empty();
            return Ok((at, if blank { vec!["    ".to_string()] } else { Vec::new() }));
        }
        Ok((start, self.known.borrow().complete(word)))
    }
}

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}
