//! `lathe-python-fuzz [--seed N] [--cases N] [--seconds S] [--ways N] [--show SEED] [--keep-going]`: random Python programs in every way to
//! run them, and by `python3` if there is one, until something differs; then it is made small.
//!
//! With `--ways`, each program goes through so many ways only, and the next through the next ones; with the JIT off it always goes. With
//! `--keep-going`, differences are counted by what they look like, made small, and shown once each.

use lathe_fuzz::python::generate::generate;
use lathe_fuzz::python::serve::serve;
use lathe_fuzz::python::shrink::shrink;
use lathe_fuzz::python::tree::source;
use lathe_fuzz::python::trial::{Difference, Trial};
use lathe_fuzz::python::ways::WAYS;
use lathe_fuzz::tape::Tape;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str =
    "usage: lathe-python-fuzz [--seed N] [--cases N] [--seconds S] [--ways N] [--show SEED] [--keep-going]";
const SHRINK_ATTEMPTS: u32 = 3000;

struct Options {
    seed: u64,
    cases: u64,
    seconds: u64,
    ways: u64,
    show: Option<u64>,
    keep_going: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "--serve") {
        return match serve() {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("lathe-python-fuzz: {error}");
                ExitCode::FAILURE
            }
        };
    }
    match parse(arguments.into_iter()) {
        Ok(options) => match options.show {
            Some(seed) => {
                print!("{}", source(&generate(&mut Tape::random(seed))));
                ExitCode::SUCCESS
            }
            None => campaign(&options),
        },
        Err(message) => {
            eprintln!("lathe-python-fuzz: {message}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options =
        Options { seed: 0, cases: u64::MAX, seconds: u64::MAX, ways: 3, show: None, keep_going: false };
    while let Some(name) = words.next() {
        if name == "--keep-going" {
            options.keep_going = true;
            continue;
        }
        let number = words.next().ok_or_else(|| format!("{name} needs a number"))?;
        let number: u64 = number.parse().map_err(|_| format!("{name}: not a number: {number}"))?;
        match name.as_str() {
            "--seed" => options.seed = number,
            "--cases" => options.cases = number,
            "--seconds" => options.seconds = number,
            "--ways" => options.ways = number,
            "--show" => options.show = Some(number),
            _ => return Err(format!("unknown option {name}")),
        }
    }
    Ok(options)
}

fn campaign(options: &Options) -> ExitCode {
    let program = std::env::current_exe().expect("the path of this program");
    let mut trial = Trial::new(&[&program.to_string_lossy(), "--serve"], true);
    let compared = if trial.reference.is_some() { "python3" } else { "the JIT being off" };
    let (start, mut shown) = (Instant::now(), Instant::now());
    let mut seen: Vec<(String, u64)> = Vec::new();
    let (mut clean, mut different) = (0u64, 0u64);
    for case in 0..options.cases {
        if start.elapsed().as_secs() >= options.seconds {
            break;
        }
        let seed = options.seed.wrapping_add(case);
        let ways = ways(seed, options.ways);
        let tree = generate(&mut Tape::random(seed));
        match trial.run(&tree, &ways) {
            None => clean += 1,
            Some(difference) => {
                different += 1;
                let look = look(&difference);
                if let Some(entry) = seen.iter_mut().find(|(other, _)| *other == look) {
                    entry.1 += 1;
                } else {
                    seen.push((look, 1));
                    eprintln!("seed {seed} {}\nmaking it smaller ...", difference.show());
                    report(&mut trial, seed, &tree, &difference);
                }
                if !options.keep_going {
                    return ExitCode::FAILURE;
                }
            }
        }
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            let rate = (case + 1) as f64 / start.elapsed().as_secs_f64();
            eprintln!("{clean} programs clean, {different} not, {rate:.0} per second, at seed {seed}");
        }
    }
    seen.sort_by_key(|entry| std::cmp::Reverse(entry.1));
    for (look, count) in &seen {
        println!("{count} times {look}");
    }
    println!(
        "{clean} programs print what {compared} prints, with the JIT off and in {} of {} other ways each; {different} do not",
        options.ways.min(WAYS.len() as u64 - 1),
        WAYS.len() - 1
    );
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// JIT off, and the next ones.
fn ways(seed: u64, count: u64) -> Vec<usize> {
    let others = WAYS.len() as u64 - 1;
    let count = count.min(others);
    let first = seed.wrapping_mul(count);
    let next = (0..count).map(|index| (1 + first.wrapping_add(index) % others) as usize);
    // A collection at every allocation takes ten times as long as anything else.
    std::iter::once(0).chain(next).filter(|&way| !WAYS[way].2 || seed.is_multiple_of(4)).collect()
}

/// What a difference looks like without its numbers.
fn look(difference: &Difference) -> String {
    let way = if difference.way == 0 { "off: " } else { "jit: " };
    let shown = difference.show();
    let lines: String = shown.lines().skip(if shown.contains('\n') { 1 } else { 0 }).collect();
    let plain: String = lines.chars().filter(|c| !c.is_ascii_digit()).take(200).collect();
    way.to_string() + &plain
}

fn report(trial: &mut Trial, seed: u64, tree: &lathe_fuzz::python::tree::Block, difference: &Difference) {
    let ways = [difference.way];
    let start = Instant::now();
    let small = shrink(tree, SHRINK_ATTEMPTS, |candidate| {
        start.elapsed().as_secs() < 60
            && trial.run(candidate, &ways).is_some_and(|found| found.is_like(difference))
    });
    let found = trial.run(&small, &ways);
    let found = found.map_or("(not again)".to_string(), |found| found.show());
    println!("# seed {seed} {}\n{}", found.replace('\n', "\n# "), source(&small));
}
