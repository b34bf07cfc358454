//! Guards: a compare, and a branch to a cold block.

use super::function::Lower;
use super::is_hybrid;
use crate::context::VmContext;
use crate::object::{CLASS_OFFSET, SMALL_TAG};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, BlockArg, InstBuilder, MemFlagsData, types};
use lathe_ir::{ClassId, Const, Guard, Operand, PtrCompare, Resume, SnapshotId, Type, Value};
use std::mem::offset_of;

impl Lower<'_, '_> {
    /// The result, for `guard_exception`.
    pub fn guard(&mut self, guard: Guard, snapshot: SnapshotId) -> Option<ir::Value> {
        self.leave_by_chaos(snapshot);
        match guard {
            Guard::True(a) => self.guard_truth(a, true, snapshot),
            Guard::False(a) => self.guard_truth(a, false, snapshot),
            Guard::Value(a, constant) => self.guard_value(a, constant, snapshot),
            Guard::Class(p, class) => {
                let exit = self.exit_block(snapshot, Some(p));
                let word = self.operand(p);
                match p.as_value() {
                    Some(v) if is_hybrid(self.unit.descriptors, class) => {
                        self.leave_unless_hybrid(v, word, class, exit);
                    }
                    _ => self.leave_unless_class(word, class, exit),
                }
            }
            Guard::NonNull(p) => {
                let exit = self.exit_block(snapshot, None);
                let p = self.operand(p);
                self.leave_unless(p, true, exit);
            }
            Guard::IsNull(p) => {
                let exit = self.exit_block(snapshot, None);
                let p = self.operand(p);
                self.leave_unless(p, false, exit);
            }
            Guard::NoException => self.guard_clear(offset_of!(VmContext, exception), snapshot),
            Guard::NoAttention if self.unit.runtime.ask.is_some() => self.guard_answer(0, snapshot),
            Guard::NotInvalidated if self.unit.runtime.ask.is_some() => self.guard_answer(1, snapshot),
            Guard::NotForced if self.unit.runtime.ask.is_some() => self.guard_answer(2, snapshot),
            Guard::NotForced => self.guard_clear(offset_of!(VmContext, forced), snapshot),
            Guard::NoAttention => self.guard_calm(snapshot),
            Guard::NotInvalidated => {
                let exit = self.exit_block(snapshot, None);
                let bytes = self.context_word(offset_of!(VmContext, invalid));
                let unit = self.unit.unit as i32;
                let byte = self.b.ins().load(types::I8, MemFlagsData::trusted(), bytes, unit);
                self.leave_unless(byte, false, exit);
            }
            Guard::Exception(class) => {
                let exit = self.exit_block(snapshot, None);
                let exception = self.context_word(offset_of!(VmContext, exception));
                self.leave_unless_class(exception, class, exit);
                let null = self.b.ins().iconst(types::I64, 0);
                let offset = offset_of!(VmContext, exception) as i32;
                self.b.ins().store(MemFlagsData::trusted(), null, self.context, offset);
                return Some(exception);
            }
        }
        None
    }

    /// Leaves for no reason, when tests want it.
    pub fn leave_by_chaos(&mut self, snapshot: SnapshotId) {
        let Some(chaos) = self.unit.runtime.chaos else { return };
        if self.unit.snapshot(snapshot).resume != Resume::Reexecute {
            return;
        }
        let exit = self.exit_block(snapshot, None);
        let number = self.b.ins().iconst(types::I64, (self.unit.unit as i64) << 32 | self.op as i64);
        let leave = self.call_runtime(chaos, &[number], true).expect("it has a result");
        self.leave_unless(leave, false, exit);
    }

    /// Leaves if `condition` (anything: not 0 is true) is not what it should be. Lowering goes on behind the branch.
    pub fn leave_unless(&mut self, condition: ir::Value, truth: bool, exit: Block) {
        let next = self.b.create_block();
        let (then, otherwise) = if truth { (next, exit) } else { (exit, next) };
        self.b.ins().brif(condition, then, &[], otherwise, &[]);
        self.b.switch_to_block(next);
    }

    fn guard_truth(&mut self, a: Operand, truth: bool, snapshot: SnapshotId) {
        let alone = !self.has_exit_block(snapshot);
        let exit = self.exit_block(snapshot, None);
        if let Some(v) = a.as_value()
            && alone
        {
            self.exit_knows(v, truth);
        }
        let condition = self.truth(a);
        self.leave_unless(condition, truth, exit);
    }

    fn guard_clear(&mut self, offset: usize, snapshot: SnapshotId) {
        let exit = self.exit_block(snapshot, None);
        let word = self.context_word(offset);
        self.leave_unless(word, false, exit);
    }

    /// Leaves if somebody wants the VM's attention.
    pub fn guard_calm(&mut self, snapshot: SnapshotId) {
        let exit = self.exit_block(snapshot, None);
        let place = match self.attention {
            Some(place) => place,
            None => self.context_word(offset_of!(VmContext, attention)),
        };
        let word = self.b.ins().load(types::I32, MemFlagsData::trusted(), place, 0);
        self.leave_unless(word, false, exit);
    }

    /// Asks the VM, and leaves if the answer is yes.
    fn guard_answer(&mut self, question: i64, snapshot: SnapshotId) {
        let exit = self.exit_block(snapshot, None);
        let question = self.b.ins().iconst(types::I64, question);
        let ask = self.unit.runtime.ask.expect("checked by the caller");
        let answer = self.call_runtime(ask, &[question], true).expect("it has a result");
        self.leave_unless(answer, false, exit);
    }

    fn guard_value(&mut self, a: Operand, constant: Const, snapshot: SnapshotId) {
        let exit = self.exit_block(snapshot, Some(a));
        let condition = match constant.ty() {
            Type::Ref => self.ptr_compare(PtrCompare::Eq, a, Operand::Const(constant)),
            Type::Int => {
                let (a, b) = (self.operand(a), self.operand(Operand::Const(constant)));
                self.b.ins().icmp(IntCC::Equal, a, b)
            }
            Type::Float => {
                // By bits: 0.0 is not -0.0.
                let (a, b) = (self.operand(a), self.operand(Operand::Const(constant)));
                let a = self.b.ins().bitcast(types::I64, MemFlagsData::new(), a);
                let b = self.b.ins().bitcast(types::I64, MemFlagsData::new(), b);
                self.b.ins().icmp(IntCC::Equal, a, b)
            }
        };
        self.leave_unless(condition, true, exit);
    }

    /// Null and small integers are of no heap class; a small integer is of any hybrid class there is (there is one).
    pub fn leave_unless_class(&mut self, p: ir::Value, class: ClassId, exit: Block) {
        let done = if is_hybrid(self.unit.descriptors, class) {
            let small = self.b.ins().band_imm_s(p, SMALL_TAG);
            let (done, not_small) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(small, done, &[], not_small, &[]);
            self.b.switch_to_block(not_small);
            self.leave_unless(p, true, exit);
            Some(done)
        } else {
            // With its lowest bit for a sign, a small integer is negative, and an object is greater than null: one branch
            // for both.
            let turned = self.b.ins().rotr_imm_u(p, 1);
            let is_object = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, turned, 0);
            self.leave_unless(is_object, true, exit);
            None
        };
        let found = self.b.ins().load(types::I32, MemFlagsData::trusted(), p, CLASS_OFFSET);
        let same = self.b.ins().icmp_imm_s(IntCC::Equal, found, class.0 as i64);
        self.leave_unless(same, true, exit);
        if let Some(done) = done {
            self.b.ins().jump(done, &[]);
            self.b.switch_to_block(done);
        }
    }

    /// The same for a hybrid class and a value: a small integer, most likely. What is in it is found on the way, if anybody
    /// wants it.
    fn leave_unless_hybrid(&mut self, v: Value, p: ir::Value, class: ClassId, exit: Block) {
        self.know_hybrid(v);
        let field = self.wanted.get(&v).copied();
        let (boxed, object, done) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let same_class = self.b.create_block();
        [boxed, object, same_class].into_iter().for_each(|block| self.b.set_cold_block(block));
        let mut found = Vec::new();
        if field.is_some() {
            let value = self.b.append_block_param(done, types::I64);
            self.know_unboxed(v, value);
            found.push(BlockArg::Value(self.b.ins().sshr_imm_s(p, 1)));
        }
        let small = self.b.ins().band_imm_s(p, SMALL_TAG);
        self.b.ins().brif(small, done, &found, boxed, &[]);
        self.b.switch_to_block(boxed);
        self.b.ins().brif(p, object, &[], exit, &[]);
        self.b.switch_to_block(object);
        let its = self.b.ins().load(types::I32, MemFlagsData::trusted(), p, CLASS_OFFSET);
        let same = self.b.ins().icmp_imm_s(IntCC::Equal, its, class.0 as i64);
        self.b.ins().brif(same, same_class, &[], exit, &[]);
        self.b.switch_to_block(same_class);
        let found: Vec<BlockArg> =
            field.map(|field| BlockArg::Value(self.load_field(p, field))).into_iter().collect();
        self.b.ins().jump(done, &found);
        self.b.switch_to_block(done);
    }

    /// Identity: the same word, or two objects of a value class with the same fields, which the VM compares.
    pub fn ptr_compare(&mut self, compare: PtrCompare, a: Operand, b: Operand) -> ir::Value {
        let with_null = a == Operand::NULL || b == Operand::NULL;
        let (a, b) = (self.operand(a), self.operand(b));
        let condition = match compare {
            PtrCompare::Eq => IntCC::Equal,
            PtrCompare::Ne => IntCC::NotEqual,
        };
        let by_address =
            self.unit.descriptors.classes.iter().all(|class| class.identity == lathe_ir::Identity::Address);
        if with_null || by_address {
            return self.b.ins().icmp(condition, a, b);
        }
        let (differ, done) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(differ);
        let result = self.b.append_block_param(done, types::I8);
        let equal = self.b.ins().icmp(IntCC::Equal, a, b);
        let yes = self.b.ins().iconst(types::I8, (compare == PtrCompare::Eq) as i64);
        self.b.ins().brif(equal, done, &[ir::BlockArg::Value(yes)], differ, &[]);
        self.b.switch_to_block(differ);
        let same = self.call_runtime(self.unit.runtime.same, &[a, b], true).expect("it has a result");
        let answer = self.b.ins().icmp_imm_s(condition, same, 1);
        self.b.ins().jump(done, &[ir::BlockArg::Value(answer)]);
        self.b.switch_to_block(done);
        result
    }
}
