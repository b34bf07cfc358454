//! Generators and coroutines: put aside, sent to, awaited.

use super::Registers;
use crate::bytecode::AwaitSource;
use crate::object::classes;
use crate::object::generator::{self, Resumed, Resumption};
use crate::object::py::{Py, PyResult};
use crate::protocol::call::generator_slot;
use crate::runtime::LoadedCode;
use crate::runtime::types;
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
    if py.is(object, classes::GENERATOR) && py.type_of(object) == types::COROUTINE {
        return Ok(object);
    }
    let Some(iterator) = py.call_special(object, "__await__", &[])? else {
        let name = py.type_name(object);
        let message = match source {
            AwaitSource::Expression => format!("'{name}' object can't be awaited"),
            AwaitSource::AsyncEnter => {
                format!(
                    "'async with' received an object from __aenter__ that does not implement __await__: {name}"
                )
            }
            AwaitSource::AsyncExit => {
                format!(
                    "'async with' received an object from __aexit__ that does not implement __await__: {name}"
                )
            }
            AwaitSource::AsyncNext => {
                format!("'async for' received an invalid object from __anext__: {name}")
            }
        };
        return Err(py.type_error(&message));
    };
    Ok(iterator)
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
