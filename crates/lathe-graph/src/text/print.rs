//! The printer. It prints broken graphs too, as well as it can: assertions print what they found.

use crate::graph::{Block, Graph, Inst, Module};
use crate::inst::InstKind;
use crate::rpo::Rpo;
use lathe_ir::text::parts::{Names, op_text, operand_name, snapshot_text, value_name};
use lathe_ir::text::print_descriptors;
use lathe_ir::{Descriptors, Op, Operand, Snapshot};
use std::fmt::Write;

/// A whole file.
pub fn print_module(module: &Module) -> String {
    let mut text = print_descriptors(&module.descriptors);
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&print_graph(&module.descriptors, &module.graph));
    text
}

/// Blocks in reverse post-order, those that cannot be reached behind them.
pub fn print_graph(descriptors: &Descriptors, graph: &Graph) -> String {
    let rpo = Rpo::compute(graph);
    let lost = graph.blocks().filter(|&block| !rpo.is_reachable(block));
    let printer = Printer { names: Names::new(descriptors), graph };
    let mut text = "graph {\n".to_string();
    for block in rpo.order.iter().copied().chain(lost) {
        printer.block(block, &mut text);
    }
    text.push_str("}\n");
    text
}

/// One block: a line with its edges, then its instructions.
pub fn print_block(descriptors: &Descriptors, graph: &Graph, block: Block) -> String {
    let mut text = String::new();
    Printer { names: Names::new(descriptors), graph }.block(block, &mut text);
    text
}

/// One instruction without its snapshot.
pub fn print_inst(descriptors: &Descriptors, graph: &Graph, inst: Inst) -> String {
    Printer { names: Names::new(descriptors), graph }.inst(inst, "; ")
}

struct Printer<'a> {
    names: Names<'a>,
    graph: &'a Graph,
}

impl Printer<'_> {
    fn block(&self, block: Block, text: &mut String) {
        let data = self.graph.block(block);
        let _ = write!(text, "{block}");
        if data.osr_entry {
            text.push_str(" osr");
        }
        if data.catch_begin {
            text.push_str(" catch");
        }
        if !data.succs.is_empty() {
            let succs: Vec<String> = data.succs.iter().map(Block::to_string).collect();
            let _ = write!(text, " -> {}", succs.join(", "));
        }
        text.push_str(":\n");
        // The state that is understood where a guard shows none.
        let mut state: Option<&Snapshot> = None;
        for &inst in &data.insts {
            let kind = self.graph.kind(inst);
            if matches!(kind, InstKind::Goto) {
                continue;
            }
            let _ = write!(text, "  {}", self.inst(inst, "\n  "));
            let snapshot = kind.snapshot().map(|id| self.graph.snapshots().get(id.index()));
            let is_state = matches!(kind, InstKind::SaveState(_) | InstKind::SafePoint(_));
            match snapshot {
                Some(Some(snapshot)) => {
                    if is_state || state != Some(snapshot) {
                        let _ = write!(text, " {}", snapshot_text(&self.names, self.graph.types(), snapshot));
                    }
                    if is_state {
                        state = Some(snapshot);
                    }
                }
                Some(None) => text.push_str(" { ?snapshot }"),
                None => {}
            }
            text.push('\n');
        }
    }

    fn inst(&self, inst: Inst, line_break: &str) -> String {
        let data = self.graph.inst(inst);
        let types = self.graph.types();
        let operand = |operand: &Operand| operand_name(self.names.descriptors, types, *operand);
        let list = |operands: &[Operand]| operands.iter().map(operand).collect::<Vec<_>>().join(", ");
        let text = match &data.kind {
            InstKind::Op(kind) => {
                let op = Op { result: data.result, kind: kind.clone() };
                return op_text(&self.names, types, &op, false, line_break);
            }
            InstKind::Parameter(number) => format!("parameter({number})"),
            InstKind::Phi(inputs) => {
                let preds = data.block.map_or(&[][..], |block| &self.graph.block(block).preds);
                let mut inputs: Vec<_> = (inputs.iter().enumerate())
                    .map(|(index, input)| (preds.get(index), operand(input)))
                    .collect();
                inputs.sort_by_key(|&(pred, _)| pred);
                let inputs: Vec<String> = (inputs.into_iter())
                    .map(|(pred, input)| match pred {
                        Some(pred) => format!("{pred}: {input}"),
                        None => format!("?: {input}"),
                    })
                    .collect();
                format!("phi({})", inputs.join(", "))
            }
            InstKind::NullCheck(reference, _) => format!("null_check({})", operand(reference)),
            InstKind::SaveState(_) => "savestate".to_string(),
            InstKind::SafePoint(_) => "safepoint".to_string(),
            InstKind::InlinedCall(helper, args) => {
                let mut words = vec![self.names.helper(*helper)];
                words.extend(args.iter().map(operand));
                format!("inlined call({})", words.join(", "))
            }
            InstKind::InlinedReturn => "return_inlined()".to_string(),
            InstKind::If(condition) => format!("if({})", operand(condition)),
            InstKind::Goto => "goto".to_string(),
            InstKind::Return(results) => format!("return({})", list(results)),
        };
        match data.result {
            Some(value) => format!("{} = {text}", value_name(types, value)),
            None => text,
        }
    }
}
