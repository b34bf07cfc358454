//! From a recording to code: optimized, compiled, and where the next one finds it.

use super::detour;
use super::report::{Attempt, made};
use crate::clock::Phase;
use crate::code::{Header, Kind, PathStep, TraceIndex};
use crate::log::{Event, GivenUp, Made};
use crate::ops::Guest;
use crate::recorder::{End, Recording};
use crate::vm::Vm;
use lathe_ir::{Label, Trace};
use lathe_opt::{Loop, Options, Step, optimize, optimize_bridge, optimize_link};
use std::rc::Rc;

impl<G: Guest> Vm<G> {
    pub(crate) fn install_loop(&mut self, header: Header, recording: Recording, attempt: Attempt) {
        let input = Rc::new(recording.trace);
        self.log_recorded(&attempt, &input);
        let start = self.phase(Phase::Optimizing);
        let (descriptors, options) = (&self.core.descriptors, &self.params.options);
        let mut into = None;
        let (optimized, linked) = match recording.end {
            End::Linked { code, pc } => {
                let target = self.code.loops[&(code, pc)].index;
                let (target_loop, labels) = self.target(target);
                let target_loop = Loop::new(&target_loop.0, &target_loop.1);
                into = Some(self.code.traces[target.0].number);
                let link = |options: &Options| optimize_link(descriptors, &input, target_loop, options);
                self.log_passes(&attempt, |options| link(options).trace);
                (link(options), labels)
            }
            End::Closed | End::Aborted(_) => {
                self.log_passes(&attempt, |options| optimize(descriptors, &input, options).trace);
                (optimize(descriptors, &input, options), Vec::new())
            }
        };
        self.log_optimized(&attempt, &optimized.trace);
        let mut made = made(&attempt, &input, &optimized.trace);
        self.counts.add_traces(&input, &optimized.trace);
        let compile_start = self.phase(Phase::Compiling);
        let before = self.code.bytes();
        let slots = 0..self.guest.slots(header.0);
        let args = slots.filter(|&slot| self.guest.is_live(header.0, header.1, false, slot)).collect();
        let added = self.code.add_loop(&mut self.core, &attempt, (header, args), input, optimized, &linked);
        match added {
            Ok(_) => {
                self.counts.loops += 1;
                self.counts.code_bytes = self.code.bytes() as u64;
                made.optimizing = compile_start - start;
                made.compiling = self.phase(Phase::Interpreter) - compile_start;
                made.bytes = self.code.bytes() - before;
                let (trace, place) = (attempt.number, &attempt.place);
                self.log.event(&Event::Loop { trace, place, into, made: &made });
                self.wait(header, 1);
            }
            Err(error) => panic!("a trace that the verifier accepts has code: {error}"),
        }
    }

    /// A loop as the optimizer wants it, with its labels.
    #[allow(clippy::type_complexity)]
    pub(crate) fn target(
        &self,
        index: TraceIndex,
    ) -> ((Rc<Trace>, Rc<lathe_opt::Optimized>), Vec<(Label, u32)>) {
        match &self.code.traces[index.0].kind {
            Kind::Loop { input, optimized, labels } => ((input.clone(), optimized.clone()), labels.clone()),
            Kind::Bridge { root, .. } => self.target(*root),
        }
    }

    pub(crate) fn install_bridge(
        &mut self,
        number: usize,
        root: TraceIndex,
        label: Label,
        path: Vec<PathStep>,
        header: Header,
        attempt: Attempt,
    ) {
        let last = path.last().expect("a bridge").bridge.clone();
        self.log_recorded(&attempt, &last);
        let start = self.phase(Phase::Optimizing);
        let (origin, _) = self.target(root);
        let into = self.code.loops[&header].index;
        let (target, labels) = self.target(into);
        let steps: Vec<Step> = path
            .iter()
            .map(|step| Step { guard: step.guard, alone: step.alone, bridge: &step.bridge })
            .collect();
        let (from, to) = (Loop::new(&origin.0, &origin.1), Loop::new(&target.0, &target.1));
        let (descriptors, options) = (&self.core.descriptors, &self.params.options);
        let optimized = match optimize_bridge(descriptors, from, label, &steps, to, options) {
            Ok(optimized) => optimized,
            Err(_) => {
                self.phase(Phase::Interpreter);
                return self.give_up_exit(number, GivenUp::EntrySequence);
            }
        };
        self.log_optimized(&attempt, &optimized.trace);
        let mut made = made(&attempt, &last, &optimized.trace);
        made.optimizing = self.phase(Phase::Compiling) - start;
        self.counts.add_traces(&last, &optimized.trace);
        let kind = Kind::Bridge { root, label, path };
        self.add_bridge(attempt, kind, optimized.trace, (into, &labels), made);
    }

    /// An exit that leaves at a header goes on in the code that is there.
    pub(crate) fn install_detour(&mut self, number: usize, header: Header) {
        let attempt = self.attempt_from(number);
        let state = &self.code.exits[number];
        let parent = &self.code.traces[state.owner.0];
        let snapshot = parent.trace.snapshot(state.exit.snapshot.expect("a guard"));
        let to = &self.code.loops[&header];
        let (descriptors, values) = (&self.core.descriptors, &state.exit.values);
        let (types, into) = (&parent.trace.types, to.index);
        let trace = detour::trace(descriptors, types, snapshot, values, &to.args, state.on_attention);
        let labels = self.target(into).1;
        self.log_optimized(&attempt, &trace);
        // Nothing leaves it but for attention, so nothing is ever optimized with it.
        let kind = Kind::Bridge { root: state.owner, label: lathe_opt::PREAMBLE, path: Vec::new() };
        let made = Made { optimized_ops: vec![trace.sections[0].ops.len()], ..Made::default() };
        self.phase(Phase::Compiling);
        self.add_bridge(attempt, kind, trace, (into, &labels), made);
    }

    fn add_bridge(
        &mut self,
        attempt: Attempt,
        kind: Kind,
        trace: Trace,
        (into, labels): (TraceIndex, &[(Label, u32)]),
        mut made: Made,
    ) {
        let from = attempt.from.expect("a bridge starts from an exit");
        let (start, before) = (self.phase(Phase::Compiling), self.code.bytes());
        let added = self.code.add_bridge(&mut self.core, &attempt, from.exit, kind, trace, labels);
        match added {
            Ok(index) => {
                self.code.chain(from.exit, index);
                self.counts.bridges += 1;
                self.counts.code_bytes = self.code.bytes() as u64;
                made.compiling = self.phase(Phase::Interpreter) - start;
                made.bytes = self.code.bytes() - before;
                let (trace, place) = (attempt.number, &attempt.place);
                let into = self.code.traces[into.0].number;
                self.log.event(&Event::Bridge { trace, from, place, into, made: &made });
            }
            Err(error) => panic!("a trace that the verifier accepts has code: {error}"),
        }
    }
}
