//! Streams as objects: the class `STREAM`.
//!
//! | kind | `BELOW` | `DATA` | `POSITION`, `LENGTH`, `PENDING` | others |
//! |---|---|---|---|---|
//! | file | | | the descriptor; | |
//! | reader, writer, random | the raw stream | the buffer | what was read ahead is from position to length; pending bytes from 0 on are to be written. Never both. | |
//! | pair | the reader | | | `SETTINGS`: the writer |
//! | bytes | | a bytearray | where it is | |
//! | text | the buffer below | encoded text that is not written yet | how much of `TEXT` was given out; how many bytes of `INPUT` it was decoded from; pending bytes in `DATA` | `TEXT`: decoded; `INPUT`: the bytes that were read last; `SETTINGS`: encoding, errors, newline |
//! | string | | code points, four bytes each | where it is; how many there are | |
//!
//! `DICT` has the attributes that a program gives a stream. An object of a subclass is a `WRAPPED` around a stream.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

/// How much is read or written at once.
pub const BUFFER_SIZE: usize = 8192;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StreamKind {
    File,
    Reader,
    Writer,
    Random,
    Pair,
    Bytes,
    Text,
    String,
}

impl StreamKind {
    const ALL: [StreamKind; 8] = [
        StreamKind::File,
        StreamKind::Reader,
        StreamKind::Writer,
        StreamKind::Random,
        StreamKind::Pair,
        StreamKind::Bytes,
        StreamKind::Text,
        StreamKind::String,
    ];

    pub fn type_id(self) -> TypeId {
        match self {
            StreamKind::File => types::FILE_IO,
            StreamKind::Reader => types::BUFFERED_READER,
            StreamKind::Writer => types::BUFFERED_WRITER,
            StreamKind::Random => types::BUFFERED_RANDOM,
            StreamKind::Pair => types::BUFFERED_PAIR,
            StreamKind::Bytes => types::BYTES_IO,
            StreamKind::Text => types::TEXT_IO_WRAPPER,
            StreamKind::String => types::STRING_IO,
        }
    }
}

/// What is known of a stream: bits of `FLAGS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flags(pub i64);

impl Flags {
    /// `__init__` has been there.
    pub const READY: Flags = Flags(1);
    pub const CLOSED: Flags = Flags(1 << 1);
    pub const DETACHED: Flags = Flags(1 << 2);
    pub const READABLE: Flags = Flags(1 << 3);
    pub const WRITABLE: Flags = Flags(1 << 4);
    pub const APPENDING: Flags = Flags(1 << 5);
    pub const CREATED: Flags = Flags(1 << 6);
    /// The descriptor is closed with the stream.
    pub const CLOSES: Flags = Flags(1 << 7);
    /// Another stream is on top of it, and closes it: that one still has to write what it has.
    pub const OWNED: Flags = Flags(1 << 8);
    /// Text: each line is written at once.
    pub const LINE_BUFFERING: Flags = Flags(1 << 9);
    pub const WRITE_THROUGH: Flags = Flags(1 << 10);
    /// Nobody iterates over it, so that `tell` knows where it is.
    pub const TELLING: Flags = Flags(1 << 11);
    pub const SEEKABLE: Flags = Flags(1 << 12);
    pub const HAS_READ1: Flags = Flags(1 << 13);
    /// Lines end in any of the three ways; they become `\n`.
    pub const UNIVERSAL: Flags = Flags(1 << 14);
    pub const TRANSLATE: Flags = Flags(1 << 15);
    /// `\n` is written as `\r`, or `\r\n`.
    pub const WRITE_CR: Flags = Flags(1 << 16);
    pub const WRITE_CRLF: Flags = Flags(1 << 17);
    /// Lines end in `\r`, or `\r\n`, and nothing else.
    pub const READ_CR: Flags = Flags(1 << 18);
    pub const READ_CRLF: Flags = Flags(1 << 19);
    /// Ends of lines that were seen.
    pub const SEEN_CR: Flags = Flags(1 << 20);
    pub const SEEN_LF: Flags = Flags(1 << 21);
    pub const SEEN_CRLF: Flags = Flags(1 << 22);
    /// A mark of the byte order was read or written.
    pub const MARKED: Flags = Flags(1 << 23);
    pub const BIG_ENDIAN: Flags = Flags(1 << 24);

    pub fn contains(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }
}

impl Py {
    pub fn new_stream(&mut self, kind: StreamKind) -> Word {
        let stream = self.new_object(classes::STREAM);
        self.set_int(stream, classes::STREAM_KIND, kind as i64);
        stream
    }

    /// The kind of a `STREAM`.
    pub fn stream_kind_of(&self, stream: Word) -> StreamKind {
        StreamKind::ALL[self.get_int(stream, classes::STREAM_KIND) as usize]
    }

    /// What kind of stream it is, if it is one of ours and of no subclass: nobody has changed its methods.
    pub fn exact_stream(&self, object: Word) -> Option<StreamKind> {
        self.is(object, classes::STREAM).then(|| self.stream_kind_of(object))
    }

    pub fn stream_flags(&self, stream: Word) -> Flags {
        Flags(self.get_int(stream, classes::STREAM_FLAGS))
    }

    pub fn stream_is(&self, stream: Word, flag: Flags) -> bool {
        self.stream_flags(stream).contains(flag)
    }

    pub fn set_stream_flag(&mut self, stream: Word, flag: Flags, on: bool) {
        let flags = self.stream_flags(stream).0;
        let flags = if on { flags | flag.0 } else { flags & !flag.0 };
        self.set_int(stream, classes::STREAM_FLAGS, flags);
    }

    /// Attributes that a program has given a stream.
    pub fn stream_dict(&mut self, stream: Word) -> Word {
        let dict = self.get(stream, classes::STREAM_DICT);
        if !dict.is_null() {
            return dict;
        }
        let dict = self.new_dict();
        self.set(stream, classes::STREAM_DICT, dict);
        dict
    }

    /// The stream of a kind that a method is called with.
    pub fn stream(&mut self, object: Word, kinds: &[StreamKind]) -> PyResult {
        match self.payload(object, classes::STREAM) {
            Some(stream) if kinds.contains(&self.stream_kind_of(stream)) => {
                if self.stream_is(stream, Flags::READY) {
                    return Ok(stream);
                }
                let message = match self.stream_kind_of(stream) {
                    _ if self.stream_is(stream, Flags::DETACHED) => match self.stream_kind_of(stream) {
                        StreamKind::Text => "underlying buffer has been detached",
                        _ => "raw stream has been detached",
                    },
                    _ => "I/O operation on uninitialized object",
                };
                Err(self.value_error(message))
            }
            _ => Err(self.wrong_receiver(object, kinds[0].type_id())),
        }
    }

    pub fn unsupported(&mut self, what: &str) -> Raised {
        self.error(types::UNSUPPORTED_OPERATION, what)
    }

    pub fn closed_stream(&mut self) -> Raised {
        self.value_error("I/O operation on closed file.")
    }

    /// `stream.closed`, whatever kind of object it is.
    pub fn is_closed(&mut self, object: Word) -> PyResult<bool> {
        match self.exact_stream(object) {
            Some(StreamKind::File) => Ok(self.get_int(object, classes::STREAM_POSITION) < 0),
            Some(StreamKind::Bytes | StreamKind::String) => Ok(self.stream_is(object, Flags::CLOSED)),
            Some(StreamKind::Reader | StreamKind::Writer | StreamKind::Random | StreamKind::Text)
                if self.stream_is(object, Flags::READY) =>
            {
                let below = self.get(object, classes::STREAM_BELOW);
                self.is_closed(below)
            }
            _ => {
                let closed = self.get_attr_str(object, "closed")?;
                self.truth(closed)
            }
        }
    }

    /// A number of bytes or characters; negative for all (also `None`).
    pub fn stream_size(&mut self, word: Word) -> PyResult<i64> {
        if word.is_null() || self.is_none(word) {
            return Ok(-1);
        }
        match self.try_index(word)? {
            Some(Some(size)) => Ok(size),
            Some(None) => {
                Err(self.error(types::OVERFLOW_ERROR, "cannot fit 'int' into an index-sized integer"))
            }
            None => {
                let message = format!("argument should be integer or None, not '{}'", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }

    /// A position in a file.
    pub fn offset_argument(&mut self, word: Word) -> PyResult<i64> {
        match self.try_index(word)? {
            Some(Some(offset)) => Ok(offset),
            Some(None) => Err(self.error(types::OVERFLOW_ERROR, "Python int too large to convert to C long")),
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }

    /// `whence`: 0 if it was left out.
    pub fn whence_argument(&mut self, word: Word) -> PyResult<i64> {
        if word.is_null() { Ok(0) } else { self.offset_argument(word) }
    }
}
