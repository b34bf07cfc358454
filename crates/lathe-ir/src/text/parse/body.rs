//! Traces and bridges: sections and their statements.

use super::super::cursor::{Cursor, Parsed};
use super::super::diagnostic::{ParseError, SectionSpans, SourceMap, Span};
use super::super::lexer::Token;
use super::super::names;
use super::scope::Scope;
use super::values::{ValueNames, not_a_value};
use super::{Item, defaults};
use crate::descriptors::CodeId;
use crate::op::Op;
use crate::snapshot::{Resume, Slot, Snapshot, SnapshotId};
use crate::trace::{Label, Section, Trace};
use crate::value::{Operand, Value};
use rustc_hash::FxHashMap;

/// What the sections belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Trace,
    /// Which bridge of the file.
    Bridge(usize),
}

impl Owner {
    /// The code that default snapshots name.
    fn code(self) -> String {
        match self {
            Owner::Trace => "trace".to_string(),
            Owner::Bridge(number) => format!("bridge{number}"),
        }
    }
}

/// Parses a trace, or a bridge from after its guard's name on.
pub(super) fn parse(scope: &mut Scope, item: Item<'_>, owner: Owner) -> Parsed<(Trace, SourceMap)> {
    let mut parser = BodyParser {
        cursor: item.start,
        scope,
        owner,
        values: ValueNames::new(item.start, item.end),
        codes: Codes::default(),
        current: None,
        sections: Vec::new(),
        snapshots: Vec::new(),
        map: SourceMap::default(),
    };
    parser.item(item.end)?;
    let BodyParser { values, sections, snapshots, map, .. } = parser;
    Ok((Trace { types: values.into_types(), sections, snapshots }, map))
}

pub(super) struct BodyParser<'t, 's> {
    pub cursor: Cursor<'t>,
    pub scope: &'s mut Scope,
    owner: Owner,
    pub values: ValueNames<'t>,
    pub codes: Codes,
    current: Option<OpenSection>,
    sections: Vec<Section>,
    snapshots: Vec<Snapshot>,
    map: SourceMap,
}

/// Names of guest code in the order of the text. They get their final ids when a section ends: a default snapshot comes
/// before later written ones, but is known only then, and printing what was parsed must not change the order.
#[derive(Debug, Default)]
pub(super) struct Codes {
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

/// A section that is being read.
struct OpenSection {
    label: Label,
    args: Vec<Value>,
    header: Option<Snapshot>,
    ops: Vec<Op>,
    /// The written snapshot of each op.
    snapshots: Vec<Option<Snapshot>>,
    spans: SectionSpans,
}

impl<'t> BodyParser<'t, '_> {
    fn item(&mut self, end: usize) -> Parsed<()> {
        let first = self.cursor.peek();
        let bare = names::label(first.word()).is_some();
        if !bare {
            let mut span = self.cursor.previous_span();
            if self.cursor.eat_word("trace") {
                span = first.span;
            }
            if self.cursor.at("(") {
                let label = if self.owner == Owner::Trace { Label::START } else { Label::BRIDGE };
                self.section_header(label, span)?;
            } else if !self.cursor.at("{") {
                return self.cursor.unexpected("`(` and arguments, or `{` and sections");
            }
            self.cursor.expect("{")?;
        }
        loop {
            let done = if bare { self.cursor.pos >= end } else { self.cursor.at("}") };
            if done {
                self.end_section()?;
                self.cursor.next();
                return self.expect_sections(first);
            }
            self.label_or_statement()?;
        }
    }

    fn expect_sections(&self, first: &Token<'_>) -> Parsed<()> {
        if self.sections.is_empty() {
            return Err(ParseError::new(first.span, "this trace has no sections"));
        }
        Ok(())
    }

    fn label_or_statement(&mut self) -> Parsed<()> {
        let token = self.cursor.peek();
        if let Some(label) = names::label(token.word())
            && self.cursor.nth(1).is_sign("(")
        {
            self.end_section()?;
            self.cursor.next();
            self.section_header(label, token.span)?;
            self.cursor.expect(":")?;
            return Ok(());
        }
        if self.current.is_none() {
            return self.cursor.unexpected("a label, such as `L0(p0):`");
        }
        self.statement()
    }

    /// `(p0, i1)`, and the interpreter's state if it is written.
    fn section_header(&mut self, label: Label, span: Span) -> Parsed<()> {
        self.values.start_section();
        self.cursor.expect("(")?;
        let mut args = Vec::new();
        while !self.cursor.eat(")") {
            let name = self.cursor.name("an argument or `)`")?;
            args.push(self.values.define(name)?);
            self.cursor.separator(")")?;
        }
        let header = if self.at_resume() {
            Some(self.label_snapshot()?)
        } else if label == Label::START {
            let slots = args.iter().map(|&v| Slot::Operand(Operand::Value(v))).collect();
            let code = self.codes.intern(&self.owner.code());
            Some(Snapshot::single(Resume::Reexecute, code, 0, slots))
        } else {
            None
        };
        let spans = SectionSpans { label: span.to(self.cursor.previous_span()), ops: Vec::new() };
        self.current =
            Some(OpenSection { label, args, header, ops: Vec::new(), snapshots: Vec::new(), spans });
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        let first = self.cursor.peek();
        let result = self.result_name()?;
        let result_type = result.and_then(|name| names::value_type(name.word()));
        let mut kind = self.operation(result_type)?;
        let span = first.span.to(self.cursor.previous_span());
        let mut snapshot = None;
        if self.cursor.at("{") {
            if kind.snapshot_mut().is_none() {
                let message = format!("only guards and `exit` have a snapshot, not `{}`", kind.name());
                return Err(ParseError::new(self.cursor.peek().span, message));
            }
            snapshot = Some(self.snapshot_block()?);
        }
        let result = result.map(|name| self.values.define(name)).transpose()?;
        if let Some(section) = &mut self.current {
            section.ops.push(Op { result, kind });
            section.snapshots.push(snapshot);
            section.spans.ops.push(span);
        }
        Ok(())
    }

    /// `i3 =`, if it is there.
    fn result_name(&mut self) -> Parsed<Option<&'t Token<'t>>> {
        if !(self.cursor.peek().is_any_name() && self.cursor.nth(1).is_sign("=")) {
            return Ok(None);
        }
        let name = self.cursor.next();
        if names::value_type(name.word()).is_none() {
            return Err(not_a_value(name));
        }
        self.cursor.next();
        Ok(Some(name))
    }

    /// Where a jump goes that names no label.
    pub fn implied_label(&self) -> Label {
        match (self.owner, &self.current) {
            (Owner::Trace, Some(section)) => section.label,
            (Owner::Trace, None) | (Owner::Bridge(_), _) => Label::START,
        }
    }

    /// Completes the current section, if there is one.
    fn end_section(&mut self) -> Parsed<()> {
        let Some(mut section) = self.current.take() else { return Ok(()) };
        let code = self.codes.intern(&self.owner.code());
        let count = self.values.count();
        defaults::fill(&section.args, &section.ops, &section.spans.ops, &mut section.snapshots, code, count)?;
        let header = section.header.map(|snapshot| self.add_snapshot(snapshot));
        for (op, snapshot) in section.ops.iter_mut().zip(section.snapshots) {
            if let (Some(id), Some(snapshot)) = (op.kind.snapshot_mut(), snapshot) {
                *id = self.add_snapshot(snapshot);
            }
        }
        let OpenSection { label, args, ops, .. } = section;
        self.sections.push(Section { label, args, snapshot: header, ops });
        self.map.sections.push(section.spans);
        Ok(())
    }

    fn add_snapshot(&mut self, mut snapshot: Snapshot) -> SnapshotId {
        for frame in &mut snapshot.frames {
            frame.code = self.scope.intern_code(&self.codes.names[frame.code.index()]);
        }
        self.snapshots.push(snapshot);
        SnapshotId(self.snapshots.len() as u32 - 1)
    }
}
