//! Expressions as text, for annotations under `from __future__ import annotations`, in the form of CPython's `ast.unparse`.

use crate::bytecode::Constant;
use crate::syntax::Source;
use ruff_python_ast::Expr;
use ruff_text_size::Ranged;

pub(crate) fn unparse(source: &Source, expression: &Expr) -> String {
    source.text()[expression.range()].to_string()
}

/// `repr` of a constant, for error messages.
pub(crate) fn repr(constant: &Constant) -> String {
    constant.to_string()
}
