//! Running a program: finding it, `sys.argv` and `sys.path`, and what the process exits with.

use crate::options::{Program, Settings};
use crate::{BAD_USAGE, complain, repl};
use lathe_python::compile::Mode;
use lathe_python::interpreter::{Failure, Interpreter};
use lathe_python::signals;
use lathe_python::syntax::{Source, SyntaxError};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What `sys.flags` and the environment make of a program before it is read.
struct Start {
    /// `sys.argv[0]`.
    name: String,
    /// `sys.path[0]`; none for a program that is not to find modules beside it.
    folder: Option<String>,
}

pub fn run(settings: Settings) -> ExitCode {
    let mut python = match Interpreter::new(settings.params.clone(), settings.heap.clone()) {
        Ok(python) => python,
        Err(error) => {
            complain(&format!("lathe-python: {error}"));
            return ExitCode::FAILURE;
        }
    };
    signals::catch_interrupts(python.attention());
    python.set_optimize(settings.optimize);
    let start = start(&settings.program);
    let mut arguments = vec![start.name];
    arguments.extend(settings.arguments.iter().cloned());
    let mut path: Vec<String> = Vec::new();
    if !settings.safe_path {
        path.extend(start.folder);
    }
    if !settings.ignore_environment
        && let Some(more) = std::env::var_os("PYTHONPATH")
    {
        path.extend(std::env::split_paths(&more).map(|folder| folder.to_string_lossy().into_owned()));
    }
    python.set_command_line(arguments, path);

    let interactive = matches!(settings.program, Program::Input | Program::Dash)
        && (std::io::stdin().is_terminal() || settings.inspect);
    let mut status = match &settings.program {
        _ if interactive => 0,
        Program::Module(name) => {
            let outcome = python.run_module(name);
            end(&mut python, outcome)
        }
        Program::Text(text) => {
            let text = format!("{text}\n");
            let outcome = Source::new("<string>", &text);
            run_source(&mut python, outcome)
        }
        Program::Input | Program::Dash => {
            let mut bytes = Vec::new();
            if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
                complain(&format!("lathe-python: cannot read standard input: {error}"));
                return ExitCode::FAILURE;
            }
            run_source(&mut python, Source::decode("<stdin>", &bytes))
        }
        Program::File(file) => match read_program(Path::new(file)) {
            Ok((name, mut bytes)) => {
                if settings.skip_line {
                    // The end of the line stays, so that lines have their numbers.
                    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
                    bytes.drain(..end);
                }
                let is_folder = Path::new(file).is_dir();
                python.enter(|py| {
                    let file = py.new_str(&name);
                    py.set_main_global("__file__", file);
                    let none = py.none();
                    py.set_main_global("__cached__", none);
                    if is_folder {
                        let package = py.new_str("");
                        py.set_main_global("__package__", package);
                    }
                });
                run_source(&mut python, Source::decode(&name, &bytes))
            }
            Err(message) => {
                complain(&message);
                return if Path::new(file).is_dir() { ExitCode::FAILURE } else { ExitCode::from(BAD_USAGE) };
            }
        },
    };
    if interactive || settings.inspect {
        status = repl::repl(&mut python, interactive && !settings.quiet);
    }
    let status = finish(&mut python, status);
    if settings.stats {
        complain(&python.vm.counts.to_string());
    }
    ExitCode::from(status as u8)
}

/// The program's name and folder.
fn start(program: &Program) -> Start {
    match program {
        Program::Text(_) => Start { name: "-c".into(), folder: Some(String::new()) },
        Program::Module(_) => {
            let here = std::env::current_dir().unwrap_or_default();
            Start { name: "-m".into(), folder: Some(here.to_string_lossy().into_owned()) }
        }
        Program::Input => Start { name: String::new(), folder: Some(String::new()) },
        Program::Dash => Start { name: "-".into(), folder: Some(String::new()) },
        Program::File(file) => {
            let path = Path::new(file);
            // A link stands for what it points to.
            let real = std::fs::canonicalize(path).unwrap_or_else(|_| absolute(path));
            let folder =
                if path.is_dir() { Some(absolute(path)) } else { real.parent().map(Path::to_path_buf) };
            Start {
                name: file.to_string_lossy().into_owned(),
                folder: folder.map(|folder| folder.to_string_lossy().into_owned()),
            }
        }
    }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf())
}

/// The text of a program, and the name that tracebacks give it.
fn read_program(path: &Path) -> Result<(String, Vec<u8>), String> {
    let whole = absolute(path);
    let shown = whole.to_string_lossy();
    if path.is_dir() {
        let main = whole.join("__main__.py");
        return match std::fs::read(&main) {
            Ok(bytes) => Ok((main.to_string_lossy().into_owned(), bytes)),
            Err(_) => Err(format!("lathe-python: can't find '__main__' module in '{shown}'")),
        };
    }
    match std::fs::read(path) {
        Ok(bytes) => Ok((shown.into_owned(), bytes)),
        Err(error) => {
            let (number, text) = lathe_python::signals::system_error(&error);
            Err(format!("lathe-python: can't open file '{shown}': [Errno {number}] {text}"))
        }
    }
}

fn run_source(python: &mut Interpreter, source: Result<Source, SyntaxError>) -> i32 {
    let outcome = match source {
        Ok(source) => python.run_mode(&source, Mode::Module),
        Err(error) => Err(Failure::Syntax(error)),
    };
    end(python, outcome)
}

/// Tells of what went wrong. The exit status.
pub fn end(python: &mut Interpreter, outcome: Result<(), Failure>) -> i32 {
    match outcome {
        Ok(()) => 0,
        Err(failure) => {
            let exception = python.exception_of(failure);
            let interrupted = python.is_interrupt(&exception);
            match python.report(&exception) {
                Some(status) => status,
                None if interrupted => INTERRUPTED,
                None => 1,
            }
        }
    }
}

/// In a dialogue an interrupt is told, and that is all.
pub fn complain_of_interrupt(python: &mut Interpreter, exception: &lathe_python::object::handle::Object) {
    let text = python.show(exception);
    complain(text.trim_end());
}

/// Stands for an end by Ctrl-C: no exit status has nine bits.
const INTERRUPTED: i32 = 256 + 130;

/// What was printed could not be written.
const NOT_WRITTEN: i32 = 120;

/// Writes what is left to be written.
fn finish(python: &mut Interpreter, status: i32) -> i32 {
    let well = python.finish();
    match status {
        INTERRUPTED => signals::die_of_interrupt(),
        _ if !well => NOT_WRITTEN,
        status => status,
    }
}
