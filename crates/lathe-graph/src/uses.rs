//! Who uses a value: operands of instructions, inputs of phis, slots of snapshots.
//!
//! Passes that add users note them with [`Uses::add`]. An entry may be out of date: ask the instruction before acting on it.

use crate::graph::{Graph, Inst};
use lathe_ir::Value;

/// A list for each value, all of them in one vector: most values have one user or two.
#[derive(Clone, Debug)]
pub struct Uses {
    /// The newest entry of each value's list.
    newest: Vec<u32>,
    /// A user, and the entry before.
    entries: Vec<(Inst, u32)>,
}

const NONE: u32 = u32::MAX;

impl Uses {
    pub fn compute(graph: &Graph) -> Uses {
        let mut uses = Uses {
            newest: vec![NONE; graph.value_count()],
            entries: Vec::with_capacity(2 * graph.value_count()),
        };
        for block in graph.blocks() {
            for &inst in &graph.block(block).insts {
                uses.add(graph, inst);
            }
        }
        uses
    }

    /// Notes everything that an instruction uses.
    pub fn add(&mut self, graph: &Graph, inst: Inst) {
        self.newest.resize(graph.value_count(), NONE);
        graph.for_each_use(inst, |value| {
            let newest = &mut self.newest[value.index()];
            if *newest == NONE || self.entries[*newest as usize].0 != inst {
                self.entries.push((inst, *newest));
                *newest = self.entries.len() as u32 - 1;
            }
        });
    }

    /// The instructions that use a value; one that names it twice may be there twice.
    pub fn of(&self, value: Value) -> impl Iterator<Item = Inst> + '_ {
        let mut at = self.newest.get(value.index()).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let &(user, before) = self.entries.get(at as usize)?;
            at = before;
            Some(user)
        })
    }
}
