//! `float`.

use super::numeric;
use crate::number::{Int, Number, float, float_hex, float_text, int_float};
use crate::object::classes;
use crate::object::number::Rank;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::GetterEntry;
use crate::runtime::native::NativeFn;
use crate::runtime::native::NativeKind::{self, ClassMethod, Method, Special};
use crate::runtime::types;
use crate::{binary_methods, comparison_methods};
use lathe_heap::Word;

binary_methods! { Rank::Float;
    add, radd = add;
    sub, rsub = sub;
    mul, rmul = mul;
    true_div, rtrue_div = true_div;
    floor_div, rfloor_div = floor_div;
    modulo, rmodulo = modulo;
}
comparison_methods!(Rank::Float);

const BINARY: &str = "(self, value, /)";
const UNARY: &str = "(self, /)";

pub const NEW: &str = "(cls, x=0, /)";

pub const METHODS: &[(&str, NativeKind, &str, NativeFn)] = &[
    ("__add__", Special, BINARY, add),
    ("__radd__", Special, BINARY, radd),
    ("__sub__", Special, BINARY, sub),
    ("__rsub__", Special, BINARY, rsub),
    ("__mul__", Special, BINARY, mul),
    ("__rmul__", Special, BINARY, rmul),
    ("__truediv__", Special, BINARY, true_div),
    ("__rtruediv__", Special, BINARY, rtrue_div),
    ("__floordiv__", Special, BINARY, floor_div),
    ("__rfloordiv__", Special, BINARY, rfloor_div),
    ("__mod__", Special, BINARY, modulo),
    ("__rmod__", Special, BINARY, rmodulo),
    ("__divmod__", Special, BINARY, divmod),
    ("__rdivmod__", Special, BINARY, rdivmod),
    ("__pow__", Special, "(self, value, mod=None, /)", pow),
    ("__rpow__", Special, "(self, value, mod=None, /)", rpow),
    ("__eq__", Special, BINARY, eq),
    ("__ne__", Special, BINARY, ne),
    ("__lt__", Special, BINARY, lt),
    ("__le__", Special, BINARY, le),
    ("__gt__", Special, BINARY, gt),
    ("__ge__", Special, BINARY, ge),
    ("__hash__", Special, UNARY, numeric::hash_method),
    ("__bool__", Special, UNARY, numeric::bool_method),
    ("__repr__", Special, UNARY, numeric::repr_method),
    ("__neg__", Special, UNARY, numeric::neg_method),
    ("__pos__", Special, UNARY, numeric::pos_method),
    ("__abs__", Special, UNARY, numeric::abs_method),
    ("__int__", Special, UNARY, |py, args| whole(py, args, Int::from_f64)),
    ("__float__", Special, UNARY, numeric::pos_method),
    ("__trunc__", Method, UNARY, |py, args| whole(py, args, Int::from_f64)),
    ("__floor__", Method, UNARY, |py, args| whole(py, args, |x| Int::from_f64(x.floor()))),
    ("__ceil__", Method, UNARY, |py, args| whole(py, args, |x| Int::from_f64(x.ceil()))),
    ("__round__", Method, "(self, ndigits=None, /)", round),
    ("__format__", Method, "(self, format_spec, /)", |py, args| py.format_builtin(args[0], args[1])),
    ("__getnewargs__", Method, UNARY, getnewargs),
    ("__getformat__", ClassMethod, "(type, typestr, /)", getformat),
    ("conjugate", Method, UNARY, numeric::pos_method),
    ("as_integer_ratio", Method, UNARY, as_integer_ratio),
    ("is_integer", Method, UNARY, is_integer),
    ("hex", Method, UNARY, hex),
    ("fromhex", ClassMethod, "(type, string, /)", from_hex),
    ("from_number", ClassMethod, "(type, number, /)", from_number),
];

pub const GETTERS: &[GetterEntry] =
    &[("real", |py, object| numeric::pos_method(py, &[object])), ("imag", |py, _| Ok(py.new_float(0.0)))];

/// `self` as a float.
fn own(py: &mut Py, object: Word) -> PyResult<f64> {
    match py.as_float(object) {
        Some(value) => Ok(value),
        None => {
            let message =
                format!("descriptor requires a 'float' object but received a '{}'", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}

fn whole(py: &mut Py, args: &[Word], apply: fn(f64) -> Result<Int, crate::number::Fault>) -> PyResult {
    let value = own(py, args[0])?;
    let value = py.checked(apply(value))?;
    py.new_int_value(&value)
}

fn round(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    if args[1].is_null() || py.is_none(args[1]) {
        let rounded = py.checked(float::round(value))?;
        return py.new_int_value(&rounded);
    }
    // What is beyond 64 bits is beyond all floats too.
    let digits = match py.index_value(args[1])? {
        Int::Small(digits) => digits,
        big => {
            if big.is_negative() {
                i64::MIN
            } else {
                i64::MAX
            }
        }
    };
    let rounded = py.checked(float::round_digits(value, digits))?;
    Ok(py.new_float(rounded))
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    let value = py.new_float(value);
    Ok(py.new_tuple(&[value]))
}

fn getformat(py: &mut Py, args: &[Word]) -> PyResult {
    let known =
        py.payload(args[1], classes::STR).is_some_and(|text| matches!(&*py.string(text), "double" | "float"));
    match known {
        true => Ok(py.new_str("IEEE, little-endian")),
        false => Err(py.value_error("__getformat__() argument 1 must be 'double' or 'float'")),
    }
}

fn as_integer_ratio(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    let (numerator, denominator) = py.checked(int_float::integer_ratio(value))?;
    let numerator = py.new_int_value(&numerator)?;
    let denominator = py.new_int_value(&denominator)?;
    Ok(py.new_tuple(&[numerator, denominator]))
}

fn is_integer(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    Ok(py.bool(value.is_finite() && value.floor() == value))
}

fn hex(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    Ok(py.new_str(&float_hex::hex(value)))
}

/// An object of a subclass is what the subclass makes of a float.
fn of_class(py: &mut Py, class: Word, value: f64) -> PyResult {
    let float = py.new_float(value);
    if class == py.type_object(types::FLOAT) { Ok(float) } else { py.call(class, &[float]) }
}

fn from_hex(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(text) = py.payload(args[1], classes::STR) else {
        let message = format!("fromhex() argument must be str, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    };
    let text = py.string(text);
    let value = py.checked(float_hex::from_hex(&text))?;
    of_class(py, args[0], value)
}

fn from_number(py: &mut Py, args: &[Word]) -> PyResult {
    if matches!(py.number(args[1]), Some(Number::Float(_)))
        && args[0] == py.type_object(types::FLOAT)
        && py.is(args[1], classes::FLOAT)
    {
        return Ok(args[1]);
    }
    let value = py.float_value(args[1])?;
    of_class(py, args[0], value)
}

/// `float(x)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let value = from_object(py, args[1])?;
    py.of_class(args[0], types::FLOAT, value)
}

fn from_object(py: &mut Py, object: Word) -> PyResult {
    if object.is_null() {
        return Ok(py.new_float(0.0));
    }
    if py.is(object, classes::FLOAT) {
        return Ok(object);
    }
    if let Some(text) = py.number_text(object) {
        let Some(value) = float_text::parse(&text) else {
            let shown = py.repr_string(object)?;
            return Err(py.value_error(&format!("could not convert string to float: {shown}")));
        };
        return Ok(py.new_float(value));
    }
    match py.try_float_value(object)? {
        Some(value) => Ok(py.new_float(value)),
        None => {
            let message =
                format!("float() argument must be a string or a real number, not '{}'", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}
