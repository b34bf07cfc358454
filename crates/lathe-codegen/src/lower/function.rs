//! One section as a Cranelift function: values, ops in order, cold blocks at the end.

use super::memory::Unmade;
use super::slow::SlowPaths;
use super::uses::last_uses;
use super::{CompileError, Exit, Group, Unit, is_hybrid, section_signature};
use crate::context::VmContext;
use cranelift_codegen::ir::{
    self, Block, BlockArg, Function, InstBuilder, MemFlagsData, SourceLoc, StackSlot, StackSlotData,
    StackSlotKind, types,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use lathe_ir::{
    Const, FieldId, FloatCompare, IntBinary, IntCompare, IntUnary, Op, OpKind, Operand, SnapshotId, Type,
    Value,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::mem::offset_of;

pub fn machine_type(ty: Type) -> ir::Type {
    match ty {
        Type::Int | Type::Ref => types::I64,
        Type::Float => types::F64,
    }
}

/// The op that an instruction is for, and whether it leaves, as Cranelift carries it along.
fn source_place(op: u32, exit: bool) -> SourceLoc {
    SourceLoc::new(op << 2 | u32::from(exit))
}

/// In a place: the flag that the op computes goes to the branch behind it and nowhere else.
const FLAG_TO_BRANCH: u32 = 2;

pub fn group(start: u32, place: SourceLoc) -> Group {
    Group { start, op: place.bits() >> 2, exit: place.bits() & 1 == 1 }
}

pub fn is_flag_to_branch(place: SourceLoc) -> bool {
    !place.is_default() && place.bits() & FLAG_TO_BRANCH != 0
}

/// A cold block that is still to be filled.
#[derive(Clone, Copy, Debug)]
struct ColdBlock {
    block: Block,
    op: u32,
    snapshot: SnapshotId,
    checked: Option<Operand>,
    shared: bool,
    /// What a value is where the one guard that leaves here has failed.
    known: Option<(Value, bool)>,
    /// How the exit gets back a value that was computed upon in place: from the result and the other operand.
    undone: Option<(Value, IntBinary, ir::Value, Operand)>,
}

/// A comparison: 0 or 1 in a byte, or flags if it is where the branch is.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    Int(IntCompare, Operand, Operand),
    Float(FloatCompare, Operand, Operand),
    /// Not 0, or 0.
    Nonzero(Operand, bool),
}

/// A loop with more arguments than these needs its registers for them.
const MAX_ARGS_WITH_ATTENTION: usize = 7;

pub struct Lower<'u, 'f> {
    pub b: FunctionBuilder<'f>,
    pub unit: &'u Unit<'u>,
    pub slow: &'u SlowPaths,
    /// By IR value.
    values: Vec<Option<ir::Value>>,
    /// Comparisons as the machine has them, for the guard that follows: 0 or 1 in a byte.
    pub conditions: FxHashMap<Value, ir::Value>,
    /// Comparisons that are made where they are used: most are used by one guard, and by its snapshot, which is on the way
    /// out.
    pub lazy: FxHashMap<Value, Condition>,
    /// Filling cold blocks: what is computed here is not known anywhere else.
    in_cold_block: bool,
    pub context: ir::Value,
    /// The loop's header, with the label's arguments as parameters.
    pub header: Block,
    /// Arguments of the label that stay what they are: no parameters of the header, which the register allocator would store
    /// and load again in every trip where it has no register for them.
    pub invariant: FxHashSet<Value>,
    /// Those that only exits want. They wait on the stack: the register
    /// allocator would move them to and fro in the loop.
    parked: FxHashMap<Value, Option<StackSlot>>,
    /// New objects of hybrid classes that nobody has wanted yet. They are made where they are.
    pub unmade: FxHashMap<Value, Unmade>,
    /// The last object allocated, while nothing could have collected garbage since: it is young, so stores into it need no
    /// barrier.
    pub newest: Option<Value>,
    /// Where the VM asks for attention, if that is looked at in every trip.
    pub attention: Option<ir::Value>,
    /// Objects of hybrid classes that are unboxed somewhere in the section, and the field.
    pub wanted: FxHashMap<Value, FieldId>,
    /// What was in them, if that is known.
    pub unboxed: FxHashMap<Value, ir::Value>,
    /// Known to be of a hybrid class.
    pub hybrids: FxHashSet<Value>,
    /// By IR value: the last op that wants it, for itself or on the way out.
    last_use: Vec<u32>,
    cold: Vec<ColdBlock>,
    shared: FxHashMap<SnapshotId, usize>,
    exits: Vec<Exit>,
    /// The op that is being lowered.
    pub op: u32,
}

pub fn lower(
    function: &mut Function,
    builder: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
    unit: &Unit,
    slow: &SlowPaths,
) -> Result<Vec<Exit>, CompileError> {
    let section = &unit.trace.sections[unit.section];
    let mut b = FunctionBuilder::new(function, builder);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let context = b.block_params(entry)[0];
    let header = b.create_block();
    let mut lower = Lower {
        b,
        unit,
        slow,
        values: vec![None; unit.trace.types.len()],
        conditions: FxHashMap::default(),
        lazy: FxHashMap::default(),
        in_cold_block: false,
        context,
        header,
        invariant: FxHashSet::default(),
        parked: FxHashMap::default(),
        unmade: FxHashMap::default(),
        newest: None,
        attention: None,
        wanted: FxHashMap::default(),
        unboxed: FxHashMap::default(),
        hybrids: FxHashSet::default(),
        last_use: last_uses(unit.trace, section),
        cold: Vec::new(),
        shared: FxHashMap::default(),
        exits: Vec::new(),
        op: 0,
    };
    lower.look_ahead();
    let frame = lower.context_word(offset_of!(VmContext, frame));
    let mut loaded = Vec::new();
    for (index, &arg) in section.args.iter().enumerate() {
        let ty = machine_type(unit.trace.ty(arg));
        let value = lower.b.ins().load(ty, MemFlagsData::trusted(), frame, 8 * index as i32);
        if lower.parked.contains_key(&arg) {
            lower.park(arg, value);
        }
        if lower.invariant.contains(&arg) {
            lower.values[arg.index()] = Some(value);
            continue;
        }
        let param = lower.b.append_block_param(header, ty);
        lower.values[arg.index()] = Some(param);
        loaded.push(BlockArg::Value(value));
    }
    lower.b.ins().jump(header, &loaded);
    lower.b.switch_to_block(header);
    for (index, op) in section.ops.iter().enumerate() {
        lower.op = index as u32;
        lower.b.set_srcloc(source_place(lower.op, false));
        lower.lower_op(op)?;
    }
    lower.fill_cold_blocks();
    let exits = lower.exits;
    lower.b.seal_all_blocks();
    lower.b.finalize(config);
    Ok(exits)
}

impl Lower<'_, '_> {
    /// What is worth knowing before the first op.
    fn look_ahead(&mut self) {
        let section = &self.unit.trace.sections[self.unit.section];
        let mut is_loop = false;
        for op in &section.ops {
            match &op.kind {
                &OpKind::Get(Operand::Value(v), field)
                    if is_hybrid(self.unit.descriptors, self.unit.descriptors.field(field).class) =>
                {
                    self.wanted.insert(v, field);
                }
                OpKind::Jump(label, args) if *label == section.label => {
                    let same = section.args.iter().zip(args).filter(|&(&arg, &passed)| passed == arg.into());
                    self.invariant.extend(same.map(|(&arg, _)| arg));
                    self.parked.extend(self.invariant.iter().map(|&arg| (arg, None)));
                    is_loop = true;
                }
                _ => {}
            }
        }
        let parked = &mut self.parked;
        for op in &section.ops {
            if !matches!(&op.kind, OpKind::Jump(label, _) if *label == section.label) {
                op.kind.for_each_operand(|operand| {
                    operand.as_value().map(|v| parked.remove(&v));
                });
            }
        }
        // The way to the word does not change, so a loop need not go it every time, if there is a register for its end.
        let crowded = section.args.len() - self.parked.len() > MAX_ARGS_WITH_ATTENTION;
        if is_loop && !crowded && self.unit.runtime.ask.is_none() {
            self.attention = Some(self.context_word(offset_of!(VmContext, attention)));
        }
    }

    fn park(&mut self, v: Value, value: ir::Value) {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.b.create_sized_stack_slot(slot);
        self.b.ins().stack_store(types::I64, value, slot, 0);
        self.parked.insert(v, Some(slot));
    }

    fn lower_op(&mut self, op: &Op) -> Result<(), CompileError> {
        let result = match &op.kind {
            &OpKind::Int(binary, a, b) => Some(self.int_binary(binary, a, b)),
            &OpKind::IntCompare(compare, a, b) => self.compare(op, Condition::Int(compare, a, b)),
            &OpKind::IntUnary(IntUnary::IsTrue, a) => self.compare(op, Condition::Nonzero(a, true)),
            &OpKind::IntUnary(IntUnary::IsZero, a) => self.compare(op, Condition::Nonzero(a, false)),
            &OpKind::IntUnary(unary, a) => Some(self.int_unary(unary, a)),
            &OpKind::IntChecked { op: checked, a, b, overflow, snapshot } => {
                Some(self.int_checked(checked, a, b, overflow, snapshot))
            }
            &OpKind::Float(binary, a, b) => Some(self.float_binary(binary, a, b)),
            &OpKind::FloatCompare(compare, a, b) => self.compare(op, Condition::Float(compare, a, b)),
            &OpKind::FloatUnary(unary, a) => Some(self.float_unary(unary, a)),
            &OpKind::Cast(cast, a) => Some(self.cast(cast, a)),
            &OpKind::PtrCompare(compare, a, b) => {
                let condition = self.ptr_compare(compare, a, b);
                Some(self.boolean(op, condition))
            }
            &OpKind::Select(c, a, b) => {
                let (c, a, b) = (self.operand(c), self.operand(a), self.operand(b));
                Some(self.b.ins().select(c, a, b))
            }
            &OpKind::New(class) => self.new_record(class, op),
            &OpKind::NewArray(class, len) => Some(self.new_array(class, len)),
            &OpKind::Get(base, field) => Some(self.get(base, field)),
            &OpKind::Set(base, field, value) => {
                self.set(base, field, value);
                None
            }
            &OpKind::GetItem(class, base, index) => Some(self.get_item(class, base, index)),
            &OpKind::SetItem(class, base, index, value) => {
                self.set_item(class, base, index, value);
                None
            }
            &OpKind::ArrayLen(_, base) => Some(self.array_len(base)),
            OpKind::Call(helper, args) => self.call(*helper, args),
            &OpKind::Guard(guard, snapshot) => self.guard(guard, snapshot),
            OpKind::Jump(label, args) => {
                self.jump(*label, args)?;
                None
            }
            OpKind::Finish(args) => {
                self.finish(args);
                None
            }
            &OpKind::Exit(snapshot) => {
                let block = self.exit_block(snapshot, None);
                self.b.ins().jump(block, &[]);
                None
            }
        };
        if let (Some(v), Some(value)) = (op.result, result) {
            self.define(v, value);
        }
        Ok(())
    }

    pub fn define(&mut self, v: Value, value: ir::Value) {
        self.values[v.index()] = Some(value);
    }

    /// Nothing yet: see [`Lower::lazy`].
    fn compare(&mut self, op: &Op, condition: Condition) -> Option<ir::Value> {
        self.lazy.insert(op.result.expect("a comparison has a result"), condition);
        None
    }

    /// A byte of 0 or 1 as an integer; remembered for the guard that asks for it.
    fn boolean(&mut self, op: &Op, condition: ir::Value) -> ir::Value {
        if let Some(v) = op.result {
            self.conditions.insert(v, condition);
        }
        self.b.ins().uextend(types::I64, condition)
    }

    pub fn operand(&mut self, operand: Operand) -> ir::Value {
        match operand {
            Operand::Value(v) => {
                if let Some(unmade) = self.unmade.remove(&v) {
                    let word = self.make_hybrid(unmade);
                    self.hybrids.insert(v);
                    self.define(v, word);
                }
                if self.in_cold_block
                    && let Some(&Some(slot)) = self.parked.get(&v)
                {
                    let ty = machine_type(self.unit.trace.ty(v));
                    return self.b.ins().stack_load(types::I64, ty, slot, 0);
                }
                // A cold block may leave from a point before the one where others have made the comparison.
                if let Some(&condition) = self.lazy.get(&v)
                    && (self.in_cold_block || self.values[v.index()].is_none())
                {
                    let condition = self.condition(condition);
                    let value = self.b.ins().uextend(types::I64, condition);
                    if !self.in_cold_block {
                        self.define(v, value);
                    }
                    return value;
                }
                self.values[v.index()].expect("verified: defined before use")
            }
            Operand::Const(Const::Int(x)) => self.b.ins().iconst(types::I64, x),
            Operand::Const(Const::Float(x)) => self.b.ins().f64const(x.get()),
            Operand::Const(Const::Null) => self.b.ins().iconst(types::I64, 0),
            Operand::Const(Const::Object(object)) => {
                let word = self.unit.constants[object.index()];
                self.b.ins().iconst(types::I64, word as i64)
            }
        }
    }

    /// A word of the context.
    pub fn context_word(&mut self, offset: usize) -> ir::Value {
        self.b.ins().load(types::I64, MemFlagsData::trusted(), self.context, offset as i32)
    }

    /// That of C, on all systems we run on.
    pub fn convention(&self) -> CallConv {
        CallConv::SystemV
    }

    // --- Exits ------------------------------------------------------------------------------------------------------

    /// The cold block that leaves by a snapshot. With a checked value, it has one of its own.
    pub fn exit_block(&mut self, snapshot: SnapshotId, checked: Option<Operand>) -> Block {
        // What the exit names has to exist here, not only on the way out.
        if !self.unmade.is_empty() {
            let mut named = Vec::new();
            let unmade = &self.unmade;
            self.unit.trace.snapshot(snapshot).for_each_value(|v| {
                if unmade.contains_key(&v) {
                    named.push(v);
                }
            });
            named.iter().for_each(|&v| {
                self.operand(v.into());
            });
        }
        if checked.is_none()
            && let Some(&index) = self.shared.get(&snapshot)
        {
            self.cold[index].shared = true;
            self.cold[index].known = None;
            return self.cold[index].block;
        }
        let block = self.b.create_block();
        self.b.set_cold_block(block);
        self.cold.push(ColdBlock {
            block,
            op: self.op,
            snapshot,
            checked,
            shared: false,
            known: None,
            undone: None,
        });
        if checked.is_none() {
            self.shared.insert(snapshot, self.cold.len() - 1);
        }
        block
    }

    /// The cold block made last is left only by a guard that has found the value not to be `truth`.
    pub fn exit_knows(&mut self, v: Value, truth: bool) {
        if truth || self.lazy.contains_key(&v) || self.conditions.contains_key(&v) {
            self.cold.last_mut().expect("a cold block").known = Some((v, !truth));
        }
    }

    /// The cold block made last is left only by a checked op, with its result in the place of the value, which is got back
    /// from it: arithmetic that wraps around can be undone.
    pub fn exit_takes_back(&mut self, value: Operand, op: IntBinary, result: ir::Value, other: Operand) {
        if let Operand::Value(v) = value {
            self.cold.last_mut().expect("a cold block").undone = Some((v, op, result, other));
        }
    }

    /// Is this op the last one, with its exit, that wants the value?
    pub fn dies(&self, operand: Operand) -> bool {
        operand.as_value().is_some_and(|v| self.last_use[v.index()] == self.op)
    }

    /// Whether what comes next computes a flag for the branch behind it and nothing else ([`super::flags`]).
    pub fn mark_flag(&mut self, flag_to_branch: bool) {
        let place = source_place(self.op, self.in_cold_block).bits();
        self.b.set_srcloc(SourceLoc::new(place | if flag_to_branch { FLAG_TO_BRANCH } else { 0 }));
    }

    pub fn has_exit_block(&self, snapshot: SnapshotId) -> bool {
        self.shared.contains_key(&snapshot)
    }

    fn fill_cold_blocks(&mut self) {
        self.in_cold_block = true;
        for cold in std::mem::take(&mut self.cold) {
            self.b.switch_to_block(cold.block);
            self.b.set_srcloc(source_place(cold.op, true));
            if let Some((v, op, result, other)) = cold.undone {
                let other = self.operand(other);
                let back = match op {
                    IntBinary::Sub => self.b.ins().isub(result, other),
                    _ => self.b.ins().iadd(result, other),
                };
                self.define(v, back);
            }
            let mut values = Vec::new();
            self.unit.trace.snapshot(cold.snapshot).for_each_value(|v| {
                if !values.contains(&v) {
                    values.push(v);
                }
            });
            let operand = |&v: &Value| match cold.known {
                Some((known, truth)) if known == v => Operand::int(truth.into()),
                _ => v.into(),
            };
            let mut stored: Vec<Operand> = values.iter().map(operand).collect();
            stored.extend(cold.checked);
            self.store_frame(&stored);
            let number = self.add_exit(Exit {
                op: cold.op,
                snapshot: Some(cold.snapshot),
                values,
                checked: cold.checked.is_some(),
                shared: cold.shared,
            });
            let slots = self.context_word(offset_of!(VmContext, exits));
            self.tail_call_slot(slots, number);
        }
    }

    pub fn add_exit(&mut self, exit: Exit) -> u32 {
        self.exits.push(exit);
        self.unit.first_exit + self.exits.len() as u32 - 1
    }

    pub fn store_frame(&mut self, operands: &[Operand]) {
        // Boxing may go through the frame.
        for &operand in operands {
            if operand.as_value().is_some_and(|v| self.unmade.contains_key(&v)) {
                self.operand(operand);
            }
        }
        let frame = self.context_word(offset_of!(VmContext, frame));
        for (index, &operand) in operands.iter().enumerate() {
            let value = self.operand(operand);
            self.b.ins().store(MemFlagsData::trusted(), value, frame, 8 * index as i32);
        }
    }

    /// Goes on at what a slot of a table leads to.
    pub fn tail_call_slot(&mut self, slots: ir::Value, number: u32) {
        let code = self.b.ins().load(types::I64, MemFlagsData::trusted(), slots, 8 * number as i32);
        let number = self.b.ins().iconst(types::I64, number as i64);
        let signature = self.b.import_signature(section_signature());
        self.b.ins().return_call_indirect(signature, code, &[self.context, number]);
    }
}
