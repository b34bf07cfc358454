//! Integers as bytes: `int.to_bytes`, `int.from_bytes`.

use super::fault::Fault;
use super::int::Int;
use dashu_int::{IBig, UBig};

impl Int {
    /// Two's complement in so many bytes, the least significant first.
    pub fn to_le_bytes(&self, length: usize, signed: bool) -> Result<Vec<u8>, Fault> {
        if self.is_negative() && !signed {
            return Err(Fault::overflow("can't convert negative int to unsigned"));
        }
        let too_big = || Fault::overflow("int too big to convert");
        // -128 fits a signed byte, 128 does not: count the bits of what has the same sign bits.
        let significant = if self.is_negative() { self.invert().bit_length() } else { self.bit_length() };
        let needed = significant + u64::from(signed);
        if needed.div_ceil(8) > length as u64 && !(self.is_zero() && length == 0) {
            return Err(too_big());
        }
        let filler = if self.is_negative() { 0xff } else { 0 };
        let mut bytes = match self {
            Int::Small(value) => value.to_le_bytes().to_vec(),
            Int::Big(value) => value.to_le_bytes().into_vec(),
        };
        bytes.resize(length, filler);
        Ok(bytes)
    }

    /// Of bytes with the least significant first.
    pub fn from_le_bytes(bytes: &[u8], signed: bool) -> Int {
        match signed {
            true => IBig::from_le_bytes(bytes).into(),
            false => UBig::from_le_bytes(bytes).into(),
        }
    }
}
