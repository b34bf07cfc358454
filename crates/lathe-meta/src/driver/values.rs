//! What a guard has found instead of what it wanted, counted by value.
//!
//! A `guard_class` or `guard_value` that fails for one other value wants a bridge for that value; the bridge has a guard
//! of its own, which fails for the next: a chain, in the order in which values became frequent. Where ever more values come,
//! bridges would come and go like them: such a place is *megamorphic*, and gets none.

/// More values than this at one place are too many.
pub const MAX_VALUES: usize = 8;

/// The values that one exit was left with. A word each: the number of a class, or what was checked.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    values: Vec<(u64, u32)>,
}

impl Seen {
    /// Counts a value; gives how often it was seen.
    pub fn count(&mut self, value: u64) -> u32 {
        match self.values.iter_mut().find(|(seen, _)| *seen == value) {
            Some((_, count)) => {
                *count += 1;
                *count
            }
            None => {
                self.values.push((value, 1));
                1
            }
        }
    }

    /// How many different values there were.
    pub fn different(&self) -> usize {
        self.values.len()
    }

    pub fn clear(&mut self) {
        self.values.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn values_are_counted_apart() {
        let mut seen = Seen::default();
        assert_eq!([3, 4, 3, 3].map(|value| seen.count(value)), [1, 1, 2, 3]);
        assert_eq!(seen.different(), 2);
        seen.clear();
        assert_eq!((seen.count(3), seen.different()), (1, 1));
    }
}
