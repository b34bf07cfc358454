//! The same graph under canonical names: blocks in reverse post-order, values in the order of their definitions, unused
//! snapshots dropped. Two graphs that are equal up to renaming have the same text afterwards.

use crate::graph::{Block, Graph};
use crate::inst::InstKind;
use crate::rpo::Rpo;
use lathe_ir::{Operand, SnapshotId, Value};

/// Blocks that cannot be reached are left out.
pub fn renumber(graph: &Graph) -> Graph {
    let rpo = Rpo::compute(graph);
    let mut result = Graph::default();
    let mut values: Vec<Option<Value>> = vec![None; graph.value_count()];
    let new_name = |block: Block| Block(rpo.place(block).expect("a reachable block"));
    for &block in &rpo.order {
        let new = result.new_block();
        let data = graph.block(block);
        result.block_mut(new).osr_entry = data.osr_entry;
        result.block_mut(new).catch_begin = data.catch_begin;
        for &inst in &data.insts {
            if let Some(value) = graph.inst(inst).result {
                values[value.index()] = Some(result.new_value(graph.ty(value)));
            }
        }
    }
    let rename = |operand: Operand| match operand {
        Operand::Value(v) => values[v.index()].map_or(operand, Operand::Value),
        Operand::Const(_) => operand,
    };
    let mut snapshots: Vec<Option<SnapshotId>> = vec![None; graph.snapshots().len()];
    for &block in &rpo.order {
        let data = graph.block(block);
        let new = new_name(block);
        // Predecessors by their new numbers; phis follow.
        let mut preds: Vec<(Block, usize)> = (data.preds.iter().enumerate())
            .filter(|(_, pred)| rpo.is_reachable(**pred))
            .map(|(index, &pred)| (new_name(pred), index))
            .collect();
        preds.sort();
        for &inst in &data.insts {
            let mut kind = graph.kind(inst).clone();
            if let InstKind::Phi(inputs) = &mut kind {
                *inputs = preds.iter().map(|&(_, index)| inputs[index]).collect();
            }
            kind.map_operands(rename);
            if let Some(id) = kind.snapshot_mut() {
                let renamed = *snapshots[id.index()].get_or_insert_with(|| {
                    let mut snapshot = graph.snapshot(*id).clone();
                    snapshot.map_operands(rename);
                    result.add_snapshot(snapshot)
                });
                *id = renamed;
            }
            let value = graph.inst(inst).result.and_then(|v| values[v.index()]);
            let copy = result.new_inst(kind, value);
            result.append(new, copy);
        }
        result.block_mut(new).preds = preds.into_iter().map(|(pred, _)| pred).collect();
        result.block_mut(new).succs = data.succs.iter().map(|&succ| new_name(succ)).collect();
    }
    result
}
