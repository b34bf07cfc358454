//! `lathe graph`: analyses of a graph, passes over it, and runs.

mod analyses;
mod native;
mod run;
mod stats;

use crate::{Failure, input};
use lathe_graph::passes::{Pass, Report, run_pass};
use lathe_graph::text::{GraphMap, parse, print_graph};
use lathe_graph::{Graph, Module};
use lathe_ir::Descriptors;
use lathe_ir::text::{ParseError, Span, print_descriptors};
use std::ffi::{OsStr, OsString};
use std::fmt::Write;

const USAGE: &str = "\
usage: lathe graph [options] FILE         analyse and transform a graph, and print it
       lathe graph run [options] FILE     run it, in the evaluator or as machine code

`-` is standard input.

  --passes a,b,c   these, in this order, any of them more than once:
                     rpo dominators loops            analyses, printed as comments
                     peel (or peel-pre-loop: its first stage alone) merge gvn licm dce
                   Default: peel,gvn,licm,dce,merge; for `run` none
  --each           print the graph after every pass
  --stats          a table of blocks, loops and instructions after every pass
  --svg FILE       a picture of the graph after the passes
  --dot FILE       the same for Graphviz

  --args LIST      run: the arguments: 5, -1.5, null, @object, Box{value: 3}, Ints[1, 2]
  --leave N        run: leave at the N-th safepoint
  --trips N        run: let attention be wanted at the N-th guard_no_attention
  --limit N        run: stop after N instructions (default 1000000)
  --native         run: as machine code; the evaluator runs it first, and both must agree
";

/// An analysis that is shown, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Rpo,
    Dominators,
    Loops,
    Pass(Pass),
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Step::Rpo => "rpo",
            Step::Dominators => "dominators",
            Step::Loops => "loops",
            Step::Pass(pass) => pass.name(),
        }
    }

    fn parse_list(text: &str) -> Result<Vec<Step>, Failure> {
        let known = || {
            let passes = Pass::ALL.into_iter().map(Step::Pass);
            [Step::Rpo, Step::Dominators, Step::Loops].into_iter().chain(passes)
        };
        let find = |name: &str| {
            known().find(|step| step.name() == name).ok_or_else(|| {
                let names: Vec<&str> = known().map(Step::name).collect();
                Failure(format!("lathe: there is no pass `{name}`; there are {}", names.join(", ")))
            })
        };
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(find).collect()
    }
}

/// A file that was understood.
struct Input {
    module: Module,
    map: GraphMap,
    name: String,
    source: String,
}

impl Input {
    fn read(file: Option<&OsStr>) -> Result<Input, Failure> {
        let Some(file) = file else { return Err(Failure(format!("lathe: graph needs a file\n\n{USAGE}"))) };
        let (name, source) = input::read_source(file)?;
        let (module, map) = parse(&source).map_err(|error| Failure(error.render(&name, &source)))?;
        Ok(Input { module, map, name, source })
    }

    fn failure_at(&self, place: Option<Span>, message: String) -> Failure {
        match place {
            Some(span) => Failure(ParseError { span, message }.render(&self.name, &self.source)),
            None => Failure(format!("{}: {message}", self.name)),
        }
    }
}

pub fn run(mut words: lexopt::Parser) -> Result<String, Failure> {
    use lexopt::prelude::*;
    let mut steps = None;
    let (mut file, mut each, mut with_stats, mut runs) = (None, false, false, false);
    let mut options = run::Options::default();
    let mut pictures: Vec<(OsString, Picture)> = Vec::new();
    while let Some(word) = words.next()? {
        match word {
            Long("passes") => steps = Some(Step::parse_list(&words.value()?.string()?)?),
            Long("each") => each = true,
            Long("stats") => with_stats = true,
            Long("args") => options.args = words.value()?.string()?,
            Long("leave") => options.leave = Some(crate::number("--leave", words.value()?)?),
            Long("trips") => options.trips = Some(crate::number("--trips", words.value()?)?),
            Long("native") => options.native = true,
            Long("svg") => pictures.push((words.value()?, lathe_graph::picture::svg)),
            Long("dot") => pictures.push((words.value()?, lathe_graph::picture::dot)),
            Long("limit") => options.limit = crate::number("--limit", words.value()?)?,
            Short('h') | Long("help") => return Ok(USAGE.to_string()),
            Value(word) if word == "run" && !runs && file.is_none() => runs = true,
            Value(word) if file.is_none() => file = Some(word),
            other => return Err(other.unexpected().into()),
        }
    }
    let mut input = Input::read(file.as_deref())?;
    let standard = || Pass::STANDARD.into_iter().map(Step::Pass).collect();
    let steps = steps.unwrap_or_else(|| if runs { Vec::new() } else { standard() });
    let as_written = !steps.iter().any(|step| matches!(step, Step::Pass(_)));
    let out = match runs {
        true => {
            for step in steps {
                if let Step::Pass(pass) = step {
                    run_pass(&input.module.descriptors, &mut input.module.graph, pass);
                }
            }
            None
        }
        false => Some(transform(&mut input.module, &steps, each, with_stats)),
    };
    for (file, picture) in pictures {
        let text = picture(&input.module.descriptors, &input.module.graph);
        input::write(&file, &text)?;
    }
    match out {
        Some(out) => Ok(out),
        None => run::run(&input, as_written, &options),
    }
}

/// What draws.
type Picture = fn(&Descriptors, &Graph) -> String;

fn transform(module: &mut Module, steps: &[Step], each: bool, with_stats: bool) -> String {
    let Module { descriptors, graph } = module;
    let mut out = print_descriptors(descriptors);
    let mut table = stats::Table::new(descriptors, graph);
    if each {
        let _ = write!(out, "# as written\n{}", print_graph(descriptors, graph));
    }
    for &step in steps {
        let pass = match step {
            Step::Rpo => {
                out.push_str(&analyses::rpo(graph));
                continue;
            }
            Step::Dominators => {
                out.push_str(&analyses::dominators(graph));
                continue;
            }
            Step::Loops => {
                out.push_str(&analyses::loops(graph));
                continue;
            }
            Step::Pass(pass) => pass,
        };
        let report = run_pass(descriptors, graph, pass);
        table.add(pass.name(), descriptors, graph);
        if each {
            let _ = writeln!(out, "\n# after {}", pass.name());
        }
        if let Report::Peel(report) = &report {
            for peeled in &report.peeled {
                let _ = writeln!(
                    out,
                    "# peeled {}: pre-loop {}, resolver {}, left at {}",
                    peeled.header, peeled.pre_loop, peeled.resolver, peeled.exit
                );
            }
            for (header, refusal) in &report.refused {
                let _ = writeln!(out, "# refused {header}: {refusal}");
            }
        }
        if each {
            out.push_str(&print_graph(descriptors, graph));
        }
    }
    if !each {
        out.push_str(&print_graph(descriptors, graph));
    }
    if with_stats {
        let _ = write!(out, "\n{}", table.render());
    }
    out
}
