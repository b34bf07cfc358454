//! Bridges under test: recorded where the optimized loop leaves, optimized, and held against the recording.
//!
//! The optimized bridge starts from the exit as it is, with nothing rebuilt. The recorded bridge starts from the rebuilt
//! frames, and goes on in the recorded loop. At the end the two must agree, as in [`crate::oracle`]. Where an optimized
//! bridge leaves, another bridge is recorded, and so on, a few levels deep.

use crate::case::Case;
use crate::host::TestHost;
use crate::oracle::{self, Failure, LIMIT, Run, compare, reenter, settle};
use crate::record::{BridgeStart, record_bridge};
use crate::tape::Tape;
use crate::world::TRACE_CODE;
use lathe_ir::eval::{Datum, Exit, Heap, Outcome, rebuild, resume, run};
use lathe_ir::verify::verify_bridge;
use lathe_ir::{Descriptors, Label, Trace, Type};
use lathe_opt::{LOOP, Loop, Optimized, Options, Step, optimize_bridge};

/// Bridges on bridges on bridges.
const MAX_LEVELS: usize = 3;

/// How many bridges there were, and how many of them came back to the peeled loop.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub bridges: u64,
    pub entered: u64,
}

#[derive(Debug)]
pub struct BrokenBridge {
    pub recorded: Vec<Trace>,
    pub optimized: Option<Trace>,
    pub state: usize,
    pub failure: Failure,
}

/// A place where an optimized trace has left.
struct Left {
    exit: Exit,
    heap: Heap,
    host: TestHost,
}

/// Records and checks bridges from the exits of a loop.
pub fn check_bridges(
    descriptors: &Descriptors,
    case: &Case,
    optimized: &Optimized,
    options: &Options,
    tape: &mut Tape,
    counts: &mut Counts,
) -> Result<(), Box<BrokenBridge>> {
    let whole = Loop::new(&case.trace, optimized);
    for (index, state) in case.states.iter().enumerate() {
        let (mut heap, mut host) = (state.heap.clone(), state.host());
        let outcome = run(descriptors, &optimized.trace, Label(0), &state.args, &mut heap, &mut host, LIMIT);
        let Ok(Outcome::Exit(exit)) = outcome else { continue };
        let alone = !tape.one_in(3);
        let mut levels =
            Levels { descriptors, whole, options, counts, bridges: Vec::new(), origin: None, alone };
        if let Err(failure) = levels.descend(Left { exit, heap, host }, &optimized.trace, tape) {
            let recorded = levels.bridges.iter().map(|(_, bridge)| bridge.clone()).collect();
            let optimized = levels.optimize().ok().map(|bridge| bridge.trace);
            return Err(Box::new(BrokenBridge { recorded, optimized, state: index, failure }));
        }
    }
    Ok(())
}

struct Levels<'a> {
    descriptors: &'a Descriptors,
    whole: Loop<'a>,
    options: &'a Options,
    counts: &'a mut Counts,
    /// Each with the number of the guard that it starts from.
    bridges: Vec<(u32, Trace)>,
    /// The section of the loop that the first one starts from.
    origin: Option<Label>,
    /// Whether bridges may assume that their guard has failed, or only what was known before it.
    alone: bool,
}

impl Levels<'_> {
    fn optimize(&self) -> Result<lathe_opt::OptimizedBridge, lathe_opt::BridgeError> {
        let steps: Vec<Step> = self
            .bridges
            .iter()
            .map(|(guard, bridge)| Step { guard: *guard, alone: self.alone, bridge })
            .collect();
        let label = self.origin.expect("there is a bridge");
        optimize_bridge(self.descriptors, self.whole, label, &steps, self.whole, self.options)
    }

    /// A bridge from where `parent` was left, and bridges from where that leaves.
    fn descend(&mut self, left: Left, parent: &Trace, tape: &mut Tape) -> Result<(), Failure> {
        // The recorder has no way to begin with a pending exception.
        if left.exit.pending.is_some() || self.bridges.len() == MAX_LEVELS {
            return Ok(());
        }
        let Left { exit, mut heap, mut host } = left;
        let section = &parent.sections[exit.section];
        let guard = section.ops[..exit.op].iter().filter(|op| op.kind.snapshot().is_some()).count() as u32;
        self.origin.get_or_insert(section.label);

        // The recorded way: frames are rebuilt, the bridge runs, the loop follows.
        let mut rebuilt_heap = heap.clone();
        let frames =
            rebuild(self.descriptors, parent.snapshot(exit.snapshot), &exit.environment, &mut rebuilt_heap)
                .map_err(Failure::Optimized)?;
        let args: Vec<Datum> =
            frames.frames.iter().flat_map(|frame| frame.slots.iter().flatten().copied()).collect();
        let loop_section = &self.whole.input.sections[0];
        let types: Vec<Type> = loop_section.args.iter().map(|&v| self.whole.input.ty(v)).collect();
        let start = BridgeStart { heap: &rebuilt_heap, host: &host, args: &args };
        let bridge = record_bridge(self.descriptors, tape, start, Label::BRIDGE, (Label(0), &types));
        self.bridges.push((guard, bridge.clone()));
        self.counts.bridges += 1;
        let mut rebuilt_host = host.clone();
        let outcome =
            run(self.descriptors, &bridge, Label::BRIDGE, &args, &mut rebuilt_heap, &mut rebuilt_host, LIMIT)
                .map_err(Failure::Input)?;
        let expected = self.follow(&bridge, outcome, rebuilt_heap, rebuilt_host)?;

        // The optimized way: the exit's values are the bridge's arguments.
        let optimized = self.optimize().map_err(Failure::Bridge)?;
        self.counts.entered += (optimized.target == Some(LOOP)) as u64;
        let sections = self.whole.optimized.trace.sections.iter();
        let labels: Vec<(Label, Vec<Type>)> = sections
            .map(|s| (s.label, s.args.iter().map(|&v| self.whole.optimized.trace.ty(v)).collect()))
            .collect();
        verify_bridge(self.descriptors, &optimized.trace, &labels).map_err(Failure::Rejected)?;
        let entry = &optimized.trace.sections[0];
        let values: Option<Vec<Datum>> =
            entry.args.iter().map(|v| exit.environment.get(v.index()).copied().flatten()).collect();
        let values = values.ok_or(Failure::MissingArgument)?;
        let outcome =
            run(self.descriptors, &optimized.trace, entry.label, &values, &mut heap, &mut host, LIMIT)
                .map_err(Failure::Optimized)?;
        let next = match &outcome {
            Outcome::Exit(exit) => Some(Left { exit: exit.clone(), heap: heap.clone(), host: host.clone() }),
            Outcome::Finish(_) | Outcome::Jump { .. } | Outcome::OutOfFuel => None,
        };
        let found = self.finish(&bridge, &optimized.trace, outcome, heap, host)?;
        compare(self.descriptors, &expected, &found)?;
        match next {
            // Behind the entry sequence the state is the loop's; the loop's own exits are tested already.
            Some(left) if self.code_at(&optimized.trace, &left.exit) != TRACE_CODE => {
                self.descend(left, &optimized.trace, tape)
            }
            _ => Ok(()),
        }
    }

    fn code_at(&self, trace: &Trace, exit: &Exit) -> lathe_ir::CodeId {
        trace.snapshot(exit.snapshot).frames.last().expect("a frame").code
    }

    /// The recorded bridge has run: into the recorded loop, or to an end of its own.
    fn follow(
        &self,
        bridge: &Trace,
        outcome: Outcome,
        mut heap: Heap,
        mut host: TestHost,
    ) -> Result<Run, Failure> {
        match outcome {
            Outcome::Jump { args, .. } => {
                let outcome =
                    run(self.descriptors, self.whole.input, Label(0), &args, &mut heap, &mut host, LIMIT)
                        .map_err(Failure::Input)?;
                settle(self.descriptors, self.whole.input, outcome, heap, host)
            }
            other => Ok(settle(self.descriptors, bridge, other, heap, host)?.in_bridge()),
        }
    }

    /// The optimized bridge has run: wherever it left, the recording goes on.
    fn finish(
        &self,
        bridge: &Trace,
        optimized: &Trace,
        outcome: Outcome,
        mut heap: Heap,
        mut host: TestHost,
    ) -> Result<Run, Failure> {
        let (exit, snapshot) = match outcome {
            Outcome::Jump { label, args } => {
                let whole = &self.whole.optimized.trace;
                match run(self.descriptors, whole, label, &args, &mut heap, &mut host, LIMIT)
                    .map_err(Failure::Optimized)?
                {
                    Outcome::Exit(exit) => {
                        let snapshot = whole.snapshot(exit.snapshot);
                        (exit, snapshot)
                    }
                    other => return settle(self.descriptors, self.whole.input, other, heap, host),
                }
            }
            Outcome::Exit(exit) => {
                let snapshot = optimized.snapshot(exit.snapshot);
                (exit, snapshot)
            }
            other => return Ok(settle(self.descriptors, bridge, other, heap, host)?.in_bridge()),
        };
        let rebuilt =
            rebuild(self.descriptors, snapshot, &exit.environment, &mut heap).map_err(Failure::Optimized)?;
        let in_loop = rebuilt.frames.last().is_some_and(|frame| frame.code == TRACE_CODE);
        let input = if in_loop { self.whole.input } else { bridge };
        let start = reenter(self.descriptors, input, &rebuilt, exit.pending, &heap)?;
        let outcome =
            resume(self.descriptors, input, start, &mut heap, &mut host, LIMIT).map_err(Failure::Resumed)?;
        if in_loop {
            settle(self.descriptors, self.whole.input, outcome, heap, host)
        } else {
            self.follow(bridge, outcome, heap, host)
        }
    }
}

impl Run {
    /// Exits of a bridge are not those of the loop.
    fn in_bridge(mut self) -> Run {
        if let oracle::End::Exit { section, .. } = &mut self.end {
            *section += 1000;
        }
        self
    }
}
