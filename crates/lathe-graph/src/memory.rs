//! Versions of memory: which loads read the same.
//!
//! Every place that the graph reads (a field, the items of an array class, the facts behind `guard_not_invalidated`) has a
//! version at every point; a write gives it a new one. Where ways meet, a place keeps its version if all ways bring the same,
//! and at the header of a loop if, besides, nothing in the loop writes it. So two loads of the same address at the same version
//! read the same.

use crate::effects::{Nature, Place, nature, writes};
use crate::graph::{Block, Graph};
use crate::loops::LoopTree;
use crate::rpo::Rpo;
use lathe_ir::Descriptors;
use rustc_hash::FxHashMap;
use std::rc::Rc;

pub type Version = u32;

/// Which places each loop writes.
#[derive(Clone, Debug)]
pub struct LoopWrites {
    /// The places that the graph reads.
    pub places: FxHashMap<Place, usize>,
    /// By loop and place; a loop writes what its inner loops write.
    written: Vec<Vec<bool>>,
}

impl LoopWrites {
    pub fn compute(descriptors: &Descriptors, graph: &Graph, loops: &LoopTree) -> LoopWrites {
        let mut places = FxHashMap::default();
        for block in graph.blocks() {
            for &inst in &graph.block(block).insts {
                if let Nature::Load(place) | Nature::CheckPlace(place) = nature(descriptors, graph.kind(inst))
                {
                    let next = places.len();
                    places.entry(place).or_insert(next);
                }
            }
        }
        let mut written = vec![vec![false; places.len()]; loops.loops.len()];
        for id in loops.ids() {
            for &block in &loops.get(id).own_blocks {
                for &inst in &graph.block(block).insts {
                    let writes = writes(descriptors, graph.kind(inst));
                    if writes.is_nothing() {
                        continue;
                    }
                    for (&place, &index) in &places {
                        written[id.index()][index] |= writes.includes(descriptors, place);
                    }
                }
            }
            // Inner loops come first, so this one is complete.
            if let Some(parent) = loops.get(id).parent {
                let inner = written[id.index()].clone();
                written[parent.index()].iter_mut().zip(inner).for_each(|(outer, inner)| *outer |= inner);
            }
        }
        LoopWrites { places, written }
    }

    pub fn writes(&self, id: crate::loops::LoopId, place: Place) -> bool {
        self.places.get(&place).is_none_or(|&index| self.written[id.index()][index])
    }
}

/// The versions at the point that a walk over the graph has reached.
#[derive(Clone, Debug)]
pub struct Versions<'a> {
    graph: &'a Graph,
    loops: &'a LoopTree,
    writes: &'a LoopWrites,
    rpo: &'a Rpo,
    at_end: Vec<Option<Rc<Vec<Version>>>>,
    now: Vec<Version>,
    next: Version,
}

impl<'a> Versions<'a> {
    pub fn new(graph: &'a Graph, loops: &'a LoopTree, writes: &'a LoopWrites, rpo: &'a Rpo) -> Versions<'a> {
        Versions {
            graph,
            loops,
            writes,
            rpo,
            at_end: vec![None; graph.block_count()],
            now: vec![0; writes.places.len()],
            next: 1,
        }
    }

    /// Starts a block. All its predecessors were ended, except those of back-edges.
    pub fn enter(&mut self, block: Block) {
        let data = self.graph.block(block);
        let goes_back = |pred: Block| self.rpo.place(pred) >= self.rpo.place(block);
        let header = self.loops.innermost(block).filter(|&id| self.loops.get(id).header == block);
        let (mut keeps, mut known) = (vec![true; self.now.len()], None);
        // Into the middle of an irreducible loop, or from an interpreter, anything may have happened.
        let unknown = data.osr_entry
            || data.preds.iter().any(|&pred| goes_back(pred))
                && header.is_none_or(|id| self.loops.get(id).irreducible);
        if !unknown {
            for &pred in data.preds.iter().filter(|&&pred| !goes_back(pred)) {
                let Some(versions) = &self.at_end[pred.index()] else { continue };
                match &known {
                    None => known = Some(versions.clone()),
                    Some(first) if Rc::ptr_eq(first, versions) => {}
                    Some(first) => {
                        for (keep, (a, b)) in keeps.iter_mut().zip(first.iter().zip(versions.iter())) {
                            *keep &= a == b;
                        }
                    }
                }
            }
            if let Some(id) = header {
                for (keep, &written) in keeps.iter_mut().zip(&self.writes.written[id.index()]) {
                    *keep &= !written;
                }
            }
        }
        let is_entry = block == Block::ENTRY;
        for index in 0..self.now.len() {
            self.now[index] = match &known {
                Some(versions) if keeps[index] => versions[index],
                None if is_entry => 0,
                _ => {
                    self.next += 1;
                    self.next
                }
            };
        }
    }

    pub fn of(&self, place: Place) -> Version {
        self.writes.places.get(&place).map_or(0, |&index| self.now[index])
    }

    /// Gives every place a new version that is `written`.
    pub fn write(&mut self, mut written: impl FnMut(Place) -> bool) {
        for (&place, &index) in &self.writes.places {
            if written(place) {
                self.next += 1;
                self.now[index] = self.next;
            }
        }
    }

    pub fn leave(&mut self, block: Block) {
        // Blocks that change nothing share their list with their predecessor.
        let preds = &self.graph.block(block).preds;
        let same =
            preds.iter().filter_map(|pred| self.at_end[pred.index()].clone()).find(|v| **v == self.now);
        self.at_end[block.index()] = Some(same.unwrap_or_else(|| Rc::new(self.now.clone())));
    }
}
