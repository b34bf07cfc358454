//! `mappingproxy`: a mapping that can be read through it, and not changed.

use super::support::comparisons;
use crate::bytecode::{BinaryOp, CompareOp};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{self, Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::Word;

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let is_sequence =
        [classes::LIST, classes::TUPLE].iter().any(|&class| py.payload(args[1], class).is_some());
    if is_sequence || py.lookup_special(args[1], "__getitem__").is_none() {
        let message = format!("mappingproxy() argument must be a mapping, not {}", py.type_name(args[1]));
        return Err(py.type_error(&message));
    }
    Ok(py.new_native(Kind::MappingProxy, args[1], Word::NULL, Word::NULL))
}

/// What a proxy stands for; anything else stands for itself.
fn mapping(py: &Py, object: Word) -> Word {
    match py.native_kind(object) {
        Some(Kind::MappingProxy) => py.get(object, classes::NATIVE_A),
        _ => object,
    }
}

macro_rules! forwarded {
    ($($function:ident = $name:literal;)*) => {
        $(fn $function(py: &mut Py, args: &[Word]) -> PyResult {
            let mapping = mapping(py, args[0]);
            py.call_method(mapping, $name, &args[1..])
        })*
    };
}

forwarded! {
    getitem = "__getitem__";
    contains = "__contains__";
    len = "__len__";
    iter = "__iter__";
    reversed = "__reversed__";
    keys = "keys";
    values = "values";
    items = "items";
    copy = "copy";
}

fn get(py: &mut Py, args: &[Word]) -> PyResult {
    let (mapping, none) = (mapping(py, args[0]), py.none());
    py.call_method(mapping, "get", &[args[1], if args[2].is_null() { none } else { args[2] }])
}

fn compare(py: &mut Py, op: CompareOp, args: &[Word]) -> PyResult {
    let mapping = mapping(py, args[0]);
    py.compare(op, mapping, args[1])
}

fn or(py: &mut Py, args: &[Word]) -> PyResult {
    let (a, b) = (mapping(py, args[0]), mapping(py, args[1]));
    py.binary(BinaryOp::Or, false, a, b)
}

fn ror(py: &mut Py, args: &[Word]) -> PyResult {
    or(py, &[args[1], args[0]])
}

fn ior(py: &mut Py, args: &[Word]) -> PyResult {
    let message = format!("'|=' is not supported by {}; use '|' instead", py.type_name(args[0]));
    Err(py.type_error(&message))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let hash = py.hash(mapping(py, args[0]))?;
    Ok(py.new_int(hash))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let text = py.repr_string(mapping(py, args[0]))?;
    Ok(py.new_str(&format!("mappingproxy({text})")))
}

fn str(py: &mut Py, args: &[Word]) -> PyResult {
    py.str(mapping(py, args[0]))
}

const COMPARISONS: [Method; 6] = comparisons!(compare);

const METHODS: &[Method] = &[
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__contains__", Special, "(self, key, /)", contains),
    ("__len__", Special, "(self, /)", len),
    ("__iter__", Special, "(self, /)", iter),
    ("__reversed__", Plain, "(self, /)", reversed),
    ("__or__", Special, "(self, value, /)", or),
    ("__ror__", Special, "(self, value, /)", ror),
    ("__ior__", Special, "(self, value, /)", ior),
    ("__hash__", Special, "(self, /)", hash),
    ("__repr__", Special, "(self, /)", repr),
    ("__str__", Special, "(self, /)", str),
    ("keys", Plain, "(self, /)", keys),
    ("values", Plain, "(self, /)", values),
    ("items", Plain, "(self, /)", items),
    ("copy", Plain, "(self, /)", copy),
    ("get", Plain, "(self, key, default=None, /)", get),
    super::support::CLASS_GETITEM,
];

pub fn install(py: &mut Py) {
    py.add_methods(types::MAPPING_PROXY, METHODS);
    py.add_methods(types::MAPPING_PROXY, &COMPARISONS);
    py.add_new(types::MAPPING_PROXY, "(cls, mapping)", new);
}
