//! The dialogue: reads statements, runs them, prints values.
//!
//! Lines come from a terminal with editing and history (rustyline), or from a pipe. A statement that is not finished (an open bracket, a
//! block) goes on with the prompt `... `; a block ends with an empty line. Ctrl-C throws away what was typed, or interrupts what
//! runs; Ctrl-D at the beginning of a line is the end.

mod complete;
mod pieces;

use crate::run;
use lathe_python::compile::Mode;
use lathe_python::interpreter::{Failure, Interpreter};
use lathe_python::syntax::Source;
use pieces::{Piece, piece};
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor};
use std::cell::RefCell;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::Ordering;

const PROMPT: &str = ">>> ";
const MORE: &str = "... ";

/// Where lines come from.
enum Lines {
    Terminal(Box<Editor<complete::Names, FileHistory>>, Option<PathBuf>),
    Pipe,
}

enum Line {
    Text(String),
    /// Ctrl-C.
    Cancelled,
    End,
}

/// Runs a dialogue to its end; the exit status.
pub fn repl(python: &mut Interpreter, banner: bool) -> i32 {
    let known = Rc::new(RefCell::new(complete::Known::default()));
    let mut lines = Lines::new(&known);
    if banner {
        eprintln!(
            "Python 3.14.0 (lathe {}) on {}\nType \"exit()\" or Ctrl-D to leave.",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS
        );
    }
    let mut text = String::new();
    loop {
        if let Lines::Terminal(..) = lines {
            known.borrow_mut().update(python);
        }
        // What was pressed before is over; what is pressed from now on is for the next statement.
        python.attention().fetch_and(!lathe_meta::INTERRUPT, Ordering::Relaxed);
        let line = match lines.read(if text.is_empty() { PROMPT } else { MORE }) {
            Line::Text(line) => line,
            Line::Cancelled => {
                eprintln!("\nKeyboardInterrupt");
                text.clear();
                continue;
            }
            Line::End => {
                // What is there is still run: a pipe may end in a block.
                let status = if text.is_empty() { None } else { statement(python, &text) };
                if let Lines::Terminal(..) = lines {
                    println!();
                } else {
                    eprintln!();
                }
                lines.save();
                return status.unwrap_or(0);
            }
        };
        text.push_str(&line);
        text.push('\n');
        match piece(&text) {
            Piece::Nothing => text.clear(),
            Piece::Unfinished => {}
            Piece::Whole => {
                let status = statement(python, &text);
                text.clear();
                if let Some(status) = status {
                    lines.save();
                    return status;
                }
            }
        }
    }
}

/// Runs one statement. An exit status if it asks for the end.
fn statement(python: &mut Interpreter, text: &str) -> Option<i32> {
    let outcome = match Source::new("<stdin>", text) {
        Ok(source) => python.run_mode(&source, Mode::Interactive),
        Err(error) => Err(Failure::Syntax(error)),
    };
    let Err(failure) = outcome else { return None };
    let exception = python.exception_of(failure);
    if python.is_interrupt(&exception) {
        run::complain_of_interrupt(python, &exception);
        return None;
    }
    python.report(&exception)
}

impl Lines {
    fn new(known: &Rc<RefCell<complete::Known>>) -> Lines {
        if !std::io::stdin().is_terminal() || !std::io::stdout().is_terminal() {
            return Lines::Pipe;
        }
        let config = Config::builder()
            .max_history_size(10_000)
            .and_then(|config| config.history_ignore_dups(true))
            .map(|config| config.completion_type(CompletionType::List).tab_stop(4).build());
        let editor = config.and_then(Editor::with_config);
        let Ok(mut editor) = editor else { return Lines::Pipe };
        editor.set_helper(Some(complete::Names::new(known.clone())));
        let file = history_file();
        if let Some(file) = &file {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        Lines::Terminal(Box::new(editor), file)
    }

    fn read(&mut self, prompt: &str) -> Line {
        match self {
            Lines::Terminal(editor, _) => match editor.readline(prompt) {
                Ok(line) => {
                    if !line.trim().is_empty() {
                        let _ = editor.add_history_entry(&line);
                    }
                    Line::Text(line)
                }
                Err(ReadlineError::Interrupted) => Line::Cancelled,
                Err(_) => Line::End,
            },
            Lines::Pipe => {
                // As CPython: prompts do not mix with what the program prints.
                eprint!("{prompt}");
                let _ = std::io::stderr().flush();
                let mut bytes = Vec::new();
                match std::io::stdin().lock().read_until(b'\n', &mut bytes) {
                    Ok(0) | Err(_) => Line::End,
                    Ok(_) => {
                        let text = String::from_utf8_lossy(&bytes).into_owned();
                        Line::Text(text.trim_end_matches(['\n', '\r']).to_string())
                    }
                }
            }
        }
    }

    fn save(&mut self) {
        if let Lines::Terminal(editor, Some(file)) = self {
            // A folder that cannot be written to is no reason to complain each time.
            let _ = editor.save_history(file);
        }
    }
}

/// `LATHE_HISTORY`, empty for none; else in the home folder.
fn history_file() -> Option<PathBuf> {
    match std::env::var_os("LATHE_HISTORY") {
        Some(file) if file.is_empty() => None,
        Some(file) => Some(file.into()),
        None => std::env::home_dir().map(|home| home.join(".lathe_python_history")),
    }
}
