//! Names: globals, cells, namespaces, and the errors where there is nothing.

use super::Registers;
use crate::bytecode::Code;
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types;
use lathe_heap::Word;

pub(super) fn new_cell(py: &mut Py, content: Word) -> Word {
    let cell = py.new_object(classes::CELL);
    py.set(cell, classes::CELL_CONTENT, content);
    cell
}

pub(super) fn free_cell(py: &Py, regs: Registers, index: u16) -> Word {
    let closure = py.get(regs.get(py, 0), classes::FUNCTION_CLOSURE);
    py.items::<Word>(closure)[index as usize]
}

pub(super) fn globals(py: &Py, regs: Registers) -> Word {
    py.get(regs.get(py, 0), classes::FUNCTION_GLOBALS)
}

pub(super) fn load_global(py: &mut Py, regs: Registers, name: Word) -> PyResult {
    let globals = globals(py, regs);
    if let Some(value) = py.dict_get_name(globals, name) {
        return Ok(value);
    }
    let builtins = py.root(py.rt().singletons.builtins);
    match py.dict_get_name(builtins, name) {
        Some(value) => Ok(value),
        None => Err(not_defined(py, name)),
    }
}

/// A name in a mapping; none if it is not there.
pub(super) fn load_from(py: &mut Py, namespace: Word, name: Word) -> PyResult<Option<Word>> {
    if py.is(namespace, classes::DICT) {
        return Ok(py.dict_get_name(namespace, name));
    }
    match py.get_item_of(namespace, name) {
        Ok(value) => Ok(Some(value)),
        Err(raised) if py.is_instance(raised.0, types::KEY_ERROR) => Ok(None),
        Err(raised) => Err(raised),
    }
}

pub(super) fn not_defined(py: &mut Py, name: Word) -> Raised {
    let message = format!("name '{}' is not defined", py.string(name));
    let raised = py.error(types::NAME_ERROR, &message);
    py.set_exception_extra(raised.0, 0, name);
    raised
}

pub(super) fn unbound(py: &mut Py, code: &Code, slot: u16) -> Raised {
    let name = code.local_name(slot).map_or("?", |name| name);
    let message = format!("cannot access local variable '{name}' where it is not associated with a value");
    py.error(types::UNBOUND_LOCAL_ERROR, &message)
}

pub(super) fn unbound_free(py: &mut Py, code: &Code, index: u16) -> Raised {
    let name = &code.free[index as usize];
    let message = format!(
        "cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
    );
    py.error(types::NAME_ERROR, &message)
}
