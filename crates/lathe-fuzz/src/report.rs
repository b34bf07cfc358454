//! A failing case as text.

use crate::campaign::Broken;
use lathe_ir::eval::describe;
use lathe_ir::{Descriptors, Trace};
use std::fmt::Write;

/// Everything needed to look at a failure and to run it again.
pub fn report(descriptors: &Descriptors, seed: u64, broken: &Broken) -> String {
    let state = &broken.case.states[broken.state];
    let args: Vec<String> = state.args.iter().map(|&arg| describe(descriptors, &state.heap, arg)).collect();
    format!(
        "# seed {seed}: {}\n# args: {}\n# attention at {}, helpers' seed {}\n\n{}\n# optimized:\n\n{}",
        broken.failure,
        args.join(", "),
        state.attention_at,
        state.seed,
        trace_text(descriptors, &broken.case.trace),
        trace_text(descriptors, &broken.optimized),
    )
}

/// One op a line, snapshots below.
fn trace_text(_descriptors: &Descriptors, trace: &Trace) -> String {
    let mut text = String::new();
    for section in &trace.sections {
        let _ = writeln!(text, "{:?}({:?})", section.label, section.args);
        for (index, op) in section.ops.iter().enumerate() {
            let _ = match op.result {
                Some(value) => writeln!(text, "{index:4}: {} = {:?}", value.0, op.kind),
                None => writeln!(text, "{index:4}: {:?}", op.kind),
            };
        }
    }
    for (index, snapshot) in trace.snapshots.iter().enumerate() {
        let _ = writeln!(text, "snapshot {index}: {snapshot:?}");
    }
    text
}
