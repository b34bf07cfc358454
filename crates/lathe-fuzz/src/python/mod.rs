//! Random Python programs, run in every way that Lathe can and by CPython; they must all print the same.
//!
//! A [`Tape`](crate::tape::Tape) becomes a tree of a program ([`generate`]). Programs are run by workers, processes of their own that
//! take one program after the other ([`worker`]): CPython with `reference.py`, Lathe with [`serve`]. A crash is then an output like
//! any other, and what fails is made smaller on its tree ([`shrink`]).

pub mod generate;
pub mod serve;
pub mod shrink;
pub mod tree;
pub mod trial;
pub mod ways;
pub mod worker;
