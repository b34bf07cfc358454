//! Limits on nesting, checked before parsing: the parser takes as much stack as the source is deep.
//!
//! CPython allows 200 open brackets and 100 levels of indentation. Prefix operators, `lambda`, `else` and so on nest without brackets; there the
//! limit is far above anything written by hand. Most files are known to be shallow from a look at their bytes.

use super::error::{ErrorKind, Fault};
use super::source::Source;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::Mode;
use ruff_text_size::{TextRange, TextSize};

const MAX_BRACKETS: usize = 200;
const MAX_INDENTS: usize = 100;
/// Operators in a row without a comma or a new line.
const MAX_CHAIN: usize = 10_000;

pub(super) fn check(source: &Source) -> Result<(), Fault> {
    let text = source.text();
    if is_shallow(text.as_bytes()) {
        return Ok(());
    }
    // The lexer knows strings and comments, but does not tell positions: those come from the bytes.
    let mut lexer = ruff_python_parser::lexer::lex(text, Mode::Module);
    let mut open: Vec<usize> = Vec::new();
    let (mut indents, mut chain, mut strings) = (0, 0, 0usize);
    loop {
        match lexer.next_token() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => {
                open.push(std::mem::take(&mut chain));
                if open.len() > MAX_BRACKETS {
                    return Err(Fault::new("too many nested parentheses", deepest_bracket(text)));
                }
            }
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => chain = open.pop().unwrap_or(0),
            TokenKind::Indent => {
                indents += 1;
                if indents >= MAX_INDENTS {
                    let fault = Fault::of_kind(
                        ErrorKind::Indentation,
                        "too many levels of indentation",
                        widest_indent(text),
                    );
                    return Err(Fault { whole_line: true, ..fault });
                }
            }
            TokenKind::Dedent => indents -= 1,
            TokenKind::FStringStart | TokenKind::TStringStart => {
                strings += 1;
                if strings > MAX_BRACKETS {
                    return Err(Fault::new("too many nested f-strings or t-strings", deepest_bracket(text)));
                }
            }
            TokenKind::FStringEnd | TokenKind::TStringEnd => strings = strings.saturating_sub(1),
            TokenKind::Comma | TokenKind::Newline | TokenKind::Semi => chain = 0,
            TokenKind::EndOfFile => return Ok(()),
            // These make flat trees.
            TokenKind::And | TokenKind::Or | TokenKind::Less | TokenKind::Greater | TokenKind::LessEqual => {}
            TokenKind::GreaterEqual | TokenKind::EqEqual | TokenKind::NotEqual => {}
            TokenKind::Name | TokenKind::Int | TokenKind::String | TokenKind::NonLogicalNewline => {}
            _ => {
                chain += 1;
                if chain > MAX_CHAIN {
                    return Err(Fault::too_deep(TextRange::default()));
                }
            }
        }
    }
}

/// The first bracket that is open inside too many others.
fn deepest_bracket(text: &str) -> TextRange {
    let mut depth = 0usize;
    let found = text.bytes().position(|byte| {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth > MAX_BRACKETS
    });
    let start = TextSize::new(found.unwrap_or(0) as u32);
    TextRange::at(start, TextSize::new(1))
}

/// The first line that is indented too far.
fn widest_indent(text: &str) -> TextRange {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if indent >= MAX_INDENTS {
            break;
        }
        start += line.len();
    }
    TextRange::empty(TextSize::new(start as u32))
}

/// Whether a look at the bytes shows that nothing is nested deeply. Brackets in strings count, too, so "no" means "perhaps".
fn is_shallow(bytes: &[u8]) -> bool {
    // `since`: where the last comma was, or the last line that ended outside brackets. A chain is no longer than the text after it.
    let (mut depth, mut since) = (0usize, 0);
    let mut line = 0;
    for (index, &byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => {
                depth += 1;
                if depth > MAX_BRACKETS / 2 {
                    return false;
                }
            }
            // A string with many closing brackets must not hide others that open.
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => {
                if index - since > MAX_CHAIN {
                    return false;
                }
                since = index;
            }
            b'\n' | b'\r' => {
                if index - since > MAX_CHAIN {
                    return false;
                }
                if depth == 0 {
                    since = index;
                }
                line = index + 1;
            }
            b' ' | b'\t' if index - line >= MAX_INDENTS - 1 => {
                // Far to the right: is it all indentation?
                if bytes[line..=index].iter().all(|byte| matches!(byte, b' ' | b'\t')) {
                    return false;
                }
                // The rest of the line is not.
                line = index.saturating_sub(1);
            }
            _ => {}
        }
    }
    bytes.len() - since <= MAX_CHAIN
}
