//! What is said about a small program, at each level, for people and for programs.

mod json;

use json::Json;
use lathe_heap::Config;
use lathe_meta::log::{Kind, Level};
use lathe_meta::{Log, Params, Phase};
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A loop with a branch: one loop, and a bridge from the guard of the branch.
const BRANCHES: &str = "fn f(n) {
  s = 0
  i = 0
  while i < n {
    if i % 3 == 0 { s = s + i } else { s = s + 1 }
    i = i + 1
  }
  return s
}
print(f(300))
";

/// Each recording ends in a call that is too deep; in the end the loop is left alone.
const TOO_DEEP: &str = "fn down(n) { if n == 0 { return 0 } return down(n - 1) + 1 }
i = 0
while i < 20000 {
  i = i + down(3)
}
print(i)
";

/// A writer that the test keeps.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Memory {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }
}

/// The lines for people, and those for programs.
fn run(source: &str, words: &str, level: Level) -> (String, Vec<Json>) {
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    let (text, json) = (Memory::default(), Memory::default());
    let mut params = Params::default();
    params.set(words).expect("words that are known");
    params.log = Log::to_writers(level, Some(Box::new(text.clone())), Some(Box::new(json.clone())));
    let run = tiny::vm::run(program, params, Config::default()).expect("code");
    assert!(!run.failed, "{}", run.output);
    (text.text(), json.text().lines().map(json::parse).collect())
}

const WORDS: &str = "threshold=20,bridge-threshold=5";

/// What may change with every improvement is `N`: all numbers but those of traces and lines.
fn stable(line: &str) -> String {
    let mut after_line = false;
    let words = line.split(' ').map(|word| {
        let digits = word.trim_end_matches(',');
        let number = digits.parse::<u64>().is_ok() && !after_line;
        after_line = word == "line";
        if number { word.replace(digits, "N") } else { word.to_string() }
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn one_line_per_event() {
    let (text, _) = run(BRANCHES, WORDS, Level::Events);
    let lines: Vec<String> = text.lines().map(stable).collect();
    assert_eq!(
        lines,
        [
            "lathe: [1] loop f line 4: N ops -> N + N, N bytes; recorded in N us, optimized in N, compiled in N",
            "lathe: [2] bridge from [1] exit N, f line 5, into [1]: N ops -> N, N bytes; recorded in N us, \
             optimized in N, compiled in N",
            "lathe: finished after N us",
        ],
        "{text}"
    );
}

#[test]
fn levels_add_dumps() {
    let headers = |level| -> Vec<String> {
        let (text, _) = run(BRANCHES, WORDS, level);
        let heads = text.lines().filter_map(|line| line.strip_prefix("lathe: "));
        heads.map(|line| line.split([',', ':']).next().expect("a head").to_string()).collect()
    };
    assert_eq!(headers(Level::Off), [""; 0]);
    assert_eq!(headers(Level::Events).len(), 3);
    let traces = ["[1] recorded", "[1] optimized", "[1] loop f line 4", "[2] recorded", "[2] optimized"];
    assert_eq!(headers(Level::Traces)[..5], traces);
    let passes = headers(Level::Passes);
    let after = ["int_bounds", "fold", "relations", "virtualize", "pure", "heap", "guards", "peel"];
    assert_eq!(passes[0], "[1] recorded");
    assert_eq!(passes[1..9], after.map(|pass| format!("[1] after {pass}")));
    assert_eq!(passes[9], "[1] optimized");
}

#[test]
fn dumps_show_traces_and_then_snapshots() {
    let (traces, _) = run(BRANCHES, WORDS, Level::Traces);
    assert!(traces.contains("trace (p0, p1, p2) {\n") && traces.contains("jump(L1, "), "{traces}");
    assert!(!traces.contains("frame"), "{traces}");
    let (passes, _) = run(BRANCHES, WORDS, Level::Passes);
    assert!(passes.contains("f@"), "{passes}");
}

#[test]
fn aborts_name_reason_and_place() {
    let (text, events) = run(TOO_DEEP, "threshold=16,call-threshold=1000000,frame-limit=2", Level::Events);
    let abort = "abort loop <main> line 3, after ";
    assert!(text.contains(abort) && text.contains(" ops at down line 1: too many frames\n"), "{text}");
    assert!(text.contains("lathe: given up <main> line 3: too many aborts\n"), "{text}");
    let kinds: Vec<&str> = events.iter().map(|event| event.text("kind")).collect();
    assert_eq!(kinds.iter().filter(|&&kind| kind == "abort").count(), 6);
    assert_eq!(kinds[6..], ["given-up", "end"]);
    assert_eq!(events[0].text("reason"), "too many frames");
    assert_eq!(events[0].text("at"), "down line 1");
}

#[test]
fn lines_of_json_link_up() {
    let (text, events) = run(BRANCHES, WORDS, Level::Traces);
    assert!(text.lines().count() > events.len());
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let mut before = 0;
    let mut traces = Vec::new();
    for event in &events {
        assert!(names.contains(&event.text("kind")), "{event:?}");
        assert!(event.number("time_us") >= before, "{event:?}");
        before = event.number("time_us");
        assert_eq!(event.number("vm"), 0);
        match event.text("kind") {
            "loop" => traces.push(event.number("trace")),
            "bridge" => {
                assert!(traces.contains(&event.number("parent")) && traces.contains(&event.number("into")));
                traces.push(event.number("trace"));
            }
            "dump" => assert!(!event.text("text").is_empty()),
            _ => {}
        }
    }
    assert_eq!(traces, [1, 2]);
    // What a dump shows can be read again.
    let recorded = events.iter().find(|event| event.get("declarations").is_some()).expect("a recorded trace");
    let module = format!("{}\n{}", recorded.text("declarations"), recorded.text("text"));
    let (module, _) = lathe_ir::text::parse(&module).expect("a trace file");
    let made = events.iter().find(|event| event.text("kind") == "loop").expect("a loop");
    assert_eq!(module.trace.sections[0].ops.len() as u64, made.number("recorded_ops"));
}

#[test]
fn collections_are_told() {
    let source = "record Node { next } i = 0 while i < 300000 { n = Node(null) i = i + 1 }";
    let (text, events) = run(source, "off", Level::Events);
    let collections = events.iter().filter(|event| event.text("kind") == "collection").count();
    assert!(collections > 0 && text.contains("lathe: young collection in "), "{text}");
    let kinds: Vec<&str> = events.iter().map(|event| event.text("kind")).collect();
    assert_eq!(kinds.len(), collections + 1, "{kinds:?}");
}

#[test]
fn two_vms_in_one_log_have_numbers() {
    let program = tiny::compile(&tiny::parse(BRANCHES).expect("a program")).expect("a program");
    let json = Memory::default();
    let log = Log::to_writers(Level::Events, None, Some(Box::new(json.clone())));
    for _ in 0..2 {
        let params = Params { log: log.clone(), ..Params::default() };
        tiny::vm::run(program.clone(), params, Config::default()).expect("code");
    }
    let text = json.text();
    let ends = text.lines().map(json::parse).filter(|event| event.text("kind") == "end");
    assert_eq!(ends.map(|event| event.number("vm")).collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn times_add_up() {
    let program = tiny::compile(&tiny::parse(BRANCHES).expect("a program")).expect("a program");
    let mut params = Params::default();
    params.set(WORDS).expect("words that are known");
    params.timing = true;
    let run = tiny::vm::run(program, params, Config::default()).expect("code");
    let clock = &run.counts.clock;
    let phases: Duration = Phase::COUNTED.iter().map(|&phase| clock.time(phase)).sum();
    assert_eq!(phases + clock.collecting(), clock.total());
    for phase in Phase::COUNTED {
        assert!(clock.time(phase) > Duration::ZERO, "{phase:?}\n{}", run.counts);
    }
}

#[test]
fn machine_code_stands_below_its_ops() {
    let (_, events) = run(BRANCHES, WORDS, Level::Code);
    let dumps: Vec<&Json> = events.iter().filter(|event| event.get("section").is_some()).collect();
    let sections: Vec<(u64, u64)> =
        dumps.iter().map(|event| (event.number("trace"), event.number("section"))).collect();
    assert_eq!(sections, [(1, 0), (1, 1), (2, 0)]);
    let optimized =
        events.iter().filter(|event| event.get("what").is_some()).find(|e| e.text("what") == "optimized");
    // The last op of every section has code.
    let jumps: Vec<&str> =
        optimized.expect("a trace").text("text").lines().filter(|line| line.contains("jump(")).collect();
    for (jump, dump) in jumps.iter().zip(&dumps) {
        let line = format!("; {}", jump.trim());
        assert!(dump.text("text").lines().any(|other| other == line), "{line}\n{}", dump.text("text"));
    }
}

fn documentation() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/logging.md");
    std::fs::read_to_string(path).expect("documentation")
}

/// The rows of the table that begins with this heading, up to the first empty line.
fn first_column<'d>(documentation: &'d str, heading: &str) -> Vec<&'d str> {
    let (_, table) = documentation.split_once(heading).expect("a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.split('|').nth(1).expect("a column").trim()).collect()
}

#[test]
fn all_kinds_of_event_are_documented() {
    let documentation = documentation();
    let rows = first_column(&documentation, "| kind | what has happened |");
    let kinds: Vec<String> = Kind::ALL.iter().map(|kind| format!("`{}`", kind.name())).collect();
    assert_eq!(rows, kinds);
}

#[test]
fn all_fields_are_documented() {
    let documentation = documentation();
    let rows = first_column(&documentation, "| field | in |").join(", ");
    let collecting = "record Node { next } i = 0 while i < 300000 { n = Node(null) i = i + 1 }";
    for (source, words) in [(BRANCHES, WORDS), (TOO_DEEP, "threshold=16,frame-limit=2"), (collecting, "off")]
    {
        for event in run(source, words, Level::Code).1 {
            let Json::Object(members) = &event else { panic!("{event:?}") };
            assert_eq!(["kind", "time_us", "vm"], [&members[0].0, &members[1].0, &members[2].0]);
            for (name, _) in &members[3..] {
                assert!(rows.contains(&format!("`{name}`")), "`{name}` is not documented");
            }
        }
    }
}

/// The front end, with these variables, in a folder of its own.
fn tiny(folder: &std::path::Path, variables: &[(&str, &str)]) -> std::process::Output {
    std::fs::create_dir_all(folder).expect("a folder");
    std::fs::write(folder.join("program.tiny"), BRANCHES.replace("300", "30000")).expect("a file");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tiny"));
    command.current_dir(folder).arg("program.tiny").envs(variables.iter().copied());
    command.output().expect("it runs")
}

fn folder(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("lathe-log-test-{}-{name}", std::process::id()))
}

#[test]
fn the_environment_sets_log_and_perf() {
    let folder = folder("on");
    let output =
        tiny(&folder, &[("LATHE_LOG", "events,json=log.jsonl,file=log.txt"), ("LATHE_PERF", "map,dump")]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = std::fs::read_to_string(folder.join("log.txt")).expect("a log");
    assert!(text.starts_with("lathe: [1] loop f line 4: "), "{text}");
    let json = std::fs::read_to_string(folder.join("log.jsonl")).expect("a log");
    assert_eq!(json.lines().map(json::parse).count(), text.lines().count());
    let names: Vec<String> = std::fs::read_dir(&folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let process =
        names.iter().find_map(|name| name.strip_prefix("jit-")?.strip_suffix(".dump")).expect("a dump");
    let map = format!("/tmp/perf-{process}.map");
    let lines = std::fs::read_to_string(&map).expect("a map");
    let functions: Vec<&str> =
        lines.lines().map(|line| line.splitn(3, ' ').nth(2).expect("a name")).collect();
    let expected =
        ["lathe: enter code", "lathe: leave code", "loop 1, f line 4, preamble", "loop 1, f line 4, peeled"];
    assert_eq!(functions[..4], expected);
    assert!(
        functions[4].starts_with("bridge 2 from 1 exit ") && functions[4].ends_with(", f line 5"),
        "{lines}"
    );
    std::fs::remove_file(map).expect("it is there");
    std::fs::remove_dir_all(folder).expect("it is there");
}

#[test]
fn bad_settings_are_told_with_the_name_of_the_variable() {
    let folder = folder("off");
    for (variable, value, message) in [
        ("LATHE_LOG", "loud", "tiny: LATHE_LOG: `loud` is no level"),
        ("LATHE_LOG", "1,json=no/such/file", "tiny: LATHE_LOG: cannot write `no/such/file`"),
        ("LATHE_PERF", "svg", "tiny: LATHE_PERF: unknown format `svg`"),
        ("LATHE_JIT", "fast", "tiny: LATHE_JIT: unknown JIT parameter `fast`"),
    ] {
        let output = tiny(&folder, &[(variable, value)]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{error}");
        assert!(error.starts_with(message), "{error}");
    }
    std::fs::remove_dir_all(folder).expect("it is there");
}
