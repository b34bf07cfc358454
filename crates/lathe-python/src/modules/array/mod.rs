//! `array`: numbers of one kind, one behind the other.
//!
//! An array is a `NATIVE`: A its data (null if there is none yet), I its length, J its typecode. The data of integers of 64 bits is an `INTS`, that of
//! doubles a `FLOATS`, as those of lists are; of all others a `DATA`. All of them are seen as bytes here.

pub mod items;
mod methods;
mod sequence;

use super::Constant;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;
use lathe_ir::ClassId;

pub const FUNCTIONS: &[Function] =
    &[("_array_reconstructor", "(arraytype, typecode, mformat_code, items, /)", methods::reconstruct)];

pub const CONSTANTS: &[Constant] = &[
    ("array", |py| {
        install(py);
        Ok(py.type_object(types::ARRAY))
    }),
    ("ArrayType", |py| Ok(py.type_object(types::ARRAY))),
    // 3.13 has added 'w'.
    ("typecodes", |py| Ok(py.new_str("bBuhHiIlLqQfd"))),
];

fn install(py: &mut Py) {
    py.add_methods(types::ARRAY, methods::METHODS);
    py.add_methods(types::ARRAY, sequence::METHODS);
    py.add_methods(types::ARRAY, sequence::COMPARISONS);
    py.add_getters(types::ARRAY, methods::GETTERS);
    py.add_new(types::ARRAY, "(cls, /, *args)", methods::new);
    let (hash, none) = (py.intern("__hash__"), py.none());
    py.set_type_attribute(types::ARRAY, hash, none);
    py.add_methods(types::ARRAY_ITERATOR, sequence::ITERATOR_METHODS);
    py.type_changed(types::ARRAY_ITERATOR);
}

/// What the items of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    pub letter: u8,
    pub size: usize,
}

impl Code {
    pub fn of(letter: u32) -> Option<Code> {
        let letter = u8::try_from(letter).ok()?;
        let size = match letter {
            b'b' | b'B' => 1,
            b'h' | b'H' => 2,
            b'i' | b'I' | b'f' | b'u' | b'w' => 4,
            b'l' | b'L' | b'q' | b'Q' | b'd' => 8,
            _ => return None,
        };
        Some(Code { letter, size })
    }

    pub fn is_text(self) -> bool {
        matches!(self.letter, b'u' | b'w')
    }

    fn class(self) -> ClassId {
        match self.letter {
            b'l' | b'q' => classes::INTS,
            b'd' => classes::FLOATS,
            _ => classes::DATA,
        }
    }
}

impl Py {
    pub fn as_array(&self, object: Word) -> Option<Word> {
        self.payload(object, classes::NATIVE).filter(|&array| self.native_kind(array) == Some(Kind::Array))
    }

    pub fn new_array_object(&mut self, code: Code) -> Word {
        let array = self.new_native(Kind::Array, Word::NULL, Word::NULL, Word::NULL);
        self.set_int(array, classes::NATIVE_J, code.letter.into());
        array
    }

    pub fn array_code(&self, array: Word) -> Code {
        Code::of(self.get_int(array, classes::NATIVE_J) as u32).expect("checked when it was made")
    }

    pub fn array_length(&self, array: Word) -> usize {
        self.get_int(array, classes::NATIVE_I) as usize
    }

    /// All items, as bytes. Valid until guest code runs, or the array is changed.
    pub fn array_bytes<'a>(&self, array: Word) -> &'a mut [u8] {
        let data = self.get(array, classes::NATIVE_A);
        if data.is_null() {
            return &mut [];
        }
        let (length, code) = (self.array_length(array), self.array_code(array));
        match code.class() {
            classes::DATA => &mut self.items::<u8>(data)[..length * code.size],
            _ => {
                let items: &mut [u64] = &mut self.items::<u64>(data)[..length];
                // SAFETY: eight bytes for each word, which has no padding, and any bytes are a word. The data does not move.
                unsafe { std::slice::from_raw_parts_mut(items.as_mut_ptr().cast(), length * 8) }
            }
        }
    }

    /// How many items there is room for.
    fn array_room(&self, array: Word) -> usize {
        let data = self.get(array, classes::NATIVE_A);
        if data.is_null() {
            return 0;
        }
        let code = self.array_code(array);
        match code.class() {
            classes::DATA => self.items::<u8>(data).len() / code.size,
            _ => self.items::<u64>(data).len(),
        }
    }

    /// Gives an array another length; new items are anything.
    pub fn array_resize(&mut self, array: Word, length: usize) -> PyResult<()> {
        let room = self.array_room(array);
        if length > room {
            // Growing one by one must not copy everything each time.
            let wanted = length.max(room + room / 4 + 4);
            let code = self.array_code(array);
            let units = match code.class() {
                classes::DATA => wanted.checked_mul(code.size),
                _ => Some(wanted),
            };
            let too_long = |py: &mut Py| py.error_with(types::MEMORY_ERROR, &[]);
            let Some(units) = units.filter(|&units| units <= isize::MAX as usize / 8) else {
                return Err(too_long(self));
            };
            let data = self.try_array(code.class(), units).map_err(|error| self.memory_error(error))?;
            let old = self.array_bytes(array).to_vec();
            self.set(array, classes::NATIVE_A, data);
            let kept = old.len();
            let now = self.get_int(array, classes::NATIVE_I);
            self.array_bytes(array)[..kept].copy_from_slice(&old);
            debug_assert_eq!(now as usize * code.size, kept);
        }
        self.set_int(array, classes::NATIVE_I, length as i64);
        Ok(())
    }

    /// Puts bytes in the place of the items from `start` to `stop`.
    pub fn array_splice(&mut self, array: Word, start: usize, stop: usize, bytes: &[u8]) -> PyResult<()> {
        let (code, length) = (self.array_code(array), self.array_length(array));
        let count = bytes.len() / code.size;
        let new_length = length - (stop - start) + count;
        if new_length > length {
            self.array_resize(array, new_length)?;
        }
        let data = self.array_bytes(array);
        data.copy_within(stop * code.size..length * code.size, (start + count) * code.size);
        data[start * code.size..][..bytes.len()].copy_from_slice(bytes);
        self.set_int(array, classes::NATIVE_I, new_length as i64);
        Ok(())
    }

    /// A new array of a kind with these bytes.
    pub fn array_from(&mut self, code: Code, bytes: &[u8]) -> PyResult {
        let array = self.new_array_object(code);
        self.array_splice(array, 0, 0, bytes)?;
        Ok(array)
    }
}
