//! `io`: streams of bytes and of text, in files and in memory.
//!
//! | file | what |
//! |---|---|
//! | `stream` | streams as objects |
//! | `base` | the classes that programs derive from |
//! | `file` | descriptors of the system |
//! | `buffered`, `buffered_types` | buffers over raw streams |
//! | `text`, `text_read`, `text_write`, `text_seek`, `newlines` | text over bytes |
//! | `bytes`, `string` | in memory |
//! | `open` | how they are put together |
//! | `standard` | what `print` writes to, `input`, and the end of a program |
//!
//! The types are filled when the first stream is made or the module is imported: a program that does neither starts sooner.

mod base;
mod buffered;
mod buffered_types;
mod bytes;
mod file;
mod newlines;
pub mod open;
pub mod standard;
pub mod stream;
mod string;
mod text;
mod text_read;
mod text_seek;
mod text_write;

pub use file::zeros;

use super::Constant;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{Function, GetterEntry, Method};
use crate::runtime::native::NativeFn;
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("open_code", "(path)", open::open_code),
    ("text_encoding", "(encoding, stacklevel=2, /)", open::text_encoding),
];

pub const CONSTANTS: &[Constant] = &[
    ("open", |py| {
        let (builtins, name) = (py.root(py.rt().singletons.builtins), py.intern("open"));
        Ok(py.dict_get_name(builtins, name).unwrap_or(py.none()))
    }),
    ("DEFAULT_BUFFER_SIZE", |_| Ok(Word::wrap_small(stream::BUFFER_SIZE as i64))),
    ("SEEK_SET", |_| Ok(Word::wrap_small(0))),
    ("SEEK_CUR", |_| Ok(Word::wrap_small(1))),
    ("SEEK_END", |_| Ok(Word::wrap_small(2))),
    ("UnsupportedOperation", |py| io_type(py, types::UNSUPPORTED_OPERATION)),
    ("BlockingIOError", |py| io_type(py, types::BLOCKING_IO_ERROR)),
    ("IOBase", |py| io_type(py, types::IO_BASE)),
    ("RawIOBase", |py| io_type(py, types::RAW_IO_BASE)),
    ("BufferedIOBase", |py| io_type(py, types::BUFFERED_IO_BASE)),
    ("TextIOBase", |py| io_type(py, types::TEXT_IO_BASE)),
    ("_IOBase", |py| io_type(py, types::IO_BASE)),
    ("_RawIOBase", |py| io_type(py, types::RAW_IO_BASE)),
    ("_BufferedIOBase", |py| io_type(py, types::BUFFERED_IO_BASE)),
    ("_TextIOBase", |py| io_type(py, types::TEXT_IO_BASE)),
    ("FileIO", |py| io_type(py, types::FILE_IO)),
    ("BufferedReader", |py| io_type(py, types::BUFFERED_READER)),
    ("BufferedWriter", |py| io_type(py, types::BUFFERED_WRITER)),
    ("BufferedRandom", |py| io_type(py, types::BUFFERED_RANDOM)),
    ("BufferedRWPair", |py| io_type(py, types::BUFFERED_PAIR)),
    ("BytesIO", |py| io_type(py, types::BYTES_IO)),
    ("TextIOWrapper", |py| io_type(py, types::TEXT_IO_WRAPPER)),
    ("StringIO", |py| io_type(py, types::STRING_IO)),
];

fn io_type(py: &mut Py, id: TypeId) -> PyResult {
    py.install_io();
    Ok(py.type_object(id))
}

fn no_pickle(py: &mut Py, args: &[Word]) -> PyResult {
    let message = format!("cannot pickle '{}' object", py.qualified_type_name(args[0]));
    Err(py.type_error(&message))
}

/// Methods, attributes, and how objects are made.
type Contents =
    (TypeId, &'static [&'static [Method]], &'static [GetterEntry], Option<(&'static str, NativeFn)>);

const TYPES: &[Contents] = &[
    (types::IO_BASE, &[base::IO_BASE], base::IO_BASE_GETTERS, None),
    (types::RAW_IO_BASE, &[base::RAW_IO_BASE], &[], None),
    (types::BUFFERED_IO_BASE, &[base::BUFFERED_IO_BASE], &[], None),
    (types::TEXT_IO_BASE, &[base::TEXT_IO_BASE], base::TEXT_IO_BASE_GETTERS, None),
    (types::FILE_IO, &[file::METHODS], file::GETTERS, Some((file::NEW, file::new))),
    (
        types::BUFFERED_READER,
        &[buffered_types::COMMON, buffered_types::READS, buffered_types::READER],
        buffered_types::GETTERS,
        Some((buffered_types::NEW, buffered_types::new_reader)),
    ),
    (
        types::BUFFERED_WRITER,
        &[buffered_types::COMMON, buffered_types::WRITES, buffered_types::WRITER],
        buffered_types::GETTERS,
        Some((buffered_types::NEW, buffered_types::new_writer)),
    ),
    (
        types::BUFFERED_RANDOM,
        &[buffered_types::COMMON, buffered_types::READS, buffered_types::WRITES, buffered_types::RANDOM],
        buffered_types::GETTERS,
        Some((buffered_types::NEW, buffered_types::new_random)),
    ),
    (
        types::BUFFERED_PAIR,
        &[buffered_types::PAIR],
        buffered_types::PAIR_GETTERS,
        Some((buffered_types::NEW, buffered_types::new_pair)),
    ),
    (types::BYTES_IO, &[bytes::METHODS], bytes::GETTERS, Some((bytes::NEW, bytes::new))),
    (types::TEXT_IO_WRAPPER, &[text::METHODS], text::GETTERS, Some((text::NEW, text::new))),
    (types::STRING_IO, &[string::METHODS], string::GETTERS, Some((string::NEW, string::new))),
];

impl Py {
    /// Fills the types of streams, the first time.
    pub fn install_io(&mut self) {
        if self.rt().io_installed.replace(true) {
            return;
        }
        for &(id, methods, getters, new) in TYPES {
            for methods in methods {
                self.add_methods(id, methods);
            }
            self.add_getters(id, getters);
            if let Some((signature, new)) = new {
                self.add_new(id, signature, new);
            }
            // Something may have been looked up before.
            self.type_changed(id);
        }
    }
}
