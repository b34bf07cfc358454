//! Turning a unit into code: jumps to jumps, unreachable code, checks that always hold, second halves of branches, then
//! addresses, exception ranges, positions.

use super::Compiler;
use super::unit::{HandlerId, Unit};
use crate::bytecode::{
    Code, Flags, Flow, Handler, Instr, Pc, Position, Positions, Register, unneeded_checks, verify,
};
use crate::syntax::{Fault, Source};
use ruff_text_size::TextRange;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// A chain of jumps is followed so far.
const MAX_HOPS: usize = 16;

impl Compiler<'_> {
    /// The code of the current unit, which is used up.
    pub(crate) fn finish(&mut self) -> Result<Rc<Code>, Fault> {
        let unit = &mut self.unit;
        if let Some(message) = unit.overflow {
            return Err(Compiler::overflow(message, unit.ranges.first().copied().unwrap_or_default()));
        }
        let mut work = Work::new(unit);
        work.thread();
        work.keep_reachable();
        work.drop_checks(unit);
        // Some handlers were there only for checks that cannot fail.
        work.keep_reachable();
        work.drop_trivial();
        work.invert_branches();
        work.add_second_halves();
        let mut code = std::mem::replace(
            &mut unit.code,
            Code::new(crate::bytecode::CodeKind::Module, "".into(), "".into(), "".into(), 0),
        );
        code.slots = unit.slots_used();
        code.caches = unit.cache_count();
        code.constants = std::mem::take(&mut unit.constants).into_vec();
        code.loops = work.number_loops();
        code.handlers = work.handler_ranges();
        code.positions = positions(self.source, &work.ranges);
        code.instructions = work.instructions;
        let code = Rc::new(code);
        if cfg!(debug_assertions)
            && let Err(message) = verify(&code)
        {
            panic!("{message}\n{}", crate::bytecode::disassemble(&code));
        }
        Ok(code)
    }
}

struct Work {
    instructions: Vec<Instr>,
    ranges: Vec<TextRange>,
    handler_of: Vec<HandlerId>,
    handlers: Vec<(Pc, Register)>,
}

impl Work {
    /// Labels become addresses.
    fn new(unit: &mut Unit<'_>) -> Work {
        let labels = &unit.labels;
        let mut instructions = std::mem::take(&mut unit.instructions);
        for instruction in &mut instructions {
            if let Some(target) = instruction.target_mut() {
                *target = labels[*target as usize];
            }
        }
        let handlers =
            unit.handlers.iter().map(|&(label, register)| (labels[label.0 as usize], register)).collect();
        Work {
            instructions,
            ranges: std::mem::take(&mut unit.ranges),
            handler_of: std::mem::take(&mut unit.handler_of),
            handlers,
        }
    }

    /// Jumps to jumps go to the end of the chain.
    fn thread(&mut self) {
        for pc in 0..self.instructions.len() {
            let mut instruction = self.instructions[pc];
            let Some(target) = instruction.target_mut() else { continue };
            let mut back = false;
            for _ in 0..MAX_HOPS {
                match self.instructions.get(*target as usize) {
                    Some(&Instr::Jump { target: next }) => *target = next,
                    Some(&Instr::JumpBack { target: next }) => {
                        *target = next;
                        back = true;
                    }
                    _ => break,
                }
            }
            if let (Instr::Jump { target }, true) = (instruction, back) {
                instruction = Instr::JumpBack { target };
            }
            // A chain that ends in an endless loop of plain jumps leads nowhere in particular.
            self.instructions[pc] = instruction;
        }
    }

    fn keep_reachable(&mut self) {
        let mut keep = vec![false; self.instructions.len()];
        let mut handled = vec![false; self.handlers.len() + 1];
        let mut work = vec![0 as Pc];
        while let Some(start) = work.pop() {
            let mut pc = start;
            while let Some(&instruction) = self.instructions.get(pc as usize) {
                if std::mem::replace(&mut keep[pc as usize], true) {
                    break;
                }
                let handler = self.handler_of[pc as usize].0 as usize;
                if handler > 0 && instruction.may_raise() && !std::mem::replace(&mut handled[handler], true) {
                    work.push(self.handlers[handler - 1].0);
                }
                match instruction.flow() {
                    Flow::Next => pc += 1,
                    Flow::Jump(target) => pc = target,
                    Flow::Branch(target) => {
                        work.push(target);
                        pc += 1;
                    }
                    Flow::End => break,
                }
            }
        }
        self.retain(&keep);
    }

    /// Keeps some instructions; targets move to the next kept one.
    fn retain(&mut self, keep: &[bool]) {
        if keep.iter().all(|&kept| kept) {
            return;
        }
        let mut moved = Vec::with_capacity(keep.len() + 1);
        let mut count = 0;
        for &kept in keep {
            moved.push(count);
            count += Pc::from(kept);
        }
        moved.push(count);
        let kept = |index: &usize| keep[*index];
        let indices: Vec<usize> = (0..keep.len()).filter(kept).collect();
        let mut instructions = Vec::with_capacity(indices.len());
        for &index in &indices {
            let mut instruction = self.instructions[index];
            if let Some(target) = instruction.target_mut() {
                *target = moved[*target as usize];
            }
            instructions.push(instruction);
        }
        self.instructions = instructions;
        self.ranges = indices.iter().map(|&index| self.ranges[index]).collect();
        self.handler_of = indices.iter().map(|&index| self.handler_of[index]).collect();
        for (target, _) in &mut self.handlers {
            *target = moved[(*target as usize).min(keep.len())];
        }
    }

    fn drop_checks(&mut self, unit: &Unit<'_>) {
        let concerned =
            |instruction: &Instr| matches!(instruction, Instr::CheckBound { .. } | Instr::Unbind { .. });
        if !self.instructions.iter().any(concerned) {
            return;
        }
        let (ranges, first_temporary) = (self.handler_ranges(), unit.first_temporary());
        let parameters =
            1 + unit.code.parameters().max(u16::from(unit.code.flags.contains(Flags::NAMESPACE)));
        let slots = unit.slots_used().into();
        let mut keep = vec![true; self.instructions.len()];
        for pc in unneeded_checks(&self.instructions, &ranges, slots, parameters, first_temporary) {
            keep[pc as usize] = false;
        }
        // Variables of comprehensions are unbound at the start, for the sake of checks; mostly none is left.
        let kept = self.instructions.iter().zip(&keep).filter(|&(_, &kept)| kept);
        let checked: FxHashSet<Register> = kept
            .filter_map(|(instruction, _)| match *instruction {
                Instr::CheckBound { slot } => Some(slot),
                _ => None,
            })
            .collect();
        let hidden = unit.code.visible_locals + 1..first_temporary;
        let observed = unit.code.flags.contains(Flags::OBSERVED);
        for (kept, instruction) in keep.iter_mut().zip(&self.instructions) {
            if let Instr::Unbind { slot } = instruction
                && hidden.contains(slot)
                && !observed
            {
                *kept &= checked.contains(slot);
            }
        }
        self.retain(&keep);
    }

    /// Jumps to the next instruction, moves to the same register, loop headers that nothing comes back to.
    fn drop_trivial(&mut self) {
        loop {
            let mut back = vec![false; self.instructions.len()];
            for (pc, instruction) in self.instructions.iter().enumerate() {
                if let Flow::Jump(target) | Flow::Branch(target) = instruction.flow()
                    && target as usize <= pc
                {
                    back[target as usize] = true;
                }
            }
            let keep: Vec<bool> = self
                .instructions
                .iter()
                .enumerate()
                .map(|(pc, instruction)| match *instruction {
                    Instr::Jump { target } => target as usize != pc + 1,
                    Instr::Move { dst, src } => dst != src,
                    Instr::LoopHeader { .. } => back[pc],
                    _ => true,
                })
                .collect();
            if keep.iter().all(|&kept| kept) {
                return;
            }
            self.retain(&keep);
        }
    }

    /// A branch around a jump becomes a branch the other way.
    fn invert_branches(&mut self) {
        let mut targeted = vec![false; self.instructions.len() + 1];
        for instruction in &self.instructions {
            if let Flow::Jump(target) | Flow::Branch(target) = instruction.flow() {
                targeted[target as usize] = true;
            }
        }
        self.handlers.iter().for_each(|&(target, _)| targeted[target as usize] = true);
        let mut keep = vec![true; self.instructions.len()];
        for pc in 0..self.instructions.len().saturating_sub(2) {
            let (Flow::Branch(over), Flow::Jump(to)) =
                (self.instructions[pc].flow(), self.instructions[pc + 1].flow())
            else {
                continue;
            };
            let mut inverted = self.instructions[pc];
            if over as usize == pc + 2
                && !targeted[pc + 1]
                && keep[pc]
                && let Some(sense) = inverted.sense_mut()
            {
                *sense = !*sense;
                *inverted.target_mut().expect("a branch") = to;
                self.instructions[pc] = inverted;
                keep[pc + 1] = false;
            }
        }
        self.retain(&keep);
    }

    /// What a call decides is looked at by an instruction of its own.
    fn add_second_halves(&mut self) {
        let mut moved = Vec::with_capacity(self.instructions.len() + 1);
        let mut count = 0;
        for instruction in &self.instructions {
            moved.push(count);
            count += 1 + Pc::from(instruction.second_half().is_some());
        }
        moved.push(count);
        let mut from = Vec::with_capacity(count as usize);
        let mut instructions = Vec::with_capacity(count as usize);
        for (index, mut instruction) in std::mem::take(&mut self.instructions).into_iter().enumerate() {
            if let Some(target) = instruction.target_mut() {
                *target = moved[*target as usize];
            }
            for part in std::iter::once(instruction).chain(instruction.second_half()) {
                instructions.push(part);
                from.push(index);
            }
        }
        self.instructions = instructions;
        self.ranges = from.iter().map(|&index| self.ranges[index]).collect();
        self.handler_of = from.iter().map(|&index| self.handler_of[index]).collect();
        for (target, _) in &mut self.handlers {
            *target = moved[(*target as usize).min(moved.len() - 1)];
        }
    }

    fn number_loops(&mut self) -> Vec<Pc> {
        let mut loops = Vec::new();
        for (pc, instruction) in self.instructions.iter_mut().enumerate() {
            if let Instr::LoopHeader { index } = instruction {
                *index = loops.len() as u16;
                loops.push(pc as Pc);
            }
        }
        loops
    }

    fn handler_ranges(&self) -> Vec<Handler> {
        let mut ranges: Vec<Handler> = Vec::new();
        let mut last = HandlerId(0);
        for (pc, &handler) in self.handler_of.iter().enumerate() {
            let pc = pc as Pc;
            if handler != HandlerId(0) {
                match ranges.last_mut() {
                    Some(range) if handler == last && range.end == pc => range.end = pc + 1,
                    _ => {
                        let (target, register) = self.handlers[handler.0 as usize - 1];
                        // A handler that nothing reaches has been removed, with everything that could raise to it.
                        if (target as usize) < self.instructions.len() {
                            ranges.push(Handler { start: pc, end: pc + 1, target, register });
                        }
                    }
                }
            }
            last = handler;
        }
        ranges.retain(|range| {
            let covered = &self.instructions[range.start as usize..range.end as usize];
            covered.iter().any(|instruction| instruction.may_raise())
        });
        ranges
    }
}

fn positions(source: &Source, ranges: &[TextRange]) -> Positions {
    let mut positions = Positions::default();
    let mut last = (TextRange::default(), Position::default());
    for &range in ranges {
        if range != last.0 {
            let position = if range == TextRange::default() {
                Position::default()
            } else {
                let (line, start) = source.line(range.start());
                let (end_line, end_start) = source.line(range.end());
                let column = u32::from(range.start()) - start;
                Position { line, column, end_line, end_column: u32::from(range.end()) - end_start }
            };
            last = (range, position);
        }
        positions.push(last.1);
    }
    positions
}
