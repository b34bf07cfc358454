//! Global value numbering: what was computed, loaded or checked before is not done again.
//!
//!     b1 -> b2, b3:                b1 -> b2, b3:
//!       guard_class(p0, Box)         guard_class(p0, Box)
//!       i1 = get(p0, value)          i1 = get(p0, value)
//!       if(i1)                  =>   if(i1)
//!     b2 -> b3:                    b2 -> b3:
//!       guard_class(p0, Box)         i3 = int_add(i1, 1)
//!       i2 = get(p0, value)
//!       i3 = int_add(i2, 1)
//!
//! Requires: a verified graph.
//! Ensures:  a verified graph; the same calls and stores; a guard is left out only where an equal one holds.
//! Weak at:  loop-carried values (a phi of a value with itself, a step later) are seen only if they are literally equal.
//!
//! One walk down the dominator tree, in the order of the blocks, so that all forward ways to a block are done before it. A
//! table holds what is available; leaving a subtree takes its entries back. Loads are keyed by the version of what they read
//! (`memory.rs`), and a store leaves its value for them. An immutable field has only one version, once its object is complete.

use crate::dominators::DominatorTree;
use crate::effects::{Nature, Place, nature, writes};
use crate::graph::{Block, Graph, Inst};
use crate::inst::InstKind;
use crate::loops::LoopTree;
use crate::memory::{LoopWrites, Version, Versions};
use crate::replace::Replacements;
use crate::rpo::Rpo;
use lathe_ir::{Descriptors, Guard, IntCompare, OpKind, Operand, SnapshotId, Storage};
use rustc_hash::FxHashMap;

/// What may be available.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// A pure op, or a guard, under a canonical name.
    Op(OpKind),
    /// A load at a version; `None`: of something that never changes.
    Load(OpKind, Option<Version>),
    /// The facts hold.
    Facts(Version),
    NonNull(Operand),
    Phi(Block, Vec<Operand>),
}

/// What an available thing is called; a guard has no name.
type Available = Option<Operand>;

/// How many instructions are gone.
pub fn gvn(descriptors: &Descriptors, graph: &mut Graph) -> usize {
    let rpo = Rpo::compute(graph);
    let dominators = DominatorTree::compute(graph);
    let loops = LoopTree::compute(graph, &dominators);
    let writes = LoopWrites::compute(descriptors, graph, &loops);
    let mut children: Vec<Vec<Block>> = vec![Vec::new(); graph.block_count()];
    for &block in &rpo.order {
        if let Some(parent) = dominators.parent(block) {
            children[parent.index()].push(block);
        }
    }
    let mut walk = Walk {
        descriptors,
        graph,
        versions: Versions::new(graph, &loops, &writes, &rpo),
        replacements: Replacements::new(graph),
        available: FxHashMap::default(),
        undo: Vec::new(),
        gone: vec![false; graph.inst_count()],
    };
    walk.go(&children);
    let Walk { replacements, gone, .. } = walk;
    let mut count = 0;
    for block in graph.blocks().collect::<Vec<_>>() {
        if graph.block(block).insts.iter().any(|inst| gone[inst.index()]) {
            let before = graph.block(block).insts.len();
            graph.retain(block, |inst| !gone[inst.index()]);
            count += before - graph.block(block).insts.len();
        }
    }
    replacements.apply(graph);
    count
}

/// Takes back what was done to the table.
enum Undo {
    Entry(Key, Option<Available>),
    Table(FxHashMap<Key, Available>),
}

struct Walk<'a> {
    descriptors: &'a Descriptors,
    graph: &'a Graph,
    versions: Versions<'a>,
    replacements: Replacements,
    available: FxHashMap<Key, Available>,
    undo: Vec<Undo>,
    gone: Vec<bool>,
}

impl Walk<'_> {
    fn go(&mut self, children: &[Vec<Block>]) {
        // A block, the length of the undo list before it, and which child is next.
        let mut stack = vec![(Block::ENTRY, 0, 0)];
        self.block(Block::ENTRY);
        while let Some((block, undo, next)) = stack.last_mut() {
            if let Some(&child) = children[block.index()].get(*next) {
                *next += 1;
                stack.push((child, self.undo.len(), 0));
                self.block(child);
            } else {
                let undo = *undo;
                self.take_back(undo);
                stack.pop();
            }
        }
    }

    fn take_back(&mut self, length: usize) {
        while self.undo.len() > length {
            match self.undo.pop() {
                Some(Undo::Entry(key, Some(before))) => {
                    self.available.insert(key, before);
                }
                Some(Undo::Entry(key, None)) => {
                    self.available.remove(&key);
                }
                Some(Undo::Table(table)) => self.available = table,
                None => {}
            }
        }
    }

    fn add(&mut self, key: Key, available: Available) {
        let before = self.available.insert(key.clone(), available);
        self.undo.push(Undo::Entry(key, before));
    }

    fn block(&mut self, block: Block) {
        if self.graph.block(block).osr_entry {
            // Who enters here has computed nothing of what stands before.
            self.undo.push(Undo::Table(std::mem::take(&mut self.available)));
        }
        self.versions.enter(block);
        for &inst in &self.graph.block(block).insts {
            self.inst(block, inst);
        }
        self.versions.leave(block);
    }

    fn inst(&mut self, block: Block, inst: Inst) {
        let data = self.graph.inst(inst);
        let result = data.result.map(Operand::Value);
        let mut kind = data.kind.clone();
        kind.map_operands(|operand| self.replacements.resolve(operand));
        if let InstKind::Phi(inputs) = kind {
            return self.phi(block, inst, inputs);
        }
        if let InstKind::NullCheck(reference, _) = kind {
            let known = self.find(&Key::NonNull(reference));
            self.settle(inst, known, Key::NonNull(reference), result);
            if let Some(result) = result.filter(|_| known.is_none()) {
                self.add(Key::NonNull(result), Some(result));
            }
            return;
        }
        let InstKind::Op(op) = kind else { return };
        match nature(self.descriptors, &data.kind) {
            Nature::Pure | Nature::Partial => {
                let key = Key::Op(canonical(op));
                self.settle(inst, self.find(&key), key, result);
            }
            Nature::Load(place) => {
                let key = self.load_key(op, place);
                self.settle(inst, self.find(&key), key, result);
            }
            Nature::Check => self.check(inst, op, result),
            Nature::CheckPlace(place) => {
                let key = Key::Facts(self.versions.of(place));
                self.settle(inst, self.find(&key), key, None);
            }
            Nature::Allocation => {
                if let Some(result) = result {
                    self.add(Key::NonNull(result), Some(result));
                }
            }
            Nature::Fixed => self.write(&data.kind, &op),
        }
    }

    fn find(&self, key: &Key) -> Option<Available> {
        self.available.get(key).copied()
    }

    /// Drops an instruction that is available; else makes it so.
    fn settle(&mut self, inst: Inst, known: Option<Available>, key: Key, result: Available) {
        let Some(known) = known else { return self.add(key, result) };
        self.gone[inst.index()] = true;
        if let (Some(value), Some(known)) = (self.graph.inst(inst).result, known) {
            self.replacements.set(value, known);
        }
    }

    fn check(&mut self, inst: Inst, op: OpKind, result: Available) {
        let key = match op {
            OpKind::Guard(Guard::NonNull(reference), _) => Key::NonNull(reference),
            _ => Key::Op(canonical(op.clone())),
        };
        let result = match op {
            OpKind::Guard(Guard::NonNull(reference), _) => Some(reference),
            _ => result,
        };
        let known = self.find(&key);
        self.settle(inst, known, key, result);
        // What has a class is not null.
        if let (None, OpKind::Guard(Guard::Class(reference, _), _)) = (known, op)
            && self.find(&Key::NonNull(reference)).is_none()
        {
            self.add(Key::NonNull(reference), Some(reference));
        }
    }

    fn phi(&mut self, block: Block, inst: Inst, inputs: Vec<Operand>) {
        let Some(value) = self.graph.inst(inst).result else { return };
        let own = Operand::Value(value);
        let mut others = inputs.iter().copied().filter(|&input| input != own);
        let first = others.next();
        // All the same, or itself: the input dominates the phi, or it could not come along every edge. Behind a back-edge
        // names are not resolved yet, which only hides some.
        if let Some(only) = first.filter(|&first| others.all(|input| input == first)) {
            self.gone[inst.index()] = true;
            self.replacements.set(value, only);
            return;
        }
        let key = Key::Phi(block, inputs);
        self.settle(inst, self.find(&key), key, Some(own));
    }

    /// A load at the present version of what it reads.
    fn load_key(&self, op: OpKind, place: Place) -> Key {
        let version = match (place, &op) {
            (Place::Heap(location), OpKind::Get(base, _) | OpKind::GetItem(_, base, _))
                if self.descriptors.is_immutable(location) && !self.is_created_here(*base) =>
            {
                None
            }
            _ => Some(self.versions.of(place)),
        };
        Key::Load(op, version)
    }

    /// Made by an instruction of this graph: its immutable fields may still be written.
    fn is_created_here(&self, base: Operand) -> bool {
        let definition = base.as_value().and_then(|value| self.graph.definition(value));
        definition.is_some_and(|inst| {
            matches!(self.graph.kind(inst), InstKind::Op(OpKind::New(_) | OpKind::NewArray(..)))
        })
    }

    fn write(&mut self, original: &InstKind, op: &OpKind) {
        let descriptors = self.descriptors;
        let writes = writes(descriptors, original);
        if writes.is_nothing() {
            return;
        }
        self.versions.write(|place| writes.includes(descriptors, place));
        // What was stored is what the next load reads, if it is stored whole.
        let (load, storage, value) = match *op {
            OpKind::Set(base, field, value) => {
                (OpKind::Get(base, field), descriptors.field(field).storage, value)
            }
            OpKind::SetItem(class, base, index, value) => {
                let Some(item) = descriptors.item(class) else { return };
                (OpKind::GetItem(class, base, index), item, value)
            }
            _ => return,
        };
        let whole = matches!(storage, Storage::I64 | Storage::F64 | Storage::Ref(_));
        if let (true, Nature::Load(place)) = (whole, nature(descriptors, &InstKind::Op(load.clone()))) {
            let key = self.load_key(load, place);
            self.add(key, Some(value));
        }
    }
}

/// One name for ops that mean the same; the snapshot does not count.
fn canonical(mut op: OpKind) -> OpKind {
    if let Some(snapshot) = op.snapshot_mut() {
        *snapshot = SnapshotId(0);
    }
    match op {
        OpKind::Int(int, a, b) if int.is_commutative() && b < a => OpKind::Int(int, b, a),
        OpKind::IntCompare(compare, a, b) if b < a => OpKind::IntCompare(compare.swapped(), b, a),
        OpKind::IntCompare(compare @ (IntCompare::Gt | IntCompare::Ge), a, b) if a == b => {
            OpKind::IntCompare(compare.swapped(), a, b)
        }
        OpKind::PtrCompare(compare, a, b) if b < a => OpKind::PtrCompare(compare, b, a),
        op => op,
    }
}
