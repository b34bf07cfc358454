//! What cannot be assigned to, in CPython's words.

use super::error::Fault;
use super::lines::Lines;
use super::source::Source;
use ruff_python_ast::{Expr, UnaryOp};
use ruff_text_size::TextRange;

/// What kind of expression a piece of text is.
pub(super) fn describe(source: &Source, range: TextRange) -> &'static str {
    with_expression(source, range, name).unwrap_or("expression")
}

fn with_expression<T>(source: &Source, range: TextRange, look: impl FnOnce(&Expr) -> T) -> Option<T> {
    // In parentheses, so that `yield` is one, too.
    let text = format!("({})", &source.text()[range]);
    let expression = ruff_python_parser::parse_expression(&text).ok()?.into_syntax().body;
    let seen = look(&expression);
    // It may be too deep to be dropped.
    std::mem::forget(expression);
    Some(seen)
}

fn name(expression: &Expr) -> &'static str {
    match expression {
        Expr::Call(_) => "function call",
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => "literal",
        Expr::BooleanLiteral(node) if node.value => "True",
        Expr::BooleanLiteral(_) => "False",
        Expr::NoneLiteral(_) => "None",
        Expr::EllipsisLiteral(_) => "ellipsis",
        Expr::Compare(_) => "comparison",
        Expr::Lambda(_) => "lambda",
        Expr::If(_) => "conditional expression",
        Expr::ListComp(_) => "list comprehension",
        Expr::SetComp(_) => "set comprehension",
        Expr::DictComp(_) => "dict comprehension",
        Expr::Generator(_) => "generator expression",
        Expr::Await(_) => "await expression",
        Expr::Yield(_) | Expr::YieldFrom(_) => "yield expression",
        Expr::Dict(_) => "dict literal",
        Expr::Set(_) => "set display",
        Expr::FString(_) => "f-string expression",
        Expr::TString(_) => "t-string expression",
        Expr::Named(_) => "named expression",
        Expr::Attribute(_) => "attribute",
        Expr::Subscript(_) => "subscript",
        Expr::Starred(_) => "starred",
        Expr::Name(_) => "name",
        Expr::List(_) => "list",
        Expr::Tuple(_) => "tuple",
        Expr::BinOp(_) | Expr::UnaryOp(_) | Expr::BoolOp(_) | Expr::Slice(_) | Expr::IpyEscapeCommand(_) => {
            "expression"
        }
    }
}

/// An invalid target: of `=`, where `==` may have been meant, or of something else.
pub(super) fn assignment(source: &Source, lines: &Lines<'_>, range: TextRange) -> Fault {
    let what = describe(source, range);
    let binds_loosely = with_expression(source, range, |expression| match expression {
        Expr::Compare(_) | Expr::BoolOp(_) | Expr::If(_) | Expr::Lambda(_) | Expr::Yield(_) => true,
        Expr::UnaryOp(node) => node.op == UnaryOp::Not,
        _ => false,
    })
    .unwrap_or(false);
    let never = matches!(what, "True" | "False" | "None" | "generator expression" | "list" | "tuple");
    if !never && lines.is_only_assignment(range, binds_loosely) {
        return Fault::new(
            format!("cannot assign to {what} here. Maybe you meant '==' instead of '='?"),
            range,
        );
    }
    Fault::new(format!("cannot assign to {what}"), range)
}
