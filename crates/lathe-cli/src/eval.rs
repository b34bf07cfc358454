//! `lathe eval`: runs a trace in the evaluator and shows where and how it leaves.

use crate::{Failure, input, literal, opt};
use lathe_ir::eval::{self, Datum, Heap, Host, Loc, Outcome};
use lathe_ir::text;
use lathe_ir::{Descriptors, HelperId, Trace};
use lathe_opt::Options;
use std::fmt::Write;

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
struct Terminal {
    log: String,
    trips: Option<u64>,
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
        let _ = writeln!(self.log, "{}({})", helper.name, args.join(", "));
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
    let mut host = Terminal { log: String::new(), trips: None };
    while let Some(word) = words.next()? {
        match word {
            Long("args") => args = words.value()?.string()?,
            Long("opt") => options = Some(options.unwrap_or_default()),
            Long("passes") => {
                options = Some(Options { passes: opt::passes(&words.value()?.string()?)?, fuel: None });
            }
            Long("trips") => host.trips = Some(words.value()?.parse()?),
            Long("limit") => limit = words.value()?.parse()?,
            Short('h') | Long("help") => return Ok(USAGE.to_string()),
            Value(word) if file.is_none() => file = Some(word),
            other => return Err(other.unexpected().into()),
        }
    }
    let module = input::read(file.as_deref())?;
    let descriptors = &module.descriptors;
    let trace = match options {
        Some(options) if module.trace.sections.len() == 1 => {
            lathe_opt::optimize(descriptors, &module.trace, &options).trace
        }
        _ => module.trace,
    };
    let mut heap = Heap::new(descriptors);
    let args = arguments(descriptors, &trace, &mut heap, &args)?;
    let entry = trace.sections[0].label;
    let outcome = eval::run(descriptors, &trace, entry, &args, &mut heap, &mut host, limit)
        .map_err(|fault| Failure(format!("{}lathe: the trace went wrong: {fault}", host.log)))?;
    let mut out = host.log;
    report(descriptors, &trace, &outcome, &mut heap, limit, &mut out)?;
    Ok(out)
}

fn arguments(
    descriptors: &Descriptors,
    trace: &Trace,
    heap: &mut Heap,
    text: &str,
) -> Result<Vec<Datum>, Failure> {
    let data = literal::read(descriptors, heap, text).map_err(Failure)?;
    let wanted = &trace.sections[0].args;
    if data.len() != wanted.len() {
        return Err(Failure(format!(
            "lathe: the trace takes {} arguments, --args gives {}",
            wanted.len(),
            data.len()
        )));
    }
    data.into_iter()
        .zip(wanted)
        .enumerate()
        .map(|(n, (datum, &v))| {
            literal::typed(datum, trace.ty(v))
                .map_err(|message| Failure(format!("lathe: argument {}: {message}", n + 1)))
        })
        .collect()
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
