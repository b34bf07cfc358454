//! Rules are believed because of these tests: every shape of op over small operands, before and after, for all values.
//!
//! | file | what it tries |
//! |---|---|
//! | `scene` | two free values, two defined ones, and a check of whatever `simplify` makes of an op over them |
//! | `integers` | all 2-bit and (nearly) all 4-bit shapes, with and without facts |
//! | `floats` | a grid of special values |
//! | `examples` | what a reader expects to see, and what must stay |

mod examples;
mod floats;
mod integers;
mod scene;

use super::RuleName;
use std::collections::BTreeSet;

/// The rules that fired.
type Fired = BTreeSet<RuleName>;

/// The names of the rules that a file's header lists: lines `name  before => after`.
fn documented(source: &'static str) -> impl Iterator<Item = &'static str> {
    source.lines().filter_map(|line| {
        let line = line.strip_prefix("//! ")?;
        let (name, rest) = line.split_once("  ")?;
        (rest.contains("=>") && !name.is_empty()).then_some(name)
    })
}

/// Exactly the rules that these files document have fired, except `elsewhere`.
fn assert_all_fired(fired: &Fired, sources: &[&'static str], elsewhere: &[&str]) {
    let documented: Fired = sources.iter().flat_map(|source| documented(source)).collect();
    let silent: Vec<_> =
        documented.iter().filter(|rule| !fired.contains(*rule) && !elsewhere.contains(rule)).collect();
    assert!(silent.is_empty(), "documented, but never fired: {silent:?}");
    let unlisted: Vec<_> = fired.difference(&documented).collect();
    assert!(unlisted.is_empty(), "fired, but not documented: {unlisted:?}");
}
