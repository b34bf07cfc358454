//! `lathe-graph-fuzz`: random graphs through the graph passes, until one does something else than before.

#![forbid(unsafe_code)]

use lathe_fuzz::graph::campaign::{Counts, minimise, passes_for, real_passes, report, try_passes};
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: lathe-graph-fuzz [--seed N] [--cases N] [--seconds N]";

fn main() -> ExitCode {
    let mut options = [("--seed", 0), ("--cases", u64::MAX), ("--seconds", u64::MAX)];
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
    let [(_, first), (_, cases), (_, seconds)] = options;
    let descriptors = world::descriptors();
    let mut counts = Counts::default();
    let (start, mut shown) = (Instant::now(), Instant::now());
    let mut done = 0;
    while done < cases && start.elapsed().as_secs() < seconds {
        let seed = first.wrapping_add(done);
        let passes = passes_for(seed);
        let tried = try_passes(&descriptors, &mut Tape::random(seed), &passes, &mut real_passes, &mut counts);
        if let Err(broken) = tried {
            eprintln!("seed {seed}: {}\nmaking the case smaller ...", broken.failure);
            let smallest = minimise(&descriptors, &broken, &passes, &mut real_passes);
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
    println!(
        "{done} graphs clean: {} loops peeled, {} refused, {} instructions removed, {} hoisted, {} blocks merged",
        counts.peeled, counts.refused, counts.removed, counts.hoisted, counts.merged
    );
    ExitCode::SUCCESS
}
