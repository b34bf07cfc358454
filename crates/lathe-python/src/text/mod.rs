//! Text as such: what strings do that needs no interpreter.
//!
//! Everything here works on [`Text`](crate::object::text::Text), code points of any width. `bytes` are text below 256, so
//! searching, splitting and stripping are shared with them; only what counts as a space, a line end or a letter differs.

pub mod build;
pub mod case;
pub mod codecs;
pub mod properties;
pub mod repr;
pub mod search;
pub mod split;
mod tables;
