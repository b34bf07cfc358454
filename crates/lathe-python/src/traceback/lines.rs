//! Lines of source files, read again when a traceback shows them.

use rustc_hash::FxHashMap;

/// The files that one traceback mentions.
#[derive(Debug, Default)]
pub struct Files {
    texts: FxHashMap<String, Option<String>>,
}

impl Files {
    /// A line by its number (from 1), without its end. None if there is no such file any more, or no such line.
    pub fn line(&mut self, filename: &str, number: u32) -> Option<&str> {
        if !self.texts.contains_key(filename) {
            self.texts.insert(filename.to_string(), read(filename));
        }
        let text = self.texts[filename].as_deref()?;
        text.split_inclusive(['\n', '\r'])
            .filter(|line| *line != "\n" || !text_before_is_return(text, line))
            .nth(number.checked_sub(1)? as usize)
            .map(|line| line.trim_end_matches(['\n', '\r']))
    }
}

/// `\r\n` is one end of a line.
fn text_before_is_return(text: &str, line: &str) -> bool {
    let start = line.as_ptr().addr() - text.as_ptr().addr();
    start > 0 && text.as_bytes()[start - 1] == b'\r'
}

fn read(filename: &str) -> Option<String> {
    // Names such as `<string>` are no files, whatever is in the folder.
    if filename.starts_with('<') && filename.ends_with('>') {
        return None;
    }
    let bytes = match lathe_library::within(filename) {
        Some(name) => lathe_library::read(name)?,
        None => std::fs::read(filename).ok()?,
    };
    let text = crate::syntax::Source::decode(filename, &bytes).ok()?;
    Some(text.text().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_three_ways() {
        let mut files = Files::default();
        files.texts.insert("f".into(), Some("a\r\nb\rc\n\n\r\ne".into()));
        let mut line = |number| files.line("f", number).map(str::to_string);
        let found: Vec<_> = (0..8).map(&mut line).collect();
        let expected = [None, Some("a"), Some("b"), Some("c"), Some(""), Some(""), Some("e"), None];
        assert_eq!(found, expected.map(|line| line.map(str::to_string)));
    }
}
