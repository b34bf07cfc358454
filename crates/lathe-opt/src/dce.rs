//! Dead code: what nothing needs is not kept.
//!
//!     i1 = get(p0, x)                guard_class(p0, Box)
//!     guard_class(p0, Box)     =>    finish(i0)
//!     i2 = int_add(i1, 1)
//!     finish(i0)
//!
//! Needed are ops with effects, guards, and what they and the snapshots of guards and labels use. An argument of the
//! loop's label is needed only if something in the loop needs it, not because the loop passes it on; so is what is
//! passed for it.
//!
//! A second copy of the loop is dead code, too: [`loop_equals_preamble`].
//!
//! Requires: a verified trace.
//! Ensures:  a verified trace; the arguments of the first section stay as they are.

use lathe_ir::{Descriptors, Label, OpKind, Operand, Section, SnapshotId, Trace, Value};
use rustc_hash::FxHashMap;

const ARG: u32 = 1 << 31;
const NONE: u32 = u32::MAX;

struct Marker<'t> {
    trace: &'t Trace,
    /// By section and value: the index of the op that defines it, or `ARG` and the index of the argument.
    defs: Vec<Vec<u32>>,
    live: Vec<Vec<bool>>,
    todo: Vec<(usize, Value)>,
}

/// Removes dead ops, dead arguments of all labels but the first, and snapshots that no guard has.
pub fn run(trace: &mut Trace, descriptors: &Descriptors) {
    let live = mark(trace, descriptors);
    let kept_args: Vec<(Label, Vec<bool>)> = trace
        .sections
        .iter()
        .enumerate()
        .map(|(s, section)| {
            let kept = section.args.iter().map(|arg| s == 0 || live[s][arg.index()]).collect();
            (section.label, kept)
        })
        .collect();
    for (s, section) in trace.sections.iter_mut().enumerate() {
        section.ops.retain(|op| match op.result {
            Some(v) => live[s][v.index()] || !op.kind.is_removable(descriptors),
            None => true,
        });
        let mut kept = kept_args[s].1.iter();
        section.args.retain(|_| *kept.next().expect("as many flags as arguments"));
        if let Some(OpKind::Jump(label, args)) = section.ops.last_mut().map(|op| &mut op.kind)
            && let Some((_, kept)) = kept_args.iter().find(|(l, _)| l == label)
        {
            let mut kept = kept.iter();
            args.retain(|_| *kept.next().expect("as many flags as arguments"));
        }
    }
    drop_snapshots(trace);
}

fn mark(trace: &Trace, descriptors: &Descriptors) -> Vec<Vec<bool>> {
    let values = trace.types.len();
    let defs = trace.sections.iter().map(|section| definitions(section, values)).collect();
    let live = vec![vec![false; values]; trace.sections.len()];
    let mut marker = Marker { trace, defs, live, todo: Vec::new() };
    for (s, section) in trace.sections.iter().enumerate() {
        // Code can be thrown away while it runs; it then leaves by its label.
        if let Some(id) = section.snapshot {
            trace.snapshot(id).for_each_value(|v| marker.need(s, v));
        }
        for op in &section.ops {
            if op.kind.is_removable(descriptors) {
                continue;
            }
            if let OpKind::Jump(label, _) = &op.kind
                && trace.sections[1..].iter().any(|target| target.label == *label)
            {
                continue;
            }
            marker.need_operands(s, &op.kind);
        }
    }
    while let Some((s, v)) = marker.todo.pop() {
        let def = marker.defs[s][v.index()];
        if def == NONE {
            continue;
        }
        if def & ARG == 0 {
            marker.need_operands(s, &trace.sections[s].ops[def as usize].kind);
        } else {
            marker.need_passed(s, (def & !ARG) as usize);
        }
    }
    marker.live
}

fn definitions(section: &Section, values: usize) -> Vec<u32> {
    let mut defs = vec![NONE; values];
    for (i, arg) in section.args.iter().enumerate() {
        defs[arg.index()] = ARG | i as u32;
    }
    for (i, op) in section.ops.iter().enumerate() {
        if let Some(v) = op.result {
            defs[v.index()] = i as u32;
        }
    }
    defs
}

impl Marker<'_> {
    fn need(&mut self, section: usize, v: Value) {
        if !std::mem::replace(&mut self.live[section][v.index()], true) {
            self.todo.push((section, v));
        }
    }

    fn need_operands(&mut self, section: usize, kind: &OpKind) {
        kind.for_each_operand(|operand| {
            if let Operand::Value(v) = operand {
                self.need(section, v);
            }
        });
        if let Some(id) = kind.snapshot() {
            let trace = self.trace;
            trace.snapshot(id).for_each_value(|v| self.need(section, v));
        }
    }

    /// What every jump passes for an argument of this section. Jumps to the first section need all they pass already.
    fn need_passed(&mut self, section: usize, index: usize) {
        if section == 0 {
            return;
        }
        let label = self.trace.sections[section].label;
        for s in 0..self.trace.sections.len() {
            if let Some((target, args)) = self.trace.sections[s].jump()
                && target == label
                && let Operand::Value(v) = args[index]
            {
                self.need(s, v);
            }
        }
    }
}

fn drop_snapshots(trace: &mut Trace) {
    let mut renumbered: Vec<Option<SnapshotId>> = vec![None; trace.snapshots.len()];
    let mut kept = Vec::new();
    let snapshots = std::mem::take(&mut trace.snapshots);
    let mut renumber = |id: &mut SnapshotId| {
        let new = *renumbered[id.index()].get_or_insert_with(|| {
            kept.push(snapshots[id.index()].clone());
            SnapshotId(kept.len() as u32 - 1)
        });
        *id = new;
    };
    for section in &mut trace.sections {
        if let Some(id) = &mut section.snapshot {
            renumber(id);
        }
        section.ops.iter_mut().filter_map(|op| op.kind.snapshot_mut()).for_each(&mut renumber);
    }
    trace.snapshots = kept;
}

/// Does the loop do just what the preamble does, name for name? Snapshots do not matter: either copy is right by itself.
pub fn loop_equals_preamble(trace: &Trace) -> bool {
    let [preamble, peeled] = trace.sections.as_slice() else { return false };
    if preamble.ops.len() != peeled.ops.len() {
        return false;
    }
    let mut names: FxHashMap<Value, Operand> = FxHashMap::default();
    let bodies = preamble.ops.iter().zip(&peeled.ops);
    for (a, b) in bodies.take(preamble.ops.len() - 1) {
        let mut expected = Vec::new();
        b.kind.for_each_operand(|operand| expected.push(operand));
        let mut expected = expected.into_iter();
        let mut renamed = a.kind.clone();
        renamed.map_operands(|operand| {
            let there = expected.next();
            match operand {
                // An argument of the preamble gets its partner where it is first met.
                Operand::Value(v) => match there {
                    Some(there) if preamble.args.contains(&v) => *names.entry(v).or_insert(there),
                    _ => names.get(&v).copied().unwrap_or(operand),
                },
                Operand::Const(_) => operand,
            }
        });
        if let (Some(to), Some(from)) = (renamed.snapshot_mut(), b.kind.snapshot()) {
            *to = from;
        }
        if renamed != b.kind {
            return false;
        }
        if let (Some(v), Some(w)) = (a.result, b.result) {
            names.insert(v, Operand::Value(w));
        }
    }
    true
}
