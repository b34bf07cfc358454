//! The oracle accepts what is allowed and notices what is not.
//!
//! Each *saboteur* is an optimizer with one bug, as one could write it; each must be caught soon. The others are
//! correct transformations that make the oracle resume, peel, and do delayed stores.

use lathe_fuzz::campaign::{minimise, try_case};
use lathe_fuzz::tape::Tape;
use lathe_fuzz::world;
use lathe_ir::*;

const CASES: u64 = 3000;

/// One change to a trace, somewhere; false if there is no place for it.
type Change = fn(&Descriptors, &mut Trace) -> bool;

fn apply(change: Change) -> impl FnMut(&Descriptors, &Trace) -> Trace {
    move |descriptors, trace| {
        let mut changed = trace.clone();
        change(descriptors, &mut changed);
        changed
    }
}

fn is_caught(change: Change) {
    let descriptors = world::descriptors();
    let mut optimize = apply(change);
    let caught = (0..CASES)
        .find_map(|seed| try_case(&descriptors, &mut Tape::random(seed), &mut optimize).err())
        .expect("the oracle notices this bug");
    let smallest = minimise(&descriptors, &caught, &mut |tape| try_case(&descriptors, tape, &mut optimize));
    let length = smallest.case.trace.sections[0].ops.len();
    assert!(length <= 12, "{} shrank to {length} ops only: {:?}", caught.failure, smallest.case.trace);
}

fn is_accepted(change: Change) {
    let descriptors = world::descriptors();
    let mut optimize = apply(change);
    for seed in 0..CASES {
        if let Err(broken) = try_case(&descriptors, &mut Tape::random(seed), &mut optimize) {
            let smallest =
                minimise(&descriptors, &broken, &mut |tape| try_case(&descriptors, tape, &mut optimize));
            panic!("{}", lathe_fuzz::report::report(&descriptors, seed, None, &smallest));
        }
    }
}

/// The last op of the kind. Not a random one: then a case could hardly be made smaller, since with every op that is left
/// out the bug would strike elsewhere.
fn find(trace: &Trace, wanted: impl Fn(usize, &OpKind) -> bool) -> Option<usize> {
    let ops = &trace.sections[0].ops;
    (0..ops.len()).rev().find(|&index| wanted(index, &ops[index].kind))
}

fn remove(trace: &mut Trace, index: usize) {
    trace.sections[0].ops.remove(index);
}

/// Removes an op and uses something else for its result from there on.
fn replace(trace: &mut Trace, index: usize, by: Operand) {
    let result = trace.sections[0].ops[index].result.expect("an op with a result");
    remove(trace, index);
    let rename = |operand: Operand| if operand == Operand::Value(result) { by } else { operand };
    trace.sections[0].ops.iter_mut().for_each(|op| op.kind.map_operands(rename));
    trace.snapshots.iter_mut().for_each(|snapshot| snapshot.map_operands(rename));
}

/// A second op that looks like an earlier one, with something of the kind between; both indices.
fn pair(
    trace: &Trace,
    alike: impl Fn(&OpKind, &OpKind) -> bool,
    between: impl Fn(&OpKind) -> bool,
) -> Option<(usize, usize)> {
    let ops = &trace.sections[0].ops;
    let first = |second: usize| {
        (0..second).rev().find(|&first| {
            alike(&ops[first].kind, &ops[second].kind)
                && ops[first..second].iter().any(|op| between(&op.kind))
        })
    };
    let second = find(trace, |index, _| first(index).is_some())?;
    first(second).map(|first| (first, second))
}

fn reuse(trace: &mut Trace, found: Option<(usize, usize)>) -> bool {
    let Some((first, second)) = found else { return false };
    let earlier = trace.sections[0].ops[first].result.expect("an op with a result");
    replace(trace, second, earlier.into());
    true
}

fn same_read(a: &OpKind, b: &OpKind) -> bool {
    matches!(a, OpKind::Get(..) | OpKind::GetItem(..)) && a == b
}

#[test]
fn a_dropped_guard_is_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::Guard(guard, _) if guard.operand().is_some()))
            .map(|index| remove(trace, index))
            .is_some()
    });
}

#[test]
fn a_dropped_attention_guard_is_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::Guard(Guard::NoAttention, _)))
            .map(|index| remove(trace, index))
            .is_some()
    });
}

#[test]
fn a_dropped_invalidation_guard_is_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::Guard(Guard::NotInvalidated, _)))
            .map(|index| remove(trace, index))
            .is_some()
    });
}

#[test]
fn swapped_operands_of_a_subtraction_are_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::Int(IntBinary::Sub, ..)))
            .map(|index| {
                if let OpKind::Int(_, a, b) = &mut trace.sections[0].ops[index].kind {
                    std::mem::swap(a, b);
                }
            })
            .is_some()
    });
}

#[test]
fn a_forgotten_overflow_check_is_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::IntChecked { .. }))
            .map(|index| {
                let kind = &mut trace.sections[0].ops[index].kind;
                if let OpKind::IntChecked { op, a, b, .. } = *kind {
                    *kind = OpKind::Int(op.unchecked(), a, b);
                }
            })
            .is_some()
    });
}

#[test]
fn a_dropped_store_is_caught() {
    is_caught(|_, trace| {
        find(trace, |_, kind| matches!(kind, OpKind::Set(..) | OpKind::SetItem(..)))
            .map(|index| remove(trace, index))
            .is_some()
    });
}

#[test]
fn a_dropped_call_is_caught() {
    is_caught(|descriptors, trace| {
        find(
            trace,
            |_, kind| matches!(kind, OpKind::Call(helper, _) if descriptors.helper(*helper).result.is_none()),
        )
        .map(|index| remove(trace, index))
        .is_some()
    });
}

#[test]
fn a_read_reused_across_a_store_is_caught() {
    is_caught(|_, trace| {
        let found = pair(trace, same_read, |kind| matches!(kind, OpKind::Set(..) | OpKind::SetItem(..)));
        reuse(trace, found)
    });
}

#[test]
fn a_read_reused_across_a_call_is_caught() {
    is_caught(|_, trace| {
        let found = pair(trace, same_read, |kind| matches!(kind, OpKind::Call(..)));
        reuse(trace, found)
    });
}

#[test]
fn a_store_forwarded_without_truncation_is_caught() {
    is_caught(|descriptors, trace| {
        let narrow = |field: FieldId| {
            matches!(
                descriptors.field(field).storage,
                Storage::U8 | Storage::I8 | Storage::I32 | Storage::F32
            )
        };
        let found = pair(
            trace,
            |first, second| match (first, second) {
                (OpKind::Set(a, f, _), OpKind::Get(b, g)) => a == b && f == g && narrow(*f),
                _ => false,
            },
            |_| true,
        );
        let Some((first, second)) = found else { return false };
        let OpKind::Set(_, _, stored) = trace.sections[0].ops[first].kind else { return false };
        replace(trace, second, stored);
        true
    });
}

#[test]
fn one_object_for_two_allocations_is_caught() {
    is_caught(|descriptors, trace| {
        let found = pair(
            trace,
            |first, second| match first {
                OpKind::New(class) => first == second && !descriptors.is_value_class(*class),
                _ => false,
            },
            |_| true,
        );
        reuse(trace, found)
    });
}

#[test]
fn new_values_taken_for_different_are_caught() {
    is_caught(|_, trace| {
        let is_new = |operand: Operand| {
            trace.sections[0]
                .ops
                .iter()
                .any(|op| matches!(op.kind, OpKind::New(_)) && op.result.map(Operand::Value) == Some(operand))
        };
        let found = find(
            trace,
            |_, kind| matches!(*kind, OpKind::PtrCompare(PtrCompare::Eq, a, b) if a != b && (is_new(a) || is_new(b))),
        );
        found.map(|index| replace(trace, index, Operand::FALSE)).is_some()
    });
}

#[test]
fn a_store_moved_behind_a_guard_is_caught() {
    is_caught(|_, trace| {
        let ops = &trace.sections[0].ops;
        find(trace, |index, kind| {
            matches!(kind, OpKind::Set(..))
                && ops.get(index + 1).is_some_and(|next| matches!(next.kind, OpKind::Guard(..)))
        })
        .map(|index| trace.sections[0].ops.swap(index, index + 1))
        .is_some()
    });
}

#[test]
fn a_dead_slot_in_a_snapshot_is_caught() {
    is_caught(|_, trace| {
        let slot = trace.snapshots.last_mut().and_then(|snapshot| snapshot.slots.last_mut());
        slot.map(|slot| *slot = Slot::Dead).is_some()
    });
}

#[test]
fn a_wrong_slot_in_a_snapshot_is_caught() {
    is_caught(|_, trace| {
        let types = trace.types.clone();
        let Some(snapshot) = trace.snapshots.last_mut() else { return false };
        let type_of = |slot: &Slot| match slot {
            Slot::Operand(Operand::Value(v)) => Some(types[v.index()]),
            _ => None,
        };
        let [first, .., last] = snapshot.slots.as_mut_slice() else { return false };
        if type_of(first) != type_of(last) {
            return false;
        }
        *last = *first;
        true
    });
}

#[test]
fn leaving_at_any_boundary_is_accepted() {
    is_accepted(|_, trace| {
        let found = find(trace, |_, kind| {
            kind.snapshot().is_some_and(|id| trace.snapshot(id).resume == Resume::Reexecute)
        });
        let Some(index) = found else { return false };
        let ops = &mut trace.sections[0].ops;
        ops.truncate(index + 1);
        let id = ops[index].kind.snapshot().expect("found by its snapshot");
        ops[index] = Op::effect(OpKind::Exit(id));
        true
    });
}

#[test]
fn a_peeled_iteration_is_accepted() {
    is_accepted(|_, trace| {
        let mut again = trace.sections[0].clone();
        again.label = Label(1);
        again.snapshot = None;
        trace.sections.push(again);
        for section in &mut trace.sections {
            if let Some(OpKind::Jump(label, _)) = section.ops.last_mut().map(|op| &mut op.kind) {
                *label = Label(1);
            }
        }
        true
    });
}

#[test]
fn a_store_delayed_into_the_snapshot_is_accepted() {
    is_accepted(|_, trace| {
        let ops = &trace.sections[0].ops;
        let found = find(trace, |index, kind| {
            // The boundary of the guard lies behind the store.
            let resumes_at = |id: SnapshotId| trace.snapshot(id).frames.last().map(|frame| frame.pc as usize);
            matches!(kind, OpKind::Set(..))
                && ops.get(index + 1).is_some_and(|next| match next.kind {
                    OpKind::Guard(_, id) => resumes_at(id) == Some(index + 1),
                    _ => false,
                })
        });
        let Some(index) = found else { return false };
        let ops = &mut trace.sections[0].ops;
        ops.swap(index, index + 1);
        let OpKind::Set(base, field, value) = ops[index + 1].kind else { return false };
        let id = ops[index].kind.snapshot_mut().expect("a guard");
        let mut snapshot = trace.snapshots[id.index()].clone();
        let (base, value) = (Slot::Operand(base), Slot::Operand(value));
        snapshot.stores.push(DelayedStore::Field { base, field, value });
        *id = SnapshotId(trace.snapshots.len() as u32);
        trace.snapshots.push(snapshot);
        true
    });
}
