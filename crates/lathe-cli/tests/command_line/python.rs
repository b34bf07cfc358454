//! `lathe-python`: options, what is run, how it ends. What programs print is compared elsewhere.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn start(arguments: &[&str], input: &[u8], folder: Option<&Folder>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lathe-python"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("PYTHONPATH");
    if let Some(folder) = folder {
        command.current_dir(&folder.0);
    }
    let mut child = command.spawn().expect("lathe-python runs");
    // It need not read its input.
    let _ = child.stdin.take().expect("piped").write_all(input);
    child.wait_with_output().expect("it ends")
}

fn python(arguments: &[&str], input: &str) -> Output {
    start(arguments, input.as_bytes(), None)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Exit status, standard output and standard error.
#[track_caller]
fn check(output: &Output, status: i32, out: &str, err: &str) {
    let found = (output.status.code(), text(&output.stdout), text(&output.stderr));
    assert_eq!(found, (Some(status), out.to_string(), err.to_string()));
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("lathe-python-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        let folder = Folder(path);
        for (file, content) in files {
            let file = folder.0.join(file);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
            std::fs::write(file, content).expect("a file");
        }
        folder
    }

    fn name(&self) -> String {
        self.0.canonicalize().expect("it is there").to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn bytecode_is_shown() {
    let output = python(&["--dis", "-"], "def f(x):\n    return x + 1\n");
    assert!(output.status.success());
    assert!(text(&output.stdout).contains("%2 = x + 1"), "{}", text(&output.stdout));
}

#[test]
fn a_syntax_error_is_printed_as_cpython_prints_it() {
    let expected = "  File \"<stdin>\", line 1\n    x = (1,\n        ^\nSyntaxError: '(' was never closed\n";
    check(&python(&["--dis", "-"], "x = (1,\ny = 2\n"), 1, "", expected);
    check(&python(&["-"], "x = (1,\ny = 2\n"), 1, "", expected);
    check(&python(&[], "x = (1,\ny = 2\n"), 1, "", expected);
}

#[test]
fn bad_usage_gives_2() {
    for arguments in
        [&["--nonsense"][..], &["--dis"], &["--dis", "a", "--dis", "b"], &["-z"], &["-c"], &["-Om"]]
    {
        let output = python(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("usage:"), "{arguments:?}");
    }
}

#[test]
fn help_and_version() {
    assert!(text(&python(&["-h"], "").stdout).starts_with("usage: lathe-python"));
    assert!(text(&python(&["-V"], "").stdout).starts_with("Python 3.14"));
}

#[test]
fn a_missing_file_is_an_error() {
    let output = python(&["--dis", "no/such/file.py"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("can't open file 'no/such/file.py'"));
    let folder = Folder::new("missing", &[("empty/x.txt", "")]);
    let name = folder.name();
    let expected =
        format!("lathe-python: can't open file '{name}/no.py': [Errno 2] No such file or directory\n");
    check(&start(&["no.py"], b"", Some(&folder)), 2, "", &expected);
    let expected = format!("lathe-python: can't find '__main__' module in '{name}/empty'\n");
    check(&start(&["empty"], b"", Some(&folder)), 1, "", &expected);
}

#[test]
fn a_program_knows_how_it_was_started() {
    let show = "import sys\nprint(sys.argv, repr(sys.path[0]), __name__, __package__)\n";
    let with_file = format!("{show}print(__file__)\n");
    let folder = Folder::new(
        "start",
        &[
            ("a/program.py", &with_file),
            ("folder/__main__.py", &with_file),
            ("pkg/__init__.py", "print('init')\n"),
            ("pkg/__main__.py", &with_file),
            ("pkg/sub.py", show),
            ("nomain/__init__.py", ""),
        ],
    );
    let name = folder.name();
    let run = |arguments: &[&str], input: &str| start(arguments, input.as_bytes(), Some(&folder));
    check(&run(&["-c", show, "x", "-c"], ""), 0, "['-c', 'x', '-c'] '' __main__ None\n", "");
    check(&run(&["-", "x"], show), 0, "['-', 'x'] '' __main__ None\n", "");
    check(&run(&[], show), 0, "[''] '' __main__ None\n", "");
    let expected = format!("['a/program.py', '-x'] '{name}/a' __main__ None\n{name}/a/program.py\n");
    check(&run(&["a/program.py", "-x"], ""), 0, &expected, "");
    let expected = format!("['folder'] '{name}/folder' __main__ \n{name}/folder/__main__.py\n");
    check(&run(&["folder"], ""), 0, &expected, "");
    let expected =
        format!("init\n['{name}/pkg/__main__.py', 'y'] '{name}' __main__ pkg\n{name}/pkg/__main__.py\n");
    check(&run(&["-m", "pkg", "y"], ""), 0, &expected, "");
    let expected = format!("init\n['{name}/pkg/sub.py'] '{name}' __main__ pkg\n");
    check(&run(&["-m", "pkg.sub"], ""), 0, &expected, "");
    check(&run(&["-m", "nosuch"], ""), 1, "", "lathe-python: No module named nosuch\n");
    let expected = "lathe-python: No module named nomain.__main__; 'nomain' is a package and cannot be directly executed\n";
    check(&run(&["-m", "nomain"], ""), 1, "", expected);
}

#[test]
fn the_end_of_a_program_is_its_exit_status() {
    for (program, status) in [
        ("pass", 0),
        ("raise SystemExit", 0),
        ("raise SystemExit(5)", 5),
        ("raise SystemExit(-1)", 255),
        ("1/0", 1),
        ("raise KeyboardInterrupt", -1),
        ("import sys; sys.exit(256 + 7)", 7),
        ("exit(4)", 4),
        ("x = (", 1),
    ] {
        let output = python(&["-c", program], "");
        assert_eq!(output.status.code().unwrap_or(-1), status, "{program}: {}", text(&output.stderr));
    }
    check(&python(&["-c", "raise SystemExit('why')"], ""), 1, "", "why\n");
}

#[test]
fn options_of_cpython_are_taken() {
    let program = "assert False; print(__debug__, f.__doc__)";
    let program = format!("def f(): 'doc'\n{program}");
    check(&python(&["-O", "-c", &program], ""), 0, "False doc\n", "");
    check(&python(&["-OO", "-c", &program], ""), 0, "False None\n", "");
    check(&python(&["-BEsSuvq", "-W", "ignore", "-Xdev", "-c", "print(1)"], ""), 0, "1\n", "");
    let folder = Folder::new("skip", &[("x.py", "not python\nprint(1)\n1/0\n")]);
    let output = start(&["-x", "x.py"], b"", Some(&folder));
    assert!(text(&output.stderr).contains("x.py\", line 3, in <module>"), "{}", text(&output.stderr));
}

#[test]
fn statements_from_a_pipe_are_a_dialogue_if_asked_for() {
    let input = "x = 4\nx\nif x:\n  print('block')\n\n_ + 1\n1/0\nx = (1,\n 2)\nx\nNone\n'a'\ny =\nexit(9)\n";
    let output = python(&["-iq", "-"], input);
    assert_eq!(output.status.code(), Some(9));
    assert_eq!(text(&output.stdout), "4\nblock\n5\n(1, 2)\n'a'\n");
    let told = text(&output.stderr).replace(">>> ", "").replace("... ", "");
    let expected = "Traceback (most recent call last):\n  File \"<stdin>\", line 1, in <module>\n\
        ZeroDivisionError: division by zero\n  File \"<stdin>\", line 1\n    y =\n       ^\nSyntaxError: invalid syntax\n";
    assert_eq!(told, expected);
}

#[test]
fn a_dialogue_follows_the_program_with_i() {
    let output = python(&["-i", "-c", "x = 5\n1/0"], "x\n");
    assert_eq!(text(&output.stdout), "5\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_program_may_be_wrong_before_it_starts() {
    let output = start(&["-"], b"x = 1\n\xff\xfe", None);
    let told = text(&output.stderr);
    assert!(
        told.starts_with("SyntaxError: Non-UTF-8 code starting with '\\xff' in file <stdin> on line 2"),
        "{told}"
    );
    let expected =
        "  File \"<stdin>\", line 2\n    y = 2\nSyntaxError: source code cannot contain null bytes\n";
    check(&start(&["-"], b"x = 1\ny = 2\0", None), 1, "", expected);
}

#[test]
fn files_that_are_left_open_are_written() {
    let folder = Folder::new("left-open", &[("in.txt", "")]);
    let program = "f = open('text', 'w'); f.write('left'); g = open('bytes', 'wb'); g.write(b'over'); raise SystemExit(3)";
    check(&start(&["-c", program], b"", Some(&folder)), 3, "", "");
    let read = |name: &str| std::fs::read_to_string(folder.0.join(name)).expect("a file");
    assert_eq!((read("text"), read("bytes")), ("left".to_string(), "over".to_string()));
}

#[test]
fn files_that_nobody_can_reach_are_closed_when_there_are_too_many() {
    let folder = Folder::new("many-files", &[("one.txt", "1")]);
    let program = "total = 0\nfor i in range(5000):\n    total += int(open('one.txt').read())\nprint(total)";
    check(&start(&["-c", program], b"", Some(&folder)), 0, "5000\n", "");
}

#[test]
fn what_cannot_be_written_at_the_end_is_said() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lathe-python"));
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device that is full");
    let output = command
        .args(["-c", "print(1)"])
        .env_remove("PYTHONUNBUFFERED")
        .stdout(full)
        .output()
        .expect("lathe-python runs");
    assert_eq!(output.status.code(), Some(120));
    let said = "Exception ignored in: <_io.TextIOWrapper name='<stdout>' mode='w' encoding='utf-8'>\n\
                OSError: [Errno 28] No space left on device\n";
    assert_eq!(text(&output.stderr), said);
}

#[test]
fn input_reads_lines_of_standard_input() {
    let program =
        "print(repr(input('? ')), repr(input()))\ntry:\n    input()\nexcept EOFError as e:\n    print(e)";
    check(&python(&["-c", program], "one\ntwo"), 0, "? 'one' 'two'\nEOF when reading a line\n", "");
    let program = "import sys\nprint(sys.stdin.readline(), sys.stdin.buffer.read(), sys.stdin.read())";
    // What text has read ahead is not there for who asks for bytes.
    check(&python(&["-c", program], "a\r\nb\n"), 0, "a\n b'' b\n\n", "");
}
