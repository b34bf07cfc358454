//! Traces and bridges: sections and their statements.

use super::super::cursor::Parsed;
use super::super::diagnostic::{ParseError, SectionSpans, SourceMap, Span};
use super::super::lexer::Token;
use super::super::names;
use super::op_parser::OpParser;
use super::scope::Scope;
use super::{Item, defaults};
use crate::op::Op;
use crate::snapshot::{Resume, Slot, Snapshot, SnapshotId};
use crate::trace::{Label, Section, Trace};
use crate::value::{Operand, Value};

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
        ops: OpParser::new(scope, item.start, item.end),
        owner,
        current: None,
        sections: Vec::new(),
        snapshots: Vec::new(),
        map: SourceMap::default(),
    };
    parser.item(item.end)?;
    let BodyParser { ops, sections, snapshots, map, .. } = parser;
    Ok((Trace { types: ops.values.types(), sections, snapshots }, map))
}

struct BodyParser<'t, 's> {
    ops: OpParser<'t, 's>,
    owner: Owner,
    current: Option<OpenSection>,
    sections: Vec<Section>,
    snapshots: Vec<Snapshot>,
    map: SourceMap,
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

impl BodyParser<'_, '_> {
    fn item(&mut self, end: usize) -> Parsed<()> {
        let first = self.ops.cursor.peek();
        let bare = names::label(first.word()).is_some();
        if !bare {
            let mut span = self.ops.cursor.previous_span();
            if self.ops.cursor.eat_word("trace") {
                span = first.span;
            }
            if self.ops.cursor.at("(") {
                let label = if self.owner == Owner::Trace { Label::START } else { Label::BRIDGE };
                self.section_header(label, span)?;
            } else if !self.ops.cursor.at("{") {
                return self.ops.cursor.unexpected("`(` and arguments, or `{` and sections");
            }
            self.ops.cursor.expect("{")?;
        }
        loop {
            let done = if bare { self.ops.cursor.pos >= end } else { self.ops.cursor.at("}") };
            if done {
                self.end_section()?;
                self.ops.cursor.advance();
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
        let token = self.ops.cursor.peek();
        if let Some(label) = names::label(token.word())
            && self.ops.cursor.nth(1).is_sign("(")
        {
            self.end_section()?;
            self.ops.cursor.advance();
            self.section_header(label, token.span)?;
            self.ops.cursor.expect(":")?;
            return Ok(());
        }
        if self.current.is_none() {
            return self.ops.cursor.unexpected("a label, such as `L0(p0):`");
        }
        self.statement()
    }

    /// `(p0, i1)`, and the interpreter's state if it is written.
    fn section_header(&mut self, label: Label, span: Span) -> Parsed<()> {
        self.ops.values.start_section();
        self.ops.implied_label = if self.owner == Owner::Trace { label } else { Label::START };
        self.ops.cursor.expect("(")?;
        let mut args = Vec::new();
        while !self.ops.cursor.eat(")") {
            let name = self.ops.cursor.name("an argument or `)`")?;
            args.push(self.ops.values.define(name)?);
            self.ops.cursor.separator(")")?;
        }
        let header = if self.ops.at_resume() {
            Some(self.ops.label_snapshot()?)
        } else if label == Label::START {
            let slots = args.iter().map(|&v| Slot::Operand(Operand::Value(v))).collect();
            let code = self.ops.codes.intern(&self.owner.code());
            Some(Snapshot::single(Resume::Reexecute, code, 0, slots))
        } else {
            None
        };
        let spans = SectionSpans { label: span.to(self.ops.cursor.previous_span()), ops: Vec::new() };
        self.current =
            Some(OpenSection { label, args, header, ops: Vec::new(), snapshots: Vec::new(), spans });
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        let first = self.ops.cursor.peek();
        let result = self.ops.result_name()?;
        let result_type = result.and_then(|name| names::value_type(name.word()));
        let mut kind = self.ops.operation(result_type)?;
        let span = first.span.to(self.ops.cursor.previous_span());
        let mut snapshot = None;
        if self.ops.cursor.at("{") {
            if kind.snapshot_mut().is_none() {
                let message = format!("only guards and `exit` have a snapshot, not `{}`", kind.name());
                return Err(ParseError::new(self.ops.cursor.peek().span, message));
            }
            snapshot = Some(self.ops.snapshot_block()?);
        }
        let result = result.map(|name| self.ops.values.define(name)).transpose()?;
        if let Some(section) = &mut self.current {
            section.ops.push(Op { result, kind });
            section.snapshots.push(snapshot);
            section.spans.ops.push(span);
        }
        Ok(())
    }

    /// Completes the current section, if there is one.
    fn end_section(&mut self) -> Parsed<()> {
        let Some(mut section) = self.current.take() else { return Ok(()) };
        let code = self.ops.codes.intern(&self.owner.code());
        let count = self.ops.values.count();
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
        self.ops.resolve_codes(&mut snapshot);
        self.snapshots.push(snapshot);
        SnapshotId(self.snapshots.len() as u32 - 1)
    }
}
