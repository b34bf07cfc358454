//! A VM: a guest, a core, and what the JIT has made so far. Runs the interpreter until the driver is asked.

use crate::callback::{Runner, Start};
use crate::clock::Phase;
use crate::code::{CodeStore, Header};
use crate::core::{Core, INTERRUPT};
use crate::direct::Direct;
use crate::driver::hot::Penalty;
use crate::driver::judge::ASKED;
use crate::driver::params::{Mode, Params};
use crate::driver::report::observe_collections;
use crate::driver::work::Worker;
use crate::driver::workshop::{CODE_READY, Workshop};
use crate::log::Log;
use crate::ops::{Attended, Guest, Stop};
use crate::runtime::runtime;
use crate::stack::Action;
use crate::stats::Counts;
use crate::watch::Watch;
use lathe_codegen::{CompileError, VmContext};
use lathe_heap::{Collection, RootIndex, Word, attention};
use lathe_ir::{CodeId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::c_void;
use std::fmt;
use std::ptr::NonNull;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub struct Vm<G> {
    /// Shared with the interpreters that run it: while they do, nobody holds a reference into the VM.
    pub guest: Rc<G>,
    pub core: Box<Core>,
    pub params: Params,
    pub counts: Counts,
    pub(crate) log: Log,
    /// How many recordings were begun.
    pub(crate) traces_begun: u32,
    pub(crate) code: CodeStore,
    pub(crate) workshop: Workshop,
    /// Headers whose code is being made.
    pub(crate) in_work: FxHashSet<Header>,
    /// How often the driver was asked.
    pub(crate) ticks: u64,
    /// It is time to look for code that is not used.
    pub(crate) sweep_due: bool,
    /// How many runs of compiled code are on the native stack.
    pub(crate) running: u32,
    /// How often recordings have returned to a place below the frame that they began in.
    pub(crate) returns: FxHashMap<Header, u32>,
    /// This header has come with types that none of its loops is for.
    pub(crate) other_types: Option<Header>,
    pub(crate) penalties: FxHashMap<(CodeId, u32), Penalty>,
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
    /// It is in the core, with what the guest says about it.
    Uncaught,
    /// There is no room for its frame.
    StackFull,
    /// [`Guest::attend`] wants it: somebody has set [`crate::INTERRUPT`].
    Interrupted,
    /// The heap is above its limit.
    OutOfMemory,
}

impl<G: Guest> Vm<G> {
    pub fn new(guest: G, mut core: Box<Core>, params: Params) -> Result<Vm<G>, CompileError> {
        let (threshold, call_threshold) = match params.mode {
            Mode::On | Mode::RecordOnly => (params.threshold, params.call_threshold),
            Mode::Off => (0, 0),
        };
        core.counters.fill(threshold);
        core.call_counters.fill(call_threshold);
        core.chaos = params.chaos.clone();
        let log = params.log.join();
        let mut worker = Worker::new(runtime(params.chaos.is_on()), params.options, log.clone())?;
        let watch = Watch { log: log.clone(), perf: params.perf.clone() };
        let code = CodeStore::new(&mut worker.compiler, watch)?;
        let workshop = Workshop::new(worker, params.compile, core.attention.clone())
            .map_err(|error| CompileError::Unsupported(error.to_string()))?;
        observe_collections(&mut core.heap, &log);
        Ok(Vm {
            guest: Rc::new(guest),
            core,
            params,
            counts: Counts::default(),
            log,
            traces_begun: 0,
            code,
            workshop,
            in_work: FxHashSet::default(),
            ticks: 0,
            sweep_due: false,
            running: 0,
            returns: FxHashMap::default(),
            other_types: None,
            penalties: FxHashMap::default(),
        })
    }

    /// Calls a piece of guest code.
    pub fn run(&mut self, code: CodeId, slots: u32, args: &[Word]) -> Outcome {
        self.start(Start { code, pc: 0, slots, args, exception: None })
    }

    /// Runs guest code from somewhere in the middle.
    pub fn start(&mut self, start: Start<'_>) -> Outcome {
        // A run may be within another.
        let outer = self.counts.clock.switch(&self.core.heap, Phase::Interpreter).phase;
        let before = self.core.runner;
        let base_before = self.core.interpreter_base.take();
        let here = lathe_heap::stack::stack_pointer().addr();
        let run_before = self.core.run_base.replace(here);
        self.core.runner = Some(Runner { vm: (&raw mut *self).cast(), run: Vm::<G>::call_back });
        let outcome = self.run_until_done(start);
        self.core.runner = before;
        self.core.interpreter_base = base_before;
        self.core.run_base = run_before;
        self.phase(outer);
        if before.is_none() {
            self.counts.heap = self.core.heap.stats();
            self.log_end(outcome);
        }
        outcome
    }

    /// Does some work outside of any run, in which guest code may be called as from a helper ([`crate::call_guest`]).
    pub fn with_context<T>(&mut self, work: impl FnOnce(*mut VmContext) -> T) -> T {
        let before = self.core.runner;
        self.core.runner = Some(Runner { vm: (&raw mut *self).cast(), run: Vm::<G>::call_back });
        let result = work(&raw mut *self.core.context);
        self.core.runner = before;
        result
    }

    /// [`Vm::run`] for a helper that calls back.
    ///
    /// # Safety
    /// `vm` is the VM that runs, and nobody up the native stack holds a reference into it.
    unsafe fn call_back(vm: *mut c_void, start: Start<'_>) -> Outcome {
        // SAFETY: the caller's promise.
        let vm = unsafe { &mut *vm.cast::<Vm<G>>() };
        // The run that called is in the middle of something: what this one leaves behind is put back.
        let result = vm.core.result;
        let exception = std::mem::take(&mut vm.core.context.exception);
        let outcome = vm.start(start);
        vm.core.result = result;
        vm.core.context.exception = exception;
        if let Outcome::Interrupted | Outcome::OutOfMemory = outcome {
            // All runs are to stop.
            let bits = if outcome == Outcome::Interrupted { INTERRUPT } else { attention::OUT_OF_MEMORY };
            vm.core.attention.fetch_or(bits, Ordering::Relaxed);
        }
        outcome
    }

    fn run_until_done(&mut self, start: Start<'_>) -> Outcome {
        let floor = self.core.stack.depth();
        let pushed = self.core.stack.push(start.code, start.pc, start.slots, Action::BASE);
        let Some(frame) = pushed else { return Outcome::StackFull };
        for (slot, &arg) in start.args.iter().enumerate() {
            self.core.stack.set_word(frame.base + slot as u32, arg);
        }
        if let Some(exception) = start.exception
            && let Some(outcome) = self.unwind(floor, exception)
        {
            return outcome;
        }
        loop {
            let (guest, mut direct) = (self.guest.clone(), self.direct(floor));
            self.core.interpreter_base = Some(lathe_heap::stack::stack_pointer().addr());
            let stop = guest.run(&mut direct);
            self.core.interpreter_base = None;
            match stop {
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
    pub(crate) fn attend(&mut self, floor: usize) -> Option<Outcome> {
        let mut bits = self.core.attention.swap(0, Ordering::Relaxed) & !ASKED;
        if bits & CODE_READY != 0 {
            bits &= !CODE_READY;
            self.install_ready();
            if bits == 0 {
                return None;
            }
        }
        if bits & attention::OUT_OF_MEMORY != 0 {
            // What was garbage when it was set may be free by now.
            self.core.heap.collect(Collection::Major);
            if !self.core.heap.is_above_limit() {
                bits &= !attention::OUT_OF_MEMORY;
            }
        }
        let (guest, context) = (self.guest.clone(), &raw mut *self.core.context);
        match guest.attend(context, bits) {
            Attended::GoOn => None,
            Attended::Raise(exception) => self.unwind(floor, exception),
            Attended::Stop => {
                self.core.stack.truncate(floor);
                let no_memory = bits & attention::OUT_OF_MEMORY != 0;
                Some(if no_memory { Outcome::OutOfMemory } else { Outcome::Interrupted })
            }
        }
    }

    /// An exception is pending in the top frame.
    pub(crate) fn unwind(&mut self, floor: usize, exception: Word) -> Option<Outcome> {
        let (guest, mut direct) = (self.guest.clone(), self.direct(floor));
        let stop = guest.unwind(&mut direct, exception)?;
        self.stopped(stop)
    }

    pub(crate) fn direct(&mut self, floor: usize) -> Direct {
        let core = NonNull::from(&mut *self.core);
        // SAFETY: the core is in a box that the VM owns; the VM does not touch it while the interpreter runs.
        unsafe { Direct::new(core, floor) }
    }

    /// The names and optimized traces of all code: loops, and bridges.
    pub fn traces(&self) -> impl Iterator<Item = (&str, &Arc<Trace>)> {
        self.code.traces.iter().map(|compiled| (compiled.place.text.as_str(), &compiled.trace))
    }

    /// Keeps an object alive for guest code.
    pub fn add_root(&mut self, word: Word) -> RootIndex {
        self.core.heap.add_root(word)
    }
}
