//! Graphviz text. Loops are clusters.

use super::{edge_label, lines, loop_title, marks};
use crate::dominators::DominatorTree;
use crate::graph::{Block, Graph};
use crate::loops::{LoopId, LoopTree};
use crate::rpo::Rpo;
use lathe_ir::Descriptors;
use std::fmt::Write;

/// A graph for `dot`.
pub fn dot(descriptors: &Descriptors, graph: &Graph) -> String {
    let loops = LoopTree::compute(graph, &DominatorTree::compute(graph));
    let rpo = Rpo::compute(graph);
    let mut text = "digraph graph_of_blocks {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n  \
                    edge [fontname=\"monospace\", fontsize=9];\n"
        .to_string();
    let writer = Writer { descriptors, graph, loops: &loops };
    for &block in rpo.order.iter().filter(|&&block| loops.innermost(block).is_none()) {
        writer.block(block, 1, &mut text);
    }
    for id in loops.ids().filter(|&id| loops.get(id).parent.is_none()) {
        writer.cluster(id, 1, &mut text);
    }
    for &block in &rpo.order {
        for (index, succ) in graph.block(block).succs.iter().enumerate() {
            let mut attributes = Vec::new();
            attributes.extend(edge_label(graph, block, index).map(|label| format!("label=\"{label}\"")));
            if rpo.place(*succ) <= rpo.place(block) {
                attributes.push("style=bold".to_string());
            }
            let attributes =
                if attributes.is_empty() { String::new() } else { format!(" [{}]", attributes.join(", ")) };
            let _ = writeln!(text, "  {block} -> {succ}{attributes};");
        }
    }
    text.push_str("}\n");
    text
}

struct Writer<'a> {
    descriptors: &'a Descriptors,
    graph: &'a Graph,
    loops: &'a LoopTree,
}

impl Writer<'_> {
    fn block(&self, block: Block, depth: usize, text: &mut String) {
        let mut words = vec![block.to_string()];
        words.extend(marks(self.graph, self.loops, block).iter().map(|mark| format!("[{mark}]")));
        let mut label = vec![words.join(" ")];
        label.extend(lines(self.descriptors, self.graph, block));
        let label: String = label.iter().map(|line| format!("{}\\l", escape(line))).collect();
        let _ = writeln!(text, "{:indent$}{block} [label=\"{label}\"];", "", indent = 2 * depth);
    }

    fn cluster(&self, id: LoopId, depth: usize, text: &mut String) {
        let found = self.loops.get(id);
        let indent = 2 * depth;
        let _ = writeln!(text, "{:indent$}subgraph cluster_{} {{", "", found.header);
        let _ = writeln!(text, "{:indent$}  label=\"{}\"; labeljust=l;", "", escape(&loop_title(found)));
        let _ = writeln!(text, "{:indent$}  style=filled; fillcolor=\"#0000ff14\"; color=\"#7080c0\";", "");
        for &block in &found.own_blocks {
            self.block(block, depth + 1, text);
        }
        for &child in &found.children {
            self.cluster(child, depth + 1, text);
        }
        let _ = writeln!(text, "{:indent$}}}", "");
    }
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
