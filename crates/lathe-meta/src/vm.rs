//! The driver: runs the interpreter, records what gets hot, compiles it, enters it, and goes on where it leaves.

use crate::chaos::Chaos;
use crate::code::{CodeStore, Kind, PathStep, TraceIndex};
use crate::core::{COUNTERS, Core, INTERRUPT};
use crate::deopt;
use crate::direct::Direct;
use crate::ops::{Guest, Stop};
use crate::recorder::{Abort, End, Limits, Recorder, Recording};
use crate::stack::Action;
use crate::stats::{Counts, timed};
use lathe_codegen::CompileError;
use lathe_heap::{Collection, RootIndex, Word, attention};
use lathe_ir::text::{PrintOptions, print_trace};
use lathe_ir::{CodeId, Label, Resume, Trace};
use lathe_opt::{Loop, Options, Step, optimize, optimize_bridge, optimize_link};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// What can be chosen. All of it can be set by API; `--jit` and `LATHE_JIT` set it by name.
#[derive(Clone, Debug)]
pub struct Params {
    pub mode: Mode,
    /// A loop is recorded after so many trips.
    pub threshold: u32,
    /// A bridge is recorded after an exit was taken so often.
    pub bridge_threshold: u32,
    pub trace_limit: usize,
    pub frame_limit: usize,
    pub inner_trips: u32,
    pub options: Options,
    /// For tests.
    pub chaos: Chaos,
    /// Print one line per event; with 2, traces too.
    pub log: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Off,
    On,
    /// Everything goes through the recorder, nothing is compiled: shows violations of check-then-commit.
    RecordOnly,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            mode: Mode::On,
            threshold: 200,
            bridge_threshold: 20,
            trace_limit: 6000,
            frame_limit: 24,
            inner_trips: 8,
            options: Options::default(),
            chaos: Chaos::Off,
            log: 0,
        }
    }
}

impl Params {
    /// `off`, `on`, `record-only`, `threshold=1`, … separated by commas.
    pub fn set(&mut self, text: &str) -> Result<(), String> {
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let number = || value.parse::<u32>().map_err(|_| format!("`{word}`: `{value}` is not a number"));
            match name {
                "off" => self.mode = Mode::Off,
                "on" => self.mode = Mode::On,
                "record-only" => self.mode = Mode::RecordOnly,
                "threshold" => self.threshold = number()?.max(1),
                "bridge-threshold" => self.bridge_threshold = number()?.max(1),
                "trace-limit" => self.trace_limit = number()? as usize,
                "frame-limit" => self.frame_limit = number()?.max(1) as usize,
                "inner-trips" => self.inner_trips = number()?,
                "log" => self.log = number()?,
                "chaos-once" => self.chaos = Chaos::Once(Default::default()),
                "chaos-random" => self.chaos = Chaos::Random { seed: 1, one_in: number()?.max(2).into() },
                "passes" => {
                    let passes = value.replace('+', ",");
                    self.options.passes =
                        lathe_opt::PassSet::parse(&passes).map_err(|error| error.to_string())?;
                }
                _ => return Err(format!("unknown JIT parameter `{name}`")),
            }
        }
        Ok(())
    }
}

/// Why a loop is not recorded now.
#[derive(Clone, Copy, Debug, Default)]
struct Penalty {
    aborts: u32,
}

/// How often a loop's code was entered, and how long it ran.
#[derive(Clone, Copy, Debug, Default)]
struct Visits {
    entered: u32,
    time: Duration,
}

/// Entering and leaving takes about as long as the interpreter takes for a trip or two.
const WORTHWHILE: Duration = Duration::from_nanos(300);
const ENTRIES_BEFORE_JUDGEMENT: u32 = 4000;
/// After so many aborts a place is left alone.
const MAX_ABORTS: u32 = 6;
/// Bridges on bridges on bridges: each is optimized with all those before it, and there may be ever more of them.
const MAX_PATH: usize = 12;
/// A bridge that cannot be recorded is tried a few times.
const MAX_BRIDGE_ABORTS: u32 = 3;

pub struct Vm<G> {
    pub guest: G,
    pub core: Box<Core>,
    pub params: Params,
    pub counts: Counts,
    code: CodeStore,
    penalties: FxHashMap<(CodeId, u32), Penalty>,
    visits: FxHashMap<(CodeId, u32), Visits>,
}

impl<G> fmt::Debug for Vm<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vm").field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// How a run has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Finished(Word),
    Uncaught,
    /// Somebody has set [`crate::INTERRUPT`].
    Interrupted,
    /// The heap is above its limit.
    OutOfMemory,
}

impl<G: Guest> Vm<G> {
    pub fn new(guest: G, mut core: Box<Core>, params: Params) -> Result<Vm<G>, CompileError> {
        let threshold = match params.mode {
            Mode::On | Mode::RecordOnly => params.threshold,
            Mode::Off => 0,
        };
        core.counters.fill(threshold);
        core.chaos = params.chaos.clone();
        let code = CodeStore::new(params.chaos.is_on())?;
        Ok(Vm {
            guest,
            core,
            params,
            counts: Counts::default(),
            code,
            penalties: FxHashMap::default(),
            visits: FxHashMap::default(),
        })
    }

    /// Calls a piece of guest code.
    pub fn run(&mut self, code: CodeId, slots: u32, args: &[Word]) -> Outcome {
        let floor = self.core.stack.depth();
        let Some(frame) = self.core.stack.push(code, 0, slots, Action(0)) else { return Outcome::Uncaught };
        for (slot, &arg) in args.iter().enumerate() {
            self.core.stack.set_word(frame.base + slot as u32, arg);
        }
        loop {
            let mut direct = self.direct(floor);
            match self.guest.run(&mut direct) {
                Stop::Finished => return Outcome::Finished(self.core.result),
                Stop::Uncaught => return Outcome::Uncaught,
                Stop::Header => {
                    if let Some(outcome) = self.at_header(floor) {
                        return outcome;
                    }
                }
                Stop::RecordingEnded => {}
                Stop::Attention => {
                    if let Some(outcome) = self.attend(floor) {
                        return outcome;
                    }
                }
            }
        }
    }

    /// Somebody has set the attention word: the only place where anything but the guest's own code happens.
    fn attend(&mut self, floor: usize) -> Option<Outcome> {
        let bits = self.core.attention.swap(0, Ordering::Relaxed);
        let outcome = if bits & INTERRUPT != 0 {
            Some(Outcome::Interrupted)
        } else if bits & attention::OUT_OF_MEMORY != 0 {
            // What was garbage when it was set may be free by now.
            self.core.heap.collect(Collection::Major);
            self.core.heap.is_above_limit().then_some(Outcome::OutOfMemory)
        } else {
            None
        };
        if outcome.is_some() {
            self.core.stack.truncate(floor);
        }
        outcome
    }

    fn direct(&mut self, floor: usize) -> Direct {
        let core = NonNull::from(&mut *self.core);
        // SAFETY: the core is in a box that the VM owns; the VM does not touch it while the interpreter runs.
        unsafe { Direct::new(core, floor) }
    }

    fn limits(&self) -> Limits {
        Limits {
            ops: self.params.trace_limit,
            frames: self.params.frame_limit,
            inner_trips: self.params.inner_trips,
        }
    }

    /// The counter of a header has run out.
    fn at_header(&mut self, floor: usize) -> Option<Outcome> {
        let frame = self.core.stack.top_frame();
        let header = (frame.code, frame.pc);
        let counter = Direct::counter(frame.code, frame.pc);
        debug_assert!(counter < COUNTERS);
        // Compiled code does not check for room: near the end of the stack the interpreter goes on alone.
        if !self.core.stack.has_room(self.core.deepest) {
            self.core.counters[counter] = self.params.threshold.max(16);
            return None;
        }
        if let Some(&index) = self.code.loops.get(&header) {
            let outcome = self.enter(index, floor);
            if self.is_not_worth_it(header) {
                self.core.counters[counter] = 0;
                return outcome;
            }
            // It is entered again the next time round, but never by resuming at the header itself: that would be for ever.
            let here = outcome.is_none() && {
                let frame = self.core.stack.top_frame();
                (frame.code, frame.pc) == header
            };
            self.core.counters[counter] = if here { 2 } else { 1 };
            return outcome;
        }
        let aborts = self.penalties.get(&header).map_or(0, |penalty| penalty.aborts);
        // Each abort makes the next try four times as far away.
        self.core.counters[counter] = match aborts {
            MAX_ABORTS.. => 0,
            _ => self.params.threshold.max(16) << (2 * aborts),
        };
        if aborts >= MAX_ABORTS {
            return None;
        }
        self.record_loop(header, floor)
    }

    fn record_loop(&mut self, header: (CodeId, u32), floor: usize) -> Option<Outcome> {
        let direct = self.direct(floor);
        let loops = &self.code.loops;
        let has_code = |code: CodeId, pc: u32| loops.contains_key(&(code, pc));
        let mut recorder = Recorder::for_loop(direct, &self.guest, self.limits(), &has_code);
        let stop = timed(&mut self.counts.recording, || self.guest.run(&mut recorder));
        let recording = recorder.finish();
        match recording.end {
            End::Aborted(why) => self.aborted(header, why),
            End::Closed | End::Linked { .. } if self.params.mode == Mode::RecordOnly => {
                self.core.counters[Direct::counter(header.0, header.1)] = 1;
            }
            End::Closed | End::Linked { .. } => self.install_loop(header, recording),
        }
        self.stopped(stop)
    }

    fn stopped(&mut self, stop: Stop) -> Option<Outcome> {
        match stop {
            Stop::Finished => Some(Outcome::Finished(self.core.result)),
            Stop::Uncaught => Some(Outcome::Uncaught),
            Stop::Header | Stop::RecordingEnded | Stop::Attention => None,
        }
    }

    fn aborted(&mut self, header: (CodeId, u32), why: Abort) {
        *self.counts.aborts.entry(why).or_default() += 1;
        let penalty = self.penalties.entry(header).or_default();
        penalty.aborts += 1;
        let place = self.guest.describe(header.0, header.1);
        self.log(1, || format!("abort {place}: {why}"));
    }

    fn install_loop(&mut self, header: (CodeId, u32), recording: Recording) {
        let name = self.guest.describe(header.0, header.1);
        let input = Rc::new(recording.trace);
        self.log_trace("recorded", &name, &input);
        let (optimized, linked) = match recording.end {
            End::Linked { code, pc } => {
                let target = self.code.loops[&(code, pc)];
                let (target_loop, labels) = self.target(target);
                let target_loop = Loop::new(&target_loop.0, &target_loop.1);
                let (descriptors, options) = (&self.core.descriptors, &self.params.options);
                let link = || optimize_link(descriptors, &input, target_loop, options);
                (timed(&mut self.counts.optimizing, link), labels)
            }
            End::Closed | End::Aborted(_) => {
                let (descriptors, options) = (&self.core.descriptors, &self.params.options);
                let close = || optimize(descriptors, &input, options);
                (timed(&mut self.counts.optimizing, close), Vec::new())
            }
        };
        self.log_trace("optimized", &name, &optimized.trace);
        self.counts.add_traces(&input, &optimized.trace);
        let (code, core) = (&mut self.code, &mut self.core);
        let compile = || code.add_loop(core, name.clone(), header, input, optimized, &linked);
        match timed(&mut self.counts.compiling, compile) {
            Ok(_) => {
                self.counts.loops += 1;
                let bytes = self.code.bytes();
                self.counts.code_bytes = bytes as u64;
                self.log(1, || format!("loop {name}: {bytes} bytes of code in all"));
                self.core.counters[Direct::counter(header.0, header.1)] = 1;
            }
            Err(error) => panic!("a trace that the verifier accepts has code: {error}"),
        }
    }

    /// A loop as the optimizer wants it, with its labels.
    #[allow(clippy::type_complexity)]
    fn target(&self, index: TraceIndex) -> ((Rc<Trace>, Rc<lathe_opt::Optimized>), Vec<(Label, u32)>) {
        match &self.code.traces[index.0].kind {
            Kind::Loop { input, optimized, labels } => ((input.clone(), optimized.clone()), labels.clone()),
            Kind::Bridge { root, .. } => self.target(*root),
        }
    }

    /// Code that is left again at once costs more than it saves: after a while, the loop is left to the interpreter.
    fn is_not_worth_it(&mut self, header: (CodeId, u32)) -> bool {
        let visits = self.visits.entry(header).or_default();
        if visits.entered < ENTRIES_BEFORE_JUDGEMENT || visits.time / visits.entered >= WORTHWHILE {
            return false;
        }
        self.code.loops.remove(&header);
        self.penalties.entry(header).or_default().aborts = MAX_ABORTS;
        *self.counts.aborts.entry(Abort::NotWorthIt).or_default() += 1;
        let place = self.guest.describe(header.0, header.1);
        self.log(1, || format!("given up {place}: left too soon, too often"));
        true
    }

    /// Runs compiled code from the header that the top frame is at, until it leaves.
    fn enter(&mut self, index: TraceIndex, floor: usize) -> Option<Outcome> {
        let frame = self.core.stack.top_frame();
        let mut count = 0;
        for slot in 0..frame.slots {
            if self.guest.is_live(frame.code, frame.pc, false, slot) {
                let word = self.core.stack.word(frame.base + slot);
                self.core.exit_frame.set(count, word.0);
                count += 1;
            }
        }
        self.counts.entered += 1;
        let context = &raw mut *self.core.context;
        let code = &self.code;
        let start = Instant::now();
        // SAFETY: the arguments of the loop are the live slots of the header, in order.
        let number = unsafe { code.enter(context, index) };
        let time = start.elapsed();
        self.counts.in_code += time;
        let visits = self.visits.entry((frame.code, frame.pc)).or_default();
        visits.entered += 1;
        visits.time += time;
        self.leave(number, floor)
    }

    /// Compiled code has left by an exit.
    fn leave(&mut self, number: usize, floor: usize) -> Option<Outcome> {
        self.counts.left += 1;
        let state = &mut self.code.exits[number];
        state.taken += 1;
        let hot = state.taken >= self.params.bridge_threshold
            && !state.has_bridge
            && state.failed < MAX_BRIDGE_ABORTS;
        let (owner, id) = (state.owner, state.exit.snapshot.expect("traces of guest code do not finish"));
        let trace = self.code.traces[owner.0].trace.clone();
        let snapshot = trace.snapshot(id);
        let guest = &self.guest;
        let exit = deopt::Exit { snapshot, values: &self.code.exits[number].exit.values };
        // The frame that an exit starts from is on top: what is above it exists only in the snapshot.
        let base = self.core.stack.depth() - 1;
        deopt::restore(&mut self.core, &exit, base, |code| guest.slots(code));
        if snapshot.resume == Resume::Raise {
            let exception = Word(std::mem::take(&mut self.core.context.exception));
            let mut direct = self.direct(floor);
            let stop = self.guest.unwind(&mut direct, exception)?;
            return self.stopped(stop);
        }
        if hot { self.record_bridge(number, floor) } else { None }
    }

    fn record_bridge(&mut self, number: usize, floor: usize) -> Option<Outcome> {
        let (owner, op) = (self.code.exits[number].owner, self.code.exits[number].exit.op);
        let section = self.code.exits[number].section;
        // With chaos, a guard that has failed may well hold.
        let alone = !self.code.exits[number].exit.shared && !self.params.chaos.is_on();
        let parent = &self.code.traces[owner.0];
        let ops = &parent.trace.sections[section].ops;
        let guard = ops[..op as usize].iter().filter(|op| op.kind.snapshot().is_some()).count() as u32;
        let (root, label, mut path): (TraceIndex, Label, Vec<PathStep>) = match &parent.kind {
            Kind::Loop { .. } => (owner, parent.trace.sections[section].label, Vec::new()),
            Kind::Bridge { root, label, path } => (*root, *label, path.clone()),
        };
        if path.len() >= MAX_PATH {
            self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
            return None;
        }
        // The recorded snapshot that the optimized one comes from: same frames, still with a name for every object.
        let recorded = path.last().map_or_else(|| self.target(root).0.0, |step| step.bridge.clone());
        let left_by = parent.trace.snapshot(self.code.exits[number].exit.snapshot.expect("a guard"));
        let same_place = |s: &&lathe_ir::Snapshot| s.resume == left_by.resume && s.frames == left_by.frames;
        let Some(template) = recorded.snapshots.iter().find(same_place).cloned() else {
            // The guard belongs to the entry sequence of another loop.
            self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
            return None;
        };
        let direct = self.direct(floor);
        let loops = &self.code.loops;
        let has_code = |code: CodeId, pc: u32| loops.contains_key(&(code, pc));
        let slot_type = |operand| recorded.operand_type(operand);
        let mut recorder =
            Recorder::for_bridge(direct, &self.guest, self.limits(), &has_code, &template, slot_type);
        let stop = timed(&mut self.counts.recording, || self.guest.run(&mut recorder));
        let recording = recorder.finish();
        let place = format!("{} exit {number}", self.code.traces[owner.0].name);
        match recording.end {
            End::Linked { code, pc } => {
                path.push(PathStep { guard, alone, bridge: Rc::new(recording.trace) });
                self.install_bridge(number, root, label, path, (code, pc), place);
            }
            End::Aborted(why) => {
                *self.counts.aborts.entry(why).or_default() += 1;
                self.code.exits[number].failed += 1;
                self.code.exits[number].taken = 0;
                self.log(1, || format!("abort bridge from {place}: {why}"));
            }
            End::Closed => unreachable!("a bridge has no header of its own"),
        }
        self.stopped(stop)
    }

    fn install_bridge(
        &mut self,
        number: usize,
        root: TraceIndex,
        label: Label,
        path: Vec<PathStep>,
        header: (CodeId, u32),
        place: String,
    ) {
        let last = path.last().expect("a bridge").bridge.clone();
        self.log_trace("recorded bridge", &place, &last);
        let (origin, _) = self.target(root);
        let (target, labels) = self.target(self.code.loops[&header]);
        let steps: Vec<Step> = path
            .iter()
            .map(|step| Step { guard: step.guard, alone: step.alone, bridge: &step.bridge })
            .collect();
        let (from, to) = (Loop::new(&origin.0, &origin.1), Loop::new(&target.0, &target.1));
        let (descriptors, options) = (&self.core.descriptors, &self.params.options);
        // A bridge in which nothing happens starts at the header: at a guard of the loop's entry sequence, which fails here.
        let to = Loop { enter_peeled: last.sections[0].ops.len() > 2, ..to };
        let continue_chain = || optimize_bridge(descriptors, from, label, &steps, to, options);
        let optimized = timed(&mut self.counts.optimizing, continue_chain);
        let optimized = match optimized {
            Ok(optimized) => optimized,
            // The guard belongs to the entry sequence of a loop; the loop's own guards will get the bridge.
            Err(_) => {
                self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
                return;
            }
        };
        self.log_trace("optimized bridge", &place, &optimized.trace);
        self.counts.add_traces(&last, &optimized.trace);
        let kind = Kind::Bridge { root, label, path };
        let (code, core) = (&mut self.code, &mut self.core);
        let compile = || code.add_bridge(core, place.clone(), number, kind, optimized.trace, &labels);
        match timed(&mut self.counts.compiling, compile) {
            Ok(_) => {
                self.counts.bridges += 1;
                self.counts.code_bytes = self.code.bytes() as u64;
                self.log(1, || format!("bridge from {place}"));
            }
            Err(error) => panic!("a trace that the verifier accepts has code: {error}"),
        }
    }

    /// Keeps an object alive for guest code.
    pub fn add_root(&mut self, word: Word) -> RootIndex {
        self.core.heap.add_root(word)
    }

    fn log(&self, level: u32, line: impl FnOnce() -> String) {
        if self.params.log >= level {
            eprintln!("lathe: {}", line());
        }
    }

    fn log_trace(&self, what: &str, name: &str, trace: &Trace) {
        self.log(2, || {
            let text =
                print_trace(&self.core.descriptors, trace, PrintOptions { snapshots: self.params.log > 2 });
            format!("{what} {name}\n{text}")
        });
    }
}
