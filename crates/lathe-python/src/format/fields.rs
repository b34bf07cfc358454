//! The fields of `str.format`: `{name.attribute[key]!conversion:spec}`, where the specification may have fields itself.

use crate::number::Fault;
use std::ops::Range;

/// What a format string consists of; ranges are of its code points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Literal(Range<usize>),
    Field { name: Range<usize>, conversion: Option<u32>, spec: Range<usize>, nested: bool },
}

const OPEN: u32 = '{' as u32;
const CLOSE: u32 = '}' as u32;

/// The pieces, one after the other: whatever comes before an error has been formatted when it is raised.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    points: &'a [u32],
    at: usize,
}

impl<'a> Pieces<'a> {
    pub fn new(points: &'a [u32]) -> Pieces<'a> {
        Pieces { points, at: 0 }
    }

    fn next_point(&mut self) -> Option<u32> {
        let point = self.points.get(self.at).copied();
        self.at += point.is_some() as usize;
        point
    }

    fn next_piece(&mut self) -> Result<Piece, Fault> {
        let start = self.at;
        let Some(length) = self.points[start..].iter().position(|&c| c == OPEN || c == CLOSE) else {
            self.at = self.points.len();
            return Ok(Piece::Literal(start..self.at));
        };
        let brace = start + length;
        let found = self.points[brace];
        let doubled = self.points.get(brace + 1) == Some(&found);
        if doubled {
            self.at = brace + 2;
            return Ok(Piece::Literal(start..brace + 1));
        }
        if found == CLOSE {
            return Err(Fault::value("Single '}' encountered in format string"));
        }
        if brace + 1 == self.points.len() {
            return Err(Fault::value("Single '{' encountered in format string"));
        }
        if length > 0 {
            self.at = brace;
            return Ok(Piece::Literal(start..brace));
        }
        self.at = brace + 1;
        self.field()
    }

    fn field(&mut self) -> Result<Piece, Fault> {
        let start = self.at;
        let end = loop {
            match self.next_point().map(|c| char::from_u32(c).unwrap_or('\u{fffd}')) {
                None => return Err(Fault::value("expected '}' before end of string")),
                Some('{') => return Err(Fault::value("unexpected '{' in field name")),
                Some('[') => {
                    // Anything goes in a key, up to its end.
                    while self.at < self.points.len() && self.points[self.at] != u32::from(']') {
                        self.at += 1;
                    }
                }
                Some(end @ ('}' | ':' | '!')) => break end,
                Some(_) => {}
            }
        };
        let name = start..self.at - 1;
        let mut conversion = None;
        if end == '}' {
            return Ok(Piece::Field { name, conversion, spec: 0..0, nested: false });
        }
        if end == '!' {
            conversion = self.next_point();
            if conversion.is_none() {
                return Err(Fault::value("end of string while looking for conversion specifier"));
            }
            match self.next_point() {
                Some(CLOSE) => return Ok(Piece::Field { name, conversion, spec: 0..0, nested: false }),
                Some(c) if c != u32::from(':') => {
                    return Err(Fault::value("expected ':' after conversion specifier"));
                }
                _ => {}
            }
        }
        let (start, mut depth, mut nested) = (self.at, 1, false);
        while let Some(point) = self.next_point() {
            match point {
                OPEN => (depth, nested) = (depth + 1, true),
                CLOSE => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Ok(Piece::Field { name, conversion, spec: start..self.at - 1, nested });
            }
        }
        Err(Fault::value("unmatched '{' in format spec"))
    }
}

impl Iterator for Pieces<'_> {
    type Item = Result<Piece, Fault>;

    fn next(&mut self) -> Option<Result<Piece, Fault>> {
        (self.at < self.points.len()).then(|| self.next_piece())
    }
}

/// Where the value of a field starts, and how to get on from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// `{}`
    Next,
    Position(usize),
    Name(Range<usize>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Attribute(Range<usize>),
    Index(usize),
    Key(Range<usize>),
}

/// Splits a field's name, a range of the code points.
pub fn split(points: &[u32], name: Range<usize>) -> Result<(First, Vec<Result<Step, Fault>>), Fault> {
    let is = |at: usize, c: char| at < name.end && points[at] == u32::from(c);
    let mut at = name.start;
    while at < name.end && !is(at, '.') && !is(at, '[') {
        at += 1;
    }
    let first = match number(&points[name.start..at])? {
        Some(position) => First::Position(position),
        None if at == name.start => First::Next,
        None => First::Name(name.start..at),
    };
    // A step that is no step is an error only when the ones before it have been made.
    let mut steps = Vec::new();
    while at < name.end {
        let key = is(at, '[');
        if !key && !is(at, '.') {
            steps.push(Err(Fault::value("Only '.' or '[' may follow ']' in format field specifier")));
            break;
        }
        let start = at + 1;
        at = start;
        while at < name.end && !(if key { is(at, ']') } else { is(at, '.') || is(at, '[') }) {
            at += 1;
        }
        let step = start..at;
        if key {
            if at == name.end {
                steps.push(Err(Fault::value("Missing ']' in format string")));
                break;
            }
            at += 1;
        }
        steps.push(match step.is_empty() {
            true => Err(Fault::value("Empty attribute in format string")),
            false if key => number(&points[step.clone()]).map(|index| match index {
                Some(index) => Step::Index(index),
                None => Step::Key(step),
            }),
            false => Ok(Step::Attribute(step)),
        });
    }
    Ok((first, steps))
}

/// A decimal number, if it is nothing else.
fn number(points: &[u32]) -> Result<Option<usize>, Fault> {
    let mut number: Option<usize> = None;
    for &point in points {
        let Some(digit) = char::from_u32(point).and_then(|c| c.to_digit(10)) else { return Ok(None) };
        number = number.unwrap_or(0).checked_mul(10).and_then(|n| n.checked_add(digit as usize));
        if number.is_none_or(|number| number > i64::MAX as usize) {
            return Err(Fault::value("Too many decimal digits in format string"));
        }
    }
    Ok(number)
}
