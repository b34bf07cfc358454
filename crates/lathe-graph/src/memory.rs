//! Versions of memory: which loads read the same.
//!
//! Every place that the graph reads (a field, the items of an array class, the facts behind `guard_not_invalidated`) has a
//! version at every point; a write gives it a new one. Where ways meet, a place keeps its version if all ways bring the same,
//! and at the header of a loop if, besides, nothing in the loop writes it. So two loads of the same address at the same version
//! read the same.

use crate::effects::{Nature, Place, Writes, nature, writes};
use crate::graph::{Block, Graph};
use crate::loops::{LoopId, LoopTree};
use crate::rpo::Rpo;
use lathe_ir::Descriptors;
use rustc_hash::FxHashMap;

pub type Version = u32;

/// Which places each loop writes.
#[derive(Clone, Debug)]
pub struct LoopWrites {
    /// The places that the graph reads.
    pub places: FxHashMap<Place, usize>,
    /// By loop, and in it by place; a loop writes what its inner loops write.
    written: Vec<bool>,
}

impl LoopWrites {
    pub fn compute(descriptors: &Descriptors, graph: &Graph, loops: &LoopTree) -> LoopWrites {
        // One walk over the instructions: what is written is looked at again when all places are known.
        let mut places = FxHashMap::default();
        let mut found: Vec<(LoopId, Writes<'_>)> = Vec::new();
        for block in graph.blocks() {
            let inside = loops.innermost(block);
            for &inst in &graph.block(block).insts {
                let kind = graph.kind(inst);
                match nature(descriptors, kind) {
                    Nature::Load(place) | Nature::CheckPlace(place) => {
                        let next = places.len();
                        places.entry(place).or_insert(next);
                    }
                    Nature::Fixed => {
                        let writes = writes(descriptors, kind);
                        found.extend(inside.filter(|_| !writes.is_nothing()).map(|id| (id, writes)));
                    }
                    Nature::Pure | Nature::Partial | Nature::Check | Nature::Allocation => {}
                }
            }
        }
        let count = places.len();
        let mut written = vec![false; count * loops.loops.len()];
        for (id, writes) in found {
            for (&place, &index) in &places {
                written[id.index() * count + index] |= writes.includes(descriptors, place);
            }
        }
        for id in loops.ids() {
            // Inner loops come first, so this one is complete.
            if let Some(parent) = loops.get(id).parent {
                for index in 0..count {
                    written[parent.index() * count + index] |= written[id.index() * count + index];
                }
            }
        }
        LoopWrites { places, written }
    }

    pub fn writes(&self, id: LoopId, place: Place) -> bool {
        self.places.get(&place).is_none_or(|&index| self.of(id)[index])
    }

    /// By place.
    fn of(&self, id: LoopId) -> &[bool] {
        &self.written[id.index() * self.places.len()..][..self.places.len()]
    }
}

/// The versions at the point that a walk over the graph has reached.
#[derive(Clone, Debug)]
pub struct Versions<'a> {
    loops: &'a LoopTree,
    writes: &'a LoopWrites,
    rpo: &'a Rpo,
    /// Which of the lists holds at the end of each block; `NONE` if it was not ended.
    at_end: Vec<u32>,
    /// Lists of a version for each place, one behind the other.
    lists: Vec<Version>,
    now: Vec<Version>,
    /// Scratch space: which places keep their version.
    keeps: Vec<bool>,
    next: Version,
}

impl<'a> Versions<'a> {
    pub fn new(graph: &Graph, loops: &'a LoopTree, writes: &'a LoopWrites, rpo: &'a Rpo) -> Versions<'a> {
        Versions {
            loops,
            writes,
            rpo,
            at_end: vec![NONE; graph.block_count()],
            lists: Vec::new(),
            now: vec![0; writes.places.len()],
            keeps: Vec::new(),
            next: 1,
        }
    }

    /// Starts a block. All its predecessors were ended, except those of back-edges.
    pub fn enter(&mut self, graph: &Graph, block: Block) {
        let data = graph.block(block);
        let goes_back = |pred: Block| self.rpo.place(pred) >= self.rpo.place(block);
        let header = self.loops.innermost(block).filter(|&id| self.loops.get(id).header == block);
        let mut known = None;
        let mut keeps = std::mem::take(&mut self.keeps);
        keeps.clear();
        keeps.resize(self.now.len(), true);
        // Into the middle of an irreducible loop, or from an interpreter, anything may have happened.
        let unknown = data.osr_entry
            || data.preds.iter().any(|&pred| goes_back(pred))
                && header.is_none_or(|id| self.loops.get(id).irreducible);
        if !unknown {
            for &pred in data.preds.iter().filter(|&&pred| !goes_back(pred)) {
                let list = self.at_end[pred.index()];
                match known {
                    _ if list == NONE => {}
                    None => known = Some(list),
                    Some(first) if first == list => {}
                    Some(first) => {
                        let both = self.list(first).iter().zip(self.list(list));
                        for (keep, (a, b)) in keeps.iter_mut().zip(both) {
                            *keep &= a == b;
                        }
                    }
                }
            }
            if let Some(id) = header {
                for (keep, &written) in keeps.iter_mut().zip(self.writes.of(id)) {
                    *keep &= !written;
                }
            }
        }
        let is_entry = block == Block::ENTRY;
        for (index, &keeps) in keeps.iter().enumerate() {
            self.now[index] = match known {
                Some(list) if keeps => self.list(list)[index],
                None if is_entry => 0,
                _ => {
                    self.next += 1;
                    self.next
                }
            };
        }
        self.keeps = keeps;
    }

    fn list(&self, number: u32) -> &[Version] {
        &self.lists[number as usize * self.now.len()..][..self.now.len()]
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

    pub fn leave(&mut self, graph: &Graph, block: Block) {
        // Blocks that change nothing share their list with their predecessor.
        let preds = graph.block(block).preds.iter().map(|pred| self.at_end[pred.index()]);
        let same = preds.filter(|&list| list != NONE).find(|&list| self.list(list) == self.now);
        self.at_end[block.index()] = same.unwrap_or_else(|| {
            self.lists.extend(&self.now);
            // A graph that reads nothing has no lists, and all of them are alike.
            (self.lists.len() / self.now.len().max(1)).saturating_sub(1) as u32
        });
    }
}

const NONE: u32 = u32::MAX;
