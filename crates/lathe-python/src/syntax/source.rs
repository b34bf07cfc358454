//! Source text: decoding, and lines.
//!
//! Python source is UTF-8, or what a *coding cookie* in one of the first two lines says (PEP 263). Lines end with `\n`, `\r\n` or `\r`.

use super::error::SyntaxError;
use ruff_text_size::TextSize;
use std::borrow::Cow;

/// The text of a file, decoded.
#[derive(Debug)]
pub struct Source {
    filename: String,
    text: String,
    /// Where each line starts.
    lines: Vec<u32>,
}

/// Where ruff's positions end.
const LONGEST: usize = u32::MAX as usize - 1;

impl Source {
    /// Text that is there already.
    pub fn new(filename: &str, text: &str) -> Result<Source, SyntaxError> {
        if text.len() > LONGEST {
            return Err(SyntaxError::of_file("source code is too long", filename));
        }
        if text.contains('\0') {
            return Err(SyntaxError::of_file("source code string cannot contain null bytes", filename));
        }
        let text = text.strip_prefix('\u{feff}').unwrap_or(text).to_string();
        let mut lines = vec![0];
        let bytes = text.as_bytes();
        for (index, &byte) in bytes.iter().enumerate() {
            if byte == b'\n' || byte == b'\r' && bytes.get(index + 1) != Some(&b'\n') {
                lines.push(index as u32 + 1);
            }
        }
        Ok(Source { filename: filename.to_string(), text, lines })
    }

    /// The bytes of a file.
    pub fn decode(filename: &str, bytes: &[u8]) -> Result<Source, SyntaxError> {
        let bom = bytes.starts_with(b"\xef\xbb\xbf");
        let bytes = if bom { &bytes[3..] } else { bytes };
        let encoding = cookie(bytes);
        let text: Cow<'_, str> = match encoding.as_deref().map(normalize) {
            None | Some(Encoding::Utf8) => match std::str::from_utf8(bytes) {
                Ok(text) => text.into(),
                Err(error) => {
                    return Err(not_utf8(filename, bytes, error.valid_up_to(), encoding.is_some() || bom));
                }
            },
            Some(Encoding::Latin1) if !bom => {
                bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into()
            }
            Some(Encoding::Ascii) if !bom => match bytes.iter().position(|byte| !byte.is_ascii()) {
                None => String::from_utf8_lossy(bytes),
                Some(index) => {
                    let message = format!(
                        "'ascii' codec can't decode byte 0x{:02x} in position {index}: ordinal not in range(128)",
                        bytes[index]
                    );
                    return Err(SyntaxError::of_file(format!("(unicode error) {message}"), filename));
                }
            },
            Some(_) => {
                let encoding = encoding.unwrap_or_default();
                let message = if bom {
                    format!("encoding problem: {encoding} with BOM")
                } else {
                    format!("encoding problem: {encoding}")
                };
                return Err(SyntaxError::of_file(message, filename));
            }
        };
        if let Some(end) = text.find('\0') {
            let line = text[..end].rsplit('\n').next().unwrap_or_default().to_string();
            let number = 1 + text[..end].matches('\n').count() as u32;
            let message = "source code cannot contain null bytes";
            let error = SyntaxError::of_file(message, filename);
            return Err(SyntaxError { line: number, end_line: number, text: Some(line), ..error });
        }
        Source::new(filename, &text)
    }

    pub fn filename(&self) -> &str {
        &self.filename
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line (from 1) that a position is in, and where that line starts.
    pub fn line(&self, position: TextSize) -> (u32, u32) {
        let position = u32::from(position);
        let line = self.lines.partition_point(|&start| start <= position);
        (line as u32, self.lines[line - 1])
    }

    /// Line and offset, both from 1, the offset in characters.
    pub fn line_and_offset(&self, position: TextSize) -> (u32, u32) {
        let (line, start) = self.line(position);
        let end = self.text.ceil_char_boundary(position.to_usize());
        let before = &self.text[start as usize..end];
        (line, before.chars().count() as u32 + 1)
    }

    pub fn line_start(&self, line: u32) -> u32 {
        self.lines.get(line as usize - 1).copied().unwrap_or(self.text.len() as u32)
    }

    /// A line with its end, by number.
    pub fn line_text(&self, line: u32) -> &str {
        let start = self.line_start(line) as usize;
        let end = self.lines.get(line as usize).map_or(self.text.len(), |&end| end as usize);
        self.text.get(start..end).unwrap_or("")
    }

    pub fn line_count(&self) -> u32 {
        self.lines.len() as u32
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    Utf8,
    Latin1,
    Ascii,
    Unknown,
}

fn normalize(name: &str) -> Encoding {
    let name: String = name.to_ascii_lowercase().replace('_', "-");
    match name.as_str() {
        "utf-8" | "utf8" | "u8" | "utf" | "utf8-ucs2" | "utf8-ucs4" | "cp65001" | "utf-8-sig" => {
            Encoding::Utf8
        }
        name if name.starts_with("utf-8-") => Encoding::Utf8,
        "latin-1" | "latin1" | "iso-8859-1" | "iso8859-1" | "8859" | "cp819" | "latin" | "l1" => {
            Encoding::Latin1
        }
        name if name.starts_with("latin-1-") || name.starts_with("iso-8859-1-") => Encoding::Latin1,
        "ascii" | "us-ascii" | "646" => Encoding::Ascii,
        _ => Encoding::Unknown,
    }
}

/// The encoding that a comment in the first two lines names: `coding[:=]\s*([-\w.]+)`.
fn cookie(bytes: &[u8]) -> Option<String> {
    let mut lines = bytes.split(|&byte| byte == b'\n' || byte == b'\r');
    for _ in 0..2 {
        let line = lines.next()?;
        let text = line.trim_ascii_start();
        let text = text.strip_prefix(b"\x0c").unwrap_or(text).trim_ascii_start();
        match text.strip_prefix(b"#") {
            Some(comment) => {
                if let Some(name) = cookie_in_comment(comment) {
                    return Some(name);
                }
            }
            None if text.is_empty() => {}
            None => return None,
        }
    }
    None
}

fn cookie_in_comment(comment: &[u8]) -> Option<String> {
    let starts = (0..comment.len()).filter(|&start| comment[start..].starts_with(b"coding"));
    starts.map(|start| &comment[start + 6..]).find_map(|rest| {
        let rest = rest.strip_prefix(b":").or_else(|| rest.strip_prefix(b"="))?;
        let rest = rest.trim_ascii_start();
        let end = rest.iter().position(|byte| !(byte.is_ascii_alphanumeric() || b"-_.".contains(byte)));
        let name = &rest[..end.unwrap_or(rest.len())];
        (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned())
    })
}

fn not_utf8(filename: &str, bytes: &[u8], position: usize, declared: bool) -> SyntaxError {
    let line = 1 + bytes[..position].iter().filter(|&&byte| byte == b'\n').count();
    let byte = bytes[position];
    if declared {
        let message = format!(
            "(unicode error) 'utf-8' codec can't decode byte 0x{byte:02x} in position {position}: invalid start byte"
        );
        return SyntaxError::of_file(message, filename);
    }
    let message = format!(
        "Non-UTF-8 code starting with '\\x{byte:02x}' in file {filename} on line {line}, but no encoding declared; see https://peps.python.org/pep-0263/ for details"
    );
    SyntaxError::of_file(message, filename)
}
