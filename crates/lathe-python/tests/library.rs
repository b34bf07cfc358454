//! Large bodies of Python that must compile: CPython 3.14's library, and that of an installed CPython if there is one.
//! Every code object is verified.

use lathe_python::bytecode::{Code, disassemble, verify};
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::path::{Path, PathBuf};

fn python_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "py") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// How many code objects there are.
fn check(code: &Code) -> usize {
    if let Err(message) = verify(code) {
        panic!("{}: {message}\n{}", code.filename, disassemble(code));
    }
    // Liveness must be defined everywhere.
    code.liveness();
    1 + code.children().map(|child| check(child)).sum::<usize>()
}

/// Compiles all; `may_fail` says which files are wrong on purpose.
fn compile_all(folder: &Path, may_fail: impl Fn(&Path) -> bool) -> (usize, usize) {
    let mut counts = (0, 0);
    let mut failures = Vec::new();
    for path in python_files(folder) {
        let bytes = std::fs::read(&path).expect("a file");
        let name = path.display().to_string();
        let code =
            Source::decode(&name, &bytes).and_then(|source| compile(&source, Options::new(Mode::Module)));
        match code {
            Ok(code) => counts = (counts.0 + 1, counts.1 + check(&code)),
            Err(_) if may_fail(&path) => {}
            Err(error) => failures.push(error.to_string()),
        }
    }
    assert!(failures.is_empty(), "{} files do not compile:\n{}", failures.len(), failures.join("\n"));
    counts
}

#[test]
fn the_library_of_3_14_compiles() {
    let (files, codes) = compile_all(Path::new(rustpython_pylib::LIB_PATH), |_| false);
    assert!(files > 700 && codes > 20_000, "{files} files, {codes} code objects");
}

#[test]
fn the_library_of_an_installed_python_compiles() {
    let folder = Path::new("/usr/lib/python3.11");
    if folder.is_dir() {
        // Files for tests of the parser, in other encodings, or in an older language.
        let may_fail = |path: &Path| {
            let path = path.display().to_string();
            ["bad", "lib2to3/tests/data", "encoded_modules", "tokenize_tests", "test_source_encoding"]
                .iter()
                .any(|part| path.contains(part))
        };
        let (files, _) = compile_all(folder, may_fail);
        assert!(files > 100, "{files} files");
    }
}
