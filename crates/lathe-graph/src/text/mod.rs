//! Graphs as text: parser and printer.
//!
//! ```text
//! graph {
//! b0 -> b2:
//!   i0 = parameter(0)
//!   i1 = parameter(1)
//! b2 -> b3, b4:
//!   i3 = phi(b0: i1, b3: i5)
//!   i5 = int_sub(i3, 1)
//!   safepoint { resume f@6(i0, i3) }
//!   i7 = int_eq(i5, i0)
//!   if(i7)
//! b3 -> b2:
//! b4:
//!   return(i3)
//! }
//! ```
//!
//! Declarations, ops, constants, names of values and snapshots are those of traces (`lathe_ir::text`). The entry is `b0`. A
//! block's header names its successors: two for `if` (not 0, then 0), one where control just goes on, none for `return` and
//! `exit`. `b2 osr -> …` marks the block as an OSR entry, `b2 catch -> …` as the begin of a handler. The order of blocks in
//! the text means nothing; it is printed in reverse post-order.
//!
//! | instruction | |
//! |---|---|
//! | `i0 = parameter(0)` | in the entry only |
//! | `i3 = phi(b0: i1, b3: i5)` | an input for each predecessor |
//! | `p5 = null_check(p3)` | leaves if null; the result is `p3` |
//! | `savestate { resume f@4(i0) }` | the state of the interpreter here |
//! | `safepoint { resume f@4(i0) }` | a poll that may leave with this state |
//! | `inlined call(f, i1)`, `return_inlined()` | the callee's own instructions stand in between |
//! | `if(i7)`, `return(i3)`, `exit()` | the ends of blocks |
//!
//! A guard's snapshot may be left out behind a `savestate` or `safepoint` of the same block: it takes that state. Everything
//! that is printed parses back to the same graph.

mod parse;
mod print;

pub use parse::{GraphMap, parse, parse_graph};
pub use print::{print_block, print_graph, print_inst, print_module};
