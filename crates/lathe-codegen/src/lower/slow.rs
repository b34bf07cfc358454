//! Slow paths: calls of the runtime from cold blocks.
//!
//! A call takes all caller-saved registers from the values that live across it, and the register allocator pays for that in
//! the hot loop around the cold block. So slow paths are called through a stub that saves every register (Cranelift's
//! `preserve_all` convention). Arguments and the result are in the first words of the frame, where nothing is while code runs:
//! registers that a call wants them in would be taken from the loop as well. The saved registers are on the machine stack,
//! where the collector finds references in them.

use super::{CompileError, Compiler, Runtime};
use crate::arena::CodeArena;
use crate::context::VmContext;
use cranelift_codegen::ir::{AbiParam, Function, InstBuilder, MemFlagsData, Signature, UserFuncName, types};
use cranelift_codegen::isa::CallConv;
use cranelift_frontend::FunctionBuilder;
use rustc_hash::FxHashMap;
use std::mem::offset_of;

/// Stubs by the address of what they call. They live as long as the compiler.
#[derive(Debug, Default)]
pub struct SlowPaths {
    arena: CodeArena,
    stubs: FxHashMap<usize, usize>,
}

impl SlowPaths {
    /// What to call instead of a function of the runtime.
    pub fn stub(&self, address: usize) -> usize {
        self.stubs[&address]
    }
}

/// `(context)`; all else is in the frame.
pub fn slow_signature() -> Signature {
    let mut signature = Signature::new(CallConv::PreserveAll);
    signature.params = vec![AbiParam::new(types::I64)];
    signature
}

impl Compiler {
    /// Makes the stubs that are not there yet.
    pub fn add_slow_paths(&mut self, runtime: &Runtime) -> Result<(), CompileError> {
        for (address, args, result) in
            [(runtime.new_record, 1, true), (runtime.box_int, 2, true), (runtime.barrier, 1, false)]
        {
            if !self.slow.stubs.contains_key(&address) {
                let code = self.compile_stub(address, args, result)?;
                let installed = self.slow.arena.install(&code);
                let stub = installed.map_err(|error| CompileError::Unsupported(error.to_string()))?;
                self.slow.stubs.insert(address, stub as usize);
            }
        }
        Ok(())
    }

    fn compile_stub(&mut self, address: usize, args: usize, result: bool) -> Result<Vec<u8>, CompileError> {
        let mut function = Function::with_name_signature(UserFuncName::default(), slow_signature());
        let config = self.isa.frontend_config();
        let mut b = FunctionBuilder::new(&mut function, &mut self.builder);
        let block = b.create_block();
        b.append_block_params_for_function_params(block);
        b.switch_to_block(block);
        let context = b.block_params(block)[0];
        let flags = MemFlagsData::trusted();
        let frame = b.ins().load(types::I64, flags, context, offset_of!(VmContext, frame) as i32);
        let mut params = vec![context];
        params.extend((0..args).map(|index| b.ins().load(types::I64, flags, frame, 8 * index as i32)));
        let mut signature = Signature::new(CallConv::SystemV);
        signature.params = vec![AbiParam::new(types::I64); params.len()];
        if result {
            signature.returns.push(AbiParam::new(types::I64));
        }
        let signature = b.import_signature(signature);
        let callee = b.ins().iconst(types::I64, address as i64);
        let call = b.ins().call_indirect(signature, callee, &params);
        if let Some(&word) = b.inst_results(call).first() {
            b.ins().store(flags, word, frame, 0);
        }
        b.ins().return_(&[]);
        b.seal_all_blocks();
        b.finalize(config);
        self.finish(function)
    }
}
