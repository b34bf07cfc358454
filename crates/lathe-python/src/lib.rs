//! Python 3.14 on Lathe.
//!
//! ```text
//! source ──syntax──▶ AST ──scope──▶ who owns each name ──compile──▶ Code (bytecode) ──interpret──▶ what it does
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`syntax`], [`scope`], [`compile`] | from text to bytecode |
//! | [`bytecode`] | the instruction set, code objects, liveness, the disassembler |
//! | [`interpret`] | the interpreter, written against `lathe_meta::Ops` |
//! | [`object`] | how objects are laid out, and what Rust code does with them |
//! | [`protocol`] | what every object can be asked for: attributes, calls, operators, iteration |
//! | [`runtime`] | types, maps, native functions, namespaces |
//! | [`types`], [`modules`] | builtin types and modules |
//! | [`traceback`] | uncaught exceptions as text |
//! | [`number`], [`format`], [`text`] | arithmetic, formatting and text as values, without an interpreter |
//! | [`interpreter`], [`embed`] | an interpreter to embed, and values for it |

// Widths are chosen by limits that follow each other: `..0x100 => 1, ..0x1_0000 => 2`.
#![allow(clippy::match_overlapping_arm)]

pub mod bytecode;
pub mod compile;
pub mod embed;
pub mod format;
pub mod interpret;
pub mod interpreter;
pub mod modules;
pub mod number;
pub mod object;
pub mod protocol;
pub mod regex;
pub mod runtime;
pub mod scope;
pub mod signals;
pub mod syntax;
pub mod system;
#[cfg(test)]
mod testing;
pub mod text;
pub mod traceback;
pub mod types;
