//! What Python programs take with Lathe, against other Pythons: those that are installed.
//!
//! Each program of `bench/python` is run in a process of its own by each of them, several times (`measure.py`), one after the
//! other in several rounds. Shown is the fastest run, so that warm-up does not count, next to the first one of Lathe; and that
//! all have the same result. Goal with the JIT off: at most 1.3 times CPython's time in the geometric mean.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Programs, and sizes at which an interpreter takes some tenths of a second at most.
const PROGRAMS: [&str; 19] = [
    "conv3 100000",
    "conv3x3 100 100",
    "dilate3x3 100 100",
    "sobel 100 100",
    "sqrt float 1000000",
    "sqrt int 1000000",
    "sqrt Fix16 100000",
    "fft 1024 4",
    "lu 100 2",
    "montecarlo 100000",
    "sor 100 4",
    "sparse 1000 5000 50",
    "nbody 5000",
    "fannkuch 8",
    "spectral_norm 60",
    "nqueens 7",
    "raytrace 40 40",
    "richards 1",
    "meteor 10",
];

const ROUNDS: usize = 3;
/// Runs in one process. An interpreter does not get faster, a JIT does.
const RUNS: usize = 10;
const INTERPRETED_RUNS: usize = 3;

/// A Python.
struct Peer {
    name: &'static str,
    command: Vec<String>,
    runs: usize,
}

/// Seconds.
#[derive(Clone, Copy)]
struct Times {
    best: f64,
    first: f64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// `lathe-python`, made now if need be.
fn lathe() -> PathBuf {
    let made = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--release", "-p", "lathe-cli", "--bin", "lathe-python"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(made.is_ok_and(|status| status.success()), "lathe-python cannot be built");
    std::env::current_exe().expect("this program").with_file_name("lathe-python")
}

fn peers() -> Vec<Peer> {
    let lathe = lathe().to_string_lossy().into_owned();
    let peer = |name, words: &[&str], runs| Peer {
        name,
        command: words.iter().map(|word| word.to_string()).collect(),
        runs,
    };
    let mut peers =
        vec![peer("Lathe", &[&lathe], RUNS), peer("JIT off", &[&lathe, "--jit", "off"], INTERPRETED_RUNS)];
    for (name, command, runs) in [("CPython", "python3", INTERPRETED_RUNS), ("PyPy", "pypy3", RUNS)] {
        match Command::new(command).arg("-V").output() {
            Ok(output) if output.status.success() => peers.push(peer(name, &[command], runs)),
            _ => println!("{name} ({command}) is not installed"),
        }
    }
    peers
}

/// Runs a program, all of it in one process: its times and what it has found.
fn measure(peer: &Peer, program: &str) -> Result<(Times, String), String> {
    let (name, size) = program.split_once(' ').expect("a size");
    let output = Command::new(&peer.command[0])
        .args(&peer.command[1..])
        .args(["measure.py", name, "--runs", &peer.runs.to_string()])
        .args(size.split(' '))
        .current_dir(folder())
        .output()
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let values = |key: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.strip_prefix(key)).map(|value| value.trim().to_string()).collect()
    };
    let times: Vec<f64> = values("time").iter().filter_map(|time| time.parse().ok()).collect();
    match (&times[..], values("result").pop()) {
        ([first, ..], Some(result)) => {
            let best = times.iter().copied().fold(f64::INFINITY, f64::min);
            Ok((Times { best, first: *first }, result))
        }
        _ => Err(String::from_utf8_lossy(&output.stderr).trim_end().to_string()),
    }
}

/// Several rounds of all peers, one after the other.
fn compare(peers: &[Peer], program: &str) -> Result<Vec<Times>, String> {
    let mut best: Vec<Option<(Times, String)>> = peers.iter().map(|_| None).collect();
    for _ in 0..ROUNDS {
        for (peer, best) in peers.iter().zip(&mut best) {
            let (times, result) =
                measure(peer, program).map_err(|error| format!("{} fails: {error}", peer.name))?;
            match best {
                Some((so_far, _)) => {
                    so_far.best = so_far.best.min(times.best);
                    so_far.first = so_far.first.min(times.first);
                }
                None => *best = Some((times, result)),
            }
        }
    }
    let best: Vec<(Times, String)> = best.into_iter().flatten().collect();
    match best.iter().position(|(_, result)| *result != best[0].1) {
        Some(other) => {
            Err(format!("{} finds {}, {} {}", peers[0].name, best[0].1, peers[other].name, best[other].1))
        }
        None => Ok(best.into_iter().map(|(times, _)| times).collect()),
    }
}

pub fn run(only: Option<&str>) {
    let peers = peers();
    let heads: Vec<String> = peers.iter().map(|peer| format!("{:>9}", peer.name)).collect();
    println!("milliseconds, fastest run; first: Lathe's first run; ratios to CPython\n");
    println!(
        "| {:<20} | {} | {:>9} | {:>9} | {:>9} |",
        "program",
        heads.join(" | "),
        "first",
        "JIT",
        "JIT off"
    );
    println!("|{}|{}", "-".repeat(22), format!("{}:|", "-".repeat(10)).repeat(peers.len() + 3));
    let reference = peers.iter().position(|peer| peer.name == "CPython");
    let (mut logs, mut count) = (vec![0.0; peers.len()], 0);
    for program in PROGRAMS.iter().filter(|program| only.is_none_or(|only| program.starts_with(only))) {
        if std::io::stderr().is_terminal() {
            eprint!("\r{program}…\x1b[K");
            let _ = std::io::stderr().flush();
        }
        let times = compare(&peers, program);
        if std::io::stderr().is_terminal() {
            eprint!("\r\x1b[K");
        }
        let times = match times {
            Ok(times) => times,
            Err(message) => {
                println!("| {program:<20} | {message}");
                continue;
            }
        };
        let cells: Vec<String> = times.iter().map(|time| format!("{:>9.3}", time.best * 1e3)).collect();
        let ratio = |index: usize| match reference {
            Some(reference) => format!("{:>9.3}", times[index].best / times[reference].best),
            None => format!("{:>9}", "-"),
        };
        let first = times[0].first * 1e3;
        println!("| {program:<20} | {} | {first:>9.3} | {} | {} |", cells.join(" | "), ratio(0), ratio(1));
        count += 1;
        for (log, time) in logs.iter_mut().zip(&times) {
            *log += time.best.ln();
        }
    }
    if let Some(reference) = reference.filter(|_| count > 0) {
        println!("\ngeometric mean of {count} programs, relative to CPython:");
        for (peer, log) in peers.iter().zip(&logs) {
            println!("  {:<8} {:.3}", peer.name, ((log - logs[reference]) / f64::from(count)).exp());
        }
    }
}
