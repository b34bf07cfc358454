//! Bytecode means what Python means: programs are run natively by an installed CPython and, compiled, by `interpreter.py`, a slow and
//! obvious interpreter of the bytecode on CPython's objects. Without a `python3` of at least 3.11 there is nothing to compare with.

#[path = "reference/export.rs"]
mod export;

use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference")
}

fn python(arguments: &[&Path]) -> Result<String, String> {
    let mut command = Command::new("python3");
    let output = command.args(["-W", "ignore"]).args(arguments).env("PYTHONHASHSEED", "0").output();
    let output = output.map_err(|error| error.to_string())?;
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.success() { Ok(out.into_owned()) } else { Err(format!("{out}{err}")) }
}

fn has_python() -> bool {
    let check = "import sys; sys.exit(sys.version_info < (3, 11))";
    Command::new("python3").args(["-c", check]).status().is_ok_and(|status| status.success())
}

#[test]
fn programs_do_what_cpython_does() {
    if !has_python() {
        return;
    }
    let mut count = 0;
    for entry in std::fs::read_dir(folder().join("programs")).expect("programs") {
        let path = entry.expect("a program").path();
        let bytes = std::fs::read(&path).expect("a program");
        let source = Source::decode(&path.display().to_string(), &bytes).expect("text");
        let code = compile(&source, Options::new(Mode::Module)).unwrap_or_else(|error| panic!("{error}"));
        let name = path.file_stem().expect("a name");
        let exported = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&exported, export::export(&code)).expect("written");
        let expected = python(&[&path]);
        let found = python(&[&folder().join("interpreter.py"), &exported]);
        assert_eq!(expected, found, "{}", path.display());
        count += 1;
    }
    assert!(count >= 8, "{count} programs");
}
