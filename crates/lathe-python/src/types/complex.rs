//! `complex`.

use super::numeric;
use crate::number::{Complex, Number, complex_text};
use crate::object::classes;
use crate::object::number::Rank;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::GetterEntry;
use crate::runtime::native::NativeFn;
use crate::runtime::native::NativeKind::{self, ClassMethod, Method, Special};
use crate::runtime::types;
use lathe_heap::Word;

macro_rules! methods {
    ($($name:ident, $reflected:ident = $op:ident;)*) => {
        $(fn $name(py: &mut Py, args: &[Word]) -> PyResult {
            numeric::binary(py, args[0], args[1], Rank::Complex, crate::number::arithmetic::$op)
        }

        fn $reflected(py: &mut Py, args: &[Word]) -> PyResult {
            numeric::binary(py, args[1], args[0], Rank::Complex, crate::number::arithmetic::$op)
        })*
    };
}

methods! {
    add, radd = add;
    sub, rsub = sub;
    mul, rmul = mul;
    true_div, rtrue_div = true_div;
}

const BINARY: &str = "(self, value, /)";
const UNARY: &str = "(self, /)";

pub const NEW: &str = "(cls, real=0, imag=0)";

pub const METHODS: &[(&str, NativeKind, &str, NativeFn)] = &[
    ("__add__", Special, BINARY, add),
    ("__radd__", Special, BINARY, radd),
    ("__sub__", Special, BINARY, sub),
    ("__rsub__", Special, BINARY, rsub),
    ("__mul__", Special, BINARY, mul),
    ("__rmul__", Special, BINARY, rmul),
    ("__truediv__", Special, BINARY, true_div),
    ("__rtruediv__", Special, BINARY, rtrue_div),
    ("__pow__", Special, "(self, value, mod=None, /)", |py, args| {
        numeric::pow(py, args[0], args[1], args[2], Rank::Complex)
    }),
    ("__rpow__", Special, "(self, value, mod=None, /)", |py, args| {
        numeric::pow(py, args[1], args[0], args[2], Rank::Complex)
    }),
    ("__eq__", Special, BINARY, |py, args| numeric::equal(py, args, Rank::Complex, true)),
    ("__ne__", Special, BINARY, |py, args| numeric::equal(py, args, Rank::Complex, false)),
    // Complex numbers have no order.
    ("__lt__", Special, BINARY, |py, _| Ok(py.not_implemented())),
    ("__le__", Special, BINARY, |py, _| Ok(py.not_implemented())),
    ("__gt__", Special, BINARY, |py, _| Ok(py.not_implemented())),
    ("__ge__", Special, BINARY, |py, _| Ok(py.not_implemented())),
    ("__hash__", Special, UNARY, numeric::hash_method),
    ("__bool__", Special, UNARY, numeric::bool_method),
    ("__repr__", Special, UNARY, numeric::repr_method),
    ("__neg__", Special, UNARY, numeric::neg_method),
    ("__pos__", Special, UNARY, numeric::pos_method),
    ("__abs__", Special, UNARY, numeric::abs_method),
    ("__complex__", Method, UNARY, numeric::pos_method),
    ("__format__", Method, "(self, format_spec, /)", |py, args| py.format_builtin(args[0], args[1])),
    ("__getnewargs__", Method, UNARY, getnewargs),
    ("conjugate", Method, UNARY, conjugate),
    ("from_number", ClassMethod, "(type, number, /)", from_number),
];

pub const GETTERS: &[GetterEntry] = &[
    ("real", |py, object| {
        let value = own(py, object)?;
        Ok(py.new_float(value.real))
    }),
    ("imag", |py, object| {
        let value = own(py, object)?;
        Ok(py.new_float(value.imag))
    }),
];

/// `self` as a complex number.
fn own(py: &mut Py, object: Word) -> PyResult<Complex> {
    match py.number(object) {
        Some(Number::Complex(value)) => Ok(value),
        _ => {
            let message =
                format!("descriptor requires a 'complex' object but received a '{}'", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    let (real, imag) = (py.new_float(value.real), py.new_float(value.imag));
    Ok(py.new_tuple(&[real, imag]))
}

fn conjugate(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    Ok(py.new_complex(Complex { real: value.real, imag: -value.imag }))
}

fn from_number(py: &mut Py, args: &[Word]) -> PyResult {
    let exact = args[0] == py.type_object(types::COMPLEX);
    if exact && py.is(args[1], classes::COMPLEX) {
        return Ok(args[1]);
    }
    let value = py.complex_value(args[1])?;
    let complex = py.new_complex(value);
    if exact { Ok(complex) } else { py.call(args[0], &[complex]) }
}

/// A part of a complex number: complex itself, perhaps; none if it is no number at all.
fn part(py: &mut Py, object: Word) -> PyResult<Option<Complex>> {
    if let Some(value) = py.try_complex(object)? {
        return Ok(Some(value));
    }
    Ok(py.try_float_value(object)?.map(|real| Complex { real, imag: 0.0 }))
}

/// `complex(real, imag)`, `complex(text)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let value = from_parts(py, args[1], args[2])?;
    py.of_class(args[0], types::COMPLEX, value)
}

fn from_parts(py: &mut Py, real: Word, imag: Word) -> PyResult {
    if imag.is_null() {
        return from_one(py, real);
    }
    let mut parts = [Complex { real: 0.0, imag: 0.0 }; 2];
    // Is the part a real number? Then what the other one adds to it does not turn a -0 into a 0.
    let mut plain = [true; 2];
    for (index, (object, name)) in [(real, "real"), (imag, "imag")].into_iter().enumerate() {
        if object.is_null() {
            continue;
        }
        let text = py.payload(object, classes::STR).is_some();
        match if text { None } else { part(py, object)? } {
            Some(value) => parts[index] = value,
            None => {
                let of = py.type_name(object);
                let message = format!("complex() argument '{name}' must be a real number, not {of}");
                return Err(py.type_error(&message));
            }
        }
        plain[index] = !matches!(py.number(object), Some(Number::Complex(_)));
    }
    let [real, imag] = parts;
    let value = Complex {
        real: if plain[1] { real.real } else { real.real - imag.imag },
        imag: if plain[0] { imag.real } else { imag.real + real.imag },
    };
    Ok(py.new_complex(value))
}

fn from_one(py: &mut Py, object: Word) -> PyResult {
    if object.is_null() {
        return Ok(py.new_complex(Complex { real: 0.0, imag: 0.0 }));
    }
    if py.is(object, classes::COMPLEX) {
        return Ok(object);
    }
    if py.payload(object, classes::STR).is_some() {
        let text = py.number_text(object).expect("a string");
        return match complex_text::parse(&text) {
            Some(value) => Ok(py.new_complex(value)),
            None => Err(py.value_error("complex() arg is a malformed string")),
        };
    }
    match part(py, object)? {
        Some(value) => Ok(py.new_complex(value)),
        None => {
            let message =
                format!("complex() argument must be a string or a number, not {}", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}
