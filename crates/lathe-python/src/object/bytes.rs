//! `bytes`: an array of bytes behind its hash.

use super::classes;
use super::native::Kind;
use super::py::{Py, PyResult};
use super::text::{self, Text};
use crate::runtime::types;
use lathe_heap::Word;

/// Bytes before the data: the hash, 0 if it is not computed yet.
pub const HEAD: usize = 8;

impl Py {
    pub fn new_bytes(&mut self, data: &[u8]) -> Word {
        if data.is_empty() {
            return self.root(self.rt().singletons.empty_bytes);
        }
        let bytes = self.new_byte_array(classes::BYTES, HEAD + data.len());
        self.items::<u8>(bytes)[HEAD..].copy_from_slice(data);
        bytes
    }

    /// The data of a `BYTES`, which is kept alive by whoever has the word on the native stack.
    pub fn bytes<'a>(&self, bytes: Word) -> &'a [u8] {
        debug_assert!(self.is(bytes, classes::BYTES));
        &self.items::<u8>(bytes)[HEAD..]
    }

    /// New bytes of any size, as many as are written into them: first 0 everywhere.
    pub fn build_bytes(&mut self, length: usize, write: impl FnOnce(&mut [u8])) -> PyResult {
        if length == 0 {
            return Ok(self.new_bytes(&[]));
        }
        let Some(size) = length.checked_add(HEAD).filter(|&size| size <= isize::MAX as usize) else {
            return Err(self.error_with(types::MEMORY_ERROR, &[]));
        };
        let bytes = self.try_array(classes::BYTES, size).map_err(|error| self.memory_error(error))?;
        write(&mut self.items::<u8>(bytes)[HEAD..]);
        Ok(bytes)
    }

    pub fn try_bytes(&mut self, data: &[u8]) -> PyResult {
        self.build_bytes(data.len(), |out| out.copy_from_slice(data))
    }

    pub fn bytes_hash(&mut self, bytes: Word) -> i64 {
        let kept = self.items::<u8>(bytes).first_chunk_mut::<8>().expect("the hash comes first");
        let mut hash = i64::from_ne_bytes(*kept);
        if hash == 0 {
            hash = text::hash(Text::One(self.bytes(bytes)));
            *kept = hash.to_ne_bytes();
        }
        hash
    }

    /// The data of `bytes`, a bytearray, a memoryview, or of an object of a subclass of these; none if it is something else.
    /// It is valid until guest code runs, or the object is changed.
    pub fn buffer<'a>(&self, object: Word) -> Option<&'a [u8]> {
        if let Some(bytes) = self.payload(object, classes::BYTES) {
            return Some(self.bytes(bytes));
        }
        let native = self.payload(object, classes::NATIVE)?;
        match self.native_kind(native)? {
            Kind::ByteArray => Some(self.bytearray_data(native)),
            Kind::Array => Some(self.array_bytes(native)),
            Kind::MemoryView => {
                let owner = self.get(native, classes::NATIVE_A);
                if owner.is_null() {
                    return None;
                }
                let start = self.get_int(native, classes::NATIVE_I) as usize;
                let length = self.get_int(native, classes::NATIVE_J) as usize;
                // A bytearray may have become shorter: views do not keep it from that.
                self.buffer(owner).map(|data| &data[start.min(data.len())..(start + length).min(data.len())])
            }
            _ => None,
        }
    }

    /// The data of a bytearray, to be read or written.
    pub fn bytearray_data<'a>(&self, array: Word) -> &'a mut [u8] {
        let data = self.get(array, classes::NATIVE_A);
        let length = self.get_int(array, classes::NATIVE_I) as usize;
        if data.is_null() {
            return &mut [];
        }
        &mut self.items::<u8>(data)[..length]
    }

    /// A new bytearray.
    pub fn new_bytearray(&mut self, data: &[u8]) -> PyResult {
        let array = self.new_native(Kind::ByteArray, Word::NULL, Word::NULL, Word::NULL);
        self.bytearray_replace(array, 0..0, data)?;
        Ok(array)
    }

    /// Puts other data in the place of a part of a bytearray. The new data is not that of the array itself.
    pub fn bytearray_replace(
        &mut self,
        array: Word,
        range: std::ops::Range<usize>,
        with: &[u8],
    ) -> PyResult<()> {
        let old = self.bytearray_data(array);
        let length = old.len() - range.len() + with.len();
        let store = self.get(array, classes::NATIVE_A);
        let capacity = if store.is_null() { 0 } else { self.array_len(store) };
        if length > capacity {
            // Room to grow, so that appending is cheap.
            let capacity = length.saturating_add(length / 8 + 8);
            let data = self.try_array(classes::DATA, capacity).map_err(|error| self.memory_error(error))?;
            let new = self.items::<u8>(data);
            new[..range.start].copy_from_slice(&old[..range.start]);
            new[range.start..range.start + with.len()].copy_from_slice(with);
            new[range.start + with.len()..length].copy_from_slice(&old[range.end..]);
            self.set(array, classes::NATIVE_A, data);
        } else if capacity > 0 {
            let data = self.items::<u8>(store);
            data.copy_within(range.end..old.len(), range.start + with.len());
            data[range.start..range.start + with.len()].copy_from_slice(with);
        }
        self.set_int(array, classes::NATIVE_I, length as i64);
        Ok(())
    }
}
