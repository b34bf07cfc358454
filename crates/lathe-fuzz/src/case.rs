//! A test case: a loop, and states to run it from.

use crate::record::record_loop;
use crate::state::State;
use crate::tape::Tape;
use lathe_ir::{Descriptors, Trace};

#[derive(Clone, Debug)]
pub struct Case {
    pub trace: Trace,
    /// The first is the one that the trace was recorded from.
    pub states: Vec<State>,
}

impl Case {
    /// The case that a tape stands for.
    pub fn generate(descriptors: &Descriptors, tape: &mut Tape) -> Case {
        let recorded = State::random(descriptors, tape);
        let trace = record_loop(descriptors, tape, &recorded);
        let mut states = vec![recorded];
        while states.len() < 6 && tape.more(3) {
            let variation = states[0].vary(descriptors, tape);
            states.push(variation);
        }
        Case { trace, states }
    }
}
