//! Every behaviour of the optimizer that has a file: `filetests/opt/**/*.trace`.
//!
//! A file is a trace (with bridges), then expectations. Each starts with a line `=> passes`, as in `lathe opt --passes`:
//!
//!     => virtualize, peel
//!     => all snapshots      compares snapshots too
//!     => all bridge 0       shows the first bridge of the file instead of the loop
//!     => all fuel 3         stops after three rewrites
//!
//! What follows, up to the next `=>`, is the trace that must come out, up to renaming. Comments directly behind the `=>`
//! line belong to the expectation. `LATHE_BLESS=1 cargo test -p lathe-opt --test filetests` writes what came out into every
//! expectation that is empty or does not hold: read the difference before you commit it.
//!
//! Files in `filetests/wishlist/opt` say what should come out but does not yet. One that holds is reported, to be moved.

use lathe_ir::compare::{CompareOptions, equal_up_to_renaming};
use lathe_ir::text::{self, PrintOptions};
use lathe_ir::{Descriptors, Label, Module, Trace, Type, verify};
use lathe_opt::{Loop, Options, PassSet, Step, optimize, optimize_bridge};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Fewer mean that the walk has lost some.
const MIN_FILES: usize = 150;

#[test]
fn expectations_hold() {
    let bless = std::env::var_os("LATHE_BLESS").is_some();
    let files = trace_files("opt");
    let mut failures = Vec::new();
    for path in &files {
        let outcome = File::read(path).and_then(|file| {
            let results = file.check();
            if bless {
                return file.bless(&results);
            }
            let failed: Vec<String> = results.into_iter().filter_map(|r| r.failure).collect();
            if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
        });
        failures.extend(outcome.err());
    }
    let (failed, total) = (failures.len(), files.len());
    assert!(failures.is_empty(), "{}\n{failed} of {total} files fail", failures.join("\n"));
    assert!(total >= MIN_FILES, "only {total} files were found");
}

#[test]
fn wishes_are_open() {
    let mut wrong = String::new();
    for path in trace_files("wishlist/opt") {
        let file = File::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let outcomes = file.check();
        // A wish that cannot be granted would stay open for ever.
        for failure in outcomes.iter().filter(|o| o.malformed).filter_map(|o| o.failure.as_ref()) {
            let _ = writeln!(wrong, "{failure}");
        }
        if outcomes.iter().all(|outcome| outcome.failure.is_none()) {
            let _ = writeln!(wrong, "{}: this holds now; move it to filetests/opt", path.display());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn trace_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests");
    let root = root.canonicalize().expect("the folder filetests");
    let mut files = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a folder entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "trace") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

struct File {
    path: PathBuf,
    /// Everything before the first expectation.
    input: String,
    module: Module,
    expectations: Vec<Expectation>,
}

struct Expectation {
    /// In the file, counted from 1.
    line: usize,
    header: String,
    request: Request,
    body: String,
}

#[derive(Clone, Copy)]
struct Request {
    options: Options,
    snapshots: bool,
    bridge: Option<usize>,
}

/// What came of an expectation.
struct Outcome {
    failure: Option<String>,
    /// The failure is not that something else came out: the expectation is no trace, or nothing valid came out.
    malformed: bool,
    /// The text of the trace that came out; `None` if none did.
    found: Option<String>,
}

impl File {
    fn read(path: &Path) -> Result<File, String> {
        let name = path.display();
        let source = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let (module, _) = text::parse(&source).map_err(|error| error.render(&name.to_string(), &source))?;
        let mut file =
            File { path: path.to_path_buf(), input: String::new(), module, expectations: Vec::new() };
        for (index, line) in source.split_inclusive('\n').enumerate() {
            if line.trim_start().starts_with("=>") {
                let request =
                    Request::parse(line).map_err(|error| format!("{name}:{}: {error}", index + 1))?;
                let header = line.trim_end().to_string();
                file.expectations.push(Expectation { line: index + 1, header, request, body: String::new() });
            } else if let Some(last) = file.expectations.last_mut() {
                last.body.push_str(line);
            } else {
                file.input.push_str(line);
            }
        }
        if !file.input.starts_with("# ") {
            return Err(format!("{name}:1: a file starts with a comment that says what it shows"));
        }
        if file.expectations.is_empty() {
            return Err(format!("{name}: there is no expectation, a line such as `=> all`"));
        }
        Ok(file)
    }

    fn check(&self) -> Vec<Outcome> {
        self.expectations.iter().map(|expectation| self.check_one(expectation)).collect()
    }

    fn check_one(&self, expectation: &Expectation) -> Outcome {
        let place = format!("{}:{}: {}", self.path.display(), expectation.line, expectation.header);
        let Found { trace, labels } = match self.optimize(expectation.request) {
            Ok(found) => found,
            Err(error) => {
                let failure = Some(format!("{place}\n{error}\n"));
                return Outcome { failure, malformed: true, found: None };
            }
        };
        let descriptors = &self.module.descriptors;
        let print = PrintOptions { snapshots: expectation.request.snapshots };
        let found = text::print_trace(descriptors, &trace, print);
        let (malformed, why) = match self.expected(expectation, &labels) {
            Err(error) => (true, Some(error)),
            Ok((descriptors, expected)) => {
                (false, self.difference(expectation, &descriptors, &expected, &trace))
            }
        };
        let failure = why.map(|why| {
            format!("{place}\n{why}\n--- expected\n{}\n--- found\n{found}", expectation.body.trim())
        });
        Outcome { failure, malformed, found: Some(found) }
    }

    /// Optimizes, and checks what holds for every trace: it is valid, and what is printed parses back to the same.
    fn optimize(&self, request: Request) -> Result<Found, String> {
        let Module { descriptors, trace: input, bridges } = &self.module;
        let optimized = optimize(descriptors, input, &request.options);
        let found = match request.bridge {
            None => Found { trace: optimized.trace, labels: Vec::new() },
            Some(number) => {
                let Some(bridge) = bridges.get(number) else {
                    return Err(format!("there is no bridge {number}"));
                };
                let whole = Loop::new(input, &optimized);
                let steps = [Step { guard: bridge.guard, alone: true, bridge: &bridge.trace }];
                let result =
                    optimize_bridge(descriptors, whole, bridge.label, &steps, whole, &request.options)
                        .map_err(|error| format!("bridge {number}: {error}"))?;
                Found { trace: result.trace, labels: optimized.trace.labels() }
            }
        };
        let Found { trace, labels } = &found;
        let verify = if labels.is_empty() { verify::verify } else { verify::verify_bridge };
        let full = text::print_trace(descriptors, trace, PrintOptions { snapshots: true });
        verify(descriptors, trace, labels)
            .map_err(|rejection| format!("not valid: {}\n{full}", rejection.render(descriptors, trace)))?;
        let (again_descriptors, again) = text::parse_trace(descriptors, labels, &full)
            .map_err(|error| format!("does not parse back: {}", error.render("output", &full)))?;
        let all = CompareOptions { snapshots: true };
        equal_up_to_renaming(descriptors, trace, &again_descriptors, &again, all)
            .map_err(|difference| format!("parses back to something else: {difference}\n{full}"))?;
        Ok(found)
    }

    fn expected(
        &self,
        expectation: &Expectation,
        labels: &[(Label, Vec<Type>)],
    ) -> Result<(Descriptors, Trace), String> {
        if expectation.is_empty() {
            return Err("nothing is expected yet".to_string());
        }
        text::parse_trace(&self.module.descriptors, labels, &expectation.body)
            .map_err(|error| error.render("expectation", &expectation.body))
    }

    fn difference(
        &self,
        expectation: &Expectation,
        descriptors: &Descriptors,
        expected: &Trace,
        found: &Trace,
    ) -> Option<String> {
        let options = CompareOptions { snapshots: expectation.request.snapshots };
        equal_up_to_renaming(descriptors, expected, &self.module.descriptors, found, options)
            .err()
            .map(|difference| difference.to_string())
    }

    /// Writes what came out into the expectations that fail. The rest of the file stays byte for byte.
    fn bless(&self, outcomes: &[Outcome]) -> Result<(), String> {
        let mut source = self.input.clone();
        let mut changed = false;
        for (index, (expectation, outcome)) in self.expectations.iter().zip(outcomes).enumerate() {
            source.push_str(&expectation.header);
            source.push('\n');
            match (&outcome.failure, &outcome.found) {
                (None, _) => source.push_str(&expectation.body),
                (Some(failure), None) => return Err(failure.clone()),
                (Some(_), Some(found)) => {
                    changed = true;
                    source.extend(expectation.comments());
                    source.push_str(found);
                    if index + 1 < self.expectations.len() {
                        source.push('\n');
                    }
                }
            }
        }
        if !changed {
            return Ok(());
        }
        fs::write(&self.path, source).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}

struct Found {
    trace: Trace,
    /// Where a bridge may jump to.
    labels: Vec<(Label, Vec<Type>)>,
}

impl Expectation {
    fn is_empty(&self) -> bool {
        self.body.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    }

    /// The comments directly behind the header.
    fn comments(&self) -> impl Iterator<Item = &str> {
        self.body.split_inclusive('\n').take_while(|line| line.starts_with('#'))
    }
}

impl Request {
    fn parse(line: &str) -> Result<Request, String> {
        let line = line.trim_start().trim_start_matches("=>");
        let line = line.split('#').next().unwrap_or(line);
        let mut request = Request {
            options: Options { passes: PassSet::NONE, fuel: None },
            snapshots: false,
            bridge: None,
        };
        let mut passes = String::new();
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || {
                let digits = words.next().unwrap_or_default();
                digits.parse::<u64>().map_err(|_| format!("`{word}` needs a number, not `{digits}`"))
            };
            match word {
                "snapshots" => request.snapshots = true,
                "bridge" => request.bridge = Some(number()? as usize),
                "fuel" => request.options.fuel = Some(number()?),
                word => passes.push_str(word),
            }
        }
        request.options.passes = PassSet::parse(&passes).map_err(|error| error.to_string())?;
        Ok(request)
    }
}
