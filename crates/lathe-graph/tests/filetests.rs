//! Every behaviour of graph passes that has a file: `filetests/graph/*.graph`.
//!
//! A file is a graph, then expectations. Each starts with a line `=> passes`, as in `lathe graph --passes`. What follows, up to
//! the next `=>`, is what must come out: lines that say what `peel` refused and why, and the graph, up to renaming.
//!
//!     => peel
//!     refused b1: several_exits
//!     unchanged
//!
//! `unchanged` stands for a graph that is exactly the input. Comments directly behind the `=>` line belong to the expectation.
//! `LATHE_BLESS=1 cargo test -p lathe-graph --test filetests` writes what came out into every expectation that is empty or does
//! not hold: read the difference before you commit it.

use lathe_graph::passes::{Pass, Report, run_pass};
use lathe_graph::renumber::renumber;
use lathe_graph::text::{parse, parse_graph, print_graph};
use lathe_graph::verify::verify;
use lathe_graph::{Graph, Module};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Fewer mean that the walk has lost some.
const MIN_FILES: usize = 50;

#[test]
fn expectations_hold() {
    let bless = std::env::var_os("LATHE_BLESS").is_some();
    let files = graph_files();
    let mut failures = Vec::new();
    for path in &files {
        let outcome = File::read(path).and_then(|file| file.check(bless));
        failures.extend(outcome.err());
    }
    let (failed, total) = (failures.len(), files.len());
    assert!(failures.is_empty(), "{}\n{failed} of {total} files fail", failures.join("\n"));
    assert!(total >= MIN_FILES, "only {total} files were found");
}

fn graph_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../filetests/graph");
    let root = root.canonicalize().expect("the folder filetests/graph");
    let entries = fs::read_dir(root).expect("a folder").map(|entry| entry.expect("a folder entry").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "graph")).collect();
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
    passes: Vec<Pass>,
    body: String,
}

/// What came out.
struct Found {
    refused: String,
    graph: Graph,
}

impl File {
    fn read(path: &Path) -> Result<File, String> {
        let name = path.display().to_string();
        let source = fs::read_to_string(path).map_err(|error| format!("{name}: {error}"))?;
        let (mut input, mut expectations) = (String::new(), Vec::<Expectation>::new());
        for (index, line) in source.split_inclusive('\n').enumerate() {
            if line.starts_with("=>") {
                let passes = passes(line).map_err(|error| format!("{name}:{}: {error}", index + 1))?;
                let header = line.trim_end().to_string();
                expectations.push(Expectation { line: index + 1, header, passes, body: String::new() });
            } else if let Some(last) = expectations.last_mut() {
                last.body.push_str(line);
            } else {
                input.push_str(line);
            }
        }
        let (module, _) = parse(&input).map_err(|error| error.render(&name, &input))?;
        if !input.starts_with("# ") {
            return Err(format!("{name}:1: a file starts with a comment that says what it shows"));
        }
        if expectations.is_empty() {
            return Err(format!("{name}: there is no expectation, a line such as `=> peel`"));
        }
        Ok(File { path: path.to_path_buf(), input, module, expectations })
    }

    fn check(&self, bless: bool) -> Result<(), String> {
        let mut source = self.input.clone();
        let mut failures = String::new();
        for (index, expectation) in self.expectations.iter().enumerate() {
            source.push_str(&expectation.header);
            source.push('\n');
            let place = format!("{}:{}: {}", self.path.display(), expectation.line, expectation.header);
            let found = self.run(&expectation.passes).map_err(|error| format!("{place}\n{error}"))?;
            match self.difference(expectation, &found) {
                None => source.push_str(&expectation.body),
                Some(difference) => {
                    let text = self.text(&found);
                    let _ = writeln!(failures, "{place}\n{difference}\n--- found\n{text}");
                    let comments =
                        expectation.body.split_inclusive('\n').take_while(|line| line.starts_with('#'));
                    source.extend(comments);
                    source.push_str(&text);
                    if index + 1 < self.expectations.len() {
                        source.push('\n');
                    }
                }
            }
        }
        match (failures.is_empty(), bless) {
            (true, _) => Ok(()),
            (false, false) => Err(failures),
            (false, true) => {
                fs::write(&self.path, source).map_err(|error| format!("{}: {error}", self.path.display()))
            }
        }
    }

    /// Runs passes, and checks what holds for every graph: it is valid, and what is printed parses back to the same.
    fn run(&self, passes: &[Pass]) -> Result<Found, String> {
        let descriptors = &self.module.descriptors;
        let mut graph = self.module.graph.clone();
        let mut refused = String::new();
        for &pass in passes {
            if let Report::Peel(report) = run_pass(descriptors, &mut graph, pass) {
                for (header, refusal) in report.refused {
                    let _ = writeln!(refused, "refused {header}: {refusal}");
                }
            }
            let text = print_graph(descriptors, &graph);
            verify(descriptors, &graph)
                .map_err(|error| format!("not valid: {}\n{text}", error.render(descriptors, &graph)))?;
            let (again, _) = parse_graph(descriptors, &text)
                .map_err(|error| format!("does not parse back: {}", error.render("output", &text)))?;
            if print_graph(&again.descriptors, &again.graph) != text {
                return Err(format!("parses back to something else:\n{text}"));
            }
        }
        Ok(Found { refused, graph })
    }

    fn is_unchanged(&self, graph: &Graph) -> bool {
        let descriptors = &self.module.descriptors;
        print_graph(descriptors, graph) == print_graph(descriptors, &self.module.graph)
    }

    fn text(&self, found: &Found) -> String {
        let graph = match self.is_unchanged(&found.graph) {
            true => "unchanged\n".to_string(),
            false => print_graph(&self.module.descriptors, &found.graph),
        };
        format!("{}{graph}", found.refused)
    }

    fn difference(&self, expectation: &Expectation, found: &Found) -> Option<String> {
        let lines: Vec<&str> = expectation
            .body
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
            .collect();
        let (refused, rest): (Vec<&str>, Vec<&str>) =
            lines.iter().partition(|line| line.starts_with("refused"));
        if refused.join("\n") != found.refused.trim_end() {
            return Some("other loops are refused, or for other reasons".to_string());
        }
        if rest == ["unchanged"] {
            return (!self.is_unchanged(&found.graph)).then(|| "the graph has changed".to_string());
        }
        let descriptors = &self.module.descriptors;
        let expected = match parse_graph(descriptors, &rest.join("\n")) {
            Ok((module, _)) => module,
            Err(error) => return Some(error.render("expectation", &rest.join("\n"))),
        };
        let canonical = |graph: &Graph| renumber(graph);
        let wanted = print_graph(&expected.descriptors, &canonical(&expected.graph));
        let got = print_graph(descriptors, &canonical(&found.graph));
        (wanted != got).then(|| format!("--- expected\n{}", expectation.body.trim_end()))
    }
}

fn passes(line: &str) -> Result<Vec<Pass>, String> {
    let line = line.trim_start_matches("=>").split('#').next().unwrap_or("");
    let names = line.split(',').map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| Pass::from_name(name).ok_or_else(|| format!("there is no pass `{name}`"))).collect()
}
