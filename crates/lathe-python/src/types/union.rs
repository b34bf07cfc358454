//! `int | None`: unions of types. Flat, without duplicates, `None` as its type.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{ClassMethod, Method as Plain, Special};
use crate::runtime::types;
use lathe_heap::{RootedVec, Word};

impl Py {
    /// The union of types; of one type that type itself.
    pub fn new_union(&mut self, parts: &[Word]) -> PyResult {
        let all = self.rooted();
        for &part in parts {
            if self.native_kind(part) == Some(Kind::Union) {
                let parts = self.get(part, classes::NATIVE_A);
                for index in 0..self.array_len(parts) {
                    let part = self.items::<Word>(parts)[index];
                    self.add_part(&all, part)?;
                }
            } else if self.is_none(part) {
                let none_type = self.type_object(types::NONE_TYPE);
                self.add_part(&all, none_type)?;
            } else {
                self.add_part(&all, part)?;
            }
        }
        match &all.to_vec()[..] {
            [one] => Ok(*one),
            several => {
                let tuple = self.new_tuple(several);
                Ok(self.new_native(Kind::Union, tuple, Word::NULL, Word::NULL))
            }
        }
    }

    fn add_part(&mut self, all: &RootedVec, part: Word) -> PyResult<()> {
        for index in 0..all.len() {
            if self.eq(all.get(index), part)? {
                return Ok(());
            }
        }
        all.push(part);
        Ok(())
    }
}

fn is_usable(py: &Py, word: Word) -> bool {
    use Kind::{GenericAlias, ParamSpec, TypeAlias, TypeVar, Union};
    py.is(word, classes::TYPE)
        || py.is_none(word)
        || py.payload(word, classes::NATIVE).is_some_and(|object| {
            matches!(py.native_kind(object), Some(GenericAlias | Union | TypeVar | ParamSpec | TypeAlias))
        })
}

/// `a | b` for types and what stands for types.
pub fn or(py: &mut Py, args: &[Word]) -> PyResult {
    if !is_usable(py, args[0]) || !is_usable(py, args[1]) {
        return Ok(py.not_implemented());
    }
    py.new_union(args)
}

pub fn reflected_or(py: &mut Py, args: &[Word]) -> PyResult {
    or(py, &[args[1], args[0]])
}

fn parts(py: &Py, union: Word) -> Word {
    py.get(union, classes::NATIVE_A)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let parts = parts(py, args[0]);
    let mut shown = Vec::new();
    for index in 0..py.array_len(parts) {
        let part = py.items::<Word>(parts)[index];
        shown.push(if py.as_type(part) == Some(types::NONE_TYPE) {
            "None".to_string()
        } else {
            py.type_argument_repr(part)?
        });
    }
    Ok(py.new_str(&shown.join(" | ")))
}

/// The order does not matter.
fn eq(py: &mut Py, args: &[Word]) -> PyResult {
    if py.native_kind(args[1]) != Some(Kind::Union) {
        return Ok(py.not_implemented());
    }
    let (a, b) = (parts(py, args[0]), parts(py, args[1]));
    let mut same = py.array_len(a) == py.array_len(b);
    for index in 0..py.array_len(a) {
        let part = py.items::<Word>(a)[index];
        same = same && py.contains(b, part)?;
    }
    Ok(py.bool(same))
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let (parts, set) = (parts(py, args[0]), py.new_set(true));
    for index in 0..py.array_len(parts) {
        let part = py.items::<Word>(parts)[index];
        py.set_add(set, part)?;
    }
    let hash = py.hash(set)?;
    Ok(py.new_int(hash))
}

fn subclasscheck(py: &mut Py, args: &[Word]) -> PyResult {
    let parts = parts(py, args[0]);
    for index in 0..py.array_len(parts) {
        let part = py.items::<Word>(parts)[index];
        if let Some(result) = py.call_special(part, "__subclasscheck__", &[args[1]])?
            && py.truth(result)?
        {
            return Ok(py.bool(true));
        }
    }
    Ok(py.bool(false))
}

fn instancecheck(py: &mut Py, args: &[Word]) -> PyResult {
    let is = py.is_instance_of(args[1], args[0])?;
    Ok(py.bool(is))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let parts = parts(py, args[0]);
    let parameters = py.type_parameters(parts)?;
    let new = py.substitute(args[0], parts, parameters, args[1])?;
    let new = py.items::<Word>(new).to_vec();
    py.new_union(&new)
}

/// `typing.Union[int, str]`.
fn class_getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let given = if py.is(args[1], classes::TUPLE) { args[1] } else { py.new_tuple(&[args[1]]) };
    if py.array_len(given) == 0 {
        return Err(py.type_error("Cannot take a Union of no types."));
    }
    let parts = py.rooted();
    for index in 0..py.array_len(given) {
        let part = py.items::<Word>(given)[index];
        if py.is(part, classes::STR) {
            let none = py.none();
            let name = py.intern("ForwardRef");
            let from = py.new_tuple(&[name]);
            let module = py.import("annotationlib", none, from, 0)?;
            let forward = py.get_attr(module, name)?;
            let part = py.call(forward, &[part])?;
            parts.push(part);
        } else {
            parts.push(part);
        }
    }
    py.new_union(&parts.to_vec())
}

fn mro_entries(py: &mut Py, args: &[Word]) -> PyResult {
    let message = format!("Cannot subclass {}", py.repr_string(args[0])?);
    Err(py.type_error(&message))
}

fn arguments(py: &mut Py, union: Word) -> PyResult {
    Ok(parts(py, union))
}

fn parameters(py: &mut Py, union: Word) -> PyResult {
    let parts = parts(py, union);
    py.type_parameters(parts)
}

fn origin(py: &mut Py, _union: Word) -> PyResult {
    Ok(py.type_object(types::UNION))
}

pub fn install(py: &mut Py) {
    let id = types::UNION;
    let methods: &[Method] = &[
        ("__repr__", Special, "(self, /)", repr),
        ("__eq__", Special, "(self, value, /)", eq),
        ("__hash__", Special, "(self, /)", hash),
        ("__or__", Special, "(self, value, /)", or),
        ("__ror__", Special, "(self, value, /)", reflected_or),
        ("__getitem__", Special, "(self, key, /)", getitem),
        ("__instancecheck__", Plain, "(self, instance, /)", instancecheck),
        ("__subclasscheck__", Plain, "(self, subclass, /)", subclasscheck),
        ("__mro_entries__", Plain, "(self, bases, /)", mro_entries),
        ("__class_getitem__", ClassMethod, "(cls, object, /)", class_getitem),
    ];
    py.add_methods(id, methods);
    py.add_getters(id, &[("__args__", arguments), ("__parameters__", parameters), ("__origin__", origin)]);
}
