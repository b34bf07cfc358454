//! Functions and methods of numbers against CPython: `tests/generate/calls.py` has stored the checksums of its answers.

use super::{complex, float, int};
use crate::modules::{cmath, math};
use crate::number::Number;
use crate::number::tests::{Random, Show, compare};
use crate::object::classes;
use crate::object::py::Py;
use crate::runtime::native::{Name, NativeFn, Signature};
use crate::testing::with_py;
use lathe_heap::Word;
use std::cell::RefCell;

/// A function of a module, or a method of a type, by its name.
fn find(name: &str) -> (&'static str, NativeFn) {
    let (owner, name) = name.split_once('.').expect("an owner");
    let functions = match owner {
        "math" => math::FUNCTIONS,
        "cmath" => cmath::FUNCTIONS,
        _ => &[],
    };
    let methods = match owner {
        "int" => int::METHODS,
        "float" => float::METHODS,
        "complex" => complex::METHODS,
        _ => &[],
    };
    let function =
        functions.iter().find(|function| function.0 == name).map(|function| (function.1, function.2));
    let method = methods.iter().find(|method| method.0 == name).map(|method| (method.2, method.3));
    function.or(method).unwrap_or_else(|| panic!("no {owner}.{name}"))
}

fn shown(py: &Py, word: Word) -> String {
    if word == py.not_implemented() {
        return "NotImplemented".into();
    }
    if word == py.bool(true) || word == py.bool(false) {
        return (word == py.bool(true)).show();
    }
    match py.class_of(word) {
        Some(classes::STR) => py.string(word).into_owned(),
        Some(classes::TUPLE) => {
            let items: Vec<String> = py.items::<Word>(word).iter().map(|&item| shown(py, item)).collect();
            format!("({})", items.join(", "))
        }
        _ => py.number(word).expect("a number").show(),
    }
}

fn argument(r: &mut Random, kind: char) -> Number {
    match kind {
        'i' => Number::Int(r.int()),
        'n' => Number::Int(r.count().into()),
        's' => Number::Int((r.bits(7) as i64 - 40).into()),
        'f' => Number::Float(r.float()),
        'r' => r.real(),
        'c' => Number::Complex(r.complex()),
        _ => panic!("no such kind of argument: {kind}"),
    }
}

fn case(py: &mut Py, name: &str, r: &mut Random) -> String {
    let (name, kinds) = name.split_once(':').expect("kinds of arguments");
    let name = match name.strip_suffix("___") {
        Some(name) => format!("{name}__"),
        None => name.to_string(),
    };
    let values: Vec<Number> = kinds.chars().map(|kind| argument(r, kind)).collect();
    let mut words = [Word::NULL; 4];
    for (place, value) in words.iter_mut().zip(&values) {
        *place = py.new_number(value).expect("room");
    }
    let (signature, function) = find(&name);
    let bound = Signature::new(signature)
        .bind(py, Name { plain: &name, qualified: &name, is_type: false }, &words[..values.len()], &[])
        .expect("these arguments");
    let answer = match function(py, &bound) {
        Ok(word) => shown(py, word),
        Err(raised) => {
            let arguments = py.get(raised.0, classes::EXCEPTION_ARGS);
            let kind = py.type_name(raised.0);
            let message = match py.items::<Word>(arguments) {
                [] => String::new(),
                [message] => py.string(*message).into_owned(),
                // As `str` of the exception has it.
                [number, message] => {
                    format!("({}, '{}')", py.as_int(*number).expect("a number"), py.string(*message))
                }
                _ => panic!("too many arguments"),
            };
            format!("{kind}: {message}")
        }
    };
    let values: Vec<String> = values.iter().map(Number::show).collect();
    format!("{} -> {answer}", values.join(" "))
}

#[test]
fn functions_and_methods_are_as_in_cpython() {
    with_py(|py| {
        let py = RefCell::new(py);
        compare("calls.py", include_str!("../../tests/data/calls.txt"), |name, r| {
            case(&mut py.borrow_mut(), name, r)
        });
    });
}

fn call(py: &mut Py, name: &str, args: &[Word]) -> Word {
    let (signature, function) = find(name);
    let bound = Signature::new(signature)
        .bind(py, Name { plain: name, qualified: name, is_type: false }, args, &[])
        .expect("these arguments");
    function(py, &bound).expect("an answer")
}

#[test]
fn cube_roots_of_cubes_are_exact() {
    with_py(|py| {
        for root in -1000..1000 {
            let root = f64::from(root) / 8.0;
            let cube = py.new_float(root * root * root);
            let answer = call(py, "math.cbrt", &[cube]);
            assert_eq!(py.as_float(answer), Some(root));
        }
    });
}

#[test]
fn sums_of_products_stay_what_the_factors_are() {
    with_py(|py| {
        crate::types::install(py);
        let float = |py: &mut Py, x: f64| py.new_float(x);
        let cases: [(&[f64], &[f64], f64); 3] = [
            (&[1e100, 1.0, -1e100], &[1.0, 1.0, 1.0], 1.0),
            (&[0.1; 10], &[10.0; 10], 10.000000000000000555111512312578270211815834045410156250),
            (&[0.0], &[-1.0], 0.0),
        ];
        for (p, q, expected) in cases {
            let p: Vec<Word> = p.iter().map(|&x| float(py, x)).collect();
            let p = py.new_tuple(&p);
            let q: Vec<Word> = q.iter().map(|&x| float(py, x)).collect();
            let q = py.new_tuple(&q);
            let answer = call(py, "math.sumprod", &[p, q]);
            assert_eq!(py.as_float(answer), Some(expected));
        }
        let big = py.new_int(1 << 62);
        let p = py.new_tuple(&[big, big]);
        let answer = call(py, "math.sumprod", &[p, p]);
        assert_eq!(py.int_value(answer).expect("an integer").digits(16), "20000000000000000000000000000000");
    });
}

#[test]
fn percent_formats_numbers_and_text() {
    with_py(|py| {
        let (int, float, text) = (py.new_int(-42), py.new_float(2.5), py.new_str("a"));
        let values = py.new_tuple(&[int, float, text, int]);
        let format = py.new_str("%05d|%-8.3f|%3s|%#x%%");
        let answer = py.str_percent(format, values).expect("a string");
        assert_eq!(py.string(answer), "-0042|2.500   |  a|-0x2a%");
        let format = py.new_str("%d");
        assert!(py.str_percent(format, values).is_err());
        assert_eq!(py.bytes_percent(b"<%x>", int).expect("bytes"), b"<-2a>");
    });
}

#[test]
fn a_random_state_comes_back() {
    with_py(|py| {
        let seed = py.new_int(12345);
        let class = py.type_object(crate::runtime::types::RANDOM);
        let args = py.new_tuple(&[seed]);
        let random = crate::modules::random::new(py, &[class, args]).expect("a generator");
        let run = |py: &mut Py, name: &str, args: &[Word]| {
            let method =
                crate::modules::random::METHODS.iter().find(|method| method.0 == name).expect("a method");
            (method.3)(py, args).expect("an answer")
        };
        let first = run(py, "random", &[random]);
        // `random.Random(12345).random()`
        assert_eq!(py.as_float(first), Some(0.416_619_872_545_341_17));
        let state = run(py, "getstate", &[random]);
        let bits = py.new_int(200);
        let before = run(py, "getrandbits", &[random, bits]);
        run(py, "setstate", &[random, state]);
        let after = run(py, "getrandbits", &[random, bits]);
        assert_eq!(py.int_value(before), py.int_value(after));
    });
}
