//! `match`.
//!
//! A pattern is a row of tests that jump away when they fail. What it captures stays in temporaries until the whole pattern has matched;
//! only then names are bound.

use super::unit::Label;
use super::{Compiler, Done};
use crate::bytecode::{BinaryOp, CompareOp, Constant, Instr, Register};
use crate::syntax::Fault;
use ruff_python_ast::{self as ast, Expr, Identifier, Pattern};
use ruff_text_size::{Ranged, TextRange};

/// Names and the registers with their values, in order.
type Captures<'a> = Vec<(&'a Identifier, Register)>;

impl<'a> Compiler<'a> {
    pub(crate) fn match_statement(&mut self, node: &'a ast::StmtMatch) -> Done {
        // A copy: patterns bind names, and the subject may be one of them.
        let subject = self.temporary();
        self.compute(&node.subject, subject)?;
        let end = self.label();
        let mark = self.unit.mark();
        for (index, case) in node.cases.iter().enumerate() {
            if case.guard.is_none() && index + 1 < node.cases.len() {
                check_reachable(&case.pattern)?;
            }
            let next = self.label();
            let mut captures = Captures::new();
            self.pattern(&case.pattern, subject, next, &mut captures)?;
            for (name, register) in captures {
                self.store_name(&name.id, name.range(), register);
            }
            self.unit.free_to(mark);
            if let Some(guard) = &case.guard {
                self.condition(guard, false, next)?;
            }
            self.statements(&case.body)?;
            self.jump(case.range(), end);
            self.place(next);
        }
        self.place(end);
        Ok(())
    }

    fn pattern(
        &mut self,
        pattern: &'a Pattern,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        stacker::maybe_grow(128 << 10, 4 << 20, || self.pattern_here(pattern, subject, fail, captures))
    }

    fn pattern_here(
        &mut self,
        pattern: &'a Pattern,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        let range = pattern.range();
        let target = fail.0;
        match pattern {
            Pattern::MatchValue(node) => self.value_pattern(&node.value, subject, fail)?,
            Pattern::MatchSingleton(node) => match node.value {
                ast::Singleton::None => {
                    self.emit(range, Instr::JumpIfNone { sense: false, src: subject, target })
                }
                ast::Singleton::True | ast::Singleton::False => {
                    let right = self.temporary();
                    self.load_constant(range, right, Constant::Bool(node.value == ast::Singleton::True));
                    self.emit(range, Instr::JumpIs { sense: false, left: subject, right, target });
                }
            },
            Pattern::MatchSequence(node) => self.sequence_pattern(node, subject, fail, captures)?,
            Pattern::MatchMapping(node) => self.mapping_pattern(node, subject, fail, captures)?,
            Pattern::MatchClass(node) => self.class_pattern(node, subject, fail, captures)?,
            Pattern::MatchStar(_) => return Err(Fault::new("invalid syntax", range)),
            Pattern::MatchAs(node) => {
                if let Some(inner) = &node.pattern {
                    self.pattern(inner, subject, fail, captures)?;
                }
                if let Some(name) = &node.name {
                    capture(captures, name, subject)?;
                }
            }
            Pattern::MatchOr(node) => self.or_pattern(node, subject, fail, captures)?,
        }
        Ok(())
    }

    fn value_pattern(&mut self, value: &'a Expr, subject: Register, fail: Label) -> Done {
        let (op, sense, target) = (CompareOp::Eq, false, fail.0);
        let small = self.small_integer(value).and_then(|value| i16::try_from(value).ok());
        let instruction = match small {
            Some(immediate) => Instr::JumpCompareInt { op, sense, left: subject, immediate, target },
            None => {
                let right = self.value(value)?;
                Instr::JumpCompare { op, sense, left: subject, right, target }
            }
        };
        self.emit(value.range(), instruction);
        Ok(())
    }

    /// Jumps to `fail` unless `len(subject) op count`; gives the register with the length.
    fn check_length(
        &mut self,
        subject: Register,
        op: CompareOp,
        count: usize,
        range: TextRange,
        fail: Label,
    ) -> Register {
        let left = self.temporary();
        self.emit(range, Instr::Length { dst: left, src: subject });
        let (sense, target) = (false, fail.0);
        match i16::try_from(count) {
            Ok(immediate) => self.emit(range, Instr::JumpCompareInt { op, sense, left, immediate, target }),
            Err(_) => {
                let right = self.temporary();
                self.load_constant(range, right, Constant::Int(count as i64));
                self.emit(range, Instr::JumpCompare { op, sense, left, right, target });
            }
        }
        left
    }

    fn sequence_pattern(
        &mut self,
        node: &'a ast::PatternMatchSequence,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        let (range, parts) = (node.range(), &node.patterns);
        let mut stars = parts.iter().enumerate().filter(|(_, part)| part.is_match_star());
        let star = stars.next().map(|(index, _)| index);
        if stars.next().is_some() {
            return Err(Fault::new("multiple starred names in sequence pattern", range));
        }
        if parts.len() > 60_000 {
            return Err(Fault::new("too many sub-patterns in sequence pattern", range));
        }
        self.emit(range, Instr::JumpNotSequence { src: subject, target: fail.0 });
        let length = match star {
            None => Some(self.check_length(subject, CompareOp::Eq, parts.len(), range, fail)),
            Some(_) if parts.len() > 1 => {
                Some(self.check_length(subject, CompareOp::Ge, parts.len() - 1, range, fail))
            }
            Some(_) => None,
        };
        let star_is_wildcard = star.is_some_and(|index| is_wildcard(&parts[index]));
        if parts.iter().all(is_wildcard) {
            return Ok(());
        }
        if let (Some(star), true) = (star, star_is_wildcard) {
            // Nobody wants the middle: look at single items.
            for (index, part) in parts.iter().enumerate().filter(|(_, part)| !is_wildcard(part)) {
                let dst = self.temporary();
                if index < star {
                    self.emit(range, Instr::GetItemInt { dst, object: subject, immediate: index as i32 });
                } else {
                    let (op, left) = (BinaryOp::Subtract, length.expect("there are other parts"));
                    let immediate = (parts.len() - index) as i32;
                    self.emit(range, Instr::BinaryInt { op, in_place: false, dst, left, immediate });
                    self.emit(range, Instr::GetItem { dst, object: subject, index: dst });
                }
                self.pattern(part, dst, fail, captures)?;
            }
            return Ok(());
        }
        let base = self.unit.temporaries(parts.len() as u32);
        match star {
            None => self.emit(range, Instr::Unpack { src: subject, base, count: parts.len() as u16 }),
            Some(star) => {
                let (before, after) = (star as u16, (parts.len() - star - 1) as u16);
                self.emit(range, Instr::UnpackStar { src: subject, base, before, after });
            }
        }
        for (index, part) in parts.iter().enumerate() {
            let register = base + index as Register;
            match part {
                Pattern::MatchStar(star) => {
                    if let Some(name) = &star.name {
                        capture(captures, name, register)?;
                    }
                }
                part => self.pattern(part, register, fail, captures)?,
            }
        }
        Ok(())
    }

    fn mapping_pattern(
        &mut self,
        node: &'a ast::PatternMatchMapping,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        let (range, count) = (node.range(), node.keys.len());
        self.emit(range, Instr::JumpNotMapping { src: subject, target: fail.0 });
        if count > super::display::MAX_ITEMS {
            return Err(Fault::new("too many sub-patterns in mapping pattern", range));
        }
        // Code objects, which can compute their liveness, are compared by address.
        #[allow(clippy::mutable_key_type)]
        let mut seen = rustc_hash::FxHashSet::default();
        for key in &node.keys {
            if let Some(constant) = self.fold(key)
                && !seen.insert(constant.clone())
            {
                let shown = super::unparse::repr(&constant);
                return Err(Fault::new(format!("mapping pattern checks duplicate key ({shown})"), range));
            }
        }
        if count > 0 {
            self.check_length(subject, CompareOp::Ge, count, range, fail);
        } else if node.rest.is_none() {
            return Ok(());
        }
        let keys = self.temporary();
        let mark = self.unit.mark();
        let base = self.row(&node.keys)?;
        self.emit(range, Instr::MakeTuple { dst: keys, base, count: count as u16 });
        self.unit.free_to(mark);
        if count > 0 {
            let values = self.temporary();
            self.emit(range, Instr::MatchKeys { dst: values, src: subject, keys });
            self.emit(range, Instr::JumpIfNone { sense: true, src: values, target: fail.0 });
            let base = self.unit.temporaries(count as u32);
            self.emit(range, Instr::Unpack { src: values, base, count: count as u16 });
            for (index, part) in node.patterns.iter().enumerate() {
                self.pattern(part, base + index as Register, fail, captures)?;
            }
        }
        if let Some(rest) = &node.rest {
            let dst = self.temporary();
            self.emit(range, Instr::MappingRest { dst, src: subject, keys });
            capture(captures, rest, dst)?;
        }
        Ok(())
    }

    fn class_pattern(
        &mut self,
        node: &'a ast::PatternMatchClass,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        let range = node.range();
        let (parts, keywords) = (&node.arguments.patterns, &node.arguments.keywords);
        let count = parts.len() + keywords.len();
        if count > super::display::MAX_ITEMS {
            return Err(Fault::new("too many sub-patterns in class pattern", range));
        }
        for (index, keyword) in keywords.iter().enumerate() {
            if keywords[..index].iter().any(|other| other.attr.id == keyword.attr.id) {
                let message = format!("attribute name repeated in class pattern: {}", keyword.attr.id);
                return Err(Fault::new(message, keyword.pattern.range()));
            }
        }
        let result = self.temporary();
        let mark = self.unit.mark();
        let base = self.unit.temporaries(2);
        self.move_to(range, base, subject);
        self.compute(&node.cls, base + 1)?;
        let names =
            self.constant(Constant::tuple(keywords.iter().map(|keyword| Constant::str(&keyword.attr.id))));
        self.emit(range, Instr::MatchClass { dst: result, base, positional: parts.len() as u16, names });
        self.unit.free_to(mark);
        self.emit(range, Instr::JumpIfNone { sense: true, src: result, target: fail.0 });
        let all: Vec<&'a Pattern> =
            parts.iter().chain(keywords.iter().map(|keyword| &keyword.pattern)).collect();
        if all.iter().all(|part| is_wildcard(part)) {
            return Ok(());
        }
        let base = self.unit.temporaries(count as u32);
        self.emit(range, Instr::Unpack { src: result, base, count: count as u16 });
        for (index, part) in all.into_iter().enumerate() {
            self.pattern(part, base + index as Register, fail, captures)?;
        }
        Ok(())
    }

    fn or_pattern(
        &mut self,
        node: &'a ast::PatternMatchOr,
        subject: Register,
        fail: Label,
        captures: &mut Captures<'a>,
    ) -> Done {
        let matched = self.label();
        let last = node.patterns.len() - 1;
        // All alternatives bind the same names, into the same registers.
        let mut common: Option<Captures<'a>> = None;
        for (index, alternative) in node.patterns.iter().enumerate() {
            let next = if index == last { fail } else { self.label() };
            if index < last {
                check_reachable(alternative)?;
            }
            let mut own = Captures::new();
            self.pattern(alternative, subject, next, &mut own)?;
            let registers = match &common {
                Some(common) => common.clone(),
                None => {
                    let fresh =
                        own.iter().map(|&(name, _)| (name, self.temporary())).collect::<Captures<'a>>();
                    common = Some(fresh.clone());
                    fresh
                }
            };
            if own.len() != registers.len() {
                return Err(Fault::new("alternative patterns bind different names", node.range()));
            }
            for (name, src) in own {
                let Some(&(_, dst)) = registers.iter().find(|(other, _)| other.id == name.id) else {
                    return Err(Fault::new("alternative patterns bind different names", node.range()));
                };
                self.move_to(name.range(), dst, src);
            }
            if index < last {
                self.jump(alternative.range(), matched);
                self.place(next);
            }
        }
        self.place(matched);
        for (name, register) in common.unwrap_or_default() {
            capture(captures, name, register)?;
        }
        Ok(())
    }
}

fn capture<'a>(captures: &mut Captures<'a>, name: &'a Identifier, register: Register) -> Done {
    if captures.iter().any(|(other, _)| other.id == name.id) {
        let message = format!("multiple assignments to name '{}' in pattern", name.id);
        return Err(Fault::new(message, name.range()));
    }
    captures.push((name, register));
    Ok(())
}

fn is_wildcard(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::MatchAs(node) => node.pattern.is_none() && node.name.is_none(),
        Pattern::MatchStar(node) => node.name.is_none(),
        _ => false,
    }
}

/// A pattern that always matches must be the last.
fn check_reachable(pattern: &Pattern) -> Done {
    match pattern {
        Pattern::MatchAs(node) => match (&node.pattern, &node.name) {
            (Some(inner), _) => check_reachable(inner),
            (None, Some(name)) => {
                let message = format!("name capture '{}' makes remaining patterns unreachable", name.id);
                Err(Fault::new(message, pattern.range()))
            }
            (None, None) => Err(Fault::new("wildcard makes remaining patterns unreachable", pattern.range())),
        },
        Pattern::MatchOr(node) => node.patterns.last().map_or(Ok(()), check_reachable),
        _ => Ok(()),
    }
}
