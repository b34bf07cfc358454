//! Built-ins that call guest code, look at frames, or have to do with memory.

use super::classes::ARRAY;
use super::interpret::{core, new_error};
use super::state;
use crate::ErrorCode::{MissingField, StackOverflow};
use crate::{Instruction, MAX_NESTED};
use lathe_codegen::VmContext;
use lathe_heap::{ARRAY_ITEMS_OFFSET, ARRAY_LENGTH_OFFSET, Collection, Word, attention};
use lathe_ir::CodeId;
use lathe_meta::{Attended, Core, Failure, call_guest, take_frames};
use std::sync::atomic::Ordering;

fn raise(core: &mut Core, code: crate::ErrorCode) -> u64 {
    core.context.exception = new_error(core, code).0;
    0
}

/// How a function is called, if there is room.
fn callee(core: &mut Core, function: u64) -> (CodeId, u32) {
    let slots = state(&mut core.user).program.functions[function as usize].slots;
    (CodeId(function as u32), slots as u32)
}

/// `each(function, array)`
pub extern "C" fn each(context: *mut VmContext, function: u64, array: u64, _: u64, _: u64, _: u64) -> u64 {
    if state(&mut core(context).user).nested == MAX_NESTED {
        return raise(core(context), StackOverflow);
    }
    let (code, slots) = callee(core(context), function);
    let array = array as *const u8;
    // SAFETY: the interpreter has checked the class. The array is alive: our frame has it.
    let length = unsafe { array.add(ARRAY_LENGTH_OFFSET as usize).cast::<u64>().read() };
    let Ok(results) = core(context).heap.allocate_array(ARRAY.class, length) else {
        core(context).attention.fetch_or(attention::OUT_OF_MEMORY, Ordering::Relaxed);
        return 0;
    };
    for index in 0..length as u32 {
        let offset = ARRAY_ITEMS_OFFSET + 8 * index;
        // SAFETY: the array has this many items.
        let item = unsafe { array.add(offset as usize).cast::<Word>().read() };
        state(&mut core(context).user).nested += 1;
        // SAFETY: the context is ours, and nothing of the core is borrowed.
        let result = unsafe { call_guest(context, code, slots, &[item]) };
        state(&mut core(context).user).nested -= 1;
        match result {
            Ok(result) => {
                let results = results.as_pointer().expect("an array");
                // SAFETY: it has as many items.
                unsafe { core(context).heap.store(results, offset, result) };
            }
            Err(Failure::Raised(exception)) => {
                core(context).context.exception = exception.0;
                return 0;
            }
            // Stopped: at the next loop.
            Err(Failure::StackFull | Failure::Stopped) => return raise(core(context), StackOverflow),
        }
    }
    results.0
}

/// Where the local of the nearest caller in an `each` is on the stack.
fn peeked(core: &mut Core, name: u64) -> Option<u32> {
    let program = state(&mut core.user).program.clone();
    let name = &program.fields[name as usize];
    let in_each = |&index: &usize| {
        let frame = core.stack.frame(index);
        matches!(program.functions[frame.code.index()].code[frame.pc as usize], Instruction::Each { .. })
    };
    // The top frame is not in an `each` now, wherever its `pc` is.
    let index = (0..core.stack.depth() - 1).rev().find(in_each)?;
    let frame = core.stack.frame(index);
    let slot = program.functions[frame.code.index()].locals.iter().position(|local| local == name)?;
    Some(frame.base + slot as u32)
}

/// `peek(name)`
pub extern "C" fn peek(context: *mut VmContext, name: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    match peeked(core, name) {
        Some(place) => core.stack.word(place).0,
        None => raise(core, MissingField),
    }
}

/// `poke(name, value)`
pub extern "C" fn poke(context: *mut VmContext, name: u64, value: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    match peeked(core, name) {
        Some(place) => {
            core.stack.set_word(place, Word(value));
            take_frames(core);
            0
        }
        None => raise(core, MissingField),
    }
}

/// `on_free(object, function)`
pub extern "C" fn on_free(
    context: *mut VmContext,
    object: u64,
    function: u64,
    _: u64,
    _: u64,
    _: u64,
) -> u64 {
    let core = core(context);
    let known = state(&mut core.user).finalizers.insert(Word(object), function as u16);
    if known.is_none() {
        core.heap.add_finalizer(Word(object));
    }
    0
}

pub extern "C" fn collect(context: *mut VmContext, _: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    core(context).heap.collect(Collection::Major);
    0
}

/// Objects are free that somebody wants to know about.
pub fn run_finalizers(context: *mut VmContext) -> Attended {
    while let Some(object) = core(context).heap.take_finalizable() {
        let Some(function) = state(&mut core(context).user).finalizers.remove(&object) else { continue };
        let (code, slots) = callee(core(context), function.into());
        // SAFETY: the context is that of the VM, which asks for attention while nothing is borrowed.
        let result = unsafe { call_guest(context, code, slots, &[object]) };
        // What a finalizer raises is nobody's business.
        if result == Err(Failure::Stopped) {
            return Attended::Stop;
        }
    }
    Attended::GoOn
}
