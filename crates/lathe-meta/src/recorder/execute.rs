//! The operations, executed and recorded.

use super::{Abort, End, Known, LINKED, Recorder, Shadow, Traced};
use crate::facts::FactId;
use crate::ops::{
    Arg, ArrayRef, BoolRef, Call, Caller, FieldRef, Guest, Helper, HybridRef, Ops, StackFull, Stop,
};
use crate::stack::Action;
use lathe_heap::{RootIndex, Word};
use lathe_ir::{
    Cast, CheckedInt, ClassId, CodeId, Const, FloatBinary, FloatCompare, FloatUnary, Guard, IntBinary,
    IntCompare, IntUnary, Label, OpKind, Operand, PtrCompare, Resume, Type,
};

impl<G: Guest> Ops for Recorder<'_, G> {
    const RECORDS: bool = true;
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
        Traced { now, name: Operand::Const(self.direct.core().constant(now)) }
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
        self.at = (self.direct.code(), pc);
        self.snapshot = None;
        self.changed.clear();
        self.made.clear();
        self.committed = false;
        if self.ops.len() > self.limits.ops {
            self.abort(Abort::TraceTooLong);
        }
        let arrived = std::mem::take(&mut self.arrived) && self.end.is_none();
        if arrived && let Some(stop) = self.arrive(pc) {
            return Some(stop);
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
        if self.known(here) == Known::Code {
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

    fn push_frame(&mut self, call: Call) -> Result<Option<Stop>, StackFull> {
        let args = call.first as usize..(call.first + call.count) as usize;
        let args = self.top().slots[args].to_vec();
        let pushed = self.direct.push_frame(call);
        self.pushed(call, args, pushed)
    }

    fn push_frame_with(&mut self, call: Call, args: &[Traced<Word>]) -> Result<Option<Stop>, StackFull> {
        let words: Vec<Word> = args.iter().map(|arg| arg.now).collect();
        let pushed = self.direct.push_frame_with(call, &words);
        self.pushed(call, args.iter().map(|arg| arg.name).collect(), pushed)
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

    fn do_not_trace(&mut self) {
        self.abort(Abort::NotForTracing);
    }

    fn action(&self) -> Action {
        self.direct.action()
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

    fn promote_ref(&mut self, r: Traced<Word>) -> Traced<Word> {
        let constant = self.direct.core().constant(r.now);
        self.guard(Guard::Value(r.name, constant));
        Traced { now: r.now, name: Operand::Const(constant) }
    }

    fn assume(&mut self, fact: FactId) {
        if !self.valid {
            self.guard(Guard::NotInvalidated);
            self.valid = !self.committed;
        }
        self.direct.core().facts.rely(&mut self.reliance, fact);
    }

    fn assume_ref(&mut self, fact: FactId, r: Traced<Word>) -> Traced<Word> {
        self.assume(fact);
        let constant = self.direct.core().constant(r.now);
        Traced { now: r.now, name: Operand::Const(constant) }
    }

    fn known(&mut self, fact: FactId, object: Word) -> Traced<Word> {
        self.assume(fact);
        let constant = self.direct.core().constant(object);
        Traced { now: object, name: Operand::Const(constant) }
    }

    fn same(&mut self, a: Traced<Word>, b: Traced<Word>) -> bool {
        let same = self.direct.same(a.now, b.now);
        if let (Operand::Const(_), Operand::Const(_)) = (a.name, b.name) {
            return same;
        }
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

    fn box_bool(&mut self, class: BoolRef, value: Traced<i64>) -> Traced<Word> {
        let now = self.direct.box_bool(class, value.now);
        if let Operand::Const(_) = value.name {
            return Traced { now, name: Operand::Const(self.direct.core().constant(now)) };
        }
        let name = self.emit(Type::Ref, OpKind::New(class.class));
        self.effect(OpKind::Set(name, class.value.id, value.name));
        Traced { now, name }
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

    fn item_int(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>) -> Traced<i64> {
        let now = self.direct.item_int(array, r.now, index.now);
        Traced { now, name: self.emit(Type::Int, OpKind::GetItem(array.class, r.name, index.name)) }
    }

    fn set_item_int(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>, value: Traced<i64>) {
        self.direct.set_item_int(array, r.now, index.now, value.now);
        self.effect(OpKind::SetItem(array.class, r.name, index.name, value.name));
        self.commit_on(r.name);
    }

    fn item_float(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>) -> Traced<f64> {
        let now = self.direct.item_float(array, r.now, index.now);
        Traced { now, name: self.emit(Type::Float, OpKind::GetItem(array.class, r.name, index.name)) }
    }

    fn set_item_float(&mut self, array: ArrayRef, r: Traced<Word>, index: Traced<i64>, value: Traced<f64>) {
        self.direct.set_item_float(array, r.now, index.now, value.now);
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

    fn peek(&self, r: Traced<Word>) -> Word {
        r.now
    }

    fn try_call(
        &mut self,
        pc: u32,
        helper: Helper,
        args: &[Arg<Traced<i64>, Traced<Word>>],
        dst: u32,
    ) -> Result<(), Traced<Word>> {
        debug_assert!(self.end.is_some() || pc == self.pc, "a call ends its own bytecode");
        let words = self.call_words(helper, args);
        let calls_back = self.direct.core().descriptors.helper(helper.id).effects.calls_back;
        if calls_back {
            self.write_back();
            self.write_back_frame(self.frames.len() - 1, self.direct.code(), pc);
        }
        let taken_before = std::mem::take(&mut self.direct.core().context.forced);
        let done = self.direct.try_call(pc, helper, &words, dst);
        let taken = std::mem::replace(&mut self.direct.core().context.forced, taken_before);
        if taken != 0 {
            // Whoever called us has to know as well.
            self.direct.core().context.forced = taken;
            self.abort(Abort::FrameTaken);
        }
        match done {
            Ok(()) => {
                let name = self.emit(Type::Ref, OpKind::Call(helper.id, Self::names(args)));
                // The guards that stand behind an effect: their exits do not come back to the call.
                if calls_back {
                    let snapshot = self.snapshot_on_stack(Resume::Continue, pc + 1, Some((dst, name)));
                    self.effect(OpKind::Guard(Guard::NotForced, snapshot));
                    let snapshot = self.snapshot_on_stack(Resume::Raise, pc, None);
                    self.effect(OpKind::Guard(Guard::NoException, snapshot));
                    let drop = self.frame_helpers().drop.id;
                    for _ in 1..self.frames.len() {
                        self.effect(OpKind::Call(drop, Vec::new()));
                    }
                } else {
                    let snapshot = self.take_snapshot(Resume::Raise);
                    self.effect(OpKind::Guard(Guard::NoException, snapshot));
                }
                let now = self.direct.local(dst);
                self.set_local(dst, Traced { now, name });
                Ok(())
            }
            Err(now) => {
                // What is exceptional is left to the interpreter.
                self.abort(Abort::HelperRaised);
                Err(Traced { now, name: Operand::NULL })
            }
        }
    }
}
