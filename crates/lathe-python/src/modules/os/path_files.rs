//! The part of `os.path` that looks at files, at users and at the environment.

use super::path::{PathBytes, absolute_bytes, join_bytes};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::system::{self, Errno, Status};
use lathe_heap::Word;
use std::ffi::{CString, OsStr};
use std::os::unix::ffi::OsStrExt;

/// The status of a path or descriptor; none if there is no such file, or no such path.
fn status(py: &mut Py, function: &str, object: Word, follow: bool) -> PyResult<Option<Status>> {
    if let Some(path) = py.try_fspath(object)? {
        let Ok(bytes) = py.fs_encode(path) else { return Ok(None) };
        return Ok(CString::new(bytes).ok().and_then(|path| system::status(&path, follow).ok()));
    }
    if py.try_index(object)?.is_some() {
        let number = py.descriptor_argument(object)?;
        return Ok(system::status_of(number).ok());
    }
    Err(py.not_a_path(function, "path", "string, bytes, os.PathLike or integer", object))
}

pub fn exists(py: &mut Py, args: &[Word]) -> PyResult {
    let found = status(py, "stat", args[0], true)?.is_some();
    Ok(py.bool(found))
}

pub fn lexists(py: &mut Py, args: &[Word]) -> PyResult {
    let found = status(py, "lstat", args[0], false)?.is_some();
    Ok(py.bool(found))
}

pub fn isfile(py: &mut Py, args: &[Word]) -> PyResult {
    let found = status(py, "stat", args[0], true)?;
    Ok(py.bool(found.is_some_and(|status| status.is_file())))
}

pub fn isdir(py: &mut Py, args: &[Word]) -> PyResult {
    let found = status(py, "stat", args[0], true)?;
    Ok(py.bool(found.is_some_and(|status| status.is_folder())))
}

pub fn islink(py: &mut Py, args: &[Word]) -> PyResult {
    let found = status(py, "lstat", args[0], false)?;
    Ok(py.bool(found.is_some_and(|status| status.is_link())))
}

pub fn ismount(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(here) = status(py, "lstat", args[0], false)? else { return Ok(py.bool(false)) };
    if here.is_link() {
        return Ok(py.bool(false));
    }
    let path = PathBytes::of(py, args[0])?;
    let above = join_bytes(&path.data, &[b"..".to_vec()]);
    let above = CString::new(above).ok().and_then(|path| system::status(&path, false).ok());
    let mounted =
        above.is_some_and(|above| above.0.st_dev != here.0.st_dev || above.0.st_ino == here.0.st_ino);
    Ok(py.bool(mounted))
}

/// An attribute of `os.stat`'s answer.
fn stat_attribute(py: &mut Py, object: Word, name: &str) -> PyResult {
    let status = super::status::stat(py, &[object, Word::NULL, Word::NULL])?;
    py.get_attr_str(status, name)
}

pub fn getsize(py: &mut Py, args: &[Word]) -> PyResult {
    stat_attribute(py, args[0], "st_size")
}

pub fn getmtime(py: &mut Py, args: &[Word]) -> PyResult {
    stat_attribute(py, args[0], "st_mtime")
}

pub fn getatime(py: &mut Py, args: &[Word]) -> PyResult {
    stat_attribute(py, args[0], "st_atime")
}

pub fn getctime(py: &mut Py, args: &[Word]) -> PyResult {
    stat_attribute(py, args[0], "st_ctime")
}

pub fn samefile(py: &mut Py, args: &[Word]) -> PyResult {
    let first = super::status::stat(py, &[args[0], Word::NULL, Word::NULL])?;
    let second = super::status::stat(py, &[args[1], Word::NULL, Word::NULL])?;
    samestat(py, &[first, second])
}

pub fn sameopenfile(py: &mut Py, args: &[Word]) -> PyResult {
    let first = super::status::fstat(py, &args[..1])?;
    let second = super::status::fstat(py, &args[1..])?;
    samestat(py, &[first, second])
}

pub fn samestat(py: &mut Py, args: &[Word]) -> PyResult {
    for name in ["st_ino", "st_dev"] {
        let (first, second) = (py.get_attr_str(args[0], name)?, py.get_attr_str(args[1], name)?);
        if !py.eq(first, second)? {
            return Ok(py.bool(false));
        }
    }
    Ok(py.bool(true))
}

pub fn expanduser(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    if !path.data.starts_with(b"~") {
        return py.fspath(args[0]);
    }
    let end = memchr::memchr(b'/', &path.data).unwrap_or(path.data.len());
    let home = match &path.data[1..end] {
        b"" => {
            let name = py.intern("HOME");
            let none = py.none();
            let home = super::environ::getenv(py, &[name, none])?;
            if py.is_none(home) { system::home_of(None) } else { Some(py.fs_encode(home)?) }
        }
        user => CString::new(user).ok().and_then(|user| system::home_of(Some(&user))),
    };
    let Some(mut home) = home else { return py.fspath(args[0]) };
    while home.ends_with(b"/") {
        home.pop();
    }
    home.extend_from_slice(&path.data[end..]);
    if home.is_empty() {
        home.push(b'/');
    }
    path.object(py, &home)
}

/// `$name` and `${name}`; those that are not set stay.
pub fn expandvars(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let environment = super::environ::environ(py)?;
    let dict = py.payload(environment, classes::DICT).expect("a dict");
    let (data, mut out, mut at) = (&path.data, Vec::new(), 0);
    while at < data.len() {
        let rest = &data[at..];
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let (name, length) = match rest {
            [b'$', b'{', ..] => match memchr::memchr(b'}', rest) {
                Some(end) => (&rest[2..end], end + 1),
                None => (&rest[..0], 0),
            },
            [b'$', inner @ ..] => {
                let count = inner.iter().take_while(|byte| is_name(byte)).count();
                (&inner[..count], if count > 0 { count + 1 } else { 0 })
            }
            _ => (&rest[..0], 0),
        };
        let value = match length {
            0 => None,
            _ => {
                let name = py.fs_decode(name)?;
                py.dict_get(dict, name)?
            }
        };
        match value {
            Some(value) => {
                out.extend(py.fs_encode(value)?);
                at += length;
            }
            None => {
                out.extend_from_slice(&rest[..length.max(1)]);
                at += length.max(1);
            }
        }
    }
    path.object(py, &out)
}

/// The path without links.
pub fn realpath(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let strict = !args[1].is_null() && args[1] != py.bool(false) && py.truth(args[1])?;
    let absolute = match path.data.starts_with(b"/") {
        true => path.data.clone(),
        // `..` is not what it says behind a link: nothing is taken out yet.
        false => join_bytes(&absolute_bytes(py, b".")?, std::slice::from_ref(&path.data)),
    };
    let mut todo: Vec<Vec<u8>> = absolute.split(|&byte| byte == b'/').rev().map(<[u8]>::to_vec).collect();
    let (mut real, mut links) = (b"/".to_vec(), 0);
    while let Some(part) = todo.pop() {
        match &part[..] {
            b"" | b"." => continue,
            b".." => {
                let end = memchr::memrchr(b'/', &real).unwrap_or(0).max(1);
                real.truncate(end);
                continue;
            }
            _ => {}
        }
        let next = join_bytes(&real, std::slice::from_ref(&part));
        match std::fs::symlink_metadata(OsStr::from_bytes(&next)) {
            Ok(found) if found.is_symlink() && links < 40 => {
                links += 1;
                match std::fs::read_link(OsStr::from_bytes(&next)) {
                    Ok(target) => {
                        let target = target.as_os_str().as_bytes();
                        if target.starts_with(b"/") {
                            real = b"/".to_vec();
                        }
                        todo.extend(target.split(|&byte| byte == b'/').rev().map(<[u8]>::to_vec));
                    }
                    Err(_) => real = next,
                }
            }
            Ok(found) if found.is_symlink() && strict => {
                let shown = path.object(py, &next)?;
                return Err(py.os_error_about(Errno(libc::ELOOP), &[shown]));
            }
            Err(error) if strict => {
                let shown = path.object(py, &next)?;
                return Err(py.os_error_about(error.into(), &[shown]));
            }
            _ => real = next,
        }
    }
    path.object(py, &real)
}
