//! Pointing at what went wrong in a line.
//!
//! ```text
//! x = a["b"]["c"] + f(1)        x = a["b"]["c"] + f(1)        x = f(a) + f(b)
//!     ~~~~~~^^^^^                   ~~~~~~~~~~~~^~~~~~                   ^^^^
//! ```
//!
//! Of a binary operation the operator is pointed at, of a subscript the brackets, of everything else the whole. Nothing is shown
//! where the whole line would be pointed at. Columns are characters, whatever their width, as in CPython 3.11.

use crate::bytecode::Position;
use ruff_python_ast::{Expr, Mod};
use ruff_python_parser::{Mode, ParseOptions, parse};
use ruff_text_size::Ranged;

/// The line of marks, to be printed under the line when that is printed without the spaces at its start.
pub fn carets(line: &str, position: Position) -> Option<String> {
    if position.line == 0 {
        return None;
    }
    let start = floor(line, position.column as usize);
    let (end, operator) = if position.end_line == position.line {
        let end = floor(line, position.end_column as usize).max(start);
        (end, operator(&line[start..end]))
    } else {
        // What goes on in the next line is pointed at up to the end of this one.
        (line.trim_end_matches([' ', '\t', '\x0c']).len().max(start), None)
    };
    let spaces = line.len() - line.trim_start_matches([' ', '\t', '\x0c']).len();
    if operator.is_none() && end - start == line.len() - spaces {
        return None;
    }
    let mut marks = " ".repeat(line[spaces.min(start)..start].chars().count());
    for (index, _) in line[start..end].char_indices() {
        marks.push(match &operator {
            Some(range) if !range.contains(&index) => '~',
            _ => '^',
        });
    }
    Some(marks)
}

/// A column that lies in the line, and not within a character: the file may have changed since.
fn floor(line: &str, column: usize) -> usize {
    line.floor_char_boundary(column.min(line.len()))
}

/// Where in an expression the operator is, or the brackets.
fn operator(text: &str) -> Option<std::ops::Range<usize>> {
    let parsed = parse(text, ParseOptions::from(Mode::Expression)).ok()?;
    let Mod::Expression(module) = parsed.into_syntax() else { return None };
    let blank = |byte: u8| matches!(byte, b' ' | b'\t' | b'\x0c' | b')' | b'\\' | b'\n' | b'\r');
    let bytes = text.as_bytes();
    match &*module.body {
        Expr::BinOp(node) => {
            let (left, right) = (node.left.end().to_usize(), node.right.start().to_usize());
            let first = (left..right).find(|&at| !blank(bytes[at]))?;
            // What comes right after it counts as its second character, even if it is a bracket.
            let second = first + 1 < right && !matches!(bytes[first + 1], b' ' | b'\t' | b'\x0c');
            Some(first..first + 1 + usize::from(second))
        }
        Expr::Subscript(node) => {
            let left = node.value.end().to_usize();
            let open = (left..text.len()).find(|&at| bytes[at] == b'[')?;
            Some(open..node.end().to_usize())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(line: &str, column: u32, end_column: u32) -> String {
        carets(line, Position { line: 1, column, end_line: 1, end_column }).unwrap_or_default()
    }

    #[test]
    fn operators_and_brackets_are_pointed_at() {
        assert_eq!(marked("x = a //  b", 4, 11), "    ~~^^~~~");
        assert_eq!(marked("x = (a)+(b)", 4, 11), "    ~~~^^~~");
        assert_eq!(marked("    x = a [ b ]", 8, 15), "    ~~^^^^^");
        assert_eq!(marked("x = f(1) ", 4, 8), "    ^^^^");
        assert_eq!(marked("é = ü + f(ß)", 5, 15), "    ~~^~~~~~");
    }

    #[test]
    fn a_whole_line_is_not() {
        assert_eq!(marked("    f(1)", 4, 8), "");
        assert_eq!(marked("a + b", 0, 5), "~~^~~");
        assert_eq!(marked("f(1) # why", 0, 4), "^^^^");
    }

    #[test]
    fn a_file_that_has_changed_is_no_problem() {
        assert_eq!(marked("é", 1, 500), "");
        assert_eq!(marked("ab", 5, 9), "  ");
        let position = Position { line: 3, column: 2, end_line: 5, end_column: 1 };
        assert_eq!(carets("a = f(b,  ", position).as_deref(), Some("  ^^^^^^"));
    }
}
