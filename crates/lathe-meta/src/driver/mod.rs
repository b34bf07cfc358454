//! The driver: when to record, what to compile, where to go on.
//!
//! | file | what it decides |
//! |---|---|
//! | [`params`] | what can be chosen |
//! | [`hot`] | a header is passed: enter its code, record it, or wait |
//! | [`exits`] | code is left: rebuild the frames, count, record a bridge |
//! | [`detour`] | code is left at a header: go on in the code that is there |
//! | [`install`] | from a recording to code |
//! | [`work`] | optimizing and compiling, away from the guest |
//! | [`workshop`] | when and by whom that is done |
//! | [`judge`] | whether code is worth having |
//! | [`decay`] | how counters forget |
//! | [`evict`] | what code goes |
//! | [`values`] | which values a guard has found instead of its own |
//! | [`report`] | what the log is told |
//! | [`environment`] | parameters from environment variables |

mod decay;
mod detour;
mod environment;
mod evict;
mod exits;
pub(crate) mod hot;
mod install;
pub mod judge;
pub mod params;
pub(crate) mod report;
pub mod values;
pub(crate) mod work;
pub(crate) mod workshop;

/// After so many aborts a place is left alone.
pub(crate) const MAX_ABORTS: u32 = 6;
