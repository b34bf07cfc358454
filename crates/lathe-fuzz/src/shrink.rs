//! Makes a failing tape smaller: delta debugging on numbers.
//!
//! What the generator marked as optional goes first, then runs of any length, then single numbers are lowered. Every
//! change that keeps the failure is kept; the end is a tape where none of them does.

/// The smallest tape found within `attempts` calls of `fails`. `marks` gives the positions where an optional part begins.
pub fn shrink(
    mut tape: Vec<u32>,
    mut attempts: u32,
    mut fails: impl FnMut(&[u32]) -> bool,
    marks: impl Fn(&[u32]) -> Vec<usize>,
) -> Vec<u32> {
    let mut try_one = |candidate: Vec<u32>, best: &mut Vec<u32>| {
        let smaller = candidate.len() < best.len() || (candidate.len() == best.len() && candidate < *best);
        if !smaller || attempts == 0 {
            return false;
        }
        attempts -= 1;
        let kept = fails(&candidate);
        if kept {
            *best = candidate;
        }
        kept
    };
    loop {
        let before = tape.clone();
        delete_marked(&mut tape, &marks, &mut try_one);
        delete_runs(&mut tape, &mut try_one);
        lower(&mut tape, &mut try_one);
        if tape == before {
            return tape;
        }
    }
}

type Try<'a> = dyn FnMut(Vec<u32>, &mut Vec<u32>) -> bool + 'a;

/// Leaves out optional parts, several at once while that works.
fn delete_marked(tape: &mut Vec<u32>, marks: &impl Fn(&[u32]) -> Vec<usize>, try_one: &mut Try<'_>) {
    for parts in [16, 4, 1] {
        let mut first = 0;
        loop {
            let mut positions = marks(tape);
            positions.retain(|&p| p < tape.len());
            positions.push(tape.len());
            let Some(&start) = positions.get(first) else { break };
            let end = positions[(first + parts).min(positions.len() - 1)];
            let mut candidate = tape.clone();
            candidate.drain(start..end.max(start));
            if !try_one(candidate, tape) {
                first += parts;
            }
        }
    }
}

fn delete_runs(tape: &mut Vec<u32>, try_one: &mut Try<'_>) {
    let mut length = tape.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start + length <= tape.len() {
            let mut candidate = tape.clone();
            candidate.drain(start..start + length);
            if !try_one(candidate, tape) {
                start += length;
            }
        }
        length /= 2;
    }
}

fn lower(tape: &mut Vec<u32>, try_one: &mut Try<'_>) {
    for position in 0..tape.len() {
        let number = |tape: &Vec<u32>| tape.get(position).copied().unwrap_or(0);
        let with = |tape: &Vec<u32>, number: u32| {
            let mut candidate = tape.clone();
            candidate[position] = number;
            candidate
        };
        if number(tape) == 0 || try_one(with(tape, 0), tape) {
            continue;
        }
        while number(tape) > 1 && try_one(with(tape, number(tape) / 2), tape) {}
        while number(tape) > 1 && try_one(with(tape, number(tape) - 1), tape) {}
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn finds_the_smallest_failing_tape() {
        let tape: Vec<u32> = (0..200).map(|x| x * 7 % 31).collect();
        // "Fails" when a number above 9 comes somewhere before one above 20.
        let fails = |tape: &[u32]| {
            let first = tape.iter().position(|&x| x > 9);
            first.is_some_and(|first| tape[first + 1..].iter().any(|&x| x > 20))
        };
        assert_eq!(shrink(tape, 100_000, fails, |_| Vec::new()), [10, 21]);
    }
}
