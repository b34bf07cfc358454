//! `_weakref`: what `weakref` is built on.

use super::Constant;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types::{self, TypeFlags};
use crate::types::{weak_proxy, weak_reference};
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("proxy", "(object, callback=None, /)", weak_proxy::proxy),
    ("getweakrefcount", "(object, /)", |py, args| {
        let count = py.references_to(args[0]).len();
        py.int_result(count)
    }),
    ("getweakrefs", "(object, /)", |py, args| {
        let references = py.references_to(args[0]);
        py.list_from(&references)
    }),
    ("_remove_dead_weakref", "(dct, key, /)", remove_dead),
];

pub const CONSTANTS: &[Constant] = &[
    ("ReferenceType", |py| {
        install(py);
        Ok(py.type_object(types::WEAK_REFERENCE))
    }),
    ("ref", |py| Ok(py.type_object(types::WEAK_REFERENCE))),
    ("ProxyType", |py| Ok(py.type_object(types::WEAK_PROXY))),
    ("CallableProxyType", |py| Ok(py.type_object(types::WEAK_CALLABLE_PROXY))),
];

/// The methods of the types, which nobody needs before the module is imported.
fn install(py: &mut Py) {
    py.add_methods(types::WEAK_REFERENCE, weak_reference::METHODS);
    py.add_getters(types::WEAK_REFERENCE, weak_reference::GETTERS);
    py.add_new(types::WEAK_REFERENCE, weak_reference::NEW, weak_reference::new);
    py.type_changed(types::WEAK_REFERENCE);
    for ty in [types::WEAK_PROXY, types::WEAK_CALLABLE_PROXY] {
        py.add_methods(ty, weak_proxy::METHODS);
        py.add_methods(ty, weak_proxy::COMPARISONS);
        for operator in weak_proxy::OPERATORS {
            py.add_methods(ty, operator);
        }
        let (hash, none) = (py.intern("__hash__"), py.none());
        py.set_type_attribute(ty, hash, none);
        let flags = py.rt().ty(ty).flags.get();
        py.rt().ty(ty).flags.set(flags.with(TypeFlags::OWN_GETATTRIBUTE).with(TypeFlags::OWN_SETATTR));
    }
    py.add_methods(types::WEAK_CALLABLE_PROXY, weak_proxy::CALL);
    py.type_changed(types::WEAK_CALLABLE_PROXY);
}

/// Deletes an entry whose value is a dead reference. A new one may have taken its place since.
fn remove_dead(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(dict) = py.payload(args[0], classes::DICT) else {
        let message =
            format!("_remove_dead_weakref() argument 1 must be dict, not {}", py.type_name(args[0]));
        return Err(py.type_error(&message));
    };
    if let Some(value) = py.dict_get(dict, args[1])? {
        let Some(weak) = py.as_reference(value) else { return Err(py.type_error("not a weakref")) };
        if py.referent(weak).is_none() {
            py.dict_remove(dict, args[1])?;
        }
    }
    py.none_result()
}
