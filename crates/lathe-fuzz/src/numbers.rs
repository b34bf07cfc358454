//! Numbers that find bugs: edges, powers of two and their neighbours, small ones, now and then any.

const INTS: [i64; 20] = [
    0,
    1,
    2,
    -1,
    3,
    5,
    7,
    8,
    10,
    16,
    -2,
    63,
    64,
    127,
    255,
    256,
    i32::MAX as i64,
    i64::MAX,
    i64::MIN,
    i64::MIN + 1,
];

const FLOATS: [f64; 14] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    -0.0,
    3.25,
    1e300,
    -1e-310,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    9007199254740993.0,
    0.1,
];

/// An int for any number; 0 for 0.
pub fn int_from(x: u64) -> i64 {
    let rest = x / 8;
    match x % 8 {
        0..=3 => INTS[(rest % INTS.len() as u64) as usize],
        4 => 1i64 << (rest % 64),
        5 => (1i64 << (rest % 64)).wrapping_sub(1),
        6 => (rest % 40) as i64 - 20,
        _ => (rest as i64) << (rest % 16),
    }
}

/// A float for any number; 0.0 for 0.
pub fn float_from(x: u64) -> f64 {
    let rest = x / 8;
    match x % 8 {
        0..=4 => FLOATS[(rest % FLOATS.len() as u64) as usize],
        5 => (rest % 64) as f64 - 32.0,
        6 => (rest % 1000) as f64 / 8.0,
        _ => f64::from_bits((rest << 3) | (rest % 8)),
    }
}
