//! Machine code as text, for the log. x86-64 only; elsewhere, bytes.

use iced_x86::{Decoder, DecoderOptions, Formatter, IntelFormatter};
use std::fmt::Write;

/// One instruction a line, with its offset.
pub fn disassemble(code: &[u8], address: u64) -> String {
    let mut text = String::new();
    if !cfg!(target_arch = "x86_64") {
        for (line, bytes) in code.chunks(16).enumerate() {
            let _ = writeln!(text, "{:6x}  {bytes:02x?}", line * 16);
        }
        return text;
    }
    let mut decoder = Decoder::with_ip(64, code, address, DecoderOptions::NONE);
    let mut formatter = IntelFormatter::new();
    for instruction in &mut decoder {
        let mut line = String::new();
        formatter.format(&instruction, &mut line);
        let _ = writeln!(text, "{:6x}  {line}", instruction.ip() - address);
    }
    text
}
