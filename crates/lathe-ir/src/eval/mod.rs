//! The evaluator: what a trace means.
//!
//! PEPM'11 Figure 5 for the whole op set. It is slow and obvious on purpose: every optimizer pass, and later machine
//! code, is held against it. An environment maps values to data, a heap maps locations to objects, and each op is
//! one transition. Whatever the paper's rules leave out (calls, exceptions, attention) is asked of a [`Host`].
//!
//! | file | what it holds |
//! |---|---|
//! | `heap` | data, objects, stores, identity |
//! | `host` | what lies outside the trace: helpers, attention, invalidation |
//! | `step` | one op |
//! | `run` | one op after the other, up to an [`Outcome`] |
//! | `rebuild` | from an exit to the interpreter's frames |
//! | `same` | equality of two states up to renaming of locations |
//! | `describe` | data as text |
//! | `fault` | why a trace has no meaning |

mod describe;
mod fault;
mod heap;
mod host;
mod rebuild;
mod run;
mod same;
mod step;

pub use describe::describe;
pub use fault::{Fault, FaultKind, Place};
pub use heap::{Datum, Heap, Loc, Object};
pub use host::{Host, NoHost};
pub use rebuild::{Rebuilt, RebuiltFrame, rebuild};
pub use run::{Exit, Outcome, Start, resume, run};
pub use same::{Difference, same_state};
pub use step::{Environment, Machine, Step};
