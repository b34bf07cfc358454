//! Every rule of graphs.
//!
//! A graph may be trusted once [`verify`] accepts it: analyses, passes, evaluator and code generation do not check these
//! again. Rules hold before and after every pass.
//!
//! Blocks and edges:
//!
//!  1. There is an entry, `b0`, that nothing leads to and that has no marks.
//!  2. Every block can be reached from the entry.
//!  3. A block is among the predecessors of its successors exactly once, and the other way round; its successors are
//!     distinct.
//!  4. A block ends in `if` (two successors), `return` or `exit` (none), or just goes on (one), and these stand nowhere else.
//!
//! Values:
//!
//!  5. Parameters stand in the entry and are numbered 0, 1, …, each once.
//!  6. Phis stand first in a block, not in the entry, and have an input for each predecessor, of the phi's type, that is defined at
//!     the predecessor's end.
//!  7. A value is defined once, by the instruction that the graph says, and its definition dominates its uses, those in
//!     snapshots included.
//!
//! Instructions:
//!
//!  8. For ops, the rules of traces hold that are about single ops (3, 5, 6, 9, 11 to 18 of `lathe_ir::verify`); the guards that
//!     belong to a call stand in its block. Rule 10 does not hold: a block may never be reached. There is no `jump` and no `finish`.
//!  9. `if` takes an int; every `return` has as many results as the others, of the same types.
//! 10. `null_check` takes a reference and gives one.
//! 11. The states of `savestate` and `safepoint` have no delayed stores.
//! 12. An immutable field is set, and an immutable array's item, only in an object that the same block created, while nothing
//!     but reads and writes of its own contents has used it. So whoever else reads an immutable field always reads the same.
//! 13. `return_inlined` ends the innermost open inlined call. All ways to a block have the same calls open, and `return` has none.

use crate::dominators::DominatorTree;
use crate::graph::{Block, Graph, Inst};
use crate::inst::InstKind;
use crate::text::{print_graph, print_inst};
use lathe_ir::verify::{Due, OpRules};
use lathe_ir::{Descriptors, Location, Op, OpKind, Operand, Type, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// What a rejection is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Graph,
    Block(Block),
    Inst(Inst),
}

/// Why a graph is not valid, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    pub place: Where,
    pub message: String,
}

impl Rejection {
    /// The message with the text of the instruction.
    pub fn render(&self, descriptors: &Descriptors, graph: &Graph) -> String {
        match self.place {
            Where::Graph => self.message.clone(),
            Where::Block(block) => format!("{block}: {}", self.message),
            Where::Inst(inst) => {
                let block = graph.inst(inst).block.map(|b| format!("{b}, ")).unwrap_or_default();
                format!("{block}`{}`: {}", print_inst(descriptors, graph, inst), self.message)
            }
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Where::Graph => f.write_str(&self.message),
            Where::Block(block) => write!(f, "{block}: {}", self.message),
            Where::Inst(inst) => write!(f, "instruction {}: {}", inst.0, self.message),
        }
    }
}

impl std::error::Error for Rejection {}

/// Checks a graph.
pub fn verify(descriptors: &Descriptors, graph: &Graph) -> Result<(), Rejection> {
    edges(graph)?;
    let dominators = DominatorTree::compute(graph);
    reachable(graph, &dominators)?;
    Checker {
        descriptors,
        graph,
        rules: OpRules::new(descriptors, graph.types(), graph.snapshots()),
        results: None,
        parameters: FxHashMap::default(),
    }
    .walk(&dominators)?;
    inlining(graph, &dominators)
}

/// Panics with the text of the graph if it is not valid: a bug of the pass that made it.
#[track_caller]
pub fn expect_valid(descriptors: &Descriptors, graph: &Graph, after: &str) {
    if let Err(rejection) = verify(descriptors, graph) {
        let message = rejection.render(descriptors, graph);
        panic!("not valid after {after}: {message}\n{}", print_graph(descriptors, graph));
    }
}

type Checked<T = ()> = Result<T, Rejection>;

fn reject<T>(place: Where, message: impl Into<String>) -> Checked<T> {
    Err(Rejection { place, message: message.into() })
}

/// Rules 1, 3 and 4, as far as edges go.
fn edges(graph: &Graph) -> Checked {
    if graph.block_count() == 0 || graph.block(Block::ENTRY).removed {
        return reject(Where::Graph, "a graph has an entry, `b0`");
    }
    let entry = graph.block(Block::ENTRY);
    if let Some(pred) = entry.preds.first() {
        return reject(Where::Block(Block::ENTRY), format!("the entry has a predecessor, `{pred}`"));
    }
    if entry.osr_entry || entry.catch_begin {
        return reject(Where::Block(Block::ENTRY), "the entry cannot be marked");
    }
    for block in graph.blocks() {
        let data = graph.block(block);
        if let Some(succ) = (1..data.succs.len()).find(|&i| data.succs[..i].contains(&data.succs[i])) {
            let message = format!("`{}` is a successor twice", data.succs[succ]);
            return reject(Where::Block(block), message);
        }
        for &succ in &data.succs {
            if succ.index() >= graph.block_count() || graph.block(succ).removed {
                return reject(Where::Block(block), format!("there is no block `{succ}`"));
            }
            if graph.block(succ).preds.iter().filter(|&&pred| pred == block).count() != 1 {
                return reject(Where::Block(block), format!("`{succ}` does not know this predecessor"));
            }
        }
        for &pred in &data.preds {
            if pred.index() >= graph.block_count() || !graph.block(pred).succs.contains(&block) {
                return reject(Where::Block(block), format!("`{pred}` does not lead here"));
            }
        }
    }
    Ok(())
}

/// Rule 2.
fn reachable(graph: &Graph, dominators: &DominatorTree) -> Checked {
    let lost: Vec<Block> = graph.blocks().filter(|&block| !dominators.is_reachable(block)).collect();
    let Some(&first) = lost.first() else { return Ok(()) };
    let names: Vec<String> = lost.iter().map(|block| format!("`{block}`")).collect();
    reject(Where::Block(first), format!("cannot be reached: {}", names.join(", ")))
}

struct Checker<'a> {
    descriptors: &'a Descriptors,
    graph: &'a Graph,
    rules: OpRules<'a>,
    /// The types of the first `return`.
    results: Option<Vec<Type>>,
    parameters: FxHashMap<u32, Inst>,
}

impl Checker<'_> {
    /// Goes through the dominator tree; what a block defines is defined in all that it dominates.
    fn walk(&mut self, dominators: &DominatorTree) -> Checked {
        let mut open: Vec<Block> = Vec::new();
        for &block in dominators.preorder() {
            while let Some(&last) = open.last() {
                if dominators.dominates(last, block) {
                    break;
                }
                for &inst in &self.graph.block(last).insts {
                    if let Some(value) = self.graph.inst(inst).result {
                        self.rules.undefine(value);
                    }
                }
                open.pop();
            }
            self.block(block)?;
            open.push(block);
        }
        let count = self.parameters.len() as u32;
        match self.parameters.iter().find(|(number, _)| **number >= count) {
            Some((_, &inst)) => reject(Where::Inst(inst), "the numbers of parameters have a gap"),
            None => Ok(()),
        }
    }

    fn block(&mut self, block: Block) -> Checked {
        let graph = self.graph;
        let insts = &graph.block(block).insts;
        let mut due = Due::NOTHING;
        let mut phis_are_over = false;
        let mut unseen: FxHashSet<Value> = FxHashSet::default();
        for (position, &inst) in insts.iter().enumerate() {
            let data = graph.inst(inst);
            let is_last = position + 1 == insts.len();
            let at = Where::Inst(inst);
            if data.block != Some(block) {
                return reject(at, format!("the instruction does not know that it is in `{block}`"));
            }
            if data.kind.is_terminator() && !is_last {
                return reject(at, format!("nothing may follow `{}`", data.kind.name()));
            }
            if let Some(value) = data.result
                && (value.index() >= graph.value_count() || graph.definition(value) != Some(inst))
            {
                return reject(at, "the graph names another definition of this value");
            }
            if data.kind.is_phi() && (phis_are_over || block == Block::ENTRY) {
                return reject(at, "phis stand first in a block, and not in the entry");
            }
            phis_are_over |= !data.kind.is_phi();
            let result = self.inst(block, inst, due).map_err(|message| Rejection { place: at, message })?;
            due = result;
            self.construction(&data.kind, data.result, &mut unseen)
                .map_err(|message| Rejection { place: at, message })?;
        }
        self.end(block)?;
        self.inputs(block)
    }

    /// Rules 7 to 10 for one instruction; defines its result.
    fn inst(&mut self, block: Block, inst: Inst, due: Due) -> Result<Due, String> {
        let data = self.graph.inst(inst);
        let result = data.result;
        match &data.kind {
            InstKind::Op(OpKind::Jump(..) | OpKind::Finish(_)) => {
                return Err(format!("`{}` is for traces", data.kind.name()));
            }
            InstKind::Op(kind) => {
                // Rule 10 of traces asks what is never reached; a graph cannot say.
                self.rules.maybe_unreachable = true;
                let op = Op { result, kind: kind.clone() };
                return self.rules.op(&op, due, false);
            }
            InstKind::Parameter(number) => {
                if block != Block::ENTRY {
                    return Err("parameters stand in the entry".to_string());
                }
                if self.parameters.insert(*number, inst).is_some() {
                    return Err(format!("there are two parameters {number}"));
                }
                self.defines(result, None)?;
            }
            InstKind::Phi(inputs) => {
                let wanted = self.graph.block(block).preds.len();
                if inputs.len() != wanted {
                    return Err(format!(
                        "`{block}` has {wanted} predecessors, the phi {} inputs",
                        inputs.len()
                    ));
                }
                self.defines(result, None)?;
            }
            InstKind::NullCheck(reference, state) => {
                self.rules.typed("null_check", &[*reference], &[Type::Ref])?;
                self.rules.snapshot(*state)?;
                self.defines(result, Some(Type::Ref))?;
            }
            InstKind::SaveState(state) | InstKind::SafePoint(state) => {
                self.rules.label_snapshot(*state).map_err(|message| message.replace("a label", "a state"))?;
                self.has_no_result(&data.kind, result)?;
            }
            InstKind::InlinedCall(helper, args) => {
                self.rules.operands(&OpKind::Call(*helper, args.clone()))?;
                self.has_no_result(&data.kind, result)?;
            }
            InstKind::If(condition) => {
                self.rules.typed("if", &[*condition], &[Type::Int])?;
                self.has_no_result(&data.kind, result)?;
            }
            InstKind::Return(results) => {
                let types = results.iter().map(|&r| self.rules.operand(r)).collect::<Result<Vec<_>, _>>()?;
                if self.results.get_or_insert_with(|| types.clone()) != &types {
                    return Err("another `return` has other results".to_string());
                }
                self.has_no_result(&data.kind, result)?;
            }
            InstKind::InlinedReturn | InstKind::Goto => self.has_no_result(&data.kind, result)?,
        }
        if due == Due::NOTHING {
            return Ok(Due::NOTHING);
        }
        Err(format!("the guards of the call before must follow it, not `{}`", data.kind.name()))
    }

    fn defines(&mut self, result: Option<Value>, ty: Option<Type>) -> Result<(), String> {
        let Some(value) = result else { return Err("its result needs a name".to_string()) };
        let found = self.rules.value_type(value)?;
        if ty.is_some_and(|ty| ty != found) {
            return Err(format!("`{}` has the wrong type", self.rules.name(value)));
        }
        if self.rules.is_defined(value) {
            return Err(format!("`{}` is defined twice", self.rules.name(value)));
        }
        self.rules.define(value, false)
    }

    fn has_no_result(&self, kind: &InstKind, result: Option<Value>) -> Result<(), String> {
        match result {
            None => Ok(()),
            Some(value) => Err(format!(
                "`{}` has no result, so `{}` stands for nothing",
                kind.name(),
                self.rules.name(value)
            )),
        }
    }

    /// Rule 12. `unseen` are the objects that this block created and nothing else has seen.
    fn construction(
        &self,
        kind: &InstKind,
        result: Option<Value>,
        unseen: &mut FxHashSet<Value>,
    ) -> Result<(), String> {
        let (location, base) = match kind {
            InstKind::Op(OpKind::Set(base, field, _)) => (Some(Location::Field(*field)), Some(*base)),
            InstKind::Op(OpKind::SetItem(class, base, ..)) => (Some(Location::Items(*class)), Some(*base)),
            InstKind::Op(OpKind::Get(base, _) | OpKind::GetItem(_, base, _) | OpKind::ArrayLen(_, base)) => {
                (None, Some(*base))
            }
            _ => (None, None),
        };
        if let Some(location) = location.filter(|&location| self.descriptors.is_immutable(location)) {
            let fresh = base.and_then(Operand::as_value).is_some_and(|v| unseen.contains(&v));
            if !fresh {
                let what = match location {
                    Location::Field(field) => format!("field `{}` is", self.descriptors.field(field).name),
                    Location::Items(class) => {
                        format!("items of `{}` are", self.descriptors.class(class).name)
                    }
                };
                return Err(format!(
                    "{what} immutable, and the object is not new in this block, or no longer unseen"
                ));
            }
        }
        let mut uses_as_base = base.is_some();
        kind.for_each_operand(|operand| {
            // The base is the first operand of all these.
            let skip = std::mem::take(&mut uses_as_base);
            if let (false, Operand::Value(v)) = (skip, operand) {
                unseen.remove(&v);
            }
        });
        if let (InstKind::Op(OpKind::New(_) | OpKind::NewArray(..)), Some(value)) = (kind, result) {
            unseen.insert(value);
        }
        Ok(())
    }

    /// Rule 4.
    fn end(&self, block: Block) -> Checked {
        let Some(last) = self.graph.terminator(block) else {
            return reject(
                Where::Block(block),
                "a block ends in `if`, `return` or `exit`, or has one successor",
            );
        };
        let wanted = match self.graph.kind(last) {
            InstKind::If(_) => 2,
            InstKind::Goto => 1,
            _ => 0,
        };
        let found = self.graph.block(block).succs.len();
        if found == wanted {
            return Ok(());
        }
        let name = self.graph.kind(last).name();
        reject(
            Where::Inst(last),
            format!("a block that ends in `{name}` has {wanted} successors, not {found}"),
        )
    }

    /// Rule 6: what this block, at its end, brings to the phis of its successors.
    fn inputs(&self, block: Block) -> Checked {
        for &succ in &self.graph.block(block).succs {
            for phi in self.graph.phis(succ) {
                let data = self.graph.inst(phi);
                let (Some(input), Some(result)) = (self.graph.phi_input(phi, block), data.result) else {
                    return reject(Where::Inst(phi), format!("there is no input for `{block}`"));
                };
                let wanted = self.rules.value_type(result).unwrap_or(Type::Int);
                let name = format!("the phi, from `{block}`,");
                self.rules
                    .typed(&name, &[input], &[wanted])
                    .map_err(|message| Rejection { place: Where::Inst(phi), message })?;
            }
        }
        Ok(())
    }
}

/// Rule 13. The open calls at each place are a list, shared between blocks.
fn inlining(graph: &Graph, dominators: &DominatorTree) -> Checked {
    /// The call and what was open before it.
    type Open = Option<usize>;
    let mut lists: Vec<(Inst, Open)> = Vec::new();
    let mut at_entry: Vec<Option<Open>> = vec![None; graph.block_count()];
    at_entry[Block::ENTRY.index()] = Some(None);
    let mut work = vec![Block::ENTRY];
    debug_assert!(dominators.is_reachable(Block::ENTRY));
    while let Some(block) = work.pop() {
        let mut open = at_entry[block.index()].flatten();
        for &inst in &graph.block(block).insts {
            match graph.kind(inst) {
                InstKind::InlinedCall(..) => {
                    lists.push((inst, open));
                    open = Some(lists.len() - 1);
                }
                InstKind::InlinedReturn => match open {
                    Some(last) => open = lists[last].1,
                    None => return reject(Where::Inst(inst), "no inlined call is open here"),
                },
                InstKind::Return(_) if open.is_some() => {
                    return reject(Where::Inst(inst), "an inlined call is still open here");
                }
                _ => {}
            }
        }
        for &succ in &graph.block(block).succs {
            match at_entry[succ.index()] {
                None => {
                    at_entry[succ.index()] = Some(open);
                    work.push(succ);
                }
                Some(other) if other == open => {}
                Some(_) => {
                    return reject(Where::Block(succ), "not all ways here have the same inlined calls open");
                }
            }
        }
    }
    Ok(())
}
