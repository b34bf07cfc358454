//! From a recording to code: optimized, compiled, and where the next one finds it.

use super::exits::MAX_BRIDGE_ABORTS;
use crate::code::{Kind, PathStep, TraceIndex};
use crate::direct::Direct;
use crate::ops::Guest;
use crate::recorder::{End, Recording};
use crate::stats::timed;
use crate::vm::Vm;
use lathe_ir::{CodeId, Label, Trace};
use lathe_opt::{Loop, Step, optimize, optimize_bridge, optimize_link};
use std::rc::Rc;

impl<G: Guest> Vm<G> {
    pub(crate) fn install_loop(&mut self, header: (CodeId, u32), recording: Recording) {
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
}
