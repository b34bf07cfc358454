//! A set of slots.

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BitSet {
    words: Box<[u64]>,
}

impl BitSet {
    /// An empty set of numbers below `bits`.
    pub fn new(bits: usize) -> BitSet {
        BitSet { words: vec![0; bits.div_ceil(64)].into() }
    }

    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    pub fn insert(&mut self, bit: usize) {
        self.words[bit / 64] |= 1 << (bit % 64);
    }

    pub fn remove(&mut self, bit: usize) {
        self.words[bit / 64] &= !(1 << (bit % 64));
    }

    /// Whether that changed the set.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = 0;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            changed |= other & !*word;
            *word |= other;
        }
        changed != 0
    }

    /// Whether that changed the set.
    pub fn intersect(&mut self, other: &BitSet) -> bool {
        let mut changed = 0;
        for (word, other) in self.words.iter_mut().zip(&other.words) {
            changed |= *word & !other;
            *word &= other;
        }
        changed != 0
    }

    /// The members, from the smallest on.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * 64 + bit)
            })
        })
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }
}
