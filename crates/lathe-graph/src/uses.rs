//! Who uses a value: operands of instructions, inputs of phis, slots of snapshots.
//!
//! Passes that add users note them with [`Uses::add`]. An entry may be out of date: ask the instruction before acting on it.

use crate::graph::{Graph, Inst};
use lathe_ir::Value;

#[derive(Clone, Debug)]
pub struct Uses {
    users: Vec<Vec<Inst>>,
}

impl Uses {
    pub fn compute(graph: &Graph) -> Uses {
        let mut uses = Uses { users: vec![Vec::new(); graph.value_count()] };
        for block in graph.blocks() {
            for &inst in &graph.block(block).insts {
                uses.add(graph, inst);
            }
        }
        uses
    }

    /// Notes everything that an instruction uses.
    pub fn add(&mut self, graph: &Graph, inst: Inst) {
        self.users.resize(graph.value_count(), Vec::new());
        graph.for_each_use(inst, |value| {
            let users = &mut self.users[value.index()];
            if users.last() != Some(&inst) {
                users.push(inst);
            }
        });
    }

    /// The instructions that use a value; one that names it twice may be there twice.
    pub fn of(&self, value: Value) -> &[Inst] {
        self.users.get(value.index()).map_or(&[], Vec::as_slice)
    }
}
