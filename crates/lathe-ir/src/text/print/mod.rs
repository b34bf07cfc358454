//! The printer: traces and modules. Declarations, ops and snapshots have files of their own.
//!
//! It prints broken traces too, as well as it can, because assertions print what they found: an index without a
//! descriptor comes out as `?class7`, which does not parse.

mod descriptors;
mod names;
mod ops;
mod snapshots;

use crate::descriptors::Descriptors;
use crate::op::{Op, OpKind};
use crate::snapshot::SnapshotId;
use crate::trace::{Bridge, Label, Module, Section, Trace};
use crate::value::Type;
use std::fmt::Write;

pub use descriptors::print_descriptors;
pub use names::{Names, operand_name, value_name};
pub use ops::op_text;
pub use snapshots::block as snapshot_text;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintOptions {
    /// Print the snapshot of every guard and label.
    pub snapshots: bool,
}

/// A whole file.
pub fn print_module(module: &Module, options: PrintOptions) -> String {
    let mut text = print_descriptors(&module.descriptors);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&print_trace(&module.descriptors, &module.trace, options));
    for bridge in &module.bridges {
        text.push('\n');
        text.push_str(&print_bridge(&module.descriptors, bridge, options));
    }
    text
}

pub fn print_trace(descriptors: &Descriptors, trace: &Trace, options: PrintOptions) -> String {
    Printer::new(descriptors, trace, options).item("trace", Label::START)
}

pub fn print_bridge(descriptors: &Descriptors, bridge: &Bridge, options: PrintOptions) -> String {
    let header = format!("bridge {}.{}", bridge.label, bridge.guard);
    Printer::new(descriptors, &bridge.trace, options).item(&header, Label::BRIDGE)
}

/// One op without its snapshot. An op with an overflow check has two lines.
pub fn print_op(descriptors: &Descriptors, trace: &Trace, op: &Op) -> String {
    ops::op_text(&Names::new(descriptors), &trace.types, op, jumps_to_only_section(trace, &op.kind), "\n")
}

struct Printer<'a> {
    names: Names<'a>,
    trace: &'a Trace,
    options: PrintOptions,
    text: String,
}

impl<'a> Printer<'a> {
    fn new(descriptors: &'a Descriptors, trace: &'a Trace, options: PrintOptions) -> Printer<'a> {
        Printer { names: Names::new(descriptors), trace, options, text: String::new() }
    }

    /// A trace or a bridge; in the short form if its only section has the label that the short form implies.
    fn item(mut self, header: &str, implied: Label) -> String {
        self.text.push_str(header);
        match self.trace.sections.as_slice() {
            [section] if section.label == implied => {
                self.text.push(' ');
                self.section_header(section);
                self.text.push_str(" {\n");
                self.ops(section);
            }
            sections => {
                self.text.push_str(" {\n");
                for section in sections {
                    self.text.push_str(&section.label.to_string());
                    self.section_header(section);
                    self.text.push_str(":\n");
                    self.ops(section);
                }
            }
        }
        self.text.push_str("}\n");
        self.text
    }

    fn section_header(&mut self, section: &Section) {
        let args: Vec<String> = section.args.iter().map(|&v| value_name(&self.trace.types, v)).collect();
        let _ = write!(self.text, "({})", args.join(", "));
        if let (true, Some(id)) = (self.options.snapshots, section.snapshot) {
            self.text.push(' ');
            self.snapshot(id, snapshots::header);
        }
    }

    fn ops(&mut self, section: &Section) {
        for op in &section.ops {
            self.text.push_str("  ");
            self.text.push_str(&ops::op_text(
                &self.names,
                &self.trace.types,
                op,
                jumps_to_only_section(self.trace, &op.kind),
                "\n  ",
            ));
            if let (true, Some(id)) = (self.options.snapshots, op.kind.snapshot()) {
                self.text.push(' ');
                self.snapshot(id, snapshots::block);
            }
            self.text.push('\n');
        }
    }

    fn snapshot(&mut self, id: SnapshotId, print: fn(&Names<'_>, &[Type], &crate::Snapshot) -> String) {
        match self.trace.snapshots.get(id.index()) {
            Some(snapshot) => self.text.push_str(&print(&self.names, &self.trace.types, snapshot)),
            None => {
                let _ = write!(self.text, "?snapshot{}", id.0);
            }
        }
    }
}

/// A jump that the short form writes without its label.
fn jumps_to_only_section(trace: &Trace, kind: &OpKind) -> bool {
    matches!((kind, trace.sections.as_slice()), (OpKind::Jump(Label::START, _), [only]) if only.label == Label::START)
}
