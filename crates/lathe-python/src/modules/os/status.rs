//! `os.stat`: what a file is.

use super::super::records::Record;
use super::no_folder_descriptor;
use crate::number::Int;
use crate::object::py::{Py, PyResult};
use crate::system::{self, Status};
use lathe_heap::Word;

/// Times are items in seconds, and have names as numbers with a fraction.
pub static STAT_RESULT: Record = Record {
    name: "os.stat_result",
    items: &[
        "st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime",
        "st_ctime",
    ],
    hidden: &[
        "st_atime",
        "st_mtime",
        "st_ctime",
        "st_atime_ns",
        "st_mtime_ns",
        "st_ctime_ns",
        "st_blksize",
        "st_blocks",
        "st_rdev",
    ],
    can_be_made: true,
};

impl Py {
    pub fn new_status(&mut self, status: &Status) -> PyResult {
        let status = &status.0;
        let kept = self.rooted();
        for number in [
            u64::from(status.st_mode),
            status.st_ino,
            status.st_dev,
            status.st_nlink,
            status.st_uid.into(),
            status.st_gid.into(),
        ] {
            let number = self.new_int_value(&Int::from(number))?;
            kept.push(number);
        }
        let times = [
            (status.st_atime, status.st_atime_nsec),
            (status.st_mtime, status.st_mtime_nsec),
            (status.st_ctime, status.st_ctime_nsec),
        ];
        let size = self.new_int(status.st_size);
        kept.push(size);
        for (seconds, _) in times {
            let seconds = self.new_int(seconds);
            kept.push(seconds);
        }
        for (seconds, rest) in times {
            let time = self.new_float(seconds as f64 + rest as f64 * 1e-9);
            kept.push(time);
        }
        for (seconds, rest) in times {
            let time = self.new_int(seconds.saturating_mul(1_000_000_000).saturating_add(rest));
            kept.push(time);
        }
        for number in [status.st_blksize, status.st_blocks, status.st_rdev as i64] {
            let number = self.new_int(number);
            kept.push(number);
        }
        let words = kept.to_vec();
        Ok(self.new_record(&STAT_RESULT, &words[..10], &words[10..]))
    }

    /// The status of what a path or a descriptor stands for.
    fn status_argument(&mut self, function: &str, object: Word, follow: bool) -> PyResult {
        let found = match self.try_fspath(object)? {
            Some(path) => {
                let path = self.c_path(path)?;
                system::status(&path, follow)
            }
            None if self.try_index(object)?.is_some() && follow => {
                let number = self.descriptor_argument(object)?;
                system::status_of(number)
            }
            None => {
                let wanted = if follow {
                    "string, bytes, os.PathLike or integer"
                } else {
                    "string, bytes or os.PathLike"
                };
                return Err(self.not_a_path(function, "path", wanted, object));
            }
        };
        match found {
            Ok(status) => self.new_status(&status),
            Err(error) => Err(self.os_error_about(error, &[object])),
        }
    }
}

pub fn stat(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..2])?;
    let follow = args[2].is_null() || py.truth(args[2])?;
    py.status_argument("stat", args[0], follow)
}

pub fn lstat(py: &mut Py, args: &[Word]) -> PyResult {
    no_folder_descriptor(py, &args[1..])?;
    py.status_argument("lstat", args[0], false)
}

pub fn fstat(py: &mut Py, args: &[Word]) -> PyResult {
    let number = py.descriptor_argument(args[0])?;
    match system::status_of(number) {
        Ok(status) => py.new_status(&status),
        Err(error) => Err(py.os_error(error)),
    }
}
