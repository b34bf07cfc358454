//! `lathe opt`: optimizes a trace file and shows the result.

use crate::input::{self, Input};
use crate::{Failure, json, number, table};
use lathe_ir::count::{Category, OpCounts};
use lathe_ir::text::{self, PrintOptions};
use lathe_ir::{Descriptors, Module, Trace};
use lathe_opt::{Loop, Optimized, Options, Pass, PassSet, Step};
use std::fmt::Write;

const USAGE: &str = "\
usage: lathe opt [options] [FILE]

Optimizes the trace in FILE (and its bridges) and prints it. `-` is standard input; without FILE, an example.

  --passes a,b,c   only these passes: int_bounds fold relations virtualize pure loads heap guards peel dce;
                   `all` is all of them (the default). They always run in this order.
  --no-peel        without loop peeling
  --each           show the trace after every pass
  --snapshots      print how each guard rebuilds the interpreter's state
  --stats          a table of op counts before and after, as in PEPM'11 Figure 7
  --json           one JSON object: \"input\", \"preamble\", \"loop\" (op counts), \"text\"
  --fuel N         stop optimizing after N rewrites
";

#[derive(Default)]
struct Request {
    file: Option<std::ffi::OsString>,
    options: Options,
    each: bool,
    snapshots: bool,
    stats: bool,
    json: bool,
}

pub fn run(mut words: lexopt::Parser) -> Result<String, Failure> {
    use lexopt::prelude::*;
    let mut request = Request::default();
    let mut peel = true;
    while let Some(word) = words.next()? {
        match word {
            Long("passes") => request.options.passes = passes(&words.value()?.string()?)?,
            Long("no-peel") => peel = false,
            Long("each") => request.each = true,
            Long("snapshots") => request.snapshots = true,
            Long("stats") => request.stats = true,
            Long("json") => request.json = true,
            Long("fuel") => request.options.fuel = Some(number("--fuel", words.value()?)?),
            Short('h') | Long("help") => return Ok(USAGE.to_string()),
            Value(file) if request.file.is_none() => request.file = Some(file),
            other => return Err(other.unexpected().into()),
        }
    }
    if !peel {
        request.options.passes = request.options.passes.without(Pass::Peel);
    }
    let input = input::read(request.file.as_deref())?;
    input.expect_recorded()?;
    show(&input, &request)
}

pub fn passes(text: &str) -> Result<PassSet, Failure> {
    PassSet::parse(text).map_err(|error| Failure(format!("lathe: {error}")))
}

fn show(input: &Input, request: &Request) -> Result<String, Failure> {
    let module = &input.module;
    let print = PrintOptions { snapshots: request.snapshots };
    let descriptors = &module.descriptors;
    let optimized = lathe_opt::optimize(descriptors, &module.trace, &request.options);
    if request.json {
        return Ok(as_json(module, &optimized, print));
    }
    let mut out = text::print_descriptors(descriptors);
    if request.each {
        out.push_str("# as recorded\n");
        out.push_str(&text::print_trace(descriptors, &module.trace, print));
        for (pass, passes) in request.options.passes.growing() {
            let options = Options { passes, ..request.options };
            let after = lathe_opt::optimize(descriptors, &module.trace, &options);
            let _ = writeln!(out, "\n# after {}", pass.name());
            out.push_str(&text::print_trace(descriptors, &after.trace, print));
        }
    } else {
        out.push_str(&text::print_trace(descriptors, &optimized.trace, print));
    }
    for (number, bridge) in bridges(input, &optimized, &request.options)?.iter().enumerate() {
        let _ = writeln!(out, "\n# bridge {number}");
        out.push_str(&text::print_trace(descriptors, bridge, print));
    }
    if request.stats {
        out.push('\n');
        out.push_str(&statistics(descriptors, &module.trace, &optimized, &request.options));
    }
    Ok(out)
}

fn bridges(input: &Input, optimized: &Optimized, options: &Options) -> Result<Vec<Trace>, Failure> {
    let module = &input.module;
    let whole = Loop::new(&module.trace, optimized);
    let mut traces = Vec::new();
    for (number, bridge) in module.bridges.iter().enumerate() {
        let steps = [Step { guard: bridge.guard, alone: true, bridge: &bridge.trace }];
        let result =
            lathe_opt::optimize_bridge(&module.descriptors, whole, bridge.label, &steps, whole, options)
                .map_err(|error| {
                    let place = input.maps.bridges.get(number).and_then(|map| map.label(0));
                    input.failure_at(place, error.to_string())
                })?;
        traces.push(result.trace);
    }
    Ok(traces)
}

fn counts(trace: &Trace, section: usize) -> OpCounts {
    trace.sections.get(section).map(OpCounts::of_section).unwrap_or_default()
}

fn as_json(module: &Module, optimized: &Optimized, print: PrintOptions) -> String {
    let map = |counts: OpCounts| json::object(counts.iter().map(|(name, n)| (name, n.to_string())));
    let mut text = json::object([
        ("input", map(counts(&module.trace, 0))),
        ("preamble", map(counts(&optimized.trace, 0))),
        ("loop", map(counts(&optimized.trace, 1))),
        ("text", json::string(&text::print_trace(&module.descriptors, &optimized.trace, print))),
    ]);
    text.push('\n');
    text
}

/// PEPM'11 Figure 7 counts without peeling; what peeling makes of it stands apart.
fn statistics(descriptors: &Descriptors, input: &Trace, peeled: &Optimized, options: &Options) -> String {
    let flat_options = Options { passes: options.passes.without(Pass::Peel), ..*options };
    let flat = lathe_opt::optimize(descriptors, input, &flat_options);
    let (before, after) = (counts(input, 0), counts(&flat.trace, 0));
    let has_loop = peeled.trace.sections.len() > 1;
    let mut header = vec!["ops", "before", "after", "removed"];
    if has_loop {
        header.extend(["preamble", "loop"]);
    }
    let mut rows = vec![header.into_iter().map(String::from).collect::<Vec<_>>()];
    for category in Category::EVERY {
        let of = |counts: &OpCounts| counts.category(category);
        let (b, a) = (of(&before), of(&after));
        let removed = if b == 0 {
            "-".to_string()
        } else {
            format!("{:.0}%", 100.0 * (b as f64 - a as f64) / b as f64)
        };
        let mut row = vec![category.name().to_string(), b.to_string(), a.to_string(), removed];
        if has_loop {
            row.push(of(&counts(&peeled.trace, 0)).to_string());
            row.push(of(&counts(&peeled.trace, 1)).to_string());
        }
        rows.push(row);
    }
    table::render(&rows)
}
