//! `_sre`: what `re` is built on. The matching itself is [`crate::regex`].
//!
//! A pattern is a `NATIVE`: A what it was made from, B a tuple of its group index (a dict), the names of its groups and its
//! program (an array of integers), I its flags, J how many groups it has.

pub mod matches;
pub mod pattern;
pub mod replace;
pub mod scanner;

use super::Constant;
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::regex::set::{self, Case};
use crate::regex::{self, Fault, Found, Matcher};
use crate::runtime::install::Function;
use crate::runtime::types;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("compile", "(pattern, flags, code, groups, groupindex, indexgroup)", compile),
    ("template", "(pattern, template, /)", replace::template),
    ("getcodesize", "()", |py, _| py.int_result(4)),
    ("ascii_iscased", "(character, /)", |py, args| is_cased(py, Case::Ascii, args)),
    ("unicode_iscased", "(character, /)", |py, args| is_cased(py, Case::Unicode, args)),
    ("ascii_tolower", "(character, /)", |py, args| to_lower(py, Case::Ascii, args)),
    ("unicode_tolower", "(character, /)", |py, args| to_lower(py, Case::Unicode, args)),
];

pub const CONSTANTS: &[Constant] = &[
    ("MAGIC", |py| {
        install(py);
        Ok(py.new_int(regex::MAGIC))
    }),
    ("CODESIZE", |_| Ok(Word::wrap_small(4))),
    ("MAXREPEAT", |py| Ok(py.new_int(regex::MAX_REPEAT))),
    ("MAXGROUPS", |py| Ok(py.new_int((1 << 30) - 1))),
];

/// The methods of the types, which nobody needs before the module is imported.
fn install(py: &mut Py) {
    py.add_methods(types::PATTERN, pattern::METHODS);
    py.add_getters(types::PATTERN, pattern::GETTERS);
    py.add_methods(types::MATCH, matches::METHODS);
    py.add_getters(types::MATCH, matches::GETTERS);
    py.add_methods(types::SCANNER, scanner::METHODS);
    py.add_getters(types::SCANNER, scanner::GETTERS);
    for ty in [types::PATTERN, types::MATCH, types::SCANNER] {
        py.type_changed(ty);
    }
}

fn is_cased(py: &mut Py, case: Case, args: &[Word]) -> PyResult {
    let c = py.index(args[0])?;
    py.bool_result(set::is_cased(case, c as u32))
}

fn to_lower(py: &mut Py, case: Case, args: &[Word]) -> PyResult {
    let c = py.index(args[0])?;
    Ok(py.new_int(set::lower(case, c as u32).into()))
}

fn compile(py: &mut Py, args: &[Word]) -> PyResult {
    let [source, flags, code, groups, index, names] = [0, 1, 2, 3, 4, 5].map(|n| args[n]);
    let (flags, groups) = (py.index(flags)?, py.index(groups)?);
    if !py.is(index, classes::DICT) || !py.is(names, classes::TUPLE) || !py.is(code, classes::LIST) {
        return Err(py.type_error("compile() takes a program as re makes it"));
    }
    if !(0..1 << 30).contains(&groups) {
        return Err(py.value_error("invalid number of groups"));
    }
    let numbers = py.collect(code)?;
    let mut program = Vec::with_capacity(numbers.len());
    for number in numbers.to_vec() {
        program.push(py.index(number)?);
    }
    let array = py.new_array(classes::INTS, program.len());
    py.items::<i64>(array).copy_from_slice(&program);
    let parts = py.new_tuple(&[index, names, array]);
    let pattern = py.new_native(Kind::Pattern, source, parts, Word::NULL);
    py.set_int(pattern, classes::NATIVE_I, flags);
    py.set_int(pattern, classes::NATIVE_J, groups);
    Ok(pattern)
}

/// What is matched: text or bytes, and whether it is text.
pub(super) fn subject<'a>(py: &mut Py, object: Word) -> PyResult<(Text<'a>, bool)> {
    if let Some(string) = py.payload(object, classes::STR) {
        return Ok((py.text(string), true));
    }
    match py.buffer(object) {
        Some(bytes) => Ok((Text::One(bytes), false)),
        None => {
            let message = format!("expected string or bytes-like object, got '{}'", py.type_name(object));
            Err(py.type_error(&message))
        }
    }
}

impl Py {
    /// A part of what was matched. Guest code may have made it shorter since.
    pub(super) fn matched_part(&mut self, object: Word, start: usize, end: usize) -> PyResult {
        if self.is(object, classes::STR) {
            return self.substring(object, start..end);
        }
        let (text, is_text) = subject(self, object)?;
        let end = end.min(text.len());
        let part = text.slice(start.min(end), end);
        match part {
            Text::One(bytes) if !is_text => {
                if self.is(object, classes::BYTES) && bytes.len() == text.len() {
                    return Ok(object);
                }
                self.try_bytes(bytes)
            }
            _ => self.try_text(part),
        }
    }
}

/// How a pattern is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// At the start.
    Match,
    /// From the start to the end.
    Full,
    Search,
}

/// Where in a text to look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub start: usize,
    pub end: usize,
    /// An empty match at the start does not count.
    pub advance: bool,
}

/// The next match of a pattern in a subject that fits it.
pub(super) fn apply(
    py: &mut Py,
    pattern: Word,
    object: Word,
    how: How,
    range: Range,
) -> PyResult<Option<Found>> {
    let (text, _) = subject(py, object)?;
    let end = range.end.min(text.len());
    let Range { start, advance, .. } = range;
    if start > end {
        return Ok(None);
    }
    let parts = py.get(pattern, classes::NATIVE_B);
    let program = py.items::<Word>(parts)[2];
    let program: &[i64] = py.items(program);
    let groups = py.get_int(pattern, classes::NATIVE_J) as usize;
    macro_rules! run {
        ($data:expr) => {{
            let mut matcher = Matcher::new(program, &$data[..end], groups);
            matcher.to_the_end = how == How::Full;
            match how {
                How::Search => regex::search(&mut matcher, start, advance),
                How::Match | How::Full => matcher.match_at(start, advance),
            }
        }};
    }
    let found = match text {
        Text::One(data) => run!(data),
        Text::Two(data) => run!(data),
        Text::Four(data) => run!(data),
    };
    found.map_err(|Fault::OutOfMemory| py.error_with(types::MEMORY_ERROR, &[]))
}
