//! The deliberate absences of ARCHITECTURE.md, checked on the sources.

use std::path::Path;

fn sources(crate_name: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_name).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("text");
                files.push((path.display().to_string(), text));
            }
        }
    }
    assert!(!files.is_empty());
    files
}

#[test]
fn the_ir_crates_have_no_unsafe_code_no_io_and_no_globals() {
    for name in ["lathe-ir", "lathe-opt", "lathe-graph"] {
        let files = sources(name);
        let forbids = |(_, text): &(String, String)| text.contains("#![forbid(unsafe_code)]");
        assert!(files.iter().any(forbids), "{name} forbids unsafe code");
        for (path, text) in files.iter().filter(|(path, _)| !path.contains("tests")) {
            for word in
                ["std::fs", "std::io", "std::env", "std::net", "println!", "thread_local!", "static mut"]
            {
                assert!(!text.contains(word), "{path} has `{word}`");
            }
        }
    }
}

#[test]
fn dependencies_between_crates_point_one_way() {
    let manifest = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("Cargo.toml");
        std::fs::read_to_string(path).expect("a manifest")
    };
    assert!(!manifest("lathe-ir").contains("lathe-opt"));
    for name in ["lathe-ir", "lathe-opt", "lathe-graph"] {
        for above in ["lathe-cli", "lathe-fuzz", "lathe-python"] {
            assert!(!manifest(name).contains(above), "{name} knows nothing of {above}");
        }
    }
}
