//! Where values are wanted, block by block.

use crate::lower::uses::wanted_until;
use lathe_graph::{Graph, InstKind, LoopTree};
use lathe_ir::Value;
use rustc_hash::FxHashSet;

/// Wanted by more than the instructions of one block.
pub const NEVER: u32 = u32::MAX;

#[derive(Debug)]
pub struct Uses {
    /// For each value that only instructions of its own block want, the last of them; [`NEVER`] for others.
    pub last: Vec<u32>,
    /// What only exits want, from deeper in loops than it is defined.
    pub parked: FxHashSet<Value>,
}

impl Uses {
    pub fn of(graph: &Graph, loops: &LoopTree) -> Uses {
        let mut last = vec![0; graph.value_count()];
        let mut operands = vec![false; graph.value_count()];
        let mut exits_at_depth = vec![0; graph.value_count()];
        for block in graph.blocks() {
            let depth = loops.depth(block);
            for &inst in &graph.block(block).insts {
                let kind = graph.kind(inst);
                if matches!(kind, InstKind::SaveState(_)) {
                    // Guards have snapshots of their own.
                    continue;
                }
                kind.for_each_operand(|operand| {
                    if let Some(v) = operand.as_value() {
                        operands[v.index()] = true;
                    }
                });
                if let Some(snapshot) = kind.snapshot() {
                    graph.snapshot(snapshot).for_each_value(|v| {
                        let deepest = &mut exits_at_depth[v.index()];
                        *deepest = depth.max(*deepest);
                    });
                }
                graph.for_each_use(inst, |v| {
                    if kind.is_phi() || graph.defining_block(v) != Some(block) {
                        last[v.index()] = NEVER;
                    }
                });
            }
        }
        let mut parked = FxHashSet::default();
        for block in graph.blocks() {
            block_uses(graph, &graph.block(block).insts, &mut last);
            for &inst in &graph.block(block).insts {
                if let Some(v) = graph.inst(inst).result
                    && !operands[v.index()]
                    && exits_at_depth[v.index()] > loops.depth(block)
                {
                    parked.insert(v);
                }
            }
        }
        Uses { last, parked }
    }
}

/// The last uses of what a block defines: first as positions, which can be compared, then as instructions.
fn block_uses(graph: &Graph, insts: &[lathe_graph::Inst], last: &mut [u32]) {
    for (position, &inst) in insts.iter().enumerate().rev() {
        let position = position as u32;
        let data = graph.inst(inst);
        let until = match &data.kind {
            InstKind::Op(kind) => wanted_until(kind, data.result, position, last),
            _ => position,
        };
        if matches!(data.kind, InstKind::SaveState(_)) {
            continue;
        }
        graph.for_each_use(inst, |v| {
            if last[v.index()] != NEVER {
                last[v.index()] = until.max(last[v.index()]);
            }
        });
    }
    for &inst in insts {
        if let Some(v) = graph.inst(inst).result
            && last[v.index()] != NEVER
        {
            last[v.index()] = insts[last[v.index()] as usize].0;
        }
    }
}
