//! `lathe-fuzz [--seed N] [--cases N] [--seconds S] [--native 1]`: random loops through the optimizer, until one fails.

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_fuzz::bridges::Counts;
use lathe_fuzz::campaign::{minimise, try_options};
use lathe_fuzz::optimizer::options as options_for;
use lathe_fuzz::report::report;
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: lathe-fuzz [--seed N] [--cases N] [--seconds S] [--native 1]";

struct Options {
    /// Case *k* has seed `seed + k`.
    seed: u64,
    cases: u64,
    seconds: u64,
    /// Not 0: run everything as machine code, too.
    native: u64,
}

const SANDBOX_CASES: u64 = 500;

fn main() -> ExitCode {
    let options = match parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("lathe-fuzz: {message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let descriptors = world::descriptors();
    let mut progress = Progress::new();
    let mut counts = Counts::default();
    let mut sandbox: Option<Sandbox> = None;
    for case in 0..options.cases {
        if progress.start.elapsed().as_secs() >= options.seconds {
            break;
        }
        let seed = options.seed.wrapping_add(case);
        let subject = options_for(seed);
        // Code is never freed in a sandbox: a new one now and then.
        if options.native > 0 && case % SANDBOX_CASES == 0 {
            sandbox = Sandbox::new(Target::Host).ok();
        }
        let mut trial =
            |tape: &mut Tape| try_options(&descriptors, tape, &subject, sandbox.as_mut(), &mut counts);
        if let Err(broken) = trial(&mut Tape::random(seed)) {
            progress.end();
            eprintln!("seed {seed}: {}\nmaking the case smaller ...", broken.failure);
            let smallest = minimise(&descriptors, &broken, &mut trial);
            println!("{}", report(&descriptors, seed, Some(&subject), &smallest));
            return ExitCode::FAILURE;
        }
        progress.case(seed);
    }
    progress.end();
    println!(
        "{} loops clean; {} bridges clean, {} of them into the peeled loop",
        progress.cases, counts.bridges, counts.entered
    );
    ExitCode::SUCCESS
}

fn parse(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { seed: 0, cases: u64::MAX, seconds: u64::MAX, native: 0 };
    while let Some(name) = args.next() {
        let target = match name.as_str() {
            "--seed" => &mut options.seed,
            "--cases" => &mut options.cases,
            "--seconds" => &mut options.seconds,
            "--native" => &mut options.native,
            _ => return Err(format!("unknown option {name}")),
        };
        let number = args.next().ok_or_else(|| format!("{name} needs a number"))?;
        *target = number.parse().map_err(|_| format!("{name}: not a number: {number}"))?;
    }
    Ok(options)
}

/// A line that is overwritten on a terminal; elsewhere a line now and then.
struct Progress {
    start: Instant,
    shown: Instant,
    cases: u64,
    terminal: bool,
}

impl Progress {
    fn new() -> Progress {
        let now = Instant::now();
        Progress { start: now, shown: now, cases: 0, terminal: std::io::stderr().is_terminal() }
    }

    fn case(&mut self, seed: u64) {
        self.cases += 1;
        let pause = if self.terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
        // Asking for the time costs little next to a case, but not nothing.
        if self.cases.is_multiple_of(64) && self.shown.elapsed() >= pause {
            self.shown = Instant::now();
            self.show(&format!(", at seed {seed}"));
            if !self.terminal {
                eprintln!();
            }
        }
    }

    fn show(&self, more: &str) {
        let rate = self.cases as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
        let begin = if self.terminal { "\r" } else { "" };
        eprint!("{begin}{} cases, {rate:.0} per second{more}", self.cases);
        // Progress that cannot be shown is no reason to stop.
        let _ = std::io::stderr().flush();
    }

    fn end(&self) {
        self.show("");
        eprintln!();
    }
}
