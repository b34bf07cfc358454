//! The JIT does what the reference does, in every mode: programs for the hard cases, and random ones.

use lathe_fuzz::tape::Tape;
use lathe_heap::Config;
use lathe_meta::Params;
use tiny::generate::generate;
use tiny::modes::{Way, run, ways};
use tiny::reference;

/// Steps of the reference; programs are made to need fewer.
const STEPS: u64 = 5_000_000;

fn check(name: &str, source: &str, ways: &[Way]) {
    let tree = tiny::parse(source).expect("a program");
    let expected = reference::run(&tree, STEPS);
    if expected.end == reference::End::OutOfSteps {
        return;
    }
    let program = tiny::compile(&tree).expect("a program");
    for way in ways {
        assert_eq!(run(&program, way), expected.output, "{name} in mode `{}`\n{source}", way.name);
    }
}

#[test]
fn programs_print_the_same_in_every_mode() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of programs") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "tiny") {
            let source = std::fs::read_to_string(&path).expect("text");
            check(&path.display().to_string(), &source, &ways());
            count += 1;
        }
    }
    assert!(count >= 19);
}

#[test]
fn random_programs_print_the_same_in_every_mode() {
    let ways = ways();
    let cases = std::env::var("TINY_CASES")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(if cfg!(debug_assertions) { 12 } else { 300 });
    let first: u64 = std::env::var("TINY_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in first..first + cases {
        let source = generate(&mut Tape::random(seed));
        check(&format!("seed {seed}"), &source, &ways);
    }
}

/// Runs an endless program until it is interrupted in machine code. How long it takes to get there is the machine's business, so
/// that the interrupt comes ever later until it does.
fn interrupt(source: &str) -> tiny::vm::Run {
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    let mut wait = std::time::Duration::from_millis(50);
    loop {
        let heap = Config::default();
        let attention = heap.attention.clone();
        let waiter = std::thread::spawn(move || {
            std::thread::sleep(wait);
            attention.fetch_or(lathe_meta::INTERRUPT, std::sync::atomic::Ordering::Relaxed);
        });
        let run = tiny::vm::run(program.clone(), Params::default(), heap).expect("code");
        waiter.join().expect("it only waits");
        if run.counts.entered > 0 || wait.as_secs() > 10 {
            return run;
        }
        wait *= 4;
    }
}

#[test]
fn an_interrupt_stops_a_compiled_loop() {
    let run = interrupt("fn f() { i = 0 while 1 { i = i + 1 } } f()");
    assert_eq!(run.output, "error: interrupted\n");
    assert!(run.counts.entered > 0, "{}", run.counts);
}

#[test]
fn the_heap_limit_stops_a_compiled_loop() {
    let source = "record Node { next } fn f() { list = null while 1 { list = Node(list) } } f()";
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    let heap = Config { limit: 8 << 20, nursery: 1 << 20, ..Config::default() };
    let run = tiny::vm::run(program, Params::default(), heap).expect("code");
    assert_eq!(run.output, "error: out of memory\n");
    assert!(run.counts.entered > 0, "{}", run.counts);
}

#[test]
fn finalizers_run_in_compiled_loops() {
    // Ends only when finalizers have run; what they do is seen in the loop, whose globals they change.
    let source = "
        record Thing { number }
        freed = 0 sum = 0 kept = null
        fn gone(thing) {
            global freed, sum, kept
            freed = freed + 1
            sum = sum + thing.number
            kept = thing
            if thing.number % 2 == 0 { raise thing }
        }
        fn work() {
            i = 0
            while freed < 300 {
                on_free(Thing(i), gone)
                if i % 50 == 0 { collect() }
                i = i + 1
            }
            return i
        }
        i = work()
        print(freed >= 300, i >= 300, sum > 0, kept.number >= 0)";
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    for way in ways() {
        assert_eq!(run(&program, &way), "1 1 1 1\n", "in mode `{}`", way.name);
    }
}

#[test]
fn an_interrupt_stops_guest_code_that_the_machine_has_called() {
    let source = "fn f(x) { while 1 { x = x + 1 } } fn g() { while 1 { each(f, array(2, 0)) } } g()";
    let run = interrupt(source);
    assert!(run.failed && run.output.starts_with("error: "), "{}", run.output);
    assert!(run.counts.entered > 0, "{}", run.counts);
}

#[test]
fn code_is_made_anew_when_a_fact_has_changed() {
    let source = "
        rate = 1
        fn set_rate(x) { global rate rate = x }
        fn work(n) { s = 0 i = 0 while i < n { s = s + rate * i i = i + 1 } return s }
        print(work(1000)) set_rate(2) print(work(1000), work(1000))";
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    let run = tiny::vm::run(program, Params::default(), Config::default()).expect("code");
    assert_eq!(run.output, "499500\n999000 999000\n");
    assert_eq!((run.counts.loops, run.counts.invalidated), (2, 1), "{}", run.counts);
}

#[test]
fn two_machines_live_in_one_process() {
    let source =
        |n: u32| format!("fn f(n) {{ s = 0 while n > 0 {{ s = s + n n = n - 1 }} return s }} print(f({n}))");
    let threads: Vec<_> = [1000, 2000, 3000]
        .into_iter()
        .map(|n| {
            std::thread::spawn(move || {
                let program = tiny::compile(&tiny::parse(&source(n)).expect("a program")).expect("a program");
                let run = tiny::vm::run(program, Params::default(), Config::default()).expect("code");
                assert_eq!(run.output, format!("{}\n", n as u64 * (n as u64 + 1) / 2));
                assert_eq!(run.counts.loops, 1);
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().expect("it ran"));
}
