//! What is done away from the guest: optimizing and compiling.
//!
//! A [`Job`] has all that it needs, shared or copied; a [`Worker`] makes [`Code`] of it and touches nothing of the VM. No guest
//! object is looked at: constants are the words that they had when they became constants, which do not change.
//!
//! The worker gives out the numbers of exits, units and labels, since they are in the code. Code is installed in the
//! order in which it was made, so the tables of the VM grow alike.

use super::report::{Attempt, Dumps, made};
use crate::code::{Header, LoopData, PathStep, TraceIndex};
use crate::log::{Log, Made};
use lathe_codegen::{CompileError, Compiled, Compiler, HelperCode, Runtime, Target, Unit};
use lathe_heap::Layouts;
use lathe_ir::{Descriptors, Label, Trace};
use lathe_opt::{
    BridgeError, Loop, Optimized, Options, PREAMBLE, Step, optimize, optimize_bridge, optimize_link,
};
use std::sync::Arc;
use std::time::Instant;

/// What there is to know of a VM.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World<'w> {
    pub descriptors: &'w Descriptors,
    pub layouts: &'w Layouts,
    pub helpers: &'w [HelperCode],
    /// The words of the descriptors' constant objects.
    pub constants: &'w [u64],
}

/// A recording that is to become code.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub attempt: Attempt,
    pub task: Task,
}

#[derive(Clone, Debug)]
pub(crate) enum Task {
    /// A trace that came back to its own header. `again`: there is a loop already.
    Loop { header: Header, input: Arc<Trace>, again: bool },
    /// A trace from a header that ends at another one, which has these loops.
    Link { header: Header, input: Arc<Trace>, targets: Vec<LoopData> },
    /// A trace from a guard in section `label` of `origin`, through other bridges, to the header of these loops.
    Bridge {
        exit: usize,
        origin: LoopData,
        label: Label,
        path: Vec<PathStep>,
        targets: Vec<LoopData>,
        /// Set if the guard says what types the header's loops are for: then a bridge that can enter none of them wants one
        /// more.
        other_types: Option<Header>,
    },
    /// What an exit at the header of this loop has to do.
    Detour { exit: usize, trace: Trace, target: LoopData },
}

/// What became of a job.
#[derive(Debug)]
pub(crate) enum Done {
    Code(Box<Code>),
    /// The guard was not recorded.
    NoBridge {
        exit: usize,
    },
    /// The bridge would go round through guards that fail: its types want a loop of their own.
    OtherTypes {
        exit: usize,
        header: Header,
    },
    /// One more loop of a header cannot be entered but through its preamble: nobody would.
    NoVersion {
        header: Header,
    },
}

/// Machine code that is not installed yet.
#[derive(Debug)]
pub(crate) struct Code {
    pub attempt: Attempt,
    pub made: Made,
    pub what: What,
    /// The loop it goes on in, if that is another one.
    pub into: Option<TraceIndex>,
    pub trace: Arc<Trace>,
    /// Its sections.
    pub parts: Vec<Compiled>,
    pub first_exit: u32,
    pub first_unit: u32,
    pub first_label: u32,
}

#[derive(Debug)]
pub(crate) enum What {
    Loop { header: Header, input: Arc<Trace>, optimized: Arc<Optimized> },
    Bridge { exit: usize, origin: TraceIndex, label: Label, path: Vec<PathStep> },
    Detour { exit: usize },
}

pub(crate) struct Worker {
    pub compiler: Compiler,
    runtime: Runtime,
    options: Options,
    log: Log,
    next_exit: u32,
    next_unit: u32,
    next_label: u32,
}

impl Worker {
    pub fn new(runtime: Runtime, options: Options, log: Log) -> Result<Worker, CompileError> {
        let mut compiler = Compiler::new(Target::Host)?;
        // Now: the memory they are in may not be written to while code runs.
        compiler.add_slow_paths(&runtime)?;
        Ok(Worker { compiler, runtime, options, log, next_exit: 0, next_unit: 0, next_label: 0 })
    }

    pub fn work(&mut self, world: World<'_>, job: Job) -> Done {
        let Job { attempt, task } = job;
        let start = Instant::now();
        let descriptors = world.descriptors;
        let dumps = Dumps { log: &self.log, descriptors, attempt: &attempt };
        let options = self.options;
        match task {
            Task::Loop { header, input, again } => {
                dumps.recorded(&input);
                dumps.passes(&options, |options| optimize(descriptors, &input, options).trace);
                let optimized = optimize(descriptors, &input, &options);
                dumps.optimized(&optimized.trace);
                if again && optimized.peeled.is_none() {
                    return Done::NoVersion { header };
                }
                let mut made = made(&attempt, &input, &optimized.trace);
                made.optimizing = start.elapsed();
                let (trace, optimized) = (Arc::new(optimized.trace.clone()), Arc::new(optimized));
                self.compile(world, attempt, made, trace, None, What::Loop { header, input, optimized })
            }
            Task::Link { header, input, targets } => {
                dumps.recorded(&input);
                let link = |target: &LoopData, options: &Options| {
                    optimize_link(descriptors, &input, as_loop(target), options)
                };
                dumps.passes(&options, |options| link(&targets[0], options).trace);
                let goes_round = |optimized: &Optimized| {
                    optimized.trace.sections[0].jump().is_some_and(|(label, _)| label == PREAMBLE)
                };
                let mut links = targets.iter().map(|target| (target, link(target, &options)));
                let (target, optimized) =
                    links.find(|(_, optimized)| !goes_round(optimized)).unwrap_or_else(|| {
                        let first = &targets[0];
                        (first, link(first, &options))
                    });
                dumps.optimized(&optimized.trace);
                let mut made = made(&attempt, &input, &optimized.trace);
                made.optimizing = start.elapsed();
                let (trace, optimized) = (Arc::new(optimized.trace.clone()), Arc::new(optimized));
                self.compile(
                    world,
                    attempt,
                    made,
                    trace,
                    Some(target),
                    What::Loop { header, input, optimized },
                )
            }
            Task::Bridge { exit, origin, label, path, targets, other_types } => {
                let last = &path.last().expect("a bridge").bridge;
                dumps.recorded(last);
                let steps: Vec<Step> = path
                    .iter()
                    .map(|step| Step { guard: step.guard, alone: step.alone, bridge: &step.bridge })
                    .collect();
                let mut chosen = None;
                for target in &targets {
                    let from = as_loop(&origin);
                    let bridge = optimize_bridge(descriptors, from, label, &steps, as_loop(target), &options);
                    let bridge = match bridge {
                        Ok(bridge) => bridge,
                        Err(
                            BridgeError::NoSuchLabel(_)
                            | BridgeError::NoSuchGuard(_)
                            | BridgeError::WrongArguments { .. }
                            | BridgeError::NotRecorded,
                        ) => return Done::NoBridge { exit },
                    };
                    let goes_round = bridge.target == Some(PREAMBLE);
                    if !goes_round || chosen.is_none() {
                        chosen = Some((target, bridge, goes_round));
                    }
                    if !goes_round {
                        break;
                    }
                }
                let (target, bridge, goes_round) = chosen.expect("a loop to go on in");
                if goes_round && let Some(header) = other_types {
                    return Done::OtherTypes { exit, header };
                }
                dumps.optimized(&bridge.trace);
                let mut made = made(&attempt, last, &bridge.trace);
                made.optimizing = start.elapsed();
                let what = What::Bridge { exit, origin: origin.index, label, path };
                self.compile(world, attempt, made, Arc::new(bridge.trace), Some(target), what)
            }
            Task::Detour { exit, trace, target } => {
                dumps.optimized(&trace);
                let made = Made { optimized_ops: vec![trace.sections[0].ops.len()], ..Made::default() };
                self.compile(world, attempt, made, Arc::new(trace), Some(&target), What::Detour { exit })
            }
        }
    }

    /// `into`: the loop that it jumps to; `None`: itself.
    fn compile(
        &mut self,
        world: World<'_>,
        attempt: Attempt,
        mut made: Made,
        trace: Arc<Trace>,
        into: Option<&LoopData>,
        what: What,
    ) -> Done {
        let start = Instant::now();
        let (first_exit, first_unit, first_label) = (self.next_exit, self.next_unit, self.next_label);
        let sections = trace.sections.len() as u32;
        // Its own labels; a trace that goes on elsewhere has only the one it begins with.
        let own: Vec<(Label, u32)> = (0..sections).map(|n| (Label(n), first_label + n)).collect();
        let labels = into.map_or(&own, |target| &target.labels);
        let mut parts = Vec::new();
        for section in 0..trace.sections.len() {
            let unit = Unit {
                descriptors: world.descriptors,
                layouts: world.layouts,
                runtime: &self.runtime,
                helpers: world.helpers,
                constants: world.constants,
                trace: &trace,
                section,
                labels,
                unit: self.next_unit,
                first_exit: self.next_exit,
            };
            let compiled = self.compiler.compile(&unit);
            let compiled = compiled
                .unwrap_or_else(|error| panic!("a trace that the verifier accepts has code: {error}"));
            self.next_unit += 1;
            self.next_exit += compiled.exits.len() as u32;
            parts.push(compiled);
        }
        self.next_label += sections;
        made.compiling = start.elapsed();
        made.bytes = parts.iter().map(|part| part.code.len()).sum();
        let into = into.map(|target| target.index);
        Done::Code(Box::new(Code {
            attempt,
            made,
            what,
            into,
            trace,
            parts,
            first_exit,
            first_unit,
            first_label,
        }))
    }
}

fn as_loop(data: &LoopData) -> Loop<'_> {
    Loop::new(&data.input, &data.optimized)
}
