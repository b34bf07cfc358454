//! Trace files: reading, parsing, and errors that point at the place.

use crate::Failure;
use lathe_ir::Module;
use lathe_ir::text::{self, ParseError, SourceMaps, Span};
use std::ffi::OsStr;
use std::io::Read;

/// The loop of the README: what `lathe opt` shows when it is given no file.
const EXAMPLE: &str = include_str!("../../../filetests/opt/chain/counter_loop.trace");

/// A file that was understood, and where everything stands in it.
pub struct Input {
    pub module: Module,
    pub maps: SourceMaps,
    name: String,
    source: String,
}

impl Input {
    /// A message about a place of the file.
    pub fn failure_at(&self, place: Option<Span>, message: String) -> Failure {
        match place {
            Some(span) => Failure(ParseError { span, message }.render(&self.name, &self.source)),
            None => Failure(format!("{}: {message}", self.name)),
        }
    }

    /// The trace must be as recorded.
    pub fn expect_recorded(&self) -> Result<(), Failure> {
        let sections = self.module.trace.sections.len();
        if sections == 1 {
            return Ok(());
        }
        let message = format!("this trace has {sections} sections: it is optimized already");
        Err(self.failure_at(self.maps.trace.label(1), message))
    }
}

pub fn read(file: Option<&OsStr>) -> Result<Input, Failure> {
    let (name, source) = match file {
        None => ("<example>".to_string(), EXAMPLE.to_string()),
        Some(file) => read_source(file)?,
    };
    let (module, maps) = text::parse(&source).map_err(|error| Failure(error.render(&name, &source)))?;
    Ok(Input { module, maps, name, source })
}

/// The name and the text of a file; `-` is standard input.
pub fn read_source(file: &OsStr) -> Result<(String, String), Failure> {
    if file == "-" {
        return Ok(("<stdin>".to_string(), decode("<stdin>", read_stdin()?)?));
    }
    let name = file.to_string_lossy().into_owned();
    let bytes =
        std::fs::read(file).map_err(|error| Failure(format!("lathe: cannot read {name}: {error}")))?;
    let source = decode(&name, bytes)?;
    Ok((name, source))
}

pub fn write(file: &OsStr, text: &str) -> Result<(), Failure> {
    let name = file.to_string_lossy();
    std::fs::write(file, text).map_err(|error| Failure(format!("lathe: cannot write {name}: {error}")))
}

fn read_stdin() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .map_err(|error| Failure(format!("lathe: cannot read standard input: {error}")))?;
    Ok(bytes)
}

fn decode(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let lossy = String::from_utf8_lossy(error.as_bytes());
        let good = &lossy[..error.utf8_error().valid_up_to()];
        let line = good.matches('\n').count() as u32 + 1;
        let col = good.chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        let span = Span { line, col, len: 1 };
        let error = ParseError { span, message: "this is not UTF-8 text".to_string() };
        Failure(error.render(name, &lossy))
    })
}
