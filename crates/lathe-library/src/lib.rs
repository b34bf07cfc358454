//! The part of Python's standard library that is written in Python: CPython 3.14's files, packed at build time.
//!
//! They are part of the program, so that it needs nothing beside it. Each file is packed by itself and unpacked when it is
//! asked for; until then neither costs more than the pages of the program that are never read. The index is text without
//! a single address, so nothing of it has to be relocated when the program starts.

#![forbid(unsafe_code)]

const INDEX: &str = include_str!(concat!(env!("OUT_DIR"), "/index.txt"));
const DATA: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/library.bin"));

/// The folder that the files are said to be in. There is none of this name: it begins as names of what is no file do.
pub const ROOT: &str = "<lathe>";

/// The path of a file below the root, if the text is one: `json/decoder.py` for `<lathe>/json/decoder.py`.
pub fn within(path: &str) -> Option<&str> {
    let rest = path.strip_prefix(ROOT)?;
    if rest.is_empty() { Some(rest) } else { rest.strip_prefix('/') }
}

/// Is there a file of this name, such as `json/decoder.py`?
pub fn contains(name: &str) -> bool {
    find(name).is_some()
}

/// The content of a file.
pub fn read(name: &str) -> Option<Vec<u8>> {
    let (offset, packed, length) = find(name)?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&DATA[offset..offset + packed], length);
    Some(text.expect("what was packed at build time"))
}

/// The names of all files, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX.lines().map(|line| line.split(' ').next().expect("a name"))
}

/// Where a file is in the data, how long it is there, and how long unpacked.
fn find(name: &str) -> Option<(usize, usize, usize)> {
    // A line is found by halving the text: the line around the middle is before the wanted one, after it, or the one.
    let (mut low, mut high) = (0, INDEX.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = INDEX[..middle].rfind('\n').map_or(0, |end| end + 1).max(low);
        let end = INDEX[start..].find('\n').map_or(INDEX.len(), |length| start + length);
        let mut words = INDEX[start..end].split(' ');
        match words.next().expect("a name").cmp(name) {
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
            std::cmp::Ordering::Equal => {
                let mut number = || words.next().and_then(|word| word.parse().ok()).expect("a number");
                return Some((number(), number(), number()));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_found_and_unpacked() {
        let mut count = 0;
        for name in names() {
            let text = read(name).expect("it is in the index");
            assert!(!text.contains(&0), "{name}");
            assert_eq!(text.len(), find(name).expect("found").2, "{name}");
            count += 1;
        }
        assert!(count > 500, "{count} files");
        assert!(String::from_utf8(read("keyword.py").expect("found")).expect("UTF-8").contains("iskeyword"));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for name in ["", "a", "keyword", "keyword.py ", "json", "json/", "zzz.py", "json/__init__.pyc", "0"] {
            assert!(!contains(name), "{name}");
        }
        assert!(contains("json/__init__.py"));
    }

    #[test]
    fn paths_below_the_root_are_recognized() {
        assert_eq!(within("<lathe>/json/decoder.py"), Some("json/decoder.py"));
        assert_eq!(within("<lathe>"), Some(""));
        assert_eq!(within("<lathe>x/json.py"), None);
        assert_eq!(within("json.py"), None);
    }
}
