//! `UnicodeEncodeError`, `UnicodeDecodeError`, `UnicodeTranslateError`: what could not be encoded, and where.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use crate::text::build::Builder;
use crate::text::repr::push_escaped;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[("__str__", Special, "(self, /)", str)];

/// The first is that of the two that have an encoding only.
pub const GETTERS: &[GetterEntry] =
    &[("encoding", encoding), ("object", object), ("start", start), ("end", end), ("reason", reason)];

/// An argument that it was made with. One that translates has no encoding.
fn argument(py: &mut Py, error: Word, number: usize) -> Option<Word> {
    let args = py.get(error, classes::EXCEPTION_ARGS);
    let items = if py.is(args, classes::TUPLE) { &*py.items::<Word>(args) } else { &[] };
    match py.is_instance(error, types::UNICODE_TRANSLATE_ERROR) {
        true => items.get(number.checked_sub(1)?).copied(),
        false => items.get(number).copied(),
    }
}

fn attribute(py: &mut Py, error: Word, number: usize, name: &str) -> PyResult {
    match argument(py, error, number) {
        Some(word) => Ok(word),
        None => Err(py.type_error(&format!("{name} attribute not set"))),
    }
}

fn encoding(py: &mut Py, error: Word) -> PyResult {
    attribute(py, error, 0, "encoding")
}

fn object(py: &mut Py, error: Word) -> PyResult {
    attribute(py, error, 1, "object")
}

fn start(py: &mut Py, error: Word) -> PyResult {
    attribute(py, error, 2, "start")
}

fn end(py: &mut Py, error: Word) -> PyResult {
    attribute(py, error, 3, "end")
}

fn reason(py: &mut Py, error: Word) -> PyResult {
    attribute(py, error, 4, "reason")
}

fn str(py: &mut Py, args: &[Word]) -> PyResult {
    let message = message(py, args[0])?;
    Ok(py.new_str(&message))
}

/// `'ascii' codec can't encode character '\xe9' in position 0: ordinal not in range(128)`.
pub fn message(py: &mut Py, error: Word) -> PyResult<String> {
    let (Some(object), Some(start), Some(end), Some(reason)) =
        (argument(py, error, 1), argument(py, error, 2), argument(py, error, 3), argument(py, error, 4))
    else {
        return Ok(String::new());
    };
    let (start, end) = (py.index(start)?, py.index(end)?);
    let codec = match argument(py, error, 0) {
        Some(encoding) => format!("'{}' codec ", py.str_string(encoding)?),
        None => String::new(),
    };
    let reason = py.str_string(reason)?;
    let one = usize::try_from(start).ok().filter(|_| end == start + 1);
    let (verb, unit, found) = match py.payload(object, classes::STR) {
        Some(string) => {
            let verb = if codec.is_empty() { "translate" } else { "encode" };
            let text = py.text(string);
            let found = one.filter(|&at| at < text.len()).map(|at| {
                let mut escape = Builder::default();
                match text.get(at) {
                    c @ ..0x100 => escape.extend_str(&format!("\\x{c:02x}")),
                    c => push_escaped(&mut escape, c),
                }
                format!(" '{}'", escape.text().to_str())
            });
            (verb, "character", found)
        }
        None => {
            let byte = one.and_then(|at| py.buffer(object)?.get(at).copied());
            ("decode", "byte", byte.map(|byte| format!(" 0x{byte:02x}")))
        }
    };
    Ok(match found {
        Some(found) => format!("{codec}can't {verb} {unit}{found} in position {start}: {reason}"),
        None => format!("{codec}can't {verb} {unit}s in position {start}-{}: {reason}", end - 1),
    })
}
