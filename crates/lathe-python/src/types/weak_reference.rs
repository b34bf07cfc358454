//! `weakref.ref`.

use super::support::{CLASS_GETITEM, GetterFn, Method};
use crate::bytecode::CompareOp;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::weak::NO_HASH;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types;
use lathe_heap::Word;

pub const NEW: &str = "(cls, o, callback=None, /)";

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, o, callback=None, /)", |py, _| py.none_result()),
    ("__call__", Special, "(self, /)", call),
    ("__hash__", Special, "(self, /)", hash),
    ("__eq__", Special, "(self, value, /)", |py, args| compare(py, CompareOp::Eq, args)),
    ("__ne__", Special, "(self, value, /)", |py, args| compare(py, CompareOp::Ne, args)),
    ("__repr__", Special, "(self, /)", repr),
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterFn] = &[("__callback__", callback)];

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let (class, object, callback) = (args[0], args[1], args[2]);
    let exact = py.as_type(class) == Some(types::WEAK_REFERENCE);
    let has_callback = !callback.is_null() && !py.is_none(callback);
    if exact
        && !has_callback
        && let Some(shared) = py.shared_reference(object)
    {
        return Ok(shared);
    }
    let weak = py.new_reference(object, callback)?;
    let visible = py.of_class(class, types::WEAK_REFERENCE, weak)?;
    if visible != weak {
        py.set(weak, classes::WEAK_OWNER, visible);
    }
    py.link_reference(object, visible)?;
    Ok(visible)
}

fn own(py: &mut Py, object: Word) -> PyResult {
    py.receiver(object, classes::WEAK, types::WEAK_REFERENCE)
}

fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let weak = own(py, args[0])?;
    Ok(py.referent(weak).unwrap_or_else(|| py.none()))
}

/// That of the object, which is remembered: it stays when the object goes.
fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let weak = own(py, args[0])?;
    let mut hash = py.get_int(weak, classes::WEAK_HASH);
    if hash == NO_HASH {
        let Some(referent) = py.referent(weak) else {
            return Err(py.type_error("weak object has gone away"));
        };
        hash = py.hash(referent)?;
        py.set_int(weak, classes::WEAK_HASH, hash);
    }
    Ok(py.new_int(hash))
}

/// As their objects compare, while both are alive; else only the same reference is equal.
fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let left = own(py, args[0])?;
    let Some(right) = py.as_reference(args[1]) else { return Ok(py.not_implemented()) };
    match (py.referent(left), py.referent(right)) {
        (Some(a), Some(b)) => {
            // Containers and this take what is the same for equal.
            if a == b {
                return py.bool_result(op == CompareOp::Eq);
            }
            py.compare(op, a, b)
        }
        _ => py.bool_result((args[0] == args[1]) == (op == CompareOp::Eq)),
    }
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let weak = own(py, args[0])?;
    let at = args[0].0;
    let Some(referent) = py.referent(weak) else {
        return Ok(py.new_str(&format!("<weakref at {at:#x}; dead>")));
    };
    let key = py.intern("__name__");
    let name = match py.try_get_attr(referent, key)? {
        Some(name) if py.payload(name, classes::STR).is_some() => format!(" ({})", py.string_of(name)),
        _ => String::new(),
    };
    let ty = py.type_name(referent);
    Ok(py.new_str(&format!("<weakref at {at:#x}; to '{ty}' at {:#x}{name}>", referent.0)))
}

fn callback(py: &mut Py, object: Word) -> PyResult {
    let weak = own(py, object)?;
    let callback = py.get(weak, classes::WEAK_CALLBACK);
    Ok(if callback.is_null() { py.none() } else { callback })
}
