//! `TextIOWrapper`: text over a stream of bytes. How it comes to be, and what it is asked for; reading, writing and moving have files
//! of their own.

use super::newlines;
use super::stream::{Flags, StreamKind};
use super::{text_read, text_seek, text_write};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::text::codecs::{Encoding, Order};
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    (
        "__init__",
        Special,
        "(self, /, buffer, encoding=None, errors=None, newline=None, line_buffering=False, write_through=False)",
        init,
    ),
    ("__repr__", Special, "(self, /)", repr),
    (
        "reconfigure",
        Plain,
        "(self, /, *, encoding=None, errors=None, newline=None, line_buffering=None, write_through=None)",
        reconfigure,
    ),
    ("read", Plain, "(self, size=-1, /)", text_read::read),
    ("readline", Plain, "(self, size=-1, /)", text_read::readline),
    ("__next__", Special, "(self, /)", text_read::next),
    ("write", Plain, "(self, text, /)", text_write::write),
    ("flush", Plain, "(self, /)", text_write::flush),
    ("seek", Plain, "(self, cookie, whence=0, /)", text_seek::seek),
    ("tell", Plain, "(self, /)", text_seek::tell),
    ("truncate", Plain, "(self, pos=None, /)", truncate),
    ("close", Plain, "(self, /)", close),
    ("detach", Plain, "(self, /)", detach),
    ("seekable", Plain, "(self, /)", |py, args| ask_below(py, args, "seekable")),
    ("readable", Plain, "(self, /)", |py, args| ask_below(py, args, "readable")),
    ("writable", Plain, "(self, /)", |py, args| ask_below(py, args, "writable")),
    ("fileno", Plain, "(self, /)", |py, args| ask_below(py, args, "fileno")),
    ("isatty", Plain, "(self, /)", |py, args| ask_below(py, args, "isatty")),
    ("__getstate__", Plain, "(self, /)", super::no_pickle),
];

pub const GETTERS: &[GetterEntry] = &[
    ("buffer", buffer),
    ("encoding", |py, object| setting(py, object, ENCODING)),
    ("errors", |py, object| setting(py, object, ERRORS)),
    ("newlines", newlines_seen),
    ("closed", closed),
    ("name", |py, object| {
        let below = below(py, object)?;
        py.get_attr_str(below, "name")
    }),
    ("line_buffering", |py, object| flag(py, object, Flags::LINE_BUFFERING)),
    ("write_through", |py, object| flag(py, object, Flags::WRITE_THROUGH)),
];

/// Items of `SETTINGS`.
const ENCODING: usize = 0;
const ERRORS: usize = 1;

/// Where the codec is in the flags.
const CODEC_SHIFT: i64 = 32;
const SIGNATURE: i64 = 1 << 40;

const CODECS: &[Encoding] = &[
    Encoding::Utf8,
    Encoding::Latin1,
    Encoding::Ascii,
    Encoding::Utf16(Order::Marked),
    Encoding::Utf16(Order::Little),
    Encoding::Utf16(Order::Big),
    Encoding::Utf32(Order::Marked),
    Encoding::Utf32(Order::Little),
    Encoding::Utf32(Order::Big),
    Encoding::UnicodeEscape,
    Encoding::RawUnicodeEscape,
];

pub const NEW: &str = "(cls, /, *args, **kwargs)";

pub fn new(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.new_stream(StreamKind::Text);
    py.add_stream_finalizer(args[0], types::TEXT_IO_WRAPPER, stream)
}

/// How text is to be read and written.
#[derive(Clone, Debug)]
pub struct Format {
    pub encoding: String,
    pub errors: String,
    /// Flags of the stream.
    pub newline: i64,
    pub line_buffering: bool,
    pub write_through: bool,
}

fn codec_flags(py: &mut Py, encoding: &str) -> PyResult<i64> {
    let plain = encoding.to_ascii_lowercase().replace(['-', ' '], "_");
    if plain == "utf_8_sig" || plain == "utf8_sig" {
        return Ok(SIGNATURE);
    }
    match Encoding::named(encoding) {
        Some(codec) => {
            let number = CODECS.iter().position(|&known| known == codec).expect("all are known");
            Ok((number as i64) << CODEC_SHIFT)
        }
        None => Err(py.error(types::LOOKUP_ERROR, &format!("unknown encoding: {encoding}"))),
    }
}

/// The text of an argument; none for `None`.
fn optional_text(py: &mut Py, name: &str, word: Word) -> PyResult<Option<String>> {
    if word.is_null() || py.is_none(word) {
        return Ok(None);
    }
    match py.payload(word, classes::STR) {
        Some(text) => {
            let text = py.string(text).into_owned();
            match text.contains('\0') {
                true => Err(py.value_error("embedded null character")),
                false => Ok(Some(text)),
            }
        }
        None => {
            let found = py.type_name(word);
            let message = format!("TextIOWrapper() argument '{name}' must be str or None, not {found}");
            Err(py.type_error(&message))
        }
    }
}

/// The flags for an argument `newline`.
pub fn newline_argument(py: &mut Py, word: Word) -> PyResult<i64> {
    let newline = optional_text(py, "newline", word)?;
    match newlines::flags(newline.as_deref()) {
        Some(flags) => Ok(flags),
        None => {
            let shown = newline.expect("None is one");
            Err(py.value_error(&format!("illegal newline value: {shown}")))
        }
    }
}

fn init(py: &mut Py, args: &[Word]) -> PyResult {
    let Some(stream) = py.payload(args[0], classes::STREAM) else {
        return Err(py.wrong_receiver(args[0], types::TEXT_IO_WRAPPER));
    };
    py.set_int(stream, classes::STREAM_FLAGS, 0);
    let newline = newline_argument(py, args[4])?;
    let encoding = optional_text(py, "encoding", args[2])?;
    let errors = optional_text(py, "errors", args[3])?;
    let format = Format {
        encoding: encoding.filter(|name| name != "locale").unwrap_or_else(|| "UTF-8".to_string()),
        errors: errors.unwrap_or_else(|| "strict".to_string()),
        newline,
        line_buffering: !args[5].is_null() && py.truth(args[5])?,
        write_through: !args[6].is_null() && py.truth(args[6])?,
    };
    py.init_text(stream, args[1], &format)?;
    Ok(py.none())
}

impl Py {
    /// Puts text on a stream of bytes.
    pub fn init_text(&mut self, stream: Word, below: Word, format: &Format) -> PyResult<()> {
        let mut flags = codec_flags(self, &format.encoding)? | format.newline | Flags::READY.0;
        let mut ask = |py: &mut Py, method: &str, flag: i64| -> PyResult<()> {
            let answer = py.call_method(below, method, &[])?;
            if py.truth(answer)? {
                flags |= flag;
            }
            Ok(())
        };
        ask(self, "readable", Flags::READABLE.0)?;
        ask(self, "writable", Flags::WRITABLE.0)?;
        ask(self, "seekable", Flags::SEEKABLE.0 | Flags::TELLING.0)?;
        let read1 = self.intern("read1");
        if self.try_get_attr(below, read1)?.is_some() {
            flags |= Flags::HAS_READ1.0;
        }
        // What is written behind the start needs no mark.
        if Flags(flags).contains(Flags::SEEKABLE) && Flags(flags).contains(Flags::WRITABLE) {
            let at = self.call_method(below, "tell", &[])?;
            if self.truth(at)? {
                flags |= Flags::MARKED.0;
            }
        }
        // Nor does what goes where one cannot move: who reads it may have read something before.
        let ordered = matches!(
            CODECS[(flags >> CODEC_SHIFT & 0xff) as usize],
            Encoding::Utf16(Order::Marked) | Encoding::Utf32(Order::Marked)
        );
        if ordered && !Flags(flags).contains(Flags::SEEKABLE) && !Flags(flags).contains(Flags::READABLE) {
            flags |= Flags::MARKED.0;
        }
        for (flag, on) in
            [(Flags::LINE_BUFFERING, format.line_buffering), (Flags::WRITE_THROUGH, format.write_through)]
        {
            flags |= if on { flag.0 } else { 0 };
        }
        self.set_text_settings(stream, &format.encoding, &format.errors);
        self.set(stream, classes::STREAM_BELOW, below);
        self.set_int(stream, classes::STREAM_PENDING, 0);
        self.forget_decoded(stream);
        self.set_int(stream, classes::STREAM_FLAGS, flags);
        self.own_below(below, true);
        Ok(())
    }

    fn set_text_settings(&mut self, stream: Word, encoding: &str, errors: &str) {
        let (encoding, errors) = (self.intern(encoding), self.intern(errors));
        let settings = self.new_tuple(&[encoding, errors]);
        self.set(stream, classes::STREAM_SETTINGS, settings);
    }

    pub fn text_errors(&self, stream: Word) -> String {
        let settings = self.get(stream, classes::STREAM_SETTINGS);
        self.string(self.items::<Word>(settings)[ERRORS]).into_owned()
    }

    /// The codec, and whether text begins with a signature in UTF-8.
    pub fn text_codec(&self, stream: Word) -> (Encoding, bool) {
        let flags = self.stream_flags(stream).0;
        (CODECS[(flags >> CODEC_SHIFT & 0xff) as usize], flags & SIGNATURE != 0)
    }

    /// The text stream that a method is called with, which is open.
    pub fn open_text(&mut self, object: Word) -> PyResult {
        let stream = self.stream(object, &[StreamKind::Text])?;
        let below = self.get(stream, classes::STREAM_BELOW);
        if self.is_closed(below)? { Err(self.closed_stream()) } else { Ok(stream) }
    }
}

fn below(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::Text])?;
    Ok(py.get(stream, classes::STREAM_BELOW))
}

fn ask_below(py: &mut Py, args: &[Word], method: &str) -> PyResult {
    let below = below(py, args[0])?;
    py.call_method(below, method, &[])
}

fn buffer(py: &mut Py, object: Word) -> PyResult {
    match py.payload(object, classes::STREAM) {
        Some(stream) => {
            let below = py.get(stream, classes::STREAM_BELOW);
            Ok(if below.is_null() { py.none() } else { below })
        }
        None => Err(py.wrong_receiver(object, types::TEXT_IO_WRAPPER)),
    }
}

fn setting(py: &mut Py, object: Word, which: usize) -> PyResult {
    let Some(stream) = py.payload(object, classes::STREAM) else {
        return Err(py.wrong_receiver(object, types::TEXT_IO_WRAPPER));
    };
    let settings = py.get(stream, classes::STREAM_SETTINGS);
    Ok(if settings.is_null() { py.none() } else { py.items::<Word>(settings)[which] })
}

fn flag(py: &mut Py, object: Word, flag: Flags) -> PyResult {
    let stream = py.stream(object, &[StreamKind::Text])?;
    Ok(py.bool(py.stream_is(stream, flag)))
}

fn closed(py: &mut Py, object: Word) -> PyResult {
    let below = below(py, object)?;
    py.get_attr_str(below, "closed")
}

fn newlines_seen(py: &mut Py, object: Word) -> PyResult {
    let stream = py.stream(object, &[StreamKind::Text])?;
    Ok(py.seen_newlines(stream))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    py.stream(args[0], &[StreamKind::Text])?;
    let mut shown = format!("<{}", py.qualified_type_name(args[0]));
    if let Some(name) = py.stream_name(args[0])? {
        shown += &format!(" name={name}");
    }
    let key = py.intern("mode");
    if let Some(mode) = py.try_get_attr(args[0], key)? {
        shown += &format!(" mode={}", py.repr_string(mode)?);
    }
    let encoding = setting(py, args[0], ENCODING)?;
    shown += &format!(" encoding={}>", py.repr_string(encoding)?);
    Ok(py.new_str(&shown))
}

fn reconfigure(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.open_text(args[0])?;
    let [encoding, errors, newline, line_buffering, write_through] = args[1..] else {
        unreachable!("as the signature says")
    };
    let changes =
        !newline.is_null() || [encoding, errors].iter().any(|&word| !word.is_null() && !py.is_none(word));
    if changes && !py.get(stream, classes::STREAM_TEXT).is_null() {
        let message = "It is not possible to set the encoding or newline of stream after the first read";
        return Err(py.unsupported(message));
    }
    let (new_encoding, new_errors) =
        (optional_text(py, "encoding", encoding)?, optional_text(py, "errors", errors)?);
    let new_newline = if newline.is_null() { None } else { Some(newline_argument(py, newline)?) };
    let codec = match &new_encoding {
        Some(name) => Some(codec_flags(py, name)?),
        None => None,
    };
    py.call_method(args[0], "flush", &[])?;
    let settings = py.get(stream, classes::STREAM_SETTINGS);
    let old = py.items::<Word>(settings)[ENCODING];
    let name = new_encoding.clone().unwrap_or_else(|| py.string(old).into_owned());
    // A new encoding begins with errors that are errors.
    let errors = match (new_errors, &new_encoding) {
        (Some(errors), _) => errors,
        (None, Some(_)) => "strict".to_string(),
        (None, None) => py.text_errors(stream),
    };
    py.set_text_settings(stream, &name, &errors);
    let mut flags = py.stream_flags(stream).0;
    if let Some(codec) = codec {
        flags = flags & !(0xff << CODEC_SHIFT | SIGNATURE) | codec;
    }
    if let Some(newline) = new_newline {
        let all = Flags::UNIVERSAL.0
            | Flags::TRANSLATE.0
            | Flags::READ_CR.0
            | Flags::READ_CRLF.0
            | Flags::WRITE_CR.0
            | Flags::WRITE_CRLF.0;
        flags = flags & !all | newline;
    }
    py.set_int(stream, classes::STREAM_FLAGS, flags);
    for (word, flag) in [(line_buffering, Flags::LINE_BUFFERING), (write_through, Flags::WRITE_THROUGH)] {
        if !word.is_null() && !py.is_none(word) {
            let on = py.truth(word)?;
            py.set_stream_flag(stream, flag, on);
        }
    }
    Ok(py.none())
}

fn truncate(py: &mut Py, args: &[Word]) -> PyResult {
    let below = below(py, args[0])?;
    py.call_method(args[0], "flush", &[])?;
    let size = if args[1].is_null() { py.none() } else { args[1] };
    py.call_method(below, "truncate", &[size])
}

fn close(py: &mut Py, args: &[Word]) -> PyResult {
    let below = below(py, args[0])?;
    if py.is_closed(below)? {
        return Ok(py.none());
    }
    let flushed = py.call_method(args[0], "flush", &[]);
    let closed = py.call_method(below, "close", &[]);
    match (flushed, closed) {
        (Err(first), Err(second)) => {
            py.set_context(second.0, first.0);
            Err(second)
        }
        (Err(raised), _) => Err(raised),
        (Ok(_), closed) => closed,
    }
}

fn detach(py: &mut Py, args: &[Word]) -> PyResult {
    let stream = py.stream(args[0], &[StreamKind::Text])?;
    py.call_method(args[0], "flush", &[])?;
    let below = py.get(stream, classes::STREAM_BELOW);
    py.set(stream, classes::STREAM_BELOW, Word::NULL);
    py.set_int(stream, classes::STREAM_FLAGS, Flags::DETACHED.0);
    py.own_below(below, false);
    Ok(below)
}
