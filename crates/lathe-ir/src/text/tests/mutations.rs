//! No input makes the parser panic.

use super::super::parse;
use super::{BOXED, EVERYTHING, full, module};

/// A small generator of numbers, the same in every run.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// Pieces that a mutation puts in.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    ".",
    "@",
    "?",
    "+",
    "-",
    "*",
    "->",
    "=>",
    "\"",
    "\\",
    "\n",
    "\t",
    "é",
    "0x",
    "9999999999999999999999",
    "i3",
    "p5",
    "f1",
    "L0",
    "L1(",
    "v0",
    "_",
    "null",
    "nan",
    "inf",
    "class",
    "trace",
    "bridge",
    "resume",
    "guard_true(",
    "int_add_ovf(",
    "jump(",
    "exit()",
    "getitem(",
    "Node",
    "Ints",
    "value",
    "extends",
    "reads",
];

fn mutate(random: &mut Lcg, source: &str) -> String {
    let mut chars: Vec<char> = source.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len());
        let until = (at + random.below(12)).min(chars.len());
        let piece: Vec<char> = match random.below(3) {
            0 => PIECES[random.below(PIECES.len())].chars().collect(),
            1 => Vec::new(),
            _ => {
                let from = random.below(chars.len());
                chars[from..(from + random.below(30)).min(chars.len())].to_vec()
            }
        };
        chars.splice(at..until, piece);
    }
    chars.into_iter().collect()
}

#[test]
fn mutated_files_are_accepted_or_rejected() {
    let seeds = [BOXED.to_string(), EVERYTHING.to_string(), full(&module(EVERYTHING))];
    let mut random = Lcg(1);
    let mut accepted = 0;
    for round in 0..3000 {
        let text = mutate(&mut random, &seeds[round % seeds.len()]);
        match parse(&text) {
            Ok((parsed, _)) => {
                accepted += 1;
                assert_eq!(module(&full(&parsed)), parsed, "{text}");
            }
            Err(error) => assert!(!error.render("fuzz", &text).is_empty()),
        }
    }
    assert!(accepted > 20, "only {accepted} mutations were valid: the test tests little");
}

#[test]
fn deep_nesting_is_no_problem() {
    for piece in ["(", "{", "[", "trace (", "L0(", "class A { ", "i1 = ", "-", "\"", "@", "f@0("] {
        let _ = parse(&piece.repeat(20_000));
        let _ = parse(&format!("trace () {{ {}", piece.repeat(20_000)));
        let _ = parse(&format!("trace () {{ exit() {{ resume {}", piece.repeat(20_000)));
    }
    let chain: String = (0..300).map(|n| format!("class A{n} extends A{} {{ }}", n + 1)).collect();
    assert!(parse(&chain).is_err());
}
