//! Snapshots that nobody wrote.
//!
//! A guard without a snapshot gets one of a single frame whose slots are the values that are alive: defined before, and
//! used by the guard or by anything after it in the section. That is what an interpreter would have to keep.

use super::super::cursor::Parsed;
use super::super::diagnostic::{ParseError, Span};
use crate::descriptors::CodeId;
use crate::op::{Guard, Op, OpKind};
use crate::snapshot::{Resume, Slot, Snapshot};
use crate::value::{Operand, Value};

/// A long trace with many live values needs space for their product; beyond this the author has to help.
const MOST_SLOTS: usize = 10_000_000;

/// Gives each op that needs a snapshot and has none a default one. `snapshots[i]` belongs to `ops[i]`; the result says
/// which are new. Takes time proportional to its input and output.
pub(super) fn fill(
    args: &[Value],
    ops: &[Op],
    spans: &[Span],
    snapshots: &mut [Option<Snapshot>],
    code: CodeId,
    value_count: usize,
) -> Parsed<()> {
    let last_use = last_uses(ops, snapshots, value_count);
    let mut alive = args.to_vec();
    let mut total = 0;
    for (index, op) in ops.iter().enumerate() {
        if snapshots[index].is_none()
            && let Some(resume) = default_resume(&op.kind)
        {
            // Values that died are dropped here once and for all, so no guard looks at them again.
            alive.retain(|v| last_use[v.index()] > index);
            total += alive.len();
            if total > MOST_SLOTS {
                let message =
                    "too many live values for default snapshots; write shorter snapshots in this trace";
                return Err(ParseError::new(spans[index], message));
            }
            let slots = alive.iter().map(|&v| Slot::Operand(Operand::Value(v))).collect();
            snapshots[index] = Some(Snapshot::single(resume, code, index as u32, slots));
        }
        alive.extend(op.result);
    }
    Ok(())
}

/// For each value the number, from 1, of the last op that uses it; 0 if none does.
fn last_uses(ops: &[Op], snapshots: &[Option<Snapshot>], value_count: usize) -> Vec<usize> {
    let mut last_use = vec![0; value_count];
    for (index, (op, snapshot)) in ops.iter().zip(snapshots).enumerate() {
        op.kind.for_each_operand(|operand| {
            if let Operand::Value(v) = operand {
                last_use[v.index()] = index + 1;
            }
        });
        if let Some(snapshot) = snapshot {
            snapshot.for_each_value(|v| last_use[v.index()] = index + 1);
        }
    }
    last_use
}

/// How an op that leaves the trace goes on if nothing else is said; `None` for ops that do not leave.
pub(super) fn default_resume(kind: &OpKind) -> Option<Resume> {
    match kind {
        OpKind::Guard(guard, _) => Some(match guard {
            Guard::NoException | Guard::Exception(_) => Resume::Raise,
            Guard::NotForced => Resume::Continue,
            Guard::True(_)
            | Guard::False(_)
            | Guard::Value(..)
            | Guard::Class(..)
            | Guard::NonNull(_)
            | Guard::IsNull(_)
            | Guard::NotInvalidated
            | Guard::NoAttention => Resume::Reexecute,
        }),
        OpKind::IntChecked { .. } | OpKind::Exit(_) => Some(Resume::Reexecute),
        OpKind::Int(..)
        | OpKind::IntCompare(..)
        | OpKind::IntUnary(..)
        | OpKind::Float(..)
        | OpKind::FloatCompare(..)
        | OpKind::FloatUnary(..)
        | OpKind::Cast(..)
        | OpKind::PtrCompare(..)
        | OpKind::Select(..)
        | OpKind::New(_)
        | OpKind::NewArray(..)
        | OpKind::Get(..)
        | OpKind::Set(..)
        | OpKind::GetItem(..)
        | OpKind::SetItem(..)
        | OpKind::ArrayLen(..)
        | OpKind::Call(..)
        | OpKind::Jump(..)
        | OpKind::Finish(_) => None,
    }
}
