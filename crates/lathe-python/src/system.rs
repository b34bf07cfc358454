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
    pub fn number(self) -> libc::clockid_t {
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

/// Waits, until a signal comes at the latest.
pub fn pause(length: std::time::Duration) {
    let time = libc::timespec { tv_sec: length.as_secs() as i64, tv_nsec: length.subsec_nanos().into() };
    // SAFETY: a time to read; what is left of it is not asked for.
    unsafe { libc::nanosleep(&raw const time, std::ptr::null_mut()) };
}

/// A time of zeros.
pub fn no_time() -> libc::tm {
    // SAFETY: numbers and a pointer that may be null.
    unsafe { std::mem::zeroed() }
}

/// A time in the zone of the process; none if it has no year.
pub fn local_time(seconds: i64) -> Option<libc::tm> {
    let mut tm = no_time();
    // SAFETY: a number, and room for the parts.
    let made = unsafe { libc::localtime_r(&raw const seconds, &raw mut tm) };
    (!made.is_null()).then_some(tm)
}

pub fn utc_time(seconds: i64) -> Option<libc::tm> {
    let mut tm = no_time();
    // SAFETY: as above.
    let made = unsafe { libc::gmtime_r(&raw const seconds, &raw mut tm) };
    (!made.is_null()).then_some(tm)
}

/// The seconds since 1970 of a local time, whose parts are put in order.
pub fn make_time(tm: &mut libc::tm) -> Option<i64> {
    // It may be -1: the day of the week says whether anything was done.
    tm.tm_wday = -1;
    // SAFETY: parts of a time.
    let time = unsafe { libc::mktime(tm) };
    (time != -1 || tm.tm_wday != -1).then_some(time)
}

/// A time as a format says.
pub fn format_time(format: &str, tm: &libc::tm) -> String {
    let Ok(pattern) = CString::new(format) else { return String::new() };
    if format.is_empty() {
        return String::new();
    }
    let mut room = 1024;
    loop {
        let mut text = vec![0u8; room];
        // SAFETY: the room is as large as we say; a text that ends in 0, and the parts of a time.
        let count = unsafe { libc::strftime(text.as_mut_ptr().cast(), room, pattern.as_ptr(), tm) };
        // Nothing at all may be right: a format of names that there are not.
        if count > 0 || room >= 256 * format.len() {
            text.truncate(count);
            return String::from_utf8_lossy(&text).into_owned();
        }
        room *= 2;
    }
}

/// Reads the time zone anew.
pub fn read_zone() {
    unsafe extern "C" {
        fn tzset();
    }
    // SAFETY: there is one thread that knows of zones.
    unsafe { tzset() };
}

// --- Paths ----------------------------------------------------------------------------------------------------------------

macro_rules! calls {
    ($($(#[$doc:meta])* $name:ident($($path:ident)*; $($argument:ident: $ty:ty),*) = $call:ident;)*) => {
        $($(#[$doc])* pub fn $name($($path: &CStr,)* $($argument: $ty),*) -> SystemResult<()> {
            // SAFETY: texts that end in 0, and numbers.
            checked(unsafe { libc::$call($($path.as_ptr(),)* $($argument),*) }).map(drop)
        })*
    };
}

calls! {
    make_folder(path; mode: u32) = mkdir;
    remove_folder(path;) = rmdir;
    remove_file(path;) = unlink;
    rename(from to;) = rename;
    link(from to;) = link;
    symbolic_link(to path;) = symlink;
    change_folder(path;) = chdir;
    change_mode(path; mode: u32) = chmod;
    change_owner(path; user: u32, group: u32) = chown;
    truncate_path(path; size: i64) = truncate;
    make_fifo(path; mode: u32) = mkfifo;
    remove_variable(name;) = unsetenv;
    /// Replaces one that there is.
    set_variable(name value; replace: i32) = setenv;
    change_mode_of(; descriptor: Descriptor, mode: u32) = fchmod;
    change_folder_to(; descriptor: Descriptor) = fchdir;
    sync(; descriptor: Descriptor) = fsync;
    send_signal(; process: i32, signal: i32) = kill;
}

/// May it be read, written, executed?
pub fn can_access(path: &CStr, mode: i32) -> bool {
    // SAFETY: a text that ends in 0.
    unsafe { libc::access(path.as_ptr(), mode) == 0 }
}

pub fn duplicate_to(descriptor: Descriptor, to: Descriptor, inheritable: bool) -> SystemResult<Descriptor> {
    // SAFETY: numbers.
    checked(unsafe {
        if inheritable || descriptor == to {
            libc::dup2(descriptor, to)
        } else {
            libc::dup3(descriptor, to, libc::O_CLOEXEC)
        }
    })
}

pub fn descriptor_flags(descriptor: Descriptor) -> SystemResult<i32> {
    // SAFETY: numbers.
    checked(unsafe { libc::fcntl(descriptor, libc::F_GETFD) })
}

pub fn set_descriptor_flags(descriptor: Descriptor, flags: i32) -> SystemResult<()> {
    // SAFETY: numbers.
    checked(unsafe { libc::fcntl(descriptor, libc::F_SETFD, flags) }).map(drop)
}

/// Sets the times of access and change, in nanoseconds; none is now.
pub fn set_times(path: &CStr, times: Option<[i128; 2]>, follow: bool) -> SystemResult<()> {
    let spec = |time: i128| libc::timespec {
        tv_sec: time.div_euclid(1_000_000_000) as i64,
        tv_nsec: time.rem_euclid(1_000_000_000) as i64,
    };
    let times = times.map(|times| times.map(spec));
    let given = times.as_ref().map_or(std::ptr::null(), |times| times.as_ptr());
    let flags = if follow { 0 } else { libc::AT_SYMLINK_NOFOLLOW };
    // SAFETY: a text that ends in 0, and two times or null.
    checked(unsafe { libc::utimensat(libc::AT_FDCWD, path.as_ptr(), given, flags) }).map(drop)
}

pub fn change_mask(mask: u32) -> u32 {
    // SAFETY: a number.
    unsafe { libc::umask(mask) }
}

/// Numbers of the process, its parent, its users and groups.
#[derive(Clone, Copy, Debug)]
pub struct Identity {
    pub process: i32,
    pub parent: i32,
    pub user: u32,
    pub effective_user: u32,
    pub group: u32,
    pub effective_group: u32,
}

pub fn identity() -> Identity {
    // SAFETY: no arguments, no errors.
    unsafe {
        Identity {
            process: libc::getpid(),
            parent: libc::getppid(),
            user: libc::getuid(),
            effective_user: libc::geteuid(),
            group: libc::getgid(),
            effective_group: libc::getegid(),
        }
    }
}

/// Random bytes that nobody can guess.
pub fn random_bytes(into: &mut [u8]) -> SystemResult<()> {
    let mut done = 0;
    while done < into.len() {
        let rest = &mut into[done..];
        // SAFETY: the memory is ours, and as long as we say.
        match checked(unsafe { libc::getrandom(rest.as_mut_ptr().cast(), rest.len(), 0) }) {
            Ok(count) => done += count as usize,
            Err(Errno(libc::EINTR)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// System, node, release, version, machine.
pub fn system_names() -> SystemResult<[String; 5]> {
    let mut names = std::mem::MaybeUninit::<libc::utsname>::zeroed();
    // SAFETY: room for the names.
    checked(unsafe { libc::uname(names.as_mut_ptr()) })?;
    // SAFETY: filled, and zeros are fine.
    let names = unsafe { names.assume_init() };
    Ok([&names.sysname[..], &names.nodename, &names.release, &names.version, &names.machine].map(|name| {
        // SAFETY: text that ends in 0.
        unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned()
    }))
}

/// Columns and lines of a terminal.
pub fn terminal_size(descriptor: Descriptor) -> SystemResult<(u16, u16)> {
    let mut size = libc::winsize { ws_row: 0, ws_col: 0, ws_xpixel: 0, ws_ypixel: 0 };
    // SAFETY: room for a size.
    checked(unsafe { libc::ioctl(descriptor, libc::TIOCGWINSZ, &raw mut size) })?;
    Ok((size.ws_col, size.ws_row))
}

/// Runs a command; its status as `wait` has it.
pub fn run_command(command: &CStr) -> i32 {
    // SAFETY: a text that ends in 0.
    unsafe { libc::system(command.as_ptr()) }
}

/// Leaves at once.
pub fn exit_now(status: i32) -> ! {
    // SAFETY: nothing comes after it.
    unsafe { libc::_exit(status) }
}

/// Time that this process and its children have used, and since some point on: user, system, children's, elapsed.
pub fn process_times() -> [f64; 5] {
    let mut times = libc::tms { tms_utime: 0, tms_stime: 0, tms_cutime: 0, tms_cstime: 0 };
    // SAFETY: room for times.
    let elapsed = unsafe { libc::times(&raw mut times) };
    // SAFETY: a number.
    let ticks = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
    [times.tms_utime, times.tms_stime, times.tms_cutime, times.tms_cstime, elapsed]
        .map(|time| time as f64 / ticks)
}

/// The home of a user, by name or by number.
pub fn home_of(user: Option<&CStr>) -> Option<Vec<u8>> {
    let (mut entry, mut found) = (std::mem::MaybeUninit::<libc::passwd>::zeroed(), std::ptr::null_mut());
    let mut room = vec![0; 16384];
    // SAFETY: room for an entry and its texts; a text that ends in 0, or a number.
    unsafe {
        match user {
            Some(name) => libc::getpwnam_r(
                name.as_ptr(),
                entry.as_mut_ptr(),
                room.as_mut_ptr(),
                room.len(),
                &raw mut found,
            ),
            None => libc::getpwuid_r(
                libc::getuid(),
                entry.as_mut_ptr(),
                room.as_mut_ptr(),
                room.len(),
                &raw mut found,
            ),
        };
        if found.is_null() || (*found).pw_dir.is_null() {
            return None;
        }
        Some(CStr::from_ptr((*found).pw_dir).to_bytes().to_vec())
    }
}
