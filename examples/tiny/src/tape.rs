//! The choice tape: every decision of the generator is a number drawn from here.
//!
//! Any list of numbers gives a program, and 0 is always the simplest choice. So a failing program is made smaller by
//! deleting and lowering numbers, without knowing what they stand for. Past its end a tape reads as zeros.

#[derive(Clone, Debug)]
pub struct Tape {
    numbers: Vec<u32>,
    position: usize,
    /// The state of SplitMix64, where numbers past the end come from; they are kept. Without it they are 0.
    source: Option<u64>,
    /// Positions where something that can be left out begins.
    marks: Vec<usize>,
}

impl Tape {
    pub fn random(seed: u64) -> Tape {
        Tape { numbers: Vec::new(), position: 0, source: Some(seed), marks: Vec::new() }
    }

    pub fn replay(numbers: Vec<u32>) -> Tape {
        Tape { numbers, position: 0, source: None, marks: Vec::new() }
    }

    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The positions marked by [`Tape::more`]: good places to cut.
    pub fn marks(&self) -> &[usize] {
        &self.marks
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: u32) -> u32 {
        if self.position == self.numbers.len()
            && let Some(state) = &mut self.source
        {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let word = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            self.numbers.push(((word ^ (word >> 31)) >> 32) as u32 % limit);
        }
        let number = self.numbers.get(self.position).copied().unwrap_or(0);
        self.position += 1;
        number % limit
    }

    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    pub fn choose<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.index(choices.len())]
    }

    /// True once in so many times.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == times - 1
    }

    /// Whether to go on with a list that has `mean` items on average.
    pub fn more(&mut self, mean: u32) -> bool {
        self.marks.push(self.position);
        self.below(mean + 1) != 0
    }
}
