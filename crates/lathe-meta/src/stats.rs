//! What the JIT has done so far: the summary at the end of a run.

use crate::recorder::Abort;
use lathe_ir::count::{Category, OpCounts};
use lathe_ir::{DelayedStore, Frame, Slot, Snapshot, Trace};
use rustc_hash::FxHashMap;
use std::fmt;
use std::time::{Duration, Instant};

#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub loops: u64,
    pub bridges: u64,
    pub entered: u64,
    pub left: u64,
    pub aborts: FxHashMap<Abort, u64>,
    /// Ops of all recordings that were compiled, and of what became of them (preambles and loops together).
    pub recorded: OpCounts,
    pub optimized: OpCounts,
    pub guards: u64,
    pub snapshot_bytes: u64,
    pub code_bytes: u64,
    pub recording: Duration,
    pub optimizing: Duration,
    pub compiling: Duration,
    pub in_code: Duration,
}

impl Counts {
    pub fn add_traces(&mut self, recorded: &Trace, optimized: &Trace) {
        for section in &recorded.sections {
            self.recorded += &OpCounts::of_section(section);
        }
        for section in &optimized.sections {
            self.optimized += &OpCounts::of_section(section);
            self.guards += section.ops.iter().filter(|op| op.kind.snapshot().is_some()).count() as u64;
        }
        self.snapshot_bytes += optimized.snapshots.iter().map(snapshot_bytes).sum::<u64>();
    }
}

/// What a snapshot takes in memory.
fn snapshot_bytes(snapshot: &Snapshot) -> u64 {
    let slots = snapshot.slots.len() + snapshot.virtuals.iter().map(|v| v.fields.len()).sum::<usize>();
    let bytes = size_of::<Snapshot>()
        + snapshot.frames.len() * size_of::<Frame>()
        + slots * size_of::<Slot>()
        + snapshot.virtuals.len() * size_of::<lathe_ir::VirtualObject>()
        + snapshot.stores.len() * size_of::<DelayedStore>();
    bytes as u64
}

/// Adds the time that something takes.
pub fn timed<T>(total: &mut Duration, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    *total += start.elapsed();
    result
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} loops, {} bridges, entered {} times, left {} times, {} bytes of code",
            self.loops, self.bridges, self.entered, self.left, self.code_bytes
        )?;
        let mut aborts: Vec<_> = self.aborts.iter().map(|(why, n)| (why.to_string(), n)).collect();
        aborts.sort();
        for (why, n) in aborts {
            writeln!(f, "aborted, {why}: {n}")?;
        }
        let per_guard = self.snapshot_bytes.checked_div(self.guards).unwrap_or(0);
        writeln!(f, "snapshots: {} bytes, {per_guard} per guard", self.snapshot_bytes)?;
        writeln!(f, "\n| ops | recorded | optimized |\n|---|---:|---:|")?;
        for category in Category::EVERY {
            let (before, after) = (self.recorded.category(category), self.optimized.category(category));
            writeln!(f, "| {} | {before} | {after} |", category.name())?;
        }
        writeln!(f, "\n| time | ms |\n|---|---:|")?;
        for (what, time) in [
            ("recording", self.recording),
            ("optimizing", self.optimizing),
            ("compiling", self.compiling),
            ("machine code", self.in_code),
        ] {
            writeln!(f, "| {what} | {:.2} |", 1000.0 * time.as_secs_f64())?;
        }
        Ok(())
    }
}
