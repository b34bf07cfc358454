//! `cargo run --release -p lathe-bench -- optimizer`: what optimizing costs; `-- graph`: what the graph passes cost; `-- graph-native`:
//! what they are worth; `-- heap`:
//! what allocating and collecting costs; `-- tiny`: how fast tiny programs are; `-- compiler`: how fast Python is compiled;
//! `-- python`: how fast Python programs are.

mod compiler;
mod graph;
mod graph_native;
mod heap;
mod optimizer;
mod python;
mod recording;
mod tiny;

use std::process::ExitCode;

const USAGE: &str = "\
usage: lathe-bench compiler      speed of compiling Python
       lathe-bench optimizer     cost of the optimizer per recorded op, by length of the trace
       lathe-bench graph         cost of peeling, value numbering and code motion per instruction of a graph
       lathe-bench graph-native  speed of loops as machine code after these, relative to before
       lathe-bench heap          cost of allocation and of collections
       lathe-bench python [NAME] speed of the Python programs in bench/python against other Pythons
       lathe-bench tiny [NAME]   speed of tiny programs against C; NAME: one of them, or `interpreter` (against one written
                                 by hand), `leaving` (programs that traces are no good for), `latency` (from hot to code)
";

fn main() -> ExitCode {
    // A reader that stops early ends the program quietly.
    // SAFETY: the default action of a signal, before anything else runs.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
    match std::env::args().nth(1).as_deref() {
        Some("compiler") => {
            compiler::run();
            ExitCode::SUCCESS
        }
        Some("optimizer") => {
            optimizer::run();
            ExitCode::SUCCESS
        }
        Some("graph") => {
            graph::run();
            ExitCode::SUCCESS
        }
        Some("graph-native") => {
            graph_native::run();
            ExitCode::SUCCESS
        }
        Some("heap") => {
            heap::run();
            ExitCode::SUCCESS
        }
        Some("tiny") => {
            tiny::run(std::env::args().nth(2).as_deref());
            ExitCode::SUCCESS
        }
        Some("python") => {
            python::run(std::env::args().nth(2).as_deref());
            ExitCode::SUCCESS
        }
        Some("-h" | "--help") => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}");
            ExitCode::FAILURE
        }
    }
}
