//! From a recording to code: what is asked for, and what is done with it when it is there.

use super::detour;
use super::report::Attempt;
use super::work::{Code, Done, Job, Task, What};
use crate::clock::Phase;
use crate::code::{Header, Kind};
use crate::log::{Event, GivenUp};
use crate::ops::Guest;
use crate::vm::Vm;

impl<G: Guest> Vm<G> {
    /// Has code made. It is installed when it is there.
    pub(crate) fn request(&mut self, attempt: Attempt, task: Task) {
        match &task {
            Task::Loop { header, .. } | Task::Link { header, .. } => {
                self.in_work.insert(*header);
            }
            Task::Bridge { exit, .. } | Task::Detour { exit, .. } => self.code.exits[*exit].in_work = true,
        }
        self.phase(Phase::Compiling);
        let done = self.workshop.give(&self.core, self.ticks, Job { attempt, task });
        self.phase(Phase::Interpreter);
        if let Some(done) = done {
            self.install(done);
        }
    }

    /// Installs what is ready.
    pub(crate) fn install_ready(&mut self) {
        while let Some(done) = self.workshop.take(self.ticks) {
            self.install(done);
        }
    }

    fn install(&mut self, done: Done) {
        match done {
            Done::Code(code) => self.install_code(*code),
            Done::NoBridge { exit } => {
                self.code.exits[exit].in_work = false;
                if self.code.is_there(self.code.exits[exit].owner) {
                    self.give_up_exit(exit, GivenUp::EntrySequence);
                }
            }
            Done::NoVersion { header } => {
                self.in_work.remove(&header);
            }
            Done::OtherTypes { exit, header } => {
                let state = &mut self.code.exits[exit];
                state.in_work = false;
                state.other_types = Some(header);
                state.taken = 0;
                state.seen.clear();
                if let Some(code) = self.code.loops.get_mut(&header) {
                    code.wanted += 1;
                }
            }
        }
    }

    /// Is everything there that the code goes with, as it was when it was asked for?
    fn is_wanted(&self, code: &Code) -> bool {
        let exit_is_there = |exit: usize| {
            self.code.is_there(self.code.exits[exit].owner) && !self.code.exits[exit].has_bridge
        };
        let origin_is_there = match code.what {
            What::Loop { .. } => true,
            What::Bridge { exit, origin, .. } => exit_is_there(exit) && self.code.is_there(origin),
            What::Detour { exit } => exit_is_there(exit),
        };
        origin_is_there
            && code.into.is_none_or(|into| self.code.is_there(into))
            && self.core.facts.still_holds(&code.attempt.reliance)
    }

    fn install_code(&mut self, mut code: Code) {
        if self.workshop.is_main_thread() {
            self.counts.clock.optimized(code.made.optimizing);
        } else {
            self.counts.aside += code.made.optimizing + code.made.compiling;
        }
        match code.what {
            What::Loop { header, .. } => {
                self.in_work.remove(&header);
            }
            What::Bridge { exit, .. } | What::Detour { exit } => self.code.exits[exit].in_work = false,
        }
        let no_memory = "there is memory for code";
        if !self.is_wanted(&code) {
            self.code.discard(&mut self.core, &code).expect(no_memory);
            self.counts.discarded += 1;
            return;
        }
        match std::mem::replace(&mut code.what, What::Detour { exit: 0 }) {
            What::Loop { header, input, optimized } => {
                self.counts.add_traces(&input, &code.trace);
                let slots = 0..self.guest.slots(header.0);
                let args =
                    slots.filter(|&slot| self.guest.is_live(header.0, header.1, false, slot)).collect();
                let place = (header, args, self.ticks);
                let added = self.code.add_loop(&mut self.core, &code, place, (input, optimized));
                added.expect(no_memory);
                self.counts.loops += 1;
                self.wait(header, 1);
                let into = code.into.map(|index| self.code.traces[index.0].number);
                let (trace, place) = (code.attempt.number, &code.attempt.place);
                self.log.event(&Event::Loop { trace, place, into, made: &code.made });
            }
            What::Bridge { exit, origin, label, path } => {
                let recorded = &path.last().expect("a bridge").bridge;
                self.counts.add_traces(recorded, &code.trace);
                self.install_bridge(exit, &code, Kind::Bridge { root: origin, label, path });
            }
            What::Detour { exit } => self.install_bridge(exit, &code, Kind::Detour),
        }
        self.counts.code_bytes = self.code.bytes() as u64;
    }

    fn install_bridge(&mut self, exit: usize, code: &Code, kind: Kind) {
        let index = self.code.add_bridge(&mut self.core, code, exit, kind).expect("there is memory for code");
        self.code.chain(exit, index);
        self.counts.bridges += 1;
        let into = code.into.expect("a bridge goes to a loop");
        self.log.event(&Event::Bridge {
            trace: code.attempt.number,
            from: code.attempt.from.expect("a bridge starts from an exit"),
            place: &code.attempt.place,
            into: self.code.traces[into.0].number,
            made: &code.made,
        });
    }

    /// An exit that leaves at a header goes on in the code that is there.
    pub(crate) fn request_detour(&mut self, exit: usize, header: Header) {
        let attempt = self.attempt_from(exit);
        let state = &self.code.exits[exit];
        let parent = &self.code.traces[state.owner.0];
        let snapshot = parent.trace.snapshot(state.exit.snapshot.expect("a guard"));
        let to = &self.code.loops[&header];
        let (descriptors, values) = (&self.core.descriptors, &state.exit.values);
        let types = &parent.trace.types;
        let trace = detour::trace(descriptors, types, snapshot, values, &to.args, state.on_attention);
        let target = self.code.loop_data(to.versions[0]).clone();
        self.request(attempt, Task::Detour { exit, trace, target });
    }
}
