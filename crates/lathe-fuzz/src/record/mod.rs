//! Records random loops, as an interpreter would: every op is executed while it is appended, and guards are recorded as
//! they were seen.
//!
//! The trace is well-formed for *every* start, not just for the one that was recorded: whatever is partial stands behind
//! the guard that protects it. The recorder keeps what guards have proved about each value ([`Fact`]) and asks for a new
//! guard where nothing is known.
//!
//! Snapshots are taken at *boundaries*, as at the beginning of a bytecode: all guards up to the next boundary go back to
//! it. A guard behind a visible effect needs a boundary behind the effect. Which values a boundary has to keep is
//! known only at the end ([`snapshots`]).

mod calls;
mod checks;
mod compute;
mod ending;
mod memory;
mod pick;
mod snapshots;

use crate::host::TestHost;
use crate::state::State;
use crate::tape::Tape;
use crate::world::{BRIDGE_CODE, TRACE_CODE};
use lathe_ir::eval::{Datum, Environment, Heap, Loc, Machine, Step};
use lathe_ir::*;
use snapshots::Boundary;

/// Longer traces find nothing that shorter ones do not.
const MAX_OPS: usize = 150;

/// What is known about a reference in every iteration.
#[derive(Clone, Copy, Debug, Default)]
struct Fact {
    /// Its class, unless it is null.
    class: Option<ClassId>,
    is_null: Option<bool>,
    /// The op that allocated it.
    born: Option<usize>,
}

struct Recorder<'a> {
    tape: &'a mut Tape,
    descriptors: &'a Descriptors,
    heap: Heap,
    host: TestHost,
    environment: Environment,
    pending: Option<Loc>,
    /// In the snapshots of this trace.
    code: CodeId,
    types: Vec<Type>,
    args: Vec<Value>,
    ops: Vec<Op>,
    facts: Vec<Fact>,
    /// All values of a type, arguments first.
    ints: Vec<Value>,
    floats: Vec<Value>,
    refs: Vec<Value>,
    /// Array and index pairs that a guard has compared.
    in_bounds: Vec<(Operand, Operand)>,
    /// A guard's snapshot id is an index into this list until the end.
    boundaries: Vec<Boundary>,
    /// The boundary that guards go back to.
    current: usize,
    /// Something visible happened behind the current boundary.
    dirty: bool,
}

/// A loop: `L0(args)` up to a jump back, now and then up to `finish`.
pub fn record_loop(descriptors: &Descriptors, tape: &mut Tape, state: &State) -> Trace {
    let host = state.host().for_recording();
    let mut recorder = Recorder::new(descriptors, tape, state.heap.clone(), host, &state.args, TRACE_CODE);
    recorder.body();
    recorder.end_loop(&state.args);
    recorder.into_trace(Label(0))
}

/// What a bridge starts from: an exit's heap and host, and the slots that are not dead.
#[derive(Debug)]
pub struct BridgeStart<'a> {
    pub heap: &'a Heap,
    pub host: &'a TestHost,
    pub args: &'a [Datum],
}

/// A bridge: `label(args)` up to a jump to a label of the loop with arguments of these types, or up to `finish`.
pub fn record_bridge(
    descriptors: &Descriptors,
    tape: &mut Tape,
    start: BridgeStart<'_>,
    label: Label,
    target: (Label, &[Type]),
) -> Trace {
    let (heap, host) = (start.heap.clone(), start.host.clone().for_recording());
    let mut recorder = Recorder::new(descriptors, tape, heap, host, start.args, BRIDGE_CODE);
    recorder.body();
    recorder.end_bridge(target);
    recorder.into_trace(label)
}

impl<'a> Recorder<'a> {
    fn new(
        descriptors: &'a Descriptors,
        tape: &'a mut Tape,
        heap: Heap,
        host: TestHost,
        args: &[Datum],
        code: CodeId,
    ) -> Recorder<'a> {
        let mut recorder = Recorder {
            tape,
            descriptors,
            heap,
            host,
            environment: Vec::new(),
            pending: None,
            code,
            types: Vec::new(),
            args: Vec::new(),
            ops: Vec::new(),
            facts: Vec::new(),
            ints: Vec::new(),
            floats: Vec::new(),
            refs: Vec::new(),
            in_bounds: Vec::new(),
            boundaries: Vec::new(),
            current: 0,
            dirty: false,
        };
        for &arg in args {
            let value = recorder.define(arg.ty());
            recorder.environment[value.index()] = Some(arg);
            recorder.args.push(value);
        }
        recorder.boundaries.push(Boundary::entry(&recorder.args));
        recorder
    }

    fn body(&mut self) {
        let mean = self.tape.choose(&[2, 6, 12, 24, 40]);
        while self.ops.len() < MAX_OPS && self.tape.more(mean) {
            self.grow();
        }
    }

    /// Appends a few ops that belong together.
    fn grow(&mut self) {
        match self.tape.below(46) {
            0..=3 => self.int_op(),
            4 => self.int_unary(),
            5..=6 => self.checked_int_op(),
            7..=8 => self.int_comparison(),
            9 => self.division(),
            10..=11 => self.float_op(),
            12 => self.float_comparison(),
            13 => self.cast(),
            14 => self.select(),
            15 => self.pointer_comparison(),
            16..=21 => self.read(),
            22..=26 => self.write(),
            27..=29 => self.boxed_arithmetic(),
            30..=31 => self.allocation(),
            32..=33 => self.call(),
            34..=35 => self.check(),
            36..=37 => self.repeat(),
            38..=41 => self.access_again(),
            42..=43 => self.comparison_aside(),
            _ => self.boundary(),
        }
    }

    fn define(&mut self, ty: Type) -> Value {
        let value = Value(self.types.len() as u32);
        self.types.push(ty);
        self.facts.push(Fact::default());
        self.environment.push(None);
        match ty {
            Type::Int => self.ints.push(value),
            Type::Float => self.floats.push(value),
            Type::Ref => self.refs.push(value),
        }
        value
    }

    fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(v) => self.types[v.index()],
            Operand::Const(c) => c.ty(),
        }
    }

    /// What an operand is in the recorded iteration.
    fn now(&self, operand: Operand) -> Datum {
        match operand {
            Operand::Value(v) => self.environment[v.index()].expect("only defined values are picked"),
            Operand::Const(c) => c.into(),
        }
    }

    fn int_now(&self, operand: Operand) -> i64 {
        self.now(operand).int().expect("picked by type")
    }

    fn float_now(&self, operand: Operand) -> f64 {
        self.now(operand).float().expect("picked by type")
    }

    fn class_now(&self, operand: Operand) -> Option<ClassId> {
        self.now(operand).reference().expect("picked by type").map(|loc| self.heap.class(loc))
    }

    fn fact(&self, operand: Operand) -> Fact {
        match operand {
            Operand::Value(v) => self.facts[v.index()],
            Operand::Const(Const::Object(object)) => {
                let class = self.descriptors.object(object).class;
                Fact { class: Some(class), is_null: Some(false), born: None }
            }
            Operand::Const(Const::Null) => Fact { is_null: Some(true), ..Fact::default() },
            Operand::Const(Const::Int(_) | Const::Float(_)) => Fact::default(),
        }
    }

    /// Executes and appends an op.
    fn emit(&mut self, kind: OpKind) -> Option<Value> {
        let ty = kind.result_type(self.descriptors, |operand| self.operand_type(operand));
        let mut machine = Machine {
            descriptors: self.descriptors,
            heap: &mut self.heap,
            host: &mut self.host,
            environment: std::mem::take(&mut self.environment),
            pending: self.pending,
        };
        let step = machine.step(&kind);
        self.environment = machine.environment;
        self.pending = machine.pending;
        let result = ty.map(|ty| self.define(ty));
        match (step, result) {
            (Ok(Step::Result(datum)), Some(value)) => self.environment[value.index()] = Some(datum),
            (Ok(Step::Next | Step::Jump(..) | Step::Finish(_)), None) => {}
            (step, _) => panic!("{kind:?} was recorded, but gave {step:?}\nops so far: {:#?}", self.ops),
        }
        self.learn(&kind, result);
        self.ops.push(Op { result, kind });
        result
    }

    fn value(&mut self, kind: OpKind) -> Operand {
        Operand::Value(self.emit(kind).expect("an op with a result"))
    }

    /// What an op proves, and whether somebody can see it.
    fn learn(&mut self, kind: &OpKind, result: Option<Value>) {
        let born = Some(self.ops.len());
        let fact = match *kind {
            OpKind::New(class) | OpKind::NewArray(class, _) => {
                Fact { class: Some(class), is_null: Some(false), born }
            }
            OpKind::Get(_, field) => stored_fact(self.descriptors.field(field).storage),
            OpKind::GetItem(class, ..) => self.descriptors.item(class).map_or(Fact::default(), stored_fact),
            OpKind::Guard(guard, _) => return self.learn_guard(guard, result),
            OpKind::Set(base, ..) | OpKind::SetItem(_, base, ..) => {
                // Going back to the boundary makes a newer object anew.
                let start = self.boundaries[self.current].index;
                self.dirty |= self.fact(base).born.is_none_or(|born| born < start);
                return;
            }
            OpKind::Call(helper, _) => {
                self.dirty |= !self.descriptors.helper(helper).effects.pure;
                return;
            }
            OpKind::Int(..)
            | OpKind::IntCompare(..)
            | OpKind::IntUnary(..)
            | OpKind::IntChecked { .. }
            | OpKind::Float(..)
            | OpKind::FloatCompare(..)
            | OpKind::FloatUnary(..)
            | OpKind::Cast(..)
            | OpKind::PtrCompare(..)
            | OpKind::Select(..)
            | OpKind::ArrayLen(..)
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => return,
        };
        if let Some(value) = result {
            self.facts[value.index()] = fact;
        }
    }

    fn learn_guard(&mut self, guard: Guard, result: Option<Value>) {
        let (value, learned) = match guard {
            Guard::Class(Operand::Value(v), class) => (v, (Some(class), false)),
            Guard::Value(Operand::Value(v), Const::Object(object)) => {
                (v, (Some(self.descriptors.object(object).class), false))
            }
            Guard::Value(Operand::Value(v), Const::Null) => (v, (None, true)),
            Guard::NonNull(Operand::Value(v)) => (v, (None, false)),
            Guard::IsNull(Operand::Value(v)) => (v, (None, true)),
            Guard::Exception(class) => {
                (result.expect("guard_exception takes the exception"), (Some(class), false))
            }
            Guard::True(_)
            | Guard::False(_)
            | Guard::Value(..)
            | Guard::Class(..)
            | Guard::NonNull(_)
            | Guard::IsNull(_)
            | Guard::NoException
            | Guard::NotInvalidated
            | Guard::NotForced
            | Guard::NoAttention => return,
        };
        let fact = &mut self.facts[value.index()];
        fact.class = learned.0.or(fact.class);
        fact.is_null = Some(learned.1);
    }

    /// The boundary for a guard that stands here.
    fn clean_boundary(&mut self) -> SnapshotId {
        if self.dirty {
            self.boundary();
        }
        SnapshotId(self.current as u32)
    }

    fn guard(&mut self, guard: Guard) {
        let snapshot = self.clean_boundary();
        self.emit(OpKind::Guard(guard, snapshot));
    }

    /// `guard_true` or `guard_false`, as seen.
    fn guard_as_seen(&mut self, condition: Operand) {
        if self.int_now(condition) != 0 {
            self.guard(Guard::True(condition));
        } else {
            self.guard(Guard::False(condition));
        }
    }

    fn into_trace(self, label: Label) -> Trace {
        let (snapshots, ops) = snapshots::finish(self.code, &self.boundaries, self.ops, self.types.len());
        let section = Section { label, args: self.args, snapshot: Some(SnapshotId(0)), ops };
        Trace { types: self.types, sections: vec![section], snapshots }
    }
}

/// What a storage promises about its contents.
fn stored_fact(storage: Storage) -> Fact {
    match storage {
        Storage::Ref(RefType::Exact(class)) => Fact { class: Some(class), is_null: Some(false), born: None },
        Storage::Ref(RefType::ExactOrNull(class)) => Fact { class: Some(class), ..Fact::default() },
        Storage::Ref(RefType::Any)
        | Storage::I8
        | Storage::U8
        | Storage::I16
        | Storage::U16
        | Storage::I32
        | Storage::U32
        | Storage::I64
        | Storage::F32
        | Storage::F64 => Fact::default(),
    }
}
