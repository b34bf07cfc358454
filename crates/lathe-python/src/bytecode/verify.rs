//! The verifier: what every code object must be, whoever made it.
//!
//! Registers, constants, names and targets are in range; back-edges lead to loop headers; the exception table is sorted, disjoint and in
//! range; every temporary is written before it is read, and every variable bound or checked, on every path, exceptions included.

use super::bound::Bound;
use super::code::{Code, Flags};
use super::constant::Constant;
use super::instr::{Instr, Pc};
use super::operands::Flow;

/// Checks one code object (not those among its constants). The error says what is wrong where.
pub fn verify(code: &Code) -> Result<(), String> {
    let at = |pc: usize, message: String| {
        let instruction = code.instructions.get(pc);
        Err(format!("{} pc {pc} ({instruction:?}): {message}", code.qualname))
    };
    if code.instructions.is_empty() {
        return at(0, "no instructions".to_string());
    }
    if code.positions.len() != code.instructions.len() {
        return at(0, "positions and instructions differ in number".to_string());
    }
    if usize::from(code.slots) < 1 + code.locals.len() || usize::from(code.parameters()) > code.locals.len() {
        return at(0, "too few slots".to_string());
    }
    for (pc, &instruction) in code.instructions.iter().enumerate() {
        if let Err(message) = operands(code, pc, instruction) {
            return at(pc, message);
        }
    }
    for (index, &pc) in code.loops.iter().enumerate() {
        let header = Instr::LoopHeader { index: index as u16 };
        if code.instructions.get(pc as usize) != Some(&header) {
            return at(pc as usize, format!("is not the header of loop {index}"));
        }
    }
    let end = code.instructions.len() as Pc;
    let mut last = 0;
    for handler in &code.handlers {
        if handler.start < last || handler.start >= handler.end || handler.end > end {
            return at(handler.start as usize, "exception ranges overlap or are out of order".to_string());
        }
        if handler.target >= end || handler.register >= code.slots {
            return at(handler.target as usize, "handler out of range".to_string());
        }
        last = handler.end;
    }
    written(code).or_else(|(pc, message)| at(pc as usize, message))
}

/// Everything about one instruction that needs no look at others.
fn operands(code: &Code, pc: usize, instruction: Instr) -> Result<(), String> {
    let in_range = |what: &str, index: usize, length: usize| {
        if index < length { Ok(()) } else { Err(format!("{what} {index} out of range")) }
    };
    let slots = usize::from(code.slots);
    for registers in [instruction.reads(), instruction.writes()] {
        if let Some(highest) = registers.highest() {
            in_range("register", highest as usize, slots)?;
        }
    }
    match instruction.flow() {
        Flow::Jump(target) | Flow::Branch(target) => {
            in_range("target", target as usize, code.instructions.len())?;
        }
        Flow::Next | Flow::End => {}
    }
    if matches!(instruction.flow(), Flow::Next | Flow::Branch(_)) && pc + 1 == code.instructions.len() {
        return Err("falls off the end".to_string());
    }
    let constant = |index: u32| in_range("constant", index as usize, code.constants.len());
    let name = |index: u32| in_range("name", index as usize, code.names.len());
    let free = |index: u16| in_range("free variable", index.into(), code.free.len());
    let tuple = |index: u32| match code.constants.get(index as usize) {
        Some(Constant::Tuple(items)) => Ok(items.len()),
        _ => Err(format!("constant {index} is no tuple")),
    };
    match instruction {
        Instr::LoadConst { constant: index, .. } | Instr::ReturnConst { constant: index } => constant(index),
        Instr::SetFromConst { constant: index, .. } => match code.constants.get(index as usize) {
            Some(Constant::FrozenSet(_)) => Ok(()),
            _ => Err(format!("constant {index} is no frozenset")),
        },
        Instr::ListFromConst { constant: index, .. } => tuple(index).map(|_| ()),
        Instr::MatchClass { names, .. } => tuple(names).map(|_| ()),
        Instr::MakeFunction { code: index, .. } => match code.constants.get(index as usize) {
            Some(Constant::Code(_)) => Ok(()),
            _ => Err(format!("constant {index} is no code")),
        },
        Instr::Call { base, argc, .. } => {
            in_range("scratch register", usize::from(base) + usize::from(argc) + 1, slots)
        }
        Instr::CallMethod { base, argc, .. } => {
            in_range("scratch register", usize::from(base) + usize::from(argc) + 2, slots)
        }
        Instr::CallKeywords { base, argc, names, .. }
        | Instr::CallMethodKeywords { base, argc, names, .. } => {
            let method = usize::from(matches!(instruction, Instr::CallMethodKeywords { .. }));
            in_range("scratch register", usize::from(base) + usize::from(argc) + 1 + method, slots)?;
            if tuple(names)? > usize::from(argc) {
                Err("more names than arguments".to_string())
            } else {
                Ok(())
            }
        }
        Instr::LoadGlobal { name: index, .. }
        | Instr::StoreGlobal { name: index, .. }
        | Instr::DeleteGlobal { name: index }
        | Instr::LoadName { name: index, .. }
        | Instr::StoreName { name: index, .. }
        | Instr::DeleteName { name: index, .. }
        | Instr::GetAttr { name: index, .. }
        | Instr::SetAttr { name: index, .. }
        | Instr::DeleteAttr { name: index, .. }
        | Instr::LoadMethod { name: index, .. }
        | Instr::GetSuperAttr { name: index, .. }
        | Instr::LoadSuperMethod { name: index, .. }
        | Instr::ImportFrom { name: index, .. } => name(index),
        Instr::Import { name: index, from_list, .. } => name(index).and_then(|()| constant(from_list)),
        Instr::MakeTypeParam { name: index, .. } => constant(index),
        Instr::LoadFree { index, .. }
        | Instr::StoreFree { index, .. }
        | Instr::DeleteFree { index }
        | Instr::LoadFreeCell { index, .. }
        | Instr::LoadNameOrFree { index, .. } => free(index),
        Instr::CheckBound { slot } if slot == 0 || slot >= code.first_temporary() => {
            Err("only variables are checked".to_string())
        }
        Instr::JumpBack { target } => match code.instructions.get(target as usize) {
            Some(Instr::LoopHeader { .. }) => Ok(()),
            _ => Err("a back-edge leads to a loop header".to_string()),
        },
        Instr::LoopHeader { index } => match code.loops.get(usize::from(index)) {
            Some(&header) if header as usize == pc => Ok(()),
            _ => Err("the header is not in the table of loops".to_string()),
        },
        Instr::Yield { .. } | Instr::YieldFrom { .. } if !code.is_generator_like() => {
            Err("only generators and coroutines are suspended".to_string())
        }
        _ => Ok(()),
    }
}

/// Nothing is read before it is written.
fn written(code: &Code) -> Result<(), (Pc, String)> {
    let parameters = 1 + code.parameters().max(u16::from(code.flags.contains(Flags::NAMESPACE)));
    let (slots, first_temporary) = (code.slots.into(), code.first_temporary());
    let Some(bound) = Bound::new(&code.instructions, &code.handlers, slots, parameters, first_temporary)
    else {
        return Ok(());
    };
    let mut error = Ok(());
    bound.visit(&code.instructions, |pc, state| {
        let instruction = code.instructions[pc as usize];
        if matches!(instruction, Instr::CheckBound { .. } | Instr::MakeCell { .. }) {
            return;
        }
        let unwritten = instruction.reads().iter().find(|&register| !state.contains(register.into()));
        if let (Some(register), Ok(())) = (unwritten, &error) {
            let name = code.local_name(register).map_or(String::new(), |name| format!(" ({name})"));
            error = Err((pc, format!("register {register}{name} may not be written")));
        }
    });
    error
}
