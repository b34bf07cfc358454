//! `lathe-graph-fuzz`: random graphs through the graph passes, until one does something else than before.

#![forbid(unsafe_code)]

use lathe_codegen::Target;
use lathe_codegen::sandbox::Sandbox;
use lathe_fuzz::graph::campaign::{Broken, Counts, minimise_by, passes_for, real_passes, report, try_passes};
use lathe_fuzz::graph::native::try_native;
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: lathe-graph-fuzz [--seed N] [--cases N] [--seconds N] [--native 0|1]

With --native 1, graphs run as machine code, before and after passes, and must do what they do in the evaluator.";

/// Code is never freed in a sandbox: a new one now and then.
const SANDBOX_CASES: u64 = 500;

fn main() -> ExitCode {
    let mut options = [("--seed", 0), ("--cases", u64::MAX), ("--seconds", u64::MAX), ("--native", 0)];
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let value = args.next().and_then(|word| word.parse().ok());
        match (options.iter_mut().find(|(known, _)| *known == name), value) {
            (Some(option), Some(value)) => option.1 = value,
            _ => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    let [(_, first), (_, cases), (_, seconds), (_, native)] = options;
    let descriptors = world::descriptors();
    let mut counts = Counts::default();
    let (start, mut shown) = (Instant::now(), Instant::now());
    let mut sandbox: Option<Sandbox> = None;
    let mut done = 0;
    while done < cases && start.elapsed().as_secs() < seconds {
        let seed = first.wrapping_add(done);
        let passes = passes_for(seed);
        if native > 0 && done % SANDBOX_CASES == 0 {
            match Sandbox::new(Target::Host) {
                Ok(new) => sandbox = Some(new),
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::FAILURE;
                }
            }
        }
        let mut find = |tape: &mut Tape, counts: &mut Counts| -> Option<Box<Broken>> {
            match &mut sandbox {
                Some(sandbox) => try_native(&descriptors, tape, &passes, sandbox, counts).err(),
                None => try_passes(&descriptors, tape, &passes, &mut real_passes, counts).err(),
            }
        };
        if let Some(broken) = find(&mut Tape::random(seed), &mut counts) {
            eprintln!("seed {seed}: {}\nmaking the case smaller ...", broken.failure);
            let smallest = minimise_by(&descriptors, &broken, &mut |tape| find(tape, &mut Counts::default()));
            println!("{}", report(&descriptors, seed, &smallest));
            return ExitCode::FAILURE;
        }
        done += 1;
        if shown.elapsed() >= Duration::from_secs(10) {
            shown = Instant::now();
            let rate = done as f64 / start.elapsed().as_secs_f64();
            eprintln!("{done} graphs, {rate:.0} per second, at seed {seed}");
        }
    }
    if native > 0 {
        println!("{done} graphs clean, {} runs as machine code", counts.native);
        return ExitCode::SUCCESS;
    }
    println!(
        "{done} graphs clean: {} loops peeled, {} refused, {} instructions removed, {} hoisted, {} blocks merged",
        counts.peeled, counts.refused, counts.removed, counts.hoisted, counts.merged
    );
    ExitCode::SUCCESS
}
