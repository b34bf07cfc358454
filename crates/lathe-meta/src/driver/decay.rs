//! Counters lose what they have counted, so that what happens now and then does not get hot in the end.
//!
//! Time is how often the driver is asked (headers that are entered or recorded, exits): it is the same in every run.

use crate::ops::Guest;
use crate::vm::Vm;

/// Counters decay whenever the driver was asked so often.
const EVERY: u64 = 1024;
/// Code that was not used is looked for at every so many decays.
const SWEEP_EVERY: u64 = 16;

/// A counter that counts down to 0: after losing so many thousandths of what it has counted so far.
fn decayed(counter: u32, threshold: u32, decay: u32) -> u32 {
    // 1 and 2 have code; what is above the threshold waits for something.
    if counter <= 2 || counter > threshold {
        return counter;
    }
    let counted = u64::from(threshold - counter);
    threshold - (counted * u64::from(1000 - decay) / 1000) as u32
}

impl<G: Guest> Vm<G> {
    /// The driver is asked.
    pub(crate) fn tick(&mut self) {
        self.ticks += 1;
        if !self.ticks.is_multiple_of(EVERY) {
            return;
        }
        let decay = self.params.decay;
        if decay > 0 {
            for (counters, threshold) in [
                (&mut self.core.counters, self.params.threshold),
                (&mut self.core.call_counters, self.params.call_threshold),
            ] {
                counters.iter_mut().for_each(|counter| *counter = decayed(*counter, threshold, decay));
            }
            for exit in &mut self.code.exits {
                exit.taken = (u64::from(exit.taken) * u64::from(1000 - decay) / 1000) as u32;
            }
        }
        self.sweep_due |= self.ticks.is_multiple_of(EVERY * SWEEP_EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::decayed;

    #[test]
    fn a_counter_loses_a_part_of_what_it_has_counted() {
        assert_eq!(decayed(100, 200, 500), 150);
        assert_eq!(decayed(200, 200, 500), 200);
        assert_eq!(decayed(100, 200, 0), 100);
        assert_eq!(decayed(100, 200, 1000), 200);
    }

    #[test]
    fn what_has_code_or_waits_for_long_is_left_alone() {
        for counter in [0, 1, 2, 201, u32::MAX] {
            assert_eq!(decayed(counter, 200, 500), counter);
        }
    }
}
