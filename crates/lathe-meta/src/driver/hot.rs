//! A header is passed whose counter has run out: enter its code, record it, or wait longer.

use super::MAX_ABORTS;
use super::params::Mode;
use super::report::Attempt;
use super::work::Task;
use crate::clock::Phase;
use crate::code::Header;
use crate::direct::Direct;
use crate::log::GivenUp;
use crate::ops::{Guest, Stop};
use crate::recorder::{Abort, End, Limits, Recorder, Recording};
use crate::vm::{Outcome, Vm};
use lathe_ir::CodeId;
use std::sync::Arc;

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
        let header = self.top_place();
        // Compiled code does not check for room: near the end of the stack the interpreter goes on alone.
        if !self.core.stack.has_room(self.core.deepest) {
            self.wait(header, self.params.threshold.max(16));
            return None;
        }
        if self.other_types.take() == Some(header) {
            self.wait(header, 1);
            return self.record_loop(header, floor);
        }
        if let Some(code) = self.code.loops.get_mut(&header) {
            let asked = code.visits.enter();
            // It is entered again the next time round.
            self.wait(header, 1);
            let outcome = if asked { self.enter_asked(header, floor) } else { self.enter(header, floor) };
            // But never by resuming at the header itself: that would be for ever.
            if outcome.is_none() && self.top_place() == header && self.code.has_code(header) {
                self.wait(header, 2);
            }
            return outcome;
        }
        let aborts = self.penalties.get(&header).map_or(0, |penalty| penalty.aborts);
        // Each abort makes the next try four times as far away.
        self.wait(
            header,
            match aborts {
                MAX_ABORTS.. => 0,
                _ => self.params.threshold.max(16) << (2 * aborts),
            },
        );
        if aborts >= MAX_ABORTS {
            return None;
        }
        self.record_loop(header, floor)
    }

    /// The driver is asked again when the header was passed so many times; 0: never.
    pub(crate) fn wait(&mut self, header: Header, trips: u32) {
        self.core.counters[Direct::counter(header.0, header.1)] = trips;
    }

    /// Where the top frame goes on.
    pub(crate) fn top_place(&self) -> Header {
        let frame = self.core.stack.top_frame();
        (frame.code, frame.pc)
    }

    pub(crate) fn record_loop(&mut self, header: Header, floor: usize) -> Option<Outcome> {
        let number = self.next_trace();
        let start = self.phase(Phase::Recording);
        let direct = self.direct(floor);
        let store = &self.code;
        let has_code = |code: CodeId, pc: u32| store.has_code((code, pc));
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
                self.wait(header, 1);
            }
            End::Closed => {
                let again = self.code.loops.contains_key(&header);
                self.request(attempt, Task::Loop { header, input: Arc::new(recording.trace), again });
            }
            // One more loop that ends elsewhere would never be entered.
            End::Linked { .. } if self.code.loops.contains_key(&header) => {}
            End::Linked { code, pc } => {
                let targets = self.code.versions((code, pc));
                self.request(attempt, Task::Link { header, input: Arc::new(recording.trace), targets });
            }
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

    fn aborted(&mut self, header: Header, attempt: &Attempt, recording: &Recording, why: Abort) {
        *self.counts.aborts.entry(why).or_default() += 1;
        let penalty = self.penalties.entry(header).or_default();
        penalty.aborts += 1;
        let last = penalty.aborts == MAX_ABORTS;
        self.log_abort(attempt, recording, why);
        if last {
            self.give_up(header, None, None, GivenUp::TooManyAborts);
        }
    }

    /// Runs the code of the header that the top frame is at, until it leaves.
    pub(crate) fn enter(&mut self, header: Header, floor: usize) -> Option<Outcome> {
        let number = self.run_code(header);
        self.leave(number, floor)
    }

    /// The number of the exit by which it has left.
    pub(crate) fn run_code(&mut self, header: Header) -> usize {
        let code = &self.code.loops[&header];
        let frame = self.core.stack.top_frame();
        for (index, &slot) in code.args.iter().enumerate() {
            self.core.exit_frame.set(index, self.core.stack.word(frame.base + slot).0);
        }
        self.counts.entered += 1;
        let index = code.versions[0];
        if self.params.timing {
            self.phase(Phase::Code);
        }
        let context = &raw mut *self.core.context;
        // SAFETY: the arguments of the loop are the live slots of the header, in order.
        let number = unsafe { self.code.enter(context, index) };
        if self.params.timing {
            self.phase(Phase::Interpreter);
        }
        number
    }
}
