//! Prints the code objects of a file as Python literals, for `tests/reference/interpreter.py`.

use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::process::ExitCode;

#[path = "../tests/reference/export.rs"]
mod export;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: export FILE");
        return ExitCode::from(2);
    };
    let name = path.to_string_lossy().into_owned();
    let code = std::fs::read(&path).map_err(|error| error.to_string()).and_then(|bytes| {
        let source = Source::decode(&name, &bytes).map_err(|error| error.to_string())?;
        compile(&source, Options::new(Mode::Module)).map_err(|error| error.to_string())
    });
    match code {
        Ok(code) => {
            println!("{}", export::export(&code));
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
