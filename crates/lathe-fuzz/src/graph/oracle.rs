//! Whether a graph after passes does what the graph before did.
//!
//! Both run from the same state. Where the transformed graph leaves through a guard or a safepoint, the original goes on from the
//! state that was rebuilt, with the same heap and host, up to its own end: so a guard may leave earlier than it did, as long
//! as the interpreter would come to the same end. Compared are the end (results, or where it leaves and with what), the calls in
//! their order with all they can see, the heap, and the states at safepoints. Peeling leaves out the first header safepoints of
//! each entry to a loop; these, and only these, may be missing.

use super::generate::GraphCase;
use crate::digest::digest;
use crate::host::TestHost;
use crate::state::State;
use lathe_graph::eval::{Exit, Outcome, Start, Watch, World, resume, run};
use lathe_graph::verify::{Rejection, verify};
use lathe_graph::{Block, DominatorTree, Graph, Inst, InstKind, LoopId, LoopTree};
use lathe_ir::eval::{Datum, FaultKind, Heap, Loc, Rebuilt, rebuild, same_state};
use lathe_ir::{Descriptors, Effects};
use std::collections::BTreeMap;
use std::fmt;

/// For the original graph. A transformed one may need more: what is hoisted may be done in vain.
const LIMIT: u64 = 3000;

/// How many times each safepoint, known by its `pc`, was taken from the first trip of its loop.
pub type Peels = BTreeMap<u32, u32>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The generated graph is not valid: a bug of the generator.
    Input(String),
    Rejected(Rejection),
    Fault {
        original: bool,
        kind: FaultKind,
    },
    /// An exit with a state that the original graph does not have.
    NoSuchPoint(u32),
    OtherEnd {
        before: String,
        after: String,
    },
    OtherCalls,
    OtherSafepoints {
        before: Vec<String>,
        after: Vec<String>,
    },
    OtherState(String),
    Endless,
    /// Machine code does something else than the evaluator, for the same graph.
    Native(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(message) => write!(f, "the generated graph is wrong: {message}"),
            Failure::Rejected(rejection) => write!(f, "not valid: {rejection}"),
            Failure::Fault { original, kind } => {
                write!(f, "{}: {kind}", if *original { "before" } else { "after" })
            }
            Failure::NoSuchPoint(pc) => write!(f, "left with an unknown state {pc}"),
            Failure::OtherEnd { before, after } => write!(f, "before: {before}; after: {after}"),
            Failure::OtherCalls => f.write_str("other calls, or in another order"),
            Failure::OtherSafepoints { before, after } => {
                write!(f, "other safepoints: before {before:?}, after {after:?}")
            }
            Failure::OtherState(difference) => write!(f, "another state: {difference}"),
            Failure::Native(why) => f.write_str(why),
            Failure::Endless => f.write_str("does not end any more"),
        }
    }
}

/// How a run ends.
#[derive(Clone, Debug, PartialEq)]
enum End {
    Return(Vec<Datum>),
    Left { pc: u32, slots: Vec<Option<Datum>>, pending: Option<Loc> },
    OutOfFuel,
}

impl End {
    fn name(&self) -> String {
        match self {
            End::Return(_) => "returns".to_string(),
            End::Left { pc, .. } => format!("leaves at {pc}"),
            End::OutOfFuel => "does not end".to_string(),
        }
    }

    fn data(&self) -> Vec<Datum> {
        match self {
            End::Return(data) => data.clone(),
            End::Left { slots, pending, .. } => {
                slots.iter().flatten().copied().chain(pending.map(Datum::object)).collect()
            }
            End::OutOfFuel => Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    pc: u32,
    hash: u64,
    /// May be missing after peeling.
    optional: bool,
}

/// Notes safepoints, and leaves at some.
struct Notes<'a> {
    descriptors: &'a Descriptors,
    seen: Vec<Seen>,
    /// Safepoints that never leave: peeling may have taken them away.
    peels: &'a Peels,
    /// In the original: the loops of peeled safepoints.
    entries: Option<&'a Entries>,
    /// How many more times each safepoint may be missing.
    left_out: BTreeMap<u32, u32>,
    leaves: u64,
}

/// Which loop each peeled safepoint is in.
struct Entries {
    loops: LoopTree,
    by_pc: Vec<(u32, LoopId)>,
}

impl Watch for Notes<'_> {
    fn edge(&mut self, from: Block, to: Block) {
        let Some(entries) = self.entries else { return };
        for &(pc, id) in &entries.by_pc {
            if entries.loops.contains(id, to) && !entries.loops.contains(id, from) {
                self.left_out.insert(pc, self.peels[&pc]);
            }
        }
    }

    fn safepoint(&mut self, _: Inst, heap: &Heap, state: &Rebuilt) -> bool {
        let frame = &state.frames[0];
        let data = frame.slots.iter().map(|slot| slot.unwrap_or(Datum::Int(-99))).collect();
        let hash = digest(self.descriptors, heap, &Effects::unknown(), data).hash;
        let left_out = self.left_out.get_mut(&frame.pc).filter(|left| **left > 0);
        let optional = left_out.is_some();
        if let Some(left) = left_out {
            *left -= 1;
        }
        self.seen.push(Seen { pc: frame.pc, hash, optional });
        !self.peels.contains_key(&frame.pc) && (hash ^ self.leaves).is_multiple_of(23)
    }
}

/// Everything that can be seen of a run.
struct Run {
    end: End,
    heap: Heap,
    host: TestHost,
    seen: Vec<Seen>,
}

/// What the original graph does; the same for every transformed graph with the same peeled safepoints.
pub struct Reference<'a> {
    descriptors: &'a Descriptors,
    case: &'a GraphCase,
    peels: &'a Peels,
    entries: Entries,
}

impl fmt::Debug for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reference").field("peels", &self.peels).finish_non_exhaustive()
    }
}

/// The `pc` of a safepoint.
pub fn safepoint_pc(graph: &Graph, inst: Inst) -> Option<u32> {
    match graph.kind(inst) {
        InstKind::SafePoint(id) => Some(graph.snapshot(*id).frames[0].pc),
        _ => None,
    }
}

impl<'a> Reference<'a> {
    pub fn new(descriptors: &'a Descriptors, case: &'a GraphCase, peels: &'a Peels) -> Reference<'a> {
        let loops = LoopTree::compute(&case.graph, &DominatorTree::compute(&case.graph));
        let mut by_pc = Vec::new();
        for &pc in peels.keys() {
            by_pc.extend(loops.innermost(case.points[pc as usize].block).map(|id| (pc, id)));
        }
        Reference { descriptors, case, peels, entries: Entries { loops, by_pc } }
    }

    /// Runs both graphs from a state and compares.
    pub fn check(&self, transformed: &Graph, state: &State) -> Result<(), Failure> {
        let before = self.run(&self.case.graph, state, true)?;
        if before.end == End::OutOfFuel {
            // Whatever it does, it must have done the same so far.
            let after = self.run(transformed, state, false)?;
            let common = before.host.log.len().min(after.host.log.len());
            return match before.host.log[..common] == after.host.log[..common] {
                true => Ok(()),
                false => Err(Failure::OtherCalls),
            };
        }
        let mut after = self.run(transformed, state, false)?;
        if let End::Left { pc, ref slots, pending } = after.end {
            let end = self.go_on(&mut after.heap, &mut after.host, &mut after.seen, pc, slots, pending)?;
            after.end = end;
        }
        self.compare(&before, &after)
    }

    fn compare(&self, before: &Run, after: &Run) -> Result<(), Failure> {
        let same = match (&before.end, &after.end) {
            (End::Return(_), End::Return(_)) => true,
            (End::Left { pc: a, .. }, End::Left { pc: b, .. }) => a == b,
            (_, End::OutOfFuel) => return Err(Failure::Endless),
            _ => false,
        };
        if !same {
            return Err(Failure::OtherEnd { before: before.end.name(), after: after.end.name() });
        }
        if before.host.log != after.host.log {
            return Err(Failure::OtherCalls);
        }
        if !is_subsequence(&before.seen, &after.seen) {
            let show =
                |seen: &[Seen]| seen.iter().map(|s| format!("{}:{:x}", s.pc, s.hash & 0xffff)).collect();
            return Err(Failure::OtherSafepoints { before: show(&before.seen), after: show(&after.seen) });
        }
        let roots = |run: &Run| {
            let mut roots = run.end.data();
            roots.extend(run.host.known_objects().map(Datum::object));
            roots
        };
        let (left, right) = (roots(before), roots(after));
        same_state(self.descriptors, (&before.heap, &left), (&after.heap, &right), &|index| {
            format!("root {index}")
        })
        .map_err(|difference| Failure::OtherState(difference.to_string()))
    }

    fn notes(&self, host: &TestHost, original: bool) -> Notes<'_> {
        Notes {
            descriptors: self.descriptors,
            seen: Vec::new(),
            peels: self.peels,
            entries: original.then_some(&self.entries),
            left_out: BTreeMap::new(),
            leaves: host.seed(),
        }
    }

    fn run(&self, graph: &Graph, state: &State, original: bool) -> Result<Run, Failure> {
        let (mut heap, mut host) = (state.heap.clone(), state.host());
        let mut notes = self.notes(&host, original);
        let limit = if original { LIMIT } else { 4 * LIMIT + 1000 };
        let world =
            World { descriptors: self.descriptors, heap: &mut heap, host: &mut host, watch: &mut notes };
        let outcome = run(world, graph, &state.args, limit)
            .map_err(|fault| Failure::Fault { original, kind: fault.kind })?;
        let seen = notes.seen;
        let end = self.end(graph, outcome, &mut heap)?;
        Ok(Run { end, heap, host, seen })
    }

    fn end(&self, graph: &Graph, outcome: Outcome, heap: &mut Heap) -> Result<End, Failure> {
        Ok(match outcome {
            Outcome::Return(data) => End::Return(data),
            Outcome::OutOfFuel => End::OutOfFuel,
            Outcome::Exit(Exit { snapshot, environment, pending, .. }) => {
                let rebuilt = rebuild(self.descriptors, graph.snapshot(snapshot), &environment, heap)
                    .map_err(|fault| Failure::Fault { original: false, kind: fault.kind })?;
                let frame = &rebuilt.frames[0];
                End::Left { pc: frame.pc, slots: frame.slots.clone(), pending }
            }
        })
    }

    /// Goes on in the original graph where a transformed one has left.
    fn go_on(
        &self,
        heap: &mut Heap,
        host: &mut TestHost,
        seen: &mut Vec<Seen>,
        pc: u32,
        slots: &[Option<Datum>],
        pending: Option<Loc>,
    ) -> Result<End, Failure> {
        let point = self.case.points.get(pc as usize).ok_or(Failure::NoSuchPoint(pc))?;
        let mut environment = vec![None; self.case.graph.value_count()];
        for (&value, &slot) in point.values.iter().zip(slots) {
            environment[value.index()] = slot;
        }
        let start = Start { block: point.block, position: point.position, environment, pending };
        let mut notes = self.notes(host, false);
        let world = World { descriptors: self.descriptors, heap, host, watch: &mut notes };
        // A safepoint that left is seen again.
        let left_at_safepoint =
            safepoint_pc(&self.case.graph, self.case.graph.block(point.block).insts[point.position])
                .is_some_and(|found| seen.last().is_some_and(|last| last.pc == found) && pending.is_none());
        let outcome = resume(world, &self.case.graph, start, 2 * LIMIT)
            .map_err(|fault| Failure::Fault { original: false, kind: fault.kind })?;
        let mut more = notes.seen;
        if left_at_safepoint && more.first() == seen.last() {
            more.remove(0);
        }
        seen.extend(more);
        self.end(&self.case.graph, outcome, heap)
    }
}

/// Whether `after` is `before` with some optional ones missing.
fn is_subsequence(before: &[Seen], after: &[Seen]) -> bool {
    let same = |a: &Seen, b: &Seen| a.pc == b.pc && a.hash == b.hash;
    // The places in `after` that can be reached.
    let mut places = vec![false; after.len() + 1];
    places[0] = true;
    for one in before {
        let mut next = vec![false; after.len() + 1];
        for place in 0..=after.len() {
            if places[place] {
                next[place] |= one.optional;
                if after.get(place).is_some_and(|other| same(one, other)) {
                    next[place + 1] = true;
                }
            }
        }
        places = next;
    }
    places[after.len()]
}

/// The generated graph must be valid, and must not go wrong.
pub fn check_input(descriptors: &Descriptors, case: &GraphCase) -> Result<(), Failure> {
    verify(descriptors, &case.graph).map_err(|r| Failure::Input(r.render(descriptors, &case.graph)))
}
