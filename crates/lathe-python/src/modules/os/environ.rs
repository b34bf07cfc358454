//! `os.environ`: a dict that tells the system of its changes.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::start::NewType;
use crate::runtime::types::{self, TypeFlags};
use crate::system;
use lathe_heap::Word;
use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;

const METHODS: &[Method] = &[
    ("__getitem__", Special, "(self, key, /)", getitem),
    ("__setitem__", Special, "(self, key, value, /)", setitem),
    ("__delitem__", Special, "(self, key, /)", delitem),
    ("__repr__", Special, "(self, /)", repr),
    ("__ior__", Special, "(self, value, /)", ior),
    ("copy", Plain, "(self, /)", copy),
    ("setdefault", Plain, "(self, key, value, /)", setdefault),
    ("pop", Plain, "(self, key, default=None, /)", pop),
    ("popitem", Plain, "(self, /)", popitem),
    ("clear", Plain, "(self, /)", clear),
    ("update", Plain, "(self, other=None, /, **kwargs)", update),
];

/// A new mapping with the environment of the process. There is one for `os` and `posix`.
pub fn environ(py: &mut Py) -> PyResult {
    if let Some(root) = py.rt().environment.get() {
        return Ok(py.root(root));
    }
    let namespace = py.new_dict();
    let (key, module) = (py.intern("__module__"), py.intern("os"));
    py.dict_set_name(namespace, key, module);
    let id = py.add_type(NewType {
        name: "_Environ".into(),
        bases: &[types::DICT],
        metatype: types::TYPE,
        layout: types::DICT,
        class: classes::WRAPPED,
        flags: TypeFlags::MAPPING.with(TypeFlags::BASE),
        dict: namespace,
    });
    py.add_methods(id, METHODS);
    let dict = py.new_dict();
    for (name, value) in std::env::vars_os() {
        let name = py.fs_decode(name.as_bytes())?;
        let value = py.fs_decode(value.as_bytes())?;
        py.dict_set(dict, name, value)?;
    }
    let object = py.new_wrapped(id, dict);
    let root = py.core().heap.add_root(object);
    py.rt().environment.set(Some(root));
    Ok(object)
}

fn dict(py: &mut Py, object: Word) -> PyResult {
    py.receiver(object, classes::DICT, types::DICT)
}

/// A name or a value: text without zeros.
fn text(py: &mut Py, word: Word) -> PyResult<CString> {
    if py.payload(word, classes::STR).is_none() {
        let message = format!("str expected, not {}", py.type_name(word));
        return Err(py.type_error(&message));
    }
    py.c_path(word)
}

fn set(py: &mut Py, name: Word, value: Word) -> PyResult<()> {
    let (name, value) = (text(py, name)?, text(py, value)?);
    set_variable(py, &name, &value)
}

fn set_variable(py: &mut Py, name: &CString, value: &CString) -> PyResult<()> {
    if name.to_bytes().contains(&b'=') {
        return Err(py.value_error("illegal environment variable name"));
    }
    system::set_variable(name, value, 1).map_err(|error| py.os_error(error))
}

fn getitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    text(py, args[1])?;
    match py.dict_get(dict, args[1])? {
        Some(value) => Ok(value),
        None => Err(py.error_with(types::KEY_ERROR, &[args[1]])),
    }
}

fn setitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    set(py, args[1], args[2])?;
    py.dict_set(dict, args[1], args[2])?;
    Ok(py.none())
}

/// Takes a variable out; what it was.
fn remove(py: &mut Py, object: Word, name: Word) -> PyResult<Option<Word>> {
    let dict = dict(py, object)?;
    let variable = text(py, name)?;
    let Some(value) = py.dict_remove(dict, name)? else { return Ok(None) };
    system::remove_variable(&variable).map_err(|error| py.os_error(error))?;
    Ok(Some(value))
}

fn delitem(py: &mut Py, args: &[Word]) -> PyResult {
    match remove(py, args[0], args[1])? {
        Some(_) => Ok(py.none()),
        None => Err(py.error_with(types::KEY_ERROR, &[args[1]])),
    }
}

fn pop(py: &mut Py, args: &[Word]) -> PyResult {
    match remove(py, args[0], args[1])? {
        Some(value) => Ok(value),
        None if !args[2].is_null() => Ok(args[2]),
        None => Err(py.error_with(types::KEY_ERROR, &[args[1]])),
    }
}

fn popitem(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    let mut position = 0;
    let Some((name, value)) = py.dict_next(dict, &mut position) else {
        return Err(py.error_with(types::KEY_ERROR, &[]));
    };
    remove(py, args[0], name)?;
    Ok(py.new_tuple(&[name, value]))
}

fn clear(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    let mut position = 0;
    while let Some((name, _)) = py.dict_next(dict, &mut position) {
        remove(py, args[0], name)?;
        position = 0;
    }
    Ok(py.none())
}

fn setdefault(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    if let Some(value) = py.dict_get(dict, args[1])? {
        return Ok(value);
    }
    setitem(py, args)?;
    Ok(args[2])
}

fn update(py: &mut Py, args: &[Word]) -> PyResult {
    for more in [args[1], args[2]] {
        if more.is_null() || py.is_none(more) {
            continue;
        }
        let new = py.new_dict();
        py.dict_update(new, more)?;
        let mut position = 0;
        while let Some((name, value)) = py.dict_next(new, &mut position) {
            setitem(py, &[args[0], name, value])?;
        }
    }
    Ok(py.none())
}

fn ior(py: &mut Py, args: &[Word]) -> PyResult {
    update(py, &[args[0], args[1], Word::NULL])?;
    Ok(args[0])
}

fn copy(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    py.dict_copy(dict)
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let dict = dict(py, args[0])?;
    let shown = py.repr_string(dict)?;
    Ok(py.new_str(&format!("environ({shown})")))
}

/// `os.getenv(key, default=None)`.
pub fn getenv(py: &mut Py, args: &[Word]) -> PyResult {
    let environment = environ(py)?;
    let dict = dict(py, environment)?;
    text(py, args[0])?;
    match py.dict_get(dict, args[0])? {
        Some(value) => Ok(value),
        None if args[1].is_null() => Ok(py.none()),
        None => Ok(args[1]),
    }
}

/// Changes the environment, not `os.environ`.
pub fn putenv(py: &mut Py, args: &[Word]) -> PyResult {
    let (name, value) = (py.fspath(args[0])?, py.fspath(args[1])?);
    let (name, value) = (py.c_path(name)?, py.c_path(value)?);
    set_variable(py, &name, &value)?;
    Ok(py.none())
}

pub fn unsetenv(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.fspath(args[0])?;
    let name = py.c_path(name)?;
    match system::remove_variable(&name) {
        Ok(()) => Ok(py.none()),
        Err(error) => Err(py.os_error(error)),
    }
}
