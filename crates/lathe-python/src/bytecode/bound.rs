//! Which slots are certainly written, by forward dataflow: a variable that is bound on all paths needs no check, and a temporary
//! must not be read before it is written.
//!
//! An exception leaves an instruction before that has written anything, so the state *before* each instruction that may
//! raise flows to its handler.

use super::bits::BitSet;
use super::code::Handler;
use super::flow::{Blocks, MAX_WORDS};
use super::instr::{Instr, Pc, Register};

/// For each block, the slots that are written wherever one comes from.
#[derive(Debug)]
pub struct Bound {
    pub blocks: Blocks,
    /// `None`: the block is unreachable.
    pub before: Vec<Option<BitSet>>,
    first_temporary: Register,
}

impl Bound {
    /// `None` if the code is too large. `parameters`: how many slots are written at the start, the function's included.
    pub fn new(
        instructions: &[Instr],
        handlers: &[Handler],
        slots: usize,
        parameters: u16,
        first_temporary: Register,
    ) -> Option<Bound> {
        let blocks = Blocks::new(instructions, handlers);
        if blocks.blocks.len() * slots.div_ceil(64) > MAX_WORDS {
            return None;
        }
        let mut start = BitSet::new(slots);
        (0..parameters).for_each(|slot| start.insert(slot.into()));
        let mut before = vec![None; blocks.blocks.len()];
        before[0] = Some(start);
        let mut bound = Bound { blocks, before, first_temporary };
        let mut work = vec![0u32];
        let mut queued = vec![false; bound.before.len()];
        while let Some(index) = work.pop() {
            queued[index as usize] = false;
            bound.flow(instructions, index, |reached| {
                if !std::mem::replace(&mut queued[reached as usize], true) {
                    work.push(reached);
                }
            });
        }
        Some(bound)
    }

    /// Brings the state of a block to where it leads.
    fn flow(&mut self, instructions: &[Instr], index: u32, mut changed: impl FnMut(u32)) {
        let Some(mut state) = self.before[index as usize].clone() else { return };
        let block = &self.blocks.blocks[index as usize];
        let (range, next, jump, handler) = (block.range.clone(), block.next, block.jump, block.handler);
        let mut merge = |target: u32, state: &BitSet| {
            let before = &mut self.before[target as usize];
            let grew = match before {
                Some(before) => before.intersect(state),
                None => {
                    *before = Some(state.clone());
                    true
                }
            };
            if grew {
                changed(target);
            }
        };
        // Between two unbindings the state only grows: the first instruction that may raise has the smallest.
        let mut lost = true;
        for pc in range {
            let instruction = instructions[pc as usize];
            if let Some((target, register)) = handler.filter(|_| lost && instruction.may_raise()) {
                let mut caught = state.clone();
                caught.insert(register.into());
                merge(target, &caught);
                lost = false;
            }
            if let (Instr::ForNext { .. } | Instr::ForValue { .. }, Some(jump)) = (instruction, jump) {
                merge(jump, &state);
            }
            step(&mut state, instruction, self.first_temporary);
            lost |= matches!(instruction, Instr::Unbind { .. });
            if let (Some(jump), false) =
                (jump, matches!(instruction, Instr::ForNext { .. } | Instr::ForValue { .. }))
                && pc + 1 == block.range.end
            {
                merge(jump, &state);
            }
        }
        if let Some(next) = next {
            merge(next, &state);
        }
    }

    /// Goes through all reachable instructions with the state before each.
    pub fn visit(&self, instructions: &[Instr], mut visitor: impl FnMut(Pc, &BitSet)) {
        for (block, before) in self.blocks.blocks.iter().zip(&self.before) {
            let Some(mut state) = before.clone() else { continue };
            for pc in block.range.clone() {
                visitor(pc, &state);
                step(&mut state, instructions[pc as usize], self.first_temporary);
            }
        }
    }
}

fn step(state: &mut BitSet, instruction: Instr, first_temporary: Register) {
    match instruction {
        Instr::CheckBound { slot } => state.insert(slot.into()),
        // Null is a value that a temporary may have; a variable is unbound then.
        Instr::Unbind { slot } if slot < first_temporary => state.remove(slot.into()),
        _ => instruction.writes().iter().for_each(|register| state.insert(register.into())),
    }
}

/// The `CheckBound`s that always hold.
pub fn unneeded_checks(
    instructions: &[Instr],
    handlers: &[Handler],
    slots: usize,
    parameters: u16,
    first_temporary: Register,
) -> Vec<Pc> {
    let mut unneeded = Vec::new();
    if let Some(bound) = Bound::new(instructions, handlers, slots, parameters, first_temporary) {
        bound.visit(instructions, |pc, state| {
            if let Instr::CheckBound { slot } = instructions[pc as usize]
                && state.contains(slot.into())
            {
                unneeded.push(pc);
            }
        });
    }
    unneeded
}
