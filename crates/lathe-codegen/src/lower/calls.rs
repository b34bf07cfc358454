//! Calls of helpers and of the runtime.

use super::function::Lower;
use super::helper_signature;
use cranelift_codegen::ir::{self, AbiParam, InstBuilder, Signature, types};
use lathe_ir::{HelperId, Operand};

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
