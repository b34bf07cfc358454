//! The trace IR of Lathe.
//!
//! A trace is a straight line of typed SSA ops, recorded while one iteration of a loop ran. It leaves through
//! *guards*; every guard has a *snapshot*, from which the interpreter's frames can be rebuilt.
//!
//! | module | what it holds |
//! |---|---|
//! | [`value`] | types, values, constants, operands |
//! | [`descriptors`] | classes, fields, helpers and their effects, constant objects |
//! | [`op`] | the op set |
//! | [`arith`] | the meaning of integer and float ops, integers at any width |
//! | [`snapshot`] | how an exit rebuilds the interpreter's state |
//! | [`trace`] | sections (label, args, ops), modules (a file) |
//! | [`text`] | the textual form: parser and printer |
//! | [`verify`] | every rule of the IR |
//! | [`eval`] | the evaluator: what a trace means |
//! | [`compare`] | equality up to renaming |
//! | [`count`] | op counts, as in PEPM'11 Figure 7 |

#![forbid(unsafe_code)]

pub mod arith;
pub mod compare;
pub mod count;
pub mod descriptors;
pub mod eval;
pub mod op;
pub mod snapshot;
pub mod text;
pub mod trace;
pub mod value;
pub mod verify;

pub use descriptors::{
    Access, Class, ClassId, CodeId, ConstObject, Descriptors, Effects, Field, FieldId, Helper, HelperId,
    Identity, Location, ObjectId, RefType, Representation, Shape, Storage,
};
pub use op::{
    Cast, CheckedInt, FloatBinary, FloatCompare, FloatUnary, Guard, IntBinary, IntCompare, IntUnary, Op,
    OpKind, PtrCompare,
};
pub use snapshot::{DelayedStore, Frame, Resume, Slot, Snapshot, SnapshotId, VirtualObject};
pub use trace::{Bridge, Label, Module, Section, Trace};
pub use value::{Const, FloatBits, Operand, Type, Value};
