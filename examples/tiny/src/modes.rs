//! The ways to run a program that must all print the same.

use lathe_heap::{Config, Stress};
use lathe_meta::Params;

#[derive(Clone, Debug)]
pub struct Way {
    pub name: &'static str,
    pub params: Params,
    pub heap: Config,
}

/// JIT off, recording only, on, and everything that makes mistakes show.
pub fn ways() -> Vec<Way> {
    let calm = Config::default();
    let stress = Config {
        stress: Stress::CollectAtEveryAllocation { full: false },
        poison: true,
        ..Config::default()
    };
    let without_peeling = "threshold=2,call-threshold=2,bridge-threshold=2,\
        passes=int_bounds+fold+relations+virtualize+pure+heap+guards+dce";
    [
        ("off", "off", &calm),
        ("record-only", "record-only,threshold=1,call-threshold=1", &calm),
        ("on", "on", &calm),
        ("threshold 1", "threshold=1,call-threshold=1,bridge-threshold=1", &calm),
        ("threshold 3", "threshold=3,call-threshold=4,bridge-threshold=2,recursion=3", &calm),
        ("unoptimized", "threshold=2,call-threshold=3,bridge-threshold=2,passes=", &calm),
        ("no peeling", without_peeling, &calm),
        ("short traces", "threshold=1,call-threshold=2,bridge-threshold=1,trace-limit=40", &calm),
        ("few frames", "threshold=1,call-threshold=2,bridge-threshold=1,frame-limit=2", &calm),
        ("tiny code cap", "threshold=1,call-threshold=2,bridge-threshold=1,code-cap=3000", &calm),
        ("code comes late", "threshold=1,call-threshold=2,bridge-threshold=1,compile=late=3", &calm),
        ("compiler thread", "threshold=2,call-threshold=3,bridge-threshold=2,compile=thread", &calm),
        ("every guard fails once", "threshold=1,call-threshold=3,bridge-threshold=2,chaos-once", &calm),
        ("guards fail at random", "threshold=1,call-threshold=5,bridge-threshold=3,chaos-random=7", &calm),
        ("collect at every allocation", "threshold=2,call-threshold=3,bridge-threshold=2", &stress),
    ]
    .into_iter()
    .map(|(name, words, heap)| {
        let mut params = Params::default();
        params.set(words).expect("words that are known");
        // A heap's attention word is its own.
        let heap = Config { attention: Config::default().attention, ..heap.clone() };
        Way { name, params, heap }
    })
    .collect()
}

/// Runs a program; what it prints.
pub fn run(program: &crate::Program, way: &Way) -> String {
    let heap = Config { attention: Config::default().attention, ..way.heap.clone() };
    let run = crate::vm::run(program.clone(), way.params.clone(), heap);
    run.expect("there is a code generator for this machine").output
}
