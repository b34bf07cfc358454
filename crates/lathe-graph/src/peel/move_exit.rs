//! Stage 2: the exit moves from the header to the back-edge.
//!
//! The header's instructions go to a new block behind the back-edge, where they do the work of the next trip's header; if
//! the header is the back-edge there is nothing to move. Either way they now want the *next* values of the header's phis.
//! For a header phi P = (entry, next) that is `next`, unless `next` is itself a moved instruction I: computed anew before its
//! value can be used, it is too new. Then the header phi Q = (I's copy in the pre-loop, I from the back-edge), made by
//! stage 1, has I's value of this trip, which is P's of the next. So the moved instructions take Q, and so does P itself from the
//! back-edge. In the body, P is still P, and I is Q.
//!
//! If `next` is another header phi, its value of this trip is what is wanted, and what its name means.

use super::{PreLoop, State};
use crate::graph::{Block, Inst};
use crate::inst::InstKind;
use lathe_ir::{Operand, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

impl State<'_> {
    pub(super) fn move_exit(&mut self, stage: &PreLoop) -> Block {
        let header = stage.header;
        let next = self.next_values(stage);
        let moved: Vec<Inst> = self.graph.block(header).insts[self.graph.phi_count(header)..].to_vec();
        let exit = if stage.back_edge == header { header } else { self.move_instructions(stage, &moved) };

        let mut copies = FxHashMap::default();
        for &inst in &moved {
            self.graph.map_uses(inst, &mut copies, |operand| {
                operand.as_value().and_then(|value| next.get(&value)).copied().unwrap_or(operand)
            });
            self.uses.add(self.graph, inst);
        }
        for phi in self.graph.phis(header).collect::<Vec<_>>() {
            // P's own input, too: what it takes from the back-edge is what everybody else takes.
            if let Some(value) = self.graph.inst(phi).result
                && let Some(&input) = next.get(&value)
            {
                self.graph.set_phi_input(phi, exit, input);
                self.uses.add(self.graph, phi);
            }
        }
        for phi in self.graph.phis(stage.resolver).collect::<Vec<_>>() {
            let input = self.graph.phi_input(phi, exit).expect("an input for each predecessor");
            if let Some(&renamed) = input.as_value().and_then(|value| next.get(&value)) {
                self.graph.set_phi_input(phi, exit, renamed);
                self.uses.add(self.graph, phi);
            }
        }
        let id = stage.id;
        self.replace_uses(&stage.carried, |loops, block| {
            block != header && block != exit && loops.contains(id, block)
        });
        self.remove_dead_phis(header);
        exit
    }

    /// For each header phi, what its value on the next trip is called at the end of this one.
    fn next_values(&self, stage: &PreLoop) -> FxHashMap<Value, Operand> {
        let carried: FxHashSet<Value> = stage.carried.values().copied().collect();
        let mut next = FxHashMap::default();
        for phi in self.graph.phis(stage.header) {
            let (Some(value), Some(input)) =
                (self.graph.inst(phi).result, self.graph.phi_input(phi, stage.back_edge))
            else {
                continue;
            };
            if carried.contains(&value) {
                continue;
            }
            let current = input.as_value().and_then(|v| stage.carried.get(&v)).map(|&q| Operand::Value(q));
            next.insert(value, current.unwrap_or(input));
        }
        next
    }

    /// A new block behind the back-edge with the header's instructions and successors.
    fn move_instructions(&mut self, stage: &PreLoop, moved: &[Inst]) -> Block {
        let &PreLoop { id, header, back_edge, resolver, inside, .. } = stage;
        let exit = self.graph.new_block();
        // back_edge → exit → header, resolver
        let place =
            self.graph.block(back_edge).succs.iter().position(|&s| s == header).expect("the back-edge");
        self.graph.set_successor(back_edge, place, exit);
        self.graph.block_mut(exit).preds.push(back_edge);
        self.graph.replace_pred(header, back_edge, exit);
        self.graph.replace_pred(resolver, header, exit);
        let body = self.graph.block(header).succs[inside];
        let mut succs = smallvec![resolver; 2];
        succs[inside] = header;
        self.graph.block_mut(exit).succs = succs;
        self.graph.block_mut(header).succs = smallvec![body];

        let phis = self.graph.phi_count(header);
        self.graph.block_mut(header).insts.truncate(phis);
        for &inst in moved {
            self.graph.append(exit, inst);
        }
        self.graph.push(header, InstKind::Goto, None);

        self.dominators.insert(exit, back_edge);
        self.loops.add_block(exit, Some(id));
        let found = &mut self.loops.loops[id.index()];
        found.back_edges = vec![exit];
        found.exits = vec![(exit, resolver)];
        exit
    }

    /// Drops header phis that nothing but such phis uses.
    fn remove_dead_phis(&mut self, header: Block) {
        let phis: Vec<Inst> = self.graph.phis(header).collect();
        let among: FxHashSet<Inst> = phis.iter().copied().collect();
        let mut alive: FxHashSet<Inst> = FxHashSet::default();
        let mut work: Vec<Inst> = Vec::new();
        for &phi in &phis {
            let Some(value) = self.graph.inst(phi).result else { continue };
            let used = self.uses.of(value).any(|user| {
                let mut found = false;
                if !among.contains(&user) && self.graph.inst(user).block.is_some() {
                    self.graph.for_each_use(user, |v| found |= v == value);
                }
                found
            });
            if used && alive.insert(phi) {
                work.push(phi);
            }
        }
        while let Some(phi) = work.pop() {
            self.graph.for_each_use(phi, |value| {
                if let Some(other) = self.graph.definition(value)
                    && among.contains(&other)
                    && alive.insert(other)
                {
                    work.push(other);
                }
            });
        }
        self.graph.retain(header, |inst| !among.contains(&inst) || alive.contains(&inst));
    }
}
