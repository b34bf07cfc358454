//! `from __future__ import …` at the beginning of a module.

use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Stmt};
use ruff_text_size::{Ranged, TextSize};

/// What the module asks for.
pub(crate) struct Future {
    pub(crate) annotations: bool,
    /// Imports of `__future__` that start later are errors.
    pub(crate) end: TextSize,
}

const FEATURES: [&str; 10] = [
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "barry_as_FLUFL",
    "generator_stop",
    "annotations",
];

pub(crate) fn future(tree: &ast::Mod) -> Result<Future, Fault> {
    let mut future = Future { annotations: false, end: TextSize::default() };
    let ast::Mod::Module(module) = tree else { return Ok(future) };
    for (index, statement) in module.body.iter().enumerate() {
        let docstring = index == 0 && super::Compiler::is_docstring(statement);
        let import = match statement {
            Stmt::ImportFrom(node) if node.level == 0 => {
                node.module.as_ref().is_some_and(|module| module.id.as_str() == "__future__").then_some(node)
            }
            _ => None,
        };
        let Some(import) = import else {
            if docstring {
                continue;
            }
            break;
        };
        for alias in &import.names {
            match alias.name.id.as_str() {
                "annotations" => future.annotations = true,
                "braces" => return Err(Fault::new("not a chance", alias.range())),
                name if !FEATURES.contains(&name) => {
                    return Err(Fault::new(format!("future feature {name} is not defined"), alias.range()));
                }
                _ => {}
            }
        }
        future.end = import.range().start();
    }
    Ok(future)
}
