//! Compiled traces: loops, bridges, their labels and exits.

use crate::core::Core;
use crate::driver::judge::Visits;
use crate::driver::values::Seen;
use crate::driver::work::Code;
use crate::facts::Reliance;
use crate::log::{Place, TraceNumber};
use crate::watch::Watch;
use lathe_codegen::context::Entry;
use lathe_codegen::{CodeArena, CompileError, Compiler, Exit};
use lathe_ir::{CodeId, Guard, Label, Op, OpKind, Trace};
use lathe_opt::Optimized;
use rustc_hash::FxHashMap;
use std::io;
use std::sync::Arc;

/// The index of a compiled trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TraceIndex(pub usize);

/// A recorded bridge on the way from a loop to an exit.
#[derive(Clone, Debug)]
pub struct PathStep {
    /// The number of the guard that it starts from, and whether no other guard leaves by the same exit.
    pub guard: u32,
    pub alone: bool,
    pub bridge: Arc<Trace>,
}

/// A loop as the optimizer wants it, with its labels in the table of slots. The recording is kept: bridges are optimized
/// with it.
#[derive(Clone, Debug)]
pub struct LoopData {
    pub index: TraceIndex,
    pub input: Arc<Trace>,
    pub optimized: Arc<Optimized>,
    pub labels: Vec<(Label, u32)>,
}

/// A trace that has code.
#[derive(Debug)]
pub struct CompiledTrace {
    pub number: TraceNumber,
    /// Where it begins.
    pub place: Place,
    pub kind: Kind,
    /// The optimized trace, as compiled.
    pub trace: Arc<Trace>,
    /// What it relies on, and one of its units of code: they all rely on the same.
    pub reliance: Reliance,
    pub unit: u32,
    /// The exit that leads to it, for a bridge.
    pub from: Option<usize>,
    /// The loop it goes on in, if that is another one.
    pub into: Option<TraceIndex>,
    /// Where the code of its sections is, and its labels.
    parts: Vec<(*const u8, usize)>,
    first_label: usize,
}

#[derive(Debug)]
pub enum Kind {
    Loop {
        header: Header,
        data: LoopData,
    },
    /// From a guard of section `label` of a loop, or of the last bridge on the way from there.
    Bridge {
        root: TraceIndex,
        label: Label,
        path: Vec<PathStep>,
    },
    /// From an exit that leaves at a header.
    Detour,
    /// Its code is gone, and nothing leads to it.
    Freed,
}

/// A place in guest code where compiled code begins.
pub type Header = (CodeId, u32);

/// The code of a loop header.
#[derive(Debug)]
pub struct LoopCode {
    /// Loops for different types of what the header's variables hold. The first is entered.
    pub versions: Vec<TraceIndex>,
    /// How often one more was wanted.
    pub wanted: u32,
    /// When it was entered, in ticks of the driver.
    pub last_used: u64,
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
    /// Behind a call that calls back: the frames are on the VM stack.
    pub on_stack: bool,
    pub taken: u32,
    pub seen: Seen,
    /// Bridges on the way here that start at the same place, for other values.
    pub chained: usize,
    pub has_bridge: bool,
    /// A bridge is being made.
    pub in_work: bool,
    /// The header comes with types that no loop there is for: when this exit is taken, the next trip is recorded as a loop.
    pub other_types: Option<Header>,
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
        let exit_op = exit.op as usize;
        ExitState {
            owner,
            section,
            exit,
            checked,
            on_attention,
            on_stack: is_behind_call_back(ops, exit_op),
            taken: 0,
            seen: Seen::default(),
            chained: 0,
            has_bridge: false,
            in_work: false,
            other_types: None,
            failed: 0,
        }
    }
}

impl ExitState {
    /// Nobody leaves here any more.
    pub fn forget(&mut self) {
        self.exit.values = Vec::new();
        self.seen.clear();
        self.other_types = None;
    }
}

/// All code of a VM.
pub struct CodeStore {
    arena: CodeArena,
    watch: Watch,
    entry: Entry,
    leave: *const u8,
    pub traces: Vec<CompiledTrace>,
    pub exits: Vec<ExitState>,
    exit_slots: Vec<*const u8>,
    label_slots: Vec<*const u8>,
    pub loops: FxHashMap<Header, LoopCode>,
}

impl std::fmt::Debug for CodeStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CodeStore").field("traces", &self.traces.len()).finish_non_exhaustive()
    }
}

impl CodeStore {
    pub fn new(compiler: &mut Compiler, watch: Watch) -> Result<CodeStore, CompileError> {
        let mut arena = CodeArena::new();
        let unsupported = |error: io::Error| CompileError::Unsupported(error.to_string());
        let mut install = |name, code: Vec<u8>| {
            let address = arena.install(&code).map_err(unsupported)?;
            watch.stub(name, address, &code);
            Ok(address)
        };
        let entry = install("lathe: enter code", compiler.compile_entry()?)?;
        let leave = install("lathe: leave code", compiler.compile_exit()?)?;
        Ok(CodeStore {
            arena,
            watch,
            // SAFETY: `compile_entry` makes a function of this type.
            entry: unsafe { std::mem::transmute::<*const u8, Entry>(entry) },
            leave,
            traces: Vec::new(),
            exits: Vec::new(),
            exit_slots: Vec::new(),
            label_slots: Vec::new(),
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

    fn publish(&self, core: &mut Core) {
        core.context.exits = self.exit_slots.as_ptr();
        core.context.labels = self.label_slots.as_ptr();
    }

    /// Puts the code of a trace into memory, and its labels and exits into the tables. Gives the address of its first section.
    pub(crate) fn install(&mut self, core: &mut Core, code: &Code, kind: Kind) -> io::Result<*const u8> {
        // Whoever compiles gives the numbers; the order is the same here.
        assert_eq!(
            (code.first_exit as usize, code.first_unit as usize),
            (self.exits.len(), core.facts.next_unit() as usize)
        );
        assert_eq!(code.first_label as usize, self.label_slots.len());
        let owner = TraceIndex(self.traces.len());
        let mut parts = Vec::new();
        for (section, part) in code.parts.iter().enumerate() {
            let address = self.arena.install_placed(part.placed())?;
            self.watch.section(&core.descriptors, &code.attempt, &code.trace, section, address, part);
            parts.push((address, part.code.len()));
            self.label_slots.push(address);
            core.add_unit(&code.attempt.reliance);
            for exit in &part.exits {
                self.exits.push(ExitState::new(owner, &code.trace, section, exit.clone()));
                self.exit_slots.push(self.leave);
            }
        }
        let open = code.trace.snapshots.iter().map(|snapshot| snapshot.frames.len()).max().unwrap_or(1);
        core.deepest = core.deepest.max(open);
        let (number, place) = (code.attempt.number, code.attempt.place.clone());
        self.traces.push(CompiledTrace {
            number,
            place,
            kind,
            trace: code.trace.clone(),
            reliance: code.attempt.reliance.clone(),
            unit: code.first_unit,
            from: code.attempt.from.map(|from| from.exit),
            into: code.into,
            first_label: code.first_label as usize,
            parts: parts.clone(),
        });
        self.publish(core);
        Ok(parts[0].0)
    }

    /// Installs a loop: the first of its header, or one more. `args`: the slots that are its arguments.
    pub(crate) fn add_loop(
        &mut self,
        core: &mut Core,
        code: &Code,
        (header, args, now): (Header, Vec<u32>, u64),
        (input, optimized): (Arc<Trace>, Arc<Optimized>),
    ) -> io::Result<TraceIndex> {
        let index = TraceIndex(self.traces.len());
        let labels = (0..code.parts.len() as u32).map(|n| (Label(n), code.first_label + n)).collect();
        let data = LoopData { index, input, optimized, labels };
        self.install(core, code, Kind::Loop { header, data })?;
        let none =
            || LoopCode { versions: Vec::new(), wanted: 0, last_used: now, args, visits: Visits::default() };
        let entry = self.loops.entry(header).or_insert_with(none);
        entry.versions.push(index);
        entry.last_used = now;
        Ok(index)
    }

    /// Installs a bridge and leads the exit to it.
    pub(crate) fn add_bridge(
        &mut self,
        core: &mut Core,
        code: &Code,
        exit: usize,
        kind: Kind,
    ) -> io::Result<TraceIndex> {
        let index = TraceIndex(self.traces.len());
        self.exit_slots[exit] = self.install(core, code, kind)?;
        self.exits[exit].has_bridge = true;
        // A bridge from behind a call takes the exception first. If it is another one, the frames are still on the stack.
        if self.exits[exit].on_stack {
            let first = |new: &&mut ExitState| new.owner == index && new.exit.op == 0;
            self.exits[code.first_exit as usize..]
                .iter_mut()
                .filter(first)
                .for_each(|new| new.on_stack = true);
        }
        self.publish(core);
        Ok(index)
    }

    /// The loops of a header, the one that is entered first.
    pub fn versions(&self, header: Header) -> Vec<LoopData> {
        self.loops[&header].versions.iter().map(|&index| self.loop_data(index).clone()).collect()
    }

    pub fn loop_data(&self, index: TraceIndex) -> &LoopData {
        match &self.traces[index.0].kind {
            Kind::Loop { data, .. } => data,
            Kind::Bridge { .. } | Kind::Detour | Kind::Freed => unreachable!("a loop"),
        }
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

    /// How to run the loop's first label. Its arguments are expected in the exit frame; what it gives is the number of an
    /// exit.
    pub fn entry(&self, index: TraceIndex) -> (Entry, *const u8) {
        (self.entry, self.label_slots[self.loop_data(index).labels[0].1 as usize])
    }

    /// Gives back the memory of a trace's code, and its recordings.
    pub(crate) fn free_trace(&mut self, index: TraceIndex) {
        let nothing = Arc::new(Trace { types: Vec::new(), sections: Vec::new(), snapshots: Vec::new() });
        let trace = &mut self.traces[index.0];
        for (section, (place, length)) in std::mem::take(&mut trace.parts).into_iter().enumerate() {
            self.arena.free(place, length);
            self.label_slots[trace.first_label + section] = self.leave;
        }
        (trace.kind, trace.trace, trace.from, trace.into) = (Kind::Freed, nothing, None, None);
        trace.reliance = Reliance::default();
    }

    /// Code that nobody wants any more. Its numbers are used up.
    pub(crate) fn discard(&mut self, core: &mut Core, code: &Code) -> io::Result<()> {
        let index = TraceIndex(self.traces.len());
        self.install(core, code, Kind::Detour)?;
        self.free_trace(index);
        self.exits[code.first_exit as usize..].iter_mut().for_each(ExitState::forget);
        Ok(())
    }

    /// Is this trace still there?
    pub fn is_there(&self, index: TraceIndex) -> bool {
        !matches!(self.traces[index.0].kind, Kind::Freed)
    }

    /// The exit goes back to the VM, and may get another bridge.
    pub fn detach(&mut self, core: &mut Core, exit: usize) {
        self.exit_slots[exit] = self.leave;
        self.exits[exit].has_bridge = false;
        self.exits[exit].taken = 0;
        self.exits[exit].seen.clear();
        self.publish(core);
    }
}

/// Does this guard follow a call that calls back?
fn is_behind_call_back(ops: &[Op], guard: usize) -> bool {
    let not_forced = |op: usize| matches!(ops[op].kind, OpKind::Guard(Guard::NotForced, _));
    let exception = matches!(ops[guard].kind, OpKind::Guard(Guard::NoException | Guard::Exception(_), _));
    not_forced(guard) || exception && guard > 0 && not_forced(guard - 1)
}
