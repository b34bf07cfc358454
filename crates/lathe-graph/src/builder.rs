//! Graphs made by a program.
//!
//! ```text
//! let mut b = GraphBuilder::new(&descriptors);
//! let (entry, header, body, after) = (b.block(), b.block(), b.block(), b.block());
//! let n = b.parameter(Type::Int);
//! b.goto(entry, header);
//! let i = b.phi(header, Type::Int);
//! let more = b.op(header, OpKind::IntCompare(IntCompare::Lt, i.into(), n.into()));
//! b.branch(header, more, body, after);
//! ...
//! b.phi_input(i, entry, Operand::int(0));
//! b.phi_input(i, body, next);
//! let graph = b.finish()?;
//! ```
//!
//! Phis get their inputs by predecessor, in any order, when the edges are there.

use crate::graph::{Block, Graph, Inst};
use crate::inst::InstKind;
use crate::verify::{Rejection, verify};
use lathe_ir::{Descriptors, HelperId, OpKind, Operand, Snapshot, SnapshotId, Type, Value};

#[derive(Debug)]
pub struct GraphBuilder<'a> {
    descriptors: &'a Descriptors,
    graph: Graph,
    parameters: u32,
    /// Phi, predecessor, input.
    inputs: Vec<(Inst, Block, Operand)>,
}

impl<'a> GraphBuilder<'a> {
    pub fn new(descriptors: &'a Descriptors) -> GraphBuilder<'a> {
        GraphBuilder { descriptors, graph: Graph::default(), parameters: 0, inputs: Vec::new() }
    }

    /// A new block; the first is the entry.
    pub fn block(&mut self) -> Block {
        self.graph.new_block()
    }

    pub fn osr_entry(&mut self, block: Block) {
        self.graph.block_mut(block).osr_entry = true;
    }

    pub fn catch_begin(&mut self, block: Block) {
        self.graph.block_mut(block).catch_begin = true;
    }

    /// The next argument of the graph.
    pub fn parameter(&mut self, ty: Type) -> Value {
        let kind = InstKind::Parameter(self.parameters);
        self.parameters += 1;
        self.with_result(Block::ENTRY, kind, ty)
    }

    /// A phi; its inputs come by [`GraphBuilder::phi_input`].
    pub fn phi(&mut self, block: Block, ty: Type) -> Value {
        self.with_result(block, InstKind::Phi(Vec::new()), ty)
    }

    pub fn phi_input(&mut self, phi: Value, pred: Block, input: Operand) {
        let inst = self.graph.definition(phi).expect("a phi of this builder");
        self.inputs.push((inst, pred, input));
    }

    pub fn snapshot(&mut self, snapshot: Snapshot) -> SnapshotId {
        self.graph.add_snapshot(snapshot)
    }

    /// An op that has a result.
    pub fn op(&mut self, block: Block, kind: OpKind) -> Value {
        let ty = self.result_type(&kind).expect("an op with a result");
        self.with_result(block, InstKind::Op(kind), ty)
    }

    /// An op that has none.
    pub fn effect(&mut self, block: Block, kind: OpKind) {
        self.graph.push(block, InstKind::Op(kind), None);
    }

    pub fn result_type(&self, kind: &OpKind) -> Option<Type> {
        kind.result_type(self.descriptors, |operand| self.graph.operand_type(operand))
    }

    pub fn null_check(&mut self, block: Block, reference: Operand, state: SnapshotId) -> Value {
        self.with_result(block, InstKind::NullCheck(reference, state), Type::Ref)
    }

    pub fn safepoint(&mut self, block: Block, state: SnapshotId) {
        self.graph.push(block, InstKind::SafePoint(state), None);
    }

    pub fn save_state(&mut self, block: Block, state: SnapshotId) {
        self.graph.push(block, InstKind::SaveState(state), None);
    }

    pub fn inlined_call(&mut self, block: Block, helper: HelperId, args: Vec<Operand>) {
        self.graph.push(block, InstKind::InlinedCall(helper, args), None);
    }

    pub fn inlined_return(&mut self, block: Block) {
        self.graph.push(block, InstKind::InlinedReturn, None);
    }

    pub fn goto(&mut self, block: Block, to: Block) {
        self.graph.push(block, InstKind::Goto, None);
        self.graph.add_edge(block, to);
    }

    pub fn branch(&mut self, block: Block, condition: impl Into<Operand>, yes: Block, no: Block) {
        self.graph.push(block, InstKind::If(condition.into()), None);
        self.graph.add_edge(block, yes);
        self.graph.add_edge(block, no);
    }

    pub fn ret(&mut self, block: Block, results: Vec<Operand>) {
        self.graph.push(block, InstKind::Return(results), None);
    }

    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    fn with_result(&mut self, block: Block, kind: InstKind, ty: Type) -> Value {
        let value = self.graph.new_value(ty);
        let inst = self.graph.new_inst(kind, Some(value));
        self.graph.append(block, inst);
        value
    }

    /// The graph without a check; missing inputs of phis are zero or null.
    pub fn finish_unverified(mut self) -> Graph {
        for block in self.graph.blocks().collect::<Vec<_>>() {
            let count = self.graph.block(block).preds.len();
            for phi in self.graph.phis(block).collect::<Vec<_>>() {
                let ty = self.graph.inst(phi).result.map_or(Type::Int, |v| self.graph.ty(v));
                if let InstKind::Phi(inputs) = &mut self.graph.inst_mut(phi).kind {
                    inputs.resize(count, Operand::Const(ty.zero()));
                }
            }
        }
        for (phi, pred, input) in std::mem::take(&mut self.inputs) {
            self.graph.set_phi_input(phi, pred, input);
        }
        self.graph
    }

    /// The graph, if it is valid.
    pub fn finish(self) -> Result<Graph, Rejection> {
        let descriptors = self.descriptors;
        let graph = self.finish_unverified();
        verify(descriptors, &graph)?;
        Ok(graph)
    }
}
