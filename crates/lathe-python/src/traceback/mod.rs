//! What an uncaught exception looks like: the text that CPython 3.11 prints, to the letter.
//!
//! ```text
//! Traceback (most recent call last):
//!   File "program.py", line 3, in <module>
//!     print(f(1) + g(0))
//!                  ^^^^
//!   File "program.py", line 7, in g
//!     return 1 / x
//!            ~~^~~
//! ZeroDivisionError: division by zero
//! ```
//!
//! [`chain`] puts exceptions, their causes and contexts and the members of groups in order, [`frames`] shows the entries of a
//! traceback, [`carets`] points at what went wrong in a line, [`message`] is the last line with its notes, [`suggest`] guesses what was
//! meant, [`lines`] finds the source. [`report`] is what happens to an exception at the end of a program.
//!
//! Whatever the exception's own methods do, there is a text in the end: what they raise is replaced by words such as
//! `<exception str() failed>`.

mod carets;
mod chain;
mod frames;
mod lines;
mod message;
pub mod report;
mod suggest;
mod syntax;
