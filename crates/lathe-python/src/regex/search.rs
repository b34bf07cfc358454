//! Where does a program match next? Places where it cannot begin are passed over, as far as its `INFO` block tells.

use super::matcher::{Fault, Found, Matcher};
use super::op::instruction::INFO;
use super::op::{INFO_CHARSET, INFO_PREFIX};
use super::{Char, set};

/// The first match from `start` on. `advance`: an empty match at `start` itself does not count.
pub fn search<C: Char>(
    matcher: &mut Matcher<'_, C>,
    start: usize,
    advance: bool,
) -> Result<Option<Found>, Fault> {
    let (program, text) = (matcher.program(), matcher.text());
    let begins = Begin::of(program);
    let least = if program.first() == Some(&INFO) { program.get(3).map_or(0, |&n| n as usize) } else { 0 };
    let mut place = start;
    // A match cannot be shorter than it must be.
    while place <= text.len() && text.len() - place >= least {
        place += match begins.first(&text[place..]) {
            Some(skipped) => skipped,
            None => return Ok(None),
        };
        if let Some(found) = matcher.match_at(place, advance && place == start)? {
            return Ok(Some(found));
        }
        place += 1;
    }
    Ok(None)
}

/// What a match begins with.
enum Begin<'a> {
    Anything,
    Literal(u32),
    Set(&'a [i64]),
}

impl Begin<'_> {
    fn of(program: &[i64]) -> Begin<'_> {
        let at = |index: usize| program.get(index).copied().unwrap_or(0);
        match at(2) {
            _ if at(0) != INFO => Begin::Anything,
            flags if flags & INFO_PREFIX != 0 => Begin::Literal(at(7) as u32),
            flags if flags & INFO_CHARSET != 0 => Begin::Set(program.get(5..).unwrap_or(&[])),
            _ => Begin::Anything,
        }
    }

    /// The first place where it could be.
    fn first<C: Char>(&self, text: &[C]) -> Option<usize> {
        match *self {
            Begin::Anything => Some(0),
            Begin::Literal(c) => C::find(text, c),
            Begin::Set(set) => text.iter().position(|c| set::contains(set, c.code_point())),
        }
    }
}
