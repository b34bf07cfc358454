//! `filetests/python/*.py`, each with the bytecode that it becomes. `LATHE_BLESS=1 cargo test -p lathe-python --test disassembly` rewrites the
//! expectations.

use lathe_python::bytecode::disassemble_all;
use lathe_python::compile::{Mode, Options, compile};
use lathe_python::syntax::Source;
use std::path::Path;

#[test]
fn bytecode_is_as_expected() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../filetests/python"));
    let bless = std::env::var_os("LATHE_BLESS").is_some();
    let mut report = String::new();
    let mut count = 0;
    let mut paths: Vec<_> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "py")) {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let source = Source::decode(&name, &std::fs::read(path).expect("a program")).expect("text");
        let code = compile(&source, Options::new(Mode::Module)).unwrap_or_else(|error| panic!("{error}"));
        let (found, expected) = (disassemble_all(&code), path.with_extension("dis"));
        if bless {
            std::fs::write(&expected, &found).expect("written");
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != found {
            report += &format!("{name} becomes\n{found}\n");
        }
        count += 1;
    }
    assert!(count >= 60, "{count} programs");
    assert!(report.is_empty(), "{report}");
}
