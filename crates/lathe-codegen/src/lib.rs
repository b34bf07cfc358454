//! Machine code for traces and graphs.
//!
//! The only crate that names Cranelift. Traces and graphs go in, bytes and a list of exits come out ([`Compiler`]); the bytes are put
//! into executable memory ([`CodeArena`]) and run with a [`VmContext`], through which alone they reach the VM.
//!
//! | module | what it holds |
//! |---|---|
//! | [`context`] | what compiled code sees of the VM |
//! | [`object`] | where things lie in an object |
//! | [`lower`] | from ops to Cranelift, one file a group of ops |
//! | [`graph`] | graphs: blocks and edges around the same ops |
//! | [`arena`] | memory for code: written, then executable, never both |
//! | [`disassemble`] | for the log |
//! | [`perf`] | for profilers |
//! | [`sandbox`] | machine code on the evaluator's heap: for tests |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod arena;
pub mod context;
pub mod disassemble;
pub mod graph;
pub mod lower;
pub mod object;
pub mod perf;
pub mod sandbox;

pub use arena::CodeArena;
pub use context::VmContext;
pub use graph::GraphUnit;
pub use lower::{
    CompileError, Compiled, Compiler, Exit, Group, HelperCode, Runtime, Surroundings, Target, Unit,
};
