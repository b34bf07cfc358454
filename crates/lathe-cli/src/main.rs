//! `lathe`: reads traces and graphs, shows what optimizer and graph passes do to them, runs them.

#![forbid(unsafe_code)]

mod eval;
mod graph;
mod input;
mod json;
mod literal;
mod opt;
mod table;

use std::process::ExitCode;

const USAGE: &str = "\
usage: lathe opt [options] FILE       optimize a trace and print it
       lathe eval [options] FILE      run a trace in the evaluator
       lathe graph [options] FILE     analyse and transform a graph, or run it (`lathe graph run`)
       lathe --help | --version

FILE is a trace file or a graph file, `-` for standard input; without FILE, `opt` shows a built-in example.
`lathe opt --help`, `lathe eval --help` and `lathe graph --help` list the options.
";

/// A message for the user, printed as it is.
#[derive(Debug)]
pub struct Failure(pub String);

impl From<lexopt::Error> for Failure {
    fn from(error: lexopt::Error) -> Failure {
        Failure(format!("lathe: {error}"))
    }
}

/// The value of an option that takes a number.
fn number(option: &str, word: std::ffi::OsString) -> Result<u64, Failure> {
    let word = word.to_string_lossy();
    word.parse().map_err(|_| Failure(format!("lathe: {option} takes a number, not `{word}`")))
}

fn main() -> ExitCode {
    match run() {
        Ok(text) => print(&text),
        Err(Failure(message)) => {
            eprintln!("{}", message.trim_end());
            ExitCode::FAILURE
        }
    }
}

/// A reader that stops early (`lathe opt … | head`) is no error.
fn print(text: &str) -> ExitCode {
    use std::io::Write;
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("lathe: cannot write: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run() -> Result<String, Failure> {
    let mut words = lexopt::Parser::from_env();
    match words.next()? {
        Some(lexopt::Arg::Value(command)) if command == "opt" => opt::run(words),
        Some(lexopt::Arg::Value(command)) if command == "eval" => eval::run(words),
        Some(lexopt::Arg::Value(command)) if command == "graph" => graph::run(words),
        Some(lexopt::Arg::Short('h') | lexopt::Arg::Long("help")) => Ok(USAGE.to_string()),
        Some(lexopt::Arg::Short('V') | lexopt::Arg::Long("version")) => {
            Ok(format!("lathe {}\n", env!("CARGO_PKG_VERSION")))
        }
        Some(lexopt::Arg::Value(command)) => {
            Err(Failure(format!("lathe: unknown command `{}`\n\n{USAGE}", command.to_string_lossy())))
        }
        Some(other) => Err(other.unexpected().into()),
        None => Err(Failure(USAGE.to_string())),
    }
}
