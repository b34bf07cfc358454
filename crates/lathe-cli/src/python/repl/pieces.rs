//! Is what was typed a whole statement?

use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Empty lines and comments.
    Nothing,
    /// More lines may follow.
    Unfinished,
    /// To be run, or to be complained of.
    Whole,
}

/// What the lines so far are. They end with a line feed.
pub fn piece(text: &str) -> Piece {
    let lines = || text.lines().map(str::trim);
    if lines().all(|line| line.is_empty() || line.starts_with('#')) {
        return Piece::Nothing;
    }
    let ends_empty = text.lines().last().is_none_or(|line| line.trim().is_empty());
    if text.trim_end_matches('\n').ends_with('\\') && !ends_empty {
        return Piece::Unfinished;
    }
    let Ok(source) = Source::new("<stdin>", text) else { return Piece::Whole };
    match compile(&source, Options::new(Mode::Interactive)) {
        Ok(_) if is_compound(text) && !ends_empty => Piece::Unfinished,
        Ok(_) => Piece::Whole,
        Err(error) => {
            let open = error.message.ends_with("was never closed")
                || error.message.starts_with("unterminated triple-quoted");
            // A block that has not begun yet, or a `try` without its handlers; an empty line gives up.
            let begun = error.message.starts_with("expected an indented block")
                || error.message.starts_with("expected 'except' or 'finally' block")
                || text.trim_start().starts_with('@') && lines().all(|line| line.starts_with('@'));
            if open || begun && !ends_empty { Piece::Unfinished } else { Piece::Whole }
        }
    }
}

/// Does the text begin a statement that has blocks? Such a one goes on up to an empty line.
fn is_compound(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.unwrap_or_default();
    let word: String = first.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    first.starts_with('@')
        || ["if", "for", "while", "try", "with", "def", "class", "async"].contains(&word.as_str())
        || word == "match" && text.lines().count() > 1 && first.ends_with(':')
}

#[cfg(test)]
mod tests {
    use super::{Piece, piece};

    #[test]
    fn statements_end_where_they_end() {
        for text in [
            "x = 1\n",
            "f(1,\n2)\n",
            "if x:\n  y\n\n",
            "if x: y\n\n",
            "x = \\\n1\n",
            "match = 1\n",
            "'''a\nb'''\n",
        ] {
            assert_eq!(piece(text), Piece::Whole, "{text:?}");
        }
        for text in [
            "f(1,\n",
            "if x:\n",
            "if x:\n  y\n",
            "if x: y\n",
            "x = \\\n",
            "'''a\n",
            "@d\n",
            "@d\ndef f():\n",
            "try:\n  x\n",
            "match x:\n",
            "class A:\n  x = [\n\n",
        ] {
            assert_eq!(piece(text), Piece::Unfinished, "{text:?}");
        }
        for text in ["\n", "  \n", "# c\n"] {
            assert_eq!(piece(text), Piece::Nothing, "{text:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_whole() {
        for text in ["x = = 1\n", "f)\n", "'abc\n", "if x:\n\n", "return 1\n", "try:\n  x\n\n"] {
            assert_eq!(piece(text), Piece::Whole, "{text:?}");
        }
    }
}
