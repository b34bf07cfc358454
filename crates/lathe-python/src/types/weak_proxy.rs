//! `weakref.proxy`: does what its object does, as long as there is one.

use super::support::Method;
use crate::bytecode::{BinaryOp, CompareOp, UnaryOp};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::native::NativeKind;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

/// A binary operator: plain, reflected, in place.
macro_rules! binary {
    ($name:literal, $op:ident) => {
        [
            (concat!("__", $name, "__"), Special, "(self, value, /)", |py, args| {
                binary(py, BinaryOp::$op, false, args[0], args[1])
            }),
            (concat!("__r", $name, "__"), Special, "(self, value, /)", |py, args| {
                binary(py, BinaryOp::$op, false, args[1], args[0])
            }),
            (concat!("__i", $name, "__"), Special, "(self, value, /)", |py, args| {
                binary(py, BinaryOp::$op, true, args[0], args[1])
            }),
        ]
    };
}

/// A method of the object that is called as it is.
macro_rules! passed {
    ($name:literal, $signature:literal) => {
        ($name, Special, $signature, |py, args| method(py, $name, args))
    };
}

pub const OPERATORS: &[[Method; 3]] = &[
    binary!("add", Add),
    binary!("sub", Subtract),
    binary!("mul", Multiply),
    binary!("matmul", MatrixMultiply),
    binary!("truediv", Divide),
    binary!("floordiv", FloorDivide),
    binary!("mod", Remainder),
    binary!("pow", Power),
    binary!("lshift", LeftShift),
    binary!("rshift", RightShift),
    binary!("and", And),
    binary!("or", Or),
    binary!("xor", Xor),
];

pub const COMPARISONS: &[Method] = &super::support::comparisons!(compare);

pub const METHODS: &[Method] = &[
    ("__getattribute__", Special, "(self, name, /)", getattribute),
    ("__setattr__", Special, "(self, name, value, /)", setattr),
    ("__delattr__", Special, "(self, name, /)", delattr),
    ("__repr__", Special, "(self, /)", repr),
    ("__str__", Special, "(self, /)", |py, args| {
        let object = alive(py, args[0])?;
        py.str(object)
    }),
    ("__bytes__", Plain, "(self, /)", |py, args| method(py, "__bytes__", args)),
    ("__reversed__", Plain, "(self, /)", |py, args| method(py, "__reversed__", args)),
    ("__bool__", Special, "(self, /)", |py, args| {
        let object = alive(py, args[0])?;
        let truth = py.truth(object)?;
        py.bool_result(truth)
    }),
    ("__len__", Special, "(self, /)", |py, args| {
        let object = alive(py, args[0])?;
        let length = py.length(object)?;
        py.int_result(length)
    }),
    ("__getitem__", Special, "(self, key, /)", |py, args| {
        let (object, key) = (alive(py, args[0])?, unwrapped(py, args[1])?);
        py.get_item_of(object, key)
    }),
    ("__setitem__", Special, "(self, key, value, /)", |py, args| {
        let object = alive(py, args[0])?;
        py.set_item_of(object, args[1], args[2])?;
        py.none_result()
    }),
    ("__delitem__", Special, "(self, key, /)", |py, args| {
        let object = alive(py, args[0])?;
        py.delete_item_of(object, args[1])?;
        py.none_result()
    }),
    ("__contains__", Special, "(self, key, /)", |py, args| {
        let object = alive(py, args[0])?;
        let found = py.contains(object, args[1])?;
        py.bool_result(found)
    }),
    ("__iter__", Special, "(self, /)", |py, args| {
        let object = alive(py, args[0])?;
        py.iter(object)
    }),
    ("__next__", Special, "(self, /)", next),
    ("__neg__", Special, "(self, /)", |py, args| unary(py, UnaryOp::Negative, args[0])),
    ("__pos__", Special, "(self, /)", |py, args| unary(py, UnaryOp::Positive, args[0])),
    ("__invert__", Special, "(self, /)", |py, args| unary(py, UnaryOp::Invert, args[0])),
    passed!("__abs__", "(self, /)"),
    passed!("__int__", "(self, /)"),
    passed!("__float__", "(self, /)"),
    passed!("__index__", "(self, /)"),
    passed!("__divmod__", "(self, value, /)"),
    passed!("__rdivmod__", "(self, value, /)"),
];

pub const CALL: &[Method] = &[("__call__", Special, "(self, /, *args, **kwargs)", call)];

/// `weakref.proxy(object, callback)`.
pub fn proxy(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, callback) = (args[0], args[1]);
    if callback.is_null() || py.is_none(callback) {
        let shared = py.references_to(object).into_iter().find(|&reference| {
            is_proxy(py, reference) && {
                let weak = py.get(reference, classes::NATIVE_A);
                py.get(weak, classes::WEAK_CALLBACK).is_null()
            }
        });
        if let Some(shared) = shared {
            return Ok(shared);
        }
    }
    let weak = py.new_reference(object, callback)?;
    let callable = py.lookup_special(object, "__call__").is_some();
    let kind = if callable { Kind::WeakCallableProxy } else { Kind::WeakProxy };
    let proxy = py.new_native(kind, weak, Word::NULL, Word::NULL);
    py.set(weak, classes::WEAK_OWNER, proxy);
    py.link_reference(object, proxy)?;
    Ok(proxy)
}

fn is_proxy(py: &Py, object: Word) -> bool {
    matches!(py.native_kind(object), Some(Kind::WeakProxy | Kind::WeakCallableProxy))
}

/// The object that a proxy stands for.
fn alive(py: &mut Py, proxy: Word) -> PyResult {
    if !is_proxy(py, proxy) {
        return Err(py.wrong_receiver(proxy, types::WEAK_PROXY));
    }
    let weak = py.get(proxy, classes::NATIVE_A);
    match py.referent(weak) {
        Some(object) => Ok(object),
        None => Err(py.error(types::REFERENCE_ERROR, "weakly-referenced object no longer exists")),
    }
}

/// What an operand stands for, if it is a proxy.
fn unwrapped(py: &mut Py, object: Word) -> PyResult {
    if is_proxy(py, object) { alive(py, object) } else { Ok(object) }
}

fn binary(py: &mut Py, op: BinaryOp, in_place: bool, left: Word, right: Word) -> PyResult {
    let (left, right) = (unwrapped(py, left)?, unwrapped(py, right)?);
    py.binary(op, in_place, left, right)
}

fn unary(py: &mut Py, op: UnaryOp, proxy: Word) -> PyResult {
    let object = alive(py, proxy)?;
    py.unary(op, object)
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let (left, right) = (unwrapped(py, args[0])?, unwrapped(py, args[1])?);
    py.compare(op, left, right)
}

fn method(py: &mut Py, name: &str, args: &[Word]) -> PyResult {
    let object = alive(py, args[0])?;
    match py.call_special(object, name, &args[1..])? {
        Some(result) => Ok(result),
        None => {
            let name = py.intern(name);
            Err(py.no_attribute(object, name))
        }
    }
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let object = alive(py, args[0])?;
    match py.call_special(object, "__next__", &[])? {
        Some(item) => Ok(item),
        None => {
            let message =
                format!("Weakref proxy referenced a non-iterator '{}' object", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}

fn getattribute(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, name) = (alive(py, args[0])?, super::object::attribute_name(py, args[1])?);
    py.get_attr(object, name)
}

fn setattr(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, name) = (alive(py, args[0])?, super::object::attribute_name(py, args[1])?);
    py.set_attr(object, name, args[2])?;
    py.none_result()
}

fn delattr(py: &mut Py, args: &[Word]) -> PyResult {
    let (object, name) = (alive(py, args[0])?, super::object::attribute_name(py, args[1])?);
    py.delete_attr(object, name)?;
    py.none_result()
}

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let object = alive(py, args[0])?;
    let (all, names) = py.arguments_of(args[1], args[2]);
    py.call_with_names(object, &all, &names)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let weak = py.get(args[0], classes::NATIVE_A);
    let referent = py.referent(weak).unwrap_or_else(|| py.none());
    let text = format!("<weakproxy at {:#x} to {} at {:#x}>", args[0].0, py.type_name(referent), referent.0);
    Ok(py.new_str(&text))
}
