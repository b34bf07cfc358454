//! Random graphs with loops of all shapes, and the oracle that holds a graph after passes against the graph before.
//!
//! A tape becomes a graph and states to run it from (`generate`, `statements`, `loops`). Every state in the graph names exactly the
//! values that are alive there (`liveness`), so the `oracle` can go on in the original graph wherever a transformed one left. `native` holds machine code against the evaluator.

pub mod campaign;
pub mod generate;
mod liveness;
mod loops;
pub mod native;
pub mod oracle;
mod statements;
