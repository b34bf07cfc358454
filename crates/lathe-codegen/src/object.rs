//! Where things lie in an object, as compiled code sees it: `lathe-heap` decides.

use lathe_heap::{ARRAY_ITEMS_OFFSET, ARRAY_LENGTH_OFFSET, Header, Word, flags};

pub use lathe_heap::{Layouts, storage_size};

pub const CLASS_OFFSET: i32 = 0;
pub const FLAGS_OFFSET: i32 = Header::FLAGS_OFFSET as i32;
pub const LENGTH_OFFSET: i32 = ARRAY_LENGTH_OFFSET as i32;
pub const ITEMS_OFFSET: u32 = ARRAY_ITEMS_OFFSET;
pub const UNLOGGED: u32 = flags::UNLOGGED;
/// The low bit of a small integer.
pub const SMALL_TAG: i64 = Word::SMALL_TAG as i64;
