//! Whether code is worth having: how many trips it does before it is left.
//!
//! Entering and leaving costs about as much as the interpreter needs for a trip or two, so code that is left in its first
//! trip makes a program slower. Compiled code does not count its trips: a counter would be in every loop. Instead, some
//! entries are *asked*: a bit of the attention word is set, and code that gets as far as a loop's jump leaves there, by a
//! guard that is there anyway. It is entered again at once (it has moved on, so this is not for ever), a few times; how often
//! that works says how many trips it does. This depends on nothing but the program: two runs decide alike.
//!
//! Code that does too few trips rests: the interpreter passes its header without entering it. After a while it is tried
//! again, since a program may do something else by then; each time it has to wait longer.

use crate::code::Header;
use crate::core::Core;
use crate::log::GivenUp;
use crate::ops::Guest;
use crate::vm::{Outcome, Vm};
use std::sync::atomic::Ordering;

/// A bit of the attention word: somebody wants to know whether code comes this far.
pub(crate) const ASKED: u32 = 1 << 9;
/// One entry in so many is asked.
const ASK_EVERY: u32 = 32;
/// So many trips are enough.
const ENOUGH_TRIPS: u32 = 4;
/// Code must do more trips than this, on average.
const TOO_FEW_TRIPS: u32 = 2;
/// Answers that a judgement takes, the first time and later.
const FIRST_ANSWERS: u32 = 24;
const LATER_ANSWERS: u32 = 8;
/// How many trips code rests, the first time; four times as many each time after that.
const REST: u32 = 1 << 14;
const LONGEST_REST: u32 = 1 << 28;

/// How it went with the code of a header.
#[derive(Clone, Copy, Debug, Default)]
pub struct Visits {
    entered: u32,
    answers: u32,
    trips: u32,
    /// How often it was found not to be worth it.
    rests: u32,
    /// The interpreter does not enter it for now.
    pub resting: bool,
}

impl Visits {
    /// One more entry. Is it to be asked?
    pub fn enter(&mut self) -> bool {
        self.resting = false;
        self.entered = self.entered.wrapping_add(1);
        self.entered.is_multiple_of(ASK_EVERY)
    }

    /// An entry that was asked has done so many trips. Has the code to rest, and for how many trips?
    fn answer(&mut self, trips: u32) -> Option<u32> {
        self.answers += 1;
        self.trips += trips;
        let needed = if self.rests == 0 { FIRST_ANSWERS } else { LATER_ANSWERS };
        if self.answers < needed {
            return None;
        }
        let too_few = self.trips <= TOO_FEW_TRIPS * self.answers;
        (self.answers, self.trips) = (0, 0);
        if !too_few {
            return None;
        }
        self.resting = true;
        self.rests += 1;
        Some(REST.saturating_mul(4u32.saturating_pow(self.rests - 1)).min(LONGEST_REST))
    }
}

fn ask(core: &Core) {
    core.attention.fetch_or(ASKED, Ordering::Relaxed);
}

/// Whether nobody else wants attention.
fn stop_asking(core: &Core) -> bool {
    core.attention.fetch_and(!ASKED, Ordering::Relaxed) == ASKED
}

impl<G: Guest> Vm<G> {
    /// Enters the code at a header and counts its trips. When it has done enough of them, it goes on unasked.
    pub(crate) fn enter_asked(&mut self, header: Header, floor: usize) -> Option<Outcome> {
        let (mut here, mut trips) = (header, 0);
        let outcome = loop {
            if trips == ENOUGH_TRIPS {
                break self.enter(here, floor);
            }
            ask(&self.core);
            let number = self.run_code(here);
            let only_asked = stop_asking(&self.core);
            if !only_asked || !self.code.exits[number].on_attention {
                break self.leave(number, floor);
            }
            trips += 1;
            self.rebuild(number);
            here = self.top_place();
            if !self.code.has_code(here) || !self.core.stack.has_room(self.core.deepest) {
                break None;
            }
        };
        if let Some(entry) = self.code.loops.get_mut(&header)
            && let Some(rest) = entry.visits.answer(trips)
        {
            let index = entry.versions[0];
            self.wait(header, rest);
            let trace = self.code.traces[index.0].number;
            self.give_up(header, Some(trace), None, GivenUp::NotWorthIt);
        }
        outcome
    }
}
