//! Register bytecode: the instruction set, code objects and their tables, the verifier, the disassembler, liveness.
//!
//! Start with [`Instr`] (`instr.rs`), which is the contract between the compiler and the interpreter.

#![forbid(unsafe_code)]

mod bits;
mod bound;
mod code;
mod constant;
mod dis;
mod flow;
mod instr;
mod live;
mod operands;
mod positions;
mod verify;

pub use bits::BitSet;
pub use bound::{Bound, unneeded_checks};
pub use code::{Code, CodeKind, Flags, Handler, Name};
pub use constant::{BigInt, Constant, Text};
pub use dis::{disassemble, disassemble_all};
pub use flow::{BlockIndex, Blocks};
pub use instr::{
    AwaitSource, BinaryOp, Builtin, Cache, CompareOp, Const, Conversion, FOR_REGISTERS, FUNCTION,
    FunctionParts, Instr, NAMESPACE, NO_CACHE, NameIndex, Pc, Register, Special, TypeParamKind, UnaryOp,
};
pub use live::Liveness;
pub use operands::{Flow, Operands};
pub use positions::{Position, Positions};
pub use verify::verify;
