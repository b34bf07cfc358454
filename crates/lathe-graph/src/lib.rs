//! The graph compiler of Lathe: an SSA control-flow graph over the ops of the trace IR.
//!
//! A graph is a compilation unit with joins and loops: written as text, or (later) a loop and its bridges merged into one
//! region. Guards are deoptimising instructions: they leave through snapshots, as in traces.
//!
//! | module | what it holds |
//! |---|---|
//! | [`graph`] | blocks, edges, instructions |
//! | [`inst`] | the instructions that traces do not have |
//! | [`effects`] | what an instruction reads, writes, and whether it may be repeated, removed, moved |
//! | [`builder`] | graphs made by a program |
//! | [`text`] | graphs as text: parser and printer |
//! | [`renumber`] | the same graph under canonical names: equality up to renaming |
//! | [`verify`] | every rule of graphs |
//! | [`eval`] | the evaluator: what a graph means |
//! | [`rpo`], [`dominators`], [`loops`], [`uses`], [`memory`] | analyses |
//! | [`peel`] | loop peeling, in two stages |
//! | [`merge`], [`gvn`], [`licm`], [`dce`] | what follows it |
//! | [`passes`] | passes by name |
//! | [`picture`] | Graphviz text, and SVG |

#![forbid(unsafe_code)]

mod available;
pub mod builder;
pub mod dce;
pub mod dominators;
pub mod effects;
pub mod eval;
pub mod graph;
pub mod gvn;
pub mod inst;
pub mod licm;
pub mod loops;
pub mod memory;
pub mod merge;
pub mod passes;
pub mod peel;
pub mod picture;
pub mod renumber;
pub mod replace;
pub mod rpo;
pub mod text;
pub mod uses;
pub mod verify;

pub use builder::GraphBuilder;
pub use dominators::DominatorTree;
pub use graph::{Block, BlockData, Graph, Inst, InstData, Module};
pub use inst::InstKind;
pub use loops::{Loop, LoopId, LoopTree};
