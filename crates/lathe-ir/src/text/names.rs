//! The shapes of names: which words are values, labels and virtuals, which names need quotes, and what an author who
//! misspelled a name may have meant.

use crate::trace::Label;
use crate::value::Type;
use std::borrow::Cow;

/// Words that mean something where a class name may stand.
const RESERVED: &[&str] = &[
    "int",
    "i8",
    "u8",
    "i16",
    "u16",
    "i32",
    "u32",
    "float",
    "f32",
    "ref",
    "all",
    "nothing",
    "pure",
    "reads",
    "writes",
    "raises",
    "invalidates",
    "calls_back",
];

/// Decimal digits without leading zeros, so that a number has one spelling.
fn is_number(digits: &str) -> bool {
    !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

/// The type that a value's name tells: `i3`, `f4`, `p5`.
pub(super) fn value_type(name: &str) -> Option<Type> {
    let (ty, digits) = match name.split_at_checked(1)? {
        ("i", digits) => (Type::Int, digits),
        ("f", digits) => (Type::Float, digits),
        ("p", digits) => (Type::Ref, digits),
        _ => return None,
    };
    is_number(digits).then_some(ty)
}

/// The number in a name that consists of a letter and a number.
pub fn number_after(letter: char, name: &str) -> Option<u32> {
    let digits = name.strip_prefix(letter)?;
    if is_number(digits) { digits.parse().ok() } else { None }
}

pub(super) fn label(name: &str) -> Option<Label> {
    number_after('L', name).map(Label)
}

pub(super) fn is_name_start(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

pub(super) fn is_name_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The name as it stands in text: in quotes if it is not a plain word (guests have code called `<lambda>`).
pub(super) fn written(name: &str) -> Cow<'_, str> {
    if name.starts_with(is_name_start) && name.chars().all(is_name_part) && !RESERVED.contains(&name) {
        return Cow::Borrowed(name);
    }
    let mut text = String::with_capacity(name.len() + 2);
    text.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c => text.push(c),
        }
    }
    text.push('"');
    Cow::Owned(text)
}

/// `; did you mean ...?` with the nearest candidate, or nothing when none is near.
pub(super) fn suggest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    const LONGEST: usize = 40;
    if name.len() > LONGEST {
        return String::new();
    }
    let allowed = (name.len() / 3).clamp(1, 3);
    candidates
        .into_iter()
        .filter(|c| c.len() <= LONGEST)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min()
        .map(|(_, candidate)| format!("; did you mean `{candidate}`?"))
        .unwrap_or_default()
}

/// Levenshtein's edit distance.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let replaced = diagonal + (x != y) as usize;
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_gives_the_type() {
        assert_eq!(value_type("i3"), Some(Type::Int));
        assert_eq!(value_type("f40"), Some(Type::Float));
        assert_eq!(value_type("p0"), Some(Type::Ref));
        for name in ["i", "x3", "i03", "i3x", "", "é3"] {
            assert_eq!(value_type(name), None, "{name}");
        }
    }

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(written("Node"), "Node");
        assert_eq!(written("int"), "\"int\"");
        assert_eq!(written("<a \"b\">\n"), "\"<a \\\"b\\\">\\n\"");
    }

    #[test]
    fn only_near_names_are_suggested() {
        assert_eq!(suggest("int_ad", ["int_add", "int_and"]), "; did you mean `int_add`?");
        assert_eq!(suggest("banana", ["int_add"]), "");
    }
}
