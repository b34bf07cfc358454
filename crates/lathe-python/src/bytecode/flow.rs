//! Basic blocks, for dataflow over code.
//!
//! A block ends at jumps, before jump targets, and where the handler changes. Blocks are cut after 64 instructions, so that finding the
//! state at one instruction from that of its block is cheap. The size of a dataflow problem is blocks × slots; beyond
//! [`MAX_WORDS`] the analyses give the safe answer instead.

use super::code::Handler;
use super::instr::{Instr, Pc, Register};
use super::operands::Flow;
use std::ops::Range;

pub type BlockIndex = u32;

/// Words of bit sets that an analysis may use: 32 MB.
pub const MAX_WORDS: usize = 4 << 20;
const LONGEST: u32 = 64;

#[derive(Debug)]
pub struct Block {
    pub range: Range<Pc>,
    /// Where it goes when nothing is raised: by falling through, by jumping.
    pub next: Option<BlockIndex>,
    pub jump: Option<BlockIndex>,
    /// The handler of its instructions, and the register that gets the exception.
    pub handler: Option<(BlockIndex, Register)>,
}

#[derive(Debug)]
pub struct Blocks {
    pub blocks: Vec<Block>,
    /// The block of each instruction.
    of: Vec<BlockIndex>,
}

impl Blocks {
    /// The code must be well-formed: targets in range, no falling off the end.
    pub fn new(instructions: &[Instr], handlers: &[Handler]) -> Blocks {
        let mut starts = vec![false; instructions.len() + 1];
        starts[0] = true;
        for (pc, instruction) in instructions.iter().enumerate() {
            match instruction.flow() {
                Flow::Next => {}
                Flow::Jump(target) | Flow::Branch(target) => {
                    starts[target as usize] = true;
                    starts[pc + 1] = true;
                }
                Flow::End => starts[pc + 1] = true,
            }
        }
        for handler in handlers {
            for pc in [handler.start, handler.end, handler.target] {
                starts[pc as usize] = true;
            }
        }
        let mut of = Vec::with_capacity(instructions.len());
        let mut ranges: Vec<Range<Pc>> = Vec::new();
        for pc in 0..instructions.len() as Pc {
            match ranges.last_mut() {
                Some(range) if !starts[pc as usize] && range.len() < LONGEST as usize => range.end = pc + 1,
                _ => ranges.push(pc..pc + 1),
            }
            of.push(ranges.len() as BlockIndex - 1);
        }
        let block = |pc: Pc| of.get(pc as usize).copied();
        let mut handlers = handlers.iter().peekable();
        let blocks = ranges
            .into_iter()
            .map(|range| {
                while handlers.next_if(|handler| handler.end <= range.start).is_some() {}
                let handler = handlers.peek().filter(|handler| handler.start <= range.start);
                let handler = handler.and_then(|handler| Some((block(handler.target)?, handler.register)));
                let (next, jump) = match instructions[range.end as usize - 1].flow() {
                    Flow::Next => (block(range.end), None),
                    Flow::Jump(target) => (None, block(target)),
                    Flow::Branch(target) => (block(range.end), block(target)),
                    Flow::End => (None, None),
                };
                Block { range, next, jump, handler }
            })
            .collect();
        Blocks { blocks, of }
    }

    /// The block that an instruction is in.
    pub fn of(&self, pc: Pc) -> BlockIndex {
        self.of[pc as usize]
    }
}
