//! One item to bytes and back.

use super::Code;
use crate::number::Int;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

/// The bytes of an item, in the first places.
pub fn pack(py: &mut Py, code: Code, value: Word) -> PyResult<[u8; 8]> {
    let bits = match code.letter {
        b'd' => py.float_value(value)?.to_bits(),
        b'f' => u64::from((py.float_value(value)? as f32).to_bits()),
        b'u' | b'w' => match py.payload(value, classes::STR).map(|string| py.text(string)) {
            Some(text) if text.len() == 1 => text.get(0).into(),
            _ => return Err(py.type_error("array item must be unicode character")),
        },
        _ => int(py, code, value)?,
    };
    Ok(bits.to_le_bytes())
}

/// What messages call the types of C.
fn int(py: &mut Py, code: Code, value: Word) -> PyResult<u64> {
    let value = py.index_value(value)?;
    let overflow = |py: &mut Py, message: &str| Err(py.error(types::OVERFLOW_ERROR, message));
    let small = value.as_i64();
    let bits = 8 * code.size as u32;
    match code.letter {
        b'b' | b'h' | b'i' | b'B' | b'H' => {
            let Some(small) = small else {
                return overflow(py, "Python int too large to convert to C long");
            };
            let signed = code.letter.is_ascii_lowercase();
            let (low, high) = match signed {
                true => (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1),
                false => (0, (1i64 << bits) - 1),
            };
            let name = match code.letter {
                b'b' => "signed char",
                b'B' => "unsigned byte integer",
                b'h' => "signed short integer",
                b'H' => "unsigned short",
                _ => "signed integer",
            };
            match small {
                _ if small < low => overflow(py, &format!("{name} is less than minimum")),
                _ if small > high => overflow(py, &format!("{name} is greater than maximum")),
                _ => Ok(small as u64),
            }
        }
        b'l' => match small {
            Some(small) => Ok(small as u64),
            None => overflow(py, "Python int too large to convert to C long"),
        },
        b'q' => match small {
            Some(small) => Ok(small as u64),
            None => overflow(py, "int too big to convert"),
        },
        letter => {
            if value.is_negative() {
                return overflow(
                    py,
                    match letter {
                        b'Q' => "can't convert negative int to unsigned",
                        _ => "can't convert negative value to unsigned int",
                    },
                );
            }
            let Some(wide) = unsigned(&value) else {
                return overflow(
                    py,
                    match letter {
                        b'Q' => "int too big to convert",
                        _ => "Python int too large to convert to C unsigned long",
                    },
                );
            };
            if letter == b'I' && wide > u64::from(u32::MAX) {
                return overflow(py, "unsigned int is greater than maximum");
            }
            Ok(wide)
        }
    }
}

fn unsigned(value: &Int) -> Option<u64> {
    let bytes = value.to_le_bytes(8, false).ok()?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

/// The item at a place, which is there.
pub fn item(py: &mut Py, array: Word, index: usize) -> PyResult {
    let code = py.array_code(array);
    let mut bytes = [0; 8];
    bytes[..code.size].copy_from_slice(&py.array_bytes(array)[index * code.size..][..code.size]);
    unpack(py, code, u64::from_le_bytes(bytes))
}

pub fn unpack(py: &mut Py, code: Code, bits: u64) -> PyResult {
    Ok(match code.letter {
        b'd' => py.new_float(f64::from_bits(bits)),
        b'f' => py.new_float(f32::from_bits(bits as u32).into()),
        b'b' => py.new_int((bits as i8).into()),
        b'h' => py.new_int((bits as i16).into()),
        b'i' => py.new_int((bits as i32).into()),
        b'l' | b'q' => py.new_int(bits as i64),
        b'u' | b'w' => match char::from_u32(bits as u32) {
            Some(_) => py.char_text(bits as u32),
            None if bits < 0x11_0000 => py.char_text(bits as u32),
            None => {
                let message = format!("character U+{bits:x} is not in range [U+0000; U+10ffff]");
                return Err(py.value_error(&message));
            }
        },
        _ => return py.new_int_value(&Int::from(bits)),
    })
}
