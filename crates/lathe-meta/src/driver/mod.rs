//! The driver: when to record, what to compile, where to go on.
//!
//! | file | what it decides |
//! |---|---|
//! | [`params`] | what can be chosen |
//! | [`hot`] | a header is passed: enter its code, record it, or wait |
//! | [`exits`] | code is left: rebuild the frames, count, record a bridge |
//! | [`install`] | from a recording to code |
//! | [`judge`] | whether code is worth having |
//! | [`report`] | what the log is told |
//! | [`environment`] | parameters from environment variables |

mod environment;
mod exits;
pub(crate) mod hot;
mod install;
pub(crate) mod judge;
pub mod params;
pub(crate) mod report;

/// After so many aborts a place is left alone.
pub(crate) const MAX_ABORTS: u32 = 6;
