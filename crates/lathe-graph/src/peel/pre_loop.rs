//! Stage 1: the pre-loop, the resolver, and the phis that they need.
//!
//! The pre-loop is a copy of the header for the first trip: header phis are their entry inputs there, and safepoints are left
//! out (the loop has its own). Both header and pre-loop can now leave the loop; they meet in the resolver, and
//! every header value that is used after the loop becomes a phi of the resolver.
//!
//! A header value that is used in the body gets a phi in the header, (copy, original). It has no use yet: while the header
//! still computes the value itself, the original is the newer one. Stage 2 gives it its uses.

use super::{PreLoop, State};
use crate::graph::Block;
use crate::inst::InstKind;
use crate::loops::{LoopId, LoopTree};
use lathe_ir::{Operand, Value};
use rustc_hash::FxHashMap;
use smallvec::smallvec;

impl State<'_> {
    pub(super) fn insert_pre_loop(&mut self, id: LoopId) -> PreLoop {
        let pre_header = self
            .loops
            .insert_pre_header(self.graph, &mut self.dominators, id)
            .expect("a natural loop whose header begins no handler");
        let header = self.loops.get(id).header;
        let back_edge = self.loops.get(id).back_edges[0];
        let (_, outer) = self.loops.get(id).exits[0];
        let inside = (self.graph.block(header).succs[0] == outer) as usize;

        let resolver = self.insert_resolver(id, header, outer);
        let pre_loop = self.insert_block(pre_header, header, resolver, inside, id);
        let copies = self.copy_header(header, pre_loop);
        self.resolve_later_uses(id, header, pre_loop, resolver, &copies);
        let carried = self.carry_values(id, header, back_edge, pre_loop, &copies);
        PreLoop { id, header, back_edge, pre_loop, resolver, inside, carried }
    }

    /// A block on the edge out of the loop.
    fn insert_resolver(&mut self, id: LoopId, header: Block, outer: Block) -> Block {
        let resolver = self.graph.split_edge(header, outer);
        if self.dominators.parent(outer) == Some(header) {
            self.dominators.move_below(outer, resolver);
        }
        // It belongs to the loops around this one that `outer` is in as well; the others are left through it.
        let mut around = self.loops.get(id).parent;
        while let Some(left) = around.filter(|&l| !self.loops.contains(l, outer)) {
            for exit in &mut self.loops.loops[left.index()].exits {
                if *exit == (header, outer) {
                    exit.0 = resolver;
                }
            }
            around = self.loops.get(left).parent;
        }
        self.loops.add_block(resolver, around);
        // The way out may be the back-edge of a loop around.
        if let Some(outer_loop) = around
            && self.loops.get(outer_loop).header == outer
        {
            let sources = &mut self.loops.loops[outer_loop.index()].back_edges;
            sources.iter_mut().filter(|source| **source == header).for_each(|source| *source = resolver);
        }
        self.loops.loops[id.index()].exits = vec![(header, resolver)];
        resolver
    }

    /// The pre-loop without its instructions, between pre-header and header.
    fn insert_block(
        &mut self,
        pre_header: Block,
        header: Block,
        resolver: Block,
        inside: usize,
        id: LoopId,
    ) -> Block {
        let pre_loop = self.graph.new_block();
        self.graph.set_successor(pre_header, 0, pre_loop);
        self.graph.block_mut(pre_loop).preds.push(pre_header);
        self.graph.replace_pred(header, pre_header, pre_loop);
        let mut succs = smallvec![resolver; 2];
        succs[inside] = header;
        self.graph.block_mut(pre_loop).succs = succs;
        self.graph.block_mut(resolver).preds.push(pre_loop);

        self.dominators.insert(pre_loop, pre_header);
        self.dominators.move_below(header, pre_loop);
        self.dominators.insert(resolver, pre_loop);
        let around = self.loops.get(id).parent;
        self.loops.add_block(pre_loop, around);
        self.loops.loops[id.index()].pre_header = None;
        pre_loop
    }

    /// Fills the pre-loop. What comes back says what each header value is on the first trip.
    fn copy_header(&mut self, header: Block, pre_loop: Block) -> FxHashMap<Value, Operand> {
        let (mut copies, mut states) = (FxHashMap::default(), FxHashMap::default());
        for inst in self.graph.block(header).insts.clone() {
            let data = self.graph.inst(inst).clone();
            match (&data.kind, data.result) {
                (InstKind::Phi(_), Some(value)) => {
                    let input = self.graph.phi_input(inst, pre_loop).expect("an input for each predecessor");
                    copies.insert(value, input);
                }
                (InstKind::SafePoint(_), _) => {}
                _ => {
                    let result = data.result.map(|value| self.graph.new_value(self.graph.ty(value)));
                    let copy = self.graph.new_inst(data.kind, result);
                    self.graph.append(pre_loop, copy);
                    // What a state names stands before all that share it, so one copy is right for them all.
                    self.graph.map_uses(copy, &mut states, |operand| {
                        operand.as_value().and_then(|value| copies.get(&value)).copied().unwrap_or(operand)
                    });
                    self.uses.add(self.graph, copy);
                    if let (Some(value), Some(new)) = (data.result, result) {
                        copies.insert(value, Operand::Value(new));
                    }
                }
            }
        }
        copies
    }

    /// Values of the header, phis included.
    fn header_values(&self, header: Block) -> Vec<Value> {
        self.graph.block(header).insts.iter().filter_map(|&inst| self.graph.inst(inst).result).collect()
    }

    /// Whether something in a block that is `wanted` uses a value.
    fn is_used(&self, value: Value, mut wanted: impl FnMut(&LoopTree, Block) -> bool) -> bool {
        self.uses.of(value).any(|user| {
            let mut found = false;
            if self.graph.inst(user).block.is_some_and(|block| wanted(&self.loops, block)) {
                self.graph.for_each_use(user, |v| found |= v == value);
            }
            found
        })
    }

    /// A phi in the resolver for each header value that is used after the loop.
    fn resolve_later_uses(
        &mut self,
        id: LoopId,
        header: Block,
        pre_loop: Block,
        resolver: Block,
        copies: &FxHashMap<Value, Operand>,
    ) {
        let later = |loops: &LoopTree, block: Block| !loops.contains(id, block);
        let mut resolved: FxHashMap<Value, Value> = FxHashMap::default();
        for value in self.header_values(header) {
            if !self.is_used(value, later) {
                continue;
            }
            let from_pre_loop = copies[&value];
            let inputs = (self.graph.block(resolver).preds.iter())
                .map(|&pred| if pred == pre_loop { from_pre_loop } else { Operand::Value(value) })
                .collect();
            let phi = self.graph.push_phi(resolver, inputs, self.graph.ty(value));
            resolved.insert(value, phi);
        }
        self.replace_uses(&resolved, later);
        for &phi in resolved.values() {
            self.note(phi);
        }
    }

    /// A phi in the header for each instruction of the header that the body uses, or that a header phi takes from the
    /// back-edge.
    fn carry_values(
        &mut self,
        id: LoopId,
        header: Block,
        back_edge: Block,
        pre_loop: Block,
        copies: &FxHashMap<Value, Operand>,
    ) -> FxHashMap<Value, Value> {
        let phis: Vec<_> = self.graph.phis(header).collect();
        let next: Vec<Operand> =
            phis.iter().filter_map(|&phi| self.graph.phi_input(phi, back_edge)).collect();
        let computed: Vec<Value> = (self.graph.block(header).insts[phis.len()..].iter())
            .filter_map(|&inst| self.graph.inst(inst).result)
            .collect();
        let mut carried = FxHashMap::default();
        for value in computed {
            let in_body = |loops: &LoopTree, block: Block| block != header && loops.contains(id, block);
            if !self.is_used(value, in_body) && !next.contains(&Operand::Value(value)) {
                continue;
            }
            let inputs = (self.graph.block(header).preds.iter())
                .map(|&pred| if pred == pre_loop { copies[&value] } else { Operand::Value(value) })
                .collect();
            let phi = self.graph.push_phi(header, inputs, self.graph.ty(value));
            self.note(phi);
            carried.insert(value, phi);
        }
        carried
    }

    /// Notes what the definition of a new value uses.
    fn note(&mut self, value: Value) {
        let inst = self.graph.definition(value).expect("a new value has a definition");
        self.uses.add(self.graph, inst);
    }
}
