//! Where the time of a run goes.
//!
//! At every moment a VM is in one phase. Changing it costs one look at the clock, and the time since the last change
//! belongs to the phase that ends; so the times of all phases add up to the time of the run, without a gap. Collections happen
//! within all phases, and are taken out: the heap knows how long it has collected.

use lathe_heap::Heap;
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No run is going on; this time is not counted.
    Outside,
    /// The interpreter, and all that the driver does between the other phases.
    Interpreter,
    Recording,
    Optimizing,
    Compiling,
    /// Machine code, with the helpers that it calls.
    Code,
}

impl Phase {
    /// Those that are counted.
    pub const COUNTED: [Phase; 5] =
        [Phase::Interpreter, Phase::Recording, Phase::Optimizing, Phase::Compiling, Phase::Code];

    pub fn name(self) -> &'static str {
        match self {
            Phase::Outside => "outside",
            Phase::Interpreter => "interpreter",
            Phase::Recording => "recording",
            Phase::Optimizing => "optimizing",
            Phase::Compiling => "compiling",
            Phase::Code => "machine code",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Clock {
    phase: Phase,
    since: Instant,
    /// How long the heap had collected by then.
    collected: Duration,
    phases: [Duration; 6],
    collecting: Duration,
    total: Duration,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            phase: Phase::Outside,
            since: Instant::now(),
            collected: Duration::ZERO,
            phases: [Duration::ZERO; 6],
            collecting: Duration::ZERO,
            total: Duration::ZERO,
        }
    }
}

/// A phase that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Ended {
    pub phase: Phase,
    pub at: Instant,
}

impl Clock {
    /// Goes over to another phase; which one has ended, and when.
    #[inline]
    pub fn switch(&mut self, heap: &Heap, next: Phase) -> Ended {
        let now = Instant::now();
        let time = now - self.since;
        let ended = Ended { phase: self.phase, at: now };
        let collected = heap.time_collecting();
        if self.phase != Phase::Outside {
            let collecting = collected - self.collected;
            self.phases[self.phase as usize] += time.saturating_sub(collecting);
            self.collecting += collecting.min(time);
            self.total += time;
        }
        (self.phase, self.since, self.collected) = (next, now, collected);
        ended
    }

    /// So much of the time that was counted as compiling was optimizing.
    pub fn optimized(&mut self, optimizing: Duration) {
        let both = self.phases[Phase::Compiling as usize];
        let optimizing = optimizing.min(both);
        self.phases[Phase::Compiling as usize] = both - optimizing;
        self.phases[Phase::Optimizing as usize] += optimizing;
    }

    /// The time in a phase, without collections.
    pub fn time(&self, phase: Phase) -> Duration {
        self.phases[phase as usize]
    }

    pub fn collecting(&self) -> Duration {
        self.collecting
    }

    /// The time of all runs.
    pub fn total(&self) -> Duration {
        self.total
    }
}
