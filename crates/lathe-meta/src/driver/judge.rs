//! Whether code is worth having.

use super::MAX_ABORTS;
use crate::log::GivenUp;
use crate::ops::Guest;
use crate::recorder::Abort;
use crate::vm::Vm;
use lathe_ir::CodeId;
use std::time::Duration;

/// How often a loop's code was entered, and how long it ran.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Visits {
    pub entered: u32,
    pub time: Duration,
}

/// Entering and leaving takes about as long as the interpreter takes for a trip or two.
const WORTHWHILE: Duration = Duration::from_nanos(300);
const ENTRIES_BEFORE_JUDGEMENT: u32 = 4000;

impl<G: Guest> Vm<G> {
    /// Code that is left again at once costs more than it saves: after a while, the loop is left to the interpreter.
    pub(crate) fn is_not_worth_it(&mut self, header: (CodeId, u32)) -> bool {
        let visits = self.visits.entry(header).or_default();
        if visits.entered < ENTRIES_BEFORE_JUDGEMENT || visits.time / visits.entered >= WORTHWHILE {
            return false;
        }
        let trace = self.code.loops.remove(&header).map(|index| self.code.traces[index.0].number);
        self.penalties.entry(header).or_default().aborts = MAX_ABORTS;
        *self.counts.aborts.entry(Abort::NotWorthIt).or_default() += 1;
        self.log_given_up(header, trace, None, GivenUp::NotWorthIt);
        true
    }
}
