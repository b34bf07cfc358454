//! Python 3.14: syntax, scopes, bytecode, compiler.
//!
//! ```text
//! source ──syntax──▶ AST ──scope──▶ who owns each name ──compile──▶ Code (bytecode)
//! ```

pub mod bytecode;
pub mod compile;
pub mod interpret;
pub mod interpreter;
pub mod modules;
pub mod scope;
pub mod syntax;
pub mod format;
pub mod number;
pub mod object;
pub mod protocol;
pub mod runtime;
pub mod text;
pub mod types;
#[cfg(test)]
mod testing;
