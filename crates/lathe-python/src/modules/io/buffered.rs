//! Buffers over raw streams: what they read ahead, and what they have not written yet.
//!
//! A buffer holds bytes that were read and not given out, or bytes that were given and not written, never both: who wants to write
//! first moves the raw stream back to where the reader is, who wants to read or move first writes. The raw stream is a file of ours,
//! then the system is asked directly, or anything that has the methods.

use super::file::zeros;
use super::stream::{Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::types;
use crate::system::{Descriptor, Errno};
use lathe_heap::Word;

/// The descriptor, if the raw stream is a file that nobody has changed.
fn plain_file(py: &Py, raw: Word) -> Option<Descriptor> {
    if py.exact_stream(raw) != Some(StreamKind::File) {
        return None;
    }
    Descriptor::try_from(py.get_int(raw, classes::STREAM_POSITION)).ok().filter(|&number| number >= 0)
}

impl Py {
    /// Reads from a raw stream; none if it would have to be waited for.
    pub fn raw_read(&mut self, raw: Word, into: &mut [u8]) -> PyResult<Option<usize>> {
        if let Some(descriptor) = plain_file(self, raw)
            && self.stream_is(raw, Flags::READABLE)
        {
            return self.descriptor_read(descriptor, into);
        }
        let array = self.new_zeroed_bytearray(into.len())?;
        let class = self.type_object(types::MEMORYVIEW);
        let view = crate::types::memoryview::new(self, &[class, array])?;
        let count = self.call_method(raw, "readinto", &[view])?;
        if self.is_none(count) {
            return Ok(None);
        }
        let count = self.index(count)?;
        match usize::try_from(count) {
            Ok(count) if count <= into.len() => {
                let data = self.bytearray_data(array);
                let count = count.min(data.len());
                into[..count].copy_from_slice(&data[..count]);
                Ok(Some(count))
            }
            _ => {
                let length = into.len();
                let message = format!(
                    "raw readinto() returned invalid length {count} (should have been between 0 and {length})"
                );
                Err(self.io_failed(&message))
            }
        }
    }

    pub fn raw_write(&mut self, raw: Word, data: &[u8]) -> PyResult<Option<usize>> {
        if let Some(descriptor) = plain_file(self, raw)
            && self.stream_is(raw, Flags::WRITABLE)
        {
            return self.descriptor_write(descriptor, data);
        }
        let bytes = self.try_bytes(data)?;
        let count = self.call_method(raw, "write", &[bytes])?;
        if self.is_none(count) {
            return Ok(None);
        }
        let count = self.index(count)?;
        match usize::try_from(count) {
            Ok(count) if count <= data.len() => Ok(Some(count)),
            _ => {
                let length = data.len();
                let message = format!(
                    "raw write() returned invalid length {count} (should have been between 0 and {length})"
                );
                Err(self.io_failed(&message))
            }
        }
    }

    pub fn raw_seek(&mut self, raw: Word, offset: i64, whence: i64) -> PyResult<i64> {
        if let Some(descriptor) = plain_file(self, raw) {
            return self.descriptor_seek(descriptor, offset, whence);
        }
        let (offset, whence) = (self.new_int(offset), self.new_int(whence));
        let at = self.call_method(raw, "seek", &[offset, whence])?;
        self.raw_position(at)
    }

    pub fn raw_tell(&mut self, raw: Word) -> PyResult<i64> {
        if let Some(descriptor) = plain_file(self, raw) {
            return self.descriptor_seek(descriptor, 0, 1);
        }
        let at = self.call_method(raw, "tell", &[])?;
        self.raw_position(at)
    }

    fn raw_position(&mut self, word: Word) -> PyResult<i64> {
        match self.offset_argument(word)? {
            at @ 0.. => Ok(at),
            at => Err(self.io_failed(&format!("Raw stream returned invalid position {at}"))),
        }
    }

    // --- The buffer -----------------------------------------------------------------------------------------------------

    fn buffer_data<'a>(&self, stream: Word) -> &'a mut [u8] {
        self.items::<u8>(self.get(stream, classes::STREAM_DATA))
    }

    /// What was read ahead.
    pub fn read_ahead<'a>(&self, stream: Word) -> &'a [u8] {
        let (from, to) =
            (self.get_int(stream, classes::STREAM_POSITION), self.get_int(stream, classes::STREAM_LENGTH));
        &self.buffer_data(stream)[from as usize..to as usize]
    }

    pub fn skip_read_ahead(&mut self, stream: Word, count: usize) {
        let at = self.get_int(stream, classes::STREAM_POSITION) + count as i64;
        self.set_int(stream, classes::STREAM_POSITION, at);
    }

    fn forget_read_ahead(&mut self, stream: Word) {
        self.set_int(stream, classes::STREAM_POSITION, 0);
        self.set_int(stream, classes::STREAM_LENGTH, 0);
    }

    fn pending(&self, stream: Word) -> usize {
        self.get_int(stream, classes::STREAM_PENDING) as usize
    }

    fn below(&self, stream: Word) -> Word {
        self.get(stream, classes::STREAM_BELOW)
    }

    /// Fills the buffer, all of which was given out. 0 at the end, none if there is nothing to be had now.
    pub fn fill_buffer(&mut self, stream: Word) -> PyResult<Option<usize>> {
        self.write_pending(stream)?;
        self.forget_read_ahead(stream);
        let count = self.raw_read(self.below(stream), self.buffer_data(stream))?;
        self.set_int(stream, classes::STREAM_LENGTH, count.unwrap_or(0) as i64);
        Ok(count)
    }

    /// Writes what is pending.
    pub fn write_pending(&mut self, stream: Word) -> PyResult<()> {
        while self.pending(stream) > 0 {
            let pending = self.pending(stream);
            let data = self.buffer_data(stream);
            match self.raw_write(self.below(stream), &data[..pending])? {
                None => return Err(self.would_block(0)),
                Some(count) => {
                    // Guest code may have written meanwhile.
                    let pending = self.pending(stream);
                    let count = count.min(pending);
                    self.buffer_data(stream).copy_within(count..pending, 0);
                    self.set_int(stream, classes::STREAM_PENDING, (pending - count) as i64);
                }
            }
        }
        Ok(())
    }

    fn would_block(&mut self, written: usize) -> Raised {
        let text = self.new_str("write could not complete without blocking");
        let (number, written) = (self.new_int(libc::EAGAIN.into()), self.new_int(written as i64));
        let class = self.type_object(types::BLOCKING_IO_ERROR);
        match self.call(class, &[number, text, written]) {
            Ok(error) => Raised(error),
            Err(raised) => raised,
        }
    }

    /// Writes what is pending, and puts the raw stream to where the reader is.
    pub fn sync_buffer(&mut self, stream: Word) -> PyResult<()> {
        self.write_pending(stream)?;
        let ahead = self.read_ahead(stream).len();
        if ahead > 0 && self.stream_kind_of(stream) == StreamKind::Random {
            self.raw_seek(self.below(stream), -(ahead as i64), 1)?;
            self.forget_read_ahead(stream);
        }
        Ok(())
    }

    pub fn buffered_write(&mut self, stream: Word, data: &[u8]) -> PyResult<()> {
        if !self.read_ahead(stream).is_empty() {
            self.sync_buffer(stream)?;
        }
        self.forget_read_ahead(stream);
        let room = self.buffer_data(stream);
        let mut pending = self.pending(stream);
        if data.len() > room.len() - pending {
            self.write_pending(stream)?;
            pending = self.pending(stream);
        }
        if data.len() <= room.len() - pending {
            room[pending..pending + data.len()].copy_from_slice(data);
            self.set_int(stream, classes::STREAM_PENDING, (pending + data.len()) as i64);
            return Ok(());
        }
        let mut done = 0;
        while data.len() - done > room.len() {
            match self.raw_write(self.below(stream), &data[done..])? {
                Some(count) => done += count,
                None => return Err(self.would_block(done)),
            }
        }
        let rest = &data[done..];
        room[..rest.len()].copy_from_slice(rest);
        self.set_int(stream, classes::STREAM_PENDING, rest.len() as i64);
        Ok(())
    }

    /// So many bytes, fewer at the end; none if there is nothing to be had now.
    pub fn buffered_read(&mut self, stream: Word, size: usize) -> PyResult<Option<Vec<u8>>> {
        let ahead = self.read_ahead(stream);
        let mut all = ahead[..ahead.len().min(size)].to_vec();
        self.skip_read_ahead(stream, all.len());
        let room = self.buffer_data(stream).len();
        while all.len() < size {
            let missing = size - all.len();
            let count = if missing > room {
                self.write_pending(stream)?;
                self.forget_read_ahead(stream);
                let mut part = zeros(self, missing.min(1 << 20))?;
                let count = self.raw_read(self.below(stream), &mut part)?;
                all.extend_from_slice(&part[..count.unwrap_or(0)]);
                count
            } else {
                let count = self.fill_buffer(stream)?;
                let ahead = self.read_ahead(stream);
                let part = &ahead[..ahead.len().min(missing)];
                all.extend_from_slice(part);
                self.skip_read_ahead(stream, part.len());
                count
            };
            match count {
                Some(0) => break,
                None if all.is_empty() => return Ok(None),
                None => break,
                Some(_) => {}
            }
        }
        Ok(Some(all))
    }

    pub fn buffered_read_all(&mut self, stream: Word) -> PyResult<Option<Vec<u8>>> {
        self.write_pending(stream)?;
        let mut all = self.read_ahead(stream).to_vec();
        self.forget_read_ahead(stream);
        let raw = self.below(stream);
        let rest = match plain_file(self, raw) {
            Some(descriptor) if self.stream_is(raw, Flags::READABLE) => self.read_to_end(descriptor)?,
            _ => self.raw_read_all(raw)?,
        };
        match rest {
            None if all.is_empty() => Ok(None),
            rest => {
                all.extend(rest.unwrap_or_default());
                Ok(Some(all))
            }
        }
    }

    fn raw_read_all(&mut self, raw: Word) -> PyResult<Option<Vec<u8>>> {
        let name = self.intern("readall");
        let Some(method) = self.try_get_attr(raw, name)? else {
            let mut all: Option<Vec<u8>> = None;
            loop {
                let data = self.call_method(raw, "read", &[])?;
                if self.is_none(data) {
                    return Ok(all);
                }
                let Some(bytes) = self.payload(data, classes::BYTES) else {
                    return Err(self.type_error("read() should return bytes"));
                };
                all.get_or_insert_default().extend_from_slice(self.bytes(bytes));
                if self.bytes(bytes).is_empty() {
                    return Ok(all);
                }
            }
        };
        let data = self.call(method, &[])?;
        if self.is_none(data) {
            return Ok(None);
        }
        match self.payload(data, classes::BYTES) {
            Some(bytes) => Ok(Some(self.bytes(bytes).to_vec())),
            None => Err(self.type_error("readall() should return bytes")),
        }
    }

    /// What can be had with at most one read of the raw stream.
    pub fn buffered_read_once(&mut self, stream: Word, size: usize) -> PyResult<Vec<u8>> {
        if self.read_ahead(stream).is_empty() {
            self.fill_buffer(stream)?;
        }
        let ahead = self.read_ahead(stream);
        let part = ahead[..ahead.len().min(size)].to_vec();
        self.skip_read_ahead(stream, part.len());
        Ok(part)
    }

    /// A line, its end included; at most `size` bytes.
    pub fn buffered_line(&mut self, stream: Word, size: i64) -> PyResult<Vec<u8>> {
        let mut line = Vec::new();
        let most = usize::try_from(size).unwrap_or(usize::MAX);
        loop {
            let ahead = self.read_ahead(stream);
            let ahead = &ahead[..ahead.len().min(most - line.len())];
            let end = memchr::memchr(b'\n', ahead);
            let part = &ahead[..end.map_or(ahead.len(), |at| at + 1)];
            line.extend_from_slice(part);
            self.skip_read_ahead(stream, part.len());
            if end.is_some() || line.len() == most || self.fill_buffer(stream)?.unwrap_or(0) == 0 {
                return Ok(line);
            }
        }
    }

    /// Where the program thinks the stream is.
    pub fn buffered_tell(&mut self, stream: Word) -> PyResult<i64> {
        let at = self.raw_tell(self.below(stream))?;
        Ok(at - self.read_ahead(stream).len() as i64 + self.pending(stream) as i64)
    }

    pub fn buffered_seek(&mut self, stream: Word, offset: i64, whence: i64) -> PyResult<i64> {
        self.write_pending(stream)?;
        let offset = if whence == 1 { offset - self.read_ahead(stream).len() as i64 } else { offset };
        let at = self.raw_seek(self.below(stream), offset, whence)?;
        self.forget_read_ahead(stream);
        Ok(at)
    }

    /// The error of a descriptor that is not what it should be.
    pub fn bad_descriptor(&mut self) -> Raised {
        self.os_error(Errno(libc::EBADF))
    }
}
