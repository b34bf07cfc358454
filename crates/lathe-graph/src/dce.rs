//! Takes out what nothing needs: pure instructions, loads and allocations whose results are unused, and phis that only feed
//! each other.
//!
//! Requires: a verified graph.
//! Ensures:  a verified graph; calls, stores, guards and states are all still there.
//!
//! Found from what is needed: everything that does something, then whatever that uses, snapshots included. A phi that is
//! used only by itself or by other such phis is never reached.

use crate::effects::{Nature, nature};
use crate::graph::{Graph, Inst};
use crate::inst::InstKind;
use lathe_ir::Descriptors;

/// How many instructions are gone.
pub fn dce(descriptors: &Descriptors, graph: &mut Graph) -> usize {
    let mut needed = vec![false; graph.inst_count()];
    let mut work: Vec<Inst> = Vec::new();
    let blocks: Vec<_> = graph.blocks().collect();
    for &block in &blocks {
        for &inst in &graph.block(block).insts {
            if is_needed(descriptors, graph.kind(inst)) {
                needed[inst.index()] = true;
                work.push(inst);
            }
        }
    }
    while let Some(inst) = work.pop() {
        graph.for_each_use(inst, |value| {
            if let Some(definition) = graph.definition(value)
                && !std::mem::replace(&mut needed[definition.index()], true)
            {
                work.push(definition);
            }
        });
    }
    let mut gone = 0;
    for block in blocks {
        let before = graph.block(block).insts.len();
        if graph.block(block).insts.iter().all(|inst| needed[inst.index()]) {
            continue;
        }
        graph.retain(block, |inst| needed[inst.index()]);
        gone += before - graph.block(block).insts.len();
    }
    gone
}

/// Needed whether or not anything uses it.
fn is_needed(descriptors: &Descriptors, kind: &InstKind) -> bool {
    match nature(descriptors, kind) {
        Nature::Pure | Nature::Partial | Nature::Load(_) | Nature::Allocation => false,
        Nature::Check | Nature::CheckPlace(_) => true,
        Nature::Fixed => !kind.is_phi(),
    }
}
