//! The ways to run a program that must all print the same.

use lathe_heap::{Config, Stress};
use lathe_meta::Params;

/// Names, parameters of the JIT, and whether there is a collection at every allocation. The first is what others are compared with.
pub const WAYS: &[(&str, &str, bool)] = &[
    ("off", "off", false),
    ("record-only", "record-only,threshold=1,call-threshold=1", false),
    ("on", "on", false),
    ("threshold 1", "threshold=1,call-threshold=1,bridge-threshold=1", false),
    ("threshold 3", "threshold=3,call-threshold=4,bridge-threshold=2,recursion=3", false),
    ("unoptimized", "threshold=2,call-threshold=3,bridge-threshold=2,passes=", false),
    (
        "no peeling",
        "threshold=2,call-threshold=2,bridge-threshold=2,passes=int_bounds+fold+relations+virtualize+pure+heap+guards+dce",
        false,
    ),
    (
        "no virtuals",
        "threshold=2,call-threshold=2,bridge-threshold=2,passes=int_bounds+fold+relations+pure+heap+guards+peel+dce",
        false,
    ),
    ("short traces", "threshold=1,call-threshold=2,bridge-threshold=1,trace-limit=150", false),
    ("few frames", "threshold=1,call-threshold=2,bridge-threshold=1,frame-limit=2", false),
    ("tiny code cap", "threshold=1,call-threshold=2,bridge-threshold=1,code-cap=30000", false),
    ("code comes late", "threshold=1,call-threshold=2,bridge-threshold=1,compile=late=3", false),
    ("every guard fails once", "threshold=1,call-threshold=3,bridge-threshold=2,chaos-once", false),
    ("guards fail at random", "threshold=1,call-threshold=5,bridge-threshold=3,chaos-random=7", false),
    ("collect at every allocation", "threshold=2,call-threshold=3,bridge-threshold=2", true),
];

pub fn settings(way: usize) -> (Params, Config) {
    let (_, words, stressed) = WAYS[way];
    let mut params = Params::default();
    params.set(words).expect("words that are known");
    let mut heap = Config { poison: true, ..Config::default() };
    if stressed {
        heap.stress = Stress::CollectAtEveryAllocation { full: false };
    }
    (params, heap)
}
