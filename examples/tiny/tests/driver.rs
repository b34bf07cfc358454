//! What the driver decides: bridges by value, code that is not worth having.

use lathe_heap::Config;
use lathe_ir::OpKind;
use lathe_meta::Params;
use lathe_meta::log::GivenUp;
use tiny::vm::Run;

fn run(source: &str, words: &str) -> Run {
    let mut params = Params::default();
    params.set(words).expect("words that are known");
    let program = tiny::compile(&tiny::parse(source).expect("a program")).expect("a program");
    tiny::vm::run(program, params, Config::default()).expect("code")
}

/// Runs a program and checks it against the interpreter.
fn checked(source: &str, words: &str) -> Run {
    let with = run(source, words);
    assert_eq!(with.output, run(source, "off").output, "{source}");
    with
}

fn given_up(run: &Run, why: GivenUp) -> u64 {
    run.counts.given_up.get(&why).copied().unwrap_or(0)
}

/// A loop over items of so many classes, in turn.
fn classes(count: usize, trips: usize) -> String {
    let records: String = (0..count).map(|n| format!("record R{n} {{ a{n}, x }}\n")).collect();
    let items: String = (0..count).map(|n| format!("items[{n}] = R{n}(0, {n})\n")).collect();
    format!(
        "{records}
        fn sum(items, n) {{
          total = 0
          i = 0
          while n > 0 {{
            total = total + items[i].x
            i = i + 1
            if i >= len(items) {{ i = 0 }}
            n = n - 1
          }}
          return total
        }}
        items = array({count}, null)
        {items}
        print(sum(items, {trips}))"
    )
}

#[test]
fn a_place_with_few_classes_gets_a_bridge_for_each() {
    for count in [2, 4, 8] {
        let run = checked(&classes(count, 20_000), "on");
        assert_eq!(given_up(&run, GivenUp::Megamorphic), 0, "{count} classes\n{}", run.counts);
        assert!(run.counts.bridges as usize >= count - 1, "{count} classes\n{}", run.counts);
        // In the end it is all machine code: exits are only those that made bridges hot.
        assert!(run.counts.left < 100 * count as u64, "{count} classes\n{}", run.counts);
    }
}

#[test]
fn a_place_with_many_classes_gets_none_and_the_loop_rests() {
    let run = checked(&classes(30, 40_000), "on");
    assert!(given_up(&run, GivenUp::Megamorphic) >= 1, "{}", run.counts);
    assert!(given_up(&run, GivenUp::NotWorthIt) >= 1, "{}", run.counts);
    assert!(run.counts.bridges < 4, "{}", run.counts);
    assert!(run.counts.left < 2_000, "{}", run.counts);
}

#[test]
fn a_frequent_class_among_many_gets_a_bridge() {
    let source =
        classes(30, 40_000).replace("if i >= len(items)", "if n % 16 > 0 { i = 1 } if i >= len(items)");
    let source = source.replace("i = i + 1", "i = i + 1 + n % 31");
    let run = checked(&source, "on");
    assert!(run.counts.bridges >= 1, "{}", run.counts);
}

#[test]
fn code_that_rests_is_tried_again() {
    // At first the loop is left in its first trip, later it goes round for long.
    let source = "
        fn down(k) { if k == 0 { return 1 } return 1 + down(k - 1) }
        fn walk(n, deep) {
          total = 0
          while n > 0 {
            if deep { total = total + down(40) }
            total = total + n
            n = n - 1
          }
          return total
        }
        print(walk(1000, 0))
        i = 0
        while i < 3000 { total = walk(1, 1) i = i + 1 }
        print(total, walk(400000, 0))";
    let run = checked(source, "on");
    assert!(run.counts.entered > 0, "{}", run.counts);
    let trips_interpreted = run.counts.left;
    assert!(trips_interpreted < 10_000, "{}", run.counts);
}

#[test]
fn two_runs_decide_alike() {
    for source in [classes(8, 20_000), classes(30, 40_000)] {
        let [a, b] = [run(&source, "on"), run(&source, "on")].map(|run| {
            let counts = run.counts;
            (counts.loops, counts.bridges, counts.entered, counts.left, counts.code_bytes)
        });
        assert_eq!(a, b);
    }
}

/// The same function for ints, floats, and both; how often each is run.
fn sums(calls: &str) -> String {
    format!(
        "fn sum(x, step, n) {{
           total = x
           while n > 0 {{
             total = total + step
             n = n - 1
           }}
           return total
         }}
         k = 0
         while k < 40 {{
           {calls}
           k = k + 1
         }}"
    )
}

/// How many loops of peeled traces allocate.
fn loops_with_new(run: &Run) -> (usize, usize) {
    let is_new = |op: &lathe_ir::Op| matches!(op.kind, OpKind::New(class) if class != lathe_meta::HYBRID);
    let loops: Vec<_> = run
        .traces
        .iter()
        .filter_map(|(_, trace)| trace.sections.get(1))
        .map(|section| &section.ops)
        .collect();
    (loops.len(), loops.iter().filter(|ops| ops.iter().any(is_new)).count())
}

#[test]
fn a_loop_has_a_version_for_each_type() {
    let one = checked(&sums("print(sum(0, 1, 2000))"), "on");
    assert_eq!(loops_with_new(&one), (1, 0), "{}", one.counts);
    for calls in [
        "print(sum(0, 1, 2000), sum(0.5, 1.5, 2000))",
        "if k < 20 { print(sum(0, 1, 2000)) } else { print(sum(0.5, 1.5, 2000)) }",
        "if k < 20 { print(sum(0.5, 1.5, 2000)) } else { print(sum(0, 1, 2000)) }",
    ] {
        let two = checked(&sums(calls), "on");
        assert_eq!(loops_with_new(&two), (2, 0), "{calls}\n{}", two.counts);
        // Each call leaves at its end, through bridges once they are there.
        assert!(two.counts.left < 500, "{calls}\n{}", two.counts);
    }
    // `total` turns into a float in the first trip when only `step` is one.
    let calls = "print(sum(0, 1, 2000), sum(0.5, 1.5, 2000), sum(0, 1.5, 2000), sum(0.5, 1, 2000))";
    let mixed = checked(&sums(calls), "on");
    let (loops, with_new) = loops_with_new(&mixed);
    assert!((3..=5).contains(&loops) && with_new == 0, "{loops} {with_new}\n{}", mixed.counts);
}

#[test]
fn a_loop_has_a_version_for_the_types_of_fields() {
    let source = "
        record Counter { total, step }
        fn run(c, n) { while n > 0 { c.total = c.total + c.step n = n - 1 } return c.total }
        k = 0
        while k < 40 {
          print(run(Counter(0, 1), 2000), run(Counter(0.5, 1.5), 2000))
          k = k + 1
        }";
    let run = checked(source, "on");
    assert!(loops_with_new(&run).0 >= 2, "{}", run.counts);
    assert!(run.counts.left < 500, "{}", run.counts);
}

/// Many loops, one after the other and again.
fn many_loops(rounds: u32) -> String {
    let functions: String = (0..12)
        .map(|n| format!("fn f{n}(n) {{ s = {n} while n > 0 {{ s = s + n n = n - 1 }} return s }}\n"))
        .collect();
    let calls: String = (0..12).map(|n| format!("print(f{n}(500))\n")).collect();
    format!("{functions} i = 0 while i < {rounds} {{ {calls} i = i + 1 }}")
}

#[test]
fn a_cap_keeps_code_small_without_thrashing() {
    let source = many_loops(60);
    let free = checked(&source, "on");
    assert!(free.counts.code_bytes > 8000 && free.counts.freed == 0, "{}", free.counts);
    let capped = checked(&source, "code-cap=4000");
    assert!(capped.counts.code_bytes <= 4000, "{}", capped.counts);
    assert!(capped.counts.freed > 10, "{} traces freed\n{}", capped.counts.freed, capped.counts);
    // Each header waits four times as long each time.
    assert!(capped.counts.loops < 100, "{}", capped.counts);
    // Nothing fits: everything is made once, and less and less often after that.
    let nothing = checked(&source, "code-cap=100");
    assert!(nothing.counts.code_bytes <= 1000 && nothing.counts.loops < 100, "{}", nothing.counts);
}

#[test]
fn code_that_is_not_used_goes() {
    // A loop that is run once, and then one that is entered again and again.
    let source = "
        fn once(n) { s = 0 while n > 0 { s = s + n n = n - 1 } return s }
        fn often(n) { s = 0 while n > 0 { s = s + n n = n - 1 } return s }
        print(once(1000))
        i = 0
        total = 0
        while i < 40000 { if i % 3 == 0 { total = total + often(i % 7) } i = i + 1 }
        print(total)";
    let kept = checked(source, "on");
    assert_eq!(kept.counts.freed, 0, "{}", kept.counts);
    let aged = checked(source, "chaos-random=9,age=5000");
    assert!(aged.counts.freed > 0, "{}", aged.counts);
}

#[test]
fn what_happens_now_and_then_does_not_get_hot() {
    // The loop of `rare` is passed a few times between many entries of that of `often`. The loop around them is too long
    // for a trace.
    let long = "total = total + i - i ".repeat(20);
    let source = format!(
        "fn often(n) {{ s = 0 while n > 0 {{ s = s + n n = n - 1 }} return s }}
        fn rare(n) {{ s = 0 while n > 0 {{ s = s + n n = n - 1 }} return s }}
        i = 0
        total = 0
        while i < 20000 {{
          {long}
          total = total + often(6)
          if i % 200 == 0 {{ total = total + rare(5) }}
          i = i + 1
        }}
        print(total)"
    );
    let words = "call-threshold=1000000,trace-limit=60,bridge-threshold=1000000";
    let rare = |run: &Run| run.traces.iter().filter(|(name, _)| name.starts_with("rare")).count();
    let with = checked(&source, words);
    let without = checked(&source, &format!("{words},decay=0"));
    assert_eq!((rare(&with), rare(&without)), (0, 1), "{}\n{}", with.counts, without.counts);
}

#[test]
fn a_second_thread_compiles_while_the_interpreter_goes_on() {
    let source = "
        fn sum(x, step, n) { total = x while n > 0 { total = total + step n = n - 1 } return total }
        k = 0
        while k < 20 { print(sum(0, 1, 3000), sum(0.5, 1.5, 3000)) k = k + 1 }
        print(sum(0, 1, 1000000))";
    let run = checked(source, "compile=thread,threshold=20,bridge-threshold=4");
    // When it comes is up to the machine, but there is always time for it in so long a run.
    assert!(run.counts.loops >= 1 && run.counts.entered >= 1, "{}", run.counts);
    // A VM that ends at once does not wait for what is still to be done.
    for n in 0..20 {
        let source = format!("i = 0 while i < {n} {{ i = i + 1 }} print(i)");
        checked(&source, "compile=thread,threshold=1,bridge-threshold=1");
    }
}

#[test]
fn code_that_comes_late_is_discarded_when_nobody_wants_it() {
    // While code is made, the loops it goes on in are freed.
    let source = many_loops(60);
    let words = "compile=late=2,threshold=8,bridge-threshold=2,call-threshold=8,code-cap=3000";
    let [a, b] = [checked(&source, words), checked(&source, words)];
    assert!(a.counts.freed > 0 && a.counts.entered > 0, "{}", a.counts);
    let counts = |run: &Run| (run.counts.loops, run.counts.bridges, run.counts.freed, run.counts.discarded);
    assert_eq!(counts(&a), counts(&b));
    assert!(a.counts.discarded > 0, "{:?}\n{}", counts(&a), a.counts);
}

#[test]
fn what_a_helper_raises_often_gets_a_bridge_to_its_handler() {
    let source = "
        fn f(n) {
          bad = 0
          while n > 0 {
            try { x = array(n % 3 - 1, n) } catch e { bad = bad + e.code }
            n = n - 1
          }
          return bad
        }
        print(f(20000))";
    let run = checked(source, "on");
    assert!(run.counts.bridges >= 1, "{}", run.counts);
    assert!(run.counts.left < 300, "{}", run.counts);
}

#[test]
fn what_no_frame_of_the_trace_handles_is_left_to_the_interpreter() {
    let source = "
        fn f(n) {
          while n > 0 {
            array(n - 2, n)
            n = n - 1
          }
        }
        i = 0
        bad = 0
        while i < 2000 {
          try { f(20) } catch e { bad = bad + e.code }
          i = i + 1
        }
        print(bad)";
    let run = checked(source, "on");
    assert!(given_up(&run, GivenUp::TooManyAborts) >= 1, "{}", run.counts);
}
