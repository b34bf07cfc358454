//! A graph as a Cranelift function.
//!
//! Blocks are lowered down the dominator tree: a definition comes before its uses, and what is known where a block ends is
//! known in the blocks that it dominates. Comparisons are made where they are used, in each block anew unless one that
//! dominates it has made them; new objects of hybrid classes are made at the end of their block at the latest.

use super::GraphUnit;
use super::uses::{NEVER, Uses};
use crate::context::VmContext;
use crate::lower::Exit;
use crate::lower::function::{Lower, machine_type};
use crate::lower::slow::SlowPaths;
use cranelift_codegen::ir::{self, BlockArg, Function, InstBuilder, MemFlagsData};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilderContext;
use lathe_graph::{Block, DominatorTree, Graph, Inst, InstKind, LoopTree};
use lathe_ir::{Guard, OpKind, Operand, SnapshotId, Value};
use rustc_hash::FxHashSet;
use std::mem::offset_of;

pub fn lower(
    function: &mut Function,
    builder: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
    unit: &GraphUnit,
    slow: &SlowPaths,
) -> Vec<Exit> {
    let graph = unit.graph;
    let dominators = DominatorTree::compute(graph);
    let loops = LoopTree::compute(graph, &dominators);
    let uses = Uses::of(graph, &loops);
    let surroundings = unit.surroundings();
    let mut lower = Lower::new(function, builder, &surroundings, slow);
    lower.last_use = uses.last;
    let blocks = vec![None; graph.block_count()];
    let mut this = GraphLower { lower, graph, blocks, parked: uses.parked, poll: unit.poll };
    this.look_ahead(&loops);
    this.load_parameters();
    this.create_blocks();
    // The blocks around, and how much was known before each.
    let mut around: Vec<(Block, usize)> = Vec::new();
    for &block in dominators.preorder() {
        while let Some((_, facts)) = around.pop_if(|(last, _)| !dominators.dominates(*last, block)) {
            this.lower.forget_since(facts);
        }
        around.push((block, this.lower.facts()));
        this.block(block);
    }
    this.lower.forget_since(0);
    this.lower.finish_function(config)
}

struct GraphLower<'u, 'f> {
    lower: Lower<'u, 'f>,
    graph: &'u Graph,
    /// All but the entry, which is the function's own first block.
    blocks: Vec<Option<ir::Block>>,
    parked: FxHashSet<Value>,
    poll: Option<usize>,
}

impl GraphLower<'_, '_> {
    /// What is worth knowing before the first instruction.
    fn look_ahead(&mut self, loops: &LoopTree) {
        let mut polls = false;
        for block in self.graph.blocks() {
            for &inst in &self.graph.block(block).insts {
                match self.graph.kind(inst) {
                    &InstKind::Op(OpKind::Get(Operand::Value(v), field)) => self.lower.note_wanted(v, field),
                    InstKind::SafePoint(_) | InstKind::Op(OpKind::Guard(Guard::NoAttention, _)) => {
                        polls |= loops.depth(block) > 0;
                    }
                    _ => {}
                }
            }
        }
        let phis = loops.loops.iter().map(|found| self.graph.phi_count(found.header)).max();
        if let Some(phis) = phis.filter(|_| polls) {
            self.lower.hoist_attention(phis);
        }
    }

    /// All at once: slow paths have other uses for the frame.
    fn load_parameters(&mut self) {
        let frame = self.lower.context_word(offset_of!(VmContext, frame));
        for &inst in &self.graph.block(Block::ENTRY).insts {
            let data = self.graph.inst(inst);
            if let (&InstKind::Parameter(number), Some(v)) = (&data.kind, data.result) {
                let ty = machine_type(self.graph.ty(v));
                let offset = 8 * number as i32;
                let value = self.lower.b.ins().load(ty, MemFlagsData::trusted(), frame, offset);
                self.define(v, value);
            }
        }
    }

    fn create_blocks(&mut self) {
        let graph = self.graph;
        for block in graph.blocks().filter(|&block| block != Block::ENTRY) {
            let created = self.lower.b.create_block();
            self.blocks[block.index()] = Some(created);
            for phi in graph.phis(block) {
                let v = graph.inst(phi).result.expect("a phi has a result");
                self.lower.b.append_block_param(created, machine_type(graph.ty(v)));
            }
        }
    }

    fn define(&mut self, v: Value, value: ir::Value) {
        self.lower.define(v, value);
        if self.parked.contains(&v) {
            self.lower.park(v, value);
        }
    }

    fn block(&mut self, block: Block) {
        let graph = self.graph;
        if let Some(created) = self.blocks[block.index()] {
            self.lower.b.switch_to_block(created);
            for (index, phi) in graph.phis(block).enumerate() {
                let v = graph.inst(phi).result.expect("a phi has a result");
                let value = self.lower.b.block_params(created)[index];
                self.define(v, value);
            }
        }
        // Other ways here may have collected garbage.
        self.lower.newest = None;
        for &inst in &graph.block(block).insts {
            self.inst(block, inst);
        }
        // What is left is not wanted.
        self.lower.unmade.clear();
    }

    fn inst(&mut self, block: Block, inst: Inst) {
        let graph = self.graph;
        let data = graph.inst(inst);
        self.lower.start_op(inst.0);
        match &data.kind {
            InstKind::Op(kind) => {
                self.lower.lower_op(kind, data.result);
                if let Some(v) = data.result
                    && self.parked.contains(&v)
                    && let Some(value) = self.lower.values[v.index()]
                {
                    self.lower.park(v, value);
                }
            }
            InstKind::Parameter(_)
            | InstKind::Phi(_)
            | InstKind::SaveState(_)
            | InstKind::InlinedCall(..)
            | InstKind::InlinedReturn => {}
            &InstKind::NullCheck(reference, snapshot) => {
                self.lower.leave_by_chaos(snapshot);
                let exit = self.lower.exit_block(snapshot, None);
                let word = self.lower.operand(reference);
                self.lower.leave_unless(word, true, exit);
                self.define(data.result.expect("a null check has a result"), word);
            }
            &InstKind::SafePoint(snapshot) => self.safepoint(inst, snapshot),
            &InstKind::If(condition) => {
                self.make_what_lives_on();
                let &[then, otherwise] = &graph.block(block).succs[..] else {
                    unreachable!("verified: `if` has two successors")
                };
                let (then, then_args) = self.edge(block, then);
                let (otherwise, otherwise_args) = self.edge(block, otherwise);
                let condition = self.lower.truth(condition);
                self.lower.b.ins().brif(condition, then, &then_args, otherwise, &otherwise_args);
            }
            InstKind::Goto => {
                self.make_what_lives_on();
                let (target, args) = self.edge(block, graph.block(block).succs[0]);
                self.lower.b.ins().jump(target, &args);
            }
            InstKind::Return(results) => self.lower.leave_with(results),
        }
    }

    /// Objects that other blocks want have to exist in them.
    fn make_what_lives_on(&mut self) {
        let unmade = self.lower.unmade.keys().copied();
        let mut wanted: Vec<Value> = unmade.filter(|v| self.lower.last_use[v.index()] == NEVER).collect();
        wanted.sort_unstable();
        for v in wanted {
            self.lower.operand(v.into());
        }
    }

    /// Where an edge leads, and what it brings to the phis there.
    fn edge(&mut self, from: Block, to: Block) -> (ir::Block, Vec<BlockArg>) {
        let graph = self.graph;
        let mut args = Vec::new();
        for phi in graph.phis(to) {
            let input = graph.phi_input(phi, from).expect("verified: an input for each predecessor");
            args.push(BlockArg::Value(self.lower.operand(input)));
        }
        (self.blocks[to.index()].expect("verified: nothing leads to the entry"), args)
    }

    fn safepoint(&mut self, inst: Inst, snapshot: SnapshotId) {
        self.lower.leave_by_chaos(snapshot);
        let Some(poll) = self.poll else { return self.lower.guard_calm(snapshot) };
        let exit = self.lower.exit_block(snapshot, None);
        let live: Vec<Operand> = self.lower.unit.live_values(snapshot).into_iter().map(Into::into).collect();
        self.lower.store_frame(&live);
        let number = self.lower.b.ins().iconst(ir::types::I64, inst.0 as i64);
        let leave = self.lower.call_runtime(poll, &[number], true).expect("it has a result");
        self.lower.leave_unless(leave, false, exit);
    }
}
