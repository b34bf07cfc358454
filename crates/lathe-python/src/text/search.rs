//! Searching, in time linear in both texts.
//!
//! One-byte text is searched by `memchr`, which is linear and uses the processor's vectors. Wider text is searched by the two-way
//! algorithm (Crochemore and Perrin, 1991): the needle is cut where its two halves have the least in common; the right half is
//! compared first, and a mismatch there moves the needle behind it. It needs no table, so it works for any alphabet, and for text read backwards.

use crate::object::text::Text;
use memchr::memmem;

/// Code points in the order in which they are searched.
trait Sequence: Copy {
    fn len(self) -> usize;
    fn at(self, index: usize) -> u32;
}

#[derive(Clone, Copy)]
struct Forward<'a, T>(&'a [T]);

#[derive(Clone, Copy)]
struct Backward<'a, T>(&'a [T]);

impl<T: Copy + Into<u32>> Sequence for Forward<'_, T> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, index: usize) -> u32 {
        self.0[index].into()
    }
}

impl<T: Copy + Into<u32>> Sequence for Backward<'_, T> {
    #[inline(always)]
    fn len(self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn at(self, index: usize) -> u32 {
        self.0[self.0.len() - 1 - index].into()
    }
}

/// A needle, not empty, and where it is cut.
#[derive(Clone, Debug)]
struct TwoWay {
    needle: Vec<u32>,
    cut: usize,
    /// How far the needle moves when the right half is there and the left one is not.
    period: usize,
    /// Does the needle repeat itself with the period? Then what was compared is remembered.
    periodic: bool,
}

impl TwoWay {
    fn new(needle: Vec<u32>) -> TwoWay {
        let (a, a_period) = maximal_suffix(&needle, |x, y| x < y);
        let (b, b_period) = maximal_suffix(&needle, |x, y| x > y);
        let (cut, period) = if a > b { (a, a_period) } else { (b, b_period) };
        let periodic = period + cut <= needle.len() && needle[..cut] == needle[period..period + cut];
        let period = if periodic { period } else { cut.max(needle.len() - cut) + 1 };
        TwoWay { needle, cut, period, periodic }
    }

    fn find<S: Sequence>(&self, text: S, from: usize) -> Option<usize> {
        let (needle, length) = (&self.needle[..], self.needle.len());
        let (mut position, mut known) = (from, 0);
        while position + length <= text.len() {
            let right = self.cut.max(known);
            let matched = (right..length).find(|&i| needle[i] != text.at(position + i));
            if let Some(mismatch) = matched {
                position += mismatch - self.cut + 1;
                known = 0;
                continue;
            }
            if (known..self.cut).rev().all(|i| needle[i] == text.at(position + i)) {
                return Some(position);
            }
            position += self.period;
            known = if self.periodic { length - self.period } else { 0 };
        }
        None
    }
}

/// Where the largest suffix in an order begins, and its period.
fn maximal_suffix(needle: &[u32], less: impl Fn(u32, u32) -> bool) -> (usize, usize) {
    let (mut start, mut candidate, mut offset, mut period) = (0, 1, 0, 1);
    while candidate + offset < needle.len() {
        let (a, b) = (needle[candidate + offset], needle[start + offset]);
        if less(a, b) {
            candidate += offset + 1;
            offset = 0;
            period = candidate - start;
        } else if a == b {
            if offset + 1 == period {
                candidate += period;
                offset = 0;
            } else {
                offset += 1;
            }
        } else {
            start = candidate;
            candidate += 1;
            offset = 0;
            period = 1;
        }
    }
    (start, period)
}

#[allow(clippy::large_enum_variant)]
enum How<'n> {
    /// A code point that the text cannot have.
    Never,
    Bytes(memmem::Finder<'n>),
    BytesBackward(memmem::FinderRev<'n>),
    Wide(TwoWay),
}

/// Finds a needle, which is not empty, again and again in one text, from its start or from its end.
struct Finder<'t, 'n> {
    text: Text<'t>,
    length: usize,
    how: How<'n>,
    backward: bool,
}

impl<'t, 'n> Finder<'t, 'n> {
    /// `narrow` is room for the needle.
    fn new(text: Text<'t>, needle: Text<'_>, backward: bool, narrow: &'n mut Vec<u8>) -> Finder<'t, 'n> {
        debug_assert!(!needle.is_empty());
        let how = match text {
            Text::One(_) if needle.code_points().any(|c| c > 0xff) => How::Never,
            Text::One(_) => {
                narrow.extend(needle.code_points().map(|c| c as u8));
                match backward {
                    false => How::Bytes(memmem::Finder::new(narrow)),
                    true => How::BytesBackward(memmem::FinderRev::new(narrow)),
                }
            }
            Text::Two(_) | Text::Four(_) => {
                let mut needle: Vec<u32> = needle.code_points().collect();
                if backward {
                    needle.reverse();
                }
                How::Wide(TwoWay::new(needle))
            }
        };
        Finder { text, length: needle.len(), how, backward }
    }

    /// The first at or behind a position; or the last that ends at or before it.
    fn next(&self, from: usize) -> Option<usize> {
        match (&self.how, self.text) {
            (How::Never, _) => None,
            (How::Bytes(finder), Text::One(data)) => Some(from + finder.find(&data[from..])?),
            (How::BytesBackward(finder), Text::One(data)) => finder.rfind(&data[..from]),
            (How::Wide(needle), Text::Two(data)) if !self.backward => needle.find(Forward(data), from),
            (How::Wide(needle), Text::Four(data)) if !self.backward => needle.find(Forward(data), from),
            (How::Wide(needle), Text::Two(data)) => {
                let before_end = needle.find(Backward(&data[..from]), 0)?;
                Some(from - self.length - before_end)
            }
            (How::Wide(needle), Text::Four(data)) => {
                let before_end = needle.find(Backward(&data[..from]), 0)?;
                Some(from - self.length - before_end)
            }
            _ => unreachable!("it was made for the text"),
        }
    }
}

/// Where the needle is first.
pub fn find(text: Text<'_>, needle: Text<'_>) -> Option<usize> {
    if needle.len() > text.len() {
        return None;
    }
    match needle.len() {
        0 => Some(0),
        1 => find_one(text, needle.get(0)),
        _ => Finder::new(text, needle, false, &mut Vec::new()).next(0),
    }
}

/// Where the needle is last.
pub fn rfind(text: Text<'_>, needle: Text<'_>) -> Option<usize> {
    if needle.len() > text.len() {
        return None;
    }
    match needle.len() {
        0 => Some(text.len()),
        _ => Finder::new(text, needle, true, &mut Vec::new()).next(text.len()),
    }
}

fn find_one(text: Text<'_>, c: u32) -> Option<usize> {
    match text {
        Text::One(data) => memchr::memchr(u8::try_from(c).ok()?, data),
        Text::Two(data) => data.iter().position(|&found| u32::from(found) == c),
        Text::Four(data) => data.iter().position(|&found| found == c),
    }
}

/// Where the needle is, without overlaps, from the start; `most` of them at most. The needle is not empty.
pub fn matches(text: Text<'_>, needle: Text<'_>, most: usize) -> Vec<usize> {
    let (mut found, mut narrow) = (Vec::new(), Vec::new());
    if needle.len() > text.len() {
        return found;
    }
    let finder = Finder::new(text, needle, false, &mut narrow);
    let mut from = 0;
    while found.len() < most
        && let Some(at) = finder.next(from)
    {
        found.push(at);
        from = at + needle.len();
    }
    found
}

/// The same from the end; the last one comes first.
pub fn matches_from_end(text: Text<'_>, needle: Text<'_>, most: usize) -> Vec<usize> {
    let (mut found, mut narrow) = (Vec::new(), Vec::new());
    if needle.len() > text.len() {
        return found;
    }
    let finder = Finder::new(text, needle, true, &mut narrow);
    let mut from = text.len();
    while found.len() < most
        && let Some(at) = finder.next(from)
    {
        found.push(at);
        from = at;
    }
    found
}

/// How often the needle is there, without overlaps. The empty one is between any two code points.
pub fn count(text: Text<'_>, needle: Text<'_>) -> usize {
    match needle.len() {
        0 => text.len() + 1,
        _ => matches(text, needle, usize::MAX).len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn naive(text: &[u32], needle: &[u32]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut at = 0;
        while at + needle.len() <= text.len() {
            if text[at..].starts_with(needle) {
                found.push(at);
                at += needle.len();
            } else {
                at += 1;
            }
        }
        found
    }

    fn naive_from_end(text: &[u32], needle: &[u32]) -> Vec<usize> {
        let mut found = Vec::new();
        let mut end = text.len();
        while end >= needle.len() {
            if text[..end].ends_with(needle) {
                end -= needle.len();
                found.push(end);
            } else if end == 0 {
                break;
            } else {
                end -= 1;
            }
        }
        found
    }

    #[test]
    fn all_widths_find_what_a_plain_search_finds() {
        let mut random = Random::new(7);
        for _ in 0..20_000 {
            // Few letters: many periods and near misses.
            let letters = 1 + random.below(3);
            let mut word = |most: usize| -> Vec<u32> {
                (0..random.below(most)).map(|_| 97 + random.below(letters) as u32).collect()
            };
            let (text, needle) = (word(60), [word(9), vec![97]].concat());
            let (one, two): (Vec<u8>, Vec<u16>) =
                (text.iter().map(|&c| c as u8).collect(), text.iter().map(|&c| c as u16).collect());
            let (expected, from_end) = (naive(&text, &needle), naive_from_end(&text, &needle));
            for text in [Text::One(&one), Text::Two(&two), Text::Four(&text)] {
                let needle = Text::Four(&needle);
                assert_eq!(matches(text, needle, usize::MAX), expected);
                assert_eq!(matches_from_end(text, needle, usize::MAX), from_end);
                assert_eq!(find(text, needle), expected.first().copied());
                assert_eq!(rfind(text, needle), from_end.first().copied());
            }
        }
    }

    #[test]
    fn the_work_is_linear_in_the_text() {
        // Quadratic, this would be 10^10 comparisons.
        let text: Vec<u16> = vec![0x3b1; 200_000];
        let mut needle = vec![0x3b1u16; 100_000];
        needle[0] = 0x3b2;
        assert_eq!(find(Text::Two(&text), Text::Two(&needle)), None);
        assert_eq!(rfind(Text::Two(&text), Text::Two(&needle)), None);
        needle[0] = 0x3b1;
        needle[99_999] = 0x3b2;
        assert_eq!(find(Text::Two(&text), Text::Two(&needle)), None);
        needle[99_999] = 0x3b1;
        needle[50_000] = 0x3b2;
        assert_eq!(find(Text::Two(&text), Text::Two(&needle)), None);
    }
}
