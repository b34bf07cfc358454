//! Loops in loops: each has layers of its own, in which an inner loop is one cell.
//!
//! An edge that crosses the border of a loop's box does so through a *port*, a cell in the first or last row of the loop's layers,
//! so there is room for it on its way through. It is made of *chains*, one in each box that it goes through: down from row to
//! row, or back up by a lane at the right side.

use super::layers::{Layers, Link};
use crate::graph::{Block, Graph};
use crate::loops::{LoopId, LoopTree};
use crate::rpo::Rpo;
use rustc_hash::FxHashMap;

/// The first row of a box is its upper border, the last its lower one.
const FIRST: usize = 0;
/// Of an edge that passes by.
const PASSING_WIDTH: f64 = 8.0;

pub const PADDING: f64 = 16.0;
pub const TITLE: f64 = 20.0;
pub const LANE: f64 = 12.0;
/// Between rows, and for each edge that runs along in between.
const GAP: f64 = 48.0;
const GAP_PER_BACK_EDGE: f64 = 8.0;
/// At the borders, with edges that go through them, and without.
const BORDER_GAP: f64 = 34.0;
const EMPTY_GAP: f64 = 6.0;
/// Where edges turn that lead back.
const TURN_GAP: f64 = 30.0;

/// What stands in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    Block(Block),
    /// An inner box.
    Inner(usize),
}

/// Where a chain begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Node(Node),
    /// A port.
    Border,
}

#[derive(Clone, Debug)]
pub struct Chain {
    /// The box.
    pub nest: usize,
    pub edge: usize,
    pub from: End,
    pub to: End,
    /// From row to row; for one that leads back, its first and last only.
    pub cells: Vec<usize>,
    pub back: Option<Back>,
}

/// A way back up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Back {
    /// Counted from the inside.
    pub lane: usize,
    /// Which of those that leave into the same gap, and of those that arrive through the same gap.
    pub leaving: usize,
    pub arriving: usize,
}

#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: Block,
    pub successor: usize,
    pub to: Block,
}

/// A box: that of a loop, or the outermost, which is the whole picture.
#[derive(Debug, Default)]
pub struct Nest {
    pub id: Option<LoopId>,
    pub layers: Layers,
    pub nodes: Vec<(Node, usize)>,
    /// The upper and lower ends of rows, from the top of the box.
    pub rows: Vec<(f64, f64)>,
    pub width: f64,
    pub height: f64,
    /// How wide it is without lanes and padding.
    inside: f64,
    /// Where things begin.
    pub left: f64,
    lanes: usize,
    /// Where edges go through the border: from the middle of the box. In or out.
    ports: FxHashMap<(usize, bool), f64>,
}

impl Nest {
    pub fn port(&self, edge: usize, out: bool) -> f64 {
        self.ports.get(&(edge, out)).copied().unwrap_or(0.0)
    }

    pub fn lane_x(&self, lane: usize) -> f64 {
        self.left + self.inside + LANE * (lane as f64 + 1.0)
    }
}

#[derive(Debug)]
pub struct Nests {
    /// The outermost comes last; inner ones before those around them.
    pub nests: Vec<Nest>,
    pub edges: Vec<Edge>,
    /// All chains of each edge, in its direction.
    pub chains: Vec<Vec<Chain>>,
}

/// Lays everything out. `size` is the width and height of a block.
pub fn nest(
    graph: &Graph,
    loops: &LoopTree,
    rpo: &Rpo,
    size: &dyn Fn(Block) -> (f64, f64),
    title_width: &dyn Fn(LoopId) -> f64,
) -> Nests {
    let outermost = loops.loops.len();
    let mut nests: Vec<Nest> = (0..=outermost).map(|_| Nest::default()).collect();
    for id in loops.ids() {
        nests[id.index()].id = Some(id);
    }
    let around = |nest: usize| -> Option<usize> {
        let id = (nest < outermost).then_some(LoopId(nest as u32))?;
        Some(loops.get(id).parent.map_or(outermost, LoopId::index))
    };
    let home = |block: Block| loops.innermost(block).map_or(outermost, LoopId::index);
    let mut edges = Vec::new();
    for &from in &rpo.order {
        for (successor, &to) in graph.block(from).succs.iter().enumerate() {
            edges.push(Edge { from, successor, to });
        }
    }
    // The chains of each box, and for each edge where its chains are.
    let mut chains: Vec<Vec<Chain>> = vec![Vec::new(); outermost + 1];
    let mut parts: Vec<Vec<(usize, usize)>> = Vec::new();
    for (edge, &Edge { from, to, .. }) in edges.iter().enumerate() {
        let path = |block: Block| -> Vec<(usize, Node)> {
            let mut path = vec![(home(block), Node::Block(block))];
            while let Some(outer) = path.last().and_then(|&(nest, _)| around(nest)) {
                let inner = path.last().map_or(outermost, |&(nest, _)| nest);
                path.push((outer, Node::Inner(inner)));
            }
            path
        };
        let (up, down) = (path(from), path(to));
        let common = |nest: usize| down.iter().any(|&(other, _)| other == nest);
        let mut list = Vec::new();
        let mut add = |nest: usize, from: End, to: End| {
            list.push((nest, chains[nest].len()));
            chains[nest].push(Chain { nest, edge, from, to, cells: Vec::new(), back: None });
        };
        let meeting = up.iter().position(|&(nest, _)| common(nest)).unwrap_or(up.len() - 1);
        for &(nest, node) in &up[..meeting] {
            add(nest, End::Node(node), End::Border);
        }
        let (meeting, node) = up[meeting];
        let at = down.iter().position(|&(nest, _)| nest == meeting).unwrap_or(down.len() - 1);
        add(meeting, End::Node(node), End::Node(down[at].1));
        for &(nest, node) in down[..at].iter().rev() {
            add(nest, End::Border, End::Node(node));
        }
        parts.push(list);
    }
    let place = |node: Node| match node {
        Node::Block(block) => rpo.place(block),
        Node::Inner(nest) => rpo.place(loops.loops[nest].header),
    };
    let mut contents: Vec<Vec<Node>> = vec![Vec::new(); outermost + 1];
    rpo.order.iter().for_each(|&block| contents[home(block)].push(Node::Block(block)));
    for inner in 0..outermost {
        contents[around(inner).unwrap_or(outermost)].push(Node::Inner(inner));
    }
    for (index, nodes) in contents.iter_mut().enumerate() {
        nodes.sort_by_key(|&node| place(node));
        let title = nests[index].id.map_or(0.0, title_width);
        let laid_out = Builder { nests: &nests, size, nodes, chains: &mut chains[index] }.build(title);
        let id = nests[index].id;
        nests[index] = Nest { id, ..laid_out };
    }
    let chains = parts
        .into_iter()
        .map(|list| list.into_iter().map(|(nest, index)| chains[nest][index].clone()).collect())
        .collect();
    Nests { nests, edges, chains }
}

/// One box; those inside are done.
struct Builder<'a> {
    nests: &'a [Nest],
    size: &'a dyn Fn(Block) -> (f64, f64),
    /// In an order in which edges that do not lead back go forward.
    nodes: &'a [Node],
    chains: &'a mut Vec<Chain>,
}

impl Builder<'_> {
    fn build(mut self, title: f64) -> Nest {
        let orders: FxHashMap<Node, usize> = self.nodes.iter().enumerate().map(|(i, &n)| (n, i)).collect();
        let mut rows: Vec<usize> = vec![FIRST + 1; self.nodes.len()];
        let mut forward: Vec<Vec<usize>> = vec![Vec::new(); self.nodes.len()];
        for chain in self.chains.iter_mut() {
            if let (End::Node(from), End::Node(to)) = (chain.from, chain.to) {
                match orders[&from] < orders[&to] {
                    true => forward[orders[&from]].push(orders[&to]),
                    false => chain.back = Some(Back::default()),
                }
            }
        }
        for order in 0..self.nodes.len() {
            for &to in &forward[order] {
                rows[to] = rows[to].max(rows[order] + 1);
            }
        }
        let last = rows.iter().max().map_or(FIRST + 1, |row| row + 1);
        let mut nest = Nest::default();
        let mut heights = vec![0.0_f64; last + 1];
        for (&node, &row) in self.nodes.iter().zip(&rows) {
            let (width, height) = self.node_size(node);
            heights[row] = heights[row].max(height);
            nest.nodes.push((node, nest.layers.add(row, width)));
        }
        let cells: FxHashMap<Node, usize> = nest.nodes.iter().copied().collect();
        self.link(&mut nest.layers, &cells, last);
        nest.inside = nest.layers.arrange();
        let gaps = self.lanes(&mut nest, last);
        let mut y = if title > 0.0 { TITLE } else { 0.0 };
        for (height, gap) in heights.iter().zip(gaps) {
            nest.rows.push((y, y + height));
            y += height + gap;
        }
        nest.height = y + PADDING / 2.0;
        nest.width = nest.inside + 2.0 * PADDING + LANE * nest.lanes as f64;
        let missing = (title + PADDING - nest.width).max(0.0);
        nest.width += missing;
        nest.left = PADDING + missing / 2.0;
        let (left, middle) = (nest.left, nest.width / 2.0);
        for chain in self.chains.iter() {
            let first = *chain.cells.first().expect("a chain has cells");
            let end = *chain.cells.last().expect("a chain has cells");
            if chain.from == End::Border {
                nest.ports.insert((chain.edge, false), left + nest.layers.cells[first].x - middle);
            }
            if chain.to == End::Border {
                nest.ports.insert((chain.edge, true), left + nest.layers.cells[end].x - middle);
            }
        }
        nest
    }

    fn node_size(&self, node: Node) -> (f64, f64) {
        match node {
            Node::Block(block) => (self.size)(block),
            Node::Inner(nest) => (self.nests[nest].width, self.nests[nest].height),
        }
    }

    /// The cells and links of all chains that go down.
    fn link(&mut self, layers: &mut Layers, cells: &FxHashMap<Node, usize>, last: usize) {
        for index in 0..self.chains.len() {
            let chain = &self.chains[index];
            let mut cell = |end: End, row: usize| match end {
                End::Node(node) => cells[&node],
                End::Border => layers.add(row, PASSING_WIDTH),
            };
            let (from, to) = (cell(chain.from, FIRST), cell(chain.to, last));
            let mut list = vec![from];
            if chain.back.is_none() {
                for row in layers.cells[from].row + 1..layers.cells[to].row {
                    list.push(layers.add(row, PASSING_WIDTH));
                }
            }
            list.push(to);
            if chain.back.is_none() {
                for (at, pair) in list.windows(2).enumerate() {
                    let from_dx = if at == 0 { self.dx(chain.from, chain.edge, true) } else { 0.0 };
                    let is_last = at + 2 == list.len();
                    let to_dx = if is_last { self.dx(chain.to, chain.edge, false) } else { 0.0 };
                    let passing = (at > 0) as u32 + !is_last as u32;
                    let weight = [1.0, 2.0, 8.0][passing as usize];
                    layers.links.push(Link { from: pair[0], to: pair[1], from_dx, to_dx, weight });
                }
            }
            self.chains[index].cells = list;
        }
    }

    fn dx(&self, end: End, edge: usize, out: bool) -> f64 {
        match end {
            End::Node(Node::Inner(nest)) => self.nests[nest].port(edge, out),
            End::Node(Node::Block(_)) | End::Border => 0.0,
        }
    }

    /// Gives every chain that leads back a lane, short ones inside; the height of the gap below each row.
    fn lanes(&mut self, nest: &mut Nest, last: usize) -> Vec<f64> {
        let row = |cell: usize| nest.layers.cells[cell].row;
        let mut back: Vec<usize> =
            (0..self.chains.len()).filter(|&index| self.chains[index].back.is_some()).collect();
        back.sort_by_key(|&index| {
            let cells = &self.chains[index].cells;
            row(cells[0]).abs_diff(row(cells[1]))
        });
        let mut gaps = vec![GAP; last + 1];
        let border = |crossed: bool| if crossed { BORDER_GAP } else { EMPTY_GAP };
        gaps[FIRST] = border(self.chains.iter().any(|chain| chain.from == End::Border));
        gaps[last - 1] = border(self.chains.iter().any(|chain| chain.to == End::Border));
        gaps[last] = 0.0;
        let mut leaving = vec![0; last + 1];
        let mut arriving = vec![0; last + 1];
        for (lane, &index) in back.iter().enumerate() {
            let (from, to) = (row(self.chains[index].cells[0]), row(self.chains[index].cells[1]));
            self.chains[index].back = Some(Back { lane, leaving: leaving[from], arriving: arriving[to] });
            leaving[from] += 1;
            arriving[to] += 1;
            for gap in [from, to - 1] {
                gaps[gap] = gaps[gap].max(TURN_GAP) + GAP_PER_BACK_EDGE;
            }
        }
        nest.lanes = back.len();
        gaps
    }
}
