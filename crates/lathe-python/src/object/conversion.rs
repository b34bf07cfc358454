//! Objects as numbers: `__index__`, `__float__`, `__complex__`, and text of any script's digits.

use super::classes;
use super::py::{Py, PyResult};
use super::text::Text;
use crate::number::{Complex, Int, Number};
use lathe_heap::Word;

/// The zeros of all sets of decimal digits beyond ASCII.
const ZEROS: &[u32] = &[
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
    0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50, 0x1bb0, 0x1c40, 0x1c50,
    0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0, 0xff10, 0x104a0, 0x10d30, 0x10d40, 0x11066,
    0x110f0, 0x11136, 0x111d0, 0x112f0, 0x11450, 0x114d0, 0x11650, 0x116c0, 0x116d0, 0x116da, 0x11730,
    0x118e0, 0x11950, 0x11bf0, 0x11c50, 0x11d50, 0x11da0, 0x11f50, 0x16130, 0x16a60, 0x16ac0, 0x16b50,
    0x1ccf0, 0x1d7ce, 0x1d7d8, 0x1d7e2, 0x1d7ec, 0x1d7f6, 0x1e140, 0x1e2f0, 0x1e4f0, 0x1e5f1, 0x1e950,
    0x1fbf0,
];

/// The value of a decimal digit of any script.
pub fn decimal_digit(point: u32) -> Option<u32> {
    if point < 128 {
        return char::from_u32(point)?.to_digit(10);
    }
    let zero = ZEROS[ZEROS.partition_point(|&zero| zero <= point).checked_sub(1)?];
    (point - zero < 10).then_some(point - zero)
}

/// Text with its digits and spaces as ASCII; what is neither becomes something that no number has.
pub fn numeric_text(text: Text<'_>) -> String {
    if let Text::One(data) = text
        && data.is_ascii()
    {
        return String::from_utf8(data.to_vec()).expect("ASCII");
    }
    text.code_points()
        .map(|point| match (decimal_digit(point), char::from_u32(point)) {
            (Some(digit), _) => char::from(b'0' + digit as u8),
            (None, Some(c)) if c.is_whitespace() || ('\x1c'..='\x1f').contains(&c) => ' ',
            (None, Some(c)) if c.is_ascii() => c,
            (None, _) => '\u{fffd}',
        })
        .collect()
}

impl Py {
    /// `__index__`: an integer of any size; none if the object has no such method.
    pub fn try_index_value(&mut self, object: Word) -> PyResult<Option<Int>> {
        if let Some(value) = self.int_value(object) {
            return Ok(Some(value));
        }
        let Some(index) = self.call_special(object, "__index__", &[])? else { return Ok(None) };
        match self.int_value(index) {
            Some(value) => Ok(Some(value)),
            None => {
                let message = format!("__index__ returned non-int (type {})", self.type_name(index));
                Err(self.type_error(&message))
            }
        }
    }

    /// An integer, or a `TypeError`.
    pub fn index_value(&mut self, object: Word) -> PyResult<Int> {
        match self.try_index_value(object)? {
            Some(value) => Ok(value),
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// The value of a `float`, or of an object of a subclass.
    pub fn as_float(&self, word: Word) -> Option<f64> {
        self.payload(word, classes::FLOAT).map(|float| self.get_float(float, classes::FLOAT_VALUE))
    }

    /// `__float__` or `__index__`; none if the object has neither.
    pub fn try_float_value(&mut self, object: Word) -> PyResult<Option<f64>> {
        match self.number(object) {
            Some(Number::Float(value)) => return Ok(Some(value)),
            Some(Number::Int(value)) => return self.checked(value.to_f64()).map(Some),
            _ => {}
        }
        if let Some(result) = self.call_special(object, "__float__", &[])? {
            return match self.as_float(result) {
                Some(value) => Ok(Some(value)),
                None => {
                    let (of, returned) = (self.type_name(object), self.type_name(result));
                    Err(self.type_error(&format!("{of}.__float__() must return a float, not {returned}")))
                }
            };
        }
        match self.try_index_value(object)? {
            Some(value) => self.checked(value.to_f64()).map(Some),
            None => Ok(None),
        }
    }

    /// A real number as a float, or a `TypeError`.
    pub fn float_value(&mut self, object: Word) -> PyResult<f64> {
        match self.try_float_value(object)? {
            Some(value) => Ok(value),
            None => {
                let message = format!("must be real number, not {}", self.type_name(object));
                Err(self.type_error(&message))
            }
        }
    }

    /// `__complex__`; none if the object has no such method.
    pub fn try_complex(&mut self, object: Word) -> PyResult<Option<Complex>> {
        if let Some(Number::Complex(value)) = self.number(object) {
            return Ok(Some(value));
        }
        let Some(result) = self.call_special(object, "__complex__", &[])? else { return Ok(None) };
        match self.number(result) {
            Some(Number::Complex(value)) => Ok(Some(value)),
            _ => {
                let (of, returned) = (self.type_name(object), self.type_name(result));
                Err(self.type_error(&format!("{of}.__complex__() must return a complex, not {returned}")))
            }
        }
    }

    /// Any number as a complex one, or a `TypeError`.
    pub fn complex_value(&mut self, object: Word) -> PyResult<Complex> {
        match self.try_complex(object)? {
            Some(value) => Ok(value),
            None => Ok(Complex { real: self.float_value(object)?, imag: 0.0 }),
        }
    }

    /// The bytes of a `bytes` or `bytearray`, copied.
    pub fn bytes_like(&self, object: Word) -> Option<Vec<u8>> {
        if let Some(bytes) = self.payload(object, classes::BYTES) {
            return Some(self.bytes(bytes).to_vec());
        }
        let array = self.payload(object, classes::NATIVE)?;
        if self.native_kind(array) != Some(super::native::Kind::ByteArray) {
            return None;
        }
        let length = self.get_int(array, classes::NATIVE_I) as usize;
        let data = self.get(array, classes::NATIVE_A);
        Some(if data.is_null() { Vec::new() } else { self.items::<u8>(data)[..length].to_vec() })
    }

    /// The text of a number that is given as `str` or bytes; none for anything else.
    pub fn number_text(&self, object: Word) -> Option<String> {
        if let Some(text) = self.payload(object, classes::STR) {
            return Some(numeric_text(self.text(text)));
        }
        self.bytes_like(object).map(|bytes| {
            bytes.into_iter().map(|b| if b.is_ascii() { b.into() } else { '\u{fffd}' }).collect()
        })
    }
}
