//! A stable merge sort whose comparison may fail, or contradict itself.
//!
//! The comparisons are the guest's: each may raise, which ends the sort at once with some permutation of what there was, and none can be
//! relied on to be consistent. So Rust's own sort will not do (it may panic if the order is no order). What is sorted are numbers, the
//! places of the items: these stay in an array of the guest, where a collection sees them.
//!
//! Runs that are in order already, or in reverse, are found first and short ones extended by insertion; then runs are merged so
//! that the work is near the least possible for their lengths (Munro and Wild's powersort). What is in order at either end of a
//! merge is left alone.

/// Sorts `order` by "is less than".
pub(crate) fn sort<E>(
    order: &mut [u32],
    less: &mut impl FnMut(u32, u32) -> Result<bool, E>,
) -> Result<(), E> {
    let length = order.len();
    let least = least_run(length);
    // Runs that are still to be merged: start, end, and the power of the boundary behind it.
    let mut runs: Vec<Run> = Vec::new();
    let (mut spare, mut start) = (Vec::new(), 0);
    while start < length {
        let found = count_run(&mut order[start..], less)?;
        let count = found.max(least.min(length - start));
        insert_from(&mut order[start..start + count], found, less)?;
        let run = Run { start, end: start + count, power: 0 };
        if let Some(before) = runs.last() {
            let power = power(before, &run, length);
            while let [.., a, b] = runs[..]
                && a.power > power
            {
                merge(&mut order[a.start..b.end], b.start - a.start, &mut spare, less)?;
                runs.pop();
                let merged = runs.last_mut().expect("two runs");
                merged.end = b.end;
            }
            runs.last_mut().expect("a run").power = power;
        }
        runs.push(run);
        start += count;
    }
    while let [.., a, b] = runs[..] {
        merge(&mut order[a.start..b.end], b.start - a.start, &mut spare, less)?;
        runs.pop();
        runs.last_mut().expect("two runs").end = b.end;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug)]
struct Run {
    start: usize,
    end: usize,
    /// How deep in a balanced tree of merges the boundary to the next run is.
    power: u32,
}

fn power(a: &Run, b: &Run, length: usize) -> u32 {
    // Midpoints of the two runs, as fractions of the whole: how many leading bits do they share?
    let scale = |a: usize, b: usize| (((a + b) as u128) << 62) / (2 * length as u128);
    let (left, right) = (scale(a.start, a.end), scale(b.start, b.end));
    (left as u64 ^ right as u64).leading_zeros()
}

/// A number from 32 to 64 such that the length divided by it is a power of two, or a little less. Short arrays are one run.
fn least_run(mut length: usize) -> usize {
    let mut odd = 0;
    while length >= 64 {
        odd |= length & 1;
        length >>= 1;
    }
    length + odd
}

/// The length of the run at the beginning, which is in order afterwards.
fn count_run<E>(order: &mut [u32], less: &mut impl FnMut(u32, u32) -> Result<bool, E>) -> Result<usize, E> {
    if order.len() < 2 {
        return Ok(order.len());
    }
    let mut count = 2;
    if less(order[1], order[0])? {
        // Only what gets strictly smaller: reversing equal ones would not be stable.
        while count < order.len() && less(order[count], order[count - 1])? {
            count += 1;
        }
        order[..count].reverse();
    } else {
        while count < order.len() && !less(order[count], order[count - 1])? {
            count += 1;
        }
    }
    Ok(count)
}

/// Sorts by insertion what comes after the first `sorted` ones.
fn insert_from<E>(
    order: &mut [u32],
    sorted: usize,
    less: &mut impl FnMut(u32, u32) -> Result<bool, E>,
) -> Result<(), E> {
    for index in sorted.max(1)..order.len() {
        let item = order[index];
        let place = upper_bound(&order[..index], item, less)?;
        order.copy_within(place..index, place + 1);
        order[place] = item;
    }
    Ok(())
}

/// Behind all that are not greater.
fn upper_bound<E>(
    order: &[u32],
    item: u32,
    less: &mut impl FnMut(u32, u32) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = (0, order.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if less(item, order[middle])? {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(low)
}

/// Before all that are not less.
fn lower_bound<E>(
    order: &[u32],
    item: u32,
    less: &mut impl FnMut(u32, u32) -> Result<bool, E>,
) -> Result<usize, E> {
    let (mut low, mut high) = (0, order.len());
    while low < high {
        let middle = low + (high - low) / 2;
        if less(order[middle], item)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low)
}

/// Merges two runs, the second of which starts at `middle`.
fn merge<E>(
    order: &mut [u32],
    middle: usize,
    spare: &mut Vec<u32>,
    less: &mut impl FnMut(u32, u32) -> Result<bool, E>,
) -> Result<(), E> {
    let start = upper_bound(&order[..middle], order[middle], less)?;
    if start == middle {
        return Ok(());
    }
    let end = middle + lower_bound(&order[middle..], order[middle - 1], less)?;
    spare.clear();
    spare.extend_from_slice(&order[start..middle]);
    let (mut left, mut right, mut to) = (0, middle, start);
    let mut outcome = Ok(());
    while left < spare.len() && right < end {
        match less(order[right], spare[left]) {
            Ok(true) => {
                order[to] = order[right];
                right += 1;
            }
            Ok(false) => {
                order[to] = spare[left];
                left += 1;
            }
            Err(error) => {
                outcome = Err(error);
                break;
            }
        }
        to += 1;
    }
    // The gap is just as large as what is left of the first run; if there was an error, too.
    let rest = &spare[left..];
    order[to..to + rest.len()].copy_from_slice(rest);
    outcome
}

#[cfg(test)]
mod tests {
    use super::sort;
    use crate::testing::Random;

    fn sorted(keys: &[i64]) -> (Vec<u32>, usize) {
        let mut order: Vec<u32> = (0..keys.len() as u32).collect();
        let mut count = 0;
        let mut less = |a: u32, b: u32| {
            count += 1;
            Ok::<bool, ()>(keys[a as usize] < keys[b as usize])
        };
        sort(&mut order, &mut less).expect("no errors");
        (order, count)
    }

    #[test]
    fn it_is_a_stable_sort() {
        let mut random = Random::new(1);
        for round in 0..400 {
            let (length, range) =
                (random.below(if round % 10 == 0 { 3000 } else { 150 }), 1 + random.below(40));
            let mut keys: Vec<i64> = (0..length).map(|_| random.below(range) as i64).collect();
            match round % 4 {
                0 => keys.sort(),
                1 => keys[length / 2..].sort_by(|a, b| b.cmp(a)),
                2 => keys.chunks_mut(100).for_each(<[i64]>::sort),
                _ => {}
            }
            let mut expected: Vec<u32> = (0..length as u32).collect();
            expected.sort_by_key(|&index| keys[index as usize]);
            assert_eq!(sorted(&keys).0, expected);
        }
    }

    #[test]
    fn what_is_in_order_is_compared_once() {
        let keys: Vec<i64> = (0..10_000).collect();
        assert_eq!(sorted(&keys).1, keys.len() - 1);
        let keys: Vec<i64> = (0..10_000).rev().collect();
        assert_eq!(sorted(&keys).1, keys.len() - 1);
        // Two runs: one comparison more for each of their boundary's bits, and one for each item.
        let keys: Vec<i64> = (0..5_000).chain(0..5_000).collect();
        assert!(sorted(&keys).1 < 2 * keys.len() + 40);
    }

    #[test]
    fn it_ends_with_a_permutation_whatever_the_comparison_says() {
        let mut random = Random::new(2);
        for round in 0..300 {
            let length = random.below(500);
            let fail_at = if round % 2 == 0 { random.below(2000) } else { usize::MAX };
            let mut order: Vec<u32> = (0..length as u32).collect();
            let mut count = 0;
            let mut less = |_: u32, _: u32| {
                count += 1;
                if count > fail_at { Err(()) } else { Ok(random.below(2) == 0) }
            };
            let outcome = sort(&mut order, &mut less);
            assert_eq!(outcome.is_err(), count > fail_at);
            order.sort_unstable();
            assert!(order.iter().copied().eq(0..length as u32));
        }
    }
}
