//! `_string`: how `string.Formatter` takes format strings apart.

use crate::format::fields::{First, Piece, Pieces, Step, split};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("formatter_parser", "(format_string, /)", parser),
    ("formatter_field_name_split", "(format_string, /)", field_name_split),
];

fn text(py: &mut Py, word: Word) -> PyResult<Vec<u32>> {
    match py.payload(word, classes::STR) {
        Some(text) => Ok(py.points_of(text).expect("a string")),
        None => {
            let message = format!("expected str, got {}", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}

/// An iterator over `(literal, field name, specification, conversion)`. A literal goes with the field behind it.
fn parser(py: &mut Py, args: &[Word]) -> PyResult {
    let points = text(py, args[0])?;
    let list = py.new_list(&[]);
    let (none, mut literal) = (py.none(), None);
    for piece in Pieces::new(&points) {
        let piece = py.checked(piece)?;
        match piece {
            Piece::Literal(range) => {
                if let Some(before) = literal.take() {
                    let entry = py.new_tuple(&[before, none, none, none]);
                    py.list_append(list, entry)?;
                }
                let word = py.new_points(&points[range.clone()]);
                // Behind a doubled brace another literal begins.
                let doubled = points.get(range.end) == range.clone().last().map(|last| &points[last])
                    && matches!(char::from_u32(points[range.end - 1]), Some('{' | '}'));
                if doubled {
                    let entry = py.new_tuple(&[word, none, none, none]);
                    py.list_append(list, entry)?;
                } else {
                    literal = Some(word);
                }
            }
            Piece::Field { name, conversion, spec, .. } => {
                let before = match literal.take() {
                    Some(before) => before,
                    None => py.intern(""),
                };
                let (name, spec) = (py.new_points(&points[name]), py.new_points(&points[spec]));
                let conversion = match conversion {
                    Some(conversion) => py.new_points(&[conversion]),
                    None => none,
                };
                let entry = py.new_tuple(&[before, name, spec, conversion]);
                py.list_append(list, entry)?;
            }
        }
    }
    if let Some(before) = literal {
        let entry = py.new_tuple(&[before, none, none, none]);
        py.list_append(list, entry)?;
    }
    py.iter(list)
}

/// `(first, iterator over (is it an attribute?, name or index))`.
fn field_name_split(py: &mut Py, args: &[Word]) -> PyResult {
    let points = text(py, args[0])?;
    let parts = split(&points, 0..points.len());
    let (first, steps) = py.checked(parts)?;
    let first = match first {
        First::Next => py.intern(""),
        First::Position(position) => py.new_int(position as i64),
        First::Name(range) => py.new_points(&points[range]),
    };
    let list = py.new_list(&[]);
    for step in steps {
        let (attribute, value) = match py.checked(step)? {
            Step::Attribute(range) => (true, py.new_points(&points[range])),
            Step::Index(index) => (false, py.new_int(index as i64)),
            Step::Key(range) => (false, py.new_points(&points[range])),
        };
        let attribute = py.bool(attribute);
        let entry = py.new_tuple(&[attribute, value]);
        py.list_append(list, entry)?;
    }
    let rest = py.iter(list)?;
    Ok(py.new_tuple(&[first, rest]))
}
