//! Tiny: the language of the papers (PEPM'11 §2.3, DLS'12 §4), grown just enough to be a guest worth tracing.
//!
//! The papers' language has boxed ints and floats, an `add` that finds out at run time which of them it adds, and
//! `is_positive`. Tiny adds what makes tracing hard: records and arrays that escape, calls, exceptions, overflow.
//!
//! ```text
//! # A comment ends with the line. Line ends mean nothing else: no statement can be read as part of the one before.
//! record Point { x, y }
//!
//! fn f(y) {
//!   res = 0
//!   while is_positive(y) {
//!     res = res + y + -100
//!     y = y + -1
//!   }
//!   return res
//! }
//!
//! p = Point(1, 2.5)
//! p.x = p.x + 1
//! a = array(10, 0)              # array(length, fill)
//! a[0] = f(100)
//! if a[0] < 2 { print(len(a)) } else if p.x == 2 { print(p) } else { print(a) }
//! try { a[10] = 1 } catch e { print(e.code) }
//! ```
//!
//! # Values
//!
//! * **int**: 64 bits. Where the result of `+ - * /`, unary `-` or `abs` does not fit, it is a float.
//! * **float**: IEEE double. With a float on one side, the other side is converted, also for comparisons.
//! * **record**, **array**: mutable, compared by identity. An array's length is fixed.
//! * **null**.
//!
//! `null`, `0`, `0.0` are false, everything else is true (NaN too). Comparisons and `not` give 0 or 1; `and` and `or`
//! give the operand that decided.
//!
//! `/` and `%` of ints round down (`-7 / 2` is -4, `-7 % 2` is 1) and fail for a zero divisor. With a float, `/` is IEEE
//! division, and the result of `%` has the sign of the divisor (NaN for a zero divisor).
//!
//! # Variables
//!
//! What a function assigns (parameters and `catch` names included) is local to it, unless it says `global x`. Other names
//! are globals: the names assigned at top level or declared `global`. A variable is null until it is assigned; a name
//! that is assigned nowhere is a syntax error.
//!
//! # Calls and built-ins
//!
//! Functions and record constructors are called by name, also before their definition. Arguments are evaluated from left
//! to right, all of them before anything is checked.
//!
//! | built-in | |
//! |---|---|
//! | `print(...)` | the values, separated by spaces, and a line end; gives null |
//! | `array(length, fill)`, `len(a)` | |
//! | `is_positive(x)` | `x > 0` |
//! | `int(x)`, `float(x)` | conversions; `int` rounds towards zero |
//! | `abs(x)`, `sqrt(x)` | `sqrt` is always a float, NaN for a negative number |
//! | `min(a, b)`, `max(a, b)` | `b` if `b < a` (`b > a`), otherwise `a`; numbers only |
//! | `same(a, b)` | identity. Numbers have none: same kind, and `==` |
//! | `each(f, a)` | an array with what the function `f` gives for each item of `a`; called by the machine, one by one. What `f` raises is raised by `each` |
//! | `peek(x)`, `poke(x, value)` | the local `x` of the nearest caller that is in an `each`; `poke` gives null |
//! | `on_free(r, f)` | when the record `r` is not reachable any more, `f(r)` is called, some time at a loop; gives null |
//! | `collect()` | finds what is not reachable any more; gives null |
//!
//! Floats print as in Python. A record prints as `Point{x: 1, y: 2.5}`, an array as `[1, 2]`; an object inside itself, or
//! more than [`PRINT_DEPTH`] objects deep, prints as `...`.
//!
//! # Exceptions
//!
//! `raise value` leaves statements and functions up to the nearest `try { } catch name { }`. What the machine itself
//! raises is an `Error` record with one field, `code` (see [`ErrorCode`]). Without a handler, the program ends with
//! `error: line 12, in f: division by zero`, the line being where it was raised. For any other value than an `Error` with
//! a known code the message is `uncaught` and the value. Code outside of functions is `in <main>`.
//!
//! # The crate
//!
//! [`parse`] → [`ast`] → [`compile`] → [`bytecode`]; [`mod@reference`] runs the AST, slowly and obviously, and is what
//! every faster way to run a program is held against, with programs from [`mod@generate`]. It has memory without end: there,
//! nothing is ever free.

pub mod ast;
pub mod bytecode;
pub mod compiler;
pub mod dis;
pub mod error;
pub mod generate;
pub mod lexer;
pub mod live;
pub mod modes;
pub mod number;
pub mod ops;
pub mod parser;
pub mod reference;
pub mod scope;
pub mod value;
pub mod vm;

pub use bytecode::{Function, Instruction, Program};
pub use compiler::compile;
pub use error::{ErrorCode, SyntaxError};
pub use parser::parse;

/// More frames than this, `<main>` included, is a [`ErrorCode::StackOverflow`], raised at the call.
pub const MAX_FRAMES: usize = 1000;

/// More calls of `each` inside each other than this is a [`ErrorCode::StackOverflow`].
pub const MAX_NESTED: usize = 10;

/// A longer array is a [`ErrorCode::BadValue`].
pub const MAX_ARRAY: i64 = 1 << 24;

/// How many objects inside each other `print` shows.
pub const PRINT_DEPTH: usize = 8;

/// The name of the code outside of functions.
pub const MAIN: &str = "<main>";
