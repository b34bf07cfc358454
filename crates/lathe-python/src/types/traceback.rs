//! Traceback objects, and the frames that they show.
//!
//! A frame of a traceback is what is left of it when the exception has gone through: its code, its globals and the place. Its
//! variables are gone, unless it was the frame of a module.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

fn or_none(py: &Py, word: Word) -> Word {
    if word.is_null() { py.none() } else { word }
}

fn line(py: &mut Py, object: Word) -> PyResult {
    // A frame has code and pc in the same places.
    let (code, position) = py.traceback_place(object);
    let line = match position.line {
        0 => py.rt().codes.get(code).code.first_line,
        line => line,
    };
    Ok(Word::wrap_small(line.into()))
}

fn last_instruction(py: &mut Py, object: Word) -> PyResult {
    // Instructions of CPython take two bytes.
    Ok(py.new_int(2 * py.get_int(object, classes::NATIVE_J)))
}

fn next(py: &mut Py, traceback: Word) -> PyResult {
    Ok(or_none(py, py.get(traceback, classes::NATIVE_A)))
}

fn set_next(py: &mut Py, traceback: Word, value: Option<Word>) -> PyResult<()> {
    let next = match value {
        None => return Err(py.type_error("can't delete tb_next attribute")),
        Some(value) if py.is_none(value) => Word::NULL,
        Some(value) if py.native_kind(value) == Some(Kind::Traceback) => value,
        Some(value) => {
            let message = format!("expected traceback object or None, got '{}'", py.type_name(value));
            return Err(py.type_error(&message));
        }
    };
    // A traceback that goes round would never end to print.
    let mut link = next;
    while !link.is_null() {
        if link == traceback {
            return Err(py.value_error("traceback loop detected"));
        }
        link = py.traceback_next(link);
    }
    py.set(traceback, classes::NATIVE_A, next);
    Ok(())
}

fn frame(py: &mut Py, traceback: Word) -> PyResult {
    let known = py.get(traceback, classes::NATIVE_C);
    if !known.is_null() {
        return Ok(known);
    }
    let frame = py.new_native(Kind::Frame, py.get(traceback, classes::NATIVE_B), Word::NULL, Word::NULL);
    for field in [classes::NATIVE_I, classes::NATIVE_J] {
        py.set_int(frame, field, py.get_int(traceback, field));
    }
    py.set(traceback, classes::NATIVE_C, frame);
    Ok(frame)
}

fn code(py: &mut Py, frame: Word) -> PyResult {
    Ok(py.code_object(py.get_int(frame, classes::NATIVE_I) as u32))
}

fn globals(py: &mut Py, frame: Word) -> PyResult {
    let function = py.get(frame, classes::NATIVE_A);
    if py.is(function, classes::FUNCTION) {
        return Ok(py.get(function, classes::FUNCTION_GLOBALS));
    }
    Ok(py.new_dict())
}

fn locals(py: &mut Py, frame: Word) -> PyResult {
    let number = py.get_int(frame, classes::NATIVE_I) as u32;
    if py.rt().codes.get(number).code.kind == crate::bytecode::CodeKind::Module {
        return globals(py, frame);
    }
    if py.get(frame, classes::NATIVE_C).is_null() {
        let dict = py.new_dict();
        py.set(frame, classes::NATIVE_C, dict);
    }
    Ok(py.get(frame, classes::NATIVE_C))
}

pub fn install(py: &mut Py) {
    let id = types::TRACEBACK;
    py.add_getter(id, "tb_next", next, Some(set_next));
    py.add_getters(id, &[("tb_frame", frame), ("tb_lineno", line), ("tb_lasti", last_instruction)]);
    let id = types::FRAME;
    py.add_getters(
        id,
        &[
            ("f_code", code),
            ("f_lineno", line),
            ("f_lasti", last_instruction),
            ("f_globals", globals),
            ("f_locals", locals),
            ("f_builtins", |py, _| Ok(py.root(py.rt().singletons.builtins))),
            ("f_back", |py, _| Ok(py.none())),
            ("f_trace", |py, _| Ok(py.none())),
        ],
    );
}
