//! The loop tree: natural loops, irreducible ones, how they nest.
//!
//! A loop has a header, through which a depth-first search first enters it, and *back-edges* from inside to the header. If the
//! header dominates their sources the loop is natural; otherwise it has a second way in and is *irreducible*. Found in one
//! pass over the blocks, innermost loops first, with a union-find that has inner loops stand as their headers (Havlak's
//! refinement of Tarjan's algorithm).
//!
//! An irreducible loop is the part of a cycle that the search sees from its header; its second entrances belong to the
//! loops around it. That is enough to leave it alone.

use crate::dominators::DominatorTree;
use crate::graph::{Block, Graph};
use crate::inst::InstKind;
use lathe_ir::Operand;
use rustc_hash::FxHashMap;

/// An index into [`LoopTree::loops`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

impl LoopId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub struct Loop {
    pub header: Block,
    /// The sources of edges to the header from inside.
    pub back_edges: Vec<Block>,
    /// Blocks of this loop that are in no inner loop; the header is the first.
    pub own_blocks: Vec<Block>,
    pub parent: Option<LoopId>,
    pub children: Vec<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
    pub irreducible: bool,
    /// The edges that leave the loop. None: an infinite loop, that only deoptimising instructions can end.
    pub exits: Vec<(Block, Block)>,
    /// The only predecessor outside, if it goes nowhere else.
    pub pre_header: Option<Block>,
}

impl Loop {
    pub fn is_infinite(&self) -> bool {
        self.exits.is_empty()
    }
}

#[derive(Clone, Debug)]
pub struct LoopTree {
    /// Inner loops come before those around them.
    pub loops: Vec<Loop>,
    /// The innermost loop of each block.
    innermost: Vec<Option<LoopId>>,
}

impl LoopTree {
    pub fn compute(graph: &Graph, dominators: &DominatorTree) -> LoopTree {
        let mut tree = LoopTree { loops: Vec::new(), innermost: vec![None; graph.block_count()] };
        if graph.block_count() > 0 {
            Finder::new(graph).find(graph, dominators, &mut tree);
            tree.nest();
            tree.find_exits(graph);
            for index in 0..tree.loops.len() {
                let found = tree.find_pre_header(graph, LoopId(index as u32));
                tree.loops[index].pre_header = found;
            }
        }
        tree
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.index()]
    }

    /// Inner loops first.
    pub fn ids(&self) -> impl Iterator<Item = LoopId> + use<> {
        (0..self.loops.len() as u32).map(LoopId)
    }

    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost.get(block.index()).copied().flatten()
    }

    pub fn depth(&self, block: Block) -> u32 {
        self.innermost(block).map_or(0, |id| self.get(id).depth)
    }

    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        let depth = self.get(id).depth;
        let mut at = self.innermost(block);
        while let Some(inner) = at {
            if self.get(inner).depth <= depth {
                return inner == id;
            }
            at = self.get(inner).parent;
        }
        false
    }

    /// A block that was added to the graph belongs to this loop.
    pub fn add_block(&mut self, block: Block, to: Option<LoopId>) {
        if self.innermost.len() <= block.index() {
            self.innermost.resize(block.index() + 1, None);
        }
        self.innermost[block.index()] = to;
        if let Some(id) = to {
            self.loops[id.index()].own_blocks.push(block);
        }
    }

    /// All blocks of a loop, those of inner loops included.
    pub fn blocks(&self, id: LoopId) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            blocks.extend(&self.get(id).own_blocks);
            work.extend(&self.get(id).children);
        }
        blocks
    }

    /// Depths, from the outermost loops inwards; children in the order of their numbers.
    fn nest(&mut self) {
        for index in (0..self.loops.len()).rev() {
            let depth = match self.loops[index].parent {
                Some(parent) => self.loops[parent.index()].depth + 1,
                None => 1,
            };
            self.loops[index].depth = depth;
        }
        for index in 0..self.loops.len() {
            if let Some(parent) = self.loops[index].parent {
                self.loops[parent.index()].children.push(LoopId(index as u32));
            }
        }
    }

    fn find_exits(&mut self, graph: &Graph) {
        for block in graph.blocks() {
            for &succ in &graph.block(block).succs {
                let mut at = self.innermost(block);
                while let Some(id) = at.filter(|&id| !self.contains(id, succ)) {
                    self.loops[id.index()].exits.push((block, succ));
                    at = self.get(id).parent;
                }
            }
        }
    }

    /// The predecessors of a loop's header that are outside.
    fn outside_preds<'a>(&'a self, graph: &'a Graph, id: LoopId) -> impl Iterator<Item = Block> + 'a {
        let header = self.get(id).header;
        graph.block(header).preds.iter().copied().filter(move |&pred| !self.contains(id, pred))
    }

    fn find_pre_header(&self, graph: &Graph, id: LoopId) -> Option<Block> {
        let mut preds = self.outside_preds(graph, id);
        match (preds.next(), preds.next()) {
            (Some(only), None) if graph.block(only).succs.len() == 1 && only != Block::ENTRY => Some(only),
            _ => None,
        }
    }

    /// Puts a block in front of a loop's header, through which all ways into the loop go, unless there is one. Dominators and
    /// loops are kept up to date (the dominator tree wants a refresh). Irreducible loops have other ways in, and a handler
    /// must stay what exceptions lead to: these get none.
    pub fn insert_pre_header(
        &mut self,
        graph: &mut Graph,
        dominators: &mut DominatorTree,
        id: LoopId,
    ) -> Option<Block> {
        let header = self.get(id).header;
        if self.get(id).irreducible || graph.block(header).catch_begin || header == Block::ENTRY {
            return None;
        }
        if let Some(found) = self.find_pre_header(graph, id) {
            self.loops[id.index()].pre_header = Some(found);
            return Some(found);
        }
        let outside: Vec<Block> = self.outside_preds(graph, id).collect();
        let block = match outside.as_slice() {
            [] => return None,
            [only] => graph.split_edge(*only, header),
            several => join_edges(graph, several, header),
        };
        let parent = dominators.parent(header).expect("a header is not the entry");
        dominators.insert(block, parent);
        dominators.move_below(header, block);
        let around = self.get(id).parent;
        self.add_block(block, around);
        self.loops[id.index()].pre_header = Some(block);
        for source in outside {
            let mut at = self.innermost(source);
            while let Some(id) = at {
                let left = &mut self.loops[id.index()];
                left.exits
                    .iter_mut()
                    .filter(|exit| **exit == (source, header))
                    .for_each(|exit| exit.1 = block);
                at = left.parent;
            }
        }
        Some(block)
    }
}

/// Lets several edges to `target` go through one new block; what they bring to phis is joined there.
fn join_edges(graph: &mut Graph, sources: &[Block], target: Block) -> Block {
    let block = graph.new_block();
    let phis: Vec<_> = graph.phis(target).collect();
    let mut joined = Vec::new();
    for &phi in &phis {
        let inputs: Vec<Operand> = sources
            .iter()
            .map(|&s| graph.phi_input(phi, s).expect("an input for each predecessor"))
            .collect();
        joined.push(inputs);
    }
    for &source in sources {
        graph.redirect(source, target, block);
    }
    graph.add_edge(block, target);
    for (&phi, inputs) in phis.iter().zip(joined) {
        let input = if inputs.iter().all(|&input| input == inputs[0]) {
            inputs[0]
        } else {
            let ty = graph.operand_type(inputs[0]);
            Operand::Value(graph.push_phi(block, inputs, ty))
        };
        if let InstKind::Phi(list) = &mut graph.inst_mut(phi).kind {
            list.push(input);
        }
    }
    graph.push(block, InstKind::Goto, None);
    block
}

const NONE: u32 = u32::MAX;

/// A depth-first search and what is known of each of its numbers.
struct Finder {
    order: Vec<Block>,
    numbers: Vec<u32>,
    /// The largest number below each in the search tree.
    last: Vec<u32>,
    /// Ways into irreducible loops from outside: for a header's number, those that stand for where they come from.
    side_entries: FxHashMap<u32, Vec<u32>>,
    /// Union-find: the header of the outermost loop found so far that a number is in.
    stands_for: Vec<u32>,
}

impl Finder {
    fn new(graph: &Graph) -> Finder {
        let mut numbers = vec![NONE; graph.block_count()];
        let mut order = vec![Block::ENTRY];
        let mut last = vec![0];
        numbers[Block::ENTRY.index()] = 0;
        let mut stack = vec![(Block::ENTRY, graph.block(Block::ENTRY).succs.len())];
        while let Some((block, left)) = stack.last_mut() {
            if *left == 0 {
                last[numbers[block.index()] as usize] = order.len() as u32 - 1;
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = graph.block(*block).succs[*left];
            if numbers[next.index()] == NONE {
                numbers[next.index()] = order.len() as u32;
                order.push(next);
                last.push(0);
                stack.push((next, graph.block(next).succs.len()));
            }
        }
        let count = order.len();
        Finder {
            order,
            numbers,
            last,
            side_entries: FxHashMap::default(),
            stands_for: (0..count as u32).collect(),
        }
    }

    fn is_ancestor(&self, above: u32, below: u32) -> bool {
        above <= below && below <= self.last[above as usize]
    }

    /// Whether the edge from a predecessor to a number comes from below it.
    fn is_back_edge(&self, pred: Block, number: u32) -> bool {
        let from = self.numbers[pred.index()];
        from != NONE && self.is_ancestor(number, from)
    }

    fn find_set(&mut self, mut x: u32) -> u32 {
        while self.stands_for[x as usize] != x {
            self.stands_for[x as usize] = self.stands_for[self.stands_for[x as usize] as usize];
            x = self.stands_for[x as usize];
        }
        x
    }

    fn find(&mut self, graph: &Graph, dominators: &DominatorTree, tree: &mut LoopTree) {
        let count = self.order.len() as u32;
        // The loop whose header a number is.
        let mut headed: Vec<Option<LoopId>> = vec![None; count as usize];
        let mut in_body = vec![NONE; count as usize];
        let mut from = Vec::new();
        for w in (0..count).rev() {
            let header = self.order[w as usize];
            let goes_back = |&pred: &Block| self.is_back_edge(pred, w);
            let sources: Vec<Block> = graph.block(header).preds.iter().copied().filter(goes_back).collect();
            if sources.is_empty() {
                continue;
            }
            let mut irreducible = sources.iter().any(|&source| !dominators.dominates(header, source));
            let mut body = Vec::new();
            for source in &sources {
                let x = self.find_set(self.numbers[source.index()]);
                if x != w && std::mem::replace(&mut in_body[x as usize], w) != w {
                    body.push(x);
                }
            }
            let mut next = 0;
            while let Some(&x) = body.get(next) {
                next += 1;
                let preds = graph.block(self.order[x as usize]).preds.iter();
                from.clear();
                from.extend(
                    preds.filter(|pred| !self.is_back_edge(**pred, x)).map(|pred| self.numbers[pred.index()]),
                );
                from.retain(|&pred| pred != NONE);
                from.extend(self.side_entries.get(&x).into_iter().flatten());
                for &pred in &from {
                    let y = self.find_set(pred);
                    if !self.is_ancestor(w, y) {
                        // A way into the loop that does not go through the header.
                        irreducible = true;
                        self.side_entries.entry(w).or_default().push(y);
                    } else if y != w && std::mem::replace(&mut in_body[y as usize], w) != w {
                        body.push(y);
                    }
                }
            }
            let id = LoopId(tree.loops.len() as u32);
            let mut own_blocks = vec![header];
            tree.innermost[header.index()] = Some(id);
            for &x in &body {
                self.stands_for[x as usize] = w;
                match headed[x as usize] {
                    Some(inner) => tree.loops[inner.index()].parent = Some(id),
                    None => {
                        tree.innermost[self.order[x as usize].index()] = Some(id);
                        own_blocks.push(self.order[x as usize]);
                    }
                }
            }
            headed[w as usize] = Some(id);
            tree.loops.push(Loop {
                header,
                back_edges: sources,
                own_blocks,
                parent: None,
                children: Vec::new(),
                depth: 0,
                irreducible,
                exits: Vec::new(),
                pre_header: None,
            });
        }
    }
}
