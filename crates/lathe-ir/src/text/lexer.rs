//! From characters to tokens.
//!
//! Signs are tokens of their own (`i2 -1` is a subtraction, `f(-1)` a constant: only the parser can tell). A line that
//! starts with `=>` ends the input: in a filetest the expectation follows it.

use super::diagnostic::{ParseError, Span};
use super::names::{is_name_part, is_name_start};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    Name,
    /// A name in quotes: never a keyword. `text` is what the quotes stand for.
    Quoted,
    Number,
    Sign,
    End,
}

#[derive(Clone, Debug)]
pub struct Token<'a> {
    pub kind: TokenKind,
    pub text: Cow<'a, str>,
    pub span: Span,
}

impl Token<'_> {
    pub fn is_sign(&self, sign: &str) -> bool {
        self.kind == TokenKind::Sign && self.text == sign
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Name && self.text == word
    }

    /// The text of an unquoted name; empty, and so no keyword, for any other token.
    pub fn word(&self) -> &str {
        if self.kind == TokenKind::Name { &self.text } else { "" }
    }

    pub fn is_any_name(&self) -> bool {
        matches!(self.kind, TokenKind::Name | TokenKind::Quoted)
    }

    /// What an error message calls it.
    pub fn describe(&self) -> String {
        match self.kind {
            TokenKind::End => "the end of the input".to_string(),
            TokenKind::Quoted => format!("`\"{}\"`", self.text),
            TokenKind::Name | TokenKind::Number | TokenKind::Sign => format!("`{}`", self.text),
        }
    }
}

/// The tokens of a text; the last one, and only that, is an [`TokenKind::End`].
pub fn lex(source: &str) -> Result<Vec<Token<'_>>, ParseError> {
    let mut tokens = Vec::new();
    let mut end = Span { line: 1, col: 1, len: 1 };
    for (index, line) in source.lines().enumerate() {
        if line.trim_start().starts_with("=>") {
            break;
        }
        let mut lexer = LineLexer { rest: line, line: index as u32 + 1, col: 1 };
        while let Some(token) = lexer.next()? {
            tokens.push(token);
        }
        end = Span { line: lexer.line, col: lexer.col, len: 1 };
    }
    tokens.push(Token { kind: TokenKind::End, text: Cow::Borrowed(""), span: end });
    Ok(tokens)
}

/// No token goes over the end of a line, so a line is lexed by itself.
struct LineLexer<'a> {
    rest: &'a str,
    line: u32,
    col: u32,
}

impl<'a> LineLexer<'a> {
    fn next(&mut self) -> Result<Option<Token<'a>>, ParseError> {
        let blank = self.rest.len() - self.rest.trim_start().len();
        self.take(blank);
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '#' => return Ok(None),
            '"' => self.quoted()?,
            c if is_name_start(c) => {
                let len = self.rest.find(|c| !is_name_part(c)).unwrap_or(self.rest.len());
                self.token(TokenKind::Name, len)
            }
            c if c.is_ascii_digit() => self.number()?,
            _ => self.sign(first)?,
        }))
    }

    fn take(&mut self, bytes: usize) -> (&'a str, Span) {
        let (text, rest) = self.rest.split_at(bytes);
        let span = Span { line: self.line, col: self.col, len: text.chars().count() as u32 };
        self.rest = rest;
        self.col += span.len;
        (text, span)
    }

    fn token(&mut self, kind: TokenKind, bytes: usize) -> Token<'a> {
        let (text, span) = self.take(bytes);
        Token { kind, text: Cow::Borrowed(text), span }
    }

    fn sign(&mut self, first: char) -> Result<Token<'a>, ParseError> {
        if self.rest.starts_with("->") {
            return Ok(self.token(TokenKind::Sign, 2));
        }
        if self.rest.starts_with("=>") {
            let (_, span) = self.take(2);
            return Err(ParseError::new(span, "`=>` must be the first thing on its line"));
        }
        if "(){}[],:=.@?+-*".contains(first) {
            return Ok(self.token(TokenKind::Sign, 1));
        }
        let (text, span) = self.take(first.len_utf8());
        Err(ParseError::new(span, format!("unexpected character `{}`", text.escape_debug())))
    }

    /// `12`, `0x1f`, `1.5`, `1e300`, `2.5e-3`.
    fn number(&mut self) -> Result<Token<'a>, ParseError> {
        let bytes = self.rest.as_bytes();
        let digits = |from: usize| {
            from + bytes[from.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count()
        };
        let mut len = digits(0);
        let well_formed = if self.rest.starts_with("0x") {
            len = 2 + bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
            len > 2
        } else {
            if bytes.get(len) == Some(&b'.') && bytes.get(len + 1).is_some_and(u8::is_ascii_digit) {
                len = digits(len + 1);
            }
            if matches!(bytes.get(len), Some(b'e' | b'E')) {
                let signed = matches!(bytes.get(len + 1), Some(b'+' | b'-'));
                let start = len + 1 + signed as usize;
                if digits(start) > start {
                    len = digits(start);
                }
            }
            true
        };
        let tail = self.rest[len..].find(|c| !is_name_part(c)).unwrap_or(self.rest.len() - len);
        if tail > 0 || !well_formed {
            let (text, span) = self.take(len + tail);
            return Err(ParseError::new(span, format!("`{text}` is not a number")));
        }
        Ok(self.token(TokenKind::Number, len))
    }

    fn quoted(&mut self) -> Result<Token<'a>, ParseError> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    let (_, span) = self.take(at + 1);
                    return Ok(Token { kind: TokenKind::Quoted, text: Cow::Owned(text), span });
                }
                '\\' => match chars.next().map(|(_, c)| c) {
                    Some('n') => text.push('\n'),
                    Some('r') => text.push('\r'),
                    Some('t') => text.push('\t'),
                    Some(c @ ('"' | '\\')) => text.push(c),
                    _ => {
                        let (_, span) = self.take(at);
                        let span = Span { col: span.col + span.len, len: 2, ..span };
                        return Err(ParseError::new(
                            span,
                            "only \\\" \\\\ \\n \\r \\t may follow a backslash",
                        ));
                    }
                },
                c => text.push(c),
            }
        }
        let (_, span) = self.take(self.rest.len());
        Err(ParseError::new(span, "this quoted name does not end on its line"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        lex(source).unwrap().into_iter().map(|t| t.text.into_owned()).collect()
    }

    #[test]
    fn splits_into_words_numbers_and_signs() {
        assert_eq!(
            texts("i1 = f(-0x1f, 2.5e-3) # rest"),
            ["i1", "=", "f", "(", "-", "0x1f", ",", "2.5e-3", ")", ""]
        );
        assert_eq!(texts("L1.0 a->b p3.next"), ["L1", ".", "0", "a", "->", "b", "p3", ".", "next", ""]);
        assert_eq!(texts("\"a \\\"b\\\"\""), ["a \"b\"", ""]);
    }

    #[test]
    fn an_arrow_line_ends_the_input() {
        assert_eq!(texts("a\n  => b\nc §"), ["a", ""]);
    }

    #[test]
    fn errors_have_positions() {
        for (source, col, len) in
            [("a §", 3, 1), ("  12ab", 3, 4), ("0x", 1, 2), ("a => b", 3, 2), ("\"ab", 1, 3)]
        {
            let error = lex(source).unwrap_err();
            assert_eq!((error.span.col, error.span.len), (col, len), "{source}: {error}");
        }
    }
}
