//! From bytes to a syntax tree, or to the message that CPython would print.

#![forbid(unsafe_code)]

mod error;
mod lines;
mod nesting;
mod source;
mod strings;
mod targets;
mod translate;

pub use error::{ErrorKind, Fault, SyntaxError};
pub use source::Source;

use ruff_python_ast::{Mod, PythonVersion};
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};

/// A parsed module or expression.
#[derive(Debug)]
pub struct Parsed {
    tree: Mod,
}

impl Parsed {
    pub fn new(source: &Source, expression: bool) -> Result<Parsed, SyntaxError> {
        let error = |fault| SyntaxError::new(fault, source);
        nesting::check(source).map_err(error)?;
        let mode = if expression { Mode::Expression } else { Mode::Module };
        let options = ParseOptions::from(mode).with_target_version(PythonVersion::PY314);
        let parsed = parse_unchecked(source.text(), options);
        let fault = translate::first_fault(source, &parsed);
        let tree = parsed.into_syntax();
        match fault {
            None => Ok(Parsed { tree }),
            Some(fault) => {
                Parsed { tree }.dispose(true);
                Err(error(fault))
            }
        }
    }

    pub fn tree(&self) -> &Mod {
        &self.tree
    }

    /// Dropping a tree is recursive; it gets the stack it needs. A tree that may be too deep even for that is left alone.
    pub fn dispose(self, suspect: bool) {
        if suspect {
            std::mem::forget(self.tree);
        } else {
            stacker::maybe_grow(8 << 20, 16 << 20, || drop(self.tree));
        }
    }
}
