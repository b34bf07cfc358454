//! Bytecode as text. Locals have their names, temporaries are `%3`; at each loop header stands what is live there.

use std::fmt::Write;

use crate::bytecode::{Constant, Function, Instruction, Program, Register};
use crate::live::BitSet;
use crate::number::float_text;

pub fn dis(program: &Program) -> String {
    program.functions.iter().map(|function| dis_function(program, function)).collect::<Vec<_>>().join("\n")
}

pub fn dis_function(program: &Program, function: &Function) -> String {
    let parameters = function.locals[..function.parameters].join(", ");
    let mut text = format!("fn {}({parameters})  # {} slots\n", function.name, function.slots);
    for (pc, &instruction) in function.code.iter().enumerate() {
        let line = function.lines[pc];
        let line =
            if pc > 0 && function.lines[pc - 1] == line { String::new() } else { format!("line {line}") };
        let _ = writeln!(text, "{line:>9} {pc:>4}  {}", show(program, function, pc, instruction));
    }
    for handler in &function.handlers {
        let (start, end, target) = (handler.start, handler.end, handler.target);
        let _ =
            writeln!(text, "    catch {start}..{end} -> {target}, {}", register(function, handler.register));
    }
    text
}

/// The names of a set of slots.
pub fn slots(function: &Function, set: &BitSet) -> String {
    set.iter().map(|slot| register(function, slot as Register)).collect::<Vec<_>>().join(" ")
}

fn register(function: &Function, register: Register) -> String {
    match function.locals.get(usize::from(register)) {
        Some(name) => name.clone(),
        None => format!("%{register}"),
    }
}

fn show(program: &Program, function: &Function, pc: usize, instruction: Instruction) -> String {
    let r = |slot: Register| register(function, slot);
    let list = |first: Register, count: u8| {
        (0..u16::from(count)).map(|index| r(first + index)).collect::<Vec<_>>().join(", ")
    };
    match instruction {
        Instruction::Constant { dst, constant } => {
            let value = match function.constants[usize::from(constant)] {
                Constant::Null => "null".to_string(),
                Constant::Int(value) => value.to_string(),
                Constant::Float(value) => float_text(value),
            };
            format!("{} = {value}", r(dst))
        }
        Instruction::Move { dst, src } => format!("{} = {}", r(dst), r(src)),
        Instruction::LoadGlobal { dst, global } => {
            format!("{} = global {}", r(dst), program.globals[usize::from(global)])
        }
        Instruction::StoreGlobal { global, src } => {
            format!("global {} = {}", program.globals[usize::from(global)], r(src))
        }
        Instruction::Unary { op, dst, src } => format!("{} = {} {}", r(dst), op.name(), r(src)),
        Instruction::Binary { op, dst, left, right } => match op.precedence() {
            Some(_) => format!("{} = {} {} {}", r(dst), r(left), op.name(), r(right)),
            None => format!("{} = {} {}, {}", r(dst), op.name(), r(left), r(right)),
        },
        Instruction::NewRecord { count, dst, record, first } => {
            format!("{} = new {}({})", r(dst), program.records[usize::from(record)].name, list(first, count))
        }
        Instruction::NewArray { dst, length, fill } => {
            format!("{} = array {}, {}", r(dst), r(length), r(fill))
        }
        Instruction::Each { dst, function: callee, array } => {
            format!("{} = each {}, {}", r(dst), program.functions[usize::from(callee)].name, r(array))
        }
        Instruction::Peek { dst, name } => format!("{} = peek {}", r(dst), program.fields[usize::from(name)]),
        Instruction::Poke { dst, name, src } => {
            format!("{} = poke {}, {}", r(dst), program.fields[usize::from(name)], r(src))
        }
        Instruction::OnFree { dst, object, function: callee } => {
            format!("{} = on_free {}, {}", r(dst), r(object), program.functions[usize::from(callee)].name)
        }
        Instruction::Collect => "collect".to_string(),
        Instruction::GetField { dst, object, field } => {
            format!("{} = {}.{}", r(dst), r(object), program.fields[usize::from(field)])
        }
        Instruction::SetField { object, field, src } => {
            format!("{}.{} = {}", r(object), program.fields[usize::from(field)], r(src))
        }
        Instruction::GetItem { dst, array, index } => format!("{} = {}[{}]", r(dst), r(array), r(index)),
        Instruction::SetItem { array, index, src } => format!("{}[{}] = {}", r(array), r(index), r(src)),
        Instruction::PrintValue { src } => format!("print {}", r(src)),
        Instruction::PrintSpace => "print_space".to_string(),
        Instruction::PrintNewline => "print_newline".to_string(),
        Instruction::Jump { target } => format!("jump -> {target}"),
        Instruction::JumpIfFalse { condition, target } => {
            format!("jump_if_false {} -> {target}", r(condition))
        }
        Instruction::JumpIfTrue { condition, target } => format!("jump_if_true {} -> {target}", r(condition)),
        Instruction::Loop { index } => {
            let text = format!("loop {index}  # live: {}", slots(function, function.live(pc)));
            text.trim_end().to_string()
        }
        Instruction::Call { count, dst, function: callee, first } => {
            format!(
                "{} = call {}({})",
                r(dst),
                program.functions[usize::from(callee)].name,
                list(first, count)
            )
        }
        Instruction::Return { src } => format!("return {}", r(src)),
        Instruction::Raise { src } => format!("raise {}", r(src)),
        Instruction::Fail { code } => format!("fail: {}", code.message()),
    }
}
