//! Iterators over strings, bytes, bytearrays and memoryviews.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types::{self, TypeId};
use lathe_heap::Word;

pub const TYPES: &[TypeId] =
    &[types::STR_ITERATOR, types::BYTES_ITERATOR, types::BYTEARRAY_ITERATOR, types::MEMORY_ITERATOR];

pub const METHODS: &[Method] = &[
    ("__iter__", Special, "(self, /)", iter),
    ("__next__", Special, "(self, /)", next),
    ("__length_hint__", Plain, "(self, /)", length_hint),
];

impl Py {
    /// The next of an iterator over text or bytes; none if it is of another kind.
    pub fn text_next(&mut self, iterator: Word) -> Option<PyResult<Option<Word>>> {
        let kind = self.native_kind(iterator)?;
        if !matches!(
            kind,
            Kind::StrIterator | Kind::BytesIterator | Kind::ByteArrayIterator | Kind::MemoryIterator
        ) {
            return None;
        }
        let over = self.get(iterator, classes::NATIVE_A);
        if over.is_null() {
            return Some(Ok(None));
        }
        let at = self.get_int(iterator, classes::NATIVE_I) as usize;
        let item = if kind == Kind::StrIterator {
            let text = self.text(over);
            (at < text.len()).then(|| self.char_text(text.get(at)))
        } else {
            match self.buffer(over) {
                Some(data) => data.get(at).map(|&byte| Word::small(byte.into()).expect("small")),
                None => return Some(Err(self.not_bytes_like(over))),
            }
        };
        match item {
            Some(_) => self.set_int(iterator, classes::NATIVE_I, at as i64 + 1),
            // Done, even if it becomes longer.
            None => self.set(iterator, classes::NATIVE_A, Word::NULL),
        }
        Some(Ok(item))
    }
}

fn iter(_: &mut Py, args: &[Word]) -> PyResult {
    Ok(args[0])
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    match py.text_next(args[0]) {
        Some(item) => match item? {
            Some(item) => Ok(item),
            None => Err(py.error_with(types::STOP_ITERATION, &[])),
        },
        None => {
            let message = format!("'{}' object is not an iterator over text", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
    }
}

fn length_hint(py: &mut Py, args: &[Word]) -> PyResult {
    let over = py.get(args[0], classes::NATIVE_A);
    let length = match py.native_kind(args[0]) {
        _ if over.is_null() => 0,
        Some(Kind::StrIterator) => py.text(over).len(),
        _ => py.buffer(over).map_or(0, <[u8]>::len),
    };
    let at = py.get_int(args[0], classes::NATIVE_I) as usize;
    Ok(py.new_int(length.saturating_sub(at) as i64))
}
