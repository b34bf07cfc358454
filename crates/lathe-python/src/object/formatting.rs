//! `format` of builtin objects, and `str.format`.

use super::classes;
use super::py::{Py, PyResult};
use super::text::Text;
use crate::format::fields::{self, First, Piece, Pieces, Step};
use crate::format::{complex, float, int, text};
use crate::number::Number;
use crate::object::number::int_max_str_digits;
use crate::runtime::types;
use lathe_heap::Word;

/// Where the values of fields come from.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// None for `str.format_map`.
    pub positional: Option<&'a [Word]>,
    /// A mapping.
    pub named: Word,
}

/// How fields without a number are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbering {
    Unknown,
    Automatic(usize),
    Manual,
}

impl Py {
    /// The code points of a string, or of an object of a subclass.
    pub fn points_of(&self, string: Word) -> Option<Vec<u32>> {
        self.payload(string, classes::STR).map(|string| self.text(string).code_points().collect())
    }

    pub fn new_points(&mut self, points: &[u32]) -> Word {
        self.new_text(Text::Four(points))
    }

    /// `__format__` of `int`, `float`, `complex`, `str` and their subclasses.
    pub fn format_builtin(&mut self, object: Word, spec: Word) -> PyResult {
        let Some(points) = self.points_of(spec) else {
            let message = format!("__format__() argument must be str, not {}", self.type_name(spec));
            return Err(self.type_error(&message));
        };
        if points.is_empty() {
            return self.str(object);
        }
        let name = self.type_name(object);
        let result = match self.number(object) {
            Some(Number::Int(value)) => int::format(&value, &points, &name, int_max_str_digits()),
            Some(Number::Float(value)) => float::format(value, &points, &name),
            Some(Number::Complex(value)) => complex::format(value, &points, &name),
            None => match self.points_of(object) {
                Some(value) => text::format(&value, &points, &name),
                None => {
                    let message = format!("unsupported format string passed to {name}.__format__");
                    return Err(self.type_error(&message));
                }
            },
        };
        let result = self.checked(result)?;
        Ok(self.new_points(&result))
    }

    /// `format.format(*args, **kwargs)`; also `format_map`.
    pub fn str_format(&mut self, format: Word, arguments: Arguments<'_>) -> PyResult {
        let points = self.points_of(format).expect("a string");
        let mut numbering = Numbering::Unknown;
        let mut result = Vec::new();
        self.format_fields(&points, arguments, &mut numbering, 2, &mut result)?;
        Ok(self.new_points(&result))
    }

    fn format_fields(
        &mut self,
        points: &[u32],
        arguments: Arguments<'_>,
        numbering: &mut Numbering,
        depth: u32,
        result: &mut Vec<u32>,
    ) -> PyResult<()> {
        if depth == 0 {
            return Err(self.value_error("Max string recursion exceeded"));
        }
        for piece in Pieces::new(points) {
            match self.checked(piece)? {
                Piece::Literal(range) => result.extend_from_slice(&points[range]),
                Piece::Field { name, conversion, spec, nested } => {
                    let mut value = self.field_value(points, name, arguments, numbering)?;
                    if let Some(conversion) = conversion {
                        value = self.convert_field(value, conversion)?;
                    }
                    let mut spec = points[spec].to_vec();
                    if nested {
                        let mut expanded = Vec::new();
                        self.format_fields(&spec, arguments, numbering, depth - 1, &mut expanded)?;
                        spec = expanded;
                    }
                    let spec = self.new_points(&spec);
                    let text = self.format(value, spec)?;
                    result.extend(self.points_of(text).expect("a string"));
                }
            }
        }
        Ok(())
    }

    /// `!r`, `!s`, `!a`.
    pub fn convert_field(&mut self, value: Word, conversion: u32) -> PyResult {
        match char::from_u32(conversion) {
            Some('r') => self.repr(value),
            Some('s') => self.str(value),
            Some('a') => self.ascii(value),
            Some(c @ '!'..'\u{7f}') => Err(self.value_error(&format!("Unknown conversion specifier {c}"))),
            _ => Err(self.value_error(&format!("Unknown conversion specifier \\x{conversion:x}"))),
        }
    }

    fn field_value(
        &mut self,
        points: &[u32],
        name: std::ops::Range<usize>,
        arguments: Arguments<'_>,
        numbering: &mut Numbering,
    ) -> PyResult {
        let (first, steps) = self.checked(fields::split(points, name))?;
        let mut value = match first {
            First::Name(range) => {
                let key = self.new_points(&points[range]);
                self.named_argument(arguments, key)?
            }
            First::Next | First::Position(_) => self.positional_argument(arguments, first, numbering)?,
        };
        for step in steps {
            value = match self.checked(step)? {
                Step::Attribute(range) => {
                    let name = self.new_points(&points[range]);
                    let name = self.intern_str(name).unwrap_or(name);
                    self.get_attr(value, name)?
                }
                Step::Index(index) => {
                    let index = self.new_int(index as i64);
                    self.get_item_of(value, index)?
                }
                Step::Key(range) => {
                    let key = self.new_points(&points[range]);
                    self.get_item_of(value, key)?
                }
            };
        }
        Ok(value)
    }

    fn named_argument(&mut self, arguments: Arguments<'_>, key: Word) -> PyResult {
        if arguments.positional.is_none() || !self.is_dict(arguments.named) {
            return self.get_item_of(arguments.named, key);
        }
        match self.dict_get(arguments.named, key)? {
            Some(value) => Ok(value),
            None => Err(self.error_with(types::KEY_ERROR, &[key])),
        }
    }

    fn positional_argument(
        &mut self,
        arguments: Arguments<'_>,
        first: First,
        numbering: &mut Numbering,
    ) -> PyResult {
        let switched = |from: &str, to: &str| format!("cannot switch from {from} to {to}");
        let (manual, automatic) = ("manual field specification", "automatic field numbering");
        let index = match (first, *numbering) {
            (First::Position(_), Numbering::Automatic(_)) => {
                return Err(self.value_error(&switched(automatic, manual)));
            }
            (First::Position(index), _) => {
                *numbering = Numbering::Manual;
                index
            }
            (_, Numbering::Manual) => return Err(self.value_error(&switched(manual, automatic))),
            (_, Numbering::Automatic(next)) => {
                *numbering = Numbering::Automatic(next + 1);
                next
            }
            (_, Numbering::Unknown) => {
                *numbering = Numbering::Automatic(1);
                0
            }
        };
        let Some(positional) = arguments.positional else {
            return Err(self.value_error("Format string contains positional fields"));
        };
        match positional.get(index) {
            Some(&value) => Ok(value),
            None => {
                let message = format!("Replacement index {index} out of range for positional args tuple");
                Err(self.error(types::INDEX_ERROR, &message))
            }
        }
    }
}
