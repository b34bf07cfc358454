//! Programs that a tracing JIT cannot help: what does it cost to have one?

use super::{compile, time};
use lathe_meta::Params;
use std::time::Duration;

/// Everything but `virtualize`: more values go round loops in boxes.
const BOXED: &str = "passes=int_bounds+fold+relations+pure+heap+guards+peel+dce";

/// A program, its size, and how the JIT is set.
const PROGRAMS: [(&str, u64, &str); 7] = [
    ("megamorphic", 50_000, "on"),
    ("too_deep", 50_000, "on"),
    ("half_too_deep", 100_000, "on"),
    ("short_loops", 20_000, "on"),
    ("raising", 1_000_000, "on"),
    ("ranges", 20_000, "on"),
    ("ranges", 20_000, BOXED),
];

/// Functions that call themselves, without a loop that is worth anything.
const RECURSIVE: [(&str, u64, &str); 4] =
    [("fib", 32, "on"), ("ackermann", 300, "on"), ("tree", 200, "on"), ("mutual", 20_000, "on")];

const ROUNDS: usize = 3;

pub fn report() {
    table("no good for traces", &PROGRAMS);
}

pub fn recursion() {
    table("recursion", &RECURSIVE);
}

fn table(title: &str, programs: &[(&str, u64, &str)]) {
    println!("\n| {title} | JIT on / JIT off | off, ms |\n|---|---:|---:|");
    for &(name, size, words) in programs {
        let program = compile(name, size);
        let (mut off, mut on) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            let (expected, without) = time(&program, &params("off"));
            let (output, with) = time(&program, &params(words));
            assert_eq!(output, expected, "{name}");
            off = off.min(without);
            on = on.min(with);
        }
        let how = if words == BOXED { ", no virtualize" } else { "" };
        println!(
            "| {name}{how} | {:.2} | {:.1} |",
            on.as_secs_f64() / off.as_secs_f64(),
            1e3 * off.as_secs_f64()
        );
    }
}

pub fn params(words: &str) -> Params {
    let mut params = Params::default();
    params.set(words).expect("a mode");
    params
}
