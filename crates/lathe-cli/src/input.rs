//! Trace files: reading, parsing, and errors that point at the place.

use crate::Failure;
use lathe_ir::Module;
use std::ffi::OsStr;
use std::io::Read;

/// The loop of the README: what `lathe opt` shows when it is given no file.
const EXAMPLE: &str = include_str!("../../../filetests/opt/chain/counter_loop.trace");

pub fn read(file: Option<&OsStr>) -> Result<Module, Failure> {
    let (name, source) = match file {
        None => ("<example>".to_string(), EXAMPLE.to_string()),
        Some(file) if file == "-" => ("<stdin>".to_string(), decode("<stdin>", read_stdin()?)?),
        Some(file) => {
            let name = file.to_string_lossy().into_owned();
            let bytes = std::fs::read(file)
                .map_err(|error| Failure(format!("lathe: cannot read {name}: {error}")))?;
            let source = decode(&name, bytes)?;
            (name, source)
        }
    };
    let (module, _) =
        lathe_ir::text::parse(&source).map_err(|error| Failure(error.render(&name, &source)))?;
    Ok(module)
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
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let col = before.iter().rev().take_while(|&&byte| byte != b'\n').count() + 1;
        Failure(format!("{name}:{line}:{col}: this is not UTF-8 text"))
    })
}
