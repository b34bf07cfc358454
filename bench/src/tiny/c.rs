//! The programs in C.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// As fast as scalar code gets, and rounded like everybody else's.
const FLAGS: [&str; 4] = ["-O3", "-march=native", "-fno-tree-vectorize", "-ffp-contract=off"];

pub fn find_gcc() -> bool {
    Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// An executable, which takes the size as its argument.
pub fn compile(name: &str) -> PathBuf {
    let folder = super::folder();
    let executable = std::env::temp_dir().join(format!("lathe-bench-{}-{name}", std::process::id()));
    let output = Command::new("gcc")
        .args(FLAGS)
        .arg("-o")
        .arg(&executable)
        .args([folder.join("main.c"), folder.join(format!("{name}.c"))])
        .output()
        .expect("gcc was found");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    executable
}

/// What it prints, and how long it takes by its own account.
pub fn run(executable: &Path, size: u64) -> (String, Duration) {
    let output = Command::new(executable).arg(size.to_string()).output().expect("an executable");
    assert!(output.status.success(), "{} {size}: {}", executable.display(), output.status);
    let text = String::from_utf8(output.stdout).expect("numbers");
    let (result, time) = text.trim_end().rsplit_once('\n').expect("a result and a time");
    (result.to_string(), Duration::from_nanos(time.parse().expect("nanoseconds")))
}
