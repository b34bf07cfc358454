//! `re.Pattern`.

use super::matches::new_match;
use super::{How, Range, apply, subject};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::types::support::CLASS_GETITEM;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("match", Plain, "(self, string, pos=0, endpos=None)", |py, args| one(py, How::Match, args)),
    ("fullmatch", Plain, "(self, string, pos=0, endpos=None)", |py, args| one(py, How::Full, args)),
    ("search", Plain, "(self, string, pos=0, endpos=None)", |py, args| one(py, How::Search, args)),
    ("findall", Plain, "(self, string, pos=0, endpos=None)", findall),
    ("finditer", Plain, "(self, string, pos=0, endpos=None)", super::scanner::finditer),
    ("scanner", Plain, "(self, string, pos=0, endpos=None)", super::scanner::scanner),
    ("split", Plain, "(self, string, maxsplit=0)", split),
    ("sub", Plain, "(self, repl, string, count=0)", |py, args| super::replace::sub(py, args, false)),
    ("subn", Plain, "(self, repl, string, count=0)", |py, args| super::replace::sub(py, args, true)),
    ("__copy__", Plain, "(self, /)", |_, args| Ok(args[0])),
    ("__deepcopy__", Plain, "(self, memo, /)", |_, args| Ok(args[0])),
    ("__repr__", Special, "(self, /)", repr),
    ("__eq__", Special, "(self, value, /)", |py, args| equal(py, args, true)),
    ("__ne__", Special, "(self, value, /)", |py, args| equal(py, args, false)),
    ("__hash__", Special, "(self, /)", hash),
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterEntry] = &[
    ("pattern", |py, pattern| {
        let pattern = own(py, pattern)?;
        Ok(py.get(pattern, classes::NATIVE_A))
    }),
    ("flags", |py, pattern| {
        let pattern = own(py, pattern)?;
        Ok(py.new_int(py.get_int(pattern, classes::NATIVE_I)))
    }),
    ("groups", |py, pattern| {
        let pattern = own(py, pattern)?;
        Ok(py.new_int(py.get_int(pattern, classes::NATIVE_J)))
    }),
    ("groupindex", |py, pattern| {
        let pattern = own(py, pattern)?;
        let index = group_index(py, pattern);
        Ok(py.new_native(Kind::MappingProxy, index, Word::NULL, Word::NULL))
    }),
];

pub(super) fn own(py: &mut Py, object: Word) -> PyResult {
    match py.native_kind(object) {
        Some(Kind::Pattern) => Ok(object),
        _ => Err(py.wrong_receiver(object, types::PATTERN)),
    }
}

/// The numbers of named groups.
pub(super) fn group_index(py: &Py, pattern: Word) -> Word {
    let parts = py.get(pattern, classes::NATIVE_B);
    py.items::<Word>(parts)[0]
}

/// The name of a group, or None.
pub(super) fn group_name(py: &Py, pattern: Word, group: usize) -> Word {
    let parts = py.get(pattern, classes::NATIVE_B);
    let names = py.items::<Word>(parts)[1];
    py.items::<Word>(names).get(group).copied().unwrap_or_else(|| py.none())
}

/// Checks that the pattern is for such a text, and clamps `pos` and `endpos`.
pub(super) fn range(py: &mut Py, pattern: Word, object: Word, bounds: [Word; 2]) -> PyResult<Range> {
    let mut ends = [0, usize::MAX];
    for (end, word) in ends.iter_mut().zip(bounds) {
        if !word.is_null() {
            *end = match py.try_index(word)? {
                Some(Some(index)) => index.max(0) as usize,
                Some(None) => {
                    let message = "Python int too large to convert to C ssize_t";
                    return Err(py.error(types::OVERFLOW_ERROR, message));
                }
                None => {
                    let message =
                        format!("'{}' object cannot be interpreted as an integer", py.type_name(word));
                    return Err(py.type_error(&message));
                }
            };
        }
    }
    let (text, is_text) = subject(py, object)?;
    let source = py.get(pattern, classes::NATIVE_A);
    let for_text = py.payload(source, classes::STR).is_some();
    if !py.is_none(source) && for_text != is_text {
        return Err(py.type_error(match for_text {
            true => "cannot use a string pattern on a bytes-like object",
            false => "cannot use a bytes pattern on a string-like object",
        }));
    }
    let end = ends[1].min(text.len());
    Ok(Range { start: ends[0].min(text.len()), end, advance: false })
}

fn one(py: &mut Py, how: How, args: &[Word]) -> PyResult {
    let pattern = own(py, args[0])?;
    let range = range(py, pattern, args[1], [args[2], args[3]])?;
    match apply(py, pattern, args[1], how, range)? {
        Some(found) => Ok(new_match(py, pattern, args[1], range, &found)),
        None => Ok(py.none()),
    }
}

fn findall(py: &mut Py, args: &[Word]) -> PyResult {
    let (pattern, object) = (own(py, args[0])?, args[1]);
    let mut range = range(py, pattern, object, [args[2], args[3]])?;
    let groups = py.get_int(pattern, classes::NATIVE_J) as usize;
    let all = py.new_list(&[]);
    while let Some(found) = apply(py, pattern, object, How::Search, range)? {
        let item = match groups {
            0 => py.matched_part(object, found.start, found.end)?,
            1 => group_or_empty(py, object, &found.marks[..2])?,
            _ => {
                let parts = py.rooted();
                for marks in found.marks.chunks_exact(2) {
                    let part = group_or_empty(py, object, marks)?;
                    parts.push(part);
                }
                py.new_tuple(&parts.to_vec())
            }
        };
        py.list_append(all, item)?;
        range.advance = found.end == found.start;
        range.start = found.end;
    }
    Ok(all)
}

fn group_or_empty(py: &mut Py, object: Word, marks: &[usize]) -> PyResult {
    if marks[0] == crate::regex::matcher::NOWHERE || marks[1] == crate::regex::matcher::NOWHERE {
        return py.matched_part(object, 0, 0);
    }
    py.matched_part(object, marks[0], marks[1])
}

fn split(py: &mut Py, args: &[Word]) -> PyResult {
    let (pattern, object) = (own(py, args[0])?, args[1]);
    let most = if args[2].is_null() { 0 } else { py.index(args[2])? };
    let mut range = range(py, pattern, object, [Word::NULL; 2])?;
    let (parts, mut last, mut count) = (py.new_list(&[]), 0, 0);
    while most == 0 || count < most {
        let Some(found) = apply(py, pattern, object, How::Search, range)? else { break };
        let before = py.matched_part(object, last, found.start)?;
        py.list_append(parts, before)?;
        for marks in found.marks.chunks_exact(2) {
            let part = match marks[1] {
                crate::regex::matcher::NOWHERE => py.none(),
                end => py.matched_part(object, marks[0], end)?,
            };
            py.list_append(parts, part)?;
        }
        count += 1;
        last = found.end;
        range.advance = found.end == found.start;
        range.start = found.end;
    }
    let rest = py.matched_part(object, last, range.end)?;
    py.list_append(parts, rest)?;
    Ok(parts)
}

/// Names of flags, in the order of their bits.
const FLAGS: [(&str, i64); 8] = [
    ("re.IGNORECASE", 2),
    ("re.LOCALE", 4),
    ("re.MULTILINE", 8),
    ("re.DOTALL", 16),
    ("re.UNICODE", 32),
    ("re.VERBOSE", 64),
    ("re.DEBUG", 128),
    ("re.ASCII", 256),
];

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let pattern = own(py, args[0])?;
    let source = py.get(pattern, classes::NATIVE_A);
    let mut flags = py.get_int(pattern, classes::NATIVE_I);
    // That it is about text is plain to see.
    if py.payload(source, classes::STR).is_some() && flags & (4 | 32 | 256) == 32 {
        flags &= !32;
    }
    let source: String = py.repr_string(source)?.chars().take(200).collect();
    let mut names: Vec<String> = Vec::new();
    for (name, bit) in FLAGS {
        if flags & bit != 0 {
            names.push(name.to_string());
            flags &= !bit;
        }
    }
    if flags != 0 {
        names.push(format!("{flags:#x}"));
    }
    let separator = if names.is_empty() { "" } else { ", " };
    Ok(py.new_str(&format!("re.compile({source}{separator}{})", names.join("|"))))
}

fn equal(py: &mut Py, args: &[Word], wanted: bool) -> PyResult {
    let (a, b) = (own(py, args[0])?, args[1]);
    if py.native_kind(b) != Some(Kind::Pattern) {
        return Ok(py.not_implemented());
    }
    let [source_a, source_b] = [a, b].map(|pattern| py.get(pattern, classes::NATIVE_A));
    let same_numbers = py.get_int(a, classes::NATIVE_I) == py.get_int(b, classes::NATIVE_I)
        && program(py, a) == program(py, b)
        && py.type_of(source_a) == py.type_of(source_b);
    let same = a == b || same_numbers && py.eq(source_a, source_b)?;
    py.bool_result(same == wanted)
}

fn program<'a>(py: &Py, pattern: Word) -> &'a [i64] {
    let parts = py.get(pattern, classes::NATIVE_B);
    py.items(py.items::<Word>(parts)[2])
}

fn hash(py: &mut Py, args: &[Word]) -> PyResult {
    let pattern = own(py, args[0])?;
    let source = py.get(pattern, classes::NATIVE_A);
    let hash = py.hash(source)? ^ py.get_int(pattern, classes::NATIVE_I);
    Ok(py.new_int(hash))
}
