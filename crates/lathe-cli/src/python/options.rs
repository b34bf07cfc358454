//! The words of the command line, as `python3` takes them, and a few of our own (`--jit`, `--stats`, …).

use lathe_heap::{Config, Stress};
use lathe_meta::Params;
use std::ffi::OsString;

pub const USAGE: &str = "\
usage: lathe-python [option] ... [-c cmd | -m mod | file | -] [arg] ...
Options (most of them as for python3):
-c cmd : program passed in as string (ends the options)
-m mod : run a module as a script (ends the options)
file   : program read from a file, or from a folder with __main__.py
-      : program read from standard input (the default; interactive if that is a terminal)
-i     : go on interactively after the program
-O     : leave out assert statements, __debug__ is false; -OO: docstrings, too
-q     : no version and copyright at the start of a dialogue
-x     : skip the first line of the program
-V     : print the version (also --version); -h: this text (also -?, --help)
-B, -b, -d, -E, -I, -P, -R, -s, -S, -u, -v, -W arg, -X opt : accepted

--jit words : off, on, record-only, threshold=N, ... separated by commas
--stats     : a summary of what the JIT has done, on standard error
--heap-limit bytes : memory for objects, such as 500M or 2G; beyond it there is a MemoryError
--gc-stress : a garbage collection at every allocation, for tests
--dis file  : compile a file and print its bytecode

Environment: LATHE_JIT, LATHE_HEAP_LIMIT as the options; LATHE_HISTORY names the file for the history of dialogues
(~/.lathe_python_history), PYTHONPATH has folders of modules, separated by colons
";

const SHORT_USAGE: &str = "\
usage: lathe-python [option] ... [-c cmd | -m mod | file | -] [arg] ...
Try `lathe-python -h' for more information.
";

/// What is to be run.
#[derive(Debug, PartialEq, Eq)]
pub enum Program {
    /// `-c`.
    Text(String),
    /// `-m`.
    Module(String),
    /// A file, or a folder.
    File(OsString),
    /// Standard input: a dialogue if it is a terminal.
    Input,
    /// `-`: the same, said aloud.
    Dash,
}

#[derive(Debug)]
pub enum Command {
    Print(String),
    Disassemble(OsString),
    Run(Box<Settings>),
}

#[derive(Debug)]
pub struct Settings {
    pub program: Program,
    /// What is behind the program.
    pub arguments: Vec<String>,
    pub params: Params,
    pub heap: Config,
    pub stats: bool,
    /// `-i`.
    pub inspect: bool,
    pub quiet: bool,
    pub optimize: u8,
    pub skip_line: bool,
    /// `-I`, `-P`, `-E`: neither the program's folder nor PYTHONPATH.
    pub safe_path: bool,
    pub ignore_environment: bool,
}

/// The command, or a complaint for standard error.
pub fn command(mut words: lexopt::Parser) -> Result<Command, String> {
    use lexopt::Arg::{Long, Short, Value};
    let mut settings = Settings {
        program: Program::Input,
        arguments: Vec::new(),
        params: Params::from_environment().map_err(|error| format!("lathe-python: {error}\n"))?,
        heap: Config::default(),
        stats: false,
        inspect: false,
        quiet: false,
        optimize: 0,
        skip_line: false,
        safe_path: false,
        ignore_environment: false,
    };
    if let Some(limit) = std::env::var_os("LATHE_HEAP_LIMIT") {
        set_heap_limit(&mut settings.heap, &limit.to_string_lossy())
            .map_err(|error| format!("lathe-python: LATHE_HEAP_LIMIT: {error}\n"))?;
    }
    let ours = |error: lexopt::Error| format!("lathe-python: {error}\n{SHORT_USAGE}");
    let mut dis = None;
    while let Some(word) = words.next().map_err(ours)? {
        match word {
            Short('h' | '?') | Long("help") => return Ok(Command::Print(USAGE.to_string())),
            Short('V') | Long("version") => {
                let version = format!("Python {} (lathe {})\n", "3.14.0", env!("CARGO_PKG_VERSION"));
                return Ok(Command::Print(version));
            }
            Long("jit") => {
                let words = words.value().and_then(lexopt::ValueExt::string).map_err(ours)?;
                settings.params.set(&words).map_err(|error| format!("lathe-python: --jit: {error}\n"))?;
            }
            Long("stats") => settings.stats = true,
            Long("gc-stress") => {
                settings.heap.stress = Stress::CollectAtEveryAllocation { full: false };
                settings.heap.poison = true;
            }
            Long("heap-limit") => {
                let limit = words.value().and_then(lexopt::ValueExt::string).map_err(ours)?;
                set_heap_limit(&mut settings.heap, &limit)
                    .map_err(|error| format!("lathe-python: --heap-limit: {error}\n"))?;
            }
            Long("dis") if dis.is_none() => dis = Some(words.value().map_err(ours)?),
            Short(option @ ('c' | 'm')) => {
                let Ok(text) = words.value().map(|text| text.to_string_lossy().into_owned()) else {
                    return Err(format!("Argument expected for the -{option} option\n{SHORT_USAGE}"));
                };
                settings.program = if option == 'c' { Program::Text(text) } else { Program::Module(text) };
                return rest(settings, words);
            }
            Short(option @ ('W' | 'X')) => {
                if words.value().is_err() {
                    return Err(format!("Argument expected for the -{option} option\n{SHORT_USAGE}"));
                }
            }
            Short('i') => settings.inspect = true,
            Short('q') => settings.quiet = true,
            Short('O') => settings.optimize = (settings.optimize + 1).min(2),
            Short('x') => settings.skip_line = true,
            Short('E') => settings.ignore_environment = true,
            Short('P') => settings.safe_path = true,
            Short('I') => (settings.safe_path, settings.ignore_environment) = (true, true),
            Short('B' | 'b' | 'd' | 'R' | 's' | 'S' | 'u' | 'v') => {}
            Short(option) => return Err(format!("Unknown option: -{option}\n{SHORT_USAGE}")),
            Long(option) => return Err(format!("unknown option --{option}\n{SHORT_USAGE}")),
            Value(_) if dis.is_some() => {
                return Err(format!("lathe-python: nothing behind --dis\n{SHORT_USAGE}"));
            }
            Value(file) => {
                settings.program = if file == "-" { Program::Dash } else { Program::File(file) };
                return rest(settings, words);
            }
        }
    }
    match dis {
        Some(file) => Ok(Command::Disassemble(file)),
        None => Ok(Command::Run(Box::new(settings))),
    }
}

/// What follows is the program's own.
fn rest(mut settings: Settings, mut words: lexopt::Parser) -> Result<Command, String> {
    let rest = words.raw_args().map_err(|error| format!("lathe-python: {error}\n"))?;
    settings.arguments = rest.map(|word| word.to_string_lossy().into_owned()).collect();
    Ok(Command::Run(Box::new(settings)))
}

/// Bytes, or `K`, `M`, `G` of them.
fn set_heap_limit(heap: &mut Config, text: &str) -> Result<(), String> {
    let (digits, unit) = match text.char_indices().last() {
        Some((end, 'k' | 'K')) => (&text[..end], 1 << 10),
        Some((end, 'm' | 'M')) => (&text[..end], 1 << 20),
        Some((end, 'g' | 'G')) => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    let bytes = digits.parse().ok().and_then(|number: usize| number.checked_mul(unit));
    let Some(bytes) = bytes.filter(|&bytes| bytes >= LEAST_HEAP) else {
        return Err(format!("'{text}' is no size such as 500M (4M at least)"));
    };
    heap.limit = bytes;
    // What one native function allocates before anybody can look at the limit.
    heap.reserve = bytes.max(64 << 20);
    Ok(())
}

const LEAST_HEAP: usize = 4 << 20;

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<Command, String> {
        command(lexopt::Parser::from_iter(["lathe-python"].iter().chain(words)))
    }

    fn settings(words: &[&str]) -> Settings {
        match parse(words) {
            Ok(Command::Run(settings)) => *settings,
            other => panic!("{words:?}: {other:?}"),
        }
    }

    #[test]
    fn what_is_behind_the_program_is_its_own() {
        let found = settings(&["-Bu", "-W", "ignore", "file.py", "-c", "--jit", "x"]);
        assert_eq!(found.program, Program::File("file.py".into()));
        assert_eq!(found.arguments, ["-c", "--jit", "x"]);
        let found = settings(&["-qic", "-pass", "-h"]);
        assert_eq!(found.program, Program::Text("-pass".into()));
        assert!(found.quiet && found.inspect);
        assert_eq!(found.arguments, ["-h"]);
        let found = settings(&["-OOm", "module", "-"]);
        assert_eq!((found.program, found.optimize), (Program::Module("module".into()), 2));
        assert_eq!(settings(&["-", "a"]).program, Program::Dash);
        assert_eq!(settings(&[]).program, Program::Input);
    }

    #[test]
    fn wrong_words_are_told() {
        assert!(parse(&["-z"]).is_err_and(|text| text.starts_with("Unknown option: -z\nusage: ")));
        assert!(parse(&["-c"]).is_err_and(|text| text.starts_with("Argument expected for the -c option\n")));
        assert!(parse(&["--nothing"]).is_err_and(|text| text.starts_with("unknown option --nothing\n")));
        assert!(parse(&["--heap-limit", "x"]).is_err());
        assert_eq!(settings(&["--heap-limit", "64M"]).heap.limit, 64 << 20);
    }
}
