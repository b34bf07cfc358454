//! Floats of 16 bits.

/// The nearest; ties to even. None if it is too large.
pub fn to_half(value: f64) -> Option<u16> {
    let sign = ((value.to_bits() >> 63) as u16) << 15;
    if value.is_nan() {
        return Some(sign | 0x7e00);
    }
    if value.is_infinite() {
        return Some(sign | 0x7c00);
    }
    let magnitude = value.abs();
    // The distance of neighbours: 2^-24 below 2^-14, then a 1024th of the power of two below.
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    let unit = 2f64.powi(exponent - 10);
    // Exact: both are powers of two apart from the digits.
    let steps = (magnitude / unit).round_ties_even() as u32;
    // A carry goes into the exponent, as it should.
    let bits = match exponent {
        -14 => steps,
        _ => (((exponent + 15) as u32) << 10) + (steps - 1024),
    };
    (bits < 0x7c00).then_some(sign | bits as u16)
}

pub fn from_half(bits: u16) -> f64 {
    let (exponent, digits) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => digits * 2f64.powi(-24),
        0x1f if digits == 0.0 => f64::INFINITY,
        0x1f => f64::NAN,
        _ => (1024.0 + digits) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 != 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for bits in 0..=u16::MAX {
            let value = from_half(bits);
            if !value.is_nan() {
                assert_eq!(to_half(value), Some(bits), "{bits:#x} {value}");
            }
        }
    }

    #[test]
    fn rounding() {
        assert_eq!((to_half(65519.99), to_half(65520.0)), (Some(0x7bff), None));
        assert_eq!((to_half(2f64.powi(-25)), to_half(2f64.powi(-25) * 1.0001)), (Some(0), Some(1)));
        assert_eq!((to_half(2049.0), to_half(2051.0)), (Some(0x6800), Some(0x6802)));
        assert_eq!(to_half(f64::INFINITY), Some(0x7c00));
    }
}
