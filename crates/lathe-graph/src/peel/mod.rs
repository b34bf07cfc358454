//! Loop peeling: a loop that tests at its header becomes a loop that tests at its end.
//!
//!     pre-header             pre-header                pre-header
//!         |                      |                         |
//!         v                      v                         v
//!  +--> header ---+          pre-loop ------+          pre-loop ------+
//!  |      |       |              |          |              |          |
//!  |      v       v              v          |              v          |
//!  +-- back-edge  outer   +--> header ------+       +--> header       |
//!                         |      |          |       |      |          |
//!                         |      v          v       |      v          v
//!                         +-- back-edge  resolver   |  back-edge   resolver
//!                                           |       |      |          ^  |
//!                                           v       +--- exit --------+  v
//!                                         outer                        outer
//!       before                stage 1                    stage 2
//!
//! Stage 1 (`pre_loop.rs`) runs a copy of the header before the loop; stage 2 (`move_exit.rs`) moves the header's own
//! instructions behind the back-edge, where they belong to the *next* trip. What was checked and loaded in the header then
//! stands before the loop, dominates it, and value numbering and code motion find it there.
//!
//! Requires: a verified graph.
//! Ensures:  a verified graph; the same calls, stores and results; of the safepoints in a header, the first after each entry to the
//!           loop is left out. A loop that is refused is not changed at all.
//! Source:   the Ark document; two more requirements that code with handlers and inlining needs.
//! Weak at:  loops with inner loops are refused, and peeling leaves a loop: only innermost loops are ever peeled.

mod move_exit;
mod pre_loop;

use crate::dominators::DominatorTree;
use crate::effects::is_repeatable;
use crate::graph::{Block, Graph, Inst};
use crate::inst::InstKind;
use crate::loops::{LoopId, LoopTree};
use crate::uses::Uses;
use lathe_ir::{Descriptors, Value};
use rustc_hash::FxHashMap;
use std::fmt;

/// Why a loop stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// There is a way into the loop that does not go through its header.
    Irreducible,
    /// The interpreter may enter at the header: there must be one.
    OsrEntry,
    /// Exceptions lead to the header: it must stay what they lead to.
    CatchBegin,
    /// A loop is left inside.
    InnerLoops,
    SeveralBackEdges,
    /// Nothing leaves the loop.
    Infinite,
    /// The header is not where the loop is left.
    ExitNotInHeader,
    /// The loop is also left elsewhere.
    SeveralExits,
    /// The copy would lack the matching return.
    InlinedCall,
    /// Stage 1 alone runs the header twice; this one does something that must not be done twice.
    HeaderNotRepeatable,
}

impl Refusal {
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Irreducible => "irreducible",
            Refusal::OsrEntry => "osr_entry",
            Refusal::CatchBegin => "catch_begin",
            Refusal::InnerLoops => "inner_loops",
            Refusal::SeveralBackEdges => "several_back_edges",
            Refusal::Infinite => "infinite",
            Refusal::ExitNotInHeader => "exit_not_in_header",
            Refusal::SeveralExits => "several_exits",
            Refusal::InlinedCall => "inlined_call",
            Refusal::HeaderNotRepeatable => "header_not_repeatable",
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The pre-loop only. Right for headers that may run twice; others are refused.
    PreLoop,
    /// Both stages.
    Whole,
}

/// A loop that was peeled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peeled {
    pub header: Block,
    pub pre_loop: Block,
    pub resolver: Block,
    /// Where the loop is left now: a new block, or the header if that is the back-edge.
    pub exit: Block,
}

/// What came of each loop, inner loops first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeelReport {
    pub peeled: Vec<Peeled>,
    pub refused: Vec<(Block, Refusal)>,
}

/// Peels every loop that can be peeled.
pub fn peel(descriptors: &Descriptors, graph: &mut Graph, stage: Stage) -> PeelReport {
    let dominators = DominatorTree::compute(graph);
    let loops = LoopTree::compute(graph, &dominators);
    let uses = Uses::compute(graph);
    let mut state = State { graph, dominators, loops, uses };
    let mut report = PeelReport::default();
    for id in state.loops.ids() {
        match check(descriptors, state.graph, &state.loops, id, stage) {
            Err(refusal) => report.refused.push((state.loops.get(id).header, refusal)),
            Ok(()) => report.peeled.push(state.peel(id, stage)),
        }
    }
    state.dominators.refresh();
    debug_assert!(state.is_up_to_date(), "the dominator tree is not that of the graph");
    report
}

/// Whether a loop can be peeled.
pub fn check(
    descriptors: &Descriptors,
    graph: &Graph,
    loops: &LoopTree,
    id: LoopId,
    stage: Stage,
) -> Result<(), Refusal> {
    let found = loops.get(id);
    let header = graph.block(found.header);
    let leaves = |block: &(Block, Block)| block.0 == found.header;
    let inlines = |kind: &InstKind| matches!(kind, InstKind::InlinedCall(..) | InstKind::InlinedReturn);
    if found.irreducible {
        Err(Refusal::Irreducible)
    } else if header.osr_entry {
        Err(Refusal::OsrEntry)
    } else if header.catch_begin {
        Err(Refusal::CatchBegin)
    } else if !found.children.is_empty() {
        Err(Refusal::InnerLoops)
    } else if found.back_edges.len() != 1 {
        Err(Refusal::SeveralBackEdges)
    } else if found.is_infinite() {
        Err(Refusal::Infinite)
    } else if !found.exits.iter().any(leaves) {
        Err(Refusal::ExitNotInHeader)
    } else if found.exits.len() != 1 {
        Err(Refusal::SeveralExits)
    } else if header.insts.iter().any(|&inst| inlines(graph.kind(inst))) {
        Err(Refusal::InlinedCall)
    } else if stage == Stage::PreLoop
        && !header.insts.iter().all(|&inst| is_repeatable(descriptors, graph.kind(inst)))
    {
        Err(Refusal::HeaderNotRepeatable)
    } else {
        Ok(())
    }
}

/// The graph and what is known of it, kept up to date.
struct State<'g> {
    graph: &'g mut Graph,
    dominators: DominatorTree,
    loops: LoopTree,
    uses: Uses,
}

/// What stage 1 leaves for stage 2.
struct PreLoop {
    id: LoopId,
    header: Block,
    back_edge: Block,
    pre_loop: Block,
    resolver: Block,
    /// Which successor of the header is in the loop; the other is the resolver.
    inside: usize,
    /// For a header instruction's value, the phi in the header that carries it around the loop (Q).
    carried: FxHashMap<Value, Value>,
}

impl State<'_> {
    fn peel(&mut self, id: LoopId, stage: Stage) -> Peeled {
        let pre_loop = self.insert_pre_loop(id);
        let exit = match stage {
            Stage::PreLoop => pre_loop.header,
            Stage::Whole => self.move_exit(&pre_loop),
        };
        let PreLoop { header, pre_loop, resolver, .. } = pre_loop;
        Peeled { header, pre_loop, resolver, exit }
    }

    /// Replaces values in some of the instructions that use them.
    fn replace_uses(
        &mut self,
        by: &FxHashMap<Value, Value>,
        mut wanted: impl FnMut(&LoopTree, Block) -> bool,
    ) {
        let mut users: Vec<Inst> = by.keys().flat_map(|&value| self.uses.of(value)).collect();
        users.retain(|&user| self.graph.inst(user).block.is_some_and(|block| wanted(&self.loops, block)));
        users.sort_unstable();
        users.dedup();
        let mut copies = FxHashMap::default();
        for user in users {
            self.graph.map_uses(user, &mut copies, |operand| {
                operand.as_value().and_then(|value| by.get(&value)).map_or(operand, |&new| new.into())
            });
            self.uses.add(self.graph, user);
        }
    }

    fn is_up_to_date(&self) -> bool {
        let fresh = DominatorTree::compute(self.graph);
        self.graph.blocks().all(|block| fresh.parent(block) == self.dominators.parent(block))
    }
}
