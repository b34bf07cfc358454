//! Compiled code is left: the frames are rebuilt, the exit is counted, and a bridge recorded when it is taken often.

use super::detour;
use super::report::Attempt;
use super::values::MAX_VALUES;
use super::work::Task;
use crate::clock::Phase;
use crate::code::{Checked, Header, Kind, PathStep, TraceIndex};
use crate::deopt;
use crate::facts::Reliance;
use crate::log::{GivenUp, Start};
use crate::ops::Guest;
use crate::recorder::{Abort, End, Recorder, Recording};
use crate::vm::{Outcome, Vm};
use lathe_heap::Word;
use lathe_ir::{Guard, Label, Op, OpKind, Operand, Resume, Shape, Slot, Snapshot, Trace, Type, Value};
use lathe_opt::{PREAMBLE, Pass};
use std::sync::Arc;
use std::time::Duration;

/// Bridges on bridges on bridges: each is optimized with all those before it, and there may be ever more of them.
const MAX_PATH: usize = 12;
/// Loops of one header, for different types: the first, and so many more are tried.
const MAX_VERSIONS: u32 = 4;
/// A bridge that cannot be recorded is tried a few times.
pub(super) const MAX_BRIDGE_ABORTS: u32 = 3;

impl<G: Guest> Vm<G> {
    /// Compiled code has left by an exit.
    pub(crate) fn leave(&mut self, number: usize, floor: usize) -> Option<Outcome> {
        self.counts.left += 1;
        self.tick();
        let hot = self.is_hot(number);
        if let Some(header) = self.code.exits[number].other_types.take() {
            self.other_types = Some(header);
            self.wait(header, 1);
        }
        let owner = self.code.exits[number].owner;
        let invalid = self.is_invalid(owner);
        if invalid && let Some(exit) = self.code.traces[owner.0].from {
            // A bridge that can only leave: there may be a better one.
            self.code.detach(&mut self.core, exit);
        }
        // What is being recorded is not for another recording. Near the end of the stack all code is left, and nothing can be
        // done about it.
        let hot = hot && self.core.recording == 0 && !invalid && self.core.stack.has_room(self.core.deepest);
        if self.code.exits[number].on_stack {
            return self.leave_behind_call(number, floor, hot);
        }
        let raised = match self.rebuild(number) {
            Resume::Raise => Some(Word(std::mem::take(&mut self.core.context.exception))),
            Resume::Reexecute | Resume::Continue => None,
        };
        // What is being recorded is not for another recording. Near the end of the stack all code is left, and nothing can be
        // done about it.
        let hot = hot && self.core.recording == 0 && !invalid && self.core.stack.has_room(self.core.deepest);
        if let Some(exception) = raised {
            let can_be_checked = self.is_record(exception);
            let recorded =
                if hot && can_be_checked { self.record_bridge(number, floor, raised) } else { None };
            return recorded.unwrap_or_else(|| self.unwind(floor, exception));
        }
        if hot { self.record_bridge(number, floor, None).flatten() } else { None }
    }

    /// An exception is pending, and the frames are as they were when it was raised.
    fn leave_by_exception(
        &mut self,
        number: usize,
        floor: usize,
        exception: Word,
        hot: bool,
    ) -> Option<Outcome> {
        let recorded = match hot && self.is_record(exception) {
            true => self.record_bridge(number, floor, Some(exception)),
            false => None,
        };
        recorded.unwrap_or_else(|| self.unwind(floor, exception))
    }

    /// Can a guard tell that an exception is of this one's class?
    fn is_record(&self, exception: Word) -> bool {
        let shape =
            self.core.class_of(exception).map(|class| self.core.descriptors.class(class).shape.clone());
        matches!(shape, Some(Shape::Record { .. }))
    }

    /// Counts an exit. Is it time for a bridge?
    fn is_hot(&mut self, number: usize) -> bool {
        let state = &mut self.code.exits[number];
        state.taken = state.taken.saturating_add(1);
        // Somebody wanted attention, and nothing else: the interpreter gives it.
        let attention = state.on_attention && !state.exit.shared;
        if state.has_bridge || state.in_work || attention || state.failed >= MAX_BRIDGE_ABORTS {
            return false;
        }
        let found = self.core.exit_frame.get(state.exit.values.len());
        let value = match state.checked {
            Checked::Nothing => return state.taken >= self.params.bridge_threshold,
            Checked::Value => found,
            Checked::Class => self.core.class_of(Word(found)).map_or(u64::MAX, |class| class.0.into()),
        };
        let count = state.seen.count(value);
        if state.chained + state.seen.different() > MAX_VALUES {
            self.give_up_exit(number, GivenUp::Megamorphic);
            return false;
        }
        count >= self.params.bridge_threshold
    }

    /// There will be no bridge from here.
    pub(crate) fn give_up_exit(&mut self, number: usize, why: GivenUp) {
        let state = &mut self.code.exits[number];
        state.failed = MAX_BRIDGE_ABORTS;
        state.seen.clear();
        let trace = self.code.traces[state.owner.0].number;
        self.give_up(self.exit_place(number), Some(trace), Some(number), why);
    }

    /// Where the interpreter goes on after an exit.
    fn exit_place(&self, number: usize) -> Header {
        let state = &self.code.exits[number];
        let id = state.exit.snapshot.expect("a guard");
        let frame = *self.code.traces[state.owner.0].trace.snapshot(id).frames.last().expect("a frame");
        (frame.code, frame.pc)
    }

    /// What a bridge from an exit is for the log.
    pub(crate) fn attempt_from(&mut self, number: usize) -> Attempt {
        let trace = self.code.traces[self.code.exits[number].owner.0].number;
        Attempt {
            number: self.next_trace(),
            recording: Duration::ZERO,
            place: self.place(self.exit_place(number)),
            from: Some(Start { trace, exit: number }),
            reliance: Reliance::default(),
        }
    }

    /// Makes the frames that an exit describes. How to go on?
    pub(crate) fn rebuild(&mut self, number: usize) -> Resume {
        let state = &self.code.exits[number];
        let id = state.exit.snapshot.expect("traces of guest code do not finish");
        let trace = self.code.traces[state.owner.0].trace.clone();
        let snapshot = trace.snapshot(id);
        let guest = &self.guest;
        let exit = deopt::Exit { snapshot, values: &state.exit.values };
        // The frame that an exit starts from is on top: what is above it exists only in the snapshot.
        let base = self.core.stack.depth() - 1;
        deopt::restore(&mut self.core, &exit, base, |code| guest.slots(code));
        snapshot.resume
    }

    /// The header at which an exit leaves the interpreter, if that has code.
    fn at_header_with_code(&self, number: usize) -> Option<Header> {
        let state = &self.code.exits[number];
        let snapshot = self.code.traces[state.owner.0].trace.snapshot(state.exit.snapshot?);
        let parent = &self.code.traces[state.owner.0];
        // Not from a detour, which leaves only for attention.
        let is_detour = matches!(parent.kind, Kind::Detour);
        // What was recorded ends with a look for attention. Behind it are the guards of the entry sequence.
        let ops = &parent.trace.sections[state.section].ops;
        let is_last = |op: &Op| matches!(op.kind, OpKind::Guard(Guard::NoAttention, _));
        let at_end = ops.iter().rposition(is_last).is_some_and(|last| state.exit.op as usize >= last);
        detour::header(snapshot).filter(|&header| at_end && !is_detour && self.code.has_code(header))
    }

    /// Compiled code has left behind a call that has called back: the frames are on the stack. What is missing is the
    /// result of the call, unless it has raised.
    fn leave_behind_call(&mut self, number: usize, floor: usize, hot: bool) -> Option<Outcome> {
        let exception = std::mem::take(&mut self.core.context.exception);
        let state = &self.code.exits[number];
        if exception != 0 {
            // Who has taken a frame may have changed anything.
            let ops = &self.code.traces[state.owner.0].trace.sections[state.section].ops;
            let taken = matches!(ops[state.exit.op as usize].kind, OpKind::Guard(Guard::NotForced, _));
            return self.leave_by_exception(number, floor, Word(exception), hot && !taken);
        }
        let trace = self.code.traces[state.owner.0].trace.clone();
        let snapshot = trace.snapshot(state.exit.snapshot.expect("a guard"));
        deopt::store_result(&mut self.core, &deopt::Exit { snapshot, values: &state.exit.values });
        None
    }

    /// Records what follows an exit, from the unwinder on if an exception is pending. `None`: nothing was recorded, nor done.
    fn record_bridge(
        &mut self,
        number: usize,
        floor: usize,
        raised: Option<Word>,
    ) -> Option<Option<Outcome>> {
        let (owner, op) = (self.code.exits[number].owner, self.code.exits[number].exit.op);
        let section = self.code.exits[number].section;
        if let Some(header) = self.at_header_with_code(number) {
            self.request_detour(number, header);
            return None;
        }
        // With chaos, a guard that has failed may well hold.
        let alone = !self.code.exits[number].exit.shared && !self.params.chaos.is_on();
        let parent = &self.code.traces[owner.0];
        let ops = &parent.trace.sections[section].ops;
        let guard = ops[..op as usize].iter().filter(|op| op.kind.snapshot().is_some()).count() as u32;
        let (root, label, mut path): (TraceIndex, Label, Vec<PathStep>) = match &parent.kind {
            // A trace that goes on in another loop has but the one section.
            Kind::Loop { .. } if parent.trace.sections.len() == 1 => (owner, PREAMBLE, Vec::new()),
            Kind::Loop { .. } => (owner, parent.trace.sections[section].label, Vec::new()),
            Kind::Bridge { root, label, path } if path.len() < MAX_PATH => (*root, *label, path.clone()),
            Kind::Bridge { .. } | Kind::Detour | Kind::Freed => {
                self.give_up_exit(number, GivenUp::PathTooLong);
                return None;
            }
        };
        let origin = self.code.loop_data(root).clone();
        // The recorded snapshot that the optimized one comes from: same frames, still with a name for every object.
        let recorded = path.last().map_or(&origin.input, |step| &step.bridge).clone();
        let left_by = parent.trace.snapshot(self.code.exits[number].exit.snapshot.expect("a guard"));
        let Some(template) = template(&recorded, left_by) else {
            self.give_up_exit(number, GivenUp::EntrySequence);
            return None;
        };
        let mut attempt = self.attempt_from(number);
        let start = self.phase(Phase::Recording);
        let (guest, direct) = (self.guest.clone(), self.direct(floor));
        let slot_type = |operand| match operand {
            UNKNOWN => Type::Ref,
            known => recorded.operand_type(known),
        };
        let recorder = Recorder::for_bridge(direct, &*guest, self.limits(), &template, slot_type);
        let raised = raised.map(|exception| (exception, self.code.exits[number].on_stack));
        let (stop, recording) = self.record(&guest, recorder, raised);
        attempt.recording = self.phase(Phase::Interpreter) - start;
        if let End::Linked { code, pc } = recording.end {
            // Of the trace it leaves, the bridge knows what that knew.
            attempt.reliance = self.code.traces[owner.0].reliance.clone();
            attempt.reliance.add(&recording.reliance);
            self.rely_on(&mut attempt.reliance, (code, pc));
        }
        match recording.end {
            End::Linked { .. } if !self.core.facts.still_holds(&attempt.reliance) => {
                self.bridge_aborted(number, &attempt, &recording, Abort::FactChanged);
            }
            End::Linked { code, pc } => {
                path.push(PathStep { guard, alone, bridge: Arc::new(recording.trace) });
                let targets = self.code.versions((code, pc));
                let other_types = self.may_have_other_types(number, (code, pc));
                let task = Task::Bridge { exit: number, origin, label, path, targets, other_types };
                self.request(attempt, task);
            }
            End::Aborted(why) => {
                self.bridge_aborted(number, &attempt, &recording, why);
                let began = (attempt.place.code, attempt.place.pc);
                if let Some(outcome) = self.record_return(why, began, floor) {
                    return Some(outcome);
                }
            }
            End::Closed => unreachable!("a bridge has no header of its own"),
        }
        Some(self.stopped(stop))
    }

    fn bridge_aborted(&mut self, number: usize, attempt: &Attempt, recording: &Recording, why: Abort) {
        *self.counts.aborts.entry(why).or_default() += 1;
        self.code.exits[number].failed += u32::from(why != Abort::Unwinding);
        self.code.exits[number].taken = 0;
        self.code.exits[number].seen.clear();
        self.log_abort(attempt, recording, why);
        if self.code.exits[number].failed == MAX_BRIDGE_ABORTS {
            self.give_up_exit(number, GivenUp::TooManyAborts);
        }
    }

    /// The guard of an exit is in the preamble of a loop of the header, or in a bridge from there, and says what that is for:
    /// the header, if there may be one more loop.
    fn may_have_other_types(&self, number: usize, header: Header) -> Option<Header> {
        let state = &self.code.exits[number];
        let parent = &self.code.traces[state.owner.0];
        let section = &parent.trace.sections[state.section];
        let (root, label) = match parent.kind {
            Kind::Loop { .. } => (state.owner, section.label),
            Kind::Bridge { root, label, .. } => (root, label),
            Kind::Detour | Kind::Freed => return None,
        };
        let Kind::Loop { header: own, .. } = self.code.traces[root.0].kind else { return None };
        let on_type = matches!(
            section.ops[state.exit.op as usize].kind,
            OpKind::Guard(Guard::Class(..) | Guard::Value(..) | Guard::NonNull(_) | Guard::IsNull(_), _)
        );
        let to = self.code.loops.get(&header)?;
        let wanted = own == header && label == PREAMBLE && on_type && to.wanted < MAX_VERSIONS;
        if !wanted || !self.params.options.passes.contains(Pass::Peel) {
            return None;
        }
        Some(header)
    }
}

/// A slot that is not the same constant wherever the bytecode was recorded.
const UNKNOWN: Operand = Operand::Value(Value(u32::MAX));

/// The recorded snapshot that an optimized one comes from, still with a name for every object. There may be several
/// for the same bytecode; what differs between them is not known.
fn template(recorded: &Trace, left_by: &Snapshot) -> Option<Snapshot> {
    let same_place = |s: &&Snapshot| s.resume == left_by.resume && s.frames == left_by.frames;
    let mut all = recorded.snapshots.iter().filter(same_place);
    let mut template = all.next()?.clone();
    for other in all {
        for (slot, &its) in template.slots.iter_mut().zip(&other.slots) {
            if *slot != its && matches!(slot, Slot::Operand(Operand::Const(c)) if c.ty() == Type::Ref) {
                *slot = Slot::Operand(UNKNOWN);
            }
        }
    }
    Some(template)
}
