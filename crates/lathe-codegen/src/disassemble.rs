//! Machine code as text, for the log. x86-64 only; elsewhere, bytes.

use crate::lower::Group;
use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
use lathe_ir::text::print_op;
use lathe_ir::{Descriptors, Trace};
use std::fmt::Write;

/// Offsets and instructions.
fn instructions(code: &[u8], address: u64) -> Vec<(u32, String)> {
    if !cfg!(target_arch = "x86_64") {
        return code
            .chunks(16)
            .zip((0..).step_by(16))
            .map(|(bytes, at)| (at, format!("{bytes:02x?}")))
            .collect();
    }
    let mut decoder = Decoder::with_ip(64, code, address, DecoderOptions::NONE);
    let mut formatter = IntelFormatter::new();
    formatter.options_mut().set_branch_leading_zeros(false);
    let mut lines = Vec::new();
    for instruction in &mut decoder {
        let mut text = String::new();
        formatter.format(&instruction, &mut text);
        lines.push(((instruction.ip() - address) as u32, text));
    }
    lines
}

/// One instruction a line, with its offset.
pub fn disassemble(code: &[u8], address: u64) -> String {
    let lines = instructions(code, address).into_iter();
    lines.map(|(offset, text)| format!("{offset:6x}  {text}\n")).collect()
}

/// The op that a group of instructions is for, on one line.
pub fn group_text(descriptors: &Descriptors, trace: &Trace, section: usize, group: &Group) -> String {
    let op = &trace.sections[section].ops[group.op as usize];
    let text = print_op(descriptors, trace, op).replace('\n', " ");
    if group.exit { format!("exit of {text}") } else { text }
}

/// The code of a section, each group of instructions below the op that it is for. What belongs to no op is the way in. Targets of
/// branches are offsets.
pub fn listing(
    descriptors: &Descriptors,
    trace: &Trace,
    section: usize,
    code: &[u8],
    address: u64,
    groups: &[Group],
) -> String {
    let mut text = format!("; {} bytes at {address:#x}\n", code.len());
    let mut groups = groups.iter().peekable();
    for (offset, instruction) in instructions(code, 0) {
        while let Some(group) = groups.next_if(|group| group.start <= offset) {
            let _ = writeln!(text, "; {}", group_text(descriptors, trace, section, group));
        }
        let _ = writeln!(text, "{offset:6x}  {instruction}");
    }
    text
}
