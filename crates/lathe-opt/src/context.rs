//! What the passes of a chain share: the output so far, what stands for what, and what is known of each value.
//!
//! Facts live here, not in the pass that found them: `guards` learns a class, `heap` uses it to tell objects apart. A
//! fact says something about a value from now on; it is never taken back within a section.

use crate::int_fact::IntFact;
use crate::options::{Pass, PassSet};
use crate::virtuals::Virtuals;
use lathe_ir::arith::W64;
use lathe_ir::{
    ClassId, Const, DelayedStore, Descriptors, Guard, IntUnary, Op, OpKind, Operand, RefType, Slot, Snapshot,
    SnapshotId, Storage, Trace, Type, Value,
};
use rustc_hash::FxHashMap;

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    pub int: IntFact,
    pub class: Option<ClassId>,
    pub nonnull: bool,
}

impl Fact {
    pub fn unknown() -> Fact {
        Fact { int: IntFact::unknown(W64), class: None, nonnull: false }
    }

    pub fn of_class(class: ClassId) -> Fact {
        Fact { class: Some(class), nonnull: true, ..Fact::unknown() }
    }
}

/// An entry of a table (a pure op, a cached read) from before the label that the loop made use of: what DLS'12 calls
/// *H*, kept together with the way to compute it again.
#[derive(Clone, Debug)]
pub struct Import {
    /// The op that gives the value, in terms of what is visible at the label.
    pub kind: OpKind,
    /// What it gave in the preamble.
    pub result: Operand,
    /// What was known of the result at the label.
    pub fact: Fact,
}

/// A `set` or `setitem` that has not been emitted yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delayed {
    pub base: Operand,
    pub place: Place,
    pub value: Operand,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Field(lathe_ir::FieldId),
    Item(ClassId, Operand),
}

/// The trace that ops are read from, and what its values have become.
#[derive(Clone, Debug)]
pub struct Source<'a> {
    pub input: &'a Trace,
    /// By input value; DLS'12's map *m* for the loop.
    pub map: Vec<Operand>,
}

impl<'a> Source<'a> {
    /// Every value stands for itself.
    pub fn identity(input: &'a Trace) -> Source<'a> {
        let map = (0..input.types.len() as u32).map(|i| Operand::Value(Value(i))).collect();
        Source { input, map }
    }

    pub fn operand(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(v) => self.map[v.index()],
            Operand::Const(_) => operand,
        }
    }
}

const NO_DEF: u32 = u32::MAX;

#[derive(Clone, Debug)]
pub struct Context<'a> {
    pub descriptors: &'a Descriptors,
    pub passes: PassSet,
    pub source: Source<'a>,
    pub types: Vec<Type>,
    facts: Vec<Fact>,
    /// What a value was replaced by; itself if it was not.
    forward: Vec<Operand>,
    /// The index in `out` of the op that defines a value.
    defs: Vec<u32>,
    pub out: Vec<Op>,
    /// Where the current section starts in `out`. Ops before it are out of sight: their values may mean something else in
    /// the next trip round the loop.
    pub section_start: usize,
    pub snapshots: Vec<Snapshot>,
    pub virtuals: Virtuals,
    pub delayed: Vec<Delayed>,
    pub imports: Vec<Import>,
    /// A condition that the guard on its way through the chain decides, though `fold` made it check something else.
    pub answered: Option<(Value, Operand)>,
    /// No exception is pending.
    pub exception_clear: bool,
    /// `guard_not_invalidated` has passed, and nothing since could have changed its answer.
    pub valid: bool,
    /// A guard fails for certain, or the op asked for was reached: the rest of the input is not looked at.
    pub ended: bool,
    /// Stop before the guard with this number in this section is learned from (for bridges).
    pub stop_at_guard: Option<u32>,
    /// The input's snapshot of the guard where that happened.
    pub stopped_at: Option<SnapshotId>,
    guards_emitted: u32,
    /// The last snapshot had very many virtuals to describe. With more of them, snapshots would cost more than they save.
    pub crowded: bool,
    fuel: u64,
    pub rewrites: u64,
}

/// How many virtuals a snapshot may describe before new objects stay real.
const MAX_VIRTUALS: usize = 100;

impl<'a> Context<'a> {
    pub fn new(
        descriptors: &'a Descriptors,
        input: &'a Trace,
        passes: PassSet,
        fuel: Option<u64>,
    ) -> Context<'a> {
        let source = Source::identity(input);
        Context {
            descriptors,
            passes,
            types: input.types.clone(),
            facts: vec![Fact::unknown(); input.types.len()],
            forward: source.map.clone(),
            source,
            defs: vec![NO_DEF; input.types.len()],
            out: Vec::with_capacity(2 * input.sections[0].ops.len()),
            section_start: 0,
            snapshots: Vec::new(),
            virtuals: Virtuals::default(),
            delayed: Vec::new(),
            imports: Vec::new(),
            answered: None,
            exception_clear: true,
            valid: false,
            ended: false,
            stop_at_guard: None,
            stopped_at: None,
            guards_emitted: 0,
            crowded: false,
            fuel: fuel.unwrap_or(u64::MAX),
            rewrites: 0,
        }
    }

    pub fn enabled(&self, pass: Pass) -> bool {
        self.passes.contains(pass)
    }

    /// Asked before each rewrite that is a choice. `--fuel N` allows N of them.
    pub fn spend_fuel(&mut self) -> bool {
        if self.rewrites >= self.fuel {
            return false;
        }
        self.rewrites += 1;
        true
    }

    pub fn new_value(&mut self, ty: Type) -> Value {
        let v = Value(self.types.len() as u32);
        self.types.push(ty);
        self.facts.push(Fact::unknown());
        self.forward.push(Operand::Value(v));
        self.defs.push(NO_DEF);
        v
    }

    pub fn operand_type(&self, operand: Operand) -> Type {
        match operand {
            Operand::Value(v) => self.types[v.index()],
            Operand::Const(c) => c.ty(),
        }
    }

    /// What an operand of the output stands for now.
    pub fn resolve(&self, mut operand: Operand) -> Operand {
        while let Operand::Value(v) = operand {
            let next = self.forward[v.index()];
            if next == operand {
                break;
            }
            operand = next;
        }
        operand
    }

    /// What an operand of the input stands for now.
    pub fn translate(&self, operand: Operand) -> Operand {
        self.resolve(self.source.operand(operand))
    }

    /// From now on `v` is `by`. What was known of `v` is known of `by`.
    pub fn replace(&mut self, v: Value, by: Operand) {
        let by = self.resolve(by);
        debug_assert_eq!(self.types[v.index()], self.operand_type(by));
        if by == Operand::Value(v) {
            return;
        }
        self.forward[v.index()] = by;
        if let Operand::Value(w) = by {
            let fact = self.facts[v.index()];
            self.learn_fact(w, fact);
        }
    }

    // --- Facts ------------------------------------------------------------------------------------------------------

    pub fn fact(&self, operand: Operand) -> Fact {
        match operand {
            Operand::Value(v) => self.facts[v.index()],
            Operand::Const(c) => self.const_fact(c),
        }
    }

    pub fn const_fact(&self, c: Const) -> Fact {
        match c {
            Const::Int(x) => Fact { int: IntFact::constant(W64, x), ..Fact::unknown() },
            Const::Float(_) | Const::Null => Fact::unknown(),
            Const::Object(object) => Fact::of_class(self.descriptors.object(object).class),
        }
    }

    pub fn set_fact(&mut self, v: Value, fact: Fact) {
        self.facts[v.index()] = fact;
    }

    pub fn int(&self, operand: Operand) -> IntFact {
        match operand {
            Operand::Value(v) => self.facts[v.index()].int,
            Operand::Const(Const::Int(x)) => IntFact::constant(W64, x),
            Operand::Const(_) => IntFact::unknown(W64),
        }
    }

    pub fn class(&self, operand: Operand) -> Option<ClassId> {
        match operand {
            Operand::Value(v) => self.facts[v.index()].class,
            Operand::Const(Const::Object(object)) => Some(self.descriptors.object(object).class),
            Operand::Const(_) => None,
        }
    }

    pub fn nonnull(&self, operand: Operand) -> bool {
        match operand {
            Operand::Value(v) => self.facts[v.index()].nonnull,
            Operand::Const(c) => matches!(c, Const::Object(_)),
        }
    }

    pub fn learn_class(&mut self, operand: Operand, class: ClassId) {
        if let Operand::Value(v) = operand {
            self.facts[v.index()].class = Some(class);
            self.facts[v.index()].nonnull = true;
        }
    }

    /// An object from a field that holds only one class or null has that class.
    pub fn learn_nonnull(&mut self, operand: Operand) {
        let Operand::Value(v) = operand else { return };
        let storage = self.def(v).and_then(|kind| match *kind {
            OpKind::Get(_, field) => Some(self.descriptors.field(field).storage),
            OpKind::GetItem(class, ..) => self.descriptors.item(class),
            _ => None,
        });
        let known = &mut self.facts[v.index()];
        known.nonnull = true;
        if let (Some(Storage::Ref(RefType::ExactOrNull(class))), None) = (storage, known.class) {
            known.class = Some(class);
        }
    }

    /// Narrows what is known of an integer. A contradiction means that the code is never reached: nothing is learned.
    /// Returns whether something new is known.
    pub fn learn_int(&mut self, operand: Operand, fact: IntFact) -> bool {
        let Operand::Value(v) = operand else { return false };
        let old = self.facts[v.index()].int;
        match old.meet(fact) {
            Some(new) if new != old => {
                self.facts[v.index()].int = new;
                true
            }
            _ => false,
        }
    }

    fn learn_fact(&mut self, v: Value, fact: Fact) {
        self.learn_int(Operand::Value(v), fact.int);
        let known = &mut self.facts[v.index()];
        known.class = known.class.or(fact.class);
        known.nonnull |= fact.nonnull;
    }

    /// 0 or 1.
    pub fn is_boolean(&self, operand: Operand) -> bool {
        self.int(operand).is_boolean()
            || operand.as_value().and_then(|v| self.def(v)).is_some_and(|kind| match kind {
                OpKind::IntCompare(..) | OpKind::FloatCompare(..) | OpKind::PtrCompare(..) => true,
                OpKind::IntUnary(op, _) => matches!(op, IntUnary::IsTrue | IntUnary::IsZero),
                _ => false,
            })
    }

    // --- Output -----------------------------------------------------------------------------------------------------

    /// The op that defines a value, if it stands in this section.
    pub fn def(&self, v: Value) -> Option<&OpKind> {
        let index = self.defs[v.index()];
        (index != NO_DEF && index as usize >= self.section_start).then(|| &self.out[index as usize].kind)
    }

    /// A value's place in the order of definition within this section; 0 for everything older.
    pub fn position(&self, operand: Operand) -> usize {
        match operand {
            Operand::Value(v) if self.def(v).is_some() => self.defs[v.index()] as usize + 1,
            _ => 0,
        }
    }

    /// The position of what is emitted next.
    pub fn next_position(&self) -> usize {
        self.out.len() + 1
    }

    /// Starts a section: what was defined before is an argument of its label, or not visible.
    pub fn start_section(&mut self) {
        self.section_start = self.out.len();
        self.guards_emitted = 0;
        self.imports.clear();
    }

    /// Starts a trace of its own with what is known now.
    pub fn start_bridge(&mut self) {
        // The bridge relies on facts of its own: what was checked is that those of the trace before it hold.
        self.valid = false;
        self.out.clear();
        self.defs.fill(NO_DEF);
        self.snapshots.clear();
        self.ended = false;
        self.stop_at_guard = None;
        self.start_section();
    }

    /// Makes an op ready for the output. Its operands are resolved; its snapshot is still one of the input.
    ///
    /// The snapshot is built here, before anything is learned from the op: a guard's exit sees the state in which the
    /// guard did not hold.
    pub fn prepare(&mut self, mut op: Op) -> Op {
        if let Some(id) = op.kind.snapshot() {
            let snapshot = self.build_snapshot(id);
            if let Some(slot) = op.kind.snapshot_mut() {
                *slot = snapshot;
            }
            if self.stop_at_guard == Some(self.guards_emitted) {
                self.ended = true;
                self.stopped_at = Some(id);
            }
            self.guards_emitted += 1;
        }
        op
    }

    pub fn push(&mut self, op: Op) {
        if let Some(v) = op.result {
            self.defs[v.index()] = self.out.len() as u32;
        }
        self.out.push(op);
    }

    /// What an emitted op says about its result and its operands, whatever passes are on.
    pub fn learn(&mut self, op: &Op) {
        let result = op.result.map(Operand::Value);
        match &op.kind {
            OpKind::New(class) | OpKind::NewArray(class, _) => {
                self.learn_class(result.expect("new has a result"), *class);
            }
            OpKind::Get(base, field) => {
                // The recorder reads a field only of an object that has it.
                self.learn_nonnull(*base);
                let storage = self.descriptors.field(*field).storage;
                self.learn_loaded(result.expect("get has a result"), storage);
            }
            OpKind::GetItem(class, base, _) => {
                self.learn_class(*base, *class);
                if let Some(item) = self.descriptors.item(*class) {
                    self.learn_loaded(result.expect("getitem has a result"), item);
                }
            }
            OpKind::Set(base, ..) => self.learn_nonnull(*base),
            OpKind::SetItem(class, base, ..) | OpKind::ArrayLen(class, base) => {
                self.learn_class(*base, *class);
            }
            OpKind::Call(helper, _) => {
                let effects = &self.descriptors.helper(*helper).effects;
                if effects.raises {
                    self.exception_clear = false;
                }
                if effects.may_invalidate() {
                    self.valid = false;
                }
            }
            OpKind::Guard(guard, _) => match *guard {
                Guard::Class(p, class) => self.learn_class(p, class),
                Guard::NonNull(p) => self.learn_nonnull(p),
                Guard::Value(p, Const::Object(object)) => {
                    let class = self.descriptors.object(object).class;
                    self.learn_class(p, class);
                }
                Guard::Exception(class) => {
                    self.exception_clear = true;
                    self.learn_class(result.expect("guard_exception has a result"), class);
                }
                Guard::NoException => self.exception_clear = true,
                Guard::NotInvalidated => self.valid = true,
                Guard::True(_)
                | Guard::False(_)
                | Guard::Value(..)
                | Guard::IsNull(_)
                | Guard::NotForced
                | Guard::NoAttention => {}
            },
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
            | OpKind::Jump(..)
            | OpKind::Finish(_)
            | OpKind::Exit(_) => {}
        }
    }

    fn learn_loaded(&mut self, result: Operand, storage: Storage) {
        match storage {
            Storage::Ref(RefType::Exact(class)) => self.learn_class(result, class),
            Storage::Ref(RefType::Any | RefType::ExactOrNull(_)) => {}
            Storage::I8
            | Storage::U8
            | Storage::I16
            | Storage::U16
            | Storage::I32
            | Storage::U32
            | Storage::I64
            | Storage::F32
            | Storage::F64 => {}
        }
    }

    /// The snapshot of an exit at this point: input values renamed, virtuals described, delayed stores listed.
    pub fn build_snapshot(&mut self, id: SnapshotId) -> SnapshotId {
        let input: &'a Trace = self.source.input;
        let template = input.snapshot(id);
        let mut describe = Describe { cx: self, template, met: Vec::new(), numbers: FxHashMap::default() };
        let slots = template.slots.iter().map(|&slot| describe.slot(slot)).collect();
        let stores = describe.stores();
        let virtuals = describe.virtuals();
        self.crowded = virtuals.len() > MAX_VIRTUALS;
        let snapshot =
            Snapshot { resume: template.resume, frames: template.frames.clone(), slots, virtuals, stores };
        // Guards of one bytecode often leave in the same state.
        if self.snapshots.last() != Some(&snapshot) {
            self.snapshots.push(snapshot);
        }
        SnapshotId(self.snapshots.len() as u32 - 1)
    }
}

/// Turns operands into slots, numbering the virtuals it meets.
struct Describe<'c, 'a> {
    cx: &'c Context<'a>,
    template: &'a Snapshot,
    met: Vec<Described>,
    /// The place of each in `met`: a snapshot may describe a list as long as the trace.
    numbers: FxHashMap<Described, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Described {
    /// A virtual of this optimizer.
    Ours(Value),
    /// One that the input's snapshot had already.
    Given(u32),
}

impl Describe<'_, '_> {
    /// A slot of the input's snapshot.
    fn slot(&mut self, slot: Slot) -> Slot {
        match slot {
            Slot::Operand(operand) => self.operand(self.cx.source.operand(operand)),
            Slot::Virtual(number) => self.number(Described::Given(number)),
            Slot::Dead => Slot::Dead,
        }
    }

    /// An operand of the output.
    fn operand(&mut self, operand: Operand) -> Slot {
        let operand = self.cx.resolve(operand);
        match operand {
            Operand::Value(v) if self.cx.virtuals.contains(v) => self.number(Described::Ours(v)),
            _ => Slot::Operand(operand),
        }
    }

    fn number(&mut self, object: Described) -> Slot {
        let number = *self.numbers.entry(object).or_insert_with(|| {
            self.met.push(object);
            self.met.len() as u32 - 1
        });
        Slot::Virtual(number)
    }

    /// Our delayed stores come before those of the input's snapshot, which its exit does last.
    fn stores(&mut self) -> Vec<DelayedStore> {
        let mut stores = Vec::with_capacity(self.cx.delayed.len() + self.template.stores.len());
        for &Delayed { base, place, value } in &self.cx.delayed {
            let (base, value) = (self.operand(base), self.operand(value));
            stores.push(match place {
                Place::Field(field) => DelayedStore::Field { base, field, value },
                Place::Item(class, index) => {
                    DelayedStore::Item { class, base, index: self.cx.resolve(index), value }
                }
            });
        }
        for &store in &self.template.stores {
            stores.push(match store {
                DelayedStore::Field { base, field, value } => {
                    DelayedStore::Field { base: self.slot(base), field, value: self.slot(value) }
                }
                DelayedStore::Item { class, base, index, value } => DelayedStore::Item {
                    class,
                    base: self.slot(base),
                    index: self.cx.resolve(self.cx.source.operand(index)),
                    value: self.slot(value),
                },
            });
        }
        stores
    }

    /// Describes every virtual met so far, and those that their fields lead to.
    fn virtuals(mut self) -> Vec<lathe_ir::VirtualObject> {
        let mut described = Vec::new();
        while described.len() < self.met.len() {
            let (class, fields) = match self.met[described.len()] {
                Described::Ours(v) => {
                    let cx = self.cx;
                    let fields = cx.virtuals.fields(v).iter().map(|&field| self.operand(field)).collect();
                    (cx.virtuals.class(v), fields)
                }
                Described::Given(number) => {
                    let object = &self.template.virtuals[number as usize];
                    (object.class, object.fields.iter().map(|&field| self.slot(field)).collect())
                }
            };
            described.push(lathe_ir::VirtualObject { class, fields });
        }
        described
    }
}
