//! Boundaries, and the snapshots made of them.
//!
//! Going on at a boundary needs every value that is defined before it and used behind it: a backward pass over the ops
//! collects them. A boundary may keep more, as an interpreter's frame does; what it keeps, earlier boundaries that can
//! come to it have to keep as well.

use super::Recorder;
use crate::state::random_int;
use crate::world::CALLER_CODE;
use lathe_ir::*;

pub(super) struct Boundary {
    /// The op before which it lies.
    pub index: usize,
    resume: Resume,
    /// Not kept although used behind: the result of a call that raised.
    without: Option<Value>,
    /// Slots that nobody needs.
    extra: Vec<Slot>,
    /// How many slots belong to a caller's frame.
    outer: Option<u32>,
    /// The label's snapshot: these and nothing else.
    args: Option<Vec<Value>>,
}

impl Boundary {
    pub fn entry(args: &[Value]) -> Boundary {
        Boundary {
            index: 0,
            resume: Resume::Reexecute,
            without: None,
            extra: Vec::new(),
            outer: None,
            args: Some(args.to_vec()),
        }
    }
}

impl Recorder<'_> {
    /// From here on guards go back to this point.
    pub(super) fn boundary(&mut self) {
        let latest = &self.boundaries[self.current];
        if latest.index != self.ops.len() {
            self.current = self.push_boundary(Resume::Reexecute, None).0 as usize;
        }
        self.dirty = false;
    }

    /// The boundary before the end keeps more: what nobody looks at cannot be found to be wrong.
    pub(super) fn last_boundary(&mut self) {
        self.boundary();
        // The entry's slots are the arguments and nothing else.
        if self.current > 0 && !self.types.is_empty() && self.tape.one_in(2) {
            let count = self.types.len();
            for _ in 0..self.tape.below(10) {
                let value = Value((count - 1 - self.tape.index(count.min(24))) as u32);
                self.boundaries[self.current].extra.push(Slot::Operand(value.into()));
            }
        }
    }

    /// A boundary for one guard that must not go further back than to itself.
    pub(super) fn push_boundary(&mut self, resume: Resume, without: Option<Value>) -> SnapshotId {
        let mut extra = Vec::new();
        while extra.len() < 4 && self.tape.one_in(4) {
            extra.push(match self.tape.below(4) {
                0 => Slot::Dead,
                1 => Slot::Operand(Operand::int(random_int(self.tape))),
                _ if self.types.is_empty() => Slot::Dead,
                _ => {
                    let value = Value(self.tape.below(self.types.len() as u32));
                    if Some(value) == without { Slot::Dead } else { Slot::Operand(value.into()) }
                }
            });
        }
        let outer = self.tape.one_in(5).then(|| self.tape.below(6));
        let index = self.ops.len();
        self.boundaries.push(Boundary { index, resume, without, extra, outer, args: None });
        SnapshotId(self.boundaries.len() as u32 - 1)
    }
}

/// Makes snapshots of the boundaries that guards use, and renumbers them.
pub(super) fn finish(
    code: CodeId,
    boundaries: &[Boundary],
    mut ops: Vec<Op>,
    values: usize,
) -> (Vec<Snapshot>, Vec<Op>) {
    let slots = live_slots(boundaries, &ops, values);
    let mut snapshots = Vec::new();
    let mut numbers = vec![None; boundaries.len()];
    let mut number = |boundary: usize| {
        *numbers[boundary].get_or_insert_with(|| {
            snapshots.push(snapshot(code, &boundaries[boundary], slots[boundary].clone()));
            SnapshotId(snapshots.len() as u32 - 1)
        })
    };
    // The label's snapshot comes first.
    number(0);
    for op in &mut ops {
        if let Some(id) = op.kind.snapshot_mut() {
            *id = number(id.index());
        }
    }
    (snapshots, ops)
}

fn snapshot(code: CodeId, boundary: &Boundary, slots: Vec<Slot>) -> Snapshot {
    let inner = Frame { code, pc: boundary.index as u32, end: slots.len() as u32 };
    let frames = match boundary.outer {
        None => vec![inner],
        // The caller waits at a place of its own; which one does not matter.
        Some(outer) => {
            vec![Frame { code: CALLER_CODE, pc: 9, end: outer.min(slots.len() as u32) }, inner]
        }
    };
    Snapshot { resume: boundary.resume, frames, slots, virtuals: Vec::new(), stores: Vec::new() }
}

fn live_slots(boundaries: &[Boundary], ops: &[Op], values: usize) -> Vec<Vec<Slot>> {
    let mut live = vec![false; values];
    let mut all = vec![Vec::new(); boundaries.len()];
    let mut left = boundaries.len();
    for index in (0..=ops.len()).rev() {
        if let Some(op) = ops.get(index) {
            if let Some(result) = op.result {
                live[result.index()] = false;
            }
            op.kind.for_each_operand(|operand| {
                if let Operand::Value(v) = operand {
                    live[v.index()] = true;
                }
            });
        }
        while left > 0 && boundaries[left - 1].index == index {
            left -= 1;
            let boundary = &boundaries[left];
            for slot in &boundary.extra {
                if let Slot::Operand(Operand::Value(v)) = slot {
                    live[v.index()] = true;
                }
            }
            all[left] = match &boundary.args {
                Some(args) => args.iter().map(|&v| Slot::Operand(v.into())).collect(),
                None => (0..values)
                    .filter(|&v| live[v] && boundary.without.map(Value::index) != Some(v))
                    .map(|v| Slot::Operand(Value(v as u32).into()))
                    .chain(boundary.extra.iter().copied())
                    .collect(),
            };
        }
    }
    all
}
