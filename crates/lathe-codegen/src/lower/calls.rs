//! Calls of helpers and of the runtime.

use super::function::Lower;
use super::helper_signature;
use super::slow::slow_signature;
use crate::context::VmContext;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, MemFlagsData, Signature, types};
use lathe_ir::{HelperId, Operand};
use std::mem::offset_of;

impl Lower<'_, '_> {
    pub fn call(&mut self, helper: HelperId, args: &[Operand]) -> Option<ir::Value> {
        let mut values = vec![self.context];
        values.extend(args.iter().map(|&arg| self.operand(arg)));
        let signature = helper_signature(self.unit.descriptors, helper, self.convention());
        let signature = self.b.import_signature(signature);
        let address = self.unit.helpers[helper.index()].0;
        let address = self.b.ins().iconst(types::I64, address as i64);
        let call = self.b.ins().call_indirect(signature, address, &values);
        // It may have collected garbage.
        self.newest = None;
        self.b.inst_results(call).first().copied()
    }

    /// The same from a cold block, by a stub.
    pub fn call_slow(&mut self, address: usize, args: &[ir::Value]) {
        let frame = self.context_word(offset_of!(VmContext, frame));
        for (index, &arg) in args.iter().enumerate() {
            self.b.ins().store(MemFlagsData::trusted(), arg, frame, 8 * index as i32);
        }
        let signature = self.b.import_signature(slow_signature());
        let stub = self.b.ins().iconst(types::I64, self.slow.stub(address) as i64);
        self.b.ins().call_indirect(signature, stub, &[self.context]);
    }

    /// What the slow path has given.
    pub fn slow_result(&mut self) -> ir::Value {
        let frame = self.context_word(offset_of!(VmContext, frame));
        self.b.ins().load(types::I64, MemFlagsData::trusted(), frame, 0)
    }

    /// `(context, words…)`, with or without a word as its result.
    pub fn call_runtime(&mut self, address: usize, args: &[ir::Value], result: bool) -> Option<ir::Value> {
        let mut signature = Signature::new(self.convention());
        signature.params = vec![AbiParam::new(types::I64); 1 + args.len()];
        if result {
            signature.returns.push(AbiParam::new(types::I64));
        }
        let signature = self.b.import_signature(signature);
        let mut values = vec![self.context];
        values.extend(args);
        let address = self.b.ins().iconst(types::I64, address as i64);
        let call = self.b.ins().call_indirect(signature, address, &values);
        self.b.inst_results(call).first().copied()
    }
}
