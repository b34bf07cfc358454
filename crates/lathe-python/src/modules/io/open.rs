//! `open`: which streams are put on top of each other for a mode.

use super::stream::{BUFFER_SIZE, Flags, StreamKind};
use super::text::{Format, newline_argument};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::system;
use lathe_heap::Word;

pub const SIGNATURE: &str =
    "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)";

/// What a mode says.
struct Mode {
    raw: String,
    updating: bool,
    reading: bool,
    binary: bool,
    text: String,
}

fn parse(py: &mut Py, mode: &str) -> PyResult<Mode> {
    let has = |c: char| mode.contains(c);
    let invalid = mode.chars().any(|c| !"axrwb+t".contains(c))
        || mode.chars().enumerate().any(|(at, c)| mode.chars().skip(at + 1).any(|other| other == c));
    if invalid {
        let shown = mode.to_string();
        return Err(py.value_error(&format!("invalid mode: '{shown}'")));
    }
    if has('t') && has('b') {
        return Err(py.value_error("can't have text and binary mode at once"));
    }
    if ["x", "r", "w", "a"].iter().filter(|&&main| mode.contains(main)).count() > 1 {
        return Err(py.value_error("must have exactly one of create/read/write/append mode"));
    }
    let raw = mode.chars().filter(|c| !"tb".contains(*c)).collect();
    Ok(Mode { raw, updating: has('+'), reading: has('r'), binary: has('b'), text: mode.to_string() })
}

fn is_given(py: &Py, word: Word) -> bool {
    !word.is_null() && !py.is_none(word)
}

pub fn open(py: &mut Py, args: &[Word]) -> PyResult {
    py.install_io();
    let file = match py.number(args[0]) {
        Some(_) => args[0],
        None => py.fspath(args[0])?,
    };
    let mode = py.name_argument("open", "mode", args[1], "r")?;
    let buffering = py.size_argument(args[2], -1)?;
    let mode = parse(py, &mode)?;
    if mode.binary {
        for (word, name) in [(args[3], "encoding"), (args[4], "errors"), (args[5], "newline")] {
            if is_given(py, word) {
                let article = if name == "newline" { "a" } else { "an" };
                return Err(py.value_error(&format!("binary mode doesn't take {article} {name} argument")));
            }
        }
    }
    let closes = args[6].is_null() || py.truth(args[6])?;
    let opener = is_given(py, args[7]).then_some(args[7]);
    let raw = py.new_stream(StreamKind::File);
    py.set_int(raw, classes::STREAM_POSITION, -1);
    super::file::open_file(py, raw, raw, file, &mode.raw, closes, opener)?;
    // From here on, what is open is closed if anything goes wrong.
    let built = build(py, raw, &mode, buffering, args);
    if built.is_err() {
        let _ = py.call_method(raw, "close", &[]);
    }
    built
}

fn build(py: &mut Py, raw: Word, mode: &Mode, buffering: i64, args: &[Word]) -> PyResult {
    let descriptor = py.get_int(raw, classes::STREAM_POSITION) as i32;
    let (mut buffering, mut by_line) = (buffering, false);
    if buffering == 1 && !mode.binary || buffering < 0 && system::is_terminal(descriptor) {
        (buffering, by_line) = (-1, true);
    }
    if buffering == 1 {
        // One byte is no buffer.
        buffering = -1;
    }
    if buffering < 0 {
        buffering = match system::status_of(descriptor) {
            Ok(status) if status.0.st_blksize > 1 => status.0.st_blksize.max(BUFFER_SIZE as i64),
            _ => BUFFER_SIZE as i64,
        };
    }
    if buffering == 0 {
        if !mode.binary {
            return Err(py.value_error("can't have unbuffered text I/O"));
        }
        py.core().heap.add_finalizer(raw);
        return Ok(raw);
    }
    let kind = match mode {
        Mode { updating: true, .. } => StreamKind::Random,
        Mode { reading: true, .. } => StreamKind::Reader,
        _ => StreamKind::Writer,
    };
    if kind == StreamKind::Random && system::seek(descriptor, 0, libc::SEEK_CUR).is_err() {
        return Err(py.unsupported("File or stream is not seekable."));
    }
    let buffer = py.new_stream(kind);
    py.init_buffer(buffer, raw, buffering)?;
    if mode.binary {
        py.core().heap.add_finalizer(buffer);
        return Ok(buffer);
    }
    let encoding = py.name_argument("open", "encoding", given(py, args[3]), "UTF-8")?;
    let format = Format {
        encoding: if encoding == "locale" { "UTF-8".to_string() } else { encoding },
        errors: py.name_argument("open", "errors", given(py, args[4]), "strict")?,
        newline: newline_argument(py, args[5])?,
        line_buffering: by_line,
        write_through: false,
    };
    let text = py.new_stream(StreamKind::Text);
    py.init_text(text, buffer, &format)?;
    let (key, mode) = (py.intern("mode"), py.new_str(&mode.text));
    py.generic_set_attr(text, key, Some(mode))?;
    py.core().heap.add_finalizer(text);
    Ok(text)
}

/// Null for `None`.
fn given(py: &Py, word: Word) -> Word {
    if is_given(py, word) { word } else { Word::NULL }
}

/// `io.open_code(path)`.
pub fn open_code(py: &mut Py, args: &[Word]) -> PyResult {
    let mode = py.intern("rb");
    let null = Word::NULL;
    open(py, &[args[0], mode, null, null, null, null, null, null])
}

/// `io.text_encoding(encoding, stacklevel=2)`.
pub fn text_encoding(py: &mut Py, args: &[Word]) -> PyResult {
    Ok(if py.is_none(args[0]) { py.intern("locale") } else { args[0] })
}

/// In a locale that says nothing of encodings, bytes that are no text go through standard input and output unharmed.
fn standard_errors() -> &'static str {
    let given =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
    match given.as_ref().map(|value| value.to_string_lossy()).as_deref() {
        None | Some("C" | "POSIX" | "C.UTF-8" | "C.utf8") => "surrogateescape",
        Some(_) => "strict",
    }
}

impl Py {
    /// A text stream over a descriptor, for the standard streams.
    pub fn standard_stream(&mut self, number: i32) -> PyResult {
        self.install_io();
        if let Err(_error) = system::status_of(number) {
            return Ok(self.none());
        }
        let (mode, name, errors) = match number {
            0 => ("r", "<stdin>", standard_errors()),
            1 => ("w", "<stdout>", standard_errors()),
            _ => ("w", "<stderr>", "backslashreplace"),
        };
        let raw = self.new_stream(StreamKind::File);
        let flag = if number == 0 { Flags::READABLE } else { Flags::WRITABLE };
        self.set_int(raw, classes::STREAM_POSITION, number.into());
        self.set_int(raw, classes::STREAM_FLAGS, flag.0 | Flags::READY.0 | Flags::OWNED.0);
        let (key, shown) = (self.intern("name"), self.intern(name));
        self.generic_set_attr(raw, key, Some(shown))?;
        let unbuffered =
            number != 0 && std::env::var_os("PYTHONUNBUFFERED").is_some_and(|value| !value.is_empty());
        let buffer = self.new_stream(if number == 0 { StreamKind::Reader } else { StreamKind::Writer });
        self.init_buffer(buffer, raw, BUFFER_SIZE as i64)?;
        let format = Format {
            encoding: "utf-8".to_string(),
            errors: errors.to_string(),
            newline: super::newlines::flags(Some("\n").filter(|_| number != 0)).expect("a newline"),
            line_buffering: !unbuffered && (number == 2 || system::is_terminal(number)),
            write_through: unbuffered,
        };
        let text = self.new_stream(StreamKind::Text);
        self.init_text(text, if unbuffered { raw } else { buffer }, &format)?;
        self.set_stream_flag(text, Flags::OWNED, true);
        let (key, mode) = (self.intern("mode"), self.intern(mode));
        self.generic_set_attr(text, key, Some(mode))?;
        Ok(text)
    }
}
