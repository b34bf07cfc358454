//! Packs the files of the library: each by itself, one behind the other, with an index in text.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What is about windows and their toolkit, or about installing packages: nothing that runs here.
const LEFT_OUT: [&str; 7] =
    ["idlelib", "tkinter", "turtledemo", "turtle.py", "ensurepip", "pydoc_data", "test"];

/// The best ratio that does not take minutes.
const LEVEL: u8 = 9;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let library = Path::new(rustpython_pylib::LIB_PATH);
    let mut names = Vec::new();
    list(library, "", &mut names);
    names.sort();
    let (mut index, mut data) = (String::new(), Vec::new());
    for name in names {
        let text = std::fs::read(library.join(&name)).expect("a file that can be read");
        let packed = miniz_oxide::deflate::compress_to_vec(&text, LEVEL);
        writeln!(index, "{name} {} {} {}", data.len(), packed.len(), text.len()).expect("room");
        data.extend(packed);
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("index.txt"), index).expect("a folder to write to");
    std::fs::write(out.join("library.bin"), data).expect("a folder to write to");
}

fn list(folder: &Path, prefix: &str, names: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("a name in UTF-8");
        let path = entry.path();
        if LEFT_OUT.contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            list(&path, &format!("{prefix}{name}/"), names);
        } else if name.ends_with(".py") {
            names.push(format!("{prefix}{name}"));
        }
    }
}
