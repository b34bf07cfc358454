//! Analyses as comments, so that what is printed is still a graph.

use lathe_graph::rpo::Rpo;
use lathe_graph::{Block, DominatorTree, Graph, LoopId, LoopTree};
use std::fmt::Write;

fn list(blocks: &[Block]) -> String {
    blocks.iter().map(Block::to_string).collect::<Vec<_>>().join(" ")
}

pub fn rpo(graph: &Graph) -> String {
    format!("# reverse post-order: {}\n", list(&Rpo::compute(graph).order))
}

/// The tree, each block below what dominates it.
pub fn dominators(graph: &Graph) -> String {
    let tree = DominatorTree::compute(graph);
    let mut out = "# dominators:\n".to_string();
    let mut depths = vec![0; graph.block_count()];
    for &block in tree.preorder() {
        depths[block.index()] = tree.parent(block).map_or(0, |parent| depths[parent.index()] + 1);
        let _ = writeln!(out, "#   {}{block}", "  ".repeat(depths[block.index()]));
    }
    out
}

pub fn loops(graph: &Graph) -> String {
    let tree = LoopTree::compute(graph, &DominatorTree::compute(graph));
    if tree.loops.is_empty() {
        return "# no loops\n".to_string();
    }
    let mut out = String::new();
    let outermost = tree.ids().filter(|&id| tree.get(id).parent.is_none());
    let mut work: Vec<LoopId> = outermost.collect();
    while let Some(id) = work.pop() {
        let found = tree.get(id);
        let mut blocks = tree.blocks(id);
        blocks.sort();
        let indent = "  ".repeat(found.depth as usize - 1);
        let _ =
            write!(out, "# {indent}loop {}, depth {}: blocks {}", found.header, found.depth, list(&blocks));
        let _ = write!(out, "; back-edges {}", list(&found.back_edges));
        match found.pre_header {
            Some(block) => {
                let _ = write!(out, "; pre-header {block}");
            }
            None => out.push_str("; no pre-header"),
        }
        let exits: Vec<String> = found.exits.iter().map(|(from, to)| format!("{from}->{to}")).collect();
        match exits.is_empty() {
            true => out.push_str("; infinite"),
            false => {
                let _ = write!(out, "; exits {}", exits.join(" "));
            }
        }
        if found.irreducible {
            out.push_str("; irreducible");
        }
        out.push('\n');
        work.extend(&found.children);
    }
    out
}
