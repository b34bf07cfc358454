//! `tiny-fuzz [--seed N] [--cases N] [--ways N]`: random programs through every way to run them, until one prints something
//! else. With `--ways`, each program goes through so many of them only, and the next through the next ones.

use lathe_fuzz::shrink::shrink;
use lathe_fuzz::tape::Tape;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tiny::generate::generate;
use tiny::modes::{Way, run, ways};
use tiny::reference::{self, End};

const STEPS: u64 = 2_000_000;
const SHRINK_ATTEMPTS: u32 = 3_000;

/// The way that prints something else, with what was expected and what was printed.
fn try_program(source: &str, ways: &[Way]) -> Option<(&'static str, String, String)> {
    let tree = tiny::parse(source).ok()?;
    let expected = reference::run(&tree, STEPS);
    if expected.end == End::OutOfSteps {
        return None;
    }
    let program = tiny::compile(&tree).ok()?;
    ways.iter().find_map(|way| {
        let found = run(&program, way);
        (found != expected.output).then(|| (way.name, expected.output.clone(), found))
    })
}

fn main() -> ExitCode {
    let (mut seed, mut cases, mut at_once) = (0u64, u64::MAX, u64::MAX);
    let mut args = std::env::args().skip(1);
    while let Some(name) = args.next() {
        let number = args.next().and_then(|text| text.parse().ok());
        match (name.as_str(), number) {
            ("--seed", Some(number)) => seed = number,
            ("--cases", Some(number)) => cases = number,
            ("--ways", Some(number)) => at_once = number,
            _ => {
                eprintln!("usage: tiny-fuzz [--seed N] [--cases N] [--ways N]");
                return ExitCode::from(2);
            }
        }
    }
    let all = ways();
    let at_once = at_once.clamp(1, all.len() as u64) as usize;
    let (start, mut shown) = (Instant::now(), Instant::now());
    let terminal = std::io::stderr().is_terminal();
    for case in 0..cases {
        let seed = seed.wrapping_add(case);
        let first = (seed as usize).wrapping_mul(at_once) % all.len();
        let ways: Vec<Way> = all.iter().cycle().skip(first).take(at_once).cloned().collect();
        let mut tape = Tape::random(seed);
        let source = generate(&mut tape);
        if let Some((way, ..)) = try_program(&source, &ways) {
            eprintln!("\nseed {seed} in mode `{way}`; making it smaller ...");
            let smallest = shrink(
                tape.numbers().to_vec(),
                SHRINK_ATTEMPTS,
                |numbers| try_program(&generate(&mut Tape::replay(numbers.to_vec())), &ways).is_some(),
                |numbers| {
                    let mut tape = Tape::replay(numbers.to_vec());
                    generate(&mut tape);
                    tape.marks().to_vec()
                },
            );
            let source = generate(&mut Tape::replay(smallest));
            if let Some((way, expected, found)) = try_program(&source, &ways) {
                println!(
                    "# seed {seed}, in mode `{way}`\n{source}\n# expected:\n{expected}\n# found:\n{found}"
                );
            }
            return ExitCode::FAILURE;
        }
        let pause = if terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
        if shown.elapsed() > pause {
            shown = Instant::now();
            let rate = (case + 1) as f64 / start.elapsed().as_secs_f64();
            let (begin, end) = if terminal { ("\r", "") } else { ("", "\n") };
            eprint!(
                "{begin}{} programs in {} ways, {at_once} each, {rate:.0} per second{end}",
                case + 1,
                all.len()
            );
            let _ = std::io::stderr().flush();
        }
    }
    println!("{cases} programs print the same in {} ways, {at_once} each", all.len());
    ExitCode::SUCCESS
}
