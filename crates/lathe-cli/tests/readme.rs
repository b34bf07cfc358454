//! What the README shows is what the commands do.

use std::process::Command;

fn readme_blocks() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let text = std::fs::read_to_string(path).expect("there is a README");
    text.split("```").skip(1).step_by(2).map(str::to_string).collect()
}

fn without_comments(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim().to_string());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_optimized_loop_in_the_readme_is_the_output_of_lathe_opt() {
    let output = Command::new(env!("CARGO_BIN_EXE_lathe")).arg("opt").output().expect("lathe runs");
    let output = String::from_utf8(output.stdout).expect("text");
    let shown = readme_blocks().into_iter().find(|block| block.contains("L1(")).expect("an optimized loop");
    assert!(output.contains(shown.trim()), "README shows\n{shown}\nlathe opt prints\n{output}");
}

#[test]
fn the_recorded_loop_in_the_readme_is_the_built_in_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../filetests/opt/chain/counter_loop.trace");
    let file = std::fs::read_to_string(path).expect("there is an example");
    let (input, _) = file.split_once("=>").expect("an expectation");
    let shown =
        readme_blocks().into_iter().find(|block| block.contains("trace (p0")).expect("a recorded loop");
    assert_eq!(without_comments(input), without_comments(&shown));
}
