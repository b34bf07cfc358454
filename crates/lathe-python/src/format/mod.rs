//! Formatting: the mini-language of format specifications, the fields of `str.format`, and `%`.
//!
//! Text is a slice of code points here, since a fill character may be any of them; results are vectors of code points. What needs
//! objects (attributes of fields, conversions, arguments) is in [`crate::object::formatting`] and [`crate::object::percent`].

pub mod complex;
pub mod fields;
pub mod float;
pub mod int;
pub mod layout;
pub mod percent;
pub mod spec;
pub mod text;

#[cfg(test)]
mod tests;

/// Code points of a text.
pub fn points(text: &str) -> Vec<u32> {
    text.chars().map(u32::from).collect()
}
