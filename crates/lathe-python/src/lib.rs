//! Python 3.14: syntax, scopes, bytecode, compiler.
//!
//! ```text
//! source ──syntax──▶ AST ──scope──▶ who owns each name ──compile──▶ Code (bytecode)
//! ```

pub mod bytecode;
pub mod compile;
pub mod scope;
pub mod syntax;
