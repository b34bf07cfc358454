//! What is known of an integer: an interval together with bits.
//!
//! ```text
//! i1 = int_and(i0, 7)        i1 in [0, 7]
//! i2 = int_lshift(i1, 1)     i2 in [0, 14], its lowest bit is 0
//! i3 = int_eq(i2, 5)         always 0: 5 is odd
//! i4 = int_lt(i0, i9)
//! guard_true(i4)             now i0 <= MAX - 1
//! i5 = int_add_ovf(i0, 1)    cannot overflow: becomes int_add
//! ```
//!
//! Neither half is enough alone. Intervals see comparisons and carries, bits see masks, shifts and alignment; a
//! [`IntFact`] keeps both and lets each sharpen the other (a *reduced product*).
//!
//! | file | question it answers |
//! |---|---|
//! | `fact` | how a fact is stored and combined |
//! | `bits` | what arithmetic does to known bits |
//! | `transfer` | operands known: what of the result? |
//! | `division` | the same for the four divisions |
//! | `decide` | is this comparison, this overflow check, already decided? |
//! | `refine` | a guard passed: what of its operands? |
//!
//! All of it is generic over the width, works in constant time, and is exact on constants. Anything here may answer
//! "unknown"; nothing may exclude an integer that can occur. The tests check the second half for *all* 4-bit integers.

mod bits;
mod decide;
mod division;
mod fact;
mod refine;
mod transfer;

#[cfg(test)]
mod tests;

pub use decide::{checked, compare, overflows};
pub use fact::IntFact;
pub use refine::{refine_binary, refine_checked_no_overflow, refine_compare, refine_unary};
pub use transfer::{binary, unary};
