//! Lathe as a worker: takes programs from standard input, and runs each in an interpreter of its own.
//!
//! What a program prints goes to standard output as always; the line with the zero byte follows. See `reference.py`.

use super::ways::settings;
use lathe_python::interpreter::{Failure, Interpreter};
use std::io::{BufRead, Read, Write};

/// Serves until standard input ends.
pub fn serve() -> std::io::Result<()> {
    let mut input = std::io::stdin().lock();
    let mut head = String::new();
    while input.read_line(&mut head)? > 0 {
        let mut words = head.split_whitespace();
        let number = |word: Option<&str>| word.and_then(|word| word.parse::<usize>().ok());
        let (Some(way), Some(length)) = (number(words.next()), number(words.next())) else {
            return Err(std::io::Error::other(format!("not a request: {head}")));
        };
        let mut text = vec![0; length];
        input.read_exact(&mut text)?;
        let status = run(way, &String::from_utf8_lossy(&text));
        let mut out = std::io::stdout().lock();
        out.write_all(format!("\0{status}\n").as_bytes())?;
        out.flush()?;
        head.clear();
    }
    Ok(())
}

fn run(way: usize, text: &str) -> &'static str {
    let (params, heap) = settings(way);
    let mut python = Interpreter::new(params, heap).expect("a code generator for this machine");
    match python.run("<program>", text) {
        Ok(()) => "ok",
        Err(Failure::Syntax(_)) => "syntax",
        Err(Failure::Raised(exception)) => {
            let shown = python.show(&exception);
            let last = shown.lines().last().unwrap_or_default();
            println!("uncaught {}", last.replacen(": ", " ", 1));
            "ok"
        }
    }
}
