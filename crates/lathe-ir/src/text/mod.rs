//! The textual form of traces: parser and printer.
//!
//! ```text
//! class BoxedInteger { intval: int }
//! trace (p0, p1) {
//!   guard_class(p1, BoxedInteger)
//!   i2 = get(p1, intval)
//!   i4 = int_add(i2, -100)
//!   p5 = new(BoxedInteger)
//!   set(p5, intval, i4)
//!   jump(p0, p5)
//! }
//! ```
//!
//! `#` starts a comment; line breaks only separate; a comma may follow the last element of any list. Names that are not
//! plain words are written in double quotes.
//!
//! | declaration | |
//! |---|---|
//! | `class Node extends Base { next: Node?, immutable size: i32 }` | a record class |
//! | `value class Float { value: float }` | identity is class and contents; all fields immutable |
//! | `hybrid class Int { value: int }` | a value class with tagged references |
//! | `array Ints of int`, `immutable array Names of ref` | an array class |
//! | `helper f(ref, int) -> ref reads Node.next, Ints writes nothing raises invalidates calls_back` | unmentioned reads and writes are `all`; `pure` means neither |
//! | `object one: BoxedInteger { intval: 1 }`, `object list: Ints [1, 2]` | a constant, used as `@one` |
//!
//! Field types are `int i8 u8 i16 u16 i32 u32 float f32 ref`, a class (exactly that, never null), or a class with `?`.
//! Everything may be used before it is declared.
//!
//! A trace of one section is `trace (args) { ops }`; of several, `trace { L0(args): ops L1(args): ops }`, where the
//! wrapper may be left out. `bridge L1.0 (args) { ops }` starts from guard 0 of section L1 of the optimized loop. A jump
//! without a label goes to its own section (from a bridge: to L0).
//!
//! The letter of a value's name is its type: `i3`, `f4`, `p5`. Fields are named alone when only one class declares the
//! name, else `Class.field`. Array ops name their array class last.
//!
//! A guard may be followed by its snapshot; without one it gets the values that are alive, in a frame of code `trace`
//! (`bridge0`, …) at the op's index. `resume` may also be `raise` or `continue`; `_` is a dead slot.
//!
//! ```text
//! guard_true(i17) {
//!   resume f@8(v0, i3, 5, null, _), g@2(p1)
//!   v0 = BoxedInteger { intval: i14 }
//!   p3.next = v0
//!   p4[i2] = v0 : Refs
//! }
//! ```
//!
//! A label may be followed by its own, whose virtuals stand behind `where`:
//! `L1(p0, i4) resume f@0(p0, v0) where v0 = BoxedInteger { intval: i4 }:`.
//!
//! What is printed with snapshots parses back to the same module, up to indices that nothing uses.

mod cursor;
mod diagnostic;
mod lexer;
mod names;
mod parse;
mod print;
#[cfg(test)]
mod tests;

pub use diagnostic::{ParseError, SourceMap, SourceMaps, Span};
pub use parse::{parse, parse_trace};
pub use print::{PrintOptions, print_bridge, print_descriptors, print_module, print_op, print_trace};

/// What another textual form is made of that shares descriptors, ops and snapshots with traces.
pub mod parts {
    pub use super::cursor::{Cursor, Parsed};
    pub use super::lexer::{Token, TokenKind, lex};
    pub use super::names::number_after;
    pub use super::parse::{Declarations, OpParser, Scope, ValueNames};
    pub use super::print::{Names, op_text, operand_name, snapshot_text, value_name};
}
pub(crate) use parts::{operand_name, value_name};
