//! Guards that fail for no reason: every exit must be as good as going on.

use rustc_hash::FxHashSet;

/// When a guard fails although its condition holds.
#[derive(Clone, Debug, Default)]
pub enum Chaos {
    #[default]
    Off,
    /// Each guard once, the first time that it is reached.
    Once(FxHashSet<u64>),
    /// About one in so many, by a seeded sequence.
    Random { seed: u64, one_in: u64 },
}

impl Chaos {
    pub fn is_on(&self) -> bool {
        !matches!(self, Chaos::Off)
    }

    /// Does this guard fail now?
    pub fn strikes(&mut self, guard: u64) -> bool {
        match self {
            Chaos::Off => false,
            Chaos::Once(seen) => seen.insert(guard),
            Chaos::Random { seed, one_in } => {
                *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (*seed >> 33).is_multiple_of(*one_in)
            }
        }
    }
}
