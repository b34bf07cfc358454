//! Expressions as text, for annotations under `from __future__ import annotations`, in the form of CPython's `ast.unparse`: one space around
//! operators, parentheses only where they are needed, strings in single quotes.

use super::literal::literal;
use crate::bytecode::{Constant, Text};
use crate::syntax::Source;
use ruff_python_ast::{self as ast, BoolOp, Expr, Operator, UnaryOp};
use ruff_text_size::Ranged;
use std::fmt::Write;

pub(crate) fn unparse(source: &Source, expression: &Expr) -> String {
    let mut writer = Writer { source, text: String::new() };
    writer.expression(expression, Level::Test);
    writer.text
}

/// How tightly an expression binds, from the loosest on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Tuple,
    Yield,
    Test,
    Or,
    And,
    Not,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Factor,
    Power,
    Await,
    Atom,
}

struct Writer<'s> {
    source: &'s Source,
    text: String,
}

impl Writer<'_> {
    /// Writes an expression, in parentheses if it binds more loosely than its place.
    fn expression(&mut self, expression: &Expr, place: Level) {
        let level = level(expression);
        let parentheses = level < place;
        if parentheses {
            self.text.push('(');
        }
        stacker::maybe_grow(64 << 10, 1 << 20, || self.inside(expression, level));
        if parentheses {
            self.text.push(')');
        }
    }

    fn list<'e>(&mut self, elements: impl IntoIterator<Item = &'e Expr>) {
        for (index, element) in elements.into_iter().enumerate() {
            self.text.push_str(if index == 0 { "" } else { ", " });
            self.expression(element, Level::Test);
        }
    }

    fn inside(&mut self, expression: &Expr, level: Level) {
        match expression {
            Expr::Name(node) => self.text.push_str(&node.id),
            Expr::Attribute(node) => {
                self.expression(&node.value, Level::Atom);
                // `1 .real`
                let number = matches!(&*node.value, Expr::NumberLiteral(number) if number.value.is_int());
                self.text.push_str(if number { " ." } else { "." });
                self.text.push_str(&node.attr.id);
            }
            Expr::Subscript(node) => {
                self.expression(&node.value, Level::Atom);
                self.text.push('[');
                match &*node.slice {
                    Expr::Tuple(tuple) if !tuple.elts.is_empty() => {
                        self.list(&tuple.elts);
                        self.text.push_str(if tuple.elts.len() == 1 { "," } else { "" });
                    }
                    slice => self.expression(slice, Level::Tuple),
                }
                self.text.push(']');
            }
            Expr::Slice(node) => {
                for (index, part) in [&node.lower, &node.upper, &node.step].into_iter().enumerate() {
                    if index == 1 || index == 2 && part.is_some() {
                        self.text.push(':');
                    }
                    if let Some(part) = part {
                        self.expression(part, Level::Test);
                    }
                }
            }
            Expr::Tuple(node) => {
                self.text.push('(');
                self.list(&node.elts);
                self.text.push_str(if node.elts.len() == 1 { ",)" } else { ")" });
            }
            Expr::List(node) => {
                self.text.push('[');
                self.list(&node.elts);
                self.text.push(']');
            }
            Expr::Set(node) => {
                self.text.push('{');
                self.list(&node.elts);
                self.text.push('}');
            }
            Expr::Dict(node) => {
                self.text.push('{');
                for (index, item) in node.items.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { ", " });
                    match &item.key {
                        Some(key) => {
                            self.expression(key, Level::Test);
                            self.text.push_str(": ");
                            self.expression(&item.value, Level::Test);
                        }
                        None => {
                            self.text.push_str("**");
                            self.expression(&item.value, Level::BitOr);
                        }
                    }
                }
                self.text.push('}');
            }
            Expr::BinOp(node) => {
                // The power binds to the right, the others to the left.
                let right = next(level);
                let (left, right) = if node.op == Operator::Pow { (right, level) } else { (level, right) };
                self.expression(&node.left, left);
                let _ = write!(self.text, " {} ", node.op.as_str());
                self.expression(&node.right, right);
            }
            Expr::UnaryOp(node) => {
                self.text.push_str(match node.op {
                    UnaryOp::Not => "not ",
                    UnaryOp::Invert => "~",
                    UnaryOp::UAdd => "+",
                    UnaryOp::USub => "-",
                });
                self.expression(&node.operand, level);
            }
            Expr::BoolOp(node) => {
                let word = if node.op == BoolOp::And { " and " } else { " or " };
                for (index, value) in node.values.iter().enumerate() {
                    self.text.push_str(if index == 0 { "" } else { word });
                    self.expression(value, next(level));
                }
            }
            Expr::Compare(node) => {
                self.expression(&node.left, next(level));
                for (op, right) in node.ops.iter().zip(&node.comparators) {
                    let _ = write!(self.text, " {} ", op.as_str());
                    self.expression(right, next(level));
                }
            }
            Expr::If(node) => {
                self.expression(&node.body, next(level));
                self.text.push_str(" if ");
                self.expression(&node.test, next(level));
                self.text.push_str(" else ");
                self.expression(&node.orelse, Level::Test);
            }
            Expr::Call(node) => {
                self.expression(&node.func, Level::Atom);
                self.text.push('(');
                self.list(&node.arguments.args);
                for (index, keyword) in node.arguments.keywords.iter().enumerate() {
                    self.text.push_str(if index == 0 && node.arguments.args.is_empty() { "" } else { ", " });
                    match &keyword.arg {
                        Some(name) => {
                            let _ = write!(self.text, "{}=", name.id);
                        }
                        None => self.text.push_str("**"),
                    }
                    self.expression(&keyword.value, Level::Test);
                }
                self.text.push(')');
            }
            Expr::Starred(node) => {
                self.text.push('*');
                self.expression(&node.value, Level::BitOr);
            }
            Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) | Expr::BooleanLiteral(_) => {
                self.constant(expression)
            }
            Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) => {
                self.constant(expression)
            }
            // Hardly ever in annotations: as they are written.
            Expr::Named(_) | Expr::Lambda(_) | Expr::ListComp(_) | Expr::SetComp(_) | Expr::DictComp(_) => {
                self.written(expression);
            }
            Expr::Generator(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) => {
                self.written(expression)
            }
            Expr::FString(_) | Expr::TString(_) | Expr::IpyEscapeCommand(_) => self.written(expression),
        }
    }

    fn constant(&mut self, expression: &Expr) {
        let constant = literal(self.source, expression).expect("a literal");
        self.text.push_str(&repr(&constant));
    }

    fn written(&mut self, expression: &Expr) {
        self.text.push_str(&self.source.text()[expression.range()]);
    }
}

fn next(level: Level) -> Level {
    const ALL: [Level; 17] = [
        Level::Tuple,
        Level::Yield,
        Level::Test,
        Level::Or,
        Level::And,
        Level::Not,
        Level::Compare,
        Level::BitOr,
        Level::BitXor,
        Level::BitAnd,
        Level::Shift,
        Level::Sum,
        Level::Product,
        Level::Factor,
        Level::Power,
        Level::Await,
        Level::Atom,
    ];
    ALL[(level as usize + 1).min(ALL.len() - 1)]
}

fn level(expression: &Expr) -> Level {
    match expression {
        Expr::If(_) | Expr::Lambda(_) => Level::Test,
        Expr::Named(_) => Level::Tuple,
        Expr::Yield(_) | Expr::YieldFrom(_) => Level::Yield,
        Expr::Await(_) => Level::Await,
        Expr::BoolOp(ast::ExprBoolOp { op: BoolOp::Or, .. }) => Level::Or,
        Expr::BoolOp(_) => Level::And,
        Expr::UnaryOp(ast::ExprUnaryOp { op: UnaryOp::Not, .. }) => Level::Not,
        Expr::UnaryOp(_) => Level::Factor,
        Expr::Compare(_) => Level::Compare,
        Expr::BinOp(node) => match node.op {
            Operator::BitOr => Level::BitOr,
            Operator::BitXor => Level::BitXor,
            Operator::BitAnd => Level::BitAnd,
            Operator::LShift | Operator::RShift => Level::Shift,
            Operator::Add | Operator::Sub => Level::Sum,
            Operator::Mult | Operator::MatMult | Operator::Div | Operator::Mod | Operator::FloorDiv => {
                Level::Product
            }
            Operator::Pow => Level::Power,
        },
        _ => Level::Atom,
    }
}

/// `repr` of a constant.
pub(crate) fn repr(constant: &Constant) -> String {
    match constant {
        Constant::Str(Text::Str(text)) => repr_str(text),
        Constant::Bytes(bytes) => {
            let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') { '"' } else { '\'' };
            let mut text = format!("b{quote}");
            for &byte in bytes.iter() {
                match byte {
                    b'\'' if quote == '\'' => text.push_str("\\'"),
                    b'"' => text.push('"'),
                    b'\'' => text.push('\''),
                    _ => text.extend(byte.escape_ascii().map(char::from)),
                }
            }
            text.push(quote);
            text
        }
        Constant::Tuple(items) => {
            let inner: Vec<String> = items.iter().map(repr).collect();
            format!("({}{})", inner.join(", "), if items.len() == 1 { "," } else { "" })
        }
        Constant::Complex { real, imaginary } if *real == 0.0 => format!("{imaginary}j"),
        other => other.to_string(),
    }
}

fn repr_str(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    let mut result = String::from(quote);
    for c in text.chars() {
        match c {
            '\\' => result.push_str("\\\\"),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            c if c == quote => {
                result.push('\\');
                result.push(c);
            }
            c if c.is_ascii_control() => {
                let _ = write!(result, "\\x{:02x}", u32::from(c));
            }
            c => result.push(c),
        }
    }
    result.push(quote);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_written_as_cpython_writes_them() {
        // The right column is what `ast.unparse` of CPython gives.
        let cases = [
            ("list[ int ]", "list[int]"),
            ("dict[str,(int)]", "dict[str, int]"),
            ("int|None", "int | None"),
            ("\"Forward\"", "'Forward'"),
            ("Callable[[int,str],None]", "Callable[[int, str], None]"),
            ("(a+b)*c", "(a + b) * c"),
            ("a+(b*c)", "a + b * c"),
            ("a-(b-c)", "a - (b - c)"),
            ("(a**b)**c", "(a ** b) ** c"),
            ("a**b**c", "a ** b ** c"),
            ("-(a+b)", "-(a + b)"),
            ("not(a or b)and c", "not (a or b) and c"),
            ("(a if b else c)", "a if b else c"),
            ("f(a,*b,c = 1,**d)", "f(a, *b, c=1, **d)"),
            ("tuple[()]", "tuple[()]"),
            ("tuple[int,...]", "tuple[int, ...]"),
            ("x[1:2,::3]", "x[1:2, ::3]"),
            ("{'a':1,**b}", "{'a': 1, **b}"),
            ("(a,)", "(a,)"),
            ("a<b<=c is not d", "a < b <= c is not d"),
            ("'it\\'s'", "\"it's\""),
            ("Literal[b'x',-1,2.5,1j]", "Literal[b'x', -1, 2.5, 1j]"),
        ];
        for (written, expected) in cases {
            let source = Source::new("x.py", written).expect("text");
            let parsed = ruff_python_parser::parse_expression(source.text()).expect("an expression");
            assert_eq!(unparse(&source, parsed.expr()), expected);
        }
    }
}
