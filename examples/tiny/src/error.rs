//! The two shapes of failure a guest program has: it cannot be read, or it raises an exception.

use std::fmt;

/// Where something is in the source; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    pub position: Position,
    pub message: String,
}

impl SyntaxError {
    pub fn new(position: Position, message: impl Into<String>) -> SyntaxError {
        SyntaxError { position, message: message.into() }
    }

    /// `file:line:col: message`, the source line, and a caret under the column.
    pub fn show(&self, file: &str, source: &str) -> String {
        let Position { line, column } = self.position;
        let text = source.lines().nth(line as usize - 1).unwrap_or("");
        // Tabs are kept, so that the caret is where the terminal puts the character.
        let pad: String =
            text.chars().take(column as usize - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("{file}:{line}:{column}: {}\n  {text}\n  {pad}^\n", self.message)
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.position.line, self.position.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Why the machine raised an exception: the `code` of an `Error` record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ErrorCode {
    WrongType = 1,
    DivisionByZero = 2,
    BadIndex = 3,
    MissingField = 4,
    NotAFunction = 5,
    WrongArgumentCount = 6,
    StackOverflow = 7,
    /// `int` of a float that does not fit, `array` with a negative or excessive length.
    BadValue = 8,
}

impl ErrorCode {
    pub const ALL: [ErrorCode; 8] = [
        ErrorCode::WrongType,
        ErrorCode::DivisionByZero,
        ErrorCode::BadIndex,
        ErrorCode::MissingField,
        ErrorCode::NotAFunction,
        ErrorCode::WrongArgumentCount,
        ErrorCode::StackOverflow,
        ErrorCode::BadValue,
    ];

    /// The error that a guest's `code` stands for.
    pub fn from_code(code: i64) -> Option<ErrorCode> {
        ErrorCode::ALL.into_iter().find(|&error| error as i64 == code)
    }

    pub fn message(self) -> &'static str {
        match self {
            ErrorCode::WrongType => "wrong type",
            ErrorCode::DivisionByZero => "division by zero",
            ErrorCode::BadIndex => "bad index",
            ErrorCode::MissingField => "missing field",
            ErrorCode::NotAFunction => "not a function",
            ErrorCode::WrongArgumentCount => "wrong number of arguments",
            ErrorCode::StackOverflow => "stack overflow",
            ErrorCode::BadValue => "bad value",
        }
    }
}
