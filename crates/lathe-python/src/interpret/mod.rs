//! The interpreter, written once against `Ops`.
//!
//! [`step`] has what is common, in a form that can be traced. Everything else is done by [`slow`], in Rust, completely: for an
//! instruction with one result at most that is a call in the trace, for others a recording ends there. [`numbers`] has arithmetic,
//! [`calls`] calls and returns, [`binding`] arguments, [`specials`] special methods of users' classes, [`intrinsics`] builtin
//! functions, [`attributes`] objects with maps, [`globals`] names, [`loops`] `for`, [`helpers`] the Rust functions that are called.

mod attributes;
mod binding;
mod calls;
mod globals;
pub(crate) mod helpers;
pub mod intrinsics;
mod loops;
mod numbers;
pub mod slow;
mod specials;
mod step;

pub use helpers::Helpers;

use crate::bytecode::Instr;
use crate::object::py::Py;
use crate::protocol::call::{generator_slot, scratch};
use crate::runtime::Runtime;
use lathe_codegen::VmContext;
use lathe_heap::attention;
use lathe_ir::CodeId;
use lathe_meta::{Action, Arg, Attended, Guest, Ops, Stop};
use std::fmt;
use std::rc::Rc;

/// A Python interpreter as the toolkit sees it.
pub struct Python {
    pub rt: Rc<Runtime>,
    pub helpers: Helpers,
}

impl fmt::Debug for Python {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Python").finish_non_exhaustive()
    }
}

/// What an instruction leads to.
enum Flow<R> {
    Next,
    /// Past the second half.
    Skip,
    Jump(u32),
    /// A frame was pushed.
    Enter,
    Return(R),
    Raise(R),
    /// The same without a new context or traceback entry.
    Reraise(R),
    Stop(Stop),
}

/// Where a frame has returned to.
enum Returned<R> {
    To(u32),
    /// The instruction there cannot use this value.
    Refused(u32, R),
}

/// A helper is called with so many arguments, the callee aside.
const MAX_ARGUMENTS: u16 = 4;

/// What a caller does with the result of a frame. The instruction is the one at the pc of its call.
pub mod action {
    /// Stores it in the instruction's destination.
    pub const RESULT: u32 = 1;
    /// Of `__init__`: must be None; the object is in the register of the callee.
    pub const INIT: u32 = 2;
    /// The same for a call as of a method, whose first register is null: the object is in the next.
    pub const INIT_BESIDE: u32 = 4;
    /// Of `__add__` and its like, where nothing else would be tried: `NotImplemented` is an error, else as `RESULT`.
    pub const OPERATOR: u32 = 3;
}

impl Guest for Python {
    fn run<O: Ops>(&self, ops: &mut O) -> Stop {
        let mut pc = ops.pc();
        'frame: loop {
            let loaded = self.rt.codes.get(ops.code().0);
            let code = &loaded.code.instructions[..];
            loop {
                if let Some(stop) = ops.bytecode(pc) {
                    return stop;
                }
                match self.step(ops, loaded, pc, code[pc as usize]) {
                    Flow::Next => pc += 1,
                    Flow::Skip => pc += 2,
                    Flow::Jump(target) => pc = target,
                    Flow::Enter => {
                        pc = 0;
                        continue 'frame;
                    }
                    Flow::Return(value) => {
                        match self.finish_frame(ops, value) {
                            Ok(Returned::To(next)) => pc = next,
                            Ok(Returned::Refused(at, value)) => {
                                let exception = self.refused(ops, at, value);
                                match self.raise(ops, exception, at, true) {
                                    Some(target) => pc = target,
                                    None => return Stop::Uncaught,
                                }
                            }
                            Err(stop) => return stop,
                        }
                        continue 'frame;
                    }
                    Flow::Raise(exception) => match self.raise(ops, exception, pc, true) {
                        Some(target) => {
                            pc = target;
                            continue 'frame;
                        }
                        None => return Stop::Uncaught,
                    },
                    Flow::Reraise(exception) => match self.raise(ops, exception, pc, false) {
                        Some(target) => {
                            pc = target;
                            continue 'frame;
                        }
                        None => return Stop::Uncaught,
                    },
                    Flow::Stop(stop) => return stop,
                }
            }
        }
    }

    fn unwind<O: Ops>(&self, ops: &mut O, exception: O::Ref) -> Option<Stop> {
        let pc = ops.pc();
        match self.raise(ops, exception, pc, true) {
            Some(target) => {
                ops.set_pc(target);
                None
            }
            None => Some(Stop::Uncaught),
        }
    }

    fn is_live(&self, code: CodeId, pc: u32, suspended: bool, slot: u32) -> bool {
        let loaded = self.rt.codes.get(code.0);
        let instr = loaded.code.instructions[pc as usize];
        if slot >= scratch(loaded) {
            let second_half = matches!(instr, Instr::JumpOn { .. } | Instr::ForValue { .. });
            return slot == generator_slot(loaded) && loaded.code.is_generator_like()
                || slot == scratch(loaded) && second_half && !suspended;
        }
        // Whoever does an instruction in Rust reads its operands from the frame, and error messages tell of them. Those of a call
        // have become the callee's, but where the callee was a new object waits for its `__init__`.
        let slot_is = |register: u16| slot == u32::from(register);
        let reads = match instr {
            Instr::Call { argc, base, .. } => argc > MAX_ARGUMENTS || slot_is(base),
            Instr::CallMethod { argc, base, .. } => {
                argc >= MAX_ARGUMENTS || slot_is(base) || slot_is(base + 1)
            }
            _ => true,
        };
        loaded.code.is_live(pc, suspended, slot) || suspended && reads && loaded.code.is_live(pc, false, slot)
    }

    fn slots(&self, code: CodeId) -> u32 {
        crate::protocol::call::frame_slots(self.rt.codes.get(code.0))
    }

    #[allow(clippy::not_unsafe_ptr_arg_deref)]
    fn attend(&self, context: *mut VmContext, bits: u32) -> Attended {
        // SAFETY: the context is that of this interpreter's VM, which holds no reference to its core now.
        let mut py = unsafe { Py::new(context) };
        if bits & lathe_meta::INTERRUPT != 0 {
            return Attended::Raise(py.error_with(crate::runtime::types::KEYBOARD_INTERRUPT, &[]).0);
        }
        // Much of it may be garbage since the last exception.
        if bits & attention::OUT_OF_MEMORY != 0 && py.is_out_of_memory() {
            return Attended::Raise(py.error_with(crate::runtime::types::MEMORY_ERROR, &[]).0);
        }
        py.run_finalizers();
        Attended::GoOn
    }

    fn describe(&self, code: CodeId, pc: u32) -> String {
        let code = &self.rt.codes.get(code.0).code;
        format!(
            "{} ({}:{})",
            code.qualname,
            code.filename,
            code.positions.get(pc as usize).map_or(code.first_line, |position| position.line)
        )
    }
}

impl Python {
    /// Finds the handler of an exception, in the top frame or in those below. `fresh`: it was raised just now.
    fn raise<O: Ops>(&self, ops: &mut O, exception: O::Ref, mut pc: u32, mut fresh: bool) -> Option<u32> {
        loop {
            let loaded = self.rt.codes.get(ops.code().0);
            let at = (i64::from(ops.code().0) << 32) | i64::from(pc);
            let (function, at, how) = (ops.local(0), ops.int(at), ops.int(fresh.into()));
            let args = [Arg::Ref(exception), Arg::Ref(function), Arg::Int(at), Arg::Int(how)];
            ops.call(self.helpers.raised, &args);
            if let Some(handler) = loaded.code.handler(pc) {
                ops.set_local(handler.register.into(), exception);
                return Some(handler.target);
            }
            match ops.pop_frame() {
                Some(caller) => pc = caller.pc,
                None => {
                    ops.uncaught(exception, Box::new(()));
                    return None;
                }
            }
            // From here on it passes through.
            fresh = true;
        }
    }
}

/// An action and what it is about.
pub fn action(kind: u32) -> Action {
    Action(kind)
}

impl Py {
    /// Objects are gone whose class defines `__del__`, or that somebody has a weak reference with a callback to.
    pub fn run_finalizers(&mut self) {
        while let Some(weak) = self.core().heap.take_cleared_weak() {
            self.weak_was_cleared(weak);
        }
        while let Some(object) = self.core().heap.take_finalizable() {
            // What `__del__` raises is shown and forgotten.
            if let Some(method) = self.lookup_special(object, "__del__")
                && let Err(raised) = self.call_special(object, "__del__", &[])
            {
                self.show_ignored(raised, method);
            }
        }
    }
}
