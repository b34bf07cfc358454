//! What Rust's own arithmetic does not already say: rounding down, overflow, and how a float is written.

/// Division rounding down. `None` if the result does not fit. The divisor is not 0.
pub fn floor_div(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if quotient * b != a && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder of [`floor_div`]: it has the sign of the divisor, which is not 0.
pub fn floor_mod(a: i64, b: i64) -> i64 {
    let rest = a.wrapping_rem(b);
    if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
}

/// Python's `%` of floats, but NaN for a zero divisor.
pub fn float_mod(a: f64, b: f64) -> f64 {
    let rest = a % b;
    if rest == 0.0 {
        0f64.copysign(b)
    } else if (rest < 0.0) != (b < 0.0) {
        rest + b
    } else {
        rest
    }
}

/// Rounds towards zero. `None` if the result does not fit, or for NaN.
pub fn float_to_int(x: f64) -> Option<i64> {
    // -2^63 and 2^63 are floats; the largest i64 is not.
    let (low, high) = (i64::MIN as f64, -(i64::MIN as f64));
    (low <= x && x < high).then_some(x as i64)
}

/// The shortest text that reads back as the same float, in Python's layout: `1.0`, `1e+16`, `2.5e-05`, `inf`, `nan`.
pub fn float_text(x: f64) -> String {
    if x.is_nan() {
        return "nan".to_string();
    }
    if x.is_infinite() {
        return if x < 0.0 { "-inf" } else { "inf" }.to_string();
    }
    let shortest = format!("{x:e}");
    // Of two shortest texts that are equally near, Rust takes the larger, Python the one with an even last digit. So does
    // Rust if it is asked for a number of digits.
    let digits = shortest.bytes().take_while(|&byte| byte != b'e').filter(u8::is_ascii_digit).count();
    let rounded = format!("{x:.*e}", digits - 1);
    let scientific = if rounded.parse() == Ok(x) { rounded } else { shortest };
    let (digits, exponent) = scientific.split_once('e').expect("`{:e}` writes an exponent");
    let exponent: i32 = exponent.parse().expect("`{:e}` writes a decimal exponent");
    if !(-4..16).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{digits}e{sign}{:02}", exponent.abs());
    }
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |rest| ("-", rest));
    let digits = digits.replace('.', "");
    if exponent < 0 {
        return format!("{sign}0.{}{digits}", "0".repeat(-exponent as usize - 1));
    }
    let whole = exponent as usize + 1;
    let digits = format!("{digits:0<width$}", width = whole + 1);
    format!("{sign}{}.{}", &digits[..whole], &digits[whole..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for (a, b, quotient, rest) in
            [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, -2, -3, 0)]
        {
            assert_eq!((floor_div(a, b), floor_mod(a, b)), (Some(quotient), rest), "{a} / {b}");
        }
        assert_eq!(floor_div(i64::MIN, -1), None);
        assert_eq!(floor_mod(i64::MIN, -1), 0);
        assert_eq!(floor_div(i64::MIN, 1), Some(i64::MIN));
    }

    #[test]
    fn float_remainder_has_the_sign_of_the_divisor() {
        assert_eq!(float_mod(-7.5, 2.0), 0.5);
        assert_eq!(float_mod(7.5, -2.0), -0.5);
        assert!(float_mod(-4.0, 2.0).is_sign_positive());
        assert!(float_mod(4.0, -2.0).is_sign_negative());
        assert_eq!(float_mod(-1.0, f64::INFINITY), f64::INFINITY);
        assert!(float_mod(1.0, 0.0).is_nan());
    }

    #[test]
    fn floats_are_written_as_in_python() {
        for (x, text) in [
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (2.5, "2.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e15, "1000000000000000.0"),
            (1e16, "1e+16"),
            (123456789012345680.0, "1.2345678901234568e+17"),
            (-1234.0, "-1234.0"),
            (-0.00125, "-0.00125"),
            // As near to ...13, which Rust would write.
            (89_916.0 + 3157.0 / 4096.0, "89916.77075195312"),
            (1.25e100, "1.25e+100"),
            (0.0001, "0.0001"),
            (0.000025, "2.5e-05"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ] {
            assert_eq!(float_text(x), text);
        }
    }

    #[test]
    fn conversion_to_int_fails_outside_of_64_bits() {
        assert_eq!(float_to_int(-2.9), Some(-2));
        assert_eq!(float_to_int(-9223372036854775808.0), Some(i64::MIN));
        assert_eq!(float_to_int(9223372036854775808.0), None);
        assert_eq!(float_to_int(f64::NAN), None);
    }
}
