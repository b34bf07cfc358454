//! `cargo run --release -p lathe-bench -- optimizer`: what optimizing costs; `-- heap`: what allocating and collecting costs.

mod heap;
mod optimizer;
mod recording;

use std::process::ExitCode;

const USAGE: &str = "\
usage: lathe-bench optimizer     cost of the optimizer per recorded op, by length of the trace
       lathe-bench heap          cost of allocation and of collections
";

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("optimizer") => {
            optimizer::run();
            ExitCode::SUCCESS
        }
        Some("heap") => {
            heap::run();
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
