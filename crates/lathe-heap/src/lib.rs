//! The guest heap of Lathe: where objects live, how they are made, and when they go.
//!
//! A non-moving mark-region collector (Immix blocks and lines) with sticky marks: a young collection traces only what
//! was allocated since the last one. Precise inside the heap and for registered roots, conservative on the native
//! stack, so neither helpers nor compiled code need stack maps.
//!
//! | module | what it holds |
//! |---|---|
//! | [`word`], [`header`] | a reference, and what every object starts with |
//! | [`layout`], [`class`] | where the fields of a class are, and [`heap_class!`] to declare one |
//! | [`config`], [`stats`] | what the VM chooses, and what the heap counts |
//! | [`heap`] | the heap of one VM |
//! | [`allocate`], [`compiled`], [`barrier`] | the bump path; what compiled code calls; old objects that change |
//! | [`access`] | fields and items, for those who know only the descriptors |
//! | [`roots`] | root sources, the root table, rooted vectors |
//! | `chunk`, `blocks`, `large`, `space` | memory: 4 MiB chunks of blocks and lines, or of pages |
//! | `young`, `resolve`, `stack` | which object does a word point into? |
//! | `mark`, `collect`, `sweep`, `weak`, `finalize` | a collection |
//! | `poison`, `check` | finding errors |

pub mod access;
pub mod allocate;
pub mod barrier;
mod blocks;
pub mod check;
mod chunk;
pub mod class;
pub mod collect;
pub mod compiled;
pub mod config;
mod finalize;
pub mod header;
pub mod heap;
mod large;
pub mod layout;
mod mark;
mod poison;
mod resolve;
pub mod roots;
mod space;
pub mod stack;
pub mod stats;
mod sweep;
mod weak;
pub mod word;
mod young;

pub use access::{Content, item_offset};
pub use allocate::{Bump, MAX_BUMP_SIZE};
pub use class::{Exact, ExactOrNull, HeapClass, Registry, Stored};
pub use collect::Collection;
pub use config::{Config, OutOfMemory, Stress, attention};
pub use header::{ARRAY_ITEMS_OFFSET, ARRAY_LENGTH_OFFSET, Array, Header, flags};
pub use heap::Heap;
pub use layout::{FieldPlace, Layout, Layouts, Traits, storage_size};
pub use roots::{RootIndex, RootSource, RootVisitor, RootedVec};
pub use stats::{CollectionReport, HeapStats};
pub use word::Word;
