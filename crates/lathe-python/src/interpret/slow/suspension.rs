//! Generators and coroutines: put aside, sent to, awaited.

use super::Registers;
use crate::bytecode::AwaitSource;
use crate::object::classes;
use crate::object::generator::{self, Resumed, Resumption};
use crate::object::py::{Py, PyResult, Raised};
use crate::protocol::call::generator_slot;
use crate::runtime::LoadedCode;
use crate::runtime::types;
use crate::types::coroutine::cannot_await;
use lathe_heap::Word;

/// Puts the frame into its generator.
pub(super) fn suspend(py: &mut Py, loaded: &LoadedCode, regs: Registers, pc: u32) {
    let generator = regs.get(py, generator_slot(loaded) as u16);
    let slots = py.get(generator, classes::GENERATOR_SLOTS);
    for slot in 0..py.array_len(slots) {
        py.set_item(slots, slot, regs.get(py, slot as u16));
    }
    py.set_int(generator, classes::GENERATOR_PC, pc.into());
    py.set_int(generator, classes::GENERATOR_STATE, generator::SUSPENDED);
    let handled = py.handled();
    py.set(generator, classes::GENERATOR_HANDLED, handled);
}

/// What `await` iterates over.
pub(super) fn awaitable(py: &mut Py, object: Word, source: AwaitSource) -> PyResult {
    let found = py.await_iterator(object);
    if let Ok(Some(iterator)) = found {
        if iterator == object && py.is(object, classes::GENERATOR) && !py.delegate_of(object).is_null() {
            return Err(py.error(types::RUNTIME_ERROR, "coroutine is being awaited already"));
        }
        return Ok(iterator);
    }
    let name = py.type_name(object);
    let message = match (source, found) {
        // The loop says what it wanted; why not is the cause.
        (AwaitSource::AsyncNext, Err(Raised(cause))) => {
            let message = format!("'async for' received an invalid object from __anext__: {name}");
            let raised = py.type_error(&message);
            py.set(raised.0, classes::EXCEPTION_CAUSE, cause);
            py.set(raised.0, classes::EXCEPTION_CONTEXT, cause);
            py.set_int(raised.0, classes::EXCEPTION_SUPPRESS, 1);
            return Err(raised);
        }
        (_, Err(raised)) => return Err(raised),
        (AwaitSource::Expression, _) => return Err(cannot_await(py, object)),
        (AwaitSource::AsyncEnter, _) => {
            format!(
                "'async with' received an object from __aenter__ that does not implement __await__: {name}"
            )
        }
        (AwaitSource::AsyncExit, _) => {
            format!(
                "'async with' received an object from __aexit__ that does not implement __await__: {name}"
            )
        }
        (AwaitSource::AsyncNext, _) => {
            format!("'async for' received an invalid object from __anext__: {name}")
        }
    };
    Err(py.type_error(&message))
}

pub(super) fn send(py: &mut Py, iterator: Word, value: Word) -> PyResult<Resumed> {
    if py.is(iterator, classes::GENERATOR) {
        return py.resume(iterator, Resumption::Send(value));
    }
    let result = if py.is_none(value) {
        py.call_special(iterator, "__next__", &[]).map(|value| value.expect("an iterator"))
    } else {
        py.call_method(iterator, "send", &[value])
    };
    py.until_stop(result)
}
