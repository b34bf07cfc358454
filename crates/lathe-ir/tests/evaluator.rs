//! What traces mean, case by case.

use lathe_ir::eval::*;
use lathe_ir::*;

const INT: ClassId = ClassId(0);
const NODE: ClassId = ClassId(1);
const OWNER: ClassId = ClassId(2);
const BYTES: ClassId = ClassId(3);
const INT_VALUE: FieldId = FieldId(0);
const NEXT: FieldId = FieldId(1);
const SMALL: FieldId = FieldId(2);
const OWNED: FieldId = FieldId(3);
const FAIL: HelperId = HelperId(0);

fn descriptors() -> Descriptors {
    let record = |name: &str, identity, fields: &[FieldId]| Class {
        name: name.to_string(),
        shape: Shape::Record { parent: None, fields: fields.to_vec() },
        representation: Representation::Heap,
        identity,
    };
    let field = |name: &str, class, index, storage| Field {
        name: name.to_string(),
        class,
        index,
        storage,
        immutable: class == INT,
    };
    Descriptors {
        classes: vec![
            record("Int", Identity::Value, &[INT_VALUE]),
            record("Node", Identity::Address, &[NEXT, SMALL]),
            record("Owner", Identity::Address, &[OWNED]),
            Class {
                name: "Bytes".to_string(),
                shape: Shape::Array { item: Storage::U8, immutable: false },
                representation: Representation::Heap,
                identity: Identity::Address,
            },
        ],
        fields: vec![
            field("value", INT, 0, Storage::I64),
            field("next", NODE, 0, Storage::Ref(RefType::Any)),
            field("small", NODE, 1, Storage::I8),
            field("owned", OWNER, 0, Storage::Ref(RefType::Exact(NODE))),
        ],
        helpers: vec![Helper {
            name: "fail".to_string(),
            params: vec![],
            result: Some(Type::Int),
            effects: Effects { raises: true, ..Effects::unknown() },
        }],
        objects: vec![ConstObject { name: "three".to_string(), class: INT, fields: vec![Const::Int(3)] }],
        codes: vec!["f".to_string()],
    }
}

/// One section; values are numbered in the order of `types`, arguments first. Every snapshot is number 0.
fn trace(types: &[Type], args: u32, ops: Vec<Op>, slots: Vec<Slot>) -> Trace {
    Trace {
        types: types.to_vec(),
        sections: vec![Section {
            label: Label(0),
            args: (0..args).map(Value).collect(),
            snapshot: None,
            ops,
        }],
        snapshots: vec![Snapshot::single(Resume::Reexecute, CodeId(0), 7, slots)],
    }
}

fn v(index: u32) -> Operand {
    Operand::Value(Value(index))
}

fn op(result: u32, kind: OpKind) -> Op {
    Op::new(Value(result), kind)
}

fn guard(guard: Guard) -> Op {
    Op::effect(OpKind::Guard(guard, SnapshotId(0)))
}

fn evaluate(trace: &Trace, args: &[Datum]) -> (Result<Outcome, Fault>, Heap) {
    let descriptors = descriptors();
    let mut heap = Heap::new(&descriptors);
    let outcome = run(&descriptors, trace, Label(0), args, &mut heap, &mut Raiser, 1000);
    (outcome, heap)
}

fn fault(trace: &Trace, args: &[Datum]) -> FaultKind {
    evaluate(trace, args).0.expect_err("this trace has no meaning").kind
}

/// Every call raises a new `Node`.
struct Raiser;

impl Host for Raiser {
    fn call(
        &mut self,
        heap: &mut Heap,
        descriptors: &Descriptors,
        _: HelperId,
        _: &[Datum],
    ) -> Result<Option<Datum>, Loc> {
        Err(heap.allocate(descriptors, NODE).expect("there is room"))
    }

    fn attention(&mut self) -> bool {
        true
    }

    fn invalidated(&mut self) -> bool {
        false
    }

    fn forced(&mut self) -> bool {
        false
    }
}

#[test]
fn a_loop_runs_until_its_guard_fails() {
    let count_down = trace(
        &[Type::Int, Type::Int, Type::Int, Type::Int],
        2,
        vec![
            guard(Guard::True(v(0))),
            op(2, OpKind::Int(IntBinary::Sub, v(0), Operand::int(1))),
            op(3, OpKind::Int(IntBinary::Add, v(1), v(0))),
            Op::effect(OpKind::Jump(Label(0), vec![v(2), v(3)])),
        ],
        vec![Slot::Operand(v(1)), Slot::Dead],
    );
    let (outcome, mut heap) = evaluate(&count_down, &[Datum::Int(4), Datum::Int(0)]);
    let Ok(Outcome::Exit(exit)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((exit.section, exit.op, exit.pending), (0, 0, None));
    let rebuilt =
        rebuild(&descriptors(), &count_down.snapshots[0], &exit.environment, &mut heap).expect("well-formed");
    assert_eq!(rebuilt.frames[0].pc, 7);
    assert_eq!(rebuilt.frames[0].slots, [Some(Datum::Int(10)), None]);

    let mut heap = Heap::default();
    let args = [Datum::Int(-1), Datum::Int(0)];
    let endless = run(&descriptors(), &count_down, Label(0), &args, &mut heap, &mut NoHost, 1000);
    assert_eq!(endless, Ok(Outcome::OutOfFuel));
}

#[test]
fn narrow_fields_keep_what_fits() {
    let narrow = trace(
        &[Type::Int, Type::Ref, Type::Int],
        1,
        vec![
            op(1, OpKind::New(NODE)),
            Op::effect(OpKind::Set(v(1), SMALL, v(0))),
            op(2, OpKind::Get(v(1), SMALL)),
            Op::effect(OpKind::Finish(vec![v(2), v(1)])),
        ],
        vec![],
    );
    let (outcome, heap) = evaluate(&narrow, &[Datum::Int(200)]);
    let Ok(Outcome::Finish(results)) = outcome else { panic!("{outcome:?}") };
    assert_eq!(results[0], Datum::Int(-56));
    assert_eq!(describe(&descriptors(), &heap, results[1]), "Node{next: null, small: -56}");
}

#[test]
fn value_classes_are_compared_by_content() {
    let boxes = |class, field| {
        trace(
            &[Type::Int, Type::Ref, Type::Ref, Type::Int],
            1,
            vec![
                op(1, OpKind::New(class)),
                Op::effect(OpKind::Set(v(1), field, v(0))),
                op(2, OpKind::New(class)),
                Op::effect(OpKind::Set(v(2), field, v(0))),
                op(3, OpKind::PtrCompare(PtrCompare::Eq, v(1), v(2))),
                Op::effect(OpKind::Finish(vec![v(3)])),
            ],
            vec![],
        )
    };
    let three = [Datum::Int(3)];
    assert_eq!(evaluate(&boxes(INT, INT_VALUE), &three).0, Ok(Outcome::Finish(vec![Datum::Int(1)])));
    assert_eq!(evaluate(&boxes(NODE, SMALL), &three).0, Ok(Outcome::Finish(vec![Datum::Int(0)])));

    let guarded = trace(
        &[Type::Int, Type::Ref],
        1,
        vec![
            op(1, OpKind::New(INT)),
            Op::effect(OpKind::Set(v(1), INT_VALUE, v(0))),
            guard(Guard::Value(v(1), Const::Object(ObjectId(0)))),
            Op::effect(OpKind::Finish(vec![])),
        ],
        vec![],
    );
    assert_eq!(evaluate(&guarded, &three).0, Ok(Outcome::Finish(vec![])));
    assert!(matches!(evaluate(&guarded, &[Datum::Int(4)]).0, Ok(Outcome::Exit(_))));
}

#[test]
fn exceptions_are_seen_by_the_guard_behind_the_call() {
    let call = op(0, OpKind::Call(FAIL, vec![]));
    let finish = Op::effect(OpKind::Finish(vec![v(0)]));
    let types = [Type::Int, Type::Ref];
    let caught = op(1, OpKind::Guard(Guard::Exception(NODE), SnapshotId(0)));
    let handled = trace(&types, 0, vec![call.clone(), caught, finish.clone()], vec![]);
    assert_eq!(evaluate(&handled, &[]).0, Ok(Outcome::Finish(vec![Datum::Int(0)])));

    for wrong in [Guard::NoException, Guard::Exception(OWNER)] {
        let unhandled = trace(&types, 0, vec![call.clone(), guard(wrong), finish.clone()], vec![]);
        let (outcome, heap) = evaluate(&unhandled, &[]);
        let Ok(Outcome::Exit(exit)) = outcome else { panic!("{outcome:?}") };
        assert_eq!(exit.pending.map(|loc| heap.class(loc)), Some(NODE));
        // The same guard, come to with the exception still pending.
        let start = Start { section: 0, op: 1, environment: exit.environment, pending: exit.pending };
        let again = resume(&descriptors(), &unhandled, start, &mut heap.clone(), &mut Raiser, 10);
        assert!(matches!(again, Ok(Outcome::Exit(_))));
    }
    let forgotten = trace(&types, 0, vec![call, finish], vec![]);
    assert!(matches!(fault(&forgotten, &[]), FaultKind::PendingException(_)));
}

#[test]
fn whatever_a_guard_should_have_prevented_is_a_fault() {
    let types = [Type::Ref, Type::Int, Type::Ref];
    let with = |ops: Vec<Op>| trace(&types, 2, ops, vec![]);
    let args = [Datum::NULL, Datum::Int(0)];
    assert_eq!(fault(&with(vec![op(1, OpKind::Get(v(0), SMALL))]), &args), FaultKind::NullDereference);
    let three = [Datum::object(Loc(0)), Datum::Int(i64::MIN)];
    assert_eq!(fault(&with(vec![op(1, OpKind::Get(v(0), SMALL))]), &three), FaultKind::NoSuchField(INT));
    assert_eq!(
        fault(&with(vec![op(1, OpKind::Int(IntBinary::FloorDiv, v(1), Operand::int(-1)))]), &three),
        FaultKind::UndefinedDivision { dividend: i64::MIN, divisor: -1 }
    );
    assert_eq!(
        fault(&with(vec![op(2, OpKind::NewArray(BYTES, v(1)))]), &three),
        FaultKind::BadArrayLength(i64::MIN)
    );
    assert_eq!(
        fault(
            &with(vec![op(2, OpKind::NewArray(BYTES, v(1))), op(1, OpKind::GetItem(BYTES, v(2), v(1)))]),
            &args
        ),
        FaultKind::IndexOutOfBounds { index: 0, length: 0 }
    );
    let new_owner = op(2, OpKind::New(OWNER));
    assert_eq!(
        fault(&with(vec![new_owner.clone(), op(0, OpKind::Get(v(2), OWNED))]), &args),
        FaultKind::NullInExactField
    );
    assert_eq!(
        fault(&with(vec![new_owner, Op::effect(OpKind::Set(v(2), OWNED, v(0)))]), &three),
        FaultKind::WrongClass { expected: NODE, found: INT }
    );
    assert_eq!(
        fault(&with(vec![op(1, OpKind::IntUnary(IntUnary::Neg, v(2)))]), &args),
        FaultKind::UndefinedValue(Value(2))
    );
    assert_eq!(fault(&with(vec![]), &args), FaultKind::NoSuchOp);
}

#[test]
fn virtuals_share_and_point_at_each_other() {
    let descriptors = descriptors();
    let mut heap = Heap::new(&descriptors);
    let snapshot = Snapshot {
        virtuals: vec![
            VirtualObject { class: NODE, fields: vec![Slot::Virtual(1), Slot::Operand(v(0))] },
            VirtualObject { class: NODE, fields: vec![Slot::Virtual(0), Slot::Dead] },
            VirtualObject { class: BYTES, fields: vec![Slot::Operand(Operand::int(257))] },
        ],
        stores: vec![
            DelayedStore::Field { base: Slot::Virtual(1), field: SMALL, value: Slot::Operand(v(0)) },
            DelayedStore::Field {
                base: Slot::Virtual(1),
                field: SMALL,
                value: Slot::Operand(Operand::int(6)),
            },
        ],
        ..Snapshot::single(
            Resume::Continue,
            CodeId(0),
            3,
            vec![Slot::Virtual(0), Slot::Virtual(1), Slot::Virtual(2)],
        )
    };
    let rebuilt =
        rebuild(&descriptors, &snapshot, &vec![Some(Datum::Int(5))], &mut heap).expect("well-formed");
    let text: Vec<String> = rebuilt.frames[0]
        .slots
        .iter()
        .map(|slot| describe(&descriptors, &heap, slot.expect("not dead")))
        .collect();
    assert_eq!(
        text,
        [
            "Node{next: Node{next: Node{..}, small: 6}, small: 5}",
            "Node{next: Node{next: Node{..}, small: 5}, small: 6}",
            "Bytes[1]",
        ]
    );
}

/// Two heaps to compare; each `pair` makes one object on each side.
struct Sides {
    descriptors: Descriptors,
    heaps: [Heap; 2],
}

impl Sides {
    fn new() -> Sides {
        let descriptors = descriptors();
        let heap = Heap::new(&descriptors);
        Sides { heaps: [heap.clone(), heap], descriptors }
    }

    fn object(&mut self, side: usize, class: ClassId, fields: &[(FieldId, Datum)]) -> Datum {
        let heap = &mut self.heaps[side];
        let datum = Datum::object(heap.allocate(&self.descriptors, class).expect("there is room"));
        for &(field, value) in fields {
            heap.set(&self.descriptors, datum, field, value).expect("well-typed");
        }
        datum
    }

    fn compare(&self, left: &[Datum], right: &[Datum]) -> Result<(), String> {
        same_state(&self.descriptors, (&self.heaps[0], left), (&self.heaps[1], right), &|root| {
            format!("slot {root}")
        })
        .map_err(|difference| difference.to_string())
    }
}

#[test]
fn states_are_compared_up_to_renaming() {
    let mut sides = Sides::new();
    sides.object(1, NODE, &[]);
    let left = sides.object(0, NODE, &[]);
    let right = sides.object(1, NODE, &[]);
    for (side, node) in [(0, left), (1, right)] {
        let descriptors = &sides.descriptors;
        sides.heaps[side].set(descriptors, node, NEXT, node).expect("well-typed");
    }
    assert_eq!(sides.compare(&[left, left], &[right, right]), Ok(()));
    let (nan, other_nan) = (Datum::Float(f64::NAN), Datum::Float(-f64::NAN));
    assert_eq!(sides.compare(&[nan], &[other_nan]), Ok(()));
    assert_eq!(
        sides.compare(&[Datum::Float(0.0)], &[Datum::Float(-0.0)]),
        Err("slot 0: 0.0 ≠ -0.0".to_string())
    );

    let left_list = sides.object(0, NODE, &[(NEXT, left), (SMALL, Datum::Int(3))]);
    let tail = sides.object(1, NODE, &[(SMALL, Datum::Int(4))]);
    let right_list = sides.object(1, NODE, &[(NEXT, tail), (SMALL, Datum::Int(3))]);
    assert_eq!(
        sides.compare(&[left_list], &[right_list]),
        Err("slot 0 .next.next: Node{next: Node{..}, small: 0} ≠ null".to_string())
    );
}

#[test]
fn sharing_matters_for_address_classes_alone() {
    let mut sides = Sides::new();
    let five = [(INT_VALUE, Datum::Int(5))];
    let shared = sides.object(0, INT, &five);
    let copies = [sides.object(1, INT, &five), sides.object(1, INT, &five)];
    assert_eq!(sides.compare(&[shared, shared], &copies), Ok(()));

    let shared = sides.object(0, NODE, &[]);
    let copies = [sides.object(1, NODE, &[]), sides.object(1, NODE, &[])];
    let difference = sides.compare(&[shared, shared], &copies).expect_err("one object is not two");
    assert!(difference.starts_with("slot 1: "), "{difference}");
}
