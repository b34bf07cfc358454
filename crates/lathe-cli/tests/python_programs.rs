//! The programs in `tests/python` print what CPython prints, however they are run; those in `tests/python/tracebacks` also on
//! standard error.
//!
//! `python3 tests/python/regenerate.py` writes the expectations anew.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// JIT off, everything through the recorder, on, everything compiled at once, guards that fail for no reason, and a collection at
/// every allocation.
const MODES: [&[&str]; 6] = [
    &["--jit", "off"],
    &["--jit", "record-only,threshold=1"],
    &["--jit", "on"],
    &["--jit", "threshold=1,bridge-threshold=1"],
    &["--jit", "threshold=1,bridge-threshold=2,chaos-once"],
    &["--gc-stress", "--jit", "threshold=2,bridge-threshold=2"],
];

/// Too much is allocated for a collection each time, or the stack is too deep to be looked at each time.
const NOT_UNDER_STRESS: [&str; 12] = [
    "containers.py",
    "random_containers.py",
    "dispatching.py",
    "limits.py",
    "user_classes.py",
    "counters.py",
    "constants_and_templates.py",
    "formatters.py",
    "hot_calls.py",
    "hot_containers.py",
    "hot_loops.py",
    "registered_codecs.py",
];

/// Folders whose programs import much of the library: compiling and running that takes long enough.
const LIBRARY_FOLDERS: [&str; 2] = ["regular_expressions", "library"];

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "py")
            && path.with_extension("out").exists()
        {
            found.push(path);
        }
    }
}

/// What a program has printed, and what it has written to standard error, without the folder and without addresses.
fn run(program: &Path, mode: &[&str]) -> (String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lathe-python"))
        .args(mode)
        .arg(program.file_name().expect("a file"))
        .current_dir(program.parent().expect("a folder"))
        .output()
        .expect("it starts");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => {}
        Some(code) => text += &format!("exit {code}\n"),
        None => text += "killed\n",
    }
    let home = program.parent().and_then(|home| home.canonicalize().ok()).expect("a folder");
    let errors = String::from_utf8_lossy(&output.stderr).replace(&format!("{}/", home.display()), "");
    (text, without_addresses(&errors))
}

/// `0x7f12` becomes `0x…`.
fn without_addresses(text: &str) -> String {
    let mut pieces = text.split("0x");
    let mut result = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        result += "0x…";
        result += piece.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    result
}

#[test]
fn programs_print_what_cpython_prints() {
    let mut found = Vec::new();
    programs(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/python")), &mut found);
    found.sort();
    assert!(found.len() >= 10, "{} programs", found.len());
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(program) = found.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let failures = compare(program);
                    wrong.lock().expect("no panic elsewhere").extend(failures);
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no panic");
    assert!(wrong.is_empty(), "{} runs are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs a program in all modes. What it printed where it should have printed something else.
fn compare(program: &Path) -> Vec<String> {
    let expected = std::fs::read_to_string(program.with_extension("out")).expect("text");
    let told =
        std::fs::read_to_string(program.with_extension("err")).ok().map(|text| without_addresses(&text));
    let name = program.file_name().and_then(|name| name.to_str()).expect("a name");
    let mut wrong = Vec::new();
    // Those are large; a mode without code and one with all of it are enough.
    let is_hostile = program.parent().is_some_and(|folder| folder.ends_with("hostile"));
    for (number, mode) in MODES.into_iter().enumerate() {
        if is_hostile && number != 0 && number != 3 {
            continue;
        }
        let folder = program.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let uses_library = folder.is_some_and(|folder| LIBRARY_FOLDERS.contains(&folder));
        if mode[0] == "--gc-stress" && (uses_library || NOT_UNDER_STRESS.contains(&name)) {
            continue;
        }
        let (printed, errors) = run(program, mode);
        // What goes to standard error is compared only if it is known, but always shown.
        if printed != expected || told.as_ref().is_some_and(|told| *told != errors) {
            wrong.push(format!("{} in mode {mode:?}:\n{printed}{errors}", program.display()));
        }
    }
    wrong
}
