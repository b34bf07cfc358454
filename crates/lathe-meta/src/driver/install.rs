//! From a recording to code: what is asked for, and what is done with it when it is there.

use super::detour;
use super::report::Attempt;
use super::work::{Code, Done, Job, Task, What, World};
use crate::clock::Phase;
use crate::code::{Header, Kind};
use crate::log::{Event, GivenUp};
use crate::ops::Guest;
use crate::vm::Vm;

impl<G: Guest> Vm<G> {
    /// Has code made, and installs it.
    pub(crate) fn request(&mut self, attempt: Attempt, task: Task) {
        self.phase(Phase::Compiling);
        let constants = self.core.constant_words();
        let world = World {
            descriptors: &self.core.descriptors,
            layouts: self.core.heap.layouts(),
            helpers: &self.core.helpers,
            constants: &constants,
        };
        let done = self.worker.work(world, Job { attempt, task });
        self.phase(Phase::Interpreter);
        self.install(done);
    }

    fn install(&mut self, done: Done) {
        match done {
            Done::Code(code) => self.install_code(*code),
            Done::NoBridge { exit } => self.give_up_exit(exit, GivenUp::EntrySequence),
            Done::NoVersion => {}
            Done::OtherTypes { exit, header } => {
                let state = &mut self.code.exits[exit];
                state.other_types = Some(header);
                state.taken = 0;
                state.seen.clear();
                if let Some(code) = self.code.loops.get_mut(&header) {
                    code.wanted += 1;
                }
            }
        }
    }

    fn install_code(&mut self, mut code: Code) {
        self.counts.clock.optimized(code.made.optimizing);
        let no_memory = "there is memory for code";
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
