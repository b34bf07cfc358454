//! `_codecs`: the encodings of the interpreter, and a register of those that are written in Python.
//!
//! A codec is looked for by the functions that were registered, the first of which comes with the package `encodings`; what they found is
//! kept by name. Weak at: `charmap` codecs, UTF-7, and the escapes of bytes are not here.

use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::Function;
use crate::runtime::types;
use crate::text::codecs::{Encoding, Order};
use lathe_heap::{RootIndex, Word};
use std::cell::Cell;

/// What programs have registered: a list of search functions, codecs by name, error handlers by name. All are made when they are needed.
#[derive(Debug, Default)]
pub struct Registered {
    searches: Cell<Option<RootIndex>>,
    codecs: Cell<Option<RootIndex>>,
    handlers: Cell<Option<RootIndex>>,
}

macro_rules! codecs {
    ($($encode:literal $decode:literal = $codec:expr;)*) => {
        pub const FUNCTIONS: &[Function] = &[
            $(($encode, "(str, errors=None, /)", |py, args| encode_as(py, args, $codec)),)*
            $(($decode, "(data, errors=None, final=False, /)", |py, args| decode_as(py, args, $codec)),)*
            ("register", "(search_function, /)", register),
            ("unregister", "(search_function, /)", unregister),
            ("lookup", "(encoding, /)", lookup),
            ("encode", "(obj, encoding='utf-8', errors='strict')", |py, args| by_name(py, args, 0)),
            ("decode", "(obj, encoding='utf-8', errors='strict')", |py, args| by_name(py, args, 1)),
            ("register_error", "(errors, handler, /)", register_error),
            ("lookup_error", "(name, /)", lookup_error),
            ("_forget_codec", "(encoding, /)", forget),
        ];
    };
}

codecs! {
    "utf_8_encode" "utf_8_decode" = Encoding::Utf8;
    "ascii_encode" "ascii_decode" = Encoding::Ascii;
    "latin_1_encode" "latin_1_decode" = Encoding::Latin1;
    "utf_16_encode" "utf_16_decode" = Encoding::Utf16(Order::Marked);
    "utf_16_le_encode" "utf_16_le_decode" = Encoding::Utf16(Order::Little);
    "utf_16_be_encode" "utf_16_be_decode" = Encoding::Utf16(Order::Big);
    "utf_32_encode" "utf_32_decode" = Encoding::Utf32(Order::Marked);
    "utf_32_le_encode" "utf_32_le_decode" = Encoding::Utf32(Order::Little);
    "utf_32_be_encode" "utf_32_be_decode" = Encoding::Utf32(Order::Big);
    "unicode_escape_encode" "unicode_escape_decode" = Encoding::UnicodeEscape;
    "raw_unicode_escape_encode" "raw_unicode_escape_decode" = Encoding::RawUnicodeEscape;
}

fn errors_argument(py: &mut Py, word: Word) -> PyResult<String> {
    let given = if word.is_null() || py.is_none(word) { Word::NULL } else { word };
    py.name_argument("codec", "errors", given, "strict")
}

/// The bytes, and how many characters they took.
fn encode_as(py: &mut Py, args: &[Word], codec: Encoding) -> PyResult {
    let Some(string) = py.payload(args[0], classes::STR) else {
        let message = format!("argument 1 must be str, not {}", py.type_name(args[0]));
        return Err(py.type_error(&message));
    };
    let errors = errors_argument(py, args[1])?;
    let bytes = py.encode_with(string, codec, &errors)?;
    let length = py.new_int(py.text(string).len() as i64);
    Ok(py.new_tuple(&[bytes, length]))
}

/// The text, and how many bytes it took.
fn decode_as(py: &mut Py, args: &[Word], codec: Encoding) -> PyResult {
    let errors = errors_argument(py, args[1])?;
    // Escapes are whole unless it is said that more will come.
    let escapes = matches!(codec, Encoding::UnicodeEscape | Encoding::RawUnicodeEscape);
    let last = if args[2].is_null() { escapes } else { py.truth(args[2])? };
    let data = match py.payload(args[0], classes::STR) {
        // Text of escapes is as good as bytes.
        Some(string) if escapes => py.encode_with(string, Encoding::Utf8, "strict")?,
        _ => args[0],
    };
    let (text, used) = py.decode_with(data, codec, &errors, !last)?;
    let used = py.new_int(used as i64);
    Ok(py.new_tuple(&[text, used]))
}

/// An object that is made the first time.
fn kept(py: &mut Py, place: fn(&Registered) -> &Cell<Option<RootIndex>>, list: bool) -> Word {
    if let Some(root) = place(&py.rt().codec_register).get() {
        return py.root(root);
    }
    let object = if list { py.new_list(&[]) } else { py.new_dict() };
    let root = py.core().heap.add_root(object);
    place(&py.rt().codec_register).set(Some(root));
    object
}

fn searches(py: &mut Py) -> Word {
    kept(py, |register| &register.searches, true)
}

fn codecs(py: &mut Py) -> Word {
    kept(py, |register| &register.codecs, false)
}

fn handlers(py: &mut Py) -> Word {
    kept(py, |register| &register.handlers, false)
}

fn register(py: &mut Py, args: &[Word]) -> PyResult {
    if py.lookup_special(args[0], "__call__").is_none() {
        return Err(py.type_error("argument must be callable"));
    }
    let searches = searches(py);
    py.list_append(searches, args[0])?;
    Ok(py.none())
}

fn unregister(py: &mut Py, args: &[Word]) -> PyResult {
    let searches = searches(py);
    for index in 0..py.list_len(searches) {
        if py.list_get(searches, index) == args[0] {
            py.list_pop_at(searches, index);
            let codecs = codecs(py);
            py.dict_clear(codecs);
            break;
        }
    }
    Ok(py.none())
}

fn forget(py: &mut Py, args: &[Word]) -> PyResult {
    let codecs = codecs(py);
    py.dict_remove(codecs, args[0])?;
    Ok(py.none())
}

fn lookup(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.name_argument("lookup", "encoding", args[0], "")?;
    py.lookup_codec(&name)
}

impl Py {
    /// The codec of a name: encoder, decoder, reader and writer.
    pub fn lookup_codec(&mut self, name: &str) -> PyResult {
        let plain: String = name
            .chars()
            .map(|c| if c == ' ' { '_' } else { c.to_ascii_lowercase() })
            .collect::<String>()
            .replace('-', "_");
        let key = self.new_str(&plain);
        let codecs = codecs(self);
        if let Some(codec) = self.dict_get(codecs, key)? {
            return Ok(codec);
        }
        let searches = searches(self);
        if self.list_len(searches) == 0 {
            // It registers its own.
            self.import_one("encodings", Word::NULL)?;
        }
        let mut index = 0;
        while index < self.list_len(searches) {
            let search = self.list_get(searches, index);
            let codec = self.call(search, &[key])?;
            index += 1;
            if self.is_none(codec) {
                continue;
            }
            match self.payload(codec, classes::TUPLE) {
                Some(tuple) if self.array_len(tuple) == 4 => {
                    self.dict_set(codecs, key, codec)?;
                    return Ok(codec);
                }
                _ => return Err(self.type_error("codec search functions must return 4-tuples")),
            }
        }
        Err(self.error(types::LOOKUP_ERROR, &format!("unknown encoding: {name}")))
    }

    /// What a codec of Python makes of an object: its encoder (0) or decoder (1) is asked.
    pub fn by_codec(&mut self, object: Word, name: &str, errors: &str, which: usize) -> PyResult {
        let codec = self.lookup_codec(name)?;
        let tuple = self.payload(codec, classes::TUPLE).expect("checked");
        let function = self.items::<Word>(tuple)[which];
        let errors = self.new_str(errors);
        let answer = self.call(function, &[object, errors])?;
        match self.payload(answer, classes::TUPLE) {
            Some(pair) if self.array_len(pair) == 2 => Ok(self.items::<Word>(pair)[0]),
            _ => {
                let what = if which == 0 { "encoder" } else { "decoder" };
                Err(self.type_error(&format!("{what} must return a tuple (object, integer)")))
            }
        }
    }

    /// A handler of errors that a program has registered.
    pub fn registered_handler(&mut self, name: &str) -> Option<Word> {
        let root = self.rt().codec_register.handlers.get()?;
        let key = self.new_str(name);
        let dict = self.root(root);
        self.dict_get(dict, key).ok().flatten()
    }
}

fn by_name(py: &mut Py, args: &[Word], which: usize) -> PyResult {
    let name = py.name_argument("encode", "encoding", args[1], "utf-8")?;
    let errors = errors_argument(py, args[2])?;
    let string = py.payload(args[0], classes::STR);
    match (Encoding::named(&name), which, string) {
        (Some(codec), 0, Some(string)) => py.encode_with(string, codec, &errors),
        (Some(codec), 1, None) if py.buffer(args[0]).is_some() => {
            py.decode_with(args[0], codec, &errors, false).map(|found| found.0)
        }
        _ => py.by_codec(args[0], &name, &errors, which),
    }
}

fn register_error(py: &mut Py, args: &[Word]) -> PyResult {
    if py.lookup_special(args[1], "__call__").is_none() {
        return Err(py.type_error("handler must be callable"));
    }
    let handlers = handlers(py);
    py.dict_set(handlers, args[0], args[1])?;
    Ok(py.none())
}

fn lookup_error(py: &mut Py, args: &[Word]) -> PyResult {
    let name = py.name_argument("lookup_error", "name", args[0], "")?;
    if let Some(handler) = py.registered_handler(&name) {
        return Ok(handler);
    }
    let (known, function): (&'static str, crate::runtime::native::NativeFn) = match &*name {
        "strict" => ("strict_errors", |py, args| solve(py, args, "strict")),
        "ignore" => ("ignore_errors", |py, args| solve(py, args, "ignore")),
        "replace" => ("replace_errors", |py, args| solve(py, args, "replace")),
        "backslashreplace" => ("backslashreplace_errors", |py, args| solve(py, args, "backslashreplace")),
        "xmlcharrefreplace" => ("xmlcharrefreplace_errors", |py, args| solve(py, args, "xmlcharrefreplace")),
        "namereplace" => ("namereplace_errors", |py, args| solve(py, args, "namereplace")),
        "surrogateescape" => ("surrogateescape", |py, args| solve(py, args, "surrogateescape")),
        "surrogatepass" => ("surrogatepass", |py, args| solve(py, args, "surrogatepass")),
        _ => return Err(py.error(types::LOOKUP_ERROR, &format!("unknown error handler name '{name}'"))),
    };
    let kind = crate::runtime::native::NativeKind::Function;
    Ok(py.new_builtin("", known, kind, "(exc, /)", function))
}

/// What one of Python's own handlers says to an exception: a replacement, and where to go on.
fn solve(py: &mut Py, args: &[Word], name: &str) -> PyResult {
    use crate::text::codecs::handlers::Errors;
    use crate::text::codecs::{Problem, Substitute};
    let error = args[0];
    if !py.is_instance(error, types::BASE_EXCEPTION) {
        return Err(py.type_error("codec must pass exception instance"));
    }
    let kinds = [types::UNICODE_ENCODE_ERROR, types::UNICODE_DECODE_ERROR, types::UNICODE_TRANSLATE_ERROR];
    let handler = Errors::named(name).filter(|_| name != "strict");
    let Some(handler) = handler.filter(|_| kinds.iter().any(|&kind| py.is_instance(error, kind))) else {
        return Err(crate::object::py::Raised(error));
    };
    let (object, start, end) =
        (py.get_attr_str(error, "object")?, py.get_attr_str(error, "start")?, py.get_attr_str(error, "end")?);
    let (start, end) = (py.index(start)?.max(0) as usize, py.index(end)?.max(0) as usize);
    let problem = |length: usize| Problem {
        encoding: "utf-8",
        start: start.min(length),
        end: end.min(length).max(start.min(length)),
        reason: "",
    };
    let (replacement, next) = if let Some(string) = py.payload(object, classes::STR) {
        let text = py.text(string);
        match handler.substitute(text, problem(text.len())) {
            Some((Substitute::Text(text), next)) => (py.built_text(&text)?, next),
            Some((Substitute::Bytes(bytes), next)) => (py.try_bytes(&bytes)?, next),
            None => return Err(crate::object::py::Raised(error)),
        }
    } else {
        let data = py.buffer(object).map(<[u8]>::to_vec).unwrap_or_default();
        match handler.decoded(&data, problem(data.len())) {
            Some(decoded) => (py.built_text(&decoded.text)?, decoded.next),
            None => return Err(crate::object::py::Raised(error)),
        }
    };
    let next = py.new_int(next as i64);
    Ok(py.new_tuple(&[replacement, next]))
}
