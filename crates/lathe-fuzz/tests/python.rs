//! Some random Python programs print the same in all ways, and what CPython prints if there is one.

use lathe_fuzz::python::generate::generate;
use lathe_fuzz::python::tree::source;
use lathe_fuzz::python::trial::Trial;
use lathe_fuzz::python::ways::WAYS;
use lathe_fuzz::python::worker::{Run, Worker};
use lathe_fuzz::tape::Tape;

const SERVE: [&str; 2] = [env!("CARGO_BIN_EXE_lathe-python-fuzz"), "--serve"];

#[test]
fn random_programs_print_the_same_in_all_ways() {
    let mut trial = Trial::new(&SERVE, true);
    // A collection at every allocation takes too long without optimization.
    let ways: Vec<usize> = (0..WAYS.len()).filter(|&way| !WAYS[way].2).collect();
    for seed in 0..10 {
        let program = generate(&mut Tape::random(seed));
        if let Some(difference) = trial.run(&program, &ways) {
            panic!("seed {seed} {}\n{}", difference.show(), source(&program));
        }
    }
}

#[test]
fn a_seed_gives_one_program() {
    let program = |seed| source(&generate(&mut Tape::random(seed)));
    assert_eq!(program(7), program(7));
    assert_ne!(program(7), program(8));
}

#[test]
fn differences_and_crashes_are_told_apart() {
    let mut trial = Trial::new(&SERVE, true);
    assert!(trial.run_text("print(1 + 1)\n", &[0, 3]).is_none());
    if trial.reference.is_some() {
        let difference = trial
            .run_text("import sys\nprint('version', sys.version_info[:2])\n", &[0])
            .expect("3.11 is not 3.14");
        assert!(difference.show().contains("expected version"), "{}", difference.show());
    }
    let mut worker = Worker::new(&["cat", "/dev/null"]);
    assert!(!worker.works());
    let mut worker = Worker::new(&["sh", "-c", "read line; kill -SEGV $$"]);
    assert!(matches!(worker.run(0, "print(1)"), Run::Crashed(text) if text.contains("signal")));
}
