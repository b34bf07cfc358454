//! `bytes`: an array of bytes behind its hash.

use super::classes;
use super::py::Py;
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
}
