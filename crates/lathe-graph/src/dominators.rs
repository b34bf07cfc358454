//! The dominator tree.
//!
//! *a* dominates *b* if every way from the entry to *b* goes through *a*. Computed by semi-dominators with path compression
//! and nearest common ancestors (semi-NCA, Georgiadis and Tarjan): near-linear, and simpler than Lengauer and Tarjan's buckets.
//!
//! Peeling knows where its new blocks belong in the tree, so it changes the tree ([`DominatorTree::insert`],
//! [`DominatorTree::move_below`]) instead of computing it again; [`DominatorTree::refresh`] then renews the numbers that make
//! [`DominatorTree::dominates`] a comparison.

use crate::graph::{Block, Graph};

#[derive(Clone, Debug)]
pub struct DominatorTree {
    /// `None` for the entry and for blocks that cannot be reached.
    parents: Vec<Option<Block>>,
    reachable: Vec<bool>,
    /// When a walk of the tree enters and leaves each block.
    entered: Vec<u32>,
    left: Vec<u32>,
    /// Every block after its parent.
    preorder: Vec<Block>,
    stale: bool,
}

const NONE: u32 = u32::MAX;

impl DominatorTree {
    pub fn compute(graph: &Graph) -> DominatorTree {
        let count = graph.block_count();
        let mut tree = DominatorTree {
            parents: vec![None; count],
            reachable: vec![false; count],
            entered: vec![0; count],
            left: vec![0; count],
            preorder: Vec::new(),
            stale: true,
        };
        if count == 0 {
            return tree;
        }
        let search = Search::new(graph);
        for (number, dominator) in search.immediate_dominators(graph).into_iter().enumerate() {
            let block = search.order[number];
            tree.reachable[block.index()] = true;
            if number > 0 {
                tree.parents[block.index()] = Some(search.order[dominator as usize]);
            }
        }
        tree.refresh();
        tree
    }

    /// The immediate dominator.
    pub fn parent(&self, block: Block) -> Option<Block> {
        self.parents.get(block.index()).copied().flatten()
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        self.reachable.get(block.index()).copied().unwrap_or(false)
    }

    /// Whether every way to `b` goes through `a`; a block dominates itself. The tree must be fresh.
    pub fn dominates(&self, a: Block, b: Block) -> bool {
        assert!(!self.stale, "the dominator tree was changed and not refreshed");
        self.is_reachable(a)
            && self.is_reachable(b)
            && self.entered[a.index()] <= self.entered[b.index()]
            && self.left[b.index()] <= self.left[a.index()]
    }

    /// Every reachable block after its parent. The tree must be fresh.
    pub fn preorder(&self) -> &[Block] {
        assert!(!self.stale, "the dominator tree was changed and not refreshed");
        &self.preorder
    }

    /// A new block under `parent`.
    pub fn insert(&mut self, block: Block, parent: Block) {
        if self.parents.len() <= block.index() {
            let count = block.index() + 1;
            self.parents.resize(count, None);
            self.reachable.resize(count, false);
            self.entered.resize(count, 0);
            self.left.resize(count, 0);
        }
        self.parents[block.index()] = Some(parent);
        self.reachable[block.index()] = true;
        self.stale = true;
    }

    /// A block, with all that it dominates, goes under another.
    pub fn move_below(&mut self, block: Block, parent: Block) {
        self.parents[block.index()] = Some(parent);
        self.stale = true;
    }

    /// Numbers the tree anew, in linear time.
    pub fn refresh(&mut self) {
        let count = self.parents.len();
        let mut first_child = vec![NONE; count];
        let mut sibling = vec![NONE; count];
        for index in (0..count).rev() {
            if let Some(parent) = self.parents[index] {
                sibling[index] = first_child[parent.index()];
                first_child[parent.index()] = index as u32;
            }
        }
        self.preorder.clear();
        let mut clock = 0;
        let mut stack = vec![Block::ENTRY];
        // A block is left when its number of children on the stack is used up: its marker says so.
        let mut leave = Vec::new();
        if count == 0 {
            return;
        }
        while let Some(block) = stack.pop() {
            if block.0 == NONE {
                if let Some(block) = leave.pop() {
                    let block: Block = block;
                    self.left[block.index()] = clock;
                    clock += 1;
                }
                continue;
            }
            self.entered[block.index()] = clock;
            clock += 1;
            self.preorder.push(block);
            leave.push(block);
            stack.push(Block(NONE));
            let start = stack.len();
            let mut child = first_child[block.index()];
            while child != NONE {
                stack.push(Block(child));
                child = sibling[child as usize];
            }
            stack[start..].reverse();
        }
        self.stale = false;
    }
}

/// A depth-first search; blocks are numbered in its order.
struct Search {
    order: Vec<Block>,
    /// The number of each block.
    numbers: Vec<u32>,
    /// The number of each number's parent in the search tree.
    parents: Vec<u32>,
}

impl Search {
    fn new(graph: &Graph) -> Search {
        let mut search =
            Search { order: Vec::new(), numbers: vec![NONE; graph.block_count()], parents: Vec::new() };
        let mut stack = vec![(Block::ENTRY, 0)];
        while let Some((block, parent)) = stack.pop() {
            if search.numbers[block.index()] != NONE {
                continue;
            }
            let number = search.order.len() as u32;
            search.numbers[block.index()] = number;
            search.order.push(block);
            search.parents.push(parent);
            stack.extend(graph.block(block).succs.iter().map(|&succ| (succ, number)));
        }
        search
    }

    /// For each number the number of its immediate dominator.
    fn immediate_dominators(&self, graph: &Graph) -> Vec<u32> {
        let count = self.order.len();
        let mut forest = Forest {
            ancestor: vec![NONE; count],
            label: (0..count as u32).collect(),
            semi: (0..count as u32).collect(),
            path: Vec::new(),
        };
        for w in (1..count).rev() {
            for pred in &graph.block(self.order[w]).preds {
                let v = self.numbers[pred.index()];
                if v != NONE {
                    let best = forest.eval(v);
                    let candidate = forest.semi[best as usize];
                    forest.semi[w] = forest.semi[w].min(candidate);
                }
            }
            forest.ancestor[w] = self.parents[w];
        }
        // The immediate dominator is the nearest common ancestor of parent and semi-dominator.
        let mut dominators = self.parents.clone();
        for w in 1..count {
            let mut candidate = dominators[w];
            while candidate > forest.semi[w] {
                candidate = dominators[candidate as usize];
            }
            dominators[w] = candidate;
        }
        dominators
    }
}

/// The part of the search tree that is linked so far, with compressed paths.
struct Forest {
    ancestor: Vec<u32>,
    /// The number with the least semi-dominator on the compressed path to it.
    label: Vec<u32>,
    semi: Vec<u32>,
    path: Vec<u32>,
}

impl Forest {
    fn eval(&mut self, v: u32) -> u32 {
        if self.ancestor[v as usize] == NONE {
            return v;
        }
        // From v up to the child of the root, then back down: no recursion, graphs may be deep.
        self.path.clear();
        let mut at = v;
        while self.ancestor[self.ancestor[at as usize] as usize] != NONE {
            self.path.push(at);
            at = self.ancestor[at as usize];
        }
        while let Some(below) = self.path.pop() {
            let above = self.ancestor[below as usize];
            if self.semi[self.label[above as usize] as usize] < self.semi[self.label[below as usize] as usize]
            {
                self.label[below as usize] = self.label[above as usize];
            }
            self.ancestor[below as usize] = self.ancestor[above as usize];
        }
        self.label[v as usize]
    }
}
