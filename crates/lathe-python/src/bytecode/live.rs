//! Liveness of slots, by backward dataflow.
//!
//! A slot is live before an instruction if execution that goes on there can read it before it is written. An instruction that may
//! raise also goes on at its handler, and then has written nothing but the exception's register.

use super::bits::BitSet;
use super::code::Code;
use super::flow::{Blocks, MAX_WORDS};
use super::instr::{Instr, Pc};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

#[derive(Debug)]
pub struct Liveness {
    /// `None`: the code is too large; everything counts as live.
    sets: Option<Sets>,
    /// What was asked for: recordings ask for each slot at each guard.
    known: RefCell<FxHashMap<(Pc, bool), BitSet>>,
}

#[derive(Debug)]
struct Sets {
    blocks: Blocks,
    /// What is live at the start of each block.
    before: Vec<BitSet>,
}

impl Liveness {
    pub fn new(code: &Code) -> Liveness {
        let blocks = Blocks::new(&code.instructions, &code.handlers);
        let slots = usize::from(code.slots);
        if blocks.blocks.len() * slots.div_ceil(64) > MAX_WORDS {
            return Liveness { sets: None, known: RefCell::default() };
        }
        let before = vec![BitSet::new(slots); blocks.blocks.len()];
        let mut sets = Sets { blocks, before };
        // Sets only grow, so this ends. Backwards, two rounds are enough for code without nested loops.
        loop {
            let mut changed = false;
            for index in (0..sets.before.len()).rev() {
                let live = sets.before_instruction(code, sets.blocks.blocks[index].range.start);
                changed |= sets.before[index].union(&live);
            }
            if !changed {
                return Liveness { sets: Some(sets), known: RefCell::default() };
            }
        }
    }

    /// See [`Code::is_live`].
    pub fn is_live(&self, code: &Code, pc: Pc, suspended: bool, slot: u32) -> bool {
        self.sets.as_ref().is_none_or(|sets| {
            let mut known = self.known.borrow_mut();
            let live = known.entry((pc, suspended)).or_insert_with(|| {
                if suspended { sets.across(code, pc) } else { sets.before_instruction(code, pc) }
            });
            live.contains(slot as usize)
        })
    }

    /// The slots that are live before the instruction; `None`: all.
    pub fn before(&self, code: &Code, pc: Pc) -> Option<BitSet> {
        Some(self.sets.as_ref()?.before_instruction(code, pc))
    }

    /// The slots that are live when the call at `pc` returns or raises, except what it writes itself; `None`: all.
    pub fn across(&self, code: &Code, pc: Pc) -> Option<BitSet> {
        Some(self.sets.as_ref()?.across(code, pc))
    }
}

impl Sets {
    fn before_instruction(&self, code: &Code, pc: Pc) -> BitSet {
        let last = self.blocks.blocks[self.blocks.of(pc) as usize].range.end - 1;
        let mut live = self.across(code, last);
        read(&mut live, code.instructions[last as usize]);
        for pc in (pc..last).rev() {
            let instruction = code.instructions[pc as usize];
            instruction.writes().iter().for_each(|register| live.remove(register.into()));
            self.caught(&mut live, instruction, pc);
            read(&mut live, instruction);
        }
        live
    }

    /// Of a call in the middle of a block, too.
    fn across(&self, code: &Code, pc: Pc) -> BitSet {
        let block = &self.blocks.blocks[self.blocks.of(pc) as usize];
        let instruction = code.instructions[pc as usize];
        let mut live = if pc + 1 < block.range.end {
            self.before_instruction(code, pc + 1)
        } else {
            block
                .next
                .map_or_else(|| BitSet::new(code.slots.into()), |next| self.before[next as usize].clone())
        };
        let writes_when_jumping = !matches!(instruction, Instr::ForNext { .. } | Instr::ForValue { .. });
        let jump = if pc + 1 == block.range.end { block.jump } else { None };
        if let Some(jump) = jump.filter(|_| writes_when_jumping) {
            live.union(&self.before[jump as usize]);
        }
        instruction.writes().iter().for_each(|register| live.remove(register.into()));
        if let Some(jump) = jump.filter(|_| !writes_when_jumping) {
            live.union(&self.before[jump as usize]);
        }
        self.caught(&mut live, instruction, pc);
        live
    }

    /// Adds what is live in the instruction's handler.
    fn caught(&self, live: &mut BitSet, instruction: Instr, pc: Pc) {
        let block = &self.blocks.blocks[self.blocks.of(pc) as usize];
        if let Some((handler, register)) = block.handler.filter(|_| instruction.may_raise()) {
            let kept = live.contains(register.into());
            live.union(&self.before[handler as usize]);
            if !kept {
                live.remove(register.into());
            }
        }
    }
}

fn read(live: &mut BitSet, instruction: Instr) {
    // What is only made unbound, or put into a cell, is not looked at; but a parameter's slot must arrive.
    instruction.reads().iter().for_each(|register| live.insert(register.into()));
}
