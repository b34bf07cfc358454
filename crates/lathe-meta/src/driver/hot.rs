//! A header is passed whose counter has run out: enter its code, record it, or wait longer.

use super::MAX_ABORTS;
use super::params::Mode;
use super::report::Attempt;
use super::work::Task;
use crate::clock::Phase;
use crate::code::{Header, TraceIndex};
use crate::direct::Direct;
use crate::facts::Reliance;
use crate::log::{Event, GivenUp};
use crate::ops::{Guest, Stop};
use crate::recorder::{Abort, End, Known, Limits, Recorder, Recording};
use crate::vm::{Outcome, Vm};
use lathe_heap::Word;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// So many calls that call nothing count as an abort.
const MAX_LEAVES: u32 = 6;
/// A place that recordings have returned to so often gets code of its own.
const MAX_RETURNS: u32 = 2;

/// Why a loop is not recorded now.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Penalty {
    pub aborts: u32,
    /// Calls of a function that were recorded and called nothing.
    pub leaves: u32,
    /// How often its code has gone, up to a limit.
    pub freed: u32,
}

impl<G: Guest> Vm<G> {
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            ops: self.params.trace_limit,
            frames: self.params.frame_limit,
            inner_trips: self.params.inner_trips,
            recursion: self.params.recursion,
        }
    }

    /// The counter of a header has run out.
    pub(crate) fn at_header(&mut self, floor: usize) -> Option<Outcome> {
        let header = self.top_place();
        if self.core.attention.load(Ordering::Relaxed) != 0 {
            self.wait(header, 1);
            return self.attend(floor);
        }
        // Compiled code does not check for room: near the end of the stack the interpreter goes on alone. So it does when a
        // helper calls back while a trace is being recorded.
        if !self.core.stack.has_room(self.core.deepest) || self.core.recording > 0 {
            self.wait(header, self.threshold(header));
            return None;
        }
        self.tick();
        self.install_ready();
        let had_code = self.code.loops.contains_key(&header);
        self.make_room();
        if had_code && !self.code.loops.contains_key(&header) {
            // It waits until it may have code again.
            return None;
        }
        self.drop_if_invalid(header);
        if self.other_types.take() == Some(header) && !self.in_work.contains(&header) {
            self.wait(header, 1);
            return self.record_loop(header, floor);
        }
        if let Some(code) = self.code.loops.get_mut(&header) {
            let asked = code.visits.enter();
            code.last_used = self.ticks;
            // It is entered again the next time round.
            self.wait(header, 1);
            let outcome = if asked { self.enter_asked(header, floor) } else { self.enter(header, floor) };
            // But never by resuming at the header itself: that would be for ever.
            if outcome.is_none() && self.top_place() == header && self.code.has_code(header) {
                self.wait(header, 2);
            }
            return outcome;
        }
        if self.in_work.contains(&header) {
            self.wait(header, self.threshold(header));
            return None;
        }
        let aborts = self.penalties.get(&header).map_or(0, |penalty| penalty.aborts);
        // Each abort makes the next try four times as far away.
        self.wait(
            header,
            match aborts {
                MAX_ABORTS.. => 0,
                _ => self.threshold(header) << (2 * aborts),
            },
        );
        if aborts >= MAX_ABORTS {
            return None;
        }
        self.record_loop(header, floor)
    }

    /// After how many trips or calls a header is tried again.
    pub(crate) fn threshold(&self, (_, pc): Header) -> u32 {
        if pc == 0 { self.params.call_threshold.max(16) } else { self.params.threshold.max(16) }
    }

    /// The driver is asked again when the header was passed so many times; 0: never.
    pub(crate) fn wait(&mut self, header: Header, trips: u32) {
        let counter = Direct::counter(header.0, header.1);
        self.core.counters[counter] = trips;
        // The first bytecode may be a loop's header, and is a call's target.
        if header.1 == 0 {
            self.core.call_counters[counter] = trips;
        }
    }

    /// Where the top frame goes on.
    pub(crate) fn top_place(&self) -> Header {
        let frame = self.core.stack.top_frame();
        (frame.code, frame.pc)
    }

    pub(crate) fn record_loop(&mut self, header: Header, floor: usize) -> Option<Outcome> {
        let number = self.next_trace();
        let start = self.phase(Phase::Recording);
        let (guest, direct) = (self.guest.clone(), self.direct(floor));
        let recorder = Recorder::for_loop(direct, &*guest, self.limits());
        let (stop, recording) = self.record(&guest, recorder, None);
        let mut attempt = Attempt {
            number,
            recording: self.phase(Phase::Interpreter) - start,
            place: self.place(header),
            from: None,
            reliance: recording.reliance.clone(),
        };
        if let End::Linked { code, pc } = recording.end {
            self.rely_on(&mut attempt.reliance, (code, pc));
        }
        match recording.end {
            End::Aborted(why) => {
                self.aborted(header, &attempt, &recording, why);
                if let Some(outcome) = self.record_return(why, header, floor) {
                    return outcome;
                }
            }
            End::Closed | End::Linked { .. } if self.params.mode == Mode::RecordOnly => {
                self.wait(header, 1);
            }
            _ if !self.core.facts.still_holds(&attempt.reliance) => {
                self.aborted(header, &attempt, &recording, Abort::FactChanged);
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

    /// Runs the recorder. Guest code and helpers may use the VM meanwhile.
    pub(crate) fn record(
        &mut self,
        guest: &G,
        mut recorder: Recorder<'_, G>,
        raised: Option<(Word, bool)>,
    ) -> (Stop, Recording) {
        let places = self.code.loops.keys().chain(self.returns.keys());
        self.core.known = places.map(|&place| (place, self.known(place))).collect();
        self.core.recording += 1;
        let uncaught = raised.and_then(|(exception, on_stack)| recorder.raise(exception, on_stack));
        let stop = uncaught.unwrap_or_else(|| guest.run(&mut recorder));
        self.core.recording -= 1;
        let recording = recorder.finish();
        self.count_returns(&recording);
        (stop, recording)
    }

    /// Code that relies on what has changed is not entered any more, and nothing new goes on in it.
    pub(crate) fn drop_if_invalid(&mut self, header: Header) {
        let Some(code) = self.code.loops.get(&header) else { return };
        let invalid: Vec<TraceIndex> =
            code.versions.iter().copied().filter(|&index| self.is_invalid(index)).collect();
        for index in invalid {
            let code = self.code.loops.get_mut(&header).expect("looked at above");
            code.versions.retain(|&version| version != index);
            self.counts.invalidated += 1;
            let (trace, place) = (self.code.traces[index.0].number, self.place(header));
            self.log.event(&Event::Invalidated { trace, place: &place });
        }
        if self.code.loops[&header].versions.is_empty() {
            self.code.loops.remove(&header);
        }
    }

    /// A recording goes on at a header that has code: it relies on what that relies on.
    pub(crate) fn rely_on(&mut self, reliance: &mut Reliance, header: Header) {
        for version in self.code.versions(header) {
            reliance.add(&self.code.traces[version.index.0].reliance);
        }
        self.drop_if_invalid(header);
    }

    pub(crate) fn is_invalid(&self, index: TraceIndex) -> bool {
        self.core.facts.is_invalid(self.code.traces[index.0].unit)
    }

    /// A recording that came to a place to which many return: the place gets code, which is recorded at once.
    pub(crate) fn record_return(
        &mut self,
        why: Abort,
        began: Header,
        floor: usize,
    ) -> Option<Option<Outcome>> {
        if why != Abort::Unwinding {
            return None;
        }
        let header = self.top_place();
        (header != began && self.known(header) == Known::Return).then(|| self.record_loop(header, floor))
    }

    /// What a recorder finds at a place.
    fn known(&self, place: Header) -> Known {
        if self.code.has_code(place) {
            return Known::Code;
        }
        let often = self.returns.get(&place).is_some_and(|&returns| returns >= MAX_RETURNS);
        let aborts = self.penalties.get(&place).map_or(0, |penalty| penalty.aborts);
        let has_none = !self.code.loops.contains_key(&place) && !self.in_work.contains(&place);
        let may_have_code = aborts < MAX_ABORTS && has_none;
        if often && may_have_code { Known::Return } else { Known::Nothing }
    }

    fn count_returns(&mut self, recording: &Recording) {
        for &place in &recording.returns {
            *self.returns.entry(place).or_default() += 1;
        }
    }

    pub(crate) fn stopped(&mut self, stop: Stop) -> Option<Outcome> {
        match stop {
            Stop::Finished => Some(Outcome::Finished(self.core.result)),
            Stop::Uncaught => Some(Outcome::Uncaught),
            Stop::Header | Stop::RecordingEnded | Stop::Attention => None,
        }
    }

    pub(crate) fn aborted(&mut self, header: Header, attempt: &Attempt, recording: &Recording, why: Abort) {
        *self.counts.aborts.entry(why).or_default() += 1;
        let penalty = self.penalties.entry(header).or_default();
        // A call that calls no other is no reason not to try the next one.
        let was_leaf = why == Abort::LeftFrame && header.1 == 0;
        penalty.leaves += u32::from(was_leaf);
        let (leaves, counts) = (penalty.leaves, !was_leaf || penalty.leaves.is_multiple_of(MAX_LEAVES));
        penalty.aborts += u32::from(counts);
        let last = counts && penalty.aborts == MAX_ABORTS;
        self.log_abort(attempt, recording, why);
        if !counts {
            self.wait(header, 5 + 2 * leaves);
        }
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
        let (entry, code) = self.code.entry(index);
        // Frames that are taken from now on are taken from this code, and from whoever called it.
        let taken = std::mem::take(&mut self.core.context.forced);
        self.running += 1;
        // SAFETY: the arguments of the loop are the live slots of the header, in order. The code was compiled for this VM's
        // layouts and tables. Helpers may use the VM meanwhile.
        let number = unsafe { entry(context, code, u64::MAX) as usize };
        self.running -= 1;
        self.core.context.forced |= taken;
        if self.params.timing {
            self.phase(Phase::Interpreter);
        }
        number
    }
}
