//! Traces: sections of ops, and what a file holds.

use crate::descriptors::Descriptors;
use crate::op::{Op, OpKind};
use crate::snapshot::{Snapshot, SnapshotId};
use crate::value::{Operand, Type, Value};
use std::fmt;

/// A jump target: `L0`, `L1`, …
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(pub u32);

impl Label {
    /// Where a recorded trace starts.
    pub const START: Label = Label(0);
    /// The first section of a bridge. No jump names it: a bridge is entered from its guard.
    pub const BRIDGE: Label = Label(u32::MAX);
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

/// A label with its arguments and the ops up to the next jump, `finish` or `exit`.
///
/// A section is a scope of its own: its ops use its arguments, constants, and values defined before in the same
/// section. A value may have the same name in two sections (DLS'12 writes `L1(p0, i3)` for the `i3` of the preamble).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub label: Label,
    pub args: Vec<Value>,
    /// The interpreter's state at the label, in terms of `args`: where code that was invalidated leaves. Recorded traces
    /// have it, and the loops made of them; bridges do not.
    pub snapshot: Option<SnapshotId>,
    pub ops: Vec<Op>,
}

impl Section {
    /// The arguments of the jump that ends this section, with its target.
    pub fn jump(&self) -> Option<(Label, &[Operand])> {
        match &self.ops.last()?.kind {
            OpKind::Jump(label, args) => Some((*label, args)),
            _ => None,
        }
    }
}

/// One section as recorded (`L0`); preamble (`L0`) and loop (`L1`) when peeled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The type of each value, by index. May have gaps: indices that no op uses.
    pub types: Vec<Type>,
    pub sections: Vec<Section>,
    pub snapshots: Vec<Snapshot>,
}

impl Trace {
    pub fn ty(&self, v: Value) -> Type {
        self.types[v.index()]
    }

    pub fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(v) => self.ty(v),
            Operand::Const(c) => c.ty(),
        }
    }

    pub fn snapshot(&self, id: SnapshotId) -> &Snapshot {
        &self.snapshots[id.index()]
    }

    pub fn section(&self, label: Label) -> Option<&Section> {
        self.sections.iter().find(|s| s.label == label)
    }

    /// The labels with the types of their arguments, for bridges that jump to them.
    pub fn labels(&self) -> Vec<(Label, Vec<Type>)> {
        self.sections.iter().map(|s| (s.label, s.args.iter().map(|&v| self.ty(v)).collect())).collect()
    }

    pub fn new_value(&mut self, ty: Type) -> Value {
        self.types.push(ty);
        Value(self.types.len() as u32 - 1)
    }
}

/// A trace recorded from a failing guard on. Its arguments are the slots of the guard's snapshot that are not dead, in
/// order. Its jump goes to a label of the loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// The section of the *optimized* loop that the guard is in.
    pub label: Label,
    /// Which guard of that section, counted from 0 (every op with a snapshot counts).
    pub guard: u32,
    pub trace: Trace,
}

/// What a file holds: descriptors, one trace, and bridges from its guards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    pub descriptors: Descriptors,
    pub trace: Trace,
    pub bridges: Vec<Bridge>,
}
