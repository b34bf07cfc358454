//! Against CPython: `tests/generate/formats.py` draws the same values and specifications and has stored the checksums of its answers.

use super::fields::{Piece, Pieces};
use super::percent::{self, Amount};
use super::{complex, float, int, points, text};
use crate::number::tests::{Random, Show, compare, fault_name};
use crate::number::{Fault, int_text};

fn spec(r: &mut Random) -> String {
    let kind = r.bits(3) as usize;
    let mut text = ["", "", "", "<", ">", "^", "=", ""][kind].to_string();
    if kind == 7 {
        text.push(['*', 'é', '0', '_', '{', '}', ' ', ','][r.bits(3) as usize]);
        text.push(['<', '>', '^', '='][r.bits(2) as usize]);
    }
    text += ["", "", "", "", "+", "-", " ", "+"][r.bits(3) as usize];
    for (bits, flag) in [(4, "z"), (2, "#"), (2, "0")] {
        text += if r.bits(bits) == 0 { flag } else { "" };
    }
    if r.bits(1) == 1 {
        text += &r.bits(5).to_string();
    }
    text += ["", "", "", "", "", ",", "_", ",_"][r.bits(3) as usize];
    if r.bits(1) == 1 {
        let count = 1 + r.bits(2) as usize * 2;
        text += &format!(".{}", r.bits(count));
    }
    text
}

fn shown(value: &str, spec: &str, result: Result<Vec<u32>, Fault>) -> String {
    let result = match result {
        Ok(points) => string(&points),
        Err(fault) => format!("{}: {}", fault_name(&fault), fault.message),
    };
    format!("{value} {spec} -> {result}|")
}

fn string(points: &[u32]) -> String {
    points.iter().map(|&c| char::from_u32(c).unwrap_or('\u{fffd}')).collect()
}

fn with_kind(r: &mut Random, kinds: [&str; 16]) -> String {
    spec(r) + kinds[r.bits(4) as usize]
}

const FLOAT_KINDS: [&str; 16] = ["", "", "", "", "e", "E", "f", "F", "g", "G", "n", "%", "d", "s", "f", "g"];

fn percent_spec(r: &mut Random, kinds: [&str; 4]) -> String {
    let mut text = "%".to_string();
    for _ in 0..r.bits(2) {
        text += ["-", "+", " ", "#", "0"][r.bits(3) as usize % 5];
    }
    if r.bits(1) == 1 {
        text += &r.bits(5).to_string();
    }
    if r.bits(1) == 1 {
        // Both are drawn there too.
        let precision = r.bits(4).to_string();
        text += &format!(".{}", if r.bits(1) == 1 { &precision } else { "" });
    }
    text += ["", "", "l", "h"][r.bits(2) as usize];
    text + kinds[r.bits(2) as usize]
}

fn given(amount: Option<Amount>) -> Option<usize> {
    match amount {
        Some(Amount::Given(amount)) => Some(amount),
        Some(Amount::Argument) => panic!("no star"),
        None => None,
    }
}

fn percent(
    spec: &str,
    convert: impl Fn(&percent::Conversion) -> Result<percent::Converted, Fault>,
) -> Result<Vec<u32>, Fault> {
    let spec = points(spec);
    let (conversion, end) = percent::parse(&spec, 1, false)?;
    assert_eq!(end, spec.len());
    let mut text = Vec::new();
    conversion.layout(
        &convert(&conversion)?,
        given(conversion.width).unwrap_or(0),
        conversion.left,
        &mut text,
    )?;
    Ok(text)
}

/// As `string.Formatter.parse` shows them.
fn pieces(text: &str) -> Result<String, Fault> {
    let points = points(text);
    let mut shown = Vec::new();
    let mut literal = String::new();
    for piece in Pieces::new(&points) {
        match piece? {
            Piece::Literal(range) => {
                literal = string(&points[range]);
                // A doubled brace; any other literal is shown with the field that follows it.
                if literal.ends_with(['{', '}']) {
                    shown.push(format!("('{literal}', '', '', '')"));
                    literal.clear();
                }
            }
            Piece::Field { name, conversion, spec, .. } => {
                let conversion = conversion.map(|c| string(&[c])).unwrap_or_default();
                let (name, spec) = (string(&points[name]), string(&points[spec]));
                shown.push(format!("('{literal}', '{name}', '{spec}', '{conversion}')"));
                literal.clear();
            }
        }
    }
    if !literal.is_empty() {
        shown.push(format!("('{literal}', '', '', '')"));
    }
    Ok(format!("[{}]", shown.join(", ")))
}

fn case(name: &str, r: &mut Random) -> String {
    let limit = int_text::DEFAULT_LIMIT;
    match name {
        "int" | "plain_int" => {
            let value = r.int();
            let kinds = match name {
                "int" => ["", "d", "b", "c", "e", "E", "f", "F", "g", "G", "n", "o", "x", "X", "%", "s"],
                _ => ["", "d", "b", "x", "o", "X", "d", "b", "x", "", "d", "n", "x", "d", "d", "d"],
            };
            let spec = with_kind(r, kinds);
            shown(&value.show(), &spec, int::format(&value, &points(&spec), "int", limit))
        }
        "float" => {
            let value = r.float();
            let spec = with_kind(r, FLOAT_KINDS);
            shown(&value.show(), &spec, float::format(value, &points(&spec), "float"))
        }
        "complex" => {
            let value = r.complex();
            let spec = with_kind(r, FLOAT_KINDS);
            shown(&value.show(), &spec, complex::format(value, &points(&spec), "complex"))
        }
        "text" => {
            let length = r.bits(3);
            let value: String =
                (0..length).map(|_| ['a', 'b', 'c', 'é', '中', '😀', '{', '}'][r.bits(3) as usize]).collect();
            let spec =
                with_kind(r, ["", "", "", "", "", "", "", "", "s", "s", "s", "s", "s", "d", "é", "\n"]);
            shown(&value, &spec, text::format(&points(&value), &points(&spec), "str"))
        }
        "percent_int" => {
            let value = r.int();
            let spec = percent_spec(r, ["d", "x", "o", "X"]);
            let result =
                percent(&spec, |conversion| conversion.int(&value, given(conversion.precision), limit));
            shown(&value.show(), &spec, result)
        }
        "percent_float" => {
            let value = r.float();
            let spec = percent_spec(r, ["e", "f", "g", "G"]);
            let result =
                percent(&spec, |conversion| Ok(conversion.float(value, given(conversion.precision))));
            shown(&value.show(), &spec, result)
        }
        "fields" => {
            let length = r.bits(4) as usize;
            let text = r.text("{}{}[]!:.01a", 4, length);
            format!("{text} -> {}", pieces(&text).unwrap_or_else(|fault| fault.message.into_owned()))
        }
        _ => panic!("no such kind: {name}"),
    }
}

#[test]
fn formats_are_as_in_cpython() {
    compare("formats.py", include_str!("../../tests/data/formats.txt"), case);
}
