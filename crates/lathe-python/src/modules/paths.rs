//! Paths: text or bytes, or objects that say which path they are. For the system they are bytes; text that was no UTF-8 goes through
//! unharmed (`surrogateescape`).

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::text::codecs::Encoding;
use lathe_heap::Word;
use std::ffi::CString;

impl Py {
    /// `os.fspath(object)`: text or bytes.
    pub fn fspath(&mut self, object: Word) -> PyResult {
        match self.try_fspath(object)? {
            Some(path) => Ok(path),
            None => {
                let found = self.type_name(object);
                Err(self.type_error(&format!("expected str, bytes or os.PathLike object, not {found}")))
            }
        }
    }

    /// None for what is no path.
    pub fn try_fspath(&mut self, object: Word) -> PyResult<Option<Word>> {
        let is_path = |py: &Py, word: Word| {
            py.payload(word, classes::STR).is_some() || py.payload(word, classes::BYTES).is_some()
        };
        if is_path(self, object) {
            return Ok(Some(object));
        }
        let Some(path) = self.call_special(object, "__fspath__", &[])? else { return Ok(None) };
        if is_path(self, path) {
            return Ok(Some(path));
        }
        let (of, returned) = (self.type_name(object), self.type_name(path));
        let message = format!("expected {of}.__fspath__() to return str or bytes, not {returned}");
        Err(self.type_error(&message))
    }

    /// The bytes of text or bytes.
    pub fn fs_encode(&mut self, path: Word) -> PyResult<Vec<u8>> {
        if let Some(bytes) = self.payload(path, classes::BYTES) {
            return Ok(self.bytes(bytes).to_vec());
        }
        let string = self.payload(path, classes::STR).expect("text or bytes");
        let bytes = self.encode_with(string, Encoding::Utf8, "surrogateescape")?;
        Ok(self.bytes(bytes).to_vec())
    }

    /// Text for bytes of the system.
    pub fn fs_decode(&mut self, data: &[u8]) -> PyResult {
        if let Ok(text) = std::str::from_utf8(data) {
            return Ok(self.new_str(text));
        }
        let bytes = self.try_bytes(data)?;
        let (text, _) = self.decode_with(bytes, Encoding::Utf8, "surrogateescape", false)?;
        Ok(text)
    }

    /// A path for the system.
    pub fn c_path(&mut self, path: Word) -> PyResult<CString> {
        let bytes = self.fs_encode(path)?;
        match CString::new(bytes) {
            Ok(path) => Ok(path),
            Err(_) => Err(self.value_error("embedded null byte")),
        }
    }

    /// The path that a function of `os` gets; the function is named if it is none.
    pub fn path_argument(&mut self, function: &str, name: &str, object: Word) -> PyResult<CString> {
        match self.try_fspath(object)? {
            Some(path) => self.c_path(path),
            None => Err(self.not_a_path(function, name, "string, bytes or os.PathLike", object)),
        }
    }

    pub fn not_a_path(&mut self, function: &str, name: &str, wanted: &str, object: Word) -> Raised {
        let found = self.type_name(object);
        self.type_error(&format!("{function}: {name} should be {wanted}, not {found}"))
    }
}
