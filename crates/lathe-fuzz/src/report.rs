//! A failing case as text.

use crate::campaign::Broken;
use lathe_ir::eval::describe;
use lathe_ir::text::{PrintOptions, print_descriptors, print_trace};
use lathe_ir::{Descriptors, Trace};
use lathe_opt::Options;
use std::fmt::Write;

/// Everything needed to look at a failure and to run it again.
pub fn report(descriptors: &Descriptors, seed: u64, options: Option<&Options>, broken: &Broken) -> String {
    let state = &broken.case.states[broken.state];
    let args: Vec<String> = state.args.iter().map(|&arg| describe(descriptors, &state.heap, arg)).collect();
    let print = |trace: &Trace| print_trace(descriptors, trace, PrintOptions { snapshots: true });
    let mut text = format!("# seed {seed}: {}\n", broken.failure);
    if let Some(options) = options {
        let names: Vec<_> = options.passes.iter().map(|pass| pass.name()).collect();
        let _ = writeln!(text, "# passes {}, fuel {:?}", names.join(","), options.fuel);
    }
    let _ = writeln!(text, "# args: {}", args.join(", "));
    let _ = writeln!(text, "# attention at {}, helpers' seed {}\n", state.attention_at, state.seed);
    text.push_str(&print_descriptors(descriptors));
    text.push_str(&print(&broken.case.trace));
    let _ = writeln!(text, "\n# optimized:\n{}", print(&broken.optimized));
    for (level, bridge) in broken.bridges.iter().enumerate() {
        let _ = writeln!(text, "\n# bridge {level}:\n{}", print(bridge));
    }
    if let Some(bridge) = &broken.optimized_bridge {
        let _ = writeln!(text, "\n# the last bridge, optimized:\n{}", print(bridge));
    }
    text
}
