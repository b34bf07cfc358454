//! The tracer: every operation is executed, and appended to a trace.
//!
//! A value is what it is now together with its name in the trace. The recorder keeps a name for every slot of the frames
//! that the trace has open, so local variables are SSA values by construction, never memory (PEPM'11 §6).
//!
//! A guard's snapshot is the state at the start of the current bytecode; it is built when the first guard of the bytecode
//! needs it. Locals that the bytecode has changed by then are remembered as they were. A guard behind an effect that can
//! be seen is a violation of *check, then commit*, and ends the recording with that reason.

use crate::direct::Direct;
use crate::frames::{FrameHelpers, caller_id, pack};
use crate::ops::{Arg, ArrayRef, Call, Caller, FieldRef, Guest, Helper, HybridRef, Ops, StackFull, Stop};
use lathe_heap::{RootIndex, Word};
use lathe_ir::{
    Cast, CheckedInt, ClassId, CodeId, Const, FloatBinary, FloatCompare, FloatUnary, Frame, Guard, IntBinary,
    IntCompare, IntUnary, Label, Op, OpKind, Operand, PtrCompare, Resume, Section, Slot, Snapshot,
    SnapshotId, Trace, Type, Value,
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
    /// A helper has raised an exception.
    HelperRaised,
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
            Abort::HelperRaised => "helper raised",
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
    has_code: &'g dyn Fn(CodeId, u32) -> bool,
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
    pc: u32,
    /// Of the current bytecode.
    snapshot: Option<SnapshotId>,
    /// Locals that the current bytecode has changed: frame, slot, and what was there.
    changed: Vec<(usize, u32, Operand)>,
    /// Objects that the current bytecode has made: nobody has seen them yet.
    made: Vec<Operand>,
    committed: bool,
    trips: FxHashMap<(CodeId, u32), u32>,
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
}

impl<'g, G: Guest> Recorder<'g, G> {
    fn new(
        direct: Direct,
        guest: &'g G,
        limits: Limits,
        has_code: &'g dyn Fn(CodeId, u32) -> bool,
        floor: usize,
    ) -> Recorder<'g, G> {
        Recorder {
            direct,
            guest,
            limits,
            has_code,
            trace: Trace { types: Vec::new(), sections: Vec::new(), snapshots: Vec::new() },
            args: Vec::new(),
            label: None,
            ops: Vec::new(),
            frames: Vec::new(),
            floor,
            header: None,
            started: false,
            pc: 0,
            snapshot: None,
            changed: Vec::new(),
            made: Vec::new(),
            committed: false,
            trips: FxHashMap::default(),
            end: None,
        }
    }

    /// A loop: from the header that the top frame is at. Its live slots are the arguments.
    pub fn for_loop(
        mut direct: Direct,
        guest: &'g G,
        limits: Limits,
        has_code: &'g dyn Fn(CodeId, u32) -> bool,
    ) -> Recorder<'g, G> {
        let stack = direct.core().stack.clone();
        let frame = stack.top_frame();
        let mut recorder = Recorder::new(direct, guest, limits, has_code, stack.depth() - 1);
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
        has_code: &'g dyn Fn(CodeId, u32) -> bool,
        exit: &Snapshot,
        slot_type: impl Fn(Operand) -> Type,
    ) -> Recorder<'g, G> {
        let stack = direct.core().stack.clone();
        let floor = stack.depth() - exit.frames.len();
        let mut recorder = Recorder::new(direct, guest, limits, has_code, floor);
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
        Recording { end, trace }
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
        for (index, shadow) in self.frames.iter().enumerate() {
            let record = stack.frame(self.floor + index);
            let pc = if index == top { self.pc } else { record.pc };
            slots.push(shadow.action.map_or(Slot::Dead, Slot::Operand));
            for (slot, &name) in shadow.slots.iter().enumerate() {
                let was = self.changed.iter().find(|&&(f, s, _)| (f, s as usize) == (index, slot));
                let name = was.map_or(name, |&(_, _, name)| name);
                let live = self.guest.is_live(record.code, pc, index != top, slot as u32);
                slots.push(if live { Slot::Operand(name) } else { Slot::Dead });
            }
            frames.push(Frame { code: record.code, pc, end: slots.len() as u32 });
        }
        let (virtuals, stores) = (Vec::new(), Vec::new());
        self.trace.snapshots.push(Snapshot { resume, frames, slots, virtuals, stores });
        SnapshotId(self.trace.snapshots.len() as u32 - 1)
    }

    fn guard(&mut self, guard: Guard) {
        if let Some(Operand::Const(_)) = guard.operand() {
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

    /// The trace goes on at a header: with the live slots of its top frame. Frames below are put on the stack.
    fn jump_to_header(&mut self, label: Label, pc: u32, end: End) -> Option<Stop> {
        let helpers = self.frame_helpers();
        if self.frames.len() > 1 {
            let frames = Operand::int(self.frames.len() as i64 - 1);
            let room = self.emit(Type::Int, OpKind::Call(helpers.has_room.id, vec![frames]));
            self.guard(Guard::True(room));
        }
        self.guard(Guard::NoAttention);
        self.write_back(helpers);
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
    fn write_back(&mut self, helpers: FrameHelpers) {
        let stack = self.direct.core().stack.clone();
        for index in 1..self.frames.len() {
            let (caller, callee) = (stack.frame(self.floor + index - 1), stack.frame(self.floor + index));
            for (slot, name) in self.frames[index - 1].slots.clone().into_iter().enumerate() {
                if self.guest.is_live(caller.code, caller.pc, true, slot as u32) {
                    let args = vec![Operand::int(slot as i64), name];
                    self.effect(OpKind::Call(helpers.store_local.id, args));
                }
            }
            self.effect(OpKind::Call(helpers.set_pc.id, vec![Operand::int(caller.pc.into())]));
            let place = pack(callee.pc, callee.slots);
            let args = [callee.code.0 as i64, place, callee.action.0 as i64].map(Operand::int);
            self.effect(OpKind::Call(helpers.push.id, args.to_vec()));
        }
    }

    /// Returns from the frame that the trace began in, to a caller that the trace has not seen so far.
    fn return_below(&mut self) -> Option<Caller> {
        let stack = self.direct.core().stack.clone();
        let (caller, callee) = (stack.frame(self.floor - 1), stack.frame(self.floor));
        let helpers = self.frame_helpers();
        let who = self.emit(Type::Int, OpKind::Call(helpers.caller.id, Vec::new()));
        match caller_id(caller.code, caller.pc, callee.action) {
            Some(id) => self.guard(Guard::Value(who, Const::Int(id))),
            None => self.abort(Abort::LeftFrame),
        }
        self.committed = true;
        self.effect(OpKind::Call(helpers.drop.id, Vec::new()));
        let returned = self.direct.pop_frame();
        let slots = (0..caller.slots)
            .map(|slot| {
                if !self.guest.is_live(caller.code, caller.pc, true, slot) {
                    return Operand::NULL;
                }
                let args = vec![Operand::int(slot.into())];
                self.emit(Type::Ref, OpKind::Call(helpers.load_local.id, args))
            })
            .collect();
        self.frames = vec![Shadow { action: None, slots }];
        self.floor -= 1;
        returned
    }

    fn call_words(&mut self, helper: Helper, args: &[Arg<Traced<i64>, Traced<Word>>]) -> Vec<Arg<i64, Word>> {
        let effects = &self.direct.core().descriptors.helper(helper.id).effects;
        if !effects.pure {
            self.committed = true;
        }
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

impl<G: Guest> Ops for Recorder<'_, G> {
    type Int = Traced<i64>;
    type Float = Traced<f64>;
    type Ref = Traced<Word>;

    fn int(&mut self, x: i64) -> Traced<i64> {
        Traced { now: x, name: Operand::int(x) }
    }

    fn float(&mut self, x: f64) -> Traced<f64> {
        Traced { now: x, name: Operand::float(x) }
    }

    fn null(&mut self) -> Traced<Word> {
        Traced { now: Word::NULL, name: Operand::NULL }
    }

    fn constant(&mut self, root: RootIndex) -> Traced<Word> {
        let now = self.direct.constant(root);
        Traced { now, name: Operand::Const(self.direct.core().constant(root)) }
    }

    fn code(&self) -> CodeId {
        self.direct.code()
    }

    fn pc(&self) -> u32 {
        self.direct.pc()
    }

    fn set_pc(&mut self, pc: u32) {
        self.direct.set_pc(pc);
    }

    fn local(&mut self, slot: u32) -> Traced<Word> {
        let now = self.direct.local(slot);
        Traced { now, name: self.top().slots[slot as usize] }
    }

    fn set_local(&mut self, slot: u32, value: Traced<Word>) {
        self.direct.set_local(slot, value.now);
        let frame = self.frames.len() - 1;
        let old = std::mem::replace(&mut self.frames[frame].slots[slot as usize], value.name);
        if !self.changed.iter().any(|&(f, s, _)| (f, s) == (frame, slot)) {
            self.changed.push((frame, slot, old));
        }
    }

    fn bytecode(&mut self, pc: u32) -> Option<Stop> {
        self.direct.core().stack.set_pc(pc);
        self.pc = pc;
        self.snapshot = None;
        self.changed.clear();
        self.made.clear();
        self.committed = false;
        if self.ops.len() > self.limits.ops {
            self.abort(Abort::TraceTooLong);
        }
        self.end.is_some().then_some(Stop::RecordingEnded)
    }

    fn loop_header(&mut self, pc: u32) -> Option<Stop> {
        let here = (self.direct.code(), pc);
        if self.frames.len() == 1 && self.header == Some(here) {
            if !std::mem::replace(&mut self.started, true) {
                return None;
            }
            return self.jump_to_header(Label(0), pc, End::Closed);
        }
        if (self.has_code)(here.0, pc) {
            return self.jump_to_header(LINKED, pc, End::Linked { code: here.0, pc });
        }
        let trips = self.trips.entry(here).or_default();
        *trips += 1;
        if *trips > self.limits.inner_trips {
            self.abort(Abort::InnerLoop);
            self.direct.core().stack.set_pc(pc);
            return Some(Stop::RecordingEnded);
        }
        None
    }

    fn push_frame(&mut self, call: Call) -> Result<(), StackFull> {
        if self.frames.len() >= self.limits.frames {
            self.abort(Abort::TooManyFrames);
        }
        let caller = self.frames.len() - 1;
        let pushed = self.direct.push_frame(call);
        if pushed.is_err() {
            self.abort(Abort::StackFull);
            return pushed;
        }
        self.committed = true;
        let mut slots = vec![Operand::NULL; call.slots as usize];
        let args = &self.frames[caller].slots[call.first as usize..(call.first + call.count) as usize];
        slots[..args.len()].copy_from_slice(args);
        let action = Some(Operand::int(call.action.0 as i64));
        self.frames.push(Shadow { action, slots });
        Ok(())
    }

    fn pop_frame(&mut self) -> Option<Caller> {
        if self.frames.len() == 1 && self.floor > self.direct.floor() && !self.committed {
            return self.return_below();
        }
        self.committed = true;
        let caller = self.direct.pop_frame();
        self.frames.pop();
        if self.frames.is_empty() {
            // The interpreter goes on in a frame that the trace knows nothing of; what it does there is not recorded.
            self.abort(Abort::LeftFrame);
            let slots = caller.map_or(0, |_| self.direct.core().stack.top_frame().slots);
            self.frames.push(Shadow { action: None, slots: vec![Operand::NULL; slots as usize] });
        }
        caller
    }

    fn finish(&mut self, result: Traced<Word>) {
        self.abort(Abort::LeftFrame);
        self.direct.finish(result.now);
    }

    fn uncaught(&mut self, exception: Traced<Word>, about: Box<dyn std::any::Any>) {
        self.abort(Abort::Uncaught);
        self.direct.uncaught(exception.now, about);
    }

    fn int_binary(&mut self, op: IntBinary, a: Traced<i64>, b: Traced<i64>) -> Traced<i64> {
        let now = self.direct.int_binary(op, a.now, b.now);
        Traced { now, name: self.emit(Type::Int, OpKind::Int(op, a.name, b.name)) }
    }

    fn int_unary(&mut self, op: IntUnary, a: Traced<i64>) -> Traced<i64> {
        let now = self.direct.int_unary(op, a.now);
        Traced { now, name: self.emit(Type::Int, OpKind::IntUnary(op, a.name)) }
    }

    fn int_checked(&mut self, op: CheckedInt, a: Traced<i64>, b: Traced<i64>) -> Option<Traced<i64>> {
        let now = self.direct.int_checked(op, a.now, b.now);
        if self.committed {
            debug_assert!(false, "check after commit: {} at {}", op.name(), self.place());
            self.abort(Abort::CheckAfterCommit);
        }
        let (snapshot, overflow) = (self.snapshot(), now.is_none());
        let kind = OpKind::IntChecked { op, a: a.name, b: b.name, overflow, snapshot };
        let name = self.emit(Type::Int, kind);
        now.map(|now| Traced { now, name })
    }

    fn int_compare(&mut self, op: IntCompare, a: Traced<i64>, b: Traced<i64>) -> Traced<i64> {
        let now = self.direct.int_compare(op, a.now, b.now);
        Traced { now, name: self.emit(Type::Int, OpKind::IntCompare(op, a.name, b.name)) }
    }

    fn int_test(&mut self, op: IntCompare, a: Traced<i64>, b: Traced<i64>) -> bool {
        let condition = self.int_compare(op, a, b);
        self.guard_truth(condition.name, condition.now != 0)
    }

    fn int_is_true(&mut self, a: Traced<i64>) -> bool {
        self.guard_truth(a.name, a.now != 0)
    }

    fn promote_int(&mut self, a: Traced<i64>) -> i64 {
        self.guard(Guard::Value(a.name, Const::Int(a.now)));
        a.now
    }

    fn float_binary(&mut self, op: FloatBinary, a: Traced<f64>, b: Traced<f64>) -> Traced<f64> {
        let now = self.direct.float_binary(op, a.now, b.now);
        Traced { now, name: self.emit(Type::Float, OpKind::Float(op, a.name, b.name)) }
    }

    fn float_unary(&mut self, op: FloatUnary, a: Traced<f64>) -> Traced<f64> {
        let now = self.direct.float_unary(op, a.now);
        Traced { now, name: self.emit(Type::Float, OpKind::FloatUnary(op, a.name)) }
    }

    fn float_compare(&mut self, op: FloatCompare, a: Traced<f64>, b: Traced<f64>) -> Traced<i64> {
        let now = self.direct.float_compare(op, a.now, b.now);
        Traced { now, name: self.emit(Type::Int, OpKind::FloatCompare(op, a.name, b.name)) }
    }

    fn float_test(&mut self, op: FloatCompare, a: Traced<f64>, b: Traced<f64>) -> bool {
        let condition = self.float_compare(op, a, b);
        self.guard_truth(condition.name, condition.now != 0)
    }

    fn int_to_float(&mut self, a: Traced<i64>) -> Traced<f64> {
        let now = self.direct.int_to_float(a.now);
        Traced { now, name: self.emit(Type::Float, OpKind::Cast(Cast::IntToFloat, a.name)) }
    }

    fn float_to_int(&mut self, a: Traced<f64>) -> Traced<i64> {
        let now = self.direct.float_to_int(a.now);
        Traced { now, name: self.emit(Type::Int, OpKind::Cast(Cast::FloatToInt, a.name)) }
    }

    fn float_to_bits(&mut self, a: Traced<f64>) -> Traced<i64> {
        let now = self.direct.float_to_bits(a.now);
        Traced { now, name: self.emit(Type::Int, OpKind::Cast(Cast::FloatToBits, a.name)) }
    }

    fn bits_to_float(&mut self, a: Traced<i64>) -> Traced<f64> {
        let now = self.direct.bits_to_float(a.now);
        Traced { now, name: self.emit(Type::Float, OpKind::Cast(Cast::BitsToFloat, a.name)) }
    }

    fn class_of(&mut self, r: Traced<Word>) -> Option<ClassId> {
        let class = self.direct.class_of(r.now);
        self.guard(match class {
            Some(class) => Guard::Class(r.name, class),
            None => Guard::IsNull(r.name),
        });
        class
    }

    fn is_null(&mut self, r: Traced<Word>) -> bool {
        let null = r.now.is_null();
        self.guard(if null { Guard::IsNull(r.name) } else { Guard::NonNull(r.name) });
        null
    }

    fn same(&mut self, a: Traced<Word>, b: Traced<Word>) -> bool {
        let same = self.direct.same(a.now, b.now);
        let condition = self.emit(Type::Int, OpKind::PtrCompare(PtrCompare::Eq, a.name, b.name));
        self.guard_truth(condition, same)
    }

    fn new(&mut self, class: ClassId) -> Traced<Word> {
        let now = self.direct.new(class);
        let name = self.emit(Type::Ref, OpKind::New(class));
        self.made.push(name);
        Traced { now, name }
    }

    fn box_int(&mut self, class: HybridRef, value: Traced<i64>) -> Traced<Word> {
        let now = self.direct.box_int(class, value.now);
        let name = self.emit(Type::Ref, OpKind::New(class.class));
        self.effect(OpKind::Set(name, class.value.id, value.name));
        Traced { now, name }
    }

    fn unbox_int(&mut self, class: HybridRef, r: Traced<Word>) -> Traced<i64> {
        let now = self.direct.unbox_int(class, r.now);
        Traced { now, name: self.emit(Type::Int, OpKind::Get(r.name, class.value.id)) }
    }

    fn get_int(&mut self, r: Traced<Word>, field: FieldRef) -> Traced<i64> {
        let now = self.direct.get_int(r.now, field);
        Traced { now, name: self.emit(Type::Int, OpKind::Get(r.name, field.id)) }
    }

    fn get_float(&mut self, r: Traced<Word>, field: FieldRef) -> Traced<f64> {
        let now = self.direct.get_float(r.now, field);
        Traced { now, name: self.emit(Type::Float, OpKind::Get(r.name, field.id)) }
    }

    fn get_ref(&mut self, r: Traced<Word>, field: FieldRef) -> Traced<Word> {
        let now = self.direct.get_ref(r.now, field);
        Traced { now, name: self.emit(Type::Ref, OpKind::Get(r.name, field.id)) }
    }

    fn set_int(&mut self, r: Traced<Word>, field: FieldRef, value: Traced<i64>) {
        self.direct.set_int(r.now, field, value.now);
        self.effect(OpKind::Set(r.name, field.id, value.name));
        self.commit_on(r.name);
    }

    fn set_float(&mut self, r: Traced<Word>, field: FieldRef, value: Traced<f64>) {
        self.direct.set_float(r.now, field, value.now);
        self.effect(OpKind::Set(r.name, field.id, value.name));
        self.commit_on(r.name);
    }

    fn set_ref(&mut self, r: Traced<Word>, field: FieldRef, value: Traced<Word>) {
        self.direct.set_ref(r.now, field, value.now);
        self.effect(OpKind::Set(r.name, field.id, value.name));
        self.commit_on(r.name);
    }

    fn new_array(&mut self, array: ArrayRef, length: Traced<i64>) -> Traced<Word> {
        let now = self.direct.new_array(array, length.now);
        let name = self.emit(Type::Ref, OpKind::NewArray(array.class, length.name));
        self.made.push(name);
        Traced { now, name }
    }

    fn array_len(&mut self, array: ArrayRef, r: Traced<Word>) -> Traced<i64> {
        let now = self.direct.array_len(array, r.now);
        Traced { now, name: self.emit(Type::Int, OpKind::ArrayLen(array.class, r.name)) }
    }

    fn item_ref(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>) -> Traced<Word> {
        let now = self.direct.item_ref(array, r.now, index.now);
        Traced { now, name: self.emit(Type::Ref, OpKind::GetItem(array.class, r.name, index.name)) }
    }

    fn set_item_ref(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>, value: Traced<Word>) {
        self.direct.set_item_ref(array, r.now, index.now, value.now);
        self.effect(OpKind::SetItem(array.class, r.name, index.name, value.name));
        self.commit_on(r.name);
    }

    fn call(&mut self, helper: Helper, args: &[Arg<Traced<i64>, Traced<Word>>]) {
        let words = self.call_words(helper, args);
        self.direct.call(helper, &words);
        self.effect(OpKind::Call(helper.id, Self::names(args)));
    }

    fn call_int(&mut self, helper: Helper, args: &[Arg<Traced<i64>, Traced<Word>>]) -> Traced<i64> {
        let words = self.call_words(helper, args);
        let now = self.direct.call_int(helper, &words);
        Traced { now, name: self.emit(Type::Int, OpKind::Call(helper.id, Self::names(args))) }
    }

    fn call_ref(&mut self, helper: Helper, args: &[Arg<Traced<i64>, Traced<Word>>]) -> Traced<Word> {
        let words = self.call_words(helper, args);
        let now = self.direct.call_ref(helper, &words);
        Traced { now, name: self.emit(Type::Ref, OpKind::Call(helper.id, Self::names(args))) }
    }

    fn try_call_ref(
        &mut self,
        helper: Helper,
        args: &[Arg<Traced<i64>, Traced<Word>>],
    ) -> Result<Traced<Word>, Traced<Word>> {
        let words = self.call_words(helper, args);
        match self.direct.try_call_ref(helper, &words) {
            Ok(now) => {
                let name = self.emit(Type::Ref, OpKind::Call(helper.id, Self::names(args)));
                // The one guard that stands behind an effect: its exit does not come back to the call.
                let snapshot = self.take_snapshot(Resume::Raise);
                self.effect(OpKind::Guard(Guard::NoException, snapshot));
                Ok(Traced { now, name })
            }
            Err(now) => {
                // What is exceptional is left to the interpreter.
                self.abort(Abort::HelperRaised);
                Err(Traced { now, name: Operand::NULL })
            }
        }
    }
}
