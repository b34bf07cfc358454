//! Compiled traces: loops, bridges, their labels and exits.

use crate::core::Core;
use crate::driver::judge::Visits;
use crate::driver::report::Attempt;
use crate::driver::values::Seen;
use crate::log::{Place, TraceNumber};
use crate::watch::Watch;
use lathe_codegen::context::Entry;
use lathe_codegen::{CodeArena, CompileError, Compiler, Exit, Runtime, Target, Unit, VmContext};
use lathe_heap::Heap;
use lathe_ir::{CodeId, Guard, Label, OpKind, Trace};
use lathe_opt::Optimized;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The index of a compiled trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceIndex(pub usize);

/// A recorded bridge on the way from a loop to an exit.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The number of the guard that it starts from, and whether no other guard leaves by the same exit.
    pub guard: u32,
    pub alone: bool,
    pub bridge: Rc<Trace>,
}

/// A trace that has code. The recording is kept: bridges are optimized with it.
#[derive(Debug)]
pub struct CompiledTrace {
    pub number: TraceNumber,
    /// Where it begins.
    pub place: Place,
    pub kind: Kind,
    /// The optimized trace, as compiled.
    pub trace: Rc<Trace>,
}

#[derive(Debug)]
pub enum Kind {
    Loop { input: Rc<Trace>, optimized: Rc<Optimized>, labels: Vec<(Label, u32)> },
    Bridge { root: TraceIndex, label: Label, path: Vec<PathStep> },
}

/// A place in guest code where compiled code begins.
pub type Header = (CodeId, u32);

/// The code of a loop header.
#[derive(Debug)]
pub struct LoopCode {
    /// The loop that is entered.
    pub index: TraceIndex,
    /// The slots of the frame that are its arguments.
    pub args: Vec<u32>,
    pub visits: Visits,
}

/// What the guard of an exit has checked; behind the exit's values in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    Nothing,
    Class,
    Value,
}

/// One exit of one compiled trace.
#[derive(Debug)]
pub struct ExitState {
    pub owner: TraceIndex,
    pub section: usize,
    pub exit: Exit,
    pub checked: Checked,
    /// A guard that looks whether somebody wants attention leaves here.
    pub on_attention: bool,
    pub taken: u32,
    pub seen: Seen,
    /// Bridges on the way here that start at the same place, for other values.
    pub chained: usize,
    pub has_bridge: bool,
    /// Recordings from here that came to nothing.
    pub failed: u32,
}

impl ExitState {
    fn new(owner: TraceIndex, trace: &Trace, section: usize, exit: Exit) -> ExitState {
        let ops = &trace.sections[section].ops;
        let checked = match ops[exit.op as usize].kind {
            OpKind::Guard(Guard::Class(..), _) if exit.checked => Checked::Class,
            _ if exit.checked => Checked::Value,
            _ => Checked::Nothing,
        };
        let on_attention = !exit.checked && ops.iter().any(|op| {
            matches!(op.kind, OpKind::Guard(Guard::NoAttention, snapshot) if Some(snapshot) == exit.snapshot)
        });
        let (taken, seen, chained, has_bridge, failed) = (0, Seen::default(), 0, false, 0);
        ExitState { owner, section, exit, checked, on_attention, taken, seen, chained, has_bridge, failed }
    }
}

/// All code of a VM.
pub struct CodeStore {
    compiler: Compiler,
    arena: CodeArena,
    watch: Watch,
    entry: Entry,
    leave: *const u8,
    runtime: Runtime,
    pub traces: Vec<CompiledTrace>,
    pub exits: Vec<ExitState>,
    exit_slots: Vec<*const u8>,
    label_slots: Vec<*const u8>,
    invalid: Vec<u8>,
    pub loops: FxHashMap<Header, LoopCode>,
}

impl std::fmt::Debug for CodeStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeStore").field("traces", &self.traces.len()).finish_non_exhaustive()
    }
}

extern "C" fn new_record(context: *mut VmContext, class: u64) -> u64 {
    // SAFETY: compiled code passes its context, whose heap nobody else uses while it runs.
    unsafe { lathe_heap::compiled::new_object((*context).heap.cast::<Heap>(), class as u32) as u64 }
}

extern "C" fn new_array(context: *mut VmContext, class: u64, length: u64) -> u64 {
    // SAFETY: as above.
    unsafe { lathe_heap::compiled::new_array((*context).heap.cast::<Heap>(), class as u32, length) as u64 }
}

extern "C" fn box_int(context: *mut VmContext, class: u64, value: u64) -> u64 {
    let object = new_record(context, class);
    // SAFETY: an object of the hybrid class has its integer behind the header.
    unsafe { (object as *mut u64).add(1).write(value) };
    object
}

extern "C" fn barrier(context: *mut VmContext, object: u64) {
    // SAFETY: as above; the object was just written to, so it is one.
    unsafe {
        let object = std::ptr::NonNull::new_unchecked(object as *mut lathe_heap::Header);
        lathe_heap::compiled::remember((*context).heap.cast::<Heap>(), object);
    }
}

extern "C" fn same(context: *mut VmContext, a: u64, b: u64) -> u64 {
    // SAFETY: the host is the core of the VM, which only reads here.
    let core = unsafe { &*(*context).host.cast::<Core>() };
    crate::identity::same_value(core, lathe_heap::Word(a), lathe_heap::Word(b)) as u64
}

extern "C" fn chaos(context: *mut VmContext, guard: u64) -> u64 {
    // SAFETY: the host is the core of the VM, which nobody else uses while compiled code runs.
    let core = unsafe { &mut *(*context).host.cast::<Core>() };
    core.chaos.strikes(guard) as u64
}

impl CodeStore {
    /// With `with_chaos`, guards ask the core's [`crate::chaos::Chaos`] whether to fail.
    pub fn new(with_chaos: bool, watch: Watch) -> Result<CodeStore, CompileError> {
        let mut compiler = Compiler::new(Target::Host)?;
        let mut arena = CodeArena::new();
        let unsupported = |error: std::io::Error| CompileError::Unsupported(error.to_string());
        let mut install = |name, code: Vec<u8>| {
            let address = arena.install(&code).map_err(unsupported)?;
            watch.stub(name, address, &code);
            Ok(address)
        };
        let entry = install("lathe: enter code", compiler.compile_entry()?)?;
        let leave = install("lathe: leave code", compiler.compile_exit()?)?;
        Ok(CodeStore {
            compiler,
            arena,
            watch,
            // SAFETY: `compile_entry` makes a function of this type.
            entry: unsafe { std::mem::transmute::<*const u8, Entry>(entry) },
            leave,
            runtime: Runtime {
                new_record: new_record as *const () as usize,
                new_array: new_array as *const () as usize,
                box_int: box_int as *const () as usize,
                barrier: barrier as *const () as usize,
                same: same as *const () as usize,
                ask: None,
                chaos: with_chaos.then_some(chaos as *const () as usize),
            },
            traces: Vec::new(),
            exits: Vec::new(),
            exit_slots: Vec::new(),
            label_slots: Vec::new(),
            invalid: Vec::new(),
            loops: FxHashMap::default(),
        })
    }

    /// Is there code at this header that the interpreter would enter?
    pub fn has_code(&self, header: Header) -> bool {
        self.loops.get(&header).is_some_and(|code| !code.visits.resting)
    }

    pub fn bytes(&self) -> usize {
        self.arena.used()
    }

    fn compile(
        &mut self,
        core: &mut Core,
        attempt: &Attempt,
        trace: &Trace,
        section: usize,
        labels: &[(Label, u32)],
    ) -> Result<*const u8, CompileError> {
        let constants = core.constant_words();
        let compiled = self.compiler.compile(&Unit {
            descriptors: &core.descriptors,
            layouts: core.heap.layouts(),
            runtime: &self.runtime,
            helpers: &core.helpers,
            constants: &constants,
            trace,
            section,
            labels,
            unit: self.invalid.len() as u32,
            first_exit: self.exits.len() as u32,
        })?;
        let code = self
            .arena
            .install_placed(compiled.placed())
            .map_err(|error| CompileError::Unsupported(error.to_string()))?;
        self.watch.section(&core.descriptors, attempt, trace, section, code, &compiled);
        let open = trace.snapshots.iter().map(|snapshot| snapshot.frames.len()).max().unwrap_or(1);
        core.deepest = core.deepest.max(open);
        let owner = TraceIndex(self.traces.len());
        for exit in compiled.exits {
            self.exits.push(ExitState::new(owner, trace, section, exit));
            self.exit_slots.push(self.leave);
        }
        self.invalid.push(0);
        Ok(code)
    }

    fn publish(&self, core: &mut Core) {
        core.context.exits = self.exit_slots.as_ptr();
        core.context.labels = self.label_slots.as_ptr();
        core.context.invalid = self.invalid.as_ptr();
    }

    /// Installs a loop, or a trace that ends in a loop (then `linked` are that loop's labels).
    pub(crate) fn add_loop(
        &mut self,
        core: &mut Core,
        attempt: &Attempt,
        header: (Header, Vec<u32>),
        input: Rc<Trace>,
        optimized: Optimized,
        linked: &[(Label, u32)],
    ) -> Result<TraceIndex, CompileError> {
        let trace = optimized.trace.clone();
        let first = self.label_slots.len() as u32;
        // Its own labels; a trace that goes on elsewhere has only the one it begins with.
        let own: Vec<(Label, u32)> =
            (0..trace.sections.len() as u32).map(|n| (Label(n), first + n)).collect();
        let labels: Vec<(Label, u32)> = if linked.is_empty() { own.clone() } else { linked.to_vec() };
        self.label_slots.extend(trace.sections.iter().map(|_| self.leave));
        for section in 0..trace.sections.len() {
            let code = self.compile(core, attempt, &trace, section, &labels)?;
            self.label_slots[first as usize + section] = code;
        }
        let index = TraceIndex(self.traces.len());
        let kind = Kind::Loop { input, optimized: Rc::new(optimized), labels: own };
        let (number, place) = (attempt.number, attempt.place.clone());
        self.traces.push(CompiledTrace { number, place, kind, trace: Rc::new(trace) });
        let (header, args) = header;
        self.loops.insert(header, LoopCode { index, args, visits: Visits::default() });
        self.publish(core);
        Ok(index)
    }

    /// Installs a bridge and leads the exit to it.
    pub(crate) fn add_bridge(
        &mut self,
        core: &mut Core,
        attempt: &Attempt,
        exit: usize,
        kind: Kind,
        trace: Trace,
        labels: &[(Label, u32)],
    ) -> Result<TraceIndex, CompileError> {
        let code = self.compile(core, attempt, &trace, 0, labels)?;
        let index = TraceIndex(self.traces.len());
        let (number, place) = (attempt.number, attempt.place.clone());
        self.traces.push(CompiledTrace { number, place, kind, trace: Rc::new(trace) });
        self.exit_slots[exit] = code;
        self.exits[exit].has_bridge = true;
        self.publish(core);
        Ok(index)
    }

    /// A bridge for one more value of the place that an exit leaves from: its own guard there is for the next one.
    pub fn chain(&mut self, exit: usize, bridge: TraceIndex) {
        let from = &self.exits[exit];
        if from.checked == Checked::Nothing {
            return;
        }
        let chained = from.chained + 1;
        let (parent, id) = (self.traces[from.owner.0].trace.clone(), from.exit.snapshot);
        let place = &parent.snapshot(id.expect("a guard")).frames;
        let trace = self.traces[bridge.0].trace.clone();
        // They were added last.
        for state in self.exits.iter_mut().rev().take_while(|state| state.owner == bridge) {
            let same = state.exit.snapshot.is_some_and(|id| trace.snapshot(id).frames == *place);
            if same && state.checked != Checked::Nothing {
                state.chained = chained;
            }
        }
    }

    /// Runs the loop's first label. Its arguments are in the exit frame. Gives the number of the exit.
    ///
    /// # Safety
    /// The frame holds the arguments, and nothing of the core is borrowed.
    pub unsafe fn enter(&self, context: *mut VmContext, index: TraceIndex) -> usize {
        let Kind::Loop { labels, .. } = &self.traces[index.0].kind else { unreachable!("a loop") };
        let code = self.label_slots[labels[0].1 as usize];
        // SAFETY: the code was compiled for this VM's layouts and tables; the caller has put the arguments in place.
        unsafe { (self.entry)(context, code, u64::MAX) as usize }
    }
}
