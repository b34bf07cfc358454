//! `lathe graph`: analyses, passes and runs.

use crate::lathe::lathe;

const ARK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../filetests/graph/ark_example.graph");
const INVARIANT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../filetests/graph/licm_after_peel_invariant_guards_and_loads_leave_the_loop.graph"
);

#[test]
fn analyses_are_printed_as_comments() {
    let out = lathe(&["graph", "--passes", "rpo,dominators,loops", ARK], b"").ok();
    assert!(out.starts_with("# reverse post-order: b0 b2 b3 b4\n"), "{out}");
    assert!(out.contains("#   b0\n#     b2\n#       b3\n#       b4\n"), "{out}");
    let line = "# loop b2, depth 1: blocks b2 b3; back-edges b3; no pre-header; exits b2->b4\n";
    assert!(out.contains(line), "{out}");
    // Nothing else has changed, and it is still a graph.
    assert_eq!(lathe(&["graph", "--passes", "rpo,dominators,loops", "-"], out.as_bytes()).ok(), out);
}

#[test]
fn passes_run_in_the_order_given() {
    let out = lathe(&["graph", "--passes", "peel,merge", "--stats", ARK], b"").ok();
    assert!(out.starts_with("# peeled b2: pre-loop b7, resolver b6, left at b8\n"), "{out}");
    assert!(out.contains("safepoint { resume f@6(i0, i14, i10) }"), "{out}");
    assert!(out.contains("| merge   |      4 |     1 |"), "{out}");
    let again = lathe(&["graph", "--passes", "merge,peel", ARK], b"").ok();
    assert!(again.contains("b6 -> b4:"), "{again}");
    let each = lathe(&["graph", "--each", ARK], b"").ok();
    for word in [
        "# as written\n",
        "# after peel\n",
        "# after gvn\n",
        "# after licm\n",
        "# after dce\n",
        "# after merge\n",
    ] {
        assert!(each.contains(word), "{each}");
    }
}

#[test]
fn refused_loops_are_named() {
    let source = b"graph {\nb0 -> b1:\nb1 -> b1:\n}\n";
    let out = lathe(&["graph", "--passes", "loops,peel", "-"], source).ok();
    assert!(out.contains("; infinite\n# refused b1: infinite\n"), "{out}");
}

#[test]
fn a_run_shows_calls_safepoints_and_its_end() {
    let out = lathe(&["graph", "run", ARK, "--args", "0, 3, 3"], b"").ok();
    assert_eq!(out, "safepoint f@6(0, 3, 3)\nsafepoint f@6(0, 0, 3)\nreturn(3)\n");
    // The first header safepoint of an entry to a peeled loop is left out.
    let out = lathe(&["graph", "run", "--passes", "peel", ARK, "--args", "0, 3, 3"], b"").ok();
    assert_eq!(out, "safepoint f@6(0, 0, 3)\nreturn(3)\n");
    let out = lathe(&["graph", "run", ARK, "--args", "0, 3, 3", "--leave", "2"], b"").ok();
    assert_eq!(
        out,
        "safepoint f@6(0, 3, 3)\nsafepoint f@6(0, 0, 3)\nexit of b2 at safepoint\nresume f@6(0, 0, 3)\n"
    );
    let args = "Counter{limit: 5, step: 1}, null";
    let out = lathe(&["graph", "run", INVARIANT, "--args", args], b"").ok();
    let state = "(Counter{limit: 5, step: 1, total: 0}, null, 0)";
    assert_eq!(out, format!("exit of b2 at guard_class(p9, Counter)\nresume f@4{state}\n"));
    let source = b"helper f(int)\ngraph {\nb0 -> b1:\n  call(f, 7)\nb1 -> b1:\n}\n";
    assert_eq!(
        lathe(&["graph", "run", "-", "--limit", "10"], source).ok(),
        "f(7)\nstopped after 10 instructions\n"
    );
}

#[test]
fn machine_code_says_what_the_evaluator_says() {
    for words in [
        &["graph", "run", ARK, "--args", "0, 3, 3"][..],
        &["graph", "run", "--passes", "peel,gvn,licm,merge", ARK, "--args", "0, 3, 3"],
        &["graph", "run", ARK, "--args", "0, 3, 3", "--leave", "2"],
        &["graph", "run", INVARIANT, "--args", "Counter{limit: 5, step: 1}, null"],
    ] {
        let evaluated = lathe(words, b"").ok();
        let native: Vec<&str> = words.iter().copied().chain(["--native"]).collect();
        assert_eq!(lathe(&native, b"").ok(), evaluated);
    }
    // What has no end or no meaning does not run as machine code.
    let endless = b"graph {\nb0 -> b1:\nb1 -> b1:\n}\n";
    let out = lathe(&["graph", "run", "--native", "-", "--limit", "10"], endless).ok();
    assert_eq!(out, "stopped after 10 instructions\n");
    let division = b"graph {\nb0:\n  i0 = parameter(0)\n  i1 = int_div(1, i0)\n  return(i1)\n}\n";
    let words = ["graph", "run", "--native", "-", "--args", "0"];
    lathe(&words, division).fails_at("<stdin>:4:3", "1 divided by 0");
    let crowd =
        b"helper f(int, int, int, int, int, int)\ngraph {\nb0:\n  call(f, 1, 2, 3, 4, 5, 6)\n  return()\n}\n";
    assert!(lathe(&["graph", "run", "--native", "-"], crowd).fails().contains("`f`"));
}

#[test]
fn pictures_are_written_to_files() {
    let folder = std::env::temp_dir().join(format!("lathe-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).display().to_string();
    let (svg, dot) = (path("a.svg"), path("a.dot"));
    let out = lathe(&["graph", "--passes", "peel", ARK, "--svg", &svg, "--dot", &dot], b"").ok();
    assert_eq!(out, lathe(&["graph", "--passes", "peel", ARK], b"").ok());
    // The graph after the passes, which has a pre-loop.
    let text = std::fs::read_to_string(&svg).expect("the picture");
    assert!(text.starts_with("<svg ") && text.contains(">b7</text>"), "{text}");
    let text = std::fs::read_to_string(&dot).expect("the picture");
    assert!(text.starts_with("digraph ") && text.contains("b7 -> b2 [label=\"true\"];"), "{text}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
    let nowhere = path("a.svg");
    assert!(lathe(&["graph", ARK, "--svg", &nowhere], b"").fails().contains("cannot write"));
}

#[test]
fn bad_input_is_a_message_with_its_place() {
    for (source, place, message) in [
        ("", "1:1", "expected a graph"),
        ("graph {\nb0:\n  return(i1)\n}\n", "3:10", "`i1` is not defined here"),
        ("graph {\nb0 -> b1:\n}\n", "2:7", "there is no block `b1`"),
        ("graph {\nb0:\n  return()\nb1:\n  return()\n}\n", "4:1", "cannot be reached: `b1`"),
        ("graph {\nb0:\n  i1 = int_ad(1, 2)\n  return()\n}\n", "3:8", "did you mean `int_add`?"),
        ("class C { x: D }\ngraph {\nb0:\n  return()\n}\n", "1:14", "D"),
        ("graph {\nb0:\n  return(\n", "3:10", "found the end of the input"),
        ("trace () { finish() }\n", "1:1", "`graph`"),
    ] {
        for words in [&["graph", "-"][..], &["graph", "run", "-"]] {
            lathe(words, source.as_bytes()).fails_at(&format!("<stdin>:{place}"), message);
        }
    }
    let source = b"graph {\nb0:\n  i0 = parameter(0)\n  i1 = int_div(1, i0)\n  return(i1)\n}\n";
    lathe(&["graph", "run", "-", "--args", "0"], source).fails_at("<stdin>:4:3", "1 divided by 0");
    let err = lathe(&["graph", "run", "--passes", "gvn", "-", "--args", "0"], source).fails();
    assert!(err.contains("`i1 = int_div(1, i0)`: 1 divided by 0"), "{err}");
    lathe(&["graph", "run", "-", "--args", "x"], source).fails_at("--args:1:1", "");
    let err = lathe(&["graph", "--passes", "frob", ARK], b"").fails();
    assert!(err.contains("no pass `frob`") && err.contains("peel-pre-loop"), "{err}");
    assert!(lathe(&["graph"], b"").fails().contains("needs a file"));
    assert!(lathe(&["graph", "missing.graph"], b"").fails().contains("cannot read missing.graph"));
}

#[test]
fn garbage_never_panics() {
    let source = std::fs::read_to_string(INVARIANT).expect("the file");
    let source = source.split("=>").next().expect("the graph");
    let bytes: Vec<u8> = source.bytes().filter(u8::is_ascii).collect();
    // Every line left out or doubled, and cut anywhere.
    let lines: Vec<&str> = source.lines().collect();
    for index in 0..lines.len() {
        let mut without = lines.clone();
        without.remove(index);
        lathe(&["graph", "-"], without.join("\n").as_bytes());
        let mut doubled = lines.clone();
        doubled.insert(index, lines[index]);
        lathe(&["graph", "-"], doubled.join("\n").as_bytes());
    }
    for length in (0..bytes.len()).step_by(37) {
        lathe(&["graph", "-"], &bytes[..length]);
    }
}

#[test]
fn the_example_in_the_documentation_is_a_graph() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/graphs.md");
    let text = std::fs::read_to_string(path).expect("the documentation");
    let example = text.split("```").nth(1).expect("a fenced block");
    let out = lathe(&["graph", "-"], example.as_bytes()).ok();
    assert!(out.contains("# peeled b1: "), "{out}");
}
