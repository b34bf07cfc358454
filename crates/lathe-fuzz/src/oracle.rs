//! Whether an optimized trace does what the recorded one does.
//!
//! The optimized trace runs until it leaves. A guard of it may fail earlier than the recorded trace's (the optimizer may
//! strengthen guards), so exits are not compared directly: the frames are rebuilt from the optimized snapshot, and the
//! *recorded* trace goes on from the position that the snapshot names, up to an exit of its own. There the two runs must
//! agree on everything: which guard failed, frames, heap, pending exception, results, and what helpers saw.

use crate::host::TestHost;
use crate::machine::Machine;
use crate::state::State;
use lathe_codegen::CompileError;
use lathe_ir::eval::*;
use lathe_ir::verify::Rejection;
use lathe_ir::{Descriptors, Label, Operand, Slot, Snapshot, Trace};
use lathe_opt::BridgeError;
use std::fmt;

/// Far more than any loop does before attention is asked for.
pub const LIMIT: u64 = 20_000;

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Run {
    pub end: End,
    pub heap: Heap,
    pub host: TestHost,
}

#[derive(Clone, Debug)]
pub enum End {
    Finish(Vec<Datum>),
    /// At the guard that is op `op` of the recorded trace's section `section`.
    Exit {
        section: usize,
        op: usize,
        frames: Rebuilt,
        pending: Option<Loc>,
    },
}

#[derive(Clone, Debug)]
pub enum Failure {
    /// The recorded trace has no meaning: a bug of the generator.
    Input(Fault),
    /// Neither does the optimized trace.
    Optimized(Fault),
    /// The recorded trace cannot go on where the optimized trace left it.
    Resumed(Fault),
    Endless,
    /// No snapshot of the recorded trace has these frames.
    UnknownPosition(SnapshotPosition),
    /// The frames have more or fewer slots, or a slot holds something that cannot be there.
    BadSlot {
        slot: usize,
        why: &'static str,
    },
    UnknownLabel(Label),
    /// The optimizer made something that is no trace.
    Rejected(Rejection),
    /// The optimizer cannot find the guard that was left.
    Bridge(BridgeError),
    /// The code generator refused the optimized trace.
    NotCompiled(CompileError),
    /// A bridge wants a value that the exit does not have.
    MissingArgument,
    Ends {
        expected: String,
        found: String,
    },
    /// The first impure call that differs; `None`: there are more calls on one side.
    Calls {
        index: usize,
        expected: Option<(u32, u64)>,
        found: Option<(u32, u64)>,
    },
    State(Difference),
}

/// The frames that a snapshot goes back to, as text.
pub type SnapshotPosition = String;

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(fault) => write!(f, "the recorded trace is malformed: {fault}"),
            Failure::Optimized(fault) => write!(f, "the optimized trace is malformed: {fault}"),
            Failure::Resumed(fault) => write!(f, "the recorded trace cannot go on after the exit: {fault}"),
            Failure::Endless => f.write_str("the optimized trace does not end"),
            Failure::UnknownPosition(position) => {
                write!(f, "the recorded trace has no snapshot at {position}")
            }
            Failure::BadSlot { slot, why } => write!(f, "slot {slot} of the exit: {why}"),
            Failure::UnknownLabel(label) => write!(f, "the optimized trace jumps to an unknown L{}", label.0),
            Failure::Rejected(rejection) => write!(f, "rejected by the verifier: {rejection}"),
            Failure::Bridge(error) => write!(f, "bridge: {error}"),
            Failure::NotCompiled(error) => write!(f, "{error}"),
            Failure::MissingArgument => write!(f, "the bridge wants a value that the exit does not have"),
            Failure::Ends { expected, found } => write!(f, "expected {expected}, found {found}"),
            Failure::Calls { index, expected, found } => {
                write!(f, "call {index}: expected {expected:x?}, found {found:x?} (helper, digest)")
            }
            Failure::State(difference) => write!(f, "recorded ≠ optimized: {difference}"),
        }
    }
}

/// Runs the recorded trace: what an optimized trace is held against.
pub fn reference(descriptors: &Descriptors, input: &Trace, state: &State) -> Result<Run, Failure> {
    let (mut heap, mut host) = (state.heap.clone(), state.host());
    let outcome = run(descriptors, input, Label(0), &state.args, &mut heap, &mut host, LIMIT);
    settle(descriptors, input, outcome.map_err(Failure::Input)?, heap, host)
}

/// Runs the optimized trace from a state and compares.
pub fn check(
    descriptors: &Descriptors,
    input: &Trace,
    optimized: &Trace,
    machine: &mut Machine,
    state: &State,
    expected: &Run,
) -> Result<(), Failure> {
    let (mut heap, mut host) = (state.heap.clone(), state.host());
    let outcome = machine.run(Label(0), &state.args, &mut heap, &mut host)?;
    let outcome = match outcome {
        Outcome::Exit(exit) => {
            let snapshot = optimized.snapshot(exit.snapshot);
            let rebuilt =
                rebuild(descriptors, snapshot, &exit.environment, &mut heap).map_err(Failure::Optimized)?;
            let start = reenter(descriptors, input, &rebuilt, exit.pending, &heap)?;
            resume(descriptors, input, start, &mut heap, &mut host, LIMIT).map_err(Failure::Resumed)?
        }
        other @ (Outcome::Finish(_) | Outcome::Jump { .. } | Outcome::OutOfFuel) => other,
    };
    let found = settle(descriptors, input, outcome, heap, host)?;
    compare(descriptors, expected, &found)
}

/// Where the recorded trace goes on with rebuilt frames.
pub fn reenter(
    descriptors: &Descriptors,
    input: &Trace,
    rebuilt: &Rebuilt,
    pending: Option<Loc>,
    heap: &Heap,
) -> Result<Start, Failure> {
    let snapshot = input
        .snapshots
        .iter()
        .find(|snapshot| goes_back_to(snapshot, rebuilt))
        .ok_or_else(|| Failure::UnknownPosition(position(descriptors, rebuilt)))?;
    let data: Vec<Option<Datum>> = rebuilt.frames.iter().flat_map(|frame| frame.slots.clone()).collect();
    let mut environment: Environment = vec![None; input.types.len()];
    for (slot, (&description, &datum)) in snapshot.slots.iter().zip(&data).enumerate() {
        let bad = |why| Failure::BadSlot { slot, why };
        match (description, datum) {
            (Slot::Dead, _) => {}
            // If it is missing and needed, the run will say so.
            (Slot::Operand(_), None) => {}
            (Slot::Operand(Operand::Const(c)), Some(datum)) => {
                if !heap.is_same(descriptors, datum, c.into()) {
                    return Err(bad("a constant has changed"));
                }
            }
            (Slot::Operand(Operand::Value(v)), Some(datum)) => {
                if datum.ty() != input.ty(v) {
                    return Err(bad("the type is wrong"));
                }
                let before = environment[v.index()].replace(datum);
                if before.is_some_and(|before| !heap.is_same(descriptors, before, datum)) {
                    return Err(bad("it is not the same as another slot"));
                }
            }
            (Slot::Virtual(_), Some(_) | None) => return Err(bad("recorded traces have no virtuals")),
        }
    }
    let op = rebuilt.frames.last().map_or(0, |frame| frame.pc as usize);
    Ok(Start { section: 0, op, environment, pending })
}

fn goes_back_to(snapshot: &Snapshot, rebuilt: &Rebuilt) -> bool {
    let mut start = 0;
    snapshot.resume == rebuilt.resume
        && snapshot.frames.len() == rebuilt.frames.len()
        && snapshot.frames.iter().zip(&rebuilt.frames).all(|(a, b)| {
            let slots = a.end - start;
            start = a.end;
            (a.code, a.pc, slots as usize) == (b.code, b.pc, b.slots.len())
        })
}

fn position(descriptors: &Descriptors, rebuilt: &Rebuilt) -> SnapshotPosition {
    let frame = |f: &RebuiltFrame| format!("{}@{}({} slots)", descriptors.code(f.code), f.pc, f.slots.len());
    let frames: Vec<String> = rebuilt.frames.iter().map(frame).collect();
    format!("{} {}", rebuilt.resume.keyword(), frames.join(" "))
}

/// Rebuilds frames from an exit of the recorded trace.
pub fn settle(
    descriptors: &Descriptors,
    input: &Trace,
    outcome: Outcome,
    mut heap: Heap,
    host: TestHost,
) -> Result<Run, Failure> {
    let end = match outcome {
        Outcome::Finish(results) => End::Finish(results),
        Outcome::Exit(exit) => {
            let snapshot = input.snapshot(exit.snapshot);
            let frames =
                rebuild(descriptors, snapshot, &exit.environment, &mut heap).map_err(Failure::Resumed)?;
            End::Exit { section: exit.section, op: exit.op, frames, pending: exit.pending }
        }
        Outcome::Jump { label, .. } => return Err(Failure::UnknownLabel(label)),
        Outcome::OutOfFuel => return Err(Failure::Endless),
    };
    Ok(Run { end, heap, host })
}

pub fn compare(descriptors: &Descriptors, expected: &Run, found: &Run) -> Result<(), Failure> {
    let calls = expected.host.log.len().max(found.host.log.len());
    for index in 0..calls {
        let [left, right] = [expected, found].map(|run| run.host.log.get(index).map(|(h, d)| (h.0, *d)));
        if left != right {
            return Err(Failure::Calls { index, expected: left, found: right });
        }
    }
    let same_end = match (&expected.end, &found.end) {
        (End::Finish(a), End::Finish(b)) => a.len() == b.len(),
        (
            End::Exit { section, op, frames, pending },
            End::Exit { section: other_section, op: other_op, frames: other_frames, pending: other_pending },
        ) => {
            (section, op, pending.is_some()) == (other_section, other_op, other_pending.is_some())
                && frames.resume == other_frames.resume
        }
        (End::Finish(_), End::Exit { .. }) | (End::Exit { .. }, End::Finish(_)) => false,
    };
    if !same_end {
        return Err(Failure::Ends { expected: expected.end.to_string(), found: found.end.to_string() });
    }
    let (left, right) = (expected.roots(), found.roots());
    let name = |index: usize| left.names(index);
    same_state(descriptors, (&expected.heap, &left.data), (&found.heap, &right.data), &name)
        .map_err(Failure::State)
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Finish(results) => write!(f, "finish with {} results", results.len()),
            End::Exit { op, pending, .. } => {
                let exception = if pending.is_some() { " with an exception" } else { "" };
                write!(f, "an exit at op {op}{exception}")
            }
        }
    }
}

/// What is compared between two runs.
struct Roots {
    data: Vec<Datum>,
    /// Where frames, results and exception end; the rest is objects known outside.
    visible: usize,
}

impl Roots {
    fn names(&self, index: usize) -> String {
        if index < self.visible {
            format!("slot {index}")
        } else {
            format!("object {}", index - self.visible)
        }
    }
}

impl Run {
    /// The arguments of a bridge that goes on here; none when the trace has finished.
    pub fn live_slots(&self) -> Option<Vec<Datum>> {
        match &self.end {
            End::Finish(_) => None,
            End::Exit { frames, .. } => {
                Some(frames.frames.iter().flat_map(|frame| frame.slots.iter().flatten().copied()).collect())
            }
        }
    }

    fn roots(&self) -> Roots {
        // Both runs were rebuilt from the same recorded snapshot: the same slots are dead.
        let mut data = self.live_slots().unwrap_or_default();
        match &self.end {
            End::Finish(results) => data.extend(results),
            End::Exit { pending, .. } => data.push(Datum::Ref(*pending)),
        }
        let visible = data.len();
        data.extend(self.host.known_objects().map(Datum::object));
        Roots { data, visible }
    }
}
