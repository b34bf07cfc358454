//! `BaseException` and what is special about some of its subclasses.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, /, *args, **kwargs)", init),
    ("__str__", Special, "(self, /)", str),
    ("__repr__", Special, "(self, /)", repr),
    ("with_traceback", Plain, "(self, tb, /)", with_traceback),
    ("add_note", Plain, "(self, note, /)", add_note),
];

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let id = py.type_number(args[0]);
    let exception = py.new_instance(id);
    py.set(exception, classes::EXCEPTION_ARGS, args[1]);
    Ok(exception)
}

/// What every `__init__` of an exception does.
pub fn init_args(py: &mut Py, args: &[Word]) -> PyResult<()> {
    let (exception, rest, keywords) = (args[0], args[1], args[2]);
    if py.dict_len(keywords) > 0 {
        let name = py.type_name(exception);
        return Err(py.type_error(&format!("{name}() takes no keyword arguments")));
    }
    py.set(exception, classes::EXCEPTION_ARGS, rest);
    Ok(())
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    init_args(py, args)?;
    Ok(py.none())
}

/// The arguments of an exception.
fn arguments<'a>(py: &Py, exception: Word) -> &'a [Word] {
    let args = py.get(exception, classes::EXCEPTION_ARGS);
    if args.is_null() { &[] } else { py.items::<Word>(args) }
}

pub fn str(py: &mut Py, args: &[Word]) -> PyResult {
    let exception = args[0];
    let id = py.type_of(exception);
    let given = arguments(py, exception);
    if py.rt().is_subtype(id, types::KEY_ERROR) && given.len() == 1 {
        return py.repr(given[0]);
    }
    match given {
        [] => Ok(py.new_str("")),
        [one] => py.str(*one),
        _ => {
            let tuple = py.get(exception, classes::EXCEPTION_ARGS);
            py.repr(tuple)
        }
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.rt().ty(py.type_of(args[0])).name.borrow().clone();
    let name = name.rsplit('.').next().expect("a name");
    let text = match arguments(py, args[0]) {
        [] => format!("{name}()"),
        [one] => format!("{name}({})", py.repr_string(*one)?),
        _ => {
            let tuple = py.get(args[0], classes::EXCEPTION_ARGS);
            format!("{name}{}", py.repr_string(tuple)?)
        }
    };
    Ok(py.new_str(&text))
}

fn with_traceback(py: &mut Py, args: &[Word]) -> PyResult {
    set_traceback(py, args[0], Some(args[1]))?;
    Ok(args[0])
}

fn add_note(py: &mut Py, args: &[Word]) -> PyResult {
    if py.payload(args[1], classes::STR).is_none() {
        let message = format!("note must be a str, not '{}'", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    let name = py.intern("__notes__");
    let notes = match py.own_attribute(args[0], name) {
        Some(notes) => match py.payload(notes, classes::LIST) {
            Some(list) => list,
            None => return Err(py.type_error("Cannot add note: __notes__ is not a list")),
        },
        None => {
            let notes = py.new_list(&[]);
            py.generic_set_attr(args[0], name, Some(notes))?;
            notes
        }
    };
    py.list_append(notes, args[1])?;
    Ok(py.none())
}

fn or_none(py: &Py, word: Word) -> Word {
    if word.is_null() { py.none() } else { word }
}

fn get_args(py: &mut Py, exception: Word) -> PyResult {
    let args = py.get(exception, classes::EXCEPTION_ARGS);
    Ok(if args.is_null() { py.new_tuple(&[]) } else { args })
}

fn set_args(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
    let Some(value) = value else { return Err(py.type_error("args may not be deleted")) };
    let items = py.collect(value)?;
    let tuple = py.new_tuple(&items.to_vec());
    py.set(exception, classes::EXCEPTION_ARGS, tuple);
    Ok(())
}

fn get_traceback(py: &mut Py, exception: Word) -> PyResult {
    Ok(or_none(py, py.get(exception, classes::EXCEPTION_TRACEBACK)))
}

fn set_traceback(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
    let value = match value {
        Some(value) if py.is_none(value) => Word::NULL,
        Some(value) if py.type_of(value) == types::TRACEBACK => value,
        _ => return Err(py.type_error("__traceback__ must be a traceback or None")),
    };
    py.set(exception, classes::EXCEPTION_TRACEBACK, value);
    Ok(())
}

fn get_context(py: &mut Py, exception: Word) -> PyResult {
    Ok(or_none(py, py.get(exception, classes::EXCEPTION_CONTEXT)))
}

fn get_cause(py: &mut Py, exception: Word) -> PyResult {
    Ok(or_none(py, py.get(exception, classes::EXCEPTION_CAUSE)))
}

fn checked_link(py: &mut Py, value: Option<Word>, what: &str) -> PyResult {
    match value {
        Some(value) if py.is_none(value) => Ok(Word::NULL),
        Some(value) if py.is(value, classes::EXCEPTION) => Ok(value),
        _ => Err(py.type_error(&format!("exception {what} must be None or derive from BaseException"))),
    }
}

fn set_context(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_link(py, value, "context")?;
    py.set(exception, classes::EXCEPTION_CONTEXT, value);
    Ok(())
}

fn set_cause(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
    let value = checked_link(py, value, "cause")?;
    py.set(exception, classes::EXCEPTION_CAUSE, value);
    py.set_int(exception, classes::EXCEPTION_SUPPRESS, 1);
    Ok(())
}

fn get_suppress(py: &mut Py, exception: Word) -> PyResult {
    let suppress = py.get_int(exception, classes::EXCEPTION_SUPPRESS) != 0;
    Ok(py.bool(suppress))
}

fn set_suppress(py: &mut Py, exception: Word, value: Option<Word>) -> PyResult<()> {
    let suppress = match value {
        Some(value) => py.truth(value)?,
        None => false,
    };
    py.set_int(exception, classes::EXCEPTION_SUPPRESS, suppress.into());
    Ok(())
}

pub fn install(py: &mut Py) {
    let id: TypeId = types::BASE_EXCEPTION;
    py.add_methods(id, METHODS);
    py.add_new(id, "(cls, /, *args, **kwargs)", new);
    py.add_getter(id, "args", get_args, Some(set_args));
    py.add_getter(id, "__traceback__", get_traceback, Some(set_traceback));
    py.add_getter(id, "__context__", get_context, Some(set_context));
    py.add_getter(id, "__cause__", get_cause, Some(set_cause));
    py.add_getter(id, "__suppress_context__", get_suppress, Some(set_suppress));
}
