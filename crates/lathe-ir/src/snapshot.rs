//! Snapshots: how an exit rebuilds the interpreter's state.
//!
//! A snapshot names every live slot of every frame that the trace has open, outermost first. A slot is a value, a
//! constant, or an object that was never allocated (a *virtual*), described by its fields; virtuals may share and
//! may be cyclic. Stores that the optimizer delayed past the guard are done on the way out.
//!
//! A snapshot costs nothing while its guard holds.

use crate::descriptors::{ClassId, CodeId, FieldId};
use crate::value::{Operand, Value};

/// An index into [`crate::Trace::snapshots`]. Guards may share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SnapshotId(pub u32);

impl SnapshotId {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How the interpreter goes on after the frames are rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resume {
    /// Do the bytecode at the top frame's `pc` again from its beginning.
    Reexecute,
    /// The bytecode at the top frame's `pc` has ended in a call. If an exception is pending, go to the unwinder, else (a
    /// `guard_exception` found none) go on behind the bytecode.
    Raise,
    /// The bytecode at the top frame's `pc` is the next to be done; the results of the one before are in the slots.
    Continue,
}

impl Resume {
    /// The word that stands for it in text.
    pub fn keyword(self) -> &'static str {
        match self {
            Resume::Reexecute => "resume",
            Resume::Raise => "raise",
            Resume::Continue => "continue",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    Operand(Operand),
    /// An index into [`Snapshot::virtuals`].
    Virtual(u32),
    /// Holds nothing that will be read.
    Dead,
}

/// One interpreter frame; its slots are `slots[previous frame's end..end]` of the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    pub code: CodeId,
    pub pc: u32,
    pub end: u32,
}

/// An object that exists only in this description. For an array, `fields` are its items.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VirtualObject {
    pub class: ClassId,
    pub fields: Vec<Slot>,
}

/// A store that comes before the guard in the program but is done only on the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DelayedStore {
    Field { base: Slot, field: FieldId, value: Slot },
    Item { class: ClassId, base: Slot, index: Operand, value: Slot },
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Snapshot {
    pub resume: Resume,
    /// Outermost first; never empty.
    pub frames: Vec<Frame>,
    /// The slots of all frames, one after the other.
    pub slots: Vec<Slot>,
    pub virtuals: Vec<VirtualObject>,
    /// In the order in which they have to be done.
    pub stores: Vec<DelayedStore>,
}

impl Snapshot {
    /// A snapshot of one frame.
    pub fn single(resume: Resume, code: CodeId, pc: u32, slots: Vec<Slot>) -> Snapshot {
        let end = slots.len() as u32;
        Snapshot {
            resume,
            frames: vec![Frame { code, pc, end }],
            slots,
            virtuals: Vec::new(),
            stores: Vec::new(),
        }
    }

    /// The frames with their slots, outermost first.
    pub fn frames(&self) -> impl Iterator<Item = (&Frame, &[Slot])> {
        let mut start = 0;
        self.frames.iter().map(move |frame| {
            let slots = &self.slots[start..frame.end as usize];
            start = frame.end as usize;
            (frame, slots)
        })
    }

    /// Every slot: of frames, of virtuals' fields, of delayed stores (bases, indices and values).
    pub fn for_each_slot(&self, mut f: impl FnMut(Slot)) {
        self.slots.iter().for_each(|&s| f(s));
        for object in &self.virtuals {
            object.fields.iter().for_each(|&s| f(s));
        }
        for store in &self.stores {
            match *store {
                DelayedStore::Field { base, value, .. } => {
                    f(base);
                    f(value);
                }
                DelayedStore::Item { base, index, value, .. } => {
                    f(base);
                    f(Slot::Operand(index));
                    f(value);
                }
            }
        }
    }

    /// Every SSA value that the exit needs.
    pub fn for_each_value(&self, mut f: impl FnMut(Value)) {
        self.for_each_slot(|slot| {
            if let Slot::Operand(Operand::Value(v)) = slot {
                f(v);
            }
        });
    }

    /// Renames every operand.
    pub fn map_operands(&mut self, mut f: impl FnMut(Operand) -> Operand) {
        let mut map = |slot: &mut Slot| {
            if let Slot::Operand(operand) = slot {
                *operand = f(*operand);
            }
        };
        self.slots.iter_mut().for_each(&mut map);
        for object in &mut self.virtuals {
            object.fields.iter_mut().for_each(&mut map);
        }
        for store in &mut self.stores {
            match store {
                DelayedStore::Field { base, value, .. } => {
                    map(base);
                    map(value);
                }
                DelayedStore::Item { base, index, value, .. } => {
                    map(base);
                    let mut slot = Slot::Operand(*index);
                    map(&mut slot);
                    if let Slot::Operand(renamed) = slot {
                        *index = renamed;
                    }
                    map(value);
                }
            }
        }
    }
}
