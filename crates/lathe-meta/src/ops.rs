//! The operations that an interpreter is written in.
//!
//! An interpreter is a Rust function that is generic over [`Ops`]. With [`crate::Direct`] it is the interpreter; with
//! [`crate::Recorder`] every operation is executed *and* recorded, and it is the tracer. One source of truth, two
//! instantiations.
//!
//! The types of values are opaque, so a plain Rust `if` on a guest value does not compile. Where an interpreter has to
//! decide, it asks a question that gives a Rust `bool`, an `Option` or a class ([`Ops::int_test`], [`Ops::class_of`]): a
//! *decision*, which becomes a guard when recording.
//!
//! Rules for authors:
//!
//! * Between two calls of [`Ops::bytecode`], all decisions come before the first effect (a changed local, field or item, a
//!   call): *check, then commit*. A guard that fails goes back to the start of its bytecode, which is done again. The
//!   recorder reports violations by name.
//! * Guest code calls guest code by pushing a frame, never by recursion in Rust.
//! * What is not worth tracing is a helper: a Rust function with a description of its effects.

use crate::facts::FactId;
use crate::stack::Action;
use lathe_heap::{RootIndex, Word};
use lathe_ir::{
    CheckedInt, ClassId, CodeId, FieldId, FloatBinary, FloatCompare, FloatUnary, HelperId, IntBinary,
    IntCompare, IntUnary, Storage,
};

/// Why the interpreter gives up control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The frame that the run was started with has returned; its result is in the VM.
    Finished,
    /// A loop header or a function has become hot, or has code. The frame's `pc` is the header, or 0.
    Header,
    /// Recording is over. The frame's `pc` is the next bytecode.
    RecordingEnded,
    /// An exception that no frame of the run handles. It is in the VM.
    Uncaught,
    /// Somebody wants the VM's attention. The frame's `pc` is the next bytecode.
    Attention,
}

/// A field as the interpreter's author names it: a constant, so that [`crate::Direct`] compiles to one load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldRef {
    pub id: FieldId,
    pub offset: u32,
    pub storage: Storage,
}

/// An array class and how its items are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayRef {
    pub class: ClassId,
    pub item: Storage,
}

/// The one hybrid class: integers that are tagged words if they fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HybridRef {
    pub class: ClassId,
    pub value: FieldRef,
}

/// A class of two objects, false and true, that are the same by value. The two are roots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoolRef {
    pub class: ClassId,
    pub value: FieldRef,
    pub no: RootIndex,
    pub yes: RootIndex,
}

/// A Rust function that guest code calls without being traced into. Arguments and result are words.
#[derive(Clone, Copy, Debug)]
pub struct Helper {
    pub id: HelperId,
    pub code: HelperFn,
}

pub type HelperFn = extern "C" fn(*mut lathe_codegen::VmContext, u64, u64, u64, u64, u64) -> u64;

/// An argument or a result of a helper.
#[derive(Clone, Copy, Debug)]
pub enum Arg<I, R> {
    Int(I),
    Ref(R),
}

pub trait Ops: Sized {
    /// Is it the tracer? For work that only a trace needs.
    const RECORDS: bool;
    type Int: Copy;
    type Float: Copy;
    type Ref: Copy;

    // --- Constants ----------------------------------------------------------------------------------------------------

    fn int(&mut self, x: i64) -> Self::Int;
    fn float(&mut self, x: f64) -> Self::Float;
    fn null(&mut self) -> Self::Ref;
    /// An object that the VM keeps alive.
    fn constant(&mut self, root: RootIndex) -> Self::Ref;

    // --- Frames -------------------------------------------------------------------------------------------------------

    /// The code of the top frame.
    fn code(&self) -> CodeId;
    /// Where the top frame is to go on.
    fn pc(&self) -> u32;
    fn set_pc(&mut self, pc: u32);
    fn local(&mut self, slot: u32) -> Self::Ref;
    fn set_local(&mut self, slot: u32, value: Self::Ref);
    /// A bytecode starts. `Some`: leave the interpreter.
    fn bytecode(&mut self, pc: u32) -> Option<Stop>;
    /// A loop comes to its header at `pc` once more. `Some`: leave the interpreter.
    fn loop_header(&mut self, pc: u32) -> Option<Stop>;
    /// A call: the caller goes on at `return_pc` with `action`. Arguments are the caller's slots from `first` on; the other
    /// slots of the callee are null. Fails when the stack is full. `Some`: leave the interpreter, the callee is on top.
    fn push_frame(&mut self, call: Call) -> Result<Option<Stop>, StackFull>;
    /// The same with arguments from anywhere; `first` and `count` of the call are not looked at.
    fn push_frame_with(&mut self, call: Call, args: &[Self::Ref]) -> Result<Option<Stop>, StackFull>;
    /// The top frame is done. What the caller has to do with its result; `None`: there is no caller in this run.
    fn pop_frame(&mut self) -> Option<Caller>;
    /// A hint: what comes is not worth a trace. A recording ends here.
    fn do_not_trace(&mut self);
    /// What the caller of the top frame does with its result.
    fn action(&self) -> Action;
    /// The run is over with this result.
    fn finish(&mut self, result: Self::Ref);
    /// The run is over with this exception, which no frame handles. `about`: what the guest wants to say about it.
    fn uncaught(&mut self, exception: Self::Ref, about: Box<dyn std::any::Any>);

    // --- Integers -----------------------------------------------------------------------------------------------------

    fn int_binary(&mut self, op: IntBinary, a: Self::Int, b: Self::Int) -> Self::Int;
    fn int_unary(&mut self, op: IntUnary, a: Self::Int) -> Self::Int;
    /// A decision: does it overflow?
    fn int_checked(&mut self, op: CheckedInt, a: Self::Int, b: Self::Int) -> Option<Self::Int>;
    fn int_compare(&mut self, op: IntCompare, a: Self::Int, b: Self::Int) -> Self::Int;
    /// A decision.
    fn int_test(&mut self, op: IntCompare, a: Self::Int, b: Self::Int) -> bool;
    /// A decision: not 0?
    fn int_is_true(&mut self, a: Self::Int) -> bool;
    /// A decision: what is it? The trace is only for this value.
    fn promote_int(&mut self, a: Self::Int) -> i64;

    // --- Floats -------------------------------------------------------------------------------------------------------

    fn float_binary(&mut self, op: FloatBinary, a: Self::Float, b: Self::Float) -> Self::Float;
    fn float_unary(&mut self, op: FloatUnary, a: Self::Float) -> Self::Float;
    fn float_compare(&mut self, op: FloatCompare, a: Self::Float, b: Self::Float) -> Self::Int;
    /// A decision.
    fn float_test(&mut self, op: FloatCompare, a: Self::Float, b: Self::Float) -> bool;
    fn int_to_float(&mut self, a: Self::Int) -> Self::Float;
    /// Toward zero, saturating.
    fn float_to_int(&mut self, a: Self::Float) -> Self::Int;
    fn float_to_bits(&mut self, a: Self::Float) -> Self::Int;
    fn bits_to_float(&mut self, a: Self::Int) -> Self::Float;

    // --- References ---------------------------------------------------------------------------------------------------

    /// A decision: which class? `None` is null.
    fn class_of(&mut self, r: Self::Ref) -> Option<ClassId>;
    /// A decision.
    fn is_null(&mut self, r: Self::Ref) -> bool;
    /// A decision: the same object?
    fn same(&mut self, a: Self::Ref, b: Self::Ref) -> bool;

    /// A decision: which object? The trace is only for this one, which is a constant from here on.
    fn promote_ref(&mut self, r: Self::Ref) -> Self::Ref;
    /// A decision: the trace is only for as long as the fact does not change ([`crate::Core::invalidate`]). Plain Rust state that
    /// hangs on the fact can be read after this.
    fn assume(&mut self, fact: FactId);
    /// The same, and the reference, which hangs on the fact, is a constant.
    fn assume_ref(&mut self, fact: FactId, r: Self::Ref) -> Self::Ref;
    /// The same for an object that the guest has found in its own state, which keeps it alive as long as the fact holds.
    fn known(&mut self, fact: FactId, object: Word) -> Self::Ref;

    /// A new object; all fields are 0 or null.
    #[allow(clippy::wrong_self_convention)]
    fn new(&mut self, class: ClassId) -> Self::Ref;
    /// An integer as an object of the hybrid class.
    fn box_int(&mut self, class: HybridRef, value: Self::Int) -> Self::Ref;
    /// The integer in an object of the hybrid class.
    fn unbox_int(&mut self, class: HybridRef, r: Self::Ref) -> Self::Int;
    /// An integer that is 0 or 1 as an object of a class of two.
    fn box_bool(&mut self, class: BoolRef, value: Self::Int) -> Self::Ref;
    fn get_int(&mut self, r: Self::Ref, field: FieldRef) -> Self::Int;
    fn get_float(&mut self, r: Self::Ref, field: FieldRef) -> Self::Float;
    fn get_ref(&mut self, r: Self::Ref, field: FieldRef) -> Self::Ref;
    fn set_int(&mut self, r: Self::Ref, field: FieldRef, value: Self::Int);
    fn set_float(&mut self, r: Self::Ref, field: FieldRef, value: Self::Float);
    fn set_ref(&mut self, r: Self::Ref, field: FieldRef, value: Self::Ref);

    /// The length must be one that the heap can hold: check it first.
    fn new_array(&mut self, array: ArrayRef, length: Self::Int) -> Self::Ref;
    fn array_len(&mut self, array: ArrayRef, r: Self::Ref) -> Self::Int;
    fn item_ref(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int) -> Self::Ref;
    fn set_item_ref(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int, value: Self::Ref);
    fn item_int(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int) -> Self::Int;
    fn set_item_int(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int, value: Self::Int);
    fn item_float(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int) -> Self::Float;
    fn set_item_float(&mut self, array: ArrayRef, r: Self::Ref, index: Self::Int, value: Self::Float);

    /// The object as it is now. For filling caches and other hints; what the operations do must not depend on it.
    fn peek(&self, r: Self::Ref) -> lathe_heap::Word;

    // --- Helpers ------------------------------------------------------------------------------------------------------

    /// A residual call without a result.
    fn call(&mut self, helper: Helper, args: &[Arg<Self::Int, Self::Ref>]);
    fn call_int(&mut self, helper: Helper, args: &[Arg<Self::Int, Self::Ref>]) -> Self::Int;
    fn call_ref(&mut self, helper: Helper, args: &[Arg<Self::Int, Self::Ref>]) -> Self::Ref;
    /// A call that may raise, and may call guest code: the last thing that the bytecode at `pc` does. Its result is stored
    /// in `dst`, and the next bytecode is the one at `pc + 1`; or it has raised, and the error is the exception. An exit behind
    /// it goes on from there, never back to the call.
    fn try_call(
        &mut self,
        pc: u32,
        helper: Helper,
        args: &[Arg<Self::Int, Self::Ref>],
        dst: u32,
    ) -> Result<(), Self::Ref>;
}

/// A guest call.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub callee: CodeId,
    /// How many slots the callee has.
    pub slots: u32,
    /// The caller's first argument, and how many there are.
    pub first: u32,
    pub count: u32,
    /// The bytecode of the call, and what the caller does with the result.
    pub pc: u32,
    pub action: Action,
}

/// Where a frame returns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    pub code: CodeId,
    /// The bytecode of the call.
    pub pc: u32,
    pub action: Action,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackFull;

/// What comes of a call for attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attended {
    GoOn,
    /// An exception is raised in the top frame.
    Raise(lathe_heap::Word),
    /// The run is over.
    Stop,
}

/// A language.
pub trait Guest: Sized {
    /// Runs the top frame, and what it calls, until told to stop.
    fn run<O: Ops>(&self, ops: &mut O) -> Stop;

    /// An exception is pending in the top frame, at its `pc`: goes to its handler. `Some`: there is none in this run.
    fn unwind<O: Ops>(&self, ops: &mut O, exception: O::Ref) -> Option<Stop>;

    /// Can the slot be read again when the frame goes on? `suspended`: the frame is in a call at `pc`, else it is about to
    /// start the bytecode at `pc`.
    fn is_live(&self, code: CodeId, pc: u32, suspended: bool, slot: u32) -> bool;

    /// How many slots a frame of the code has.
    fn slots(&self, code: CodeId) -> u32;

    /// Somebody has set bits of the attention word: those of the heap ([`lathe_heap::attention`]), [`crate::INTERRUPT`], or
    /// the guest's own. The top frame is about to start the bytecode at its `pc`. The only place besides helpers that call
    /// back where guest code can be run that the guest's own code did not ask for ([`crate::call_guest`]). The bit for memory
    /// is set only if a collection did not help.
    fn attend(&self, context: *mut lathe_codegen::VmContext, bits: u32) -> Attended {
        let _ = context;
        let stop = crate::INTERRUPT | lathe_heap::attention::OUT_OF_MEMORY;
        if bits & stop != 0 { Attended::Stop } else { Attended::GoOn }
    }

    /// For the log.
    fn describe(&self, code: CodeId, pc: u32) -> String;
}
