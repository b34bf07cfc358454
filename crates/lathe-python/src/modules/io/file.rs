//! `FileIO`: a descriptor of the system, without a buffer.

use super::stream::{BUFFER_SIZE, Flags, StreamKind};
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::system::{self, Descriptor, Errno};
use lathe_heap::{Collection, Word};

pub const METHODS: &[Method] = &[
    ("__init__", Special, "(self, /, file, mode='r', closefd=True, opener=None)", init),
    ("__repr__", Special, "(self, /)", repr),
    ("read", Plain, "(self, size=-1, /)", read),
    ("readall", Plain, "(self, /)", readall),
    ("readinto", Plain, "(self, buffer, /)", readinto),
    ("write", Plain, "(self, b, /)", write),
    ("seek", Plain, "(self, pos, whence=0, /)", seek),
    ("tell", Plain, "(self, /)", tell),
    ("truncate", Plain, "(self, size=None, /)", truncate),
    ("close", Plain, "(self, /)", close),
    ("seekable", Plain, "(self, /)", seekable),
    ("readable", Plain, "(self, /)", |py, args| able(py, args, Flags::READABLE)),
    ("writable", Plain, "(self, /)", |py, args| able(py, args, Flags::WRITABLE)),
    ("fileno", Plain, "(self, /)", fileno),
    ("isatty", Plain, "(self, /)", isatty),
    ("__getstate__", Plain, "(self, /)", super::no_pickle),
];

pub const GETTERS: &[GetterEntry] = &[("mode", mode), ("closed", closed), ("closefd", closefd)];

pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let file = py.new_stream(StreamKind::File);
    py.set_int(file, classes::STREAM_POSITION, -1);
    py.add_stream_finalizer(args[0], types::FILE_IO, file)
}

/// What a mode asks for.
struct Mode {
    flags: i64,
    /// For the system.
    open: i32,
}

fn parse_mode(py: &mut Py, mode: &str) -> PyResult<Mode> {
    let wrong = "Must have exactly one of create/read/write/append mode and at most one plus";
    let (mut parsed, mut main, mut plus) = (Mode { flags: 0, open: 0 }, false, false);
    for c in mode.chars() {
        let (flags, open) = match c {
            'x' => (Flags::CREATED.0 | Flags::WRITABLE.0, libc::O_CREAT | libc::O_EXCL),
            'r' => (Flags::READABLE.0, 0),
            'w' => (Flags::WRITABLE.0, libc::O_CREAT | libc::O_TRUNC),
            'a' => (Flags::WRITABLE.0 | Flags::APPENDING.0, libc::O_CREAT | libc::O_APPEND),
            'b' => continue,
            '+' => {
                if plus {
                    return Err(py.value_error(wrong));
                }
                plus = true;
                continue;
            }
            _ => return Err(py.value_error(&format!("invalid mode: {mode}"))),
        };
        if main {
            return Err(py.value_error(wrong));
        }
        main = true;
        parsed = Mode { flags, open };
    }
    if !main {
        return Err(py.value_error(wrong));
    }
    if plus {
        parsed.flags |= Flags::READABLE.0 | Flags::WRITABLE.0;
    }
    let (reads, writes) = (parsed.flags & Flags::READABLE.0 != 0, parsed.flags & Flags::WRITABLE.0 != 0);
    parsed.open |= match (reads, writes) {
        (true, true) => libc::O_RDWR,
        (true, false) => libc::O_RDONLY,
        _ => libc::O_WRONLY,
    };
    Ok(parsed)
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(file) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::FILE_IO));
    };
    let mode = match args[2] {
        mode if mode.is_null() => "r".to_string(),
        mode => py.name_argument("FileIO", "mode", mode, "r")?,
    };
    let closes = args[3].is_null() || py.truth(args[3])?;
    let opener = if args[4].is_null() || py.is_none(args[4]) { None } else { Some(args[4]) };
    if py.get_int(file, classes::STREAM_POSITION) >= 0 {
        close_descriptor(py, file)?;
    }
    open_file(py, args[0], file, args[1], &mode, closes, opener)?;
    Ok(py.none())
}

/// Opens what a name or a descriptor stands for. `object` is the file as the program sees it.
pub fn open_file(
    py: &mut Py,
    object: Word,
    file: Word,
    name: Word,
    mode: &str,
    closes: bool,
    opener: Option<Word>,
) -> PyResult<()> {
    let mode = parse_mode(py, mode)?;
    let given = if py.number(name).is_some() { py.try_index(name)?.flatten() } else { None };
    let (descriptor, ours) = match (given, opener) {
        (Some(number), _) if number < 0 => return Err(py.value_error("negative file descriptor")),
        (Some(number), _) => (i32::try_from(number).unwrap_or(i32::MAX), false),
        (None, None) => (open_name(py, name, mode.open, closes)?, true),
        (None, Some(opener)) => {
            if !closes {
                return Err(py.value_error("Cannot use closefd=False with file name"));
            }
            let flags = py.new_int((mode.open | libc::O_CLOEXEC).into());
            let answer = py.call(opener, &[name, flags])?;
            match py.try_index(answer)?.flatten() {
                Some(number) if number < 0 => {
                    return Err(py.value_error(&format!("opener returned {number}")));
                }
                Some(number) => (i32::try_from(number).unwrap_or(i32::MAX), true),
                None => return Err(py.type_error("expected integer from opener")),
            }
        }
    };
    match system::status_of(descriptor) {
        Ok(status) if status.is_folder() => {
            if ours {
                let _ = system::close(descriptor);
            }
            return Err(py.os_error_about(Errno(libc::EISDIR), &[name]));
        }
        Err(error) if error.0 == libc::EBADF => return Err(py.os_error(error)),
        _ => {}
    }
    if mode.flags & Flags::APPENDING.0 != 0 {
        // A pipe has no end to go to.
        let _ = system::seek(descriptor, 0, libc::SEEK_END);
    }
    py.set_int(file, classes::STREAM_POSITION, descriptor.into());
    let flags = mode.flags | Flags::READY.0 | if closes { Flags::CLOSES.0 } else { 0 };
    py.set_int(file, classes::STREAM_FLAGS, flags);
    let key = py.intern("name");
    py.generic_set_attr(object, key, Some(name))
}

fn open_name(py: &mut Py, name: Word, flags: i32, closes: bool) -> PyResult<Descriptor> {
    if !closes {
        return Err(py.value_error("Cannot use closefd=False with file name"));
    }
    let path = py.fspath(name)?;
    let path = py.c_path(path)?;
    let mut tried = false;
    loop {
        match system::open(&path, flags, 0o666) {
            Ok(descriptor) => return Ok(descriptor),
            Err(Errno(libc::EINTR)) => py.interrupted()?,
            // Files that nobody can reach any more may still be open.
            Err(Errno(libc::EMFILE)) if !tried => {
                tried = true;
                py.core().heap.collect(Collection::Major);
                py.run_finalizers();
            }
            Err(error) => return Err(py.os_error_about(error, &[name])),
        }
    }
}

impl Py {
    /// A call of the system was interrupted by a signal.
    pub fn interrupted(&mut self) -> PyResult<()> {
        use std::sync::atomic::Ordering;
        let bits = lathe_meta::INTERRUPT;
        if self.core().attention.load(Ordering::Relaxed) & bits == 0 {
            return Ok(());
        }
        self.core().attention.fetch_and(!bits, Ordering::Relaxed);
        Err(self.error_with(types::KEYBOARD_INTERRUPT, &[]))
    }

    /// Reads what is there; none if that would have to be waited for.
    pub fn descriptor_read(&mut self, descriptor: Descriptor, into: &mut [u8]) -> PyResult<Option<usize>> {
        loop {
            match system::read(descriptor, into) {
                Ok(count) => return Ok(Some(count)),
                Err(Errno(libc::EINTR)) => self.interrupted()?,
                Err(Errno(libc::EAGAIN)) => return Ok(None),
                Err(error) => return Err(self.os_error(error)),
            }
        }
    }

    pub fn descriptor_write(&mut self, descriptor: Descriptor, data: &[u8]) -> PyResult<Option<usize>> {
        loop {
            match system::write(descriptor, data) {
                Ok(count) => return Ok(Some(count)),
                Err(Errno(libc::EINTR)) => self.interrupted()?,
                Err(Errno(libc::EAGAIN)) => return Ok(None),
                Err(error) => return Err(self.os_error(error)),
            }
        }
    }
}

/// The descriptor of an open file.
fn descriptor(py: &mut Py, object: Word) -> PyResult<Descriptor> {
    let file = match py.payload(object, classes::STREAM) {
        Some(file) if py.stream_kind_of(file) == StreamKind::File => file,
        _ => return Err(py.wrong_receiver(object, types::FILE_IO)),
    };
    match py.get_int(file, classes::STREAM_POSITION) {
        ..0 => Err(py.value_error("I/O operation on closed file")),
        number => Ok(number as Descriptor),
    }
}

/// One that is open for reading, or for writing.
fn checked(py: &mut Py, object: Word, flag: Flags) -> PyResult<Descriptor> {
    let number = descriptor(py, object)?;
    let file = py.payload(object, classes::STREAM).expect("checked");
    if py.stream_is(file, flag) {
        return Ok(number);
    }
    Err(py.unsupported(if flag == Flags::READABLE {
        "File not open for reading"
    } else {
        "File not open for writing"
    }))
}

fn read(py: &mut Py, args: &[Word]) -> PyResult {
    let number = checked(py, args[0], Flags::READABLE)?;
    let size = py.stream_size(args[1])?;
    if size < 0 {
        return readall(py, args);
    }
    let mut data = zeros(py, size as usize)?;
    match py.descriptor_read(number, &mut data)? {
        Some(count) => py.try_bytes(&data[..count]),
        None => Ok(py.none()),
    }
}

/// Room for so many bytes. More than the system gives at once is not asked for.
pub fn zeros(py: &mut Py, size: usize) -> PyResult<Vec<u8>> {
    let mut data = Vec::new();
    match data.try_reserve_exact(size.min(1 << 30)) {
        Ok(()) => data.resize(size.min(1 << 30), 0),
        Err(_) => return Err(py.error_with(types::MEMORY_ERROR, &[])),
    }
    Ok(data)
}

fn readall(py: &mut Py, args: &[Word]) -> PyResult {
    let number = checked(py, args[0], Flags::READABLE)?;
    match py.read_to_end(number)? {
        Some(data) => py.try_bytes(&data),
        None => Ok(py.none()),
    }
}

impl Py {
    /// All that is left of a file.
    pub fn read_to_end(&mut self, descriptor: Descriptor) -> PyResult<Option<Vec<u8>>> {
        // One byte more than it has, so that its end is seen without room for another read.
        let left = match (system::status_of(descriptor), system::seek(descriptor, 0, libc::SEEK_CUR)) {
            (Ok(status), Ok(at)) => usize::try_from(status.0.st_size - at).unwrap_or(0) + 1,
            _ => BUFFER_SIZE,
        };
        let (mut data, mut used) = (zeros(self, left)?, 0);
        loop {
            if used == data.len() {
                let more = data.len().max(BUFFER_SIZE);
                if data.try_reserve(more).is_err() {
                    return Err(self.error_with(types::MEMORY_ERROR, &[]));
                }
                data.resize(used + more, 0);
            }
            match self.descriptor_read(descriptor, &mut data[used..])? {
                Some(0) => break,
                Some(count) => used += count,
                None if used == 0 => return Ok(None),
                None => break,
            }
        }
        data.truncate(used);
        Ok(Some(data))
    }
}

fn readinto(py: &mut Py, args: &[Word]) -> PyResult {
    let number = checked(py, args[0], Flags::READABLE)?;
    match py.writable_buffer(args[1]) {
        Some(buffer) => match py.descriptor_read(number, buffer)? {
            Some(count) => Ok(py.new_int(count as i64)),
            None => Ok(py.none()),
        },
        None => Err(py.not_writable_buffer("readinto", args[1])),
    }
}

fn write(py: &mut Py, args: &[Word]) -> PyResult {
    let number = checked(py, args[0], Flags::WRITABLE)?;
    let Some(data) = py.buffer(args[1]) else { return Err(py.not_bytes_like(args[1])) };
    match py.descriptor_write(number, data)? {
        Some(count) => Ok(py.new_int(count as i64)),
        None => Ok(py.none()),
    }
}

impl Py {
    pub fn descriptor_seek(&mut self, number: Descriptor, offset: i64, whence: i64) -> PyResult<i64> {
        let whence = i32::try_from(whence).unwrap_or(i32::MAX);
        system::seek(number, offset, whence).map_err(|error| self.os_error(error))
    }
}

fn seek(py: &mut Py, args: &[Word]) -> PyResult {
    let number = descriptor(py, args[0])?;
    let (offset, whence) = (py.offset_argument(args[1])?, py.whence_argument(args[2])?);
    let at = py.descriptor_seek(number, offset, whence)?;
    Ok(py.new_int(at))
}

fn tell(py: &mut Py, args: &[Word]) -> PyResult {
    let number = descriptor(py, args[0])?;
    let at = py.descriptor_seek(number, 0, 1)?;
    Ok(py.new_int(at))
}

fn truncate(py: &mut Py, args: &[Word]) -> PyResult {
    let number = checked(py, args[0], Flags::WRITABLE)?;
    let size = match args[1] {
        size if size.is_null() || py.is_none(size) => py.descriptor_seek(number, 0, 1)?,
        size => py.offset_argument(size)?,
    };
    system::truncate(number, size).map_err(|error| py.os_error(error))?;
    Ok(py.new_int(size))
}

fn close_descriptor(py: &mut Py, file: Word) -> PyResult<()> {
    let number = py.get_int(file, classes::STREAM_POSITION);
    if number < 0 {
        return Ok(());
    }
    py.set_int(file, classes::STREAM_POSITION, -1);
    if py.stream_is(file, Flags::CLOSES) {
        // Interrupted or not, it is closed.
        match system::close(number as Descriptor) {
            Ok(()) | Err(Errno(libc::EINTR)) => {}
            Err(error) => return Err(py.os_error(error)),
        }
    }
    Ok(())
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(file) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::FILE_IO));
    };
    if file != args[0] {
        // A subclass may have something to flush.
        let flushed = py.call_method(args[0], "flush", &[]);
        close_descriptor(py, file)?;
        flushed?;
    }
    close_descriptor(py, file)?;
    Ok(py.none())
}

fn seekable(py: &mut Py, args: &[Word]) -> PyResult {
    let number = descriptor(py, args[0])?;
    Ok(py.bool(system::seek(number, 0, libc::SEEK_CUR).is_ok()))
}

fn able(py: &mut Py, args: &[Word], flag: Flags) -> PyResult {
    descriptor(py, args[0])?;
    let file = py.payload(args[0], classes::STREAM).expect("checked");
    Ok(py.bool(py.stream_is(file, flag)))
}

fn fileno(py: &mut Py, args: &[Word]) -> PyResult {
    let number = descriptor(py, args[0])?;
    Ok(py.new_int(number.into()))
}

fn isatty(py: &mut Py, args: &[Word]) -> PyResult {
    let number = descriptor(py, args[0])?;
    Ok(py.bool(system::is_terminal(number)))
}

/// The mode, as `mode` shows it.
fn mode_text(flags: Flags) -> &'static str {
    let reads = flags.contains(Flags::READABLE);
    match flags {
        _ if flags.contains(Flags::CREATED) => {
            if reads {
                "xb+"
            } else {
                "xb"
            }
        }
        _ if flags.contains(Flags::APPENDING) => {
            if reads {
                "ab+"
            } else {
                "ab"
            }
        }
        _ if reads => {
            if flags.contains(Flags::WRITABLE) {
                "rb+"
            } else {
                "rb"
            }
        }
        _ => "wb",
    }
}

fn own(py: &mut Py, file: Word) -> PyResult {
    match py.payload(file, classes::STREAM) {
        Some(file) => Ok(file),
        None => Err(py.wrong_receiver(file, types::FILE_IO)),
    }
}

fn mode(py: &mut Py, file: Word) -> PyResult {
    let file = own(py, file)?;
    Ok(py.intern(mode_text(py.stream_flags(file))))
}

fn closed(py: &mut Py, file: Word) -> PyResult {
    let file = own(py, file)?;
    Ok(py.bool(py.get_int(file, classes::STREAM_POSITION) < 0))
}

fn closefd(py: &mut Py, file: Word) -> PyResult {
    let file = own(py, file)?;
    Ok(py.bool(py.stream_is(file, Flags::CLOSES)))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let file = own(py, args[0])?;
    let class = py.qualified_type_name(args[0]);
    if py.get_int(file, classes::STREAM_POSITION) < 0 {
        return Ok(py.new_str(&format!("<{class} [closed]>")));
    }
    let name = py.stream_name(args[0])?;
    let flags = py.stream_flags(file);
    let closes = if flags.contains(Flags::CLOSES) { "True" } else { "False" };
    let name = match name {
        Some(name) => format!("name={name}"),
        None => format!("fd={}", py.get_int(file, classes::STREAM_POSITION)),
    };
    Ok(py.new_str(&format!("<{class} {name} mode='{}' closefd={closes}>", mode_text(flags))))
}

impl Py {
    /// The name of a stream, as it is shown.
    pub fn stream_name(&mut self, stream: Word) -> PyResult<Option<String>> {
        let key = self.intern("name");
        match self.try_get_attr(stream, key) {
            Ok(Some(name)) => Ok(Some(self.show_name(stream, name)?)),
            Ok(None) => Ok(None),
            Err(raised)
                if self.is_instance(raised.0, types::VALUE_ERROR)
                    || self.is_instance(raised.0, types::ATTRIBUTE_ERROR) =>
            {
                Ok(None)
            }
            Err(raised) => Err(raised),
        }
    }

    fn show_name(&mut self, stream: Word, name: Word) -> PyResult<String> {
        // A name may contain the stream itself.
        if self.rt().showing.borrow().contains(&stream) {
            let message = format!("reentrant call inside {}.__repr__", self.type_name(stream));
            return Err(self.error(types::RUNTIME_ERROR, &message));
        }
        let rt = self.runtime();
        rt.showing.borrow_mut().push(stream);
        let shown = self.repr_string(name);
        rt.showing.borrow_mut().pop();
        shown
    }

    /// A new stream for a class, which is closed when nobody can reach it any more.
    pub fn add_stream_finalizer(&mut self, class: Word, exact: types::TypeId, stream: Word) -> PyResult {
        let object = self.of_class(class, exact, stream)?;
        self.core().heap.add_finalizer(object);
        Ok(object)
    }

    /// Is a stream not to be closed when nobody can reach it?
    pub fn is_left_alone(&self, stream: Word) -> bool {
        self.stream_is(stream, Flags::OWNED)
    }

    pub fn io_failed(&mut self, message: &str) -> Raised {
        self.error(types::OS_ERROR, message)
    }
}
