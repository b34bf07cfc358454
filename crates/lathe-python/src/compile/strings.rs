//! f-strings, t-strings, and docstrings.

use super::literal::{interpolated_literal, string_points, text};
use super::{Compiler, Done};
use crate::bytecode::{Constant, Conversion, Instr, Register, Text};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, ConversionFlag, FStringPart, InterpolatedStringElement};
use ruff_text_size::{Ranged, TextRange};

/// So many pieces are joined at once.
const MAX_PIECES: u16 = 128;

/// Consecutive registers with strings, and a literal that goes on.
struct Pieces {
    base: Option<Register>,
    count: u16,
    literal: Vec<u32>,
    range: TextRange,
}

impl<'a> Compiler<'a> {
    pub(crate) fn f_string(&mut self, node: &'a ast::ExprFString, dst: Register) -> Done {
        let mut elements = node.value.elements();
        if let (1, Some(InterpolatedStringElement::Interpolation(only)), None) =
            (node.value.as_slice().len(), elements.next(), elements.next())
            && only.debug_text.is_none()
        {
            let result = self.intermediate(dst);
            self.formatted(only, false, result)?;
            self.move_to(node.range(), dst, result);
            return Ok(());
        }
        let mut pieces = Pieces { base: None, count: 0, literal: Vec::new(), range: node.range() };
        for part in node.value.as_slice() {
            match part {
                FStringPart::Literal(literal) => pieces.literal.extend(string_points(self.source, literal)),
                FStringPart::FString(f_string) => {
                    let raw = f_string.flags.prefix().is_raw();
                    self.elements(&mut pieces, &f_string.elements, raw)?;
                }
            }
        }
        self.join(pieces, dst);
        Ok(())
    }

    fn elements(
        &mut self,
        pieces: &mut Pieces,
        elements: &'a [InterpolatedStringElement],
        raw: bool,
    ) -> Done {
        for element in elements {
            match element {
                InterpolatedStringElement::Literal(literal) => {
                    pieces.literal.extend(interpolated_literal(self.source, literal, raw));
                }
                InterpolatedStringElement::Interpolation(node) => {
                    if let Some(debug) = &node.debug_text {
                        pieces.literal.extend(debug.as_str().chars().map(u32::from));
                    }
                    self.flush(pieces);
                    let piece = self.new_piece(pieces);
                    self.formatted(node, raw, piece)?;
                }
            }
        }
        Ok(())
    }

    /// `{expression!r:spec}`
    fn formatted(&mut self, node: &'a ast::InterpolatedElement, raw: bool, dst: Register) -> Done {
        let range = node.range();
        let mark = self.unit.mark();
        let mut src = self.value(&node.expression)?;
        let conversion = conversion(node);
        if conversion != Conversion::None {
            self.emit(range, Instr::Convert { conversion, dst, src });
            src = dst;
        }
        match &node.format_spec {
            None => self.emit(range, Instr::Format { dst, src }),
            Some(spec) => {
                let register = self.temporary();
                self.format_spec(spec, raw, register)?;
                self.emit(range, Instr::FormatSpec { dst, src, spec: register });
            }
        }
        self.unit.free_to(mark);
        Ok(())
    }

    fn format_spec(&mut self, spec: &'a ast::InterpolatedStringFormatSpec, raw: bool, dst: Register) -> Done {
        let mut pieces = Pieces { base: None, count: 0, literal: Vec::new(), range: spec.range() };
        stacker::maybe_grow(128 << 10, 4 << 20, || self.elements(&mut pieces, &spec.elements, raw))?;
        self.join(pieces, dst);
        Ok(())
    }

    /// A register for the next piece. When there are many, those so far are joined.
    fn new_piece(&mut self, pieces: &mut Pieces) -> Register {
        match pieces.base {
            Some(base) if pieces.count == MAX_PIECES => {
                self.emit(pieces.range, Instr::JoinStrings { dst: base, base, count: pieces.count });
                pieces.count = 1;
                self.unit.free_to(u32::from(base) + 1);
            }
            _ => {}
        }
        let register = self.temporary();
        pieces.base.get_or_insert(register);
        pieces.count += 1;
        register
    }

    /// The literal so far becomes a piece.
    fn flush(&mut self, pieces: &mut Pieces) {
        if !pieces.literal.is_empty() {
            let constant = Constant::Str(text(std::mem::take(&mut pieces.literal)));
            let piece = self.new_piece(pieces);
            self.load_constant(pieces.range, piece, constant);
        }
    }

    fn join(&mut self, mut pieces: Pieces, dst: Register) {
        if pieces.base.is_none() {
            let constant = Constant::Str(text(std::mem::take(&mut pieces.literal)));
            return self.load_constant(pieces.range, dst, constant);
        }
        self.flush(&mut pieces);
        let (base, count) = (pieces.base.expect("there are pieces"), pieces.count);
        if count == 1 {
            self.move_to(pieces.range, dst, base);
        } else {
            self.emit(pieces.range, Instr::JoinStrings { dst, base, count });
        }
    }

    pub(crate) fn t_string(&mut self, node: &'a ast::ExprTString, dst: Register) -> Done {
        let range = node.range();
        let base = self.unit.temporaries(2);
        let mut strings = Vec::new();
        let mut literal = Vec::new();
        let first = self.unit.mark() as Register;
        let mut count = 0usize;
        for t_string in node.value.as_slice() {
            let raw = t_string.flags.prefix().is_raw();
            for element in &t_string.elements {
                match element {
                    InterpolatedStringElement::Literal(part) => {
                        literal.extend(interpolated_literal(self.source, part, raw));
                    }
                    InterpolatedStringElement::Interpolation(part) => {
                        if let Some(debug) = &part.debug_text {
                            literal.extend(debug.as_str().chars().map(u32::from));
                        }
                        strings.push(Constant::Str(text(std::mem::take(&mut literal))));
                        let interpolation = self.temporary();
                        self.interpolation(part, raw, interpolation)?;
                        count += 1;
                    }
                }
            }
        }
        strings.push(Constant::Str(text(literal)));
        let Ok(count) = u16::try_from(count) else {
            return Err(Fault::new("too many interpolations in t-string", range));
        };
        self.load_constant(range, base, Constant::tuple(strings));
        self.emit(range, Instr::MakeTuple { dst: base + 1, base: first, count });
        self.emit(range, Instr::MakeTemplate { dst, base });
        Ok(())
    }

    fn interpolation(&mut self, node: &'a ast::InterpolatedElement, raw: bool, dst: Register) -> Done {
        let mark = self.unit.mark();
        let range = node.range();
        let base = self.unit.temporaries(3);
        self.compute(&node.expression, base)?;
        let written = self.source.text()[node.expression.range()].to_string();
        self.load_constant(range, base + 1, Constant::str(&written));
        match &node.format_spec {
            None => self.load_constant(range, base + 2, Constant::str("")),
            Some(spec) => self.format_spec(spec, raw, base + 2)?,
        }
        self.emit(range, Instr::MakeInterpolation { conversion: conversion(node), dst, base });
        self.unit.free_to(mark);
        Ok(())
    }
}

/// `{x=}` shows the value's `repr`, unless something else is said.
fn conversion(node: &ast::InterpolatedElement) -> Conversion {
    match node.conversion {
        ConversionFlag::None if node.debug_text.is_some() && node.format_spec.is_none() => Conversion::Repr,
        ConversionFlag::None => Conversion::None,
        ConversionFlag::Str => Conversion::Str,
        ConversionFlag::Ascii => Conversion::Ascii,
        ConversionFlag::Repr => Conversion::Repr,
    }
}

/// Indentation that all lines but the first have is removed, as CPython does since 3.13.
pub(crate) fn clean_docstring(constant: Constant) -> Constant {
    let Constant::Str(Text::Str(doc)) = &constant else { return constant };
    let expanded = expand_tabs(doc);
    let mut lines = expanded.split('\n');
    let first = lines.next().unwrap_or_default();
    let margin = lines
        .clone()
        .filter(|line| !line.trim_start_matches(' ').is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    let mut cleaned = first.trim_start_matches(' ').to_string();
    for line in lines {
        cleaned.push('\n');
        let indent = line.len() - line.trim_start_matches(' ').len();
        cleaned.push_str(&line[margin.min(indent)..]);
    }
    Constant::str(&cleaned)
}

/// Tabs to multiples of eight columns.
fn expand_tabs(text: &str) -> String {
    if !text.contains('\t') {
        return text.to_string();
    }
    let (mut expanded, mut column) = (String::with_capacity(text.len()), 0);
    for c in text.chars() {
        match c {
            '\t' => {
                let spaces = 8 - column % 8;
                expanded.push_str(&" ".repeat(spaces));
                column += spaces;
            }
            '\n' | '\r' => {
                expanded.push(c);
                column = 0;
            }
            _ => {
                expanded.push(c);
                column += 1;
            }
        }
    }
    expanded
}
