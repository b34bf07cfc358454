//! Number theory of the module `math`: divisors, roots, factorials. Products are taken of halves, so that factors are alike in size.

use super::fault::Fault;
use super::int::{Int, MAX_BITS};
use dashu_int::UBig;
use dashu_int::ops::{Gcd, SquareRoot};

pub fn gcd(a: &Int, b: &Int) -> Int {
    match (a, b) {
        (Int::Small(a), Int::Small(b)) => {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.into()
        }
        _ if a.is_zero() => b.abs(),
        _ if b.is_zero() => a.abs(),
        _ => a.magnitude().gcd(b.magnitude()).into(),
    }
}

pub fn lcm(a: &Int, b: &Int) -> Result<Int, Fault> {
    if a.is_zero() || b.is_zero() {
        return Ok(Int::ZERO);
    }
    Ok(a.floor_div(&gcd(a, b))?.mul(b)?.abs())
}

pub fn isqrt(value: &Int) -> Result<Int, Fault> {
    if value.is_negative() {
        return Err(Fault::value("isqrt() argument must be nonnegative"));
    }
    Ok(match value {
        Int::Small(value) => Int::Small(value.isqrt()),
        Int::Big(_) => value.magnitude().sqrt().into(),
    })
}

/// The product of all numbers from the first to before the last.
fn product(first: u64, last: u64) -> UBig {
    let count = last - first;
    if count <= 8 {
        return (first..last).fold(UBig::ONE, |product, factor| product * factor);
    }
    let middle = first + count / 2;
    product(first, middle) * product(middle, last)
}

/// The same going down from a number of any size.
fn falling(first: &Int, count: u64) -> Result<Int, Fault> {
    if count <= 4 {
        let mut product = Int::ONE;
        for step in 0..count {
            product = product.mul(&first.sub(&step.into()))?;
        }
        return Ok(product);
    }
    let half = count / 2;
    falling(first, half)?.mul(&falling(&first.sub(&half.into()), count - half)?)
}

pub fn factorial(n: &Int) -> Result<Int, Fault> {
    if n.is_negative() {
        return Err(Fault::value("factorial() not defined for negative values"));
    }
    let Int::Small(n) = *n else {
        return Err(Fault::overflow(format!("factorial() argument should not exceed {}", i64::MAX)));
    };
    // Stirling: a lower bound of the bits.
    let size = n as f64;
    if n > 1000 && size * (size.log2() - 1.45) > MAX_BITS as f64 {
        return Err(Fault::memory());
    }
    Ok(product(1, n as u64 + 1).into())
}

/// Ways to choose `k` of `n` in order.
pub fn perm(n: &Int, k: &Int) -> Result<Int, Fault> {
    not_negative(n, k)?;
    if n < k {
        return Ok(Int::ZERO);
    }
    let Int::Small(k) = *k else {
        return Err(Fault::overflow(format!("k must not exceed {}", i64::MAX)));
    };
    check_size(n, k as u64)?;
    falling(n, k as u64)
}

/// Ways to choose `k` of `n`.
pub fn comb(n: &Int, k: &Int) -> Result<Int, Fault> {
    not_negative(n, k)?;
    if n < k {
        return Ok(Int::ZERO);
    }
    let rest = n.sub(k);
    let fewer = k.min(&rest);
    let Int::Small(k) = *fewer else {
        return Err(Fault::overflow(format!("min(n - k, k) must not exceed {}", i64::MAX)));
    };
    check_size(n, k as u64)?;
    falling(n, k as u64)?.floor_div(&factorial(fewer)?)
}

fn not_negative(n: &Int, k: &Int) -> Result<(), Fault> {
    if n.is_negative() {
        return Err(Fault::value("n must be a non-negative integer"));
    }
    if k.is_negative() {
        return Err(Fault::value("k must be a non-negative integer"));
    }
    Ok(())
}

/// A falling product of `k` factors, most of which are as long as `n` is.
fn check_size(n: &Int, k: u64) -> Result<(), Fault> {
    if u128::from(k) * u128::from(n.bit_length()) > u128::from(2 * MAX_BITS) {
        Err(Fault::memory())
    } else {
        Ok(())
    }
}

/// A logarithm of an integer of any size; `log` is of floats.
pub fn log(value: &Int, log: fn(f64) -> f64) -> Result<f64, Fault> {
    if value.is_negative() || value.is_zero() {
        return Err(Fault::value("expected a positive input"));
    }
    match value.to_f64() {
        Ok(float) => Ok(log(float)),
        // Too large for a float: a number below 1 and a power of 2.
        Err(_) => {
            let bits = value.bit_length();
            let top = value.shr(&Int::from(bits - 64))?.to_f64()? / 2f64.powi(64);
            Ok(log(top) + log(2.0) * bits as f64)
        }
    }
}
