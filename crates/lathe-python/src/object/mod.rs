//! Objects: how they are laid out, and what Rust code does with them.

pub mod big;
pub mod bytes;
pub mod classes;
pub mod conversion;
pub mod dict;
pub mod formatting;
pub mod generator;
pub(crate) mod integers;
pub mod iterators;
pub mod list;
pub(crate) mod list_items;
pub mod list_sort;
pub mod native;
pub mod number;
pub mod percent;
pub mod py;
pub mod range;
pub mod set;
pub mod set_algebra;
pub mod slice;
pub(crate) mod sort;
pub(crate) mod table;
pub mod text;
pub mod text_build;
pub mod tuple;
pub mod weak;
