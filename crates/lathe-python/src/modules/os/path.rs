//! `os.path` as `posixpath`: paths as text. What looks at files is in `path_files`.
//!
//! Everything is done on bytes: the separators are ASCII, and text goes to bytes and back unharmed, lone surrogates too.

use super::super::Constant;
use super::path_files as files;
use crate::object::classes;
use crate::object::py::{Py, PyResult, Raised};
use crate::object::text::Text;
use crate::runtime::install::Function;
use crate::text::codecs::Encoding;
use lathe_heap::Word;

pub const FUNCTIONS: &[Function] = &[
    ("join", "(a, /, *p)", join),
    ("split", "(p)", split),
    ("splitext", "(p)", splitext),
    ("splitdrive", "(p)", splitdrive),
    ("splitroot", "(p)", splitroot),
    ("basename", "(p)", basename),
    ("dirname", "(p)", dirname),
    ("normcase", "(s)", |py, args| py.fspath(args[0])),
    ("isabs", "(s)", isabs),
    ("normpath", "(path)", normpath),
    ("abspath", "(path)", abspath),
    ("relpath", "(path, start=None)", relpath),
    ("commonprefix", "(m)", commonprefix),
    ("commonpath", "(paths)", commonpath),
    ("expanduser", "(path)", files::expanduser),
    ("expandvars", "(path)", files::expandvars),
    ("exists", "(path)", files::exists),
    ("lexists", "(path)", files::lexists),
    ("isfile", "(path)", files::isfile),
    ("isdir", "(s)", files::isdir),
    ("islink", "(path)", files::islink),
    ("ismount", "(path)", files::ismount),
    ("isjunction", "(path)", |py, args| py.fspath(args[0]).map(|_| py.bool(false))),
    ("isdevdrive", "(path)", |py, args| py.fspath(args[0]).map(|_| py.bool(false))),
    ("getsize", "(filename)", files::getsize),
    ("getmtime", "(filename)", files::getmtime),
    ("getatime", "(filename)", files::getatime),
    ("getctime", "(filename)", files::getctime),
    ("samefile", "(f1, f2)", files::samefile),
    ("sameopenfile", "(fp1, fp2)", files::sameopenfile),
    ("samestat", "(s1, s2)", files::samestat),
    ("realpath", "(filename, *, strict=False)", files::realpath),
];

pub const CONSTANTS: &[Constant] = &[
    ("curdir", |py| Ok(py.intern("."))),
    ("pardir", |py| Ok(py.intern(".."))),
    ("sep", |py| Ok(py.intern("/"))),
    ("altsep", |py| Ok(py.none())),
    ("extsep", |py| Ok(py.intern("."))),
    ("pathsep", |py| Ok(py.intern(":"))),
    ("defpath", |py| Ok(py.intern("/bin:/usr/bin"))),
    ("devnull", |py| Ok(py.intern("/dev/null"))),
    ("supports_unicode_filenames", |py| Ok(py.bool(false))),
];

/// A path as bytes, and whether it is to be text again.
#[derive(Clone, Debug)]
pub struct PathBytes {
    pub data: Vec<u8>,
    pub is_text: bool,
}

impl PathBytes {
    pub fn of(py: &mut Py, object: Word) -> PyResult<PathBytes> {
        let path = py.fspath(object)?;
        if let Some(bytes) = py.payload(path, classes::BYTES) {
            return Ok(PathBytes { data: py.bytes(bytes).to_vec(), is_text: false });
        }
        let string = py.payload(path, classes::STR).expect("text or bytes");
        let data = match py.text(string) {
            Text::One(data) if data.is_ascii() => data.to_vec(),
            _ => {
                let bytes = py.encode_with(string, Encoding::Utf8, "surrogatepass")?;
                py.bytes(bytes).to_vec()
            }
        };
        Ok(PathBytes { data, is_text: true })
    }

    /// An object of the same kind with these bytes.
    pub fn object(&self, py: &mut Py, data: &[u8]) -> PyResult {
        if !self.is_text {
            return py.try_bytes(data);
        }
        if let Ok(text) = std::str::from_utf8(data) {
            return Ok(py.new_str(text));
        }
        let bytes = py.try_bytes(data)?;
        let (text, _) = py.decode_with(bytes, Encoding::Utf8, "surrogatepass", false)?;
        Ok(text)
    }
}

/// Where the last part of a path begins.
fn tail_start(path: &[u8]) -> usize {
    memchr::memrchr(b'/', path).map_or(0, |at| at + 1)
}

/// What is before the last part, without slashes at its end, unless it is nothing else.
fn head(path: &[u8]) -> &[u8] {
    let head = &path[..tail_start(path)];
    let end = head.iter().rposition(|&byte| byte != b'/');
    end.map_or(head, |end| &head[..=end])
}

/// `a` and what comes behind it; a part that begins with a slash begins anew.
pub fn join_bytes(first: &[u8], parts: &[Vec<u8>]) -> Vec<u8> {
    let mut path = first.to_vec();
    for part in parts {
        if part.starts_with(b"/") {
            path = part.clone();
            continue;
        }
        if !path.is_empty() && !path.ends_with(b"/") {
            path.push(b'/');
        }
        path.extend_from_slice(part);
    }
    path
}

/// The shortest spelling: without `.`, empty parts, and `x/..`.
pub fn normal_bytes(path: &[u8]) -> Vec<u8> {
    if path.is_empty() {
        return b".".to_vec();
    }
    // Two slashes, not more, may mean something.
    let root: &[u8] = match path {
        [b'/', b'/', b'/', ..] => b"/",
        [b'/', b'/', ..] => b"//",
        [b'/', ..] => b"/",
        _ => b"",
    };
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in path.split(|&byte| byte == b'/') {
        match part {
            b"" | b"." => {}
            b".." if parts.last().is_some_and(|&last| last != b"..") => {
                parts.pop();
            }
            b".." if parts.is_empty() && !root.is_empty() => {}
            _ => parts.push(part),
        }
    }
    let normal = [root, &parts.join(&b'/')].concat();
    if normal.is_empty() { b".".to_vec() } else { normal }
}

/// Text and bytes do not go together.
fn mixed(py: &mut Py, function: &str, all_known: bool, wrong: Word) -> Raised {
    match all_known {
        true => py.type_error("Can't mix strings and bytes in path components"),
        false => {
            let found = py.type_name(wrong);
            py.type_error(&format!(
                "{function}() argument must be str, bytes, or os.PathLike object, not '{found}'"
            ))
        }
    }
}

/// Paths that must all be text, or all bytes.
fn same_kind(py: &mut Py, function: &str, words: &[Word]) -> PyResult<Vec<PathBytes>> {
    let mut paths: Vec<PathBytes> = Vec::new();
    for &word in words {
        let Some(path) = py.try_fspath(word)? else { return Err(mixed(py, function, false, word)) };
        let path = PathBytes::of(py, path)?;
        if paths.first().is_some_and(|first| first.is_text != path.is_text) {
            return Err(mixed(py, function, true, word));
        }
        paths.push(path);
    }
    Ok(paths)
}

fn join(py: &mut Py, args: &[Word]) -> PyResult {
    py.fspath(args[0])?;
    let mut words = vec![args[0]];
    words.extend_from_slice(py.items::<Word>(args[1]));
    let paths = same_kind(py, "join", &words)?;
    let parts: Vec<Vec<u8>> = paths[1..].iter().map(|path| path.data.clone()).collect();
    let joined = join_bytes(&paths[0].data, &parts);
    paths[0].object(py, &joined)
}

/// Head and tail.
pub fn split_path(py: &mut Py, object: Word) -> PyResult<(Word, Word)> {
    let path = PathBytes::of(py, object)?;
    let before = path.object(py, head(&path.data))?;
    let after = path.object(py, &path.data[tail_start(&path.data)..])?;
    Ok((before, after))
}

fn split(py: &mut Py, args: &[Word]) -> PyResult {
    let (before, after) = split_path(py, args[0])?;
    Ok(py.new_tuple(&[before, after]))
}

fn basename(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    path.object(py, &path.data[tail_start(&path.data)..])
}

fn dirname(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    path.object(py, head(&path.data))
}

fn splitext(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let start = tail_start(&path.data);
    let name = &path.data[start..];
    // Dots in front are no extension.
    let first = name.iter().position(|&byte| byte != b'.').unwrap_or(name.len());
    let at = match memchr::memrchr(b'.', name) {
        Some(dot) if dot > first => start + dot,
        _ => path.data.len(),
    };
    let (before, after) = (path.object(py, &path.data[..at])?, path.object(py, &path.data[at..])?);
    Ok(py.new_tuple(&[before, after]))
}

fn splitdrive(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let (none, all) = (path.object(py, b"")?, path.object(py, &path.data)?);
    Ok(py.new_tuple(&[none, all]))
}

fn splitroot(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let at = match &path.data[..] {
        [b'/', b'/', b'/', ..] => 1,
        [b'/', b'/', ..] => 2,
        [b'/', ..] => 1,
        _ => 0,
    };
    let drive = path.object(py, b"")?;
    let (root, rest) = (path.object(py, &path.data[..at])?, path.object(py, &path.data[at..])?);
    Ok(py.new_tuple(&[drive, root, rest]))
}

fn isabs(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    Ok(py.bool(path.data.starts_with(b"/")))
}

fn normpath(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    path.object(py, &normal_bytes(&path.data))
}

/// From the root on, in its shortest spelling.
pub fn absolute_bytes(py: &mut Py, path: &[u8]) -> PyResult<Vec<u8>> {
    if path.starts_with(b"/") {
        return Ok(normal_bytes(path));
    }
    use std::os::unix::ffi::OsStrExt;
    match std::env::current_dir() {
        Ok(folder) => Ok(normal_bytes(&join_bytes(folder.as_os_str().as_bytes(), &[path.to_vec()]))),
        Err(error) => Err(py.os_error(error.into())),
    }
}

fn abspath(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    let absolute = absolute_bytes(py, &path.data)?;
    path.object(py, &absolute)
}

fn parts(path: &[u8]) -> Vec<&[u8]> {
    path.split(|&byte| byte == b'/').filter(|part| !part.is_empty()).collect()
}

fn relpath(py: &mut Py, args: &[Word]) -> PyResult {
    let path = PathBytes::of(py, args[0])?;
    if path.data.is_empty() {
        return Err(py.value_error("no path specified"));
    }
    let start = match args[1] {
        word if word.is_null() || py.is_none(word) => b".".to_vec(),
        word => same_kind(py, "relpath", &[args[0], word])?.remove(1).data,
    };
    let (start, target) = (absolute_bytes(py, &start)?, absolute_bytes(py, &path.data)?);
    let (from, to) = (parts(&start), parts(&target));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut relative: Vec<&[u8]> = vec![b".."; from.len() - common];
    relative.extend(&to[common..]);
    let joined = if relative.is_empty() { b".".to_vec() } else { relative.join(&b'/') };
    path.object(py, &joined)
}

fn commonprefix(py: &mut Py, args: &[Word]) -> PyResult {
    let words = py.collect(args[0])?;
    if words.is_empty() {
        return Ok(py.intern(""));
    }
    // Lists of parts have prefixes, too.
    let first = words.get(0);
    if py.payload(first, classes::LIST).is_some() || py.payload(first, classes::TUPLE).is_some() {
        return common_items(py, &words.to_vec());
    }
    let paths = same_kind(py, "commonprefix", &words.to_vec())?;
    // Not in the middle of a character: the prefix of the smallest and the largest.
    let (Some(low), Some(high)) =
        (paths.iter().map(|path| &path.data).min(), paths.iter().map(|path| &path.data).max())
    else {
        return Ok(py.intern(""));
    };
    let mut count = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    while paths[0].is_text && count > 0 && count < low.len() && low[count] & 0xc0 == 0x80 {
        count -= 1;
    }
    while paths[0].is_text && count > 0 && count < high.len() && high[count] & 0xc0 == 0x80 {
        count -= 1;
    }
    paths[0].object(py, &low[..count])
}

fn common_items(py: &mut Py, lists: &[Word]) -> PyResult {
    let (mut low, mut high) = (lists[0], lists[0]);
    for &list in lists {
        if py.lt(list, low)? {
            low = list;
        }
        if py.lt(high, list)? {
            high = list;
        }
    }
    let (a, b) = (py.collect(low)?, py.collect(high)?);
    let mut count = 0;
    while count < a.len() && count < b.len() && py.eq(a.get(count), b.get(count))? {
        count += 1;
    }
    let (none, end) = (py.none(), py.new_int(count as i64));
    let slice = py.new_slice(none, end, none);
    py.get_item_of(low, slice)
}

fn commonpath(py: &mut Py, args: &[Word]) -> PyResult {
    let words = py.collect(args[0])?;
    if words.is_empty() {
        return Err(py.value_error("commonpath() arg is an empty sequence"));
    }
    let paths = same_kind(py, "commonpath", &words.to_vec())?;
    let absolute = paths[0].data.starts_with(b"/");
    if paths.iter().any(|path| path.data.starts_with(b"/") != absolute) {
        return Err(py.value_error("Can't mix absolute and relative paths"));
    }
    let split: Vec<Vec<&[u8]>> = paths
        .iter()
        .map(|path| parts(&path.data).into_iter().filter(|&part| part != b".").collect())
        .collect();
    let (low, high) = (split.iter().min().expect("one at least"), split.iter().max().expect("one at least"));
    let count = low.iter().zip(high).take_while(|(a, b)| a == b).count();
    let mut common = if absolute { b"/".to_vec() } else { Vec::new() };
    common.extend(low[..count].join(&b'/'));
    paths[0].object(py, &common)
}

#[cfg(test)]
mod tests {
    use super::normal_bytes;

    #[test]
    fn normal_paths_have_no_detours() {
        for (path, normal) in [
            ("", "."),
            ("/", "/"),
            ("//", "//"),
            ("///a//b/.", "/a/b"),
            ("a/../..", ".."),
            ("/../a", "/a"),
            ("a/./b/../c/", "a/c"),
            ("../../a", "../../a"),
        ] {
            assert_eq!(normal_bytes(path.as_bytes()), normal.as_bytes(), "{path}");
        }
    }
}
