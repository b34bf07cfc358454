//! What some exceptions have besides their arguments: `StopIteration.value`, `AttributeError.name`, all of `SyntaxError`.
//!
//! The values are in an array of the exception, in places by number; what was never set is None.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types::{self, TypeId};
use crate::syntax::{ErrorKind, SyntaxError};
use lathe_heap::Word;

/// `SyntaxError` has most.
const PLACES: usize = 8;

impl Py {
    /// An extra of an exception; None if there is none.
    pub fn exception_extra(&self, exception: Word, place: usize) -> Word {
        let extra = self.get(exception, classes::EXCEPTION_EXTRA);
        let value = if self.is(extra, classes::REFS) { self.items::<Word>(extra)[place] } else { Word::NULL };
        if value.is_null() { self.none() } else { value }
    }

    pub fn set_exception_extra(&mut self, exception: Word, place: usize, value: Word) {
        let mut extra = self.get(exception, classes::EXCEPTION_EXTRA);
        if !self.is(extra, classes::REFS) {
            extra = self.new_array(classes::REFS, PLACES);
            self.set(exception, classes::EXCEPTION_EXTRA, extra);
        }
        self.set_item(extra, place, value);
    }
}

macro_rules! place {
    ($($name:ident = $place:literal;)*) => {
        $(mod $name {
            use super::*;
            pub fn get(py: &mut Py, exception: Word) -> PyResult {
                Ok(py.exception_extra(exception, $place))
            }
            pub fn set(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
                let none = py.none();
                py.set_exception_extra(exception, $place, value.unwrap_or(none));
                Ok(())
            }
        })*
    };
}

place! {
    first = 0;
    second = 1;
    third = 2;
    fourth = 3;
    fifth = 4;
    sixth = 5;
    seventh = 6;
    eighth = 7;
}

/// The first argument is an attribute, too: `StopIteration.value`, `SystemExit.code`.
fn init_with_value(py: &mut Py, args: &[Word]) -> PyResult {
    super::exception::init_args(py, args)?;
    let value = match py.items::<Word>(args[1]) {
        [] => py.none(),
        // An exit has all its arguments as code.
        [_, _, ..] if py.is_instance(args[0], types::SYSTEM_EXIT) => args[1],
        [first, ..] => *first,
    };
    py.set_exception_extra(args[0], 0, value);
    Ok(py.none())
}

fn value(py: &mut Py, exception: Word) -> PyResult {
    Ok(py.stop_value(exception))
}

/// Keywords that become extras, by place.
fn init_with_keywords(py: &mut Py, args: &[Word], names: &[(&str, usize)]) -> PyResult<()> {
    let (exception, keywords) = (args[0], args[2]);
    let mut position = 0;
    while let Some((name, value)) = py.dict_next(keywords, &mut position) {
        let name = py.str_string(name)?;
        let Some(&(_, place)) = names.iter().find(|(known, _)| *known == name) else {
            let ty = py.rt().ty(py.type_of(exception)).name.borrow().clone();
            let message = format!("'{name}' is an invalid keyword argument for {ty}");
            return Err(py.type_error(&message));
        };
        py.set_exception_extra(exception, place, value);
    }
    py.set(exception, classes::EXCEPTION_ARGS, args[1]);
    Ok(())
}

fn init_name(py: &mut Py, args: &[Word]) -> PyResult {
    init_with_keywords(py, args, &[("name", 0)])?;
    Ok(py.none())
}

fn init_attribute(py: &mut Py, args: &[Word]) -> PyResult {
    init_with_keywords(py, args, &[("name", 0), ("obj", 1)])?;
    Ok(py.none())
}

fn init_import(py: &mut Py, args: &[Word]) -> PyResult {
    init_with_keywords(py, args, &[("name", 0), ("path", 1), ("name_from", 3)])?;
    if let [only] = *py.items::<Word>(args[1]) {
        py.set_exception_extra(args[0], 2, only);
    }
    Ok(py.none())
}

fn import_str(py: &mut Py, args: &[Word]) -> PyResult {
    let message = py.exception_extra(args[0], 2);
    if py.payload(message, classes::STR).is_some() {
        return Ok(message);
    }
    super::exception::str(py, args)
}

// --- SyntaxError -------------------------------------------------------------------------------------------------------------

/// `(message, (file, line, offset, text, end line, end offset))`.
fn init_syntax(py: &mut Py, args: &[Word]) -> PyResult {
    super::exception::init_args(py, args)?;
    let (error, given) = (args[0], args[1]);
    if let Some(&message) = py.items::<Word>(given).first() {
        py.set_exception_extra(error, 0, message);
    }
    if let [_, place] = *py.items::<Word>(given) {
        let place = py.collect(place)?;
        match place.len() {
            4 | 6 => {}
            5 => return Err(py.type_error("end_offset must be provided when end_lineno is provided")),
            count @ ..4 => {
                return Err(py.type_error(&format!("function takes at least 4 arguments ({count} given)")));
            }
            count => {
                return Err(py.type_error(&format!("function takes at most 6 arguments ({count} given)")));
            }
        }
        for index in 0..place.len() {
            py.set_exception_extra(error, 1 + index, place.get(index));
        }
    }
    Ok(py.none())
}

fn syntax_str(py: &mut Py, args: &[Word]) -> PyResult {
    let [message, file, line] = [0, 1, 2].map(|place| py.exception_extra(args[0], place));
    let file = match py.payload(file, classes::STR) {
        // Only the name, not where it is.
        Some(file) => py.string(file).rsplit('/').next().map(str::to_string),
        None => None,
    };
    let line = py.as_int(line);
    let message = py.str_string(message)?;
    let text = match (file, line) {
        (Some(file), Some(line)) => format!("{message} ({file}, line {line})"),
        (Some(file), None) => format!("{message} ({file})"),
        (None, Some(line)) => format!("{message} (line {line})"),
        (None, None) => message,
    };
    Ok(py.new_str(&text))
}

impl Py {
    /// An error in the source as an exception.
    pub fn syntax_error(&mut self, error: &SyntaxError) -> Raised {
        let ty = match error.kind {
            ErrorKind::Syntax => types::SYNTAX_ERROR,
            ErrorKind::Indentation => types::INDENTATION_ERROR,
            ErrorKind::Tab => types::TAB_ERROR,
            ErrorKind::Recursion => return self.error(types::RECURSION_ERROR, &error.message),
            ErrorKind::Overflow => return self.error(types::OVERFLOW_ERROR, &error.message),
        };
        if error.line == 0 && (error.message.contains("null bytes") || error.message.starts_with("Non-UTF-8"))
        {
            let raised = self.error(types::SYNTAX_ERROR, &error.message);
            let message = self.new_str(&error.message);
            self.set_exception_extra(raised.0, 0, message);
            return raised;
        }
        let none = self.none();
        let (message, file) = (self.new_str(&error.message), self.new_str(&error.filename));
        let text = match &error.text {
            Some(text) => self.new_str(text),
            None => none,
        };
        let number = |number: u32| Word::wrap_small(number.into());
        let place = if error.line == 0 {
            [file, none, none, none, none, none]
        } else {
            [
                file,
                number(error.line),
                number(error.offset),
                text,
                number(error.end_line),
                number(error.end_offset),
            ]
        };
        let tuple = self.new_tuple(&place);
        let raised = self.error_with(ty, &[message, tuple]);
        self.set_exception_extra(raised.0, 0, message);
        for (index, value) in place.into_iter().enumerate() {
            self.set_exception_extra(raised.0, 1 + index, value);
        }
        raised
    }
}

const SIGNATURE: &str = "(self, /, *args, **kwargs)";

pub fn install(py: &mut Py) {
    let methods: &[(TypeId, &[Method])] = &[
        (types::STOP_ITERATION, &[("__init__", Special, SIGNATURE, init_with_value)]),
        (types::SYSTEM_EXIT, &[("__init__", Special, SIGNATURE, init_with_value)]),
        (types::NAME_ERROR, &[("__init__", Special, SIGNATURE, init_name)]),
        (types::ATTRIBUTE_ERROR, &[("__init__", Special, SIGNATURE, init_attribute)]),
        (
            types::IMPORT_ERROR,
            &[("__init__", Special, SIGNATURE, init_import), ("__str__", Special, "(self, /)", import_str)],
        ),
        (
            types::SYNTAX_ERROR,
            &[("__init__", Special, SIGNATURE, init_syntax), ("__str__", Special, "(self, /)", syntax_str)],
        ),
    ];
    for &(id, methods) in methods {
        py.add_methods(id, methods);
    }
    py.add_getter(types::STOP_ITERATION, "value", value, Some(first::set));
    py.add_getter(types::SYSTEM_EXIT, "code", value, Some(first::set));
    py.add_getter(types::NAME_ERROR, "name", first::get, Some(first::set));
    py.add_getter(types::ATTRIBUTE_ERROR, "name", first::get, Some(first::set));
    py.add_getter(types::ATTRIBUTE_ERROR, "obj", second::get, Some(second::set));
    py.add_getter(types::IMPORT_ERROR, "name", first::get, Some(first::set));
    py.add_getter(types::IMPORT_ERROR, "path", second::get, Some(second::set));
    py.add_getter(types::IMPORT_ERROR, "msg", third::get, Some(third::set));
    py.add_getter(types::IMPORT_ERROR, "name_from", fourth::get, Some(fourth::set));
    let id = types::SYNTAX_ERROR;
    py.add_getter(id, "msg", first::get, Some(first::set));
    py.add_getter(id, "filename", second::get, Some(second::set));
    py.add_getter(id, "lineno", third::get, Some(third::set));
    py.add_getter(id, "offset", fourth::get, Some(fourth::set));
    py.add_getter(id, "text", fifth::get, Some(fifth::set));
    py.add_getter(id, "end_lineno", sixth::get, Some(sixth::set));
    py.add_getter(id, "end_offset", seventh::get, Some(seventh::set));
    py.add_getter(id, "print_file_and_line", eighth::get, Some(eighth::set));
}
