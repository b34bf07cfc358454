//! What the driver tells the log.

use crate::clock::Phase;
use crate::facts::Reliance;
use crate::log::{Dump, Event, GivenUp, Level, Log, Made, Place, Start, TraceNumber};
use crate::ops::Guest;
use crate::recorder::{Abort, Recording};
use crate::vm::{Outcome, Vm};
use lathe_heap::{Collection, Heap};
use lathe_ir::text::{PrintOptions, print_descriptors, print_trace};
use lathe_ir::{CodeId, Descriptors, Trace};
use lathe_opt::Options;
use std::time::{Duration, Instant};

/// A recording that was begun.
#[derive(Clone, Debug)]
pub(crate) struct Attempt {
    pub number: TraceNumber,
    /// Where it began.
    pub place: Place,
    /// For a bridge.
    pub from: Option<Start>,
    /// What the code relies on.
    pub reliance: Reliance,
    pub recording: Duration,
}

/// Has the heap tell the log of its collections.
pub(crate) fn observe_collections(heap: &mut Heap, log: &Log) {
    if !log.wants(Level::Events) {
        return;
    }
    let log = log.clone();
    heap.set_observer(move |report| {
        log.event(&Event::Collection {
            full: report.collection == Collection::Major,
            pause: report.pause,
            marked_bytes: report.marked_bytes,
            old_bytes: report.old_bytes,
            used_bytes: report.used_bytes,
        });
    });
}

impl<G: Guest> Vm<G> {
    /// From now on, time belongs to this phase.
    #[inline]
    pub(crate) fn phase(&mut self, next: Phase) -> Instant {
        self.counts.clock.switch(&self.core.heap, next).at
    }

    pub(crate) fn place(&self, (code, pc): (CodeId, u32)) -> Place {
        Place { code, pc, text: self.guest.describe(code, pc) }
    }

    pub(crate) fn next_trace(&mut self) -> TraceNumber {
        self.traces_begun += 1;
        TraceNumber(self.traces_begun)
    }

    pub(crate) fn log_abort(&self, attempt: &Attempt, recording: &Recording, why: Abort) {
        if self.log.wants(Level::Events) {
            self.log.event(&Event::Abort {
                trace: attempt.number,
                from: attempt.from,
                place: &attempt.place,
                at: &self.place(recording.at),
                ops: recording.trace.sections[0].ops.len(),
                why,
            });
        }
        // What was recorded by then may not be a trace, but the printer takes it.
        let dumps = Dumps { log: &self.log, descriptors: &self.core.descriptors, attempt };
        dumps.recorded(&recording.trace);
    }

    /// Counts and tells that something will be left alone.
    pub(crate) fn give_up(
        &mut self,
        place: (CodeId, u32),
        trace: Option<TraceNumber>,
        exit: Option<usize>,
        why: GivenUp,
    ) {
        *self.counts.given_up.entry(why).or_default() += 1;
        if self.log.wants(Level::Events) {
            self.log.event(&Event::GivenUp { trace, exit, place: &self.place(place), why });
        }
    }

    pub(crate) fn log_end(&self, outcome: Outcome) {
        let outcome = match outcome {
            Outcome::Finished(_) => "finished",
            Outcome::Uncaught => "uncaught exception",
            Outcome::StackFull => "no room for a frame",
            Outcome::Interrupted => "interrupted",
            Outcome::OutOfMemory => "out of memory",
        };
        self.log.event(&Event::End { outcome, total: self.counts.clock.total() });
    }
}

/// Traces as text, for those who want to see them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dumps<'d> {
    pub log: &'d Log,
    pub descriptors: &'d Descriptors,
    pub attempt: &'d Attempt,
}

impl Dumps<'_> {
    fn dump(&self, what: Dump<'_>, trace: &Trace) {
        let options = PrintOptions { snapshots: self.log.wants(Level::Passes) };
        let text = print_trace(self.descriptors, trace, options);
        let (trace, place) = (self.attempt.number, &self.attempt.place);
        self.log.event(&Event::Dump { trace, place, what, text: &text });
    }

    pub(crate) fn recorded(&self, trace: &Trace) {
        if self.log.wants(Level::Traces) {
            let declarations = print_descriptors(self.descriptors);
            self.dump(Dump::Recorded { declarations: &declarations }, trace);
        }
    }

    pub(crate) fn optimized(&self, trace: &Trace) {
        if self.log.wants(Level::Traces) {
            self.dump(Dump::Optimized, trace);
        }
    }

    /// The trace with the first pass, with the first two, and so on: an op goes through all passes before the next one is
    /// looked at, so there is no other *after a pass*. The last is the optimized trace, which is shown anyway.
    pub(crate) fn passes(&self, options: &Options, optimize: impl Fn(&Options) -> Trace) {
        if !self.log.wants(Level::Passes) {
            return;
        }
        let all = options.passes;
        for (pass, passes) in all.growing().filter(|&(_, passes)| passes != all) {
            let trace = optimize(&Options { passes, ..*options });
            self.dump(Dump::After(pass.name()), &trace);
        }
    }
}

/// Ops in and out; the rest is to be filled in.
pub(crate) fn made(attempt: &Attempt, recorded: &Trace, optimized: &Trace) -> Made {
    let ops = |trace: &Trace| trace.sections.iter().map(|section| section.ops.len()).collect::<Vec<_>>();
    Made {
        recorded_ops: ops(recorded).iter().sum(),
        optimized_ops: ops(optimized),
        recording: attempt.recording,
        ..Made::default()
    }
}
