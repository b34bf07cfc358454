//! What traces do to the VM stack.
//!
//! Within a trace, frames are names of values. Only where a trace goes on in a loop of a function that it has called, the
//! frames below must be on the stack, so that the loop's exits find them; and where a trace returns from the frame it began
//! in, it must see who called. Both are rare next to what happens in loops, so they are calls of helpers, and the optimizer
//! treats the values they take like any that escape.

use crate::core::Core;
use crate::ops::Helper;
use crate::stack::Action;
use lathe_codegen::VmContext;
use lathe_heap::Word;
use lathe_ir::{Access, CodeId, Effects, Type};

#[derive(Clone, Copy, Debug)]
pub struct FrameHelpers {
    /// `(frames) -> 0 or 1`: is there room for so many more, and for what a trace may open on top of them?
    pub has_room: Helper,
    /// `(slot, value)`: into the top frame.
    pub store_local: Helper,
    /// `(two slots, value, value)`.
    pub store_locals: Helper,
    /// `(slot) -> value`: of the top frame.
    pub load_local: Helper,
    /// `(pc)`: of the top frame.
    pub set_pc: Helper,
    /// `(code and action, pc and slots, pc of the call)`: a frame on top of the one that calls.
    pub push: Helper,
    /// `() -> who`: the caller of the top frame, see [`caller_id`].
    pub caller: Helper,
    pub drop: Helper,
    /// `(slot) -> value`: drops the top frame and loads from the one below.
    pub drop_and_load: Helper,
}

/// A caller's code, the pc of its call and what it does with the result, in one word; `None` if they are too large.
pub fn caller_id(code: CodeId, pc: u32, action: Action) -> Option<i64> {
    let fits = code.0 < 1 << 20 && pc < 1 << 26 && action.0 < 1 << 16;
    fits.then_some((code.0 as i64) << 42 | (pc as i64) << 16 | action.0 as i64)
}

/// Two 32-bit numbers in one word.
pub fn pack(low: u32, high: u32) -> i64 {
    low as i64 | (high as i64) << 32
}

fn unpack(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

impl FrameHelpers {
    pub fn register(core: &mut Core) -> FrameHelpers {
        // They see the VM stack and nothing of the heap.
        let effects = || Effects { reads: Access::Nothing, writes: Access::Nothing, ..Effects::unknown() };
        let (int, any) = (Type::Int, Type::Ref);
        FrameHelpers {
            has_room: core.add_helper("stack_has_room", &[int], Some(int), effects(), has_room),
            store_local: core.add_helper("store_local", &[int, any], None, effects(), store_local),
            store_locals: core.add_helper("store_locals", &[int, any, any], None, effects(), store_locals),
            load_local: core.add_helper("load_local", &[int], Some(any), effects(), load_local),
            set_pc: core.add_helper("set_pc", &[int], None, effects(), set_pc),
            push: core.add_helper("push_frame", &[int, int, int], None, effects(), push),
            caller: core.add_helper("caller", &[], Some(int), effects(), caller),
            drop: core.add_helper("drop_frame", &[], None, effects(), drop_frame),
            drop_and_load: core.add_helper("drop_and_load", &[int], Some(any), effects(), drop_and_load),
        }
    }
}

fn core<'c>(context: *mut VmContext) -> &'c Core {
    // SAFETY: helpers are called with the context of their VM, whose host is its core.
    unsafe { &*(*context).host.cast::<Core>() }
}

extern "C" fn has_room(context: *mut VmContext, frames: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let core = core(context);
    core.stack.has_room(frames as usize + core.deepest) as u64
}

extern "C" fn store_local(context: *mut VmContext, slot: u64, value: u64, _: u64, _: u64, _: u64) -> u64 {
    let stack = &core(context).stack;
    stack.set_word(stack.top_frame().base + slot as u32, Word(value));
    0
}

extern "C" fn store_locals(
    context: *mut VmContext,
    slots: u64,
    first: u64,
    second: u64,
    _: u64,
    _: u64,
) -> u64 {
    let stack = &core(context).stack;
    let (base, slots) = (stack.top_frame().base, unpack(slots));
    stack.set_word(base + slots.0, Word(first));
    stack.set_word(base + slots.1, Word(second));
    0
}

extern "C" fn load_local(context: *mut VmContext, slot: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let stack = &core(context).stack;
    stack.word(stack.top_frame().base + slot as u32).0
}

extern "C" fn set_pc(context: *mut VmContext, pc: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    core(context).stack.set_pc(pc as u32);
    0
}

extern "C" fn push(
    context: *mut VmContext,
    code_and_action: u64,
    pc_and_slots: u64,
    call: u64,
    _: u64,
    _: u64,
) -> u64 {
    let (code, action) = unpack(code_and_action);
    let (pc, slots) = unpack(pc_and_slots);
    let stack = &core(context).stack;
    stack.set_pc(call as u32);
    stack.push_anyway(CodeId(code), pc, slots, Action(action));
    0
}

extern "C" fn caller(context: *mut VmContext, _: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    let stack = &core(context).stack;
    let depth = stack.depth();
    if depth < 2 {
        return u64::MAX;
    }
    let (caller, callee) = (stack.frame(depth - 2), stack.frame(depth - 1));
    caller_id(caller.code, caller.pc, callee.action).map_or(u64::MAX, |id| id as u64)
}

extern "C" fn drop_frame(context: *mut VmContext, _: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    core(context).stack.pop();
    0
}

extern "C" fn drop_and_load(context: *mut VmContext, slot: u64, _: u64, _: u64, _: u64, _: u64) -> u64 {
    core(context).stack.pop();
    load_local(context, slot, 0, 0, 0, 0)
}
