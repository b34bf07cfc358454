//! `tiny FILE [--jit WORDS] [--stats]`: runs a tiny program.

use lathe_heap::Config;
use lathe_meta::Params;
use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "usage: tiny [--jit off|on|record-only|threshold=N|log=N|…] [--stats] FILE";

fn main() -> ExitCode {
    match run() {
        Ok(failed) => ExitCode::from(failed as u8),
        Err(message) => {
            eprintln!("{}", message.trim_end());
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<bool, String> {
    let (mut params, mut file, mut stats) = (Params::default(), None, false);
    if let Ok(words) = std::env::var("LATHE_JIT") {
        params.set(&words).map_err(|error| format!("tiny: LATHE_JIT: {error}"))?;
    }
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--jit" => {
                let words = args.next().ok_or("tiny: --jit needs a value")?;
                params.set(&words).map_err(|error| format!("tiny: --jit: {error}"))?;
            }
            "--stats" => stats = true,
            "-h" | "--help" => {
                println!("{USAGE}");
                return Ok(false);
            }
            _ if file.is_none() && !arg.starts_with("--") => file = Some(arg),
            _ => return Err(format!("tiny: unexpected `{arg}`\n{USAGE}")),
        }
    }
    let file = file.ok_or(USAGE)?;
    let source = std::fs::read_to_string(&file).map_err(|error| format!("tiny: {file}: {error}"))?;
    let program = tiny::parse(&source).map_err(|error| error.show(&file, &source))?;
    let program = tiny::compile(&program).map_err(|error| error.show(&file, &source))?;
    let run = tiny::vm::run(program, params, Config::default()).map_err(|error| format!("tiny: {error}"))?;
    // A reader that stops early is no error.
    let _ = std::io::stdout().write_all(run.output.as_bytes());
    if stats {
        eprintln!("{}", run.counts);
    }
    Ok(run.failed)
}
