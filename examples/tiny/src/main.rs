//! `tiny FILE [--jit WORDS] [--stats]`: runs a tiny program.

use lathe_heap::Config;
use lathe_meta::{INTERRUPT, Params};
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

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

/// The attention word of the one VM, for the signal handler.
static ATTENTION: AtomicPtr<AtomicU32> = AtomicPtr::new(std::ptr::null_mut());

extern "C" fn interrupt(_: libc::c_int) {
    // SAFETY: the pointer is that of an `Arc` which is never dropped; an atomic store is all that happens.
    if let Some(word) = unsafe { ATTENTION.load(Ordering::Relaxed).as_ref() } {
        word.fetch_or(INTERRUPT, Ordering::Relaxed);
    }
}

/// Ctrl-C stops the program at its next loop header, compiled or not.
fn on_interrupt(attention: Arc<AtomicU32>) {
    ATTENTION.store(Arc::into_raw(attention).cast_mut(), Ordering::Relaxed);
    let handler: extern "C" fn(libc::c_int) = interrupt;
    // SAFETY: the handler does only what is allowed in one.
    unsafe { libc::signal(libc::SIGINT, handler as *const () as libc::sighandler_t) };
}

fn run() -> Result<bool, String> {
    let mut params = Params::from_environment().map_err(|error| format!("tiny: {error}"))?;
    let (mut file, mut stats) = (None, false);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--jit" => {
                let words = args.next().ok_or("tiny: --jit needs a value")?;
                params.set(&words).map_err(|error| format!("tiny: --jit: {error}"))?;
            }
            "--stats" => (stats, params.timing) = (true, true),
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
    let heap = Config::default();
    on_interrupt(heap.attention.clone());
    let run = tiny::vm::run(program, params, heap).map_err(|error| format!("tiny: {error}"))?;
    // A reader that stops early is no error.
    let _ = std::io::stdout().write_all(run.output.as_bytes());
    if stats {
        eprintln!("{}", run.counts);
    }
    Ok(run.failed)
}
