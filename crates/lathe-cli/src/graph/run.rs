//! `lathe graph run`: what a run does, as it happens, and how it ends.

use super::{Input, native};
use crate::eval::Terminal;
use crate::{Failure, literal};
use lathe_graph::Inst;
use lathe_graph::eval::{Exit, Fault, Outcome, Watch, World, run as run_graph};
use lathe_graph::text::print_inst;
use lathe_ir::Descriptors;
use lathe_ir::eval::{self, Datum, Heap, Rebuilt};
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

pub struct Options {
    pub args: String,
    pub leave: Option<u64>,
    pub trips: Option<u64>,
    pub limit: u64,
    pub native: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { args: String::new(), leave: None, trips: None, limit: 1_000_000, native: false }
    }
}

/// Notes the states at safepoints, in one log with the calls.
struct Safepoints<'a> {
    descriptors: &'a Descriptors,
    log: Rc<RefCell<String>>,
    leave: Option<u64>,
    seen: u64,
}

impl Watch for Safepoints<'_> {
    fn safepoint(&mut self, _: Inst, heap: &Heap, state: &Rebuilt) -> bool {
        let text = frames(self.descriptors, heap, state);
        let _ = writeln!(self.log.borrow_mut(), "safepoint {}", text.join(", "));
        self.seen += 1;
        self.leave == Some(self.seen)
    }
}

/// `f@4(1, _)`, outermost first.
fn frames(descriptors: &Descriptors, heap: &Heap, state: &Rebuilt) -> Vec<String> {
    let slot = |slot: &Option<Datum>| match slot {
        Some(datum) => eval::describe(descriptors, heap, *datum),
        None => "_".to_string(),
    };
    (state.frames.iter())
        .map(|frame| {
            let slots: Vec<String> = frame.slots.iter().map(slot).collect();
            format!("{}@{}({})", descriptors.code(frame.code), frame.pc, slots.join(", "))
        })
        .collect()
}

pub fn run(input: &Input, as_written: bool, options: &Options) -> Result<String, Failure> {
    let descriptors = &input.module.descriptors;
    let graph = &input.module.graph;
    let evaluated =
        run_by(input, options, |world, args| match run_graph(world, graph, args, options.limit) {
            Ok(outcome) => Ran::To(outcome),
            Err(fault) => Ran::Wrong(fault),
        })?;
    match evaluated.ran {
        Ran::Wrong(fault) => return Err(went_wrong(input, as_written, &evaluated.log, fault)),
        // Nothing would stop machine code.
        Ran::To(Outcome::OutOfFuel) => {}
        Ran::To(_) if options.native => {
            let mut code = native::compile(descriptors, graph)?;
            let run = run_by(input, options, |world, args| Ran::To(code.run(world, args)))?;
            return native::same(&evaluated.finish(input, options)?, run.finish(input, options)?);
        }
        Ran::To(_) => {}
    }
    evaluated.finish(input, options)
}

enum Ran {
    To(Outcome),
    Wrong(Fault),
}

/// A run that is over.
struct Run {
    log: String,
    ran: Ran,
    heap: Heap,
}

impl Run {
    /// All there is to say about it.
    fn finish(mut self, input: &Input, options: &Options) -> Result<String, Failure> {
        let Ran::To(outcome) = self.ran else { return Ok(self.log) };
        Ok(self.log + &report(input, outcome, &mut self.heap, options.limit)?)
    }
}

/// Runs from the arguments that were given, on a new heap.
fn run_by(
    input: &Input,
    options: &Options,
    run: impl FnOnce(World<'_>, &[Datum]) -> Ran,
) -> Result<Run, Failure> {
    let descriptors = &input.module.descriptors;
    let mut heap = Heap::new(descriptors);
    let args = literal::read(descriptors, &mut heap, &options.args, &input.module.graph.parameters())
        .map_err(|error| Failure(error.render("--args", &options.args)))?;
    let log = Rc::new(RefCell::new(String::new()));
    let mut host = Terminal::new(log.clone(), options.trips);
    let mut watch = Safepoints { descriptors, log: log.clone(), leave: options.leave, seen: 0 };
    let world = World { descriptors, heap: &mut heap, host: &mut host, watch: &mut watch };
    let ran = run(world, &args);
    Ok(Run { log: log.take(), ran, heap })
}

/// Points at the instruction, unless the graph that ran is not the one in the file.
fn went_wrong(input: &Input, as_written: bool, log: &str, fault: Fault) -> Failure {
    let message = fault.kind.explain(&input.module.descriptors);
    let place = fault.inst.filter(|_| as_written).and_then(|inst| input.map.inst(inst));
    let Failure(text) = match (place, fault.inst) {
        (None, Some(inst)) => {
            let inst = print_inst(&input.module.descriptors, &input.module.graph, inst);
            Failure(format!("lathe: the graph went wrong at `{inst}`: {message}"))
        }
        (place, _) => input.failure_at(place, message),
    };
    Failure(format!("{log}{text}"))
}

fn report(input: &Input, outcome: Outcome, heap: &mut Heap, limit: u64) -> Result<String, Failure> {
    let descriptors = &input.module.descriptors;
    let graph = &input.module.graph;
    Ok(match outcome {
        Outcome::Return(data) => {
            let data: Vec<_> = data.iter().map(|&datum| eval::describe(descriptors, heap, datum)).collect();
            format!("return({})\n", data.join(", "))
        }
        Outcome::OutOfFuel => format!("stopped after {limit} instructions\n"),
        Outcome::Exit(Exit { inst, snapshot, environment, pending }) => {
            let block = graph.inst(inst).block.map_or(String::new(), |block| format!(" of {block}"));
            let mut out = format!("exit{block} at {}\n", print_inst(descriptors, graph, inst));
            let rebuilt = eval::rebuild(descriptors, graph.snapshot(snapshot), &environment, heap)
                .map_err(|fault| Failure(format!("lathe: the exit went wrong: {fault}")))?;
            let keyword = rebuilt.resume.keyword();
            for frame in frames(descriptors, heap, &rebuilt) {
                let _ = writeln!(out, "{keyword} {frame}");
            }
            if let Some(exception) = pending {
                let exception = eval::describe(descriptors, heap, Datum::object(exception));
                let _ = writeln!(out, "exception {exception}");
            }
            out
        }
    })
}
