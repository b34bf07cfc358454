//! The parser.
//!
//! Declarations may come after what uses them, so a file is read twice: once for its declarations, with trace and
//! bridges only skipped over (`declarations.rs`, which `resolve.rs` turns into a `scope.rs`); then trace and bridges
//! (`body.rs`), ops (`ops.rs`, `operands.rs`) and snapshots (`snapshots.rs`). Guards without a written snapshot get the
//! default one (`defaults.rs`).
//!
//! Nothing here recurses: no nesting in the input can exhaust the stack.

mod body;
mod declarations;
mod defaults;
mod op_parser;
mod operands;
mod ops;
mod resolve;
mod scope;
mod snapshots;
mod values;

use super::cursor::{Cursor, Parsed};
use super::diagnostic::{ParseError, SourceMap, SourceMaps, Span};
use super::lexer::lex;
use super::names;
use crate::descriptors::Descriptors;
use crate::trace::{Bridge, Label, Module, Trace};
use crate::value::Type;
use crate::verify::{self, Rejection};
use body::Owner;
pub use declarations::Declarations;
use declarations::starts_item;
pub use op_parser::OpParser;
pub use scope::Scope;
pub use values::ValueNames;

/// Reads a file and verifies what it holds.
pub fn parse(source: &str) -> Result<(Module, SourceMaps), ParseError> {
    let tokens = lex(source)?;
    let mut cursor = Cursor::new(&tokens);
    let mut declarations = Declarations::default();
    let mut trace_item = None;
    let mut bridge_items = Vec::new();
    while !cursor.at_end() {
        if declarations.parse(&mut cursor)? {
            continue;
        }
        let item = Item { start: cursor, end: skip(&mut cursor)? };
        let keyword = item.start.peek();
        if keyword.is_word("bridge") {
            bridge_items.push(item);
        } else if trace_item.is_some() {
            return Err(ParseError::new(keyword.span, "a file holds only one trace"));
        } else {
            trace_item = Some(item);
        }
    }
    let mut scope = declarations.resolve()?;
    let Some(item) = trace_item else {
        return cursor.unexpected("a trace");
    };

    let (trace, trace_map) = body::parse(&mut scope, item, Owner::Trace)?;
    verify::verify(&scope.descriptors, &trace, &[]).map_err(|r| at_op(&r, &trace_map))?;
    let labels = trace.labels();
    let mut module = Module { descriptors: Default::default(), trace, bridges: Vec::new() };
    let mut maps = SourceMaps { trace: trace_map, bridges: Vec::new() };
    for (number, mut item) in bridge_items.into_iter().enumerate() {
        item.start.advance();
        let (label, guard) = guard_name(&mut item.start)?;
        let (trace, map) = body::parse(&mut scope, item, Owner::Bridge(number))?;
        verify::verify_bridge(&scope.descriptors, &trace, &labels).map_err(|r| at_op(&r, &map))?;
        module.bridges.push(Bridge { label, guard, trace });
        maps.bridges.push(map);
    }
    module.descriptors = scope.descriptors;
    Ok((module, maps))
}

/// Reads a trace without declarations and verifies it. `labels` are places outside that it may jump to. Where there are
/// any it is a bridge: an exception may be pending at its start.
///
/// The descriptors that come back also have the codes that only this text names.
pub fn parse_trace(
    descriptors: &Descriptors,
    labels: &[(Label, Vec<Type>)],
    source: &str,
) -> Result<(Descriptors, Trace), ParseError> {
    let tokens = lex(source)?;
    let mut cursor = Cursor::new(&tokens);
    let item = Item { start: cursor, end: skip(&mut cursor)? };
    if !cursor.at_end() {
        return cursor.unexpected("the end: here stands one trace, without declarations");
    }
    let mut scope = Scope::new(descriptors.clone());
    let (trace, map) = body::parse(&mut scope, item, Owner::Trace)?;
    let verify = if labels.is_empty() { verify::verify } else { verify::verify_bridge };
    verify(&scope.descriptors, &trace, labels).map_err(|r| at_op(&r, &map))?;
    Ok((scope.descriptors, trace))
}

/// A trace or a bridge among the tokens.
struct Item<'t> {
    start: Cursor<'t>,
    /// The position after its last token.
    end: usize,
}

/// Goes past a trace, a bridge, or sections that stand at the top level.
fn skip(cursor: &mut Cursor<'_>) -> Parsed<usize> {
    let first = cursor.peek();
    let bare = names::label(first.word()).is_some();
    if !bare && !first.is_word("trace") && !first.is_word("bridge") {
        return cursor
            .unexpected("a declaration (class, array, helper, object), `trace`, `bridge` or a label");
    }
    cursor.advance();
    let mut depth = 0u32;
    let mut in_body = false;
    while !cursor.at_end() {
        if depth == 0 && bare && starts_item(cursor) {
            break;
        }
        // The header may describe virtuals: `v0 = Box { value: i1 }` does not open the body.
        let describes = depth == 0 && cursor.peek().is_sign("=") && cursor.nth(1).is_any_name();
        if describes {
            cursor.advance();
            cursor.advance();
        }
        let token = cursor.advance();
        if token.is_sign("{") {
            in_body |= depth == 0 && !describes;
            depth += 1;
        } else if token.is_sign("}") {
            depth = depth.saturating_sub(1);
            if depth == 0 && in_body && !bare {
                break;
            }
        }
    }
    Ok(cursor.pos)
}

/// `L1.0`: a section of the loop, and which guard of it.
fn guard_name(cursor: &mut Cursor<'_>) -> Parsed<(Label, u32)> {
    let Some(label) = names::label(cursor.peek().word()) else {
        return cursor.unexpected("the guard that the bridge starts from, such as `L1.0`");
    };
    cursor.advance();
    cursor.expect(".")?;
    let guard = cursor.small_number("the number of a guard")?;
    Ok((label, guard))
}

fn at_op(rejection: &Rejection, map: &SourceMap) -> ParseError {
    let span = match rejection.op {
        Some(op) => map.op(rejection.section, op),
        None => map.label(rejection.section),
    };
    let start = Span { line: 1, col: 1, len: 1 };
    ParseError::new(span.unwrap_or(start), rejection.message.clone())
}
