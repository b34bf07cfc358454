//! Encodings with Python's errors, and what a program has registered.

use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::object::text::Text;
use crate::runtime::types::{self, TypeId};
use crate::text::build::Builder;
use crate::text::codecs::handlers::Errors;
use crate::text::codecs::{Decoded, Encoding, Problem, Substitute, Trouble};
use lathe_heap::Word;

impl Py {
    /// `string.encode(encoding, errors)`: new `bytes`.
    pub fn encode_str(&mut self, string: Word, encoding: &str, errors: &str) -> PyResult {
        match Encoding::named(encoding) {
            Some(codec) => self.encode_with(string, codec, errors),
            None => self.by_codec(string, encoding, errors, 0),
        }
    }

    pub fn encode_with(&mut self, string: Word, codec: Encoding, errors: &str) -> PyResult {
        let text = self.text(string);
        let mut handler = |problem: Problem| self.encoding_problem(string, text, problem, errors);
        match codec.encode(text, &mut handler) {
            Ok(bytes) => self.try_bytes(&bytes),
            Err(Trouble::Handler(raised)) => Err(raised),
            Err(Trouble::Unsolved(problem)) => Err(self.encode_error(string, problem)),
        }
    }

    /// What bytes say in an encoding: a new string.
    pub fn decode_object(&mut self, object: Word, encoding: &str, errors: &str) -> PyResult {
        match Encoding::named(encoding) {
            Some(codec) => self.decode_with(object, codec, errors, false).map(|found| found.0),
            None => self.by_codec(object, encoding, errors, 1),
        }
    }

    /// The string, and how many bytes it took: not all, if `more` may come and they end in the middle of something.
    pub fn decode_with(
        &mut self,
        object: Word,
        codec: Encoding,
        errors: &str,
        more: bool,
    ) -> PyResult<(Word, usize)> {
        // A copy of what may be changed by a handler.
        let bytes = match self.payload(object, classes::BYTES) {
            Some(bytes) => bytes,
            None => match self.buffer(object) {
                Some(data) => self.try_bytes(data)?,
                None => return Err(self.not_bytes_like(object)),
            },
        };
        let data = self.bytes(bytes);
        let mut handler = |problem: Problem| self.decoding_problem(bytes, data, problem, errors);
        let (text, used) = codec.decode(data, more, &mut handler)?;
        Ok((self.built_text(&text)?, used))
    }

    /// What a handler that a program has registered says to an error: a replacement, and where to go on.
    fn ask_handler(&mut self, errors: &str, error: Raised, length: usize) -> PyResult<(Word, usize)> {
        let Some(handler) = self.registered_handler(errors) else { return Err(self.unknown_handler(errors)) };
        let answer = self.call(handler, &[error.0])?;
        let pair = self.payload(answer, classes::TUPLE).filter(|&pair| self.array_len(pair) == 2);
        let place = match pair {
            Some(pair) => self.try_index(self.items::<Word>(pair)[1])?.flatten(),
            None => None,
        };
        let (Some(pair), Some(place)) = (pair, place) else {
            let what = match self.is_instance(error.0, types::UNICODE_DECODE_ERROR) {
                true => "decoding error handler must return (str, int) tuple",
                false => "encoding error handler must return (str/bytes, int) tuple",
            };
            return Err(self.type_error(what));
        };
        let from_front = if place < 0 { place + length as i64 } else { place };
        match usize::try_from(from_front) {
            Ok(next) if next <= length => Ok((self.items::<Word>(pair)[0], next)),
            _ => {
                let message = format!("position {place} from error handler out of bounds");
                Err(self.error(types::INDEX_ERROR, &message))
            }
        }
    }

    fn unknown_handler(&mut self, errors: &str) -> Raised {
        self.error(types::LOOKUP_ERROR, &format!("unknown error handler name '{errors}'"))
    }

    fn encoding_problem(
        &mut self,
        string: Word,
        text: Text<'_>,
        problem: Problem,
        errors: &str,
    ) -> PyResult<(Substitute, usize)> {
        match Errors::named(errors) {
            Some(errors) => {
                errors.substitute(text, problem).ok_or_else(|| self.encode_error(string, problem))
            }
            None => {
                let error = self.encode_error(string, problem);
                let (with, next) = self.ask_handler(errors, error, text.len())?;
                match self.payload(with, classes::STR) {
                    Some(text) => {
                        let mut out = Builder::default();
                        out.extend(self.text(text));
                        Ok((Substitute::Text(out), next))
                    }
                    None => Ok((Substitute::Bytes(self.buffer(with).unwrap_or(&[]).to_vec()), next)),
                }
            }
        }
    }

    fn decoding_problem(
        &mut self,
        bytes: Word,
        data: &[u8],
        problem: Problem,
        errors: &str,
    ) -> PyResult<Decoded> {
        match Errors::named(errors) {
            Some(Errors::XmlCharRefReplace) => {
                Err(self.type_error("don't know how to handle UnicodeDecodeError in error callback"))
            }
            Some(Errors::NameReplace) => {
                Err(self.type_error("don't know how to handle UnicodeDecodeError in error callback"))
            }
            Some(errors) => errors.decoded(data, problem).ok_or_else(|| self.decode_error(bytes, problem)),
            None => {
                let error = self.decode_error(bytes, problem);
                let (with, next) = self.ask_handler(errors, error, data.len())?;
                let mut text = Builder::default();
                match self.payload(with, classes::STR) {
                    Some(string) => text.extend(self.text(string)),
                    None => {
                        let message = "decoding error handler must return (str, int) tuple";
                        return Err(self.type_error(message));
                    }
                }
                Ok(Decoded { text, next })
            }
        }
    }

    pub fn encode_error(&mut self, string: Word, problem: Problem) -> Raised {
        self.unicode_error(types::UNICODE_ENCODE_ERROR, string, problem)
    }

    pub fn decode_error(&mut self, bytes: Word, problem: Problem) -> Raised {
        self.unicode_error(types::UNICODE_DECODE_ERROR, bytes, problem)
    }

    fn unicode_error(&mut self, ty: TypeId, object: Word, problem: Problem) -> Raised {
        let (encoding, reason) = (self.new_str(problem.encoding), self.new_str(problem.reason));
        let (start, end) = (self.new_int(problem.start as i64), self.new_int(problem.end as i64));
        self.error_with(ty, &[encoding, object, start, end, reason])
    }

    /// An argument that names an encoding or a handler.
    pub fn name_argument(&mut self, method: &str, name: &str, word: Word, default: &str) -> PyResult<String> {
        if word.is_null() {
            return Ok(default.to_string());
        }
        match self.payload(word, classes::STR) {
            Some(string) => {
                let text = self.string(string).into_owned();
                match text.contains('\0') {
                    true => Err(self.value_error("embedded null character")),
                    false => Ok(text),
                }
            }
            None => {
                let message =
                    format!("{method}() argument '{name}' must be str, not {}", self.type_name(word));
                Err(self.type_error(&message))
            }
        }
    }

    /// `ascii(object)`.
    pub fn ascii(&mut self, object: Word) -> PyResult {
        let shown = self.repr(object)?;
        let string = self.payload(shown, classes::STR).expect("checked");
        if matches!(self.text(string), Text::One(data) if data.is_ascii()) {
            return Ok(string);
        }
        let escaped: Builder = crate::text::repr::escape_non_ascii(self.text(string));
        self.built_text(&escaped)
    }
}
