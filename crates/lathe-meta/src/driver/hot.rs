//! A header is passed whose counter has run out: enter its code, record it, or wait longer.

use super::MAX_ABORTS;
use super::params::Mode;
use super::report::Attempt;
use crate::clock::Phase;
use crate::code::TraceIndex;
use crate::core::COUNTERS;
use crate::direct::Direct;
use crate::log::GivenUp;
use crate::ops::{Guest, Stop};
use crate::recorder::{Abort, End, Limits, Recorder, Recording};
use crate::vm::{Outcome, Vm};
use lathe_ir::CodeId;

/// Why a loop is not recorded now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Penalty {
    pub aborts: u32,
}

impl<G: Guest> Vm<G> {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            ops: self.params.trace_limit,
            frames: self.params.frame_limit,
            inner_trips: self.params.inner_trips,
        }
    }

    /// The counter of a header has run out.
    pub(crate) fn at_header(&mut self, floor: usize) -> Option<Outcome> {
        let frame = self.core.stack.top_frame();
        let header = (frame.code, frame.pc);
        let counter = Direct::counter(frame.code, frame.pc);
        debug_assert!(counter < COUNTERS);
        // Compiled code does not check for room: near the end of the stack the interpreter goes on alone.
        if !self.core.stack.has_room(self.core.deepest) {
            self.core.counters[counter] = self.params.threshold.max(16);
            return None;
        }
        if let Some(&index) = self.code.loops.get(&header) {
            let outcome = self.enter(index, floor);
            if self.is_not_worth_it(header) {
                self.core.counters[counter] = 0;
                return outcome;
            }
            // It is entered again the next time round, but never by resuming at the header itself: that would be for ever.
            let here = outcome.is_none() && {
                let frame = self.core.stack.top_frame();
                (frame.code, frame.pc) == header
            };
            self.core.counters[counter] = if here { 2 } else { 1 };
            return outcome;
        }
        let aborts = self.penalties.get(&header).map_or(0, |penalty| penalty.aborts);
        // Each abort makes the next try four times as far away.
        self.core.counters[counter] = match aborts {
            MAX_ABORTS.. => 0,
            _ => self.params.threshold.max(16) << (2 * aborts),
        };
        if aborts >= MAX_ABORTS {
            return None;
        }
        self.record_loop(header, floor)
    }

    pub(crate) fn record_loop(&mut self, header: (CodeId, u32), floor: usize) -> Option<Outcome> {
        let number = self.next_trace();
        let start = self.phase(Phase::Recording);
        let direct = self.direct(floor);
        let loops = &self.code.loops;
        let has_code = |code: CodeId, pc: u32| loops.contains_key(&(code, pc));
        let mut recorder = Recorder::for_loop(direct, &self.guest, self.limits(), &has_code);
        let stop = self.guest.run(&mut recorder);
        let recording = recorder.finish();
        let attempt = Attempt {
            number,
            recording: self.phase(Phase::Interpreter) - start,
            place: self.place(header),
            from: None,
        };
        match recording.end {
            End::Aborted(why) => self.aborted(header, &attempt, &recording, why),
            End::Closed | End::Linked { .. } if self.params.mode == Mode::RecordOnly => {
                self.core.counters[Direct::counter(header.0, header.1)] = 1;
            }
            End::Closed | End::Linked { .. } => self.install_loop(header, recording, attempt),
        }
        self.stopped(stop)
    }

    pub(crate) fn stopped(&mut self, stop: Stop) -> Option<Outcome> {
        match stop {
            Stop::Finished => Some(Outcome::Finished(self.core.result)),
            Stop::Uncaught => Some(Outcome::Uncaught),
            Stop::Header | Stop::RecordingEnded | Stop::Attention => None,
        }
    }

    fn aborted(&mut self, header: (CodeId, u32), attempt: &Attempt, recording: &Recording, why: Abort) {
        *self.counts.aborts.entry(why).or_default() += 1;
        let penalty = self.penalties.entry(header).or_default();
        penalty.aborts += 1;
        let last = penalty.aborts == MAX_ABORTS;
        self.log_abort(attempt, recording, why);
        if last {
            self.log_given_up(header, None, None, GivenUp::TooManyAborts);
        }
    }

    /// Runs compiled code from the header that the top frame is at, until it leaves.
    pub(crate) fn enter(&mut self, index: TraceIndex, floor: usize) -> Option<Outcome> {
        let frame = self.core.stack.top_frame();
        let mut count = 0;
        for slot in 0..frame.slots {
            if self.guest.is_live(frame.code, frame.pc, false, slot) {
                let word = self.core.stack.word(frame.base + slot);
                self.core.exit_frame.set(count, word.0);
                count += 1;
            }
        }
        self.counts.entered += 1;
        let start = self.phase(Phase::Code);
        let context = &raw mut *self.core.context;
        let code = &self.code;
        // SAFETY: the arguments of the loop are the live slots of the header, in order.
        let number = unsafe { code.enter(context, index) };
        let time = self.phase(Phase::Interpreter) - start;
        let visits = self.visits.entry((frame.code, frame.pc)).or_default();
        visits.entered += 1;
        visits.time += time;
        self.leave(number, floor)
    }
}
