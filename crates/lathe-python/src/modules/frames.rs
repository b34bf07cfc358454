//! `sys._getframe` and what frames look like: A function, B the frame that called (or None), C variables, I code, J pc.
//!
//! A frame object is what the frame was when somebody asked for it.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{Function, Method};
use crate::runtime::native::NativeKind;
use crate::runtime::types;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] =
    &[("_getframe", "(depth=0, /)", getframe), ("_getframemodulename", "(depth=0)", module_name)];

/// The index on the VM stack of the frame so far above the one that calls; none if there are not that many.
fn index_of(py: &mut Py, depth: Word) -> PyResult<Option<usize>> {
    let depth = if depth.is_null() { 0 } else { py.index(depth)?.max(0) as usize };
    Ok(py.core().stack.depth().checked_sub(depth.saturating_add(1)))
}

fn getframe(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(index) = index_of(py, args[0])? else {
        return Err(py.value_error("call stack is not deep enough"));
    };
    // From the outermost: each frame knows its caller.
    let mut frame = py.none();
    for number in 0..=index {
        let record = py.core().stack.frame(number);
        let function = py.core().stack.word(record.base);
        let object = py.new_native(Kind::Frame, function, frame, Word::NULL);
        py.set_int(object, classes::NATIVE_I, record.code.0.into());
        py.set_int(object, classes::NATIVE_J, record.pc.into());
        // Nobody asks for the variables of frames further out.
        if number + 2 > index {
            let locals = py.frame_locals(number)?;
            py.set(object, classes::NATIVE_C, locals);
        }
        frame = object;
    }
    Ok(frame)
}

fn module_name(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(index) = index_of(py, args[0])? else { return Ok(py.none()) };
    let record = py.core().stack.frame(index);
    let function = py.core().stack.word(record.base);
    let (globals, name) = (py.get(function, classes::FUNCTION_GLOBALS), py.intern("__name__"));
    Ok(py.dict_get_name(globals, name).unwrap_or(py.none()))
}

/// What attributes frames have.
pub fn install(py: &mut Py) {
    py.add_getters(
        types::FRAME,
        &[
            ("f_back", |py, frame| {
                let back = py.get(frame, classes::NATIVE_B);
                Ok(if back.is_null() { py.none() } else { back })
            }),
            ("f_globals", |py, frame| {
                let function = py.get(frame, classes::NATIVE_A);
                Ok(match py.is(function, classes::FUNCTION) {
                    true => py.get(function, classes::FUNCTION_GLOBALS),
                    false => py.new_dict(),
                })
            }),
            ("f_locals", |py, frame| {
                if py.get(frame, classes::NATIVE_C).is_null() {
                    let dict = py.new_dict();
                    py.set(frame, classes::NATIVE_C, dict);
                }
                Ok(py.get(frame, classes::NATIVE_C))
            }),
            ("f_builtins", |py, _| Ok(py.root(py.rt().singletons.builtins))),
            ("f_code", |py, frame| Ok(py.code_object(py.get_int(frame, classes::NATIVE_I) as u32))),
            ("f_lineno", |py, frame| {
                let (code, pc) = (py.get_int(frame, classes::NATIVE_I), py.get_int(frame, classes::NATIVE_J));
                let rt = py.runtime();
                let code = &rt.codes.get(code as u32).code;
                let line = code.positions.get(pc as usize).map_or(code.first_line, |place| place.line);
                Ok(py.new_int(line.into()))
            }),
            ("f_lasti", |py, frame| Ok(py.new_int(2 * py.get_int(frame, classes::NATIVE_J)))),
            ("f_trace", |py, _| Ok(py.none())),
        ],
    );
    // What it has is a copy: there is nothing else to let go of.
    let clear: Method = ("clear", NativeKind::Method, "(self, /)", |py, args| {
        py.set(args[0], classes::NATIVE_C, Word::NULL);
        py.none_result()
    });
    py.add_methods(types::FRAME, &[clear]);
    py.type_changed(types::FRAME);
}
