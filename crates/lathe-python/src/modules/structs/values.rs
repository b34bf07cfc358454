//! One value to bytes and back.

use super::error;
use super::format::{Format, Item};
use super::half;
use crate::number::{Fault, Int};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::Word;

/// The numbers that fit, and how the message calls the format.
fn limits(code: u8, size: usize) -> (i128, i128, String) {
    let bits = 8 * size as u32;
    let signed = matches!(code, b'b' | b'h' | b'i' | b'l' | b'q' | b'n');
    let (low, high) =
        if signed { (-(1i128 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
    let name = match code {
        b'b' => "byte".to_string(),
        b'B' => "ubyte".to_string(),
        b'h' => "short".to_string(),
        b'H' => "ushort".to_string(),
        _ => format!("'{}'", code as char),
    };
    (low, high, name)
}

fn int(py: &mut Py, item: Item, value: Word) -> PyResult<u64> {
    let Some(value) = py.try_index_value(value)? else {
        return Err(error(py, "required argument is not an integer"));
    };
    if item.code == b'P' {
        let (low, high) = (i128::from(i64::MIN), i128::from(u64::MAX));
        return match wide(&value).filter(|value| (low..=high).contains(value)) {
            Some(value) => Ok(value as u64),
            None => Err(error(py, "int too large to convert")),
        };
    }
    // Numbers that C has no type for are refused first, with other words.
    let unsigned = matches!(item.code, b'I' | b'L' | b'Q' | b'N');
    let in_c = match unsigned {
        true => 0..=i128::from(u64::MAX),
        false => i128::from(i64::MIN)..=i128::from(i64::MAX),
    };
    let Some(value) = wide(&value).filter(|value| in_c.contains(value)) else {
        return Err(error(py, "argument out of range"));
    };
    let (low, high, name) = limits(item.code, item.size);
    if !(low..=high).contains(&value) {
        return Err(error(py, &format!("{name} format requires {low} <= number <= {high}")));
    }
    Ok(value as u64)
}

/// An integer of up to 127 bits.
fn wide(value: &Int) -> Option<i128> {
    if let Some(small) = value.as_i64() {
        return Some(small.into());
    }
    let bytes = value.to_le_bytes(16, true).ok()?;
    Some(i128::from_le_bytes(bytes.try_into().ok()?))
}

fn float(py: &mut Py, value: Word) -> PyResult<f64> {
    match py.try_float_value(value) {
        Ok(Some(value)) => Ok(value),
        Ok(None) => Err(error(py, "required argument is not a float")),
        Err(raised) => Err(raised),
    }
}

/// Writes a value to its place.
pub fn pack(py: &mut Py, format: &Format, item: Item, value: Word, place: &mut [u8]) -> PyResult<()> {
    let too_large = |py: &mut Py, code: char| {
        py.fault(Fault::overflow(match code {
            'e' => "float too large to pack with e format",
            _ => "float too large to pack with f format",
        }))
    };
    let bytes = match item.code {
        b'c' => match py.payload(value, classes::BYTES).map(|bytes| py.bytes(bytes)) {
            Some(&[byte]) => {
                place[0] = byte;
                return Ok(());
            }
            _ => return Err(error(py, "char format requires a bytes object of length 1")),
        },
        code @ (b's' | b'p') => {
            let data = match py.payload(value, classes::BYTES) {
                Some(bytes) => Some(py.bytes(bytes)),
                None => py.as_bytearray(value).map(|array| &*py.bytearray_data(array)),
            };
            let Some(data) = data else {
                let message = format!("argument for '{}' must be a bytes object", code as char);
                return Err(error(py, &message));
            };
            if code == b's' {
                let length = data.len().min(place.len());
                place[..length].copy_from_slice(&data[..length]);
            } else if let Some((first, rest)) = place.split_first_mut() {
                // The length of the text stands before it.
                let length = data.len().min(rest.len());
                rest[..length].copy_from_slice(&data[..length]);
                *first = length.min(255) as u8;
            }
            return Ok(());
        }
        b'?' => u64::from(py.truth(value)?),
        b'd' => float(py, value)?.to_bits(),
        b'f' => {
            let value = float(py, value)?;
            let narrow = value as f32;
            if narrow.is_infinite() && value.is_finite() && !format.native {
                return Err(too_large(py, 'f'));
            }
            narrow.to_bits().into()
        }
        b'e' => {
            let value = float(py, value)?;
            match half::to_half(value) {
                Some(bits) => bits.into(),
                None => return Err(too_large(py, 'e')),
            }
        }
        _ => int(py, item, value)?,
    }
    .to_le_bytes();
    place.copy_from_slice(&bytes[..item.size]);
    if format.big_endian {
        place.reverse();
    }
    Ok(())
}

/// Reads a value from its place.
pub fn unpack(py: &mut Py, format: &Format, item: Item, place: &[u8]) -> PyResult {
    match item.code {
        b'c' | b's' => return py.try_bytes(place),
        b'p' => {
            let length = place.first().map_or(0, |&length| usize::from(length).min(place.len() - 1));
            return py.try_bytes(if place.is_empty() { place } else { &place[1..=length] });
        }
        _ => {}
    }
    let mut bytes = [0; 8];
    bytes[..item.size].copy_from_slice(place);
    if format.big_endian {
        bytes[..item.size].reverse();
    }
    let bits = u64::from_le_bytes(bytes);
    match item.code {
        b'?' => py.bool_result(bits != 0),
        b'd' => Ok(py.new_float(f64::from_bits(bits))),
        b'f' => Ok(py.new_float(f32::from_bits(bits as u32).into())),
        b'e' => Ok(py.new_float(half::from_half(bits as u16))),
        b'b' | b'h' | b'i' | b'l' | b'q' | b'n' => {
            let shift = 64 - 8 * item.size as u32;
            Ok(py.new_int((bits << shift) as i64 >> shift))
        }
        _ => py.new_int_value(&Int::from(bits)),
    }
}
