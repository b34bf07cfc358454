//! Where everything is in the end, and the ways of edges.

use super::layers::spread;
use super::nest::{Chain, End, Nest, Nests, Node};
use crate::graph::Block;
use crate::loops::LoopId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Between edges at a block.
const EDGE_DISTANCE: f64 = 26.0;
/// Between an edge and a block's corner; there is a label beside an edge that leaves.
const CORNER: f64 = 12.0;
const LABEL: f64 = 42.0;
/// Below a block, before an edge turns anywhere.
const STRAIGHT: f64 = 15.0;
const ROUND: f64 = 7.0;
/// Below a row, where edges turn that lead back: labels are above.
const TURN_BELOW: f64 = 22.0;
/// Above a row, where they come in: below is the arrow.
const TURN_ABOVE: f64 = 16.0;
const BETWEEN_TURNS: f64 = 7.0;

#[derive(Clone, Copy, Debug, Default)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

#[derive(Debug)]
pub struct Drawing {
    pub width: f64,
    pub height: f64,
    pub blocks: Vec<(Block, Rect)>,
    /// Outer ones first.
    pub loops: Vec<(LoopId, Rect)>,
    /// In the order of [`Nests::edges`].
    pub ways: Vec<Way>,
}

#[derive(Debug)]
pub struct Way {
    /// As SVG writes it.
    pub path: String,
    pub leads_back: bool,
    /// Where it leaves its block, and whether other edges of the block are to its right.
    pub start: (f64, f64),
    pub is_left: bool,
}

/// Puts boxes into boxes, and draws edges.
pub fn route(nests: &Nests, size: &dyn Fn(Block) -> (f64, f64)) -> Drawing {
    let mut places = vec![(0.0, 0.0); nests.nests.len()];
    let mut drawing =
        Drawing { width: 0.0, height: 0.0, blocks: Vec::new(), loops: Vec::new(), ways: Vec::new() };
    let mut rects: FxHashMap<Block, Rect> = FxHashMap::default();
    for index in (0..nests.nests.len()).rev() {
        let nest = &nests.nests[index];
        let (x, y) = places[index];
        match nest.id {
            Some(id) => drawing.loops.push((id, Rect { x, y, width: nest.width, height: nest.height })),
            None => (drawing.width, drawing.height) = (nest.width, nest.height),
        }
        for &(node, cell) in &nest.nodes {
            let cell = &nest.layers.cells[cell];
            let left = x + nest.left + cell.x - cell.width / 2.0;
            let top = y + nest.rows[cell.row].0;
            match node {
                Node::Inner(inner) => places[inner] = (left, top),
                Node::Block(block) => {
                    let (width, height) = size(block);
                    let rect = Rect { x: left, y: top, width, height };
                    rects.insert(block, rect);
                    drawing.blocks.push((block, rect));
                }
            }
        }
    }
    let labelled = nests.edges.iter().filter(|edge| edge.successor == 1).map(|edge| edge.from).collect();
    let router = Router { nests, places: &places, rects: &rects, labelled };
    let (starts, ends) = (router.attach(true), router.attach(false));
    let mut rightmost: FxHashMap<Block, f64> = FxHashMap::default();
    for (edge, &start) in nests.edges.iter().zip(&starts) {
        let x = rightmost.entry(edge.from).or_insert(start);
        *x = x.max(start);
    }
    for (edge, chains) in nests.chains.iter().enumerate() {
        let from = nests.edges[edge].from;
        let is_left = starts[edge] < rightmost[&from];
        let start = (starts[edge], rects[&from].y + rects[&from].height);
        let mut path = format!("M{:.1} {:.1}", start.0, start.1);
        for chain in chains {
            router.chain(chain, starts[edge], ends[edge], &mut path);
        }
        let leads_back = chains.iter().any(|chain| chain.back.is_some());
        drawing.ways.push(Way { path, leads_back, start, is_left });
    }
    drawing
}

struct Router<'a> {
    nests: &'a Nests,
    places: &'a [(f64, f64)],
    rects: &'a FxHashMap<Block, Rect>,
    /// Blocks whose edges have labels.
    labelled: FxHashSet<Block>,
}

impl Router<'_> {
    fn nest(&self, chain: &Chain) -> &Nest {
        &self.nests.nests[chain.nest]
    }

    /// Where a cell's middle is.
    fn x(&self, chain: &Chain, cell: usize) -> f64 {
        let nest = self.nest(chain);
        self.places[chain.nest].0 + nest.left + nest.layers.cells[cell].x
    }

    /// The upper and lower ends of a cell's row.
    fn row(&self, chain: &Chain, cell: usize) -> (f64, f64) {
        let nest = self.nest(chain);
        let y = self.places[chain.nest].1;
        let (top, bottom) = nest.rows[nest.layers.cells[cell].row];
        (y + top, y + bottom)
    }

    /// For each edge, where it leaves its block (or comes to it): as near as possible below what it goes to, side by side.
    fn attach(&self, leaving: bool) -> Vec<f64> {
        let mut by_block: FxHashMap<Block, Vec<(usize, f64)>> = FxHashMap::default();
        for (index, edge) in self.nests.edges.iter().enumerate() {
            let chains = &self.nests.chains[index];
            let (block, chain) = if leaving { (edge.from, chains.first()) } else { (edge.to, chains.last()) };
            let chain = chain.expect("an edge has a chain");
            let wish = self.wish(chain, leaving);
            let (low, high) = self.side(block, leaving);
            let wish = wish.clamp(low, high);
            by_block.entry(block).or_default().push((index, wish));
        }
        let mut found = vec![0.0; self.nests.edges.len()];
        for (block, mut list) in by_block {
            // Those that lead back come last, at the right, the outermost lane first there.
            let back = |edge: usize| {
                let chains = &self.nests.chains[edge];
                let chain = if leaving { chains.first() } else { chains.last() };
                chain.and_then(|chain| chain.back).map_or(-1, |back| back.lane as i64)
            };
            list.sort_by(|a, b| a.1.total_cmp(&b.1).then(back(a.0).cmp(&back(b.0))).then(a.0.cmp(&b.0)));
            let (low, high) = self.side(block, leaving);
            let distance = EDGE_DISTANCE.min((high - low) / (list.len() - 1).max(1) as f64);
            let wishes: Vec<(f64, f64)> = list.iter().map(|&(_, wish)| (wish, 1.0)).collect();
            let mut places = spread(&wishes, &vec![distance; list.len()]);
            let count = places.len();
            for (index, place) in places.iter_mut().enumerate() {
                let most = high - distance * (count - 1 - index) as f64;
                *place = place.min(most).max(low + distance * index as f64);
            }
            for ((edge, _), place) in list.into_iter().zip(places) {
                found[edge] = place;
            }
        }
        found
    }

    /// The part of a block's lower (or upper) side where edges are.
    fn side(&self, block: Block, leaving: bool) -> (f64, f64) {
        let rect = self.rects[&block];
        let inset =
            if leaving && self.labelled.contains(&block) { LABEL } else { CORNER }.min(rect.width / 2.0);
        (rect.x + inset, rect.x + rect.width - inset)
    }

    /// Where the first (or last) part of an edge would be straight.
    fn wish(&self, chain: &Chain, leaving: bool) -> f64 {
        if chain.back.is_some() {
            return f64::INFINITY;
        }
        let (neighbour, end) = match leaving {
            true => (chain.cells[1], chain.to),
            false => (chain.cells[chain.cells.len() - 2], chain.from),
        };
        if chain.cells.len() > 2 {
            return self.x(chain, neighbour);
        }
        match (end, if leaving { chain.from } else { chain.to }) {
            (End::Node(Node::Inner(inner)), _) => {
                self.x(chain, neighbour) + self.nests.nests[inner].port(chain.edge, !leaving)
            }
            // Two blocks, one above the other: both have the same wish.
            (End::Node(Node::Block(other)), End::Node(Node::Block(block))) => {
                let (a, b) = (self.side(block, leaving), self.side(other, !leaving));
                let (low, high) = (a.0.max(b.0), a.1.min(b.1));
                let middle = (a.0 + a.1 + b.0 + b.1) / 4.0;
                if low < high { middle.clamp(low, high) } else { self.x(chain, neighbour) }
            }
            (End::Node(Node::Block(_)) | End::Border, _) => self.x(chain, neighbour),
        }
    }

    /// Goes on from the end of the chain before.
    fn chain(&self, chain: &Chain, start: f64, end: f64, path: &mut String) {
        let (first, last) = (chain.cells[0], chain.cells[chain.cells.len() - 1]);
        let at = |cell: usize, side: End, out: bool, at_block: f64| match side {
            End::Node(Node::Block(_)) => at_block,
            End::Node(Node::Inner(inner)) => {
                self.x(chain, cell) + self.nests.nests[inner].port(chain.edge, out)
            }
            End::Border => self.x(chain, cell),
        };
        let mut x = at(first, chain.from, true, start);
        let end_x = at(last, chain.to, false, end);
        if let Some(back) = chain.back {
            let nest = self.nest(chain);
            let lane = self.places[chain.nest].0 + nest.lane_x(back.lane);
            let below = self.row(chain, first).1 + TURN_BELOW + BETWEEN_TURNS * back.leaving as f64;
            let above = self.row(chain, last).0 - TURN_ABOVE - BETWEEN_TURNS * back.arriving as f64;
            let to_left = if end_x < lane { ROUND } else { -ROUND };
            let to_right = if lane > x { ROUND } else { -ROUND };
            let _ = write!(
                path,
                " V{:.1} Q{:.1} {:.1} {:.1} {:.1} H{:.1} Q{:.1} {:.1} {:.1} {:.1}",
                below - ROUND,
                x,
                below,
                x + to_right,
                below,
                lane - to_right,
                lane,
                below,
                lane,
                below - ROUND,
            );
            let _ = write!(
                path,
                " V{:.1} Q{:.1} {:.1} {:.1} {:.1} H{:.1} Q{:.1} {:.1} {:.1} {:.1} V{:.1}",
                above + ROUND,
                lane,
                above,
                lane - to_left,
                above,
                end_x + to_left,
                end_x,
                above,
                end_x,
                above + ROUND,
                self.row(chain, last).0,
            );
            return;
        }
        for (index, pair) in chain.cells.windows(2).enumerate() {
            let next = if index + 2 == chain.cells.len() { end_x } else { self.x(chain, pair[1]) };
            let (mut bottom, top) = (self.row(chain, pair[0]).1, self.row(chain, pair[1]).0);
            if let (0, End::Node(Node::Block(block))) = (index, chain.from) {
                // Past the label.
                bottom = bottom.max(self.rects[&block].y + self.rects[&block].height + STRAIGHT);
            }
            let _ = write!(path, " V{bottom:.1}");
            if (next - x).abs() < 0.5 {
                let _ = write!(path, " V{top:.1}");
            } else {
                let middle = (bottom + top) / 2.0;
                let _ = write!(path, " C{x:.1} {middle:.1} {next:.1} {middle:.1} {next:.1} {top:.1}");
            }
            x = next;
        }
        // A box ends below its last row.
        if chain.to == End::Border {
            let nest = self.nest(chain);
            let _ = write!(path, " V{:.1}", self.places[chain.nest].1 + nest.height);
        }
    }
}
