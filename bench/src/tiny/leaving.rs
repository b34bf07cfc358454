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

const ROUNDS: usize = 5;

pub fn report() {
    table("no good for traces", &PROGRAMS);
}

pub fn recursion() {
    table("recursion", &RECURSIVE);
}

fn table(title: &str, programs: &[(&str, u64, &str)]) {
    println!("\n| {title} | JIT on / JIT off | with a compiler thread | off, ms |\n|---|---:|---:|---:|");
    for &(name, size, words) in programs {
        let program = compile(name, size);
        let ways = [
            params("off"),
            params(&format!("{words},compile=now")),
            params(&format!("{words},compile=thread")),
        ];
        let mut best = [Duration::MAX; 3];
        let mut expected = None;
        for _ in 0..ROUNDS {
            for (params, best) in ways.iter().zip(&mut best) {
                let (output, took) = time(&program, params);
                assert_eq!(*expected.get_or_insert_with(|| output.clone()), output, "{name}");
                *best = took.min(*best);
            }
        }
        let how = if words == BOXED { ", no virtualize" } else { "" };
        let [off, now, thread] = best.map(|time| time.as_secs_f64());
        println!("| {name}{how} | {:.2} | {:.2} | {:.1} |", now / off, thread / off, 1e3 * off);
    }
}

pub fn params(words: &str) -> Params {
    let mut params = Params::default();
    params.set(words).expect("a mode");
    params
}
