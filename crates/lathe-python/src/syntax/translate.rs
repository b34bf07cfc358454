//! The parser's errors in CPython's words.

use super::error::Fault;
use super::source::Source;
use ruff_python_ast::Mod;
use ruff_python_parser::Parsed;
use ruff_text_size::Ranged;

pub(super) fn first_fault(_source: &Source, parsed: &Parsed<Mod>) -> Option<Fault> {
    parsed.errors().first().map(|error| Fault::new(error.error.to_string(), error.range()))
}
