//! The parser's errors in CPython's words.
//!
//! Both parsers stop at the same token nearly always; what they say differs. The parser's error is translated by its kind, with a look at the tokens
//! around it. Brackets are counted here, since CPython's tokenizer complains about them before its parser says anything.

use super::error::{ErrorKind, Fault};
use super::lines::Lines;
use super::source::Source;
use super::strings;
use super::targets;
use ruff_python_ast::Mod;
use ruff_python_ast::token::TokenKind;
use ruff_python_parser::{InterpolatedStringErrorType, LexicalErrorType, ParseError, ParseErrorType, Parsed};
use ruff_text_size::{Ranged, TextRange, TextSize};

/// The error to be reported, if there is one.
pub(super) fn first_fault(source: &Source, parsed: &Parsed<Mod>) -> Option<Fault> {
    let error = parsed.errors().iter().min_by_key(|error| error.location.start());
    let Some(error) = error else {
        let unsupported = parsed.unsupported_syntax_errors().first()?;
        return Some(unsupported_syntax(&unsupported.to_string(), unsupported.range()));
    };
    let lines = Lines::new(source, parsed.tokens());
    Some(Translator { source, lines, errors: parsed.errors() }.fault(error))
}

/// Syntax of later versions.
fn unsupported_syntax(message: &str, range: TextRange) -> Fault {
    let message = if message.contains("dictionary unpacking") {
        let stars = TextRange::at(range.start(), TextSize::new(2));
        return Fault::new("dict unpacking cannot be used in dict comprehension", stars);
    } else if message.contains("iterable unpacking") {
        "iterable unpacking cannot be used in comprehension"
    } else {
        "invalid syntax"
    };
    Fault::new(message, range)
}

struct Translator<'a> {
    source: &'a Source,
    lines: Lines<'a>,
    errors: &'a [ParseError],
}

impl Translator<'_> {
    fn fault(&self, error: &ParseError) -> Fault {
        let range = error.location;
        if let Some(fault) = self.lines.bracket_fault(range) {
            return fault;
        }
        let fault = self.translate(&error.error, range);
        // A bracket that was never closed is the better explanation of something strange in a later line.
        if fault.message == "invalid syntax" || fault.message.starts_with("invalid syntax. Perhaps") {
            let at_end = matches!(error.error, ParseErrorType::Lexical(LexicalErrorType::Eof));
            if let Some(unclosed) = self.lines.unclosed_bracket(range.start(), at_end) {
                return unclosed;
            }
        }
        fault
    }

    fn translate(&self, error: &ParseErrorType, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(message, range);
        match error {
            ParseErrorType::Lexical(error) => self.lexical(error, range),
            ParseErrorType::FStringError(error) => self.interpolated("f-string", error, range),
            ParseErrorType::TStringError(error) => self.interpolated("t-string", error, range),
            ParseErrorType::OtherError(message) => self.other(message, range),
            ParseErrorType::InvalidAssignmentTarget => targets::assignment(self.source, &self.lines, range),
            ParseErrorType::InvalidAugmentedAssignmentTarget => {
                let what = targets::describe(self.source, range);
                plain(&format!("'{what}' is an illegal expression for augmented assignment"))
            }
            ParseErrorType::InvalidAnnotatedAssignmentTarget => plain("illegal target for annotation"),
            ParseErrorType::InvalidDeleteTarget => {
                plain(&format!("cannot delete {}", targets::describe(self.source, range)))
            }
            ParseErrorType::InvalidNamedAssignmentTarget => {
                let what = targets::describe(self.source, range);
                plain(&format!("cannot use assignment expressions with {what}"))
            }
            ParseErrorType::ExpectedToken { expected, found } => self.expected(*expected, *found, range),
            ParseErrorType::ExpectedExpression => self.expected_expression(range),
            ParseErrorType::SimpleStatementsOnSameLine => self.same_line(range),
            ParseErrorType::UnexpectedIndentation => Fault {
                whole_line: true,
                ..Fault::of_kind(ErrorKind::Indentation, "unexpected indent", range)
            },
            ParseErrorType::UnparenthesizedGeneratorExpression => {
                plain("Generator expression must be parenthesized")
            }
            ParseErrorType::InvalidStarredExpressionUsage => match self.lines.before(range.start()) {
                Some((TokenKind::Lpar, _)) => plain("cannot use starred expression here"),
                _ => plain("can't use starred expression here"),
            },
            ParseErrorType::PositionalAfterKeywordArgument => {
                Fault::new("positional argument follows keyword argument", self.lines.closing_bracket(range))
            }
            ParseErrorType::PositionalAfterKeywordUnpacking => {
                let message = "positional argument follows keyword argument unpacking";
                Fault::new(message, self.lines.closing_bracket(range))
            }
            ParseErrorType::InvalidArgumentUnpackingOrder => {
                let message = "iterable argument unpacking follows keyword argument unpacking";
                Fault::new(message, first_character(range))
            }
            ParseErrorType::IterableUnpackingInComprehension => {
                plain("iterable unpacking cannot be used in comprehension")
            }
            ParseErrorType::NonDefaultParamAfterDefaultParam => {
                plain("parameter without a default follows parameter with a default")
            }
            ParseErrorType::ParamAfterVarKeywordParam => {
                plain("arguments cannot follow var-keyword argument")
            }
            ParseErrorType::VarParameterWithDefault => {
                plain("var-positional argument cannot have default value")
            }
            ParseErrorType::ExpectedKeywordParam => {
                Fault::new("named arguments must follow bare *", self.lines.star_before(range))
            }
            ParseErrorType::EmptyImportNames if self.source.text()[range].trim().is_empty() => {
                plain("Expected one or more names after 'import'")
            }
            ParseErrorType::EmptyTypeParams => plain("Type parameter list cannot be empty"),
            ParseErrorType::InvalidMatchPatternTarget => plain("cannot use '_' as a target"),
            ParseErrorType::ExpectedRealNumber => plain("real number required in complex literal"),
            ParseErrorType::ExpectedImaginaryNumber => plain("imaginary number required in complex literal"),
            ParseErrorType::EmptyImportNames
            | ParseErrorType::EmptySlice
            | ParseErrorType::EmptyGlobalNames
            | ParseErrorType::EmptyNonlocalNames
            | ParseErrorType::EmptyDeleteTargets
            | ParseErrorType::StringAnnotationError(_)
            | ParseErrorType::UnparenthesizedNamedExpression
            | ParseErrorType::UnparenthesizedTupleExpression
            | ParseErrorType::InvalidLambdaExpressionUsage
            | ParseErrorType::InvalidYieldExpressionUsage
            | ParseErrorType::InvalidStarPatternUsage
            | ParseErrorType::SimpleAndCompoundStatementOnSameLine
            | ParseErrorType::UnexpectedTokenAfterAsync(_)
            | ParseErrorType::UnexpectedIpythonEscapeCommand
            | ParseErrorType::UnexpectedExpressionToken => plain("invalid syntax"),
        }
    }

    fn lexical(&self, error: &LexicalErrorType, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(message, range);
        match error {
            LexicalErrorType::UnclosedStringError => strings::unterminated(self.source, range, "string"),
            LexicalErrorType::UnicodeError
            | LexicalErrorType::MissingUnicodeLbrace
            | LexicalErrorType::MissingUnicodeRbrace
            | LexicalErrorType::StringError => strings::bad_escape(self.source, &self.lines, range),
            LexicalErrorType::IndentationError => self.lines.bad_dedent(range),
            LexicalErrorType::UnrecognizedToken { tok } => match tok {
                '$' | '?' | '!' | '`' => plain("invalid syntax"),
                c if c.is_ascii_control() => {
                    plain(&format!("invalid non-printable character U+{:04X}", u32::from(*c)))
                }
                c => Fault::new(
                    format!("invalid character '{c}' (U+{:04X})", u32::from(*c)),
                    first_character(range),
                ),
            },
            LexicalErrorType::FStringError(error) => self.interpolated("f-string", error, range),
            LexicalErrorType::TStringError(error) => self.interpolated("t-string", error, range),
            LexicalErrorType::InvalidByteLiteral => {
                let literal = self.lines.string_at(range.start()).unwrap_or(range);
                Fault::new("bytes can only contain ASCII literal characters", literal)
            }
            LexicalErrorType::LineContinuationError => {
                let start = range.start() + TextSize::new(1);
                let range = TextRange::at(start, TextSize::new(1));
                Fault::new("unexpected character after line continuation character", range)
            }
            LexicalErrorType::Eof => match self.lines.ends_with_continuation() {
                Some(end) => Fault::new("unexpected EOF while parsing", end),
                None => plain("invalid syntax"),
            },
            LexicalErrorType::OtherError(message) => self.number(message, range),
        }
    }

    fn interpolated(&self, what: &str, error: &InterpolatedStringErrorType, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(format!("{what}: {message}"), range);
        match error {
            InterpolatedStringErrorType::UnclosedLbrace => match self.lines.operand_before(range) {
                Some(operand) if !self.source.text()[range].starts_with(['"', '\'']) => {
                    let range = TextRange::new(operand.start(), range.end());
                    Fault::new(format!("{what}: invalid syntax. Perhaps you forgot a comma?"), range)
                }
                _ => plain("expecting '}'"),
            },
            InterpolatedStringErrorType::InvalidConversionFlag => {
                let found = self.source.text()[range].to_string();
                plain(&format!("invalid conversion character '{found}': expected 's', 'r', or 'a'"))
            }
            InterpolatedStringErrorType::SingleRbrace => plain("single '}' is not allowed"),
            InterpolatedStringErrorType::UnterminatedString
            | InterpolatedStringErrorType::UnterminatedTripleQuotedString => {
                let start = self.lines.string_start_before(range.start());
                let whole = TextRange::new(start.unwrap_or(range.start()), range.end());
                strings::unterminated(self.source, whole, what)
            }
            InterpolatedStringErrorType::LambdaWithoutParentheses => {
                plain("lambda expressions are not allowed without parentheses")
            }
            InterpolatedStringErrorType::ConversionFlagNotImmediatelyAfterExclamation => {
                plain("conversion type must come right after the exclamation mark")
            }
            InterpolatedStringErrorType::NewlineInFormatSpec => {
                plain("newlines are not allowed in format specifiers for single quoted strings")
            }
        }
    }

    fn expected(&self, expected: TokenKind, found: TokenKind, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(message, range);
        let line_keyword = self.lines.first_keyword(range.start());
        match (expected, found) {
            (TokenKind::Colon, TokenKind::Equal) if self.lines.condition_start(range).is_some() => {
                let start = self.lines.condition_start(range).expect("just seen");
                let end = self.lines.expression_end(range);
                let message = "invalid syntax. Maybe you meant '==' or ':=' instead of '='?";
                Fault::new(message, TextRange::new(start, end))
            }
            (TokenKind::Colon, TokenKind::Newline) if line_keyword.is_some() => plain("expected ':'"),
            (TokenKind::Else, _) => {
                let operand = self.lines.conditional_before(range);
                Fault::new("expected 'else' after 'if' expression", operand.unwrap_or(range))
            }
            (TokenKind::In, _) if found == TokenKind::Newline => plain("invalid syntax"),
            (TokenKind::Comma | TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace, _) => {
                self.missing_comma(found, range)
            }
            _ => plain("invalid syntax"),
        }
    }

    /// Two operands side by side within brackets.
    fn missing_comma(&self, found: TokenKind, range: TextRange) -> Fault {
        if found == TokenKind::Lpar && self.lines.first_keyword(range.start()) == Some(TokenKind::Def) {
            let end = self.lines.matching_bracket(range);
            let message = "Function parameters cannot be parenthesized";
            return Fault::new(message, TextRange::new(range.start(), end));
        }
        if found == TokenKind::For
            && let Some(start) = self.lines.item_start(range)
        {
            let before = self.lines.token_before(range.start());
            let message = "did you forget parentheses around the comprehension target?";
            return Fault::new(message, TextRange::new(start, before));
        }
        if starts_operand(found)
            && let Some(operand) = self.lines.operand_before(range)
        {
            let message = "invalid syntax. Perhaps you forgot a comma?";
            return Fault::new(message, TextRange::new(operand.start(), range.end()));
        }
        Fault::new("invalid syntax", range)
    }

    fn expected_expression(&self, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(message, range);
        match self.lines.before(range.start()) {
            // `{}` in an f-string.
            Some((TokenKind::Lbrace, _)) if self.lines.in_interpolation(range.start()) => {
                let found = &self.source.text()[range];
                plain(&format!("f-string: valid expression required before '{found}'"))
            }
            Some((TokenKind::Colon, colon)) if self.lines.in_braces(range.start()) => {
                Fault::new("expression expected after dictionary key and ':'", colon)
            }
            Some((TokenKind::Equal, equal))
                if self.lines.first_keyword(range.start()) == Some(TokenKind::Def) =>
            {
                Fault::new("expected default value expression", equal)
            }
            // `<>` is one token.
            Some((TokenKind::Less, less))
                if less.end() == range.start() && self.source.text()[range].starts_with('>') =>
            {
                Fault::new("invalid syntax", TextRange::new(less.start(), range.end()))
            }
            _ if self.lambda_in_f_string() => {
                plain("f-string: lambda expressions are not allowed without parentheses")
            }
            _ => plain("invalid syntax"),
        }
    }

    fn lambda_in_f_string(&self) -> bool {
        self.errors.iter().any(|error| {
            matches!(
                error.error,
                ParseErrorType::FStringError(InterpolatedStringErrorType::LambdaWithoutParentheses)
            )
        })
    }

    /// Something after a complete statement.
    fn same_line(&self, range: TextRange) -> Fault {
        if let Some((kind, before)) = self.lines.before(range.start()) {
            let text = &self.source.text()[before];
            if before.end() == range.start() && matches!(kind, TokenKind::Int | TokenKind::Float) {
                let what = strings::number_kind(text);
                let follows = &self.source.text()[range];
                let at =
                    if follows.starts_with('_') { range.start() } else { range.start() - TextSize::new(1) };
                return Fault::new(format!("invalid {what} literal"), TextRange::at(at, TextSize::new(1)));
            }
            if matches!(text, "print" | "exec") && self.lines.starts_statement(before) {
                let message = format!("Missing parentheses in call to '{text}'. Did you mean {text}(...)?");
                let end = self.lines.line_end(range.start());
                return Fault::new(message, TextRange::new(before.start(), end));
            }
        }
        Fault::new("invalid syntax", range)
    }

    fn number(&self, message: &str, range: TextRange) -> Fault {
        let text = self.source.text();
        if message.contains("decimal integer literal") {
            let message = "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers";
            return Fault::new(message, first_character(range));
        }
        let kind = strings::number_kind(&text[range]);
        let next = text[range.end().to_usize()..].chars().next();
        match next {
            Some(digit) if digit.is_ascii_digit() => {
                let range = TextRange::at(range.end(), TextSize::new(1));
                Fault::new(format!("invalid digit '{digit}' in {kind} literal"), range)
            }
            _ => {
                let last = range.end() - TextSize::new(1);
                Fault::new(format!("invalid {kind} literal"), TextRange::at(last, TextSize::new(1)))
            }
        }
    }

    fn other(&self, message: &str, range: TextRange) -> Fault {
        let plain = |message: &str| Fault::new(message, range);
        if let Some(what) = message.strip_prefix("Expected an indented block after ") {
            return self.lines.expected_block(what, range);
        }
        match message {
            "Expected `except` or `finally` after `try` block" => {
                plain("expected 'except' or 'finally' block")
            }
            "Only one '/' separator allowed" => plain("/ may appear only once"),
            "Only one '*' parameter allowed" => {
                Fault::new("* argument may appear only once", first_character(range))
            }
            "'/' parameter must appear before '*' parameter" => plain("/ must be ahead of *"),
            "Position-only parameter separator not allowed as first parameter" => {
                plain("at least one argument must precede /")
            }
            "Starred expression cannot be used here" => plain("cannot use starred expression here"),
            "Expected one or more exception types" => plain("expected one or more exception types"),
            "Multiple exception types must be parenthesized when using `as`" => {
                let whole = TextRange::new(range.start(), self.lines.expression_end(range));
                Fault::new("multiple exception types must be parenthesized when using 'as'", whole)
            }
            "Trailing comma not allowed" => {
                let range = TextRange::at(range.end(), TextSize::new(1));
                Fault::new("trailing comma not allowed without surrounding parentheses", range)
            }
            "Bytes literal cannot be mixed with non-bytes literals" => {
                plain("cannot mix bytes and nonbytes literals")
            }
            "Expected a parameter name" => {
                let end = self.lines.token_after(range.end());
                let whole = TextRange::new(range.start(), end);
                match &self.source.text()[range] {
                    name @ ("True" | "False" | "None") => {
                        Fault::new(format!("cannot assign to {name}"), whole)
                    }
                    _ => Fault::new("expression cannot contain assignment, perhaps you meant \"==\"?", whole),
                }
            }
            _ if message.starts_with("Cannot have both 'except' and 'except*'") => {
                let keyword = TextRange::at(range.start(), TextSize::new(6));
                Fault::new("cannot have both 'except' and 'except*' on the same 'try'", keyword)
            }
            _ if message.starts_with("Only single target") => plain(&message.replacen('O', "o", 1)),
            "Star import must be the only import" => {
                Fault::new("invalid syntax", self.lines.second_token(range))
            }
            _ => plain("invalid syntax"),
        }
    }
}

fn starts_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Name
            | TokenKind::Int
            | TokenKind::Float
            | TokenKind::Complex
            | TokenKind::String
            | TokenKind::None
    ) || matches!(kind, TokenKind::True | TokenKind::False | TokenKind::FStringStart | TokenKind::Ellipsis)
}

fn first_character(range: TextRange) -> TextRange {
    TextRange::at(range.start(), TextSize::new(1))
}
