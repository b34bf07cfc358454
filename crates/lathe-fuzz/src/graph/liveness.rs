//! Fills the states of a generated graph: each names the values that are alive where it stands.

use crate::world::{INT, TRACE_CODE};
use lathe_graph::{Block, Graph, Inst, InstKind};
use lathe_ir::{
    Const, Guard, OpKind, Operand, Resume, Slot, Snapshot, SnapshotId, Type, Value, VirtualObject,
};
use std::collections::BTreeSet;

/// Where a state stands, and which of its slots hold which values.
#[derive(Clone, Debug)]
pub struct Point {
    pub block: Block,
    /// Among the instructions of the block.
    pub position: usize,
    pub values: Vec<Value>,
}

/// What the slots hold behind those for live values.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extras {
    /// The first live value once more.
    pub twice: bool,
    /// A box that was never made, with the first live int in it.
    pub boxed: bool,
}

/// Gives every snapshot of a graph its contents. Snapshot *k* belongs to the first instruction that has it; others share
/// it. What comes back is indexed by snapshot, which is also the `pc` in it.
pub fn fill_states(graph: &mut Graph, extras: &[Extras]) -> Vec<Point> {
    let live_out = live_out(graph);
    let mut points: Vec<Option<(Point, Resume)>> = vec![None; extras.len()];
    for block in graph.blocks().collect::<Vec<_>>() {
        let mut live = live_out[block.index()].clone();
        for (position, &inst) in graph.block(block).insts.iter().enumerate().rev() {
            step_back(graph, inst, &mut live);
            if let Some(id) = graph.kind(inst).snapshot() {
                // Backwards, so the first of those that share it is the last to be here.
                let point = Point { block, position, values: live.iter().copied().collect() };
                points[id.index()] = Some((point, resume(graph.kind(inst))));
            }
        }
    }
    let mut result = Vec::new();
    for (pc, (point, &extra)) in points.into_iter().zip(extras).enumerate() {
        let (point, resume) = point.expect("every snapshot belongs to an instruction");
        let snapshot = snapshot(graph, &point, resume, pc as u32, extra);
        graph.set_snapshot(SnapshotId(pc as u32), snapshot);
        result.push(point);
    }
    result
}

fn snapshot(graph: &Graph, point: &Point, resume: Resume, pc: u32, extra: Extras) -> Snapshot {
    let operand = |&value: &Value| Slot::Operand(Operand::Value(value));
    let mut slots: Vec<Slot> = point.values.iter().map(operand).collect();
    let mut virtuals = Vec::new();
    if extra.twice {
        slots.extend(point.values.first().map(operand));
        slots.push(Slot::Operand(Operand::Const(Const::Int(7))));
    }
    if extra.boxed {
        let int = point.values.iter().find(|&&v| graph.ty(v) == Type::Int);
        let content = int.map_or(Slot::Operand(Operand::int(1)), operand);
        virtuals.push(VirtualObject { class: INT, fields: vec![content] });
        slots.push(Slot::Virtual(0));
        slots.push(Slot::Dead);
    }
    Snapshot { virtuals, ..Snapshot::single(resume, TRACE_CODE, pc, slots) }
}

fn resume(kind: &InstKind) -> Resume {
    match kind {
        InstKind::Op(OpKind::Guard(Guard::NoException | Guard::Exception(_), _)) => Resume::Raise,
        InstKind::Op(OpKind::Guard(Guard::NotForced, _)) => Resume::Continue,
        _ => Resume::Reexecute,
    }
}

/// What is alive before an instruction, from what is alive behind it. What states name is alive for other reasons.
fn step_back(graph: &Graph, inst: Inst, live: &mut BTreeSet<Value>) {
    let data = graph.inst(inst);
    if let Some(value) = data.result {
        live.remove(&value);
    }
    if !data.kind.is_phi() {
        data.kind.for_each_operand(|operand| live.extend(operand.as_value()));
    }
}

/// What is alive at the end of each block.
fn live_out(graph: &Graph) -> Vec<BTreeSet<Value>> {
    let mut live_in: Vec<BTreeSet<Value>> = vec![BTreeSet::new(); graph.block_count()];
    let mut live_out = live_in.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for block in graph.blocks().collect::<Vec<_>>().into_iter().rev() {
            let mut live = BTreeSet::new();
            for &succ in &graph.block(block).succs {
                live.extend(live_in[succ.index()].iter().copied());
                for phi in graph.phis(succ) {
                    live.extend(graph.phi_input(phi, block).and_then(Operand::as_value));
                }
            }
            live_out[block.index()] = live.clone();
            for &inst in graph.block(block).insts.iter().rev() {
                step_back(graph, inst, &mut live);
            }
            if live != live_in[block.index()] {
                live_in[block.index()] = live;
                changed = true;
            }
        }
    }
    live_out
}
