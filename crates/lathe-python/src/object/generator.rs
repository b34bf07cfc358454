//! Generators: frames that are put aside.
//!
//! A suspended generator has its slots in an array. When it is resumed from Rust, a run of its own starts with these slots at
//! the pc where it stopped; `Yield` puts them back and ends the run.

use super::classes;
use super::py::{Py, PyResult, Raised};
use crate::bytecode::Instr;
use crate::protocol::call::{frame_slots, generator_slot};
use crate::runtime::types;
use lathe_heap::Word;
use lathe_ir::CodeId;
use lathe_meta::{Start, start_guest};

/// `GENERATOR_STATE`.
pub const CREATED: i64 = 0;
pub const SUSPENDED: i64 = 1;
pub const RUNNING: i64 = 2;
pub const CLOSED: i64 = 3;

/// What a resumed generator finds at its `Yield`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumption {
    Send(Word),
    Throw(Word),
}

/// How it has come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumed {
    Yielded(Word),
    Returned(Word),
}

impl Py {
    /// A generator whose arguments are in these slots.
    pub fn new_generator(&mut self, function: Word, code: u32, slots: Word) -> PyResult {
        let generator = self.new_object(classes::GENERATOR);
        self.set_int(generator, classes::GENERATOR_CODE, code.into());
        self.set(generator, classes::GENERATOR_SLOTS, slots);
        self.set(generator, classes::GENERATOR_NAME, self.get(function, classes::FUNCTION_NAME));
        self.set(generator, classes::GENERATOR_QUALNAME, self.get(function, classes::FUNCTION_QUALNAME));
        if self.type_of(generator) == types::COROUTINE {
            // Whoever forgets to await it is told.
            self.core().heap.add_finalizer(generator);
        }
        Ok(generator)
    }

    /// What it is called in messages.
    fn kind_of_generator(&self, generator: Word) -> &'static str {
        match self.type_of(generator) {
            types::COROUTINE => "coroutine",
            types::ASYNC_GENERATOR => "async generator",
            _ => "generator",
        }
    }

    /// `next(generator)` or `send`; none at the end (then what it has returned is lost).
    pub fn resume_generator(&mut self, generator: Word, value: Word) -> PyResult<Option<Word>> {
        if self.get_int(generator, classes::GENERATOR_STATE) == CLOSED {
            return Ok(None);
        }
        match self.resume(generator, Resumption::Send(value))? {
            Resumed::Yielded(value) => Ok(Some(value)),
            Resumed::Returned(_) => Ok(None),
        }
    }

    /// Lets it run until it yields or ends.
    pub fn resume(&mut self, generator: Word, resumption: Resumption) -> PyResult<Resumed> {
        let kind = self.kind_of_generator(generator);
        let none = self.none();
        let state = self.get_int(generator, classes::GENERATOR_STATE);
        match (state, resumption) {
            (RUNNING, _) => return Err(self.value_error(&format!("{kind} already executing"))),
            (CREATED, Resumption::Send(value)) if value != none => {
                return Err(self.type_error(&format!("can't send non-None value to a just-started {kind}")));
            }
            (CREATED, Resumption::Throw(exception)) => {
                self.close_frame(generator);
                return Err(Raised(exception));
            }
            (CLOSED, _) if kind == "coroutine" => {
                return Err(self.error(types::RUNTIME_ERROR, "cannot reuse already awaited coroutine"));
            }
            (CLOSED, Resumption::Send(_)) => return Ok(Resumed::Returned(none)),
            (CLOSED, Resumption::Throw(exception)) => return Err(Raised(exception)),
            _ => {}
        }
        let rt = self.runtime();
        let number = self.get_int(generator, classes::GENERATOR_CODE) as u32;
        let slots = self.get(generator, classes::GENERATOR_SLOTS);
        if self.core().stack.depth() >= rt.recursion_limit.get() {
            return Err(self.recursion_error());
        }
        self.check_stack()?;
        self.set_int(generator, classes::GENERATOR_STATE, RUNNING);
        // Its own handled exception shows while it runs.
        let handled = self.handled();
        self.set_handled(self.get(generator, classes::GENERATOR_HANDLED));
        let loaded = rt.codes.get(number);
        self.set_item(slots, generator_slot(loaded) as usize, generator);
        let mut pc = self.get_int(generator, classes::GENERATOR_PC) as u32;
        let mut exception = None;
        match resumption {
            Resumption::Send(_) if state == CREATED => {}
            Resumption::Send(value) => {
                let suspended_at = loaded.code.instructions[pc as usize];
                let dst = match suspended_at {
                    Instr::Yield { dst, .. } => dst,
                    Instr::YieldFrom { value, .. } => value,
                    other => unreachable!("suspended at {other:?}"),
                };
                self.set_item(slots, dst.into(), value);
                pc += 1;
            }
            Resumption::Throw(thrown) => {
                exception = Some(thrown);
                if let Instr::YieldFrom { value, iter, exit } = loaded.code.instructions[pc as usize] {
                    let iterator = self.items::<Word>(slots)[usize::from(iter)];
                    match self.throw_on(iterator, thrown) {
                        Ok(Some(Resumed::Yielded(value))) => {
                            self.set_int(generator, classes::GENERATOR_STATE, SUSPENDED);
                            self.set_handled(handled);
                            return Ok(Resumed::Yielded(value));
                        }
                        Ok(Some(Resumed::Returned(result))) => {
                            self.set_item(slots, value.into(), result);
                            (pc, exception) = (exit, None);
                        }
                        Ok(None) => {}
                        Err(raised) => exception = Some(raised.0),
                    }
                }
            }
        }
        let args = self.items::<Word>(slots);
        let start = Start { code: CodeId(number), pc, slots: frame_slots(loaded), args, exception };
        // SAFETY: the context is ours, and nothing of the core is borrowed.
        let result = unsafe { start_guest(self.context(), start) };
        self.set_handled(handled);
        match self.outcome(result) {
            Ok(value) if self.get_int(generator, classes::GENERATOR_STATE) == SUSPENDED => {
                Ok(Resumed::Yielded(value))
            }
            Ok(value) => {
                self.close_frame(generator);
                Ok(Resumed::Returned(value))
            }
            Err(raised) => {
                self.close_frame(generator);
                Err(self.replace_stop(raised, kind))
            }
        }
    }

    /// What is thrown into a generator goes to what it yields from first. None: that takes no exceptions, or was closed.
    fn throw_on(&mut self, iterator: Word, exception: Word) -> PyResult<Option<Resumed>> {
        if self.is_instance(exception, types::GENERATOR_EXIT) {
            let close = self.intern("close");
            if self.is(iterator, classes::GENERATOR) {
                self.close_generator(iterator)?;
            } else if let Some(close) = self.try_get_attr(iterator, close)? {
                self.call(close, &[])?;
            }
            return Ok(None);
        }
        if self.is(iterator, classes::GENERATOR) {
            return self.resume(iterator, Resumption::Throw(exception)).map(Some);
        }
        let throw = self.intern("throw");
        let Some(throw) = self.try_get_attr(iterator, throw)? else { return Ok(None) };
        let result = self.call(throw, &[exception]);
        self.until_stop(result).map(Some)
    }

    /// What an iterator's method has given: a value, or with a `StopIteration` its result.
    pub fn until_stop(&mut self, result: PyResult) -> PyResult<Resumed> {
        match result {
            Ok(value) => Ok(Resumed::Yielded(value)),
            Err(raised) if self.is_instance(raised.0, types::STOP_ITERATION) => {
                Ok(Resumed::Returned(self.stop_value(raised.0)))
            }
            Err(raised) => Err(raised),
        }
    }

    /// The value of a `StopIteration`.
    pub fn stop_value(&self, exception: Word) -> Word {
        // What was made here has arguments only.
        if self.is(self.get(exception, classes::EXCEPTION_EXTRA), classes::REFS) {
            return self.exception_extra(exception, 0);
        }
        let args = self.get(exception, classes::EXCEPTION_ARGS);
        self.items::<Word>(args).first().copied().unwrap_or(self.none())
    }

    /// A `StopIteration` does not get out of a generator as such.
    fn replace_stop(&mut self, raised: Raised, kind: &str) -> Raised {
        let what = if self.is_instance(raised.0, types::STOP_ITERATION) {
            "StopIteration"
        } else if kind == "async generator" && self.is_instance(raised.0, types::STOP_ASYNC_ITERATION) {
            "StopAsyncIteration"
        } else {
            return raised;
        };
        let new = self.error(types::RUNTIME_ERROR, &format!("{kind} raised {what}"));
        self.set(new.0, classes::EXCEPTION_CAUSE, raised.0);
        self.set(new.0, classes::EXCEPTION_CONTEXT, raised.0);
        self.set_int(new.0, classes::EXCEPTION_SUPPRESS, 1);
        new
    }

    fn close_frame(&mut self, generator: Word) {
        self.set_int(generator, classes::GENERATOR_STATE, CLOSED);
        self.set(generator, classes::GENERATOR_SLOTS, Word::NULL);
        self.set(generator, classes::GENERATOR_HANDLED, Word::NULL);
    }

    /// `generator.close()`.
    pub fn close_generator(&mut self, generator: Word) -> PyResult {
        let none = self.none();
        match self.get_int(generator, classes::GENERATOR_STATE) {
            CREATED => {
                self.close_frame(generator);
                return Ok(none);
            }
            CLOSED => return Ok(none),
            _ => {}
        }
        let exit = self.error_with(types::GENERATOR_EXIT, &[]);
        match self.resume(generator, Resumption::Throw(exit.0)) {
            Ok(Resumed::Yielded(_)) => {
                let message = format!("{} ignored GeneratorExit", self.kind_of_generator(generator));
                Err(self.error(types::RUNTIME_ERROR, &message))
            }
            Ok(Resumed::Returned(value)) => Ok(value),
            Err(raised)
                if self.is_instance(raised.0, types::GENERATOR_EXIT)
                    || self.is_instance(raised.0, types::STOP_ITERATION) =>
            {
                Ok(none)
            }
            Err(raised) => Err(raised),
        }
    }
}
