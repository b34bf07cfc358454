//! Puts the methods of text and bytes into their types.

use super::{bytearray, bytes, memoryview, str, text, text_iterators, unicode_error};
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

pub fn install(py: &mut Py) {
    for (id, shared, own) in [
        (types::STR, text::STR_METHODS, str::METHODS),
        (types::BYTES, text::BYTES_METHODS, bytes::METHODS),
        (types::BYTEARRAY, text::BYTEARRAY_METHODS, bytearray::METHODS),
        (types::MEMORYVIEW, memoryview::METHODS, &[]),
    ] {
        py.add_methods(id, shared);
        py.add_methods(id, own);
    }
    py.add_getters(types::MEMORYVIEW, memoryview::GETTERS);
    py.add_new(types::STR, str::NEW, new_str);
    py.add_new(types::BYTES, bytes::NEW, new_bytes);
    py.add_new(types::BYTEARRAY, bytearray::NEW, new_bytearray);
    py.add_new(types::MEMORYVIEW, memoryview::NEW, memoryview::new);
    let (hash, none) = (py.intern("__hash__"), py.none());
    py.set_type_attribute(types::BYTEARRAY, hash, none);
    for &id in text_iterators::TYPES {
        py.add_methods(id, text_iterators::METHODS);
    }
    for id in [types::UNICODE_ENCODE_ERROR, types::UNICODE_DECODE_ERROR, types::UNICODE_TRANSLATE_ERROR] {
        py.add_methods(id, unicode_error::METHODS);
        let getters = unicode_error::GETTERS;
        py.add_getters(id, if id == types::UNICODE_TRANSLATE_ERROR { &getters[1..] } else { getters });
    }
}

fn new_str(py: &mut Py, args: &[Word]) -> PyResult {
    let string = str::new(py, args)?;
    py.of_class(args[0], types::STR, string)
}

fn new_bytes(py: &mut Py, args: &[Word]) -> PyResult {
    let bytes = bytes::new(py, args)?;
    py.of_class(args[0], types::BYTES, bytes)
}

fn new_bytearray(py: &mut Py, args: &[Word]) -> PyResult {
    let array = bytearray::new(py, args)?;
    py.of_class(args[0], types::BYTEARRAY, array)
}
