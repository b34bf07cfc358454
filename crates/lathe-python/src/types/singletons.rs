//! `None`, `NotImplemented`, `Ellipsis`, cells: objects with little to them.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.intern(match py.type_of(args[0]) {
        types::NONE_TYPE => "None",
        types::NOT_IMPLEMENTED_TYPE => "NotImplemented",
        _ => "Ellipsis",
    }))
}

fn none_bool(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.bool(false))
}

fn not_implemented_bool(py: &mut Py, _args: &[Word]) -> PyResult {
    Err(py.type_error("NotImplemented should not be used in a boolean context"))
}

/// `type(None)()` and its like give the one object.
fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let singletons = py.rt().singletons;
    Ok(py.root(match py.as_type(args[0]) {
        Some(types::NOT_IMPLEMENTED_TYPE) => singletons.not_implemented,
        Some(types::ELLIPSIS_TYPE) => singletons.ellipsis,
        _ => singletons.none,
    }))
}

fn set_cell_contents(py: &mut Py, cell: Word, value: Option<Word>) -> PyResult<()> {
    py.set(cell, classes::CELL_CONTENT, value.unwrap_or(Word::NULL));
    Ok(())
}

fn new_cell(py: &mut Py, args: &[Word]) -> PyResult {
    let cell = py.new_object(classes::CELL);
    py.set(cell, classes::CELL_CONTENT, args[1]);
    Ok(cell)
}

fn cell_repr(py: &mut Py, args: &[Word]) -> PyResult {
    let content = match py.get(args[0], classes::CELL_CONTENT) {
        content if content.is_null() => "empty".to_string(),
        content => format!("{} object at {:#x}", py.type_name(content), content.0),
    };
    Ok(py.new_str(&format!("<cell at {:#x}: {content}>", args[0].0)))
}

fn cell_eq(py: &mut Py, args: &[Word]) -> PyResult {
    if !py.is(args[1], classes::CELL) {
        return Ok(py.not_implemented());
    }
    let (a, b) = (py.get(args[0], classes::CELL_CONTENT), py.get(args[1], classes::CELL_CONTENT));
    let same = if a.is_null() || b.is_null() { a == b } else { py.eq(a, b)? };
    Ok(py.bool(same))
}

fn cell_contents(py: &mut Py, cell: Word) -> PyResult {
    match py.get(cell, classes::CELL_CONTENT) {
        content if content.is_null() => Err(py.value_error("cell is empty")),
        content => Ok(content),
    }
}

pub fn install(py: &mut Py) {
    for id in [types::NONE_TYPE, types::NOT_IMPLEMENTED_TYPE, types::ELLIPSIS_TYPE] {
        py.add_methods(id, &[("__repr__", Special, "(self, /)", repr)]);
        py.add_new(id, "(cls, /)", new);
    }
    py.add_methods(types::NONE_TYPE, &[("__bool__", Special, "(self, /)", none_bool)]);
    py.add_methods(types::NOT_IMPLEMENTED_TYPE, &[("__bool__", Special, "(self, /)", not_implemented_bool)]);
    py.add_getter(types::CELL, "cell_contents", cell_contents, Some(set_cell_contents));
    py.add_new(types::CELL, "(cls, contents=None, /)", new_cell);
    py.add_methods(
        types::CELL,
        &[("__repr__", Special, "(self, /)", cell_repr), ("__eq__", Special, "(self, value, /)", cell_eq)],
    );
}
