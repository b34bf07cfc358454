//! Values that stand for others: noted while a pass runs, done all at once at its end.

use crate::graph::{Graph, Inst};
use lathe_ir::{Const, Operand, Value};

#[derive(Clone, Debug)]
pub struct Replacements {
    /// For each value itself, another value, or (with the highest bit) a constant in the list.
    by: Vec<u32>,
    constants: Vec<Const>,
    any: bool,
}

const CONST: u32 = 1 << 31;

impl Replacements {
    pub fn new(graph: &Graph) -> Replacements {
        Replacements { by: (0..graph.value_count() as u32).collect(), constants: Vec::new(), any: false }
    }

    pub fn set(&mut self, value: Value, by: Operand) {
        self.by[value.index()] = match by {
            Operand::Value(other) => other.0,
            Operand::Const(constant) => {
                self.constants.push(constant);
                CONST | (self.constants.len() as u32 - 1)
            }
        };
        self.any = true;
    }

    /// What an operand stands for. Chains are short: a replacement is looked up before it is noted.
    pub fn resolve(&self, operand: Operand) -> Operand {
        let Operand::Value(mut value) = operand else { return operand };
        loop {
            // Values made since the table was are never replaced.
            let by = self.by.get(value.index()).copied().unwrap_or(value.0);
            if by & CONST != 0 {
                return Operand::Const(self.constants[(by & !CONST) as usize]);
            }
            if by == value.0 {
                return value.into();
            }
            value = Value(by);
        }
    }

    /// Renames everything that an instruction uses.
    pub fn apply_to(&self, graph: &mut Graph, inst: Inst) {
        graph.map_in_place(inst, |operand| self.resolve(operand));
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
