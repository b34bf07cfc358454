//! The tracer: every operation is executed, and appended to a trace.
//!
//! A value is what it is now together with its name in the trace. The recorder keeps a name for every slot of the frames
//! that the trace has open, so local variables are SSA values by construction, never memory (PEPM'11 §6).
//!
//! A guard's snapshot is the state at the start of the current bytecode; it is built when the first guard of the bytecode
//! needs it. Locals that the bytecode has changed by then are remembered as they were. A guard behind an effect that can
//! be seen is a violation of *check, then commit*, and ends the recording with that reason.
//!
//! [`execute`] has the operations.

mod execute;

use crate::direct::Direct;
use crate::facts::Reliance;
use crate::frames::{FrameHelpers, caller_id, pack};
use crate::ops::{Arg, Call, Caller, Guest, Helper, Ops, StackFull, Stop};
use crate::stack::TRACE_SLOTS;
use lathe_heap::Word;
use lathe_ir::{
    CodeId, Const, Frame, Guard, Label, Op, OpKind, Operand, Resume, Section, Slot, Snapshot, SnapshotId,
    Trace, Type, Value,
};
use rustc_hash::FxHashMap;
use std::fmt;

/// What it is now, and what it is called.
#[derive(Clone, Copy, Debug)]
pub struct Traced<T> {
    now: T,
    name: Operand,
}

/// The label of a loop that a trace goes on in.
pub const LINKED: Label = Label(9);

/// How a recording has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Back at the header that it began with.
    Closed,
    /// At the header of a loop that has code.
    Linked {
        code: CodeId,
        pc: u32,
    },
    Aborted(Abort),
}

/// Why a recording was given up. Ordinary, counted, and shown in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Abort {
    TraceTooLong,
    TooManyFrames,
    /// Guest code returned from the frame that the recording began in.
    LeftFrame,
    /// An inner loop that has no code yet went round too often.
    InnerLoop,
    StackFull,
    /// Of a way back from a recursion: it returns to the same place again and again. A loop is recorded there instead.
    Unwinding,
    /// A helper has raised an exception.
    HelperRaised,
    /// Somebody has changed a frame of the trace.
    FrameTaken,
    /// The guest has said so.
    NotForTracing,
    /// What the trace relies on has changed while it was recorded.
    FactChanged,
    /// An exception left the frame that the recording began in.
    Uncaught,
    /// The interpreter's author has put a decision behind an effect.
    CheckAfterCommit,
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Abort::TraceTooLong => "trace too long",
            Abort::TooManyFrames => "too many frames",
            Abort::LeftFrame => "left the frame",
            Abort::InnerLoop => "inner loop without code",
            Abort::StackFull => "stack full",
            Abort::Unwinding => "unwinding a recursion",
            Abort::HelperRaised => "helper raised",
            Abort::FrameTaken => "frame taken",
            Abort::NotForTracing => "not for tracing",
            Abort::FactChanged => "fact changed",
            Abort::Uncaught => "uncaught exception",
            Abort::CheckAfterCommit => "check after commit",
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub ops: usize,
    pub frames: usize,
    /// How often an inner loop without code may go round.
    pub inner_trips: u32,
    /// How many frames of one function are inlined before a call of it goes on in its code.
    pub recursion: usize,
}

/// How often a trace returns to the same place.
const MAX_RETURNS: usize = 2;

/// What there is at a place in guest code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    /// Traces often return to it: it should have code.
    Return,
    Code,
}

/// A frame of the trace.
#[derive(Clone, Debug)]
struct Shadow {
    /// `None` in the frame that the trace began in: it is not the trace's to change.
    action: Option<Operand>,
    slots: Vec<Operand>,
}

pub struct Recorder<'g, G> {
    direct: Direct,
    guest: &'g G,
    limits: Limits,
    trace: Trace,
    args: Vec<Value>,
    label: Option<SnapshotId>,
    ops: Vec<Op>,
    frames: Vec<Shadow>,
    /// The index on the stack of the first of them.
    floor: usize,
    /// The header that closes the trace; none for a bridge.
    header: Option<(CodeId, u32)>,
    started: bool,
    /// A call has begun, or has returned to a frame below the trace: code may begin at the next bytecode.
    arrived: bool,
    pc: u32,
    /// The code and pc of the current bytecode, also when its frame is gone.
    at: (CodeId, u32),
    /// Of the current bytecode.
    snapshot: Option<SnapshotId>,
    /// Locals that the current bytecode has changed: frame, slot, and what was there.
    changed: Vec<(usize, u32, Operand)>,
    /// Objects that the current bytecode has made: nobody has seen them yet.
    made: Vec<Operand>,
    committed: bool,
    /// What the trace relies on, and whether that was checked since the last call that could have changed it.
    reliance: Reliance,
    valid: bool,
    trips: FxHashMap<(CodeId, u32), u32>,
    returns: Vec<(CodeId, u32)>,
    end: Option<End>,
}

impl<G> fmt::Debug for Recorder<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recorder")
            .field("ops", &self.ops.len())
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}

/// A finished recording.
#[derive(Clone, Debug)]
pub struct Recording {
    pub end: End,
    /// Complete unless it was aborted.
    pub trace: Trace,
    /// The places below the frame it began in that it has returned to.
    pub returns: Vec<(CodeId, u32)>,
    /// The last bytecode that was looked at.
    pub at: (CodeId, u32),
    pub reliance: Reliance,
}

impl<'g, G: Guest> Recorder<'g, G> {
    fn new(direct: Direct, guest: &'g G, limits: Limits, floor: usize) -> Recorder<'g, G> {
        let at = (direct.code(), direct.pc());
        Recorder {
            direct,
            guest,
            limits,
            trace: Trace { types: Vec::new(), sections: Vec::new(), snapshots: Vec::new() },
            args: Vec::new(),
            label: None,
            ops: Vec::new(),
            frames: Vec::new(),
            floor,
            header: None,
            started: false,
            arrived: false,
            pc: 0,
            at,
            snapshot: None,
            changed: Vec::new(),
            made: Vec::new(),
            committed: false,
            reliance: Reliance::default(),
            valid: false,
            trips: FxHashMap::default(),
            returns: Vec::new(),
            end: None,
        }
    }

    /// A loop: from the header that the top frame is at. Its live slots are the arguments.
    pub fn for_loop(mut direct: Direct, guest: &'g G, limits: Limits) -> Recorder<'g, G> {
        let stack = direct.core().stack.clone();
        let frame = stack.top_frame();
        let mut recorder = Recorder::new(direct, guest, limits, stack.depth() - 1);
        let slots = (0..frame.slots)
            .map(|slot| {
                if !guest.is_live(frame.code, frame.pc, false, slot) {
                    return Operand::NULL;
                }
                let arg = recorder.trace.new_value(Type::Ref);
                recorder.args.push(arg);
                arg.into()
            })
            .collect();
        recorder.frames.push(Shadow { action: None, slots });
        recorder.header = Some((frame.code, frame.pc));
        recorder.pc = frame.pc;
        recorder.label = Some(recorder.take_snapshot(Resume::Reexecute));
        recorder
    }

    /// A bridge: from the frames that an exit has rebuilt. The live slots of the guard's recorded snapshot are the arguments.
    pub fn for_bridge(
        mut direct: Direct,
        guest: &'g G,
        limits: Limits,
        exit: &Snapshot,
        slot_type: impl Fn(Operand) -> Type,
    ) -> Recorder<'g, G> {
        let stack = direct.core().stack.clone();
        let floor = stack.depth() - exit.frames.len();
        let mut recorder = Recorder::new(direct, guest, limits, floor);
        for (index, (_, slots)) in exit.frames().enumerate() {
            let mut names = slots.iter().map(|&slot| match slot {
                Slot::Operand(operand) => {
                    let arg = recorder.trace.new_value(slot_type(operand));
                    recorder.args.push(arg);
                    // What the parent knew to be constant is constant.
                    let constant = matches!(operand, Operand::Const(_));
                    Some(if constant { operand } else { arg.into() })
                }
                Slot::Dead => None,
                Slot::Virtual(_) => unreachable!("recorded snapshots have no virtuals"),
            });
            let action = names.next().expect("the first slot is the action");
            let slots = names.map(|name| name.unwrap_or(Operand::NULL)).collect();
            let action = if index == 0 { None } else { action };
            recorder.frames.push(Shadow { action, slots });
        }
        recorder.pc = stack.top_frame().pc;
        recorder
    }

    /// A bridge from where an exception is pending: it is taken if it is of the class that it has now, and the guest goes to its
    /// handler. `Some`: there is none.
    ///
    /// The exit of the guard leaves the exception pending for the unwinder, or for another bridge. Once it is taken there is no way
    /// back, so that what the guest decides on the way to the handler must not depend on anything but the place.
    pub fn raise(&mut self, exception: Word, on_stack: bool) -> Option<Stop> {
        let class = self.direct.core().class_of(exception).expect("an exception is an object");
        let snapshot = match on_stack {
            true => self.snapshot_on_stack(Resume::Raise, self.pc, None),
            false => self.take_snapshot(Resume::Raise),
        };
        let name = self.emit(Type::Ref, OpKind::Guard(Guard::Exception(class), snapshot));
        if on_stack {
            self.take_frames();
        }
        self.committed = true;
        self.guest.unwind(self, Traced { now: exception, name })
    }

    /// All frames of the trace are on the stack, behind a call that has called back: gives their live slots names, and leaves only
    /// the frame that the trace began in there.
    fn take_frames(&mut self) {
        let (stack, helpers) = (self.direct.core().stack.clone(), self.frame_helpers());
        let mut load = helpers.load_local.id;
        for index in (0..self.frames.len()).rev() {
            let record = stack.frame(self.floor + index);
            for slot in 0..record.slots {
                if self.guest.is_live(record.code, record.pc, true, slot) {
                    let kind = OpKind::Call(load, vec![Operand::int(slot.into())]);
                    self.frames[index].slots[slot as usize] = self.emit(Type::Ref, kind);
                    load = helpers.load_local.id;
                }
            }
            if index > 0 {
                self.frames[index].action = Some(Operand::int(record.action.0.into()));
                // The frame above had nothing to load, so it is still there.
                if load == helpers.drop_and_load.id {
                    self.effect(OpKind::Call(helpers.drop.id, Vec::new()));
                }
                load = helpers.drop_and_load.id;
            }
        }
        if load == helpers.drop_and_load.id {
            self.effect(OpKind::Call(helpers.drop.id, Vec::new()));
        }
    }

    /// What was recorded.
    pub fn finish(self) -> Recording {
        let end = self.end.unwrap_or(End::Aborted(Abort::Uncaught));
        let label = match end {
            End::Closed => Label(0),
            End::Linked { .. } | End::Aborted(_) => Label::BRIDGE,
        };
        let section = Section { label, args: self.args, snapshot: self.label, ops: self.ops };
        let mut trace = self.trace;
        trace.sections.push(section);
        Recording { returns: self.returns, end, trace, at: self.at, reliance: self.reliance }
    }

    fn top(&mut self) -> &mut Shadow {
        self.frames.last_mut().expect("a frame")
    }

    fn abort(&mut self, why: Abort) {
        self.end.get_or_insert(End::Aborted(why));
    }

    fn emit(&mut self, ty: Type, kind: OpKind) -> Operand {
        let v = self.trace.new_value(ty);
        self.ops.push(Op::new(v, kind));
        v.into()
    }

    fn effect(&mut self, kind: OpKind) {
        self.ops.push(Op::effect(kind));
    }

    // --- Snapshots ----------------------------------------------------------------------------------------------------

    fn snapshot(&mut self) -> SnapshotId {
        match self.snapshot {
            Some(id) => id,
            None => {
                let id = self.take_snapshot(Resume::Reexecute);
                self.snapshot = Some(id);
                id
            }
        }
    }

    fn take_snapshot(&mut self, resume: Resume) -> SnapshotId {
        let stack = self.direct.core().stack.clone();
        let (mut frames, mut slots) = (Vec::new(), Vec::new());
        let top = self.frames.len() - 1;
        // A bytecode that has ended in a call waits for it like a caller.
        let in_call = resume != Resume::Reexecute;
        for (index, shadow) in self.frames.iter().enumerate() {
            let record = stack.frame(self.floor + index);
            let pc = if index == top { self.pc } else { record.pc };
            slots.push(shadow.action.map_or(Slot::Dead, Slot::Operand));
            for (slot, &name) in shadow.slots.iter().enumerate() {
                let was = self.changed.iter().find(|&&(f, s, _)| (f, s as usize) == (index, slot));
                let name = was.map_or(name, |&(_, _, name)| name);
                let suspended = index != top || in_call;
                let live = self.guest.is_live(record.code, pc, suspended, slot as u32);
                slots.push(if live { Slot::Operand(name) } else { Slot::Dead });
            }
            frames.push(Frame { code: record.code, pc, end: slots.len() as u32 });
        }
        self.add_snapshot(resume, frames, slots)
    }

    fn add_snapshot(&mut self, resume: Resume, frames: Vec<Frame>, slots: Vec<Slot>) -> SnapshotId {
        let (virtuals, stores) = (Vec::new(), Vec::new());
        self.trace.snapshots.push(Snapshot { resume, frames, slots, virtuals, stores });
        SnapshotId(self.trace.snapshots.len() as u32 - 1)
    }

    /// Behind a call that calls back: the frames are on the stack, as the helper has left them. Of the state, the snapshot
    /// only has the result of the call, if there is one.
    fn snapshot_on_stack(&mut self, resume: Resume, pc: u32, result: Option<(u32, Operand)>) -> SnapshotId {
        let stack = self.direct.core().stack.clone();
        let (mut frames, mut slots) = (Vec::new(), Vec::new());
        let top = self.frames.len() - 1;
        for (index, shadow) in self.frames.iter().enumerate() {
            let record = stack.frame(self.floor + index);
            let before = slots.len();
            slots.resize(before + 1 + shadow.slots.len(), Slot::Dead);
            if let Some((slot, name)) = result
                && index == top
            {
                slots[before + 1 + slot as usize] = Slot::Operand(name);
            }
            let pc = if index == top { pc } else { record.pc };
            frames.push(Frame { code: record.code, pc, end: slots.len() as u32 });
        }
        self.add_snapshot(resume, frames, slots)
    }

    fn guard(&mut self, guard: Guard) {
        if let Some(Operand::Const(_)) = guard.operand() {
            return;
        }
        // What is done to the end of the bytecode after an abort is not recorded.
        if self.end.is_some() {
            return;
        }
        if self.committed {
            debug_assert!(false, "check after commit: {} at {}", guard.name(), self.place());
            return self.abort(Abort::CheckAfterCommit);
        }
        let snapshot = self.snapshot();
        self.effect(OpKind::Guard(guard, snapshot));
    }

    fn place(&self) -> String {
        self.guest.describe(self.direct.code(), self.pc)
    }

    fn guard_truth(&mut self, condition: Operand, truth: bool) -> bool {
        self.guard(if truth { Guard::True(condition) } else { Guard::False(condition) });
        truth
    }

    fn commit_on(&mut self, object: Operand) {
        if !self.made.contains(&object) {
            self.committed = true;
        }
    }

    /// A call has begun, or has returned to a frame below: places that have code like headers.
    fn arrive(&mut self, pc: u32) -> Option<Stop> {
        let here = (self.direct.code(), pc);
        let below = self.floor..self.floor + self.frames.len() - 1;
        let is_call = !below.is_empty();
        let stack = self.direct.core().stack.clone();
        let open = below.filter(|&index| stack.frame(index).code == here.0).count();
        let is_recursive = open >= self.limits.recursion;
        // The frame that it began with may have returned: then a call is another trip.
        if self.header == Some(here) && (is_recursive || open == 0) {
            return self.jump_to_header(Label(0), pc, End::Closed);
        }
        if is_call && !is_recursive {
            return None;
        }
        // A bridge had better end where others return to, and nobody goes round by returning.
        let again = self.returns.iter().filter(|&&place| place == here).count() >= MAX_RETURNS;
        let better_end = match self.known(here) {
            Known::Code => return self.jump_to_header(LINKED, pc, End::Linked { code: here.0, pc }),
            Known::Return => self.header.is_none() || again,
            Known::Nothing => again,
        };
        if is_call {
            return None;
        }
        self.returns.push(here);
        if better_end {
            self.abort(Abort::Unwinding);
            self.direct.core().stack.set_pc(pc);
        }
        better_end.then_some(Stop::RecordingEnded)
    }

    fn known(&mut self, place: (CodeId, u32)) -> Known {
        self.direct.core().known.get(&place).copied().unwrap_or(Known::Nothing)
    }

    /// The trace goes on at a header: with the live slots of its top frame. Frames below are put on the stack.
    fn jump_to_header(&mut self, label: Label, pc: u32, end: End) -> Option<Stop> {
        let helpers = self.frame_helpers();
        if self.frames.len() > 1 {
            let frames = Operand::int(self.frames.len() as i64 - 1);
            let room = self.emit(Type::Int, OpKind::Call(helpers.has_room.id, vec![frames]));
            self.guard(Guard::True(room));
        }
        self.guard(Guard::NoAttention);
        self.write_back();
        let record = self.direct.core().stack.top_frame();
        let live = |slot: &(usize, &Operand)| self.guest.is_live(record.code, pc, false, slot.0 as u32);
        let top = self.frames.last().expect("a frame");
        let args = top.slots.iter().enumerate().filter(live).map(|(_, &name)| name).collect();
        self.effect(OpKind::Jump(label, args));
        self.end.get_or_insert(end);
        self.direct.core().stack.set_pc(pc);
        Some(Stop::RecordingEnded)
    }

    fn frame_helpers(&mut self) -> FrameHelpers {
        self.direct.core().frame_helpers.expect("registered with the core")
    }

    /// Makes the VM stack what the names say: all frames but the top one with their live slots, the top one as a frame.
    fn write_back(&mut self) {
        let (stack, helpers) = (self.direct.core().stack.clone(), self.frame_helpers());
        for index in 1..self.frames.len() {
            let (caller, callee) = (stack.frame(self.floor + index - 1), stack.frame(self.floor + index));
            self.write_back_slots(index - 1, caller.code, caller.pc);
            let words =
                [pack(callee.code.0, callee.action.0), pack(callee.pc, callee.slots), caller.pc.into()];
            self.effect(OpKind::Call(helpers.push.id, words.map(Operand::int).to_vec()));
        }
    }

    /// A frame was pushed, or the stack is full. The arguments are its first slots.
    fn pushed(
        &mut self,
        call: Call,
        mut slots: Vec<Operand>,
        pushed: Result<Option<Stop>, StackFull>,
    ) -> Result<Option<Stop>, StackFull> {
        let open: usize = self.frames.iter().map(|frame| frame.slots.len()).sum();
        if self.frames.len() >= self.limits.frames || open + call.slots as usize > TRACE_SLOTS {
            self.abort(Abort::TooManyFrames);
        }
        if pushed.is_err() {
            self.abort(Abort::StackFull);
            return pushed;
        }
        self.committed = true;
        slots.resize(call.slots as usize, Operand::NULL);
        let action = Some(Operand::int(call.action.0 as i64));
        self.frames.push(Shadow { action, slots });
        self.arrived = true;
        // Whatever the interpreter would stop for can wait.
        Ok(None)
    }

    /// The frame is on top: its live slots, and where it is in a call.
    fn write_back_frame(&mut self, index: usize, code: CodeId, pc: u32) {
        self.write_back_slots(index, code, pc);
        let set_pc = self.frame_helpers().set_pc.id;
        self.effect(OpKind::Call(set_pc, vec![Operand::int(pc.into())]));
    }

    fn write_back_slots(&mut self, index: usize, code: CodeId, pc: u32) {
        let helpers = self.frame_helpers();
        let live: Vec<(u32, Operand)> = (0..)
            .zip(self.frames[index].slots.iter().copied())
            .filter(|&(slot, _)| self.guest.is_live(code, pc, true, slot))
            .collect();
        for pair in live.chunks(2) {
            self.effect(match *pair {
                [(a, x), (b, y)] => {
                    OpKind::Call(helpers.store_locals.id, vec![Operand::int(pack(a, b)), x, y])
                }
                [(slot, name)] => OpKind::Call(helpers.store_local.id, vec![Operand::int(slot.into()), name]),
                _ => unreachable!("one or two"),
            });
        }
    }

    /// Returns from the frame that the trace began in, to a caller that the trace has not seen so far.
    fn return_below(&mut self) -> Option<Caller> {
        // What a function is recorded for is that it calls itself.
        if self.header.is_some_and(|(_, pc)| pc == 0) && !self.started {
            self.abort(Abort::LeftFrame);
        }
        let stack = self.direct.core().stack.clone();
        let (caller, callee) = (stack.frame(self.floor - 1), stack.frame(self.floor));
        let helpers = self.frame_helpers();
        let who = self.emit(Type::Int, OpKind::Call(helpers.caller.id, Vec::new()));
        match caller_id(caller.code, caller.pc, callee.action) {
            Some(id) => self.guard(Guard::Value(who, Const::Int(id))),
            None => self.abort(Abort::LeftFrame),
        }
        self.committed = true;
        let returned = self.direct.pop_frame();
        let mut slots = vec![Operand::NULL; caller.slots as usize];
        let mut load = helpers.drop_and_load.id;
        for slot in 0..caller.slots {
            if self.guest.is_live(caller.code, caller.pc, true, slot) {
                let kind = OpKind::Call(load, vec![Operand::int(slot.into())]);
                slots[slot as usize] = self.emit(Type::Ref, kind);
                load = helpers.load_local.id;
            }
        }
        if load == helpers.drop_and_load.id {
            self.effect(OpKind::Call(helpers.drop.id, Vec::new()));
        }
        self.frames = vec![Shadow { action: None, slots }];
        self.floor -= 1;
        self.arrived = true;
        returned
    }

    fn call_words(&mut self, helper: Helper, args: &[Arg<Traced<i64>, Traced<Word>>]) -> Vec<Arg<i64, Word>> {
        let effects = &self.direct.core().descriptors.helper(helper.id).effects;
        let (pure, may_invalidate) = (effects.pure, effects.may_invalidate());
        self.committed |= !pure;
        self.valid &= !may_invalidate;
        args.iter()
            .map(|arg| match arg {
                Arg::Int(x) => Arg::Int(x.now),
                Arg::Ref(r) => Arg::Ref(r.now),
            })
            .collect()
    }

    fn names(args: &[Arg<Traced<i64>, Traced<Word>>]) -> Vec<Operand> {
        args.iter()
            .map(|arg| match arg {
                Arg::Int(x) => x.name,
                Arg::Ref(r) => r.name,
            })
            .collect()
    }
}
