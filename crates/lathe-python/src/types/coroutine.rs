//! Coroutines: `await`, `__await__`, `aiter`, `anext`.
//!
//! A coroutine runs as a generator does. It is no iterator: what `__await__` gives is a wrapper, which is one.

use super::function::{finished, generator_close, generator_next, generator_send, generator_throw};
use crate::bytecode::{Flags, Instr};
use crate::object::classes;
use crate::object::generator::{self, Resumed};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{Function, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] =
    &[("aiter", "(async_iterable, /)", aiter), ("anext", "(aiterator, default=None, /)", anext)];

impl Py {
    /// Is it a coroutine, or a generator that was declared to be used as one?
    pub fn is_coroutine(&self, object: Word) -> bool {
        if !self.is(object, classes::GENERATOR) {
            return false;
        }
        let code = self.rt().codes.get(self.get_int(object, classes::GENERATOR_CODE) as u32);
        code.code.flags.contains(Flags::COROUTINE) || code.code.flags.contains(Flags::ITERABLE_COROUTINE)
    }

    /// What a suspended generator or coroutine waits for; null if for nothing.
    pub fn delegate_of(&self, object: Word) -> Word {
        if self.get_int(object, classes::GENERATOR_STATE) != generator::SUSPENDED {
            return Word::NULL;
        }
        let rt = self.rt();
        let code = &rt.codes.get(self.get_int(object, classes::GENERATOR_CODE) as u32).code;
        match code.instructions[self.get_int(object, classes::GENERATOR_PC) as usize] {
            Instr::YieldFrom { iter, .. } => {
                self.items::<Word>(self.get(object, classes::GENERATOR_SLOTS))[usize::from(iter)]
            }
            _ => Word::NULL,
        }
    }

    /// What awaiting an object iterates over; none if it cannot be awaited.
    pub fn await_iterator(&mut self, object: Word) -> PyResult<Option<Word>> {
        if self.is_coroutine(object) {
            return Ok(Some(object));
        }
        let Some(iterator) = self.call_special(object, "__await__", &[])? else { return Ok(None) };
        if self.is_coroutine(iterator) {
            return Err(self.type_error("__await__() returned a coroutine"));
        }
        if self.lookup_special(iterator, "__next__").is_none() {
            let message = format!("__await__() returned non-iterator of type '{}'", self.type_name(iterator));
            return Err(self.type_error(&message));
        }
        Ok(Some(iterator))
    }
}

// --- The wrapper -------------------------------------------------------------------------------------------------------------

fn coroutine_await(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_native(Kind::CoroutineWrapper, args[0], Word::NULL, Word::NULL))
}

fn itself(_py: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

fn wrapped(py: &Py, args: &[Word]) -> Vec<Word> {
    let mut args = args.to_vec();
    args[0] = py.get(args[0], classes::NATIVE_A);
    args
}

fn wrapper_next(py: &mut Py, args: &[Word]) -> PyResult {
    generator_next(py, &wrapped(py, args))
}

fn wrapper_send(py: &mut Py, args: &[Word]) -> PyResult {
    generator_send(py, &wrapped(py, args))
}

fn wrapper_throw(py: &mut Py, args: &[Word]) -> PyResult {
    generator_throw(py, &wrapped(py, args))
}

fn wrapper_close(py: &mut Py, args: &[Word]) -> PyResult {
    generator_close(py, &wrapped(py, args))
}

/// A coroutine that was thrown away before it began.
fn coroutine_del(py: &mut Py, args: &[Word]) -> PyResult {
    if py.get_int(args[0], classes::GENERATOR_STATE) == generator::CREATED {
        let name = py.string(py.get(args[0], classes::GENERATOR_QUALNAME)).into_owned();
        py.flush_out()?;
        eprintln!("RuntimeWarning: coroutine '{name}' was never awaited");
    }
    py.close_generator(args[0])
}

// --- aiter, anext ------------------------------------------------------------------------------------------------------------

fn aiter(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(iterator) = py.call_special(args[0], "__aiter__", &[])? else {
        let message = format!("'{}' object is not an async iterable", py.type_name(args[0]));
        return Err(py.type_error(&message));
    };
    if py.lookup_special(iterator, "__anext__").is_none() {
        let message = format!("aiter() returned not an async iterator of type '{}'", py.type_name(iterator));
        return Err(py.type_error(&message));
    }
    Ok(iterator)
}

fn anext(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(next) = py.call_special(args[0], "__anext__", &[])? else {
        let message = format!("'{}' object is not an async iterator", py.type_name(args[0]));
        return Err(py.type_error(&message));
    };
    if args[1].is_null() {
        return Ok(next);
    }
    Ok(py.new_native(Kind::AnextAwaitable, next, args[1], Word::NULL))
}

/// The end of the iteration is the default value.
fn or_default(py: &mut Py, object: Word, result: PyResult) -> PyResult {
    match result {
        Err(raised) if py.is_instance(raised.0, types::STOP_ASYNC_ITERATION) => {
            let default = py.get(object, classes::NATIVE_B);
            finished(py, Resumed::Returned(default))
        }
        other => other,
    }
}

/// The iterator of the awaitable, got when it is first needed.
fn inner(py: &mut Py, object: Word) -> PyResult {
    let known = py.get(object, classes::NATIVE_C);
    if !known.is_null() {
        return Ok(known);
    }
    let next = py.get(object, classes::NATIVE_A);
    let iterator = match py.await_iterator(next)? {
        Some(iterator) if py.is(iterator, classes::GENERATOR) => {
            py.new_native(Kind::CoroutineWrapper, iterator, Word::NULL, Word::NULL)
        }
        Some(iterator) => iterator,
        None => return Err(cannot_await(py, next)),
    };
    py.set(object, classes::NATIVE_C, iterator);
    Ok(iterator)
}

/// The error of `await` for what cannot be awaited.
pub fn cannot_await(py: &mut Py, object: Word) -> Raised {
    let message = format!("object {} can't be used in 'await' expression", py.type_name(object));
    py.type_error(&message)
}

fn anext_next(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = inner(py, args[0])?;
    let result = py.call_special(iterator, "__next__", &[]).map(|value| value.expect("an iterator"));
    or_default(py, args[0], result)
}

fn anext_send(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = inner(py, args[0])?;
    let result = py.call_method(iterator, "send", &args[1..]);
    or_default(py, args[0], result)
}

fn anext_throw(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = inner(py, args[0])?;
    let given: Vec<Word> = args[1..].iter().copied().filter(|arg| !arg.is_null()).collect();
    let result = py.call_method(iterator, "throw", &given);
    or_default(py, args[0], result)
}

fn anext_close(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = inner(py, args[0])?;
    let result = py.call_method(iterator, "close", &[]);
    or_default(py, args[0], result)
}

pub fn install(py: &mut Py) {
    py.add_methods(
        types::COROUTINE,
        &[
            ("__await__", Special, "(self, /)", coroutine_await),
            ("__del__", Special, "(self, /)", coroutine_del),
        ],
    );
    let wrapper: &[Method] = &[
        ("__iter__", Special, "(self, /)", itself),
        ("__next__", Special, "(self, /)", wrapper_next),
        ("send", Plain, "(self, value, /)", wrapper_send),
        ("throw", Plain, "(self, typ, val=None, tb=None, /)", wrapper_throw),
        ("close", Plain, "(self, /)", wrapper_close),
    ];
    py.add_methods(types::COROUTINE_WRAPPER, wrapper);
    let anext: &[Method] = &[
        ("__await__", Special, "(self, /)", itself),
        ("__iter__", Special, "(self, /)", itself),
        ("__next__", Special, "(self, /)", anext_next),
        ("send", Plain, "(self, value, /)", anext_send),
        ("throw", Plain, "(self, typ, val=None, tb=None, /)", anext_throw),
        ("close", Plain, "(self, /)", anext_close),
    ];
    py.add_methods(types::ANEXT_AWAITABLE, anext);
}
