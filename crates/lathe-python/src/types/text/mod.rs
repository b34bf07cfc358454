//! What `str`, `bytes` and `bytearray` have in common: most of their methods.
//!
//! A method is written once, for a [`Flavor`], on [`Text`]. What is evaluated may run guest code, which may change a bytearray: so all
//! arguments are evaluated first, and only then is anybody's data looked at.

mod affix;
mod codec;
pub mod find;
mod join;
pub mod kind;
pub mod operators;
mod pad;
mod replace;
mod split;

use crate::object::classes;
use crate::object::native::Kind as NativeObject;
use crate::object::py::{Py, PyResult, Raised};
use crate::object::text::Text;
use crate::object::text_build::Writer;
use crate::runtime::types::{self, TypeId};
use crate::text::properties;
use lathe_heap::Word;
use std::cmp::Ordering;
use std::ops::Range;

pub trait Flavor {
    const TYPE: TypeId;
    /// As messages call it.
    const NAME: &'static str;
    /// Is it text, or bytes?
    const IS_STR: bool;

    /// The data of an object of the type or a subclass.
    fn own<'a>(py: &Py, object: Word) -> Option<Text<'a>>;
    /// The data of an argument that is of the same nature.
    fn part<'a>(py: &Py, object: Word) -> Option<Text<'a>>;
    fn build(py: &mut Py, length: usize, width: usize, write: impl FnOnce(&mut Writer<'_>)) -> PyResult;
    /// A new object with this data.
    fn make(py: &mut Py, text: Text<'_>) -> PyResult;
    /// The object as the result of a method that has nothing to do.
    fn same(py: &mut Py, object: Word) -> PyResult;

    fn space(c: u32) -> bool {
        if Self::IS_STR { properties::is_space(c) } else { properties::is_ascii_space(c) }
    }

    fn line_end(c: u32) -> bool {
        if Self::IS_STR { properties::is_line_end(c) } else { matches!(c, 0x0a | 0x0d) }
    }
}

#[derive(Debug)]
pub struct Str;
#[derive(Debug)]
pub struct Bytes;
#[derive(Debug)]
pub struct ByteArray;

impl Flavor for Str {
    const TYPE: TypeId = types::STR;
    const NAME: &'static str = "str";
    const IS_STR: bool = true;

    fn own<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        py.payload(object, classes::STR).map(|string| py.text(string))
    }

    fn part<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        Str::own(py, object)
    }

    fn build(py: &mut Py, length: usize, width: usize, write: impl FnOnce(&mut Writer<'_>)) -> PyResult {
        py.build_text(length, width, write)
    }

    fn make(py: &mut Py, text: Text<'_>) -> PyResult {
        py.try_text(text)
    }

    fn same(py: &mut Py, object: Word) -> PyResult {
        Ok(py.payload(object, classes::STR).expect("checked"))
    }
}

impl Flavor for Bytes {
    const TYPE: TypeId = types::BYTES;
    const NAME: &'static str = "bytes";
    const IS_STR: bool = false;

    fn own<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        py.payload(object, classes::BYTES).map(|bytes| Text::One(py.bytes(bytes)))
    }

    fn part<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        py.buffer(object).map(Text::One)
    }

    fn build(py: &mut Py, length: usize, _width: usize, write: impl FnOnce(&mut Writer<'_>)) -> PyResult {
        py.build_bytes(length, |data| write(&mut Writer::bytes(data)))
    }

    fn make(py: &mut Py, text: Text<'_>) -> PyResult {
        Bytes::build(py, text.len(), 1, |out| out.text(text))
    }

    fn same(py: &mut Py, object: Word) -> PyResult {
        Ok(py.payload(object, classes::BYTES).expect("checked"))
    }
}

impl Flavor for ByteArray {
    const TYPE: TypeId = types::BYTEARRAY;
    const NAME: &'static str = "bytearray";
    const IS_STR: bool = false;

    fn own<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        py.as_bytearray(object).map(|array| Text::One(py.bytearray_data(array)))
    }

    fn part<'a>(py: &Py, object: Word) -> Option<Text<'a>> {
        Bytes::part(py, object)
    }

    fn build(py: &mut Py, length: usize, _width: usize, write: impl FnOnce(&mut Writer<'_>)) -> PyResult {
        let array = py.new_zeroed_bytearray(length)?;
        write(&mut Writer::bytes(py.bytearray_data(array)));
        Ok(array)
    }

    fn make(py: &mut Py, text: Text<'_>) -> PyResult {
        ByteArray::build(py, text.len(), 1, |out| out.text(text))
    }

    fn same(py: &mut Py, object: Word) -> PyResult {
        let text = ByteArray::own(py, object).expect("checked");
        ByteArray::make(py, text)
    }
}

/// The data of `self`.
pub fn own<'a, K: Flavor>(py: &mut Py, object: Word) -> PyResult<Text<'a>> {
    match K::own(py, object) {
        Some(text) => Ok(text),
        None => {
            let message = format!(
                "descriptor requires a '{}' object but received a '{}'",
                K::NAME,
                py.type_name(object)
            );
            Err(py.type_error(&message))
        }
    }
}

/// The data of an argument; `message` is for `str`, others always say the same.
pub fn part<'a, K: Flavor>(
    py: &mut Py,
    object: Word,
    message: impl FnOnce(&str) -> String,
) -> PyResult<Text<'a>> {
    match K::part(py, object) {
        Some(text) => Ok(text),
        None if K::IS_STR => {
            let message = message(&py.type_name(object));
            Err(py.type_error(&message))
        }
        None => Err(py.not_bytes_like(object)),
    }
}

/// A part of `self` as a new object.
pub fn slice_of<K: Flavor>(py: &mut Py, object: Word, range: Range<usize>) -> PyResult {
    let text = own::<K>(py, object)?;
    if range == (0..text.len()) {
        return K::same(py, object);
    }
    K::make(py, text.slice(range.start, range.end))
}

/// Parts of `self` as a list.
pub fn list_of<K: Flavor>(py: &mut Py, text: Text<'_>, ranges: &[Range<usize>]) -> PyResult {
    let items = py.rooted();
    for range in ranges {
        let item = K::make(py, text.slice(range.start, range.end))?;
        items.push(item);
    }
    py.list_from(&items.to_vec())
}

/// Start and end of the part that a method looks at; they are evaluated before any length is known.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    start: Option<i64>,
    end: Option<i64>,
}

impl Bounds {
    pub fn new(py: &mut Py, start: Word, end: Word) -> PyResult<Bounds> {
        Ok(Bounds { start: py.bound(start)?, end: py.bound(end)? })
    }

    /// In a text of this length; none if the start is behind the end: there is not even an empty text.
    pub fn within(self, length: usize) -> Option<Range<usize>> {
        let place = |index: i64| {
            let from_front = if index < 0 { index.saturating_add(length as i64).max(0) } else { index };
            from_front as usize
        };
        let (start, end) = (self.start.map_or(0, place), self.end.map_or(length, place).min(length));
        (start <= end).then_some(start..end)
    }
}

impl Py {
    fn bound(&mut self, word: Word) -> PyResult<Option<i64>> {
        if word.is_null() || self.is_none(word) {
            return Ok(None);
        }
        match self.try_index(word)? {
            Some(Some(index)) => Ok(Some(index)),
            Some(None) => self.far_away(word).map(Some),
            None => {
                Err(self.type_error("slice indices must be integers or None or have an __index__ method"))
            }
        }
    }

    /// An index that is too large for any sequence.
    fn far_away(&mut self, word: Word) -> PyResult<i64> {
        let index = self.required_index(word)?;
        Ok(if self.integer_sign(index)? == Ordering::Less { i64::MIN } else { i64::MAX })
    }

    /// A number of things, for a native function: `default` if it was left out.
    pub fn size_argument(&mut self, word: Word, default: i64) -> PyResult<i64> {
        if word.is_null() {
            return Ok(default);
        }
        match self.try_index(word)? {
            Some(Some(size)) => Ok(size),
            Some(None) => {
                Err(self.error(types::OVERFLOW_ERROR, "Python int too large to convert to C ssize_t"))
            }
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }

    pub fn not_bytes_like(&mut self, object: Word) -> Raised {
        if let Some(raised) = self.released_view(object) {
            return raised;
        }
        let message = format!("a bytes-like object is required, not '{}'", self.type_name(object));
        self.type_error(&message)
    }

    /// A bytearray, or the one in an object of a subclass.
    pub fn as_bytearray(&self, object: Word) -> Option<Word> {
        let native = self.payload(object, classes::NATIVE)?;
        (self.native_kind(native) == Some(NativeObject::ByteArray)).then_some(native)
    }

    pub fn new_zeroed_bytearray(&mut self, length: usize) -> PyResult {
        let array = self.new_native(NativeObject::ByteArray, Word::NULL, Word::NULL, Word::NULL);
        if length > 0 {
            if length > isize::MAX as usize {
                return Err(self.error_with(types::MEMORY_ERROR, &[]));
            }
            let data = self.try_array(classes::DATA, length).map_err(|error| self.memory_error(error))?;
            self.set(array, classes::NATIVE_A, data);
            self.set_int(array, classes::NATIVE_I, length as i64);
        }
        Ok(array)
    }
}

macro_rules! shared_methods {
    ($flavor:ident) => {
        &[
            ("__eq__", Special, "(self, value, /)", operators::eq::<$flavor>),
            ("__ne__", Special, "(self, value, /)", operators::ne::<$flavor>),
            ("__lt__", Special, "(self, value, /)", operators::lt::<$flavor>),
            ("__le__", Special, "(self, value, /)", operators::le::<$flavor>),
            ("__gt__", Special, "(self, value, /)", operators::gt::<$flavor>),
            ("__ge__", Special, "(self, value, /)", operators::ge::<$flavor>),
            ("__len__", Special, "(self, /)", operators::len::<$flavor>),
            ("__add__", Special, "(self, value, /)", operators::add::<$flavor>),
            ("__mul__", Special, "(self, value, /)", operators::mul::<$flavor>),
            ("__rmul__", Special, "(self, value, /)", operators::mul::<$flavor>),
            ("__contains__", Special, "(self, key, /)", find::contains::<$flavor>),
            ("find", Plain, "(self, sub, start=None, end=None, /)", find::find::<$flavor>),
            ("rfind", Plain, "(self, sub, start=None, end=None, /)", find::rfind::<$flavor>),
            ("index", Plain, "(self, sub, start=None, end=None, /)", find::index::<$flavor>),
            ("rindex", Plain, "(self, sub, start=None, end=None, /)", find::rindex::<$flavor>),
            ("count", Plain, "(self, sub, start=None, end=None, /)", find::count::<$flavor>),
            ("startswith", Plain, "(self, prefix, start=None, end=None, /)", affix::startswith::<$flavor>),
            ("endswith", Plain, "(self, suffix, start=None, end=None, /)", affix::endswith::<$flavor>),
            ("removeprefix", Plain, "(self, prefix, /)", affix::removeprefix::<$flavor>),
            ("removesuffix", Plain, "(self, suffix, /)", affix::removesuffix::<$flavor>),
            ("split", Plain, "(self, /, sep=None, maxsplit=-1)", split::split::<$flavor>),
            ("rsplit", Plain, "(self, /, sep=None, maxsplit=-1)", split::rsplit::<$flavor>),
            ("splitlines", Plain, "(self, /, keepends=False)", split::splitlines::<$flavor>),
            ("partition", Plain, "(self, sep, /)", split::partition::<$flavor>),
            ("rpartition", Plain, "(self, sep, /)", split::rpartition::<$flavor>),
            ("strip", Plain, "(self, chars=None, /)", split::strip::<$flavor>),
            ("lstrip", Plain, "(self, chars=None, /)", split::lstrip::<$flavor>),
            ("rstrip", Plain, "(self, chars=None, /)", split::rstrip::<$flavor>),
            ("replace", Plain, "(self, old, new, /, count=-1)", replace::replace::<$flavor>),
            ("join", Plain, "(self, iterable, /)", join::join::<$flavor>),
            ("center", Plain, "(self, width, fillchar=' ', /)", pad::center::<$flavor>),
            ("ljust", Plain, "(self, width, fillchar=' ', /)", pad::ljust::<$flavor>),
            ("rjust", Plain, "(self, width, fillchar=' ', /)", pad::rjust::<$flavor>),
            ("zfill", Plain, "(self, width, /)", pad::zfill::<$flavor>),
            ("expandtabs", Plain, "(self, /, tabsize=8)", pad::expandtabs::<$flavor>),
            ("capitalize", Plain, "(self, /)", kind::capitalize::<$flavor>),
            ("lower", Plain, "(self, /)", kind::lower::<$flavor>),
            ("upper", Plain, "(self, /)", kind::upper::<$flavor>),
            ("swapcase", Plain, "(self, /)", kind::swapcase::<$flavor>),
            ("title", Plain, "(self, /)", kind::title::<$flavor>),
            ("isalnum", Plain, "(self, /)", kind::isalnum::<$flavor>),
            ("isalpha", Plain, "(self, /)", kind::isalpha::<$flavor>),
            ("isascii", Plain, "(self, /)", kind::isascii::<$flavor>),
            ("isdigit", Plain, "(self, /)", kind::isdigit::<$flavor>),
            ("islower", Plain, "(self, /)", kind::islower::<$flavor>),
            ("isspace", Plain, "(self, /)", kind::isspace::<$flavor>),
            ("istitle", Plain, "(self, /)", kind::istitle::<$flavor>),
            ("isupper", Plain, "(self, /)", kind::isupper::<$flavor>),
        ]
    };
}

use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};

pub const STR_METHODS: &[Method] = shared_methods!(Str);
pub const BYTES_METHODS: &[Method] = shared_methods!(Bytes);
pub const BYTEARRAY_METHODS: &[Method] = shared_methods!(ByteArray);
