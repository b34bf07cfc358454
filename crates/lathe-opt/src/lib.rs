//! The optimizer of Lathe: a chain of streaming passes, then loop peeling.

#![forbid(unsafe_code)]

pub mod fold;
pub mod int_fact;
