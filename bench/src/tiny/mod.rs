//! What the JIT makes of tiny programs, against the same in C.
//!
//! Goals, relative to C: Newton's square root 1.1, a sum of ints 1.8, a convolution 1.3. The interpreter within 10 % of one
//! that is written by hand ([`plain`]); programs that are no good for a tracing JIT not more than 10 % slower with it
//! ([`leaving`]); at most 2.5 ms from hot to machine code ([`latency`]).

mod c;
mod latency;
mod leaving;
mod plain;

use lathe_heap::Config;
use lathe_meta::Params;
use lathe_opt::{Pass, PassSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A program of `programs/`, in tiny and in C. Its running time is proportional to its size.
struct Program {
    name: &'static str,
    size: u64,
    /// The slow modes run a program of `size / slow`; their times are multiplied.
    slow: u64,
}

const PROGRAMS: [Program; 13] = [
    Program { name: "newton", size: 10_000_000, slow: 10 },
    Program { name: "sum", size: 200_000_000, slow: 100 },
    Program { name: "convolution", size: 50_000, slow: 50 },
    Program { name: "convolution_floats", size: 40_000, slow: 50 },
    Program { name: "pepm11", size: 100_000_000, slow: 100 },
    Program { name: "dls12", size: 200_000_000, slow: 100 },
    Program { name: "matrix", size: 600, slow: 30 },
    Program { name: "nested", size: 300_000, slow: 50 },
    Program { name: "list", size: 40_000, slow: 30 },
    Program { name: "records", size: 60_000_000, slow: 50 },
    Program { name: "points", size: 10_000_000, slow: 20 },
    Program { name: "branches", size: 5_000_000, slow: 10 },
    Program { name: "callee", size: 600_000, slow: 6 },
];

const ROUNDS: usize = 5;
const SLOW_ROUNDS: usize = 3;

/// One way to run a program.
struct Mode {
    name: &'static str,
    params: Params,
    slow: bool,
}

fn modes() -> Vec<Mode> {
    let mode = |name, words: &str, slow| {
        let mut params = Params::default();
        params.set(words).expect("a mode");
        Mode { name, params, slow }
    };
    let without = |name, pass| {
        let mut mode = mode(name, "on", false);
        mode.params.options.passes = PassSet::all().without(pass);
        mode
    };
    vec![
        mode("JIT off", "off", true),
        mode("optimizer off", "passes=", true),
        without("no virtualize", Pass::Virtualize),
        without("no peel", Pass::Peel),
        mode("full", "on", false),
    ]
}

/// All benchmarks, one of the tables, or the programs whose name has `filter` in it.
pub fn run(filter: Option<&str>) {
    match filter {
        Some("interpreter") => plain::report(),
        Some("leaving") => leaving::report(),
        Some("recursion") => leaving::recursion(),
        Some("latency") => latency::report(),
        Some(name) => programs(Some(name)),
        None => {
            programs(None);
            plain::report();
            leaving::report();
            leaving::recursion();
            latency::report();
        }
    }
}

fn programs(filter: Option<&str>) {
    let modes = modes();
    let gcc = c::find_gcc();
    let base = if gcc { "C" } else { "full" };
    println!("Times relative to {base}; `full` and C also in ms.\n");
    let names: Vec<&str> = modes.iter().map(|mode| mode.name).collect();
    println!("| program | {} | C | full, ms | C, ms |", names.join(" | "));
    println!("|---|{}---:|---:|---:|", "---:|".repeat(modes.len()));
    for program in PROGRAMS.iter().filter(|program| filter.is_none_or(|filter| program.name.contains(filter)))
    {
        let (times, c) = measure(program, &modes, gcc);
        let full = *times.last().expect("modes");
        let base = c.unwrap_or(full);
        let ratios: Vec<String> = times.iter().map(|time| format!("{:.2}", time / base)).collect();
        let (c_ratio, c_ms) = match c {
            Some(c) => ("1".to_string(), format!("{:.1}", 1e3 * c)),
            None => ("absent".to_string(), "absent".to_string()),
        };
        println!("| {} | {} | {c_ratio} | {:.1} | {c_ms} |", program.name, ratios.join(" | "), 1e3 * full);
    }
}

/// Seconds for the whole size, the best of several rounds: in every mode, and in C.
fn measure(program: &Program, modes: &[Mode], gcc: bool) -> (Vec<f64>, Option<f64>) {
    let executable = gcc.then(|| c::compile(program.name));
    let small = program.size / program.slow;
    let mut times = vec![Duration::MAX; modes.len()];
    let mut c_time = Duration::MAX;
    let mut outputs: [Option<String>; 2] = [None, None];
    let whole = compile(program.name, program.size);
    let part = compile(program.name, small);
    // In rounds, so that all modes have their share of a machine that is busy now and then.
    for round in 0..ROUNDS {
        for (mode, best) in modes.iter().zip(&mut times).filter(|(mode, _)| !mode.slow || round < SLOW_ROUNDS)
        {
            let code = if mode.slow { &part } else { &whole };
            let (output, time) = time(code, &mode.params);
            *best = time.min(*best);
            let expected = outputs[mode.slow as usize].get_or_insert_with(|| output.clone());
            assert_eq!(*expected, output, "{} with {}", program.name, mode.name);
        }
        if let Some(executable) = &executable {
            let (output, time) = c::run(executable, program.size);
            c_time = time.min(c_time);
            check(program.name, outputs[0].as_deref().expect("it ran"), &output);
        }
    }
    if let Some(executable) = &executable {
        check(program.name, outputs[1].as_deref().expect("it ran"), &c::run(executable, small).0);
        // A file that stays behind in the folder for such files does no harm.
        let _ = std::fs::remove_file(executable);
    }
    let scale = program.size as f64 / small as f64;
    let seconds = modes
        .iter()
        .zip(&times)
        .map(|(mode, time)| time.as_secs_f64() * if mode.slow { scale } else { 1.0 })
        .collect();
    (seconds, executable.map(|_| c_time.as_secs_f64()))
}

/// The same numbers, however they are written.
fn check(name: &str, tiny: &str, c: &str) {
    let same = |(a, b): (&str, &str)| a == b || a.parse::<f64>().is_ok_and(|a| Ok(a) == b.parse::<f64>());
    let words = |text: &str| text.split_whitespace().count();
    let equal = words(tiny) == words(c) && tiny.split_whitespace().zip(c.split_whitespace()).all(same);
    assert!(equal, "{name}: tiny says {tiny}, C says {c}");
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("programs")
}

/// The bytecode of a program of `programs/`, whose global `n` is its size.
fn compile(name: &str, size: u64) -> tiny::Program {
    let path = folder().join(format!("{name}.tiny"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let source = format!("n = {size}\n{text}");
    let show = |error: tiny::SyntaxError| -> ! { panic!("{}", error.show(name, &source)) };
    let tree = tiny::parse(&source).unwrap_or_else(|error| show(error));
    tiny::compile(&tree).unwrap_or_else(|error| show(error))
}

/// What a program prints, and how long it takes, with making the VM.
fn time(program: &tiny::Program, params: &Params) -> (String, Duration) {
    let program = program.clone();
    let start = Instant::now();
    let run = tiny::vm::run(program, params.clone(), Config::default()).expect("code");
    let time = start.elapsed();
    assert!(!run.failed, "{}", run.output);
    (run.output, time)
}
