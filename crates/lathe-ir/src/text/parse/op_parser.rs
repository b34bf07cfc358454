//! What reading an op takes: tokens, names of descriptors, names of values, names of guest code.
//!
//! Ops (`ops.rs`, `operands.rs`) and snapshots (`snapshots.rs`) read alike whatever they stand in: sections of a trace here,
//! blocks of a graph in another crate.

use super::super::cursor::{Cursor, Parsed};
use super::super::lexer::Token;
use super::super::names;
use super::scope::Scope;
use super::values::{ValueNames, not_a_value};
use crate::descriptors::CodeId;
use crate::snapshot::Snapshot;
use crate::trace::Label;
use rustc_hash::FxHashMap;

#[derive(Debug)]
pub struct OpParser<'t, 's> {
    pub cursor: Cursor<'t>,
    pub scope: &'s mut Scope,
    pub values: ValueNames<'t>,
    pub codes: Codes,
    /// Where a jump goes that names no label.
    pub implied_label: Label,
}

/// Names of guest code in the order of the text. They get their final ids later: a default snapshot comes
/// before later written ones, but is known only then, and printing what was parsed must not change the order.
#[derive(Debug, Default)]
pub struct Codes {
    names: Vec<String>,
    ids: FxHashMap<String, CodeId>,
}

impl Codes {
    pub fn intern(&mut self, name: &str) -> CodeId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = CodeId(self.names.len() as u32);
        self.names.push(name.to_string());
        self.ids.insert(name.to_string(), id);
        id
    }
}

impl<'t, 's> OpParser<'t, 's> {
    /// For the tokens from `start` to `end`.
    pub fn new(scope: &'s mut Scope, start: Cursor<'t>, end: usize) -> OpParser<'t, 's> {
        OpParser {
            cursor: start,
            scope,
            values: ValueNames::new(start, end),
            codes: Codes::default(),
            implied_label: Label::START,
        }
    }

    /// `i3 =`, if it is there.
    pub fn result_name(&mut self) -> Parsed<Option<&'t Token<'t>>> {
        if !(self.cursor.peek().is_any_name() && self.cursor.nth(1).is_sign("=")) {
            return Ok(None);
        }
        let name = self.cursor.advance();
        if names::value_type(name.word()).is_none() {
            return Err(not_a_value(name));
        }
        self.cursor.advance();
        Ok(Some(name))
    }

    /// Gives the code names of a snapshot their final ids.
    pub fn resolve_codes(&mut self, snapshot: &mut Snapshot) {
        for frame in &mut snapshot.frames {
            frame.code = self.scope.intern_code(&self.codes.names[frame.code.index()]);
        }
    }
}
