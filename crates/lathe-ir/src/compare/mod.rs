//! Equality of traces up to renaming.
//!
//! Tests and filetests compare an optimizer's output with what an author expected; the names of values must not matter.
//! Sections are compared in order, ops in lockstep. A renaming is found on the way: it is forced, because the first
//! place that uses a value of one side shows which value of the other side must be the same.
//!
//! The order of a label's arguments does not matter either, except in the first section, whose arguments the world
//! outside passes. So the bodies are compared first, which pairs the arguments that they use; jumps come after that, each
//! argument compared with the one in its partner's place (`jumps.rs`).
//!
//! Requires: both traces verified.
//! Classes, fields, helpers, objects and code compare by name: the two sides may have descriptors of their own.

mod head;
mod jumps;
mod renaming;
mod snapshots;
#[cfg(test)]
mod tests;

use crate::descriptors::Descriptors;
use crate::op::{Op, OpKind};
use crate::snapshot::SnapshotId;
use crate::text;
use crate::trace::{Section, Trace};
use crate::value::Operand;
use renaming::Renaming;
use std::fmt;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompareOptions {
    /// Snapshots must be equal too.
    pub snapshots: bool,
}

/// The first difference that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub section: usize,
    /// The op of the first trace; `None` if the difference is not in an op, or there are no more ops on that side.
    pub op_a: Option<usize>,
    /// The op of the second trace.
    pub op_b: Option<usize>,
    pub message: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "section {}", self.section)?;
        match (self.op_a, self.op_b) {
            (Some(a), Some(b)) if a != b => write!(f, ", op {a} against op {b}")?,
            (Some(op), _) | (_, Some(op)) => write!(f, ", op {op}")?,
            (None, None) => {}
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for Difference {}

/// `Ok` if the two traces differ in nothing but names of values and the order of label arguments.
pub fn equal_up_to_renaming(
    descriptors_a: &Descriptors,
    a: &Trace,
    descriptors_b: &Descriptors,
    b: &Trace,
    options: CompareOptions,
) -> Result<(), Difference> {
    let sides = Sides {
        a: Side { descriptors: descriptors_a, trace: a },
        b: Side { descriptors: descriptors_b, trace: b },
    };
    let mut renamings = Vec::new();
    for (index, (section_a, section_b)) in a.sections.iter().zip(&b.sections).enumerate() {
        let mut comparison =
            SectionComparison { sides, index, renaming: Renaming::default(), snapshots: options.snapshots };
        comparison.compare(section_a, section_b)?;
        renamings.push(comparison.renaming);
    }
    if a.sections.len() != b.sections.len() {
        let section = renamings.len();
        let message =
            format!("the first trace has {} sections, the second {}", a.sections.len(), b.sections.len());
        return Err(Difference { section, op_a: None, op_b: None, message });
    }
    jumps::compare(sides, renamings)
}

#[derive(Clone, Copy, Debug)]
struct Side<'a> {
    descriptors: &'a Descriptors,
    trace: &'a Trace,
}

impl Side<'_> {
    fn operand(&self, operand: Operand) -> String {
        text::operand_name(self.descriptors, &self.trace.types, operand)
    }

    fn op(&self, op: &Op) -> String {
        text::print_op(self.descriptors, self.trace, op).replace('\n', "; ")
    }
}

#[derive(Clone, Copy, Debug)]
struct Sides<'a> {
    a: Side<'a>,
    b: Side<'a>,
}

/// Why two things differ; where is added by the caller.
type Same = Result<(), String>;

struct SectionComparison<'a> {
    sides: Sides<'a>,
    index: usize,
    renaming: Renaming,
    snapshots: bool,
}

impl SectionComparison<'_> {
    fn compare(&mut self, a: &Section, b: &Section) -> Result<(), Difference> {
        self.arguments(a, b).map_err(|message| self.difference(None, None, message))?;
        for index in 0..a.ops.len().max(b.ops.len()) {
            match (a.ops.get(index), b.ops.get(index)) {
                (Some(op_a), Some(op_b)) => self.op(op_a, op_b).map_err(|why| {
                    let (text_a, text_b) = (self.sides.a.op(op_a), self.sides.b.op(op_b));
                    self.difference(Some(index), Some(index), format!("`{text_a}` against `{text_b}`: {why}"))
                })?,
                (Some(op), None) => {
                    let message = format!("`{}` is only in the first trace", self.sides.a.op(op));
                    return Err(self.difference(Some(index), None, message));
                }
                (None, Some(op)) => {
                    let message = format!("`{}` is only in the second trace", self.sides.b.op(op));
                    return Err(self.difference(None, Some(index), message));
                }
                (None, None) => {}
            }
        }
        Ok(())
    }

    fn difference(&self, op_a: Option<usize>, op_b: Option<usize>, message: String) -> Difference {
        Difference { section: self.index, op_a, op_b, message }
    }

    fn arguments(&mut self, a: &Section, b: &Section) -> Same {
        let (types_a, types_b) = (&self.sides.a.trace, &self.sides.b.trace);
        if a.args.len() != b.args.len() {
            return Err(format!(
                "the label has {} arguments in the first trace, {} in the second",
                a.args.len(),
                b.args.len()
            ));
        }
        if self.index == 0 {
            for (&arg_a, &arg_b) in a.args.iter().zip(&b.args) {
                if types_a.ty(arg_a) != types_b.ty(arg_b) {
                    let (name_a, name_b) =
                        (self.sides.a.operand(arg_a.into()), self.sides.b.operand(arg_b.into()));
                    return Err(format!("argument `{name_a}` against `{name_b}`"));
                }
                self.renaming.pair(arg_a, arg_b);
            }
        } else {
            let mut sorted_a: Vec<_> = a.args.iter().map(|&v| types_a.ty(v)).collect();
            let mut sorted_b: Vec<_> = b.args.iter().map(|&v| types_b.ty(v)).collect();
            sorted_a.sort();
            sorted_b.sort();
            if sorted_a != sorted_b {
                return Err("the types of the label's arguments differ".to_string());
            }
            self.renaming.leave_open(
                a.args.iter().map(|&v| (v, types_a.ty(v))),
                b.args.iter().map(|&v| (v, types_b.ty(v))),
            );
        }
        match (self.snapshots, a.snapshot, b.snapshot) {
            (false, ..) | (true, None, None) => Ok(()),
            (true, Some(a), Some(b)) => self.snapshot(a, b),
            (true, Some(_), None) | (true, None, Some(_)) => {
                Err("only one of the labels has a snapshot".to_string())
            }
        }
    }

    fn op(&mut self, a: &Op, b: &Op) -> Same {
        if head::head(self.sides.a.descriptors, &a.kind) != head::head(self.sides.b.descriptors, &b.kind) {
            return Err("they do different things".to_string());
        }
        let (operands_a, operands_b) = (operands(&a.kind), operands(&b.kind));
        if operands_a.len() != operands_b.len() {
            return Err(format!("{} operands against {}", operands_a.len(), operands_b.len()));
        }
        // The arguments of a jump may be permuted: that is known when all sections are.
        if !matches!(a.kind, OpKind::Jump(..)) {
            for (&operand_a, &operand_b) in operands_a.iter().zip(&operands_b) {
                self.operand(operand_a, operand_b)?;
            }
        }
        if let (true, Some(a), Some(b)) = (self.snapshots, a.kind.snapshot(), b.kind.snapshot()) {
            self.snapshot(a, b).map_err(|why| format!("snapshots: {why}"))?;
        }
        match (a.result, b.result) {
            (None, None) => Ok(()),
            (Some(a), Some(b)) if self.sides.a.trace.ty(a) == self.sides.b.trace.ty(b) => {
                self.renaming.pair(a, b);
                Ok(())
            }
            _ => Err("their results differ in type".to_string()),
        }
    }

    fn operand(&mut self, a: Operand, b: Operand) -> Same {
        if self.renaming.unify(self.sides, a, b) {
            return Ok(());
        }
        let (name_a, name_b) = (self.sides.a.operand(a), self.sides.b.operand(b));
        match a.as_value().and_then(|v| self.renaming.partner(v)) {
            Some(partner) => {
                let partner = self.sides.b.operand(partner.into());
                Err(format!(
                    "operand `{name_a}` against `{name_b}`, but `{name_a}` is `{partner}` in the second trace"
                ))
            }
            None => Err(format!("operand `{name_a}` against `{name_b}`")),
        }
    }

    fn snapshot(&mut self, a: SnapshotId, b: SnapshotId) -> Same {
        snapshots::compare(self, self.sides.a.trace.snapshot(a), self.sides.b.trace.snapshot(b))
    }
}

fn operands(kind: &OpKind) -> Vec<Operand> {
    let mut list = Vec::new();
    kind.for_each_operand(|operand| list.push(operand));
    list
}
