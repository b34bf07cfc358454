//! Objects of modules that are called often: they are called without a tuple and a dict being made of their arguments.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

impl Py {
    /// Calls an object that this file knows; none if it is of another kind.
    pub(crate) fn call_module_object(
        &mut self,
        callee: Word,
        args: &[Word],
        names: &[Word],
    ) -> Option<PyResult> {
        let native = match self.class_of(callee)? {
            classes::NATIVE => callee,
            // A subclass may have a `__call__` of its own.
            classes::WRAPPED if matches!(self.type_of(callee), types::PARTIAL | types::LRU_CACHE) => {
                self.get(callee, classes::WRAPPED_PAYLOAD)
            }
            _ => return None,
        };
        Some(match self.native_kind(native)? {
            kind @ (Kind::ItemGetter | Kind::AttributeGetter | Kind::MethodCaller) => match (args, names) {
                (&[object], []) => self.call_getter(kind, native, object),
                _ => Err(self.getter_arguments(kind, args.len() - names.len(), !names.is_empty())),
            },
            Kind::KeyWrapper => self.call_key_wrapper(native, args, names),
            Kind::Partial => self.call_partial(native, args, names),
            Kind::LruCache => self.call_cached(native, args, names),
            _ => return None,
        })
    }

    fn getter_arguments(&mut self, kind: Kind, given: usize, named: bool) -> crate::object::py::Raised {
        let name = self.rt().ty(kind.type_id()).qualname.borrow().clone();
        self.type_error(&match named {
            true => format!("{name}() takes no keyword arguments"),
            false => format!("{name} expected 1 argument, got {given}"),
        })
    }
}

/// `__call__` of all these types, and for objects of their subclasses.
pub fn call(py: &mut Py, args: &[Word]) -> PyResult {
    let (all, names) = py.arguments_of(args[1], args[2]);
    let native = py.payload(args[0], classes::NATIVE).unwrap_or(args[0]);
    match py.native_kind(native) {
        Some(Kind::Partial) => py.call_partial(native, &all, &names),
        Some(Kind::LruCache) => py.call_cached(native, &all, &names),
        _ => match py.call_module_object(native, &all, &names) {
            Some(result) => result,
            None => Err(py.wrong_receiver(args[0], types::PARTIAL)),
        },
    }
}
