//! `str.translate` and the tables for it.

use super::text::{Str, own};
use crate::object::classes;
use crate::object::py::{Py, PyResult};
use crate::object::text::Text;
use crate::runtime::types;
use crate::text::build::Builder;
use lathe_heap::Word;
use rustc_hash::FxHashMap;

/// What a code point becomes.
#[derive(Clone, Debug)]
enum Becomes {
    Itself,
    Text(Builder),
}

pub fn translate(py: &mut Py, args: &[Word]) -> PyResult {
    let text = own::<Str>(py, args[0])?;
    // Tables are asked once for a code point, as they are usually dicts.
    let exact_dict = py.is(args[1], classes::DICT);
    let mut known: FxHashMap<u32, Becomes> = FxHashMap::default();
    let mut out = Builder::with_capacity(text.len());
    for c in text.code_points() {
        let becomes = match known.get(&c) {
            Some(becomes) => becomes.clone(),
            None => {
                let becomes = mapped(py, args[1], c)?;
                if exact_dict {
                    known.insert(c, becomes.clone());
                }
                becomes
            }
        };
        match becomes {
            Becomes::Itself => out.push(c),
            Becomes::Text(text) => out.extend(text.text()),
        }
    }
    py.built_text(&out)
}

fn mapped(py: &mut Py, table: Word, c: u32) -> PyResult<Becomes> {
    let key = py.new_int(c.into());
    let value = match py.get_item_of(table, key) {
        Ok(value) => value,
        Err(raised) if py.is_instance(raised.0, types::LOOKUP_ERROR) => return Ok(Becomes::Itself),
        Err(raised) => return Err(raised),
    };
    let mut text = Builder::default();
    if py.is_none(value) {
        return Ok(Becomes::Text(text));
    }
    if let Some(string) = py.payload(value, classes::STR) {
        text.extend(py.text(string));
        return Ok(Becomes::Text(text));
    }
    if !py.is_instance(value, types::INT) {
        return Err(py.type_error("character mapping must return integer, None or str"));
    }
    match py.try_index(value)?.flatten() {
        Some(point @ 0..0x11_0000) => {
            text.push(point as u32);
            Ok(Becomes::Text(text))
        }
        _ => Err(py.value_error("character mapping must be in range(0x110000)")),
    }
}

pub fn maketrans(py: &mut Py, args: &[Word]) -> PyResult {
    let (x, y, z) = (args[0], args[1], args[2]);
    let table = py.new_dict();
    if y.is_null() {
        return from_dict(py, x, table);
    }
    let to = string_argument(py, y, 2)?;
    let removed = if z.is_null() { Text::One(&[]) } else { string_argument(py, z, 3)? };
    let Some(from) = py.payload(x, classes::STR).map(|x| py.text(x)) else {
        return Err(py.type_error("first maketrans argument must be a string if there is a second argument"));
    };
    if from.len() != to.len() {
        return Err(py.value_error("the first two maketrans arguments must have equal length"));
    }
    for (from, to) in from.code_points().zip(to.code_points()) {
        let (key, value) = (py.new_int(from.into()), py.new_int(to.into()));
        py.dict_set(table, key, value)?;
    }
    let none = py.none();
    for c in removed.code_points() {
        let key = py.new_int(c.into());
        py.dict_set(table, key, none)?;
    }
    Ok(table)
}

fn string_argument<'a>(py: &mut Py, word: Word, number: usize) -> PyResult<Text<'a>> {
    match py.payload(word, classes::STR) {
        Some(string) => Ok(py.text(string)),
        None => {
            let message = format!("maketrans() argument {number} must be str, not {}", py.type_name(word));
            Err(py.type_error(&message))
        }
    }
}

fn from_dict(py: &mut Py, dict: Word, table: Word) -> PyResult {
    let Some(dict) = py.payload(dict, classes::DICT) else {
        return Err(py.type_error("if you give only one argument to maketrans it must be a dict"));
    };
    let mut position = 0;
    while let Some((key, value)) = py.dict_next(dict, &mut position) {
        let key = if let Some(string) = py.payload(key, classes::STR) {
            let text = py.text(string);
            if text.len() != 1 {
                return Err(py.value_error("string keys in translation table must be of length 1"));
            }
            py.new_int(text.get(0).into())
        } else if py.is_instance(key, types::INT) {
            key
        } else {
            return Err(py.type_error("keys in translation table must be strings or integers"));
        };
        py.dict_set(table, key, value)?;
    }
    Ok(table)
}
