//! Blocks, edges, instructions.
//!
//! Blocks, instructions and values are indices that stay what they are while passes work: a block that is taken out leaves a
//! hole, and printing shows the author's own numbers. An edge is in the successors of its source and in the predecessors
//! of its target; the inputs of phis follow the order of the predecessors, so edges are changed only here.

use crate::inst::InstKind;
use lathe_ir::{Descriptors, Operand, Snapshot, SnapshotId, Type, Value};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::fmt;

/// An index into the blocks of a [`Graph`]; `b3` in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Block(pub u32);

impl Block {
    pub const ENTRY: Block = Block(0);

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b{}", self.0)
    }
}

/// An index into the instructions of a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Inst(pub u32);

impl Inst {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The other ends of a block's edges: rarely more than two.
pub type Edges = SmallVec<[Block; 4]>;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockData {
    /// In the order of phi inputs.
    pub preds: Edges,
    /// In the order that `if` chooses from.
    pub succs: Edges,
    /// Phis first, a terminator last.
    pub insts: Vec<Inst>,
    /// The interpreter may enter here, in the middle of a loop.
    pub osr_entry: bool,
    /// An exception handler begins here.
    pub catch_begin: bool,
    /// No longer part of the graph.
    pub removed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InstData {
    pub kind: InstKind,
    pub result: Option<Value>,
    /// `None`: no longer part of the graph.
    pub block: Option<Block>,
}

/// What a file holds.
#[derive(Clone, Debug)]
pub struct Module {
    pub descriptors: Descriptors,
    pub graph: Graph,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    blocks: Vec<BlockData>,
    insts: Vec<InstData>,
    /// The type of each value.
    types: Vec<Type>,
    /// What defines each value.
    definitions: Vec<Option<Inst>>,
    snapshots: Vec<Snapshot>,
}

impl Graph {
    /// The blocks of the graph by number.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + '_ {
        (0..self.blocks.len() as u32).map(Block).filter(|&b| !self.block(b).removed)
    }

    /// One more than the largest block number: the length of tables indexed by blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    pub fn inst_count(&self) -> usize {
        self.insts.len()
    }

    pub fn value_count(&self) -> usize {
        self.types.len()
    }

    /// How many instructions there are in blocks.
    pub fn size(&self) -> usize {
        self.blocks().map(|b| self.block(b).insts.len()).sum()
    }

    pub fn block(&self, block: Block) -> &BlockData {
        &self.blocks[block.index()]
    }

    /// For marks and for the list of instructions; edges have methods of their own.
    pub fn block_mut(&mut self, block: Block) -> &mut BlockData {
        &mut self.blocks[block.index()]
    }

    pub fn inst(&self, inst: Inst) -> &InstData {
        &self.insts[inst.index()]
    }

    pub fn inst_mut(&mut self, inst: Inst) -> &mut InstData {
        &mut self.insts[inst.index()]
    }

    pub fn kind(&self, inst: Inst) -> &InstKind {
        &self.insts[inst.index()].kind
    }

    pub fn types(&self) -> &[Type] {
        &self.types
    }

    pub fn ty(&self, value: Value) -> Type {
        self.types[value.index()]
    }

    pub fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(v) => self.ty(v),
            Operand::Const(c) => c.ty(),
        }
    }

    /// The instruction that defines a value.
    pub fn definition(&self, value: Value) -> Option<Inst> {
        self.definitions.get(value.index()).copied().flatten()
    }

    pub fn defining_block(&self, value: Value) -> Option<Block> {
        self.inst(self.definition(value)?).block
    }

    pub fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    pub fn snapshot(&self, id: SnapshotId) -> &Snapshot {
        &self.snapshots[id.index()]
    }

    pub fn add_snapshot(&mut self, snapshot: Snapshot) -> SnapshotId {
        self.snapshots.push(snapshot);
        SnapshotId(self.snapshots.len() as u32 - 1)
    }

    /// Changes a snapshot for all that share it.
    pub fn set_snapshot(&mut self, id: SnapshotId, snapshot: Snapshot) {
        self.snapshots[id.index()] = snapshot;
    }

    /// The phis of a block.
    pub fn phis(&self, block: Block) -> impl Iterator<Item = Inst> + '_ {
        self.block(block).insts.iter().copied().take_while(|&i| self.kind(i).is_phi())
    }

    pub fn phi_count(&self, block: Block) -> usize {
        self.phis(block).count()
    }

    pub fn terminator(&self, block: Block) -> Option<Inst> {
        self.block(block).insts.last().copied().filter(|&i| self.kind(i).is_terminator())
    }

    /// Which predecessor of `block` is `pred`.
    pub fn pred_index(&self, block: Block, pred: Block) -> Option<usize> {
        self.block(block).preds.iter().position(|&p| p == pred)
    }

    /// A phi's input from a predecessor.
    pub fn phi_input(&self, phi: Inst, pred: Block) -> Option<Operand> {
        let InstKind::Phi(inputs) = self.kind(phi) else { return None };
        let index = self.pred_index(self.inst(phi).block?, pred)?;
        inputs.get(index).copied()
    }

    pub fn set_phi_input(&mut self, phi: Inst, pred: Block, input: Operand) {
        let index = self.inst(phi).block.and_then(|block| self.pred_index(block, pred));
        if let (InstKind::Phi(inputs), Some(index)) = (&mut self.insts[phi.index()].kind, index) {
            inputs[index] = input;
        }
    }

    pub fn new_block(&mut self) -> Block {
        self.blocks.push(BlockData::default());
        Block(self.blocks.len() as u32 - 1)
    }

    pub fn new_value(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        self.definitions.push(None);
        Value(self.types.len() as u32 - 1)
    }

    /// Takes over a table of types; nothing is defined yet.
    pub(crate) fn set_types(&mut self, types: Vec<Type>) {
        self.definitions = vec![None; types.len()];
        self.types = types;
    }

    /// Lets an instruction define a value.
    pub(crate) fn define(&mut self, inst: Inst, value: Value) {
        self.insts[inst.index()].result = Some(value);
        self.definitions[value.index()] = Some(inst);
    }

    /// An instruction that stands nowhere yet. `result` is a value of this graph that nothing defines.
    pub fn new_inst(&mut self, kind: InstKind, result: Option<Value>) -> Inst {
        let inst = Inst(self.insts.len() as u32);
        self.insts.push(InstData { kind, result, block: None });
        if let Some(value) = result {
            self.definitions[value.index()] = Some(inst);
        }
        inst
    }

    /// At the end of a block.
    pub fn append(&mut self, block: Block, inst: Inst) {
        self.insts[inst.index()].block = Some(block);
        self.blocks[block.index()].insts.push(inst);
    }

    /// At a position among the instructions of a block.
    pub fn insert(&mut self, block: Block, position: usize, inst: Inst) {
        self.insts[inst.index()].block = Some(block);
        self.blocks[block.index()].insts.insert(position, inst);
    }

    /// A new instruction at the end of a block, with a new value if it has a result.
    pub fn push(&mut self, block: Block, kind: InstKind, result: Option<Type>) -> Option<Value> {
        let value = result.map(|ty| self.new_value(ty));
        let inst = self.new_inst(kind, value);
        self.append(block, inst);
        value
    }

    /// A new phi in front of a block's other instructions, after its phis.
    pub fn push_phi(&mut self, block: Block, inputs: Vec<Operand>, ty: Type) -> Value {
        let value = self.new_value(ty);
        let inst = self.new_inst(InstKind::Phi(inputs), Some(value));
        let position = self.phi_count(block);
        self.insert(block, position, inst);
        value
    }

    /// Keeps only some instructions of a block.
    pub fn retain(&mut self, block: Block, mut keep: impl FnMut(Inst) -> bool) {
        self.retain_after(block, |_, inst| keep(inst));
    }

    /// Keeps only some instructions of a block, each judged after it was worked on.
    pub fn retain_after(&mut self, block: Block, mut keep: impl FnMut(&mut Graph, Inst) -> bool) {
        let mut insts = std::mem::take(&mut self.blocks[block.index()].insts);
        insts.retain(|&inst| {
            let keeps = keep(self, inst);
            if !keeps {
                self.take_out(inst);
            }
            keeps
        });
        self.blocks[block.index()].insts = insts;
    }

    /// An instruction that its block no longer lists is no longer part of the graph.
    fn take_out(&mut self, inst: Inst) {
        let data = &mut self.insts[inst.index()];
        data.block = None;
        if let Some(value) = data.result {
            self.definitions[value.index()] = None;
        }
    }

    /// A new edge, behind the others on both sides. Phis of `to` get no input by this.
    pub fn add_edge(&mut self, from: Block, to: Block) {
        self.blocks[from.index()].succs.push(to);
        self.blocks[to.index()].preds.push(from);
    }

    /// Lets the edge `from → to` go to `new` instead, in the same place among the successors. `to` loses a predecessor and
    /// its phis an input; `new` gets a predecessor behind the others, and its phis want one more input.
    pub fn redirect(&mut self, from: Block, to: Block, new: Block) {
        if let Some(place) = self.blocks[from.index()].succs.iter().position(|&s| s == to) {
            self.blocks[from.index()].succs[place] = new;
            self.blocks[new.index()].preds.push(from);
            self.remove_pred(to, from);
        }
    }

    /// Lets predecessor `old` of a block be `new`, in the same place: inputs of phis stay. The successors of `old` and `new`
    /// are the caller's business.
    pub fn replace_pred(&mut self, block: Block, old: Block, new: Block) {
        if let Some(index) = self.pred_index(block, old) {
            self.blocks[block.index()].preds[index] = new;
        }
    }

    fn remove_pred(&mut self, block: Block, pred: Block) {
        let Some(index) = self.pred_index(block, pred) else { return };
        self.blocks[block.index()].preds.remove(index);
        for position in 0..self.blocks[block.index()].insts.len() {
            let inst = self.blocks[block.index()].insts[position];
            let InstKind::Phi(inputs) = &mut self.insts[inst.index()].kind else { break };
            inputs.remove(index);
        }
    }

    /// Takes an edge away; phis of `to` lose their input.
    pub fn drop_edge(&mut self, from: Block, to: Block) {
        self.blocks[from.index()].succs.retain(|succ| *succ != to);
        self.remove_pred(to, from);
    }

    /// Puts a new block on an edge. Phis keep their inputs.
    pub fn split_edge(&mut self, from: Block, to: Block) -> Block {
        let middle = self.new_block();
        if let Some(place) = self.blocks[from.index()].succs.iter().position(|&s| s == to) {
            self.blocks[from.index()].succs[place] = middle;
        }
        self.replace_pred(to, from, middle);
        self.blocks[middle.index()].preds.push(from);
        self.blocks[middle.index()].succs.push(to);
        self.push(middle, InstKind::Goto, None);
        middle
    }

    /// Takes a block out that has no edges any more.
    pub fn remove_block(&mut self, block: Block) {
        self.retain(block, |_| false);
        let data = &mut self.blocks[block.index()];
        debug_assert!(data.preds.is_empty() && data.succs.is_empty(), "{block} still has edges");
        data.removed = true;
    }

    /// Lets `to` have the successors of `from`, which then has none; their phis keep their inputs.
    pub fn move_successors(&mut self, from: Block, to: Block) {
        let succs = std::mem::take(&mut self.blocks[from.index()].succs);
        for &succ in &succs {
            self.replace_pred(succ, from, to);
        }
        self.blocks[to.index()].succs = succs;
    }

    pub fn set_successor(&mut self, block: Block, index: usize, succ: Block) {
        self.blocks[block.index()].succs[index] = succ;
    }

    /// Every value that an instruction uses: operands, and the values that its snapshot names.
    pub fn for_each_use(&self, inst: Inst, mut f: impl FnMut(Value)) {
        let kind = self.kind(inst);
        kind.for_each_operand(|operand| {
            if let Operand::Value(v) = operand {
                f(v);
            }
        });
        if let Some(id) = kind.snapshot() {
            self.snapshot(id).for_each_value(f);
        }
    }

    /// Renames everything that an instruction uses. Its snapshot is copied if it changes, for others may share it; instructions that are
    /// renamed alike share the copy, too.
    pub fn map_uses(
        &mut self,
        inst: Inst,
        copies: &mut FxHashMap<SnapshotId, SnapshotId>,
        f: impl Fn(Operand) -> Operand,
    ) {
        self.insts[inst.index()].kind.map_operands(&f);
        let Some(id) = self.kind(inst).snapshot() else { return };
        let copy = *copies.entry(id).or_insert_with(|| {
            let mut changes = false;
            self.snapshots[id.index()].for_each_value(|v| changes |= f(v.into()) != v.into());
            if !changes {
                return id;
            }
            let mut snapshot = self.snapshots[id.index()].clone();
            snapshot.map_operands(&f);
            self.snapshots.push(snapshot);
            SnapshotId(self.snapshots.len() as u32 - 1)
        });
        if let Some(place) = self.insts[inst.index()].kind.snapshot_mut() {
            *place = copy;
        }
    }

    /// Renames what an instruction uses, and its snapshot for all that share it: right where all uses are renamed alike.
    pub fn map_in_place(&mut self, inst: Inst, f: impl Fn(Operand) -> Operand) {
        // Most names stay, and what is not written need not go back to memory.
        let mut changes = false;
        self.for_each_use(inst, |value| changes |= f(value.into()) != value.into());
        if changes {
            let kind = &mut self.insts[inst.index()].kind;
            kind.map_operands(&f);
            if let Some(id) = kind.snapshot() {
                self.snapshots[id.index()].map_operands(f);
            }
        }
    }

    /// The types of the parameters, by number.
    pub fn parameters(&self) -> Vec<Type> {
        let mut found: Vec<(u32, Type)> = Vec::new();
        for &inst in &self.block(Block::ENTRY).insts {
            if let (InstKind::Parameter(number), Some(value)) = (self.kind(inst), self.inst(inst).result) {
                found.push((*number, self.ty(value)));
            }
        }
        found.sort_by_key(|&(number, _)| number);
        found.into_iter().map(|(_, ty)| ty).collect()
    }
}
