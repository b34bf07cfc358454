//! Constants of a code object.
//!
//! Constants are compared by type and bits: `1`, `1.0` and `True` are three, as are `0.0` and `-0.0`.

use super::code::Code;
use std::fmt;
use std::rc::Rc;

#[derive(Clone, Debug)]
pub enum Constant {
    None,
    Ellipsis,
    Bool(bool),
    Int(i64),
    /// An integer that is no `i64`.
    BigInt(BigInt),
    Float(f64),
    Complex {
        real: f64,
        imaginary: f64,
    },
    Str(Text),
    Bytes(Rc<[u8]>),
    Tuple(Rc<[Constant]>),
    /// Without duplicates, in the order of the source.
    FrozenSet(Rc<[Constant]>),
    Code(Rc<Code>),
}

/// A string. Nearly all are Unicode; those with lone surrogates (`'\ud800'`) are sequences of code points.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Text {
    Str(Rc<str>),
    /// At least one is a surrogate.
    CodePoints(Rc<[u32]>),
}

/// A literal too large for an `i64`, as text: parsing it is the business of whoever has big integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BigInt {
    pub negative: bool,
    /// 2, 8, 10 or 16.
    pub radix: u32,
    /// Digits of the radix; neither prefix nor underscores.
    pub digits: Rc<str>,
}

impl fmt::Display for BigInt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.radix {
            2 => "0b",
            8 => "0o",
            16 => "0x",
            _ => "",
        };
        write!(f, "{}{prefix}{}", if self.negative { "-" } else { "" }, self.digits)
    }
}

impl Constant {
    pub fn str(text: &str) -> Constant {
        Constant::Str(Text::Str(text.into()))
    }

    pub fn tuple(items: impl IntoIterator<Item = Constant>) -> Constant {
        Constant::Tuple(items.into_iter().collect())
    }

    /// As Python's `bool()`.
    pub fn is_true(&self) -> bool {
        match self {
            Constant::None => false,
            Constant::Bool(value) => *value,
            Constant::Int(value) => *value != 0,
            Constant::Float(value) => *value != 0.0,
            Constant::Complex { real, imaginary } => *real != 0.0 || *imaginary != 0.0,
            Constant::Str(Text::Str(text)) => !text.is_empty(),
            Constant::Str(Text::CodePoints(points)) => !points.is_empty(),
            Constant::Bytes(bytes) => !bytes.is_empty(),
            Constant::Tuple(items) | Constant::FrozenSet(items) => !items.is_empty(),
            Constant::Ellipsis | Constant::BigInt(_) | Constant::Code(_) => true,
        }
    }
}

impl PartialEq for Constant {
    fn eq(&self, other: &Constant) -> bool {
        match (self, other) {
            (Constant::None, Constant::None) | (Constant::Ellipsis, Constant::Ellipsis) => true,
            (Constant::Bool(a), Constant::Bool(b)) => a == b,
            (Constant::Int(a), Constant::Int(b)) => a == b,
            (Constant::BigInt(a), Constant::BigInt(b)) => a == b,
            (Constant::Float(a), Constant::Float(b)) => a.to_bits() == b.to_bits(),
            (Constant::Complex { real: a, imaginary: b }, Constant::Complex { real: c, imaginary: d }) => {
                a.to_bits() == c.to_bits() && b.to_bits() == d.to_bits()
            }
            (Constant::Str(a), Constant::Str(b)) => a == b,
            (Constant::Bytes(a), Constant::Bytes(b)) => a == b,
            (Constant::Tuple(a), Constant::Tuple(b)) | (Constant::FrozenSet(a), Constant::FrozenSet(b)) => {
                a == b
            }
            (Constant::Code(a), Constant::Code(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Eq for Constant {}

impl std::hash::Hash for Constant {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::mem::discriminant(self).hash(state);
        match self {
            Constant::None | Constant::Ellipsis => {}
            Constant::Bool(value) => value.hash(state),
            Constant::Int(value) => value.hash(state),
            Constant::BigInt(value) => value.hash(state),
            Constant::Float(value) => value.to_bits().hash(state),
            Constant::Complex { real, imaginary } => (real.to_bits(), imaginary.to_bits()).hash(state),
            Constant::Str(text) => text.hash(state),
            Constant::Bytes(bytes) => bytes.hash(state),
            Constant::Tuple(items) | Constant::FrozenSet(items) => items.hash(state),
            Constant::Code(code) => Rc::as_ptr(code).hash(state),
        }
    }
}

/// For the disassembler: close to `repr`.
impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = |f: &mut fmt::Formatter<'_>, items: &[Constant]| {
            items
                .iter()
                .enumerate()
                .try_for_each(|(index, item)| write!(f, "{}{item}", if index == 0 { "" } else { ", " }))
        };
        match self {
            Constant::None => f.write_str("None"),
            Constant::Ellipsis => f.write_str("..."),
            Constant::Bool(true) => f.write_str("True"),
            Constant::Bool(false) => f.write_str("False"),
            Constant::Int(value) => write!(f, "{value}"),
            Constant::BigInt(value) => write!(f, "{value}"),
            Constant::Float(value) => write!(f, "{value:?}"),
            Constant::Complex { real, imaginary } => write!(f, "({real:?}{imaginary:+?}j)"),
            Constant::Str(text) => write!(f, "{text}"),
            Constant::Bytes(bytes) => write!(f, "b\"{}\"", bytes.escape_ascii()),
            Constant::Tuple(all) => {
                f.write_str("(")?;
                items(f, all)?;
                f.write_str(if all.len() == 1 { ",)" } else { ")" })
            }
            Constant::FrozenSet(all) => {
                f.write_str("frozenset{")?;
                items(f, all)?;
                f.write_str("}")
            }
            Constant::Code(code) => write!(f, "<code {}>", code.qualname),
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Text::Str(text) => write!(f, "{text:?}"),
            Text::CodePoints(points) => {
                f.write_str("\"")?;
                for &point in points.iter() {
                    match char::from_u32(point) {
                        Some(c) => write!(f, "{}", c.escape_debug())?,
                        None => write!(f, "\\u{point:04x}")?,
                    }
                }
                f.write_str("\"")
            }
        }
    }
}
