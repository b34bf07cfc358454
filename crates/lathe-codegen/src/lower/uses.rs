//! Where values are wanted for the last time.

use lathe_ir::{OpKind, Operand, Section, Trace, Value};

/// For each value of the trace, the index of the last op of the section that wants it: as an operand, or in its snapshot. 0
/// if none does.
///
/// Comparisons are made where they are used ([`super::function::Lower::lazy`]), so they want their operands until then; so do
/// new objects of hybrid classes ([`super::function::Lower::unmade`]).
pub fn last_uses(trace: &Trace, section: &Section) -> Vec<u32> {
    let mut last = vec![0; trace.types.len()];
    // Backwards, so that the last use of a comparison is known when its operands are looked at.
    for (index, op) in section.ops.iter().enumerate().rev() {
        let until = wanted_until(&op.kind, op.result, index as u32, &last);
        let mut note = |v: Value| last[v.index()] = until.max(last[v.index()]);
        op.kind.for_each_operand(|operand| {
            operand.as_value().map(&mut note);
        });
        if let Some(snapshot) = op.kind.snapshot() {
            trace.snapshot(snapshot).for_each_value(note);
        }
    }
    last
}

/// How long an op at `index` wants its operands, if it is known how long its result is wanted.
pub fn wanted_until(kind: &OpKind, result: Option<Value>, index: u32, last: &[u32]) -> u32 {
    match (kind, result) {
        (OpKind::IntCompare(..) | OpKind::FloatCompare(..) | OpKind::IntUnary(..), Some(v)) => {
            index.max(last[v.index()])
        }
        (&OpKind::Set(Operand::Value(base), ..), None) => index.max(last[base.index()]),
        _ => index,
    }
}
