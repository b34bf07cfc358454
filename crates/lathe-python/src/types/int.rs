//! `int`.

use super::numeric;
use crate::number::int_text::IntTextFault;
use crate::number::{Int, float};
use crate::object::classes;
use crate::object::number::{Rank, int_max_str_digits};
use crate::object::py::{Py, PyResult};
use crate::runtime::install::GetterEntry;
use crate::runtime::native::NativeFn;
use crate::runtime::native::NativeKind::{self, ClassMethod, Method, Special};
use crate::runtime::types;
use crate::{binary_methods, comparison_methods};
use lathe_heap::Word;

binary_methods! { Rank::Int;
    add, radd = add;
    sub, rsub = sub;
    mul, rmul = mul;
    true_div, rtrue_div = true_div;
    floor_div, rfloor_div = floor_div;
    modulo, rmodulo = modulo;
    lshift, rlshift = shl;
    rshift, rrshift = shr;
    and, rand = and;
    or, ror = or;
    xor, rxor = xor;
}
comparison_methods!(Rank::Int);

const BINARY: &str = "(self, value, /)";
const UNARY: &str = "(self, /)";

pub const NEW: &str = "(cls, x=0, /, base=10)";

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
    ("__lshift__", Special, BINARY, lshift),
    ("__rlshift__", Special, BINARY, rlshift),
    ("__rshift__", Special, BINARY, rshift),
    ("__rrshift__", Special, BINARY, rrshift),
    ("__and__", Special, BINARY, and),
    ("__rand__", Special, BINARY, rand),
    ("__or__", Special, BINARY, or),
    ("__ror__", Special, BINARY, ror),
    ("__xor__", Special, BINARY, xor),
    ("__rxor__", Special, BINARY, rxor),
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
    ("__invert__", Special, UNARY, invert),
    ("__int__", Special, UNARY, numeric::pos_method),
    ("__index__", Special, UNARY, numeric::pos_method),
    ("__float__", Special, UNARY, to_float),
    ("__trunc__", Method, UNARY, numeric::pos_method),
    ("__floor__", Method, UNARY, numeric::pos_method),
    ("__ceil__", Method, UNARY, numeric::pos_method),
    ("__round__", Method, "(self, ndigits=None, /)", round),
    ("__format__", Method, "(self, format_spec, /)", format),
    ("__getnewargs__", Method, UNARY, getnewargs),
    ("__sizeof__", Method, UNARY, sizeof),
    ("conjugate", Method, UNARY, numeric::pos_method),
    ("bit_length", Method, UNARY, bit_length),
    ("bit_count", Method, UNARY, bit_count),
    ("to_bytes", Method, "(self, /, length=1, byteorder='big', *, signed=False)", to_bytes),
    ("from_bytes", ClassMethod, "(type, /, bytes, byteorder='big', *, signed=False)", from_bytes),
    ("as_integer_ratio", Method, UNARY, as_integer_ratio),
    ("is_integer", Method, UNARY, is_integer),
];

pub const GETTERS: &[GetterEntry] = &[
    ("real", |py, object| numeric::pos_method(py, &[object])),
    ("imag", |py, _| Ok(py.new_int(0))),
    ("numerator", |py, object| numeric::pos_method(py, &[object])),
    ("denominator", |py, _| Ok(py.new_int(1))),
];

/// `self` as an integer.
fn own(py: &mut Py, object: Word) -> PyResult<Int> {
    match py.int_value(object) {
        Some(value) => Ok(value),
        None => {
            let message =
                format!("descriptor requires a 'int' object but received a '{}'", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}

fn invert(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?.invert();
    py.new_int_value(&value)
}

fn to_float(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    let value = py.checked(value.to_f64())?;
    Ok(py.new_float(value))
}

fn round(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    if args[1].is_null() || py.is_none(args[1]) {
        return py.new_int_value(&value);
    }
    let digits = py.index_value(args[1])?;
    let rounded = py.checked(float::round_int(&value, &digits))?;
    py.new_int_value(&rounded)
}

fn format(py: &mut Py, args: &[Word]) -> PyResult {
    py.format_builtin(args[0], args[1])
}

fn getnewargs(py: &mut Py, args: &[Word]) -> PyResult {
    let value = numeric::pos_method(py, args)?;
    Ok(py.new_tuple(&[value]))
}

/// As CPython lays it out: digits of 30 bits.
fn sizeof(py: &mut Py, args: &[Word]) -> PyResult {
    let digits = own(py, args[0])?.bit_length().div_ceil(30).max(1);
    Ok(py.new_int(24 + 4 * digits as i64))
}

fn bit_length(py: &mut Py, args: &[Word]) -> PyResult {
    let bits = own(py, args[0])?.bit_length();
    Ok(py.new_int(bits as i64))
}

fn bit_count(py: &mut Py, args: &[Word]) -> PyResult {
    let bits = own(py, args[0])?.bit_count();
    Ok(py.new_int(bits as i64))
}

fn as_integer_ratio(py: &mut Py, args: &[Word]) -> PyResult {
    let value = numeric::pos_method(py, args)?;
    let one = py.new_int(1);
    Ok(py.new_tuple(&[value, one]))
}

fn is_integer(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.bool(true))
}

/// Is the most significant byte first?
fn is_big_endian(py: &mut Py, order: Word) -> PyResult<bool> {
    if order.is_null() {
        return Ok(true);
    }
    let Some(text) = py.payload(order, classes::STR) else {
        let message = format!("argument 'byteorder' must be str, not {}", py.type_name(order));
        return Err(py.type_error(&message));
    };
    match &*py.string(text) {
        "big" => Ok(true),
        "little" => Ok(false),
        _ => Err(py.value_error("byteorder must be either 'little' or 'big'")),
    }
}

fn flag(py: &mut Py, word: Word) -> PyResult<bool> {
    if word.is_null() { Ok(false) } else { py.truth(word) }
}

fn to_bytes(py: &mut Py, args: &[Word]) -> PyResult {
    let value = own(py, args[0])?;
    let length = match args[1] {
        Word::NULL => 1,
        length => match py.try_index(length)? {
            Some(Some(length)) => length,
            Some(None) => {
                return Err(py.error(types::OVERFLOW_ERROR, "Python int too large to convert to C ssize_t"));
            }
            None => py.index(length)?,
        },
    };
    let big = is_big_endian(py, args[2])?;
    let signed = flag(py, args[3])?;
    let Ok(length) = usize::try_from(length) else {
        return Err(py.value_error("length argument must be non-negative"));
    };
    if length > crate::format::layout::MAX_LENGTH {
        return Err(py.fault(crate::number::Fault::memory()));
    }
    let mut bytes = py.checked(value.to_le_bytes(length, signed))?;
    if big {
        bytes.reverse();
    }
    Ok(py.new_bytes(&bytes))
}

fn from_bytes(py: &mut Py, args: &[Word]) -> PyResult {
    let big = is_big_endian(py, args[2])?;
    let signed = flag(py, args[3])?;
    let mut bytes = match py.bytes_like(args[1]) {
        Some(bytes) => bytes,
        None => bytes_of_items(py, args[1])?,
    };
    if big {
        bytes.reverse();
    }
    let value = py.new_int_value(&Int::from_le_bytes(&bytes, signed))?;
    let class = py.type_object(types::INT);
    // A subclass makes its own of it.
    if args[0] == class { Ok(value) } else { py.call(args[0], &[value]) }
}

/// What `bytes(object)` takes, except an integer and a string.
fn bytes_of_items(py: &mut Py, object: Word) -> PyResult<Vec<u8>> {
    if let Some(bytes) = py.call_special(object, "__bytes__", &[])?
        && let Some(bytes) = py.bytes_like(bytes)
    {
        return Ok(bytes);
    }
    if py.payload(object, classes::STR).is_some() || py.lookup_special(object, "__iter__").is_none() {
        let message = format!("cannot convert '{}' object to bytes", py.type_name(object));
        return Err(py.type_error(&message));
    }
    let iterator = py.iter(object)?;
    let mut bytes = Vec::new();
    while let Some(item) = py.next(iterator)? {
        match py.index_value(item)? {
            Int::Small(byte @ 0..256) => bytes.push(byte as u8),
            _ => return Err(py.value_error("bytes must be in range(0, 256)")),
        }
    }
    Ok(bytes)
}

/// `int(x)`, `int(text, base)`.
pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let value = from_arguments(py, args)?;
    py.of_class(args[0], types::INT, value)
}

fn from_arguments(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, base) = (args[1], args[2]);
    if object.is_null() {
        if !base.is_null() {
            return Err(py.type_error("int() missing string argument"));
        }
        return Ok(py.new_int(0));
    }
    if base.is_null() {
        return from_object(py, object);
    }
    let base = match py.try_index_value(base)? {
        Some(Int::Small(base @ (0 | 2..=36))) => base as u32,
        Some(_) => return Err(py.value_error("int() base must be >= 2 and <= 36, or 0")),
        None => {
            let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(base));
            return Err(py.type_error(&message));
        }
    };
    match py.number_text(object) {
        Some(text) => read(py, object, &text, base),
        None => Err(py.type_error("int() can't convert non-string with explicit base")),
    }
}

fn from_object(py: &mut Py, object: Word) -> PyResult {
    if matches!(py.class_of(object), Some(classes::INT | classes::BIG_INT)) {
        return Ok(object);
    }
    if let Some(result) = py.call_special(object, "__int__", &[])? {
        return match py.int_value(result) {
            Some(value) => py.new_int_value(&value),
            None => {
                let message = format!("__int__ returned non-int (type {})", py.type_name(result));
                Err(py.type_error(&message))
            }
        };
    }
    if let Some(value) = py.try_index_value(object)? {
        return py.new_int_value(&value);
    }
    match py.number_text(object) {
        Some(text) => read(py, object, &text, 10),
        None => {
            let message = format!(
                "int() argument must be a string, a bytes-like object or a real number, not '{}'",
                py.type_name(object)
            );
            Err(py.type_error(&message))
        }
    }
}

fn read(py: &mut Py, object: Word, text: &str, base: u32) -> PyResult {
    match Int::parse(text, base, int_max_str_digits()) {
        Ok(value) => py.new_int_value(&value),
        Err(IntTextFault::Fault(fault)) => Err(py.fault(fault)),
        Err(IntTextFault::Invalid) => {
            let shown: String = py.repr_string(object)?.chars().take(200).collect();
            Err(py.value_error(&format!("invalid literal for int() with base {base}: {shown}")))
        }
    }
}
