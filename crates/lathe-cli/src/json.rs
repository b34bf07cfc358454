//! The little JSON that we write.

use std::fmt::Write;

pub fn string(text: &str) -> String {
    let mut json = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            c if (c as u32) < 0x20 => {
                let _ = write!(json, "\\u{:04x}", c as u32);
            }
            c => json.push(c),
        }
    }
    json.push('"');
    json
}

/// An object from names and values that are JSON already.
pub fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members: Vec<_> =
        members.into_iter().map(|(name, value)| format!("{}: {value}", string(name))).collect();
    format!("{{{}}}", members.join(", "))
}
