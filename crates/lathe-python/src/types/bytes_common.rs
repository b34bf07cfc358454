//! What `bytes`, `bytearray` and `memoryview` have in common, and `str` has not.

use super::text::{Flavor, own};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::slice::Bounds;
use crate::object::text::Text;
use crate::runtime::types;
use crate::text::build::Builder;
use crate::text::properties::is_ascii_space;
use lathe_heap::Word;

/// What an object is made of.
#[derive(Debug)]
pub enum Length {
    Zeros(usize),
    Data(Vec<u8>),
}

/// The items of a slice.
pub fn sliced(data: &[u8], bounds: Bounds) -> Vec<u8> {
    let place = |index: usize| (bounds.start + index as i64 * bounds.step) as usize;
    (0..bounds.count).map(|index| data[place(index)]).collect()
}

/// An index, as `[]` takes it.
pub fn index_argument(py: &mut Py, word: Word, what: &str) -> PyResult<i64> {
    match py.try_index(word)? {
        Some(Some(index)) => Ok(index),
        Some(None) => {
            let message = format!("cannot fit '{}' into an index-sized integer", py.type_name(word));
            Err(py.error(types::INDEX_ERROR, &message))
        }
        None => {
            let found = py.type_name(word);
            let message = format!("{what} indices must be integers or slices, not {found}");
            Err(py.type_error(&message))
        }
    }
}

/// A number from 0 to 255; `what` as in `byte must be in range(0, 256)`.
pub fn byte_argument(py: &mut Py, word: Word, what: &str) -> PyResult<u8> {
    match py.try_index(word)? {
        Some(byte) => match byte.and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => Ok(byte),
            None => Err(py.value_error(&format!("{what} must be in range(0, 256)"))),
        },
        None => {
            let message = format!("'{}' object cannot be interpreted as an integer", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}

/// What `bytes(source, encoding, errors)` is made of.
pub fn source(py: &mut Py, ty: &str, source: Word, encoding: Word, errors: Word) -> PyResult<Length> {
    let string = if source.is_null() { None } else { py.payload(source, classes::STR) };
    if !encoding.is_null() || !errors.is_null() {
        let encoding_name = py.name_argument(ty, "encoding", encoding, "utf-8")?;
        let errors_name = py.name_argument(ty, "errors", errors, "strict")?;
        return match string {
            Some(string) => {
                let bytes = py.encode_str(string, &encoding_name, &errors_name)?;
                Ok(Length::Data(py.bytes(bytes).to_vec()))
            }
            None if encoding.is_null() => Err(py.type_error("errors without a string argument")),
            None => Err(py.type_error("encoding without a string argument")),
        };
    }
    if source.is_null() {
        return Ok(Length::Zeros(0));
    }
    if string.is_some() {
        return Err(py.type_error("string argument without an encoding"));
    }
    if let Some(data) = py.buffer(source) {
        return Ok(Length::Data(data.to_vec()));
    }
    if let Some(length) = py.try_index(source)? {
        return match length.map(usize::try_from) {
            Some(Ok(length)) => Ok(Length::Zeros(length)),
            Some(Err(_)) => Err(py.value_error("negative count")),
            None => {
                let message = format!("cannot fit '{}' into an index-sized integer", py.type_name(source));
                Err(py.error(types::OVERFLOW_ERROR, &message))
            }
        };
    }
    if py.lookup_special(source, "__iter__").is_none() && py.lookup_special(source, "__getitem__").is_none() {
        let message = format!("cannot convert '{}' object to {ty}", py.type_name(source));
        return Err(py.type_error(&message));
    }
    let what = if ty == "bytes" { "bytes" } else { "byte" };
    Ok(Length::Data(from_iterable(py, source, what)?))
}

/// All the numbers that an iterable gives.
pub fn from_iterable(py: &mut Py, iterable: Word, what: &str) -> PyResult<Vec<u8>> {
    let iterator = py.iter(iterable)?;
    let mut data = Vec::new();
    while let Some(item) = py.next(iterator)? {
        data.push(byte_argument(py, item, what)?);
    }
    Ok(data)
}

/// The data of `self`: bytes, bytearray or memoryview.
fn data_of<'a>(py: &mut Py, object: Word) -> PyResult<&'a [u8]> {
    match py.buffer(object) {
        Some(data) => Ok(data),
        None => Err(py.not_bytes_like(object)),
    }
}

pub fn decode(py: &mut Py, args: &[Word]) -> PyResult {
    data_of(py, args[0])?;
    let encoding = py.name_argument("decode", "encoding", args[1], "utf-8")?;
    let errors = py.name_argument("decode", "errors", args[2], "strict")?;
    py.decode_object(args[0], &encoding, &errors)
}

pub fn hex(py: &mut Py, args: &[Word]) -> PyResult {
    data_of(py, args[0])?;
    let group = match args.get(2) {
        Some(&group) => py.size_argument(group, 1)?,
        None => 1,
    };
    let separator = args.get(1).copied().unwrap_or(Word::NULL);
    let separator = if separator.is_null() { None } else { Some(hex_separator(py, separator)?) };
    let data = data_of(py, args[0])?;
    let mut out = Builder::with_capacity(data.len() * 2);
    let size = group.unsigned_abs() as usize;
    for (at, byte) in data.iter().enumerate() {
        if let Some(separator) = separator
            && at > 0
            && size > 0
        {
            // Groups are counted from the right, or from the left if the number is negative.
            let counted = if group > 0 { data.len() - at } else { at };
            if counted % size == 0 {
                out.push(separator);
            }
        }
        for nibble in [byte >> 4, byte & 15] {
            out.push(b"0123456789abcdef"[nibble as usize].into());
        }
    }
    py.built_text(&out)
}

fn hex_separator(py: &mut Py, word: Word) -> PyResult<u32> {
    let text = match py.payload(word, classes::STR) {
        Some(string) => Some(py.text(string)),
        None => py.payload(word, classes::BYTES).map(|bytes| Text::One(py.bytes(bytes))),
    };
    match text {
        None => {
            // CPython asks for a length first.
            py.length(word)?;
            Err(py.type_error("sep must be str or bytes."))
        }
        Some(text) if text.len() != 1 => Err(py.value_error("sep must be length 1.")),
        Some(text) if text.get(0) >= 0x80 => Err(py.value_error("sep must be ASCII.")),
        Some(text) => Ok(text.get(0)),
    }
}

/// Bytes from pairs of digits, with spaces between them.
pub fn from_hex(py: &mut Py, word: Word) -> PyResult<Vec<u8>> {
    let text = match py.payload(word, classes::STR) {
        Some(string) => py.text(string),
        None => match py.buffer(word) {
            Some(data) => Text::One(data),
            None => {
                let found = py.type_name(word);
                let message = format!("fromhex() argument must be str or bytes-like, not {found}");
                return Err(py.type_error(&message));
            }
        },
    };
    let digit = |at: usize| char::from_u32(text.get(at)).filter(char::is_ascii).and_then(|c| c.to_digit(16));
    let (mut data, mut at) = (Vec::with_capacity(text.len() / 2), 0);
    while at < text.len() {
        if is_ascii_space(text.get(at)) {
            at += 1;
            continue;
        }
        let Some(high) = digit(at) else { return Err(not_hex(py, at)) };
        if at + 1 == text.len() {
            let message = "fromhex() arg must contain an even number of hexadecimal digits";
            return Err(py.value_error(message));
        }
        let Some(low) = digit(at + 1) else { return Err(not_hex(py, at + 1)) };
        data.push((high << 4 | low) as u8);
        at += 2;
    }
    Ok(data)
}

fn not_hex(py: &mut Py, at: usize) -> crate::object::py::Raised {
    py.value_error(&format!("non-hexadecimal number found in fromhex() arg at position {at}"))
}

/// A class method's result: for a subclass, what calling it with the object gives.
pub fn of_class(py: &mut Py, class: Word, object: Word) -> PyResult {
    match py.as_type(class) {
        Some(id) if id != py.type_of(object) => py.call(class, &[object]),
        _ => Ok(object),
    }
}

pub fn translate<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<K>(py, args[0])?;
    let table = if py.is_none(args[1]) {
        None
    } else {
        let table = data_of(py, args[1])?;
        if table.len() != 256 {
            return Err(py.value_error("translation table must be 256 characters long"));
        }
        Some(table)
    };
    let mut deleted = [false; 256];
    if !args[2].is_null() {
        data_of(py, args[2])?.iter().for_each(|&byte| deleted[byte as usize] = true);
    }
    let kept = text.code_points().map(|c| c as usize).filter(|&c| !deleted[c]);
    let data: Vec<u8> = kept.map(|c| table.map_or(c as u8, |table| table[c])).collect();
    K::make(py, Text::One(&data))
}

pub fn maketrans(py: &mut Py, args: &[Word]) -> PyResult {
    let (from, to) = (data_of(py, args[0])?, data_of(py, args[1])?);
    if from.len() != to.len() {
        return Err(py.value_error("maketrans arguments must have same length"));
    }
    let mut table: [u8; 256] = std::array::from_fn(|byte| byte as u8);
    from.iter().zip(to).for_each(|(&from, &to)| table[from as usize] = to);
    py.try_bytes(&table)
}

pub fn percent<K: Flavor>(py: &mut Py, args: &[Word]) -> PyResult {
    own::<K>(py, args[0])?;
    // A copy: what is formatted may change it.
    let format = data_of(py, args[0])?.to_vec();
    let result = py.bytes_percent(&format, args[1])?;
    K::make(py, Text::One(&result))
}

/// `value % bytes`, where the value is no bytes: those have had their turn.
pub fn rpercent(py: &mut Py, _args: &[Word]) -> PyResult {
    Ok(py.not_implemented())
}
