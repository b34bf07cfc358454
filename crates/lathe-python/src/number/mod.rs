//! Numbers as values: what Python computes with `int`, `float` and `complex`, without its objects.
//!
//! Everything here takes and gives plain Rust values; [`crate::object::number`] makes objects of them. So each idea can be
//! compared with CPython's answers by itself.
//!
//! | file | what |
//! |---|---|
//! | `int`, `int_bits`, `int_text`, `int_bytes` | integers of any size |
//! | `int_float` | between integers and floats: exact comparison, correctly rounded quotients |
//! | `float`, `float_text`, `float_hex` | floats: arithmetic, shortest decimal form, hexadecimal form |
//! | `complex`, `complex_text` | complex numbers, with the rules for infinities of C99's Annex G |
//! | `arithmetic`, `hash` | all kinds together |
//! | `integer_math`, `gamma`, `sum` | what the module `math` adds |
//! | `complex_math` | what `cmath` adds |
//! | `twister` | the generator of random numbers |

pub mod arithmetic;
pub mod complex;
pub mod complex_math;
pub mod complex_text;
pub mod fault;
pub mod float;
pub mod float_hex;
pub mod float_text;
pub mod gamma;
pub mod hash;
pub mod int;
pub mod int_bits;
pub mod int_bytes;
pub mod int_float;
pub mod int_text;
pub mod integer_math;
pub mod libm;
pub mod sum;
pub mod twister;

pub use arithmetic::Number;
pub use complex::Complex;
pub use fault::{Fault, FaultKind};
pub use int::Int;

#[cfg(test)]
pub mod tests;
