//! Joins straight-line blocks and takes empty ones out.
//!
//!     b1 -> b2:              b1 -> b3, b4:
//!       i1 = ...               i1 = ...
//!     b2 -> b3, b4:     =>     if(i1)
//!       if(i1)
//!
//! Requires: a verified graph.
//! Ensures:  a verified graph; no instruction but phis with one input, and ends of blocks, is gone.
//!
//! The entry stays a block of its own, marked blocks keep their beginning, and an empty block stays where without it a block
//! would have the same successor twice.

use crate::graph::{Block, Graph};
use crate::inst::InstKind;
use crate::replace::Replacements;
use crate::rpo::Rpo;
use lathe_ir::Operand;

/// How many blocks are gone.
pub fn merge(graph: &mut Graph) -> usize {
    let mut replacements = Replacements::new(graph);
    let mut gone = 0;
    for block in Rpo::compute(graph).order {
        if graph.block(block).removed || block == Block::ENTRY {
            continue;
        }
        while join_with_successor(graph, block, &mut replacements) {
            gone += 1;
        }
        gone += take_out(graph, block) as usize;
    }
    replacements.apply(graph);
    gone
}

fn is_marked(graph: &Graph, block: Block) -> bool {
    graph.block(block).osr_entry || graph.block(block).catch_begin
}

fn join_with_successor(graph: &mut Graph, block: Block, replacements: &mut Replacements) -> bool {
    let [next] = graph.block(block).succs[..] else { return false };
    if graph.block(next).preds.len() != 1 || next == block || is_marked(graph, next) {
        return false;
    }
    graph.block_mut(block).insts.pop();
    for inst in std::mem::take(&mut graph.block_mut(next).insts) {
        match (graph.kind(inst), graph.inst(inst).result) {
            (InstKind::Phi(inputs), Some(value)) => {
                let input = replacements.resolve(inputs[0]);
                replacements.set(value, input);
                graph.inst_mut(inst).block = None;
            }
            _ => graph.append(block, inst),
        }
    }
    graph.block_mut(next).preds.clear();
    graph.move_successors(next, block);
    graph.remove_block(next);
    true
}

/// Lets the predecessors of an empty block go on to its successor.
fn take_out(graph: &mut Graph, block: Block) -> bool {
    let [next] = graph.block(block).succs[..] else { return false };
    let preds = graph.block(block).preds.clone();
    let is_empty = graph.block(block).insts.len() == 1;
    let would_double = |pred: &Block| graph.block(*pred).succs.contains(&next);
    if !is_empty || next == block || is_marked(graph, block) || preds.iter().any(would_double) {
        return false;
    }
    let phis: Vec<_> = graph.phis(next).collect();
    let inputs: Vec<Operand> =
        phis.iter().map(|&phi| graph.phi_input(phi, block).expect("an input for each predecessor")).collect();
    for pred in preds {
        graph.redirect(pred, block, next);
        for (&phi, &input) in phis.iter().zip(&inputs) {
            if let InstKind::Phi(list) = &mut graph.inst_mut(phi).kind {
                list.push(input);
            }
        }
    }
    graph.drop_edge(block, next);
    graph.remove_block(block);
    true
}
