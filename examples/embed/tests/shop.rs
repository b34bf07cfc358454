//! What the example shows.

use embed::{RULES, Shop};
use lathe_heap::Config;
use lathe_python::embed::Value;
use lathe_python::interpreter::Interpreter;
use std::sync::atomic::Ordering;

fn interpreter() -> Interpreter {
    Interpreter::new(Default::default(), Default::default()).expect("a code generator for this machine")
}

#[test]
fn rules_are_called_and_changed() {
    let mut shop = Shop::new(RULES).expect("right");
    assert_eq!(shop.price(&[("tea", 2), ("cake", 1)], 0).expect("known"), 9.0);
    assert_eq!(shop.price(&[("tea", 4)], 50).expect("known"), 5.0);
    shop.set_price("tea", 10.0).expect("a number");
    assert_eq!(shop.price(&[("tea", 1)], 0).expect("known"), 10.0);
}

#[test]
fn exceptions_are_errors() {
    let mut shop = Shop::new(RULES).expect("right");
    let error = shop.price(&[("tea", -1)], 0).expect_err("negative");
    assert_eq!((error.kind.as_str(), error.message.as_str()), ("ValueError", "-1 of tea"));
    assert!(error.traceback.contains("in price\n"), "{}", error.traceback);
    assert_eq!(shop.price(&[("coffee", 1)], 0).expect_err("unknown").to_string(), "KeyError: 'coffee'");
    let error = Shop::new("def f(:\n").expect_err("wrong");
    assert_eq!(error.kind, "SyntaxError");
    assert!(error.traceback.starts_with("  File \"<embedded>\", line 1\n"), "{}", error.traceback);
}

#[test]
fn values_come_back_as_they_went() {
    let mut python = interpreter();
    python.execute("def same(x): return x").expect("right");
    let big = Value::BigInt("123456789012345678901234567890".into());
    for value in [
        Value::None,
        true.into(),
        (-5).into(),
        i64::MIN.into(),
        big.clone(),
        2.5.into(),
        "é𝄞".into(),
        Value::Bytes(vec![0, 255]),
        Value::Tuple(vec![1.into(), Value::List(vec![big, Value::None])]),
        Value::Dict(vec![("a".into(), 1.into()), (Value::Tuple(vec![]), Value::List(vec![]))]),
    ] {
        assert_eq!(python.call("same", std::slice::from_ref(&value)).expect("no error"), value);
    }
    assert!(python.set_global("x", &Value::BigInt("12x".into())).is_err());
}

#[test]
fn objects_are_held_and_used() {
    let mut python = interpreter();
    python
        .execute(
            "class Counter:\n    n = 0\n    def add(self, k):\n        self.n += k\n        return self.n\n",
        )
        .expect("right");
    let Value::Object(counter) = python.call("Counter", &[]).expect("made") else { panic!("no object") };
    python.execute("import gc; gc.collect()").expect("right");
    let Value::Object(add) = python.attribute(&counter, "add").expect("a method") else {
        panic!("no object")
    };
    assert_eq!(python.call_object(&add, &[3.into()]).expect("a sum"), Value::Int(3));
    assert_eq!(python.call_object(&add, &[4.into()]).expect("a sum"), Value::Int(7));
    assert_eq!(python.attribute(&counter, "n").expect("a number"), Value::Int(7));
    assert_eq!(python.attribute(&counter, "m").expect_err("none").kind, "AttributeError");
    assert_eq!(python.call("nothing", &[]).expect_err("none").kind, "NameError");
}

#[test]
fn output_goes_where_it_is_sent() {
    let mut python = interpreter();
    python.execute("import sys, io\nsys.stdout = io.StringIO()\nprint('hello')").expect("right");
    python.execute("text = sys.stdout.getvalue()").expect("right");
    assert_eq!(python.global("text"), Some("hello\n".into()));
}

#[test]
fn memory_and_time_have_limits() {
    let heap = Config { limit: 32 << 20, reserve: 64 << 20, ..Config::default() };
    let mut python = Interpreter::new(Default::default(), heap).expect("a code generator for this machine");
    let error =
        python.execute("x = []\nwhile True: x.append('text' * 100 + str(len(x)))").expect_err("too much");
    assert_eq!(error.kind, "MemoryError");
    python.execute("x = None").expect("there is room again");
    let attention = python.attention();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(20));
        attention.fetch_or(lathe_meta::INTERRUPT, Ordering::Relaxed);
    });
    assert_eq!(python.execute("while True: pass").expect_err("stopped").kind, "KeyboardInterrupt");
    waiting.join().expect("no panic");
    assert_eq!(python.call("f", &[]).expect_err("none").kind, "NameError");
    python.execute("def f(): return f()").expect("right");
    assert_eq!(python.call("f", &[]).expect_err("endless").kind, "RecursionError");
}

#[test]
fn interpreters_do_not_know_each_other() {
    let (mut one, mut two) = (interpreter(), interpreter());
    one.execute("x = 1").expect("right");
    two.execute("x = 2").expect("right");
    assert_eq!((one.global("x"), two.global("x")), (Some(1.into()), Some(2.into())));
    assert_eq!(one.global("y"), None);
}
