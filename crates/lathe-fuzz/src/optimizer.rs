//! The optimizer under test: which passes, how much fuel.

use crate::tape::Random;
use lathe_opt::{Options, Pass, PassSet};

/// The options that a seed stands for: mostly everything, often one pass or two (with and without peeling), any subset,
/// and now and then little fuel.
pub fn options(seed: u64) -> Options {
    let mut random = Random::new(!seed);
    let mut pick = |n: u64| (random.word() >> 16) % n;
    let any = |n: u64| Pass::ALL[n as usize % Pass::ALL.len()];
    let mut passes = match pick(8) {
        0..=3 => PassSet::all(),
        4 => PassSet::NONE.with(any(pick(99))),
        5 => PassSet::NONE.with(any(pick(99))).with(any(pick(99))),
        6 => Pass::ALL.into_iter().filter(|_| pick(2) == 0).fold(PassSet::NONE, PassSet::with),
        _ => PassSet::all().without(any(pick(99))),
    };
    if pick(3) == 0 {
        passes = passes.with(Pass::Peel);
    }
    let fuel = if pick(16) == 0 { Some(pick(60)) } else { None };
    Options { passes, fuel }
}
