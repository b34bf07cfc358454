//! Case after case, until one fails.

use crate::bridges::{Counts, check_bridges};
use crate::case::Case;
use crate::machine::Machine;
use crate::oracle::{Failure, check, reference};
use crate::shrink::shrink;
use crate::tape::Tape;
use lathe_codegen::sandbox::Sandbox;
use lathe_ir::verify::verify;
use lathe_ir::{Descriptors, Trace};
use lathe_opt::Options;

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
    /// The recorded bridges up to the one that fails, and that one optimized.
    pub bridges: Vec<Trace>,
    pub optimized_bridge: Option<Trace>,
    pub state: usize,
    pub failure: Failure,
}

/// One test: generates a case from a tape and checks it.
pub type Trial<'t> = dyn FnMut(&mut Tape) -> Result<(), Box<Broken>> + 't;

/// Generates a case, sends it through any optimizer, and checks it from all its states.
pub fn try_case(
    descriptors: &Descriptors,
    tape: &mut Tape,
    optimize: &mut dyn FnMut(&Descriptors, &Trace) -> Trace,
) -> Result<(), Box<Broken>> {
    let case = Case::generate(descriptors, tape);
    let optimized = optimize(descriptors, &case.trace);
    check_loop(descriptors, &case, &optimized, None)
        .map_err(|(state, failure)| Box::new(Broken::new(tape, case, optimized, state, failure)))
}

/// Generates a case and checks what our optimizer makes of it, and of bridges from it.
pub fn try_options(
    descriptors: &Descriptors,
    tape: &mut Tape,
    options: &Options,
    sandbox: Option<&mut Sandbox>,
    counts: &mut Counts,
) -> Result<(), Box<Broken>> {
    let case = Case::generate(descriptors, tape);
    let optimized = lathe_opt::optimize(descriptors, &case.trace, options);
    let checked = verify(descriptors, &case.trace, &[])
        .and_then(|()| verify(descriptors, &optimized.trace, &[]))
        .map_err(|rejection| (0, Failure::Rejected(rejection)))
        .and_then(|()| check_loop(descriptors, &case, &optimized.trace, None))
        .and_then(|()| match sandbox {
            Some(sandbox) => check_loop(descriptors, &case, &optimized.trace, Some(sandbox)),
            None => Ok(()),
        });
    if let Err((state, failure)) = checked {
        return Err(Box::new(Broken::new(tape, case, optimized.trace, state, failure)));
    }
    check_bridges(descriptors, &case, &optimized, options, tape, counts).map_err(|broken| {
        let mut whole = Broken::new(tape, case, optimized.trace, broken.state, broken.failure);
        whole.bridges = broken.recorded;
        whole.optimized_bridge = broken.optimized;
        Box::new(whole)
    })
}

fn check_loop(
    descriptors: &Descriptors,
    case: &Case,
    optimized: &Trace,
    sandbox: Option<&mut Sandbox>,
) -> Result<(), (usize, Failure)> {
    let mut machine = Machine::new(descriptors, optimized, sandbox).map_err(|failure| (0, failure))?;
    for (index, state) in case.states.iter().enumerate() {
        reference(descriptors, &case.trace, state)
            .and_then(|expected| check(descriptors, &case.trace, optimized, &mut machine, state, &expected))
            .map_err(|failure| (index, failure))?;
    }
    Ok(())
}

impl Broken {
    fn new(tape: &Tape, case: Case, optimized: Trace, state: usize, failure: Failure) -> Broken {
        let tape = tape.numbers().to_vec();
        Broken { tape, case, optimized, bridges: Vec::new(), optimized_bridge: None, state, failure }
    }

    fn ops(&self) -> usize {
        let traces = std::iter::once(&self.case.trace).chain(&self.bridges);
        traces.flat_map(|trace| &trace.sections).map(|section| section.ops.len()).sum()
    }
}

/// A smaller case that fails too.
///
/// Making a tape shorter can end in a dead end: with every op that is left out, later choices mean something else. Other
/// failures are cheap to find, so a few more are made smaller, and the smallest of all is it.
pub fn minimise(descriptors: &Descriptors, broken: &Broken, trial: &mut Trial) -> Box<Broken> {
    let mut best = shrunk(descriptors, &broken.tape, trial);
    let mut others = 0;
    for seed in 0..SEARCHED {
        if best.ops() <= SMALL || others == MAX_OTHERS {
            break;
        }
        if let Err(other) = trial(&mut Tape::random(!seed))
            && other.ops() < 4 * SMALL
        {
            others += 1;
            let candidate = shrunk(descriptors, &other.tape, trial);
            if candidate.ops() < best.ops() {
                best = candidate;
            }
        }
    }
    best
}

fn shrunk(descriptors: &Descriptors, tape: &[u32], trial: &mut Trial) -> Box<Broken> {
    let mut attempt = |numbers: &[u32]| trial(&mut Tape::replay(numbers.to_vec())).err();
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
