//! `lathe-python`: Python.

#![forbid(unsafe_code)]

mod options;
mod repl;
mod run;

use lathe_python::bytecode::disassemble_all;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use options::Command;
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::process::ExitCode;

/// A wrong command line, or a program that cannot be read.
const BAD_USAGE: u8 = 2;

/// Of the thread that the program runs on. Calls through Rust (a generator that yields from another, `__eq__` of what is in a list) take
/// native stack; there is enough for the usual recursion limit. What is not used costs nothing.
const STACK_SIZE: usize = 256 << 20;

fn main() -> ExitCode {
    match std::thread::Builder::new().stack_size(STACK_SIZE).spawn(start) {
        // A panic has said what it is.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(101)),
        // No room for such a stack: then with the one there is.
        Err(_) => start(),
    }
}

fn start() -> ExitCode {
    match options::command(lexopt::Parser::from_env()) {
        Ok(Command::Print(text)) => print(&text),
        Ok(Command::Disassemble(file)) => match disassemble(&file) {
            Ok(text) => print(&text),
            Err(message) => {
                complain(message.trim_end());
                ExitCode::FAILURE
            }
        },
        Ok(Command::Run(settings)) => run::run(*settings),
        Err(message) => {
            complain(message.trim_end());
            ExitCode::from(BAD_USAGE)
        }
    }
}

fn disassemble(file: &OsStr) -> Result<String, String> {
    let mut bytes = Vec::new();
    let (name, read) = if file == "-" {
        ("<stdin>".to_string(), std::io::stdin().lock().read_to_end(&mut bytes))
    } else {
        let opened = std::fs::File::open(file);
        (file.to_string_lossy().into_owned(), opened.and_then(|mut file| file.read_to_end(&mut bytes)))
    };
    read.map_err(|error| format!("lathe-python: can't open file '{name}': {error}"))?;
    let source = Source::decode(&name, &bytes).map_err(|error| error.to_string())?;
    let code = compile(&source, Options::new(Mode::Module)).map_err(|error| error.to_string())?;
    Ok(disassemble_all(&code))
}

/// Standard error may be closed.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// A reader that stops early is no error.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            complain(&format!("lathe-python: cannot write: {error}"));
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
