//! Traces as an interpreter for a dynamic language records them: boxed arithmetic on local variables, attribute reads
//! through maps, array accesses with bounds checks, comparisons, calls. Every "bytecode" has a snapshot of all locals.
//! The ops are executed as they are recorded, so that all guards are guards that have held.

use lathe_ir::eval::{Datum, Environment, Heap, Loc, Machine, NoHost, Step};
use lathe_ir::*;

const DECLARATIONS: &str = "
hybrid class Int { value: int }
value class Float { value: float }
class Map { size: int }
class Instance { map: ref, first: ref, second: ref }
class List { length: int, items: Refs }
array Refs of ref
helper print(ref)
helper lookup(ref, ref) -> ref reads nothing writes nothing
object map: Map { size: 2 }
object seven: Int { value: 7 }
object nine: Int { value: 9 }
object self: Instance { map: @map, first: @seven, second: @nine }
object items: Refs [@seven, @nine, @seven, @nine]
object list: List { length: 4, items: @items }
trace (p0) { finish(p0) }
";

/// The constant objects above that the local variables hold at first.
const START: [u32; LOCALS] = [1, 2, 1, 2, 3, 5, 1, 2];

/// Local variables of the guest function: four numbers, an instance, a list, two spare ones.
const LOCALS: usize = 8;

struct Recorder {
    descriptors: Descriptors,
    trace: Trace,
    ops: Vec<Op>,
    locals: [Operand; LOCALS],
    snapshot: SnapshotId,
    code: CodeId,
    pc: u32,
    random: u64,
    heap: Heap,
    environment: Environment,
}

/// A loop of about so many ops, with its descriptors.
pub fn record(length: usize) -> (Descriptors, Trace) {
    let (module, _) = lathe_ir::text::parse(DECLARATIONS).expect("the declarations are right");
    let mut descriptors = module.descriptors;
    let code = descriptors.intern_code("guest");
    let heap = Heap::new(&descriptors);
    let trace = Trace { types: Vec::new(), sections: Vec::new(), snapshots: Vec::new() };
    let mut recorder = Recorder {
        descriptors,
        trace,
        ops: Vec::new(),
        locals: [Operand::NULL; LOCALS],
        snapshot: SnapshotId(0),
        code,
        pc: 0,
        random: 1,
        heap,
        environment: START.iter().map(|&object| Some(Datum::object(Loc(object)))).collect(),
    };
    let args: Vec<Value> = (0..LOCALS).map(|_| recorder.trace.new_value(Type::Ref)).collect();
    recorder.locals = std::array::from_fn(|i| args[i].into());
    recorder.bytecode();
    let label = recorder.snapshot;
    while recorder.ops.len() + 2 < length {
        recorder.step();
    }
    recorder.bytecode();
    recorder.guard(Guard::NoAttention);
    let jump = recorder.locals.to_vec();
    recorder.ops.push(Op::effect(OpKind::Jump(Label(0), jump)));
    let Recorder { descriptors, mut trace, ops, .. } = recorder;
    trace.sections.push(Section { label: Label(0), args, snapshot: Some(label), ops });
    (descriptors, trace)
}

impl Recorder {
    fn below(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.random >> 33) % limit
    }

    fn class(&self, name: &str) -> ClassId {
        self.descriptors.find_class(name).expect("declared")
    }

    fn field(&self, class: &str, index: usize) -> FieldId {
        self.descriptors.record_fields(self.class(class))[index]
    }

    /// Executes an op and records it.
    fn op(&mut self, ty: Type, kind: OpKind) -> Operand {
        let v = self.trace.new_value(ty);
        let datum = self.execute(&kind);
        self.environment.push(datum);
        self.ops.push(Op::new(v, kind));
        v.into()
    }

    /// Executes an op without a result and records it.
    fn effect(&mut self, kind: OpKind) {
        self.execute(&kind);
        self.ops.push(Op::effect(kind));
    }

    fn execute(&mut self, kind: &OpKind) -> Option<Datum> {
        let environment = std::mem::take(&mut self.environment);
        let (descriptors, heap) = (&self.descriptors, &mut self.heap);
        let mut machine = Machine { descriptors, heap, host: &mut NoHost, environment, pending: None };
        let step = machine.step(kind).expect("what is recorded is well-formed");
        self.environment = machine.environment;
        match step {
            Step::Result(datum) => Some(datum),
            Step::Next => None,
            Step::Jump(..) | Step::Finish(_) | Step::Exit(_) => panic!("guards hold while recording"),
        }
    }

    fn int_now(&self, operand: Operand) -> i64 {
        let v = operand.as_value().expect("a value");
        self.environment[v.index()].and_then(|datum| datum.int().ok()).expect("an integer")
    }

    fn guard(&mut self, guard: Guard) {
        self.effect(OpKind::Guard(guard, self.snapshot));
    }

    /// The state of the guest is that of its local variables.
    fn bytecode(&mut self) {
        let slots = self.locals.iter().map(|&local| Slot::Operand(local)).collect();
        self.pc += 1;
        self.trace.snapshots.push(Snapshot::single(Resume::Reexecute, self.code, self.pc, slots));
        self.snapshot = SnapshotId(self.trace.snapshots.len() as u32 - 1);
    }

    fn step(&mut self) {
        self.bytecode();
        match self.below(16) {
            0..=6 => self.add(),
            7..=9 => self.compare(),
            10 | 11 => self.attribute(),
            12 | 13 => self.item(),
            14 => self.store_attribute(),
            _ => self.call(),
        }
    }

    fn number(&mut self) -> usize {
        self.below(4) as usize
    }

    fn unbox(&mut self, local: usize) -> Operand {
        let p = self.locals[local];
        self.guard(Guard::Class(p, self.class("Int")));
        self.op(Type::Int, OpKind::Get(p, self.field("Int", 0)))
    }

    fn boxed(&mut self, value: Operand) -> Operand {
        let p = self.op(Type::Ref, OpKind::New(self.class("Int")));
        self.effect(OpKind::Set(p, self.field("Int", 0), value));
        p
    }

    /// `a = b + c`, with an overflow check.
    fn add(&mut self) {
        let (to, left, right) = (self.number(), self.number(), self.number());
        let (a, b) = (self.unbox(left), self.unbox(right));
        let op = if self.below(3) == 0 { CheckedInt::Sub } else { CheckedInt::Add };
        let snapshot = self.snapshot;
        let sum = self.op(Type::Int, OpKind::IntChecked { op, a, b, overflow: false, snapshot });
        self.locals[to] = self.boxed(sum);
        if self.int_now(sum).abs() > 1 << 40 {
            self.bytecode();
            self.mask(to, 0xffff);
        }
    }

    /// `a = a & mask`.
    fn mask(&mut self, local: usize, mask: i64) {
        let a = self.unbox(local);
        let masked = self.op(Type::Int, OpKind::Int(IntBinary::And, a, Operand::int(mask)));
        self.locals[local] = self.boxed(masked);
    }

    /// `if a < b`.
    fn compare(&mut self) {
        let (left, right) = (self.number(), self.number());
        let (a, b) = (self.unbox(left), self.unbox(right));
        let c = self.op(Type::Int, OpKind::IntCompare(IntCompare::Lt, a, b));
        let guard = if self.int_now(c) != 0 { Guard::True(c) } else { Guard::False(c) };
        self.guard(guard);
    }

    fn instance(&mut self) -> Operand {
        let p = self.locals[4];
        self.guard(Guard::Class(p, self.class("Instance")));
        let map = self.op(Type::Ref, OpKind::Get(p, self.field("Instance", 0)));
        self.guard(Guard::Value(map, Const::Object(ObjectId(0))));
        p
    }

    /// `a = self.x`.
    fn attribute(&mut self) {
        let p = self.instance();
        let index = 1 + self.below(2) as usize;
        let value = self.op(Type::Ref, OpKind::Get(p, self.field("Instance", index)));
        let to = self.number();
        self.locals[to] = value;
    }

    /// `self.x = a`.
    fn store_attribute(&mut self) {
        let p = self.instance();
        let index = 1 + self.below(2) as usize;
        let from = self.number();
        let value = self.locals[from];
        self.effect(OpKind::Set(p, self.field("Instance", index), value));
    }

    /// `a = list[b]`.
    fn item(&mut self) {
        let p = self.locals[5];
        self.guard(Guard::Class(p, self.class("List")));
        let from = self.number();
        self.mask(from, 3);
        self.bytecode();
        let index = self.unbox(from);
        let length = self.op(Type::Int, OpKind::Get(p, self.field("List", 0)));
        let inside = self.op(Type::Int, OpKind::IntCompare(IntCompare::UintLt, index, length));
        self.guard(Guard::True(inside));
        let items = self.op(Type::Ref, OpKind::Get(p, self.field("List", 1)));
        let value = self.op(Type::Ref, OpKind::GetItem(self.class("Refs"), items, index));
        let to = self.number();
        self.locals[to] = value;
    }

    fn call(&mut self) {
        let helper = if self.below(4) == 0 { HelperId(0) } else { HelperId(1) };
        let from = self.number();
        let value = self.locals[from];
        if helper == HelperId(0) {
            self.effect(OpKind::Call(helper, vec![value]));
        } else {
            let spare = self.locals[6];
            self.locals[7] = self.op(Type::Ref, OpKind::Call(helper, vec![spare, value]));
        }
    }
}
