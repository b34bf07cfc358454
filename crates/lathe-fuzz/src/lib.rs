//! Random traces, and the oracle that holds optimized traces against recorded ones.
//!
//! A [`Tape`] of numbers becomes a [`Case`]: a loop, recorded op by op on a random heap, and states to run it from. The
//! [`oracle`] runs it and its optimized form; [`shrink`] makes a tape that fails small.
//!
//! [`Tape`]: tape::Tape
//! [`Case`]: case::Case

#![forbid(unsafe_code)]

pub mod bridges;
pub mod campaign;
pub mod case;
mod digest;
pub mod graph;
pub mod host;
pub mod machine;
mod numbers;
pub mod optimizer;
pub mod oracle;
pub mod python;
pub mod record;
pub mod report;
pub mod shrink;
pub mod state;
pub mod tape;
pub mod world;
