//! Sums of floats that do not lose digits: `fsum`, `sumprod`, `hypot`, `dist`.
//!
//! What an addition rounds away is itself a float: Knuth's two-sum finds it, and fused multiply-add finds the same of a product.

use super::fault::Fault;
use super::libm;

/// A sum and what was rounded away.
fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let z = sum - a;
    (sum, (a - (sum - z)) + (b - z))
}

/// The same if the first is the larger.
fn fast_two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

fn two_product(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    (product, libm::fma(a, b, -product))
}

/// Exact, rounded once at the end: the partial sums do not overlap (Shewchuk).
#[derive(Clone, Debug, Default)]
pub struct ExactSum {
    /// From the smallest to the largest.
    partials: Vec<f64>,
    /// Infinities and NaNs.
    special: f64,
    infinities: f64,
}

impl ExactSum {
    pub fn add(&mut self, value: f64) -> Result<(), Fault> {
        let mut x = value;
        let mut kept = 0;
        for index in 0..self.partials.len() {
            let mut y = self.partials[index];
            if x.abs() < y.abs() {
                (x, y) = (y, x);
            }
            let (high, low) = fast_two_sum(x, y);
            if low != 0.0 {
                self.partials[kept] = low;
                kept += 1;
            }
            x = high;
        }
        self.partials.truncate(kept);
        if x == 0.0 {
            return Ok(());
        }
        if x.is_finite() {
            self.partials.push(x);
            return Ok(());
        }
        if value.is_finite() {
            return Err(Fault::overflow("intermediate overflow in fsum"));
        }
        if value.is_infinite() {
            self.infinities += value;
        }
        self.special += value;
        self.partials.clear();
        Ok(())
    }

    pub fn finish(mut self) -> Result<f64, Fault> {
        if self.special != 0.0 {
            return match self.infinities.is_nan() {
                true => Err(Fault::value("-inf + inf in fsum")),
                false => Ok(self.special),
            };
        }
        let Some(mut high) = self.partials.pop() else { return Ok(0.0) };
        let mut low = 0.0;
        while let Some(y) = self.partials.pop() {
            (high, low) = fast_two_sum(high, y);
            if low != 0.0 {
                break;
            }
        }
        // Half way between two floats, as far as these two know: what remains decides.
        if let Some(&next) = self.partials.last()
            && (low < 0.0 && next < 0.0 || low > 0.0 && next > 0.0)
        {
            let doubled = low * 2.0;
            let up = high + doubled;
            if doubled == up - high {
                high = up;
            }
        }
        Ok(high)
    }
}

/// The length of a vector.
pub fn norm(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0f64, |largest, x| largest.max(x.abs()));
    if largest.is_infinite() {
        return f64::INFINITY;
    }
    if vector.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    if largest == 0.0 || vector.len() == 1 {
        return largest;
    }
    if largest < f64::MIN_POSITIVE / 2.0 {
        let scaled: Vec<f64> = vector.iter().map(|x| x / f64::MIN_POSITIVE).collect();
        return f64::MIN_POSITIVE * norm(&scaled);
    }
    // A power of 2 that brings the largest between a half and 1: nothing is rounded, nothing overflows.
    let scale = libm::ldexp(1.0, -frexp(largest).1);
    // From 1, so that every addend is the smaller one.
    let (mut sum, mut low_products, mut low_sums) = (1.0, 0.0, 0.0);
    let mut add = |x: f64, y: f64| {
        let (product, low) = two_product(x, y);
        let (high, lost) = fast_two_sum(sum, product);
        sum = high;
        low_products += low;
        low_sums += lost;
        sum - 1.0 + (low_products + low_sums)
    };
    let mut square = 0.0;
    for x in vector {
        square = add(x * scale, x * scale);
    }
    let root = square.sqrt();
    // One step of Newton's method, with what the square root has left over.
    let rest = add(-root, root);
    (root + rest / (2.0 * root)) / scale
}

/// A number of at least a half and below 1, and a power of 2.
pub fn frexp(value: f64) -> (f64, i32) {
    if value == 0.0 || !value.is_finite() {
        return (value, 0);
    }
    let (value, extra) =
        if value.abs() < f64::MIN_POSITIVE { (value * 2f64.powi(64), 64) } else { (value, 0) };
    let bits = value.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022;
    (f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent - extra)
}

/// A sum of products with three floats' precision.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProductSum {
    high: f64,
    low: f64,
    tiny: f64,
}

impl ProductSum {
    pub fn add(self, x: f64, y: f64) -> ProductSum {
        let (product, product_low) = two_product(x, y);
        let (high, high_low) = two_sum(self.high, product);
        let (low, low_low) = two_sum(self.low, product_low);
        let (low, rest) = two_sum(low, high_low);
        ProductSum { high, low, tiny: self.tiny + low_low + rest }
    }

    pub fn is_finite(self) -> bool {
        self.high.is_finite() && self.low.is_finite() && self.tiny.is_finite()
    }

    pub fn finish(self) -> f64 {
        let (last, _) = two_sum(self.low, self.tiny);
        two_sum(self.high, last).0
    }
}
