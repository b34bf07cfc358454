//! Source text to tokens. Line ends separate nothing; a token knows its position.

use crate::error::{Position, SyntaxError};

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    /// Without its sign; whether it fits is known when the sign is.
    Int(u64),
    Float(f64),
    Name(String),
    /// A keyword, operator or bracket.
    Mark(&'static str),
    End,
}

/// Of two marks that fit, the longer one is first.
const MARKS: [&str; 20] =
    ["<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "%", "(", ")", "{", "}", "[", "]", ",", "."];

pub const KEYWORDS: [&str; 16] = [
    "record", "fn", "while", "if", "else", "return", "break", "continue", "raise", "try", "catch", "global",
    "null", "and", "or", "not",
];

pub fn lex(source: &str) -> Result<Vec<(Token, Position)>, SyntaxError> {
    let mut tokens = Vec::new();
    let mut last = Position { line: 1, column: 1 };
    for (index, line) in source.lines().enumerate() {
        let (mut rest, mut column) = (line, 1);
        loop {
            let text = rest.trim_start();
            column += rest[..rest.len() - text.len()].chars().count() as u32;
            last = Position { line: index as u32 + 1, column };
            if text.is_empty() || text.starts_with('#') {
                break;
            }
            let (token, length) = token(text).map_err(|message| SyntaxError::new(last, message))?;
            tokens.push((token, last));
            rest = &text[length..];
            // Tokens are ASCII.
            column += length as u32;
        }
    }
    tokens.push((Token::End, last));
    Ok(tokens)
}

/// The token at the start of `text`, and its length in bytes.
fn token(text: &str) -> Result<(Token, usize), String> {
    let first = text.chars().next().expect("a token has a character");
    if first.is_ascii_digit() {
        return number(text);
    }
    if first.is_ascii_alphabetic() || first == '_' {
        let length = span(text, |c| c.is_ascii_alphanumeric() || c == '_');
        let word = &text[..length];
        let token = match KEYWORDS.into_iter().find(|&keyword| keyword == word) {
            Some(keyword) => Token::Mark(keyword),
            None => Token::Name(word.to_string()),
        };
        return Ok((token, length));
    }
    match MARKS.into_iter().find(|mark| text.starts_with(mark)) {
        Some(mark) => Ok((Token::Mark(mark), mark.len())),
        None => Err(format!("unexpected character {first:?}")),
    }
}

fn number(text: &str) -> Result<(Token, usize), String> {
    let digits = |from: usize| span(&text[from..], |c| c.is_ascii_digit());
    let mut length = digits(0);
    let mut float = false;
    if text[length..].starts_with('.') && digits(length + 1) > 0 {
        length += 1 + digits(length + 1);
        float = true;
    }
    if text[length..].starts_with(['e', 'E']) {
        let sign = usize::from(text[length + 1..].starts_with(['+', '-']));
        if digits(length + 1 + sign) > 0 {
            length += 1 + sign + digits(length + 1 + sign);
            float = true;
        }
    }
    if text[length..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        return Err("a number ends where a name begins".to_string());
    }
    let text = &text[..length];
    let out_of_range = || format!("{text} is out of range");
    if float {
        let value: f64 = text.parse().map_err(|_| out_of_range())?;
        if value.is_infinite() {
            return Err(out_of_range());
        }
        Ok((Token::Float(value), length))
    } else {
        Ok((Token::Int(text.parse().map_err(|_| out_of_range())?), length))
    }
}

fn span(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}
