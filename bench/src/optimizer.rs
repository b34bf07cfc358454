//! What the whole chain with peeling costs per recorded op.
//!
//! Goal: at most 1 µs, and no more than 1.5 times as much for 100,000 ops as for 1,000.

use crate::graph::time;
use crate::recording::record;
use lathe_opt::{Options, Pass, PassSet, optimize};
use std::time::Duration;

const LENGTHS: [usize; 5] = [100, 1_000, 10_000, 30_000, 100_000];

pub fn run() {
    let all = PassSet::all();
    println!("| ops | all, ns/op | relative to 1,000 ops | no peel, ns/op | preamble | loop |");
    println!("|---:|---:|---:|---:|---:|---:|");
    let measured: Vec<_> = LENGTHS.iter().map(|&length| measure(length, all)).collect();
    let base = measured[1].per_op;
    for (&length, row) in LENGTHS.iter().zip(&measured) {
        let flat = measure(length, all.without(Pass::Peel));
        println!(
            "| {} | {:.0} | {:.2} | {:.0} | {} | {} |",
            row.ops,
            row.per_op,
            row.per_op / base,
            flat.per_op,
            row.preamble,
            row.peeled
        );
    }
    // Each pass by what the chain costs without it.
    let length = 10_000;
    let whole = measure(length, all).per_op;
    println!("\n| {length} ops without | ns/op | share |\n|---|---:|---:|");
    for pass in all.iter() {
        let without = measure(length, all.without(pass)).per_op;
        println!("| {} | {without:.0} | {:.0}% |", pass.name(), 100.0 * (whole - without) / whole);
    }
}

struct Row {
    ops: usize,
    /// Nanoseconds that the thread computes, the best of many runs: the machine may be busy, but it is never too fast.
    per_op: f64,
    preamble: usize,
    peeled: usize,
}

fn measure(length: usize, passes: PassSet) -> Row {
    let (descriptors, trace) = record(length);
    let ops = trace.sections[0].ops.len();
    let options = Options { passes, fuel: None };
    let runs = (2_000_000 / length).clamp(10, 2_000);
    let mut best = Duration::MAX;
    let mut optimized = None;
    for _ in 0..runs {
        best = best.min(time(|| optimized = Some(optimize(&descriptors, &trace, &options))));
    }
    let sections = optimized.expect("it ran").trace.sections;
    Row {
        ops,
        per_op: best.as_nanos() as f64 / ops as f64,
        preamble: sections[0].ops.len(),
        peeled: sections.get(1).map_or(0, |section| section.ops.len()),
    }
}
