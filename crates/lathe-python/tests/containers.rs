//! `tests/python/containers.py` and `random_containers.py` find nothing wrong, also if there is a collection at every allocation.

use lathe_heap::{Config, Stress};
use lathe_meta::Params;
use lathe_python::interpreter::{Failure, Interpreter};

fn run(text: &str, heap: Config) {
    let mut params = Params::default();
    params.set("off").expect("a word for the JIT");
    let mut python = Interpreter::new(params, heap).expect("a code generator for this machine");
    match python.run("containers.py", text) {
        Ok(()) => {}
        Err(Failure::Raised(exception)) => panic!("{}", python.show(&exception)),
        Err(Failure::Syntax(error)) => panic!("{error:?}"),
    }
}

const PROGRAM: &str = include_str!("../../../tests/python/containers.py");
const RANDOM: &str = include_str!("../../../tests/python/random_containers.py");

#[test]
fn nothing_is_wrong() {
    run(PROGRAM, Config { poison: true, ..Config::default() });
    run(RANDOM, Config { poison: true, ..Config::default() });
}

#[test]
fn nothing_is_wrong_with_collections_at_every_allocation() {
    // Not the large containers: each collection would look at all of them.
    let small = PROGRAM.split("# Containers in themselves").next().expect("the first part");
    let stress = Stress::CollectAtEveryAllocation { full: false };
    let heap = Config { poison: true, stress, ..Config::default() };
    run(small, heap.clone());
    run(RANDOM, heap);
}
