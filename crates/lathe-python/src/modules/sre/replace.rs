//! `sub`, `subn`, `expand`: what stands for each match is text, a template of text and groups, or what a function gives.

use super::matches::{new_match, part};
use super::pattern::{own, range};
use super::{How, apply, subject};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::text::build::Builder;
use lathe_heap::Word;

/// A template: A a list of texts and the numbers of groups between them.
pub fn template(py: &mut Py, args: &[Word]) -> PyResult {
    let items = py.collect(args[1])?;
    let items = py.new_tuple(&items.to_vec());
    Ok(py.new_native(Kind::Replacement, items, Word::NULL, Word::NULL))
}

/// What stands for a match.
enum Replacement {
    Literal(Word),
    Template(Word),
    Function(Word),
}

fn replacement(py: &mut Py, pattern: Word, given: Word) -> PyResult<Replacement> {
    if py.lookup_special(given, "__call__").is_some() {
        return Ok(Replacement::Function(given));
    }
    let plain = match subject(py, given) {
        Ok((text, _)) => !text.code_points().any(|c| c == u32::from(b'\\')),
        Err(_) => false,
    };
    if plain {
        return Ok(Replacement::Literal(given));
    }
    Ok(match compiled(py, pattern, given)? {
        template if py.native_kind(template) == Some(Kind::Replacement) => Replacement::Template(template),
        literal => Replacement::Literal(literal),
    })
}

/// `re` knows how to read templates, and remembers those it has read.
fn compiled(py: &mut Py, pattern: Word, given: Word) -> PyResult {
    let (builtins, none) = (py.new_dict(), py.none());
    let re = py.import("re", builtins, none, 0)?;
    let compile = py.get_attr_str(re, "_compile_template")?;
    py.call(compile, &[pattern, given])
}

/// What is made: text, or bytes.
struct Output {
    text: Builder,
    is_text: bool,
}

impl Output {
    fn add(&mut self, py: &mut Py, piece: Word) -> PyResult<()> {
        let text = match self.is_text {
            true => py.payload(piece, classes::STR).map(|string| py.text(string)),
            false => py.buffer(piece).map(Text::One),
        };
        let Some(text) = text else {
            let message = match self.is_text {
                true => format!("sequence item 0: expected str instance, {} found", py.type_name(piece)),
                false => {
                    format!("sequence item 0: expected a bytes-like object, {} found", py.type_name(piece))
                }
            };
            return Err(py.type_error(&message));
        };
        self.text.extend(text);
        Ok(())
    }

    fn add_part(&mut self, py: &mut Py, object: Word, start: usize, end: usize) -> PyResult<()> {
        let (text, _) = subject(py, object)?;
        let end = end.min(text.len());
        self.text.extend(text.slice(start.min(end), end));
        Ok(())
    }

    fn finish(self, py: &mut Py) -> PyResult {
        match &self.text {
            Builder::One(bytes) if !self.is_text => py.try_bytes(bytes),
            text => py.built_text(text),
        }
    }
}

/// Adds what a template is for a match.
fn fill(py: &mut Py, output: &mut Output, template: Word, found: Word) -> PyResult<()> {
    let items = py.get(template, classes::NATIVE_A);
    for index in 0..py.array_len(items) {
        let item = py.items::<Word>(items)[index];
        match py.as_int(item) {
            Some(group) => {
                let piece = part(py, found, group as usize, Word::NULL)?;
                if !py.is_none(piece) {
                    output.add(py, piece)?;
                }
            }
            None => output.add(py, item)?,
        }
    }
    Ok(())
}

pub(super) fn expand(py: &mut Py, found: Word, given: Word) -> PyResult {
    let pattern = py.get(found, classes::NATIVE_A);
    let template = compiled(py, pattern, given)?;
    if py.native_kind(template) != Some(Kind::Replacement) {
        return Ok(template);
    }
    let object = py.get(found, classes::NATIVE_B);
    let (_, is_text) = subject(py, object)?;
    let mut output = Output { text: Builder::default(), is_text };
    fill(py, &mut output, template, found)?;
    output.finish(py)
}

pub(super) fn sub(py: &mut Py, args: &[Word], counted: bool) -> PyResult {
    let (pattern, given, object) = (own(py, args[0])?, args[1], args[2]);
    let most = if args[3].is_null() { 0 } else { py.index(args[3])? };
    let replacement = replacement(py, pattern, given)?;
    let mut range = range(py, pattern, object, [Word::NULL; 2])?;
    let whole = range;
    let (_, is_text) = subject(py, object)?;
    let mut output = Output { text: Builder::default(), is_text };
    let (mut last, mut count) = (0, 0);
    while most == 0 || count < most {
        let Some(found) = apply(py, pattern, object, How::Search, range)? else { break };
        output.add_part(py, object, last, found.start)?;
        match replacement {
            Replacement::Literal(text) => output.add(py, text)?,
            Replacement::Template(template) => {
                let found = new_match(py, pattern, object, whole, &found);
                fill(py, &mut output, template, found)?;
            }
            Replacement::Function(function) => {
                let found = new_match(py, pattern, object, whole, &found);
                let piece = py.call(function, &[found])?;
                if !py.is_none(piece) {
                    output.add(py, piece)?;
                }
            }
        }
        count += 1;
        last = found.end;
        range.advance = found.end == found.start;
        range.start = found.end;
    }
    let result = if count == 0 && (py.is(object, classes::STR) || py.is(object, classes::BYTES)) {
        object
    } else {
        output.add_part(py, object, last, range.end)?;
        output.finish(py)?
    };
    if !counted {
        return Ok(result);
    }
    let count = py.new_int(count);
    Ok(py.new_tuple(&[result, count]))
}
