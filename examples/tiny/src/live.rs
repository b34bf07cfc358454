//! Liveness of frame slots, by backward dataflow over a function's code.
//!
//! A slot is live at `pc` if execution that continues there can read it before writing it. An instruction that may raise
//! also continues at its handler, and then has not written its result: "check, then commit".

use crate::bytecode::Function;

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    pub fn contains(&self, bit: usize) -> bool {
        self.words.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    pub fn insert(&mut self, bit: usize) {
        if self.words.len() <= bit / 64 {
            self.words.resize(bit / 64 + 1, 0);
        }
        self.words[bit / 64] |= 1 << (bit % 64);
    }

    pub fn remove(&mut self, bit: usize) {
        if let Some(word) = self.words.get_mut(bit / 64) {
            *word &= !(1 << (bit % 64));
        }
    }

    pub fn union(&mut self, other: &BitSet) {
        other.iter().for_each(|bit| self.insert(bit));
    }

    /// The members, from the smallest on.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.words.len() * 64).filter(|&bit| self.contains(bit))
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[derive(Clone, Debug, Default)]
pub struct Liveness {
    before: Vec<BitSet>,
}

impl Liveness {
    /// Everything about the function except its liveness must be there.
    pub fn compute(function: &Function) -> Liveness {
        let mut liveness = Liveness { before: vec![BitSet::default(); function.code.len()] };
        // Sets only grow, so this ends. Backwards, one round is enough for code without loops.
        loop {
            let mut changed = false;
            for pc in (0..function.code.len()).rev() {
                let mut live = liveness.across(function, pc);
                function.code[pc].sources().for_each(|register| live.insert(register.into()));
                if live.len() != liveness.before[pc].len() {
                    liveness.before[pc] = live;
                    changed = true;
                }
            }
            if !changed {
                return liveness;
            }
        }
    }

    pub fn at(&self, pc: usize) -> &BitSet {
        &self.before[pc]
    }

    /// What is live wherever execution goes from `pc`, without what the instruction itself, or catching, writes.
    pub fn across(&self, function: &Function, pc: usize) -> BitSet {
        let instruction = function.code[pc];
        let mut live = BitSet::default();
        if let Some(target) = instruction.target() {
            live.union(self.at(target as usize));
        }
        if instruction.falls_through() {
            live.union(self.at(pc + 1));
        }
        if let Some(dst) = instruction.dst() {
            live.remove(dst.into());
        }
        if let crate::Instruction::Each { .. } = instruction {
            (0..function.locals.len()).for_each(|slot| live.insert(slot));
        }
        if instruction.may_raise()
            && let Some(handler) = function.handler(pc)
        {
            let mut caught = self.at(handler.target as usize).clone();
            caught.remove(handler.register.into());
            live.union(&caught);
        }
        live
    }
}
