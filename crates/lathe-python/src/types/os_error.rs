//! `OSError`: an error of the system, with its number, what the system calls it, and the files it is about.
//!
//! What is known beside the arguments is a tuple: number, text, file, second file, how much was written before it happened. `OSError(number,
//! text)` gives an object of the subclass that stands for the number.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::Method;
use crate::runtime::native::NativeKind::Special;
use crate::runtime::types::{self, TypeId};
use crate::system::{self, Errno};
use lathe_heap::Word;

const METHODS: &[Method] =
    &[("__init__", Special, "(self, /, *args, **kwargs)", init), ("__str__", Special, "(self, /)", str)];

const NUMBER: usize = 0;
const TEXT: usize = 1;
const FILE: usize = 2;
const SECOND_FILE: usize = 3;
const WRITTEN: usize = 4;
const PARTS: usize = 5;

/// The exception for an error number.
pub fn type_for(number: i32) -> TypeId {
    match number {
        libc::EAGAIN | libc::EALREADY | libc::EINPROGRESS => types::BLOCKING_IO_ERROR,
        libc::EPIPE | libc::ESHUTDOWN => types::BROKEN_PIPE_ERROR,
        libc::ECHILD => types::CHILD_PROCESS_ERROR,
        libc::ECONNABORTED => types::CONNECTION_ABORTED_ERROR,
        libc::ECONNREFUSED => types::CONNECTION_REFUSED_ERROR,
        libc::ECONNRESET => types::CONNECTION_RESET_ERROR,
        libc::EEXIST => types::FILE_EXISTS_ERROR,
        libc::ENOENT => types::FILE_NOT_FOUND_ERROR,
        libc::EISDIR => types::IS_A_DIRECTORY_ERROR,
        libc::ENOTDIR => types::NOT_A_DIRECTORY_ERROR,
        libc::EINTR => types::INTERRUPTED_ERROR,
        libc::EACCES | libc::EPERM => types::PERMISSION_ERROR,
        libc::ESRCH => types::PROCESS_LOOKUP_ERROR,
        libc::ETIMEDOUT => types::TIMEOUT_ERROR,
        _ => types::OS_ERROR,
    }
}

impl Py {
    /// The exception for an error of the system.
    pub fn os_error(&mut self, errno: Errno) -> Raised {
        self.os_error_about(errno, &[])
    }

    /// The same, about one file or two: as the program has named them.
    pub fn os_error_about(&mut self, errno: Errno, files: &[Word]) -> Raised {
        let text = self.new_str(&system::error_text(errno.0));
        self.os_error_saying(errno, text, files)
    }

    pub fn os_error_saying(&mut self, errno: Errno, text: Word, files: &[Word]) -> Raised {
        let number = self.new_int(errno.0.into());
        let raised = self.error_with(type_for(errno.0), &[number, text]);
        let none = self.none();
        let mut parts = [number, text, none, none, Word::NULL];
        parts[FILE..FILE + files.len()].copy_from_slice(files);
        let extra = self.new_tuple(&parts);
        self.set(raised.0, classes::EXCEPTION_EXTRA, extra);
        raised
    }

    /// A part of what is known; null if it is not.
    fn os_error_part(&self, error: Word, part: usize) -> Word {
        let extra = self.get(error, classes::EXCEPTION_EXTRA);
        if extra.is_null() { Word::NULL } else { self.items::<Word>(extra)[part] }
    }

    /// The error number of an exception, if it is one of the system.
    pub fn errno_of(&self, error: Word) -> Option<i64> {
        if !self.is_instance(error, types::OS_ERROR) {
            return None;
        }
        let number = self.os_error_part(error, NUMBER);
        if number.is_null() { None } else { self.as_int(number) }
    }

    fn set_os_error_part(&mut self, error: Word, part: usize, value: Word) {
        let mut parts = [Word::NULL; PARTS];
        let extra = self.get(error, classes::EXCEPTION_EXTRA);
        if !extra.is_null() {
            parts.copy_from_slice(self.items::<Word>(extra));
        }
        parts[part] = value;
        let extra = self.new_tuple(&parts);
        self.set(error, classes::EXCEPTION_EXTRA, extra);
    }
}

/// Takes the arguments apart.
fn parse(py: &mut Py, error: Word, args: Word) -> PyResult<()> {
    let given = py.items::<Word>(args);
    let (mut kept, mut parts) = (args, [Word::NULL; PARTS]);
    if (2..=5).contains(&given.len()) {
        (parts[NUMBER], parts[TEXT]) = (given[0], given[1]);
        let file = given.get(2).copied().filter(|&file| !py.is_none(file));
        if let Some(file) = file {
            let written = match py.is_instance(error, types::BLOCKING_IO_ERROR) {
                true => py.try_index(file)?.flatten(),
                false => None,
            };
            match written {
                Some(_) => parts[WRITTEN] = file,
                None => {
                    parts[FILE] = file;
                    parts[SECOND_FILE] = given.get(4).copied().unwrap_or(Word::NULL);
                    kept = py.new_tuple(&given[..2]);
                }
            }
        }
        let extra = py.new_tuple(&parts);
        py.set(error, classes::EXCEPTION_EXTRA, extra);
    }
    py.set(error, classes::EXCEPTION_ARGS, kept);
    Ok(())
}

fn check_keywords(py: &mut Py, id: TypeId, keywords: Word) -> PyResult<()> {
    if py.dict_len(keywords) == 0 {
        return Ok(());
    }
    let name = py.rt().ty(id).name.borrow().clone();
    Err(py.type_error(&format!("{name}() takes no keyword arguments")))
}

/// A class with an `__init__` of its own says there what the arguments are.
fn has_own_init(py: &mut Py, id: TypeId) -> bool {
    let init = py.intern("__init__");
    py.lookup(id, init).is_some_and(|init| !py.is(init, classes::BUILTIN))
}

fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let mut id = py.type_number(args[0]);
    if has_own_init(py, id) {
        let (error, none) = (py.new_instance(id), py.new_tuple(&[]));
        py.set(error, classes::EXCEPTION_ARGS, none);
        return Ok(error);
    }
    check_keywords(py, id, args[2])?;
    let given = py.items::<Word>(args[1]);
    if id == types::OS_ERROR
        && (2..=5).contains(&given.len())
        && let Some(number) = py.as_int(given[0])
    {
        id = i32::try_from(number).map_or(types::OS_ERROR, type_for);
    }
    let error = py.new_instance(id);
    parse(py, error, args[1])?;
    Ok(error)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let id = py.type_of(args[0]);
    if has_own_init(py, id) {
        check_keywords(py, id, args[2])?;
        parse(py, args[0], args[1])?;
    }
    Ok(py.none())
}

fn str(py: &mut Py, args: &[Word]) -> PyResult {
    let error = args[0];
    let [number, text, file, second] = [NUMBER, TEXT, FILE, SECOND_FILE].map(|part| {
        let word = py.os_error_part(error, part);
        (!word.is_null() && !py.is_none(word)).then_some(word)
    });
    let shown = |py: &mut Py, word: Option<Word>| match word {
        Some(word) => py.str_string(word),
        None => Ok("None".to_string()),
    };
    if file.is_none() && (number.is_none() || text.is_none()) {
        return super::exception::str(py, args);
    }
    let mut message = format!("[Errno {}] {}", shown(py, number)?, shown(py, text)?);
    if let Some(file) = file {
        message += &format!(": {}", py.repr_string(file)?);
        if let Some(second) = second {
            message += &format!(" -> {}", py.repr_string(second)?);
        }
    }
    Ok(py.new_str(&message))
}

fn part<const PART: usize>(py: &mut Py, error: Word) -> PyResult {
    let word = py.os_error_part(error, PART);
    if !word.is_null() {
        return Ok(word);
    }
    match PART {
        WRITTEN => Err(py.error(types::ATTRIBUTE_ERROR, "characters_written")),
        _ => Ok(py.none()),
    }
}

fn set_part<const PART: usize>(py: &mut Py, error: Word, value: Option<Word>) -> PyResult<()> {
    py.set_os_error_part(error, PART, value.unwrap_or(Word::NULL));
    Ok(())
}

pub fn install(py: &mut Py) {
    let id = types::OS_ERROR;
    py.add_methods(id, METHODS);
    py.add_new(id, "(cls, /, *args, **kwargs)", new);
    py.add_getter(id, "errno", part::<NUMBER>, Some(set_part::<NUMBER>));
    py.add_getter(id, "strerror", part::<TEXT>, Some(set_part::<TEXT>));
    py.add_getter(id, "filename", part::<FILE>, Some(set_part::<FILE>));
    py.add_getter(id, "filename2", part::<SECOND_FILE>, Some(set_part::<SECOND_FILE>));
    py.add_getter(types::BLOCKING_IO_ERROR, "characters_written", part::<WRITTEN>, Some(set_part::<WRITTEN>));
}
