//! Reading tokens one after the other: the small steps that every part of the parser is made of.

use super::diagnostic::{ParseError, Span};
use super::lexer::{Token, TokenKind};
use crate::value::{Const, FloatBits};

pub type Parsed<T> = Result<T, ParseError>;

/// A place among the tokens. Copying it is cheap: a copy looks ahead, or comes back later.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'t> {
    tokens: &'t [Token<'t>],
    pub pos: usize,
}

impl<'t> Cursor<'t> {
    /// `tokens` ends in an [`TokenKind::End`].
    pub fn new(tokens: &'t [Token<'t>]) -> Cursor<'t> {
        Cursor { tokens, pos: 0 }
    }

    pub fn nth(&self, ahead: usize) -> &'t Token<'t> {
        let last = self.tokens.len() - 1;
        &self.tokens[(self.pos + ahead).min(last)]
    }

    pub fn peek(&self) -> &'t Token<'t> {
        self.nth(0)
    }

    pub fn previous_span(&self) -> Span {
        self.tokens[self.pos.saturating_sub(1).min(self.tokens.len() - 1)].span
    }

    pub fn advance(&mut self) -> &'t Token<'t> {
        let token = self.peek();
        if token.kind != TokenKind::End {
            self.pos += 1;
        }
        token
    }

    pub fn at(&self, sign: &str) -> bool {
        self.peek().is_sign(sign)
    }

    pub fn at_end(&self) -> bool {
        self.peek().kind == TokenKind::End
    }

    pub fn eat(&mut self, sign: &str) -> bool {
        let found = self.at(sign);
        if found {
            self.advance();
        }
        found
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.peek().is_word(word);
        if found {
            self.advance();
        }
        found
    }

    pub fn expect(&mut self, sign: &str) -> Parsed<&'t Token<'t>> {
        if self.at(sign) { Ok(self.advance()) } else { self.unexpected(&format!("`{sign}`")) }
    }

    /// A name, quoted or not. `what` says what kind of name, with its article.
    pub fn name(&mut self, what: &str) -> Parsed<&'t Token<'t>> {
        if self.peek().is_any_name() { Ok(self.advance()) } else { self.unexpected(what) }
    }

    /// An error at the next token.
    pub fn unexpected<T>(&self, wanted: &str) -> Parsed<T> {
        let token = self.peek();
        Err(ParseError::new(token.span, format!("expected {wanted}, found {}", token.describe())))
    }

    /// After an element of a list: a comma, or the sign that closes the list.
    pub fn separator(&mut self, close: &str) -> Parsed<()> {
        if self.eat(",") || self.at(close) { Ok(()) } else { self.unexpected(&format!("`,` or `{close}`")) }
    }

    /// An int that fits in 32 bits unsigned, as in `f@12` and `L1.0`.
    pub fn small_number(&mut self, what: &str) -> Parsed<u32> {
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return self.unexpected(what);
        }
        self.advance();
        token
            .text
            .parse()
            .map_err(|_| ParseError::new(token.span, format!("`{}` cannot be {what}", token.text)))
    }

    /// A number, `inf` or `nan`, if one is next. References are not numbers.
    pub fn number(&mut self) -> Parsed<Option<Const>> {
        let negative = self.at("-");
        let token = self.nth(negative as usize);
        let span = self.peek().span.to(token.span);
        let sign = if negative { -1.0 } else { 1.0 };
        let constant = match token.kind {
            TokenKind::Number => literal(&token.text, negative, span)?,
            TokenKind::Name if token.text == "inf" => Const::float(sign * f64::INFINITY),
            TokenKind::Name if token.text == "nan" && !negative => {
                self.advance();
                return self.nan_payload().map(Some);
            }
            _ if negative => {
                self.advance();
                return self.unexpected("a number after `-`");
            }
            _ => return Ok(None),
        };
        self.pos += 1 + negative as usize;
        Ok(Some(constant))
    }

    /// `:0x7ff8000000000001` after `nan`, if it is there.
    fn nan_payload(&mut self) -> Parsed<Const> {
        if !(self.at(":") && self.nth(1).kind == TokenKind::Number) {
            return Ok(Const::Float(FloatBits(NAN_BITS)));
        }
        self.advance();
        let token = self.advance();
        token
            .text
            .strip_prefix("0x")
            .and_then(|hex| u64::from_str_radix(hex, 16).ok())
            .filter(|&bits| f64::from_bits(bits).is_nan())
            .map(|bits| Const::Float(FloatBits(bits)))
            .ok_or_else(|| ParseError::new(token.span, format!("`{}` is not the bits of a NaN", token.text)))
    }
}

/// The bits that are written as plain `nan`.
pub(super) const NAN_BITS: u64 = 0x7ff8_0000_0000_0000;

fn literal(text: &str, negative: bool, span: Span) -> Parsed<Const> {
    let sign = if negative { "-" } else { "" };
    let magnitude = match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None if text.contains(['.', 'e', 'E']) => {
            let x: f64 =
                text.parse().map_err(|_| ParseError::new(span, format!("`{text}` is not a number")))?;
            return if x.is_infinite() {
                let message =
                    format!("`{sign}{text}` is too large for a float; infinity is written `{sign}inf`");
                Err(ParseError::new(span, message))
            } else {
                Ok(Const::float(if negative { -x } else { x }))
            };
        }
        None => text.parse().ok(),
    };
    let value = magnitude.map(|m| if negative { -(m as i128) } else { m as i128 });
    value.and_then(|v| i64::try_from(v).ok()).map(Const::Int).ok_or_else(|| {
        ParseError::new(span, format!("`{sign}{text}` does not fit in a signed 64-bit integer"))
    })
}
