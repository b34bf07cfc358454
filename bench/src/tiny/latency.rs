//! From hot to machine code: what stops the program when a loop has been recorded.

use crate::recording::record;
use lathe_codegen::{Compiler, HelperCode, Runtime, Target, Unit};
use lathe_heap::Layouts;
use lathe_ir::Label;
use lathe_opt::{Options, optimize};
use std::time::{Duration, Instant};

const LENGTHS: [usize; 3] = [50, 200, 1000];
const RUNS: usize = 30;

pub fn report() {
    println!("\n| recorded ops | preamble | loop | optimize, ms | compile, ms | both, ms | bytes |");
    println!("|---:|---:|---:|---:|---:|---:|---:|");
    for length in LENGTHS {
        row(length);
    }
}

fn row(length: usize) {
    let (descriptors, trace) = record(length);
    let layouts = Layouts::of(&descriptors);
    // Nothing is run, so an address is as good as another.
    let runtime =
        Runtime { new_record: 16, new_array: 16, box_int: 16, barrier: 16, same: 16, ask: None, chaos: None };
    let helpers = vec![HelperCode(16); descriptors.helpers.len()];
    let constants = vec![16; descriptors.objects.len()];
    let mut compiler = Compiler::new(Target::Host).expect("a code generator for this machine");
    let (mut optimizing, mut compiling) = (Duration::MAX, Duration::MAX);
    let (mut sections, mut bytes) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        let optimized = optimize(&descriptors, &trace, &Options::default()).trace;
        optimizing = optimizing.min(start.elapsed());
        let labels: Vec<(Label, u32)> =
            optimized.sections.iter().map(|section| section.label).zip(0..).collect();
        let start = Instant::now();
        bytes = 0;
        for section in 0..optimized.sections.len() {
            let unit = Unit {
                descriptors: &descriptors,
                layouts: &layouts,
                runtime: &runtime,
                helpers: &helpers,
                constants: &constants,
                trace: &optimized,
                section,
                labels: &labels,
                unit: 0,
                first_exit: 0,
            };
            bytes += compiler.compile(&unit).expect("code").code.len();
        }
        compiling = compiling.min(start.elapsed());
        sections = optimized.sections.iter().map(|section| section.ops.len()).collect();
    }
    let ms = |time: Duration| 1e3 * time.as_secs_f64();
    println!(
        "| {} | {} | {} | {:.3} | {:.3} | {:.3} | {bytes} |",
        trace.sections[0].ops.len(),
        sections[0],
        sections.get(1).copied().unwrap_or(0),
        ms(optimizing),
        ms(compiling),
        ms(optimizing + compiling),
    );
}
