//! Text and bytes against CPython: thousands of random cases for each method, and all characters.
//!
//! `tests/generate/text_cases.py` makes the same cases from the same random numbers, and stores CPython's answers as hashes.

use super::{bytearray, bytes, str, text};
use crate::object::classes;
use crate::object::native::Kind;
use crate::object::py::Py;
use crate::object::text::Text;
use crate::runtime::install::Method;
use crate::runtime::native::{Name, Signature};
use crate::testing::{Random, with_py, with_stressed_py};
use crate::text::codecs::Encoding;
use crate::text::{case, properties, repr};
use lathe_heap::Word;
use std::fmt::Write as _;

const EXPECTED: &str = include_str!("../../tests/data/text.txt");
const GROUP: usize = 32;

const BMP: &[(u32, u32)] = &[
    (0x20, 0x7e),
    (0x100, 0x19a),
    (0x19c, 0x24f),
    (0x250, 0x263),
    (0x265, 0x294),
    (0x296, 0x2af),
    (0x300, 0x34f),
    (0x391, 0x3a1),
    (0x3a3, 0x3ce),
    (0x400, 0x52f),
    (0x5d0, 0x5ea),
    (0x620, 0x64a),
    (0x660, 0x669),
    (0x10d0, 0x10fa),
    (0x13a0, 0x13f5),
    (0x1c90, 0x1cba),
    (0x1e00, 0x1eff),
    (0x1f80, 0x1faf),
    (0x2000, 0x2064),
    (0x2070, 0x2071),
    (0x2160, 0x2188),
    (0x2460, 0x249b),
    (0x3000, 0x303f),
    (0x4e00, 0x4eff),
    (0xab70, 0xabbf),
    (0xe000, 0xe010),
    (0xfb00, 0xfb06),
    (0xff10, 0xff19),
    (0xff21, 0xff3a),
];
const ASTRAL: &[(u32, u32)] = &[
    (0x61, 0x7a),
    (0x3b1, 0x3c9),
    (0x10400, 0x1044f),
    (0x118a0, 0x118df),
    (0x1d400, 0x1d454),
    (0x1d7ce, 0x1d7ff),
    (0x1e900, 0x1e943),
    (0x1f600, 0x1f64f),
    (0x20000, 0x200ff),
    (0x10fff0, 0x10fffd),
];
const SURROGATES: &[(u32, u32)] =
    &[(0x61, 0x64), (0xe9, 0xea), (0xd800, 0xd803), (0xdc00, 0xdc03), (0xdc80, 0xdcff), (0x10000, 0x10003)];
const SPECIAL: &str = "aA bB1_-.':\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f\u{85}\u{a0}\u{ad}\u{2028}\u{2029}\u{3000}\u{df}\u{1e9e}\u{130}\u{131}\u{3a3}\u{3c2}\u{3c3}\u{1c4}\u{1c5}\u{1c6}\u{fb01}\u{149}\u{390}\u{587}\u{1c90}\u{10d0}\u{13a0}\u{ab70}\u{345}\u{300}\u{2019}\u{b2}\u{2460}\u{4e00}\u{663}\u{aa}\u{2b0}\u{1f88}\\\"\x7f";
const ENCODINGS: [&str; 11] = [
    "utf-8",
    "latin-1",
    "ascii",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "utf-32-le",
    "utf-32-be",
    "unicode_escape",
    "raw_unicode_escape",
];
const ERRORS: [&str; 8] = [
    "strict",
    "ignore",
    "replace",
    "backslashreplace",
    "xmlcharrefreplace",
    "namereplace",
    "surrogateescape",
    "surrogatepass",
];
const DECODE_ERRORS: [&str; 6] =
    ["strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"];
const PIECES: &[&[u8]] = &[
    b"a",
    b"\xe9",
    b"\xc3\xa9",
    b"\xe2\x82\xac",
    b"\xf0\x9f\x98\x80",
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\xfe\xff",
    b"\xd8\x00",
    b"\x00\xdc",
    b"\x00",
    b"\xe2\x82",
    b"\xf4\x90",
    b"\xc0\x80",
    b"\\",
    b"\\x4",
    b"\\u12",
    b"\\N{DIGIT ONE}",
    b"\\N{",
    b"\\U00110000",
    b"\\101",
    b"\\n",
    b"41",
    b"\x00\x00\x00\x41",
    b"\x41\x00\x00\x00",
    b"\x00\x00\xd8\x00",
    b"\x00\x11\x00\x00",
    b"\\N{NO SUCH}",
];

/// What a method takes, as in the script.
fn takes(method: &str) -> &'static str {
    match method {
        "find" | "rfind" | "index" | "rindex" | "count" => "s?NN",
        "startswith" | "endswith" => "T?NN",
        "split" | "rsplit" => "?Si",
        "splitlines" => "?k",
        "strip" | "lstrip" | "rstrip" => "?S",
        "replace" => "ss?i",
        "join" => "I",
        "center" | "ljust" | "rjust" => "i?c",
        "zfill" | "__mul__" | "__getitem__" => "i",
        "expandtabs" => "?i",
        "removeprefix" | "removesuffix" | "partition" | "rpartition" | "__eq__" | "__lt__" | "__le__"
        | "__gt__" | "__ge__" | "__add__" | "__contains__" => "s",
        "encode" | "decode" => "ER",
        "hex" => "?xi",
        _ => "",
    }
}

fn character(r: &mut Random, kind: usize) -> u32 {
    const FEW: [u32; 14] = [32, 97, 98, 99, 65, 66, 48, 43, 45, 9, 10, 13, 46, 95];
    let ranges = match kind {
        0 => return 97 + r.below(2) as u32,
        1 => return FEW[r.below(14)],
        2 => return r.below(128) as u32,
        6 => {
            let special: Vec<char> = SPECIAL.chars().collect();
            return special[r.below(special.len())].into();
        }
        3 => &[(0, 0xff)],
        4 => BMP,
        5 => ASTRAL,
        _ => SURROGATES,
    };
    let (low, high) = ranges[r.below(ranges.len())];
    low + r.below((high - low + 1) as usize) as u32
}

fn points(r: &mut Random, kind: usize, most: usize) -> Vec<u32> {
    (0..r.below(most)).map(|_| character(r, kind)).collect()
}

fn needle(r: &mut Random, kind: usize, own: &[u32]) -> Vec<u32> {
    if !own.is_empty() && r.below(2) == 0 {
        let start = r.below(own.len());
        let end = (start + r.below(4)).min(own.len());
        return own[start..end].to_vec();
    }
    points(r, kind, 4)
}

#[derive(Clone, Debug)]
enum Arg {
    None,
    Points(Vec<u32>),
    Number(i64),
    Truth(bool),
    Tuple(Vec<Vec<u32>>),
    List(Vec<Vec<u32>>),
    Name(&'static str),
}

fn arguments(r: &mut Random, kind: usize, own: &[u32], method: &str) -> Vec<Arg> {
    let decoding = method == "decode";
    let (mut args, mut optional) = (Vec::new(), false);
    let number = |r: &mut Random| Arg::Number(r.below(23) as i64 - 10);
    let several = |r: &mut Random, most: usize| -> Vec<Vec<u32>> {
        (0..r.below(most)).map(|_| needle(r, kind, own)).collect()
    };
    for take in takes(method).chars() {
        if take == '?' {
            optional = true;
            continue;
        }
        if optional && r.below(3) == 0 {
            break;
        }
        args.push(match take {
            's' => Arg::Points(needle(r, kind, own)),
            'c' => Arg::Points(vec![character(r, kind)]),
            'x' => Arg::Name(":"),
            'i' => number(r),
            'N' if r.below(4) == 0 => Arg::None,
            'N' => number(r),
            'S' if r.below(3) == 0 => Arg::None,
            'S' => Arg::Points(needle(r, kind, own)),
            'T' if r.below(3) == 0 => Arg::Tuple(several(r, 4)),
            'T' => Arg::Points(needle(r, kind, own)),
            'k' => Arg::Truth(r.below(2) == 1),
            'I' => Arg::List(several(r, 5)),
            'E' => Arg::Name(ENCODINGS[r.below(ENCODINGS.len())]),
            'R' => {
                let errors = if decoding { &DECODE_ERRORS[..] } else { &ERRORS };
                Arg::Name(errors[r.below(errors.len())])
            }
            _ => unreachable!("{take}"),
        });
    }
    args
}

fn make(py: &mut Py, ty: &str, points: &[u32]) -> Word {
    match ty {
        "str" => py.new_text(Text::Four(points)),
        _ => {
            let data: Vec<u8> = points.iter().map(|&c| c as u8).collect();
            py.new_bytes(&data)
        }
    }
}

fn word(py: &mut Py, ty: &str, arg: &Arg) -> Word {
    match arg {
        Arg::None => py.none(),
        Arg::Points(points) => make(py, ty, points),
        Arg::Number(number) => py.new_int(*number),
        Arg::Truth(truth) => py.bool(*truth),
        Arg::Name(name) => py.new_str(name),
        Arg::Tuple(all) | Arg::List(all) => {
            let items = py.rooted();
            for points in all {
                let item = make(py, ty, points);
                items.push(item);
            }
            match arg {
                Arg::List(_) => py.list_from(&items.to_vec()).expect("room"),
                _ => py.new_tuple(&items.to_vec()),
            }
        }
    }
}

fn utf8(text: Text<'_>) -> Vec<u8> {
    use crate::text::codecs::handlers::Errors;
    let mut pass = |problem| Errors::SurrogatePass.substitute(text, problem).ok_or(());
    Encoding::Utf8.encode(text, &mut pass).expect("everything passes")
}

/// A value as bytes, as the script shows it.
fn show(py: &mut Py, value: Word, out: &mut Vec<u8>) {
    if py.is_none(value) {
        out.push(b'n');
    } else if let Some(number) = py.as_int(value) {
        out.extend(format!("i{number};").bytes());
    } else if let Some(data) = py.buffer(value) {
        out.push(if py.native_kind(value) == Some(Kind::ByteArray) { b'a' } else { b'y' });
        out.extend(data);
        out.push(b';');
    } else {
        match py.class_of(value) {
            Some(classes::BOOL) => {
                out.extend(if py.get_int(value, classes::BOOL_VALUE) != 0 { b"b1" } else { b"b0" })
            }
            Some(classes::STR) => {
                out.push(b's');
                out.extend(utf8(py.text(value)));
                out.push(b';');
            }
            class => {
                out.push(if class == Some(classes::LIST) { b'l' } else { b't' });
                let items = py.collect(value).expect("a list or tuple");
                for index in 0..items.len() {
                    show(py, items.get(index), out);
                }
                out.push(b';');
            }
        }
    }
}

fn answer(py: &mut Py, method: &Method, object: Word, args: &[Word]) -> Vec<u8> {
    let mut all = vec![object];
    all.extend(args);
    let mut out = Vec::new();
    let name = Name { plain: method.0, qualified: method.0, is_type: false };
    let result = Signature::new(method.2).bind(py, name, &all, &[]).and_then(|bound| (method.3)(py, &bound));
    match result {
        Ok(value) => show(py, value, &mut out),
        Err(raised) => {
            let (ty, message) = (py.type_name(raised.0), py.str(raised.0).expect("a message"));
            out.extend(format!("E{ty}:").bytes());
            out.extend(utf8(py.text(message)));
            out.push(b';');
        }
    }
    out
}

fn fnv(data: &[u8], state: u64) -> u64 {
    data.iter().fold(state, |state, &byte| (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

const START: u64 = 0xcbf2_9ce4_8422_2325;

fn methods(ty: &str) -> Vec<Method> {
    match ty {
        "str" => [text::STR_METHODS, str::METHODS].concat(),
        "bytes" => [text::BYTES_METHODS, bytes::METHODS].concat(),
        _ => [text::BYTEARRAY_METHODS, bytearray::METHODS].concat(),
    }
}

/// The cases of a group: what was asked, for messages, and the hash of the answers.
fn group(py: &mut Py, ty: &str, method: &Method, number: u64) -> (String, u64) {
    let seed = fnv(format!("{ty}.{}", method.0).as_bytes(), START) % 1000;
    let mut r = Random::new(number * 1000 + seed);
    let (mut shown, mut state) = (String::new(), START);
    for _ in 0..GROUP {
        let kind = if ty == "str" { r.below(8) } else { r.below(4) };
        let mut own = points(&mut r, kind, 24);
        if method.0 == "decode" {
            let pieces = (0..r.below(8)).map(|_| PIECES[r.below(PIECES.len())]);
            own = pieces.flatten().map(|&byte| byte.into()).collect();
        }
        let args = arguments(&mut r, kind, &own, method.0);
        let mut object = make(py, ty, &own);
        if ty == "bytearray" {
            object = py.new_bytearray(py.bytes(object)).expect("room");
        }
        let words: Vec<Word> = args
            .iter()
            .map(|arg| {
                let word = word(py, ty, arg);
                // Whatever is in the vector is also a root.
                py.core().heap.add_root(word);
                word
            })
            .collect();
        let answer = answer(py, method, object, &words);
        state = fnv(&answer, state);
        writeln!(shown, "{own:x?} {args:x?}\n    {}", answer.escape_ascii()).expect("text grows");
    }
    (shown, state)
}

/// Compares so many groups of each method.
fn compare(py: &mut Py, groups: usize) {
    crate::types::install(py);
    let mut wrong = String::new();
    let mut tested = 0;
    for line in EXPECTED.lines() {
        let (name, hashes) = line.split_once(' ').expect("a name and hashes");
        let Some((ty, method)) = name.split_once('.') else { continue };
        let methods = methods(ty);
        let method = methods.iter().find(|entry| entry.0 == method).unwrap_or_else(|| panic!("{name}"));
        tested += 1;
        for (number, expected) in hashes.split(' ').enumerate().take(groups) {
            let (shown, state) = group(py, ty, method, number as u64);
            if format!("{:08x}", state >> 32) != expected {
                writeln!(wrong, "{name} {number}\n{shown}").expect("text grows");
                break;
            }
        }
    }
    assert!(tested > 140);
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn methods_answer_as_cpython_does() {
    with_py(|py| compare(py, usize::MAX));
}

#[test]
fn methods_keep_what_they_use_alive() {
    with_stressed_py(|py| compare(py, 1));
}

/// Calls a method of a builtin object with words.
fn call(py: &mut Py, object: Word, name: &str, args: &[Word]) -> Result<String, String> {
    let shown = |py: &mut Py, word| py.repr_string(word).expect("a repr");
    match py.call_method(object, name, args) {
        Ok(result) => Ok(shown(py, result)),
        Err(raised) => {
            let (ty, message) = (py.type_name(raised.0), py.str_string(raised.0).expect("a message"));
            Err(format!("{ty}: {message}"))
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_errors() {
    with_py(|py| {
        crate::types::install(py);
        let (text, data) = (py.new_str("ab"), py.new_bytes(b"ab"));
        let huge = py.new_int(1 << 60);
        for object in [text, data] {
            for name in ["__mul__", "center", "zfill"] {
                assert_eq!(call(py, object, name, &[huge]), Err("MemoryError: ".into()), "{name}");
            }
        }
        let (one, tab) = (py.new_int(i32::MAX.into()), py.new_str(&"\t".repeat(1 << 20)));
        assert_eq!(call(py, tab, "expandtabs", &[one]), Err("MemoryError: ".into()));
        let (empty, many) = (py.new_str(""), py.str_repeat(text, 1 << 24).expect("room"));
        assert_eq!(call(py, many, "replace", &[empty, many]), Err("MemoryError: ".into()));
    });
}

#[test]
fn bytearrays_change_in_place() {
    with_py(|py| {
        crate::types::install(py);
        let array = py.new_bytearray(b"hello").expect("room");
        let int = |py: &mut Py, value| py.new_int(value);
        let bang = int(py, 33);
        call(py, array, "append", &[bang]).expect("appended");
        call(py, array, "extend", &[array]).expect("extended by itself");
        let none = py.none();
        let (minus_two, fourteen) = (int(py, -2), int(py, 300));
        let slice = py.new_slice(none, none, minus_two);
        assert_eq!(call(py, array, "__getitem__", &[slice]), Ok("bytearray(b'!le!le')".into()));
        call(py, array, "__delitem__", &[slice]).expect("deleted");
        assert_eq!(call(py, array, "__repr__", &[]), Ok("\"bytearray(b'hlohlo')\"".into()));
        assert_eq!(
            call(py, array, "append", &[fourteen]),
            Err("ValueError: byte must be in range(0, 256)".into())
        );
        let view = py.type_object(crate::runtime::types::MEMORYVIEW);
        let view = py.call(view, &[array]).expect("a view");
        let (zero, x) = (int(py, 0), int(py, 120));
        call(py, view, "__setitem__", &[zero, x]).expect("written");
        assert_eq!(call(py, array, "decode", &[]), Ok("'xlohlo'".into()));
        call(py, view, "release", &[]).expect("released");
        assert_eq!(
            call(py, view, "tobytes", &[]),
            Err("ValueError: operation forbidden on released memoryview object".into())
        );
    });
}

#[test]
fn characters_have_the_properties_that_cpython_says() {
    let line = |name: &str| {
        EXPECTED.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).expect("a line")
    };
    let hex = |text: &str| u32::from_str_radix(text, 16).expect("hexadecimal");
    let mut blocks = std::collections::BTreeMap::<u32, (u64, String)>::new();
    for run in line("assigned").split(' ') {
        let (first, last) = run.split_once('-').expect("a run");
        for c in hex(first)..=hex(last) {
            let one = [c];
            let text = Text::Four(&one);
            let tests = [
                properties::is_alpha(c),
                properties::is_decimal(c),
                properties::is_digit(c),
                properties::is_numeric(c),
                properties::is_space(c),
                properties::is_printable(c),
                case::all_upper(text),
                case::all_lower(text),
                case::is_titled(text),
                text::kind::is_identifier(text),
                text::kind::is_identifier(Text::Four(&[0x61, c])),
            ];
            let mut data: Vec<u8> = tests.iter().flat_map(|&test| [b'b', b'0' + test as u8]).collect();
            for map in [
                case::upper,
                case::lower,
                case::title,
                case::casefold,
                case::swapcase,
                case::capitalize,
                repr::repr,
            ] {
                data.push(b's');
                data.extend(utf8(map(text).text()));
                data.push(b';');
            }
            let (state, shown) = blocks.entry(c >> 8).or_insert((START, String::new()));
            *state = fnv(&data, *state);
            writeln!(shown, "{c:x} {}", data.escape_ascii()).expect("text grows");
        }
    }
    let expected: std::collections::BTreeMap<u32, u64> = line("properties")
        .split(' ')
        .map(|entry| {
            let (block, hash) = entry.split_once('=').expect("a block");
            (hex(block), u64::from_str_radix(hash, 16).expect("a hash"))
        })
        .collect();
    let wrong: String = blocks
        .iter()
        .filter(|(block, (hash, _))| expected[block] != hash >> 32)
        .map(|(_, (_, shown))| &**shown)
        .collect();
    assert!(wrong.is_empty(), "\n{wrong}");
    assert_eq!(blocks.len(), expected.len());
}
