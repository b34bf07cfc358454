//! Pictures of graphs: Graphviz text, and SVG with a layout of our own.
//!
//! A block is a box with its instructions, a loop is a shaded box around its blocks, and loops in loops are boxes in boxes.
//! That nothing overlaps follows from how it is made: a loop is laid out by itself and is then one node of what is around it.
//! Edges go down, except those that lead back, which go up round the side.
//!
//! | module | what it holds |
//! |---|---|
//! | [`dot`] | for Graphviz |
//! | [`layers`] | nodes in rows: their order and their places, so that edges are short and cross little |
//! | [`nest`] | loops in loops: what goes into the layers of which |
//! | [`route`] | where everything is, and the ways of edges |
//! | [`svg`] | drawing |

mod dot;
mod layers;
mod nest;
mod route;
mod svg;

pub use dot::dot;
pub use svg::svg;

use crate::graph::{Block, Graph};
use crate::loops::{Loop, LoopTree};
use crate::text::print_block;
use lathe_ir::Descriptors;

/// Longer lines go on in the next.
const MAX_LINE: usize = 76;

/// The instructions of a block, line by line.
fn lines(descriptors: &Descriptors, graph: &Graph, block: Block) -> Vec<String> {
    let text = print_block(descriptors, graph, block);
    text.lines().skip(1).flat_map(|line| wrap(line.strip_prefix("  ").unwrap_or(line))).collect()
}

fn wrap(line: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = line.trim_end().to_string();
    while rest.chars().count() > MAX_LINE {
        let fits = rest.char_indices().take(MAX_LINE).filter(|&(at, c)| c == ' ' && at > MAX_LINE / 2).last();
        let Some((at, _)) = fits else { break };
        let tail = format!("    {}", &rest[at + 1..]);
        rest.truncate(at);
        lines.push(std::mem::replace(&mut rest, tail));
    }
    lines.push(rest);
    lines
}

/// What a block is besides a block.
fn marks(graph: &Graph, loops: &LoopTree, block: Block) -> Vec<&'static str> {
    let data = graph.block(block);
    let mut marks = Vec::new();
    if block == Block::ENTRY {
        marks.push("entry");
    }
    if loops.loops.iter().any(|l| l.pre_header == Some(block)) {
        marks.push("pre-header");
    }
    if loops.innermost(block).is_some_and(|id| loops.get(id).header == block) {
        marks.push("header");
    }
    if data.osr_entry {
        marks.push("OSR entry");
    }
    if data.catch_begin {
        marks.push("catch");
    }
    marks
}

fn loop_title(found: &Loop) -> String {
    let mut title = format!("loop {}, depth {}", found.header, found.depth);
    if found.irreducible {
        title.push_str(", irreducible");
    }
    if found.is_infinite() {
        title.push_str(", infinite");
    }
    title
}

/// What an edge stands for: the ways of `if` have names.
fn edge_label(graph: &Graph, from: Block, successor: usize) -> Option<&'static str> {
    match (graph.block(from).succs.len(), successor) {
        (2, 0) => Some("true"),
        (2, 1) => Some("false"),
        _ => None,
    }
}
