//! Regular expressions: runs the programs that Python's own `re._compiler` makes.
//!
//! | module | what |
//! |---|---|
//! | [`op`] | the numbers of instructions |
//! | [`set`] | characters: sets, categories, case |
//! | [`matcher`] | does a program match here? |
//! | [`search`] | where does it match next? |
//!
//! A program is a list of numbers. Distances are counted from the number that holds them. What would be read behind the end of a program
//! is a 0, which is the instruction that fails.

pub mod matcher;
pub mod op;
pub mod search;
pub mod set;
#[cfg(test)]
mod tests;

pub use matcher::{Fault, Found, Matcher};
pub use search::search;

/// The version of the instructions.
pub const MAGIC: i64 = 20_230_612;
/// As often as it goes.
pub const MAX_REPEAT: i64 = u32::MAX as i64;

/// A character of the text: a byte, or a code point of 8, 16 or 32 bits.
pub trait Char: Copy {
    fn code_point(self) -> u32;
    /// Where the character is first.
    fn find(text: &[Self], wanted: u32) -> Option<usize>;
}

impl Char for u8 {
    #[inline(always)]
    fn code_point(self) -> u32 {
        self.into()
    }

    fn find(text: &[u8], wanted: u32) -> Option<usize> {
        memchr::memchr(u8::try_from(wanted).ok()?, text)
    }
}

impl Char for u16 {
    #[inline(always)]
    fn code_point(self) -> u32 {
        self.into()
    }

    fn find(text: &[u16], wanted: u32) -> Option<usize> {
        text.iter().position(|&c| u32::from(c) == wanted)
    }
}

impl Char for u32 {
    #[inline(always)]
    fn code_point(self) -> u32 {
        self
    }

    fn find(text: &[u32], wanted: u32) -> Option<usize> {
        text.iter().position(|&c| c == wanted)
    }
}
