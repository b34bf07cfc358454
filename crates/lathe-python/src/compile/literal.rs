//! Literals as constants, and the table of a unit's constants.

use crate::bytecode::{BigInt, Const, Constant, Text};
use crate::syntax::{Fault, Source};
use ruff_python_ast::{self as ast, Expr, Number};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;

/// As CPython's `sys.int_info.default_max_str_digits`.
const MAX_DIGITS: usize = 4300;

/// Every constant is there once.
#[derive(Default)]
pub(crate) struct Constants {
    all: Vec<Constant>,
    indices: FxHashMap<Constant, Const>,
}

impl Constants {
    pub(crate) fn index(&mut self, constant: Constant) -> Const {
        *self.indices.entry(constant).or_insert_with_key(|constant| {
            self.all.push(constant.clone());
            self.all.len() as Const - 1
        })
    }

    pub(crate) fn into_vec(self) -> Vec<Constant> {
        self.all
    }
}

/// The constant that a literal is; `None`: the expression is none.
pub(crate) fn literal(source: &Source, expression: &Expr) -> Option<Constant> {
    Some(match expression {
        Expr::NoneLiteral(_) => Constant::None,
        Expr::EllipsisLiteral(_) => Constant::Ellipsis,
        Expr::BooleanLiteral(node) => Constant::Bool(node.value),
        Expr::NumberLiteral(node) => match &node.value {
            Number::Int(value) => match value.as_i64() {
                Some(value) => Constant::Int(value),
                None => Constant::BigInt(big(&value.to_string())),
            },
            Number::Float(value) => Constant::Float(*value),
            Number::Complex { real, imag } => Constant::Complex { real: *real, imaginary: *imag },
        },
        Expr::StringLiteral(node) => Constant::Str(string(source, &node.value)),
        Expr::BytesLiteral(node) => Constant::Bytes(node.value.bytes().collect()),
        _ => return None,
    })
}

/// Decimal literals of more digits than CPython converts are errors.
pub(crate) fn check_digits(node: &ast::ExprNumberLiteral) -> Result<(), Fault> {
    if let Number::Int(value) = &node.value
        && value.as_u64().is_none()
    {
        let value = big(&value.to_string());
        if value.radix == 10 && value.digits.len() > MAX_DIGITS {
            let message = format!(
                "Exceeds the limit ({MAX_DIGITS} digits) for integer string conversion: value has {} digits; use \
                 sys.set_int_max_str_digits() to increase the limit - Consider hexadecimal for huge integer literals \
                 to avoid decimal conversion limits.",
                value.digits.len()
            );
            return Err(Fault::new(message, node.range()));
        }
    }
    Ok(())
}

/// From the text of a literal.
fn big(text: &str) -> BigInt {
    let text: String = text.chars().filter(|&c| c != '_').collect();
    let radix = match text.get(..2) {
        Some("0x" | "0X") => 16,
        Some("0o" | "0O") => 8,
        Some("0b" | "0B") => 2,
        _ => 10,
    };
    let digits = if radix == 10 { &text[..] } else { &text[2..] };
    BigInt { negative: false, radix, digits: digits.into() }
}

/// The value of a string literal, with the surrogates that Rust's strings cannot have.
fn string(source: &Source, value: &ast::StringLiteralValue) -> Text {
    if !value.iter().any(|part| may_have_surrogates(&part.value)) {
        return Text::Str(value.to_str().into());
    }
    let mut points = Vec::new();
    for part in value {
        let raw = part.flags.prefix().is_raw();
        points.extend(code_points(source, part.content_range(), &part.value, raw, false));
    }
    text(points)
}

/// A literal part of an f-string.
pub(crate) fn interpolated_literal(
    source: &Source,
    part: &ast::InterpolatedStringLiteralElement,
    raw: bool,
) -> Vec<u32> {
    if may_have_surrogates(&part.value) {
        code_points(source, part.range(), &part.value, raw, true)
    } else {
        part.value.chars().map(u32::from).collect()
    }
}

pub(crate) fn string_points(source: &Source, part: &ast::StringLiteral) -> Vec<u32> {
    if may_have_surrogates(&part.value) {
        code_points(source, part.content_range(), &part.value, part.flags.prefix().is_raw(), false)
    } else {
        part.value.chars().map(u32::from).collect()
    }
}

/// Code points as a string.
pub(crate) fn text(points: Vec<u32>) -> Text {
    match points.iter().map(|&point| char::from_u32(point)).collect::<Option<String>>() {
        Some(text) => Text::Str(text.into()),
        None => Text::CodePoints(points.into()),
    }
}

/// The parser puts a replacement character for what it cannot represent.
fn may_have_surrogates(value: &str) -> bool {
    value.contains(char::REPLACEMENT_CHARACTER)
}

/// Goes through the source of a literal and its decoded value side by side, and finds the surrogates.
fn code_points(source: &Source, range: TextRange, value: &str, raw: bool, braces: bool) -> Vec<u32> {
    let mut points = Vec::with_capacity(value.len());
    let mut decoded = value.chars();
    let written = &source.text()[range];
    let mut rest = written.chars();
    while let Some(c) = rest.next() {
        let mut take = 1;
        let mut exact = None;
        match c {
            '\\' if !raw => match rest.next() {
                Some('\n') => take = 0,
                Some('\r') => {
                    if rest.as_str().starts_with('\n') {
                        rest.next();
                    }
                    take = 0;
                }
                Some(kind @ ('u' | 'U' | 'x')) => {
                    let count = match kind {
                        'u' => 4,
                        'U' => 8,
                        _ => 2,
                    };
                    let digits: String = rest.by_ref().take(count).collect();
                    exact = u32::from_str_radix(&digits, 16).ok();
                }
                Some('N') => {
                    rest.by_ref().take_while(|&c| c != '}').for_each(drop);
                }
                Some('0'..='7') => {
                    for _ in 0..2 {
                        if rest.as_str().starts_with(|c: char| ('0'..='7').contains(&c)) {
                            rest.next();
                        }
                    }
                }
                Some('\\' | '\'' | '"' | 'a' | 'b' | 'f' | 'n' | 'r' | 't' | 'v') => {}
                // Not an escape: both characters stand for themselves.
                _ => take = 2,
            },
            '\r' if rest.as_str().starts_with('\n') => {
                rest.next();
            }
            '{' | '}' if braces && rest.as_str().starts_with(c) => {
                rest.next();
            }
            _ => {}
        }
        for _ in 0..take {
            let Some(decoded) = decoded.next() else { break };
            points.push(exact.unwrap_or(decoded.into()));
        }
    }
    points.extend(decoded.map(u32::from));
    points
}
