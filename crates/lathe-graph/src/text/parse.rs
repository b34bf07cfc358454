//! The parser: blocks and the instructions that traces do not have. The rest is shared with traces.

use crate::graph::{Block, Graph, Inst, Module};
use crate::inst::InstKind;
use crate::verify::{Rejection, Where, verify};
use lathe_ir::text::parts::{Cursor, Declarations, OpParser, Parsed, Scope, Token, lex, number_after};
use lathe_ir::text::{ParseError, Span};
use lathe_ir::{Descriptors, OpKind, Operand, SnapshotId};

/// Where blocks and instructions are in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphMap {
    blocks: Vec<Option<Span>>,
    insts: Vec<Span>,
    start: Option<Span>,
}

impl GraphMap {
    pub fn block(&self, block: Block) -> Option<Span> {
        self.blocks.get(block.index()).copied().flatten()
    }

    pub fn inst(&self, inst: Inst) -> Option<Span> {
        self.insts.get(inst.index()).copied()
    }

    fn error(&self, rejection: Rejection) -> ParseError {
        let span = match rejection.place {
            Where::Graph => None,
            Where::Block(block) => self.block(block),
            Where::Inst(inst) => self.inst(inst),
        };
        let first = Span { line: 1, col: 1, len: 1 };
        ParseError::new(span.or(self.start).unwrap_or(first), rejection.message)
    }
}

/// Blocks beyond this number are surely a slip of the pen, and tables are dense.
const MOST_BLOCKS: u32 = 1 << 20;

/// Reads a file and verifies its graph.
pub fn parse(source: &str) -> Result<(Module, GraphMap), ParseError> {
    let tokens = lex(source)?;
    let mut cursor = Cursor::new(&tokens);
    let mut declarations = Declarations::default();
    let mut item = None;
    while !cursor.at_end() {
        if declarations.parse(&mut cursor)? {
            continue;
        }
        let start = cursor;
        let end = skip(&mut cursor)?;
        if item.replace((start, end)).is_some() {
            return Err(ParseError::new(start.peek().span, "a file holds only one graph"));
        }
    }
    let mut scope = declarations.resolve()?;
    let Some((start, end)) = item else {
        return cursor.unexpected("a graph");
    };
    let (graph, map) = body(&mut scope, start, end)?;
    Ok((Module { descriptors: scope.descriptors, graph }, map))
}

/// Reads a graph without declarations and verifies it. The descriptors that come back also have the codes that only this
/// text names.
pub fn parse_graph(descriptors: &Descriptors, source: &str) -> Result<(Module, GraphMap), ParseError> {
    let tokens = lex(source)?;
    let start = Cursor::new(&tokens);
    let mut cursor = start;
    let end = skip(&mut cursor)?;
    if !cursor.at_end() {
        return cursor.unexpected("the end: here stands one graph, without declarations");
    }
    let mut scope = Scope::new(descriptors.clone());
    let (graph, map) = body(&mut scope, start, end)?;
    Ok((Module { descriptors: scope.descriptors, graph }, map))
}

/// Goes past a graph.
fn skip(cursor: &mut Cursor<'_>) -> Parsed<usize> {
    if !cursor.eat_word("graph") {
        return cursor.unexpected("a declaration (class, array, helper, object) or `graph`");
    }
    let mut depth = 0u32;
    while !cursor.at_end() {
        let token = cursor.advance();
        if token.is_sign("{") {
            depth += 1;
        } else if token.is_sign("}") {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                break;
            }
        }
    }
    Ok(cursor.pos)
}

fn body(scope: &mut Scope, start: Cursor<'_>, end: usize) -> Parsed<(Graph, GraphMap)> {
    let mut ops = OpParser::new(scope, start, end);
    ops.values.define_all(start, end)?;
    let mut parser = GraphParser {
        ops,
        graph: Graph::default(),
        map: GraphMap { start: Some(start.peek().span), ..GraphMap::default() },
        current: None,
        state: None,
        edges: Vec::new(),
        phis: Vec::new(),
        results: Vec::new(),
    };
    parser.graph_item()?;
    parser.finish()
}

struct GraphParser<'t, 's> {
    ops: OpParser<'t, 's>,
    graph: Graph,
    map: GraphMap,
    current: Option<Block>,
    /// The state that a guard without a snapshot takes.
    state: Option<SnapshotId>,
    /// Successors with their places in the text: edges are made in the order of block numbers, so that what is printed
    /// parses back to the same order of predecessors.
    edges: Vec<(Block, Vec<(Block, Span)>)>,
    phis: Vec<(Inst, Vec<PhiInput>)>,
    /// The instruction that has each result, made before the table of types is known.
    results: Vec<(Inst, lathe_ir::Value)>,
}

struct PhiInput {
    pred: Block,
    span: Span,
    operand: Operand,
}

impl<'t> GraphParser<'t, '_> {
    fn graph_item(&mut self) -> Parsed<()> {
        self.ops.cursor.advance();
        self.ops.cursor.expect("{")?;
        while !self.ops.cursor.eat("}") {
            if self.at_block_header() {
                self.end_block()?;
                self.block_header()?;
            } else if self.current.is_none() {
                return self.ops.cursor.unexpected("a block, such as `b0 -> b1:`");
            } else {
                self.statement()?;
            }
        }
        self.end_block()
    }

    fn at_block_header(&self) -> bool {
        let cursor = &self.ops.cursor;
        let next = cursor.nth(1);
        number_after('b', cursor.peek().word()).is_some()
            && (next.is_sign(":") || next.is_sign("->") || next.is_word("osr") || next.is_word("catch"))
    }

    fn block_name(&mut self) -> Parsed<Block> {
        let token = self.ops.cursor.peek();
        match number_after('b', token.word()) {
            Some(number) if number < MOST_BLOCKS => {
                self.ops.cursor.advance();
                Ok(Block(number))
            }
            Some(_) => Err(ParseError::new(token.span, "this block number is too large")),
            None => self.ops.cursor.unexpected("a block, such as `b3`"),
        }
    }

    fn block_header(&mut self) -> Parsed<()> {
        let span = self.ops.cursor.peek().span;
        let block = self.block_name()?;
        while self.graph.block_count() <= block.index() {
            let new = self.graph.new_block();
            // A hole until it is defined.
            self.graph.block_mut(new).removed = true;
            self.map.blocks.push(None);
        }
        if self.map.blocks[block.index()].replace(span).is_some() {
            return Err(ParseError::new(span, format!("`{block}` is there twice")));
        }
        self.graph.block_mut(block).removed = false;
        loop {
            if self.ops.cursor.eat_word("osr") {
                self.graph.block_mut(block).osr_entry = true;
            } else if self.ops.cursor.eat_word("catch") {
                self.graph.block_mut(block).catch_begin = true;
            } else {
                break;
            }
        }
        let mut succs = Vec::new();
        if self.ops.cursor.eat("->") {
            while !self.ops.cursor.at(":") {
                let span = self.ops.cursor.peek().span;
                succs.push((self.block_name()?, span));
                self.ops.cursor.separator(":")?;
            }
        }
        self.ops.cursor.expect(":")?;
        self.edges.push((block, succs));
        self.current = Some(block);
        self.state = None;
        Ok(())
    }

    /// Where nothing ends a block with one successor, control just goes on.
    fn end_block(&mut self) -> Parsed<()> {
        let Some(block) = self.current.take() else { return Ok(()) };
        let goes_on = self.edges.last().is_some_and(|(_, succs)| succs.len() == 1);
        if goes_on && self.graph.terminator(block).is_none() {
            let inst = self.graph.new_inst(InstKind::Goto, None);
            self.graph.append(block, inst);
            let span = self.map.blocks[block.index()].or(self.map.start);
            self.map.insts.extend(span);
        }
        Ok(())
    }

    fn statement(&mut self) -> Parsed<()> {
        let first = self.ops.cursor.peek();
        let result = self.ops.result_name()?;
        let mut kind = self.instruction(result)?;
        let span = first.span.to(self.ops.cursor.previous_span());
        if let Some(id) = kind.snapshot_mut() {
            *id = self.snapshot(span)?;
        } else if self.ops.cursor.at("{") {
            let message = format!("`{}` has no snapshot", kind.name());
            return Err(ParseError::new(self.ops.cursor.peek().span, message));
        }
        if let InstKind::SaveState(id) | InstKind::SafePoint(id) = kind {
            self.state = Some(id);
        }
        let value = result.map(|name| self.ops.values.resolve(name)).transpose()?;
        let inst = self.graph.new_inst(kind, None);
        if let Some(value) = value {
            self.results.push((inst, value));
        }
        if let Some(block) = self.current {
            self.graph.append(block, inst);
        }
        self.map.insts.push(span);
        Ok(())
    }

    /// The written snapshot, or the last state of the block.
    fn snapshot(&mut self, span: Span) -> Parsed<SnapshotId> {
        if self.ops.cursor.at("{") {
            let mut snapshot = self.ops.snapshot_block()?;
            self.ops.resolve_codes(&mut snapshot);
            return Ok(self.graph.add_snapshot(snapshot));
        }
        self.state.ok_or_else(|| {
            let message =
                "this needs a snapshot, `{ resume f@0(...) }`, or a savestate before it in its block";
            ParseError::new(span, message)
        })
    }

    /// An instruction without its snapshot.
    fn instruction(&mut self, result: Option<&Token<'t>>) -> Parsed<InstKind> {
        const LATER: SnapshotId = SnapshotId(u32::MAX);
        let name = self.ops.cursor.peek();
        let word = name.word();
        match word {
            "savestate" | "safepoint" => {
                self.ops.cursor.advance();
                // Empty parentheses may stand there, as behind every other name.
                if self.ops.cursor.eat("(") {
                    self.ops.close()?;
                }
                if !self.ops.cursor.at("{") {
                    return self.ops.cursor.unexpected("the state, `{ resume f@0(...) }`");
                }
                let state = word == "savestate";
                Ok(if state { InstKind::SaveState(LATER) } else { InstKind::SafePoint(LATER) })
            }
            "inlined" => {
                self.ops.cursor.advance();
                let call = self.ops.cursor.peek();
                match self.ops.operation(None)? {
                    OpKind::Call(helper, args) => Ok(InstKind::InlinedCall(helper, args)),
                    _ => Err(ParseError::new(call.span, "only a call can be inlined")),
                }
            }
            "parameter" | "phi" | "null_check" | "return_inlined" | "if" | "return"
                if self.ops.cursor.nth(1).is_sign("(") =>
            {
                self.ops.cursor.advance();
                self.graph_instruction(name)
            }
            _ => {
                let ty = result.and_then(|name| self.ops.values.resolve(name).ok());
                let ty = ty.map(|value| self.ops.values.ty(value));
                self.ops.operation(ty).map(InstKind::Op)
            }
        }
    }

    fn graph_instruction(&mut self, name: &Token<'t>) -> Parsed<InstKind> {
        Ok(match name.word() {
            "parameter" => {
                self.ops.open(name, 1, 1)?;
                let number = self.ops.cursor.small_number("the number of a parameter")?;
                self.ops.close()?;
                InstKind::Parameter(number)
            }
            "phi" => {
                self.ops.cursor.expect("(")?;
                let mut inputs = Vec::new();
                while !self.ops.cursor.eat(")") {
                    let span = self.ops.cursor.peek().span;
                    let pred = self.block_name()?;
                    self.ops.cursor.expect(":")?;
                    inputs.push(PhiInput { pred, span, operand: self.ops.operand()? });
                }
                self.phis.push((Inst(self.graph.inst_count() as u32), inputs));
                InstKind::Phi(Vec::new())
            }
            "null_check" => InstKind::NullCheck(self.ops.one_operand(name)?, SnapshotId(u32::MAX)),
            "return_inlined" => {
                self.ops.open(name, 0, 0)?;
                self.ops.close()?;
                InstKind::InlinedReturn
            }
            "if" => InstKind::If(self.ops.one_operand(name)?),
            _ => {
                self.ops.cursor.expect("(")?;
                InstKind::Return(self.ops.operands()?)
            }
        })
    }

    fn finish(mut self) -> Parsed<(Graph, GraphMap)> {
        let start = self.map.start.unwrap_or(Span { line: 1, col: 1, len: 1 });
        if self.map.block(Block::ENTRY).is_none() {
            return Err(ParseError::new(start, "a graph starts at `b0`, and there is none"));
        }
        self.edges.sort_by_key(|&(block, _)| block);
        for (block, succs) in &self.edges {
            for &(succ, span) in succs {
                if self.map.block(succ).is_none() {
                    return Err(ParseError::new(span, format!("there is no block `{succ}`")));
                }
                self.graph.add_edge(*block, succ);
            }
        }
        self.graph.set_types(self.ops.values.types());
        for &(inst, value) in &self.results {
            self.graph.define(inst, value);
        }
        for (phi, inputs) in std::mem::take(&mut self.phis) {
            self.phi(phi, inputs)?;
        }
        verify(&self.ops.scope.descriptors, &self.graph).map_err(|rejection| self.map.error(rejection))?;
        Ok((self.graph, self.map))
    }

    /// Puts a phi's inputs in the order of the predecessors.
    fn phi(&mut self, phi: Inst, inputs: Vec<PhiInput>) -> Parsed<()> {
        let Some(block) = self.graph.inst(phi).block else { return Ok(()) };
        let preds = self.graph.block(block).preds.clone();
        let mut operands = vec![None; preds.len()];
        for input in inputs {
            let Some(index) = preds.iter().position(|&pred| pred == input.pred) else {
                let message = format!("`{}` is not a predecessor of `{block}`", input.pred);
                return Err(ParseError::new(input.span, message));
            };
            if operands[index].replace(input.operand).is_some() {
                let message = format!("there are two inputs for `{}`", input.pred);
                return Err(ParseError::new(input.span, message));
            }
        }
        if let Some(index) = operands.iter().position(Option::is_none) {
            let span = self.map.insts[phi.index()];
            return Err(ParseError::new(span, format!("there is no input for `{}`", preds[index])));
        }
        self.graph.inst_mut(phi).kind = InstKind::Phi(operands.into_iter().flatten().collect());
        Ok(())
    }
}
