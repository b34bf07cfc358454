//! Ways out: cold blocks, which are filled when all else is done.

use super::function::{FLAG_TO_BRANCH, Lower, source_place};
use super::{Exit, section_signature};
use crate::context::VmContext;
use cranelift_codegen::ir::{self, Block, InstBuilder, MemFlagsData, SourceLoc, types};
use lathe_ir::{IntBinary, Operand, SnapshotId, Value};
use std::mem::offset_of;

/// A cold block that is still to be filled.
#[derive(Clone, Copy, Debug)]
pub struct ColdBlock {
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

impl Lower<'_, '_> {
    /// The cold block that leaves by a snapshot. With a checked value, it has one of its own.
    pub fn exit_block(&mut self, snapshot: SnapshotId, checked: Option<Operand>) -> Block {
        // What the exit names has to exist here, not only on the way out.
        if !self.unmade.is_empty() {
            let mut named = Vec::new();
            let unmade = &self.unmade;
            self.unit.snapshot(snapshot).for_each_value(|v| {
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
            let cold = &mut self.cold[index];
            cold.shared = true;
            cold.known = None;
            // It would not have been the last to want the value if the exit did.
            cold.undone = None;
            return cold.block;
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

    pub fn fill_cold_blocks(&mut self) {
        self.in_cold_block = true;
        for cold in std::mem::take(&mut self.cold) {
            self.b.switch_to_block(cold.block);
            self.b.set_srcloc(source_place(cold.op, true));
            let mut replaced = None;
            if let Some((v, op, result, other)) = cold.undone {
                let other = self.operand(other);
                let back = match op {
                    IntBinary::Sub => self.b.ins().isub(result, other),
                    _ => self.b.ins().iadd(result, other),
                };
                replaced = Some((v, self.values[v.index()].replace(back)));
            }
            let values = self.unit.live_values(cold.snapshot);
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
            if let Some((v, value)) = replaced {
                self.values[v.index()] = value;
            }
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
