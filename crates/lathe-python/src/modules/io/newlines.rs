//! Ends of lines: where they are, and what becomes of them.

use super::stream::Flags;
use crate::object::text::Text;
use crate::text::build::Builder;

const CR: u32 = '\r' as u32;
const LF: u32 = '\n' as u32;

/// What `newline=` asks for, as flags of a stream; none for what is no newline.
pub fn flags(newline: Option<&str>) -> Option<i64> {
    Some(match newline {
        None => Flags::UNIVERSAL.0 | Flags::TRANSLATE.0,
        Some("") => Flags::UNIVERSAL.0,
        Some("\n") => 0,
        Some("\r") => Flags::READ_CR.0 | Flags::WRITE_CR.0,
        Some("\r\n") => Flags::READ_CRLF.0 | Flags::WRITE_CRLF.0,
        Some(_) => return None,
    })
}

fn find(text: Text<'_>, from: usize, c: u32) -> Option<usize> {
    match text {
        Text::One(data) => memchr::memchr(c as u8, &data[from..]).map(|at| from + at),
        _ => (from..text.len()).find(|&at| text.get(at) == c),
    }
}

/// Where the line that starts at `from` ends, its end included.
pub fn line_end(text: Text<'_>, from: usize, flags: Flags) -> Option<usize> {
    if flags.contains(Flags::READ_CRLF) {
        let mut start = from;
        while let Some(at) = find(text, start, CR) {
            if at + 1 < text.len() && text.get(at + 1) == LF {
                return Some(at + 2);
            }
            start = at + 1;
        }
        return None;
    }
    if flags.contains(Flags::READ_CR) {
        return find(text, from, CR).map(|at| at + 1);
    }
    let lf = find(text, from, LF);
    if flags.contains(Flags::TRANSLATE) || !flags.contains(Flags::UNIVERSAL) {
        return lf.map(|at| at + 1);
    }
    let end = lf.unwrap_or(text.len());
    match find(text.slice(0, end), from, CR) {
        Some(at) if at + 1 < text.len() && text.get(at + 1) == LF => Some(at + 2),
        Some(at) => Some(at + 1),
        None => lf.map(|at| at + 1),
    }
}

/// Which ends of lines a text has.
pub fn seen(text: Text<'_>) -> i64 {
    let (mut seen, mut at) = (0, 0);
    if find(text, 0, CR).is_none() {
        return if find(text, 0, LF).is_some() { Flags::SEEN_LF.0 } else { 0 };
    }
    while at < text.len() {
        match text.get(at) {
            CR if at + 1 < text.len() && text.get(at + 1) == LF => {
                seen |= Flags::SEEN_CRLF.0;
                at += 1;
            }
            CR => seen |= Flags::SEEN_CR.0,
            LF => seen |= Flags::SEEN_LF.0,
            _ => {}
        }
        at += 1;
    }
    seen
}

/// With `\n` for every end of a line; none if it is so already.
pub fn to_lf(text: Text<'_>) -> Option<Builder> {
    let mut at = find(text, 0, CR)?;
    let (mut out, mut from) = (Builder::with_capacity(text.len()), 0);
    loop {
        out.extend(text.slice(from, at));
        out.push(LF);
        from = at + 1;
        if from < text.len() && text.get(from) == LF {
            from += 1;
        }
        match find(text, from, CR) {
            Some(next) => at = next,
            None => break,
        }
    }
    out.extend(text.slice(from, text.len()));
    Some(out)
}

/// With what the stream writes for `\n`; none if that is `\n`, or there is none.
pub fn from_lf(text: Text<'_>, flags: Flags) -> Option<Builder> {
    let end: &[u8] = match flags {
        _ if flags.contains(Flags::WRITE_CR) => b"\r",
        _ if flags.contains(Flags::WRITE_CRLF) => b"\r\n",
        _ => return None,
    };
    let mut at = find(text, 0, LF)?;
    let (mut out, mut from) = (Builder::with_capacity(text.len() + 8), 0);
    loop {
        out.extend(text.slice(from, at));
        out.extend(Text::One(end));
        from = at + 1;
        match find(text, from, LF) {
            Some(next) => at = next,
            None => break,
        }
    }
    out.extend(text.slice(from, text.len()));
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, newline: Option<&str>) -> Vec<String> {
        let (text, flags) = (Text::One(text.as_bytes()), Flags(flags(newline).expect("a newline")));
        let (mut found, mut from) = (Vec::new(), 0);
        while from < text.len() {
            let end = line_end(text, from, flags).unwrap_or(text.len());
            found.push(text.slice(from, end).to_str().into_owned());
            from = end;
        }
        found
    }

    #[test]
    fn lines_end_where_the_mode_says() {
        let text = "a\rb\nc\r\nd";
        assert_eq!(lines(text, Some("")), ["a\r", "b\n", "c\r\n", "d"]);
        assert_eq!(lines(text, Some("\n")), ["a\rb\n", "c\r\n", "d"]);
        assert_eq!(lines(text, Some("\r")), ["a\r", "b\nc\r", "\nd"]);
        assert_eq!(lines(text, Some("\r\n")), ["a\rb\nc\r\n", "d"]);
        assert_eq!(lines("\r\r\n\n", Some("")), ["\r", "\r\n", "\n"]);
    }

    #[test]
    fn ends_are_translated_both_ways() {
        let text = Text::One(b"a\rb\nc\r\n\r");
        assert_eq!(to_lf(text).expect("has some").text().to_str(), "a\nb\nc\n\n");
        assert!(to_lf(Text::One(b"a\n")).is_none());
        assert_eq!(seen(text), Flags::SEEN_CR.0 | Flags::SEEN_LF.0 | Flags::SEEN_CRLF.0);
        let crlf = Flags(flags(Some("\r\n")).expect("a newline"));
        assert_eq!(from_lf(Text::One(b"\na\n"), crlf).expect("has some").text().to_str(), "\r\na\r\n");
    }
}
