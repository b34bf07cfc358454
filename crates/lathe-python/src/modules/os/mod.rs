//! `os` (also as `posix`): what the system knows of files, folders, processes and the environment.
//!
//! | file | what |
//! |---|---|
//! | `files` | by path |
//! | `status` | what a file is |
//! | `scan` | what is in a folder |
//! | `descriptors` | by descriptor |
//! | `process` | the process itself |
//! | `environ` | its environment |
//! | `path` | `os.path`, as text |
//! | `path_files` | `os.path`, as files |
//! | `more.py`, `path_like.py` | what is Python; loaded when it is asked for |

mod descriptors;
mod environ;
mod files;
pub mod path;
mod path_files;
mod process;
mod scan;
mod status;

use super::Constant;
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

/// What is in `more.py`.
const MORE: &str = include_str!("more.py");
const MORE_NAMES: &[&str] = &[
    "walk",
    "removedirs",
    "renames",
    "get_exec_path",
    "fdopen",
    "process_cpu_count",
    "supports_bytes_environ",
    "_exists",
    "_get_exports_list",
];
/// Needs the classes of `abc`, and has a file of its own for that.
const PATH_LIKE: &str = include_str!("path_like.py");
const PATH_LIKE_NAMES: &[&str] = &["PathLike"];

pub const FUNCTIONS: &[Function] = &[
    // Files.
    ("remove", "(path, *, dir_fd=None)", files::remove),
    ("unlink", "(path, *, dir_fd=None)", files::unlink),
    ("mkdir", "(path, mode=511, *, dir_fd=None)", files::mkdir),
    ("makedirs", "(name, mode=511, exist_ok=False)", files::makedirs),
    ("rmdir", "(path, *, dir_fd=None)", files::rmdir),
    ("rename", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", files::rename),
    ("replace", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None)", files::replace),
    ("link", "(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True)", files::link),
    ("symlink", "(src, dst, target_is_directory=False, *, dir_fd=None)", files::symlink),
    ("readlink", "(path, *, dir_fd=None)", files::readlink),
    ("chmod", "(path, mode, *, dir_fd=None, follow_symlinks=True)", files::chmod),
    ("chown", "(path, uid, gid, *, dir_fd=None, follow_symlinks=True)", files::chown),
    ("access", "(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True)", files::access),
    ("truncate", "(path, length)", files::truncate),
    ("utime", "(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True)", files::utime),
    ("mkfifo", "(path, mode=438, *, dir_fd=None)", files::mkfifo),
    ("chdir", "(path)", files::chdir),
    ("fchdir", "(fd)", files::fchdir),
    ("getcwd", "()", files::getcwd),
    ("getcwdb", "()", files::getcwdb),
    ("fspath", "(path)", |py, args| py.fspath(args[0])),
    ("fsencode", "(filename)", |py, args| {
        let path = py.fspath(args[0])?;
        let data = py.fs_encode(path)?;
        py.try_bytes(&data)
    }),
    ("fsdecode", "(filename)", |py, args| {
        let path = py.fspath(args[0])?;
        match py.payload(path, classes::BYTES) {
            Some(bytes) => py.fs_decode(py.bytes(bytes)),
            None => Ok(path),
        }
    }),
    ("stat", "(path, *, dir_fd=None, follow_symlinks=True)", status::stat),
    ("lstat", "(path, *, dir_fd=None)", status::lstat),
    ("fstat", "(fd)", status::fstat),
    ("listdir", "(path=None)", scan::listdir),
    ("scandir", "(path=None)", scan::scandir),
    // Descriptors.
    ("open", "(path, flags, mode=511, *, dir_fd=None)", descriptors::open),
    ("close", "(fd)", descriptors::close),
    ("read", "(fd, length, /)", descriptors::read),
    ("write", "(fd, data, /)", descriptors::write),
    ("lseek", "(fd, position, how, /)", descriptors::lseek),
    ("ftruncate", "(fd, length, /)", descriptors::ftruncate),
    ("fsync", "(fd)", descriptors::fsync),
    ("fdatasync", "(fd)", descriptors::fsync),
    ("fchmod", "(fd, mode)", descriptors::fchmod),
    ("isatty", "(fd, /)", descriptors::isatty),
    ("dup", "(fd, /)", descriptors::dup),
    ("dup2", "(fd, fd2, inheritable=True)", descriptors::dup2),
    ("pipe", "()", descriptors::pipe),
    ("get_inheritable", "(fd, /)", descriptors::get_inheritable),
    ("set_inheritable", "(fd, inheritable, /)", descriptors::set_inheritable),
    ("closerange", "(fd_low, fd_high, /)", descriptors::closerange),
    ("get_terminal_size", "(fd=1, /)", descriptors::get_terminal_size),
    ("device_encoding", "(fd)", descriptors::device_encoding),
    // The process.
    ("getpid", "()", |py, _| Ok(py.new_int(crate::system::identity().process.into()))),
    ("getppid", "()", |py, _| Ok(py.new_int(crate::system::identity().parent.into()))),
    ("getuid", "()", |py, _| Ok(py.new_int(crate::system::identity().user.into()))),
    ("geteuid", "()", |py, _| Ok(py.new_int(crate::system::identity().effective_user.into()))),
    ("getgid", "()", |py, _| Ok(py.new_int(crate::system::identity().group.into()))),
    ("getegid", "()", |py, _| Ok(py.new_int(crate::system::identity().effective_group.into()))),
    ("umask", "(mask, /)", process::umask),
    ("urandom", "(size, /)", process::urandom),
    ("getrandom", "(size, flags=0)", process::urandom),
    ("strerror", "(code, /)", process::strerror),
    ("system", "(command)", process::system),
    ("kill", "(pid, signal, /)", process::kill),
    ("_exit", "(status)", process::exit),
    ("abort", "()", |_, _| std::process::abort()),
    ("uname", "()", process::uname),
    ("times", "()", process::times),
    ("cpu_count", "()", process::cpu_count),
    ("waitstatus_to_exitcode", "(status)", process::waitstatus_to_exitcode),
    ("WEXITSTATUS", "(status)", |py, args| {
        let status = py.offset_argument(args[0])?;
        Ok(py.new_int(status >> 8 & 0xff))
    }),
    ("WIFEXITED", "(status)", |py, args| {
        let status = py.offset_argument(args[0])?;
        Ok(py.bool(status & 0x7f == 0))
    }),
    // The environment.
    ("getenv", "(key, default=None)", environ::getenv),
    ("putenv", "(name, value, /)", environ::putenv),
    ("unsetenv", "(name, /)", environ::unsetenv),
    ("__getattr__", "(name, /)", more),
];

macro_rules! numbers {
    ($($name:literal = $value:expr;)*) => {
        &[$(($name, |_| Ok(Word::wrap_small($value as i64))),)*]
    };
}

pub const NUMBERS: &[Constant] = numbers! {
    "F_OK" = libc::F_OK; "R_OK" = libc::R_OK; "W_OK" = libc::W_OK; "X_OK" = libc::X_OK;
    "O_RDONLY" = libc::O_RDONLY; "O_WRONLY" = libc::O_WRONLY; "O_RDWR" = libc::O_RDWR; "O_CREAT" = libc::O_CREAT;
    "O_EXCL" = libc::O_EXCL; "O_TRUNC" = libc::O_TRUNC; "O_APPEND" = libc::O_APPEND; "O_NONBLOCK" = libc::O_NONBLOCK;
    "O_CLOEXEC" = libc::O_CLOEXEC; "O_DIRECTORY" = libc::O_DIRECTORY; "O_NOFOLLOW" = libc::O_NOFOLLOW; "O_SYNC" = libc::O_SYNC;
    "O_NOCTTY" = libc::O_NOCTTY; "O_ACCMODE" = libc::O_ACCMODE; "O_TMPFILE" = libc::O_TMPFILE;
    "SEEK_SET" = 0; "SEEK_CUR" = 1; "SEEK_END" = 2; "SEEK_DATA" = 3; "SEEK_HOLE" = 4;
    "EX_OK" = 0; "EX_USAGE" = 64; "EX_DATAERR" = 65; "EX_NOINPUT" = 66; "EX_UNAVAILABLE" = 69; "EX_SOFTWARE" = 70; "EX_IOERR" = 74;
    "WNOHANG" = libc::WNOHANG; "WUNTRACED" = libc::WUNTRACED;
};

pub const TEXTS: &[Constant] = &[
    ("name", |py| Ok(py.intern("posix"))),
    ("sep", |py| Ok(py.intern("/"))),
    ("altsep", |py| Ok(py.none())),
    ("extsep", |py| Ok(py.intern("."))),
    ("pathsep", |py| Ok(py.intern(":"))),
    ("linesep", |py| Ok(py.intern("\n"))),
    ("curdir", |py| Ok(py.intern("."))),
    ("pardir", |py| Ok(py.intern(".."))),
    ("defpath", |py| Ok(py.intern("/bin:/usr/bin"))),
    ("devnull", |py| Ok(py.intern("/dev/null"))),
    ("error", |py| Ok(py.type_object(types::OS_ERROR))),
    ("environ", environ::environ),
    ("stat_result", |py| {
        let id = py.record_type(&status::STAT_RESULT);
        Ok(py.type_object(id))
    }),
    ("terminal_size", |py| {
        let id = py.record_type(&descriptors::TERMINAL_SIZE);
        Ok(py.type_object(id))
    }),
    ("times_result", |py| {
        let id = py.record_type(&process::TIMES_RESULT);
        Ok(py.type_object(id))
    }),
    ("uname_result", |py| {
        let id = py.record_type(&process::UNAME_RESULT);
        Ok(py.type_object(id))
    }),
    ("DirEntry", |py| {
        scan::install(py);
        Ok(py.type_object(types::DIR_ENTRY))
    }),
    ("path", path_module),
    ("supports_dir_fd", |py| Ok(py.new_set(false))),
    ("supports_fd", |py| Ok(py.new_set(false))),
    ("supports_effective_ids", |py| Ok(py.new_set(false))),
    ("supports_follow_symlinks", |py| Ok(py.new_set(false))),
    ("_have_functions", |py| Ok(py.new_list(&[]))),
];

/// `os.path` is the module `posixpath`.
fn path_module(py: &mut Py) -> PyResult {
    let module = py.import_one("posixpath", Word::NULL)?;
    let (key, modules) = (py.intern("os.path"), py.root(py.rt().singletons.modules));
    py.dict_set_name(modules, key, module);
    Ok(module)
}

/// An attribute of `os` that is written in Python: all of them are there from then on.
fn more(py: &mut Py, args: &[Word]) -> PyResult {
    let name = crate::types::object::attribute_name(py, args[0])?;
    let text = py.string(name).into_owned();
    let os = py.import_one("os", Word::NULL)?;
    let (source, names) = match &*text {
        name if MORE_NAMES.contains(&name) => (MORE, MORE_NAMES),
        name if PATH_LIKE_NAMES.contains(&name) => (PATH_LIKE, PATH_LIKE_NAMES),
        _ => return Err(py.no_attribute(os, name)),
    };
    let module = py.run_embedded("os", "<os>", source)?;
    let (from, to) = (py.get(module, classes::MODULE_DICT), py.get(os, classes::MODULE_DICT));
    for name in names {
        let name = py.intern(name);
        if let Some(value) = py.dict_get_name(from, name) {
            py.dict_set_name(to, name, value);
        }
    }
    match py.dict_get_name(to, name) {
        Some(value) => Ok(value),
        None => Err(py.no_attribute(os, name)),
    }
}

/// Some files can be named only by a path.
fn no_folder_descriptor(py: &mut Py, words: &[Word]) -> PyResult<()> {
    match words.iter().any(|&word| !word.is_null() && !py.is_none(word)) {
        true => Err(py.error(types::NOT_IMPLEMENTED_ERROR, "dir_fd unavailable on this platform")),
        false => Ok(()),
    }
}
