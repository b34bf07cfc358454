//! How many instructions of which kind there are after each pass, all in all and in loops.

use crate::table;
use lathe_graph::effects::{Nature, nature};
use lathe_graph::{DominatorTree, Graph, InstKind, LoopTree};
use lathe_ir::Descriptors;

pub struct Table {
    rows: Vec<Vec<String>>,
}

#[derive(Clone, Copy, Default)]
struct Counts {
    all: usize,
    phis: usize,
    guards: usize,
    loads: usize,
}

impl Table {
    pub fn new(descriptors: &Descriptors, graph: &Graph) -> Table {
        let header = [
            "after",
            "blocks",
            "loops",
            "instructions",
            "phis",
            "guards",
            "loads",
            "in loops",
            "guards",
            "loads",
        ];
        let mut table = Table { rows: vec![header.map(String::from).to_vec()] };
        table.add("(input)", descriptors, graph);
        table
    }

    pub fn add(&mut self, name: &str, descriptors: &Descriptors, graph: &Graph) {
        let loops = LoopTree::compute(graph, &DominatorTree::compute(graph));
        let (mut total, mut inside) = (Counts::default(), Counts::default());
        for block in graph.blocks() {
            for &inst in &graph.block(block).insts {
                let kind = graph.kind(inst);
                if matches!(kind, InstKind::Goto) {
                    continue;
                }
                let in_loop = loops.innermost(block).is_some();
                for counts in [Some(&mut total), in_loop.then_some(&mut inside)].into_iter().flatten() {
                    counts.all += 1;
                    counts.phis += kind.is_phi() as usize;
                    match nature(descriptors, kind) {
                        Nature::Check | Nature::CheckPlace(_) => counts.guards += 1,
                        Nature::Load(_) => counts.loads += 1,
                        Nature::Pure | Nature::Partial | Nature::Allocation | Nature::Fixed => {}
                    }
                }
            }
        }
        let numbers = [
            graph.blocks().count(),
            loops.loops.len(),
            total.all,
            total.phis,
            total.guards,
            total.loads,
            inside.all,
            inside.guards,
            inside.loads,
        ];
        let mut row = vec![name.to_string()];
        row.extend(numbers.iter().map(usize::to_string));
        self.rows.push(row);
    }

    pub fn render(&self) -> String {
        table::render(&self.rows)
    }
}
