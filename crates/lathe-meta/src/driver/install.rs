//! From a recording to code: optimized, compiled, and where the next one finds it.

use super::exits::MAX_BRIDGE_ABORTS;
use super::report::{Attempt, made};
use crate::clock::Phase;
use crate::code::{Kind, PathStep, TraceIndex};
use crate::direct::Direct;
use crate::log::{Event, GivenUp};
use crate::ops::Guest;
use crate::recorder::{End, Recording};
use crate::vm::Vm;
use lathe_ir::{CodeId, Label, Trace};
use lathe_opt::{Loop, Options, Step, optimize, optimize_bridge, optimize_link};
use std::rc::Rc;

impl<G: Guest> Vm<G> {
    pub(crate) fn install_loop(&mut self, header: (CodeId, u32), recording: Recording, attempt: Attempt) {
        let input = Rc::new(recording.trace);
        self.log_recorded(&attempt, &input);
        let start = self.phase(Phase::Optimizing);
        let (descriptors, options) = (&self.core.descriptors, &self.params.options);
        let mut into = None;
        let (optimized, linked) = match recording.end {
            End::Linked { code, pc } => {
                let target = self.code.loops[&(code, pc)];
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
        let added = self.code.add_loop(&mut self.core, &attempt, header, input, optimized, &linked);
        match added {
            Ok(_) => {
                self.counts.loops += 1;
                self.counts.code_bytes = self.code.bytes() as u64;
                made.optimizing = compile_start - start;
                made.compiling = self.phase(Phase::Interpreter) - compile_start;
                made.bytes = self.code.bytes() - before;
                let (trace, place) = (attempt.number, &attempt.place);
                self.log.event(&Event::Loop { trace, place, into, made: &made });
                self.core.counters[Direct::counter(header.0, header.1)] = 1;
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
        header: (CodeId, u32),
        attempt: Attempt,
    ) {
        let last = path.last().expect("a bridge").bridge.clone();
        self.log_recorded(&attempt, &last);
        let start = self.phase(Phase::Optimizing);
        let (origin, _) = self.target(root);
        let into = self.code.loops[&header];
        let (target, labels) = self.target(into);
        let steps: Vec<Step> = path
            .iter()
            .map(|step| Step { guard: step.guard, alone: step.alone, bridge: &step.bridge })
            .collect();
        let (from, to) = (Loop::new(&origin.0, &origin.1), Loop::new(&target.0, &target.1));
        let (descriptors, options) = (&self.core.descriptors, &self.params.options);
        // A bridge in which nothing happens starts at the header: at a guard of the loop's entry sequence, which fails here.
        let to = Loop { enter_peeled: last.sections[0].ops.len() > 2, ..to };
        let optimized = match optimize_bridge(descriptors, from, label, &steps, to, options) {
            Ok(optimized) => optimized,
            // The guard belongs to the entry sequence of a loop; the loop's own guards will get the bridge.
            Err(_) => {
                self.phase(Phase::Interpreter);
                self.code.exits[number].failed = MAX_BRIDGE_ABORTS;
                let trace = attempt.from.map(|from| from.trace);
                let place = (attempt.place.code, attempt.place.pc);
                self.log_given_up(place, trace, Some(number), GivenUp::EntrySequence);
                return;
            }
        };
        self.log_optimized(&attempt, &optimized.trace);
        let mut made = made(&attempt, &last, &optimized.trace);
        self.counts.add_traces(&last, &optimized.trace);
        let kind = Kind::Bridge { root, label, path };
        let compile_start = self.phase(Phase::Compiling);
        let before = self.code.bytes();
        let added = self.code.add_bridge(&mut self.core, &attempt, number, kind, optimized.trace, &labels);
        match added {
            Ok(_) => {
                self.counts.bridges += 1;
                self.counts.code_bytes = self.code.bytes() as u64;
                made.optimizing = compile_start - start;
                made.compiling = self.phase(Phase::Interpreter) - compile_start;
                made.bytes = self.code.bytes() - before;
                self.log.event(&Event::Bridge {
                    trace: attempt.number,
                    from: attempt.from.expect("a bridge starts from an exit"),
                    place: &attempt.place,
                    into: self.code.traces[into.0].number,
                    made: &made,
                });
            }
            Err(error) => panic!("a trace that the verifier accepts has code: {error}"),
        }
    }
}
