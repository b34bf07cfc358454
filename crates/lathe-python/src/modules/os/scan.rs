//! What is in a folder: `listdir`, `scandir`, `DirEntry`.
//!
//! An entry knows what kind of file it is without being asked for again, if the system has said so. The iterator has read the whole folder
//! when it is made.

use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::system::{self, Errno};
use lathe_heap::Word;
use std::ffi::OsStr;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::DirEntryExt;

const ENTRY: &[Method] = &[
    ("is_dir", Plain, "(self, /, *, follow_symlinks=True)", |py, args| is(py, args, FOLDER)),
    ("is_file", Plain, "(self, /, *, follow_symlinks=True)", |py, args| is(py, args, FILE)),
    ("is_symlink", Plain, "(self, /)", is_symlink),
    ("is_junction", Plain, "(self, /)", |py, _| Ok(py.bool(false))),
    ("stat", Plain, "(self, /, *, follow_symlinks=True)", stat),
    ("inode", Plain, "(self, /)", inode),
    ("__fspath__", Plain, "(self, /)", |py, args| path(py, args[0])),
    ("__repr__", Special, "(self, /)", repr),
];

const ENTRY_GETTERS: &[GetterEntry] = &[("name", name), ("path", path)];

const ITERATOR: &[Method] = &[
    ("__iter__", Special, "(self, /)", |_, args| Ok(args[0])),
    ("__next__", Special, "(self, /)", next),
    ("__enter__", Plain, "(self, /)", |_, args| Ok(args[0])),
    ("__exit__", Plain, "(self, /, *args)", close),
    ("close", Plain, "(self, /)", close),
];

/// Kinds of files: the number in an entry.
const UNKNOWN: i64 = 0;
const FOLDER: i64 = 1;
const FILE: i64 = 2;
const LINK: i64 = 3;
const OTHER: i64 = 4;

/// Fills the types, the first time.
pub fn install(py: &mut Py) {
    let known = py.intern("is_dir");
    if py.dict_get_name(py.type_dict(types::DIR_ENTRY), known).is_some() {
        return;
    }
    py.add_methods(types::DIR_ENTRY, ENTRY);
    py.add_getters(types::DIR_ENTRY, ENTRY_GETTERS);
    py.add_methods(types::SCANDIR_ITERATOR, ITERATOR);
    py.type_changed(types::DIR_ENTRY);
    py.type_changed(types::SCANDIR_ITERATOR);
}

/// A folder that is given: its path for the system, and whether names are bytes.
fn folder(py: &mut Py, function: &str, object: Word) -> PyResult<(Vec<u8>, bool)> {
    if object.is_null() || py.is_none(object) {
        return Ok((b".".to_vec(), false));
    }
    match py.try_fspath(object)? {
        Some(path) => {
            let as_bytes = py.payload(path, classes::BYTES).is_some();
            Ok((py.c_path(path)?.into_bytes(), as_bytes))
        }
        None if py.try_index(object)?.is_some() => {
            let number = py.descriptor_argument(object)?;
            Ok((format!("/proc/self/fd/{number}").into_bytes(), false))
        }
        None => Err(py.not_a_path(function, "path", "string, bytes, os.PathLike, integer or None", object)),
    }
}

fn name_word(py: &mut Py, name: &[u8], as_bytes: bool) -> PyResult {
    if as_bytes { py.try_bytes(name) } else { py.fs_decode(name) }
}

fn failed(py: &mut Py, error: std::io::Error, object: Word) -> crate::object::py::Raised {
    let files: &[Word] = &[object];
    py.os_error_about(Errno::from(error), if object.is_null() || py.is_none(object) { &[] } else { files })
}

pub fn listdir(py: &mut Py, args: &[Word]) -> PyResult {
    let (path, as_bytes) = folder(py, "listdir", args[0])?;
    let entries = std::fs::read_dir(OsStr::from_bytes(&path)).map_err(|error| failed(py, error, args[0]))?;
    let list = py.new_list(&[]);
    for entry in entries {
        let entry = entry.map_err(|error| failed(py, error, args[0]))?;
        let name = name_word(py, &entry.file_name().into_vec(), as_bytes)?;
        py.list_append(list, name)?;
    }
    Ok(list)
}

pub fn scandir(py: &mut Py, args: &[Word]) -> PyResult {
    install(py);
    let (path, as_bytes) = folder(py, "scandir", args[0])?;
    let entries = std::fs::read_dir(OsStr::from_bytes(&path)).map_err(|error| failed(py, error, args[0]))?;
    let list = py.new_list(&[]);
    for entry in entries {
        let entry = entry.map_err(|error| failed(py, error, args[0]))?;
        let name = entry.file_name().into_vec();
        let kind = match entry.file_type() {
            Ok(kind) if kind.is_dir() => FOLDER,
            Ok(kind) if kind.is_file() => FILE,
            Ok(kind) if kind.is_symlink() => LINK,
            Ok(_) => OTHER,
            Err(_) => UNKNOWN,
        };
        let mut full = path.clone();
        if !full.ends_with(b"/") {
            full.push(b'/');
        }
        full.extend_from_slice(&name);
        let (name, full) = (name_word(py, &name, as_bytes)?, name_word(py, &full, as_bytes)?);
        let object = py.new_native(Kind::DirEntry, name, full, Word::NULL);
        py.set_int(object, classes::NATIVE_I, kind);
        py.set_int(object, classes::NATIVE_J, entry.ino() as i64);
        py.list_append(list, object)?;
    }
    Ok(py.new_native(Kind::ScandirIterator, list, Word::NULL, Word::NULL))
}

fn own(py: &mut Py, object: Word, kind: Kind) -> PyResult {
    match py.native_kind(object) {
        Some(found) if found == kind => Ok(object),
        _ => Err(py.wrong_receiver(object, kind.type_id())),
    }
}

fn next(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = own(py, args[0], Kind::ScandirIterator)?;
    let (list, at) = (py.get(iterator, classes::NATIVE_A), py.get_int(iterator, classes::NATIVE_I));
    if list.is_null() || at as usize >= py.list_len(list) {
        py.set(iterator, classes::NATIVE_A, Word::NULL);
        return Err(py.error_with(types::STOP_ITERATION, &[]));
    }
    py.set_int(iterator, classes::NATIVE_I, at + 1);
    Ok(py.list_get(list, at as usize))
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let iterator = own(py, args[0], Kind::ScandirIterator)?;
    py.set(iterator, classes::NATIVE_A, Word::NULL);
    Ok(py.none())
}

fn name(py: &mut Py, entry: Word) -> PyResult {
    let entry = own(py, entry, Kind::DirEntry)?;
    Ok(py.get(entry, classes::NATIVE_A))
}

fn path(py: &mut Py, entry: Word) -> PyResult {
    let entry = own(py, entry, Kind::DirEntry)?;
    Ok(py.get(entry, classes::NATIVE_B))
}

fn follows(py: &mut Py, word: Word) -> PyResult<bool> {
    if word.is_null() { Ok(true) } else { py.truth(word) }
}

fn is(py: &mut Py, args: &[Word], wanted: i64) -> PyResult {
    let path = path(py, args[0])?;
    let follow = follows(py, args[1])?;
    let kind = match py.get_int(args[0], classes::NATIVE_I) {
        kind @ (UNKNOWN | LINK) if follow || kind == UNKNOWN => {
            let path = py.c_path(path)?;
            match system::status(&path, follow) {
                Ok(status) if status.is_folder() => FOLDER,
                Ok(status) if status.is_file() => FILE,
                Ok(_) => OTHER,
                // A link to nowhere is nothing.
                Err(Errno(libc::ENOENT)) => OTHER,
                Err(error) => {
                    let shown = py.get(args[0], classes::NATIVE_B);
                    return Err(py.os_error_about(error, &[shown]));
                }
            }
        }
        kind => kind,
    };
    Ok(py.bool(kind == wanted))
}

fn is_symlink(py: &mut Py, args: &[Word]) -> PyResult {
    let path = path(py, args[0])?;
    let kind = py.get_int(args[0], classes::NATIVE_I);
    if kind != UNKNOWN {
        return Ok(py.bool(kind == LINK));
    }
    let path = py.c_path(path)?;
    Ok(py.bool(system::status(&path, false).is_ok_and(|status| status.is_link())))
}

fn stat(py: &mut Py, args: &[Word]) -> PyResult {
    let path = path(py, args[0])?;
    let follow = follows(py, args[1])?;
    let name = py.c_path(path)?;
    match system::status(&name, follow) {
        Ok(status) => py.new_status(&status),
        Err(error) => Err(py.os_error_about(error, &[path])),
    }
}

fn inode(py: &mut Py, args: &[Word]) -> PyResult {
    let entry = own(py, args[0], Kind::DirEntry)?;
    Ok(py.new_int(py.get_int(entry, classes::NATIVE_J)))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let name = name(py, args[0])?;
    let shown = py.repr_string(name)?;
    Ok(py.new_str(&format!("<DirEntry {shown}>")))
}
