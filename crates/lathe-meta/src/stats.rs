//! What the JIT has done so far: the summary at the end of a run.

use crate::clock::{Clock, Phase};
use crate::log::GivenUp;
use crate::recorder::Abort;
use lathe_heap::HeapStats;
use lathe_ir::count::{Category, OpCounts};
use lathe_ir::{DelayedStore, Frame, Slot, Snapshot, Trace};
use rustc_hash::FxHashMap;
use std::fmt;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Counts {
    pub loops: u64,
    pub bridges: u64,
    /// Loops that were dropped because a fact has changed.
    pub invalidated: u64,
    pub entered: u64,
    pub left: u64,
    pub aborts: FxHashMap<Abort, u64>,
    pub given_up: FxHashMap<GivenUp, u64>,
    /// Traces whose code has gone.
    pub freed: u64,
    /// Code that nobody wanted any more when it was made.
    pub discarded: u64,
    /// What a second thread has worked.
    pub aside: Duration,
    /// Ops of all recordings that were compiled, of the preambles that peeling has made, and of what is run every time.
    pub recorded: OpCounts,
    pub preambles: OpCounts,
    pub optimized: OpCounts,
    pub guards: u64,
    pub snapshot_bytes: u64,
    pub code_bytes: u64,
    /// What the heap says at the end of the last run.
    pub heap: HeapStats,
    pub clock: Clock,
}

impl Counts {
    pub fn add_traces(&mut self, recorded: &Trace, optimized: &Trace) {
        for section in &recorded.sections {
            self.recorded += &OpCounts::of_section(section);
        }
        let last = optimized.sections.len() - 1;
        for (index, section) in optimized.sections.iter().enumerate() {
            let counts = if index < last { &mut self.preambles } else { &mut self.optimized };
            *counts += &OpCounts::of_section(section);
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

/// Negative if there are more: the entry sequence of the loop that a bridge goes on in is part of the bridge.
fn removed(before: u64, after: u64) -> String {
    match before {
        0 => "-".to_string(),
        _ => format!("{:.0} %", 100.0 * (before as f64 - after as f64) / before as f64),
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} loops, {} bridges, entered {} times, left {} times, {} bytes of code",
            self.loops, self.bridges, self.entered, self.left, self.code_bytes
        )?;
        let aborts = self.aborts.iter().map(|(why, n)| (format!("aborted, {why}"), n));
        let given_up = self.given_up.iter().map(|(why, n)| (format!("given up, {why}"), n));
        let mut reasons: Vec<_> = aborts.chain(given_up).collect();
        reasons.sort();
        for (why, n) in reasons {
            writeln!(f, "{why}: {n}")?;
        }
        let per_guard = self.snapshot_bytes.checked_div(self.guards).unwrap_or(0);
        writeln!(f, "snapshots: {} bytes, {per_guard} per guard", self.snapshot_bytes)?;
        writeln!(f, "{}", self.heap)?;
        writeln!(f, "\n| ops | recorded | optimized | removed | preambles |\n|---|---:|---:|---:|---:|")?;
        for category in Category::EVERY {
            let (before, after) = (self.recorded.category(category), self.optimized.category(category));
            let (removed, preambles) = (removed(before, after), self.preambles.category(category));
            writeln!(f, "| {} | {before} | {after} | {removed} | {preambles} |", category.name())?;
        }
        writeln!(f, "\n| time | ms |\n|---|---:|")?;
        let phases = Phase::COUNTED.map(|phase| (phase.name(), self.clock.time(phase)));
        let rest = [("collector", self.clock.collecting()), ("total", self.clock.total())];
        for (what, time) in phases.into_iter().chain(rest) {
            writeln!(f, "| {what} | {:.2} |", 1000.0 * time.as_secs_f64())?;
        }
        Ok(())
    }
}
