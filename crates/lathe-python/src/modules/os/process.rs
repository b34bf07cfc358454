//! The process: random bytes, commands, names of the system.

use super::super::records::Record;
use crate::object::py::{Py, PyResult};
use crate::system;
use lathe_heap::Word;

pub static UNAME_RESULT: Record = Record {
    name: "posix.uname_result",
    items: &["sysname", "nodename", "release", "version", "machine"],
    hidden: &[],
    can_be_made: true,
};

pub static TIMES_RESULT: Record = Record {
    name: "posix.times_result",
    items: &["user", "system", "children_user", "children_system", "elapsed"],
    hidden: &[],
    can_be_made: true,
};

pub fn umask(py: &mut Py, args: &[Word]) -> PyResult {
    let mask = py.descriptor_argument(args[0])?;
    Ok(py.new_int(system::change_mask(mask as u32).into()))
}

pub fn urandom(py: &mut Py, args: &[Word]) -> PyResult {
    let Ok(size) = usize::try_from(py.size_argument(args[0], 0)?) else {
        return Err(py.value_error("negative argument not allowed"));
    };
    let mut failed = None;
    let bytes = py.build_bytes(size, |room| failed = system::random_bytes(room).err())?;
    match failed {
        Some(error) => Err(py.os_error(error)),
        None => Ok(bytes),
    }
}

pub fn strerror(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    Ok(py.new_str(&system::error_text(number)))
}

/// What was printed comes before what the command prints only if the program has flushed it, as everywhere.
pub fn system(py: &mut Py, args: &[Word]) -> PyResult {
    let command = py.fspath(args[0])?;
    let command = py.c_path(command)?;
    Ok(py.new_int(system::run_command(&command).into()))
}

pub fn kill(py: &mut Py, args: &[Word]) -> PyResult {
    let (process, signal) = (py.descriptor_argument(args[0])?, py.descriptor_argument(args[1])?);
    match system::send_signal(process, signal) {
        Ok(()) => {
            // One for ourselves is there already.
            py.interrupted()?;
            Ok(py.none())
        }
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn exit(py: &mut Py, args: &[Word]) -> PyResult {
    let status = py.descriptor_argument(args[0])?;
    system::exit_now(status)
}

pub fn uname(py: &mut Py, _args: &[Word]) -> PyResult {
    match system::system_names() {
        Ok(names) => {
            let words = py.rooted();
            for name in names {
                let name = py.new_str(&name);
                words.push(name);
            }
            Ok(py.new_record(&UNAME_RESULT, &words.to_vec(), &[]))
        }
        Err(error) => Err(py.os_error(error)),
    }
}

pub fn times(py: &mut Py, _args: &[Word]) -> PyResult {
    let words = system::process_times().map(|time| py.new_float(time));
    Ok(py.new_record(&TIMES_RESULT, &words, &[]))
}

pub fn cpu_count(py: &mut Py, _args: &[Word]) -> PyResult {
    match std::thread::available_parallelism() {
        Ok(count) => Ok(py.new_int(count.get() as i64)),
        Err(_) => Ok(py.none()),
    }
}

pub fn waitstatus_to_exitcode(py: &mut Py, args: &[Word]) -> PyResult {
    let status = py.descriptor_argument(args[0])?;
    match status & 0x7f {
        0 => Ok(py.new_int((status >> 8 & 0xff).into())),
        0x7f => Err(py.value_error(&format!("process stopped by delivery of signal {}", status >> 8 & 0xff))),
        signal => Ok(py.new_int((-signal).into())),
    }
}
