//! One program through CPython and several ways of Lathe.

use super::tree::{Block, source};
use super::ways::WAYS;
use super::worker::{Run, Worker};

#[derive(Debug)]
pub struct Trial {
    /// CPython, if there is one.
    pub reference: Option<Worker>,
    pub lathe: Worker,
}

/// A way that prints something else.
#[derive(Clone, Debug)]
pub struct Difference {
    pub way: usize,
    pub expected: String,
    pub found: Run,
}

impl Trial {
    /// With a command that serves Lathe; with CPython if `python3` can be started and it is wanted.
    pub fn new(lathe: &[&str], with_reference: bool) -> Trial {
        let mut reference = Worker::new(&["python3", "-W", "ignore", "-c", include_str!("reference.py")]);
        let reference = (with_reference && reference.works()).then_some(reference);
        Trial { reference, lathe: Worker::new(lathe) }
    }

    /// The first way that differs from CPython, or from the JIT being off.
    pub fn run(&mut self, program: &Block, ways: &[usize]) -> Option<Difference> {
        self.run_text(&source(program), ways)
    }

    pub fn run_text(&mut self, text: &str, ways: &[usize]) -> Option<Difference> {
        let mut expected = match &mut self.reference {
            Some(worker) => match worker.run(0, text) {
                Run::Printed(printed) => Some(printed),
                // What CPython does not take, or does not survive, says nothing.
                Run::Syntax | Run::Crashed(_) => return None,
            },
            None => None,
        };
        if expected.is_none() {
            match self.lathe.run(0, text) {
                Run::Printed(printed) => expected = Some(printed),
                Run::Syntax => return None,
                found @ Run::Crashed(_) => {
                    return Some(Difference { way: 0, expected: String::new(), found });
                }
            }
        }
        let expected = expected?;
        ways.iter().find_map(|&way| {
            let found = self.lathe.run(way, text);
            (found != Run::Printed(expected.clone())).then(|| Difference {
                way,
                expected: expected.clone(),
                found,
            })
        })
    }
}

impl Difference {
    /// Whether another difference is most likely the same one.
    pub fn is_like(&self, other: &Difference) -> bool {
        self.way == other.way && self.signature() == other.signature()
    }

    /// What a shrunk program must have in common: how it ends, or the types that are told where it first differs.
    fn signature(&self) -> (String, String) {
        let word = |line: &str| line.split_whitespace().nth(1).unwrap_or_default().to_string();
        match &self.found {
            Run::Printed(printed) => {
                let mut expected = self.expected.lines();
                let differs = printed.lines().find_map(|found| {
                    let expected = expected.next().unwrap_or_default();
                    (found != expected).then(|| (word(expected), word(found)))
                });
                differs.unwrap_or_else(|| (expected.next().map(word).unwrap_or_default(), String::new()))
            }
            Run::Syntax => ("syntax".to_string(), String::new()),
            Run::Crashed(text) => ("crash".to_string(), text.lines().last().unwrap_or_default().to_string()),
        }
    }

    /// The way, and the first line that differs with what was expected there.
    pub fn show(&self) -> String {
        let name = WAYS[self.way].0;
        match &self.found {
            Run::Syntax => format!("in mode `{name}`: a syntax error"),
            Run::Crashed(text) => {
                format!("in mode `{name}`: crashed: {}", text.lines().last().unwrap_or_default())
            }
            Run::Printed(printed) => {
                let mut lines = printed.lines();
                for expected in self.expected.lines() {
                    let found = lines.next();
                    if found != Some(expected) {
                        let found = found.unwrap_or("(nothing)");
                        return format!("in mode `{name}`:\n  expected {expected}\n  found    {found}");
                    }
                }
                format!(
                    "in mode `{name}`:\n  expected (nothing)\n  found    {}",
                    lines.next().unwrap_or_default()
                )
            }
        }
    }
}
