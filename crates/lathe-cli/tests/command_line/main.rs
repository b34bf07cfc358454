//! The command line, by running the built `lathe`.

mod eval;
mod graph;
mod lathe;
mod malformed;
mod opt;
mod python;
