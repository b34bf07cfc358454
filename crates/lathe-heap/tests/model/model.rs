//! The heap as it should be: objects with numbers, slots in a map, reachability by the book.
//!
//! The model predicts exactly what a collection frees, clears and hands out, because all roots are precise. With a
//! native stack as root, it only says what must survive.

use std::collections::{BTreeMap, HashSet};

use lathe_heap::Word;

pub type Id = usize;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    Null,
    Small(i64),
    Object(Id),
    /// A scalar, as it reads back.
    Bits(u64),
}

#[derive(Clone, Debug)]
pub struct Object {
    pub class: usize,
    pub word: Word,
    /// The number of items, or of fields.
    pub length: u64,
    /// By item or field; what is missing is null or zero.
    pub slots: BTreeMap<u64, Slot>,
    /// The slot that is weak.
    pub weak: Option<u64>,
    pub old: bool,
}

#[derive(Debug, Default)]
pub struct Model {
    pub objects: BTreeMap<Id, Object>,
    pub next: Id,
    pub roots: Vec<Slot>,
    /// Objects that ambiguous words point into.
    pub frame: Vec<Id>,
    /// Objects held by the locals of a Rust function only.
    pub locals: Vec<Id>,
    pub with_finalizer: Vec<Id>,
    pub finalizable: Vec<Id>,
    pub cleared: Vec<Id>,
}

impl Model {
    pub fn add(&mut self, object: Object) -> Id {
        self.next += 1;
        self.objects.insert(self.next, object);
        self.next
    }

    fn close(&self, marked: &mut HashSet<Id>, mut stack: Vec<Id>) {
        while let Some(id) = stack.pop() {
            if marked.insert(id) {
                stack.extend(self.references(id));
            }
        }
    }

    /// Strong references.
    fn references(&self, id: Id) -> Vec<Id> {
        let object = &self.objects[&id];
        let strong = object.slots.iter().filter(|(slot, _)| Some(**slot) != object.weak);
        strong.filter_map(|(_, value)| if let Slot::Object(id) = value { Some(*id) } else { None }).collect()
    }

    fn root_ids(&self) -> Vec<Id> {
        let roots =
            self.roots.iter().filter_map(|slot| if let Slot::Object(id) = slot { Some(*id) } else { None });
        let queues = self.finalizable.iter().chain(&self.cleared);
        roots.chain(queues.chain(&self.frame).chain(&self.locals).copied()).collect()
    }

    pub fn reachable(&self) -> HashSet<Id> {
        let mut marked = HashSet::new();
        self.close(&mut marked, self.root_ids());
        marked
    }

    /// A collection: what dies is gone, what survives is old.
    pub fn collect(&mut self, full: bool) {
        let mut marked = HashSet::new();
        let mut start = self.root_ids();
        if !full {
            let old: Vec<Id> = self.objects.iter().filter(|(_, o)| o.old).map(|(id, _)| *id).collect();
            start.extend(old.iter().flat_map(|&id| self.references(id)));
            marked.extend(old);
            start.retain(|id| !marked.contains(id));
        }
        self.close(&mut marked, start);
        for (&id, object) in &mut self.objects {
            if let Some(weak) = object.weak
                && let Some(Slot::Object(referent)) = object.slots.get(&weak)
                && !marked.contains(referent)
            {
                object.slots.remove(&weak);
                if marked.contains(&id) {
                    self.cleared.push(id);
                }
            }
        }
        let dead = self.with_finalizer.extract_if(.., |id| !marked.contains(id));
        let dead: Vec<Id> = dead.collect();
        self.finalizable.extend(&dead);
        self.close(&mut marked, dead);
        self.objects.retain(|id, object| {
            object.old = true;
            marked.contains(id)
        });
    }
}
