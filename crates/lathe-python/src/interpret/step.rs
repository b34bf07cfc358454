//! One instruction: what is common, in operations that can be traced.

use super::{Flow, Python};
use crate::bytecode::Instr;
use crate::object::classes;
use crate::protocol::call::scratch;
use crate::runtime::LoadedCode;
use crate::runtime::special::Special;
use lathe_ir::IntCompare;
use lathe_meta::{Arg, Helper, Ops};

impl Python {
    #[inline(always)]
    pub(super) fn step<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        instr: Instr,
    ) -> Flow<O::Ref> {
        match instr {
            Instr::Move { dst, src } => {
                let value = ops.local(src.into());
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::LoadConst { dst, constant } => {
                let value = ops.constant(loaded.constants[constant as usize]);
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::LoadInt { dst, value } => {
                let value = ops.int(value.into());
                let value = ops.box_int(classes::INT_REF, value);
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::CheckBound { slot } => {
                let value = ops.local(slot.into());
                if ops.is_null(value) { self.slow(ops, loaded, pc) } else { Flow::Next }
            }
            Instr::Unbind { slot } => {
                let null = ops.null();
                ops.set_local(slot.into(), null);
                Flow::Next
            }
            Instr::Jump { target } => Flow::Jump(target),
            Instr::JumpBack { target } => Flow::Jump(target),
            Instr::LoopHeader { .. } => match ops.loop_header(pc) {
                Some(stop) => Flow::Stop(stop),
                None => Flow::Next,
            },
            Instr::JumpIf { sense, src, target } => {
                let value = ops.local(src.into());
                match self.quick_truth(ops, value) {
                    Some(truth) if truth == sense => Flow::Jump(target),
                    Some(_) => Flow::Skip,
                    None => self.decide(ops, loaded, pc, self.helpers.truth, &[Arg::Ref(value)]),
                }
            }
            Instr::Not { dst, src } => {
                let value = ops.local(src.into());
                match self.quick_truth(ops, value) {
                    Some(truth) => {
                        let value = ops.int((!truth).into());
                        let value = ops.box_bool(self.rt.singletons.bools, value);
                        ops.set_local(dst.into(), value);
                        Flow::Next
                    }
                    None => self.slow(ops, loaded, pc),
                }
            }
            Instr::JumpCompare { op, sense, left, right, target } => {
                let (a, b) = (ops.local(left.into()), ops.local(right.into()));
                match self.quick_test(ops, op, a, b) {
                    Some(truth) if truth == sense => Flow::Jump(target),
                    Some(_) => Flow::Skip,
                    None => {
                        let op = ops.int(op as i64);
                        let args = [Arg::Int(op), Arg::Ref(a), Arg::Ref(b)];
                        self.decide(ops, loaded, pc, self.helpers.test, &args)
                    }
                }
            }
            Instr::JumpCompareInt { op, sense, left, immediate, target } => {
                let a = ops.local(left.into());
                let b = ops.int(immediate.into());
                let b = ops.box_int(classes::INT_REF, b);
                match self.quick_test(ops, op, a, b) {
                    Some(truth) if truth == sense => Flow::Jump(target),
                    Some(_) => Flow::Skip,
                    None => {
                        let op = ops.int(op as i64);
                        let args = [Arg::Int(op), Arg::Ref(a), Arg::Ref(b)];
                        self.decide(ops, loaded, pc, self.helpers.test, &args)
                    }
                }
            }
            Instr::JumpOn { sense, target } => {
                let value = ops.local(scratch(loaded));
                match self.quick_truth(ops, value) {
                    Some(truth) if truth == sense => Flow::Jump(target),
                    Some(_) => Flow::Next,
                    None => self.slow_jump(ops, loaded, pc, target),
                }
            }
            Instr::JumpContains { item, container, .. } => {
                let (container, item) = (ops.local(container.into()), ops.local(item.into()));
                let args = [Arg::Ref(container), Arg::Ref(item)];
                self.decide(ops, loaded, pc, self.helpers.contains, &args)
            }
            Instr::JumpNoMatch { exception, class, .. } => {
                let (exception, class) = (ops.local(exception.into()), ops.local(class.into()));
                let args = [Arg::Ref(exception), Arg::Ref(class)];
                self.decide(ops, loaded, pc, self.helpers.no_match, &args)
            }
            Instr::JumpIs { sense, left, right, target } => {
                let (a, b) = (ops.local(left.into()), ops.local(right.into()));
                if ops.same(a, b) == sense { Flow::Jump(target) } else { Flow::Next }
            }
            Instr::JumpIfNone { sense, src, target } => {
                let (value, none) = (ops.local(src.into()), ops.constant(self.rt.singletons.none));
                if ops.same(value, none) == sense { Flow::Jump(target) } else { Flow::Next }
            }
            Instr::Is { invert, dst, left, right } => {
                let (a, b) = (ops.local(left.into()), ops.local(right.into()));
                let same = ops.same(a, b) != invert;
                let same = ops.int(same.into());
                let same = ops.box_bool(self.rt.singletons.bools, same);
                ops.set_local(dst.into(), same);
                Flow::Next
            }
            Instr::Binary { op, in_place, dst, left, right } => {
                let (a, b) = (ops.local(left.into()), ops.local(right.into()));
                self.binary(ops, pc, (op, in_place), dst, a, b)
            }
            Instr::BinaryInt { op, in_place, dst, left, immediate } => {
                let a = ops.local(left.into());
                let b = ops.int(immediate.into());
                let b = ops.box_int(classes::INT_REF, b);
                self.binary(ops, pc, (op, in_place), dst, a, b)
            }
            Instr::Unary { op, dst, src } => {
                let (special, value) = (Special::unary(op), ops.local(src.into()));
                if let Some(value) = self.quick_unary(ops, special, value) {
                    ops.set_local(dst.into(), value);
                    return Flow::Next;
                }
                match self.push_special(ops, pc, special, &[value]) {
                    Some(flow) => flow,
                    None => self.residual(ops, loaded, pc, instr),
                }
            }
            Instr::CallKeywords { base, argc, names, .. } => {
                self.call_keywords(ops, loaded, pc, (base.into(), argc.into()), names)
            }
            Instr::CallMethodKeywords { base, argc, names, .. } => {
                let base = u32::from(base);
                let callee = ops.local(base);
                let place = if ops.is_null(callee) {
                    (base + 1, u32::from(argc))
                } else {
                    (base, u32::from(argc) + 1)
                };
                self.call_keywords(ops, loaded, pc, place, names)
            }
            Instr::LoadSuperMethod { base, name, .. } => {
                let name = loaded.names[name as usize].0;
                match self.super_method(ops, base.into(), name) {
                    Some((function, object)) => {
                        ops.set_local(base.into(), function);
                        ops.set_local(u32::from(base) + 1, object);
                        Flow::Next
                    }
                    None => self.slow(ops, loaded, pc),
                }
            }
            Instr::Compare { op, dst, left, right } => {
                let (a, b) = (ops.local(left.into()), ops.local(right.into()));
                match self.quick_compare(ops, op, a, b) {
                    Some(value) => {
                        let value = ops.box_bool(self.rt.singletons.bools, value);
                        ops.set_local(dst.into(), value);
                        Flow::Next
                    }
                    None => {
                        let op = ops.int(op as i64);
                        self.call_helper(
                            ops,
                            pc,
                            self.helpers.compare,
                            &[Arg::Int(op), Arg::Ref(a), Arg::Ref(b)],
                            dst.into(),
                        )
                    }
                }
            }
            Instr::LoadGlobal { dst, cache, name } => self.load_global(ops, loaded, pc, dst, cache, name),
            Instr::StoreGlobal { src, name, .. } => {
                let function = ops.local(0);
                let globals = ops.get_ref(function, classes::FUNCTION_GLOBALS);
                let (name, value) = (loaded.names[name as usize].1, ops.local(src.into()));
                let name = ops.constant(name);
                ops.call(self.helpers.store_global, &[Arg::Ref(globals), Arg::Ref(name), Arg::Ref(value)]);
                Flow::Next
            }
            Instr::LoadCell { dst, cell } => {
                let cell = ops.local(cell.into());
                let value = ops.get_ref(cell, classes::CELL_CONTENT);
                if ops.is_null(value) {
                    return self.slow(ops, loaded, pc);
                }
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::StoreCell { cell, src } => {
                let (cell, value) = (ops.local(cell.into()), ops.local(src.into()));
                ops.set_ref(cell, classes::CELL_CONTENT, value);
                Flow::Next
            }
            Instr::LoadFree { dst, index } => {
                let cell = self.free_cell(ops, index);
                let value = ops.get_ref(cell, classes::CELL_CONTENT);
                if ops.is_null(value) {
                    return self.slow(ops, loaded, pc);
                }
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::StoreFree { index, src } => {
                let cell = self.free_cell(ops, index);
                let value = ops.local(src.into());
                ops.set_ref(cell, classes::CELL_CONTENT, value);
                Flow::Next
            }
            Instr::LoadFreeCell { dst, index } => {
                let cell = self.free_cell(ops, index);
                ops.set_local(dst.into(), cell);
                Flow::Next
            }
            Instr::MakeCell { slot } => {
                let value = ops.local(slot.into());
                let cell = ops.new(classes::CELL);
                ops.set_ref(cell, classes::CELL_CONTENT, value);
                ops.set_local(slot.into(), cell);
                Flow::Next
            }
            Instr::NewCell { slot } => {
                let cell = ops.new(classes::CELL);
                ops.set_local(slot.into(), cell);
                Flow::Next
            }
            Instr::ForPrepare { base, src, .. } => self.for_prepare(ops, pc, base, src),
            Instr::ForNext { base, dst, exit } => self.for_next(ops, loaded, pc, base, dst, exit),
            Instr::ForValue { dst, exit } => {
                let value = ops.local(scratch(loaded));
                if ops.is_null(value) {
                    return Flow::Jump(exit);
                }
                ops.set_local(dst.into(), value);
                Flow::Next
            }
            Instr::GetAttr { dst, object, cache, name } => {
                self.get_attr(ops, loaded, pc, dst, object, cache, name)
            }
            Instr::SetAttr { object, src, cache, name } => {
                self.set_attr(ops, loaded, pc, object, src, cache, name)
            }
            Instr::LoadMethod { base, object, cache, name } => {
                self.load_method(ops, loaded, pc, base, object, cache, name)
            }
            Instr::GetItem { dst, object, index } => {
                let (object, index) = (ops.local(object.into()), ops.local(index.into()));
                self.get_item(ops, pc, dst, object, index)
            }
            Instr::GetItemInt { dst, object, immediate } => {
                let object = ops.local(object.into());
                let index = ops.int(immediate.into());
                let index = ops.box_int(classes::INT_REF, index);
                self.get_item(ops, pc, dst, object, index)
            }
            Instr::SetItem { object, index, src } => {
                let (object, index, value) =
                    (ops.local(object.into()), ops.local(index.into()), ops.local(src.into()));
                self.set_item(ops, loaded, pc, object, index, value)
            }
            Instr::MakeTuple { dst, base, count } => {
                let length = ops.int(count.into());
                let tuple = ops.new_array(classes::TUPLE_ITEMS, length);
                for n in 0..count {
                    let (index, item) = (ops.int(n.into()), ops.local((base + n).into()));
                    ops.set_item_ref(classes::TUPLE_ITEMS, tuple, index, item);
                }
                ops.set_local(dst.into(), tuple);
                Flow::Next
            }
            Instr::Unpack { src, base, count } => {
                let value = ops.local(src.into());
                if self.unpack(ops, value, base, count).is_some() {
                    Flow::Next
                } else {
                    self.slow(ops, loaded, pc)
                }
            }
            Instr::Call { dst, base, argc, .. } => self.call(ops, loaded, pc, dst, base.into(), argc.into()),
            Instr::CallMethod { dst, base, argc, .. } => {
                let base = u32::from(base);
                let callee = ops.local(base);
                if ops.is_null(callee) {
                    self.call(ops, loaded, pc, dst, base + 1, argc.into())
                } else {
                    self.call(ops, loaded, pc, dst, base, u32::from(argc) + 1)
                }
            }
            Instr::Return { src } => Flow::Return(ops.local(src.into())),
            Instr::ReturnConst { constant } => {
                Flow::Return(ops.constant(loaded.constants[constant as usize]))
            }
            Instr::Reraise { exception } => Flow::Reraise(ops.local(exception.into())),
            // Raised again, not anew; if there is nothing to raise, that is a new error.
            Instr::RaiseHandled if !self.py().handled().is_null() => match self.slow(ops, loaded, pc) {
                Flow::Raise(exception) => Flow::Reraise(exception),
                other => other,
            },
            Instr::Yield { .. } | Instr::YieldFrom { .. } => self.suspend(ops, loaded, pc),
            Instr::JumpNotSequence { target, .. }
            | Instr::JumpNotMapping { target, .. }
            | Instr::Send { exit: target, .. } => self.slow_jump(ops, loaded, pc, target),
            _ => self.residual(ops, loaded, pc, instr),
        }
    }

    /// A helper that has it all does the instruction, and stores the result.
    pub(super) fn call_helper<O: Ops>(
        &self,
        ops: &mut O,
        pc: u32,
        helper: Helper,
        args: &[Arg<O::Int, O::Ref>],
        dst: u32,
    ) -> Flow<O::Ref> {
        match ops.try_call(pc, helper, args, dst) {
            Ok(()) => Flow::Next,
            Err(exception) => Flow::Raise(exception),
        }
    }

    /// A helper gives what the second half of a branch is to look at.
    pub(super) fn decide<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        helper: Helper,
        args: &[Arg<O::Int, O::Ref>],
    ) -> Flow<O::Ref> {
        self.call_helper(ops, pc, helper, args, scratch(loaded))
    }

    /// Does the instruction in Rust, on the registers of the frame. In a trace that is a call like others, if there is one
    /// result at most.
    #[inline(never)]
    pub(super) fn residual<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        instr: Instr,
    ) -> Flow<O::Ref> {
        let mut written = instr.writes().iter();
        let dst = written.next();
        if written.next().is_some() {
            return self.slow(ops, loaded, pc);
        }
        let (at, dst) = (ops.int(pc.into()), dst.map_or(scratch(loaded), u32::from));
        self.call_helper(ops, pc, self.helpers.value, &[Arg::Int(at)], dst)
    }

    /// Does the instruction in Rust, on the registers. A recording ends here.
    #[inline(never)]
    pub(super) fn slow<O: Ops>(&self, ops: &mut O, loaded: &LoadedCode, pc: u32) -> Flow<O::Ref> {
        self.slow_jump(ops, loaded, pc, u32::MAX)
    }

    #[inline(never)]
    pub(super) fn slow_jump<O: Ops>(
        &self,
        ops: &mut O,
        loaded: &LoadedCode,
        pc: u32,
        target: u32,
    ) -> Flow<O::Ref> {
        ops.do_not_trace();
        let at = ops.int(pc.into());
        if let Err(exception) = ops.try_call(pc, self.helpers.slow, &[Arg::Int(at)], scratch(loaded)) {
            return Flow::Raise(exception);
        }
        let jump = ops.local(scratch(loaded));
        let jump = ops.unbox_int(classes::INT_REF, jump);
        if ops.int_is_true(jump) { Flow::Jump(target) } else { Flow::Next }
    }

    /// The items of a tuple or list, if there are so many.
    #[inline(always)]
    fn unpack<O: Ops>(&self, ops: &mut O, value: O::Ref, base: u16, count: u16) -> Option<()> {
        let wanted = ops.int(count.into());
        match ops.class_of(value)? {
            classes::TUPLE => {
                let length = ops.array_len(classes::TUPLE_ITEMS, value);
                if !ops.int_test(IntCompare::Eq, length, wanted) {
                    return None;
                }
                for n in 0..count {
                    let index = ops.int(n.into());
                    let item = ops.item_ref(classes::TUPLE_ITEMS, value, index);
                    ops.set_local((base + n).into(), item);
                }
            }
            classes::LIST if count > 0 => {
                let length = ops.get_int(value, classes::LIST_LENGTH);
                if !ops.int_test(IntCompare::Eq, length, wanted) {
                    return None;
                }
                let items = ops.get_ref(value, classes::LIST_ITEMS);
                ops.class_of(items)?;
                for n in 0..count {
                    let index = ops.int(n.into());
                    let item = self.list_item(ops, items, index)?;
                    ops.set_local((base + n).into(), item);
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn free_cell<O: Ops>(&self, ops: &mut O, index: u16) -> O::Ref {
        let function = ops.local(0);
        let closure = ops.get_ref(function, classes::FUNCTION_CLOSURE);
        let index = ops.int(index.into());
        ops.item_ref(classes::TUPLE_ITEMS, closure, index)
    }
}
