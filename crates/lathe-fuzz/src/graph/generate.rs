//! A tape becomes a graph.
//!
//! The generator writes a little structured program with variables, as a compiler would: statements assign variables, joins
//! and loops make phis of them. What an instruction needs to be defined (a class, an index in range, a divisor) is checked by a
//! guard before it, somewhere above. Guards mostly hold in the first state: for references, the generator knows what they would
//! be if nothing had been written.

use super::liveness::{Extras, Point, fill_states};
use crate::state::State;
use crate::tape::Tape;
use lathe_graph::{Block, Graph, GraphBuilder};
use lathe_ir::eval::Datum;
use lathe_ir::{ClassId, Descriptors, OpKind, Operand, Resume, Snapshot, SnapshotId, Type, Value};

/// How many instructions a graph has at most, more or less.
const BUDGET: u32 = 70;

#[derive(Clone, Debug)]
pub struct GraphCase {
    pub graph: Graph,
    /// By snapshot: where it stands.
    pub points: Vec<Point>,
    pub states: Vec<State>,
}

impl GraphCase {
    /// The case that a tape stands for.
    pub fn generate(descriptors: &Descriptors, tape: &mut Tape) -> GraphCase {
        let first = State::random(descriptors, tape);
        let mut generator = Generator::new(descriptors, tape, &first);
        generator.program();
        let Generator { builder, extras, .. } = generator;
        let mut graph = builder.finish_unverified();
        // Blocks that were made in case something leads there.
        for block in graph.blocks().collect::<Vec<_>>() {
            if block != Block::ENTRY && graph.block(block).preds.is_empty() {
                graph.remove_block(block);
            }
        }
        let points = fill_states(&mut graph, &extras);
        let mut states = vec![first];
        while states.len() < 5 && tape.more(3) {
            let variation = states[0].vary(descriptors, tape);
            states.push(variation);
        }
        GraphCase { graph, points, states }
    }
}

/// A value, and what it would be in the first state if nothing had been written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Known {
    pub operand: Operand,
    pub ty: Type,
    pub guess: Option<Datum>,
}

pub(super) struct Generator<'a> {
    pub descriptors: &'a Descriptors,
    pub tape: &'a mut Tape,
    pub state: &'a State,
    pub builder: GraphBuilder<'a>,
    pub extras: Vec<Extras>,
    /// Where the next instruction goes; `None` when control has left.
    pub at: Option<Block>,
    /// The variables; their types never change.
    pub variables: Vec<Known>,
    /// Every value that is defined here.
    pub pool: Vec<Known>,
    /// Objects whose class was checked above.
    pub classes: Vec<(Operand, ClassId)>,
    /// Ops that may be done once more: what they need was checked above.
    pub repeatable: Vec<OpKind>,
    /// The state that a guard may share: nothing was written or observed since.
    pub shared: Option<SnapshotId>,
    pub budget: u32,
    pub depth: u32,
    pub loops: Vec<super::loops::OpenLoop>,
}

/// What is in scope at some point.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    variables: Vec<Known>,
    pool: usize,
    classes: usize,
    repeatable: usize,
}

impl<'a> Generator<'a> {
    fn new(descriptors: &'a Descriptors, tape: &'a mut Tape, state: &'a State) -> Generator<'a> {
        let mut builder = GraphBuilder::new(descriptors);
        let entry = builder.block();
        let mut pool = Vec::new();
        for &arg in &state.args {
            let value = builder.parameter(arg.ty());
            pool.push(Known { operand: value.into(), ty: arg.ty(), guess: Some(arg) });
        }
        let budget = 10 + tape.below(BUDGET);
        Generator {
            descriptors,
            tape,
            state,
            builder,
            extras: Vec::new(),
            at: Some(entry),
            variables: Vec::new(),
            pool,
            classes: Vec::new(),
            repeatable: Vec::new(),
            shared: None,
            budget,
            depth: 0,
            loops: Vec::new(),
        }
    }

    fn program(&mut self) {
        let first = self.builder.block();
        if let Some(entry) = self.at {
            self.builder.goto(entry, first);
        }
        self.at = Some(first);
        for ty in [Type::Int, Type::Int, Type::Ref, Type::Ref, Type::Float] {
            let initial = self.pick(ty);
            self.variables.push(initial);
        }
        self.statements();
        self.end();
    }

    /// Returns the variables.
    pub fn end(&mut self) {
        if let Some(block) = self.at.take() {
            let results = self.variables.iter().map(|known| known.operand).collect();
            self.builder.ret(block, results);
        }
    }

    pub fn block(&self) -> Block {
        self.at.expect("statements stand where control is")
    }

    pub fn start(&mut self, block: Block) {
        self.at = Some(block);
        self.shared = None;
    }

    pub fn scope(&self) -> Scope {
        Scope {
            variables: self.variables.clone(),
            pool: self.pool.len(),
            classes: self.classes.len(),
            repeatable: self.repeatable.len(),
        }
    }

    /// Back to what was in scope; variables as they were.
    pub fn restore(&mut self, scope: &Scope) {
        self.variables = scope.variables.clone();
        self.close(scope);
    }

    /// Forgets values that are not defined any more; variables stay as they are.
    pub fn close(&mut self, scope: &Scope) {
        self.pool.truncate(scope.pool);
        self.classes.truncate(scope.classes);
        self.repeatable.truncate(scope.repeatable);
    }

    /// A snapshot whose contents come later.
    pub fn new_state(&mut self) -> SnapshotId {
        let extras = Extras { twice: self.tape.one_in(6), boxed: self.tape.one_in(9) };
        self.extras.push(extras);
        let code = crate::world::TRACE_CODE;
        self.builder.snapshot(Snapshot::single(Resume::Reexecute, code, 0, Vec::new()))
    }

    /// The state for a guard: the one above, if it may be shared, or its own.
    pub fn guard_state(&mut self) -> SnapshotId {
        match self.shared {
            Some(state) if self.tape.below(3) != 0 => state,
            _ => self.new_state(),
        }
    }

    pub fn know(&mut self, value: Value, guess: Option<Datum>) -> Known {
        let ty = self.builder.graph().ty(value);
        let known = Known { operand: value.into(), ty, guess };
        self.pool.push(known);
        known
    }

    /// Any value of a type: a variable, something computed before, or a constant.
    pub fn pick(&mut self, ty: Type) -> Known {
        let variables: Vec<Known> = self.variables.iter().copied().filter(|k| k.ty == ty).collect();
        let pool: Vec<Known> = self.pool.iter().copied().filter(|k| k.ty == ty).collect();
        match self.tape.below(8) {
            0..=2 if !variables.is_empty() => self.tape.choose(&variables),
            // The newest ones rather than those from far above.
            3..=5 if !pool.is_empty() => pool[pool.len() - 1 - self.tape.index(pool.len().min(6))],
            6 if !pool.is_empty() => self.tape.choose(&pool),
            _ => self.constant(ty),
        }
    }

    fn constant(&mut self, ty: Type) -> Known {
        let datum = match ty {
            Type::Int => Datum::Int(crate::state::random_int(self.tape)),
            Type::Float => Datum::Float(1.5),
            Type::Ref => match self.tape.below(3) {
                0 => Datum::NULL,
                _ => {
                    let object = self.tape.index(self.descriptors.objects.len()) as u32;
                    Datum::object(lathe_ir::eval::Loc(object))
                }
            },
        };
        let operand = match datum {
            Datum::Int(x) => Operand::int(x),
            Datum::Float(x) => Operand::float(x),
            Datum::Ref(None) => Operand::NULL,
            Datum::Ref(Some(loc)) => Operand::Const(lathe_ir::Const::Object(lathe_ir::ObjectId(loc.0))),
        };
        Known { operand, ty, guess: Some(datum) }
    }

    pub fn pick_int(&mut self) -> Operand {
        self.pick(Type::Int).operand
    }
}
