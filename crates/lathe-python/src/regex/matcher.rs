//! Does a program match at a place? By trying, and going back to the last choice when it does not.
//!
//! Nothing here calls itself: a pattern that fits a text of a million characters in a million steps needs memory, not stack.
//!
//! * *Choices* are what is left to be tried, the latest last.
//! * What is changed in place, the marks of groups, is written on the *trail* first. Going back to a choice undoes what was done
//!   since.
//! * *Loops* are records that never change: another trip is another record, and a choice remembers which one was current.
//! * *Frames* are lookaround, atomic groups and trips of possessive loops: matched by themselves, then all choices within are
//!   forgotten.

use super::op::instruction::*;
use super::op::position::*;
use super::set::{self, Case};
use super::{Char, MAX_REPEAT};

/// A mark that was not set.
pub const NOWHERE: usize = usize::MAX;

/// More choices than this are too many: half a gigabyte.
const MAX_CHOICES: usize = 1 << 24;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    OutOfMemory,
}

/// A match: where it is, and its groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub start: usize,
    pub end: usize,
    /// Begin and end of each group, [`NOWHERE`] for those that are not part of it.
    pub marks: Vec<usize>,
    /// The number of the group that was closed last.
    pub last: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    what: Kind,
    position: usize,
    repeat: u32,
    /// How long the trail was, and how many loops there were.
    trail: u32,
    loops: u32,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Go on here.
    At(u32),
    /// The alternative of a `BRANCH` that begins here.
    Branch(u32),
    /// A `REPEAT_ONE` at this place that has reached `position` gives characters back, until it is at `least`.
    Fewer { at: u32, least: usize },
    /// A `MIN_REPEAT_ONE` takes another one, up to so many.
    More { at: u32, left: u32 },
    /// A `MIN_UNTIL` makes another trip.
    Trip { at: u32 },
}

/// A trip of a `REPEAT`.
#[derive(Clone, Copy, Debug)]
struct Loop {
    /// Where the `REPEAT` is.
    at: u32,
    /// Trips that were completed before this one; -1 before the first.
    count: i64,
    /// Where this trip began, once there were enough of them: a trip that gets nowhere is the last.
    began: usize,
    outer: u32,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    what: FrameKind,
    choices: usize,
    trail: usize,
    position: usize,
    repeat: u32,
    /// Where to go on.
    next: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FrameKind {
    Ahead,
    NotAhead,
    Atomic,
    /// A trip of the `POSSESSIVE_REPEAT` at this place, after so many.
    Possessive {
        at: usize,
        count: i64,
    },
}

const NO_LOOP: u32 = u32::MAX;

/// The mark number that stands for `last` on the trail.
const LAST: u32 = u32::MAX;

#[derive(Debug)]
pub struct Matcher<'a, C> {
    program: &'a [i64],
    /// Up to where the text goes; it begins at 0.
    text: &'a [C],
    marks: Vec<usize>,
    last: usize,
    choices: Vec<Choice>,
    trail: Vec<(u32, usize)>,
    loops: Vec<Loop>,
    frames: Vec<Frame>,
    repeat: u32,
    /// The match must reach the end of the text.
    pub to_the_end: bool,
    pub(super) max_choices: usize,
}

impl<'a, C: Char> Matcher<'a, C> {
    pub fn new(program: &'a [i64], text: &'a [C], groups: usize) -> Matcher<'a, C> {
        Matcher {
            program,
            text,
            marks: vec![NOWHERE; 2 * groups],
            last: NOWHERE,
            choices: Vec::new(),
            trail: Vec::new(),
            loops: Vec::new(),
            frames: Vec::new(),
            repeat: NO_LOOP,
            to_the_end: false,
            max_choices: MAX_CHOICES,
        }
    }

    pub(super) fn text(&self) -> &'a [C] {
        self.text
    }

    pub(super) fn program(&self) -> &'a [i64] {
        self.program
    }

    /// Matches at a place. `advance`: an empty match does not count.
    pub fn match_at(&mut self, start: usize, advance: bool) -> Result<Option<Found>, Fault> {
        self.marks.fill(NOWHERE);
        self.last = NOWHERE;
        self.choices.clear();
        self.trail.clear();
        self.loops.clear();
        self.frames.clear();
        self.repeat = NO_LOOP;
        let Some(end) = self.run(start, advance)? else { return Ok(None) };
        let last = (self.last != NOWHERE).then_some(self.last);
        Ok(Some(Found { start, end, marks: self.marks.clone(), last }))
    }

    #[inline(always)]
    fn number(&self, index: usize) -> i64 {
        self.program.get(index).copied().unwrap_or(FAILURE)
    }

    /// The place that the distance at `index` leads to.
    #[inline(always)]
    fn target(&self, index: usize) -> usize {
        index.saturating_add(self.number(index) as usize)
    }

    #[inline(always)]
    fn char_at(&self, position: usize) -> Option<u32> {
        self.text.get(position).map(|c| c.code_point())
    }

    fn choose(&mut self, what: Kind, position: usize) -> Result<(), Fault> {
        if self.choices.len() >= self.max_choices {
            return Err(Fault::OutOfMemory);
        }
        let (trail, loops) = (self.trail.len() as u32, self.loops.len() as u32);
        self.choices.push(Choice { what, position, repeat: self.repeat, trail, loops });
        Ok(())
    }

    fn set_mark(&mut self, mark: usize, position: usize) {
        let Some(place) = self.marks.get_mut(mark) else { return };
        self.trail.push((mark as u32, std::mem::replace(place, position)));
        if mark % 2 == 1 {
            self.trail.push((LAST, std::mem::replace(&mut self.last, mark / 2 + 1)));
        }
    }

    fn undo(&mut self, to: usize) {
        while self.trail.len() > to {
            let (mark, old) = self.trail.pop().expect("longer");
            if mark == LAST {
                self.last = old;
            } else {
                self.marks[mark as usize] = old;
            }
        }
    }

    fn add_loop(&mut self, record: Loop) {
        self.loops.push(record);
        self.repeat = self.loops.len() as u32 - 1;
    }

    /// Where the match ends, if there is one.
    fn run(&mut self, start: usize, advance: bool) -> Result<Option<usize>, Fault> {
        let (mut pc, mut position) = (0, start);
        loop {
            let go_on = match self.number(pc) {
                SUCCESS if self.frames.is_empty() => {
                    let too_short = self.to_the_end && position != self.text.len();
                    if !too_short && (!advance || position != start) {
                        return Ok(Some(position));
                    }
                    None
                }
                SUCCESS => self.frame_succeeded(position)?,
                INFO | JUMP => Some((self.target(pc + 1), position)),
                MARK => {
                    self.set_mark(self.number(pc + 1) as usize, position);
                    Some((pc + 2, position))
                }
                AT => self.is_at(self.number(pc + 1), position).then_some((pc + 2, position)),
                BRANCH => self.branch(pc + 1, position)?,
                REPEAT => {
                    let record = Loop { at: pc as u32, count: -1, began: NOWHERE, outer: self.repeat };
                    self.add_loop(record);
                    Some((self.target(pc + 1), position))
                }
                MAX_UNTIL => self.max_until(pc, position)?,
                MIN_UNTIL => self.min_until(pc, position)?,
                REPEAT_ONE | POSSESSIVE_REPEAT_ONE => self.repeat_one(pc, position)?,
                MIN_REPEAT_ONE => self.min_repeat_one(pc, position)?,
                POSSESSIVE_REPEAT => self.possessive_trip(pc, 0, position),
                op @ (ASSERT | ASSERT_NOT) => {
                    let what = if op == ASSERT { FrameKind::Ahead } else { FrameKind::NotAhead };
                    match position.checked_sub(self.number(pc + 2) as usize) {
                        Some(behind) => {
                            self.enter(what, position, self.target(pc + 1));
                            Some((pc + 3, behind))
                        }
                        None if op == ASSERT_NOT => Some((self.target(pc + 1), position)),
                        None => None,
                    }
                }
                ATOMIC_GROUP => {
                    self.enter(FrameKind::Atomic, position, self.target(pc + 1));
                    Some((pc + 2, position))
                }
                op @ (GROUPREF | GROUPREF_IGNORE | GROUPREF_LOC_IGNORE | GROUPREF_UNI_IGNORE) => {
                    self.same_as_group(op, self.number(pc + 1) as usize, position).map(|end| (pc + 2, end))
                }
                GROUPREF_EXISTS => {
                    let set = self.group(self.number(pc + 1) as usize).is_some();
                    Some((
                        if set { pc + 3 } else { (pc + 1).saturating_add(self.number(pc + 2) as usize) },
                        position,
                    ))
                }
                _ => match self.char_at(position) {
                    Some(c) if self.one(pc, c) => Some((self.after_one(pc), position + 1)),
                    _ => None,
                },
            };
            match go_on {
                Some((next_pc, next_position)) => (pc, position) = (next_pc, next_position),
                None => match self.back()? {
                    Some((next_pc, next_position)) => (pc, position) = (next_pc, next_position),
                    None => return Ok(None),
                },
            }
        }
    }

    /// The latest choice that leads somewhere.
    fn back(&mut self) -> Result<Option<(usize, usize)>, Fault> {
        loop {
            let floor = self.frames.last().map_or(0, |frame| frame.choices);
            if self.choices.len() <= floor {
                let Some(frame) = self.frames.pop() else { return Ok(None) };
                if let Some(next) = self.frame_failed(frame) {
                    return Ok(Some(next));
                }
                continue;
            }
            let choice = self.choices.pop().expect("above the floor");
            self.undo(choice.trail as usize);
            self.loops.truncate(choice.loops as usize);
            self.repeat = choice.repeat;
            let position = choice.position;
            let next = match choice.what {
                Kind::At(pc) => Some((pc as usize, position)),
                Kind::Branch(at) => self.branch(at as usize, position)?,
                Kind::Fewer { at, least } => self.fewer(at as usize, least, position)?,
                Kind::More { at, left } => self.more(at as usize, left, position)?,
                Kind::Trip { at } => {
                    let record = self.loops[self.repeat as usize];
                    self.add_loop(Loop { count: record.count + 1, began: position, ..record });
                    Some((at as usize + 4, position))
                }
            };
            if next.is_some() {
                return Ok(next);
            }
        }
    }

    // --- Frames ---------------------------------------------------------------------------------------------------------

    fn enter(&mut self, what: FrameKind, position: usize, next: usize) {
        let frame = Frame {
            what,
            choices: self.choices.len(),
            trail: self.trail.len(),
            position,
            repeat: self.repeat,
            next,
        };
        self.frames.push(frame);
    }

    fn frame_succeeded(&mut self, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let frame = self.frames.pop().expect("a frame");
        self.choices.truncate(frame.choices);
        self.repeat = frame.repeat;
        Ok(match frame.what {
            FrameKind::Ahead => Some((frame.next, frame.position)),
            FrameKind::NotAhead => {
                self.undo(frame.trail);
                None
            }
            FrameKind::Atomic => Some((frame.next, position)),
            FrameKind::Possessive { at, count } => {
                let count = count + 1;
                let (least, most) = (self.number(at + 2), self.number(at + 3));
                let more =
                    count < least || (count < most || most == MAX_REPEAT) && position != frame.position;
                if more { self.possessive_trip(at, count, position) } else { Some((frame.next, position)) }
            }
        })
    }

    fn frame_failed(&mut self, frame: Frame) -> Option<(usize, usize)> {
        self.undo(frame.trail);
        self.repeat = frame.repeat;
        match frame.what {
            FrameKind::Ahead | FrameKind::Atomic => None,
            FrameKind::NotAhead => Some((frame.next, frame.position)),
            FrameKind::Possessive { at, count } => {
                (count >= self.number(at + 2)).then_some((frame.next, frame.position))
            }
        }
    }

    fn possessive_trip(&mut self, at: usize, count: i64, position: usize) -> Option<(usize, usize)> {
        // The end of the body is a `SUCCESS`, where others have `UNTIL`.
        let next = self.target(at + 1) + 1;
        if self.number(at + 3) == 0 {
            return Some((next, position));
        }
        self.enter(FrameKind::Possessive { at, count }, position, next);
        Some((at + 4, position))
    }

    // --- Alternatives and loops -------------------------------------------------------------------------------------------

    /// The alternatives from the one that begins at `at`.
    fn branch(&mut self, mut at: usize, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let c = self.char_at(position).map_or(-1, i64::from);
        loop {
            let skip = self.number(at);
            if skip == 0 {
                return Ok(None);
            }
            let next = self.target(at);
            // Most alternatives can be ruled out by their first character.
            if self.number(at + 1) != LITERAL || self.number(at + 2) == c {
                if self.number(next) != 0 {
                    self.choose(Kind::Branch(next as u32), position)?;
                }
                return Ok(Some((at + 1, position)));
            }
            at = next;
        }
    }

    fn current_loop(&self) -> Option<Loop> {
        self.loops.get(self.repeat as usize).copied()
    }

    fn max_until(&mut self, pc: usize, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let Some(record) = self.current_loop() else { return Ok(None) };
        let (at, count) = (record.at as usize, record.count + 1);
        let (least, most) = (self.number(at + 2), self.number(at + 3));
        if count < least {
            self.add_loop(Loop { count, ..record });
            return Ok(Some((at + 4, position)));
        }
        let inner = self.repeat;
        self.repeat = record.outer;
        if (count < most || most == MAX_REPEAT) && position != record.began {
            self.choose(Kind::At(pc as u32 + 1), position)?;
            self.repeat = inner;
            self.add_loop(Loop { count, began: position, ..record });
            return Ok(Some((at + 4, position)));
        }
        Ok(Some((pc + 1, position)))
    }

    fn min_until(&mut self, pc: usize, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let Some(record) = self.current_loop() else { return Ok(None) };
        let (at, count) = (record.at as usize, record.count + 1);
        let (least, most) = (self.number(at + 2), self.number(at + 3));
        if count < least {
            self.add_loop(Loop { count, ..record });
            return Ok(Some((at + 4, position)));
        }
        if (count < most || most == MAX_REPEAT) && position != record.began {
            self.choose(Kind::Trip { at: record.at }, position)?;
        }
        self.repeat = record.outer;
        Ok(Some((pc + 1, position)))
    }

    /// How many characters from here on are what the instruction at `pc` takes, up to `most`.
    fn count(&self, pc: usize, position: usize, most: i64) -> usize {
        let rest = self.text.get(position..).unwrap_or(&[]);
        let rest = &rest[..rest.len().min(most as usize)];
        match self.number(pc) {
            ANY_ALL => rest.len(),
            ANY => C::find(rest, 0x0a).unwrap_or(rest.len()),
            NOT_LITERAL => C::find(rest, self.number(pc + 1) as u32).unwrap_or(rest.len()),
            _ => rest.iter().take_while(|c| self.one(pc, c.code_point())).count(),
        }
    }

    fn repeat_one(&mut self, pc: usize, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let (least, most) = (self.number(pc + 2) as usize, self.number(pc + 3));
        let count = self.count(pc + 4, position, most);
        if count < least {
            return Ok(None);
        }
        if self.number(pc) == POSSESSIVE_REPEAT_ONE {
            return Ok(Some((self.target(pc + 1), position + count)));
        }
        self.give_back(pc, position + least, position + count)
    }

    fn fewer(&mut self, pc: usize, least: usize, reached: usize) -> Result<Option<(usize, usize)>, Fault> {
        self.give_back(pc, least, reached - 1)
    }

    /// Goes on behind a `REPEAT_ONE` that has reached a place, or an earlier one.
    fn give_back(
        &mut self,
        pc: usize,
        least: usize,
        mut reached: usize,
    ) -> Result<Option<(usize, usize)>, Fault> {
        let tail = self.target(pc + 1);
        if self.number(tail) == LITERAL {
            // Only where the next character fits.
            let literal = self.number(tail + 1);
            while self.char_at(reached).map(i64::from) != Some(literal) {
                if reached == least {
                    return Ok(None);
                }
                reached -= 1;
            }
        }
        if reached > least {
            self.choose(Kind::Fewer { at: pc as u32, least }, reached)?;
        }
        Ok(Some((tail, reached)))
    }

    fn min_repeat_one(&mut self, pc: usize, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        let (least, most) = (self.number(pc + 2), self.number(pc + 3));
        let count = self.count(pc + 4, position, least);
        if (count as i64) < least {
            return Ok(None);
        }
        let (position, left) = (position + count, (most - least) as u32);
        if left > 0 {
            self.choose(Kind::More { at: pc as u32, left }, position)?;
        }
        Ok(Some((self.target(pc + 1), position)))
    }

    fn more(&mut self, pc: usize, left: u32, position: usize) -> Result<Option<(usize, usize)>, Fault> {
        match self.char_at(position) {
            Some(c) if self.one(pc + 4, c) => {}
            _ => return Ok(None),
        }
        let position = position + 1;
        if left > 1 {
            self.choose(Kind::More { at: pc as u32, left: left - 1 }, position)?;
        }
        Ok(Some((self.target(pc + 1), position)))
    }

    // --- Single characters, groups, places ----------------------------------------------------------------------------------

    /// Does the instruction take this character?
    #[inline]
    fn one(&self, pc: usize, c: u32) -> bool {
        let literal = self.number(pc + 1);
        let set = || self.program.get(pc + 2..).unwrap_or(&[]);
        match self.number(pc) {
            LITERAL => literal == i64::from(c),
            NOT_LITERAL => literal != i64::from(c),
            ANY => c != 0x0a,
            ANY_ALL => true,
            IN => set::contains(set(), c),
            CATEGORY => set::in_category(literal, c),
            LITERAL_IGNORE => literal == i64::from(set::lower(Case::Ascii, c)),
            NOT_LITERAL_IGNORE => literal != i64::from(set::lower(Case::Ascii, c)),
            LITERAL_UNI_IGNORE => literal == i64::from(set::unicode_lower(c)),
            NOT_LITERAL_UNI_IGNORE => literal != i64::from(set::unicode_lower(c)),
            LITERAL_LOC_IGNORE => set::is_literal_in_locale(literal, c),
            NOT_LITERAL_LOC_IGNORE => !set::is_literal_in_locale(literal, c),
            IN_IGNORE => set::contains(set(), set::lower(Case::Ascii, c)),
            IN_UNI_IGNORE => set::contains(set(), set::unicode_lower(c)),
            IN_LOC_IGNORE => set::contains_in_locale(set(), c),
            _ => false,
        }
    }

    fn after_one(&self, pc: usize) -> usize {
        match self.number(pc) {
            ANY | ANY_ALL => pc + 1,
            IN | IN_IGNORE | IN_UNI_IGNORE | IN_LOC_IGNORE => self.target(pc + 1),
            _ => pc + 2,
        }
    }

    fn group(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = (*self.marks.get(2 * group)?, *self.marks.get(2 * group + 1)?);
        (start != NOWHERE && end != NOWHERE && start <= end).then_some((start, end))
    }

    /// What the group has matched, again: where that ends.
    fn same_as_group(&self, op: i64, group: usize, position: usize) -> Option<usize> {
        let (start, end) = self.group(group)?;
        let same = |a: u32, b: u32| match op {
            GROUPREF_IGNORE => set::lower(Case::Ascii, a) == set::lower(Case::Ascii, b),
            GROUPREF_LOC_IGNORE => set::lower(Case::Locale, a) == set::lower(Case::Locale, b),
            GROUPREF_UNI_IGNORE => set::unicode_lower(a) == set::unicode_lower(b),
            _ => a == b,
        };
        let there = self.text.get(position..position + (end - start))?;
        let all = self.text[start..end].iter().zip(there).all(|(a, b)| same(a.code_point(), b.code_point()));
        all.then_some(position + (end - start))
    }

    fn is_at(&self, what: i64, position: usize) -> bool {
        let end = self.text.len();
        let boundary = |unicode: bool| {
            let is_word = |index: Option<usize>| {
                index.and_then(|index| self.char_at(index)).is_some_and(|c| set::is_word(c, unicode))
            };
            is_word(position.checked_sub(1)) != is_word(Some(position))
        };
        match what {
            BEGINNING | BEGINNING_STRING => position == 0,
            BEGINNING_LINE => position == 0 || self.char_at(position - 1) == Some(0x0a),
            END => position == end || position + 1 == end && self.char_at(position) == Some(0x0a),
            END_LINE => position == end || self.char_at(position) == Some(0x0a),
            END_STRING => position == end,
            BOUNDARY | LOC_BOUNDARY => boundary(false),
            NON_BOUNDARY | LOC_NON_BOUNDARY => !boundary(false),
            UNI_BOUNDARY => boundary(true),
            UNI_NON_BOUNDARY => !boundary(true),
            _ => false,
        }
    }
}
