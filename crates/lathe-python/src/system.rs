//! What the operating system does with descriptors and clocks, without Python.
//!
//! The functions answer with the system's error number. Reading and writing are interrupted by signals: whoever calls looks whether
//! one of them wants something, and tries again.

use std::ffi::{CStr, CString};

pub type Descriptor = i32;

/// The number of an error, as `errno` has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Errno(pub i32);

pub type SystemResult<T> = Result<T, Errno>;

fn last_error() -> Errno {
    Errno(std::io::Error::last_os_error().raw_os_error().unwrap_or(0))
}

/// What went wrong in a call that answers with -1.
fn checked<T: PartialOrd + From<i8>>(answer: T) -> SystemResult<T> {
    if answer < T::from(0) { Err(last_error()) } else { Ok(answer) }
}

impl From<std::io::Error> for Errno {
    fn from(error: std::io::Error) -> Errno {
        Errno(error.raw_os_error().unwrap_or(libc::EIO))
    }
}

/// What the system calls an error.
pub fn error_text(number: i32) -> String {
    let mut text = [0; 256];
    // SAFETY: the buffer is as long as we say, and stays 0 at its end.
    unsafe { libc::strerror_r(number, text.as_mut_ptr(), text.len() - 1) };
    // SAFETY: text that ends in 0.
    unsafe { CStr::from_ptr(text.as_ptr()) }.to_string_lossy().into_owned()
}

/// A path for the system; one with a 0 in it is no path.
pub fn c_path(path: &[u8]) -> Option<CString> {
    CString::new(path).ok()
}

pub fn open(path: &CStr, flags: i32, mode: u32) -> SystemResult<Descriptor> {
    // SAFETY: a text that ends in 0.
    checked(unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, mode) })
}

pub fn close(descriptor: Descriptor) -> SystemResult<()> {
    // SAFETY: the descriptor is a number; closing one that somebody else uses is no matter of memory.
    checked(unsafe { libc::close(descriptor) }).map(drop)
}

pub fn read(descriptor: Descriptor, into: &mut [u8]) -> SystemResult<usize> {
    // SAFETY: the memory is ours, and as long as we say.
    checked(unsafe { libc::read(descriptor, into.as_mut_ptr().cast(), into.len()) })
        .map(|count| count as usize)
}

pub fn write(descriptor: Descriptor, data: &[u8]) -> SystemResult<usize> {
    // SAFETY: as above.
    checked(unsafe { libc::write(descriptor, data.as_ptr().cast(), data.len()) }).map(|count| count as usize)
}

/// Moves to a place, counted from the start, the current place or the end (0, 1, 2).
pub fn seek(descriptor: Descriptor, offset: i64, whence: i32) -> SystemResult<i64> {
    // SAFETY: numbers.
    checked(unsafe { libc::lseek(descriptor, offset, whence) })
}

pub fn truncate(descriptor: Descriptor, size: i64) -> SystemResult<()> {
    // SAFETY: numbers.
    checked(unsafe { libc::ftruncate(descriptor, size) }).map(drop)
}

pub fn is_terminal(descriptor: Descriptor) -> bool {
    // SAFETY: a number.
    unsafe { libc::isatty(descriptor) == 1 }
}

/// A second descriptor of the same file.
pub fn duplicate(descriptor: Descriptor) -> SystemResult<Descriptor> {
    // SAFETY: numbers.
    checked(unsafe { libc::fcntl(descriptor, libc::F_DUPFD_CLOEXEC, 0) })
}

pub fn pipe() -> SystemResult<[Descriptor; 2]> {
    let mut ends = [0; 2];
    // SAFETY: room for two numbers.
    checked(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) }).map(|_| ends)
}

/// What a file is.
#[derive(Clone, Copy)]
pub struct Status(pub libc::stat);

impl std::fmt::Debug for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Status").field("mode", &self.0.st_mode).field("size", &self.0.st_size).finish()
    }
}

impl Status {
    fn kind(&self) -> u32 {
        self.0.st_mode & libc::S_IFMT
    }

    pub fn is_folder(&self) -> bool {
        self.kind() == libc::S_IFDIR
    }

    pub fn is_file(&self) -> bool {
        self.kind() == libc::S_IFREG
    }

    pub fn is_link(&self) -> bool {
        self.kind() == libc::S_IFLNK
    }
}

/// Does a call that fills a status.
fn status_by(call: impl FnOnce(*mut libc::stat) -> i32) -> SystemResult<Status> {
    let mut status = std::mem::MaybeUninit::<libc::stat>::zeroed();
    checked(call(status.as_mut_ptr()))?;
    // SAFETY: all numbers, zeros are fine.
    Ok(Status(unsafe { status.assume_init() }))
}

pub fn status(path: &CStr, follow: bool) -> SystemResult<Status> {
    status_by(|status| {
        // SAFETY: a text that ends in 0, and room for a status.
        unsafe { if follow { libc::stat(path.as_ptr(), status) } else { libc::lstat(path.as_ptr(), status) } }
    })
}

pub fn status_of(descriptor: Descriptor) -> SystemResult<Status> {
    // SAFETY: room for a status.
    status_by(|status| unsafe { libc::fstat(descriptor, status) })
}

/// A clock of the system, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Since 1970.
    Real,
    /// Never goes back.
    Monotonic,
    /// What this process has used.
    Process,
    Thread,
}

impl Clock {
    fn number(self) -> libc::clockid_t {
        match self {
            Clock::Real => libc::CLOCK_REALTIME,
            Clock::Monotonic => libc::CLOCK_MONOTONIC,
            Clock::Process => libc::CLOCK_PROCESS_CPUTIME_ID,
            Clock::Thread => libc::CLOCK_THREAD_CPUTIME_ID,
        }
    }

    pub fn now(self) -> i64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: room for a time.
        unsafe { libc::clock_gettime(self.number(), &raw mut time) };
        time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// How much time there is between two times that differ, in seconds.
    pub fn resolution(self) -> f64 {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: room for a time.
        unsafe { libc::clock_getres(self.number(), &raw mut time) };
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
}
