//! Reverse post-order: every block after all its predecessors, except along edges that close a loop.
//!
//! Successors are visited last to first, so that of two ways the first comes first in the order, as one would write it.

use crate::graph::{Block, Graph};

#[derive(Clone, Debug)]
pub struct Rpo {
    pub order: Vec<Block>,
    /// The place of each block in the order; `None` if it cannot be reached.
    places: Vec<Option<u32>>,
}

impl Rpo {
    pub fn compute(graph: &Graph) -> Rpo {
        let mut places = vec![None; graph.block_count()];
        let mut order = Vec::new();
        if graph.block_count() == 0 {
            return Rpo { order, places };
        }
        let mut seen = vec![false; graph.block_count()];
        seen[Block::ENTRY.index()] = true;
        // A block, and how many of its successors are still to be visited.
        let mut stack = vec![(Block::ENTRY, graph.block(Block::ENTRY).succs.len())];
        while let Some((block, left)) = stack.last_mut() {
            if *left == 0 {
                order.push(*block);
                stack.pop();
                continue;
            }
            *left -= 1;
            let next = graph.block(*block).succs[*left];
            if !std::mem::replace(&mut seen[next.index()], true) {
                stack.push((next, graph.block(next).succs.len()));
            }
        }
        order.reverse();
        for (place, block) in order.iter().enumerate() {
            places[block.index()] = Some(place as u32);
        }
        Rpo { order, places }
    }

    pub fn place(&self, block: Block) -> Option<u32> {
        self.places.get(block.index()).copied().flatten()
    }

    pub fn is_reachable(&self, block: Block) -> bool {
        self.place(block).is_some()
    }
}
