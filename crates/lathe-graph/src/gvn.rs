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
//! table (`available.rs`) holds what is available; leaving a subtree takes its entries back. Loads are keyed by the version of what they read
//! (`memory.rs`), and a store leaves its value for them. An immutable field has only one version, once its object is complete.

use crate::available::{Available, Code, Key, Mark};
use crate::dominators::DominatorTree;
use crate::effects::{Nature, Place, nature, writes};
use crate::graph::{Block, Graph, Inst, InstData};
use crate::inst::InstKind;
use crate::loops::LoopTree;
use crate::memory::{LoopWrites, Versions};
use crate::replace::Replacements;
use crate::rpo::Rpo;
use lathe_ir::{Descriptors, Guard, OpKind, Operand, Storage, Value};

/// How many instructions are gone.
pub fn gvn(descriptors: &Descriptors, graph: &mut Graph) -> usize {
    let rpo = Rpo::compute(graph);
    let dominators = DominatorTree::compute(graph);
    let loops = LoopTree::compute(graph, &dominators);
    let writes = LoopWrites::compute(descriptors, graph, &loops);
    let children = Children::compute(&rpo, &dominators, graph.block_count());
    let mut walk = Walk {
        descriptors,
        versions: Versions::new(graph, &loops, &writes, &rpo),
        replacements: Replacements::new(graph),
        available: Available::new(),
        count: 0,
    };
    walk.go(graph, &children);
    walk.rename_back_edges(graph, &rpo);
    walk.count
}

/// The dominator tree, brothers in the order of the blocks.
struct Children {
    first: Vec<Option<Block>>,
    next: Vec<Option<Block>>,
}

impl Children {
    fn compute(rpo: &Rpo, dominators: &DominatorTree, count: usize) -> Children {
        let mut children = Children { first: vec![None; count], next: vec![None; count] };
        for &block in rpo.order.iter().rev() {
            if let Some(parent) = dominators.parent(block) {
                children.next[block.index()] = children.first[parent.index()].replace(block);
            }
        }
        children
    }
}

struct Walk<'a> {
    descriptors: &'a Descriptors,
    versions: Versions<'a>,
    replacements: Replacements,
    available: Available,
    /// How many instructions are gone.
    count: usize,
}

impl Walk<'_> {
    fn go(&mut self, graph: &mut Graph, children: &Children) {
        // What was available before a block, and which of its children is next.
        let mut stack: Vec<(Mark, Option<Block>)> = vec![(self.available.mark(), Some(Block::ENTRY))];
        while let Some((mark, next)) = stack.last_mut() {
            if let Some(block) = *next {
                *next = children.next[block.index()];
                stack.push((self.available.mark(), children.first[block.index()]));
                self.block(graph, block);
            } else {
                self.available.take_back(*mark);
                stack.pop();
            }
        }
    }

    fn block(&mut self, graph: &mut Graph, block: Block) {
        if graph.block(block).osr_entry {
            // Who enters here has computed nothing of what stands before.
            self.available.hide_all();
        }
        self.versions.enter(graph, block);
        let before = graph.block(block).insts.len();
        graph.retain_after(block, |graph, inst| {
            // What it uses stands before it and has its final name, except what comes along back-edges.
            self.replacements.apply_to(graph, inst);
            self.inst(graph, block, inst)
        });
        self.count += before - graph.block(block).insts.len();
        self.versions.leave(graph, block);
    }

    /// Inputs of phis that were not yet named when the walk came by.
    fn rename_back_edges(&self, graph: &mut Graph, rpo: &Rpo) {
        for &block in &rpo.order {
            if graph.block(block).preds.iter().any(|&pred| rpo.place(pred) >= rpo.place(block)) {
                for position in 0..graph.phi_count(block) {
                    let phi = graph.block(block).insts[position];
                    self.replacements.apply_to(graph, phi);
                }
            }
        }
    }

    /// Whether an instruction stays.
    fn inst(&mut self, graph: &Graph, block: Block, inst: Inst) -> bool {
        let InstData { kind, result: value, .. } = graph.inst(inst);
        let value = *value;
        let result = value.map(|value| value.0);
        match kind {
            InstKind::Phi(inputs) => value.is_none_or(|value| self.phi(block, value, inputs)),
            InstKind::NullCheck(reference, _) => {
                let key = Key::non_null(self.available.code(*reference));
                let stays = self.settle(value, key, result);
                if let Some(result) = result.filter(|_| stays) {
                    self.available.add(Key::non_null(result), Some(result));
                }
                stays
            }
            InstKind::Op(op) => match nature(self.descriptors, kind) {
                Nature::Pure | Nature::Partial => {
                    let key = self.available.op(op);
                    key.is_none_or(|key| self.settle(value, key, result))
                }
                Nature::Load(place) => {
                    let key = self.load_key(graph, op, place);
                    key.is_none_or(|key| self.settle(value, key, result))
                }
                Nature::Check => self.check(value, op),
                Nature::CheckPlace(place) => self.settle(value, Key::facts(self.versions.of(place)), None),
                Nature::Allocation => {
                    if let Some(result) = result {
                        self.available.add(Key::non_null(result), Some(result));
                    }
                    true
                }
                Nature::Fixed => {
                    self.write(graph, kind, op);
                    true
                }
            },
            InstKind::Parameter(_)
            | InstKind::SaveState(_)
            | InstKind::SafePoint(_)
            | InstKind::InlinedCall(..)
            | InstKind::InlinedReturn
            | InstKind::If(_)
            | InstKind::Goto
            | InstKind::Return(_) => true,
        }
    }

    /// Whether a thing is new; then it is available from here on under a name. Else its value is replaced.
    fn settle(&mut self, value: Option<Value>, key: Key, name: Option<Code>) -> bool {
        let Some(known) = self.available.find(key) else {
            self.available.add(key, name);
            return true;
        };
        if let (Some(value), Some(known)) = (value, known) {
            self.replacements.set(value, self.available.operand(known));
        }
        false
    }

    fn check(&mut self, value: Option<Value>, op: &OpKind) -> bool {
        let Some(key) = self.available.op(op) else { return true };
        let name = match op {
            OpKind::Guard(Guard::NonNull(reference), _) => Some(self.available.code(*reference)),
            _ => value.map(|value| value.0),
        };
        let stays = self.settle(value, key, name);
        // What has a class is not null.
        if let (true, OpKind::Guard(Guard::Class(reference, _), _)) = (stays, op) {
            let reference = self.available.code(*reference);
            if self.available.find(Key::non_null(reference)).is_none() {
                self.available.add(Key::non_null(reference), Some(reference));
            }
        }
        stays
    }

    fn phi(&mut self, block: Block, value: Value, inputs: &[Operand]) -> bool {
        let own = Operand::Value(value);
        let mut others = inputs.iter().copied().filter(|&input| input != own);
        let first = others.next();
        // All the same, or itself: the input dominates the phi, or it could not come along every edge. Behind a back-edge
        // names are not resolved yet, which only hides some.
        if let Some(only) = first.filter(|&first| others.all(|input| input == first)) {
            self.replacements.set(value, only);
            return false;
        }
        let key = self.available.phi(block.0, inputs);
        self.settle(Some(value), key, Some(value.0))
    }

    /// A load at the present version of what it reads.
    fn load_key(&mut self, graph: &Graph, op: &OpKind, place: Place) -> Option<Key> {
        let version = match (place, op) {
            (Place::Heap(location), OpKind::Get(base, _) | OpKind::GetItem(_, base, _))
                if self.descriptors.is_immutable(location) && !is_created_here(graph, *base) =>
            {
                None
            }
            _ => Some(self.versions.of(place)),
        };
        Some(self.available.op(op)?.at(version))
    }

    fn write(&mut self, graph: &Graph, kind: &InstKind, op: &OpKind) {
        let descriptors = self.descriptors;
        let writes = writes(descriptors, kind);
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
        let load = InstKind::Op(load);
        if let (true, Nature::Load(place), InstKind::Op(load)) = (whole, nature(descriptors, &load), &load)
            && let Some(key) = self.load_key(graph, load, place)
        {
            let value = self.available.code(value);
            self.available.add(key, Some(value));
        }
    }
}

/// Made by an instruction of this graph: its immutable fields may still be written.
fn is_created_here(graph: &Graph, base: Operand) -> bool {
    let definition = base.as_value().and_then(|value| graph.definition(value));
    definition
        .is_some_and(|inst| matches!(graph.kind(inst), InstKind::Op(OpKind::New(_) | OpKind::NewArray(..))))
}
