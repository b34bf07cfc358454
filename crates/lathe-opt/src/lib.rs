//! The optimizer of Lathe: a chain of streaming passes, then loop peeling.
//!
//! | file | pass | in one line |
//! |---|---|---|
//! | [`int_bounds`] | `int_bounds` | ranges and known bits decide overflow and bounds checks |
//! | [`fold`] | `fold` | constants, identities, strength reduction |
//! | [`relations`] | `relations` | `i < n` decides `i - 1 < n` |
//! | [`virtualize`] | `virtualize` | objects that do not escape are never allocated (PEPM'11) |
//! | [`pure`] | `pure` | common subexpressions |
//! | [`heap`] | `heap`, `loads` | cached fields and items, delayed stores |
//! | [`guards`] | `guards` | implied guards go, checked values become constants |
//! | [`peel`] | `peel` | the same chain once more over a copy of the loop (DLS'12) |
//! | [`dce`] | `dce` | what nothing needs |
//!
//! [`chain`] runs the passes, [`context`] is what they share, [`virtuals`] the static heap, [`label`] the state between
//! preamble and loop, [`bridge`] the traces from failing guards.

#![forbid(unsafe_code)]

mod bridge;
mod chain;
mod context;
mod dce;
pub mod fold;
mod guards;
mod heap;
mod int_bounds;
pub mod int_fact;
mod label;
mod options;
mod peel;
mod pure;
mod relations;
mod virtualize;
mod virtuals;

pub use bridge::{BRIDGE, BridgeError, Loop, OptimizedBridge, PeeledLoop, Step, optimize_bridge};
pub use options::{Options, Pass, PassSet, UnknownPass};
pub use peel::{LOOP, PREAMBLE, optimize, optimize_link};

use lathe_ir::Trace;

/// An optimized trace, and what is needed to continue from it.
#[derive(Clone, Debug)]
pub struct Optimized {
    pub trace: Trace,
    /// How to enter the peeled loop; `None` if there is none.
    pub peeled: Option<PeeledLoop>,
    /// How many rewrites it took: the largest fuel that makes a difference.
    pub rewrites: u64,
}
