//! Overflow checks as the machine has them: `add; jo`, where Cranelift makes `add; seto r; test r, r; jne`.
//!
//! Cranelift's overflow ops give the flag as a value, and its branches test values; nothing brings the two together. A loop
//! that checks for overflow is bound by how many instructions and branches it has, so we do it afterwards, on the bytes:
//!
//! ```text
//! imul rdx                      imul rax,rdx
//! seto cl                 =>    nop
//! test cl,cl
//! jne  exit                     jo   exit
//! ```
//!
//! No byte moves to another place but those between the product and its `seto`. That the flag's register is not read anywhere
//! else is for the lowering to say: it marks the ops whose flag goes to one branch and nowhere else, with a source location,
//! and Cranelift says where the code of a location begins.
//!
//! Requires: x86-64 code; offsets of marked code.
//! Ensures:  the same behaviour but for registers nobody reads; what does not look as expected is left alone.

use iced_x86::{Code, Decoder, DecoderOptions, Instruction, Mnemonic, Register};

/// How many instructions a marked op may have up to its branch: moves of the register allocator are among them.
const MAX_INSTRUCTIONS: usize = 16;

/// Joins the overflow checks that begin at `starts`.
pub fn join_flags_and_branches(code: &mut [u8], starts: impl Iterator<Item = usize>) {
    for start in starts {
        if let Some(check) = find(code, start) {
            check.join(code);
        }
    }
}

/// The instructions of one check: where each begins, and how long it is.
struct Check {
    /// A product whose upper half nobody wants, and whether it names memory by its own place.
    product: Option<(Span, bool)>,
    set: Span,
    test: Span,
    branch: Span,
}

#[derive(Clone, Copy)]
struct Span {
    start: usize,
    end: usize,
}

fn span(instruction: &Instruction) -> Span {
    Span { start: instruction.ip() as usize, end: instruction.next_ip() as usize }
}

fn find(code: &[u8], start: usize) -> Option<Check> {
    let mut decoder = Decoder::with_ip(64, code.get(start..)?, start as u64, DecoderOptions::NONE);
    let mut instructions = decoder.iter().take(MAX_INSTRUCTIONS);
    let mut product = None;
    let set = loop {
        let instruction = instructions.next()?;
        match instruction.code() {
            Code::Seto_rm8 => break instruction,
            Code::Imul_rm64 => product = Some((span(&instruction), instruction.is_ip_rel_memory_operand())),
            _ if can_move(&instruction) => {}
            // Arithmetic: whatever came before, the flags are from here.
            _ => product = None,
        }
    };
    if set.op0_register() == Register::None {
        return None;
    }
    let flag = set.op0_register().full_register();
    let test = next_but_moves(&mut instructions, flag)?;
    let register = |op| test.op_register(op).full_register();
    if test.code() != Code::Test_rm8_r8 || register(0) != flag || register(1) != flag {
        return None;
    }
    let branch = next_but_moves(&mut instructions, flag)?;
    matches!(branch.code(), Code::Jne_rel32_64 | Code::Je_rel32_64).then(|| Check {
        product,
        set: span(&set),
        test: span(&test),
        branch: span(&branch),
    })
}

/// The next instruction that is no move; `None` if a move has to do with the register.
fn next_but_moves(
    instructions: &mut impl Iterator<Item = Instruction>,
    register: Register,
) -> Option<Instruction> {
    loop {
        let instruction = instructions.next()?;
        if !can_move(&instruction) {
            return Some(instruction);
        }
        let named = (0..instruction.op_count()).map(|op| instruction.op_register(op));
        let mut named = named.chain([instruction.memory_base(), instruction.memory_index()]);
        if named.any(|other| other != Register::None && other.full_register() == register) {
            return None;
        }
    }
}

/// A move, which leaves flags alone, and does the same in another place.
fn can_move(instruction: &Instruction) -> bool {
    matches!(
        instruction.mnemonic(),
        Mnemonic::Mov
            | Mnemonic::Movsd
            | Mnemonic::Movss
            | Mnemonic::Movaps
            | Mnemonic::Movups
            | Mnemonic::Lea
    ) && !instruction.is_ip_rel_memory_operand()
}

impl Check {
    fn join(self, code: &mut [u8]) {
        let mut set = self.set;
        if let Some((product, relative)) = self.product
            && shorten_product(code, product, relative, set)
        {
            set.start += 1;
        }
        if set.end == self.test.start {
            fill(&mut code[set.start..self.test.end]);
        } else {
            fill(&mut code[set.start..set.end]);
            fill(&mut code[self.test.start..self.test.end]);
        }
        // `0f 85` is `jne`, `0f 80` is `jo`; `0f 84` and `0f 81` are their opposites.
        let condition = &mut code[self.branch.end - 5];
        *condition = if *condition == 0x85 { 0x80 } else { 0x81 };
    }
}

/// `imul x`, which gives both halves in two steps, becomes `imul rax, x`, a byte longer, into the `seto` behind it.
fn shorten_product(code: &mut [u8], product: Span, relative: bool, set: Span) -> bool {
    // A prefix byte, `f7`, and the operand; the register field of the operand says which of the `f7` ops it is.
    let [prefix, 0xf7, operand, ..] = code[product.start..product.end] else { return false };
    if prefix & 0xfc != 0x48 {
        return false;
    }
    if relative {
        // Counted from the end of the instruction, which is now a byte nearer; the displacement is last.
        let displacement = &mut code[product.end - 4..product.end];
        let there = i32::from_le_bytes(displacement.try_into().expect("four bytes"));
        displacement.copy_from_slice(&(there - 1).to_le_bytes());
    }
    code.copy_within(product.start + 2..set.start, product.start + 3);
    code[product.start + 1] = 0x0f;
    code[product.start + 2] = 0xaf;
    code[product.start + 3] = operand & 0xc7;
    true
}

/// One long instruction that does nothing.
fn fill(bytes: &mut [u8]) {
    let nothing: &[u8] = match bytes.len() {
        1 => &[0x90],
        2 => &[0x66, 0x90],
        3 => &[0x0f, 0x1f, 0x00],
        4 => &[0x0f, 0x1f, 0x40, 0x00],
        5 => &[0x0f, 0x1f, 0x44, 0x00, 0x00],
        6 => &[0x66, 0x0f, 0x1f, 0x44, 0x00, 0x00],
        7 => &[0x0f, 0x1f, 0x80, 0x00, 0x00, 0x00, 0x00],
        _ => return bytes.fill(0x90),
    };
    bytes.copy_from_slice(nothing);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disassemble::disassemble;

    const ADD: [u8; 3] = [0x48, 0x01, 0xc8]; // add rax,rcx
    const SETO_DL: [u8; 3] = [0x0f, 0x90, 0xc2];
    const TEST_DL: [u8; 2] = [0x84, 0xd2];
    const JNE: [u8; 6] = [0x0f, 0x85, 0x10, 0x00, 0x00, 0x00];
    const JE: [u8; 6] = [0x0f, 0x84, 0x10, 0x00, 0x00, 0x00];

    fn joined(parts: &[&[u8]]) -> Vec<String> {
        let mut code = parts.concat();
        join_flags_and_branches(&mut code, [0].into_iter());
        disassemble(&code, 0).lines().map(|line| line[8..].to_string()).collect()
    }

    #[track_caller]
    fn is_left_alone(parts: &[&[u8]]) {
        let before: Vec<String> =
            disassemble(&parts.concat(), 0).lines().map(|line| line[8..].to_string()).collect();
        assert_eq!(joined(parts), before);
    }

    #[test]
    fn a_flag_and_its_branch_are_one() {
        let code = joined(&[&ADD, &SETO_DL, &TEST_DL, &JNE]);
        assert_eq!(code, ["add rax,rcx", "nop [rax+rax]", "jo 1Eh"]);
        let code = joined(&[&ADD, &SETO_DL, &TEST_DL, &JE]);
        assert_eq!(code, ["add rax,rcx", "nop [rax+rax]", "jno 1Eh"]);
    }

    #[test]
    fn a_long_register_is_one_as_well() {
        // seto r9b; test r9b,r9b
        let code = joined(&[&ADD, &[0x41, 0x0f, 0x90, 0xc1], &[0x45, 0x84, 0xc9], &JNE]);
        assert_eq!(code[2], "jo 20h");
        assert_eq!(code.len(), 3);
    }

    #[test]
    fn moves_may_stand_between() {
        let store = [0x48, 0x89, 0x5c, 0x24, 0x20]; // mov [rsp+20h],rbx
        let code = joined(&[&ADD, &SETO_DL, &store, &TEST_DL, &store, &JNE]);
        let expected = ["add rax,rcx", "nop [rax]", "mov [rsp+20h],rbx", "xchg ax,ax", "mov [rsp+20h],rbx"];
        assert_eq!(code[..5], expected);
        assert!(code[5].starts_with("jo "));
    }

    #[test]
    fn a_product_is_made_in_one_step() {
        let imul = [0x49, 0xf7, 0xef]; // imul r15
        let keep = [0x49, 0x89, 0xc5]; // mov r13,rax
        let code = joined(&[&imul, &keep, &SETO_DL, &TEST_DL, &JNE]);
        assert_eq!(code, ["imul rax,r15", "mov r13,rax", "nop [rax]", "jo 21h"]);
    }

    #[test]
    fn a_product_with_memory_too() {
        let imul = [0x48, 0xf7, 0x6c, 0x24, 0x08]; // imul qword ptr [rsp+8]
        let code = joined(&[&imul, &SETO_DL, &TEST_DL, &JNE]);
        assert_eq!(code, ["imul rax,[rsp+8]", "nop [rax]", "jo 20h"]);
    }

    #[test]
    fn a_product_with_a_constant_still_finds_it() {
        let imul = [0x48, 0xf7, 0x2d, 0x20, 0x00, 0x00, 0x00]; // imul qword ptr [rip+20h]
        let before = disassemble(&imul, 0);
        assert!(before.contains("[27h]"), "{before}");
        let code = joined(&[&imul, &SETO_DL, &TEST_DL, &JNE]);
        assert_eq!(code, ["imul rax,[27h]", "nop [rax]", "jo 22h"]);
    }

    #[test]
    fn a_product_before_other_arithmetic_stays() {
        let imul = [0x49, 0xf7, 0xef];
        let code = joined(&[&imul, &ADD, &SETO_DL, &TEST_DL, &JNE]);
        assert_eq!(code[..2], ["imul r15", "add rax,rcx"]);
    }

    #[test]
    fn a_flag_that_is_kept_stays() {
        is_left_alone(&[&ADD, &SETO_DL, &[0x48, 0x89, 0xd3], &TEST_DL, &JNE]); // mov rbx,rdx
        is_left_alone(&[&ADD, &SETO_DL, &[0x88, 0x54, 0x24, 0x08], &TEST_DL, &JNE]); // mov [rsp+8],dl
        is_left_alone(&[&ADD, &SETO_DL, &[0x48, 0x8b, 0x54, 0x24, 0x08], &TEST_DL, &JNE]); // mov rdx,[rsp+8]
    }

    #[test]
    fn another_test_stays() {
        is_left_alone(&[&ADD, &SETO_DL, &[0x84, 0xc9], &JNE]); // test cl,cl
        is_left_alone(&[&ADD, &SETO_DL, &[0x84, 0xca], &JNE]); // test dl,cl
        is_left_alone(&[&ADD, &SETO_DL, &TEST_DL, &[0x0f, 0x88, 0, 0, 0, 0]]); // js
    }

    #[test]
    fn a_flag_behind_other_arithmetic_stays() {
        is_left_alone(&[&ADD, &SETO_DL, &[0x48, 0x83, 0xcb, 0x01], &TEST_DL, &JNE]); // or rbx,1
    }

    #[test]
    fn code_that_ends_early_stays() {
        is_left_alone(&[&ADD, &SETO_DL]);
        is_left_alone(&[&ADD, &SETO_DL, &TEST_DL]);
    }
}
