//! Jumps and ends.

use super::function::Lower;
use super::{CompileError, Exit};
use crate::context::VmContext;
use cranelift_codegen::ir::{BlockArg, InstBuilder, types};
use lathe_ir::{Label, Operand};
use std::mem::offset_of;

impl Lower<'_, '_> {
    pub fn jump(&mut self, label: Label, args: &[Operand]) -> Result<(), CompileError> {
        if label == self.unit.trace.sections[self.unit.section].label {
            let section = &self.unit.trace.sections[self.unit.section];
            let changed = section.args.iter().zip(args).filter(|(arg, _)| !self.invariant.contains(arg));
            let changed: Vec<Operand> = changed.map(|(_, &passed)| passed).collect();
            let args: Vec<BlockArg> = changed.iter().map(|&arg| BlockArg::Value(self.operand(arg))).collect();
            self.b.ins().jump(self.header, &args);
            return Ok(());
        }
        let number = self.unit.labels.iter().find(|(known, _)| *known == label);
        let &(_, number) = number.ok_or(CompileError::NoSuchLabel(label))?;
        self.store_frame(args);
        let slots = self.context_word(offset_of!(VmContext, labels));
        self.tail_call_slot(slots, number);
        Ok(())
    }

    /// The results are in the frame; constants among them are stored, too.
    pub fn finish(&mut self, args: &[Operand]) {
        self.store_frame(args);
        let values = args.iter().filter_map(|arg| arg.as_value()).collect();
        let number =
            self.add_exit(Exit { op: self.op, snapshot: None, values, checked: false, shared: false });
        let number = self.b.ins().iconst(types::I64, number as i64);
        self.b.ins().return_(&[number]);
    }
}
