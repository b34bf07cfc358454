//! Values that stand for others: noted while a pass runs, done all at once at its end.

use crate::graph::{Graph, Inst};
use lathe_ir::{Operand, Value};

#[derive(Clone, Debug)]
pub struct Replacements {
    by: Vec<Option<Operand>>,
    any: bool,
}

impl Replacements {
    pub fn new(graph: &Graph) -> Replacements {
        Replacements { by: vec![None; graph.value_count()], any: false }
    }

    pub fn set(&mut self, value: Value, by: Operand) {
        if self.by.len() <= value.index() {
            self.by.resize(value.index() + 1, None);
        }
        self.by[value.index()] = Some(by);
        self.any = true;
    }

    /// What an operand stands for. Chains are short: a replacement is looked up before it is noted.
    pub fn resolve(&self, mut operand: Operand) -> Operand {
        while let Operand::Value(value) = operand
            && let Some(by) = self.by.get(value.index()).copied().flatten()
        {
            operand = by;
        }
        operand
    }

    /// Renames what one instruction uses.
    pub fn apply_to(&self, graph: &mut Graph, inst: Inst) {
        graph.map_uses(inst, |operand| self.resolve(operand));
    }

    /// Renames everything in the graph.
    pub fn apply(&self, graph: &mut Graph) {
        if !self.any {
            return;
        }
        for block in graph.blocks().collect::<Vec<_>>() {
            for position in 0..graph.block(block).insts.len() {
                let inst = graph.block(block).insts[position];
                self.apply_to(graph, inst);
            }
        }
    }
}
