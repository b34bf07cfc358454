//! Errors in strings and numbers.

use super::error::Fault;
use super::lines::Lines;
use super::source::Source;
use ruff_text_size::{TextRange, TextSize};

/// A string that does not end. `what`: which kind of string.
pub(super) fn unterminated(source: &Source, range: TextRange, what: &str) -> Fault {
    let text = &source.text()[range];
    let quotes = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let triple = quotes.starts_with("'''") || quotes.starts_with("\"\"\"");
    let end = if triple {
        TextSize::new(source.text().trim_end_matches(['\n', '\r']).len() as u32)
    } else {
        range.end()
    };
    let (line, _) = source.line(end.max(range.start()));
    let kind = if triple { format!("triple-quoted {what}") } else { what.to_string() };
    let message = format!("unterminated {kind} literal (detected at line {line})");
    Fault::new(message, TextRange::at(range.start(), TextSize::new(1)))
}

/// A bad escape sequence: what the codec says, which counts in bytes of the string's content.
pub(super) fn bad_escape(source: &Source, lines: &Lines<'_>, range: TextRange) -> Fault {
    let literal = lines.string_at(range.start()).unwrap_or(range);
    let text = &source.text()[literal];
    let prefix = text.len() - text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
    let quotes =
        if text[prefix..].starts_with("'''") || text[prefix..].starts_with("\"\"\"") { 3 } else { 1 };
    let end = text.len().saturating_sub(quotes).max(prefix + quotes);
    let content = &text[prefix + quotes..end];
    if text[..prefix].contains(['b', 'B']) {
        let position = content.find("\\x").unwrap_or(0);
        let message = format!("(value error) invalid \\x escape at position {position}");
        return Fault::new(message, literal);
    }
    let (start, stop, why) = find_bad_escape(content).unwrap_or((0, 0, "illegal Unicode character"));
    let message =
        format!("(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{stop}: {why}");
    Fault::new(message, literal)
}

/// First and last byte of the first bad escape sequence, and what is wrong with it.
fn find_bad_escape(content: &str) -> Option<(usize, usize, &'static str)> {
    let bytes = content.as_bytes();
    let mut at = 0;
    while let Some(found) = content[at..].find('\\') {
        let start = at + found;
        let kind = *bytes.get(start + 1)?;
        let (digits, why) = match kind {
            b'x' => (2, "truncated \\xXX escape"),
            b'u' => (4, "truncated \\uXXXX escape"),
            b'U' => (8, "truncated \\UXXXXXXXX escape"),
            b'N' => {
                let name = content[start + 2..].strip_prefix('{');
                let Some(length) = name.and_then(|name| name.find('}')) else {
                    return Some((start, start + 1, "malformed \\N character escape"));
                };
                let name = &content[start + 3..start + 3 + length];
                if length == 0 {
                    return Some((start, start + 2, "malformed \\N character escape"));
                }
                // The parser knows the names; only one of several escapes may be the bad one.
                let probe = format!("'\\N{{{name}}}'");
                if ruff_python_parser::parse_expression(&probe).is_err() {
                    return Some((start, start + 3 + length, "unknown Unicode character name"));
                }
                at = start + 4 + length;
                continue;
            }
            _ => {
                at = start + 1 + content[start + 1..].chars().next().map_or(0, char::len_utf8);
                continue;
            }
        };
        let given =
            bytes[start + 2..].iter().take(digits).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if given < digits {
            return Some((start, start + 1 + given, why));
        }
        let value = u32::from_str_radix(&content[start + 2..start + 2 + digits], 16).unwrap_or(0);
        if value > 0x10_ffff {
            return Some((start, start + 1 + digits, "illegal Unicode character"));
        }
        at = start + 2 + digits;
    }
    None
}

/// What a number's prefix says.
pub(super) fn number_kind(text: &str) -> &'static str {
    match text.get(..2) {
        Some("0x" | "0X") => "hexadecimal",
        Some("0o" | "0O") => "octal",
        Some("0b" | "0B") => "binary",
        _ => "decimal",
    }
}
