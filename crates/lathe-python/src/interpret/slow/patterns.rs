//! `match`: what mapping and class patterns ask for.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use lathe_heap::Word;

/// The values of the keys, or None if one is not there.
pub(super) fn match_keys(py: &mut Py, mapping: Word, keys: Word) -> PyResult {
    let (values, seen) = (py.rooted(), py.new_set(false));
    // `get` with a value of our own tells what is not there from what is None; it makes no entries, as `[]` may.
    let missing = py.new_object(classes::CELL);
    for index in 0..py.array_len(keys) {
        let key = py.items::<Word>(keys)[index];
        if !py.set_add(seen, key)? {
            let message = format!("mapping pattern checks duplicate key ({})", py.repr_string(key)?);
            return Err(py.value_error(&message));
        }
        let value = py.call_method(mapping, "get", &[key, missing])?;
        if value == missing {
            return Ok(py.none());
        }
        values.push(value);
    }
    Ok(py.new_tuple(&values.to_vec()))
}

/// The attributes that a class pattern asks for, or None if it does not match.
pub(super) fn match_class(
    py: &mut Py,
    subject: Word,
    class: Word,
    positional: usize,
    names: Word,
) -> PyResult {
    let Some(id) = py.as_type(class) else {
        return Err(py.type_error("called match pattern must be a class"));
    };
    let none = py.none();
    if !py.is_instance_of(subject, class)? {
        return Ok(none);
    }
    let found = py.rooted();
    if positional > 0 {
        let key = py.intern("__match_args__");
        let own = match py.try_get_attr(class, key)? {
            Some(own) if py.is(own, classes::TUPLE) => Some(own),
            Some(own) => {
                let (name, found) = (py.rt().ty(id).name.borrow().clone(), py.type_name(own));
                return Err(py.type_error(&format!("{name}.__match_args__ must be a tuple (got {found})")));
            }
            None => None,
        };
        // Builtin types with a value of their own match it by position.
        use types::*;
        let itself = [BOOL, BYTEARRAY, BYTES, DICT, FLOAT, FROZENSET, INT, LIST, SET, STR, TUPLE]
            .iter()
            .any(|&builtin| py.rt().is_subtype(id, builtin));
        let allowed = own.map_or(itself as usize, |own| py.array_len(own));
        if positional > allowed {
            let (name, plural) = (py.rt().ty(id).name.borrow().clone(), if allowed == 1 { "" } else { "s" });
            return Err(py.type_error(&format!(
                "{name}() accepts {allowed} positional sub-pattern{plural} ({positional} given)"
            )));
        }
        match own {
            None => found.push(subject),
            Some(own) => {
                for index in 0..positional {
                    let name = py.items::<Word>(own)[index];
                    let name = crate::types::object::attribute_name(py, name)?;
                    match py.try_get_attr(subject, name)? {
                        Some(value) => found.push(value),
                        None => return Ok(none),
                    }
                }
            }
        }
    }
    for index in 0..py.array_len(names) {
        let name = py.items::<Word>(names)[index];
        let name = crate::types::object::attribute_name(py, name)?;
        match py.try_get_attr(subject, name)? {
            Some(value) => found.push(value),
            None => return Ok(none),
        }
    }
    Ok(py.new_tuple(&found.to_vec()))
}
