//! Case after case, until one fails.

use crate::case::Case;
use crate::oracle::{Failure, check, reference};
use crate::shrink::shrink;
use crate::tape::Tape;
use lathe_ir::{Descriptors, Trace};

/// How often the generator is asked while a failing tape is made smaller.
const SHRINK_ATTEMPTS: u32 = 10_000;
/// A case of so many ops can be understood.
const SMALL: usize = 10;
/// How many cases are tried for another failure, and how many failures are made smaller at most.
const SEARCHED: u64 = 10_000;
const MAX_OTHERS: u32 = 8;

/// A case that fails, and from which of its states.
#[derive(Debug)]
pub struct Broken {
    pub tape: Vec<u32>,
    pub case: Case,
    pub optimized: Trace,
    pub state: usize,
    pub failure: Failure,
}

/// Generates a case and checks it from all its states.
pub fn try_case(
    descriptors: &Descriptors,
    tape: &mut Tape,
    optimize: &mut dyn FnMut(&Descriptors, &Trace) -> Trace,
) -> Result<Case, Box<Broken>> {
    let case = Case::generate(descriptors, tape);
    let optimized = optimize(descriptors, &case.trace);
    for (index, state) in case.states.iter().enumerate() {
        let outcome = reference(descriptors, &case.trace, state)
            .and_then(|expected| check(descriptors, &case.trace, &optimized, state, &expected));
        if let Err(failure) = outcome {
            let tape = tape.numbers().to_vec();
            return Err(Box::new(Broken { tape, case, optimized, state: index, failure }));
        }
    }
    Ok(case)
}

impl Broken {
    fn ops(&self) -> usize {
        self.case.trace.sections.iter().map(|section| section.ops.len()).sum()
    }
}

/// A smaller case that fails too.
///
/// Making a tape shorter can end in a dead end: with every op that is left out, later choices mean something else. Other
/// failures are cheap to find, so a few more are made smaller, and the smallest of all is it.
pub fn minimise(
    descriptors: &Descriptors,
    broken: &Broken,
    optimize: &mut dyn FnMut(&Descriptors, &Trace) -> Trace,
) -> Box<Broken> {
    let mut best = shrunk(descriptors, &broken.tape, optimize);
    let mut others = 0;
    for seed in 0..SEARCHED {
        if best.ops() <= SMALL || others == MAX_OTHERS {
            break;
        }
        if let Err(other) = try_case(descriptors, &mut Tape::random(!seed), optimize)
            && other.ops() < 4 * SMALL
        {
            others += 1;
            let candidate = shrunk(descriptors, &other.tape, optimize);
            if candidate.ops() < best.ops() {
                best = candidate;
            }
        }
    }
    best
}

fn shrunk(
    descriptors: &Descriptors,
    tape: &[u32],
    optimize: &mut dyn FnMut(&Descriptors, &Trace) -> Trace,
) -> Box<Broken> {
    let mut attempt =
        |numbers: &[u32]| try_case(descriptors, &mut Tape::replay(numbers.to_vec()), optimize).err();
    let smallest = shrink(
        tape.to_vec(),
        SHRINK_ATTEMPTS,
        |numbers| attempt(numbers).is_some(),
        |numbers| {
            let mut tape = Tape::replay(numbers.to_vec());
            Case::generate(descriptors, &mut tape);
            tape.marks().to_vec()
        },
    );
    attempt(&smallest).expect("shrinking keeps the failure")
}
