//! `lathe-python`: Python.

#![forbid(unsafe_code)]

use lathe_heap::{Config, Stress};
use lathe_meta::Params;
use lathe_python::bytecode::disassemble_all;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::interpreter::{Failure, Interpreter};
use lathe_python::syntax::Source;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::process::ExitCode;

const USAGE: &str = "\
usage: lathe-python [--jit WORDS] FILE [ARGUMENT ...]   run a program (`-` is standard input)
       lathe-python [--jit WORDS] -c TEXT [ARGUMENT ...]
       lathe-python --dis FILE   compile a file and print its bytecode
       lathe-python -V           print the version
       lathe-python -h           print this help

  --jit WORDS   off, on, record-only, threshold=N, ... separated by commas; LATHE_JIT in the environment is the same
  --stats       a summary of what the JIT has done, on standard error
  --gc-stress   a garbage collection at every allocation, for tests
";

/// A wrong command line.
const BAD_USAGE: u8 = 2;
/// What was printed could not be written.
const NOT_WRITTEN: u8 = 120;

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
        Ok(Command::Run { program, arguments, settings }) => run(&program, arguments, *settings),
        Err(message) => {
            eprint!("{message}\n{USAGE}");
            ExitCode::from(BAD_USAGE)
        }
    }
}

/// Runs a program; what the process exits with.
fn run(program: &Program, mut arguments: Vec<String>, settings: Settings) -> ExitCode {
    let (name, path) = match program {
        Program::Text(_) => ("-c".to_string(), String::new()),
        Program::File(file) => {
            let folder = std::path::Path::new(file)
                .parent()
                .map_or(String::new(), |folder| folder.to_string_lossy().into());
            (file.to_string_lossy().into_owned(), if folder.is_empty() { ".".to_string() } else { folder })
        }
    };
    arguments.insert(0, name);
    let source = match program {
        Program::Text(text) => Source::new("<string>", text).map_err(|error| error.to_string()),
        Program::File(file) => read(file)
            .and_then(|(name, bytes)| Source::decode(&name, &bytes).map_err(|error| error.to_string())),
    };
    let source = match source {
        Ok(source) => source,
        Err(message) => {
            eprintln!("{}", message.trim_end());
            return ExitCode::from(if message.starts_with("lathe-python:") { BAD_USAGE } else { 1 });
        }
    };
    let mut python = match Interpreter::new(settings.params, settings.heap) {
        Ok(python) => python,
        Err(error) => {
            eprintln!("lathe-python: {error}");
            return ExitCode::FAILURE;
        }
    };
    python.set_command_line(arguments, vec![path]);
    let result = python.run_source(&source);
    if settings.stats {
        eprintln!("{}", python.vm.counts);
    }
    let status = report(&mut python, result);
    match python.finish() {
        true => status,
        false => ExitCode::from(NOT_WRITTEN),
    }
}

/// Says what went wrong; what the process exits with.
fn report(python: &mut Interpreter, result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Syntax(error)) => {
            eprintln!("{}", error.to_string().trim_end());
            ExitCode::FAILURE
        }
        Err(Failure::Raised(exception)) => match python.exit_status(exception) {
            Some((status, text)) => {
                if let Some(text) = text {
                    eprintln!("{text}");
                }
                ExitCode::from(status as u8)
            }
            None => {
                eprint!("{}", python.show(exception));
                ExitCode::FAILURE
            }
        },
    }
}

enum Command {
    Print(String),
    Disassemble(OsString),
    Run { program: Program, arguments: Vec<String>, settings: Box<Settings> },
}

struct Settings {
    params: Params,
    heap: Config,
    stats: bool,
}

enum Program {
    File(OsString),
    Text(String),
}

fn command(mut words: lexopt::Parser) -> Result<Command, String> {
    let (mut file, mut program, mut stats, mut heap) = (None, None, false, Config::default());
    let mut params = Params::from_environment().map_err(|error| format!("lathe-python: {error}"))?;
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
            lexopt::Arg::Long("jit") => {
                let words = words.value().and_then(lexopt::ValueExt::string).map_err(unexpected)?;
                params.set(&words).map_err(|error| format!("lathe-python: --jit: {error}"))?;
            }
            lexopt::Arg::Long("stats") => stats = true,
            lexopt::Arg::Long("gc-stress") => {
                heap.stress = Stress::CollectAtEveryAllocation { full: false };
                heap.poison = true;
            }
            lexopt::Arg::Short('c') => {
                let text = words.value().and_then(lexopt::ValueExt::string).map_err(unexpected)?;
                program = Some(Program::Text(text));
                break;
            }
            lexopt::Arg::Value(path) if file.is_none() => {
                program = Some(Program::File(path));
                break;
            }
            lexopt::Arg::Long("dis") if file.is_none() => file = Some(words.value().map_err(unexpected)?),
            other => return Err(unexpected(other.unexpected())),
        }
    }
    if let Some(program) = program {
        // What follows is the program's own.
        let rest = words.raw_args().map_err(unexpected)?;
        let arguments = rest.map(|word| word.to_string_lossy().into_owned()).collect();
        let settings = Box::new(Settings { params, heap, stats });
        return Ok(Command::Run { program, arguments, settings });
    }
    file.map(Command::Disassemble).ok_or_else(|| "lathe-python: nothing to do".to_string())
}

fn disassemble(file: &OsStr) -> Result<String, String> {
    let (name, bytes) = read(file)?;
    let source = Source::decode(&name, &bytes).map_err(|error| error.to_string())?;
    let code = compile(&source, Options::new(Mode::Module)).map_err(|error| error.to_string())?;
    Ok(disassemble_all(&code))
}

/// A file's name and content; `-` is standard input.
fn read(file: &OsStr) -> Result<(String, Vec<u8>), String> {
    let mut bytes = Vec::new();
    let (name, read) = if file == "-" {
        ("<stdin>".to_string(), std::io::stdin().lock().read_to_end(&mut bytes))
    } else {
        let opened = std::fs::File::open(file);
        (file.to_string_lossy().into_owned(), opened.and_then(|mut file| file.read_to_end(&mut bytes)))
    };
    read.map_err(|error| format!("lathe-python: can't open file '{name}': {error}"))?;
    Ok((name, bytes))
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
