//! `*` and `**`: in calls, displays and assignments.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use lathe_heap::{RootedVec, Word};

pub(super) fn is_iterable(py: &mut Py, object: Word) -> bool {
    py.lookup_special(object, "__iter__").is_some() || py.lookup_special(object, "__getitem__").is_some()
}

pub(super) fn is_mapping(py: &mut Py, object: Word) -> bool {
    let keys = py.intern("keys");
    py.lookup(py.type_of(object), keys).is_some()
}

/// `module.function()`, without the module for builtins; what has no name is shown as text.
pub(super) fn callee_name(py: &mut Py, callee: Word) -> String {
    let name = match py.get_attr_str(callee, "__qualname__") {
        Ok(name) => py.str_string(name).unwrap_or_default(),
        Err(_) => return py.str_string(callee).unwrap_or_default(),
    };
    let none = py.none();
    match py.get_attr_str(callee, "__module__") {
        Ok(module) if module != none => match py.str_string(module).unwrap_or_default() {
            module if module == "builtins" => format!("{name}()"),
            module => format!("{module}.{name}()"),
        },
        _ => format!("{name}()"),
    }
}

pub(super) fn call_unpack(py: &mut Py, callee: Word, args: Word, keywords: Word) -> PyResult {
    let positional = py.collect(args)?;
    let mut all = positional.to_vec();
    let mut names = Vec::new();
    if !keywords.is_null() {
        let mut position = 0;
        while let Some((key, value)) = py.dict_next(keywords, &mut position) {
            names.push(key);
            all.push(value);
            positional.push(value);
            positional.push(key);
        }
    }
    py.call_with_names(callee, &all, &names)
}

pub(super) fn merge_keywords(py: &mut Py, dict: Word, src: Word, callee: Word) -> PyResult<()> {
    if !is_mapping(py, src) {
        let message = format!(
            "{} argument after ** must be a mapping, not {}",
            callee_name(py, callee),
            py.type_name(src)
        );
        return Err(py.type_error(&message));
    }
    let from = if py.is(src, classes::DICT) {
        src
    } else {
        let copy = py.new_dict();
        py.dict_update(copy, src)?;
        copy
    };
    let mut position = 0;
    while let Some((key, value)) = py.dict_next(from, &mut position) {
        if py.payload(key, classes::STR).is_none() {
            return Err(py.type_error("keywords must be strings"));
        }
        if py.dict_get(dict, key)?.is_some() {
            let message = format!(
                "{} got multiple values for keyword argument '{}'",
                callee_name(py, callee),
                py.string_of(key)
            );
            return Err(py.type_error(&message));
        }
        py.dict_set(dict, key, value)?;
    }
    Ok(())
}

/// So many items, or with `after` at least as many as both.
pub(super) fn unpack(py: &mut Py, src: Word, count: usize, after: Option<usize>) -> PyResult<RootedVec> {
    if !is_iterable(py, src) {
        let message = format!("cannot unpack non-iterable {} object", py.type_name(src));
        return Err(py.type_error(&message));
    }
    let items = match (py.class_of(src), after) {
        // An endless iterator ends when there are too many.
        (Some(class), None) if class != classes::TUPLE && class != classes::LIST => {
            let items = py.rooted();
            let iterator = py.iter(src)?;
            while items.len() <= count {
                match py.next(iterator)? {
                    Some(item) => items.push(item),
                    None => break,
                }
            }
            items
        }
        _ => py.collect(src)?,
    };
    let least = count + after.unwrap_or(0);
    if items.len() < least {
        let at_least = if after.is_some() { "at least " } else { "" };
        let message =
            format!("not enough values to unpack (expected {at_least}{least}, got {})", items.len());
        return Err(py.value_error(&message));
    }
    if after.is_none() && items.len() > count {
        let got = match py.class_of(src) {
            Some(classes::TUPLE | classes::LIST) => format!(", got {}", items.len()),
            _ => String::new(),
        };
        let message = format!("too many values to unpack (expected {count}{got})");
        return Err(py.value_error(&message));
    }
    Ok(items)
}
