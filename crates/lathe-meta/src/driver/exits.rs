//! Compiled code is left: the frames are rebuilt, the exit is counted, and a bridge recorded when it is taken often.

use super::report::Attempt;
use crate::clock::Phase;
use crate::code::{Kind, PathStep, TraceIndex};
use crate::deopt;
use crate::log::{GivenUp, Start};
use crate::ops::Guest;
use crate::recorder::{End, Recorder};
use crate::vm::{Outcome, Vm};
use lathe_heap::Word;
use lathe_ir::{CodeId, Label, Resume};
use std::rc::Rc;

/// Bridges on bridges on bridges: each is optimized with all those before it, and there may be ever more of them.
const MAX_PATH: usize = 12;
/// A bridge that cannot be recorded is tried a few times.
pub(super) const MAX_BRIDGE_ABORTS: u32 = 3;

impl<G: Guest> Vm<G> {
    /// Compiled code has left by an exit.
    pub(crate) fn leave(&mut self, number: usize, floor: usize) -> Option<Outcome> {
        self.counts.left += 1;
        let state = &mut self.code.exits[number];
        state.taken += 1;
        let hot = state.taken >= self.params.bridge_threshold
            && !state.has_bridge
            && state.failed < MAX_BRIDGE_ABORTS;
        let (owner, id) = (state.owner, state.exit.snapshot.expect("traces of guest code do not finish"));
        let trace = self.code.traces[owner.0].trace.clone();
        let snapshot = trace.snapshot(id);
        let guest = &self.guest;
        let exit = deopt::Exit { snapshot, values: &self.code.exits[number].exit.values };
        // The frame that an exit starts from is on top: what is above it exists only in the snapshot.
        let base = self.core.stack.depth() - 1;
        deopt::restore(&mut self.core, &exit, base, |code| guest.slots(code));
        if snapshot.resume == Resume::Raise {
            let exception = Word(std::mem::take(&mut self.core.context.exception));
            let mut direct = self.direct(floor);
            let stop = self.guest.unwind(&mut direct, exception)?;
            return self.stopped(stop);
        }
        if hot { self.record_bridge(number, floor) } else { None }
    }

    pub(crate) fn record_bridge(&mut self, number: usize, floor: usize) -> Option<Outcome> {
        let (owner, op) = (self.code.exits[number].owner, self.code.exits[number].exit.op);
        let section = self.code.exits[number].section;
        // With chaos, a guard that has failed may well hold.
        let alone = !self.code.exits[number].exit.shared && !self.params.chaos.is_on();
        let parent = &self.code.traces[owner.0];
        let ops = &parent.trace.sections[section].ops;
        let guard = ops[..op as usize].iter().filter(|op| op.kind.snapshot().is_some()).count() as u32;
        let (root, label, mut path): (TraceIndex, Label, Vec<PathStep>) = match &parent.kind {
            Kind::Loop { .. } => (owner, parent.trace.sections[section].label, Vec::new()),
            Kind::Bridge { root, label, path } => (*root, *label, path.clone()),
        };
        let parent_number = parent.number;
        let frame = self.core.stack.top_frame();
        let place = (frame.code, frame.pc);
        if path.len() >= MAX_PATH {
            self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
            self.log_given_up(place, Some(parent_number), Some(number), GivenUp::PathTooLong);
            return None;
        }
        // The recorded snapshot that the optimized one comes from: same frames, still with a name for every object.
        let recorded = path.last().map_or_else(|| self.target(root).0.0, |step| step.bridge.clone());
        let left_by = parent.trace.snapshot(self.code.exits[number].exit.snapshot.expect("a guard"));
        let same_place = |s: &&lathe_ir::Snapshot| s.resume == left_by.resume && s.frames == left_by.frames;
        let Some(template) = recorded.snapshots.iter().find(same_place).cloned() else {
            // The guard belongs to the entry sequence of another loop.
            self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
            self.log_given_up(place, Some(parent_number), Some(number), GivenUp::EntrySequence);
            return None;
        };
        let trace = self.next_trace();
        let start = self.phase(Phase::Recording);
        let direct = self.direct(floor);
        let loops = &self.code.loops;
        let has_code = |code: CodeId, pc: u32| loops.contains_key(&(code, pc));
        let slot_type = |operand| recorded.operand_type(operand);
        let mut recorder =
            Recorder::for_bridge(direct, &self.guest, self.limits(), &has_code, &template, slot_type);
        let stop = self.guest.run(&mut recorder);
        let recording = recorder.finish();
        let attempt = Attempt {
            number: trace,
            recording: self.phase(Phase::Interpreter) - start,
            place: self.place(place),
            from: Some(Start { trace: parent_number, exit: number }),
        };
        match recording.end {
            End::Linked { code, pc } => {
                path.push(PathStep { guard, alone, bridge: Rc::new(recording.trace) });
                self.install_bridge(number, root, label, path, (code, pc), attempt);
            }
            End::Aborted(why) => {
                *self.counts.aborts.entry(why).or_default() += 1;
                self.code.exits[number].failed += 1;
                self.code.exits[number].taken = 0;
                self.log_abort(&attempt, &recording, why);
                if self.code.exits[number].failed == MAX_BRIDGE_ABORTS {
                    self.log_given_up(place, Some(parent_number), Some(number), GivenUp::TooManyAborts);
                }
            }
            End::Closed => unreachable!("a bridge has no header of its own"),
        }
        self.stopped(stop)
    }
}
