//! The tokens around an error: brackets, neighbours, the statement it is in.

use super::error::{ErrorKind, Fault};
use super::source::Source;
use ruff_python_ast::token::{TokenKind, Tokens};
use ruff_text_size::{Ranged, TextRange, TextSize};

pub(super) struct Lines<'a> {
    source: &'a Source,
    /// Without comments and new lines inside brackets.
    tokens: Vec<(TokenKind, TextRange)>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a Source, tokens: &Tokens) -> Lines<'a> {
        let tokens = tokens.iter().map(|token| (token.kind(), token.range()));
        let trivia = |kind| matches!(kind, TokenKind::Comment | TokenKind::NonLogicalNewline);
        Lines { source, tokens: tokens.filter(|&(kind, _)| !trivia(kind)).collect() }
    }

    /// Index of the first token that starts at or after a position.
    fn index(&self, position: TextSize) -> usize {
        self.tokens.partition_point(|(_, range)| range.start() < position)
    }

    fn line(&self, position: TextSize) -> u32 {
        self.source.line(position).0
    }

    // --- Brackets -------------------------------------------------------------------------------------------------------

    /// A closing bracket without its opening one, at the error or before it.
    pub(super) fn bracket_fault(&self, error: TextRange) -> Option<Fault> {
        let mut open: Vec<(TokenKind, TextRange)> = Vec::new();
        for &(kind, range) in self.tokens.iter().take_while(|(_, range)| range.start() <= error.start()) {
            match kind {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open.push((kind, range)),
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                    let closing = &self.source.text()[range];
                    match open.pop() {
                        None => return Some(Fault::new(format!("unmatched '{closing}'"), range)),
                        Some((opening, at)) if !matches(opening, kind) => {
                            let opening = &self.source.text()[at];
                            let (here, there) = (self.line(range.start()), self.line(at.start()));
                            let place =
                                if here == there { String::new() } else { format!(" on line {there}") };
                            let message = format!(
                                "closing parenthesis '{closing}' does not match opening parenthesis '{opening}'{place}"
                            );
                            return Some(Fault::new(message, range));
                        }
                        Some(_) => {}
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The innermost bracket that is open at a position, and which line it is in.
    fn open_bracket(&self, position: TextSize) -> Option<(usize, TokenKind, TextRange)> {
        let mut open = Vec::new();
        for (index, &(kind, range)) in self.tokens.iter().enumerate() {
            if range.start() >= position {
                break;
            }
            match kind {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => open.push((index, kind, range)),
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                    open.pop();
                }
                _ => {}
            }
        }
        open.pop()
    }

    /// The bracket around an error in a later line, or at the end of the file.
    pub(super) fn unclosed_bracket(&self, position: TextSize, at_end: bool) -> Option<Fault> {
        let (_, _, range) = self.open_bracket(position)?;
        let later = self.line(position) > self.line(range.start());
        // In the rest of the file it is closed, then it is not to blame.
        let closed = self.matching_bracket(range) > range.end();
        if !at_end && (closed || !later) {
            return None;
        }
        let bracket = &self.source.text()[range];
        Some(Fault::new(format!("'{bracket}' was never closed"), range))
    }

    /// The end of the bracket that closes one; its own end if there is none.
    pub(super) fn matching_bracket(&self, opening: TextRange) -> TextSize {
        let mut depth = 0;
        for &(kind, range) in &self.tokens[self.index(opening.start())..] {
            match kind {
                TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => depth += 1,
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                    depth -= 1;
                    if depth == 0 {
                        return range.end();
                    }
                }
                _ => {}
            }
        }
        opening.end()
    }

    /// The bracket that closes the call an argument is in.
    pub(super) fn closing_bracket(&self, argument: TextRange) -> TextRange {
        match self.open_bracket(argument.start()) {
            Some((_, _, opening)) => {
                let end = self.matching_bracket(opening);
                TextRange::new(end - TextSize::new(1), end)
            }
            None => argument,
        }
    }

    pub(super) fn in_braces(&self, position: TextSize) -> bool {
        matches!(self.open_bracket(position), Some((_, TokenKind::Lbrace, _)))
            && !self.in_interpolation(position)
    }

    /// Whether the innermost brace belongs to an f-string.
    pub(super) fn in_interpolation(&self, position: TextSize) -> bool {
        self.open_bracket(position).is_some_and(|(index, kind, _)| {
            kind == TokenKind::Lbrace
                && index > 0
                && matches!(self.tokens[index - 1].0, TokenKind::FStringStart | TokenKind::FStringMiddle)
        })
    }

    // --- Neighbours -----------------------------------------------------------------------------------------------------

    /// The token before a position.
    pub(super) fn before(&self, position: TextSize) -> Option<(TokenKind, TextRange)> {
        self.index(position).checked_sub(1).map(|index| self.tokens[index])
    }

    pub(super) fn token_before(&self, position: TextSize) -> TextSize {
        self.before(position).map_or(position, |(_, range)| range.end())
    }

    /// The end of the token after a position.
    pub(super) fn token_after(&self, position: TextSize) -> TextSize {
        self.tokens.get(self.index(position)).map_or(position, |(_, range)| range.end())
    }

    /// The second token from the start of a range on.
    pub(super) fn second_token(&self, range: TextRange) -> TextRange {
        self.tokens.get(self.index(range.start()) + 1).map_or(range, |&(_, range)| range)
    }

    /// The operand that ends before a token: a name, a number, a string, with what belongs to it (`a.b(c)`).
    pub(super) fn operand_before(&self, range: TextRange) -> Option<TextRange> {
        let mut index = self.index(range.start()).checked_sub(1)?;
        let end = self.tokens[index].1.end();
        loop {
            let (kind, here) = self.tokens[index];
            let atom = match kind {
                TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => {
                    let (opening, _, _) = self.open_bracket(here.start())?;
                    index = opening;
                    // A call or a subscript goes on to the left.
                    if let Some(before) = opening.checked_sub(1)
                        && kind != TokenKind::Rbrace
                        && self.tokens[before].1.end() == self.tokens[opening].1.start()
                        && is_operand_end(self.tokens[before].0)
                    {
                        index = before;
                        continue;
                    }
                    self.tokens[opening].1
                }
                kind if is_operand_end(kind) => here,
                _ => return None,
            };
            match index.checked_sub(1).map(|before| self.tokens[before].0) {
                Some(TokenKind::Dot) if index >= 2 => index -= 2,
                _ => return Some(TextRange::new(atom.start(), end)),
            }
        }
    }

    /// Where the item of a display that a position is in starts.
    pub(super) fn item_start(&self, range: TextRange) -> Option<TextSize> {
        let (index, kind, _) = self.open_bracket(range.start())?;
        let first = self.tokens.get(index + 1)?.1.start();
        (kind != TokenKind::Lpar
            && self.tokens[index + 1..self.index(range.start())]
                .iter()
                .any(|(kind, _)| *kind == TokenKind::Comma))
        .then_some(first)
    }

    /// `a if b` before a position.
    pub(super) fn conditional_before(&self, range: TextRange) -> Option<TextRange> {
        let end = self.before(range.start())?.1.end();
        let index =
            self.tokens[..self.index(range.start())].iter().rposition(|(kind, _)| *kind == TokenKind::If)?;
        let operand = self.operand_before(self.tokens[index].1)?;
        Some(TextRange::new(operand.start(), end))
    }

    /// The `*` of a parameter list.
    pub(super) fn star_before(&self, range: TextRange) -> TextRange {
        let index = self.tokens.partition_point(|(_, token)| token.start() <= range.start());
        let star = self.tokens[..index].iter().rev().find(|(kind, _)| *kind == TokenKind::Star);
        star.map_or(range, |&(_, range)| range)
    }

    // --- Statements -----------------------------------------------------------------------------------------------------

    /// Index of the first token of the logical line.
    fn line_start(&self, position: TextSize) -> usize {
        let index = self.index(position);
        let ends = |kind| {
            matches!(kind, TokenKind::Newline | TokenKind::Indent | TokenKind::Dedent | TokenKind::Semi)
        };
        self.tokens[..index].iter().rposition(|&(kind, _)| ends(kind)).map_or(0, |before| before + 1)
    }

    pub(super) fn starts_statement(&self, token: TextRange) -> bool {
        self.tokens.get(self.line_start(token.start())).is_some_and(|(_, range)| *range == token)
    }

    /// The end of the logical line.
    pub(super) fn line_end(&self, position: TextSize) -> TextSize {
        let rest = &self.tokens[self.index(position)..];
        let end = rest.iter().find(|(kind, _)| matches!(kind, TokenKind::Newline | TokenKind::Semi));
        end.map_or(position, |(_, range)| range.start())
    }

    /// The keyword that the logical line starts with.
    pub(super) fn first_keyword(&self, position: TextSize) -> Option<TokenKind> {
        let mut tokens = self.tokens[self.line_start(position)..].iter().map(|&(kind, _)| kind);
        let kind = tokens
            .next()
            .map(|kind| if kind == TokenKind::Async { tokens.next().unwrap_or(kind) } else { kind })?;
        (kind.is_keyword() && !matches!(kind, TokenKind::Lambda | TokenKind::Not | TokenKind::Return))
            .then_some(kind)
    }

    /// Where the condition of an `if`, `elif` or `while` starts whose `=` is at a range.
    pub(super) fn condition_start(&self, range: TextRange) -> Option<TextSize> {
        let start = self.line_start(range.start());
        let keyword = self.tokens.get(start)?.0;
        matches!(keyword, TokenKind::If | TokenKind::Elif | TokenKind::While)
            .then(|| self.operand_before(range).map(|operand| operand.start()))
            .flatten()
    }

    /// Where an expression that starts after a token ends: at the colon or the end of the line.
    pub(super) fn expression_end(&self, range: TextRange) -> TextSize {
        let rest = &self.tokens[self.index(range.end())..];
        let stop = rest.iter().position(|(kind, _)| matches!(kind, TokenKind::Colon | TokenKind::Newline));
        match stop {
            Some(stop) if stop > 0 => rest[stop - 1].1.end(),
            _ => range.end(),
        }
    }

    /// Whether the target at a range is followed by the only `=` of the line. `loosely`: it counts only in parentheses.
    pub(super) fn is_only_assignment(&self, range: TextRange, loosely: bool) -> bool {
        let mut next = self.index(range.end());
        let parenthesized = self.tokens.get(next).is_some_and(|(kind, _)| *kind == TokenKind::Rpar);
        if parenthesized {
            next += 1;
        }
        let rest = &self.tokens[next.min(self.tokens.len())..];
        let line = rest.iter().map(|&(kind, _)| kind).take_while(|&kind| kind != TokenKind::Newline);
        let equals = line.filter(|&kind| matches!(kind, TokenKind::Equal | TokenKind::ColonEqual)).count();
        let first = rest.first().map(|&(kind, _)| kind);
        first == Some(TokenKind::Equal) && equals == 1 && (parenthesized || !loosely)
    }

    // --- Indentation ----------------------------------------------------------------------------------------------------

    /// A block that is missing. `what`: which statement needs it, in the parser's words.
    pub(super) fn expected_block(&self, what: &str, range: TextRange) -> Fault {
        let what = match what {
            "function definition" => "function definition".to_string(),
            "`class` definition" => "class definition".to_string(),
            other => match other.split('`').nth(1) {
                Some(keyword) => format!("'{keyword}' statement"),
                None => other.to_string(),
            },
        };
        // The line with the colon before.
        let colon =
            self.tokens[..self.index(range.start())].iter().rposition(|(kind, _)| *kind == TokenKind::Colon);
        let start = colon.map_or(range.start(), |colon| {
            self.tokens[self.line_start(self.tokens[colon].1.start())].1.start()
        });
        let message = format!("expected an indented block after {what} on line {}", self.line(start));
        let at_end = range.start().to_usize() >= self.source.text().trim_end().len();
        let range = if at_end {
            // At the end of the last line.
            let end = self.source.text().trim_end_matches(['\n', '\r']).len() as u32;
            TextRange::at(TextSize::new(end), TextSize::new(0))
        } else {
            range
        };
        Fault::of_kind(ErrorKind::Indentation, message, range)
    }

    /// A line that goes back to a column where nothing started.
    pub(super) fn bad_dedent(&self, range: TextRange) -> Fault {
        let (line, start) = self.source.line(range.end());
        let text = self.source.line_text(line);
        let indent = &text[..text.len() - text.trim_start_matches([' ', '\t', '\x0c']).len()];
        let before =
            (1..line).rev().map(|line| self.source.line_text(line)).find(|text| !text.trim().is_empty());
        let tabs = |text: &str| text.starts_with('\t');
        let end = TextSize::new(start + text.trim_end_matches(['\n', '\r']).len() as u32);
        if before.is_some_and(|before| tabs(indent) != tabs(before) && before.starts_with([' ', '\t'])) {
            let message = "inconsistent use of tabs and spaces in indentation";
            let first = TextSize::new(start + indent.len() as u32);
            return Fault::of_kind(ErrorKind::Tab, message, TextRange::empty(first));
        }
        let message = "unindent does not match any outer indentation level";
        Fault::of_kind(ErrorKind::Indentation, message, TextRange::empty(end))
    }

    // --- Strings --------------------------------------------------------------------------------------------------------

    /// The string literal that a position is in.
    pub(super) fn string_at(&self, position: TextSize) -> Option<TextRange> {
        let found = self
            .tokens
            .iter()
            .find(|(kind, range)| *kind == TokenKind::String && range.contains_inclusive(position));
        found.map(|&(_, range)| range).or_else(|| self.string_in_text(position))
    }

    /// Bad literals are no tokens: the quotes are looked for in the text.
    fn string_in_text(&self, position: TextSize) -> Option<TextRange> {
        let (line, start) = self.source.line(position);
        let text = self.source.line_text(line);
        let at = position.to_usize() - start as usize;
        let open = text.get(..=at.min(text.len().saturating_sub(1)))?.find(['"', '\''])?;
        let quote = text.as_bytes()[open] as char;
        let prefix =
            text[..open].len() - text[..open].trim_end_matches(|c: char| "rRbBuUfFtT".contains(c)).len();
        let close = text[open + 1..].find(quote).map_or(text.trim_end().len(), |close| open + 1 + close + 1);
        let offset = |column: usize| TextSize::new(start + column as u32);
        Some(TextRange::new(offset(open - prefix), offset(close)))
    }

    /// Where the f-string around a position starts.
    pub(super) fn string_start_before(&self, position: TextSize) -> Option<TextSize> {
        let index = self.tokens.partition_point(|(_, range)| range.start() <= position);
        let starts = |kind| matches!(kind, TokenKind::FStringStart | TokenKind::TStringStart);
        self.tokens[..index].iter().rev().find(|&&(kind, _)| starts(kind)).map(|(_, range)| range.start())
    }

    /// A file that ends after a line continuation: where.
    pub(super) fn ends_with_continuation(&self) -> Option<TextRange> {
        let text = self.source.text().trim_end_matches(['\n', '\r']);
        text.ends_with('\\').then(|| TextRange::empty(TextSize::new(text.len() as u32)))
    }
}

fn matches(opening: TokenKind, closing: TokenKind) -> bool {
    matches!(
        (opening, closing),
        (TokenKind::Lpar, TokenKind::Rpar)
            | (TokenKind::Lsqb, TokenKind::Rsqb)
            | (TokenKind::Lbrace, TokenKind::Rbrace)
    )
}

fn is_operand_end(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String
            | TokenKind::Ellipsis
    ) || matches!(kind, TokenKind::None | TokenKind::True | TokenKind::False | TokenKind::FStringEnd)
        || matches!(kind, TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace)
}
