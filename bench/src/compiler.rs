//! How fast Python is compiled: CPython 3.14's library, all of it, three times, the best; and how much of that is parsing.

use lathe_python::bytecode::Code;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::{Parsed, Source};
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: usize = 3;

pub fn run() {
    let sources = sources(Path::new(rustpython_pylib::LIB_PATH));
    let bytes: usize = sources.iter().map(|source| source.text().len()).sum();
    let parse = best(|| {
        for source in &sources {
            Parsed::new(source, false).expect("the library parses").dispose(false);
        }
    });
    let mut instructions = 0;
    let all = best(|| {
        instructions = 0;
        for source in &sources {
            let code = compile(source, Options::new(Mode::Module)).expect("the library compiles");
            instructions += count(&code);
        }
    });
    let speed = |time: Duration| bytes as f64 / 1e6 / time.as_secs_f64();
    println!("{} files, {:.1} MB, {instructions} instructions", sources.len(), bytes as f64 / 1e6);
    println!("parse             {:6.0} ms  {:6.1} MB/s", parse.as_secs_f64() * 1e3, speed(parse));
    println!("parse and compile {:6.0} ms  {:6.1} MB/s", all.as_secs_f64() * 1e3, speed(all));
    println!(
        "compiling takes {:.2} times as long as parsing",
        (all.as_secs_f64() - parse.as_secs_f64()) / parse.as_secs_f64()
    );
}

fn best(mut work: impl FnMut()) -> Duration {
    let times = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        work();
        start.elapsed()
    });
    times.min().unwrap_or_default()
}

fn count(code: &Code) -> usize {
    code.instructions.len() + code.children().map(|child| count(child)).sum::<usize>()
}

fn sources(folder: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py") {
                let bytes = std::fs::read(&path).expect("a file");
                sources.push(Source::decode(&path.display().to_string(), &bytes).expect("text"));
            }
        }
    }
    sources
}
