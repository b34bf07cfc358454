//! Loop-invariant code motion: what is the same on every trip is done once, before the loop.
//!
//! Requires: a verified graph.
//! Ensures:  a verified graph; the same calls, stores and safepoints. A guard may leave earlier, at the loop's start instead of
//!           in its middle, with the state that the interpreter has there.
//! Weak at:  nothing is hoisted conditionally; a loop that may not run at all keeps its loads unless it is peeled.
//!
//! An instruction goes to the pre-header if its inputs are there and
//!
//! * it is pure and cannot go wrong; or
//! * it is done on the first trip whatever happens: its block dominates every exit and every back-edge, and no exit stands
//!   before it. Deoptimising instructions count as exits as long as they are in the loop; so do inner loops, which may never end.
//!   So a load or a division follows the guard that protects it out of the loop, and never overtakes it.
//!
//! A load moreover needs that nothing in the loop writes what it reads.
//!
//! A hoisted guard takes the *entry state* of the loop: the first state in the header that no store, call or exit stands
//! before, as seen from the pre-header (header phis are their entry inputs). After peeling that is the state of the body's
//! start, after the pre-loop. Without one, guards stay, and what they protect with them.

use crate::dominators::DominatorTree;
use crate::effects::{Nature, Place, is_observable, may_leave, nature};
use crate::graph::{Block, Graph, Inst};
use crate::loops::{LoopId, LoopTree};
use crate::memory::LoopWrites;
use crate::rpo::Rpo;
use lathe_ir::{Descriptors, Operand, Resume, SnapshotId};
use rustc_hash::FxHashMap;

/// How many instructions were moved, counted once for each loop that they left.
pub fn licm(descriptors: &Descriptors, graph: &mut Graph) -> usize {
    let rpo = Rpo::compute(graph);
    let dominators = DominatorTree::compute(graph);
    let loops = LoopTree::compute(graph, &dominators);
    let writes = LoopWrites::compute(descriptors, graph, &loops);
    // Twice its place in the order, and 1: a pre-header goes directly before its header.
    let order = rpo_keys(graph, &rpo);
    let mut motion =
        Motion { descriptors, graph, dominators, loops, writes, order, spine: Spine::default(), moved: 0 };
    for id in motion.loops.ids() {
        motion.hoist_from(id);
    }
    motion.moved
}

fn rpo_keys(graph: &Graph, rpo: &Rpo) -> Vec<u32> {
    let mut keys = vec![0; graph.block_count()];
    for (place, block) in rpo.order.iter().enumerate() {
        keys[block.index()] = 2 * place as u32 + 1;
    }
    keys
}

struct Motion<'a> {
    descriptors: &'a Descriptors,
    graph: &'a mut Graph,
    /// As before the pass; a pre-header that it made stands where its header stands.
    dominators: DominatorTree,
    loops: LoopTree,
    writes: LoopWrites,
    order: Vec<u32>,
    spine: Spine,
    moved: usize,
}

/// The blocks that every trip of a loop goes through, and where exits stand beside them.
#[derive(Default)]
struct Spine {
    /// The place of each spine block, from the header on; `NONE` for all other blocks.
    places: Vec<u32>,
    /// There is an exit in a block between this spine block and the next, or control leaves at its end.
    exit_after: Vec<bool>,
    blocks: Vec<Block>,
}

const NONE: u32 = u32::MAX;

impl Spine {
    fn place(&self, block: Block) -> Option<usize> {
        self.places.get(block.index()).filter(|&&place| place != NONE).map(|&place| place as usize)
    }

    /// The place of the last spine block before a block of the loop, or of itself.
    fn place_above(&self, block: Block, dominators: &DominatorTree) -> usize {
        let mut at = block;
        loop {
            match self.place(at) {
                Some(place) => return place,
                None => at = dominators.parent(at).expect("the header is on the spine"),
            }
        }
    }

    fn cut(&mut self, length: usize) {
        for block in self.blocks.drain(length..) {
            self.places[block.index()] = NONE;
        }
    }
}

impl Motion<'_> {
    fn hoist_from(&mut self, id: LoopId) {
        let header = self.loops.get(id).header;
        let data = self.graph.block(header);
        if self.loops.get(id).irreducible || data.osr_entry || data.catch_begin {
            return;
        }
        let mut blocks = self.loops.get(id).own_blocks.clone();
        blocks.sort_by_key(|block| self.order[block.index()]);
        let spine = self.spine(id, &blocks);
        let mut hoisting = Hoisting { id, header, certain: true, state: None, list: Vec::new() };
        for &block in &blocks {
            self.hoist_from_block(&mut hoisting, block, &spine);
        }
        self.spine = spine;
        if hoisting.list.is_empty() {
            return;
        }
        self.moved += hoisting.list.len();
        let pre_header = self.pre_header(id).expect("the loop has one if anything can be hoisted");
        let end = self.graph.block_mut(pre_header).insts.pop().expect("a block has an end");
        for &(inst, state) in &hoisting.list {
            if let (Some(state), Some(place)) = (state, self.graph.inst_mut(inst).kind.snapshot_mut()) {
                *place = state;
            }
            self.graph.append(pre_header, inst);
        }
        self.graph.append(pre_header, end);
    }

    /// The block that everything goes through on its way into the loop.
    fn pre_header(&mut self, id: LoopId) -> Option<Block> {
        let known = self.graph.block_count();
        let block = self.loops.insert_pre_header(self.graph, &mut self.dominators, id)?;
        if self.graph.block_count() > known {
            self.order.push(self.order[self.loops.get(id).header.index()] - 1);
        }
        Some(block)
    }

    fn spine(&mut self, id: LoopId, blocks: &[Block]) -> Spine {
        let found = self.loops.get(id);
        // The table of the loop before is used again.
        let mut spine = std::mem::take(&mut self.spine);
        spine.cut(0);
        spine.places.resize(self.graph.block_count(), NONE);
        // From a back-edge up to the header; what does not dominate the other back-edges comes off again.
        let mut at = found.back_edges.first().copied();
        while let Some(block) = at {
            spine.blocks.push(block);
            at = if block == found.header { None } else { self.dominators.parent(block) };
        }
        spine.blocks.reverse();
        for (place, block) in spine.blocks.iter().enumerate() {
            spine.places[block.index()] = place as u32;
        }
        for &source in &found.back_edges[1..] {
            let last = spine.place_above(source, &self.dominators);
            spine.cut(last + 1);
        }
        spine.exit_after.clear();
        spine.exit_after.resize(spine.blocks.len(), false);
        for &block in blocks {
            let leaves = self.graph.block(block).succs.iter().any(|&succ| !self.loops.contains(id, succ));
            let deoptimises = |inst: &Inst| may_leave(self.graph.kind(*inst));
            let beside =
                spine.place(block).is_none() && self.graph.block(block).insts.iter().any(deoptimises);
            if leaves || beside {
                let place = spine.place_above(block, &self.dominators);
                spine.exit_after[place] = true;
            }
        }
        for &inner in &found.children {
            // It may be the next spine block itself, or lie beside: either way nothing is certain after it begins.
            let before = self.loops.get(inner).header;
            let place = spine.place_above(before, &self.dominators);
            let place = if spine.place(before).is_some() { place.saturating_sub(1) } else { place };
            spine.exit_after[place] = true;
        }
        spine
    }
}

struct Hoisting {
    id: LoopId,
    header: Block,
    /// What stands here is done on the first trip, whatever happens.
    certain: bool,
    /// The state at the loop's entry, once a guard has needed it.
    state: Option<SnapshotId>,
    /// What goes to the pre-header; guards with their new state.
    list: Vec<(Inst, Option<SnapshotId>)>,
}

impl Motion<'_> {
    fn hoist_from_block(&mut self, hoisting: &mut Hoisting, block: Block, spine: &Spine) {
        let place = spine.place(block);
        let before = hoisting.list.len();
        for position in 0..self.graph.block(block).insts.len() {
            let inst = self.graph.block(block).insts[position];
            let certain = hoisting.certain && place.is_some();
            if self.goes(hoisting, inst, certain) {
                // From here on it counts as outside.
                self.graph.inst_mut(inst).block = None;
            } else if place.is_some() && may_leave(self.graph.kind(inst)) {
                hoisting.certain = false;
            }
        }
        if hoisting.list.len() > before {
            let mut insts = std::mem::take(&mut self.graph.block_mut(block).insts);
            insts.retain(|&inst| self.graph.inst(inst).block.is_some());
            self.graph.block_mut(block).insts = insts;
        }
        if place.is_some_and(|place| spine.exit_after[place]) {
            hoisting.certain = false;
        }
    }

    /// Whether an instruction leaves the loop; notes it if so.
    fn goes(&mut self, hoisting: &mut Hoisting, inst: Inst, certain: bool) -> bool {
        let id = hoisting.id;
        let mut state = None;
        let movable = match nature(self.descriptors, self.graph.kind(inst)) {
            Nature::Pure => true,
            Nature::Partial => certain,
            Nature::Load(place) | Nature::CheckPlace(place) => certain && !self.is_written(id, place),
            Nature::Check => certain,
            Nature::Allocation | Nature::Fixed => false,
        };
        if !movable {
            return false;
        }
        let mut available = true;
        self.graph.kind(inst).for_each_operand(|operand| available &= self.is_outside(id, operand));
        if !available {
            return false;
        }
        if self.graph.kind(inst).snapshot().is_some() {
            state = self.entry_state(hoisting);
            if state.is_none() {
                return false;
            }
        }
        if self.pre_header(id).is_none() {
            return false;
        }
        hoisting.list.push((inst, state));
        true
    }

    /// Whether the loop writes a place that objects from before the loop have. An immutable field of such an object was
    /// written before the loop, if at all.
    fn is_written(&self, id: LoopId, place: Place) -> bool {
        let immutable = matches!(place, Place::Heap(location) if self.descriptors.is_immutable(location));
        !immutable && self.writes.writes(id, place)
    }

    /// Defined before the loop, or on its way there.
    fn is_outside(&self, id: LoopId, operand: Operand) -> bool {
        let definition = operand.as_value().and_then(|value| self.graph.definition(value));
        definition
            .and_then(|inst| self.graph.inst(inst).block)
            .is_none_or(|block| !self.loops.contains(id, block))
    }

    fn entry_state(&mut self, hoisting: &mut Hoisting) -> Option<SnapshotId> {
        if hoisting.state.is_none() {
            hoisting.state = self.find_entry_state(hoisting);
        }
        hoisting.state
    }

    fn find_entry_state(&mut self, hoisting: &Hoisting) -> Option<SnapshotId> {
        let found = self.first_state(hoisting.id)?;
        let pre_header = self.pre_header(hoisting.id)?;
        let mut inputs: FxHashMap<Operand, Operand> = FxHashMap::default();
        for phi in self.graph.phis(hoisting.header) {
            if let (Some(value), Some(input)) =
                (self.graph.inst(phi).result, self.graph.phi_input(phi, pre_header))
            {
                inputs.insert(value.into(), input);
            }
        }
        let mut snapshot = self.graph.snapshot(found).clone();
        snapshot.map_operands(|operand| inputs.get(&operand).copied().unwrap_or(operand));
        let mut available = snapshot.resume != Resume::Raise;
        snapshot.for_each_value(|value| available &= self.is_outside(hoisting.id, value.into()));
        available.then(|| self.graph.add_snapshot(snapshot))
    }

    /// The first state on the straight way from the header on, if nothing is written or called before it. Any other state would be one
    /// behind an exit that may have been taken.
    fn first_state(&self, id: LoopId) -> Option<SnapshotId> {
        let mut block = self.loops.get(id).header;
        loop {
            // What was hoisted is not here any more.
            let here = |inst: &Inst| self.graph.inst(*inst).block.is_some();
            for inst in self.graph.block(block).insts.iter().copied().filter(here) {
                let kind = self.graph.kind(inst);
                if is_observable(self.descriptors, kind) {
                    return None;
                }
                if let Some(state) = kind.snapshot() {
                    return Some(state);
                }
            }
            let [next] = self.graph.block(block).succs[..] else { return None };
            if self.graph.block(next).preds.len() != 1 {
                return None;
            }
            block = next;
        }
    }
}
