//! Hashes: numbers that are equal have the same, whatever their type.
//!
//! The hash of a rational number is its residue modulo the prime 2 to the 61st minus 1, which is the same however it is represented.

use super::arithmetic::Number;
use super::complex::Complex;
use super::int::Int;
use super::int_float::decompose;

const BITS: u32 = 61;
const PRIME: u64 = (1 << BITS) - 1;
const INFINITE: i64 = 314_159;
const IMAGINARY: i64 = 1_000_003;

/// Python has no hash of -1.
fn finish(hash: i64) -> i64 {
    if hash == -1 { -2 } else { hash }
}

pub fn number(value: &Number) -> i64 {
    match value {
        Number::Int(value) => int(value),
        Number::Float(value) => float(*value),
        Number::Complex(value) => complex(*value),
    }
}

pub fn int(value: &Int) -> i64 {
    let residue = match value {
        Int::Small(value) => value.unsigned_abs() % PRIME,
        // 2 to the 64th is 8 modulo the prime.
        Int::Big(value) => value.as_sign_words().1.iter().rev().fold(0, |residue: u64, &word| {
            ((u128::from(residue) * 8 + u128::from(word)) % u128::from(PRIME)) as u64
        }),
    } as i64;
    finish(if value.is_negative() { -residue } else { residue })
}

/// All NaNs have the same one.
pub fn float(value: f64) -> i64 {
    if value.is_nan() {
        return 0;
    }
    if value.is_infinite() {
        return if value < 0.0 { -INFINITE } else { INFINITE };
    }
    let (mantissa, exponent) = decompose(value);
    let residue = rotate(mantissa.unsigned_abs(), exponent.rem_euclid(BITS as i32) as u32) as i64;
    finish(if mantissa < 0 { -residue } else { residue })
}

/// Times a power of 2 modulo the prime.
fn rotate(value: u64, by: u32) -> u64 {
    ((value << by) & PRIME) | (value >> (BITS - by))
}

pub fn complex(value: Complex) -> i64 {
    finish(float(value.real).wrapping_add(IMAGINARY.wrapping_mul(float(value.imag))))
}
