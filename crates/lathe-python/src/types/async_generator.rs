//! Asynchronous generators: `__anext__`, `asend`, `athrow`, `aclose` give awaitables, which run the generator when they are awaited.
//!
//! The generator suspends in two ways. At a `Yield` it has a value for whoever iterates: the awaitable is done, with that value. At a
//! `YieldFrom` it awaits something itself: what that yields goes through to the event loop.

use super::function::finished;
use crate::bytecode::Instr;
use crate::object::classes;
use crate::object::generator::{self, Resumed, Resumption};
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

/// States of an awaitable.
const NEW: i64 = 0;
const AWAITED: i64 = 1;
const DONE: i64 = 2;

/// Bits in the generator: one of its awaitables is under way; `aclose` was called.
const RUNNING: i64 = 1;
const CLOSED: i64 = 2;

fn has_bit(py: &Py, generator: Word, bit: i64) -> bool {
    py.as_int(py.get(generator, classes::GENERATOR_AWAITED)).unwrap_or(0) & bit != 0
}

fn set_bit(py: &mut Py, generator: Word, bit: i64, on: bool) {
    let bits = match py.get(generator, classes::GENERATOR_AWAITED) {
        word if word.is_null() => 0,
        word => py.as_int(word).unwrap_or(0),
    };
    let bits = if on { bits | bit } else { bits & !bit };
    py.set(generator, classes::GENERATOR_AWAITED, Word::wrap_small(bits));
}

/// Is the generator suspended with a value for whoever iterates?
fn has_value(py: &Py, generator: Word) -> bool {
    let code = &py.rt().codes.get(py.get_int(generator, classes::GENERATOR_CODE) as u32).code;
    let pc = py.get_int(generator, classes::GENERATOR_PC);
    matches!(code.instructions[pc as usize], Instr::Yield { .. })
}

/// An awaitable's parts.
#[derive(Clone, Copy)]
struct Awaitable {
    object: Word,
    generator: Word,
    closes: bool,
    throws: bool,
}

impl Awaitable {
    fn new(py: &Py, object: Word) -> Awaitable {
        let throws = py.native_kind(object) == Some(Kind::AsyncThrow);
        Awaitable {
            object,
            generator: py.get(object, classes::NATIVE_A),
            closes: throws && py.get_int(object, classes::NATIVE_J) != 0,
            throws,
        }
    }

    fn state(self, py: &Py) -> i64 {
        py.get_int(self.object, classes::NATIVE_I)
    }

    fn name(self) -> &'static str {
        match (self.throws, self.closes) {
            (false, _) => "anext()",
            (true, false) => "athrow()",
            (true, true) => "aclose()",
        }
    }

    fn end(self, py: &mut Py) {
        py.set_int(self.object, classes::NATIVE_I, DONE);
        set_bit(py, self.generator, RUNNING, false);
    }

    /// It may be awaited once.
    fn check(self, py: &mut Py) -> PyResult<()> {
        if self.state(py) == DONE {
            let what = if self.throws { "aclose()/athrow()" } else { "__anext__()/asend()" };
            let message = format!("cannot reuse already awaited {what}");
            return Err(py.error(types::RUNTIME_ERROR, &message));
        }
        if self.state(py) == NEW && has_bit(py, self.generator, RUNNING) {
            py.set_int(self.object, classes::NATIVE_I, DONE);
            let message = format!("{}: asynchronous generator is already running", self.name());
            return Err(py.error(types::RUNTIME_ERROR, &message));
        }
        Ok(())
    }

    /// Runs the generator, and says what that means for whoever awaits.
    fn run(self, py: &mut Py, resumption: Resumption) -> PyResult {
        match py.resume(self.generator, resumption) {
            Ok(Resumed::Yielded(value)) if !has_value(py, self.generator) => Ok(value),
            Ok(Resumed::Yielded(_)) if self.closes => {
                self.end(py);
                Err(py.error(types::RUNTIME_ERROR, "async generator ignored GeneratorExit"))
            }
            Ok(Resumed::Yielded(value)) => {
                self.end(py);
                finished(py, Resumed::Returned(value))
            }
            Ok(Resumed::Returned(_)) => {
                self.end(py);
                if self.closes {
                    return self.closed(py);
                }
                Err(py.error_with(types::STOP_ASYNC_ITERATION, &[]))
            }
            Err(raised) => {
                self.end(py);
                let ended = py.is_instance(raised.0, types::STOP_ASYNC_ITERATION)
                    || py.is_instance(raised.0, types::GENERATOR_EXIT);
                if self.closes && ended { self.closed(py) } else { Err(raised) }
            }
        }
    }

    fn closed(self, py: &mut Py) -> PyResult {
        Err(py.error_with(types::STOP_ITERATION, &[]))
    }

    fn send(self, py: &mut Py, value: Word) -> PyResult {
        if self.throws && self.state(py) != DONE {
            let finished = py.get_int(self.generator, classes::GENERATOR_STATE) == generator::CLOSED;
            if finished {
                py.set_int(self.object, classes::NATIVE_I, DONE);
                return self.closed(py);
            }
        }
        self.check(py)?;
        if self.state(py) != NEW {
            return self.run(py, Resumption::Send(value));
        }
        let none = py.none();
        if !self.throws {
            py.set_int(self.object, classes::NATIVE_I, AWAITED);
            set_bit(py, self.generator, RUNNING, true);
            let value = if value == none { py.get(self.object, classes::NATIVE_B) } else { value };
            return self.run(py, Resumption::Send(value));
        }
        if has_bit(py, self.generator, CLOSED) {
            py.set_int(self.object, classes::NATIVE_I, DONE);
            return Err(py.error_with(types::STOP_ASYNC_ITERATION, &[]));
        }
        if value != none {
            let message = "can't send non-None value to a just-started coroutine";
            return Err(py.error(types::RUNTIME_ERROR, message));
        }
        py.set_int(self.object, classes::NATIVE_I, AWAITED);
        set_bit(py, self.generator, RUNNING, true);
        let exception = if self.closes {
            set_bit(py, self.generator, CLOSED, true);
            py.error_with(types::GENERATOR_EXIT, &[]).0
        } else {
            let args = py.get(self.object, classes::NATIVE_B);
            let args = py.items::<Word>(args).to_vec();
            super::function::thrown(py, &args)?
        };
        self.run(py, Resumption::Throw(exception))
    }

    fn throw(self, py: &mut Py, exception: Word) -> PyResult {
        self.check(py)?;
        if self.state(py) == NEW {
            py.set_int(self.object, classes::NATIVE_I, AWAITED);
            set_bit(py, self.generator, RUNNING, true);
        }
        self.run(py, Resumption::Throw(exception))
    }
}

fn awaitable_next(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    Awaitable::new(py, args[0]).send(py, none)
}

fn awaitable_send(py: &mut Py, args: &[Word]) -> PyResult {
    Awaitable::new(py, args[0]).send(py, args[1])
}

fn awaitable_throw(py: &mut Py, args: &[Word]) -> PyResult {
    let exception = super::function::thrown(py, &args[1..])?;
    Awaitable::new(py, args[0]).throw(py, exception)
}

fn awaitable_close(py: &mut Py, args: &[Word]) -> PyResult {
    let awaitable = Awaitable::new(py, args[0]);
    if awaitable.state(py) == AWAITED {
        let exit = py.error_with(types::GENERATOR_EXIT, &[]);
        return match awaitable.throw(py, exit.0) {
            Ok(_) => Err(py.error(types::RUNTIME_ERROR, "coroutine ignored GeneratorExit")),
            Err(Raised(exception))
                if [types::STOP_ITERATION, types::STOP_ASYNC_ITERATION, types::GENERATOR_EXIT]
                    .iter()
                    .any(|&ty| py.is_instance(exception, ty)) =>
            {
                Ok(py.none())
            }
            Err(raised) => Err(raised),
        };
    }
    py.set_int(args[0], classes::NATIVE_I, DONE);
    Ok(py.none())
}

fn itself(_py: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

fn asend(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(py.new_native(Kind::AsyncSend, args[0], args[1], Word::NULL))
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    Ok(py.new_native(Kind::AsyncSend, args[0], none, Word::NULL))
}

fn athrow(py: &mut Py, args: &[Word]) -> PyResult {
    let none = py.none();
    let given = [args[1], args[2], args[3]].map(|arg| if arg.is_null() { none } else { arg });
    let given = py.new_tuple(&given);
    Ok(py.new_native(Kind::AsyncThrow, args[0], given, Word::NULL))
}

fn aclose(py: &mut Py, args: &[Word]) -> PyResult {
    let object = py.new_native(Kind::AsyncThrow, args[0], Word::NULL, Word::NULL);
    py.set_int(object, classes::NATIVE_J, 1);
    Ok(object)
}

fn running(py: &mut Py, generator: Word) -> PyResult {
    let running = has_bit(py, generator, RUNNING);
    Ok(py.bool(running))
}

pub fn install(py: &mut Py) {
    let id = types::ASYNC_GENERATOR;
    let methods: &[Method] = &[
        ("__aiter__", Special, "(self, /)", itself),
        ("__anext__", Special, "(self, /)", next),
        ("asend", Plain, "(self, value, /)", asend),
        ("athrow", Plain, "(self, typ, val=None, tb=None, /)", athrow),
        ("aclose", Plain, "(self, /)", aclose),
        ("__repr__", Special, "(self, /)", super::function::generator_repr),
        super::support::CLASS_GETITEM,
    ];
    py.add_methods(id, methods);
    py.add_getters(id, &[("ag_running", running)]);
    let awaitable: &[Method] = &[
        ("__await__", Special, "(self, /)", itself),
        ("__iter__", Special, "(self, /)", itself),
        ("__next__", Special, "(self, /)", awaitable_next),
        ("send", Plain, "(self, value, /)", awaitable_send),
        ("throw", Plain, "(self, typ, val=None, tb=None, /)", awaitable_throw),
        ("close", Plain, "(self, /)", awaitable_close),
    ];
    for id in [types::ASYNC_GENERATOR_ASEND, types::ASYNC_GENERATOR_ATHROW] {
        py.add_methods(id, awaitable);
    }
}
