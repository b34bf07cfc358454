//! `lathe-python`: Python. So far it only shows bytecode.

#![forbid(unsafe_code)]

use lathe_python::bytecode::disassemble_all;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::process::ExitCode;

const USAGE: &str = "\
usage: lathe-python --dis FILE   compile a file and print its bytecode (`-` is standard input)
       lathe-python -V           print the version
       lathe-python -h           print this help
";

/// A wrong command line.
const BAD_USAGE: u8 = 2;

fn main() -> ExitCode {
    match command(lexopt::Parser::from_env()) {
        Ok(Command::Print(text)) => print(&text),
        Ok(Command::Disassemble(file)) => match disassemble(&file) {
            Ok(text) => print(&text),
            Err(message) => {
                eprintln!("{}", message.trim_end());
                ExitCode::FAILURE
            }
        },
        Err(message) => {
            eprint!("{message}\n{USAGE}");
            ExitCode::from(BAD_USAGE)
        }
    }
}

enum Command {
    Print(String),
    Disassemble(OsString),
}

fn command(mut words: lexopt::Parser) -> Result<Command, String> {
    let mut file = None;
    let unexpected = |error: lexopt::Error| format!("lathe-python: {error}");
    while let Some(word) = words.next().map_err(unexpected)? {
        match word {
            lexopt::Arg::Short('h') | lexopt::Arg::Long("help") => {
                return Ok(Command::Print(USAGE.to_string()));
            }
            lexopt::Arg::Short('V') | lexopt::Arg::Long("version") => {
                return Ok(Command::Print(format!(
                    "lathe-python {} (Python 3.14)\n",
                    env!("CARGO_PKG_VERSION")
                )));
            }
            lexopt::Arg::Long("dis") if file.is_none() => file = Some(words.value().map_err(unexpected)?),
            other => return Err(unexpected(other.unexpected())),
        }
    }
    file.map(Command::Disassemble).ok_or_else(|| "lathe-python: nothing to do".to_string())
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

/// A reader that stops early is no error.
fn print(text: &str) -> ExitCode {
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("lathe-python: cannot write: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
