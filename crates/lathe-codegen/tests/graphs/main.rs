//! Graphs as machine code do what they do in the evaluator.

mod compare;
mod files;
mod written;
