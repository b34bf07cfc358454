//! A function in the making: the values there are, and ops, which traces and graphs have in common.
//!
//! What is known at one place of a graph need not hold at another. A graph is lowered down its dominator tree, and what was
//! found on the way ([`Fact`]) is forgotten on the way back. A trace has one way only.

use super::exits::ColdBlock;
use super::memory::Unmade;
use super::slow::SlowPaths;
use super::{Exit, Group, Surroundings, is_hybrid};
use cranelift_codegen::ir::{
    self, Function, InstBuilder, MemFlagsData, SourceLoc, StackSlot, StackSlotData, StackSlotKind, types,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use lathe_ir::{
    Const, FieldId, FloatCompare, IntCompare, IntUnary, OpKind, Operand, SnapshotId, Type, Value,
};
use rustc_hash::{FxHashMap, FxHashSet};

pub fn machine_type(ty: Type) -> ir::Type {
    match ty {
        Type::Int | Type::Ref => types::I64,
        Type::Float => types::F64,
    }
}

/// The op that an instruction is for, and whether it leaves, as Cranelift carries it along.
pub fn source_place(op: u32, exit: bool) -> SourceLoc {
    SourceLoc::new(op << 2 | u32::from(exit))
}

/// In a place: the flag that the op computes goes to the branch behind it and nowhere else.
pub const FLAG_TO_BRANCH: u32 = 2;

pub fn group(start: u32, place: SourceLoc) -> Group {
    Group { start, op: place.bits() >> 2, exit: place.bits() & 1 == 1 }
}

pub fn is_flag_to_branch(place: SourceLoc) -> bool {
    !place.is_default() && place.bits() & FLAG_TO_BRANCH != 0
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
pub const MAX_ARGS_WITH_ATTENTION: usize = 7;

/// What holds only behind the place where it was found.
#[derive(Clone, Copy, Debug)]
enum Fact {
    /// A comparison has been made.
    Made(Value),
    /// An object of a hybrid class has been unboxed; what was known before.
    Unboxed(Value, Option<ir::Value>),
    Hybrid(Value),
}

pub struct Lower<'u, 'f> {
    pub b: FunctionBuilder<'f>,
    pub unit: &'u Surroundings<'u>,
    pub slow: &'u SlowPaths,
    /// By IR value.
    pub values: Vec<Option<ir::Value>>,
    /// Comparisons as the machine has them, for the guard that follows: 0 or 1 in a byte.
    pub conditions: FxHashMap<Value, ir::Value>,
    /// Comparisons that are made where they are used: most are used by one guard, and by its snapshot, which is on the way
    /// out.
    pub lazy: FxHashMap<Value, Condition>,
    /// Filling cold blocks: what is computed here is not known anywhere else.
    pub in_cold_block: bool,
    pub context: ir::Value,
    /// What comes into a loop and only exits want. It waits on the stack: the register allocator would move it to and fro in
    /// the loop.
    pub parked: FxHashMap<Value, Option<StackSlot>>,
    /// New objects of hybrid classes that nobody has wanted yet. They are made where they are.
    pub unmade: FxHashMap<Value, Unmade>,
    /// The last object allocated, while nothing could have collected garbage since: it is young, so stores into it need no
    /// barrier.
    pub newest: Option<Value>,
    /// Where the VM asks for attention, if that is looked at in every trip.
    pub attention: Option<ir::Value>,
    /// Objects of hybrid classes that are unboxed somewhere, and the field.
    pub wanted: FxHashMap<Value, FieldId>,
    /// What was in them, if that is known.
    unboxed: FxHashMap<Value, ir::Value>,
    /// Known to be of a hybrid class.
    hybrids: FxHashSet<Value>,
    /// What was found, in this order.
    facts: Vec<Fact>,
    /// By IR value: the last op that wants it, for itself or on the way out.
    pub last_use: Vec<u32>,
    pub cold: Vec<ColdBlock>,
    pub shared: FxHashMap<SnapshotId, usize>,
    pub exits: Vec<Exit>,
    /// The op that is being lowered.
    pub op: u32,
}

impl<'u, 'f> Lower<'u, 'f> {
    /// A function with its first block, which is still empty.
    pub fn new(
        function: &'f mut Function,
        builder: &'f mut FunctionBuilderContext,
        unit: &'u Surroundings<'u>,
        slow: &'u SlowPaths,
    ) -> Lower<'u, 'f> {
        let mut b = FunctionBuilder::new(function, builder);
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let context = b.block_params(entry)[0];
        Lower {
            b,
            unit,
            slow,
            values: vec![None; unit.types.len()],
            conditions: FxHashMap::default(),
            lazy: FxHashMap::default(),
            in_cold_block: false,
            context,
            parked: FxHashMap::default(),
            unmade: FxHashMap::default(),
            newest: None,
            attention: None,
            wanted: FxHashMap::default(),
            unboxed: FxHashMap::default(),
            hybrids: FxHashSet::default(),
            facts: Vec::new(),
            last_use: Vec::new(),
            cold: Vec::new(),
            shared: FxHashMap::default(),
            exits: Vec::new(),
            op: 0,
        }
    }

    /// The last step: the ways out.
    pub fn finish_function(mut self, config: TargetFrontendConfig) -> Vec<Exit> {
        self.fill_cold_blocks();
        self.b.seal_all_blocks();
        self.b.finalize(config);
        self.exits
    }

    /// What comes next is for this op.
    pub fn start_op(&mut self, op: u32) {
        self.op = op;
        self.b.set_srcloc(source_place(op, false));
    }

    pub fn park(&mut self, v: Value, value: ir::Value) {
        let slot = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.b.create_sized_stack_slot(slot);
        self.b.ins().stack_store(types::I64, value, slot, 0);
        self.parked.insert(v, Some(slot));
    }

    /// Any op but the ends of traces.
    pub fn lower_op(&mut self, kind: &OpKind, result: Option<Value>) {
        let value = match kind {
            &OpKind::Int(binary, a, b) => Some(self.int_binary(binary, a, b)),
            &OpKind::IntCompare(compare, a, b) => self.compare(result, Condition::Int(compare, a, b)),
            &OpKind::IntUnary(IntUnary::IsTrue, a) => self.compare(result, Condition::Nonzero(a, true)),
            &OpKind::IntUnary(IntUnary::IsZero, a) => self.compare(result, Condition::Nonzero(a, false)),
            &OpKind::IntUnary(unary, a) => Some(self.int_unary(unary, a)),
            &OpKind::IntChecked { op: checked, a, b, overflow, snapshot } => {
                Some(self.int_checked(checked, a, b, overflow, snapshot))
            }
            &OpKind::Float(binary, a, b) => Some(self.float_binary(binary, a, b)),
            &OpKind::FloatCompare(compare, a, b) => self.compare(result, Condition::Float(compare, a, b)),
            &OpKind::FloatUnary(unary, a) => Some(self.float_unary(unary, a)),
            &OpKind::Cast(cast, a) => Some(self.cast(cast, a)),
            &OpKind::PtrCompare(compare, a, b) => {
                let condition = self.ptr_compare(compare, a, b);
                Some(self.boolean(result, condition))
            }
            &OpKind::Select(c, a, b) => {
                let (c, a, b) = (self.operand(c), self.operand(a), self.operand(b));
                Some(self.b.ins().select(c, a, b))
            }
            &OpKind::New(class) => self.new_record(class, result),
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
            &OpKind::Exit(snapshot) => {
                let block = self.exit_block(snapshot, None);
                self.b.ins().jump(block, &[]);
                None
            }
            OpKind::Jump(..) | OpKind::Finish(_) => unreachable!("for whoever lowers the trace"),
        };
        if let (Some(v), Some(value)) = (result, value) {
            self.define(v, value);
        }
    }

    pub fn define(&mut self, v: Value, value: ir::Value) {
        self.values[v.index()] = Some(value);
    }

    /// Nothing yet: see [`Lower::lazy`].
    fn compare(&mut self, result: Option<Value>, condition: Condition) -> Option<ir::Value> {
        self.lazy.insert(result.expect("a comparison has a result"), condition);
        None
    }

    /// A byte of 0 or 1 as an integer; remembered for the guard that asks for it.
    fn boolean(&mut self, result: Option<Value>, condition: ir::Value) -> ir::Value {
        if let Some(v) = result {
            self.conditions.insert(v, condition);
        }
        self.b.ins().uextend(types::I64, condition)
    }

    pub fn operand(&mut self, operand: Operand) -> ir::Value {
        match operand {
            Operand::Value(v) => {
                if let Some(unmade) = self.unmade.remove(&v) {
                    let word = self.make_hybrid(unmade);
                    self.know_hybrid(v);
                    self.define(v, word);
                }
                if self.in_cold_block
                    && let Some(&Some(slot)) = self.parked.get(&v)
                {
                    let ty = machine_type(self.unit.ty(v));
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
                        self.facts.push(Fact::Made(v));
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

    /// A truth value as a branch wants it: the comparison itself where there is one.
    pub fn truth(&mut self, operand: Operand) -> ir::Value {
        if let Some(v) = operand.as_value() {
            if let Some(&condition) = self.lazy.get(&v) {
                return self.condition(condition);
            }
            if let Some(&condition) = self.conditions.get(&v) {
                return condition;
            }
        }
        self.operand(operand)
    }

    // --- Facts ------------------------------------------------------------------------------------------------------

    /// Somebody will ask for this field of the object.
    pub fn note_wanted(&mut self, v: Value, field: FieldId) {
        if is_hybrid(self.unit.descriptors, self.unit.descriptors.field(field).class) {
            self.wanted.insert(v, field);
        }
    }

    pub fn know_hybrid(&mut self, v: Value) {
        if self.hybrids.insert(v) {
            self.facts.push(Fact::Hybrid(v));
        }
    }

    pub fn is_known_hybrid(&self, v: Value) -> bool {
        self.hybrids.contains(&v)
    }

    pub fn know_unboxed(&mut self, v: Value, value: ir::Value) {
        let before = self.unboxed.insert(v, value);
        self.facts.push(Fact::Unboxed(v, before));
    }

    pub fn unboxed(&self, v: Value) -> Option<ir::Value> {
        self.unboxed.get(&v).copied()
    }

    /// How much is known: for [`Lower::forget_since`].
    pub fn facts(&self) -> usize {
        self.facts.len()
    }

    /// Goes back to a place where less was known.
    pub fn forget_since(&mut self, facts: usize) {
        for fact in self.facts.split_off(facts).into_iter().rev() {
            match fact {
                Fact::Made(v) => self.values[v.index()] = None,
                Fact::Hybrid(v) => {
                    self.hybrids.remove(&v);
                }
                Fact::Unboxed(v, Some(value)) => {
                    self.unboxed.insert(v, value);
                }
                Fact::Unboxed(v, None) => {
                    self.unboxed.remove(&v);
                }
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
}
