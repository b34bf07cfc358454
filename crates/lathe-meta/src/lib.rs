//! Write an interpreter once, get a tracing JIT.
//!
//! | module | what it holds |
//! |---|---|
//! | [`ops`] | the operations an interpreter is written in, and the trait of a language |
//! | [`direct`] | the interpreter |
//! | [`recorder`] | the tracer |
//! | [`stack`] | guest frames |
//! | [`frames`] | what traces do to the stack |
//! | [`core`] | heap, stack, descriptors and counters of a VM |
//! | [`vm`] | runs the interpreter until the driver is asked |
//! | [`driver`] | when to record, what to compile, where to go on |
//! | [`code`] | compiled traces, their labels and exits |
//! | [`runtime`] | functions of the VM that compiled code calls |
//! | [`deopt`] | from an exit back to frames |
//! | [`stats`] | what was done, for the summary |
//! | [`clock`] | where the time goes |
//! | [`log`] | what happens, event by event |
//! | [`watch`] | who is told of new code |
//! | [`callback`] | helpers that call guest code |
//! | [`facts`] | what seldom changes, and the code that relies on it |
//! | [`chaos`] | guards that fail for no reason, for tests |
//! | [`identity`] | objects that are the same by value |

#![deny(unsafe_op_in_unsafe_fn)]

pub mod callback;
pub mod chaos;
pub mod clock;
pub mod code;
pub mod core;
pub mod deopt;
pub mod direct;
pub mod driver;
pub mod facts;
pub mod frames;
pub mod identity;
pub mod log;
pub mod ops;
pub mod recorder;
pub mod runtime;
pub mod stack;
pub mod stats;
pub mod vm;
pub mod watch;

pub use callback::{Failure, Start, call_guest, start_guest, take_frames};
pub use clock::{Clock, Phase};
pub use core::{Core, HYBRID, INTERRUPT};
pub use direct::Direct;
pub use driver::params::{Compile, Mode, Params};
pub use facts::FactId;
pub use log::Log;
pub use ops::{
    Arg, ArrayRef, Attended, BoolRef, Call, Caller, FieldRef, Guest, Helper, HelperFn, HybridRef, Ops,
    StackFull, Stop,
};
pub use stack::{Action, Frame, Stack};
pub use stats::Counts;
pub use vm::{Outcome, Vm};
