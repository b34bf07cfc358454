//! The programs in `programs/` print what stands beside them. `LATHE_BLESS=1` writes that anew.

use std::path::Path;
use std::{env, fs};

use tiny::reference::{End, run};
use tiny::{compile, parse};

#[test]
fn programs_print_what_they_should() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("programs");
    let mut count = 0;
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "tiny") {
            continue;
        }
        count += 1;
        let name = path.file_name().unwrap().to_string_lossy().to_string();
        let source = fs::read_to_string(&path).unwrap();
        let program = parse(&source).unwrap_or_else(|error| panic!("{}", error.show(&name, &source)));
        compile(&program).unwrap();
        let outcome = run(&program, 10_000_000);
        assert_ne!(outcome.end, End::OutOfSteps, "{name}");
        let expected = path.with_extension("out");
        if env::var_os("LATHE_BLESS").is_some() {
            fs::write(expected, outcome.output).unwrap();
        } else {
            let text = fs::read_to_string(expected).unwrap_or_default();
            assert!(outcome.output == text, "{name} printed\n{}instead of\n{text}", outcome.output);
        }
    }
    assert!(count >= 17, "only {count} programs");
}
