//! An interpreter without a program, for tests of objects.

use crate::object::py::Py;
use crate::runtime::start::{self, new_core};
use lathe_heap::{Config, Stress, Word};

/// Runs a test with a heap as usual.
pub(crate) fn with_py(test: impl FnOnce(&mut Py)) {
    run(Config { poison: true, nursery: 1 << 16, ..Config::default() }, test);
}

/// The same with a collection at every allocation, for what may have been forgotten.
pub(crate) fn with_stressed_py(test: impl FnOnce(&mut Py)) {
    let stress = Stress::CollectAtEveryAllocation { full: true };
    run(Config { poison: true, stress, ..Config::default() }, test);
}

fn run(config: Config, test: impl FnOnce(&mut Py)) {
    let (mut core, runtime) = new_core(config);
    runtime.context.set(&raw mut *core.context);
    start::with_py(&mut core, |py| {
        crate::types::install(py);
        test(py);
    });
}

/// Numbers that look random: the same ones for the same seed.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 11) as usize % limit
    }
}

/// A small integer.
pub(crate) fn int(value: i64) -> Word {
    Word::small(value).expect("63 bits")
}
