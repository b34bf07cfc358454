//! `re.Match`: A pattern, B what was matched, C the places of all groups and last the number of the group that was closed last, I and J
//! where was looked.

use super::Range;
use super::pattern::{group_index, group_name};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::{Py, PyResult};
use crate::regex::Found;
use crate::regex::matcher::NOWHERE;
use crate::runtime::install::{GetterEntry, Method};
use crate::runtime::native::NativeKind::{Method as Plain, Special};
use crate::runtime::types;
use crate::types::support::CLASS_GETITEM;
use lathe_heap::Word;

pub const METHODS: &[Method] = &[
    ("group", Plain, "(self, /, *args)", group),
    ("__getitem__", Special, "(self, key, /)", |py, args| {
        let number = number_of(py, args[0], args[1])?;
        part(py, args[0], number, Word::NULL)
    }),
    ("groups", Plain, "(self, default=None)", groups),
    ("groupdict", Plain, "(self, default=None)", groupdict),
    ("start", Plain, "(self, group=0, /)", |py, args| {
        let (start, _) = place_of(py, args)?;
        Ok(py.new_int(start))
    }),
    ("end", Plain, "(self, group=0, /)", |py, args| {
        let (_, end) = place_of(py, args)?;
        Ok(py.new_int(end))
    }),
    ("span", Plain, "(self, group=0, /)", |py, args| {
        let (start, end) = place_of(py, args)?;
        Ok(pair(py, start, end))
    }),
    ("expand", Plain, "(self, template)", |py, args| {
        own(py, args[0])?;
        super::replace::expand(py, args[0], args[1])
    }),
    ("__copy__", Plain, "(self, /)", |_, args| Ok(args[0])),
    ("__deepcopy__", Plain, "(self, memo, /)", |_, args| Ok(args[0])),
    ("__repr__", Special, "(self, /)", repr),
    CLASS_GETITEM,
];

pub const GETTERS: &[GetterEntry] = &[
    ("re", |py, object| {
        own(py, object)?;
        Ok(py.get(object, classes::NATIVE_A))
    }),
    ("string", |py, object| {
        own(py, object)?;
        Ok(py.get(object, classes::NATIVE_B))
    }),
    ("pos", |py, object| {
        own(py, object)?;
        Ok(py.new_int(py.get_int(object, classes::NATIVE_I)))
    }),
    ("endpos", |py, object| {
        own(py, object)?;
        Ok(py.new_int(py.get_int(object, classes::NATIVE_J)))
    }),
    ("lastindex", |py, object| {
        let last = *own(py, object)?.last().expect("it is the last");
        Ok(if last < 0 { py.none() } else { py.new_int(last) })
    }),
    ("lastgroup", |py, object| {
        let last = *own(py, object)?.last().expect("it is the last");
        let pattern = py.get(object, classes::NATIVE_A);
        Ok(if last < 0 { py.none() } else { group_name(py, pattern, last as usize) })
    }),
    ("regs", |py, object| {
        let places = own(py, object)?;
        let pairs = py.rooted();
        for place in places[..places.len() - 1].chunks_exact(2) {
            let pair = pair(py, place[0], place[1]);
            pairs.push(pair);
        }
        Ok(py.new_tuple(&pairs.to_vec()))
    }),
];

fn pair(py: &mut Py, start: i64, end: i64) -> Word {
    let [start, end] = [start, end].map(Word::wrap_small);
    py.new_tuple(&[start, end])
}

pub(super) fn new_match(py: &mut Py, pattern: Word, object: Word, range: Range, found: &Found) -> Word {
    let places = py.new_array(classes::INTS, found.marks.len() + 3);
    let numbers = py.items::<i64>(places);
    (numbers[0], numbers[1]) = (found.start as i64, found.end as i64);
    for (place, marks) in numbers[2..].chunks_exact_mut(2).zip(found.marks.chunks_exact(2)) {
        let set = marks[0] != NOWHERE && marks[1] != NOWHERE;
        (place[0], place[1]) = if set { (marks[0] as i64, marks[1] as i64) } else { (-1, -1) };
    }
    numbers[found.marks.len() + 2] = found.last.map_or(-1, |last| last as i64);
    let result = py.new_native(Kind::Match, pattern, object, places);
    py.set_int(result, classes::NATIVE_I, range.start as i64);
    py.set_int(result, classes::NATIVE_J, range.end as i64);
    result
}

/// The places of a match.
fn own<'a>(py: &mut Py, object: Word) -> PyResult<&'a [i64]> {
    match py.native_kind(object) {
        Some(Kind::Match) => Ok(py.items(py.get(object, classes::NATIVE_C))),
        _ => Err(py.wrong_receiver(object, types::MATCH)),
    }
}

/// The number of a group that is given by its number or name.
fn number_of(py: &mut Py, object: Word, group: Word) -> PyResult<usize> {
    let places = own(py, object)?;
    let number = match py.try_index(group)? {
        Some(number) => number,
        None => {
            let pattern = py.get(object, classes::NATIVE_A);
            let index = group_index(py, pattern);
            match py.dict_get(index, group) {
                Ok(Some(number)) => py.as_int(number),
                _ => None,
            }
        }
    };
    match number.and_then(|number| usize::try_from(number).ok()) {
        Some(number) if number < places.len() / 2 => Ok(number),
        _ => Err(py.error(types::INDEX_ERROR, "no such group")),
    }
}

/// What a group has matched, or the default (null: None).
pub(super) fn part(py: &mut Py, object: Word, group: usize, default: Word) -> PyResult {
    let places = own(py, object)?;
    let (start, end) = (places[2 * group], places[2 * group + 1]);
    if start < 0 || end < 0 {
        return Ok(if default.is_null() { py.none() } else { default });
    }
    let text = py.get(object, classes::NATIVE_B);
    py.matched_part(text, start as usize, end as usize)
}

fn group(py: &mut Py, args: &[Word]) -> PyResult {
    own(py, args[0])?;
    match py.items::<Word>(args[1]) {
        [] => part(py, args[0], 0, Word::NULL),
        [one] => {
            let number = number_of(py, args[0], *one)?;
            part(py, args[0], number, Word::NULL)
        }
        several => {
            let parts = py.rooted();
            for &one in several.iter() {
                let number = number_of(py, args[0], one)?;
                let part = part(py, args[0], number, Word::NULL)?;
                parts.push(part);
            }
            Ok(py.new_tuple(&parts.to_vec()))
        }
    }
}

fn groups(py: &mut Py, args: &[Word]) -> PyResult {
    let count = own(py, args[0])?.len() / 2;
    let parts = py.rooted();
    for number in 1..count {
        let part = part(py, args[0], number, args[1])?;
        parts.push(part);
    }
    Ok(py.new_tuple(&parts.to_vec()))
}

fn groupdict(py: &mut Py, args: &[Word]) -> PyResult {
    own(py, args[0])?;
    let pattern = py.get(args[0], classes::NATIVE_A);
    let (index, dict) = (group_index(py, pattern), py.new_dict());
    let mut position = 0;
    while let Some((name, _)) = py.dict_next(index, &mut position) {
        let number = number_of(py, args[0], name)?;
        let part = part(py, args[0], number, args[1])?;
        py.dict_set(dict, name, part)?;
    }
    Ok(dict)
}

fn place_of(py: &mut Py, args: &[Word]) -> PyResult<(i64, i64)> {
    let number = if args[1].is_null() { 0 } else { number_of(py, args[0], args[1])? };
    let places = own(py, args[0])?;
    Ok((places[2 * number], places[2 * number + 1]))
}

fn repr(py: &mut Py, args: &[Word]) -> PyResult {
    let (start, end) = place_of(py, &[args[0], Word::NULL])?;
    let part = part(py, args[0], 0, Word::NULL)?;
    let shown: String = py.repr_string(part)?.chars().take(50).collect();
    Ok(py.new_str(&format!("<re.Match object; span=({start}, {end}), match={shown}>")))
}
