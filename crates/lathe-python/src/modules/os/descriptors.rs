//! Descriptors of the system, as numbers.

use super::super::records::Record;
use super::no_folder_descriptor;
use crate::object::py::{Py, PyResult};
use crate::runtime::types;
use crate::system::{self, Descriptor, Errno, SystemResult};
use lathe_heap::Word;

pub static TERMINAL_SIZE: Record =
    Record { name: "os.terminal_size", items: &["columns", "lines"], hidden: &[], can_be_made: true };

impl Py {
    /// A descriptor, as a number.
    pub fn descriptor_argument(&mut self, word: Word) -> PyResult<Descriptor> {
        match self.try_index(word)? {
            Some(Some(number)) => match i32::try_from(number) {
                Ok(number) => Ok(number),
                Err(_) => {
                    let message = format!(
                        "signed integer is {} than {}",
                        if number < 0 { "less" } else { "greater" },
                        if number < 0 { "minimum" } else { "maximum" }
                    );
                    Err(self.error(types::OVERFLOW_ERROR, &message))
                }
            },
            Some(None) => Err(self.error(types::OVERFLOW_ERROR, "Python int too large to convert to C int")),
            None => {
                let message =
                    format!("'{}' object cannot be interpreted as an integer", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }
}

fn done(py: &mut Py, result: SystemResult<()>) -> PyResult {
    match result {
        Ok(()) => Ok(py.none()),
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn open(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[3..])?;
    let path = py.path_argument("open", "path", args[0])?;
    let flags = py.descriptor_argument(args[1])?;
    let mode = if args[2].is_null() { 0o777 } else { py.offset_argument(args[2])? as u32 };
    loop {
        match system::open(&path, flags, mode) {
            Ok(number) => return Ok(py.new_int(number.into())),
            Err(Errno(libc::EINTR)) => py.interrupted()?,
            Err(error) => return Err(py.os_error_about(error, &[args[0]])),
        }
    }
}

pub fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    match system::close(number) {
        Err(Errno(libc::EINTR)) => Ok(py.none()),
        result => done(py, result),
    }
}

pub fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    let Ok(size) = usize::try_from(py.offset_argument(args[1])?) else {
        return Err(py.os_error(Errno(libc::EINVAL)));
    };
    let mut data = crate::modules::io::zeros(py, size)?;
    match py.descriptor_read(number, &mut data)? {
        Some(count) => py.try_bytes(&data[..count]),
        None => Err(py.os_error(Errno(libc::EAGAIN))),
    }
}

pub fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    let Some(data) = py.buffer(args[1]) else { return Err(py.not_bytes_like(args[1])) };
    match py.descriptor_write(number, data)? {
        Some(count) => Ok(py.new_int(count as i64)),
        None => Err(py.os_error(Errno(libc::EAGAIN))),
    }
}

pub fn lseek(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    let (offset, whence) = (py.offset_argument(args[1])?, py.offset_argument(args[2])?);
    let at = py.descriptor_seek(number, offset, whence)?;
    Ok(py.new_int(at))
}

pub fn ftruncate(py: &mut Py, args: &[Word]) -> PyResult {
    let (number, size) = (py.descriptor_argument(args[0])?, py.offset_argument(args[1])?);
    done(py, system::truncate(number, size))
}

pub fn fsync(py: &mut Py, args: &[Word]) -> PyResult {
    let number = match py.try_index(args[0])? {
        Some(_) => py.descriptor_argument(args[0])?,
        None => {
            let number = py.call_method(args[0], "fileno", &[])?;
            py.descriptor_argument(number)?
        }
    };
    done(py, system::sync(number))
}

pub fn fchmod(py: &mut Py, args: &[Word]) -> PyResult {
    let (number, mode) = (py.descriptor_argument(args[0])?, py.offset_argument(args[1])?);
    done(py, system::change_mode_of(number, mode as u32))
}

pub fn isatty(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    Ok(py.bool(system::is_terminal(number)))
}

pub fn dup(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    match system::duplicate(number) {
        Ok(number) => Ok(py.new_int(number.into())),
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn dup2(py: &mut Py, args: &[Word]) -> PyResult {
    let (from, to) = (py.descriptor_argument(args[0])?, py.descriptor_argument(args[1])?);
    let inheritable = args[2].is_null() || py.truth(args[2])?;
    match system::duplicate_to(from, to, inheritable) {
        Ok(number) => Ok(py.new_int(number.into())),
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn pipe(py: &mut Py, _args: &[Word]) -> PyResult {
    match system::pipe() {
        Ok(ends) => {
            let ends = ends.map(|end| Word::wrap_small(end.into()));
            Ok(py.new_tuple(&ends))
        }
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn get_inheritable(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    match system::descriptor_flags(number) {
        Ok(flags) => Ok(py.bool(flags & libc::FD_CLOEXEC == 0)),
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn set_inheritable(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    let flags = if py.truth(args[1])? { 0 } else { libc::FD_CLOEXEC };
    done(py, system::set_descriptor_flags(number, flags))
}

pub fn closerange(py: &mut Py, args: &[Word]) -> PyResult {
    let (low, high) = (py.descriptor_argument(args[0])?, py.descriptor_argument(args[1])?);
    for number in low.max(0)..high.min(1 << 20) {
        let _ = system::close(number);
    }
    Ok(py.none())
}

pub fn get_terminal_size(py: &mut Py, args: &[Word]) -> PyResult {
    let number = if args[0].is_null() { 1 } else { py.descriptor_argument(args[0])? };
    match system::terminal_size(number) {
        Ok((columns, lines)) => {
            let items = [columns, lines].map(|size| Word::wrap_small(size.into()));
            Ok(py.new_record(&TERMINAL_SIZE, &items, &[]))
        }
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn device_encoding(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    Ok(if system::is_terminal(number) { py.intern("UTF-8") } else { py.none() })
}
