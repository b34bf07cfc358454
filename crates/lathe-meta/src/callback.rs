//! Helpers that call guest code.
//!
//! A guest calls itself by pushing frames. A helper in Rust (a sort with a comparison in the guest's language) has to
//! start a run of its own, on top of the frames that are there. It gets at the VM through its context, because the VM
//! is already running further up the native stack: nothing there holds a Rust reference into the VM while guest code or
//! compiled code runs.
//!
//! Compiled code writes its frames to the VM stack before it calls such a helper, so that what the helper starts finds
//! them there, and leaves behind the call if somebody has changed one of them ([`take_frames`]).

use crate::core::Core;
use crate::vm::Outcome;
use lathe_codegen::VmContext;
use lathe_heap::Word;
use lathe_ir::CodeId;
use std::ffi::c_void;

/// The VM that a core belongs to, without its guest's type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Runner {
    pub vm: *mut c_void,
    pub run: unsafe fn(*mut c_void, Start<'_>) -> Outcome,
}

/// Where a run of guest code begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<'a> {
    pub code: CodeId,
    pub pc: u32,
    /// How many slots its frame has, and the first of them.
    pub slots: u32,
    pub args: &'a [Word],
    /// An exception that is raised at `pc`, before anything else.
    pub exception: Option<Word>,
}

/// Why a call of guest code has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The exception that left it.
    Raised(Word),
    /// The VM stack or the native stack is full.
    StackFull,
    /// The run was told to stop, and so is the one that called: return as soon as possible.
    Stopped,
}

/// Runs guest code with these arguments. Only for helpers whose effects say that they call back, and for
/// [`crate::Guest::attend`].
///
/// # Safety
/// `context` is the one that the helper was given, and no reference into the core is alive.
pub unsafe fn call_guest(
    context: *mut VmContext,
    code: CodeId,
    slots: u32,
    args: &[Word],
) -> Result<Word, Failure> {
    // SAFETY: the caller's promise.
    unsafe { start_guest(context, Start { code, pc: 0, slots, args, exception: None }) }
}

/// Runs guest code from somewhere in the middle: a generator that goes on.
///
/// # Safety
/// As for [`call_guest`].
pub unsafe fn start_guest(context: *mut VmContext, start: Start<'_>) -> Result<Word, Failure> {
    // SAFETY: the host of a context is the core of its VM; the borrows end at once.
    let core: *mut Core = unsafe { (*context).host.cast() };
    // SAFETY: as above.
    let runner = unsafe { (*core).runner }.expect("a VM is running");
    if lathe_heap::stack::native_stack_left() < RESERVED {
        return Err(Failure::StackFull);
    }
    // SAFETY: the VM is alive, and up the native stack nobody holds a reference into it.
    let outcome = unsafe { (runner.run)(runner.vm, start) };
    // SAFETY: as above.
    let core = unsafe { &mut *core };
    match outcome {
        Outcome::Finished(word) => Ok(word),
        Outcome::StackFull => Err(Failure::StackFull),
        Outcome::Uncaught => {
            let (exception, _) = core.uncaught.take().expect("an exception has ended the run");
            Err(Failure::Raised(exception))
        }
        Outcome::Interrupted | Outcome::OutOfMemory => Err(Failure::Stopped),
    }
}

/// What an interpreter, a recorder, an optimizer, a code generator and a collection may need of the native stack.
const RESERVED: usize = 768 << 10;

/// The helper has changed a frame, or keeps hold of one: code that has its own idea of the frame must be left. From now
/// on the VM stack is what counts.
pub fn take_frames(core: &mut Core) {
    core.context.forced = 1;
}
