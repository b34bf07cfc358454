//! `operator`: operators as functions. `itemgetter`, `attrgetter` and `methodcaller` are in [`super::getters`].

use super::Constant;
use crate::bytecode::{BinaryOp, CompareOp, UnaryOp};
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

pub const CONSTANTS: &[Constant] = super::getters::CONSTANTS;

macro_rules! functions {
    (
        compare { $($compare:literal $compare_dunder:literal $compare_op:ident,)* }
        binary { $($name:literal $dunder:literal $in_place:literal $in_place_dunder:literal $op:ident,)* }
        unary { $($unary:literal $unary_dunder:literal $unary_op:ident,)* }
        other { $($other:literal $other_dunder:literal $signature:literal $function:ident,)* }
        plain { $($plain:literal $plain_signature:literal $plain_function:ident,)* }
    ) => {
        pub const FUNCTIONS: &[Function] = &[
            $(($compare, "(a, b, /)", |py, args| py.compare(CompareOp::$compare_op, args[0], args[1])),)*
            $(($compare_dunder, "(a, b, /)", |py, args| py.compare(CompareOp::$compare_op, args[0], args[1])),)*
            $(($name, "(a, b, /)", |py, args| py.binary(BinaryOp::$op, false, args[0], args[1])),)*
            $(($dunder, "(a, b, /)", |py, args| py.binary(BinaryOp::$op, false, args[0], args[1])),)*
            $(($in_place, "(a, b, /)", |py, args| py.binary(BinaryOp::$op, true, args[0], args[1])),)*
            $(($in_place_dunder, "(a, b, /)", |py, args| py.binary(BinaryOp::$op, true, args[0], args[1])),)*
            $(($unary, "(a, /)", |py, args| py.unary(UnaryOp::$unary_op, args[0])),)*
            $(($unary_dunder, "(a, /)", |py, args| py.unary(UnaryOp::$unary_op, args[0])),)*
            $(($other, $signature, $function),)*
            $(($other_dunder, $signature, $function),)*
            $(($plain, $plain_signature, $plain_function),)*
        ];
    };
}

functions! {
    compare {
        "lt" "__lt__" Lt,
        "le" "__le__" Le,
        "eq" "__eq__" Eq,
        "ne" "__ne__" Ne,
        "gt" "__gt__" Gt,
        "ge" "__ge__" Ge,
    }
    binary {
        "add" "__add__" "iadd" "__iadd__" Add,
        "sub" "__sub__" "isub" "__isub__" Subtract,
        "mul" "__mul__" "imul" "__imul__" Multiply,
        "matmul" "__matmul__" "imatmul" "__imatmul__" MatrixMultiply,
        "truediv" "__truediv__" "itruediv" "__itruediv__" Divide,
        "floordiv" "__floordiv__" "ifloordiv" "__ifloordiv__" FloorDivide,
        "mod" "__mod__" "imod" "__imod__" Remainder,
        "pow" "__pow__" "ipow" "__ipow__" Power,
        "lshift" "__lshift__" "ilshift" "__ilshift__" LeftShift,
        "rshift" "__rshift__" "irshift" "__irshift__" RightShift,
        "and_" "__and__" "iand" "__iand__" And,
        "or_" "__or__" "ior" "__ior__" Or,
        "xor" "__xor__" "ixor" "__ixor__" Xor,
    }
    unary {
        "neg" "__neg__" Negative,
        "pos" "__pos__" Positive,
        "inv" "__inv__" Invert,
        "invert" "__invert__" Invert,
    }
    other {
        "abs" "__abs__" "(a, /)" abs,
        "index" "__index__" "(a, /)" index,
        "not_" "__not__" "(a, /)" not,
        "concat" "__concat__" "(a, b, /)" concat,
        "iconcat" "__iconcat__" "(a, b, /)" iconcat,
        "contains" "__contains__" "(a, b, /)" contains,
        "getitem" "__getitem__" "(a, b, /)" getitem,
        "setitem" "__setitem__" "(a, b, c, /)" setitem,
        "delitem" "__delitem__" "(a, b, /)" delitem,
        "call" "__call__" "(obj, /, *args, **kwargs)" call,
    }
    plain {
        "truth" "(a, /)" truth,
        "is_" "(a, b, /)" is,
        "is_not" "(a, b, /)" is_not,
        "is_none" "(a, /)" is_none,
        "is_not_none" "(a, /)" is_not_none,
        "countOf" "(a, b, /)" count_of,
        "indexOf" "(a, b, /)" index_of,
        "length_hint" "(obj, default=0, /)" length_hint,
        "_compare_digest" "(a, b, /)" compare_digest,
    }
}

fn abs(py: &mut Py, args: &[Word]) -> PyResult {
    match py.call_special(args[0], "__abs__", &[])? {
        Some(value) => Ok(value),
        None => {
            let message = format!("bad operand type for abs(): '{}'", py.type_name(args[0]));
            Err(py.type_error(&message))
        }
    }
}

fn index(py: &mut Py, args: &[Word]) -> PyResult {
    let value = py.index_value(args[0])?;
    py.new_int_value(&value)
}

fn truth(py: &mut Py, args: &[Word]) -> PyResult {
    let truth = py.truth(args[0])?;
    py.bool_result(truth)
}

fn not(py: &mut Py, args: &[Word]) -> PyResult {
    let truth = py.truth(args[0])?;
    py.bool_result(!truth)
}

fn is(py: &mut Py, args: &[Word]) -> PyResult {
    py.bool_result(py.same(args[0], args[1]))
}

fn is_not(py: &mut Py, args: &[Word]) -> PyResult {
    py.bool_result(!py.same(args[0], args[1]))
}

fn is_none(py: &mut Py, args: &[Word]) -> PyResult {
    py.bool_result(py.is_none(args[0]))
}

fn is_not_none(py: &mut Py, args: &[Word]) -> PyResult {
    py.bool_result(!py.is_none(args[0]))
}

fn joined(py: &mut Py, a: Word, b: Word, in_place: bool) -> PyResult {
    if py.lookup_special(a, "__getitem__").is_none() {
        let message = format!("'{}' object can't be concatenated", py.type_name(a));
        return Err(py.type_error(&message));
    }
    py.binary(BinaryOp::Add, in_place, a, b)
}

fn concat(py: &mut Py, args: &[Word]) -> PyResult {
    joined(py, args[0], args[1], false)
}

fn iconcat(py: &mut Py, args: &[Word]) -> PyResult {
    joined(py, args[0], args[1], true)
}

fn contains(py: &mut Py, args: &[Word]) -> PyResult {
    let found = py.contains(args[0], args[1])?;
    py.bool_result(found)
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    py.get_item_of(args[0], args[1])
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    py.set_item_of(args[0], args[1], args[2])?;
    py.none_result()
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    py.delete_item_of(args[0], args[1])?;
    py.none_result()
}

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.call_with_names(args[0], &all, &names)
}

/// An iterator over what is searched.
fn searched(py: &mut Py, iterable: Word) -> PyResult {
    py.iter(iterable).map_err(|raised| {
        if py.is_instance(raised.0, types::TYPE_ERROR) {
            let message = format!("argument of type '{}' is not iterable", py.type_name(iterable));
            return py.type_error(&message);
        }
        raised
    })
}

fn count_of(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = searched(py, args[0])?;
    let mut count = 0;
    while let Some(item) = py.next(iterator)? {
        count += usize::from(py.eq(item, args[1])?);
    }
    py.int_result(count)
}

fn index_of(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = searched(py, args[0])?;
    let mut index = 0;
    while let Some(item) = py.next(iterator)? {
        if py.eq(item, args[1])? {
            return py.int_result(index);
        }
        index += 1;
    }
    Err(py.value_error("sequence.index(x): x not in sequence"))
}

fn length_hint(py: &mut Py, args: &[Word]) -> PyResult {
    let default = match Py::given(args[1]) {
        Some(default) if !py.is_instance(default, types::INT) => {
            let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(default));
            return Err(py.type_error(&message));
        }
        default => default.unwrap_or(Word::wrap_small(0)),
    };
    let object = args[0];
    if py.lookup_special(object, "__len__").is_some() {
        match py.length(object) {
            Ok(length) => return py.int_result(length),
            Err(raised) if py.is_instance(raised.0, types::TYPE_ERROR) => {}
            Err(raised) => return Err(raised),
        }
    }
    let hint = match py.call_special(object, "__length_hint__", &[]) {
        Ok(Some(hint)) if hint != py.not_implemented() => hint,
        Ok(_) => return Ok(default),
        Err(raised) if py.is_instance(raised.0, types::TYPE_ERROR) => return Ok(default),
        Err(raised) => return Err(raised),
    };
    if !py.is_instance(hint, types::INT) {
        let message = format!("__length_hint__ must be an integer, not {}", py.type_name(hint));
        return Err(py.type_error(&message));
    }
    if py.size(hint)? < 0 {
        return Err(py.value_error("__length_hint__() should return >= 0"));
    }
    Ok(hint)
}

/// Equality in a time that depends on the lengths only.
fn compare_digest(py: &mut Py, args: &[Word]) -> PyResult {
    use crate::object::classes;
    let bytes = |py: &mut Py, word: Word| match py.payload(word, classes::STR) {
        Some(text) if py.string(text).is_ascii() => Ok(Some(py.string(text).as_bytes().to_vec())),
        Some(_) => Err(py.type_error("comparing strings with non-ASCII characters is not supported")),
        None => Ok(py.bytes_like(word)),
    };
    let (Some(a), Some(b)) = (bytes(py, args[0])?, bytes(py, args[1])?) else {
        let message = format!(
            "unsupported operand types(s) or combination of types: '{}' and '{}'",
            py.type_name(args[0]),
            py.type_name(args[1])
        );
        return Err(py.type_error(&message));
    };
    let differences = a.iter().zip(&b).fold(0, |all, (x, y)| all | (x ^ y));
    py.bool_result(a.len() == b.len() && differences == 0)
}
