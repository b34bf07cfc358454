//! Files and folders by their paths.

use super::no_folder_descriptor;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use crate::system::{self, Errno, SystemResult};
use lathe_heap::Word;
use std::ffi::CStr;
use std::os::unix::ffi::OsStrExt;

/// Does something with a path; what goes wrong is about it.
fn with_path(
    py: &mut Py,
    function: &str,
    path: Word,
    work: impl FnOnce(&CStr) -> SystemResult<()>,
) -> PyResult {
    let name = py.path_argument(function, "path", path)?;
    match work(&name) {
        Ok(()) => Ok(py.none()),
        Err(error) => Err(py.os_error_about(error, &[path])),
    }
}

fn with_paths(
    py: &mut Py,
    function: &str,
    paths: [Word; 2],
    work: impl FnOnce(&CStr, &CStr) -> SystemResult<()>,
) -> PyResult {
    let from = py.path_argument(function, "src", paths[0])?;
    let to = py.path_argument(function, "dst", paths[1])?;
    match work(&from, &to) {
        Ok(()) => Ok(py.none()),
        Err(error) => {
            // A second file is the third of four more words of the exception.
            let files = paths;
            Err(py.os_error_about(error, &files))
        }
    }
}

fn mode_argument(py: &mut Py, word: Word, default: u32) -> PyResult<u32> {
    if word.is_null() { Ok(default) } else { Ok(py.offset_argument(word)? as u32) }
}

pub fn remove(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..])?;
    with_path(py, "remove", args[0], system::remove_file)
}

pub fn unlink(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..])?;
    with_path(py, "unlink", args[0], system::remove_file)
}

pub fn mkdir(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..])?;
    let mode = mode_argument(py, args[1], 0o777)?;
    with_path(py, "mkdir", args[0], |path| system::make_folder(path, mode))
}

/// A folder, and those above it that there are not.
pub fn makedirs(py: &mut Py, args: &[Word]) -> PyResult {
    let mode = mode_argument(py, args[1], 0o777)?;
    let exist_ok = !args[2].is_null() && py.truth(args[2])?;
    let path = py.fspath(args[0])?;
    make_all(py, path, mode, exist_ok)?;
    Ok(py.none())
}

fn make_all(py: &mut Py, path: Word, mode: u32, exist_ok: bool) -> PyResult<()> {
    py.check_stack()?;
    let (mut head, mut tail) = super::path::split_path(py, path)?;
    if py.length(tail)? == 0 {
        (head, tail) = super::path::split_path(py, head)?;
    }
    if py.length(head)? > 0 && py.length(tail)? > 0 {
        let above = py.c_path(head)?;
        if system::status(&above, true).is_err() {
            match make_all(py, head, 0o777, exist_ok) {
                // Somebody else was quicker.
                Err(raised) if !py.is_instance(raised.0, types::FILE_EXISTS_ERROR) => return Err(raised),
                _ => {}
            }
            if &*py.fs_encode(tail)? == b"." {
                return Ok(());
            }
        }
    }
    let name = py.c_path(path)?;
    match system::make_folder(&name, mode) {
        Ok(()) => Ok(()),
        Err(_) if exist_ok && system::status(&name, true).is_ok_and(|status| status.is_folder()) => Ok(()),
        Err(error) => Err(py.os_error_about(error, &[path])),
    }
}

pub fn rmdir(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..])?;
    with_path(py, "rmdir", args[0], system::remove_folder)
}

pub fn rename(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..])?;
    with_paths(py, "rename", [args[0], args[1]], system::rename)
}

pub fn replace(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..])?;
    with_paths(py, "replace", [args[0], args[1]], system::rename)
}

pub fn link(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..4])?;
    with_paths(py, "link", [args[0], args[1]], system::link)
}

pub fn symlink(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[3..])?;
    with_paths(py, "symlink", [args[0], args[1]], system::symbolic_link)
}

pub fn readlink(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..])?;
    let name = py.path_argument("readlink", "path", args[0])?;
    let as_bytes = py.payload(args[0], classes::BYTES).is_some();
    match std::fs::read_link(std::ffi::OsStr::from_bytes(name.to_bytes())) {
        Ok(target) if as_bytes => py.try_bytes(target.as_os_str().as_bytes()),
        Ok(target) => py.fs_decode(target.as_os_str().as_bytes()),
        Err(error) => Err(py.os_error_about(error.into(), &[args[0]])),
    }
}

pub fn chmod(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..3])?;
    let mode = mode_argument(py, args[1], 0)?;
    if let Some(number) = py.as_int(args[0]) {
        return match system::change_mode_of(number as i32, mode) {
            Ok(()) => Ok(py.none()),
            Err(error) => Err(py.os_error_about(error, &[args[0]])),
        };
    }
    with_path(py, "chmod", args[0], |path| system::change_mode(path, mode))
}

pub fn chown(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[3..4])?;
    let (user, group) = (py.offset_argument(args[1])? as u32, py.offset_argument(args[2])? as u32);
    with_path(py, "chown", args[0], |path| system::change_owner(path, user, group))
}

pub fn access(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..3])?;
    let path = py.path_argument("access", "path", args[0])?;
    let mode = py.offset_argument(args[1])? as i32;
    Ok(py.bool(system::can_access(&path, mode)))
}

pub fn truncate(py: &mut Py, args: &[Word]) -> PyResult {
    let size = py.offset_argument(args[1])?;
    if let Some(number) = py.as_int(args[0]) {
        return match system::truncate(number as i32, size) {
            Ok(()) => Ok(py.none()),
            Err(error) => Err(py.os_error(error)),
        };
    }
    with_path(py, "truncate", args[0], |path| system::truncate_path(path, size))
}

pub fn utime(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[3..4])?;
    let follow = args[4].is_null() || py.truth(args[4])?;
    let given = |py: &Py, word: Word| (!word.is_null() && !py.is_none(word)).then_some(word);
    let (times, nanoseconds) = (given(py, args[1]), given(py, args[2]));
    let (pair, is_fine) = match (times, nanoseconds) {
        (Some(_), Some(_)) => {
            return Err(py.value_error("utime: you may specify either 'times' or 'ns' but not both"));
        }
        (Some(times), None) => (times, false),
        (None, Some(times)) => (times, true),
        (None, None) => {
            return with_path(py, "utime", args[0], |path| system::set_times(path, None, follow));
        }
    };
    let tuple = py.payload(pair, classes::TUPLE).filter(|&tuple| py.array_len(tuple) == 2);
    let Some(tuple) = tuple else {
        let what = if is_fine {
            "'ns' must be a tuple of two ints"
        } else {
            "'times' must be either a tuple of two ints or None"
        };
        return Err(py.type_error(&format!("utime: {what}")));
    };
    let mut parts = [0i128; 2];
    for (index, part) in parts.iter_mut().enumerate() {
        let item = py.items::<Word>(tuple)[index];
        *part = match (is_fine, py.as_float(item)) {
            (true, _) => py.offset_argument(item)?.into(),
            (false, Some(seconds)) => (seconds * 1e9).floor() as i128,
            (false, None) => i128::from(py.offset_argument(item)?) * 1_000_000_000,
        };
    }
    with_path(py, "utime", args[0], |path| system::set_times(path, Some(parts), follow))
}

pub fn mkfifo(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[2..])?;
    let mode = mode_argument(py, args[1], 0o666)?;
    with_path(py, "mkfifo", args[0], |path| system::make_fifo(path, mode))
}

pub fn chdir(py: &mut Py, args: &[Word]) -> PyResult {
    if py.as_int(args[0]).is_some() {
        return fchdir(py, args);
    }
    match py.try_fspath(args[0])? {
        Some(_) => with_path(py, "chdir", args[0], system::change_folder),
        None => Err(py.not_a_path("chdir", "path", "string, bytes, os.PathLike or integer", args[0])),
    }
}

pub fn fchdir(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    match system::change_folder_to(number) {
        Ok(()) => Ok(py.none()),
        Err(error) => Err(py.os_error_about(error, &[args[0]])),
    }
}

fn current_folder(py: &mut Py) -> PyResult<Vec<u8>> {
    match std::env::current_dir() {
        Ok(folder) => Ok(folder.as_os_str().as_bytes().to_vec()),
        Err(error) => Err(py.os_error(Errno::from(error))),
    }
}

pub fn getcwd(py: &mut Py, _args: &[Word]) -> PyResult {
    let folder = current_folder(py)?;
    py.fs_decode(&folder)
}

pub fn getcwdb(py: &mut Py, _args: &[Word]) -> PyResult {
    let folder = current_folder(py)?;
    py.try_bytes(&folder)
}
