//! The C library's mathematical functions: what CPython calls, so the last bit is the same.
//!
//! Rust's own methods are these too for some functions, but have their own formulas for others (`asinh`), and none for `erf`.

macro_rules! functions {
    ($($name:ident($($argument:ident: $ty:ty),*);)*) => {
        // SAFETY: these are functions of C's mathematical library, with these types, which any argument can be given.
        unsafe extern "C" {
            $(pub safe fn $name($($argument: $ty),*) -> f64;)*
        }
    };
}

functions! {
    acos(x: f64);
    acosh(x: f64);
    asin(x: f64);
    asinh(x: f64);
    atan(x: f64);
    atan2(y: f64, x: f64);
    atanh(x: f64);
    cbrt(x: f64);
    cos(x: f64);
    cosh(x: f64);
    erf(x: f64);
    erfc(x: f64);
    exp(x: f64);
    exp2(x: f64);
    expm1(x: f64);
    fma(x: f64, y: f64, z: f64);
    fmod(x: f64, y: f64);
    hypot(x: f64, y: f64);
    ldexp(x: f64, exponent: i32);
    log(x: f64);
    log10(x: f64);
    log1p(x: f64);
    log2(x: f64);
    nextafter(x: f64, towards: f64);
    pow(x: f64, y: f64);
    remainder(x: f64, y: f64);
    sin(x: f64);
    sinh(x: f64);
    sqrt(x: f64);
    tan(x: f64);
    tanh(x: f64);
}
