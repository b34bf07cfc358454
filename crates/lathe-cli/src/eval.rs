//! `lathe eval`: runs a trace in the evaluator and shows where and how it leaves.

use crate::input::{self, Input};
use crate::{Failure, literal, number, opt};
use lathe_ir::eval::{self, Datum, Fault, Heap, Host, Loc, Outcome, Place as FaultPlace};
use lathe_ir::text;
use lathe_ir::{Descriptors, HelperId, Trace};
use lathe_opt::Options;
use std::cell::RefCell;
use std::fmt::Write;
use std::rc::Rc;

const USAGE: &str = "\
usage: lathe eval [options] [FILE]

Runs the trace in FILE in the evaluator until a guard fails or it finishes, and prints the state it leaves.

  --args LIST      the arguments: 5, -1.5, null, @object, Box{value: 3}, Ints[1, 2]
  --opt            optimize first
  --passes a,b,c   with these passes (implies --opt)
  --trips N        let attention be wanted at the N-th guard_no_attention
  --limit N        stop after N ops (default 1000000)

Helpers are not known here: each call is printed and gives 0 or null.
";

/// Prints calls; everything else is quiet until attention is wanted.
pub struct Terminal {
    log: Rc<RefCell<String>>,
    trips: Option<u64>,
}

impl Terminal {
    /// Calls are noted in `log`.
    pub fn new(log: Rc<RefCell<String>>, trips: Option<u64>) -> Terminal {
        Terminal { log, trips }
    }
}

impl Host for Terminal {
    fn call(
        &mut self,
        heap: &mut Heap,
        descriptors: &Descriptors,
        helper: HelperId,
        args: &[Datum],
    ) -> Result<Option<Datum>, Loc> {
        let helper = descriptors.helper(helper);
        let args: Vec<_> = args.iter().map(|&arg| eval::describe(descriptors, heap, arg)).collect();
        let _ = writeln!(self.log.borrow_mut(), "{}({})", helper.name, args.join(", "));
        Ok(helper.result.map(Datum::zero))
    }

    fn attention(&mut self) -> bool {
        match &mut self.trips {
            Some(0 | 1) => true,
            Some(left) => {
                *left -= 1;
                false
            }
            None => false,
        }
    }

    fn invalidated(&mut self) -> bool {
        false
    }

    fn forced(&mut self) -> bool {
        false
    }
}

pub fn run(mut words: lexopt::Parser) -> Result<String, Failure> {
    use lexopt::prelude::*;
    let mut file = None;
    let mut args = String::new();
    let mut options: Option<Options> = None;
    let mut limit = 1_000_000;
    let mut trips = None;
    while let Some(word) = words.next()? {
        match word {
            Long("args") => args = words.value()?.string()?,
            Long("opt") => options = Some(options.unwrap_or_default()),
            Long("passes") => {
                options = Some(Options { passes: opt::passes(&words.value()?.string()?)?, fuel: None });
            }
            Long("trips") => trips = Some(number("--trips", words.value()?)?),
            Long("limit") => limit = number("--limit", words.value()?)?,
            Short('h') | Long("help") => return Ok(USAGE.to_string()),
            Value(word) if file.is_none() => file = Some(word),
            other => return Err(other.unexpected().into()),
        }
    }
    let input = input::read(file.as_deref())?;
    let descriptors = &input.module.descriptors;
    let optimized = match options {
        Some(options) => {
            input.expect_recorded()?;
            Some(lathe_opt::optimize(descriptors, &input.module.trace, &options).trace)
        }
        None => None,
    };
    let trace = optimized.as_ref().unwrap_or(&input.module.trace);
    let mut heap = Heap::new(descriptors);
    let args = arguments(descriptors, trace, &mut heap, &args)?;
    let entry = trace.sections[0].label;
    let log = Rc::new(RefCell::new(String::new()));
    let mut host = Terminal::new(log.clone(), trips);
    let outcome = eval::run(descriptors, trace, entry, &args, &mut heap, &mut host, limit)
        .map_err(|fault| went_wrong(&input, optimized.is_none(), &log.borrow(), fault))?;
    let mut out = log.take();
    report(descriptors, trace, &outcome, &mut heap, limit, &mut out)?;
    Ok(out)
}

/// Points at the op, unless the trace that ran is not the one in the file.
fn went_wrong(input: &Input, as_written: bool, log: &str, fault: Fault) -> Failure {
    let descriptors = &input.module.descriptors;
    if let FaultPlace::Op { label, index, .. } = fault.place
        && as_written
        && let Some(section) = input.module.trace.sections.iter().position(|s| s.label == label)
        && let Some(place) = input.maps.trace.op(section, index)
    {
        let Failure(message) = input.failure_at(Some(place), fault.kind.explain(descriptors));
        return Failure(format!("{log}{message}"));
    }
    let Fault { place, kind } = fault;
    let place = match place {
        FaultPlace::Op { label, index, name } => format!("op {index} of {label} ({name}): "),
        FaultPlace::Entry(_) | FaultPlace::Snapshot => String::new(),
    };
    Failure(format!("{log}lathe: the trace went wrong: {place}{}", kind.explain(descriptors)))
}

fn arguments(
    descriptors: &Descriptors,
    trace: &Trace,
    heap: &mut Heap,
    text: &str,
) -> Result<Vec<Datum>, Failure> {
    let types: Vec<_> = trace.sections[0].args.iter().map(|&v| trace.ty(v)).collect();
    literal::read(descriptors, heap, text, &types).map_err(|error| Failure(error.render("--args", text)))
}

fn report(
    descriptors: &Descriptors,
    trace: &Trace,
    outcome: &Outcome,
    heap: &mut Heap,
    limit: u64,
    out: &mut String,
) -> Result<(), Failure> {
    let list = |heap: &Heap, data: &[Datum]| {
        let data: Vec<_> = data.iter().map(|&datum| eval::describe(descriptors, heap, datum)).collect();
        data.join(", ")
    };
    match outcome {
        Outcome::Finish(data) => {
            let _ = writeln!(out, "finish({})", list(heap, data));
        }
        Outcome::Jump { label, args } => {
            let _ = writeln!(out, "jump(L{}, {})", label.0, list(heap, args));
        }
        Outcome::OutOfFuel => {
            let _ = writeln!(out, "stopped after {limit} ops");
        }
        Outcome::Exit(exit) => {
            let section = &trace.sections[exit.section];
            let guard = text::print_op(descriptors, trace, &section.ops[exit.op]);
            let _ = writeln!(out, "exit at op {} of L{}: {}", exit.op, section.label.0, guard.trim());
            let snapshot = trace.snapshot(exit.snapshot);
            let rebuilt = eval::rebuild(descriptors, snapshot, &exit.environment, heap)
                .map_err(|fault| Failure(format!("lathe: the exit went wrong: {fault}")))?;
            for frame in &rebuilt.frames {
                let slots: Vec<_> = frame
                    .slots
                    .iter()
                    .map(|slot| {
                        slot.map_or("_".to_string(), |datum| eval::describe(descriptors, heap, datum))
                    })
                    .collect();
                let keyword = rebuilt.resume.keyword();
                let _ = writeln!(
                    out,
                    "{keyword} {}@{}({})",
                    descriptors.code(frame.code),
                    frame.pc,
                    slots.join(", ")
                );
            }
            if let Some(exception) = exit.pending {
                let _ = writeln!(
                    out,
                    "exception {}",
                    eval::describe(descriptors, heap, Datum::object(exception))
                );
            }
        }
    }
    Ok(())
}
