//! One section of a trace as a Cranelift function: arguments, ops in order, jumps and ends.

use super::function::{Lower, MAX_ARGS_WITH_ATTENTION, machine_type};
use super::slow::SlowPaths;
use super::uses::last_uses;
use super::{CompileError, Exit, Unit};
use crate::context::VmContext;
use cranelift_codegen::ir::{Block, BlockArg, Function, InstBuilder, MemFlagsData, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilderContext;
use lathe_ir::{Label, OpKind, Operand, Section, Value};
use rustc_hash::FxHashSet;
use std::mem::offset_of;

/// The section's label as a loop's header.
struct Header<'s> {
    section: &'s Section,
    /// Takes the arguments that change.
    block: Block,
    /// Arguments of the label that stay what they are: no parameters of the header, which the register allocator would store
    /// and load again in every trip where it has no register for them.
    invariant: FxHashSet<Value>,
}

pub fn lower(
    function: &mut Function,
    builder: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
    unit: &Unit,
    slow: &SlowPaths,
) -> Result<Vec<Exit>, CompileError> {
    let section = &unit.trace.sections[unit.section];
    let surroundings = unit.surroundings();
    let mut lower = Lower::new(function, builder, &surroundings, slow);
    lower.last_use = last_uses(unit.trace, section);
    let invariant = lower.look_ahead(section);
    let header = Header { section, block: lower.b.create_block(), invariant };
    lower.load_args(&header);
    for (index, op) in section.ops.iter().enumerate() {
        lower.start_op(index as u32);
        match &op.kind {
            OpKind::Jump(label, args) => lower.jump(unit, &header, *label, args)?,
            OpKind::Finish(args) => lower.leave_with(args),
            kind => lower.lower_op(kind, op.result),
        }
    }
    Ok(lower.finish_function(config))
}

impl Lower<'_, '_> {
    /// What is worth knowing before the first op. Gives the invariant arguments.
    fn look_ahead(&mut self, section: &Section) -> FxHashSet<Value> {
        let mut invariant = FxHashSet::default();
        let mut is_loop = false;
        for op in &section.ops {
            match &op.kind {
                &OpKind::Get(Operand::Value(v), field) => self.note_wanted(v, field),
                OpKind::Jump(label, args) if *label == section.label => {
                    let same = section.args.iter().zip(args).filter(|&(&arg, &passed)| passed == arg.into());
                    invariant.extend(same.map(|(&arg, _)| arg));
                    self.parked.extend(invariant.iter().map(|&arg| (arg, None)));
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
        if is_loop {
            self.hoist_attention(section.args.len() - self.parked.len());
        }
        invariant
    }

    /// Loads the arguments and goes to the header.
    fn load_args(&mut self, header: &Header) {
        let frame = self.context_word(offset_of!(VmContext, frame));
        let mut loaded = Vec::new();
        for (index, &arg) in header.section.args.iter().enumerate() {
            let ty = machine_type(self.unit.ty(arg));
            let value = self.b.ins().load(ty, MemFlagsData::trusted(), frame, 8 * index as i32);
            if self.parked.contains_key(&arg) {
                self.park(arg, value);
            }
            if header.invariant.contains(&arg) {
                self.define(arg, value);
                continue;
            }
            let param = self.b.append_block_param(header.block, ty);
            self.define(arg, param);
            loaded.push(BlockArg::Value(value));
        }
        self.b.ins().jump(header.block, &loaded);
        self.b.switch_to_block(header.block);
    }

    fn jump(
        &mut self,
        unit: &Unit,
        header: &Header,
        label: Label,
        args: &[Operand],
    ) -> Result<(), CompileError> {
        if label == header.section.label {
            let passed = header.section.args.iter().zip(args);
            let changed = passed.filter(|(arg, _)| !header.invariant.contains(arg));
            let args: Vec<BlockArg> =
                changed.map(|(_, &passed)| BlockArg::Value(self.operand(passed))).collect();
            self.b.ins().jump(header.block, &args);
            return Ok(());
        }
        let number = unit.labels.iter().find(|(known, _)| *known == label);
        let &(_, number) = number.ok_or(CompileError::NoSuchLabel(label))?;
        self.store_frame(args);
        let slots = self.context_word(offset_of!(VmContext, labels));
        self.tail_call_slot(slots, number);
        Ok(())
    }

    /// Ends with results, which are in the frame; constants among them are stored, too.
    pub fn leave_with(&mut self, results: &[Operand]) {
        self.store_frame(results);
        let values = results.iter().filter_map(|result| result.as_value()).collect();
        let number =
            self.add_exit(Exit { op: self.op, snapshot: None, values, checked: false, shared: false });
        let number = self.b.ins().iconst(types::I64, number as i64);
        self.b.ins().return_(&[number]);
    }

    /// The way to the attention word does not change, so a loop need not go it every time, if there is a register for its
    /// end.
    pub fn hoist_attention(&mut self, loop_values: usize) {
        if loop_values <= MAX_ARGS_WITH_ATTENTION && self.unit.runtime.ask.is_none() {
            self.attention = Some(self.context_word(offset_of!(VmContext, attention)));
        }
    }
}
