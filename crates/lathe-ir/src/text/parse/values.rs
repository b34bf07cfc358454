//! Names of values: which [`Value`] a name such as `i3` stands for.
//!
//! The number in a name is kept as the value's index where that is possible, so that printing gives back the author's
//! names. It is not possible for the second of `i5` and `p5`, nor for huge numbers (the table of types is dense): these
//! get indices above every number that the author used.

use super::super::cursor::{Cursor, Parsed};
use super::super::diagnostic::ParseError;
use super::super::lexer::Token;
use super::super::names;
use crate::value::{Type, Value};
use rustc_hash::FxHashMap;

/// Numbers from here on are not kept.
const KEPT: u32 = 65536;

#[derive(Debug)]
pub struct ValueNames<'t> {
    by_name: FxHashMap<&'t str, Value>,
    /// `None`: no value has this index.
    types: Vec<Option<Type>>,
    fresh: u32,
    /// The section, counted from 1, that last defined the value.
    defined_in: Vec<u32>,
    section: u32,
}

impl<'t> ValueNames<'t> {
    /// Names for the tokens from `start` to `end`.
    pub fn new(mut start: Cursor<'t>, end: usize) -> ValueNames<'t> {
        let mut fresh = 0;
        while start.pos < end && !start.at_end() {
            fresh = fresh.max(kept_number(start.advance().word()).map_or(0, |n| n + 1));
        }
        let (by_name, types, defined_in) = Default::default();
        ValueNames { by_name, types, fresh, defined_in, section: 0 }
    }

    /// Forgets what is defined: a section is a scope of its own.
    pub fn start_section(&mut self) {
        self.section += 1;
    }

    /// The value that a name is defined to be here. A name means the same value in all sections.
    pub fn define(&mut self, name: &'t Token<'t>) -> Parsed<Value> {
        let Some(ty) = names::value_type(name.word()) else { return Err(not_a_value(name)) };
        let word = name.word();
        let value = match self.by_name.get(word) {
            Some(&value) => value,
            None => {
                let kept =
                    kept_number(word).filter(|&n| self.types.get(n as usize).is_none_or(Option::is_none));
                let index = kept.unwrap_or_else(|| {
                    self.fresh += 1;
                    self.fresh - 1
                });
                if self.types.len() <= index as usize {
                    self.types.resize(index as usize + 1, None);
                    self.defined_in.resize(index as usize + 1, 0);
                }
                self.types[index as usize] = Some(ty);
                self.by_name.insert(word, Value(index));
                Value(index)
            }
        };
        if std::mem::replace(&mut self.defined_in[value.index()], self.section) == self.section {
            return Err(ParseError::new(name.span, format!("`{word}` is defined twice")));
        }
        Ok(value)
    }

    /// Defines every name that has a definition among the tokens from `start` to `end`, wherever it is used: in a graph the
    /// order of the text means nothing.
    pub fn define_all(&mut self, mut start: Cursor<'t>, end: usize) -> Parsed<()> {
        self.start_section();
        let mut after_dot = false;
        while start.pos < end && !start.at_end() {
            let token = start.advance();
            // `p3.i1 = v0` in a snapshot stores into a field called `i1`.
            if start.at("=") && !after_dot && names::value_type(token.word()).is_some() {
                self.define(token)?;
            }
            after_dot = token.is_sign(".");
        }
        Ok(())
    }

    /// The value that a name stands for.
    pub fn resolve(&self, name: &Token<'_>) -> Parsed<Value> {
        let word = name.word();
        if names::value_type(word).is_none() {
            return Err(not_a_value(name));
        }
        match self.by_name.get(word) {
            Some(&value) if self.defined_in[value.index()] == self.section => Ok(value),
            Some(_) => {
                let message =
                    format!("`{word}` is not defined in this section; it could be an argument of the label");
                Err(ParseError::new(name.span, message))
            }
            None => {
                let others = ["i", "f", "p"].map(|letter| format!("{letter}{}", &word[1..]));
                let hint = others.iter().find(|other| self.is_defined(other));
                let hint = hint.map(|other| format!("; did you mean `{other}`?")).unwrap_or_default();
                Err(ParseError::new(name.span, format!("`{word}` is not defined here{hint}")))
            }
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|value| self.defined_in[value.index()] == self.section)
    }

    pub fn ty(&self, value: Value) -> Type {
        self.types[value.index()].unwrap_or(Type::Int)
    }

    /// One more than the largest index.
    pub fn count(&self) -> usize {
        self.types.len()
    }

    /// The types by index; indices that no name has are ints.
    pub fn types(&self) -> Vec<Type> {
        self.types.iter().map(|ty| ty.unwrap_or(Type::Int)).collect()
    }
}

fn kept_number(word: &str) -> Option<u32> {
    names::value_type(word)?;
    word[1..].parse().ok().filter(|&n| n < KEPT)
}

pub(super) fn not_a_value(name: &Token<'_>) -> ParseError {
    let message = format!(
        "{} is not the name of a value: values are called i3 (int), f4 (float) or p5 (ref)",
        name.describe()
    );
    ParseError::new(name.span, message)
}
